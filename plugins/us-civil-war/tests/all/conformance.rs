//! The game under all checks that a module must pass.
//!
//! A game has thousands of choices, and each position hundreds to list: the quick look is a short one. `MUSTER_FULL=1` looks longer.

use std::path::Path;

use facts::Hidden;
use muster_conformance::{Guarded, Scale, Subject, citations, refusals_have_reasons, scenario, suite};
use muster_contract::{Attribute, Position, Value};
use muster_sdk::Native;
use us_civil_war::UsCivilWar;

pub(crate) mod facts;

fn module() -> Native<UsCivilWar> {
    Native::new("us-civil-war")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

/// As many games as take seconds.
fn scale() -> Scale {
    match Scale::from_environment() {
        Scale::QUICK => {
            Scale { games: 1, longest: 20_000, positions: 40, samples: 1, covered: 4, coverage: 1_000 }
        }
        full => Scale { games: 12, positions: 1_000, covered: 12, ..full },
    }
}

/// The same, of which only the first turn and so many more are played unless there is time for all of it.
fn begun(name: &str, more: i32) -> Position {
    let mut position = named(name);
    if Scale::from_environment() == Scale::QUICK {
        let fact = |name: &str| position.setup.facts.iter().position(|fact| fact.name == name).unwrap();
        let (turn, last) = (fact("turn"), fact("last"));
        let Value::Number(first) = position.setup.facts[turn].value else { panic!("{name} has no turn") };
        position.setup.facts[last].value = Value::Number(first + more);
    }
    position
}

suite!(first_year, module(), begun("us-civil-war-1861", 1), Hidden::default(), scale());
suite!(second_year, module(), begun("us-civil-war-1862", 0), Hidden::default(), scale());

/// The same with the naval game (§21).
fn afloat(mut position: Position) -> Position {
    let (name, value) = ("naval-units".to_owned(), Value::Flag(true));
    position.setup.options.push(Attribute { name, value });
    position
}

suite!(with_fleets, module(), afloat(begun("us-civil-war-1862", 0)), Hidden::default(), scale());
suite!(with_more_fleets, module(), afloat(begun("us-civil-war-1863", 0)), Hidden::default(), scale());

/// Whatever a seat can't choose has a reason of its own.
#[test]
fn refusals_say_why() {
    let looked_at = refusals_have_reasons::<UsCivilWar>(&named("us-civil-war-1862"), 5, 60, true).unwrap();
    assert!(looked_at > 1_000, "{looked_at}");
    let looked_at =
        refusals_have_reasons::<UsCivilWar>(&afloat(named("us-civil-war-1862")), 6, 60, true).unwrap();
    assert!(looked_at > 1_000, "{looked_at}");
}

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    let all = ["us-civil-war-1861", "us-civil-war-1862"].map(|name| (name, named(name)));
    let fleets = ("fleets", afloat(named("us-civil-war-1862")));
    for (name, position) in all.into_iter().chain([fleets]) {
        let module = Guarded(module());
        let hidden = Hidden::default();
        let subject = Subject { module: &module, position: &position, hidden: &hidden, scale: scale() };
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
        let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{name}: {evidence}"));
        assert!(met >= 40, "{name}: only {met} were met");
    }
}
