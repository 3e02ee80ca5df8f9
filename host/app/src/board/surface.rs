//! The board's surface: what doesn't change is drawn once for each zoom step, off the frame, and moved between.

use super::HEX;
use super::chart::Chart;
use super::ground::Sheet;
use super::lettering;
use crate::draw::ink::{Drawing, Ink};
use crate::draw::letter::{Face, Letters};
use crate::draw::raster::Canvas;
use crate::draw::symbol;
use crate::theme::Palette;
use egui::{
    Color32, ColorImage, Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What part of a board is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the chart in the middle of the view.
    pub centre: Pos2,
    /// Points on the screen for one of the chart.
    pub zoom: f32,
}

impl Camera {
    /// The least and the greatest zoom.
    pub const RANGE: std::ops::RangeInclusive<f32> = 0.12..=3.2;

    /// Shows the whole frame.
    pub fn fit(frame: Rect, view: Rect) -> Self {
        let zoom = (view.width() / frame.width()).min(view.height() / frame.height());
        Self { centre: frame.center(), zoom: zoom.clamp(*Self::RANGE.start(), *Self::RANGE.end()) }
    }

    /// Shows the whole frame in a rectangle of its shape, however small that is.
    pub fn whole(frame: Rect, rect: Rect) -> Self {
        Self { centre: frame.center(), zoom: rect.width() / frame.width() }
    }

    /// Fills the view with the frame, leaving nothing bare.
    pub fn cover(frame: Rect, view: Rect) -> Self {
        let zoom = (view.width() / frame.width()).max(view.height() / frame.height());
        Self { centre: frame.center(), zoom: zoom.clamp(*Self::RANGE.start(), *Self::RANGE.end()) }
    }

    /// Where a point of the chart is on the screen.
    pub fn screen(&self, p: Pos2, view: Rect) -> Pos2 {
        view.center() + (p - self.centre) * self.zoom
    }

    /// Which point of the chart is under a point of the screen.
    pub fn chart(&self, p: Pos2, view: Rect) -> Pos2 {
        self.centre + (p - view.center()) / self.zoom
    }

    /// The frame on the screen.
    pub fn rect(&self, r: Rect, view: Rect) -> Rect {
        Rect::from_min_max(self.screen(r.min, view), self.screen(r.max, view))
    }

    /// Zooms so that what is under the pointer stays under it.
    pub fn zoom_at(&mut self, pointer: Pos2, view: Rect, factor: f32) {
        let under = self.chart(pointer, view);
        self.zoom = (self.zoom * factor).clamp(*Self::RANGE.start(), *Self::RANGE.end());
        self.centre = under - (pointer - view.center()) / self.zoom;
    }

    /// Looks half the way from a place to another, if the first is well in view then, else as far as it is.
    pub fn look_from(&mut self, place: Pos2, other: Pos2, view: Rect) {
        let most = (view.size() / self.zoom / 2.0 - Vec2::splat(1.5 * HEX)).max(Vec2::ZERO);
        self.centre = place + ((other - place) / 2.0).clamp(-most, most);
    }

    /// Keeps the board in view: at least its edge never comes past the middle.
    pub fn keep_in(&mut self, frame: Rect, view: Rect) {
        let half = view.size() / self.zoom / 2.0;
        let limit = |centre: f32, low: f32, high: f32, half: f32| {
            let (low, high) = (low + half, high - half);
            if low > high { (low + high) / 2.0 } else { centre.clamp(low, high) }
        };
        // A little desk may show around the board.
        let room = frame.expand(24.0 / self.zoom);
        self.centre = pos2(
            limit(self.centre.x, room.left(), room.right(), half.x),
            limit(self.centre.y, room.top(), room.bottom(), half.y),
        );
    }
}

// What a drawing is made for.
#[derive(Clone, Copy, PartialEq)]
struct Way {
    step: f32,
    palette: Palette,
    grid: bool,
    signs: bool,
    density: f32,
}

