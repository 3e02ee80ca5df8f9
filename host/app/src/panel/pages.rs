//! Pages over the screen: help, settings, the rules summary, going to a place by name; and the card of trouble,
//! which stops a table.

use super::chronicle;
use super::control::{Button, card, paragraph, strip, tick_box};
use super::cue;
use super::heights::Heights;
use super::keys_page::KeysPage;
use super::reports::Reports;
use super::{Ask, Page, rules_page};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::session::Session;
use crate::settings::{Loudness, Settings};
use crate::table::part;
use crate::theme::{Palette, Theme, fade};
use egui::{Color32, Id, Rect, ScrollArea, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Section, Space, SpaceKind, View};
use muster_table::messages::{Pause, Reach, UndoOffer};

/// The pages' state.
#[derive(Default)]
pub struct Pages {
    /// The page that is open.
    pub open: Option<Page>,
    /// The section that the rules were opened at, until it is in view.
    pub rule: Option<String>,
    /// The story of the game, or why there is none, once that has come.
    pub chronicle: Option<Result<String, String>>,
    /// Whether the game is over, so that the story has what every seat knew.
    pub over: bool,
    /// Whether pictures, films and pages can be made of it.
    pub keepsakes: bool,
    /// The name that is gone to, as far as it is written.
    pub wanted: String,
    reports: Reports,
    /// The page of keys.
    pub keys: KeysPage,
    rule_heights: Heights,
}

// How much of a sheet's height its title takes, and how much all that is around what stands on it.
const TITLE: f32 = 84.0;
pub(super) const AROUND: f32 = TITLE + 28.0;

/// The sheet of a page, with its title and a way out; gives the room on it.
pub fn sheet(ui: &mut Ui, size: Vec2, title: &str, p: &Palette, asks: &mut Vec<Ask>) -> Rect {
    let whole = ui.ctx().content_rect();
    ui.painter().rect_filled(whole, 0.0, fade(Color32::from_rgb(20, 16, 12), 0.45));
    // One page may give way to another within a frame.
    let layer = ui.layer_id();
    let veil = ui.interact(whole, Id::unique(("page veil", layer)), Sense::click());
    let size = size.min(whole.size() - Vec2::splat(40.0));
    let rect = Rect::from_center_size(whole.center(), size);
    ui.interact(rect, Id::unique(("page sheet", layer)), Sense::click());
    card(ui.painter(), rect, p);
    ui.painter().rect_stroke(rect.shrink(5.0), 0.0, (0.8, fade(p.ink, 0.5)), egui::StrokeKind::Middle);
    Letters::new(title, Face::Title.at(26.0), p.ink).paint(ui.painter(), rect.min + vec2(32.0, 50.0));
    ui.painter().hline(rect.left() + 32.0..=rect.right() - 32.0, rect.top() + 64.0, (1.6, p.ink));
    ui.painter().hline(rect.left() + 32.0..=rect.right() - 32.0, rect.top() + 67.0, (0.8, p.ink));
    let close = Rect::from_min_size(pos2(rect.right() - 142.0, rect.top() + 20.0), vec2(110.0, 34.0));
    if Button::new("Close", "Esc").put(ui, close, ("close page", layer), p).clicked() || veil.clicked() {
        asks.push(Ask::ClosePage);
    }
    Rect::from_min_max(rect.min + vec2(32.0, TITLE), rect.max - vec2(32.0, AROUND - TITLE))
}

// What stands on a sheet: where the sheet is too low for so much, it is scrolled.
pub(super) fn scrolled(
    ui: &mut Ui,
    inner: Rect,
    height: f32,
    p: &Palette,
    paint: impl FnOnce(&mut Ui, Rect),
) {
    let mut child = part(ui, inner, "page");
    cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(inner.width() - 16.0, height), Sense::hover());
        paint(ui, rect);
    });
}

