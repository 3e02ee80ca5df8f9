//! Ink: fills and strokes of any shape gathered into one mesh, in drawing order, so that what doesn't change is
//! drawn once and then only moved. A mesh has no soft edges of its own; strokes and convex fills get them from
//! egui's tessellator, other fills from a hairline in their own colour.

use super::curve;
use super::raster::Canvas;
use egui::epaint::{Mesh, PathStroke, Shape, StrokeKind, TessellationOptions, Tessellator};
use egui::{Color32, Pos2, Rect, Stroke, Vec2, vec2};
use lyon_tessellation as lyon;
use std::sync::Weak;

/// A finished drawing: a mesh, and where in it each part lies, so that parts out of sight are left out.
#[derive(Clone, Default)]
pub struct Drawing {
    mesh: Mesh,
    parts: Vec<Part>,
}

#[derive(Clone, Copy)]
struct Part {
    vertices: u32,
    indices: u32,
    bounds: Rect,
}

impl Drawing {
    /// Paints the drawing, scaled about its origin and moved; all of it in the canvas's pixels.
    pub fn paint(&self, canvas: &mut Canvas, scale: f32, by: Vec2, clip: Rect) {
        let seen = Rect::from_min_max(
            ((clip.min.to_vec2() - by) / scale).to_pos2(),
            ((clip.max.to_vec2() - by) / scale).to_pos2(),
        );
        for (i, part) in self.parts.iter().enumerate() {
            if !part.bounds.intersects(seen) {
                continue;
            }
            let (v_end, i_end) =
                self.parts.get(i + 1).map_or((self.mesh.vertices.len(), self.mesh.indices.len()), |p| {
                    (p.vertices as usize, p.indices as usize)
                });
            let vertices = &self.mesh.vertices[part.vertices as usize..v_end];
            let indices = &self.mesh.indices[part.indices as usize..i_end];
            canvas.triangles(vertices, indices, part.vertices, (scale, by), clip, None);
        }
    }

    /// The ground that it covers.
    pub fn bounds(&self) -> Rect {
        self.parts.iter().fold(Rect::NOTHING, |all, part| all.union(part.bounds))
    }

    /// The whole drawing, moved.
    pub fn at(&self, by: Pos2) -> Mesh {
        let mut mesh = self.mesh.clone();
        mesh.translate(by.to_vec2());
        mesh
    }

    /// How many corners it has.
    pub fn corners(&self) -> usize {
        self.mesh.vertices.len()
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.mesh.indices.len() / 3
    }
}

/// How many corners a drawing has at most, more than three times as many as that of a map of two thousand hexes; what comes after
/// is left out. A drawing of so many takes some 150 MB.
pub const MOST_CORNERS: usize = 4_500_000;

/// What draws into a [`Drawing`].
pub struct Ink {
    wanted: Option<Weak<()>>,
    tessellator: Tessellator,
    fill: lyon::FillTessellator,
    drawing: Drawing,
    grouped: bool,
}

impl Ink {
    /// An empty sheet for a screen of this density.
    pub fn new(pixels_per_point: f32) -> Self {
        let options = TessellationOptions {
            prerasterized_discs: false,
            coarse_tessellation_culling: false,
            round_line_segments_to_pixels: false,
            round_rects_to_pixels: false,
            ..Default::default()
        };
        Self {
            tessellator: Tessellator::new(pixels_per_point, options, [1, 1], Vec::new()),
            fill: lyon::FillTessellator::new(),
            drawing: Drawing::default(),
            grouped: false,
            wanted: None,
        }
    }

    /// An empty sheet on which nothing more is drawn once what the drawing is for is gone.
    pub fn wanted_by(pixels_per_point: f32, wanted: Weak<()>) -> Self {
        Self { wanted: Some(wanted), ..Self::new(pixels_per_point) }
    }

    /// Whether what the drawing is for is gone.
    pub fn is_abandoned(&self) -> bool {
        self.wanted.as_ref().is_some_and(|wanted| wanted.strong_count() == 0)
    }

