//! Optional and house rules in Rhai: those that come with Muster for this game, and the hooks.

use bull_run::BullRun;
use muster_conformance::{Scale, rule_text, suite};
use muster_sdk::Native;

use crate::conformance::facts::Hidden;
use play::under;

mod bid;
mod heat;
mod hooks;
mod play;
mod stone_wall;

const BID: &str = include_str!("../../../../scripts/morale-bid.rhai");
const HEAT: &str = include_str!("../../../../scripts/heat-of-the-day.rhai");
const STONE_WALL: &str = include_str!("../../../../scripts/stone-wall.rhai");

/// A game under all of them, its first hour being hot.
fn position(name: &str) -> muster_contract::Position {
    let texts = [
        rule_text("morale-bid", BID, &[]),
        rule_text("heat-of-the-day", HEAT, &[("from", 1)]),
        rule_text("stone-wall", STONE_WALL, &[("most", 2)]),
    ];
    under(&texts, name)
}

/// Rules take their time, and there is only so much to see.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 3, positions: scale.positions / 4, covered: scale.covered / 3, ..scale }
}

suite!(set_up, Native::<BullRun>::new("bull-run"), position("ten-locales"), Hidden::default(), scale());
suite!(in_contact, Native::<BullRun>::new("bull-run"), position("in-contact"), Hidden::default(), scale());

/// A rule that nobody tested would be left out above.
#[test]
fn every_rule_for_this_game_is_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
    let of_this_game = texts.filter(|text| text.contains("modules: [\"bull-run\"]"));
    assert_eq!(of_this_game.count(), position("ten-locales").setup.rules.len());
}