impl Pages {
    /// Paints the open page, if one is.
    #[allow(clippy::too_many_arguments, reason = "what the pages show")]
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        rules: &[Section],
        session: Option<&Session>,
        description: Option<&Description>,
        places: &[(String, String)],
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        match self.open {
            None | Some(Page::Tables) => {}
            Some(Page::Help) => self.keys.ui(ui, &mut settings.keys, description, p, asks),
            Some(Page::Settings) => settings_page(ui, settings, p, asks),
            Some(Page::Rules) => self.rules(ui, rules, p, asks),
            Some(Page::GoTo) => {
                self.go_to(ui, session.and_then(Session::shown), description, places, p, asks)
            }
            Some(Page::Reports) => {
                let inner = sheet(ui, vec2(1180.0, 860.0), "Reports", p, asks);
                if let (Some(session), Some(description)) = (session, description) {
                    self.reports.ui(ui, inner, session, description, p, asks);
                }
            }
            Some(Page::Chronicle) => {
                let inner = sheet(ui, vec2(860.0, 860.0), "Chronicle", p, asks);
                let told = chronicle::Told {
                    story: self.chronicle.as_ref(),
                    over: self.over,
                    keepsakes: self.keepsakes,
                };
                chronicle::ui(ui, inner, told, p, asks);
            }
        }
    }

    fn rules(&mut self, ui: &mut Ui, rules: &[Section], p: &Palette, asks: &mut Vec<Ask>) {
        let inner = sheet(ui, vec2(860.0, 780.0), "Rules summary", p, asks);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner).id_salt("rules"));
        if rules.is_empty() {
            let words = "This module came without a rules summary.";
            paragraph(
                ui.painter(),
                inner.min + vec2(0.0, 16.0),
                inner.width(),
                words,
                Face::Body.at(16.0),
                p.ink2,
                21.0,
            );
            return;
        }
        rules_page::ui(&mut child, rules, &mut self.rule, &mut self.rule_heights, p);
    }

    fn go_to(
        &mut self,
        ui: &mut Ui,
        view: Option<&View>,
        description: Option<&Description>,
        places: &[(String, String)],
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let inner = sheet(ui, vec2(560.0, 520.0), "Go to", p, asks);
        let field = Rect::from_min_size(inner.min, vec2(inner.width(), 34.0));
        let edit = egui::TextEdit::singleline(&mut self.wanted)
            .hint_text("A unit, a place, or a hex number")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(17.0));
        let response = ui.put(field, edit);
        response
            .widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "A unit, a place, or a hex number"));
        response.request_focus();
        let wanted = self.wanted.to_lowercase();
        let mut found: Vec<(String, String)> = Vec::new();
        if let Some(view) = view {
            for unit in &view.units {
                if let Some(face) = &unit.face
                    && face.name.to_lowercase().contains(&wanted)
                {
                    let space = &unit.place.space;
                    let place = places.iter().find(|(id, _)| id == space).map_or(space, |(_, called)| called);
                    let side = unit.side.as_deref().zip(description);
                    let side = side.map(|(side, of)| format!(", {}", super::side_name(of, side)));
                    let words = format!("{}{}, at {place}", face.name, side.unwrap_or_default());
                    found.push((words, space.clone()));
                }
            }
        }
        for (id, called) in places {
            if !wanted.is_empty()
                && (id.to_lowercase().contains(&wanted) || called.to_lowercase().contains(&wanted))
            {
                found.push((called.clone(), id.clone()));
            }
        }
        if found.is_empty() && !wanted.is_empty() {
            Letters::new("Nothing of that name", Face::Body.at(15.5), p.ink2)
                .paint(ui.painter(), inner.min + vec2(10.0, 64.0));
        }
        let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
        // As many as have room: whoever writes more of a name has fewer left.
        let rows = ((inner.height() - 44.0) / 32.0).max(1.0) as usize;
        for (i, (words, space)) in found.iter().take(rows.min(11)).enumerate() {
            let row =
                Rect::from_min_size(inner.min + vec2(0.0, 44.0 + i as f32 * 32.0), vec2(inner.width(), 30.0));
            let response = ui.interact(row, Id::unique(("go to", i)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
            if response.hovered() || i == 0 {
                ui.painter().rect_filled(row, 0.0, p.sheet3);
            }
            Letters::new(words, Face::BodyMedium.at(15.5), p.ink)
                .paint(ui.painter(), row.min + vec2(10.0, 20.0));
            if response.clicked() || (enter && i == 0) {
                asks.push(Ask::GoTo(space.clone()));
                asks.push(Ask::ClosePage);
                self.wanted.clear();
            }
        }
    }
}