    /// What has been drawn.
    pub fn finish(self) -> Drawing {
        self.drawing
    }

    /// What has been drawn, to be kept for long.
    pub fn finish_tight(self) -> Drawing {
        let mut drawing = self.drawing;
        drawing.mesh.vertices.shrink_to_fit();
        drawing.mesh.indices.shrink_to_fit();
        drawing.parts.shrink_to_fit();
        drawing
    }

    /// Draws several shapes as one part.
    pub fn group(&mut self, draw: impl FnOnce(&mut Self)) {
        if self.grouped {
            return draw(self);
        }
        let start = self.start();
        self.grouped = true;
        draw(self);
        self.grouped = false;
        self.end(start);
    }

    fn start(&self) -> (usize, usize) {
        (self.drawing.mesh.vertices.len(), self.drawing.mesh.indices.len())
    }

    fn end(&mut self, (vertices, indices): (usize, usize)) {
        if self.grouped || self.drawing.mesh.vertices.len() == vertices {
            return;
        }
        let mut bounds = Rect::NOTHING;
        for v in &self.drawing.mesh.vertices[vertices..] {
            bounds.extend_with(v.pos);
        }
        self.drawing.parts.push(Part { vertices: vertices as u32, indices: indices as u32, bounds });
    }

    /// How many corners the drawing has so far.
    pub fn corners(&self) -> usize {
        self.drawing.corners()
    }

    /// Whether nothing more goes into the drawing.
    pub fn is_full(&self) -> bool {
        self.corners() >= MOST_CORNERS || self.is_abandoned()
    }

    fn shape(&mut self, shape: Shape) {
        if self.is_full() {
            return;
        }
        let start = self.start();
        self.tessellator.tessellate_shape(shape, &mut self.drawing.mesh);
        self.end(start);
    }

    /// Fills an outline, which may cross itself.
    pub fn fill(&mut self, outline: &[Pos2], colour: Color32) {
        if outline.len() < 3 || colour.a() == 0 {
            return;
        }
        if convex(outline) {
            self.shape(Shape::convex_polygon(clockwise(outline), colour, Stroke::NONE));
            return;
        }
        let start = self.start();
        let grouped = std::mem::replace(&mut self.grouped, true);
        self.fill_any(outline, colour);
        if colour.a() == 255 {
            self.loop_line(outline, 0.8, colour);
        }
        self.grouped = grouped;
        self.end(start);
    }

    /// Fills outlines of which some may be holes (they run the other way round).
    pub fn fill_loops(&mut self, loops: &[Vec<Pos2>], colour: Color32) {
        let start = self.start();
        let grouped = std::mem::replace(&mut self.grouped, true);
        let loops: Vec<&[Pos2]> = loops.iter().map(Vec::as_slice).collect();
        self.fill_all(&loops, colour);
        if colour.a() == 255 {
            for outline in &loops {
                self.loop_line(outline, 0.8, colour);
            }
        }
        self.grouped = grouped;
        self.end(start);
    }

    /// Copies a finished drawing to a place, as one part.
    pub fn stamp(&mut self, drawing: &Drawing, at: Pos2) {
        if self.is_full() {
            return;
        }
        let start = self.start();
        let first = start.0 as u32;
        self.drawing.mesh.vertices.extend(drawing.mesh.vertices.iter().map(|v| {
            let mut v = *v;
            v.pos += at.to_vec2();
            v
        }));
        self.drawing.mesh.indices.extend(drawing.mesh.indices.iter().map(|i| i + first));
        self.end(start);
    }

    fn fill_any(&mut self, outline: &[Pos2], colour: Color32) {
        self.fill_all(&[outline], colour);
    }

