//! How long the window takes for a frame: the real window without a screen. What is measured is our part and egui's
//! on the processor: the ui code, the shapes, and the triangles made of them; no graphics card has a share in it.

pub(crate) mod still;
pub mod texts;

pub use still::{large, manned, still};

use crate::catalogue::{Catalogue, ModuleCard, NewTable, OpenTable, Preview, SavedTable, Unopened};
use crate::first::First;
use crate::settings::Settings;
use crate::window::Window;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use muster_table::Playing;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The size of the window that is measured.
pub const SCREEN: Rect = Rect { min: Pos2::ZERO, max: pos2(1920.0, 1080.0) };

/// What is done with the board while it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// All of the board is seen, and the pointer moves over it.
    Whole,
    /// Nearly all of the board is seen, and it is dragged about.
    Panning,
    /// The board is as large as it is played on, and it is dragged about.
    Near,
}

/// How long frames took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// The one in the middle, in thousandths of a second.
    pub median_ms: f64,
    /// The longest.
    pub worst_ms: f64,
    /// How long the processor worked on the one in the middle, without the time in which others had it; only where the
    /// system tells.
    pub cpu_ms: Option<f64>,
    /// How much of the median went into the ui code; the rest made triangles of its shapes.
    pub ui_ms: f64,
    /// How many triangles the last frame had.
    pub triangles: usize,
}

/// Shows a table in a window of 1920 by 1080 and measures so many frames of it.
pub fn frames(table: OpenTable, look: Look, count: usize) -> Frames {
    let mut stage = Stage::new(Box::new(Bare), SCREEN, 1.0 / 60.0);
    stage.window.open(table);
    stage.settle();
    stage.press(Key::Num0);
    let presses = match look {
        Look::Whole => 0,
        Look::Panning => 2,
        Look::Near => 6,
    };
    for _ in 0..presses {
        stage.press(Key::Plus);
    }
    stage.settle();
    let middle = pos2(900.0, 520.0);
    let mut events = vec![Event::PointerMoved(middle)];
    if look != Look::Whole {
        events.push(button(middle, true));
    }
    stage.frame(events);
    let (mut times, mut uis) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut works = Vec::with_capacity(count);
    let mut triangles = 0;
    for i in 0..count {
        // Round and round, so that the board comes back to where it was.
        let a = i as f32 * 0.2;
        let at = middle + vec2(a.sin() * 160.0, (a * 0.7).cos() * 120.0);
        let before = worked();
        let frame = stage.frame(vec![Event::PointerMoved(at)]);
        works.extend(worked().zip(before).map(|(now, then)| now.saturating_sub(then)));
        times.push(frame.ui + frame.tessellation);
        uis.push(frame.ui);
        triangles = frame.triangles();
    }
    times.sort();
    uis.sort();
    works.sort();
    let ms = |d: Option<&Duration>| d.map_or(0.0, |d| d.as_secs_f64() * 1e3);
    Frames {
        median_ms: ms(times.get(count / 2)),
        worst_ms: ms(times.last()),
        cpu_ms: works.get(works.len() / 2).map(|work| work.as_secs_f64() * 1e3),
        ui_ms: ms(uis.get(count / 2)),
        triangles,
    }
}

// How long this thread has had a processor.
#[cfg(unix)]
fn worked() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
fn worked() -> Option<Duration> {
    None
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// A frame that was made.
pub struct Frame {
    /// How long the ui code took.
    pub ui: Duration,
    /// How long the triangles took.
    pub tessellation: Duration,
    /// What is to be painted.
    pub primitives: Vec<egui::ClippedPrimitive>,
}

impl Frame {
    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        let of = |p: &egui::ClippedPrimitive| match &p.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            egui::epaint::Primitive::Callback(_) => 0,
        };
        self.primitives.iter().map(of).sum()
    }
}

/// The window without a screen. Its clock goes by frames, so that the same frames come out every time.
pub struct Stage {
    context: egui::Context,
    /// The window.
    pub window: Window,
    // In pixels.
    screen: Rect,
    step: f64,
    time: f64,
    textures: egui::TexturesDelta,
}

impl Stage {
    /// A window of this size whose clock goes on by `step` seconds a frame.
    pub fn new(catalogue: Box<dyn Catalogue>, screen: Rect, step: f64) -> Self {
        let context = egui::Context::default();
        let window = Window::new(&context, catalogue);
        Self { context, window, screen, step, time: 0.0, textures: egui::TexturesDelta::default() }
    }

