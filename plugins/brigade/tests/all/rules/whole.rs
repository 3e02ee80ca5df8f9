//! Whole games, saves and explanations.

use brigade::state::Piece;
use brigade::{Brigade, Unit};
use muster_contract::{Module, Target};
use muster_sdk::{Hosted, Index as _, Native, Random, Saves as _};

use crate::rules::position::{OPEN, Played, position, threes};
use crate::rules::{A, CS, US};

#[test]
fn what_cannot_be_chosen_is_explained_with_its_rule() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a");
    let lines = game.game.explain(0, &Target::Space("0401".to_owned()));
    assert_eq!(lines.last().unwrap().citation.as_deref(), Some("D1"));
}

#[test]
fn every_playout_ends_by_the_turn_limit() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let game = Played::open(&units);
    for seed in 0..20 {
        for policy in ["random", "regular"] {
            let result = game.game.fork(seed).playout(policy, seed, 20_000);
            assert!(result.ended, "{policy} {seed}: {result:?}");
        }
    }
}

#[test]
fn a_saved_game_goes_on_alike() {
    let fresh = position(OPEN, "", &[US, A, CS], &[]);
    let mut game = Played::new(&fresh);
    game.take("roll, move us-a, to 0404");
    let bytes = game.game.save();
    let mut loaded =
        Native::<Brigade>::new("brigade").load(&fresh, Brigade::STATE_SCHEMA, &bytes).unwrap().unwrap();
    assert_eq!(loaded.decisions().unwrap(), game.game.decisions());
    assert_eq!(loaded.save().unwrap(), bytes);
}

#[test]
fn what_is_kept_up_while_units_move_is_what_would_be_made_anew() {
    let units = [
        US,
        A,
        "us-b cavalry 0505 N I",
        "us-guns artillery 0406 N I",
        "us-train train 0407 N I",
        CS,
        "cs-a infantry 0602 S II",
        "cs-b cavalry 0502 S II",
        "cs-c infantry 0402 S II",
        "cs-guns artillery 0601 S II",
    ];
    let fresh = position(OPEN, "", &units, &[("turns", 6)]);
    for seed in 0..6 {
        let mut game = Played::new(&fresh).game.fork(seed);
        let mut random = Random::new(seed);
        let mut dice = threes();
        for step in 0.. {
            let decisions = game.decisions();
            let bytes = game.save();
            let mut anew = Native::<Brigade>::new("brigade")
                .load(&fresh, Brigade::STATE_SCHEMA, &bytes)
                .unwrap()
                .unwrap();
            assert_eq!(anew.decisions().unwrap(), decisions, "seed {seed}, step {step}");
            let Some(open) = decisions.iter().find(|open| open.waits) else { break };
            let choice = &open.choices[random.below(open.choices.len() as u32) as usize].id;
            game.apply(open.seat, choice, &mut dice).unwrap();
        }
    }
}

/// Not a test of the rules: `cargo test --release -p brigade -- --ignored speed --nocapture` says how fast they are.
#[test]
#[ignore = "a measurement"]
fn speed_of_playouts() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let game = Played::open(&units);
    let begun = std::time::Instant::now();
    let choices: u64 =
        (0..200).map(|seed| u64::from(game.game.fork(seed).playout("random", seed, 20_000).choices)).sum();
    println!("{choices} choices, {} a second", choices * 1000 / (begun.elapsed().as_millis() as u64).max(1));
}

#[test]
fn a_state_that_cannot_be_says_why() {
    let game = Hosted::<Brigade>::create(&position(OPEN, "", &[US, A, CS], &[])).unwrap();
    let why = |change: fn(&mut Brigade)| {
        let mut state = game.state().clone();
        change(&mut state);
        state.validate().err().map(|refusal| refusal.reason).unwrap_or_default()
    };
    assert_eq!(why(|_| {}), "");
    assert!(why(|state| state.pieces[Unit::nth(1)].facing = 3).contains("(A2)"));
    assert!(why(|state| state.turn = 0).contains("turn 0 of 20"));
    assert!(why(|state| state.turn = 21).contains("turn 21 of 20"));
}

/// Schema 2 has always written these two as bare numbers, the greatest for none.
#[test]
fn a_unit_in_no_hex_or_of_no_corps_is_saved_as_ever() {
    let game = Hosted::<Brigade>::create(&position(OPEN, "", &[US, A, CS], &[])).unwrap();
    let here = *game.state().piece(Unit::nth(1));
    let nowhere = Piece { at: None, corps: None, ..here };
    let [here, nowhere] = [here, nowhere].map(|piece| postcard::to_allocvec(&piece).unwrap());
    assert_eq!(nowhere[..3], [255, 255, 3]);
    assert_eq!((here[here.len() - 7], nowhere[nowhere.len() - 7]), (0, 255), "the corps");
    for bytes in [here, nowhere] {
        let read: Piece = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(postcard::to_allocvec(&read).unwrap(), bytes);
    }
}
