//! Bots on the scenarios as shipped: `regular` beats `random` from either side, and a scenario is fair to both.
//!
//! Every game follows from its seed, so that these tests always see the same games.

use brigade::Brigade;
use bull_run::BullRun;
use muster_conformance::series::{self, SMALL, full};
use muster_contract::Module;
use muster_sdk::Native;
use outpost::Outpost;

/// Playouts before a choice, for large battles in every test run.
const LEAST: u32 = 6;

fn beats_chance(module: &dyn Module, folder: &str, playouts: u32) {
    series::beats_chance(module, &crate::scenario::position(module, folder), folder, 20, playouts);
}

fn is_fair(module: &dyn Module, folder: &str, games: u64, playouts: u32) {
    series::is_fair(module, &crate::scenario::position(module, folder), folder, games, playouts);
}

#[test]
fn regular_beats_chance_at_shiloh() {
    beats_chance(&Native::<Brigade>::new("brigade"), "shiloh", LEAST);
}

#[test]
fn regular_beats_chance_in_the_first_fight() {
    beats_chance(&Native::<Brigade>::new("brigade"), "first-fight", SMALL);
}

/// The game that authors begin from can be played against a bot as it is.
#[test]
fn regular_beats_chance_at_first_light() {
    beats_chance(&Native::<Outpost>::new("outpost"), "outpost-first-light", SMALL);
}

#[test]
fn first_light_is_fair() {
    let games = if full() { 200 } else { 60 };
    is_fair(&Native::<Outpost>::new("outpost"), "outpost-first-light", games, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn shiloh_is_fair() {
    is_fair(&Native::<Brigade>::new("brigade"), "shiloh", 200, SMALL);
}

#[test]
fn the_first_fight_is_fair() {
    is_fair(&Native::<Brigade>::new("brigade"), "first-fight", if full() { 200 } else { 60 }, SMALL);
}

#[test]
fn regular_beats_chance_in_the_lesson_of_bull_run() {
    beats_chance(&Native::<BullRun>::new("bull-run"), "bull-run-lesson", SMALL);
}

#[test]
#[ignore = "200 games of the whole field take half an hour; `cargo xtask test --full` plays them"]
fn regular_beats_chance_at_bull_run() {
    beats_chance(&Native::<BullRun>::new("bull-run"), "bull-run", SMALL);
}

#[test]
fn the_lesson_of_bull_run_is_fair() {
    let games = if full() { 200 } else { 60 };
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run-lesson", games, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn bull_run_is_fair() {
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run", 200, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn noon_at_bull_run_is_fair() {
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run-noon", 200, SMALL);
}
