//! The game under all checks that a module must pass.
//!
//! `MUSTER_FULL=1` looks longer.

use std::path::Path;

use bobby_lee::BobbyLee;
use facts::Hidden;
use muster_conformance::{Guarded, Scale, Subject, citations, samples_name_the_same, scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

pub(crate) mod facts;

pub(crate) fn module() -> Native<BobbyLee> {
    Native::new("bobby-lee")
}

pub(crate) fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

suite!(one_year, module(), named("small-war"), Hidden::default());
suite!(campaign, module(), named("long-war"), Hidden::default());

/// What the enemy has picked, planned and exchanged in secret is dealt again, or put aside.
#[test]
fn samples_name_the_units_that_the_game_names() {
    let secret = ["picked", "plans", "raised", "exchanges"];
    for name in ["small-war", "long-war"] {
        let compared = samples_name_the_same::<BobbyLee>(&named(name), 5, 2_000, &secret).unwrap();
        assert!(compared > 100, "{name}: {compared}");
    }
}

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    for name in ["small-war", "long-war"] {
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
        assert!(met >= 20, "{name}: only {met} were met");
    }
}
