//! The real scenarios: all of them load, and games on each come to an end.

use cw_strategy::CwStrategy;
use muster_sdk::Hosted;

use crate::conformance::named;

const SCENARIOS: [&str; 4] =
    ["cw-strategy", "cw-strategy-alternate", "cw-strategy-lesson", "cw-strategy-varied"];

/// More choices than any game takes.
const LONGEST: u32 = 50_000;

#[test]
fn games_on_every_scenario_end() {
    for name in SCENARIOS {
        let position = named(name);
        for policy in ["random", "regular"] {
            for seed in 0..5 {
                let mut game = Hosted::<CwStrategy>::create(&position).unwrap();
                let result = game.playout(policy, seed, LONGEST);
                let outcome = game.outcome();
                assert!(
                    result.ended && outcome.is_some(),
                    "{name} {policy} {seed}: {} choices",
                    result.choices
                );
                if std::env::var_os("MUSTER_TELL").is_some() {
                    let state = game.state();
                    println!(
                        "{name} {policy} {seed}: {} choices, turn {}, {:?}, battles {}",
                        result.choices,
                        state.turn,
                        outcome.map(|outcome| (outcome.winner, outcome.degree)),
                        state.history.len()
                    );
                }
            }
        }
    }
}
