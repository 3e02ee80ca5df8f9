//! A real module as a component: it plays as its native twin does, through the whole boundary.
//!
//! The component has to be there: `cargo xtask test` builds it before it runs the tests.

use std::{
    path::PathBuf,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use muster_contract::{Dice, Game, Module, Seat};
use muster_engine::{Engine, Limits, Manifest, Settings, Stop, WasmModule};
use muster_sdk::Native;
use parley::Parley;

static MODULE: LazyLock<WasmModule> = LazyLock::new(|| {
    let folder = folder();
    let manifest = Manifest::read(&folder).unwrap_or_else(|error| panic!("{error}; run `cargo xtask test`"));
    let limits = Limits { deadline: None, ..Limits::default() };
    let engine = Engine::start(Settings { limits, cache: None }).unwrap();
    engine.open(&manifest.id, &folder.join(&manifest.component), |_| ()).unwrap()
});

fn folder() -> PathBuf {
    let modules = std::env::var_os("MUSTER_TEST_MODULES").map_or_else(
        || {
            let test = std::env::current_exe().unwrap();
            test.ancestors().nth(3).unwrap().join("test-modules")
        },
        PathBuf::from,
    );
    modules.join("parley")
}

fn native() -> Native<Parley> {
    Native::new("parley")
}

/// Dice that follow from a seed, the same for both twins.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

impl Dice for Seeded {
    fn roll(&mut self, count: u8, sides: u8, _reason: &str) -> Vec<u8> {
        (0..count).map(|_| 1 + self.next(u64::from(sides)) as u8).collect()
    }
}

fn created(module: &dyn Module) -> Box<dyn Game> {
    module.create(&parley::position()).unwrap().unwrap()
}

#[test]
fn it_describes_itself_alike() {
    assert_eq!(MODULE.describe(), native().describe());
}

#[test]
fn games_go_alike_choice_by_choice() {
    let full = std::env::var_os("MUSTER_FULL").is_some();
    for seed in 0..if full { 40 } else { 4 } {
        let mut games = [created(&*MODULE), created(&native())];
        let mut pick = Seeded(seed);
        let mut choices = 0;
        while games[1].outcome().unwrap().is_none() && choices < 2_000 {
            let [component, native] = games.each_mut().map(|game| game.decisions().unwrap());
            assert_eq!(component, native);
            let open: Vec<(Seat, &str)> = native
                .iter()
                .flat_map(|decision| {
                    decision.choices.iter().map(|choice| (decision.seat, choice.id.as_str()))
                })
                .collect();
            let (seat, choice) = open[pick.next(open.len() as u64) as usize];
            let roll = pick.0;
            let [component, native] =
                games.each_mut().map(|game| game.apply(seat, choice, &mut Seeded(roll)).unwrap().unwrap());
            assert_eq!(component, native);
            for seat in [None, Some(0), Some(1)] {
                let [component, native] = games.each_mut().map(|game| game.view(seat).unwrap());
                assert_eq!(component, native);
            }
            let [component, native] = games.each_mut().map(|game| game.save().unwrap());
            assert_eq!(component, native);
            choices += 1;
        }
        let [component, native] = games.each_mut().map(|game| game.outcome().unwrap());
        assert_eq!(component, native);
        assert!(choices > 5);
    }
}

#[test]
fn forks_play_out_alike_and_leave_the_game_as_it_was() {
    let mut games = [created(&*MODULE), created(&native())];
    for game in &mut games {
        game.apply(0, "begin", &mut Seeded(1)).unwrap().unwrap();
    }
    let before = games[0].save().unwrap();
    for seed in 0..20 {
        for policy in ["random", "regular"] {
            let [component, native] = games
                .each_mut()
                .map(|game| game.sample(0, seed).unwrap().playout(policy, seed, 1_000).unwrap());
            assert_eq!(component, native);
            assert!(component.choices > 0);
        }
    }
    assert_eq!(games[0].save().unwrap(), before);
}

#[test]
fn a_saved_game_goes_on_in_another_instance() {
    let mut game = created(&*MODULE);
    game.apply(0, "begin", &mut Seeded(1)).unwrap().unwrap();
    let (schema, position) = (MODULE.describe().state_schema, parley::position());
    let mut other = MODULE.load(&position, schema, &game.save().unwrap()).unwrap().unwrap();
    assert_eq!(other.decisions(), game.decisions());
    assert_eq!(other.save(), game.save());
    let refusal = MODULE.load(&position, schema + 1, &game.save().unwrap()).unwrap();
    assert!(refusal.is_err());
    let refusal = MODULE.load(&position, schema, b"nonsense").unwrap();
    assert!(refusal.is_err());
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let mut game = created(&*MODULE);
    let before = game.save().unwrap();
    for choice in ["", "begin ", "march", "\u{0}", &"x".repeat(10_000)] {
        assert!(game.apply(0, choice, &mut Seeded(1)).unwrap().is_err());
    }
    assert!(game.apply(9, "begin", &mut Seeded(1)).unwrap().is_err());
    assert_eq!(game.save().unwrap(), before);
}

/// A rule that wants nothing: it counts its calls, and presses a stop button if it has one, upon which it gives up.
struct Silent {
    rules: Vec<muster_contract::hooks::Rule>,
    stop: Option<Stop>,
    calls: AtomicU32,
}

impl Silent {
    fn new(stop: Option<Stop>) -> Arc<Self> {
        Arc::new(Self { rules: vec![everywhere()], stop, calls: AtomicU32::new(0) })
    }
}

impl muster_contract::Rules for Silent {
    fn rules(&self) -> &[muster_contract::hooks::Rule] {
        &self.rules
    }

    fn call(
        &self,
        _: u32,
        _: &str,
        _: &str,
        _: &[muster_contract::hooks::Fact],
        _: &[muster_contract::hooks::Fact],
        awaited: &muster_contract::Awaited,
    ) -> Result<muster_contract::RuleAnswer, muster_contract::RuleFailure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.stop.iter().for_each(Stop::press);
        if !awaited.is_so() {
            let (rule, function, message) = ("everywhere".into(), "on".into(), "it gave up".into());
            return Err(muster_contract::RuleFailure { rule, function, message });
        }
        Ok(muster_contract::RuleAnswer::default())
    }
}

