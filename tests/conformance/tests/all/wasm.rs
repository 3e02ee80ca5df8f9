//! Components: they answer as the same module does natively, byte for byte, and what would take a program down ends
//! one game. `cargo xtask test` builds the components.

use std::{path::PathBuf, sync::LazyLock};

use crate::parley_facts::ParleyFacts;
use muster_conformance::under_rules;
use muster_conformance::{NothingHidden, Scale, Subject, agree, check, scenario};
use muster_contract::{Dice, Module, RuleText};
use muster_engine::{Engine, Limits, Settings, WasmModule};
use muster_sdk::Native;

/// Fewer games than natively: each is played twice.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: (scale.games / 3).max(3), longest: 2_000, ..scale }
}

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut limits = Limits { deadline: None, memory: 64 << 20, ..Limits::default() };
    limits.fuel.apply = 200_000_000;
    Engine::start(Settings { limits, cache: Some(compiled()) }).expect("the engine starts")
});

/// Where compiled components are kept, so that each is compiled once for all tests and not again the next time.
pub fn compiled() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compiled")
}

/// Where a module for tests has its component.
pub fn file_of(name: &str) -> PathBuf {
    let folder = std::env::var_os("MUSTER_TEST_MODULES")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/test-modules"));
    folder.join(name).join(name.replace('-', "_") + ".wasm")
}

pub fn component(name: &str) -> WasmModule {
    let file = file_of(name);
    assert!(file.is_file(), "{} is missing: `cargo xtask test` builds the modules first", file.display());
    let id = name.trim_end_matches("-broken");
    ENGINE.open(id, &file, |_| ()).unwrap_or_else(|unfit| panic!("{}: {unfit}", file.display()))
}

static BROKEN: LazyLock<WasmModule> = LazyLock::new(|| component("parley-broken"));

