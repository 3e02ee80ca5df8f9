//! Cities of a map of points: as large as they are worth, tinted by whoever holds them, with forts, ports and capitals.

use super::livery;
use super::states::Seen;
use crate::board::HEX;
use crate::board::chart::Cell;
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Pos2, Vec2, vec2};
use muster_contract::{Description, Marker};
use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_4, TAU};

/// The worth of a city that is drawn largest.
const MOST: f32 = 50.0;

/// A city's radius on the chart, from what it is worth.
pub fn radius(worth: i32) -> f32 {
    let share = (worth as f32 / MOST).clamp(0.0, 1.0);
    HEX * (0.075 + 0.125 * share.sqrt())
}

/// What markers say of a city.
#[derive(Default)]
struct State<'a> {
    holder: Option<&'a str>,
    fort: u8,
    capital: Option<&'a str>,
}

/// What of a city a kind of marker says.
enum Part {
    Tint,
    Works,
    Star,
}

fn part(kind: &str) -> Option<Part> {
    match kind {
        "control" => Some(Part::Tint),
        "fort" => Some(Part::Works),
        kind if kind.contains("works") => Some(Part::Works),
        "capital" | "objective" => Some(Part::Star),
        _ => None,
    }
}

/// Whether a marker is drawn as a part of the city that it lies on.
pub fn belongs(marker: &Marker, cell: &Cell) -> bool {
    cell.worth.is_some() && part(&marker.kind).is_some()
}

impl Seen<'_> {
    /// Paints the cities of the board, if it has any.
    pub fn cities(&self, markers: &[Marker], description: &Description) {
        if !self.chart.cells.iter().any(|cell| cell.worth.is_some()) {
            return;
        }
        let mut states: HashMap<&str, State<'_>> = HashMap::new();
        for marker in markers {
            let state = states.entry(marker.place.space.as_str()).or_default();
            match part(&marker.kind) {
                Some(Part::Tint) => state.holder = marker.side.as_deref(),
                Some(Part::Works) => state.fort = marker.label.parse().unwrap_or(1),
                Some(Part::Star) => state.capital = Some(marker.side.as_deref().unwrap_or("")),
                None => {}
            }
        }
        let clip = self.painter.clip_rect().expand(HEX * self.camera.zoom);
        let z = self.camera.zoom.clamp(0.45, 2.0);
        let mut worths = Vec::new();
        self.ink(|ink| {
            for cell in &self.chart.cells {
                let Some(worth) = cell.worth else { continue };
                let at = self.at(cell.at);
                if !clip.contains(at) {
                    continue;
                }
                let none = State::default();
                let state = states.get(cell.id.as_str()).unwrap_or(&none);
                let held = state.holder.map(|side| livery(description, self.p, Some(side)));
                let star = state.capital.map(|side| livery(description, self.p, Some(side)));
                let r = radius(worth) * z;
                city(ink, at, [r, r + 5.5 * z.max(1.0)], state.fort, held.as_ref(), star.as_ref(), self.p);
                if cell.has("port") {
                    let at = super::names::anchor(at, worth, self.camera.zoom);
                    ink.disc(at, 5.6 * z, self.p.sheet, 0.9, self.p.water_line);
                    symbol::anchor(ink, at, 9.0 * z, self.p.water_ink);
                }
                if star.is_none() && r > 7.0 {
                    worths.push((at, r, worth, held.map_or(self.p.ink, |held| held.on_body)));
                }
            }
        });
        for (at, r, worth, colour) in worths {
            let size = (r * 1.02).clamp(8.0, 17.0);
            Letters::new(worth.to_string(), Face::FigureSemi.at(size), colour)
                .middle()
                .paint(self.painter, at + vec2(0.0, size * 0.34));
        }
    }
}

// One city, its disc and its works as large as these radii: bastions behind it, its disc, a capital's star on it.
fn city(
    ink: &mut Ink,
    at: Pos2,
    [r, far]: [f32; 2],
    fort: u8,
    held: Option<&Livery>,
    star: Option<&Livery>,
    p: &Palette,
) {
    ink.group(|ink| {
        if fort > 0 {
            ink.polygon(&bastions(at, far, 0.0), fade(p.sheet, 0.85), 1.2, p.ink);
            if fort > 1 {
                ink.polygon(&bastions(at, far, FRAC_PI_4), p.sheet, 1.2, p.ink);
            }
        }
        let (fill, line) = held.map_or((p.sheet, p.ink), |held| (held.body, held.edge));
        ink.disc(at + vec2(1.2, 1.8), r + 0.6, fade(p.ink, 0.22), 0.0, p.ink);
        ink.disc(at, r, fill, 1.3, line);
        // Whoever can't tell the colours apart sees a ring within the cities of one side.
        if held.is_some_and(|held| held.cut) && star.is_none() {
            ink.disc(at, r - 2.2, fill, 0.9, mix(fill, p.sheet, 0.55));
        }
        if let Some(star) = star {
            let points = symbol::star(at, (r * 0.92).max(5.0));
            ink.polygon(&points, if held.is_some() { p.sheet } else { star.body }, 0.9, line);
        }
    });
}

// The outline of a work with four bastions.
fn bastions(at: Pos2, r: f32, turn: f32) -> Vec<Pos2> {
    (0..8)
        .map(|i| {
            let angle = turn + TAU * i as f32 / 8.0;
            at + Vec2::angled(angle) * if i % 2 == 0 { r * 1.12 } else { r * 0.82 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_is_as_large_as_it_is_worth() {
        assert!(radius(1) < radius(10) && radius(10) < radius(50));
        assert_eq!(radius(50), radius(9_000), "no city is larger than the largest");
        assert!(radius(-5) > 0.0);
    }
}
