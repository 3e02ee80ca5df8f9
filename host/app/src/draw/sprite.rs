//! Small drawings that come again and again, each painted once into a common picture: on the screen a piece is then
//! two triangles instead of some hundred.

use super::ink::{Drawing, Ink};
use super::raster::Canvas;
use egui::{
    Color32, ColorImage, Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::collections::HashMap;

/// How large the common picture is at a side, in pixels.
const SIDE: usize = 1024;
/// Larger ones stay drawings.
const LARGEST: f32 = 320.0;

enum Kept {
    // Where it is in the picture, and where its upper left corner lies from its middle, in pixels.
    Painted { at: [usize; 2], size: [usize; 2], corner: Vec2 },
    Drawn(Box<Drawing>),
}

/// The drawings of one screen.
#[derive(Default)]
pub struct Sprites {
    picture: Option<TextureHandle>,
    kept: HashMap<u64, Kept>,
    // The row that is being filled: its left end, its top, its height.
    row: [usize; 3],
    density: f32,
    // The pass in which the picture was found to be full.
    full: Option<u64>,
}

impl Sprites {
    /// Paints what `draw` draws around the origin, at a point. Everything that it depends on is in the key.
    pub fn paint(&mut self, painter: &Painter, at: Pos2, key: u64, draw: impl FnOnce() -> Drawing) {
        let density = painter.pixels_per_point();
        if self.density != density {
            self.density = density;
            self.clear();
        }
        if self.full.is_some_and(|pass| pass != painter.ctx().cumulative_pass_nr()) {
            self.clear();
        }
        if !self.kept.contains_key(&key) {
            let drawing = draw();
            if self.full.is_some() {
                painter.add(Shape::mesh(drawing.at(at)));
                return;
            }
            let kept = self.keep(painter, drawing);
            self.kept.insert(key, kept);
        }
        match self.kept.get(&key) {
            Some(Kept::Painted { at: place, size, corner }) => {
                // Pixel on pixel.
                let min = ((at.to_vec2() * density + *corner).round() / density).to_pos2();
                let rect = Rect::from_min_size(min, vec2(size[0] as f32, size[1] as f32) / density);
                if let Some(picture) = &self.picture {
                    let uv = |x: usize, y: usize| pos2(x as f32, y as f32) / SIDE as f32;
                    let uv = Rect::from_min_max(
                        uv(place[0], place[1]),
                        uv(place[0] + size[0], place[1] + size[1]),
                    );
                    painter.image(picture.id(), rect, uv, Color32::WHITE);
                }
            }
            Some(Kept::Drawn(drawing)) => {
                painter.add(Shape::mesh(drawing.at(at)));
            }
            None => {}
        }
    }

    fn clear(&mut self) {
        self.kept.clear();
        self.row = [0; 3];
        self.full = None;
    }

    fn keep(&mut self, painter: &Painter, drawing: Drawing) -> Kept {
        let bounds = drawing.bounds();
        if !bounds.is_positive() {
            return Kept::Drawn(Box::default());
        }
        let pixels = Rect::from_min_max(
            (bounds.min.to_vec2() * self.density).floor().to_pos2() - Vec2::splat(1.0),
            (bounds.max.to_vec2() * self.density).ceil().to_pos2() + Vec2::splat(1.0),
        );
        if pixels.width() > LARGEST || pixels.height() > LARGEST {
            return Kept::Drawn(Box::new(drawing));
        }
        let size = [pixels.width() as usize, pixels.height() as usize];
        let Some(at) = self.room(size) else {
            // From the next pass on what is needed is painted anew; this one still shows what is there.
            self.full = Some(painter.ctx().cumulative_pass_nr());
            return Kept::Drawn(Box::new(drawing));
        };
        let mut canvas = Canvas::new(size[0], size[1], Color32::TRANSPARENT);
        drawing.paint(&mut canvas, self.density, -pixels.min.to_vec2(), Rect::EVERYTHING);
        let image = canvas.finish();
        let picture = self.picture.get_or_insert_with(|| {
            let blank = ColorImage::filled([SIDE, SIDE], Color32::TRANSPARENT);
            painter.ctx().load_texture("sprites", blank, TextureOptions::LINEAR)
        });
        picture.set_partial(at, image, TextureOptions::LINEAR);
        Kept::Painted { at, size, corner: pixels.min.to_vec2() }
    }

    // Room for so many pixels, a pixel apart from the others.
    fn room(&mut self, size: [usize; 2]) -> Option<[usize; 2]> {
        let [mut x, mut y, mut height] = self.row;
        if x + size[0] + 1 > SIDE {
            (x, y, height) = (0, y + height + 1, 0);
        }
        if y + size[1] + 1 > SIDE {
            return None;
        }
        self.row = [x + size[0] + 1, y, height.max(size[1])];
        Some([x, y])
    }
}

/// A drawing made by a few strokes.
pub fn drawn(density: f32, draw: impl FnOnce(&mut Ink)) -> Drawing {
    let mut ink = Ink::new(density);
    draw(&mut ink);
    ink.finish()
}
