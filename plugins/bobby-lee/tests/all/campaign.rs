//! The real scenarios: all of them load, games on each come to an end, and two stand under the whole suite.

use bobby_lee::BobbyLee;
use muster_conformance::{Scale, suite};
use muster_sdk::Hosted;

use crate::conformance::facts::Hidden;
use crate::conformance::{module, named};

/// A campaign has some ten thousand choices, and each position much to ask.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 6, positions: scale.positions / 8, ..scale }
}

suite!(valley, module(), named("bobby-lee-valley"), Hidden::default(), scale());
suite!(campaign, module(), named("bobby-lee"), Hidden::default(), scale());

const SCENARIOS: [&str; 7] = [
    "bobby-lee",
    "bobby-lee-1861",
    "bobby-lee-1862",
    "bobby-lee-1863",
    "bobby-lee-1864",
    "bobby-lee-lesson",
    "bobby-lee-valley",
];

/// More choices than any game takes.
const LONGEST: u32 = 200_000;

#[test]
fn games_on_every_scenario_end() {
    for name in SCENARIOS {
        let position = named(name);
        for policy in ["random", "regular"] {
            for seed in 0..3 {
                let mut game = Hosted::<BobbyLee>::create(&position).unwrap();
                let result = game.playout(policy, seed, LONGEST);
                let outcome = game.outcome();
                assert!(
                    result.ended && outcome.is_some(),
                    "{name} {policy} {seed}: {} choices",
                    result.choices
                );
            }
        }
    }
}
