//! What may be taken back, what bars it, and by whose knowledge.

use muster_contract::Seat;
use muster_table::{
    Damaged, Journal, Recipient, SeatAssignment, Table, TableConfig, TableEvent,
    messages::{Holder, LogKind, Mark, Reach, RefusalCode, Reply, Request, UndoOffer},
};

use crate::{BIDS, act, config, eyes, human, listed, play, status, toy, two_here};

fn leading() -> Table {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    table
}

fn undo(table: &mut Table, seat: Seat, reach: Reach) -> Result<(), RefusalCode> {
    let revision = table.revision_of(seat);
    table.undo(seat, revision, reach, false).map_err(|refused| refused.code)
}

fn redo(table: &mut Table, seat: Seat, reach: Reach) -> Result<(), RefusalCode> {
    let revision = table.revision_of(seat);
    table.redo(seat, revision, reach).map_err(|refused| refused.code)
}

fn offer(table: &mut Table, seat: Seat) -> UndoOffer {
    table.undo_offer(seat)
}

fn score(table: &mut Table) -> String {
    status(table, None).swap_remove(0)
}

#[test]
fn choices_are_taken_back_and_done_again_one_by_one() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 2; 0 step 3");
    assert_eq!(offer(&mut table, 0).choice.unwrap().text, "to step 3");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    assert_eq!(score(&mut table), "score 2 0");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    assert_eq!(score(&mut table), "score 0 0");
    assert_eq!(offer(&mut table, 0).redo.unwrap().text, "to step 2");
    assert_eq!(redo(&mut table, 0, Reach::Choice), Ok(()));
    assert_eq!(redo(&mut table, 0, Reach::Choice), Ok(()));
    assert_eq!(score(&mut table), "score 5 0");
    assert_eq!(redo(&mut table, 0, Reach::Choice), Err(RefusalCode::NothingToUndo));
}

#[test]
fn a_whole_command_goes_back_to_where_it_began() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 1; 0 stop; 0 march; 0 step 2; 0 step 3");
    assert_eq!(offer(&mut table, 0).command.unwrap().choices, 3);
    assert_eq!(undo(&mut table, 0, Reach::Command), Ok(()));
    assert_eq!(score(&mut table), "score 1 0");
    assert_eq!(listed(&table, 0)[0], "march");
    assert_eq!(redo(&mut table, 0, Reach::Command), Ok(()));
    assert_eq!(score(&mut table), "score 6 0");
}

#[test]
fn a_new_choice_ends_what_could_be_done_again() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 2");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    play(&mut table, "0 step 1");
    assert_eq!(redo(&mut table, 0, Reach::Choice), Err(RefusalCode::NothingToUndo));
    assert_eq!(score(&mut table), "score 1 0");
}

#[test]
fn dice_bar_undo() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 2; 0 stop; 0 attack");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Err(RefusalCode::Barred));
    assert!(offer(&mut table, 0).why_not.unwrap().contains("attack"));
}

#[test]
fn a_command_is_taken_back_no_further_than_what_bars_it() {
    let mut table = leading();
    play(&mut table, "0 scout; 0 march; 0 step 2");
    assert_eq!(undo(&mut table, 0, Reach::Command), Ok(()));
    assert_eq!(undo(&mut table, 0, Reach::Command), Err(RefusalCode::Barred));
}

#[test]
fn what_only_another_seat_learnt_bars_nothing() {
    let mut table = leading();
    play(&mut table, "0 shout");
    assert_eq!(status(&mut table, Some(1)).len(), 3);
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
}

#[test]
fn the_decision_of_another_seat_bars_undo() {
    let mut table = leading();
    play(&mut table, "0 halt");
    assert!(offer(&mut table, 1).why_not.unwrap().contains("another seat"));
    play(&mut table, "1 bid 1");
    // An open draft of the other is nothing that seat 0 knows of.
    assert!(offer(&mut table, 0).choice.is_some());
    play(&mut table, "1 seal");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Err(RefusalCode::Barred));
}

