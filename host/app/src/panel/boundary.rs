//! A boundary between two areas at large: its bar, what tells against those who cross it, and who stands there.

use super::control::{card, fitted, headline, inked, paragraph};
use super::livery;
use crate::board::bars::{Approach, Bar, Passage, Sign};
use crate::board::chart::{Cell, Side};
use crate::draw::letter::{Face, Letters};
use crate::piece::Piece;
use crate::piece::counter::Counters;
use crate::theme::Palette;
use egui::{Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{Description, UnitView, View};

/// How tall a block is here.
const BLOCK: f32 = 27.0;
/// How much larger the bar is than on the board.
const SCALE: f32 = 1.7;

/// Paints it from a point on, so wide, and gives the height that it took.
pub fn paint(
    ui: &Ui,
    (at, width): (Pos2, f32),
    (side, bar, cells): (&Side, &Bar, [&Cell; 2]),
    view: &View,
    description: &Description,
    counters: &mut Counters,
    p: &Palette,
) -> f32 {
    let painter = ui.painter();
    let wide = if bar.wide { "wide" } else { "narrow" };
    let passage = match bar.passage {
        Passage::Open => "passable",
        Passage::Restricted => "restricted",
        Passage::Closed => "impassable",
    };
    headline(painter, at, width, &format!("Boundary {}", side.id), &format!("{wide}, {passage}"), p);
    let standing = cells.map(|cell| -> Vec<&UnitView> {
        let here = |u: &&UnitView| u.place.space == cell.id && u.place.edge.as_deref() == Some(&side.id);
        view.units.iter().filter(here).collect()
    });
    let ranks = standing.iter().map(|units| units.len().div_ceil(2).clamp(1, 3)).collect::<Vec<_>>();
    let tall =
        |i: usize| bar.approaches[i].clearance() * SCALE * 0.62 + ranks[i] as f32 * (BLOCK + 5.0) + 12.0;
    let sheet = Rect::from_min_size(at + vec2(0.0, 14.0), vec2(width, tall(0) + tall(1) + 8.0));
    card(painter, sheet, p);
    let middle = pos2(sheet.center().x + 14.0, sheet.top() + tall(0) + 4.0);
    // Seen with its first area above and its second below.
    let level = Bar {
        along: vec2(1.0, 0.0),
        approaches: [
            Approach { inward: vec2(0.0, -1.0), ..bar.approaches[0].clone() },
            Approach { inward: vec2(0.0, 1.0), ..bar.approaches[1].clone() },
        ],
        ..bar.clone()
    };
    painter.hline(sheet.x_range().shrink(1.0), middle.y, (1.0, p.hair));
    inked(painter, |ink| level.draw(ink, middle, SCALE, p));
    for (i, way) in [-1.0, 1.0].into_iter().enumerate() {
        let name = pos2(sheet.left() + 12.0, middle.y + way * 34.0 + 6.0);
        Letters::new(&cells[i].id, Face::FigureSemi.at(21.0), p.ink).paint(painter, name);
        let first = bar.approaches[i].clearance() * SCALE * 0.62 + BLOCK / 2.0;
        for (k, unit) in standing[i].iter().enumerate() {
            let (rank, file) = ((k / 2).min(2), k % 2);
            let in_rank = 2.min(standing[i].len() - (k / 2) * 2) as f32;
            let livery = livery(description, p, unit.side.as_deref());
            let piece = Piece::upright(unit, livery, description.pieces, BLOCK);
            let x = (file as f32 - (in_rank - 1.0) / 2.0) * (piece.size.x + 6.0);
            let by = vec2(x, way * (first + rank as f32 * (BLOCK + 5.0)));
            counters.piece(painter, middle + by, &piece, p);
        }
    }
    let mut y = sheet.bottom() + 22.0;
    for (cell, approach) in cells.iter().zip(&bar.approaches) {
        let words = against(approach);
        if !words.is_empty() {
            let words = format!("Against those who attack {}: {words}.", cell.id);
            y += paragraph(painter, pos2(at.x, y), width, &words, Face::Body.at(14.0), p.ink, 18.0);
        }
    }
    if y < sheet.bottom() + 23.0 {
        let words = "Nothing tells against those who attack here.";
        fitted(painter, pos2(at.x, y), width, words, Face::BodyItalic.at(14.0), p.ink2);
        y += 18.0;
    }
    y - at.y
}

// What an approach has against those who come into it ("infantry −1, obstructed").
fn against(approach: &Approach) -> String {
    let count = |sign: Sign| approach.signs.iter().filter(|s| **s == sign).count();
    let mut words: Vec<String> = Sign::ALL
        .iter()
        .filter(|(sign, _)| count(*sign) > 0)
        .map(|(sign, name)| format!("{name} −{}", count(*sign)))
        .collect();
    if approach.obstructed {
        words.push("obstructed".to_owned());
    }
    words.join(", ")
}
