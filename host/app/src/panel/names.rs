//! Where the names of cities stand: beside their signs, clear of other signs, flags, names and lettering, as far as there is room.
//! The board's file may say on which side; how far from the sign follows from how large both are on the screen.

use super::cities::radius;
use super::states::Seen;
use crate::board::chart::{Cell, Chart, Label};
use crate::board::lettering::{FRAME, within};
use crate::draw::letter::{Face, Letters};
use crate::piece::flag;
use egui::{Painter, Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;

/// Letters this small on the screen are left out.
const LEAST: f32 = 7.5;

/// The names of a chart's cities at one zoom, laid out anew when that changes.
#[derive(Default)]
pub struct Names {
    of: Option<(Arc<str>, u32, u32)>,
    names: Vec<Name>,
}

struct Name {
    cell: usize,
    size: f32,
    /// From the city's middle to the left end of the baseline, on the screen.
    by: Vec2,
}

/// What a name keeps clear of, and how much a touch, and lying wholly on it, count.
struct Thing {
    ground: Rect,
    touch: f32,
    whole: f32,
}

impl Seen<'_> {
    /// Writes the names of cities.
    pub fn city_names(&self, names: &mut Names) {
        names.update(self.painter, self.chart, self.camera.zoom);
        let clip = self.painter.clip_rect().expand(160.0);
        for name in &names.names {
            let cell = &self.chart.cells[name.cell];
            let at = self.at(cell.at);
            if clip.contains(at) {
                letters(cell, name.size, self.p.ink)
                    .haloed(self.p.paper, 2.2)
                    .paint(self.painter, at + name.by);
            }
        }
    }
}

impl Names {
    fn update(&mut self, painter: &Painter, chart: &Chart, zoom: f32) {
        let now = (zoom.to_bits(), painter.pixels_per_point().to_bits());
        if self.of.as_ref().is_some_and(|(id, z, density)| **id == *chart.id && (*z, *density) == now) {
            return;
        }
        self.of = Some((chart.id.as_str().into(), now.0, now.1));
        let wide = |cell: &Cell, size: f32| letters(cell, size, egui::Color32::BLACK).width(painter);
        self.names = lay(chart, zoom, wide);
    }
}

fn letters(cell: &Cell, size: f32, colour: egui::Color32) -> Letters {
    Letters::new(&cell.title, Face::Title.at(size), colour).tracked(0.8)
}

/// How large a city's name is written at this zoom, if it is.
fn size(cell: &Cell, zoom: f32) -> Option<f32> {
    let worth = cell.worth.unwrap_or(0);
    let base = cell.name_size.unwrap_or(12.0 + (worth as f32 / 12.0).clamp(0.0, 4.0));
    // Letters grow slower than the board, so that names are neither lost nor shouting.
    let size = base * zoom.powf(0.6).clamp(0.6, 1.5);
    (size >= LEAST).then_some((size * 2.0).round() / 2.0)
}

