//! Lines and outlines cut to a rectangle, so that what lies far outside costs nothing.

use egui::{Pos2, Rect, pos2};

/// The parts of a line that lie within the rectangle, each of two points or more; all of it, as it is, where none lies outside.
pub fn line(points: &[Pos2], within: Rect) -> Vec<Vec<Pos2>> {
    if points.iter().all(|p| within.contains(*p)) {
        return vec![points.to_vec()];
    }
    let mut parts: Vec<Vec<Pos2>> = Vec::new();
    for pair in points.windows(2) {
        let Some([a, b]) = segment(pair[0], pair[1], within) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&a) => part.push(b),
            _ => parts.push(vec![a, b]),
        }
    }
    parts
}

// The part of a segment that lies within the rectangle.
fn segment(a: Pos2, b: Pos2, within: Rect) -> Option<[Pos2; 2]> {
    // In doubles: of a segment from far away the share within is too small for less.
    let [a64, b64] = [a, b].map(|p| [f64::from(p.x), f64::from(p.y)]);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let (low, high) = (f64::from(within.min[axis]), f64::from(within.max[axis]));
        let (start, way) = (a64[axis], b64[axis] - a64[axis]);
        if way == 0.0 {
            if !(low..=high).contains(&start) {
                return None;
            }
            continue;
        }
        let (near, far) = ((low - start) / way, (high - start) / way);
        from = from.max(near.min(far));
        to = to.min(near.max(far));
    }
    // An end that isn't cut is kept to the bit, so that the next segment goes on from it.
    let between = |share: f64, axis: usize| (a64[axis] + (b64[axis] - a64[axis]) * share) as f32;
    let at = |share: f64| match share {
        0.0 => a,
        1.0 => b,
        share => within.clamp(pos2(between(share, 0), between(share, 1))),
    };
    (from < to).then(|| [at(from), at(to)])
}

/// What of an outline lies within the rectangle: where it leaves the rectangle it runs along its sides. Empty if nothing is left.
pub fn outline(points: &[Pos2], within: Rect) -> Vec<Pos2> {
    let mut points = points.to_vec();
    if points.iter().all(|p| within.contains(*p)) {
        return points;
    }
    for (axis, limit, above) in
        [(0, within.min.x, true), (0, within.max.x, false), (1, within.min.y, true), (1, within.max.y, false)]
    {
        let is_in = |p: Pos2| if above { p[axis] >= limit } else { p[axis] <= limit };
        let mut kept = Vec::with_capacity(points.len());
        let mut last = points.last().copied();
        for p in points {
            if let Some(last) = last.filter(|last| is_in(*last) != is_in(p)) {
                let mut cut = last + (p - last) * ((limit - last[axis]) / (p[axis] - last[axis]));
                cut[axis] = limit;
                kept.push(cut);
            }
            if is_in(p) {
                kept.push(p);
            }
            last = Some(p);
        }
        points = kept;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(10.0, 10.0) };

    #[test]
    fn a_line_is_cut_where_it_leaves_the_sheet_and_goes_on_where_it_comes_back() {
        let far = [pos2(5.0, 5.0), pos2(1e9, 5.0), pos2(1e9, 8.0), pos2(5.0, 8.0), pos2(4.0, 8.0)];
        let parts = line(&far, SHEET);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0], [pos2(5.0, 5.0), pos2(10.0, 5.0)]);
        assert_eq!(parts[1][1..], [pos2(5.0, 8.0), pos2(4.0, 8.0)]);
        assert_eq!(line(&far[3..], SHEET), [far[3..].to_vec()], "one that stays is as it was");
        assert!(line(&far[1..3], SHEET).is_empty());
    }

    #[test]
    fn of_an_outline_around_the_sheet_the_sheet_is_left() {
        let huge = [pos2(-1e9, -1e9), pos2(1e9, -1e9), pos2(1e9, 1e9), pos2(-1e9, 1e9)];
        let left = outline(&huge, SHEET);
        assert_eq!(Rect::from_points(&left), SHEET);
        assert!(outline(&huge.map(|p| p + egui::vec2(3e9, 0.0)), SHEET).is_empty());
        let inside = [pos2(1.0, 1.0), pos2(2.0, 1.0), pos2(2.0, 2.0)];
        assert_eq!(outline(&inside, SHEET), inside);
    }
}
