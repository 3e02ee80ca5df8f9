//! Parley under all checks.

mod parley_facts;

use std::path::Path;

use muster_conformance::{Guarded, Scale, Subject, playthrough, suite};
use muster_sdk::Native;
use parley::Parley;
use parley_facts::ParleyFacts;

suite!(natively, Native::<Parley>::new("parley"), parley::position(), ParleyFacts);

#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(Native::<Parley>::new("parley")), parley::position());
    let subject = Subject { module: &module, position: &position, hidden: &ParleyFacts, scale: Scale::QUICK };
    let kinds = [
        "begin",
        "bid",
        "ledger",
        "look",
        "choose-unit",
        "march",
        "answer",
        "line",
        "meet",
        "dispatch",
        "flag",
        "standing",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}
