//! The pane at the right of the lobby: scenario, sides, optional rules, seats, dice, undo.

use super::Picture;
use super::cards::paint_picture;
use super::luck::Luck;
use super::menus::{levels, one_of};
use super::rules::{ChosenRules, by_origin};
use super::shown::weight;
use crate::catalogue::{ModuleCard, ModuleState, NewTable, RuleCard, ScenarioCard, ScenarioState};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::panel::control::{self, Button, fitted, headline, inked, paragraph, radio, strip, tick_box};
use crate::panel::cue;
use crate::piece::counter::Counters;
use crate::theme::{Palette, fade};
use egui::{FontId, Id, Key, Pos2, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Attribute, Value};
use muster_table::messages::{BotKind, Holder};
use std::collections::HashMap;

/// In a pane narrower than this the scenario's picture has no room beside the list.
const BESIDE: f32 = 460.0;

/// What was chosen for the table so far.
#[derive(Default)]
pub struct Desk {
    holders: Vec<Holder>,
    options: HashMap<String, Value>,
    rules: ChosenRules,
    luck: Luck,
    height: f32,
    /// Whether it is opened with what it has as soon as it can be.
    opens: bool,
}

/// What is shown of a module without scenarios.
pub fn bare(ui: &Ui, module: &ModuleCard, p: &Palette) {
    let rect = ui.max_rect();
    let (x, w) = (rect.left() + 24.0, rect.width() - 48.0);
    fitted(ui.painter(), pos2(x, rect.top() + 42.0), w, &module.title, Face::Title.at(28.0), p.ink);
    let words = match module.listing {
        true => "Its scenarios are being looked for.".to_owned(),
        false => format!(
            "No scenario of this module was found. “muster sim {} any” tells where they are looked for, and “muster new scenario” \
             begins one.",
            module.id
        ),
    };
    paragraph(ui.painter(), pos2(x, rect.top() + 80.0), w, &words, Face::Body.at(15.0), p.ink2, 19.0);
}

// How complex the module is, in words; gives the height they take.
fn complexity(ui: &Ui, at: Pos2, w: f32, module: &ModuleCard, p: &Palette) -> f32 {
    let (weight, means) = weight(module.complexity);
    let words = format!("Complexity {} of 5, {weight}: {means}.", module.complexity);
    paragraph(ui.painter(), at, w, &words, Face::Body.at(13.8), p.ink2, 17.0)
}

impl Desk {
    /// A desk for a table that is to be opened as it is.
    pub fn opening() -> Self {
        Self { opens: true, ..Self::default() }
    }

