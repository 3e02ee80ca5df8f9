//! Where step blocks stand: on a map one behind the other, each side by itself; in a box in rows, with room for their
//! names below, those that the box belongs to at its back and the others at its front.

use super::layout::Lying;
use super::step;
use crate::board::chart::{Cell, Front};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::{PieceForm, SpaceKind, UnitView};
use std::collections::BTreeMap;

/// How much room a name takes below a block, as a share of the block's side.
pub const NAME: f32 = 0.36;
/// From the middle of one block to that of the next in a row, as a share of the side.
const ABREAST: f32 = 1.28;
/// No more blocks than this of an opened stack lie in a row.
const OPEN_ABREAST: usize = 6;
/// What a box keeps free for its title and notes.
const HEAD: f32 = 23.0;

/// Lays out the blocks of one space.
pub(super) fn stand(cell: &Cell, members: &[usize], units: &[UnitView], open: bool, lying: &mut Vec<Lying>) {
    let mut sides: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for i in members {
        sides.entry(units[*i].side.as_deref()).or_default().push(*i);
    }
    if cell.kind == SpaceKind::Box && wide_enough(cell) {
        in_rows(cell, &sides, lying);
    } else {
        stacked(cell, &sides, open, lying);
    }
}

// In rows above the middle, or below it where others lie above.
fn spread(middle: Pos2, members: &[usize], below: bool, lying: &mut Vec<Lying>) {
    let rows = members.len().div_ceil(OPEN_ABREAST).max(1);
    let each = members.len().div_ceil(rows).max(1);
    for (r, row) in members.chunks(each).enumerate() {
        let r = r as f32 * if below { 1.0 } else { -1.0 };
        for (i, unit) in row.iter().enumerate() {
            let by = vec2(i as f32 - (row.len() as f32 - 1.0) / 2.0, r) * 43.0;
            push(lying, *unit, middle + by, step::SIZE);
        }
    }
}

// A small box on a map is filled like a hex.
fn wide_enough(cell: &Cell) -> bool {
    let ground = Rect::from_points(&cell.outline);
    ground.width() > step::AT_LARGE * 2.0 && ground.height() > step::AT_LARGE
}

// One behind the other, the last in front; two sides in one place stand against each other.
fn stacked(cell: &Cell, sides: &BTreeMap<Option<&str>, Vec<usize>>, open: bool, lying: &mut Vec<Lying>) {
    let many = sides.len();
    for (k, members) in sides.values().enumerate() {
        let away = match many {
            1 => vec2(0.0, 3.0),
            _ => vec2(15.0, -15.0) * (1.0 - 2.0 * k as f32 / (many - 1) as f32) + vec2(-2.0, 5.0),
        };
        if open {
            // A stack that is looked at opens, far enough that every block can be read and chosen.
            spread(cell.at + away, members, k > 0, lying);
            continue;
        }
        let n = members.len() as f32;
        let step = vec2(13.0, -7.0) * (3.0 / n.max(3.0));
        for (i, unit) in members.iter().enumerate() {
            // The back ones stand to the upper right and are drawn first.
            let from_front = n - 1.0 - i as f32;
            let at = cell.at + away + step * (from_front - (n - 1.0) / 2.0);
            push(lying, *unit, at, step::SIZE);
        }
    }
}

fn in_rows(cell: &Cell, sides: &BTreeMap<Option<&str>, Vec<usize>>, lying: &mut Vec<Lying>) {
    let whole = Rect::from_points(&cell.outline);
    let own = |side: &Option<&str>| cell.side.is_none() || *side == cell.side.as_deref();
    let (back, front): (Vec<_>, Vec<_>) = sides.iter().partition(|(side, _)| own(side));
    let gather = |part: Vec<(&Option<&str>, &Vec<usize>)>| -> Vec<usize> {
        part.into_iter().flat_map(|(_, members)| members.iter().copied()).collect()
    };
    let (back, front) = (gather(back), gather(front));
    // The title stands at the back: the room is before it.
    let looks_south = cell.front != Some(Front::North);
    let ground = match looks_south {
        true => Rect::from_min_max(whole.min + vec2(0.0, HEAD), whole.max),
        false => Rect::from_min_max(whole.min, whole.max - vec2(0.0, HEAD)),
    };
    let ground = ground.shrink2(vec2(6.0, 2.0));
    let size = fitting(ground.size(), [back.len(), front.len()]);
    let [mut lines, others] = [back, front].map(|members| {
        let lines = members.len().div_ceil(abreast(ground.width(), size)).max(1);
        let each = members.len().div_ceil(lines).max(1);
        members.chunks(each).map(<[usize]>::to_vec).collect::<Vec<_>>()
    });
    match looks_south {
        true => lines.extend(others),
        false => {
            let own = std::mem::replace(&mut lines, others);
            lines.extend(own);
        }
    }
    let deep = (ground.height() / lines.len().max(1) as f32).min(size * (1.0 + NAME) + 14.0);
    let top = ground.center().y - deep * lines.len() as f32 / 2.0;
    for (i, line) in lines.iter().enumerate() {
        let y = top + deep * (i as f32 + 0.5) - size * (NAME - 0.04) / 2.0;
        for (k, unit) in line.iter().enumerate() {
            let aside = (k as f32 - (line.len() as f32 - 1.0) / 2.0) * size * ABREAST;
            push(lying, *unit, pos2(ground.center().x + aside, y), size);
        }
    }
}

fn abreast(width: f32, size: f32) -> usize {
    ((width / (size * ABREAST)).floor() as usize).max(1)
}

// The largest blocks that have room in so many rows of both sides.
fn fitting(room: Vec2, counts: [usize; 2]) -> f32 {
    let mut size = step::AT_LARGE;
    while size > 16.0 {
        let lines: usize = counts.iter().map(|n| n.div_ceil(abreast(room.x, size))).sum();
        if lines as f32 * size * (1.0 + NAME) <= room.y {
            break;
        }
        size -= 2.0;
    }
    size
}

fn push(lying: &mut Vec<Lying>, unit: usize, at: Pos2, size: f32) {
    lying.push(Lying { unit, at, form: PieceForm::StepBlocks, size: Vec2::splat(size), turn: 0.0 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_get_smaller_rather_than_leaving_their_box() {
        let room = vec2(190.0, 180.0);
        let few = fitting(room, [2, 0]);
        let many = fitting(room, [5, 4]);
        assert_eq!(few, step::AT_LARGE);
        let lines = 5usize.div_ceil(abreast(room.x, many)) + 4usize.div_ceil(abreast(room.x, many));
        assert!(many < few && lines as f32 * many * (1.0 + NAME) <= room.y, "{many} in {lines} lines");
    }
}
