//! The game under all checks that a module must pass, and games recorded as text.
//!
//! `MUSTER_FULL=1` looks longer. After a change of the rules on purpose, `MUSTER_RECORD=1` records the games anew; what
//! differs in `tests/playthroughs` shows what the change means.

use std::path::Path;

use bull_run::BullRun;
use facts::Hidden;
use muster_conformance::{
    Guarded, Scale, Subject, citations, playthrough, samples_name_the_same, scenario, suite,
};
use muster_contract::{Module, Position};
use muster_sdk::Native;

pub(crate) mod facts;
mod shuffled;
mod twins;

pub(crate) fn module() -> Native<BullRun> {
    Native::new("bull-run")
}

pub(crate) fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

suite!(set_up, module(), named("ten-locales"), Hidden::default());
suite!(in_contact, module(), named("in-contact"), Hidden::default());
suite!(lesson, module(), named("bull-run-lesson"), Hidden::default());

/// Which unit came out of a mix under which token is what a sample deals again, and a command in the making is nobody else's.
#[test]
fn samples_name_the_units_that_the_game_names() {
    for (name, least) in [("ten-locales", 1_000), ("in-contact", 1_000)] {
        let compared =
            samples_name_the_same::<BullRun>(&named(name), 5, 2_000, &["traces", "order"]).unwrap();
        assert!(compared > least, "{name}: only {compared}");
    }
}

#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(module()), named("ten-locales"));
    let subject =
        Subject { module: &module, position: &position, hidden: &Hidden::default(), scale: Scale::QUICK };
    // No house rule is on here; and two cavalry units that lead a charge together are too rare for games at random.
    let described = module.describe().decisions.iter().map(|kind| kind.id.as_str());
    let kinds: Vec<&str> = described.filter(|kind| !["house-rule", "lead-charge"].contains(kind)).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    for name in ["ten-locales", "in-contact", "bull-run-lesson"] {
        let (module, position) = (Guarded(module()), named(name));
        let hidden = Hidden::default();
        let subject = Subject {
            module: &module,
            position: &position,
            hidden: &hidden,
            scale: Scale::from_environment(),
        };
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
        let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{name}: {evidence}"));
        assert!(met >= 15, "{name}: only {met} were met");
    }
}
