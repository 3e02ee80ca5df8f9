//! A module that fails never takes the table down: it stands on its last good state, dice included.

use std::sync::atomic::Ordering::Relaxed;

use muster_table::{
    Build, Table, TableEvent,
    messages::{Mark, Reach, RefusalCode},
    verify,
};

use crate::{BIDS, act, build, eyes, human, in_folder, listed, play, status, toy, two_here};

/// A table that fails at "halt", at which seat 0 has marched two steps and stopped.
fn about_to_fail() -> (std::sync::Arc<toy::Toy>, Table) {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 stop");
    toy.faults.halt_traps.store(true, Relaxed);
    (toy, table)
}

/// Fails so many times, with a retry between them.
fn fail(table: &mut Table, times: u32) {
    for time in 0..times {
        assert_eq!(act(table, 0, "halt").unwrap_err().code, RefusalCode::Paused);
        if time + 1 < times {
            table.retry().unwrap();
        }
    }
}

fn undo(table: &mut Table) -> Result<(), RefusalCode> {
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).map_err(|refused| refused.code)
}

#[test]
fn a_trap_pauses_the_table_on_its_last_good_state() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 stop");
    let before = (status(&mut table, Some(0)), listed(&table, 0), table.standing(&eyes(&[])).steps);
    toy.faults.halt_traps.store(true, Relaxed);
    let refused = act(&mut table, 0, "halt").unwrap_err();
    assert_eq!(refused.code, RefusalCode::Paused);
    let pause = table.paused().unwrap().clone();
    assert_eq!((pause.module.as_str(), pause.call.as_str()), ("toy", "apply"));
    assert_eq!(pause.message, "arranged failure");
    assert_eq!((status(&mut table, Some(0)), listed(&table, 0), table.standing(&eyes(&[])).steps), before);
    assert_eq!(act(&mut table, 0, "attack").unwrap_err().code, RefusalCode::Paused);
    table.retry().unwrap();
    assert_eq!(act(&mut table, 0, "halt").unwrap_err().code, RefusalCode::Paused);
    toy.faults.halt_traps.store(false, Relaxed);
    table.retry().unwrap();
    assert_eq!(act(&mut table, 0, "halt"), Ok(()));
}

#[test]
fn a_decision_of_a_kind_that_is_not_described_is_a_fault_of_the_module() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    let before = listed(&table, 0);
    toy.faults.asks_strangely.store(true, Relaxed);
    assert_eq!(act(&mut table, 0, "march").unwrap_err().code, RefusalCode::Paused);
    let pause = table.paused().unwrap();
    assert_eq!((pause.module.as_str(), pause.call.as_str()), ("toy", "decisions"));
    assert_eq!(pause.message, "it asks for a decision of the kind “strange”, which it does not describe");
    assert_eq!(listed(&table, 0), before);
    toy.faults.asks_strangely.store(false, Relaxed);
    table.retry().unwrap();
    assert_eq!(act(&mut table, 0, "march"), Ok(()));
}

#[test]
fn dice_rolled_for_a_choice_that_failed_are_rolled_again() {
    let toy = toy::Toy::new();
    let (mut plain, mut troubled) = (two_here(&toy), two_here(&toy));
    for table in [&mut plain, &mut troubled] {
        play(table, BIDS);
    }
    toy.faults.halt_traps.store(true, Relaxed);
    let _ = act(&mut troubled, 0, "halt");
    toy.faults.halt_traps.store(false, Relaxed);
    troubled.retry().unwrap();
    for table in [&mut plain, &mut troubled] {
        play(table, "0 attack; 0 bid 1; 1 bid 1; 0 seal; 1 seal");
    }
    assert_eq!(status(&mut plain, None), status(&mut troubled, None));
    assert_eq!(plain.log(&[0, 1], 4), troubled.log(&[0, 1], 4));
}

#[test]
fn a_module_that_can_not_even_load_leaves_the_table_paused_until_it_can() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, "0 bid 3; 0 seal; 1 bid 2");
    toy.faults.load_traps.store(true, Relaxed);
    toy.faults.bids_roll.store(true, Relaxed);
    let revision = table.revision_of(1);
    table.undo(1, revision, Default::default(), false).unwrap();
    assert_eq!(act(&mut table, 1, "bid 0").unwrap_err().code, RefusalCode::Paused);
    assert_eq!(table.retry().unwrap_err().code, RefusalCode::Paused);
    toy.faults.load_traps.store(false, Relaxed);
    toy.faults.bids_roll.store(false, Relaxed);
    table.retry().unwrap();
    // The drafts are drawn up again as they were.
    assert!(listed(&table, 0).is_empty());
    assert_eq!(listed(&table, 1).len(), 4);
    play(&mut table, "1 bid 0; 1 seal; 0 march");
}

