//! Triangles into pixels, on the processor: a board is painted once, beside the frame, and is a picture from then on.
//! The pixels are those that a graphics card would make: colours blend as they are stored, a pixel belongs to a
//! triangle if its middle lies in it, and of two triangles with a common edge it belongs to one.

use egui::epaint::{ImageData, Primitive};
use egui::epaint::{Mesh, Vertex};
use egui::{ClippedPrimitive, Color32, ColorImage, Pos2, Rect, TextureId, TexturesDelta, Vec2};
use std::collections::HashMap;

/// A texture that triangles take their colours from.
pub type Texture<'a> = &'a ColorImage;

/// The textures of a context, kept up with what its frames change.
#[derive(Default)]
pub struct Textures(HashMap<TextureId, ColorImage>);

impl Textures {
    /// Takes over what a frame changed.
    pub fn update(&mut self, mut changes: TexturesDelta) {
        for (id, deltas) in std::mem::take(&mut changes.set) {
            for delta in deltas {
                let ImageData::Color(image) = &delta.image;
                match (delta.pos, self.0.get_mut(&id)) {
                    (Some([x, y]), Some(whole)) => {
                        for row in 0..image.size[1] {
                            for column in 0..image.size[0] {
                                whole[(x + column, y + row)] = image[(column, row)];
                            }
                        }
                    }
                    _ => {
                        self.0.insert(id, image.as_ref().clone());
                    }
                }
            }
        }
        for id in &changes.free {
            self.0.remove(id);
        }
        changes.clear();
    }
}

/// What a frame shows, in a picture of so many pixels; `scale` of them make a point.
pub fn picture(
    primitives: &[ClippedPrimitive],
    textures: &Textures,
    size: [usize; 2],
    scale: f32,
) -> ColorImage {
    let mut canvas = Canvas::new(size[0], size[1], Color32::BLACK);
    for primitive in primitives {
        if let Primitive::Mesh(mesh) = &primitive.primitive {
            let texture = textures.0.get(&mesh.texture_id);
            canvas.mesh(mesh, scale, Vec2::ZERO, primitive.clip_rect * scale, texture);
        }
    }
    canvas.finish()
}

/// What is painted on.
pub struct Canvas {
    image: ColorImage,
}

/// Steps within a pixel.
const FINE: f32 = 256.0;

// One edge of a triangle: at least 0 inside it.
#[derive(Clone, Copy)]
struct Edge {
    dx: i64,
    dy: i64,
    at: i64,
}

impl Edge {
    fn new(a: [i64; 2], b: [i64; 2]) -> Self {
        let (dx, dy) = (b[1] - a[1], a[0] - b[0]);
        // Pixels that lie on it belong to it if it is an upper or a left one.
        let own = dx > 0 || (dx == 0 && dy > 0);
        Self { dx, dy, at: -(a[0] * dx + a[1] * dy) - i64::from(!own) }
    }

    // Narrows a row's span to what is inside; x counts pixels.
    fn narrow(&self, row: i64, span: &mut [i64; 2]) {
        let half = FINE as i64 / 2;
        let whole = FINE as i64;
        // Inside where dx * (x * whole + half) + rest >= 0.
        let rest = self.dy * (row * whole + half) + self.at + self.dx * half;
        let step = self.dx * whole;
        if step > 0 {
            span[0] = span[0].max((-rest).div_euclid(step) + i64::from((-rest).rem_euclid(step) != 0));
        } else if step < 0 {
            span[1] = span[1].min(rest.div_euclid(-step) + 1);
        } else if rest < 0 {
            span[1] = span[0];
        }
    }
}

impl Canvas {
    /// A canvas of one colour.
    pub fn new(width: usize, height: usize, colour: Color32) -> Self {
        Self { image: ColorImage::filled([width, height], colour) }
    }

    /// What has been painted.
    pub fn finish(self) -> ColorImage {
        self.image
    }

    /// Paints a mesh, scaled and moved, as far as it lies in `clip`; all of it in pixels.
    pub fn mesh(&mut self, mesh: &Mesh, scale: f32, by: Vec2, clip: Rect, texture: Option<Texture<'_>>) {
        self.triangles(&mesh.vertices, &mesh.indices, 0, (scale, by), clip, texture);
    }

