//! Where pieces lie. Counters: stacks fan out, generals on top; those at an edge stand before it. Long blocks: reserves in
//! rows in the middle of their area, the others in ranks behind the bar whose approach they secure. Step blocks and
//! flags stand in files of their own.

use super::{flag, form_size, standing};
use crate::board::bars::{Approach, Bar};
use crate::board::chart::{Cell, Chart};
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::{PieceForm, SpaceKind, UnitView};
use std::collections::HashMap;

/// A piece in its place on the chart, at zoom 1.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// Which of the view's units it is.
    pub unit: usize,
    /// Its middle.
    pub at: Pos2,
    /// Its form.
    pub form: PieceForm,
    /// Its size.
    pub size: Vec2,
    /// How it is turned, in radians clockwise.
    pub turn: f32,
}

impl Lying {
    /// The ground that it covers: the rectangle around it.
    pub fn rect(&self) -> Rect {
        let (sin, cos) = self.turn.sin_cos();
        let [w, h] = [self.size.x, self.size.y];
        let around = vec2((w * cos).abs() + (h * sin).abs(), (w * sin).abs() + (h * cos).abs());
        Rect::from_center_size(self.at, around)
    }

    /// Whether a point is on it.
    pub fn covers(&self, p: Pos2) -> bool {
        let (sin, cos) = (-self.turn).sin_cos();
        let d = p - self.at;
        let own = vec2(d.x * cos - d.y * sin, d.x * sin + d.y * cos);
        own.x.abs() <= self.size.x / 2.0 && own.y.abs() <= self.size.y / 2.0
    }
}

/// A stack that is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Where it lies.
    pub space: String,
    /// The unit that the pointer is on: it stays where it is, and the stack opens around it.
    pub around: String,
}

/// A layout, kept while nothing else is shown.
#[derive(Default)]
pub struct Laid {
    of: Option<(u64, Option<Opened>)>,
    /// The pieces in drawing order.
    pub pieces: Vec<Lying>,
    by_unit: HashMap<String, usize>,
}

impl Laid {
    /// Lays the units out anew if something else is shown than before.
    pub fn update(
        &mut self,
        sight: u64,
        chart: &Chart,
        units: &[UnitView],
        form: PieceForm,
        spread: Option<&Opened>,
    ) {
        if self.of.as_ref().is_some_and(|(s, open)| *s == sight && open.as_ref() == spread) {
            return;
        }
        self.of = Some((sight, spread.cloned()));
        self.pieces = lay(chart, units, form, spread);
        self.by_unit = self.pieces.iter().enumerate().map(|(i, l)| (units[l.unit].id.clone(), i)).collect();
    }

    /// The piece of a unit.
    pub fn of(&self, unit: &str) -> Option<&Lying> {
        self.by_unit.get(unit).map(|i| &self.pieces[*i])
    }
}

/// Lays out all units of a board, in drawing order.
pub fn lay(chart: &Chart, units: &[UnitView], form: PieceForm, spread: Option<&Opened>) -> Vec<Lying> {
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
    // The stack that is opened lies over the others.
    let opened = |members: &[usize]| spread.filter(|opened| opened.space == units[members[0]].place.space);
    stacks.sort_by_key(|(_, members)| opened(members).is_some());
    let mut lying = Vec::new();
    for (_, members) in &stacks {
        let from = lying.len();
        let Some(opened) = opened(members) else {
            stack(chart, members, units, form, false, &mut lying);
            continue;
        };
        stack(chart, members, units, form, true, &mut lying);
        let mut shut = Vec::new();
        stack(chart, members, units, form, false, &mut shut);
        let of = |lying: &[Lying]| lying.iter().find(|l| units[l.unit].id == opened.around).map(|l| l.at);
        if let Some((was, is)) = of(&shut).zip(of(&lying[from..])) {
            lying[from..].iter_mut().for_each(|l| l.at += was - is);
        }
    }
    lying
}

// Lays out those who lie together.
fn stack(
    chart: &Chart,
    members: &[usize],
    units: &[UnitView],
    form: PieceForm,
    open: bool,
    lying: &mut Vec<Lying>,
) {
    let place = &units[members[0]].place;
    let Some(cell) = chart.cell(&place.space) else { return };
    let side = place.edge.as_deref().and_then(|edge| chart.side(edge));
    match (form, side.and_then(|side| side.bar.as_ref().map(|bar| (bar, chart.end(side, cell))))) {
        (PieceForm::LongBlocks, Some((bar, end))) => {
            ranks(bar, &bar.approaches[end], cell, members, lying);
        }
        (PieceForm::LongBlocks, None) => rows(cell, members, lying),
        (PieceForm::StepBlocks, _) => standing::stand(cell, members, units, open, lying),
        (PieceForm::Flags, _) => flag::plant(cell, members, units, open, lying),
        (PieceForm::Counters, _) => fan(cell, side.map(|side| side.line), members, units, open, lying),
    }
}