    fn fill_all(&mut self, loops: &[&[Pos2]], colour: Color32) {
        if self.is_full() {
            return;
        }
        let mut path = lyon::path::Path::builder();
        let point = |p: &Pos2| lyon::math::point(p.x, p.y);
        for outline in loops.iter().filter(|o| o.len() > 2) {
            path.begin(point(&outline[0]));
            for p in &outline[1..] {
                path.line_to(point(p));
            }
            path.end(true);
        }
        let mut buffers: lyon::VertexBuffers<Pos2, u32> = lyon::VertexBuffers::new();
        let options = lyon::FillOptions::non_zero().with_tolerance(0.1);
        let mut builder = lyon::BuffersBuilder::new(&mut buffers, |v: lyon::FillVertex<'_>| {
            Pos2::new(v.position().x, v.position().y)
        });
        // An outline too strange to fill leaves a hole in a picture and nothing worse.
        if self.fill.tessellate_path(&path.build(), &options, &mut builder).is_ok() {
            let mesh = &mut self.drawing.mesh;
            let first = mesh.vertices.len() as u32;
            for p in buffers.vertices {
                mesh.colored_vertex(p, colour);
            }
            mesh.indices.extend(buffers.indices.iter().map(|i| i + first));
        }
    }

    /// A line; thinner than a pixel it gets paler instead.
    pub fn line(&mut self, points: &[Pos2], width: f32, colour: Color32) {
        if points.len() > 1 {
            self.shape(Shape::line(points.to_vec(), Stroke::new(width, colour)));
        }
    }

    /// A line from one point to another.
    pub fn segment(&mut self, a: Pos2, b: Pos2, width: f32, colour: Color32) {
        self.line(&[a, b], width, colour);
    }

    /// A closed line.
    pub fn loop_line(&mut self, points: &[Pos2], width: f32, colour: Color32) {
        self.shape(Shape::closed_line(points.to_vec(), PathStroke::new(width, colour)));
    }

    /// A dashed line; one walk over it.
    pub fn dashed(&mut self, points: &[Pos2], width: f32, colour: Color32, dash: f32, gap: f32) {
        self.group(|ink| {
            // What there is of the dash, or none in a gap, and how far it is to where that ends.
            let mut drawn: Option<Vec<Pos2>> = points.first().map(|first| vec![*first]);
            let mut left = dash;
            for pair in points.windows(2) {
                let (step, long) = (pair[1] - pair[0], pair[0].distance(pair[1]));
                let mut gone = 0.0;
                while long - gone > left {
                    gone += left;
                    let at = pair[0] + step * (gone / long);
                    match drawn.take() {
                        Some(mut part) => {
                            part.push(at);
                            ink.line(&part, width, colour);
                            left = gap;
                        }
                        None => (drawn, left) = (Some(vec![at]), dash),
                    }
                    // Far out a step can be too small to lead on.
                    if ink.is_full() || gone + left <= gone {
                        return;
                    }
                }
                left -= long - gone;
                if let Some(part) = &mut drawn {
                    part.push(pair[1]);
                }
            }
            if let Some(part) = drawn {
                ink.line(&part, width, colour);
            }
        });
    }

    /// A disc, a ring, or both.
    pub fn disc(&mut self, at: Pos2, radius: f32, fill: Color32, width: f32, line: Color32) {
        let shape = egui::epaint::CircleShape { center: at, radius, fill, stroke: Stroke::new(width, line) };
        self.shape(Shape::Circle(shape));
    }

    /// A rectangle, a frame, or both.
    pub fn rect(&mut self, rect: Rect, fill: Color32, width: f32, line: Color32) {
        self.shape(Shape::Rect(egui::epaint::RectShape::new(
            rect,
            0.0,
            fill,
            Stroke::new(width, line),
            StrokeKind::Middle,
        )));
    }

    /// A rectangle that goes over from one colour at its top to another at its foot.
    pub fn graded(&mut self, rect: Rect, top: Color32, foot: Color32) {
        let start = self.start();
        let mesh = &mut self.drawing.mesh;
        let first = mesh.vertices.len() as u32;
        mesh.colored_vertex(rect.left_top(), top);
        mesh.colored_vertex(rect.right_top(), top);
        mesh.colored_vertex(rect.right_bottom(), foot);
        mesh.colored_vertex(rect.left_bottom(), foot);
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
        self.end(start);
    }

    /// A polygon with an outline.
    pub fn polygon(&mut self, outline: &[Pos2], fill: Color32, width: f32, line: Color32) {
        self.group(|ink| {
            ink.fill(outline, fill);
            if width > 0.0 {
                ink.loop_line(outline, width, line);
            }
        });
    }

    /// A ribbon along a line, as wide at each share of it as `width` says, with banks.
    pub fn ribbon(&mut self, points: &[Pos2], width: impl Fn(f32) -> f32, fill: Color32) {
        let one = curve::offset_by(points, |t| width(t) / 2.0);
        let mut other = curve::offset_by(points, |t| -width(t) / 2.0);
        other.reverse();
        // Segment by segment: neighbouring quads share their corners, so that bends never fold over.
        let n = one.len();
        self.group(|ink| {
            for i in 1..n {
                let quad = [one[i - 1], one[i], other[n - 1 - i], other[n - i]];
                ink.fill_any(&quad, fill);
            }
            ink.line(&one, 0.8, fill);
            ink.line(&other, 0.8, fill);
        });
    }
}

