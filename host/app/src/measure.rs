//! How long the window takes for a frame: the real window without a screen. What is measured is our part and egui's
//! on the processor: the ui code, the shapes, and the triangles made of them; no graphics card has a share in it.

use crate::board::chart::Chart;
use crate::catalogue::{
    Catalogue, ModuleCard, NewTable, OpenTable, Preview, RuleSection, SavedTable, TableLine,
};
use crate::settings::Settings;
use crate::window::Window;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use muster_board::picture::{Course, LabelPicture, LinePicture, Picture};
use muster_contract::{
    Board, Choice, ChoiceRole, Decision, Description, Edge, Grid, Place, Point, Side, Space, SpaceKind,
    Target, TurnStatus, UnitFace, UnitView, View,
};
use muster_table::messages::{FromTable, Holder, Reply, Request, SeatStanding, Standing, UndoOffer};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of the window that is measured.
const SCREEN: Rect = Rect { min: Pos2::ZERO, max: pos2(1920.0, 1080.0) };

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
    /// How long the processor worked on one on average, without the time in which others had it; only where the
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
    let mut triangles = 0;
    let before = worked();
    for i in 0..count {
        // Round and round, so that the board comes back to where it was.
        let a = i as f32 * 0.2;
        let at = middle + vec2(a.sin() * 160.0, (a * 0.7).cos() * 120.0);
        let frame = stage.frame(vec![Event::PointerMoved(at)]);
        times.push(frame.ui + frame.tessellation);
        uis.push(frame.ui);
        triangles = frame.triangles();
    }
    let cpu_ms =
        worked().zip(before).map(|(now, then)| (now - then).as_secs_f64() * 1e3 / count.max(1) as f64);
    times.sort();
    uis.sort();
    let ms = |d: Option<&Duration>| d.map_or(0.0, |d| d.as_secs_f64() * 1e3);
    Frames {
        median_ms: ms(times.get(count / 2)),
        worst_ms: ms(times.last()),
        cpu_ms,
        ui_ms: ms(uis.get(count / 2)),
        triangles,
    }
}

// How long this thread has had a processor.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
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
        self.time += self.step;
        let input = RawInput {
            screen_rect: Some(self.screen),
            time: Some(self.time),
            predicted_dt: self.step as f32,
            focused: true,
            events,
            ..RawInput::default()
        };
        let begun = Instant::now();
        let window = &mut self.window;
        let output = self.context.run_ui(input, |ui| window.ui(ui));
        let ui = begun.elapsed();
        let begun = Instant::now();
        let primitives = self.context.tessellate(output.shapes, output.pixels_per_point);
        let tessellation = begun.elapsed();
        self.textures.append(output.textures_delta);
        Frame { ui, tessellation, primitives }
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
    fn open(&mut self, _: &NewTable) -> Result<OpenTable, String> {
        Err("There is nothing to open.".into())
    }
    fn resume(&mut self, _: &SavedTable) -> Result<OpenTable, String> {
        Err("There is nothing to open.".into())
    }
    fn copy_path(&mut self, title: &str) -> PathBuf {
        PathBuf::from(title)
    }
    fn add_module(&mut self, _: &Path) -> Result<(), String> {
        Err("There is no place for it.".into())
    }
    fn settings(&mut self) -> Settings {
        Settings { guide: false, reduce_motion: true, ..Settings::default() }
    }
    fn keep_settings(&mut self, _: &Settings) {}
    fn attach(&mut self, _: egui::Context) {}
}

/// A table that stands still: it shows one view, asks one decision and knows nothing else.
struct Still {
    next: u64,
    view: View,
    decisions: Vec<Decision>,
    standing: Standing,
    replies: VecDeque<FromTable>,
}