/// Checks that the component, broken in this way, is found out by this check in these words.
#[track_caller]
fn finds(fault: &str, name: &str, evidence: &str) {
    let position = parley_broken::position_with_fault(fault);
    let subject = Subject { module: &*BROKEN, position: &position, hidden: &ParleyFacts, scale: scale() };
    let finding = check(name).run(&subject).expect_err("a broken component passes");
    assert_eq!(finding.check, name);
    assert!(finding.to_string().contains(evidence), "{fault} was found as something else: {finding}");
    // The engine, and the next game, know nothing of it.
    let whole = parley::position();
    let subject = Subject {
        module: &*BROKEN,
        position: &whole,
        hidden: &ParleyFacts,
        scale: Scale { games: 1, ..scale() },
    };
    check("play-ends").run(&subject).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn natively_and_as_a_component_it_is_the_same_game() {
    let (native, component, position) =
        (Native::<parley::Parley>::new("parley"), component("parley"), parley::position());
    let subject = Subject { module: &native, position: &position, hidden: &ParleyFacts, scale: scale() };
    agree(&subject, &component).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn natively_and_as_a_component_the_game_that_authors_begin_from_is_the_same() {
    let (native, component) = (Native::<outpost::Outpost>::new("outpost"), component("outpost"));
    let position = scenario(&native, env!("CARGO_MANIFEST_DIR"), "outpost-first-light");
    let subject = Subject { module: &native, position: &position, hidden: &NothingHidden, scale: scale() };
    agree(&subject, &component).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn components_that_differ_are_told_apart() {
    let native = Native::<parley::Parley>::new("parley");
    let position = parley_broken::position_with_fault("hits-on-four");
    let subject = Subject { module: &native, position: &position, hidden: &ParleyFacts, scale: scale() };
    let finding = agree(&subject, &*BROKEN).expect_err("they roll alike, yet hit otherwise");
    assert_eq!(finding.check, "twins-agree");
}

#[test]
fn a_component_passes_the_checks() {
    let (component, position) = (component("parley"), parley::position());
    let scale = Scale { positions: 60, covered: 2, coverage: 300, ..scale() };
    let subject = Subject { module: &component, position: &position, hidden: &ParleyFacts, scale };
    for name in
        ["play-ends", "listed-choices-apply", "saves-hold-everything", "nothing-leaks", "luck-bars-undo"]
    {
        check(name).run(&subject).unwrap_or_else(|finding| panic!("{finding}"));
    }
}

#[test]
fn a_trap_is_found_with_its_message() {
    finds("traps", "play-ends", "Parley is broken: it trapped at the end of turn 1");
}

#[test]
fn an_endless_loop_is_found() {
    finds("loops", "play-ends", "it used up its 200000000 steps");
}

#[test]
fn a_memory_eater_is_found() {
    finds("eats-memory", "play-ends", "64 MiB of memory");
}

#[test]
fn a_leak_is_found() {
    finds("label-tells", "nothing-leaks", "the labels differ");
}

#[test]
fn the_component_says_what_it_is() {
    assert_eq!(component("parley").describe(), Native::<parley::Parley>::new("parley").describe());
}

/// What a rule fails with that does this when the game begins, as a component has it.
#[track_caller]
fn rule_fails(body: &str, function: &str, words: &str) {
    let text = format!(
        "rule(#{{ title: \"Test\", modules: [\"parley\"] }});\non(\"begin\", \"act\");\nfn act(facts) {{ {body} }}\n\
         fn again(facts) {{ roll(1, 6, \"for ever\", \"again\"); }}"
    );
    let text = RuleText { id: "test".to_owned(), text, settings: Vec::new() };
    let module = component("parley");
    let position = under_rules(&module, parley::position(), &[text]);
    let mut game = module.create(&position).unwrap().unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    let trouble = game.apply(0, "begin", &mut Ones).expect_err("the rule fails");
    assert_eq!((trouble.module.as_str(), trouble.call.as_str()), ("house rule test", function), "{trouble}");
    assert!(trouble.message.starts_with(words), "{words:?} in {:?}", trouble.message);
}

/// Dice that fall on 1.
struct Ones;

impl Dice for Ones {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; count.into()]
    }
}

#[test]
fn a_rule_is_to_blame_for_what_the_component_finds_out_of_its_answer() {
    rule_fails("again(facts);", "again", "test.rhai:4: it goes on without end");
    rule_fails("roll(1, 6, \"for ever\", \"act\");", "act", "test.rhai:3: it goes on without end");
    rule_fails("act(facts);", "act", "test.rhai:3: the script was stopped: its functions call each other");
    rule_fails(
        "let s = \"x\"; for i in 0..14 { s += s; } note(s);",
        "act",
        "test.rhai:3:57: the script was stopped: it writes",
    );
    rule_fails(
        "offer(\"north\", #{ prompt: \"?\", choices: [\"a\", \"a\"], then: \"act\" });",
        "act",
        "test.rhai:3: ",
    );
    // A side may come to hold a card of the same name as an answer, or be asked two things at once.
    let named = |body: &str| {
        format!(
            "}}\ndeck(\"d\", \"D\", [#{{ id: \"yes\", title: \"Yes\", text: \"t\" }}]);\nfn more(facts) {{ {body}"
        )
    };
    let offer = |of: &str| format!("offer(\"north\", #{{ prompt: \"?\", then: \"act\", {of} }});");
    for (body, words) in [
        (offer("hand: \"d\", choices: [\"yes\", \"no\"]"), "two answers are called \"test:yes\""),
        (
            [offer("together: \"g\", choices: [\"a\"]"), offer("together: \"g\", choices: [\"b\", \"a\"]")]
                .concat(),
            "answers of two decisions that are open together are called \"test:a\"",
        ),
        (
            [
                offer("together: \"g\", choices: [\"yes\"]"),
                offer("together: \"g\", hand: \"d\", choices: [\"b\"]"),
            ]
            .concat(),
            "answers of two decisions that are open together are called \"test:yes\"",
        ),
    ] {
        let body = format!("more(facts); {}", named(&body));
        rule_fails(&body, "act", &format!("test.rhai:3: {words}"));
    }
}