/// The part of a line between two distances along it.
pub fn stretch(points: &[Pos2], from: f32, to: f32) -> Vec<Pos2> {
    let mut part = vec![curve::along(points, from).0];
    let mut gone = 0.0;
    for w in points.windows(2) {
        gone += w[0].distance(w[1]);
        if gone > from && gone < to {
            part.push(w[1]);
        }
    }
    part.push(curve::along(points, to).0);
    part
}

fn turns(outline: &[Pos2]) -> impl Iterator<Item = f32> + '_ {
    let n = outline.len();
    (0..n).map(move |i| {
        let (a, b, c) = (outline[i], outline[(i + 1) % n], outline[(i + 2) % n]);
        let (u, v) = (b - a, c - b);
        u.x * v.y - u.y * v.x
    })
}

fn convex(outline: &[Pos2]) -> bool {
    if outline.len() > 64 {
        return false;
    }
    let (mut left, mut right) = (false, false);
    for turn in turns(outline) {
        left |= turn < -1e-4;
        right |= turn > 1e-4;
    }
    // A star-shaped loop that winds twice also turns one way only; none of ours does.
    !(left && right)
}

// Soft edges come out on the wrong side of an outline that runs the other way round.
fn clockwise(outline: &[Pos2]) -> Vec<Pos2> {
    let area: f32 = (0..outline.len())
        .map(|i| {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            a.x * b.y - b.x * a.y
        })
        .sum();
    let mut points = outline.to_vec();
    if area < 0.0 {
        points.reverse();
    }
    points
}

/// A regular polygon's corners, the first at `turn` radians.
pub fn regular(at: Pos2, radius: f32, corners: usize, turn: f32) -> Vec<Pos2> {
    (0..corners)
        .map(|i| {
            let a = turn + std::f32::consts::TAU * i as f32 / corners as f32;
            at + vec2(a.cos(), a.sin()) * radius
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn parts_out_of_sight_are_left_out() {
        let mut ink = Ink::new(1.0);
        for x in [0.0, 1000.0] {
            ink.rect(
                Rect::from_min_size(pos2(x, 0.0), vec2(10.0, 10.0)),
                Color32::BLACK,
                0.0,
                Color32::BLACK,
            );
        }
        let drawing = ink.finish();
        let painted = |clip: Rect| {
            let mut canvas = Canvas::new(20, 20, Color32::WHITE);
            drawing.paint(&mut canvas, 1.0, vec2(5.0, 5.0), clip);
            canvas.finish().pixels.iter().filter(|p| **p == Color32::BLACK).count()
        };
        assert!(painted(Rect::from_min_size(Pos2::ZERO, vec2(20.0, 20.0))) > 90);
        assert_eq!(painted(Rect::from_min_size(Pos2::ZERO, vec2(3.0, 3.0))), 0);
    }

    #[test]
    fn a_star_is_filled_though_it_is_not_convex() {
        let mut ink = Ink::new(1.0);
        ink.fill(&super::super::symbol::star(pos2(0.0, 0.0), 10.0), Color32::RED);
        assert!(ink.finish().triangles() > 8);
    }
}
