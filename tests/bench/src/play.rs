//! Rules, tables and bots.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use bobby_lee::BobbyLee;
use brigade::Brigade;
use bull_run::BullRun;
use cw_strategy::CwStrategy;
use muster_contract::{Attribute, Dice, Module, Position, Seat, Value};
use muster_engine::{Engine, Registry, Settings, WasmModule};
use muster_scripts::{Known, Scenario, Texts};
use muster_sdk::{Native, Random};
use muster_table::messages::{BotKind, Budget, Holder, Peer, Reply, Request};
use muster_table::{
    Build, Journal, ScenarioRecord, SeatAssignment, Series, Table, TableConfig, TableHandle, play_series,
    verify,
};

use us_civil_war::UsCivilWar;

use crate::playouts::{speed, steps_of, supply, whole_games};
use crate::row::{Row, median, timed};

type Failure = Box<dyn Error>;

/// How often what is compared is measured, in turns.
const TURNS: usize = 7;
/// In how many playouts steps are counted.
const COUNTED: u64 = 10;
/// How many choices are replayed.
const CHOICES: usize = 3_000;

/// Where everything that is measured lies.
pub struct Folders<'a> {
    /// The modules, as they are packed.
    pub modules: &'a Path,
    /// The scenarios.
    pub scenarios: &'a Path,
    /// Brigade built without hooks.
    pub bare: &'a Path,
    /// The house rules.
    pub rules: &'a Path,
}

/// A module that is measured, with its largest scenario.
struct Measured {
    title: &'static str,
    module: &'static str,
    scenario: &'static str,
    /// Options that are turned on.
    options: &'static [&'static str],
    native: fn() -> Box<dyn Module>,
    /// How many steps of the component a choice takes in playouts, by `random` and by `regular`: the same on every machine, for one
    /// compiler. What makes a game slower on purpose writes new numbers here.
    steps: [f64; 2],
    /// So many whole random games a second, inside the component on one core, are promised of it.
    games: Option<f64>,
    /// So many choices a second by `regular`, inside the component on one core.
    regular: Option<f64>,
    /// In so many milliseconds 3,000 choices are replayed.
    replayed: f64,
    /// So many milliseconds after the click its scenario is on the table, where that and its frames are measured.
    on_table: Option<f64>,
}

const MEASURED: [Measured; 6] = [
    Measured {
        title: "Shiloh",
        module: "brigade",
        scenario: "shiloh",
        options: &[],
        native: || Box::new(Native::<Brigade>::new("brigade")),
        steps: [30_697.0, 71_824.0],
        games: None,
        regular: None,
        replayed: 50.0,
        on_table: Some(300.0),
    },
    Measured {
        title: "Bull Run",
        module: "bull-run",
        scenario: "bull-run",
        options: &[],
        native: || Box::new(Native::<BullRun>::new("bull-run")),
        steps: [12_616.0, 61_237.0],
        games: None,
        regular: None,
        replayed: 50.0,
        on_table: None,
    },
    Measured {
        title: "1862",
        module: "bobby-lee",
        scenario: "bobby-lee-1862",
        options: &[],
        native: || Box::new(Native::<BobbyLee>::new("bobby-lee")),
        steps: [22_416.0, 220_536.0],
        games: None,
        regular: None,
        replayed: 50.0,
        on_table: None,
    },
    Measured {
        title: "1861 to 1865",
        module: "cw-strategy",
        scenario: "cw-strategy",
        options: &[],
        native: || Box::new(Native::<CwStrategy>::new("cw-strategy")),
        steps: [9_415.0, 26_089.0],
        games: Some(100.0),
        regular: None,
        replayed: 50.0,
        on_table: None,
    },
    Measured {
        title: "1863",
        module: "us-civil-war",
        scenario: "us-civil-war-1863",
        options: &[],
        native: || Box::new(Native::<UsCivilWar>::new("us-civil-war")),
        steps: [452_698.0, 1_361_209.0],
        games: None,
        regular: Some(20_000.0),
        replayed: 100.0,
        on_table: Some(500.0),
    },
    Measured {
        title: "1863 at sea",
        module: "us-civil-war",
        scenario: "us-civil-war-1863",
        options: &["naval-units"],
        native: || Box::new(Native::<UsCivilWar>::new("us-civil-war")),
        steps: [652_762.0, 4_908_180.0],
        games: None,
        regular: None,
        replayed: 100.0,
        on_table: None,
    },
];

