//! What can't be chosen has a reason of its own, in all games.

use bobby_lee::BobbyLee;
use brigade::Brigade;
use bull_run::BullRun;
use cw_strategy::CwStrategy;
use muster_conformance::refusals_have_reasons;
use muster_sdk::{Game, Native};
use us_civil_war::UsCivilWar;

use crate::scenario;

/// How many reasons there were in games of a scenario.
fn reasons<G: Game>(module: &str, name: &str) -> usize {
    let position = scenario::position(&Native::<G>::new(module), name);
    refusals_have_reasons::<G>(&position, 5, 400, true)
        .unwrap_or_else(|evidence| panic!("{name}: {evidence}"))
}

#[test]
fn brigade_says_why() {
    assert!(reasons::<Brigade>("brigade", "first-fight") > 1_000);
}

#[test]
fn bull_run_says_why() {
    assert!(reasons::<BullRun>("bull-run", "bull-run-lesson") > 1_000);
}

#[test]
fn bobby_lee_says_why() {
    assert!(reasons::<BobbyLee>("bobby-lee", "bobby-lee-1861") > 1_000);
}

#[test]
fn civil_war_strategy_says_why() {
    assert!(reasons::<CwStrategy>("cw-strategy", "cw-strategy") > 1_000);
}

#[test]
fn the_us_civil_war_says_why() {
    assert!(reasons::<UsCivilWar>("us-civil-war", "us-civil-war-1862") > 1_000);
}

#[test]
fn parley_says_why() {
    let looked_at = refusals_have_reasons::<parley::Parley>(&parley::position(), 5, 500, false).unwrap();
    assert!(looked_at > 1_000, "{looked_at}");
}

#[test]
fn a_refusal_without_a_reason_is_found() {
    let position = parley_broken::position_with_fault("explain-no-reason");
    let found = refusals_have_reasons::<parley_broken::Parley>(&position, 5, 500, false);
    let found = found.unwrap_err().to_string();
    assert!(found.contains("it isn't said why"), "{found}");
}