#[test]
fn another_build_takes_over_with_the_state_and_is_journalled() {
    let toy = toy::Toy::new();
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    play(&mut table, BIDS);
    let newer = toy::Toy::new();
    newer.faults.other_rules.store(true, Relaxed);
    let version = Build { version: "2".into(), ..build() };
    table.swap(newer.clone(), version.clone()).unwrap();
    play(&mut table, "0 march; 0 step 1; 0 stop");
    assert_eq!(status(&mut table, None), ["score 1 0"]);
    assert!(table.standing(&eyes(&[])).marks.contains(&Mark::Swapped { version: "2".into() }));
    let broken = toy::Toy::new();
    broken.faults.load_traps.store(true, Relaxed);
    assert!(table.swap(broken, version.clone()).is_err());
    play(&mut table, "0 halt");
    assert_eq!(status(&mut table, None), ["score 2 0"]);
    drop(table);
    let locked = muster_table::Journal::lock(&path).unwrap();
    let resumed = Table::resume(newer, version, locked, muster_table::Damaged::Refuse).unwrap();
    assert_eq!(resumed.standing(&eyes(&[])).steps, 6);
    // The old build comes out otherwise, and the difference is told from its entry on.
    let opened = muster_table::Journal::open(&path).unwrap();
    let difference = verify(toy, &opened).unwrap_err();
    assert!(difference.to_string().contains("entry 12"), "{difference}");
}

#[test]
fn another_build_that_continues_a_journal_is_marked_as_if_it_had_taken_over() {
    let toy = toy::Toy::new();
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    play(&mut table, "0 bid 3");
    drop(table);
    let newer = Build { version: "2".into(), ..build() };
    let resume = |build: &Build| {
        let locked = muster_table::Journal::lock(&path).unwrap();
        Table::resume(toy::Toy::new(), build.clone(), locked, muster_table::Damaged::Refuse).unwrap()
    };
    let swaps = |table: &Table| {
        let marks = table.standing(&eyes(&[])).marks;
        marks.iter().filter(|mark| matches!(mark, Mark::Swapped { version } if version == "2")).count()
    };
    assert_eq!(swaps(&resume(&build())), 0);
    let mut table = resume(&newer);
    assert_eq!(swaps(&table), 1);
    assert!(!listed(&table, 0).contains(&"bid 2".to_owned()), "the draft stands");
    play(&mut table, "0 seal; 1 bid 2; 1 seal");
    drop(table);
    // It is written down once.
    assert_eq!(swaps(&resume(&newer)), 1);
    let opened = muster_table::Journal::open(&path).unwrap();
    assert_eq!(opened.builds().collect::<Vec<_>>(), [&build(), &newer]);
    assert!(verify(toy, &opened).is_ok());
}

#[test]
fn drafts_wait_for_a_build_that_can_draw_them_up() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, "0 bid 3; 0 seal; 1 bid 2");
    toy.faults.view_traps.store(true, Relaxed);
    toy.faults.load_traps.store(true, Relaxed);
    table.answer(&eyes(&[0]), muster_table::messages::Request::View { eyes: None });
    assert!(table.paused().is_some());
    table.swap(toy::Toy::new(), Build { version: "2".into(), ..build() }).unwrap();
    assert_eq!(table.paused(), None);
    assert!(listed(&table, 0).is_empty(), "seat 0 has sealed its bid");
    assert!(!listed(&table, 1).contains(&"bid 2".to_owned()), "seat 1 has bid 2");
}

#[test]
fn a_module_that_fails_three_times_in_a_row_is_not_tried_again() {
    let (toy, mut table) = about_to_fail();
    fail(&mut table, 2);
    assert!(!table.paused().unwrap().disabled);
    table.retry().unwrap();
    fail(&mut table, 1);
    let pause = table.paused().unwrap().clone();
    assert!(pause.disabled);
    for words in
        ["failed three times in a row", "Take back", "play on from an earlier step", "another version"]
    {
        assert!(pause.remedy.contains(words), "{}", pause.remedy);
    }
    toy.faults.halt_traps.store(false, Relaxed);
    let refused = table.retry().unwrap_err();
    assert_eq!(refused.code, RefusalCode::Paused);
    assert!(refused.reason.contains(&pause.remedy), "{refused}");
    assert_eq!(table.paused(), Some(&pause));
    // It can still be looked at, as it stood before the trouble.
    assert_eq!(status(&mut table, Some(0))[0], "score 2 0");
}

