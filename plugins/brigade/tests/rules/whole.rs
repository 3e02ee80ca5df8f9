//! Whole games, saves and explanations.

use brigade::Brigade;
use muster_contract::{Module, Target};
use muster_sdk::Native;

use crate::position::{OPEN, Played, position};
use crate::{A, CS, US};

#[test]
fn what_cannot_be_chosen_is_explained_with_its_rule() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a");
    let lines = game.game.explain(0, &Target::Space("0401".to_owned())).unwrap();
    assert_eq!(lines.last().unwrap().citation.as_deref(), Some("D1"));
}

#[test]
fn every_playout_ends_by_the_turn_limit() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let mut game = Played::open(&units);
    for seed in 0..20 {
        for policy in ["random", "regular"] {
            let result = game.game.fork(seed).unwrap().playout(policy, seed, 20_000).unwrap();
            assert!(result.ended, "{policy} {seed}: {result:?}");
        }
    }
}

#[test]
fn a_saved_game_goes_on_alike() {
    let fresh = position(OPEN, "", &[US, A, CS], &[]);
    let mut game = Played::new(&fresh);
    game.take("roll, move us-a, to 0404");
    let bytes = game.game.save().unwrap();
    let mut loaded = Native::<Brigade>::new("brigade").load(&fresh, 1, &bytes).unwrap().unwrap();
    assert_eq!(loaded.decisions().unwrap(), game.game.decisions().unwrap());
    assert_eq!(loaded.save().unwrap(), bytes);
}

/// Not a test of the rules: `cargo test --release -p brigade -- --ignored speed --nocapture` says how fast they are.
#[test]
#[ignore = "a measurement"]
fn speed_of_playouts() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let mut game = Played::open(&units);
    let begun = std::time::Instant::now();
    let choices: u64 = (0..200)
        .map(|seed| u64::from(game.game.fork(seed).unwrap().playout("random", seed, 20_000).unwrap().choices))
        .sum();
    println!("{choices} choices, {} a second", choices * 1000 / (begun.elapsed().as_millis() as u64).max(1));
}
