//! Parley under all checks.

use std::path::Path;

use crate::parley_facts::ParleyFacts;
use muster_conformance::{Guarded, Scale, Subject, playthrough, suite};
use muster_contract::Module;
use muster_sdk::Native;
use parley::Parley;

suite!(natively, Native::<Parley>::new("parley"), parley::position(), ParleyFacts);

#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(Native::<Parley>::new("parley")), parley::position());
    let subject = Subject { module: &module, position: &position, hidden: &ParleyFacts, scale: Scale::QUICK };
    // House rules are played through elsewhere.
    let described = module.describe().decisions.iter().map(|kind| kind.id.as_str());
    let kinds: Vec<&str> =
        ["begin"].into_iter().chain(described.filter(|kind| *kind != "house-rule")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}
