//! Brigade under all checks: a small field, and a large battle.

use std::path::Path;

use crate::scenario::two_days;
use brigade::Brigade;
use muster_conformance::{Guarded, NothingHidden, Scale, Subject, playthrough, suite};
use muster_contract::Position;
use muster_sdk::Native;

fn first_fight() -> Position {
    crate::scenario::position(&Native::<Brigade>::new("brigade"), "first-fight")
}

/// Shiloh with a third of its turns: a hundred units make each of them long.
fn shiloh() -> Position {
    two_days(crate::scenario::position(&Native::<Brigade>::new("brigade"), "shiloh"), 6)
}

/// Fewer looks at a large battle; of two games one follows the module's weights.
fn battle() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 6, positions: scale.positions / 10, covered: scale.covered / 6, ..scale }
}

suite!(natively, Native::<Brigade>::new("brigade"), first_fight(), NothingHidden);
suite!(shiloh_natively, Native::<Brigade>::new("brigade"), shiloh(), NothingHidden, battle());

/// Two games between them meet every phase and every kind of decision.
#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(Native::<Brigade>::new("brigade")), two_days(first_fight(), 3));
    let subject =
        Subject { module: &module, position: &position, hidden: &NothingHidden, scale: Scale::QUICK };
    let kinds = [
        "roll",
        "choose-unit",
        "march",
        "bombard",
        "combat",
        "assign-hits",
        "retreat",
        "entrench",
        "had-enough",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}
