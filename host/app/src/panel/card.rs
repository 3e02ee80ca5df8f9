//! Cards over the board: what is under the pointer, why something can't be chosen, a note of the guide.

use super::Ask;
use super::control::{Button, card, fitted, key_cap, link, paragraph};
use crate::catalogue::GuideNote;
use crate::draw::letter::{Face, Letters};
use crate::theme::Palette;
use egui::{Painter, Rect, Ui, pos2, vec2};
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

/// How tall a card will be.
pub fn height(painter: &Painter, telling: &Telling) -> f32 {
    let lines: f32 = telling.lines.iter().map(|l| lines_height(painter, &text_of(l), WIDTH - 24.0)).sum();
    let foot = if telling.cost.is_empty() && telling.enter.is_empty() { 0.0 } else { 26.0 };
    let foot = foot + if foot > 0.0 && !foot_fits(painter, telling) { 20.0 } else { 0.0 };
    40.0 + lines + foot + if heading_fits(painter, telling) { 0.0 } else { 18.0 }
}

// Whether the heading has what stands at its right beside it: else that stands under it.
fn heading_fits(painter: &Painter, telling: &Telling) -> bool {
    let wide = |words: &str, font| Letters::new(words, font, egui::Color32::BLACK).width(painter);
    let title = wide(&telling.title, Face::Title.at(16.0));
    let aside = wide(&telling.aside, Face::BodyItalic.at(13.0));
    telling.aside.is_empty() || title + 10.0 + aside <= WIDTH - 24.0
}

// Whether what it costs, the key and what that does stand in one line: else the key begins a second.
fn foot_fits(painter: &Painter, telling: &Telling) -> bool {
    let wide = |words: &str, font| Letters::new(words, font, egui::Color32::BLACK).width(painter);
    let cost = wide(&telling.cost, Face::BodyBold.at(14.0));
    let enter = wide(&telling.enter, Face::Body.at(13.0));
    telling.cost.is_empty() || telling.enter.is_empty() || cost + KEY + 14.0 + enter <= WIDTH - 24.0
}

fn lines_height(painter: &Painter, text: &str, width: f32) -> f32 {
    let font = Face::Body.at(14.0);
    let galley = painter.layout(text.to_owned(), font, egui::Color32::BLACK, width);
    galley.rows.len() as f32 * 18.0
}

/// Paints a card.
pub fn paint(painter: &Painter, at: egui::Pos2, telling: &Telling, p: &Palette) {
    let rect = Rect::from_min_size(at, vec2(WIDTH, height(painter, telling)));
    card(painter, rect, p);
    if telling.refused {
        painter.rect_filled(Rect::from_min_size(at, vec2(4.0, rect.height())), 0.0, p.danger);
    }
    let (x, w) = (at.x + 12.0, WIDTH - 24.0);
    let mut y = at.y + 23.0;
    let aside = Letters::new(&telling.aside, Face::BodyItalic.at(13.0), p.ink2).right();
    fitted(painter, pos2(x, y), w, &telling.title, Face::Title.at(16.0), p.ink);
    if !heading_fits(painter, telling) {
        y += 18.0;
    }
    aside.within(w).paint(painter, pos2(x + w, y));
    painter.hline(x..=x + w, y + 7.5, (0.9, p.rule));
    y += 26.0;
    for (i, line) in telling.lines.iter().enumerate() {
        let colour = if telling.refused && i == 0 { p.danger } else { p.ink };
        paragraph(painter, pos2(x, y), w, &text_of(line), Face::Body.at(14.0), colour, 18.0);
        y += lines_height(painter, &text_of(line), w);
    }
    if !telling.cost.is_empty() || !telling.enter.is_empty() {
        y += 5.0;
        fitted(painter, pos2(x, y), w, &telling.cost, Face::BodyBold.at(14.0), p.accent_text);
        if !telling.enter.is_empty() {
            if !foot_fits(painter, telling) {
                y += 20.0;
            }
            let words = Letters::new(&telling.enter, Face::Body.at(13.0), p.ink2).within(w - KEY).right();
            let width = words.paint(painter, pos2(x + w, y));
            key_cap(painter, pos2(x + w - width - KEY + 2.0, y - 13.5), "Enter", false, false, p);
        }
    }
}

/// Paints a note of the guide at the top left of the board; gives whether it was put away.
pub fn note(ui: &mut Ui, board: Rect, note: &GuideNote, p: &Palette, asks: &mut Vec<Ask>) -> bool {
    let width = 330.0;
    let text = Face::Body.at(14.5);
    let galley = ui.painter().layout(note.text.clone(), text.clone(), p.ink, width - 40.0);
    let body = galley.rows.len() as f32 * 19.0;
    let rect = Rect::from_min_size(board.left_top() + vec2(22.0, 22.0), vec2(width, body + 86.0));
    card(ui.painter(), rect, p);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(5.0, rect.height())), 0.0, p.wax);
    let x = rect.left() + 20.0;
    Letters::new("NOTE", Face::BodyBold.at(12.0), p.wax)
        .tracked(1.2)
        .paint(ui.painter(), pos2(x, rect.top() + 20.0));
    fitted(ui.painter(), pos2(x, rect.top() + 40.0), width - 40.0, &note.title, Face::Title.at(17.0), p.ink);
    paragraph(ui.painter(), pos2(x, rect.top() + 62.0), width - 40.0, &note.text, text, p.ink, 19.0);
    let foot = rect.bottom() - 12.0;
    if let Some(cite) = &note.citation
        && link(ui, pos2(x, foot), &format!("Rule {cite}"), 13.5, p.focus, "note rule").0.clicked()
    {
        asks.push(Ask::Rule(cite.clone()));
    }
    let button = Rect::from_min_size(pos2(rect.right() - 92.0, rect.bottom() - 34.0), vec2(80.0, 26.0));
    Button::new("Got it", "").put(ui, button, "note", p).clicked()
}
