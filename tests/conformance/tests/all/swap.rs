//! Hot swap: a build that can't go on with the game leaves the old one in play, and one that can may be taken back.

use std::path::PathBuf;
use std::sync::Arc;

use crate::later::Later;
use crate::tampered::{Tampered, Tampering};
use brigade::Brigade;
use muster_contract::Module;
use muster_sdk::{Native, Saves as _};
use muster_table::messages::{Holder, Peer, Reach, RefusalCode, Reply, Request};
use muster_table::{Build, Journal, SeatAssignment, Table, TableConfig, patch};

fn brigade() -> Native<Brigade> {
    Native::new("brigade")
}

fn build(version: &str) -> Build {
    Build { module: "brigade".into(), version: version.into(), component: String::new() }
}

/// The first fight, with the generals' dice rolled.
fn table() -> Table {
    table_with(None)
}

fn table_with(journal: Option<PathBuf>) -> Table {
    let module = brigade();
    let position = crate::scenario::position(&module, "first-fight");
    let sitting = SeatAssignment { holder: Holder::Human, name: "A".into() };
    let seats = vec![sitting.clone(), sitting];
    let setting = TableConfig { seed: 7, seats, build: build("1"), journal, ..TableConfig::default() };
    let mut table = Table::start(Arc::new(module), position, setting).unwrap();
    table.act(0, table.revision_of(0), "roll", None).unwrap();
    table
}

fn other(tampering: Tampering) -> Arc<dyn Module> {
    Arc::new(Tampered { module: brigade(), tampering })
}

fn choices(table: &Table) -> Vec<String> {
    let decisions = table.decisions_of(0);
    decisions.flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
}

#[test]
fn a_build_that_fails_or_shows_another_position_leaves_the_old_one_in_play() {
    let mut table = table();
    let before = choices(&table);
    for (tampering, words) in [
        (Tampering::TrapsOnLoad, "it can't read what it wrote"),
        (Tampering::LosesAUnit, "shows the public other units"),
    ] {
        let refused = table.swap(other(tampering), build("2")).unwrap_err();
        assert_eq!(refused.code, RefusalCode::Module);
        assert!(refused.reason.contains(words), "{refused}");
        assert_eq!((table.build().version.as_str(), choices(&table)), ("1", before.clone()));
    }
    table.act(0, table.revision_of(0), "end-moves", None).unwrap();
    assert_eq!(table.swap_back().unwrap_err().code, RefusalCode::NothingToUndo);
}

#[test]
fn what_a_build_makes_of_the_open_choices_is_told_and_it_can_be_taken_back() {
    let mut table = table();
    let before = choices(&table);
    let report = table.swap(other(Tampering::DropsAChoice), build("2")).unwrap();
    let dropped = before.iter().find(|id| !choices(&table).contains(id)).unwrap().clone();
    assert_eq!(
        (report.gone.as_slice(), report.new.as_slice()),
        ([(0, dropped.clone())].as_slice(), [].as_slice())
    );
    assert!(report.summary().unwrap().contains(&dropped));
    let standing = table.standing(&Peer::host([]));
    assert_eq!((standing.version.as_str(), standing.before.as_deref()), ("2", Some("1")));
    let reply = table.answer(&Peer::host([0]), Request::SwapBack);
    assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
    assert_eq!((table.build().version.as_str(), choices(&table)), ("1", before));
    assert_eq!(table.build_before().unwrap().version, "2", "and forward again");
}

#[test]
fn a_later_schema_takes_over_with_a_migration_and_is_refused_without_one() {
    let mut table = table();
    let before = choices(&table);
    let refused = table.swap(Arc::new(Native::<Later<false>>::new("brigade")), build("2")).unwrap_err();
    let (old, new) = (Brigade::STATE_SCHEMA, Later::<true>::STATE_SCHEMA);
    let reason = format!("a state of schema {old} is too old for this build");
    assert!(refused.reason.contains(&reason), "{refused}");
    assert_eq!((table.build().version.as_str(), choices(&table)), ("1", before.clone()));
    let report = table.swap(Arc::new(Native::<Later<true>>::new("brigade")), build("2")).unwrap();
    assert_eq!((report.summary(), choices(&table)), (None, before));
    let view = table.answer(&Peer::host([]), Request::View { eyes: None });
    assert!(serde_json::to_string(&view).unwrap().contains("brought over from an earlier build"));
    table.act(0, table.revision_of(0), "end-moves", None).unwrap();
    // Back to a state that the earlier build wrote: it is migrated as well.
    for _ in 0..2 {
        let revision = table.revision_of(0);
        table.undo(0, revision, Reach::Choice, true).unwrap();
    }
    table.act(0, table.revision_of(0), "roll", None).unwrap();
    // The earlier build can't read what the later one wrote, and is not taken back.
    let refused = table.swap_back().unwrap_err();
    assert_eq!((refused.code, table.build().version.as_str()), (RefusalCode::Module, "2"));
    assert!(refused.reason.contains(&format!("schema {new}")), "{refused}");
    table.act(0, table.revision_of(0), "end-moves", None).unwrap();
}

#[test]
fn a_recorded_game_is_played_again_under_another_build_up_to_the_first_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let mut table = table_with(Some(path.clone()));
    table.act(0, table.revision_of(0), "end-moves", None).unwrap();
    drop(table);
    let opened = Journal::open(&path).unwrap();
    let play = |module: Arc<dyn Module>| patch(&module, &opened).unwrap();
    let same = play(Arc::new(brigade()));
    assert_eq!((same.entries, same.states, same.difference), (opened.entries.len() as u64, true, None));
    let without = play(other(Tampering::RefusesListed));
    assert_eq!(without.entries + 1, opened.entries.len() as u64);
    assert_eq!(without.entry, Some("seat 0: “end-moves”".to_owned()));
    let difference = without.difference.unwrap().to_string();
    assert!(difference.contains("not today"), "{difference}");
    // A build that writes its states otherwise is compared by what is legal and what is rolled.
    let later = play(Arc::new(Native::<Later<true>>::new("brigade")));
    assert_eq!((later.entries, later.states, later.difference), (opened.entries.len() as u64, false, None));
}
