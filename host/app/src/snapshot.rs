//! Pictures of a board as it stands at some moment, painted on the processor, without a window.

use crate::board::chart::Chart;
use crate::board::surface::{Camera, Surface};
use crate::draw::letter::{self, Face, Letters};
use crate::draw::raster::{Textures, picture};
use crate::panel::bar::turn_words;
use crate::panel::livery;
use crate::panel::names::Names;
use crate::panel::states::Seen;
use crate::piece::counter::{Counters, State};
use crate::piece::layout;
use crate::theme::Palette;
use egui::{ColorImage, Context, Rect, Ui, pos2, vec2};
use muster_contract::{Description, Event, EventKind, Seat, View};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How wide a picture may be, in pixels: a board is painted into one texture, which has at most 4096 of them at a side.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 200..=4000;
/// How wide one is if nobody says, in pixels.
pub const WIDTH: u32 = 1600;
/// No picture is taller, in pixels.
const TALLEST: f32 = 4000.0;
/// How tall the strip under the board is, where the turn is written, in points.
const STRIP: f32 = 40.0;
/// At how many points a picture is thought to be looked at; it has more pixels than that where it is wider.
const POINTS: f32 = 1600.0;
/// How long a board may take to be drawn.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is kept of a game to be shown to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keepsake {
    /// A picture (PNG) of the board after this step, or as it stands.
    Picture(Option<u64>),
    /// A film (GIF) of the game so far.
    Film,
    /// The story (HTML), with its dice and a picture for each turn.
    Page,
}

impl Keepsake {
    /// The ending of its file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Picture(_) => "png",
            Self::Film => "gif",
            Self::Page => "html",
        }
    }

    /// What it is called in a sentence, at its beginning.
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture(_) => "The picture of the board",
            Self::Film => "The film",
            Self::Page => "The page",
        }
    }

    /// What its file's name has after the table's title.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Picture(_) => " board",
            Self::Film => " film",
            Self::Page => " chronicle",
        }
    }
}

/// A keepsake that is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// What.
    pub keepsake: Keepsake,
    /// From whose eyes: a seat's or the public's.
    pub eyes: Option<Seat>,
    /// In which colours.
    pub palette: Palette,
}

/// Who makes keepsakes of a table, beside the window.
pub trait Keeper {
    /// Begins to make one. Its file's content comes when it is made, or why it can't be, in words.
    fn make(&self, wanted: Wanted) -> Receiver<Result<Vec<u8>, String>>;
}

/// What makes pictures of one board.
pub struct Snapshots {
    context: Context,
    textures: Textures,
    surface: Surface,
    counters: Counters,
    names: Names,
    description: Arc<Description>,
    title: String,
    palette: Palette,
    // In points.
    screen: Rect,
    // Pixels a point.
    density: f32,
    time: f64,
}

impl Snapshots {
    /// Pictures of a board, so many pixels wide (as far as [`WIDTHS`] go) and as high as the board makes them, with the game's
    /// title under it.
    pub fn new(
        chart: Arc<Chart>,
        description: Arc<Description>,
        title: &str,
        palette: Palette,
        width: u32,
    ) -> Self {
        let context = Context::default();
        letter::install(&context);
        palette.dress(&context);
        let frame = chart.frame;
        let width = width.clamp(*WIDTHS.start(), *WIDTHS.end()) as f32;
        let density = (width / POINTS).max(0.5);
        let tall = (width / frame.width() * frame.height()).clamp(100.0, TALLEST);
        let size = vec2(width / density, tall / density + STRIP);
        Self {
            context,
            textures: Textures::default(),
            surface: Surface::new(chart),
            counters: Counters::default(),
            names: Names::default(),
            description,
            title: title.to_owned(),
            palette,
            screen: Rect::from_min_size(pos2(0.0, 0.0), size),
            density,
            time: 0.0,
        }
    }

    /// Its size, in pixels.
    pub fn size(&self) -> [usize; 2] {
        let size = self.screen.size() * self.density;
        [size.x.round() as usize, size.y.round() as usize]
    }