    /// Makes a frame.
    pub fn frame(&mut self, events: Vec<Event>) -> Frame {
        let begun = Instant::now();
        let output = self.run(events);
        let ui = begun.elapsed();
        let begun = Instant::now();
        let primitives = self.context.tessellate(output.shapes, output.pixels_per_point);
        let tessellation = begun.elapsed();
        self.textures.append(output.textures_delta);
        Frame { ui, tessellation, primitives }
    }

    fn run(&mut self, events: Vec<Event>) -> egui::FullOutput {
        self.time += self.step;
        let input = RawInput {
            screen_rect: Some(self.points()),
            time: Some(self.time),
            predicted_dt: self.step as f32,
            focused: true,
            events,
            ..RawInput::default()
        };
        let window = &mut self.window;
        self.context.run_ui(input, |ui| window.ui(ui))
    }

    /// The screen in points: at a greater scale there are fewer of them.
    pub fn points(&self) -> Rect {
        Rect::from_min_max(Pos2::ZERO, (self.screen.max.to_vec2() / self.context.zoom_factor()).to_pos2())
    }

    /// Makes a frame and gives what is wrong with its texts.
    pub fn faults(&mut self, events: Vec<Event>) -> Vec<texts::Found> {
        let output = self.run(events);
        let found = texts::faults(&output.shapes, self.points(), &texts::parts(&self.context));
        self.textures.append(output.textures_delta);
        found
    }

    /// Every change of textures so far.
    pub fn take_textures(&mut self) -> egui::TexturesDelta {
        std::mem::take(&mut self.textures)
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![event(true)]);
        self.frame(vec![event(false)]);
    }

    /// Clicks on words that stand on the screen; gives whether they do.
    pub fn click(&mut self, words: &str) -> bool {
        let output = self.run(Vec::new());
        let at = texts::place(&output.shapes, words);
        self.textures.append(output.textures_delta);
        if let Some(at) = at {
            for event in [Event::PointerMoved(at), button(at, true), button(at, false)] {
                self.frame(vec![event]);
            }
        }
        at.is_some()
    }

    /// Makes frames until everything is drawn and nothing moves any more.
    pub fn settle(&mut self) {
        let mut quiet = 0;
        // A board takes less than a second, on a slow machine some.
        let until = Instant::now() + Duration::from_secs(60);
        while quiet < 30 && Instant::now() < until {
            self.frame(Vec::new());
            if self.window.is_drawing() {
                quiet = 0;
                std::thread::sleep(Duration::from_millis(5));
            } else {
                quiet += 1;
            }
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Nobody paints them, and they insist.
        self.textures.clear();
    }
}

/// A catalogue of nothing.
struct Bare;

impl Catalogue for Bare {
    fn modules(&mut self) -> Vec<ModuleCard> {
        Vec::new()
    }
    fn preview(&mut self, _: &str, _: &str) -> Option<Preview> {
        None
    }
    fn saved(&mut self) -> Vec<SavedTable> {
        Vec::new()
    }
    fn rename(&mut self, _: &SavedTable, _: &str) -> Result<(), String> {
        Ok(())
    }
    fn delete(&mut self, _: &SavedTable) -> Result<(), String> {
        Ok(())
    }
    fn bookmarks(&mut self, _: &Path) -> Vec<u64> {
        Vec::new()
    }
    fn keep_bookmarks(&mut self, _: &Path, _: &[u64]) -> Result<(), String> {
        Ok(())
    }
    fn ask_for_file(&mut self) {}
    fn file_asked_for(&mut self) -> Option<PathBuf> {
        None
    }
    fn file(&mut self, _: &Path) -> First {
        First::Lobby
    }
    fn open(&mut self, _: &NewTable) -> Result<OpenTable, String> {
        Err("There is nothing to open.".into())
    }
    fn resume(&mut self, _: &SavedTable, _: bool) -> Playing {
        Playing::default()
    }
    fn resumed(&mut self) -> Option<Result<OpenTable, Unopened>> {
        Some(Err("There is nothing to open.".to_owned().into()))
    }
    fn copy_path(&mut self, title: &str) -> PathBuf {
        PathBuf::from(title)
    }
    fn add_module(&mut self, _: &Path) {}
    fn addition(&mut self) -> crate::catalogue::Addition {
        crate::catalogue::Addition::None
    }
    fn settings(&mut self) -> Settings {
        Settings { guide: false, reduce_motion: true, ..Settings::default() }
    }
    fn keep_settings(&mut self, _: &Settings) -> Result<(), String> {
        Ok(())
    }
    fn attach(&mut self, _: egui::Context) {}
}