/// How a space is called in a list: a box or a city by its name, a hex or an area by its number too.
pub fn called(space: &Space) -> String {
    match space.kind {
        SpaceKind::Box | SpaceKind::Point if !space.title.is_empty() => space.title.clone(),
        _ => format!("{}  {}", space.id, space.title).trim_end().to_owned(),
    }
}

fn settings_page(ui: &mut Ui, settings: &mut Settings, p: &Palette, asks: &mut Vec<Ask>) {
    let inner = sheet(ui, vec2(620.0, 712.0), "Settings", p, asks);
    scrolled(ui, inner, 580.0, p, |ui, inner| settings_list(ui, inner, settings, p));
}

fn settings_list(ui: &mut Ui, inner: Rect, settings: &mut Settings, p: &Palette) {
    let (x, mut y) = (inner.left() + 6.0, inner.top() + 10.0);
    let label = |ui: &Ui, y: f32, text: &str| {
        Letters::new(text, Face::BodyMedium.at(15.5), p.ink).paint(ui.painter(), pos2(x, y + 19.0))
    };
    label(ui, y, "Theme");
    if let (Some(i), _) = strip(
        ui,
        pos2(x + 200.0, y),
        &["Light", "Dark"],
        usize::from(settings.theme == Theme::Dark),
        "Theme",
        p,
    ) {
        settings.theme = if i == 1 { Theme::Dark } else { Theme::Light };
    }
    y += 48.0;
    label(ui, y, "Size of everything");
    let scales = [85, 100, 115, 130, 150];
    let names = ["85 %", "100 %", "115 %", "130 %", "150 %"];
    let now = scales.iter().position(|s| *s == settings.scale).unwrap_or(1);
    if let (Some(i), _) = strip(ui, pos2(x + 200.0, y), &names, now, "Size", p) {
        settings.scale = scales[i];
    }
    y += 48.0;
    label(ui, y, "Others' moves");
    let paces = [0, 300, 600, 1200];
    let now = paces.iter().position(|s| *s == settings.pace).unwrap_or(2);
    if let (Some(i), _) =
        strip(ui, pos2(x + 200.0, y), &["at once", "quick", "steady", "slow"], now, "Others' moves", p)
    {
        settings.pace = paces[i];
    }
    y += 48.0;
    label(ui, y, "Sounds");
    let sounds = [Loudness::Off, Loudness::Quiet, Loudness::Full];
    let now = sounds.iter().position(|loudness| *loudness == settings.sounds).unwrap_or_default();
    if let (Some(i), _) = strip(ui, pos2(x + 200.0, y), &["off", "quiet", "full"], now, "Sounds", p) {
        settings.sounds = sounds[i];
    }
    y += 58.0;
    let grid = format!("The same as the key {}.", keys::cap_of(ui, Action::Grid));
    let rows = [
        (
            &mut settings.distinct_colours,
            "Colours that are easier to tell apart",
            "Sides and choices further apart in light and dark; forms differ as always.",
        ),
        (
            &mut settings.reduce_motion,
            "Reduce motion",
            "Units appear where they went; nothing glides or fades.",
        ),
        (
            &mut settings.carrying,
            "The carrying-out step by step",
            "Orders that are carried out together are shown one after the other.",
        ),
        (&mut settings.guide, "Guide notes", "What a scenario's author says when a decision first comes."),
        (
            &mut settings.strict_undo,
            "Strict undo",
            "What was rolled, drawn or shown stays, and so does another’s decision.",
        ),
        (&mut settings.grid, "Hex grid and numbers", grid.as_str()),
    ];
    for (value, title, words) in rows {
        if tick_box(ui, pos2(x, y), *value, title, p) {
            *value = !*value;
        }
        Letters::new(title, Face::BodyBold.at(15.5), p.ink).paint(ui.painter(), pos2(x + 28.0, y + 13.0));
        Letters::new(words, Face::Body.at(14.0), p.ink2).paint(ui.painter(), pos2(x + 28.0, y + 32.0));
        y += 52.0;
    }
}

