//! The dice tray: the last roll that this seat knows of, and what it was for.

use super::control::{inked, paragraph_of};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::{Palette, mix};
use egui::{Color32, Rect, Ui, Vec2, pos2, vec2};
use muster_contract::{Event, EventKind, Roll};

/// More dice than this are not laid out.
const MOST: usize = 12;

/// The last roll, with what the log says of it and of what came of it.
fn last_roll(session: &Session) -> Option<(&Roll, String, Vec<&Event>)> {
    let looked_at = session.moment.as_ref().map(|m| m.step);
    let known =
        session.log.values().rev().filter(|item| {
            !item.undone && looked_at.is_none_or(|step| item.step.is_some_and(|at| at <= step))
        });
    known.into_iter().find_map(|item| {
        let at = item.events.iter().rposition(|e| matches!(e.kind, EventKind::Rolled(_)))?;
        let EventKind::Rolled(roll) = &item.events[at].kind else { return None };
        let text = &item.events[at].text;
        let text = if text.is_empty() { roll.reason.clone() } else { text.clone() };
        let then = item.events[at + 1..].iter().filter(|e| matches!(e.kind, EventKind::Lost)).collect();
        Some((roll, text, then))
    })
}

/// Paints the tray into a rectangle.
pub fn paint(ui: &Ui, rect: Rect, session: &Session, p: &Palette) {
    let felt = Color32::from_rgb(0x4E, 0x5B, 0x46);
    let wood = Color32::from_rgb(0x7C, 0x5A, 0x3A);
    let inner = rect.shrink(7.0);
    let found = last_roll(session);
    inked(ui.painter(), |ink| {
        ink.rect(rect, wood, 1.0, mix(wood, Color32::BLACK, 0.4));
        ink.rect(inner, felt, 0.0, felt);
        ink.segment(inner.left_top(), inner.right_top(), 2.0, Color32::from_rgb(0x33, 0x3D, 0x2E));
        ink.segment(inner.left_top(), inner.left_bottom(), 2.0, Color32::from_rgb(0x33, 0x3D, 0x2E));
        let light = mix(wood, Color32::WHITE, 0.35);
        ink.line(&[rect.left_bottom(), rect.left_top(), rect.right_top()], 1.4, light);
    });
    let words = |y: f32, text: &str, face: Face, colour, rows| {
        let at = pos2(inner.left() + 9.0, y);
        paragraph_of(ui.painter(), at, inner.width() - 18.0, text, face.at(14.0), colour, 17.0, rows)
    };
    let pale = Color32::from_rgb(0xF1, 0xEA, 0xD8);
    let Some((roll, text, then)) = found else {
        words(inner.center().y, "No dice yet.", Face::BodyItalic, pale, 1);
        return;
    };
    let count = roll.dice.len().min(MOST);
    let abreast = count.clamp(1, 4);
    let gap = (inner.width() - 16.0) / abreast as f32;
    let size = (gap - 7.0).min(if count > 8 { 24.0 } else { 38.0 });
    let place = |i: usize| {
        let (line, file) = (i / abreast, i % abreast);
        let aside = (file as f32 + 0.5) * gap;
        let at = inner.left_top() + vec2(8.0 + aside, 12.0 + size / 2.0 + line as f32 * (size + 8.0));
        // They don't lie quite in line, the same way for the same dice.
        let face = f32::from(roll.dice[i].face % 7);
        at + vec2((face * 2.4 + i as f32).sin() * 2.5, (face * 1.7 + i as f32 * 2.0).cos() * 3.5)
    };
    inked(ui.painter(), |ink| {
        for (i, die) in roll.dice.iter().take(count).enumerate() {
            let square = Rect::from_center_size(place(i), Vec2::splat(size));
            symbol::die(ink, p, square, die.sides, die.face, die.counts);
        }
    });
    for (i, die) in roll.dice.iter().take(count).enumerate().filter(|(_, die)| die.sides != 6) {
        let colour = if die.counts { Color32::WHITE } else { p.pip };
        Letters::new(die.face.to_string(), Face::FigureBold.at(size * 0.66), colour)
            .middle()
            .paint(ui.painter(), place(i) + vec2(0.0, size * 0.24));
    }
    let lines = count.div_ceil(abreast) as f32;
    let mut y = inner.top() + 12.0 + lines * (size + 8.0) + 16.0;
    y += words(y, &text, Face::BodyBold, Color32::WHITE, 4);
    for event in then.into_iter().take(3).filter(|e| !e.text.is_empty()) {
        if y < inner.bottom() - 6.0 {
            y += words(y, &event.text, Face::Body, pale, 3);
        }
    }
}
