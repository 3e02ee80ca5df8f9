//! Modules that lie: no limit stops a module that keeps its own game and says one thing while it does another. At a table
//! nothing comes of most lies, and the checks that every module has to pass name each of them.

use muster_conformance::{Finding, HONESTY, NothingHidden, Scale, Subject, check};
use muster_contract::Module;
use muster_sandbox::{HOSTILE, PEOPLE, Switched, act, position, setting};
use muster_table::{Table, messages::RefusalCode};

/// Each lie, the check that names it, and words of its evidence.
const LIES: &[(&str, &str, &str)] = &[
    ("accepts what it doesn't list", "unlisted-choices-change-nothing", "isn't listed, yet it applied"),
    ("refuses and acts", "unlisted-choices-change-nothing", "was refused, yet it changed the game"),
    ("views that change", "asking-changes-nothing", "asked twice, the view: status differ"),
    ("refuses what it lists", "listed-choices-apply", "is listed, yet refused: it has thought better of it"),
];

fn look(module: &dyn Module, name: &str) -> Result<(), Finding> {
    let position = position();
    check(name).run(&Subject { module, position: &position, hidden: &NothingHidden, scale: Scale::GLANCE })
}

#[test]
fn every_lie_is_named_by_its_check_and_the_honest_game_passes_them_all() {
    for name in HONESTY {
        look(&*HOSTILE, name).unwrap_or_else(|finding| panic!("{finding}"));
    }
    for (lie, name, evidence) in LIES {
        let module = Switched::with_mischief(&HOSTILE, lie);
        match look(module.as_ref(), name) {
            Ok(()) => panic!("{name} did not catch “{lie}”"),
            Err(finding) => assert!(finding.to_string().contains(evidence), "“{lie}” was found as {finding}"),
        }
    }
}

#[test]
fn at_a_table_an_unlisted_choice_never_reaches_a_module_that_would_take_it() {
    for lie in ["accepts what it doesn't list", "refuses and acts"] {
        let mut table =
            Table::start(Switched::with_mischief(&HOSTILE, lie), position(), setting(PEOPLE)).unwrap();
        (0..4).for_each(|number| act(&mut table, number).unwrap());
        let before = muster_sandbox::played(&mut table);
        let revision = table.revision_of(0);
        let refused = table.act(0, revision, "fly", None).unwrap_err();
        assert_eq!(refused.code, RefusalCode::NotListed);
        assert_eq!(muster_sandbox::played(&mut table), before);
    }
}
