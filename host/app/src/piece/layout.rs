//! Where pieces lie: stacks fan out, generals on top; pieces at an edge stand before it.

use crate::board::chart::Chart;
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::UnitView;
use std::collections::HashMap;

/// A piece in its place on the chart, at zoom 1.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// Which of the view's units it is.
    pub unit: usize,
    /// Its middle.
    pub at: Pos2,
    /// The length of its sides.
    pub size: f32,
}

impl Lying {
    /// The ground that it covers.
    pub fn rect(&self) -> Rect {
        Rect::from_center_size(self.at, Vec2::splat(self.size))
    }
}

/// A layout, kept while nothing else is shown.
#[derive(Default)]
pub struct Laid {
    of: Option<(u64, Option<String>)>,
    /// The pieces in drawing order.
    pub pieces: Vec<Lying>,
    by_unit: HashMap<String, usize>,
}

impl Laid {
    /// Lays the units out anew if something else is shown than before.
    pub fn update(&mut self, sight: u64, chart: &Chart, units: &[UnitView], spread: Option<&str>) {
        if self.of.as_ref().is_some_and(|(s, open)| *s == sight && open.as_deref() == spread) {
            return;
        }
        self.of = Some((sight, spread.map(str::to_owned)));
        self.pieces = lay(chart, units, spread);
        self.by_unit = self.pieces.iter().enumerate().map(|(i, l)| (units[l.unit].id.clone(), i)).collect();
    }

    /// The piece of a unit.
    pub fn of(&self, unit: &str) -> Option<&Lying> {
        self.by_unit.get(unit).map(|i| &self.pieces[*i])
    }
}

/// Lays out all units of a board, in drawing order.
pub fn lay(chart: &Chart, units: &[UnitView], spread: Option<&str>) -> Vec<Lying> {
    let mut stacks: Vec<(String, Vec<usize>)> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for (i, unit) in units.iter().enumerate() {
        if chart.cell(&unit.place.space).is_none() {
            continue;
        }
        let key = format!("{}|{}", unit.place.space, unit.place.edge.as_deref().unwrap_or(""));
        let n = *index.entry(key.clone()).or_insert_with(|| {
            stacks.push((key, Vec::new()));
            stacks.len() - 1
        });
        stacks[n].1.push(i);
    }
    let mut lying = Vec::new();
    for (_, members) in &stacks {
        let place = &units[members[0]].place;
        let Some(cell) = chart.cell(&place.space) else { continue };
        let mut middle = cell.at + vec2(0.0, 3.0);
        if let Some(side) = place.edge.as_deref().and_then(|e| chart.side(e)) {
            let edge = side.line[0] + (side.line[1] - side.line[0]) * 0.5;
            middle = edge + (cell.at - edge) * 0.45;
        }
        let n = members.len() as f32;
        let open = spread.is_some_and(|s| s == place.space);
        // A few lie as the look has them; many move together, and a stack that is looked at opens.
        let step = if open { vec2(34.0, 14.0) } else { vec2(10.0, 9.0) * (4.0 / n.max(4.0)) };
        for (k, i) in members.iter().enumerate() {
            let small =
                units[*i].face.as_ref().is_some_and(|f| matches!(f.symbol.as_str(), "general" | "train"));
            let from_top = n - 1.0 - k as f32;
            let at = middle + step * (from_top - (n - 1.0) / 2.0);
            lying.push(Lying { unit: *i, at, size: if small { 38.0 } else { 45.0 } });
        }
    }
    lying
}

/// The topmost piece at a point.
pub fn at(lying: &[Lying], p: Pos2) -> Option<&Lying> {
    lying.iter().rev().find(|l| l.rect().contains(p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::chart::Chart;
    use muster_contract::{Board, Grid, Place, Point, Space, SpaceKind};

    fn unit(id: &str) -> UnitView {
        let place = Place { space: "0101".into(), edge: None, facing: None, slot: None, carrier: None };
        UnitView { id: id.into(), side: None, place, face: None }
    }

    #[test]
    fn the_last_of_a_stack_lies_on_top() {
        let space = Space {
            id: "0101".into(),
            title: String::new(),
            kind: SpaceKind::Hex,
            at: Point { x: 0, y: 0 },
            features: vec![],
            values: vec![],
        };
        let board = Board {
            id: "b".into(),
            title: String::new(),
            grid: Grid::PointyHexes,
            spaces: vec![space],
            edges: vec![],
            values: vec![],
        };
        let chart = Chart::bare(&board);
        let lying = lay(&chart, &[unit("a"), unit("b")], None);
        let middle = lying[0].at + (lying[1].at - lying[0].at) * 0.5;
        assert_eq!(at(&lying, middle).map(|l| l.unit), Some(1));
    }
}
