//! Cards over the board: what is under the pointer, why something can't be chosen, a note of the guide.

use super::Ask;
use super::control::{Button, card, key_cap, lines, link, paragraph};
use super::cue;
use crate::catalogue::GuideNote;
use crate::draw::letter::{Face, Letters};
use crate::table::part;
use crate::theme::Palette;
use egui::{FontId, Id, Painter, Rect, ScrollArea, Sense, Ui, Vec2, pos2, vec2};
use muster_contract::{ChoiceDetails, Line};

/// What a card tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    /// Its heading ("0710  Barnes Field").
    pub title: String,
    /// What stands at its right ("clear, fire zone").
    pub aside: String,
    /// Its sentences, each perhaps with a rule.
    pub lines: Vec<(String, Option<String>)>,
    /// What it costs, or empty.
    pub cost: String,
    /// What Enter would do, or empty.
    pub enter: String,
    /// Whether it says why not.
    pub refused: bool,
}

impl Telling {
    /// Adds what a choice would do.
    pub fn with_details(mut self, details: &ChoiceDetails) -> Self {
        self.lines.extend(details.consequences.iter().map(|l| (l.text.clone(), l.citation.clone())));
        self.cost.clone_from(&details.cost);
        self.enter = details.label.clone();
        self
    }

    /// All of it in a row of words.
    pub fn words(&self) -> String {
        let lines = self.lines.iter().map(text_of);
        let all = [self.title.clone(), self.aside.clone()].into_iter().chain(lines);
        let all = all.chain([self.cost.clone(), self.enter.clone()]).filter(|words| !words.is_empty());
        all.collect::<Vec<_>>().join(". ")
    }

    /// Adds an explanation.
    pub fn with_lines(mut self, lines: &[Line]) -> Self {
        self.lines.extend(lines.iter().map(|l| (l.text.clone(), l.citation.clone())));
        self
    }
}

fn text_of(line: &(String, Option<String>)) -> String {
    match &line.1 {
        Some(cite) => format!("{} [{cite}]", line.0),
        None => line.0.clone(),
    }
}

/// How wide a card over the board is.
pub const WIDTH: f32 = 276.0;

/// What the cap of the key takes, with the gap after it.
const KEY: f32 = 50.0;

/// How wide the words on it are.
const ROOM: f32 = WIDTH - 24.0;

/// How tall a card will be.
pub fn height(painter: &Painter, telling: &Telling) -> f32 {
    let lines: f32 = telling.lines.iter().map(|l| lines_height(painter, &text_of(l), ROOM)).sum();
    22.0 + heading_height(painter, telling) + lines + foot_height(painter, telling)
}

fn title_font() -> FontId {
    Face::Title.at(16.0)
}

fn aside_font() -> FontId {
    Face::BodyItalic.at(13.0)
}

fn cost_font() -> FontId {
    Face::BodyBold.at(14.0)
}

fn enter_font() -> FontId {
    Face::Body.at(13.0)
}

fn wide(painter: &Painter, words: &str, font: FontId) -> f32 {
    Letters::new(words, font, egui::Color32::BLACK).width(painter)
}

// How tall words are that are wrapped to a width.
fn tall(painter: &Painter, words: &str, font: FontId, width: f32, line: f32) -> f32 {
    if words.is_empty() { 0.0 } else { lines(painter, words, font, width) as f32 * line }
}

// Whether the heading has what stands at its right beside it: else that stands under it.
fn heading_fits(painter: &Painter, telling: &Telling) -> bool {
    let [title, aside] =
        [wide(painter, &telling.title, title_font()), wide(painter, &telling.aside, aside_font())];
    telling.aside.is_empty() || title + 10.0 + aside <= ROOM
}

fn heading_height(painter: &Painter, telling: &Telling) -> f32 {
    let title = tall(painter, &telling.title, title_font(), ROOM, 18.0).max(18.0);
    let beside = heading_fits(painter, telling);
    title + if beside { 0.0 } else { tall(painter, &telling.aside, aside_font(), ROOM, 18.0) }
}

// Whether what it costs, the key and what that does stand in one line: else each has its own.
fn foot_fits(painter: &Painter, telling: &Telling) -> bool {
    let cost = wide(painter, &telling.cost, cost_font());
    let gap = if telling.cost.is_empty() { 0.0 } else { 14.0 };
    let enter = wide(painter, &telling.enter, enter_font());
    cost + if telling.enter.is_empty() { 0.0 } else { gap + KEY + enter } <= ROOM
}

fn foot_height(painter: &Painter, telling: &Telling) -> f32 {
    if telling.cost.is_empty() && telling.enter.is_empty() {
        return 0.0;
    }
    if foot_fits(painter, telling) {
        return 26.0;
    }
    let cost = tall(painter, &telling.cost, cost_font(), ROOM, 20.0);
    6.0 + cost + tall(painter, &telling.enter, enter_font(), ROOM - KEY, 17.0).max(20.0)
}