/// A rule that is called from every hook of the module.
fn everywhere() -> muster_contract::hooks::Rule {
    let subscription =
        |hook: &str| muster_contract::hooks::Subscription { hook: hook.into(), function: "on".into() };
    let hooks = &MODULE.describe().hooks;
    muster_contract::hooks::Rule {
        id: "everywhere".into(),
        title: "Everywhere".into(),
        citation: String::new(),
        subscriptions: hooks.iter().map(|hook| subscription(&hook.id)).collect(),
        functions: vec!["on".into()],
        variables: Vec::new(),
        decks: Vec::new(),
        sees_hidden: false,
    }
}

/// Rules take none of a module's steps, so that those alone would never have it looked at: the rule that runs is told, and that
/// it gave up isn't its failure.
#[test]
fn a_call_is_stopped_in_a_rule() {
    let stop = Stop::default();
    let rules = Silent::new(Some(stop.clone()));
    let mut position = parley::position();
    position.setup.rules = vec!["everywhere".into()];
    position.in_force = muster_contract::InForce::new(Arc::clone(&rules) as Arc<dyn muster_contract::Rules>);
    let mut game = MODULE.with_stop(stop).create_game(&position).unwrap().unwrap();
    let begun = game.apply(0, "begin", &mut Seeded(1)).map(drop);
    let trouble = begun.and_then(|()| game.playout("random", 1, 500).map(drop)).unwrap_err();
    assert_eq!(trouble.message, "it was stopped");
    let calls = rules.calls.load(Ordering::SeqCst);
    assert_eq!(calls, 1, "what the first has said isn't asked of others");
}

#[test]
fn with_no_rule_on_no_rule_is_called() {
    let calls = |position: &muster_contract::Position| {
        let mut game = MODULE.create_game(position).unwrap().unwrap();
        game.apply(0, "begin", &mut Seeded(1)).unwrap().unwrap();
        for seed in 0..20 {
            game.fork(seed).unwrap().playout("random", seed, 500).unwrap();
        }
        game.usage().unwrap().rule_calls
    };
    let mut position = parley::position();
    assert_eq!(calls(&position), 0);
    position.setup.rules = vec!["everywhere".into()];
    position.in_force = muster_contract::InForce::new(Silent::new(None));
    assert!(calls(&position) > 100);
}

/// What a playout and an answer take, for those who ask with `--nocapture`; only gross slowness fails.
#[test]
fn the_boundary_is_quick() {
    let mut game = MODULE.create_game(&parley::position()).unwrap().unwrap();
    game.apply(0, "begin", &mut Seeded(1)).unwrap().unwrap();
    let per = |count: u32, what: &str, call: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..count).for_each(|_| call());
        let each = start.elapsed() / count;
        println!("{what}: {each:?}");
        assert!(each.as_millis() < 500, "{what}: {each:?}");
    };
    per(200, "fork and drop", &mut || drop(game.fork(1).unwrap()));
    per(200, "choice-count", &mut || assert!(game.choice_count(0).is_ok()));
    per(200, "decisions", &mut || drop(game.decisions().unwrap()));
    per(200, "view", &mut || drop(game.view(Some(0)).unwrap()));
    per(20, "create", &mut || drop(created(&*MODULE)));
    per(10, "playout of 200", &mut || {
        assert!(game.fork(1).unwrap().playout("random", 1, 200).is_ok());
    });
    println!("steps of the last call: {}", game.steps());
}