/// Measures everything, or the play of one module only; the order of the rows is that of the targets in the design.
pub fn measure(folders: &Folders, only: Option<&str>) -> Result<Vec<Row>, Failure> {
    let cache = std::env::temp_dir().join(format!("muster-bench-{}", std::process::id()));
    let result = rows(folders, only, &cache);
    // Only our own folder of compiled code.
    let _ = std::fs::remove_dir_all(&cache);
    result
}

/// Brigade's largest scenario is also the table that the window and the house rules are measured with.
fn rows(folders: &Folders, only: Option<&str>, cache: &Path) -> Result<Vec<Row>, Failure> {
    // What is measured afterwards comes from the cache.
    let itself = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .arg("--compile")
        .arg(cache)
        .status()?;
    if !itself.success() {
        return Err("the modules don't compile".into());
    }
    let (opened, ready) = timed(|| -> Result<_, Failure> {
        let registry = open(folders.modules, cache)?;
        registry.wait("brigade")?;
        Ok(registry)
    });
    let registry = opened?;
    let mut rows = Vec::new();
    for measured in MEASURED {
        if only.is_some_and(|only| only != measured.module) {
            continue;
        }
        let module = registry.wait(measured.module)?;
        let texts = Texts::read(&folders.scenarios.join(measured.scenario))?;
        let mut scenario = Scenario::from_texts(&texts, &[Known::from(&module)])?;
        let on = |&name: &&str| Attribute { name: name.to_owned(), value: Value::Flag(true) };
        scenario.position.setup.options.extend(measured.options.iter().map(on));
        let battle = Battle { measured: &measured, native: (measured.native)(), module, scenario };
        rows.extend(battle.measure(cache)?);
        if measured.module == "us-civil-war" && measured.options.is_empty() {
            rows.push(supply(measured.title, &battle.scenario.position)?);
        }
        if only.is_some() {
            continue;
        }
        if measured.module == "brigade" {
            rows.push(Row::at_most("module ready once compiled", ready.as_secs_f64() * 1e3, "ms", 1_000.0));
            rows.push(crate::window::lobby(folders.modules, folders.scenarios, cache)?);
        }
        if let Some(most) = measured.on_table {
            rows.push(battle.table(&texts, most)?);
            rows.extend(crate::window::measure(measured.title, &battle.module, &battle.scenario)?);
            rows.extend(resident(&measured, cache)?);
        }
        if measured.module == "brigade" {
            let Battle { module, scenario, .. } = &battle;
            rows.extend(crate::window::made());
            rows.extend(crate::live::measure(module, &scenario.position, folders.bare, folders.rules)?);
        }
    }
    Ok(rows)
}

/// Memory of a program that does nothing but play a module's largest scenario.
fn resident(measured: &Measured, cache: &Path) -> Result<[Row; 2], Failure> {
    let output = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .args(["--alone".as_ref(), measured.module.as_ref(), cache.as_os_str()])
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut mib = text.split_whitespace().map(str::parse::<f64>);
    let mut next = || mib.next().ok_or("no figure of memory")?.map_err(Failure::from);
    let title = measured.title;
    Ok([
        Row::at_most(&format!("resident with {title} on a table, without the window"), next()?, "MiB", 300.0),
        Row::at_most(&format!("resident after its frames, {title}"), next()?, "MiB", 300.0),
    ])
}

/// The same in that program, in MiB: on a table, and after its frames.
pub fn alone(folders: &Folders, module: &str, cache: &Path) -> Result<[f64; 2], Failure> {
    let measured = MEASURED.iter().find(|measured| measured.module == module).ok_or("no such module")?;
    let registry = open(folders.modules, cache)?;
    let module = registry.wait(measured.module)?;
    let texts = Texts::read(&folders.scenarios.join(measured.scenario))?;
    let scenario = Scenario::from_texts(&texts, &[Known::from(&module)])?;
    let battle = Battle { measured, native: (measured.native)(), module, scenario };
    let on_table = battle.open(&texts, resident_mib)?;
    crate::window::measure(measured.title, &battle.module, &battle.scenario)?;
    Ok([on_table, resident_mib()])
}