impl TableLine for Still {
    fn send(&mut self, request: Request) -> u64 {
        self.next += 1;
        let reply = match request {
            Request::Standing => Reply::Standing(self.standing.clone()),
            Request::View { eyes } => Reply::View { eyes, revision: 1, view: self.view.clone() },
            Request::Decisions { seat } => {
                Reply::Decisions { seat, revision: 1, decisions: self.decisions.clone() }
            }
            Request::Details { .. } => Reply::Details { details: Vec::new() },
            Request::UndoOffer { .. } => Reply::UndoOffer(UndoOffer::default()),
            Request::Log { .. } => Reply::Log { items: Vec::new() },
            Request::Odds { .. } => Reply::Odds { tables: Vec::new() },
            Request::Overlay { .. } => Reply::Overlay { items: Vec::new() },
            Request::Explain { .. } => Reply::Explained { lines: Vec::new() },
            _ => Reply::Done { revision: 1 },
        };
        self.replies.push_back(FromTable::Reply { id: self.next, reply });
        self.next
    }

    fn next(&mut self) -> Option<FromTable> {
        self.replies.pop_front()
    }
}

/// A table that stands still on this board, seen by seat 0, with what it may choose.
pub fn still(
    description: Description,
    (board, picture): (Board, &Picture),
    view: View,
    decisions: Vec<Decision>,
) -> OpenTable {
    let chart = Arc::new(Chart::of(&board, picture));
    let seats = description.sides.iter().zip(0u8..).map(|(side, seat)| SeatStanding {
        seat,
        name: String::new(),
        holder: Holder::Human,
        side: side.id.clone(),
        waited_for: seat == 0,
        draft: None,
        revision: Some(1),
    });
    let standing = Standing {
        module: "still".into(),
        version: "0.1.0".into(),
        scenario: board.title.clone(),
        revision: 1,
        steps: 1,
        seats: seats.collect(),
        group: None,
        outcome: None,
        paused: None,
        marks: Vec::new(),
        journal: None,
        pace: 0,
    };
    let line = Still { next: 0, view, decisions, standing, replies: VecDeque::new() };
    OpenTable {
        line: Box::new(line),
        description,
        title: board.title.clone(),
        boards: vec![(board, chart)],
        subtitle: String::new(),
        eyes: vec![0],
        rules: Vec::<RuleSection>::new(),
        notes: Vec::new(),
    }
}

const COLUMNS: i32 = 50;
const ROWS: i32 = 50;
const UNITS: usize = 500;

fn name(column: i32, row: i32) -> String {
    format!("{column:02}{row:02}")
}

// Middles of hexes with a corner at the top, in thousandths of their distance.
fn middle(column: i32, row: i32) -> (i32, i32) {
    (column * 1000 + if row % 2 == 0 { 0 } else { 500 }, row * 866)
}

// The same ground every time, in patches.
fn ground(column: i32, row: i32) -> &'static str {
    match (column / 4 * 7 + row / 3 * 13 + column / 9 * row / 7) % 11 {
        0..=4 => "woods",
        5 => "field",
        6 => "marsh",
        _ => "clear",
    }
}