    /// Paints the pane; gives the table when it is to be opened.
    #[allow(clippy::too_many_arguments, reason = "what the pane shows")]
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        module: &ModuleCard,
        scenario: &ScenarioCard,
        chosen: &mut usize,
        picture: Option<&mut Picture>,
        counters: &mut Counters,
        p: &Palette,
    ) -> Option<NewTable> {
        let rect = ui.max_rect();
        while self.holders.len() < scenario.seats().len() {
            let holder = if self.holders.is_empty() { Holder::Human } else { Holder::Bot(BotKind::Regular) };
            self.holders.push(holder);
        }
        let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 76.0), rect.max);
        let upper = Rect::from_min_max(rect.min, foot.right_top());
        let mut child = crate::table::part(ui, upper, "desk upper");
        cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
            let (area, _) =
                ui.allocate_exact_size(vec2(rect.width(), self.height.max(100.0)), Sense::hover());
            let bottom = self.upper(
                ui,
                area.min.x + 24.0,
                area.top(),
                rect.width() - 48.0,
                module,
                scenario,
                chosen,
                picture,
                counters,
                p,
            );
            self.height = bottom - area.top() + 12.0;
        });
        self.foot(ui, foot, module, scenario, p)
    }

    #[allow(clippy::too_many_arguments, reason = "what the pane shows")]
    fn upper(
        &mut self,
        ui: &mut Ui,
        x: f32,
        top: f32,
        w: f32,
        module: &ModuleCard,
        scenario: &ScenarioCard,
        chosen: &mut usize,
        picture: Option<&mut Picture>,
        counters: &mut Counters,
        p: &Palette,
    ) -> f32 {
        let mut y = top + 42.0;
        y += paragraph(ui.painter(), pos2(x, y), w, &module.title, Face::Title.at(28.0), p.ink, 32.0) - 10.0;
        let about = if scenario.source.is_empty() { &module.subtitle } else { &scenario.source };
        y += paragraph(ui.painter(), pos2(x, y), w, about, Face::BodyItalic.at(13.8), p.ink2, 17.0) + 16.0;
        y += complexity(ui, pos2(x, y - 6.0), w, module, p) + 8.0;
        headline(ui.painter(), pos2(x, y), w, "Scenario", "", p);
        y += 22.0;
        y = self.scenarios(ui, x, y, w, module, scenario, chosen, picture, counters, p);
        if !scenario.behind.is_empty() {
            let face = Face::BodyItalic.at(13.8);
            y += paragraph(ui.painter(), pos2(x, y + 4.0), w, &scenario.behind, face, p.ink2, 17.0) + 8.0;
        }
        if let ScenarioState::Refused(trouble) = &scenario.state {
            let words = format!("It can’t be set up: {trouble}");
            let face = Face::BodyBold.at(14.5);
            y += paragraph(ui.painter(), pos2(x, y + 4.0), w, &words, face, p.danger, 18.0) + 8.0;
        }
        y += paragraph(ui.painter(), pos2(x, y + 4.0), w, &scenario.story, Face::Body.at(15.0), p.ink, 19.0)
            + 14.0;
        if let Some(description) = &module.description {
            let players = match scenario.seats().len() {
                0 => scenario.length.clone(),
                players => format!("{}, {players} players", scenario.length),
            };
            headline(ui.painter(), pos2(x, y + 4.0), w, "Sides", &players, p);
            y += 36.0;
            let column = w / description.sides.len().max(1) as f32;
            let mut tallest = 0f32;
            for (i, side) in description.sides.iter().enumerate() {
                let q = x + i as f32 * column;
                inked(ui.painter(), |ink| {
                    symbol::flag(ink, &p.livery(&side.livery), pos2(q + 6.5, y - 4.0), 13.0)
                });
                Letters::new(&side.name, Face::BodyBold.at(15.0), p.ink)
                    .paint(ui.painter(), pos2(q + 21.0, y + 1.0));
                tallest = tallest.max(paragraph(
                    ui.painter(),
                    pos2(q, y + 21.0),
                    column - 20.0,
                    &side.aim,
                    Face::Body.at(14.0),
                    p.ink2,
                    17.0,
                ));
            }
            // Who sits where is chosen for every table; optional rules may be many, and stand below.
            y += tallest + 18.0;
            if !matches!(scenario.state, ScenarioState::Refused(_)) {
                y = self.seats(ui, x, y, w, description, scenario, p) + 22.0;
            }
            y = crate::panel::scores::best(ui, x, y, w, &module.scores, description, p);
            // The rulebook's own stand together, whether the module carries them out or a script does.
            let (optional, house) = by_origin(&module.rules);
            if matches!(scenario.state, ScenarioState::Ready { .. }) {
                y = self.options(ui, x, y, w, (description, &optional), scenario, p);
            }
            y = self.rules.ui(ui, x, y, w, &house, p);
        }
        self.luck.ui(ui, x, y, w, p)
    }

    #[allow(clippy::too_many_arguments, reason = "what the pane shows")]
    fn scenarios(
        &mut self,
        ui: &mut Ui,
        x: f32,
        y: f32,
        w: f32,
        module: &ModuleCard,
        scenario: &ScenarioCard,
        chosen: &mut usize,
        picture: Option<&mut Picture>,
        counters: &mut Counters,
        p: &Palette,
    ) -> f32 {
        // In a narrow pane the picture stands under the list, which needs all of its width.
        let beside = w >= BESIDE;
        let small = vec2(280.0f32.min(if beside { w * 0.54 } else { w }), 199.0);
        let room = if beside { w - small.x - 16.0 } else { w };
        let end = self.titles(ui, pos2(x, y), room, module, scenario, chosen, p) + 8.0;
        let at = if beside { pos2(x + w - small.x, y) } else { pos2(x + (w - small.x) / 2.0, end) };
        let frame = Rect::from_min_size(at, small);
        ui.painter().rect_filled(frame, 0.0, p.desk);
        if let Some(picture) = picture {
            paint_picture(ui, frame, picture, module.description.as_ref(), counters, false, p);
        }
        ui.painter().rect_stroke(frame, 0.0, (1.2, p.ink), egui::StrokeKind::Middle);
        ui.painter().rect_stroke(frame.shrink(4.0), 0.0, (0.8, fade(p.ink, 0.5)), egui::StrokeKind::Middle);
        end.max(frame.bottom() + 18.0)
    }

    // The scenarios one under the other, each with all of its title and its note; gives where they end.
    #[allow(clippy::too_many_arguments, reason = "what the list shows")]
    fn titles(
        &mut self,
        ui: &mut Ui,
        at: Pos2,
        room: f32,
        module: &ModuleCard,
        scenario: &ScenarioCard,
        chosen: &mut usize,
        p: &Palette,
    ) -> f32 {
        let (x, mut row) = (at.x, at.y);
        // Whoever begins a scenario with a copy of one has two of the same title.
        let mut titles: HashMap<&str, usize> = HashMap::new();
        module.scenarios.iter().for_each(|s| *titles.entry(&s.title).or_default() += 1);
        for (i, s) in module.scenarios.iter().enumerate() {
            let on = s.id == scenario.id;
            let line = s.line();
            let title =
                if titles[&*s.title] > 1 { format!("{} ({})", s.title, s.id) } else { s.title.clone() };
            let (face, note) = (if on { Face::BodyBold } else { Face::BodyMedium }, Face::Body.at(13.8));
            let lines = |words: &str, font: &FontId| {
                control::lines(ui.painter(), words, font.clone(), room - 28.0) as f32
            };
            let titled = (lines(&title, &face.at(15.5)) - 1.0) * 19.0;
            let more = titled + (lines(&line, &note) - 1.0).max(0.0) * 16.0;
            let area = Rect::from_min_size(pos2(x - 8.0, row - 2.0), vec2(room + 12.0, 46.0 + more));
            if on {
                ui.painter().rect_filled(area, 0.0, p.chosen_tint);
                ui.painter().rect_filled(
                    Rect::from_min_size(area.min, vec2(4.0, area.height())),
                    0.0,
                    p.accent,
                );
            }
            let key = ("scenario", &module.id, &s.id);
            let hit = ui.interact(area, Id::unique(key), Sense::click()).clicked();
            if radio(ui, pos2(x + 2.0, row + 5.0), on, key, &title, p) || hit {
                *chosen = i;
            }
            let at = pos2(x + 28.0, row + 17.0);
            paragraph(ui.painter(), at, room - 28.0, &title, face.at(15.5), p.ink, 19.0);
            let under = at + vec2(0.0, 19.0 + titled);
            paragraph(ui.painter(), under, room - 28.0, &line, note, p.ink2, 16.0);
            row += 50.0 + more;
        }
        if module.listing {
            let words = "More are being looked for.";
            let at = pos2(x + 28.0, row + 14.0);
            row += paragraph(ui.painter(), at, room - 28.0, words, Face::Body.at(13.8), p.ink2, 16.0) + 10.0;
        }
        row
    }

    #[allow(clippy::too_many_arguments, reason = "what the pane shows")]
    fn options(
        &mut self,
        ui: &mut Ui,
        x: f32,
        mut y: f32,
        w: f32,
        (description, rules): (&muster_contract::Description, &[&RuleCard]),
        scenario: &ScenarioCard,
        p: &Palette,
    ) -> f32 {
        let all = description.options.len() + rules.len();
        if all == 0 {
            return y;
        }
        let value = |desk: &Self, id: &str, default: &Value| {
            let given = scenario.options().iter().find(|o| o.name == id).map(|o| o.value.clone());
            desk.options.get(id).cloned().or(given).unwrap_or_else(|| default.clone())
        };
        let on = description
            .options
            .iter()
            .filter(|o| value(self, &o.id, &o.default) == Value::Flag(true))
            .count()
            + self.rules.count(rules);
        headline(ui.painter(), pos2(x, y + 4.0), w, "Optional rules", &format!("{on} of {all} on"), p);
        y += 30.0;
        for option in &description.options {
            match value(self, &option.id, &option.default) {
                Value::Flag(on) => {
                    if tick_box(ui, pos2(x, y - 1.0), on, &option.title, p) {
                        self.options.insert(option.id.clone(), Value::Flag(!on));
                    }
                }
                Value::Number(n) => {
                    let mut n = n;
                    let field = Rect::from_min_size(pos2(x + w - 110.0, y - 6.0), vec2(56.0, 24.0));
                    let all = option.values.iter().filter_map(|value| match value {
                        Value::Number(n) => Some(*n),
                        _ => None,
                    });
                    let least = all.clone().min().unwrap_or(i32::MIN);
                    let most = all.max().unwrap_or(i32::MAX);
                    if ui.put(field, egui::DragValue::new(&mut n).range(least..=most)).changed() {
                        self.options.insert(option.id.clone(), Value::Number(n));
                    }
                }
                Value::Text(text) => {
                    if let Some(chosen) = one_of(ui, pos2(x + w, y - 6.0), option, &text) {
                        self.options.insert(option.id.clone(), chosen);
                    }
                }
            }
            let cite = Letters::new(&option.citation, Face::BodyMedium.at(13.5), p.ink2).right();
            let room = w - 36.0 - cite.paint(ui.painter(), pos2(x + w, y + 12.0));
            let (at, face) = (pos2(x + 26.0, y + 12.0), Face::BodyBold.at(15.0));
            y += paragraph(ui.painter(), at, room, &option.title, face, p.ink, 18.0) - 18.0;
            y += paragraph(
                ui.painter(),
                pos2(x + 26.0, y + 30.0),
                w - 26.0,
                &option.text,
                Face::Body.at(14.0),
                p.ink2,
                17.0,
            ) + 29.0;
        }
        self.rules.rows(ui, x, y, w, rules, p)
    }

    #[allow(clippy::too_many_arguments, reason = "what the pane shows")]
    fn seats(
        &mut self,
        ui: &mut Ui,
        x: f32,
        mut y: f32,
        w: f32,
        description: &muster_contract::Description,
        scenario: &ScenarioCard,
        p: &Palette,
    ) -> f32 {
        headline(ui.painter(), pos2(x, y + 14.0), w, "Seats", "", p);
        y += 38.0;
        if scenario.state == ScenarioState::Waiting {
            let words = "The scenario is being set up; its seats and options are known then.";
            y += paragraph(ui.painter(), pos2(x, y + 8.0), w, words, Face::Body.at(14.5), p.ink2, 18.0);
        }
        for (i, side) in scenario.seats().iter().enumerate() {
            let Some(holder) = self.holders.get(i).copied() else { continue };
            let found = description.sides.iter().find(|s| s.id == *side);
            let livery = p.livery(found.map_or("", |s| s.livery.as_str()));
            let name = found.map_or(side.as_str(), |s| s.name.as_str());
            inked(ui.painter(), |ink| {
                symbol::flag(ink, &livery, pos2(x + 15.0, y + 14.0), 30.0);
                symbol::plate(ink, &livery, pos2(x + 15.0, y + 14.0), 17.0, livery.face, livery.ink);
            });
            let letters: String = side.chars().take(2).flat_map(char::to_uppercase).collect();
            Letters::new(letters, Face::Title.at(9.5), livery.ink)
                .middle()
                .paint(ui.painter(), pos2(x + 15.0, y + 17.5));
            fitted(ui.painter(), pos2(x + 42.0, y + 19.0), 112.0, name, Face::Title.at(17.0), p.ink);
            // Nothing can come from elsewhere to a table in a window.
            let now = usize::from(holder != Holder::Human);
            let (clicked, width) = strip(ui, pos2(x + 156.0, y), &["Human here", "Bot"], now, name, p);
            if let Some(k) = clicked {
                self.holders[i] = [Holder::Human, Holder::Bot(BotKind::Regular)][k];
            }
            if let Holder::Bot(kind) = holder {
                let area = Rect::from_min_size(
                    pos2(x + 156.0 + width + 10.0, y),
                    vec2(w - 156.0 - width - 10.0, 28.0),
                );
                let response = ui.interact(area, Id::unique(("level", i)), Sense::click());
                let title = kind.title(&description.policies);
                let words = format!("Level: {title}");
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}: {words}")));
                ui.painter().rect(
                    area,
                    0.0,
                    if response.hovered() { p.sheet3 } else { p.sheet },
                    (1.0, p.ink2),
                    egui::StrokeKind::Middle,
                );
                let room = area.width() - 14.0;
                let font = Face::Body.at(14.5);
                // A long name says by itself what it is.
                let fits = Letters::new(words.as_str(), font.clone(), p.ink).width(ui.painter()) <= room;
                let words = if fits { words.as_str() } else { &title };
                fitted(ui.painter(), area.min + vec2(8.0, 19.0), room, words, font, p.ink);
                // What it belongs to may be scrolled away beneath it.
                if !ui.clip_rect().contains_rect(area) {
                    let open = egui::Popup::default_response_id(&response);
                    if egui::Popup::is_id_open(ui.ctx(), open) {
                        egui::Popup::close_id(ui.ctx(), open);
                    }
                }
                egui::Popup::menu(&response).show(|ui| {
                    if let Some(chosen) = levels(ui, &description.policies, &kind) {
                        self.holders[i] = Holder::Bot(chosen);
                    }
                });
            }
            y += 40.0;
        }
        y
    }

    fn foot(
        &mut self,
        ui: &mut Ui,
        foot: Rect,
        module: &ModuleCard,
        scenario: &ScenarioCard,
        p: &Palette,
    ) -> Option<NewTable> {
        ui.painter().rect_filled(foot, 0.0, p.sheet2);
        ui.painter().hline(foot.x_range(), foot.top(), (1.4, p.ink));
        let of_module = module.state == ModuleState::Ready;
        let ready = of_module && matches!(scenario.state, ScenarioState::Ready { .. });
        let humans = self.holders.iter().filter(|h| **h == Holder::Human).count();
        let words = match (&scenario.state, humans) {
            (ScenarioState::Refused(_), _) => "This scenario can’t be set up.",
            _ if !of_module => "This module can’t be played yet.",
            (ScenarioState::Waiting, _) => "The scenario is being set up.",
            (ScenarioState::Ready { .. }, 0) => "Nobody sits here: you will watch.",
            (ScenarioState::Ready { .. }, 1) => "All seats are filled.",
            (ScenarioState::Ready { .. }, _) => {
                "Two persons share this screen; a curtain keeps their secrets."
            }
        };
        fitted(
            ui.painter(),
            pos2(foot.left() + 24.0, foot.top() + 42.0),
            foot.width() - 240.0,
            words,
            Face::Body.at(14.5),
            p.ink,
        );
        let rect = Rect::from_min_size(pos2(foot.right() - 200.0, foot.top() + 15.0), vec2(176.0, 46.0));
        let button = Button::new("Open the table", "Enter").enabled(ready);
        // What can't be pressed doesn't stand out.
        let button = if ready { button.primary() } else { button };
        let pressed = button.put(ui, rect, "open table", p).clicked();
        let key = ui.input(|i| i.key_pressed(Key::Enter)) && ui.memory(|m| m.focused().is_none());
        if !ready || !(pressed || key || self.opens) {
            return None;
        }
        self.opens = false;
        let options = self
            .options
            .iter()
            .map(|(name, value)| Attribute { name: name.clone(), value: value.clone() })
            .collect();
        Some(NewTable {
            module: module.id.clone(),
            scenario: scenario.id.clone(),
            options,
            rules: self.rules.of(&module.rules),
            holders: self.holders[..scenario.seats().len()].to_vec(),
            seed: self.luck.seed(),
            strict_undo: self.luck.strict_undo,
        })
    }
}
