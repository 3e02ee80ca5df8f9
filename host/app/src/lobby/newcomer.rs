//! The card for whoever opens the window for the first time: a lesson to begin with.

use super::Lobby;
use super::shown::has_lesson;
use crate::catalogue::{ModuleCard, ModuleState, ScenarioCard};
use crate::draw::letter::Face;
use crate::panel::control::{Button, card, lines, paragraph};
use crate::settings::Settings;
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};

/// How wide the buttons are, and in a card that is narrower they stand under the words.
const BUTTONS: f32 = 262.0;
const NARROW: f32 = 560.0;

/// The lesson that is offered: that of the module that is the easiest to learn.
fn lesson(modules: &[ModuleCard]) -> Option<(usize, &ScenarioCard)> {
    let able =
        modules.iter().enumerate().filter(|(_, one)| one.state == ModuleState::Ready && has_lesson(one));
    let (at, module) = able.min_by_key(|(_, one)| one.complexity)?;
    module.scenarios.iter().find(|one| one.lightest).map(|scenario| (at, scenario))
}

impl Lobby {
    /// Offers the lesson until a table was opened or nobody wants it; gives how much of the height that takes.
    pub(super) fn newcomer(
        &mut self,
        ui: &mut Ui,
        (x, y, w): (f32, f32, f32),
        modules: &[ModuleCard],
        settings: &mut Settings,
        p: &Palette,
    ) -> f32 {
        let Some((at, scenario)) = lesson(modules).filter(|_| settings.offer_lesson) else { return 0.0 };
        let module = &modules[at];
        let words = format!(
            "Begin with the lesson “{}” of {}: notes on the board lead you through it{}.",
            scenario.title,
            module.title,
            if scenario.length.is_empty() {
                String::new()
            } else {
                format!(", in about {}", scenario.length)
            },
        );
        let under = w < NARROW;
        let room = if under { w - 40.0 } else { w - BUTTONS - 56.0 };
        let tall = lines(ui.painter(), &words, Face::Body.at(15.0), room) as f32 * 19.0 + 48.0;
        let rect = Rect::from_min_size(pos2(x, y), vec2(w, if under { tall + 46.0 } else { tall.max(72.0) }));
        card(ui.painter(), rect, p);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(5.0, rect.height())), 0.0, p.accent);
        let from = rect.min + vec2(20.0, 26.0);
        paragraph(ui.painter(), from, room, "New here?", Face::Title.at(18.0), p.ink, 20.0);
        paragraph(ui.painter(), from + vec2(0.0, 22.0), room, &words, Face::Body.at(15.0), p.ink, 19.0);
        let left = if under { rect.left() + 20.0 } else { rect.right() - BUTTONS - 14.0 };
        let top = if under { rect.bottom() - 50.0 } else { rect.center().y - 19.0 };
        let place = |by: f32, wide: f32| Rect::from_min_size(pos2(left + by, top), vec2(wide, 38.0));
        if Button::new("Start the lesson", "")
            .primary()
            .put(ui, place(0.0, 158.0), "start lesson", p)
            .clicked()
        {
            self.chosen = at;
            self.scenario.clone_from(&scenario.id);
            self.desk = super::desk::Desk::opening();
            settings.offer_lesson = false;
        }
        if Button::new("Not now", "").put(ui, place(168.0, 94.0), "no lesson", p).clicked() {
            settings.offer_lesson = false;
        }
        rect.height() + 18.0
    }
}
