//! Brigade as a component: it answers as it does natively, byte for byte. `cargo xtask test` builds the component.

mod scenario;

use std::path::PathBuf;

use brigade::Brigade;
use muster_conformance::{NothingHidden, Scale, Subject, agree};
use muster_engine::{Engine, Limits, Settings, WasmModule};
use muster_sdk::Native;
use scenario::two_days;

fn component() -> WasmModule {
    let folder = std::env::var_os("MUSTER_MODULES")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/modules"));
    let file = folder.join("brigade/brigade.wasm");
    assert!(file.is_file(), "{} is missing: `cargo xtask test` builds the modules first", file.display());
    let limits = Limits { deadline: None, ..Limits::default() };
    let engine = Engine::start(Settings { limits, cache: None }).expect("the engine starts");
    engine.open("brigade", &file, |_| ()).unwrap_or_else(|unfit| panic!("{}: {unfit}", file.display()))
}

/// Plays so many games of two days of so many turns, natively and as a component.
#[track_caller]
fn agrees(folder: &str, turns: i32, games: u64) {
    let (native, component) = (Native::<Brigade>::new("brigade"), component());
    let position = two_days(scenario::position(&native, folder), turns);
    let scale = Scale { games, ..Scale::from_environment() };
    let subject = Subject { module: &native, position: &position, hidden: &NothingHidden, scale };
    agree(&subject, &component).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn natively_and_as_a_component_the_first_fight_is_the_same() {
    agrees("first-fight", 4, Scale::from_environment().games / 3);
}

#[test]
fn natively_and_as_a_component_shiloh_is_the_same() {
    agrees("shiloh", 1, 2);
}