fn lines_height(painter: &Painter, text: &str, width: f32) -> f32 {
    lines(painter, text, Face::Body.at(14.0), width) as f32 * 18.0
}

/// Paints a card.
pub fn paint(painter: &Painter, at: egui::Pos2, telling: &Telling, p: &Palette) {
    let rect = Rect::from_min_size(at, vec2(WIDTH, height(painter, telling)));
    card(painter, rect, p);
    if telling.refused {
        painter.rect_filled(Rect::from_min_size(at, vec2(4.0, rect.height())), 0.0, p.danger);
    }
    let (x, w) = (at.x + 12.0, ROOM);
    let mut y = at.y + 23.0;
    y += paragraph(painter, pos2(x, y), w, &telling.title, title_font(), p.ink, 18.0).max(18.0) - 18.0;
    if heading_fits(painter, telling) {
        let aside = Letters::new(&telling.aside, aside_font(), p.ink2).right();
        aside.paint(painter, pos2(x + w, y));
    } else {
        y += paragraph(painter, pos2(x, y + 18.0), w, &telling.aside, aside_font(), p.ink2, 18.0);
    }
    painter.hline(x..=x + w, y + 7.5, (0.9, p.rule));
    y += 26.0;
    for (i, line) in telling.lines.iter().enumerate() {
        let colour = if telling.refused && i == 0 { p.danger } else { p.ink };
        paragraph(painter, pos2(x, y), w, &text_of(line), Face::Body.at(14.0), colour, 18.0);
        y += lines_height(painter, &text_of(line), w);
    }
    foot(painter, pos2(x, y + 5.0), telling, p);
}

// What it costs, and what the key does: in one line, or each with all of the width.
fn foot(painter: &Painter, at: egui::Pos2, telling: &Telling, p: &Palette) {
    let fits = foot_fits(painter, telling);
    let cost = paragraph(painter, at, ROOM, &telling.cost, cost_font(), p.accent_text, 20.0);
    if telling.enter.is_empty() {
        return;
    }
    if fits {
        let words = Letters::new(&telling.enter, enter_font(), p.ink2).right();
        let width = words.paint(painter, at + vec2(ROOM, 0.0));
        key_cap(painter, at + vec2(ROOM - width - KEY + 2.0, -13.5), "Enter", false, false, p);
        return;
    }
    let at = at + vec2(0.0, if telling.cost.is_empty() { 0.0 } else { cost });
    key_cap(painter, at - vec2(0.0, 13.5), "Enter", false, false, p);
    let words = at + vec2(KEY, 0.0);
    paragraph(painter, words, ROOM - KEY, &telling.enter, enter_font(), p.ink2, 17.0);
}

/// Paints a note of the guide where it is said to lie, by its size; gives whether it was put away.
pub fn note(
    ui: &mut Ui,
    board: Rect,
    place: impl FnOnce(Vec2) -> Rect,
    note: &GuideNote,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> bool {
    let width = 330.0f32.min(board.width() - 44.0);
    let (title, text) = (Face::Title.at(17.0), Face::Body.at(14.5));
    let room = width - 40.0;
    let body = tall(ui.painter(), &note.text, text.clone(), room, 19.0);
    let head = 26.0 + tall(ui.painter(), &note.title, title.clone(), room, 21.0);
    // Where the board is too low for all of it, the text is scrolled: its button stays in reach.
    let whole = (head + body + 39.0).min((board.height() - 44.0).max(head + 90.0));
    let rect = place(vec2(width, whole));
    // What lies under it is neither clicked nor dragged.
    ui.interact(rect, Id::unique("note"), Sense::CLICK | Sense::DRAG);
    card(ui.painter(), rect, p);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(5.0, rect.height())), 0.0, p.wax);
    let x = rect.left() + 20.0;
    Letters::new("NOTE", Face::BodyBold.at(12.0), p.wax)
        .tracked(1.2)
        .paint(ui.painter(), pos2(x, rect.top() + 20.0));
    paragraph(ui.painter(), pos2(x, rect.top() + 40.0), room, &note.title, title, p.ink, 21.0);
    // Beside a text that is scrolled stands its bar.
    let inner = Rect::from_min_max(pos2(x, rect.top() + head), rect.right_bottom() - vec2(6.0, 39.0));
    let mut child = part(ui, inner, "note");
    cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
        let (area, _) = ui.allocate_exact_size(vec2(room, body), Sense::hover());
        paragraph(ui.painter(), area.min + vec2(0.0, 15.0), room, &note.text, text, p.ink, 19.0);
    });
    let foot = rect.bottom() - 12.0;
    if let Some(cite) = &note.citation
        && link(ui, pos2(x, foot), &format!("Rule {cite}"), 13.5, p.focus, "note rule").0.clicked()
    {
        asks.push(Ask::Rule(cite.clone()));
    }
    let button = Rect::from_min_size(pos2(rect.right() - 92.0, rect.bottom() - 34.0), vec2(80.0, 26.0));
    Button::new("Got it", "").put(ui, button, "note", p).clicked()
}
