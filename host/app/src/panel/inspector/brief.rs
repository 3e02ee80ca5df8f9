//! A unit in a panel that is low: its picture small, and all that is told of it in a few lines, so that the log keeps its room.

use super::{rows_of, state_of, under_name};
use crate::draw::letter::Face;
use crate::panel::control::{fitted, headline, paragraph};
use crate::panel::livery;
use crate::piece::Piece;
use crate::piece::counter::Counters;
use crate::theme::Palette;
use egui::{Ui, pos2};
use muster_contract::{Description, PieceForm, UnitView};

/// In less room than this a unit is told of in brief.
pub(super) const FULL: f32 = 210.0;

/// Paints it from `ui`'s top and gives the height that it took.
pub(super) fn unit(
    ui: &Ui,
    unit: &UnitView,
    (heading, place): (&str, &str),
    description: &Description,
    counters: &mut Counters,
    p: &Palette,
) -> f32 {
    let rect = ui.max_rect();
    let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
    let painter = ui.painter();
    headline(painter, pos2(x, rect.top() + 24.0), w, heading, place, p);
    let mut y = rect.top() + 44.0;
    let livery = livery(description, p, unit.side.as_deref());
    let tall = if description.pieces == PieceForm::LongBlocks { 24.0 } else { 42.0 };
    let piece = Piece::upright(unit, livery, description.pieces, tall);
    counters.piece(painter, pos2(x + 26.0, y + 23.0), &piece, p);
    let (left, room) = (x + 62.0, w - 62.0);
    let Some(face) = &unit.face else {
        let name = unit.side.as_deref().map_or("A unit", |side| crate::panel::side_name(description, side));
        fitted(painter, pos2(left, y + 18.0), room, name, Face::Title.at(17.0), p.ink);
        let words = "You can't see which unit this is.";
        fitted(painter, pos2(left, y + 37.0), room, words, Face::Body.at(14.0), p.ink2);
        return y + 60.0 - rect.top();
    };
    let below = super::titled(ui, pos2(left, y + 18.0), room, &face.name, p);
    let kind = y + 37.0 + below;
    y = kind + 12.0 + super::kind_of(ui, pos2(left, kind), room, &under_name(face, description), p);
    let told = rows_of(face).into_iter().map(|(name, value)| format!("{name} {value}"));
    let told = told.collect::<Vec<_>>().join(" · ");
    if !told.is_empty() {
        y += paragraph(painter, pos2(x, y), w, &told, Face::BodyMedium.at(14.0), p.ink, 17.0);
    }
    let (state, colour) = state_of(unit, face, p);
    if !state.is_empty() {
        y += paragraph(painter, pos2(x, y), w, &state, Face::BodyMedium.at(14.0), colour, 17.0);
    }
    y - 10.0 - rect.top()
}
