//! A module that fails never takes the table down: it stands on its last good state, dice included.

use std::sync::atomic::Ordering::Relaxed;

use muster_table::{
    Build, Table,
    messages::{Mark, RefusalCode},
    verify,
};

use crate::{BIDS, act, build, eyes, human, in_folder, listed, play, status, toy, two_here};

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
    let opened = muster_table::Journal::open(&path).unwrap();
    let resumed = Table::resume(newer, version, &opened, muster_table::Damaged::Refuse).unwrap();
    assert_eq!(resumed.standing(&eyes(&[])).steps, 6);
    // The old build comes out otherwise, and the difference is told from its entry on.
    let difference = verify(toy, &opened).unwrap_err();
    assert!(difference.to_string().contains("entry 12"), "{difference}");
}
