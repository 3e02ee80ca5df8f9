//! How far hexes lie from each other by land. Only what bots think of the map asks for it.

use muster_sdk::{Index as _, Table};

use super::{Hex, HexInfo};

/// Farther than any march.
pub const FAR: u8 = u8::MAX;

/// By two hexes: the hexes of the shortest way over hexsides that can be crossed, or [`FAR`].
#[derive(Clone, Debug)]
pub struct Distances {
    across: usize,
    steps: Vec<u8>,
}

impl Distances {
    /// Measures a map.
    pub(super) fn new(hexes: &Table<Hex, HexInfo>) -> Self {
        let across = hexes.len();
        let mut steps = vec![FAR; across * across];
        let mut reached: Vec<Hex> = Vec::with_capacity(across);
        for (from, row) in steps.chunks_exact_mut(across.max(1)).enumerate() {
            reached.clear();
            reached.push(Hex::nth(from));
            row[from] = 0;
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                next += 1;
                let step = row[at.place()].saturating_add(1);
                for way in &hexes[at].ways {
                    let known = &mut row[way.to.place()];
                    if way.hexside.passable && *known == FAR && step < FAR {
                        *known = step;
                        reached.push(way.to);
                    }
                }
            }
        }
        Self { across, steps }
    }

    /// Hexes from one to the other; [`FAR`] if there is no way.
    pub fn between(&self, one: Hex, other: Hex) -> u8 {
        self.steps[one.place() * self.across + other.place()]
    }
}