#[test]
fn an_undo_into_another_seats_draft_drops_it() {
    let mut table = leading();
    play(&mut table, "0 halt; 1 bid 1");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    assert_eq!(listed(&table, 1), Vec::<String>::new());
    play(&mut table, "0 halt");
    assert_eq!(listed(&table, 1).len(), 4);
}

#[test]
fn dice_taken_back_fall_the_same_again() {
    let mut table = leading();
    play(&mut table, "0 attack");
    let rolled = score(&mut table);
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    assert_eq!(score(&mut table), "score 0 0");
    play(&mut table, "0 attack");
    assert_eq!(score(&mut table), rolled);
    assert!(table.standing(&eyes(&[])).marks.contains(&Mark::BeyondUndo { steps: 1 }));
    // Everybody gets the marks with every change: there is one, however often it is done.
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    assert_eq!(
        table.standing(&eyes(&[])).marks,
        [Mark::ArrangedDice { dice: 4 }, Mark::BeyondUndo { steps: 2 }]
    );
}

#[test]
fn beyond_takes_back_others_decisions_but_only_where_all_sit_here() {
    let mut table = leading();
    play(&mut table, "0 halt; 0 bid 1; 1 bid 1; 1 seal; 0 seal");
    assert!(offer(&mut table, 0).beyond.is_some());
    let elsewhere = SeatAssignment { holder: Holder::Elsewhere, name: "C".into() };
    let arranged = vec![1, 2, 6, 1];
    let config = TableConfig { arranged, ..config([human("A"), elsewhere]) };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    play(&mut table, BIDS);
    play(&mut table, "0 attack");
    assert!(offer(&mut table, 0).beyond.is_none());
    let revision = table.revision_of(0);
    let refused = table.undo(0, revision, Reach::Choice, true).unwrap_err();
    assert_eq!(refused.code, RefusalCode::Barred);
}

/// A table with strict undo stays so: resumed, played on, and begun again.
#[test]
fn with_strict_undo_nothing_is_taken_back_past_what_bars_it() {
    let toy = toy::Toy::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let journal = Some(path.clone());
    let config = TableConfig {
        strict_undo: true,
        journal,
        arranged: vec![1, 2, 6, 1],
        ..config([human("A"), human("B")])
    };
    let mut table = Table::start(toy.clone(), toy::position(3), config).unwrap();
    let barred = |table: &mut Table| {
        assert!(table.standing(&eyes(&[])).strict_undo);
        assert!(offer(table, 0).beyond.is_none());
        let revision = table.revision_of(0);
        let refused = table.undo(0, revision, Reach::Choice, true).unwrap_err();
        assert_eq!(refused.code, RefusalCode::Barred);
        assert!(refused.reason.contains("strict undo"), "{}", refused.reason);
        assert!(!table.standing(&eyes(&[])).marks.contains(&Mark::BeyondUndo { steps: 1 }));
    };
    play(&mut table, "0 bid 0; 0 seal");
    // What nothing bars is taken back as ever.
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    play(&mut table, "0 seal; 1 bid 0; 1 seal; 0 attack");
    barred(&mut table);
    let on = folder.path().join("on.jsonl");
    let steps = table.standing(&eyes(&[])).steps;
    table.play_on(steps, &on, None).unwrap();
    drop(table);
    for path in [path, on] {
        let locked = Journal::lock(&path).unwrap();
        barred(&mut Table::resume(toy.clone(), crate::build(), locked, Damaged::Refuse).unwrap());
    }
}

/// Secret decisions that were carried out, and what the other seat had drafted after them, come back by the redo.
#[test]
fn what_was_taken_back_beyond_a_group_is_done_again() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 1; 0 seal; 1 bid 3; 1 seal");
    let after = status(&mut table, None);
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    assert_eq!(listed(&table, 0).len(), 4, "bids are asked for again");
    assert_eq!(offer(&mut table, 0).redo.unwrap().text, "the secret decisions");
    redo(&mut table, 0, Reach::Choice).unwrap();
    assert_eq!(status(&mut table, None), after);
    // Who has begun to decide anew doesn't do that again.
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    play(&mut table, "0 bid 2");
    assert!(offer(&mut table, 0).redo.is_none());
    assert!(redo(&mut table, 0, Reach::Choice).is_err());
    undo(&mut table, 0, Reach::Choice).unwrap();
    assert_eq!(offer(&mut table, 0).redo.unwrap().text, "to bid 2");
}