/// Compiles the modules into a cache.
pub fn compile(modules: &Path, cache: &Path) -> Result<(), Failure> {
    let registry = open(modules, cache)?;
    for measured in MEASURED {
        registry.wait(measured.module)?;
    }
    Ok(())
}

fn open(modules: &Path, cache: &Path) -> Result<Registry, Failure> {
    let engine = Engine::start(Settings { cache: Some(cache.to_owned()), ..Settings::default() })?;
    Ok(Registry::open(&engine, &[modules.to_owned()], |_| {}))
}

/// A module with its largest scenario, ready to be played.
struct Battle<'a> {
    measured: &'a Measured,
    native: Box<dyn Module>,
    module: WasmModule,
    scenario: Scenario,
}

impl Battle<'_> {
    /// What every module promises.
    fn measure(&self, cache: &Path) -> Result<Vec<Row>, Failure> {
        let (position, title) = (&self.scenario.position, self.measured.title);
        let mut rows = speed((title, self.measured.regular), &self.module, self.native.as_ref(), position)?;
        for (policy, expected) in ["random", "regular"].into_iter().zip(self.measured.steps) {
            let name = format!("{title}: steps of a choice in playouts ({policy})");
            let (steps, choices) = steps_of(&self.module, position, policy, (COUNTED, u32::MAX))?;
            let most = (expected * 1.03).round();
            rows.push(Row::at_most(&name, steps as f64 / f64::from(choices), "steps", most));
        }
        rows.extend(self.replay(cache)?);
        rows.push(game(title, &self.module, position)?);
        if let Some(least) = self.measured.games {
            rows.push(whole_games(title, &self.module, position, least)?);
        }
        Ok(rows)
    }

    /// Replays choices without hashing, and verifies a journal of them with it.
    fn replay(&self, folder: &Path) -> Result<Vec<Row>, Failure> {
        let (module, scenario) = (&self.module, &self.scenario);
        let path = folder.join(format!("{}.jsonl", self.measured.title.replace(' ', "-")));
        let position = scenario.position.clone();
        let setting = setting(self.measured.scenario, module.id(), scenario, [Holder::Human; 2], Some(&path));
        let table = Table::start(Arc::new(module.clone()), position.clone(), setting)?;
        let made = choose(table)?;
        let scale = CHOICES as f64 / made.len() as f64;
        let mut times = Vec::new();
        for _ in 0..TURNS {
            let mut game = module.create(&position)?.map_err(|refusal| refusal.reason)?;
            let opened = Journal::open(&path)?;
            let mut faces = opened
                .entries
                .iter()
                .flat_map(|entry| entry.rolls.iter())
                .map(|roll| roll.faces.clone())
                .collect::<Vec<_>>()
                .into_iter();
            let mut recorded = Recorded(&mut faces);
            let (result, time) = timed(|| -> Result<(), Failure> {
                game.apply(0, "begin", &mut recorded)?.map_err(|refusal| refusal.reason)?;
                for (seat, id) in &made {
                    game.apply(*seat, id, &mut recorded)?.map_err(|refusal| refusal.reason)?;
                }
                Ok(())
            });
            result?;
            times.push(time.as_secs_f64() * 1e3 * scale);
        }
        let mut verified = Vec::new();
        for _ in 0..3 {
            let opened = Journal::open(&path)?;
            let (result, time) = timed(|| verify(Arc::new(module.clone()), &opened));
            result?;
            verified.push(time.as_secs_f64() * 1e3 * scale);
        }
        let row = |what: &str| format!("{}: {what}", self.measured.title);
        Ok(vec![
            Row::figure(&row("choices in the journal that is replayed"), made.len() as f64, "choices"),
            Row::at_most(
                &row("3,000 choices replayed, without hashing"),
                median(times),
                "ms",
                self.measured.replayed,
            ),
            Row::at_most(&row("3,000 choices verified, with hashing"), median(verified), "ms", 500.0),
        ])
    }

    /// From the click on "open the table" to the first view and decisions.
    fn table(&self, texts: &Texts, most: f64) -> Result<Row, Failure> {
        let mut times = Vec::new();
        for _ in 0..TURNS {
            let (result, time) = timed(|| self.open(texts, || ()));
            result?;
            times.push(time.as_secs_f64() * 1e3);
        }
        let name = format!("{} on the table after the click", self.measured.title);
        Ok(Row::at_most(&name, median(times), "ms", most))
    }

    /// Puts the scenario on a table and asks for the first view and decisions; what is found while it is there.
    fn open<T>(&self, texts: &Texts, find: impl FnOnce() -> T) -> Result<T, Failure> {
        let Self { module, scenario, measured, .. } = self;
        let again = Scenario::from_texts(texts, &[Known::from(module)])?;
        let setting = setting(measured.scenario, module.id(), scenario, [Holder::Human; 2], None);
        let table = Table::start(Arc::new(module.clone()), again.position, setting)?;
        let handle = TableHandle::start(table)?;
        let mut client = handle.connect(Peer::host([0, 1]), None);
        client.ask(Request::View { eyes: Some(0) });
        client.ask(Request::Decisions { seat: 0 });
        client.ask(Request::Decisions { seat: 1 });
        Ok(find())
    }
}

