//! The result at the end of a game: who won, by what, and what can be done now.

use super::control::{Button, card as sheet, inked, told_paragraph};
use super::{Ask, Page, livery, scores, side_name};
use crate::catalogue::ScoreSheet;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::keys::{self, Action};
use crate::theme::{Palette, fade};
use egui::{Rect, Ui, pos2, vec2};
use muster_contract::{Description, Line, Outcome};

/// So many reasons stand on the card.
const REASONS: usize = 8;

/// Who won: "Union victory".
pub fn winner(outcome: &Outcome, description: &Description) -> String {
    match &outcome.winner {
        Some(side) => format!("{} victory", side_name(description, side)),
        None => "A drawn battle".to_owned(),
    }
}

fn reason(line: &Line) -> String {
    line.citation.as_ref().map_or_else(|| line.text.clone(), |cite| format!("{} [{cite}]", line.text))
}

/// The result in a line: who won, how, and the first of the reasons.
pub fn in_words(outcome: &Outcome, description: &Description) -> String {
    let mut words = winner(outcome, description);
    if !outcome.degree.is_empty() {
        words += &format!(", {}", outcome.degree);
    }
    match outcome.reasons.first() {
        Some(line) => format!("{words}: {}", reason(line)),
        None => format!("{words}."),
    }
}

/// Paints the card over the board; gives whether it was put away.
pub fn card(
    ui: &mut Ui,
    board: Rect,
    outcome: &Outcome,
    best: Option<&ScoreSheet>,
    description: &Description,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> bool {
    let rows = outcome.reasons.len().min(REASONS) as f32;
    let bare = 270.0 + rows * 26.0;
    let more = best.map_or(0.0, |sheet| scores::height(sheet, board.height() - bare - 20.0));
    let rect = Rect::from_center_size(board.center(), vec2(620.0, bare + more));
    sheet(ui.painter(), rect, p);
    ui.painter().rect_stroke(rect.shrink(6.0), 0.0, (0.8, fade(p.ink, 0.6)), egui::StrokeKind::Middle);
    let mut y = head(ui, rect, outcome, description, p);
    for line in outcome.reasons.iter().take(REASONS) {
        let (words, room) = (reason(line), rect.width() - 60.0);
        let wide = |size: f32| Letters::new(&words, Face::Body.at(size), p.ink).width(ui.painter());
        // A long one is set smaller.
        let font = Face::Body.at((15.5 * room / wide(15.5).max(1.0)).clamp(12.0, 15.5));
        let width = wide(font.size).min(room);
        told_paragraph(ui, pos2(rect.center().x - width / 2.0, y), width + 1.0, &words, font, p.ink, 18.0, 1);
        y += 26.0;
    }
    if let Some(sheet) = best.filter(|_| more > 0.0) {
        let room = Rect::from_min_size(pos2(rect.left() + 30.0, y - 8.0), vec2(rect.width() - 60.0, more));
        scores::list(ui, room, sheet, description, p);
    }
    buttons(ui, rect, p, asks)
}

// The winner's flag and the words under it; gives where the reasons begin.
fn head(ui: &Ui, rect: Rect, outcome: &Outcome, description: &Description, p: &Palette) -> f32 {
    let livery = livery(description, p, outcome.winner.as_deref());
    let top = pos2(rect.center().x, rect.top() + 62.0);
    inked(ui.painter(), |ink| {
        symbol::flag(ink, &livery, top, 58.0);
        symbol::draw(ink, "general", top, 30.0, livery.on_body, livery.body, 3);
    });
    let middle = |y: f32, words: &str, face: Face, size: f32, colour| {
        let letters = Letters::new(words, face.at(size), colour).middle();
        letters.paint(ui.painter(), pos2(rect.center().x, rect.top() + y));
    };
    middle(134.0, &winner(outcome, description), Face::Title, 34.0, p.ink);
    middle(162.0, &outcome.degree, Face::PlaceItalic, 19.0, p.ink2);
    rect.top() + 196.0
}

// What can be done now; gives whether the card is put away for the board and its replay.
fn buttons(ui: &mut Ui, rect: Rect, p: &Palette, asks: &mut Vec<Ask>) -> bool {
    let story = keys::cap_of(ui, Action::Chronicle);
    let mut button = |i: f32, words: &str, key: &str, id: &str| {
        let at = pos2(rect.center().x - 254.0 + i * 172.0, rect.bottom() - 62.0);
        Button::new(words, key).put(ui, Rect::from_min_size(at, vec2(164.0, 42.0)), id, p).clicked()
    };
    if button(1.0, "The chronicle", story, "result chronicle") {
        asks.push(Ask::Open(Page::Chronicle));
    }
    if button(2.0, "To the lobby", "", "result lobby") {
        asks.push(Ask::Leave);
    }
    button(0.0, "Look at the board", "Esc", "result close")
}
