//! Curves and outlines as lists of points: smoothing, moving sideways, walking along, and the hash that jitters
//! without ever shimmering.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// A number from 0 up to 1 that follows from where something is, and from nothing else.
pub fn hash(a: i32, b: i32, c: i32) -> f32 {
    let mut h = a
        .wrapping_mul(374_761_393)
        .wrapping_add(b.wrapping_mul(668_265_263))
        .wrapping_add(c.wrapping_mul(2_147_483_647));
    h = (h ^ ((h as u32) >> 13) as i32).wrapping_mul(1_274_126_177);
    h ^= ((h as u32) >> 16) as i32;
    ((h as u32) % 100_000) as f32 / 100_000.0
}

/// Soft noise between 0 and 1, one hill a unit.
pub fn noise(x: f32, y: f32, seed: i32) -> f32 {
    let (i, j) = (x.floor() as i32, y.floor() as i32);
    let (u, v) = (x - x.floor(), y - y.floor());
    let at = |a: i32, b: i32| hash(a, b, seed);
    (at(i, j) * (1.0 - u) + at(i + 1, j) * u) * (1.0 - v)
        + (at(i, j + 1) * (1.0 - u) + at(i + 1, j + 1) * u) * v
}

/// A smooth curve through the points.
pub fn smooth(points: &[Pos2], steps: usize, closed: bool) -> Vec<Pos2> {
    let n = points.len();
    if n < 3 {
        return points.to_vec();
    }
    let at = |i: isize| {
        if closed {
            points[i.rem_euclid(n as isize) as usize]
        } else {
            points[i.clamp(0, n as isize - 1) as usize]
        }
    };
    let pieces = if closed { n } else { n - 1 };
    let mut curve = Vec::with_capacity(pieces * steps + 1);
    for i in 0..pieces as isize {
        let (a, b, c, d) = (at(i - 1).to_vec2(), at(i).to_vec2(), at(i + 1).to_vec2(), at(i + 2).to_vec2());
        for k in 0..steps {
            let t = k as f32 / steps as f32;
            let (t2, t3) = (t * t, t * t * t);
            let p = 0.5
                * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t2
                    + (3.0 * b - 3.0 * c + d - a) * t3);
            curve.push(p.to_pos2());
        }
    }
    if !closed {
        curve.push(points[n - 1]);
    }
    curve
}

/// The length of a line.
pub fn length(points: &[Pos2]) -> f32 {
    points.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// The point so far along the line, and the direction there.
pub fn along(points: &[Pos2], mut distance: f32) -> (Pos2, Vec2) {
    let last = points.len().saturating_sub(1);
    for i in 1..points.len() {
        let step = points[i] - points[i - 1];
        let l = step.length();
        if distance <= l || i == last {
            let t = if l > 0.0 { (distance / l).clamp(0.0, 1.0) } else { 0.0 };
            let direction = if l > 0.0 { step / l } else { vec2(1.0, 0.0) };
            return (points[i - 1] + step * t, direction);
        }
        distance -= l;
    }
    (points.first().copied().unwrap_or_default(), vec2(1.0, 0.0))
}

/// How many points are set along one line at most: a line across the largest map has a tenth of that.
pub const MOST_SPACED: usize = 50_000;

/// Points at equal distances along a line, with the direction at each, the first [`MOST_SPACED`]; one walk over the line.
pub fn spaced(points: &[Pos2], start: f32, gap: f32) -> Vec<(Pos2, Vec2)> {
    let mut found = Vec::new();
    let (mut next, mut gone) = (start, 0.0);
    for w in points.windows(2) {
        let step = w[1] - w[0];
        let l = step.length();
        while l > 0.0 && next <= gone + l && found.len() < MOST_SPACED {
            found.push((w[0] + step * ((next - gone) / l), step / l));
            next += gap;
        }
        gone += l;
    }
    found
}

/// The line moved sideways (to its right, y being down) by what `by` says at each share of its points.
pub fn offset_by(points: &[Pos2], by: impl Fn(f32) -> f32) -> Vec<Pos2> {
    let n = points.len();
    (0..n)
        .map(|i| {
            let (a, b) = (points[i.saturating_sub(1)], points[(i + 1).min(n - 1)]);
            let d = (b - a).normalized();
            points[i] + vec2(-d.y, d.x) * by(i as f32 / (n.max(2) - 1) as f32)
        })
        .collect()
}

/// The line moved sideways.
pub fn offset(points: &[Pos2], by: f32) -> Vec<Pos2> {
    offset_by(points, |_| by)
}

/// Whether the point is inside the outline.
pub fn inside(p: Pos2, outline: &[Pos2]) -> bool {
    let mut within = false;
    let mut j = outline.len().wrapping_sub(1);
    for i in 0..outline.len() {
        let (a, b) = (outline[i], outline[j]);
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            within = !within;
        }
        j = i;
    }
    within
}