/// Makes random choices at a table, as many as are replayed, or until the game is over; gives them when they are on disk.
fn choose(mut table: Table) -> Result<Vec<(Seat, String)>, Failure> {
    let mut random = Random::new(1862);
    let mut made: Vec<(Seat, String)> = Vec::new();
    while made.len() < CHOICES && table.outcome().is_none() {
        let Some(seat) = (0..2).find(|&seat| table.waits_for(seat)) else { break };
        let ids: Vec<String> = table
            .decisions_of(seat)
            .filter(|decision| decision.waits)
            .flat_map(|decision| decision.choices.iter().map(|choice| choice.id.clone()))
            .collect();
        let id = ids[random.below(ids.len() as u32) as usize].clone();
        let revision = table.revision_of(seat);
        let reply = table
            .answer(&Peer::host([seat]), Request::Act { seat, revision, choice: id.clone(), target: None });
        if let Reply::Refused(refused) = reply {
            return Err(refused.into());
        }
        made.push((seat, id));
    }
    table.sync()?;
    Ok(made)
}

fn setting(
    folder: &str,
    module: &str,
    scenario: &Scenario,
    holders: [Holder; 2],
    journal: Option<&Path>,
) -> TableConfig {
    TableConfig {
        seed: 1862,
        seats: holders.map(|holder| SeatAssignment { holder, name: "bench".to_owned() }).to_vec(),
        scenario: ScenarioRecord {
            title: scenario.heading.title.clone(),
            name: folder.to_owned(),
            texts: scenario.texts.files.clone(),
        },
        build: Build {
            module: module.to_owned(),
            version: "bench".to_owned(),
            component: "bench".to_owned(),
        },
        journal: journal.map(Path::to_owned),
        arranged: Vec::new(),
        created: "bench".to_owned(),
        ..TableConfig::default()
    }
}

/// The rolls of a journal, in order.
struct Recorded<'a>(&'a mut dyn Iterator<Item = Vec<u8>>);

impl Dice for Recorded<'_> {
    fn roll(&mut self, _count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        self.0.next().unwrap_or_default()
    }
}

/// The memory of this program that is in use, in MiB, where the system tells.
fn resident_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse::<f64>().ok());
    kib.map_or(f64::NAN, |kib| kib / 1024.0)
}

/// A whole game on one core.
fn game(title: &str, module: &WasmModule, position: &Position) -> Result<Row, Failure> {
    let series = Series {
        games: 1,
        bots: vec![BotKind::Regular, BotKind::Random],
        budget: Budget::Playouts(32),
        seed: 1862,
        max_choices: 100_000,
        threads: 1,
    };
    let (result, time) = timed(|| play_series(module, position, &series, &|_| {}));
    result?;
    Ok(Row::at_most(
        &format!("a game of {title}, regular against random, one core"),
        time.as_secs_f64(),
        "s",
        30.0,
    ))
}
