//! Lettering on the board: names of places and waters, hex numbers.

use super::chart::{Anchor, Cell, Chart, Label};
use super::country;
use super::surface::Camera;
use crate::draw::curve;
use crate::draw::letter::{Face, Letters};
use crate::theme::{Palette, fade, mix};
use egui::{Painter, Pos2, Rect, Vec2, vec2};
use muster_contract::SpaceKind;

/// Letters this small on the screen are left out.
const LEAST: f32 = 9.0;

/// How many letters of names and of areas' numbers a board has in a frame at most, more than a screen can hold side by side, the
/// points of the courses that names follow among them; what comes after is left out. All of it is set anew in each frame.
const MOST_LETTERS: usize = 20_000;

/// How wide a map's frame is, with a little air.
pub const FRAME: f32 = 11.0;

/// Paints numbers and names.
pub fn paint(
    painter: &Painter,
    chart: &Chart,
    view: Rect,
    camera: &Camera,
    palette: &Palette,
    numbers: bool,
) {
    let mut room = Room(MOST_LETTERS);
    if numbers && numbered(chart, camera.zoom) {
        paint_numbers(painter, chart, view, camera, palette, &mut room);
    }
    country::paint_yields(painter, chart, view, camera, palette);
    for label in &chart.labels {
        // On a map that ends at a frame no name is cut by it.
        let frame = chart.hex.is_none().then(|| camera.rect(chart.frame, view).shrink(FRAME));
        paint_label(painter, label, view, camera, (frame, &mut room), palette);
    }
}

/// For how many letters there is room in a frame.
struct Room(usize);

