//! Tables for the tests of the sandbox: one that a module disturbs, its undisturbed twin, and a neighbour in the same
//! engine that plays on meanwhile.

#![forbid(unsafe_code)]

mod neighbour;
mod switched;

pub use neighbour::Neighbour;
pub use switched::Switched;

use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
};

use muster_contract::{Board, Grid, Module, Point, Position, Seat, Setup, Space, SpaceKind, View};
use muster_engine::{Engine, Limits, Settings, WasmModule};
use muster_table::{
    Build, SeatAssignment, Table, TableConfig,
    messages::{BotKind, Holder, LogItem, Peer, Refused, Reply, Request},
};

/// How long the ladder is.
const TOP: u32 = 60;

/// The engine of all these tests.
pub static ENGINE: LazyLock<Engine> =
    LazyLock::new(|| Engine::start(Settings { limits: tight(), cache: None }).expect("the engine starts"));

/// The module `hostile`, honest unless its roster says otherwise.
pub static HOSTILE: LazyLock<WasmModule> = LazyLock::new(|| {
    let file = modules().join("hostile/hostile.wasm");
    assert!(file.is_file(), "{} is missing: `cargo xtask test` builds the modules first", file.display());
    ENGINE.open("hostile", &file, |_| ()).unwrap_or_else(|unfit| panic!("{unfit}"))
});

/// Where the modules are that only tests use.
fn modules() -> PathBuf {
    std::env::var_os("MUSTER_TEST_MODULES")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/test-modules"))
}

/// Limits that a small game keeps well within, and that a hostile one reaches in some thousandths of a second.
pub fn tight() -> Limits {
    let mut limits = Limits {
        memory: 16 << 20,
        handles: 500,
        answer: 1 << 20,
        entries: 1_000,
        choices: 500,
        record: 512 << 10,
        dice: 1_000,
        notes: 100,
        log_lines: 100,
        log: 32 << 10,
        state: 64 << 10,
        deadline: None,
        ..Limits::default()
    };
    limits.fuel.create = 20_000_000;
    limits.fuel.ask = 10_000_000;
    limits.fuel.apply = 20_000_000;
    limits.fuel.playout = 10_000_000;
    limits
}

/// A ladder and two seats.
pub fn position() -> Position {
    let space = |rung: u32| Space {
        id: format!("r{rung}"),
        title: String::new(),
        kind: SpaceKind::Point,
        at: Point { x: 0, y: 0 },
        features: Vec::new(),
        values: Vec::new(),
    };
    let ladder = Board {
        id: "ladder".into(),
        title: "Ladder".into(),
        grid: Grid::Free,
        spaces: (0..=TOP).map(space).collect(),
        edges: Vec::new(),
        values: Vec::new(),
    };
    let seats = vec!["red".into(), "blue".into()];
    Position {
        boards: vec![ladder],
        roster: Vec::new(),
        setup: Setup { options: Vec::new(), facts: Vec::new(), seats, rules: Vec::new() },
        in_force: Default::default(),
    }
}

/// A setting with these on the seats, always with the same dice.
pub fn setting(holders: [Holder; 2]) -> TableConfig {
    let seats = holders.map(|holder| SeatAssignment { holder, name: String::new() });
    let build = Build { module: "hostile".into(), ..Build::default() };
    TableConfig { seed: 1862, seats: seats.into(), build, ..TableConfig::default() }
}

/// Two people at one screen.
pub const PEOPLE: [Holder; 2] = [Holder::Human; 2];

/// Two bots that think.
pub const BOTS: [Holder; 2] = [Holder::Bot(BotKind::Regular); 2];

/// The two seats' choices, in turns: every third is a rest.
pub fn choice(number: u32) -> (Seat, &'static str) {
    (if number.is_multiple_of(2) { 0 } else { 1 }, if number % 3 == 2 { "rest" } else { "climb" })
}

/// Takes the choice of this number.
pub fn act(table: &mut Table, number: u32) -> Result<(), Refused> {
    let (seat, choice) = choice(number);
    let revision = table.revision_of(seat);
    table.act(seat, revision, choice, None)
}

/// How many choices tables are played for.
pub const CHOICES: u32 = 12;

/// All that two tables that were played alike have in common.
#[derive(Debug, PartialEq)]
pub struct Played {
    log: Vec<LogItem>,
    views: Vec<View>,
    journal: Vec<muster_table::journal::Entry>,
}

/// What has become of a table: its log, what each seat sees, and its journal as it stands.
pub fn played(table: &mut Table) -> Played {
    let all = Peer::host([0, 1]);
    let views = [None, Some(0), Some(1)].map(|eyes| match table.answer(&all, Request::View { eyes }) {
        Reply::View { view, .. } => view,
        other => panic!("{other:?}"),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy.jsonl");
    match table.answer(&all, Request::Save { path: path.clone() }) {
        Reply::Written { .. } => {}
        other => panic!("{other:?}"),
    }
    let journal = muster_table::Journal::open(&path).expect("a journal").entries;
    Played { log: table.log(&[0, 1], 0), views: views.into(), journal }
}

/// What becomes of a table that nobody disturbs.
pub static TWIN: LazyLock<Played> = LazyLock::new(|| {
    let module: Arc<dyn Module> = Arc::new(HOSTILE.clone());
    let mut table = Table::start(module, position(), setting(PEOPLE)).expect("an honest table");
    (0..CHOICES).for_each(|number| act(&mut table, number).expect("an honest choice"));
    played(&mut table)
});