// A part of the board as a picture.
#[derive(Clone, Copy, PartialEq)]
struct Cut {
    // Points on the screen for one of the chart.
    zoom: f32,
    // Its upper left corner, in pixels from the chart's origin at this zoom.
    corner: [i32; 2],
    // Its size in pixels.
    size: [usize; 2],
}

impl Cut {
    // What it shows, in the chart's points.
    fn ground(&self, density: f32) -> Rect {
        let scale = self.zoom * density;
        let at = pos2(self.corner[0] as f32, self.corner[1] as f32) / scale;
        Rect::from_min_size(at, vec2(self.size[0] as f32, self.size[1] as f32) / scale)
    }
}

struct Painted {
    way: Way,
    cut: Cut,
    drawing: Arc<Drawing>,
    image: ColorImage,
}

/// A board's drawing, kept between frames. What doesn't change is painted into a picture beside the frame, a little
/// more of it than is seen; a frame has only to show it.
pub struct Surface {
    /// The board.
    pub chart: Arc<Chart>,
    drawing: Option<(Way, Arc<Drawing>)>,
    picture: Option<(Way, Cut, TextureHandle)>,
    coming: Option<Receiver<Painted>>,
    // Goes with the surface; a drawing that is being made for it then ends.
    wanted: Arc<()>,
    /// Whether the hex grid and numbers are drawn.
    pub grid: bool,
    /// Whether the signs of places are drawn, which are as large on the smallest map.
    pub signs: bool,
    /// Whether the map has its edge; small pictures have a frame of their own.
    pub edged: bool,
}

/// How much more than the view is painted at each side, as a share of the view.
const MARGIN: f32 = 0.2;
/// No picture is larger at a side than every graphics card takes.
const LARGEST: f32 = 4096.0;

impl Surface {
    /// A surface that is drawn when it is first seen.
    pub fn new(chart: Arc<Chart>) -> Self {
        Self {
            chart,
            drawing: None,
            picture: None,
            coming: None,
            wanted: Arc::new(()),
            grid: true,
            signs: true,
            edged: true,
        }
    }

    /// Paints the board into the view.
    pub fn paint(&mut self, painter: &Painter, view: Rect, camera: &Camera, palette: &Palette) {
        let inner = self.paint_ground(painter, view, camera, palette);
        lettering::paint(&inner, &self.chart, view, camera, palette, self.grid);
        if self.edged {
            border(painter, camera.rect(self.chart.frame, view), view, camera, palette);
        }
    }

    /// Paints it without its words and its edge; gives a painter that is clipped to it.
    pub fn paint_ground(
        &mut self,
        painter: &Painter,
        view: Rect,
        camera: &Camera,
        palette: &Palette,
    ) -> Painter {
        self.prepare(painter, view, camera, palette);
        let frame = camera.rect(self.chart.frame, view);
        let clip = frame.intersect(view).intersect(painter.clip_rect());
        let inner = painter.with_clip_rect(clip);
        inner.rect_filled(clip, 0.0, palette.paper);
        let density = painter.pixels_per_point();
        if let Some((_, cut, texture)) = &self.picture {
            let mut rect = camera.rect(cut.ground(density), view);
            if cut.zoom == camera.zoom {
                // Pixel on pixel.
                let size = vec2(cut.size[0] as f32, cut.size[1] as f32) / density;
                rect = Rect::from_min_size((rect.min * density).round() / density, size);
            }
            let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            inner.image(texture.id(), rect, uv, Color32::WHITE);
        }
        inner
    }