/// A table with a board of 2,500 hexes, with roads and streams, and 500 units, of which 60 and 240 hexes may be chosen.
pub fn large() -> OpenTable {
    let mut spaces = Vec::new();
    let mut edges = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let (x, y) = middle(column, row);
            spaces.push(Space {
                id: name(column, row),
                title: if (column * 31 + row * 17) % 83 == 0 {
                    format!("Farm {column}")
                } else {
                    String::new()
                },
                kind: SpaceKind::Hex,
                at: Point { x, y },
                features: vec![ground(column, row).into()],
                values: Vec::new(),
            });
            if column + 1 < COLUMNS {
                edges.push(Edge {
                    id: format!("{}-{}", name(column, row), name(column + 1, row)),
                    a: name(column, row),
                    b: name(column + 1, row),
                    direction: None,
                    features: Vec::new(),
                    values: Vec::new(),
                    forward: Vec::new(),
                    backward: Vec::new(),
                });
            }
        }
    }
    let board = Board {
        id: "large".into(),
        title: "A large board".into(),
        grid: Grid::PointyHexes,
        spaces,
        edges,
        values: Vec::new(),
    };
    let units: Vec<UnitView> = (0..UNITS as i32).map(unit).collect();
    let mut choices: Vec<Choice> = units
        .iter()
        .step_by(UNITS / 60)
        .map(|u| Choice {
            id: format!("take {}", u.id),
            target: Target::Unit(u.id.clone()),
            role: ChoiceRole::Act,
        })
        .collect();
    choices.extend((0..240).map(|i| {
        let space = name(10 + i % 20, 10 + i / 20);
        Choice { id: format!("go {space}"), target: Target::Space(space), role: ChoiceRole::Act }
    }));
    let decision = Decision {
        seat: 0,
        side: "us".into(),
        kind: "move".into(),
        prompt: "Move a unit.".into(),
        citation: "D1".into(),
        frame: Vec::new(),
        focus: None,
        waits: true,
        secret: None,
        choices,
    };
    let view = View {
        turn: TurnStatus {
            number: 1,
            of: 20,
            title: "Turn 1".into(),
            clock: String::new(),
            phase: String::new(),
            active: Some("us".into()),
        },
        units,
        markers: Vec::new(),
        tracks: Vec::new(),
        cards: Vec::new(),
        panels: Vec::new(),
        status: Vec::new(),
        open_board: None,
    };
    let side = |id: &str, name: &str| Side {
        id: id.into(),
        name: name.into(),
        livery: id.into(),
        aim: String::new(),
    };
    let description = Description {
        title: "Large".into(),
        summary: String::new(),
        sides: vec![side("us", "Union"), side("cs", "Confederate")],
        options: Vec::new(),
        phases: Vec::new(),
        kinds: Vec::new(),
        schema: Vec::new(),
        overlays: Vec::new(),
        state_schema: 1,
        features: Vec::new(),
    };
    still(description, (board, &picture()), view, vec![decision])
}

fn unit(i: i32) -> UnitView {
    let us = i % 2 == 0;
    let at = name(5 + i * 7 % 40, 4 + (i * 11 + i / 40) % 42);
    UnitView {
        id: format!("unit-{i}"),
        side: Some(if us { "us" } else { "cs" }.into()),
        place: Place { space: at, edge: None, facing: Some((i * 2 % 12) as u8), slot: None, carrier: None },
        face: Some(UnitFace {
            name: format!("Brigade {i}"),
            label: format!("B{i}"),
            symbol: ["infantry", "infantry", "artillery", "cavalry", "general"][(i % 5) as usize].into(),
            formation: format!("Corps {}", i % 7),
            strength: Some((i % 6) as u8 + 1),
            spent: i % 9 == 0,
            marks: Vec::new(),
            attributes: Vec::new(),
            concealed_to_others: false,
        }),
    }
}

fn picture() -> Picture {
    let spot = |column: i32, row: i32| {
        let (x, y) = middle(column, row);
        [x as f32 / 1000.0, y as f32 / 1000.0]
    };
    let line = |feature: &str, rank: u8, points: Vec<[f32; 2]>| LinePicture {
        feature: feature.into(),
        title: String::new(),
        rank,
        course: Course::Through,
        points,
    };
    let mut lines = Vec::new();
    for i in 0..8 {
        lines.push(line(
            if i % 3 == 0 { "stream" } else { "road" },
            (i % 3) as u8 + 1,
            (0..ROWS).map(|row| spot((i * 6 + row / 6 + (row * 7 + i) % 2).min(COLUMNS - 1), row)).collect(),
        ));
    }
    for i in 0..6 {
        lines.push(line("road", 1, (0..COLUMNS).map(|c| spot(c, (i * 8 + c / 9).min(ROWS - 1))).collect()));
    }
    let labels = (0..40).map(|i| LabelPicture {
        text: format!("Landing {i}"),
        style: ["place", "town", "water", "road"][i as usize % 4].into(),
        along: vec![spot(i * 13 % COLUMNS, i * 7 % ROWS)],
        angle: 0.0,
        size: None,
    });
    Picture {
        board: "large".into(),
        extent: [[-1.0, -1.0], [COLUMNS as f32, ROWS as f32]],
        lines,
        labels: labels.collect(),
        ..Picture::default()
    }
}
