//! Names on a board that no label of its file gives: those of spaces, and of ways along their course.

use super::HEX;
use super::chart::{Anchor, Chart, Label};
use super::country::ground_of_signs;
use super::squares::Squares;
use crate::draw::curve::{self, Nearby};
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::SpaceKind;
use std::collections::{HashMap, HashSet, VecDeque};

/// In how many places along a way there may be room for its name: twice as many as on a way across the largest map.
const MOST_PLACES: f32 = 400.0;

// A name without what different hands write differently ("Hamburg & Purdy road", "Hamburg-Purdy road").
pub(super) fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

impl Chart {
    /// Writes the names of spaces that no label gives yet, each once: under a hex's number, in a box.
    pub fn name_places(&mut self) {
        self.name_cities();
        if self.country {
            self.name_towns();
        }
        let mut named: HashSet<String> = self.labels.iter().map(|l| bare(&l.text)).collect();
        // The box of a side has its name where its back is.
        for cell in self.cells.iter_mut().filter(|cell| cell.side.is_none()) {
            let name = bare(&cell.title);
            if name.is_empty() || cell.named || named.contains(&name) {
                continue;
            }
            named.insert(name);
            let hex = cell.kind == SpaceKind::Hex;
            let down = HEX * if hex { 0.3 } else { -0.34 };
            self.labels.push(Label {
                text: cell.title.clone(),
                style: if cell.has("town") { "town" } else { "place" }.into(),
                along: vec![cell.at + vec2(0.0, down)],
                angle: 0.0,
                size: Some(12.5),
                anchor: Anchor::Middle,
            });
        }
    }

    /// A city's name is written over the roads and orders around it, beside its sign; a label of the board says where about.
    fn name_cities(&mut self) {
        let mut own: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (at, label) in self.labels.iter().enumerate() {
            if label.along.len() == 1 && label.angle == 0.0 {
                own.entry(bare(&label.text)).or_default().push_back(at);
            }
        }
        let mut taken = vec![false; self.labels.len()];
        for cell in self.cells.iter_mut().filter(|cell| cell.worth.is_some()) {
            let name = bare(&cell.title);
            cell.named = !name.is_empty();
            let label = own.get_mut(&name).filter(|_| cell.named).and_then(VecDeque::pop_front);
            if let Some(at) = label {
                taken[at] = true;
                let label = &self.labels[at];
                (cell.name_at, cell.name_size) = (label.along.first().copied(), label.size);
            }
        }
        let mut taken = taken.into_iter();
        self.labels.retain(|_| taken.next() != Some(true));
    }

    /// Ways with a title that no label gives are named along their course, where it is straightest.
    pub(super) fn name_ways(&mut self) {
        let mut named: HashSet<String> = self.labels.iter().map(|l| bare(&l.text)).collect();
        let inner = self.frame.shrink(HEX * 0.6);
        let signs = self.signs();
        let mut labels = Vec::new();
        for way in &self.ways {
            let name = bare(&way.title);
            let water = way.is_water();
            let drawn = water || matches!(way.feature.as_str(), "road" | "railroad");
            if !drawn || name.is_empty() || named.contains(&name) {
                continue;
            }
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
                    let covered = if part.iter().any(|p| signs.near(*p)) { 3.0 } else { 0.0 };
                    let score = chord * 2.0 + level - covered;
                    if best.as_ref().is_none_or(|(b, _)| score > *b) {
                        best = Some((score, part));
                    }
                }
                from += step;
            }
            // On the map of a country a name that would have to bend is left out.
            let straight = |part: &[Pos2]| part[0].distance(part[part.len() - 1]) > room * 0.93;
            let Some((_, mut part)) = best.filter(|(_, part)| !self.country || straight(part)) else {
                continue;
            };
            if part[part.len() - 1].x < part[0].x {
                part.reverse();
            }
            named.insert(name);
            labels.push(Label {
                text: way.title.clone(),
                style: if water { "water" } else { "road" }.into(),
                along: curve::offset(&part, -by),
                angle: 0.0,
                size: Some(match (water, self.country) {
                    (true, _) => 12.0 + 1.5 * f32::from(way.rank),
                    (false, true) => 10.5,
                    (false, false) => 12.5,
                }),
                anchor: Anchor::Middle,
            });
        }
        self.labels.extend(labels);
    }

    // Where no name of a way should come: the signs on the map of a country.
    fn signs(&self) -> Nearby {
        let mut signs = Nearby::new(40.0);
        for cell in self.cells.iter().filter(|_| self.country) {
            for ground in ground_of_signs(cell) {
                signs.add(&[ground.left_center(), ground.right_center()], ground.height() / 2.0 + 7.0);
            }
        }
        signs
    }

    /// Areas' numbers stand over their middles, or beside, or under what lies there, where no name is.
    pub(super) fn place_numbers(&mut self) {
        let mut taken = Squares::default();
        for label in self.labels.iter().filter(|label| label.along.len() == 1) {
            let size = label.size.unwrap_or(13.0);
            let width = label.text.chars().count() as f32 * size * 0.56;
            let name = Rect::from_center_size(label.along[0] - vec2(0.0, size * 0.3), vec2(width, size));
            taken.add(name, name);
        }
        for (at, _) in &self.houses {
            let house = Rect::from_center_size(*at, vec2(8.0, 8.0));
            taken.add(house, house);
        }
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
                    && !taken.around(number).any(|other| other.intersects(number))
            };
            cell.number = cell.at + *ways.iter().find(free).unwrap_or(&ways[0]);
        }
    }
}
