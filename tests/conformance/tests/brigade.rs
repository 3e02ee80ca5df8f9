//! Brigade under all checks.

mod scenario;

use brigade::Brigade;
use muster_conformance::{NothingHidden, suite};
use muster_sdk::Native;

fn first_fight() -> muster_contract::Position {
    scenario::position(&Native::<Brigade>::new("brigade"), "scenarios/first-fight")
}

suite!(natively, Native::<Brigade>::new("brigade"), first_fight(), NothingHidden);