    /// Paints some of a mesh's triangles; their indices count from `first`.
    pub fn triangles(
        &mut self,
        vertices: &[Vertex],
        indices: &[u32],
        first: u32,
        (scale, by): (f32, Vec2),
        clip: Rect,
        texture: Option<Texture<'_>>,
    ) {
        let [width, height] = self.image.size;
        let bound = |v: f32, most: usize| (v.round().max(0.0) as i64).min(most as i64);
        let clip = [
            bound(clip.min.x, width),
            bound(clip.min.y, height),
            bound(clip.max.x, width),
            bound(clip.max.y, height),
        ];
        for corners in indices.chunks_exact(3) {
            let corner = |i: usize| {
                let mut v = vertices[(corners[i] - first) as usize];
                v.pos = (v.pos.to_vec2() * scale + by).to_pos2();
                v
            };
            self.triangle([corner(0), corner(1), corner(2)], clip, texture);
        }
    }

    fn triangle(&mut self, mut v: [Vertex; 3], clip: [i64; 4], texture: Option<Texture<'_>>) {
        if v.iter().all(|v| v.color == Color32::TRANSPARENT) {
            return;
        }
        // Far outside is outside; it also keeps the numbers small.
        if v.iter().any(|v| !(v.pos.x.abs() < 1e6 && v.pos.y.abs() < 1e6)) {
            return;
        }
        let fine = |p: Pos2| [(p.x * FINE).round() as i64, (p.y * FINE).round() as i64];
        let mut p = v.map(|v| fine(v.pos));
        let area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
        if area == 0 {
            return;
        }
        if area > 0 {
            v.swap(1, 2);
            p.swap(1, 2);
        }
        let whole = FINE as i64;
        let least = |k: usize| p[0][k].min(p[1][k]).min(p[2][k]).div_euclid(whole);
        let most = |k: usize| p[0][k].max(p[1][k]).max(p[2][k]).div_euclid(whole) + 1;
        let rows = least(1).max(clip[1])..most(1).min(clip[3]);
        let columns = [least(0).max(clip[0]), most(0).min(clip[2])];
        if rows.is_empty() || columns[0] >= columns[1] {
            return;
        }
        let edges = [Edge::new(p[0], p[1]), Edge::new(p[1], p[2]), Edge::new(p[2], p[0])];
        let plain = texture.is_none() && v[0].color == v[1].color && v[1].color == v[2].color;
        let shade = Shade::new(&v);
        let width = self.image.size[0];
        for row in rows {
            let mut span = columns;
            edges.iter().for_each(|e| e.narrow(row, &mut span));
            if span[0] >= span[1] {
                continue;
            }
            let start = row as usize * width;
            let pixels = &mut self.image.pixels[start + span[0] as usize..start + span[1] as usize];
            if plain {
                match v[0].color {
                    c if c.a() == 255 => pixels.fill(c),
                    c => pixels.iter_mut().for_each(|d| *d = over(c, *d)),
                }
                continue;
            }
            let mut x = span[0] as f32 + 0.5;
            let y = row as f32 + 0.5;
            for pixel in pixels {
                let colour = match texture {
                    Some(texture) => times(shade.colour(x, y), sample(texture, shade.uv(x, y))),
                    None => shade.colour(x, y),
                };
                *pixel = over(colour, *pixel);
                x += 1.0;
            }
        }
    }
}

// Colours and texture places over a triangle.
struct Shade {
    corner: Pos2,
    base: [f32; 6],
    dx: [f32; 6],
    dy: [f32; 6],
}

impl Shade {
    fn new(v: &[Vertex; 3]) -> Self {
        let values = v.map(|v| {
            let [r, g, b, a] = v.color.to_array();
            [f32::from(r), f32::from(g), f32::from(b), f32::from(a), v.uv.x, v.uv.y]
        });
        let (s, t) = (v[1].pos - v[0].pos, v[2].pos - v[0].pos);
        let area = s.x * t.y - s.y * t.x;
        let area = if area == 0.0 { 1.0 } else { area };
        let (mut dx, mut dy) = ([0.0; 6], [0.0; 6]);
        for k in 0..6 {
            let (a, b) = (values[1][k] - values[0][k], values[2][k] - values[0][k]);
            dx[k] = (a * t.y - b * s.y) / area;
            dy[k] = (b * s.x - a * t.x) / area;
        }
        Self { corner: v[0].pos, base: values[0], dx, dy }
    }

    fn value(&self, k: usize, x: f32, y: f32) -> f32 {
        self.base[k] + self.dx[k] * (x - self.corner.x) + self.dy[k] * (y - self.corner.y)
    }

    fn colour(&self, x: f32, y: f32) -> Color32 {
        let channel = |k| (self.value(k, x, y) + 0.5) as u8;
        Color32::from_rgba_premultiplied(channel(0), channel(1), channel(2), channel(3))
    }

    fn uv(&self, x: f32, y: f32) -> Pos2 {
        Pos2::new(self.value(4, x, y), self.value(5, x, y))
    }
}