/// Trouble: what failed, and what can be done; `steps` are in force.
pub fn trouble(
    ui: &mut Ui,
    board: Rect,
    pause: &Pause,
    (undo, steps): (&UndoOffer, u64),
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    ui.painter().rect_filled(board, 0.0, fade(Color32::from_rgb(20, 16, 12), 0.3));
    let shown = pause.backtrace.len().min(6) as f32;
    let rect = Rect::from_center_size(board.center(), vec2(640.0, 276.0 + shown * 18.0));
    card(ui.painter(), rect, p);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(6.0, rect.height())), 0.0, p.danger);
    let (x, w) = (rect.left() + 32.0, rect.width() - 64.0);
    Letters::new("The table has stopped", Face::Title.at(24.0), p.danger)
        .paint(ui.painter(), pos2(x, rect.top() + 44.0));
    let words = if pause.unwritten {
        "What you choose can’t be written down, so nothing more is chosen. All that was done is still here."
            .to_owned()
    } else {
        let what = pause.what();
        format!("{}{}.", what[..1].to_uppercase(), &what[1..])
    };
    let mut y = rect.top() + 74.0;
    let part = |y: f32, words: &str, face: Face, colour: Color32, lines: usize| {
        super::control::paragraph_of(ui.painter(), pos2(x, y), w, words, face.at(15.0), colour, 20.0, lines)
    };
    y += part(y, &words, Face::Body, p.ink, 2);
    y += part(y, &pause.message, Face::BodyBold, p.ink, 3) + 6.0;
    for frame in pause.backtrace.iter().take(6) {
        super::control::fitted(ui.painter(), pos2(x, y), w, frame, egui::FontId::monospace(12.0), p.ink2);
        y += 18.0;
    }
    part(rect.bottom() - 126.0, &pause.remedy, Face::BodyItalic, p.ink2, 3);
    let button = |at: f32, w: f32| Rect::from_min_size(pos2(x + at, rect.bottom() - 58.0), vec2(w, 42.0));
    let retry = Button::new("Try again", "");
    let retry = if pause.disabled { retry.enabled(false) } else { retry.primary() };
    if retry.put(ui, button(0.0, 132.0), "retry", p).clicked() {
        asks.push(Ask::Retry);
    }
    if pause.unwritten {
        if Button::new("Save elsewhere", "").put(ui, button(144.0, 138.0), "save elsewhere", p).clicked() {
            asks.push(Ask::SaveElsewhere);
        }
        let anew = Button::new("Play on anew", "").enabled(steps > 0);
        if anew.put(ui, button(294.0, 132.0), "play on anew", p).clicked() {
            asks.push(Ask::PlayOn(steps));
        }
    } else {
        after_failure(ui, &button, undo, p, asks);
    }
    if Button::new("To the lobby", "").put(ui, button(438.0, 138.0), "trouble lobby", p).clicked() {
        asks.push(Ask::Leave);
    }
}

// What can be done where a module failed, but to try again.
fn after_failure(
    ui: &mut Ui,
    button: &dyn Fn(f32, f32) -> Rect,
    undo: &UndoOffer,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    let beyond = undo.choice.is_none();
    let back = Button::new("Take back", "").enabled(undo.choice.is_some() || undo.beyond.is_some());
    if back.put(ui, button(144.0, 132.0), "trouble back", p).clicked() {
        asks.push(Ask::Undo { reach: Reach::Choice, beyond });
    }
    if Button::new("Save a report", "").put(ui, button(288.0, 138.0), "report", p).clicked() {
        asks.push(Ask::Report);
    }
}