// Counters lie one over the other.
fn fan(
    cell: &Cell,
    line: Option<[Pos2; 2]>,
    members: &[usize],
    units: &[UnitView],
    open: bool,
    lying: &mut Vec<Lying>,
) {
    let mut middle = cell.at + vec2(0.0, 3.0);
    if let Some(line) = line {
        let edge = line[0] + (line[1] - line[0]) * 0.5;
        middle = edge + (cell.at - edge) * 0.45;
    }
    let n = members.len() as f32;
    // A few lie as the look has them; many move together, and a stack that is looked at opens.
    let step = if open { vec2(34.0, 14.0) } else { vec2(10.0, 9.0) * (4.0 / n.max(4.0)) };
    for (k, i) in members.iter().enumerate() {
        let small = units[*i].face.as_ref().is_some_and(|f| matches!(f.symbol.as_str(), "general" | "train"));
        let from_top = n - 1.0 - k as f32;
        let at = middle + step * (from_top - (n - 1.0) / 2.0);
        let size = if small { Vec2::splat(38.0) } else { form_size(PieceForm::Counters) };
        lying.push(Lying { unit: *i, at, form: PieceForm::Counters, size, turn: 0.0 });
    }
}

// Blocks in ranks behind a bar, as many beside each other as fit.
fn ranks(bar: &Bar, approach: &Approach, cell: &Cell, members: &[usize], lying: &mut Vec<Lying>) {
    let size = form_size(PieceForm::LongBlocks);
    let abreast = if bar.wide { 2 } else { 1 };
    let ranks = members.len().div_ceil(abreast) as f32;
    // Many ranks close up, so that they stay before the middle of the area.
    let room = (cell.at - bar.middle).dot(approach.inward) - approach.clearance();
    let least = if ranks > 2.0 { 10.0 } else { 21.0 };
    let step = (room.max(20.0) / ranks).clamp(least, 24.0);
    for (k, unit) in members.iter().enumerate() {
        let (rank, file) = (k / abreast, k % abreast);
        let in_rank = abreast.min(members.len() - rank * abreast) as f32;
        let aside = (file as f32 - (in_rank - 1.0) / 2.0) * (size.x + 3.0);
        let at =
            bar.middle + bar.along * aside + approach.inward * (approach.clearance() + rank as f32 * step);
        lying.push(Lying { unit: *unit, at, form: PieceForm::LongBlocks, size, turn: bar.turn() });
    }
}

// Blocks in rows: in the middle of an area, or filling a box.
fn rows(cell: &Cell, members: &[usize], lying: &mut Vec<Lying>) {
    let size = form_size(PieceForm::LongBlocks);
    let ground = Rect::from_points(&cell.outline);
    let boxed = cell.kind == SpaceKind::Box;
    // A box's title stands in its upper part.
    let ground = if boxed && !cell.title.is_empty() {
        Rect::from_min_max(ground.min + vec2(0.0, 18.0), ground.max)
    } else {
        ground
    };
    let count = members.len();
    let abreast = match (boxed, count) {
        (true, _) => ((ground.width() - 6.0) / (size.x + 4.0)).floor().max(1.0) as usize,
        (false, 0..=4) => 2,
        _ => 3,
    };
    let lines = count.div_ceil(abreast);
    let deep = if boxed { (ground.height() - 10.0) / lines as f32 } else { 70.0 / lines as f32 };
    let wide = if boxed { (ground.width() - 6.0) / abreast as f32 } else { 84.0 / abreast as f32 };
    let step = vec2((size.x + 4.0).min(wide.max(26.0)), (size.y + 5.5).min(deep.max(11.0)));
    // Reserves stand level under the area's number.
    let middle = if boxed { ground.center() } else { cell.at + vec2(0.0, 9.0) };
    for (k, unit) in members.iter().enumerate() {
        let (line, file) = (k / abreast, k % abreast);
        let in_line = abreast.min(count - line * abreast) as f32;
        let by = vec2(file as f32 - (in_line - 1.0) / 2.0, line as f32 - (lines as f32 - 1.0) / 2.0);
        let at = middle + by * step;
        lying.push(Lying { unit: *unit, at, form: PieceForm::LongBlocks, size, turn: 0.0 });
    }
}

/// The topmost piece at a point.
pub fn at(lying: &[Lying], p: Pos2) -> Option<&Lying> {
    lying.iter().rev().find(|l| l.covers(p))
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
    fn a_stack_opens_around_who_is_pointed_at() {
        let chart = chart();
        let units = ["a", "b", "c", "d"].map(unit);
        for form in [PieceForm::Counters, PieceForm::StepBlocks, PieceForm::Flags] {
            let lie = |spread: Option<&Opened>| {
                let mut laid = lay(&chart, &units, form, spread);
                laid.sort_by_key(|l| l.unit);
                laid.iter().map(|l| l.at).collect::<Vec<_>>()
            };
            let shut = lie(None);
            for (i, unit) in units.iter().enumerate() {
                let opened = Opened { space: "0101".into(), around: unit.id.clone() };
                let open = lie(Some(&opened));
                assert!((open[i] - shut[i]).length() < 0.01, "{form:?} around {i}: {open:?}");
                let far = |at: &[Pos2]| (at[0] - at[3]).length();
                assert!(far(&open) > far(&shut), "{form:?} opens");
            }
        }
    }

    #[test]
    fn the_last_of_a_stack_lies_on_top() {
        let chart = chart();
        let lying = lay(&chart, &[unit("a"), unit("b")], PieceForm::Counters, None);
        let middle = lying[0].at + (lying[1].at - lying[0].at) * 0.5;
        assert_eq!(at(&lying, middle).map(|l| l.unit), Some(1));
    }

    fn chart() -> Chart {
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
        Chart::bare(&board)
    }
}
