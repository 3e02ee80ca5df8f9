//! What a module that misbehaves comes to: its game ends with a reason, and nothing else does.

use std::{
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

use crate::rogue::{nothing, rogue};
use muster_contract::{Audience, Dice, EventKind, Game, Line, Module, Target, Trouble};
use muster_engine::{Engine, Limits, Settings, Stop, WasmGame, WasmModule};

/// One engine for all tests here: compiling takes most of their time.
static MODULE: LazyLock<WasmModule> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rogue.wasm");
    std::fs::write(&file, rogue()).unwrap();
    let limits = Limits { deadline: None, memory: 64 << 20, ..Limits::default() };
    Engine::start(Settings { limits, cache: None }).unwrap().open("rogue", &file, |_| ()).unwrap()
});

fn limits() -> Limits {
    let mut limits = Limits { deadline: None, memory: 64 << 20, ..Limits::default() };
    limits.fuel.ask = 10_000_000;
    limits
}

fn game() -> WasmGame {
    MODULE.with_limits(limits()).create_game(&nothing()).unwrap().unwrap()
}

/// Checks that the call fails in these words, and that its game then answers nothing but the same.
#[track_caller]
fn fails<R: std::fmt::Debug>(
    call: impl FnOnce(&mut WasmGame) -> Result<R, Trouble>,
    expect: &str,
) -> Trouble {
    let mut game = game();
    let trouble = call(&mut game).expect_err("it should fail");
    assert!(trouble.message.contains(expect), "{trouble}");
    assert_eq!(game.choice_count(1), Err(trouble.clone()));
    // The next game knows nothing of it.
    assert_eq!(self::game().choice_count(1), Ok(0));
    trouble
}

struct Loaded {
    faces: Vec<u8>,
    notes: Vec<(Audience, String)>,
}

impl Dice for Loaded {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        assert_eq!((count, sides, reason), (2, 6, "a test"));
        self.faces.clone()
    }

    fn note(&mut self, audience: Audience, line: Line) {
        self.notes.push((audience, line.text));
    }
}

#[test]
fn an_endless_loop_runs_out_of_steps() {
    let trouble = fails(|game| game.decisions(), "it used up its 10000000 steps");
    assert_eq!(trouble.call, "decisions");
    assert_eq!(trouble.module, "rogue");
    assert!(trouble.backtrace[0].contains("march-in-circles"), "{:?}", trouble.backtrace);
}

#[test]
fn a_panic_brings_its_message_and_its_backtrace() {
    let trouble = fails(|game| game.view(None), "panicked at rules.rs:7:9: the general is nowhere");
    assert_eq!(trouble.message, "panicked at rules.rs:7:9: the general is nowhere");
    assert!(trouble.backtrace[0].contains("lose-the-general"), "{:?}", trouble.backtrace);
}

#[test]
fn a_trap_without_a_message_still_has_its_backtrace() {
    let trouble = fails(|game| game.details(0, &[]), "it gave up without a message");
    assert!(trouble.backtrace[0].contains("give-up"), "{:?}", trouble.backtrace);
}

#[test]
fn a_deep_recursion_is_cut_off() {
    let trouble = fails(|game| game.explain(0, &Target::Amount(1)), "called itself too deeply");
    assert!(trouble.backtrace[0].contains("dig-deeper"), "{:?}", trouble.backtrace);
    assert!(trouble.backtrace.len() < 50);
}

#[test]
fn a_memory_eater_gets_no_more_than_its_share() {
    fails(|game| game.save(), "it wanted more than its 64 MiB of memory");
}

