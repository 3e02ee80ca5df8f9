//! The modules that ship, as components: they answer as they do natively, byte for byte. `cargo xtask test` builds the component.

use std::path::PathBuf;

use crate::scenario::two_days;
use bobby_lee::BobbyLee;
use brigade::Brigade;
use bull_run::BullRun;
use cw_strategy::CwStrategy;
use muster_conformance::{NothingHidden, Scale, Subject, agree};
use muster_contract::{Module, Position};
use muster_engine::{Engine, Limits, Settings, WasmModule};
use muster_sdk::Native;
use us_civil_war::UsCivilWar;

pub fn component(id: &str) -> WasmModule {
    let folder = std::env::var_os("MUSTER_MODULES")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/modules"));
    let file = folder.join(format!("{id}/{id}.wasm"));
    assert!(file.is_file(), "{} is missing: `cargo xtask test` builds the modules first", file.display());
    let limits = Limits { deadline: None, ..Limits::default() };
    let cache = Some(crate::wasm::compiled());
    let engine = Engine::start(Settings { limits, cache }).expect("the engine starts");
    engine.open(id, &file, |_| ()).unwrap_or_else(|unfit| panic!("{}: {unfit}", file.display()))
}

/// Plays so many games of a position, natively and as a component.
#[track_caller]
fn agrees(native: &dyn Module, position: &Position, games: u64) {
    plays_alike(native, position, Scale { games, ..Scale::from_environment() });
}

/// Plays one game of a large field, in which all that the seats get is compared at one choice in ten unless there is time for all.
#[track_caller]
fn agrees_at_length(native: &dyn Module, position: &Position) {
    let scale = Scale::from_environment();
    plays_alike(native, position, Scale { games: 1, positions: scale.positions / 10, ..scale });
}

#[track_caller]
fn plays_alike(native: &dyn Module, position: &Position, scale: Scale) {
    let subject = Subject { module: native, position, hidden: &NothingHidden, scale };
    agree(&subject, &component(native.id())).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn natively_and_as_a_component_the_first_fight_is_the_same() {
    let native = Native::<Brigade>::new("brigade");
    let position = two_days(crate::scenario::position(&native, "first-fight"), 4);
    agrees(&native, &position, Scale::from_environment().games / 3);
}

#[test]
fn natively_and_as_a_component_shiloh_is_the_same() {
    let native = Native::<Brigade>::new("brigade");
    agrees(&native, &two_days(crate::scenario::position(&native, "shiloh"), 1), 2);
}

#[test]
fn natively_and_as_a_component_bull_run_is_the_same() {
    let native = Native::<BullRun>::new("bull-run");
    agrees(
        &native,
        &crate::scenario::position(&native, "bull-run-lesson"),
        Scale::from_environment().games / 3,
    );
    agrees_at_length(&native, &crate::scenario::position(&native, "bull-run"));
}

#[test]
fn natively_and_as_a_component_bobby_lee_is_the_same() {
    let native = Native::<BobbyLee>::new("bobby-lee");
    agrees(
        &native,
        &crate::scenario::position(&native, "bobby-lee-lesson"),
        Scale::from_environment().games / 3,
    );
    agrees_at_length(&native, &crate::scenario::position(&native, "bobby-lee-1862"));
}

#[test]
fn natively_and_as_a_component_civil_war_strategy_is_the_same() {
    let native = Native::<CwStrategy>::new("cw-strategy");
    agrees(
        &native,
        &crate::scenario::position(&native, "cw-strategy-lesson"),
        Scale::from_environment().games / 3,
    );
    agrees_at_length(&native, &crate::scenario::position(&native, "cw-strategy"));
}

#[test]
fn natively_and_as_a_component_the_us_civil_war_is_the_same() {
    let native = Native::<UsCivilWar>::new("us-civil-war");
    agrees_at_length(&native, &crate::scenario::position(&native, "us-civil-war-1861"));
}
