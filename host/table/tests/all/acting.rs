//! Legal or refused: nothing else changes a table.

use muster_contract::{Target, Unit};
use muster_table::{
    StartError, Table, TableConfig,
    messages::{RefusalCode, Reply, Request},
};

use crate::{BIDS, act, config, eyes, human, listed, play, status, toy, two_here};

#[test]
fn the_host_begins_the_game_itself() {
    let table = two_here(&toy::Toy::new());
    assert_eq!(table.standing(&eyes(&[])).steps, 1);
    assert_eq!(listed(&table, 0), ["bid 0", "bid 1", "bid 2", "bid 3"]);
}

#[test]
fn only_listed_choices_of_the_present_revision_are_accepted() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    let before = (status(&mut table, Some(0)), table.standing(&eyes(&[0, 1])));
    let old = table.revision_of(0) - 1;
    let code = |refused: Result<(), muster_table::messages::Refused>| refused.unwrap_err().code;
    assert_eq!(code(table.act(0, old, "halt", None)), RefusalCode::StaleRevision);
    assert_eq!(code(act(&mut table, 0, "retreat")), RefusalCode::NotListed);
    assert_eq!(code(act(&mut table, 1, "halt")), RefusalCode::NotYourDecision);
    assert_eq!(code(act(&mut table, 9, "halt")), RefusalCode::NotYourSeat);
    assert_eq!((status(&mut table, Some(0)), table.standing(&eyes(&[0, 1]))), before);
    assert_eq!(act(&mut table, 0, "halt"), Ok(()));
}

#[test]
fn a_choice_that_is_no_longer_listed_is_refused_with_the_rule() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    play(&mut table, "0 march");
    let refused = act(&mut table, 0, "attack").unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotListed);
    assert_eq!(refused.lines[0].citation.as_deref(), Some("T9"));
    let revision = table.revision_of(0);
    let target = Target::Space("0101".into());
    let refused = table.act(0, revision, "somewhere", Some(&target)).unwrap_err();
    assert!(refused.reason.contains("0101"), "{}", refused.reason);
}

#[test]
fn clients_act_and_look_only_for_their_own_seats() {
    let mut table = two_here(&toy::Toy::new());
    let red = eyes(&[0]);
    let revision = table.revision_of(1);
    for request in [
        Request::Act { seat: 1, revision, choice: "bid 1".into(), target: None },
        Request::View { eyes: Some(1) },
        Request::Decisions { seat: 1 },
        Request::Details { seat: 1, choices: vec![] },
        Request::Log { eyes: Some(1), from: 0 },
        Request::Replay { eyes: Some(1), step: 1 },
        Request::UndoOffer { seat: 1 },
        Request::SinceMine { seat: 1 },
        Request::Decisions { seat: 7 },
    ] {
        match table.answer(&red, request.clone()) {
            Reply::Refused(refused) => assert_eq!(refused.code, RefusalCode::NotYourSeat),
            other => panic!("{request:?}: {other:?}"),
        }
    }
    assert!(matches!(table.answer(&red, Request::View { eyes: Some(0) }), Reply::View { .. }));
    assert!(matches!(table.answer(&eyes(&[]), Request::View { eyes: None }), Reply::View { .. }));
}

#[test]
fn a_set_up_that_breaks_a_rule_is_told_in_words() {
    let mut position = toy::position(3);
    position.setup.facts.clear();
    let error = Table::start(toy::Toy::new(), position, config([human("A"), human("B")])).unwrap_err();
    assert!(matches!(error, StartError::SetUp(_)), "{error}");
    assert!(error.to_string().contains("number of rounds"));
    let one = TableConfig { seats: vec![human("A")], ..config([human("A"), human("B")]) };
    let error = Table::start(toy::Toy::new(), toy::position(3), one).unwrap_err();
    assert!(matches!(error, StartError::Seats { seats: 2, given: 1 }));
}

/// A journal that somebody altered can name a unit twice, which no script can: the file is to blame, and no module is asked.
#[test]
fn a_roster_with_a_unit_twice_is_refused() {
    let mut position = toy::position(3);
    let unit = Unit {
        id: "red-1".into(),
        name: String::new(),
        side: "red".into(),
        kind: "block".into(),
        formation: String::new(),
        attributes: vec![],
        place: None,
    };
    position.roster = vec![unit.clone(), Unit { id: "red-2".into(), ..unit.clone() }, unit];
    let error = Table::start(toy::Toy::new(), position, config([human("A"), human("B")])).unwrap_err();
    assert!(matches!(error, StartError::SetUp(_)), "{error}");
    assert!(error.to_string().contains("\"red-1\" is there twice"), "{error}");
}

#[test]
fn an_arranged_die_that_fits_no_roll_is_passed_over() {
    let arranged = vec![1, 2, 6, 1, 9];
    let config = TableConfig { arranged, ..config([human("A"), human("B")]) };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config.clone()).unwrap();
    play(&mut table, BIDS);
    assert_eq!(act(&mut table, 0, "attack"), Ok(()));
    let fallen = status(&mut table, None);
    let config = TableConfig { arranged: vec![1, 2, 6, 1], ..config };
    let mut plain = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    play(&mut plain, BIDS);
    play(&mut plain, "0 attack");
    assert_eq!(status(&mut plain, None), fallen, "the dice fall as if it had not been arranged");
}

#[test]
fn odds_and_overlays_are_the_modules() {
    let mut table = two_here(&toy::Toy::new());
    let odds = table.answer(&eyes(&[0]), Request::Odds { seat: 0, choice: "bid 1".into() });
    assert!(matches!(odds, Reply::Odds { tables } if tables[0].title == "bid 1"));
    let overlay = |name: &str| Request::Overlay { eyes: None, name: name.into(), focus: None };
    assert!(matches!(table.answer(&eyes(&[]), overlay("zone")), Reply::Overlay { .. }));
    assert!(matches!(table.answer(&eyes(&[]), overlay("other")), Reply::Refused(_)));
}

#[test]
fn names_that_nothing_could_have_never_reach_the_module() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    let long = || "x".repeat(5_000);
    let revision = table.revision_of(0);
    let custom = muster_contract::Custom { name: "x".into(), json: long() };
    for request in [
        Request::Explain { seat: 0, target: Target::Unit(long()) },
        Request::Explain { seat: 0, target: Target::Custom(custom) },
        Request::Odds { seat: 0, choice: long() },
        Request::Overlay { eyes: None, name: "zone".into(), focus: Some(Target::Space(long())) },
        Request::Act { seat: 0, revision, choice: long(), target: None },
        Request::Act { seat: 0, revision, choice: "halt".into(), target: Some(Target::Card(long())) },
    ] {
        match table.answer(&eyes(&[0]), request) {
            Reply::Refused(refused) => assert_eq!(refused.code, RefusalCode::NoSuch, "{refused}"),
            other => panic!("{other:?}"),
        }
    }
    // And of what is asked about in a list, only what is listed does, once.
    let choices = vec![long(), "halt".into(), "retreat".into(), "halt".into()];
    match table.answer(&eyes(&[0]), Request::Details { seat: 0, choices }) {
        Reply::Details { details } => assert_eq!(details.len(), 1),
        other => panic!("{other:?}"),
    }
}
