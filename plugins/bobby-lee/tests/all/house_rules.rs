//! Optional and house rules in Rhai: those that come with Muster for this game.

use bobby_lee::BobbyLee;
use muster_conformance::{Scale, rule_text, suite};
use muster_sdk::Native;

use crate::conformance::facts::Hidden;
use play::under;

mod edits;
mod play;
mod presidents;
mod runners;
mod weather;

const WEATHER: &str = include_str!("../../../../scripts/virginia-weather.rhai");
const RUNNERS: &str = include_str!("../../../../scripts/blockade-runners.rhai");
const PRESIDENTS: &str = include_str!("../../../../scripts/presidents-confidence.rhai");

/// A game under all of them, in a very wet spring.
fn position(name: &str) -> muster_contract::Position {
    let texts = [
        rule_text("virginia-weather", WEATHER, &[("autumn", 3)]),
        rule_text("blockade-runners", RUNNERS, &[]),
        rule_text("presidents-confidence", PRESIDENTS, &[]),
    ];
    under(&texts, name)
}

/// Rules take their time, and there is only so much to see.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 3, positions: scale.positions / 4, covered: scale.covered / 3, ..scale }
}

suite!(one_year, Native::<BobbyLee>::new("bobby-lee"), position("small-war"), Hidden::default(), scale());

/// A rule that nobody tested would be left out above.
#[test]
fn every_rule_for_this_game_is_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
    let of_this_game = texts.filter(|text| text.contains("modules: [\"bobby-lee\"]"));
    assert_eq!(of_this_game.count(), position("small-war").setup.rules.len());
}