#[test]
fn a_huge_answer_is_not_copied() {
    let start = Instant::now();
    fails(|game| game.seats(), "it handed over more than the 64 MiB that one answer may have");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn nonsense_answers_are_troubles() {
    fails(|game| game.weights(0, "regular"), "out of bounds");
    fails(|game| game.odds(0, "x"), "utf-8");
    fails(|game| game.outcome(), "discriminant");
    fails(|game| game.sample(0, 1).map(|_| ()), "handle");
    fails(|game| game.playout("random", 1, 1), "add up to 0, not 10,000");
}

#[test]
fn dice_answer_only_inside_apply() {
    fails(|game| game.choice_count(0), "it asked for the table's dice outside apply, for: a test");
    let mut game = game();
    let mut dice = Loaded { faces: vec![3, 5], notes: Vec::new() };
    let events = game.apply(0, "x", &mut dice).unwrap().unwrap();
    assert_eq!(events[0].kind, EventKind::Drawn(8));
    assert_eq!(dice.notes, [(Audience::Everyone, "the weather holds".to_owned())]);
    // A fork has dice of its own; the table's are not there for it.
    let mut fork = game.fork(1).unwrap();
    let trouble = fork.apply(0, "x", &mut dice).unwrap_err();
    assert!(trouble.message.contains("outside apply"), "{trouble}");
}

#[test]
fn the_stop_button_stops_what_runs_and_nothing_else() {
    let mut endless = limits();
    endless.fuel.ask = u64::MAX;
    let stop = Stop::default();
    let module = MODULE.with_limits(endless.clone()).with_stop(stop.clone());
    let running = thread::spawn(move || {
        let mut game = module.create_game(&nothing()).unwrap().unwrap();
        let first = game.decisions();
        // Pressing it doesn't end what comes later.
        let next = module.create_game(&nothing()).unwrap().unwrap().choice_count(1);
        (first, next)
    });
    let mut other = game();
    while !running.is_finished() {
        stop.press();
        thread::sleep(Duration::from_millis(5));
        assert_eq!(other.choice_count(1), Ok(0));
    }
    let (stopped, next) = running.join().unwrap();
    assert_eq!(stopped.unwrap_err().message, "it was stopped");
    assert_eq!(next, Ok(0));
}

#[test]
fn the_deadline_ends_a_call_whatever_its_steps() {
    let mut short = limits();
    short.fuel.ask = u64::MAX;
    short.deadline = Some(Duration::from_millis(100));
    let mut game = MODULE.with_limits(short).create_game(&nothing()).unwrap().unwrap();
    assert_eq!(game.decisions().unwrap_err().message, "it took too long");
}

#[test]
fn dropped_games_are_dropped_inside() {
    let mut game = game();
    drop(game.fork(1).unwrap());
    let fork = game.fork(2).unwrap();
    assert_eq!(game.choice_count(1), Ok(1));
    drop(fork);
    assert_eq!(game.choice_count(1), Ok(2));
}

#[test]
fn a_game_can_have_only_so_many_forks_at_once() {
    let mut few = limits();
    few.handles = 50;
    let mut game = MODULE.with_limits(few).create_game(&nothing()).unwrap().unwrap();
    let mut forks = Vec::new();
    let trouble = loop {
        match game.fork(1) {
            Ok(fork) => forks.push(fork),
            Err(trouble) => break trouble,
        }
        assert!(forks.len() < 60);
    };
    assert!(forks.len() > 20, "{trouble}");
    // Dropping what a trap took with it is harmless.
    drop(forks);
    assert_eq!(game.seats().unwrap_err(), trouble);
}

#[test]
fn dice_that_panic_are_the_hosts_fault_and_end_only_this_game() {
    struct Broken;
    impl Dice for Broken {
        fn roll(&mut self, _count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
            panic!("no dice")
        }
    }
    let mut first = game();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = first.apply(0, "x", &mut Broken);
    }));
    assert!(caught.is_err());
    assert!(first.choice_count(1).unwrap_err().message.contains("the host's own dice failed"));
    assert_eq!(game().choice_count(1), Ok(0));
}

#[test]
fn a_module_is_described_without_a_game() {
    assert_eq!(MODULE.id(), "rogue");
    assert_eq!(MODULE.describe().title, "");
    assert!(MODULE.create(&nothing()).unwrap().is_ok());
    assert!(MODULE.load(&nothing(), 0, b"").unwrap().is_ok());
}
