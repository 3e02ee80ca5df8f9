//! What lies on a board, looked up by where it lies.

use egui::{Pos2, Rect};
use std::collections::HashMap;

/// How large the squares are in which things are looked up.
const SQUARE: f32 = 32.0;
/// How much is kept of a square. Where there is more, it is covered whatever comes there.
const MOST: usize = 200;

/// Things by the squares that they lie in, at most so many of each square.
pub struct Squares<T>(HashMap<(i32, i32), Vec<T>>);

impl<T> Default for Squares<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Copy> Squares<T> {
    /// Adds a thing that lies at a point.
    pub fn add_at(&mut self, at: Pos2, thing: T) {
        self.add(Rect::from_min_max(at, at), thing);
    }

    /// Adds a thing to all squares that its ground touches.
    pub fn add(&mut self, ground: Rect, thing: T) {
        for square in squares(ground) {
            let there = self.0.entry(square).or_default();
            if there.len() < MOST {
                there.push(thing);
            }
        }
    }

    /// What lies in the squares that this ground touches; what lies in several of them is met in each.
    pub fn around(&self, ground: Rect) -> impl Iterator<Item = &T> {
        squares(ground).filter_map(|square| self.0.get(&square)).flatten()
    }
}

fn squares(ground: Rect) -> impl Iterator<Item = (i32, i32)> {
    let at = |p: Pos2| ((p.x / SQUARE).floor() as i32, (p.y / SQUARE).floor() as i32);
    let (first, last) = (at(ground.min), at(ground.max));
    (first.0..=last.0).flat_map(move |x| (first.1..=last.1).map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    #[test]
    fn of_a_crowd_in_one_place_no_more_is_looked_at_than_covers_it() {
        let ground = Rect::from_center_size(pos2(32.0, 16.0), vec2(20.0, 8.0));
        let mut squares = Squares::default();
        for number in 0..10_000 {
            squares.add(ground, number);
        }
        assert_eq!(squares.around(ground).count(), 2 * MOST);
        assert_eq!(squares.around(ground.translate(vec2(0.0, 40.0))).count(), 0);
        squares.add_at(pos2(-1.0, -1.0), 1);
        assert_eq!(squares.around(Rect::from_min_max(pos2(-9.0, -9.0), pos2(-5.0, -5.0))).count(), 1);
    }
}