    /// The board with what stands on it, and the ways of those that just moved.
    pub fn take(&mut self, view: &View, just: &[Event]) -> ColorImage {
        let until = Instant::now() + PATIENCE;
        // Fonts come with the first frame, and what was drawn beside the frame with a later one.
        let mut early = self.time == 0.0;
        loop {
            let output = self.frame(view, just);
            self.textures.update(output.textures_delta);
            if !early && (!self.surface.is_drawing() || Instant::now() > until) {
                let primitives = self.context.tessellate(output.shapes, self.density);
                return picture(&primitives, &self.textures, self.size(), self.density);
            }
            early = false;
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn frame(&mut self, view: &View, just: &[Event]) -> egui::FullOutput {
        self.time += 1.0 / 60.0;
        let mut input = egui::RawInput {
            screen_rect: Some(self.screen),
            time: Some(self.time),
            // No graphics card has to take them.
            max_texture_side: Some(8192),
            ..egui::RawInput::default()
        };
        if let Some(port) = input.viewports.get_mut(&input.viewport_id) {
            port.native_pixels_per_point = Some(self.density);
        }
        let context = self.context.clone();
        context.run_ui(input, |ui| self.paint(ui, view, just))
    }

    fn paint(&mut self, ui: &Ui, view: &View, just: &[Event]) {
        let (p, chart) = (self.palette, self.surface.chart.clone());
        let whole = self.screen;
        let strip = Rect::from_min_max(pos2(whole.left(), whole.bottom() - STRIP), whole.max);
        let board = Rect::from_min_max(whole.min, strip.right_top());
        let camera = Camera::fit(chart.frame, board);
        ui.painter().rect_filled(whole, 0.0, p.sheet2);
        let painter = ui.painter().with_clip_rect(board);
        self.surface.paint(&painter, board, &camera, &p);
        let inner = painter.with_clip_rect(camera.rect(chart.frame, board).shrink(8.0).intersect(board));
        let seen = Seen { painter: &inner, chart: &chart, view: board, camera, p: &p };
        let description = self.description.clone();
        seen.boxes(&description);
        seen.cities(&view.markers, &description);
        seen.box_words(&description, &[]);
        for event in just {
            if let EventKind::Moved(places) = &event.kind {
                let unit = event.units.first().and_then(|id| view.units.iter().find(|unit| unit.id == *id));
                let side = unit.and_then(|unit| unit.side.as_deref());
                seen.trace(places, livery(&description, &p, side).text);
            }
        }
        seen.arrows(&view.arrows, &description);
        seen.city_names(&mut self.names);
        seen.markers(&view.markers, &description);
        for lying in layout::lay(&chart, &view.units, description.pieces, None) {
            let unit = &view.units[lying.unit];
            seen.piece(&mut self.counters, (unit, &lying), seen.at(lying.at), State::default(), &description);
        }
        ui.painter().hline(strip.x_range(), strip.top(), (1.0, p.rule));
        let base = strip.center().y + 6.0;
        let title = Letters::new(&self.title, Face::Title.at(18.0), p.ink);
        let end = title.paint(ui.painter(), pos2(strip.left() + 14.0, base));
        if view.turn.number > 0 {
            let words = Letters::new(turn_words(&view.turn), Face::Body.at(17.0), p.ink2);
            words.paint(ui.painter(), pos2(strip.left() + 14.0 + end + 22.0, base));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::still::view;
    use crate::theme::Theme;
    use muster_board::file::BoardFile;
    use muster_contract::{Audience, Place, UnitView};

    fn place(space: &str) -> Place {
        Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None }
    }

    fn differ(a: &ColorImage, b: &ColorImage) -> usize {
        a.pixels.iter().zip(&b.pixels).filter(|(a, b)| a != b).count()
    }

    fn field() -> (muster_contract::Board, Arc<Chart>) {
        let board = BoardFile::sketch("b", ". w f h\n. . ~ .\n. w . .\n").expect("a board").board;
        let chart = Arc::new(Chart::bare(&board));
        (board, chart)
    }

    #[test]
    fn the_widest_picture_is_painted_to_its_edge() {
        let (_, chart) = field();
        let palette = Palette::of(Theme::Light, false);
        let mut all = Snapshots::new(chart, Arc::new(Description::blank()), "A field", palette, u32::MAX);
        let [wide, tall] = all.size();
        assert_eq!(wide, 4000);
        let image = all.take(&view(Vec::new()), &[]);
        // What isn't painted has the paper's colour.
        let drawn = |from: usize| {
            let pixels = (from..from + wide / 4).flat_map(|x| (100..tall - 200).map(move |y| (x, y)));
            pixels.filter(|at| image[*at] != palette.paper).count()
        };
        let [left, right] = [drawn(100), drawn(wide * 3 / 4 - 100)];
        assert!(left > 2_000 && right > 2_000, "{left}, {right}");
    }

    #[test]
    fn a_picture_shows_what_stands_on_the_board_and_who_just_moved() {
        let (board, chart) = field();
        let [from, to] = [board.spaces[0].id.as_str(), board.spaces[3].id.as_str()];
        let palette = Palette::of(Theme::Light, false);
        let description = Arc::new(Description::blank());
        let mut all = Snapshots::new(chart, description, "A field", palette, 640);
        let [wide, tall] = all.size();
        assert!(wide == 640 && (300..900).contains(&tall), "{wide} x {tall}");
        let bare = all.take(&view(Vec::new()), &[]);
        assert_eq!(bare.size, [wide, tall]);
        let unit = UnitView { id: "u".into(), side: None, place: place(to), face: None };
        let mut here = view(vec![unit]);
        let with = all.take(&here, &[]);
        let stands = differ(&bare, &with);
        assert!((200..wide * tall / 4).contains(&stands), "{stands}");
        let event = Event {
            kind: EventKind::Moved(vec![place(from), place(to)]),
            audience: Audience::Everyone,
            place: None,
            units: vec!["u".into()],
            text: String::new(),
            citation: None,
        };
        let moved = differ(&with, &all.take(&here, &[event]));
        assert!((200..wide * tall / 4).contains(&moved), "{moved}");
        here.turn.title = "Turn 2".into();
        let later = differ(&with, &all.take(&here, &[]));
        assert!((5..2_000).contains(&later), "the turn is written: {later}");
        assert_eq!(differ(&bare, &all.take(&view(Vec::new()), &[])), 0, "the same comes out the same");
    }
}
