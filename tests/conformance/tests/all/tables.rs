//! Tables: whatever is decided in secret at one, nobody else's answers and updates tell.

use std::sync::Arc;

use bobby_lee::BobbyLee;
use cw_strategy::CwStrategy;
use muster_conformance::{Evidence, Scale, tables_tell_no_secrets};
use muster_contract::{Module, Position, Seat};
use muster_sdk::Native;
use muster_table::messages::Peer;

use crate::{shipped, wasm};

fn guest(seat: Option<Seat>) -> Peer {
    Peer::guest(seat)
}

/// Plays so many choices of games of it, which must come to at least so many secrets.
#[track_caller]
fn tells_nothing(module: impl Module + 'static, position: &Position, choices: usize, secrets: usize) {
    let module: Arc<dyn Module> = Arc::new(module);
    let mut compared = 0;
    for seed in 0..Scale::from_environment().games / 2 {
        let told = tables_tell_no_secrets(&module, position, seed, choices, guest);
        compared += told.unwrap_or_else(|evidence| panic!("{evidence}"));
    }
    assert!(compared >= secrets, "only {compared} secrets were decided");
}

#[test]
fn tables_of_parley_tell_no_secrets() {
    tells_nothing(Native::<parley::Parley>::new("parley"), &parley::position(), 200, 10);
}

/// A component counts what each call takes, and what a secret took must not be told either.
#[test]
fn tables_of_parley_as_a_component_tell_no_secrets() {
    tells_nothing(wasm::component("parley"), &parley::position(), 60, 6);
}

#[test]
fn tables_of_the_shipped_games_tell_no_secrets() {
    let lee = crate::scenario::position(&Native::<BobbyLee>::new("bobby-lee"), "bobby-lee-lesson");
    tells_nothing(shipped::component("bobby-lee"), &lee, 30, 1);
    let cities = crate::scenario::position(&Native::<CwStrategy>::new("cw-strategy"), "cw-strategy");
    tells_nothing(shipped::component("cw-strategy"), &cities, 30, 1);
}

/// The check sees what is told to one who may know: the host of a table at which nobody else sits.
#[test]
fn what_a_table_tells_its_host_would_be_found() {
    let module: Arc<dyn Module> = Arc::new(wasm::component("parley"));
    let found =
        |peer: fn(Option<Seat>) -> Peer| tables_tell_no_secrets(&module, &parley::position(), 41, 120, peer);
    let Err(Evidence::Saw(words)) = found(|_| Peer::host([0, 1])) else { panic!("nothing was found") };
    assert!(words.contains("in secret"), "{words}");
    assert!(found(guest).is_ok());
}