// The names of a chart's cities, the more valuable ones first; `wide` measures one. Points are those of the chart's at this
// zoom, so that moving the board moves no name about its city.
fn lay(chart: &Chart, zoom: f32, wide: impl Fn(&Cell, f32) -> f32) -> Vec<Name> {
    let on = |p: Pos2| (p.to_vec2() * zoom).to_pos2();
    let mut things = Vec::new();
    for cell in &chart.cells {
        signs(cell, on(cell.at), zoom, &mut things);
    }
    let links: Vec<[Pos2; 2]> = chart.sides.iter().map(|side| side.line.map(on)).collect();
    let frame = Rect::from_min_max(on(chart.frame.min), on(chart.frame.max)).shrink(FRAME);
    chart.labels.iter().for_each(|label| lettering(label, zoom, frame, &mut things));
    let named = chart.cells.iter().enumerate().filter(|(_, cell)| cell.named);
    let mut order: Vec<(usize, f32)> = named.filter_map(|(i, cell)| Some((i, size(cell, zoom)?))).collect();
    order.sort_by_key(|(i, _)| std::cmp::Reverse(chart.cells[*i].worth));
    let mut placed: Vec<Option<Rect>> = vec![None; order.len()];
    // The second time each knows where all the others stand.
    for _ in 0..2 {
        for (n, (i, size)) in order.iter().enumerate() {
            let cell = &chart.cells[*i];
            let wide = wide(cell, *size);
            placed[n] = None;
            let best = places(cell, on(cell.at), vec2(wide, *size), zoom)
                .into_iter()
                .map(|(ground, cost)| (ground, cost + clear(ground, &things, &placed, &links, frame)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            placed[n] = best.map(|(ground, _)| ground);
        }
    }
    let laid = order.iter().zip(placed);
    laid.filter_map(|((i, size), ground)| {
        let by = ground?.left_bottom() - vec2(0.0, size * 0.24) - on(chart.cells[*i].at);
        Some(Name { cell: *i, size: *size, by })
    })
    .collect()
}

// The ground of a city's sign with its works and its anchor, and that of the flag over it, whether one is there now or not.
fn signs(cell: &Cell, at: Pos2, zoom: f32, things: &mut Vec<Thing>) {
    let Some(worth) = cell.worth else { return };
    let r = around(worth, zoom);
    things.push(Thing { ground: Rect::from_center_size(at, Vec2::splat(r * 1.9)), touch: 8.0, whole: 60.0 });
    if cell.has("port") {
        let ground =
            Rect::from_center_size(anchor(at, worth, zoom), Vec2::splat(12.0 * zoom.clamp(0.45, 2.0)));
        things.push(Thing { ground, touch: 4.0, whole: 30.0 });
    }
    let flag = flag::SIZE * zoom;
    let foot = pos2(at.x, at.y - radius(worth) * 0.7 * zoom - flag.y / 2.0);
    things.push(Thing { ground: Rect::from_center_size(foot, flag), touch: 2.0, whole: 25.0 });
}

/// How far from a city's middle its sign reaches, with works and with the ring of what may be chosen.
fn around(worth: i32, zoom: f32) -> f32 {
    radius(worth) * zoom.clamp(0.45, 2.0) + (5.0 * zoom + 2.0).max(6.0)
}

/// Where a port's anchor stands, of a city whose middle is here.
pub(super) fn anchor(at: Pos2, worth: i32, zoom: f32) -> Pos2 {
    let z = zoom.clamp(0.45, 2.0);
    let r = radius(worth) * z;
    at + vec2(r * 0.75 + 5.0 * z, r * 0.75 + z)
}

// The ground of the board's own lettering, about.
fn lettering(label: &Label, zoom: f32, frame: Rect, things: &mut Vec<Thing>) {
    let size = label.size.unwrap_or(15.0) * zoom.powf(0.6).clamp(0.5, 1.5);
    let on = |p: &Pos2| (p.to_vec2() * zoom).to_pos2();
    let mut push = |ground| things.push(Thing { ground, touch: 1.5, whole: 14.0 });
    if let [one] = label.along[..] {
        let spaced =
            if label.style == "region" || label.size.is_some_and(|s| s > 17.0) { 0.75 } else { 0.58 };
        let wide = label.text.chars().count() as f32 * size * spaced;
        let at = within(on(&one), vec2(wide, size), frame);
        let middle = at - vec2(0.0, size * 0.32);
        let turned = label.angle.abs() > 45.0;
        let ground = if turned { vec2(size, wide) } else { vec2(wide, size * 0.8) };
        push(Rect::from_center_size(middle, ground));
        return;
    }
    for pair in label.along.windows(2) {
        push(Rect::from_two_pos(on(&pair[0]), on(&pair[1])).expand(size * 0.4));
    }
}

// Where a name can stand about its city, with what speaks against that side.
fn places(cell: &Cell, at: Pos2, name: Vec2, zoom: f32) -> Vec<(Rect, f32)> {
    let worth = cell.worth.unwrap_or(0);
    let r = around(worth, zoom);
    let gap = r + 2.5;
    let (w, h) = (name.x, name.y);
    // An anchor stands at the lower right.
    let past =
        if cell.has("port") { anchor(at, worth, zoom).x - at.x + 8.0 * zoom.clamp(0.45, 2.0) } else { gap };
    let slant = r * 0.72;
    let tops = [
        (pos2(past.max(gap), -h * 0.56), 0.0),
        (pos2(-w / 2.0, gap), 1.0),
        (pos2(-gap - w, -h * 0.56), 1.0),
        (pos2(slant + 2.0, slant), 1.5),
        (pos2(-slant - 2.0 - w, slant), 2.0),
        (pos2(slant + 2.0, -slant - h), 2.5),
        (pos2(-slant - 2.0 - w, -slant - h), 2.5),
        (pos2(-w * 0.25, gap), 2.0),
        (pos2(-w * 0.75, gap), 2.0),
        (pos2(-w / 2.0, -gap - h), 5.0),
        // Above the flag.
        (pos2(-w / 2.0, -radius(worth) * 0.7 * zoom - flag::SIZE.y * zoom - h - 3.0), 9.0),
    ];
    let wanted = cell.name_at.map(|p| (p - cell.at).normalized());
    tops.map(|(top, cost)| {
        let ground = Rect::from_min_size(at + top.to_vec2(), name);
        let side = (ground.center() - at).normalized();
        // Names are wide: what is beside is told from what is below by their ends.
        let cost = wanted.map_or(cost, |wanted| 7.0 * (1.0 - wanted.dot(side)) + cost * 0.3);
        (ground, cost)
    })
    .to_vec()
}

// How much a name here would touch.
fn clear(name: Rect, things: &[Thing], placed: &[Option<Rect>], links: &[[Pos2; 2]], frame: Rect) -> f32 {
    let area = name.area().max(1.0);
    let share = |other: Rect| {
        let both = name.intersect(other);
        if both.is_positive() { both.area() / area } else { 0.0 }
    };
    let mut cost = 200.0 * (1.0 - share(frame)).max(0.0);
    for thing in things {
        let share = share(thing.ground);
        if share > 0.0 {
            cost += thing.touch + thing.whole * share;
        }
    }
    for other in placed.iter().flatten() {
        let share = share(other.expand2(vec2(4.0, 0.0)));
        if share > 0.0 {
            cost += 10.0 + 80.0 * share;
        }
    }
    let crossed = links.iter().filter(|[a, b]| crosses(*a, *b, name)).count();
    cost + (crossed as f32 * 1.2).min(5.0)
}

// Whether a segment runs through a rectangle.
fn crosses(a: Pos2, b: Pos2, rect: Rect) -> bool {
    let d = b - a;
    let (mut from, mut to) = (0.0f32, 1.0f32);
    for (start, step, low, high) in
        [(a.x, d.x, rect.left(), rect.right()), (a.y, d.y, rect.top(), rect.bottom())]
    {
        if step.abs() < 1e-4 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (s, e) = ((low - start) / step, (high - start) / step);
        (from, to) = (from.max(s.min(e)), to.min(s.max(e)));
    }
    from <= to
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_board::file::BoardFile;

    // The width of letters, about.
    fn wide(cell: &Cell, size: f32) -> f32 {
        cell.title.chars().count() as f32 * size * 0.6
    }

    fn war() -> Chart {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/shared/cw-strategy/war.toml");
        let text = std::fs::read_to_string(folder).expect("the board is there");
        let file = BoardFile::parse(&text, "board.toml").expect("the board is read");
        Chart::of(&file.board, &file.picture)
    }

    fn grounds(chart: &Chart, zoom: f32) -> Vec<(String, Rect)> {
        lay(chart, zoom, wide)
            .iter()
            .map(|name| {
                let cell = &chart.cells[name.cell];
                let left = (cell.at.to_vec2() * zoom).to_pos2() + name.by;
                let size = vec2(wide(cell, name.size), name.size * 0.7);
                (cell.title.clone(), Rect::from_min_size(left - vec2(0.0, size.y), size))
            })
            .collect()
    }

    #[test]
    fn every_name_of_the_war_is_clear_of_signs_and_of_other_names_at_every_zoom() {
        let chart = war();
        for zoom in [0.45, 0.6, 0.8, 1.0, 1.5] {
            let names = grounds(&chart, zoom);
            assert_eq!(names.len(), 40, "at {zoom}");
            let frame = Rect::from_min_max(
                (chart.frame.min.to_vec2() * zoom).to_pos2(),
                (chart.frame.max.to_vec2() * zoom).to_pos2(),
            );
            for (i, (name, ground)) in names.iter().enumerate() {
                assert!(frame.contains_rect(*ground), "{name} is cut by the map's edge at {zoom}");
                for (other, taken) in &names[..i] {
                    assert!(!ground.intersects(*taken), "{name} and {other} touch at {zoom}");
                }
                for cell in &chart.cells {
                    let r = radius(cell.worth.unwrap_or(0)) * zoom.clamp(0.45, 2.0);
                    let sign =
                        Rect::from_center_size((cell.at.to_vec2() * zoom).to_pos2(), Vec2::splat(r * 1.6));
                    assert!(!ground.intersects(sign), "{name} lies on {} at {zoom}", cell.title);
                }
            }
        }
    }

    #[test]
    fn a_link_is_crossed_where_it_runs_through_a_name() {
        let name = Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 4.0));
        assert!(crosses(pos2(-5.0, 2.0), pos2(15.0, 2.0), name));
        assert!(crosses(pos2(5.0, -5.0), pos2(5.0, 9.0), name));
        assert!(!crosses(pos2(-5.0, 6.0), pos2(15.0, 6.0), name));
        assert!(!crosses(pos2(-9.0, 0.0), pos2(-4.0, 4.0), name));
    }

    #[test]
    fn small_letters_are_left_out() {
        let chart = war();
        assert!(chart.cells.iter().all(|cell| size(cell, 1.0).is_some()));
        let small = Cell { name_size: Some(9.0), ..chart.cells[0].clone() };
        assert!(size(&small, 0.2).is_none());
    }
}