/// How far the point is from the segment.
pub fn distance_to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let d = b - a;
    let l = d.length_sq();
    let t = if l > 0.0 { ((p - a).dot(d) / l).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + d * t)
}

/// How far the point is from the line.
pub fn distance_to_line(p: Pos2, line: &[Pos2]) -> f32 {
    line.windows(2).map(|w| distance_to_segment(p, w[0], w[1])).fold(f32::MAX, f32::min)
}

// A segment, and how far around it is kept free.
type Kept = (Pos2, Pos2, f32);

/// How many segments an index of lines holds at most, counted once for each of its squares, and how many of them one square.
const MOST_KEPT: usize = 2_000_000;
const MOST_IN_SQUARE: usize = 500;

/// Lines with their bounds, to ask quickly whether anything is near.
#[derive(Default)]
pub struct Nearby {
    segments: std::collections::HashMap<(i32, i32), Vec<Kept>>,
    kept: usize,
    cell: f32,
}

impl Nearby {
    /// An empty index; nothing is ever asked for further away than `reach`.
    pub fn new(reach: f32) -> Self {
        Self { segments: Default::default(), kept: 0, cell: reach.max(1.0) }
    }

    /// Adds a line around which `clear` is kept free.
    pub fn add(&mut self, line: &[Pos2], clear: f32) {
        for w in line.windows(2) {
            let bounds = Rect::from_two_pos(w[0], w[1]).expand(clear);
            let at = |v: f32| (v / self.cell).floor() as i32;
            for i in at(bounds.min.x)..=at(bounds.max.x) {
                // Of a long segment only the squares beside it.
                let column = Rect::from_x_y_ranges(
                    i as f32 * self.cell - clear..=(i + 1) as f32 * self.cell + clear,
                    bounds.y_range(),
                );
                let Some(part) = super::clip::line(w, column).pop() else { continue };
                let rows = Rect::from_points(&part).expand(clear);
                for j in at(rows.min.y)..=at(rows.max.y) {
                    if self.kept == MOST_KEPT {
                        return;
                    }
                    let square = self.segments.entry((i, j)).or_default();
                    if square.len() < MOST_IN_SQUARE {
                        square.push((w[0], w[1], clear));
                        self.kept += 1;
                    }
                }
            }
        }
    }

    /// Whether a line is nearer than it should be.
    pub fn near(&self, p: Pos2) -> bool {
        let key = ((p.x / self.cell).floor() as i32, (p.y / self.cell).floor() as i32);
        self.segments
            .get(&key)
            .is_some_and(|s| s.iter().any(|(a, b, clear)| distance_to_segment(p, *a, *b) < *clear))
    }
}

/// The middle of an outline's corners.
pub fn middle(points: &[Pos2]) -> Pos2 {
    let sum = points.iter().fold(Vec2::ZERO, |s, p| s + p.to_vec2());
    (sum / points.len().max(1) as f32).to_pos2()
}

/// The convex hull.
pub fn hull(points: &[Pos2]) -> Vec<Pos2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for q in points {
            while chain.len() > 1 {
                let (o, a) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                let turn = (a.x - o.x) * (q.y - o.y) - (a.y - o.y) * (q.x - o.x);
                if turn > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(q);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut sorted.iter().copied());
    hull.extend(half(&mut sorted.iter().rev().copied()));
    hull
}

/// A rectangle's outline, with cut corners if `cut` is above 0.
pub fn cornered(rect: Rect, cut: f32) -> Vec<Pos2> {
    let (l, r, t, b) = (rect.left(), rect.right(), rect.top(), rect.bottom());
    if cut <= 0.0 {
        return vec![pos2(l, t), pos2(r, t), pos2(r, b), pos2(l, b)];
    }
    let c = cut;
    vec![
        pos2(l + c, t),
        pos2(r - c, t),
        pos2(r, t + c),
        pos2(r, b - c),
        pos2(r - c, b),
        pos2(l + c, b),
        pos2(l, b - c),
        pos2(l, t + c),
    ]
}