    fn prepare(&mut self, painter: &Painter, view: Rect, camera: &Camera, palette: &Palette) {
        let density = painter.pixels_per_point();
        if let Some(receiver) = &self.coming {
            match receiver.try_recv() {
                Ok(Painted { way, cut, drawing, image }) => {
                    // Pictures that nobody moves about on are painted once.
                    self.drawing = self.edged.then_some((way, drawing));
                    let options = TextureOptions::LINEAR;
                    match &mut self.picture {
                        Some((of, at, texture)) => {
                            texture.set(image, options);
                            (*of, *at) = (way, cut);
                        }
                        None => {
                            let texture = painter.ctx().load_texture(&self.chart.id, image, options);
                            self.picture = Some((way, cut, texture));
                        }
                    }
                    self.coming = None;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.coming = None,
            }
        }
        let step = 1.25f32.powf((camera.zoom.ln() / 1.25f32.ln()).round());
        let way = Way { step, palette: *palette, grid: self.grid, signs: self.signs, density };
        let seen = Rect::from_min_max(camera.chart(view.min, view), camera.chart(view.max, view))
            .intersect(self.chart.frame);
        if !seen.is_positive() {
            return;
        }
        let scale = camera.zoom * density;
        // The margin is smaller where a picture would grow too large.
        let spare = |seen: f32| MARGIN.min((LARGEST / (seen * scale) - 1.0) / 2.0 - 0.01).max(0.0);
        let margin = vec2(spare(seen.width()), spare(seen.height()));
        // A new picture is begun before the old one ends.
        let fresh = self.picture.as_ref().is_some_and(|(of, cut, _)| {
            let wanted = seen.expand2(seen.size() * margin * 0.4).intersect(self.chart.frame);
            let slack = 1.0 / camera.zoom;
            *of == way && cut.zoom == camera.zoom && cut.ground(density).expand(slack).contains_rect(wanted)
        });
        if fresh {
            return;
        }
        let ground = seen.expand2(seen.size() * margin).intersect(self.chart.frame);
        let most = |v: f32| v.ceil().clamp(1.0, LARGEST) as usize;
        let cut = Cut {
            zoom: camera.zoom,
            corner: [(ground.min.x * scale).floor() as i32, (ground.min.y * scale).floor() as i32],
            size: [most(ground.width() * scale + 1.0), most(ground.height() * scale + 1.0)],
        };
        // A drawing for another zoom step goes before the new one comes: they are large.
        self.drawing = self.drawing.take().filter(|(of, _)| *of == way);
        let drawing = self.drawing.as_ref().map(|(_, d)| d.clone());
        let (sender, receiver) = channel();
        let chart = self.chart.clone();
        let context = painter.ctx().clone();
        let wanted = Arc::downgrade(&self.wanted);
        let work = move || {
            let drawing = drawing.unwrap_or_else(|| {
                let ink = Ink::wanted_by(way.density, wanted.clone());
                let draw = if way.signs { draw } else { draw_land };
                Arc::new(draw(ink, &chart, &way.palette, way.step, way.grid))
            });
            if wanted.strong_count() == 0 {
                return;
            }
            let image = paint_cut(&drawing, &way, &cut);
            if sender.send(Painted { way, cut, drawing, image }).is_ok() {
                context.request_repaint();
            }
        };
        // Without a thread to spare the board is drawn in the frame.
        if let Err(_no_thread) = std::thread::Builder::new().name("board drawing".into()).spawn(work.clone())
        {
            work();
        }
        self.coming = Some(receiver);
    }

    /// Whether it has been drawn once.
    pub fn is_drawn(&self) -> bool {
        self.drawing.is_some()
    }

    /// Whether it is being drawn beside the frame.
    pub fn is_drawing(&self) -> bool {
        self.coming.is_some()
    }
}

fn paint_cut(drawing: &Drawing, way: &Way, cut: &Cut) -> ColorImage {
    let [width, height] = cut.size;
    let mut canvas = Canvas::new(width, height, way.palette.paper);
    let clip = Rect::from_min_size(Pos2::ZERO, vec2(width as f32, height as f32));
    let scale = cut.zoom / way.step * way.density;
    drawing.paint(&mut canvas, scale, -vec2(cut.corner[0] as f32, cut.corner[1] as f32), clip);
    canvas.finish()
}

/// Draws all of a board that doesn't change.
pub fn draw(mut ink: Ink, chart: &Chart, palette: &Palette, zoom: f32, grid: bool) -> Drawing {
    let mut sheet = Sheet { chart, palette, zoom, ink: &mut ink, effort: Sheet::EFFORT };
    land(&mut sheet, grid);
    sheet.places();
    sheet.signs_of_a_country();
    sheet.bars();
    ink.finish_tight()
}

/// Draws of it only the land, with its waters and ways.
fn draw_land(mut ink: Ink, chart: &Chart, palette: &Palette, zoom: f32, grid: bool) -> Drawing {
    land(&mut Sheet { chart, palette, zoom, ink: &mut ink, effort: Sheet::EFFORT }, grid);
    ink.finish_tight()
}

fn land(sheet: &mut Sheet<'_>, grid: bool) {
    sheet.ground();
    sheet.swamps();
    sheet.waters();
    sheet.sea_lanes();
    sheet.ridges();
    sheet.borders();
    sheet.theaters();
    sheet.ways();
    if grid {
        sheet.grid();
    }
}

// The map's edge: a double line with a black and white bar, one mark a hex.
fn border(painter: &Painter, frame: Rect, view: Rect, camera: &Camera, palette: &Palette) {
    let painter = painter.with_clip_rect(view.intersect(painter.clip_rect()));
    let mut ink = Ink::new(painter.pixels_per_point());
    let p = palette;
    ink.rect(frame, egui::Color32::TRANSPARENT, 1.0, p.ink);
    let inner = frame.shrink(7.0);
    ink.rect(inner, egui::Color32::TRANSPARENT, 0.8, p.ink);
    let band = |ink: &mut Ink, r: Rect| ink.rect(r, p.sheet, 0.0, p.sheet);
    ink.group(|ink| {
        band(ink, Rect::from_min_max(frame.min + vec2(1.0, 1.0), pos2(frame.max.x - 1.0, frame.min.y + 6.5)));
        band(ink, Rect::from_min_max(pos2(frame.min.x + 1.0, frame.max.y - 6.5), frame.max - vec2(1.0, 1.0)));
        band(ink, Rect::from_min_max(frame.min + vec2(1.0, 1.0), pos2(frame.min.x + 6.5, frame.max.y - 1.0)));
        band(ink, Rect::from_min_max(pos2(frame.max.x - 6.5, frame.min.y + 1.0), frame.max - vec2(1.0, 1.0)));
        let step = HEX * camera.zoom * if camera.zoom < 0.4 { 4.0 } else { 1.0 };
        // From the last mark before the view to the last in it.
        let first = |from: f32, view: f32| ((view - from) / step).floor().max(0.0);
        let mut i = first(inner.min.x, view.min.x);
        while inner.min.x + i * step < inner.max.x.min(view.max.x) {
            let (a, b) = (inner.min.x + i * step, (inner.min.x + (i + 1.0) * step).min(inner.max.x));
            if i % 2.0 == 0.0 && b > view.min.x && a < view.max.x {
                for y in [frame.min.y + 2.0, frame.max.y - 5.0] {
                    ink.rect(Rect::from_min_max(pos2(a, y), pos2(b, y + 3.0)), p.ink, 0.0, p.ink);
                }
            }
            i += 1.0;
        }
        let mut i = first(inner.min.y, view.min.y);
        while inner.min.y + i * step < inner.max.y.min(view.max.y) {
            let (a, b) = (inner.min.y + i * step, (inner.min.y + (i + 1.0) * step).min(inner.max.y));
            if i % 2.0 == 0.0 && b > view.min.y && a < view.max.y {
                for x in [frame.min.x + 2.0, frame.max.x - 5.0] {
                    ink.rect(Rect::from_min_max(pos2(x, a), pos2(x + 3.0, b)), p.ink, 0.0, p.ink);
                }
            }
            i += 1.0;
        }
    });
    painter.add(Shape::mesh(ink.finish().at(Pos2::ZERO)));
}

/// The compass rose and the scale, in the strip under the board where they cover nothing; gives where they end.
pub fn furniture(painter: &Painter, strip: Rect, camera: &Camera, chart: &Chart, palette: &Palette) -> f32 {
    let mut ink = Ink::new(painter.pixels_per_point());
    let rose = pos2(strip.left() + 28.0, strip.center().y);
    symbol::compass(&mut ink, palette, rose, 15.0);
    let mut words =
        vec![(rose + vec2(24.0, 4.5), Letters::new("N", Face::Title.at(12.0), palette.ink).middle())];
    let mut end = rose.x + 38.0;
    if let Some((length, unit_name)) = chart.scale {
        // As many hexes as make a bar of about 120 points.
        let hex = HEX * camera.zoom;
        let per = if hex >= 30.0 {
            0.5
        } else if hex >= 14.0 {
            1.0
        } else {
            2.0
        };
        let unit = hex * per;
        let count = ((130.0 / unit).floor() as i32).clamp(1, 4);
        let at = pos2(end + 16.0, strip.center().y + 5.0);
        for i in 0..=count {
            let x = at.x + unit * i as f32;
            if i < count {
                let fill = if i % 2 == 0 { palette.ink } else { palette.sheet };
                ink.rect(Rect::from_min_size(pos2(x, at.y), vec2(unit, 4.0)), fill, 0.8, palette.ink);
            }
            let figure = (length as f32 * per * i as f32).round() as i32;
            words.push((
                pos2(x, at.y - 4.0),
                Letters::new(figure.to_string(), Face::Figure.at(11.5), palette.ink).middle(),
            ));
        }
        let last = pos2(at.x + unit * count as f32 + 14.0, at.y + 5.0);
        words.push((last, Letters::new(unit_name, Face::PlaceItalic.at(12.5), palette.ink)));
        end = last.x + 46.0;
    }
    painter.add(Shape::mesh(ink.finish().at(Pos2::ZERO)));
    for (at, letters) in words {
        letters.paint(painter, at);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_ends_when_nobody_waits_for_it() {
        let board = muster_board::file::BoardFile::sketch("b", &"w w w\n".repeat(9)).expect("a board");
        let (chart, palette) = (Chart::bare(&board.board), Palette::of(crate::theme::Theme::Light, false));
        let wanted = Arc::new(());
        let drawn =
            || draw(Ink::wanted_by(1.0, Arc::downgrade(&wanted)), &chart, &palette, 1.0, true).corners();
        let whole = drawn();
        let late = Ink::wanted_by(1.0, Arc::downgrade(&wanted));
        drop(wanted);
        let late = draw(late, &chart, &palette, 1.0, true).corners();
        assert!(whole > 1_000 && late == 0, "{whole}, {late}");
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let view = Rect::from_min_size(pos2(240.0, 48.0), vec2(1000.0, 800.0));
        let mut camera = Camera { centre: pos2(500.0, 400.0), zoom: 1.0 };
        let pointer = pos2(300.0, 700.0);
        let under = camera.chart(pointer, view);
        camera.zoom_at(pointer, view, 1.5);
        assert!(camera.chart(pointer, view).distance(under) < 0.01);
        assert_eq!(camera.zoom, 1.5);
    }

    #[test]
    fn what_is_looked_from_stays_in_view() {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0));
        let mut camera = Camera { centre: Pos2::ZERO, zoom: 1.0 };
        let place = pos2(3500.0, 300.0);
        // Across a large board, and near.
        for (other, centre) in
            [(pos2(500.0, 400.0), pos2(3167.0, 350.0)), (pos2(3400.0, 300.0), pos2(3450.0, 300.0))]
        {
            camera.look_from(place, other, view);
            assert_eq!(camera.centre, centre);
            assert!(view.shrink(HEX).contains(camera.screen(place, view)));
        }
    }

    #[test]
    fn a_small_board_is_centred_and_a_large_one_stays_in_view() {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 800.0));
        let frame = Rect::from_min_size(pos2(0.0, 0.0), vec2(2000.0, 300.0));
        let mut camera = Camera { centre: pos2(-900.0, 900.0), zoom: 1.0 };
        camera.keep_in(frame, view);
        assert_eq!(camera.centre.y, frame.center().y);
        assert!(camera.rect(frame, view).left() <= 24.0);
    }
}
