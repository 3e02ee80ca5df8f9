//! Names on a board that no label of its file gives: those of spaces, and of ways along their course.

use super::HEX;
use super::chart::{Chart, Label};
use crate::draw::curve;
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::SpaceKind;

/// In how many places along a way there may be room for its name: twice as many as on a way across the largest map.
const MOST_PLACES: f32 = 400.0;

// A name without what different hands write differently ("Hamburg & Purdy road", "Hamburg-Purdy road").
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

impl Chart {
    /// Writes the names of spaces that no label gives yet, each once: under a hex's number, in a box.
    pub fn name_places(&mut self) {
        self.name_cities();
        let mut named: Vec<String> = self.labels.iter().map(|l| bare(&l.text)).collect();
        // The box of a side has its name where its back is.
        for cell in self.cells.iter_mut().filter(|cell| cell.side.is_none()) {
            let name = bare(&cell.title);
            if name.is_empty() || cell.named || named.contains(&name) {
                continue;
            }
            named.push(name);
            let hex = cell.kind == SpaceKind::Hex;
            self.labels.push(Label {
                text: cell.title.clone(),
                style: if cell.has("town") { "town" } else { "place" }.into(),
                along: vec![cell.at + vec2(0.0, HEX * if hex { 0.3 } else { -0.34 })],
                angle: 0.0,
                size: Some(12.5),
            });
        }
    }

    /// A city's name is written over the roads and orders around it, beside its sign; a label of the board says where about.
    fn name_cities(&mut self) {
        for cell in self.cells.iter_mut().filter(|cell| cell.worth.is_some()) {
            let name = bare(&cell.title);
            cell.named = !name.is_empty();
            let own =
                |label: &Label| label.along.len() == 1 && label.angle == 0.0 && bare(&label.text) == name;
            if let Some(at) = self.labels.iter().position(own).filter(|_| cell.named) {
                let label = self.labels.remove(at);
                (cell.name_at, cell.name_size) = (label.along.first().copied(), label.size);
            }
        }
    }

    /// Ways with a title that no label gives are named along their course, where it is straightest.
    pub(super) fn name_ways(&mut self) {
        let mut named: Vec<String> = self.labels.iter().map(|l| bare(&l.text)).collect();
        let inner = self.frame.shrink(HEX * 0.6);
        let mut labels = Vec::new();
        for way in &self.ways {
            let name = bare(&way.title);
            let drawn = matches!(way.feature.as_str(), "road" | "railroad" | "stream" | "river");
            if !drawn || name.is_empty() || named.contains(&name) {
                continue;
            }
            let water = way.feature == "stream" || way.feature == "river";
            let by = if water { 9.0 + 2.0 * f32::from(way.rank) } else { 7.0 };
            let room = way.title.chars().count() as f32 * 9.0 + 20.0;
            let whole = curve::length(&way.course);
            let mut best: Option<(f32, Vec<Pos2>)> = None;
            // A long way is looked at in so many places and no more.
            let step = (HEX * 0.5).max(whole / MOST_PLACES);
            let mut from = 0.0;
            while from + room < whole {
                let part = crate::draw::ink::stretch(&way.course, from, from + room);
                if part.iter().all(|p| inner.contains(*p)) {
                    let chord = part[0].distance(part[part.len() - 1]) / room;
                    let level = (part[part.len() - 1] - part[0]).normalized().x.abs();
                    let score = chord * 2.0 + level;
                    if best.as_ref().is_none_or(|(b, _)| score > *b) {
                        best = Some((score, part));
                    }
                }
                from += step;
            }
            let Some((_, mut part)) = best else { continue };
            if part[part.len() - 1].x < part[0].x {
                part.reverse();
            }
            named.push(name);
            labels.push(Label {
                text: way.title.clone(),
                style: if water { "water" } else { "road" }.into(),
                along: curve::offset(&part, -by),
                angle: 0.0,
                size: Some(if water { 12.0 + 1.5 * f32::from(way.rank) } else { 12.5 }),
            });
        }
        self.labels.extend(labels);
    }

    /// Areas' numbers stand over their middles, or beside, or under what lies there, where no name is.
    pub(super) fn place_numbers(&mut self) {
        let written: Vec<Rect> = self
            .labels
            .iter()
            .filter(|label| label.along.len() == 1)
            .map(|label| {
                let size = label.size.unwrap_or(13.0);
                let width = label.text.chars().count() as f32 * size * 0.56;
                Rect::from_center_size(label.along[0] - vec2(0.0, size * 0.3), vec2(width, size))
            })
            .collect();
        let houses: Vec<Rect> =
            self.houses.iter().map(|(at, _)| Rect::from_center_size(*at, vec2(8.0, 8.0))).collect();
        for cell in self.cells.iter_mut().filter(|cell| cell.kind == SpaceKind::Area) {
            let ways = [
                vec2(0.0, -21.0),
                vec2(-20.0, -21.0),
                vec2(20.0, -21.0),
                vec2(0.0, -30.0),
                vec2(-26.0, -29.0),
                vec2(26.0, -29.0),
                vec2(0.0, 38.0),
            ];
            let free = |by: &&Vec2| {
                let number = Rect::from_center_size(cell.at + **by, vec2(44.0, 17.0));
                let corners = [
                    number.left_center(),
                    number.right_center(),
                    number.center_top(),
                    number.center_bottom(),
                ];
                corners.iter().all(|corner| curve::inside(*corner, &cell.outline))
                    && !written.iter().chain(&houses).any(|label| label.intersects(number))
            };
            cell.number = cell.at + *ways.iter().find(free).unwrap_or(&ways[0]);
        }
    }
}