/// A polygon's outline closed for stroking.
pub fn closed(points: &[Pos2]) -> Vec<Pos2> {
    let mut all = points.to_vec();
    all.extend(points.first());
    all
}

/// The parts of the line from `a` to `b` that lie inside the outline.
pub fn cut_to(a: Pos2, b: Pos2, outline: &[Pos2]) -> Vec<(Pos2, Pos2)> {
    let d = b - a;
    let mut crossings: Vec<f32> = Vec::new();
    let mut j = outline.len().wrapping_sub(1);
    for i in 0..outline.len() {
        let (p, e) = (outline[j], outline[i] - outline[j]);
        let cross = d.x * e.y - d.y * e.x;
        if cross.abs() > 1e-9 {
            let w = p - a;
            let t = (w.x * e.y - w.y * e.x) / cross;
            let u = (w.x * d.y - w.y * d.x) / cross;
            if (0.0..1.0).contains(&u) {
                crossings.push(t);
            }
        }
        j = i;
    }
    crossings.sort_by(f32::total_cmp);
    crossings.chunks_exact(2).map(|c| (a + d * c[0].clamp(0.0, 1.0), a + d * c[1].clamp(0.0, 1.0))).collect()
}

/// A course along hexsides, through the middles of the sides, so that it doesn't zigzag.
pub fn soften(points: &[Pos2]) -> Vec<Pos2> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut soft = vec![*first];
    soft.extend(points.windows(2).map(|w| w[0].lerp(w[1], 0.5)));
    soft.push(*last);
    soft
}

/// The outline of a shape: a short one is smoothed, a long one left as it is; a shore is smoothed but where a ruler drew it, straight
/// along an axis for so far.
pub fn shaped(points: &[Pos2], ruler: Option<f32>) -> Vec<Pos2> {
    match ruler {
        Some(straight) => shore(points, straight),
        None if points.len() < 40 => smooth(points, 5, true),
        None => points.to_vec(),
    }
}

// Straight sides are a map's edge or that of an inset.
fn shore(points: &[Pos2], straight: f32) -> Vec<Pos2> {
    let n = points.len();
    let ruled = |i: usize| {
        let d = points[(i + 1) % n] - points[i % n];
        d.x.abs().min(d.y.abs()) < 0.01 && d.length() >= straight
    };
    let Some(first) = (0..n).find(|i| ruled(*i)) else { return smooth(points, 5, true) };
    let mut line = Vec::new();
    let mut run = Vec::new();
    // Around from the first straight side: what lies between two of them is smoothed by itself.
    for i in first + 1..=first + n {
        run.push(points[i % n]);
        if ruled(i) {
            line.extend(smooth(&run, 5, false));
            run.clear();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shore_is_smooth_but_for_its_straight_sides() {
        let points =
            [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 9.0), (5.0, 11.0), (2.0, 9.5), (0.0, 10.0)];
        let points = points.map(|(x, y)| pos2(x, y));
        let line = shore(&points, 8.0);
        assert!(line.len() > points.len() && points.iter().all(|p| line.contains(p)));
        assert!(
            line.iter().all(|p| (0.0..=10.0).contains(&p.x) && p.y >= 0.0),
            "none bulges over the edge: {line:?}"
        );
        assert_eq!(shore(&points, 80.0), smooth(&points, 5, true), "without straight sides all is smooth");
    }

    #[test]
    fn jitter_follows_from_the_place_alone() {
        assert_eq!(hash(3, 7, 1), hash(3, 7, 1));
        assert_ne!(hash(3, 7, 1), hash(7, 3, 1));
        assert!((0..1000).all(|i| (0.0..1.0).contains(&hash(i, -i, 5))));
    }

    #[test]
    fn a_furrow_is_cut_to_its_field() {
        let field = cornered(Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 10.0)), 0.0);
        let parts = cut_to(pos2(-5.0, 4.0), pos2(15.0, 4.0), &field);
        assert_eq!(parts.len(), 1);
        assert!((parts[0].0.x, parts[0].1.x) == (0.0, 10.0));
    }

    #[test]
    fn walking_keeps_its_step() {
        let line = [pos2(0.0, 0.0), pos2(3.0, 0.0), pos2(3.0, 4.0)];
        assert_eq!(length(&line), 7.0);
        assert_eq!(spaced(&line, 0.0, 1.0).len(), 8);
        assert_eq!(along(&line, 5.0).0, pos2(3.0, 2.0));
    }
}
