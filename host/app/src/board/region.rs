//! Regions of a hex board: the outline around hexes that have something in common.

use crate::draw::curve::{hash, smooth};
use egui::{Pos2, Vec2, vec2};
use std::collections::{HashMap, HashSet};

/// A place named by its rounded position, so that the same corner reached from two hexes is one corner.
pub type Key = (i32, i32);

/// The key of a position; hexes are far larger than its grain.
pub fn key(p: Pos2) -> Key {
    ((p.x * 2.0).round() as i32, (p.y * 2.0).round() as i32)
}

/// The shape of a hex: its corners about its middle, the side after corner `i` lying between `i` and `i + 1`.
#[derive(Clone, Debug)]
pub struct HexShape {
    /// The corners.
    pub corners: [Vec2; 6],
    /// From the middle to the middle of the neighbour over the side after each corner.
    pub steps: [Vec2; 6],
}

impl HexShape {
    /// Hexes `width` from side to side, standing on a corner if `pointy`.
    pub fn new(width: f32, pointy: bool) -> Self {
        let radius = width / 3f32.sqrt();
        let turn = if pointy { -90f32 } else { -120.0 };
        let at = |degrees: f32, length: f32| {
            let (s, c) = degrees.to_radians().sin_cos();
            vec2(c, s) * length
        };
        Self {
            corners: std::array::from_fn(|i| at(turn + 60.0 * i as f32, radius)),
            steps: std::array::from_fn(|i| at(turn + 30.0 + 60.0 * i as f32, width)),
        }
    }

    /// Which point of the grid of all middles and corners lies nearest. Those lie at whole multiples of half a width and half a
    /// radius, so that the same one is found however it was reached.
    pub fn lattice(&self, p: Pos2) -> Key {
        // Of the six corners the first two are a quarter of the height and half the width apart, or turned about.
        let step = self.corners[0] - self.corners[1];
        let upright = self.corners[0].x.abs() < step.length() * 0.1;
        let (half, quarter) = (step.length() * 3f32.sqrt() / 2.0, step.length() / 2.0);
        let (x, y) = if upright { (half, quarter) } else { (quarter, half) };
        ((p.x / x).round() as i32, (p.y / y).round() as i32)
    }

    /// The outline of the hex around a middle, grown by a factor.
    pub fn outline(&self, middle: Pos2, grown: f32) -> Vec<Pos2> {
        self.corners.iter().map(|c| middle + *c * grown).collect()
    }
}

/// A region's smooth outlines; holes run the other way round.
pub fn outlines(middles: &[Pos2], shape: &HexShape, ragged: f32) -> Vec<Vec<Pos2>> {
    let at = |p: Pos2| shape.lattice(p);
    let members: HashSet<Key> = middles.iter().map(|m| at(*m)).collect();
    let mut next: HashMap<Key, (Pos2, Pos2)> = HashMap::new();
    let mut starts = Vec::new();
    for middle in middles {
        for i in 0..6 {
            if !members.contains(&at(*middle + shape.steps[i])) {
                let (a, b) = (*middle + shape.corners[i], *middle + shape.corners[(i + 1) % 6]);
                next.insert(at(a), (a, b));
                starts.push(at(a));
            }
        }
    }
    let mut loops = Vec::new();
    for start in starts {
        let mut here = start;
        let mut points = Vec::new();
        while let Some((a, b)) = next.remove(&here) {
            let middle = a + (b - a) * 0.5;
            let k = key(middle);
            let push = vec2(hash(k.0, k.1, 11) - 0.5, hash(k.0, k.1, 12) - 0.5) * ragged;
            points.push(middle + push);
            here = at(b);
        }
        if points.len() > 2 {
            loops.push(smooth(&points, 5, true));
        }
    }
    loops
}

/// Splits hexes into groups that hang together.
pub fn connected(middles: &[Pos2], shape: &HexShape) -> Vec<Vec<Pos2>> {
    let mut left: HashMap<Key, Pos2> = middles.iter().map(|m| (shape.lattice(*m), *m)).collect();
    let mut groups = Vec::new();
    for middle in middles {
        let Some(first) = left.remove(&shape.lattice(*middle)) else { continue };
        let mut group = vec![first];
        let mut i = 0;
        while i < group.len() {
            for step in shape.steps {
                group.extend(left.remove(&shape.lattice(group[i] + step)));
            }
            i += 1;
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn two_neighbours_have_one_outline_and_strangers_two() {
        let shape = HexShape::new(78.0, true);
        let a = pos2(0.0, 0.0);
        let near = a + shape.steps[1];
        let far = a + shape.steps[1] * 3.0;
        assert_eq!(outlines(&[a, near], &shape, 0.0).len(), 1);
        assert_eq!(connected(&[a, near], &shape).len(), 1);
        assert_eq!(outlines(&[a, far], &shape, 0.0).len(), 2);
        assert_eq!(connected(&[a, far], &shape).len(), 2);
    }

    /// Wherever hexes lie on a large map, those that lie side by side are one region.
    #[test]
    fn hexes_are_neighbours_in_every_row_and_column() {
        for pointy in [true, false] {
            let shape = HexShape::new(78.0, pointy);
            for rank in 0..99 {
                let far = rank as f32 * 3f32.sqrt() / 2.0 * 78.0;
                let (a, next) = match pointy {
                    true => (pos2(39.0 * (rank % 2) as f32, far), 1),
                    false => (pos2(far, 39.0 * (rank % 2) as f32), 3),
                };
                let row: Vec<_> = (0..20).map(|i| a + shape.steps[next] * i as f32).collect();
                assert_eq!(connected(&row, &shape).len(), 1, "rank {rank}");
                let outline = outlines(&row, &shape, 0.0);
                assert_eq!(outline.len(), 1, "rank {rank}");
                assert_eq!(outline[0].len(), (20 * 4 + 2) * 5, "all sides around are in it, rank {rank}");
            }
        }
    }

    #[test]
    fn a_ring_of_hexes_has_a_hole() {
        let shape = HexShape::new(78.0, false);
        let ring: Vec<_> = shape.steps.iter().map(|s| pos2(0.0, 0.0) + *s).collect();
        assert_eq!(outlines(&ring, &shape, 0.0).len(), 2);
    }
}