// A share of 255 of a channel.
fn part(a: u8, b: u8) -> u8 {
    let n = u32::from(a) * u32::from(b) + 128;
    ((n + (n >> 8)) >> 8) as u8
}

fn over(top: Color32, under: Color32) -> Color32 {
    let rest = 255 - top.a();
    if rest == 0 {
        return top;
    }
    let (t, u) = (top.to_array(), under.to_array());
    let mix = |k: usize| t[k].saturating_add(part(u[k], rest));
    Color32::from_rgba_premultiplied(mix(0), mix(1), mix(2), mix(3))
}

fn times(a: Color32, b: Color32) -> Color32 {
    if b == Color32::WHITE {
        return a;
    }
    let (a, b) = (a.to_array(), b.to_array());
    Color32::from_rgba_premultiplied(part(a[0], b[0]), part(a[1], b[1]), part(a[2], b[2]), part(a[3], b[3]))
}

fn sample(texture: Texture<'_>, uv: Pos2) -> Color32 {
    let [width, height] = texture.size;
    let (x, y) = (uv.x * width as f32 - 0.5, uv.y * height as f32 - 0.5);
    let (i, j) = (x.floor(), y.floor());
    let (s, t) = (x - i, y - j);
    let at = |i: f32, j: f32| {
        let column = (i.max(0.0) as usize).min(width - 1);
        let row = (j.max(0.0) as usize).min(height - 1);
        texture.pixels[row * width + column].to_array()
    };
    let (a, b, c, d) = (at(i, j), at(i + 1.0, j), at(i, j + 1.0), at(i + 1.0, j + 1.0));
    let channel = |k: usize| {
        let upper = f32::from(a[k]) * (1.0 - s) + f32::from(b[k]) * s;
        let lower = f32::from(c[k]) * (1.0 - s) + f32::from(d[k]) * s;
        (upper * (1.0 - t) + lower * t + 0.5) as u8
    };
    Color32::from_rgba_premultiplied(channel(0), channel(1), channel(2), channel(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn paint(triangles: &[[Pos2; 3]], colour: Color32) -> ColorImage {
        let mut mesh = Mesh::default();
        for t in triangles {
            let first = mesh.vertices.len() as u32;
            t.iter().for_each(|p| mesh.colored_vertex(*p, colour));
            mesh.add_triangle(first, first + 1, first + 2);
        }
        let mut canvas = Canvas::new(16, 16, Color32::TRANSPARENT);
        canvas.mesh(&mesh, 1.0, Vec2::ZERO, Rect::EVERYTHING, None);
        canvas.finish()
    }

    #[test]
    fn neighbours_share_every_pixel_of_a_common_edge_once() {
        let half = Color32::from_rgba_premultiplied(64, 64, 64, 128);
        let (a, b, c, d) = (pos2(1.3, 2.1), pos2(14.0, 3.7), pos2(12.5, 13.9), pos2(2.0, 12.0));
        for halves in [[[a, b, c], [a, c, d]], [[c, b, a], [d, a, c]]] {
            let image = paint(&halves, half);
            let painted = image.pixels.iter().filter(|p| **p != Color32::TRANSPARENT);
            assert!(painted.clone().all(|p| *p == half), "a pixel was painted twice");
            assert!(painted.count() > 100);
        }
    }

    #[test]
    fn a_square_covers_its_pixels_and_no_others() {
        let (a, b, c, d) = (pos2(2.0, 3.0), pos2(6.0, 3.0), pos2(6.0, 8.0), pos2(2.0, 8.0));
        let image = paint(&[[a, b, c], [a, c, d]], Color32::RED);
        for y in 0..16 {
            for x in 0..16 {
                let inside = (2..6).contains(&x) && (3..8).contains(&y);
                assert_eq!(image[(x, y)] == Color32::RED, inside, "{x} {y}");
            }
        }
    }

    #[test]
    fn colours_run_from_corner_to_corner() {
        let mut mesh = Mesh::default();
        mesh.colored_vertex(pos2(0.0, 0.0), Color32::BLACK);
        mesh.colored_vertex(pos2(16.0, 0.0), Color32::WHITE);
        mesh.colored_vertex(pos2(0.0, 16.0), Color32::BLACK);
        mesh.add_triangle(0, 1, 2);
        let mut canvas = Canvas::new(16, 16, Color32::TRANSPARENT);
        canvas.mesh(&mesh, 1.0, Vec2::ZERO, Rect::EVERYTHING, None);
        let image = canvas.finish();
        assert!(image[(2, 1)].r() < image[(8, 1)].r() && image[(8, 1)].r() < image[(13, 1)].r());
        assert_eq!(image[(0, 9)].a(), 255);
    }
}