impl Room {
    /// Takes room for a text along so many points. Whether there was as much: if not, nothing is taken.
    fn take(&mut self, text: &str, points: usize) -> bool {
        let left = self.0.checked_sub(text.chars().count() + points);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// Whether hex numbers are written at this zoom.
pub fn numbered(chart: &Chart, zoom: f32) -> bool {
    zoom > if chart.country { 0.7 } else { 0.55 }
}

/// How large they are: on the map of a country they give way to the names.
pub fn number_size(chart: &Chart, zoom: f32) -> f32 {
    let size = if chart.country { 8.5 } else { 10.5 };
    (size * zoom.clamp(0.85, 1.25)).round()
}

/// Where a hex's number stands: the point at its top, and how far below that on the screen.
pub fn number_place(cell: &Cell) -> (Pos2, f32) {
    let top = cell.outline.iter().map(|p| p.y).fold(f32::MAX, f32::min);
    let flat = cell.outline.iter().filter(|p| (p.y - top).abs() < 1.0).count() > 1;
    (Pos2::new(cell.at.x, top), if flat { 11.0 } else { 15.0 })
}

fn paint_numbers(
    painter: &Painter,
    chart: &Chart,
    view: Rect,
    camera: &Camera,
    palette: &Palette,
    room: &mut Room,
) {
    let font = Face::Figure.at(number_size(chart, camera.zoom));
    let clip = painter.clip_rect().expand(20.0);
    let near = clip.expand(super::HEX * camera.zoom);
    for cell in chart.cells.iter().filter(|c| c.kind == SpaceKind::Area && room.take(&c.id, 1)) {
        area_number(painter, cell, view, camera, palette);
    }
    // On the map of a country nobody goes by the numbers of the sea.
    let numbered = |cell: &&Cell| cell.kind == SpaceKind::Hex && !(chart.country && cell.has("water"));
    for cell in chart.cells.iter().filter(numbered) {
        if !near.contains(camera.screen(cell.at, view)) {
            continue;
        }
        let (top, below) = number_place(cell);
        let at = camera.screen(top, view) + vec2(0.0, below);
        if clip.contains(at) {
            let colour = match (cell.has("water"), chart.country) {
                (true, _) => palette.water_ink,
                (false, false) => palette.ink2,
                (false, true) => fade(palette.ink3, 0.8),
            };
            Letters::new(&cell.id, font.clone(), colour).middle().paint(painter, at);
        }
    }
}

/// Paints an area's number, and how many units it holds in a ring beside it.
pub fn area_number(painter: &Painter, cell: &Cell, view: Rect, camera: &Camera, palette: &Palette) {
    let zoom = camera.zoom;
    let at = camera.screen(cell.number, view) + vec2(0.0, 5.0 * zoom);
    if !painter.clip_rect().expand(20.0).contains(at) {
        return;
    }
    let size = (17.0 * zoom.clamp(0.7, 1.25)).round();
    let number = Letters::new(&cell.id, Face::FigureSemi.at(size), palette.ink).haloed(palette.paper, 2.2);
    let width = number.width(painter);
    let ring = size * 0.4;
    let room = if cell.capacity.is_some() { ring * 2.0 + 3.0 } else { 0.0 };
    let left = at - vec2((width + room) / 2.0, 0.0);
    number.paint(painter, left);
    if let Some(capacity) = cell.capacity {
        let middle = left + vec2(width + 3.0 + ring, -size * 0.36);
        painter.circle(middle, ring, palette.paper, (0.9, palette.ink2));
        Letters::new(capacity.to_string(), Face::Figure.at((size * 0.68).round()), palette.ink2)
            .middle()
            .paint(painter, middle + vec2(0.0, size * 0.25));
    }
}

/// Where the middle of a name's baseline comes so that all of it lies within a frame; one that begins outside, or has no room,
/// is left.
pub fn within(at: Pos2, name: Vec2, frame: Rect) -> Pos2 {
    let room = Rect::from_min_max(
        frame.min + vec2(name.x / 2.0, name.y * 0.8),
        frame.max - vec2(name.x / 2.0, name.y * 0.25),
    );
    if frame.contains(at) && room.is_positive() { room.clamp(at) } else { at }
}

fn paint_label(
    painter: &Painter,
    label: &Label,
    view: Rect,
    camera: &Camera,
    (frame, room): (Option<Rect>, &mut Room),
    palette: &Palette,
) {
    let (face, base, tracking, colour) = match label.style.as_str() {
        "water" => (Face::PlaceItalic, 15.0, 1.8, palette.water_ink),
        "town" => (Face::Title, 15.5, 1.2, palette.ink),
        "road" => (Face::PlaceItalic, 12.5, 0.8, palette.ink2),
        "region" => (Face::PlaceItalic, 18.0, 1.0, mix(palette.ink3, palette.paper, 0.25)),
        _ => (Face::PlaceItalic, 12.5, 0.3, palette.ink),
    };
    let base = label.size.unwrap_or(base);
    // Letters grow slower than the board, so that names are neither lost nor shouting.
    let size = base * camera.zoom.powf(0.6).clamp(0.5, 1.5);
    if size < LEAST {
        return;
    }
    let size = (size * 2.0).round() / 2.0;
    let grown = (base / 15.0).max(1.0).powi(3).min(5.0);
    let halo = if label.style == "water" && base >= 20.0 { palette.water } else { palette.paper };
    let letters = Letters::new(&label.text, face.at(size), colour)
        .tracked(tracking * grown * size / base)
        .haloed(halo, if size >= 14.0 { 2.2 } else { 1.8 });
    let letters = match label.anchor {
        Anchor::Middle => letters.middle(),
        Anchor::Start => letters,
        Anchor::End => letters.right(),
    };
    let line: Vec<Pos2> = label.along.iter().map(|p| camera.screen(*p, view)).collect();
    let bounds = Rect::from_points(&line).expand(letters.text.len() as f32 * size);
    if !painter.clip_rect().intersects(bounds) || !room.take(&letters.text, line.len()) {
        return;
    }
    if line.len() > 1 {
        let line = curve::smooth(&line, 6, false);
        // Names are read from the left.
        let backward = line.last().is_some_and(|e| e.x < line[0].x);
        let line = if backward { line.into_iter().rev().collect() } else { line };
        letters.paint_along(painter, &line, 0.5);
    } else if let Some(at) = line.first() {
        let level = frame.filter(|_| label.angle == 0.0);
        let at = level.map_or(*at, |frame| within(*at, vec2(letters.width(painter), size), frame));
        letters.turned(label.angle.to_radians()).paint(painter, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;
    use egui::epaint::Shape;
    use egui::{CentralPanel, pos2};

    fn letters(shape: &Shape) -> usize {
        match shape {
            Shape::Text(text) => text.galley.text().chars().count(),
            Shape::Vec(all) => all.iter().map(letters).sum(),
            _ => 0,
        }
    }

    #[test]
    fn of_names_beyond_counting_as_many_are_written_as_a_screen_can_hold() {
        let board = muster_board::file::BoardFile::sketch("b", ". .\n. .\n").expect("a board");
        let mut chart = Chart::bare(&board.board);
        let label = |i: usize| Label {
            text: format!("{i}{}", "Ab".repeat(240)),
            style: "town".into(),
            along: vec![pos2(i as f32 % 40.0, i as f32 / 40.0)],
            angle: 0.0,
            size: None,
            anchor: Anchor::Middle,
        };
        chart.labels = (0..2_000).map(label).collect();
        let context = egui::Context::default();
        crate::draw::letter::install(&context);
        let view = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let input = egui::RawInput { screen_rect: Some(view), ..Default::default() };
        let camera = Camera { centre: chart.frame.center(), zoom: 1.0 };
        let mut written = 0;
        for _first_has_no_fonts in 0..2 {
            let mut output = context.run_ui(input.clone(), |ui| {
                CentralPanel::default().show(ui, |ui| {
                    paint(ui.painter(), &chart, view, &camera, &Palette::of(Theme::Light, false), true);
                });
            });
            output.textures_delta.clear();
            written = output.shapes.iter().map(|clipped| letters(&clipped.shape)).sum();
        }
        // Each is written once, and up to twelve times as its halo.
        assert!((MOST_LETTERS..MOST_LETTERS * 13).contains(&written), "{written}");
    }
}
