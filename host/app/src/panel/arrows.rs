//! Orders as arrows: they come and go with the sheet that is written.

use super::cities::radius;
use super::livery;
use super::states::Seen;
use crate::draw::curve;
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Palette, fade};
use egui::{Color32, Pos2, vec2};
use muster_contract::{Arrow, Description};

/// How far an arrow swings out of its straight line, as a share of its length: so two that go to and fro lie apart.
const SWING: f32 = 0.09;

impl Seen<'_> {
    /// Paints the arrows.
    pub fn arrows(&self, arrows: &[Arrow], description: &Description) {
        let z = self.camera.zoom.clamp(0.5, 1.4);
        for arrow in arrows {
            let cells = || arrow.path.iter().filter_map(|id| self.chart.cell(id));
            let mut points: Vec<Pos2> = cells().map(|cell| self.at(cell.at)).collect();
            let place = cells().next_back().and_then(|cell| cell.worth).map_or(4.0, radius);
            points.dedup_by(|a, b| a.distance(*b) < 1.0);
            if points.len() < 2 {
                continue;
            }
            let colour = livery(description, self.p, arrow.side.as_deref()).body;
            let course = swung(&points, (place + 15.0) * z);
            self.ink(|ink| shaft(ink, &course, &arrow.style, z, colour, self.p));
            if !arrow.label.is_empty() {
                let (at, along) = curve::along(&course, curve::length(&course) * 0.55);
                let aside = vec2(along.y, -along.x) * 11.0 * z;
                let letters =
                    Letters::new(&arrow.label, Face::FigureBold.at((12.5 * z).max(10.0)), self.p.ink);
                letters.middle().haloed(self.p.paper, 2.4).paint(self.painter, at + aside + vec2(0.0, 4.0));
            }
        }
    }
}

// The course of an arrow: each stretch swings out a little, and the last stops before the place that it leads to.
fn swung(points: &[Pos2], before: f32) -> Vec<Pos2> {
    let mut through = vec![points[0]];
    for pair in points.windows(2) {
        let d = pair[1] - pair[0];
        through.push(pair[0].lerp(pair[1], 0.5) + vec2(d.y, -d.x) * SWING);
        through.push(pair[1]);
    }
    let line = curve::smooth(&through, 8, false);
    let whole = curve::length(&line);
    // A short one comes nearer to both, so that something of it is seen.
    crate::draw::ink::stretch(&line, (before * 0.5).min(whole * 0.12), (whole - before).max(whole * 0.72))
}

fn shaft(ink: &mut Ink, course: &[Pos2], style: &str, z: f32, colour: Color32, p: &Palette) {
    let wide = 4.4 * z;
    ink.line(course, wide + 3.0, fade(p.sheet, 0.95));
    match style {
        "rail" => {
            ink.line(course, 1.8 * z, colour);
            for (at, d) in curve::spaced(course, 3.0, 6.5 * z) {
                let across = vec2(-d.y, d.x) * 4.2 * z;
                ink.segment(at - across, at + across, 1.6 * z, colour);
            }
        }
        "sea" => {
            let waved: Vec<Pos2> = curve::spaced(course, 0.0, 4.0 * z)
                .into_iter()
                .enumerate()
                .map(|(i, (at, d))| at + vec2(-d.y, d.x) * 2.4 * z * if i % 2 == 0 { 1.0 } else { -1.0 })
                .collect();
            ink.line(&curve::smooth(&waved, 3, false), 2.6 * z, colour);
        }
        _ => ink.line(course, wide, colour),
    }
    let (end, d) = curve::along(course, f32::MAX);
    let head = if style == "attack" { 17.0 } else { 13.0 } * z;
    let tip = symbol::arrow_head(end, d, head);
    ink.polygon(&tip, colour, 1.6, p.sheet);
    if style == "attack" {
        let inner = symbol::arrow_head(end + d * head * 0.1, d, head * 0.45);
        ink.polygon(&inner, p.danger, 0.8, p.sheet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn two_that_go_to_and_fro_lie_apart() {
        let (a, b) = (pos2(0.0, 0.0), pos2(100.0, 0.0));
        let middle = |line: &[Pos2]| curve::along(line, curve::length(line) / 2.0).0;
        let (there, back) = (swung(&[a, b], 10.0), swung(&[b, a], 10.0));
        assert!(middle(&there).distance(middle(&back)) > 8.0);
        assert!(there.last().is_some_and(|end| end.distance(b) > 4.0), "it stops before its place");
    }
}