#[test]
fn a_choice_that_is_carried_out_ends_the_row_of_failures() {
    let (toy, mut table) = about_to_fail();
    fail(&mut table, 2);
    table.retry().unwrap();
    play(&mut table, "0 march; 0 stop");
    fail(&mut table, 2);
    assert!(!table.paused().unwrap().disabled);
    table.retry().unwrap();
    fail(&mut table, 1);
    assert!(table.paused().unwrap().disabled);
    drop(toy);
}

#[test]
fn what_fails_at_a_paused_table_is_no_further_failure() {
    let (toy, mut table) = about_to_fail();
    fail(&mut table, 1);
    toy.faults.view_traps.store(true, Relaxed);
    for _ in 0..4 {
        let request = muster_table::messages::Request::View { eyes: None };
        table.answer(&eyes(&[0]), request);
        assert_eq!(table.paused().unwrap().call, "view");
    }
    assert!(!table.paused().unwrap().disabled);
}

#[test]
fn another_build_makes_an_end_of_the_failures() {
    let (_toy, mut table) = about_to_fail();
    fail(&mut table, 3);
    let newer = toy::Toy::new();
    table.swap(newer.clone(), Build { version: "2".into(), ..build() }).unwrap();
    assert_eq!(table.paused(), None);
    newer.faults.halt_traps.store(true, Relaxed);
    fail(&mut table, 2);
    assert!(!table.paused().unwrap().disabled);
}

#[test]
fn a_paused_table_can_be_taken_back_and_then_goes_on() {
    let (toy, mut table) = about_to_fail();
    fail(&mut table, 1);
    table.take_events();
    assert_eq!(act(&mut table, 0, "march").unwrap_err().code, RefusalCode::Paused);
    let revision = table.revision_of(0);
    assert_eq!(table.redo(0, revision, Reach::Choice).unwrap_err().code, RefusalCode::Paused);
    assert_eq!(table.undo_offer(0).choice.unwrap().choices, 1);
    assert_eq!(undo(&mut table), Ok(()));
    assert_eq!(table.paused(), None);
    assert!(matches!(table.take_events()[..], [TableEvent::Records { .. }, TableEvent::Resumed]));
    assert_eq!(listed(&table, 0), ["step 1", "step 2", "step 3", "stop"]);
    play(&mut table, "0 step 1; 0 stop");
    assert_eq!(status(&mut table, None), ["score 3 0"]);
    drop(toy);
}

#[test]
fn taking_back_is_the_way_out_when_a_module_is_not_tried_again() {
    let (_toy, mut table) = about_to_fail();
    fail(&mut table, 3);
    assert_eq!(undo(&mut table), Ok(()));
    play(&mut table, "0 step 1; 0 stop; 0 attack");
    assert_eq!(table.paused(), None);
}

#[test]
fn what_bars_undo_bars_it_at_a_paused_table_too() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    toy.faults.halt_traps.store(true, Relaxed);
    fail(&mut table, 1);
    assert_eq!(undo(&mut table), Err(RefusalCode::Barred));
    let revision = table.revision_of(0);
    assert_eq!(
        table.undo(0, revision - 1, Reach::Choice, false).unwrap_err().code,
        RefusalCode::StaleRevision
    );
    assert!(table.paused().is_some());
}

#[test]
fn a_draft_is_taken_back_at_a_paused_table() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, "0 bid 3");
    toy.faults.view_traps.store(true, Relaxed);
    table.answer(&eyes(&[0]), muster_table::messages::Request::View { eyes: None });
    toy.faults.view_traps.store(false, Relaxed);
    assert!(table.paused().is_some());
    assert_eq!(undo(&mut table), Ok(()));
    assert_eq!(table.paused(), None);
    assert_eq!(listed(&table, 0).len(), 4);
}

#[test]
fn nothing_is_taken_back_past_drafts_that_cannot_be_drawn_up() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 stop; 0 halt; 0 bid 1");
    let steps = table.standing(&eyes(&[])).steps;
    toy.faults.view_traps.store(true, Relaxed);
    toy.faults.load_traps.store(true, Relaxed);
    table.answer(&eyes(&[0]), muster_table::messages::Request::View { eyes: None });
    assert_eq!(undo(&mut table), Err(RefusalCode::Paused));
    toy.faults.load_traps.store(false, Relaxed);
    assert_eq!(undo(&mut table), Err(RefusalCode::Paused));
    assert_eq!(table.standing(&eyes(&[])).steps, steps);
}