#[test]
fn the_log_keeps_what_was_taken_back() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 2");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    let log = table.log(&[1], 0);
    let [.., march, step, back] = &log[..] else { panic!() };
    assert!(march.command && !march.undone && march.step.is_some());
    assert!(step.undone && step.step.is_none());
    assert_eq!(back.kind, LogKind::Undo { steps: 1, beyond: false });
    assert_eq!(back.seat, Some(0));
    redo(&mut table, 0, Reach::Choice).unwrap();
    assert!(!table.log(&[1], 0)[log.len() - 2].undone);
}

#[test]
fn an_edit_is_marked_and_bars_undo() {
    let mut table = leading();
    play(&mut table, "0 march");
    let fact = muster_contract::Attribute { name: "score".into(), value: muster_contract::Value::Number(9) };
    table.edit("a house rule", vec![muster_contract::Change::Fact(fact)]).unwrap();
    assert_eq!(score(&mut table), "score 9 0");
    assert!(offer(&mut table, 0).why_not.unwrap().contains("a house rule"));
    assert_eq!(act(&mut table, 0, "step 1"), Ok(()));
}

#[test]
fn since_my_last_decision_tells_what_others_did() {
    let mut table = leading();
    play(&mut table, "0 march; 0 step 1; 0 stop; 0 halt");
    let Reply::Log { items } = table.answer(&eyes(&[1]), Request::SinceMine { seat: 1 }) else { panic!() };
    assert_eq!(items.len(), 4);
    assert!(items.iter().all(|item| item.choices.is_empty()));
    assert!(table.since_own(0).is_empty());
}

#[test]
fn dice_statistics_count_what_the_eyes_saw() {
    let mut table = leading();
    play(&mut table, "0 attack");
    let dice = |table: &mut Table, seat: Option<Seat>| match table
        .answer(&eyes(&[0, 1]), Request::DiceStatistics { eyes: seat })
    {
        Reply::Dice(dice) => dice.all[0].faces.iter().sum::<u64>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(dice(&mut table, None), 3);
    assert_eq!(dice(&mut table, Some(0)), 4);
}

/// What one seat does again closes the drafts that an undo has opened; what others have chosen on them since isn't thrown away
/// unsaid, and what they have sealed not at all.
#[test]
fn what_others_decided_in_secret_since_bars_redo() {
    let mut table = leading();
    play(&mut table, "0 march");
    assert_eq!(undo(&mut table, 0, Reach::Choice), Ok(()));
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    assert!(offer(&mut table, 0).redo.is_some());
    play(&mut table, "1 bid 2; 1 seal");
    assert_eq!(redo(&mut table, 0, Reach::Choice), Err(RefusalCode::Barred));
    assert_eq!(offer(&mut table, 0).redo, None);
    // An open draft must not be noticed; whose it is is told that it is gone.
    assert_eq!(undo(&mut table, 1, Reach::Choice), Ok(()));
    table.take_events();
    assert!(offer(&mut table, 0).redo.is_some());
    assert_eq!(redo(&mut table, 0, Reach::Choice), Ok(()));
    let notices: Vec<TableEvent> =
        table.take_events().into_iter().filter(|event| matches!(event, TableEvent::Notice { .. })).collect();
    let [TableEvent::Notice { to: Recipient::Seat(1), text }] = notices.as_slice() else {
        panic!("{notices:?}")
    };
    assert!(text.contains("gone"), "{text}");
}

#[test]
fn who_has_chosen_nothing_is_told_so() {
    let mut table = two_here(&toy::Toy::new());
    assert_eq!(offer(&mut table, 1).why_not.as_deref(), Some("you have chosen nothing yet"));
    play(&mut table, BIDS);
    play(&mut table, "0 march");
    let why_not = offer(&mut table, 1).why_not.unwrap();
    assert_eq!(why_not, "another seat has decided since");
}
