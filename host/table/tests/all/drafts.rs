//! Secret groups: nobody learns of another's draft, and who was faster never matters.

use muster_table::{
    Recipient, Table, TableEvent,
    messages::{DraftStanding, LogKind, Reach, RefusalCode, Reply, Request},
};

use crate::{act, eyes, listed, play, status, toy, two_here};

fn draft_standings(table: &Table) -> [Option<DraftStanding>; 2] {
    let seats = table.standing(&eyes(&[])).seats;
    [seats[0].draft, seats[1].draft]
}

#[test]
fn a_seat_works_on_its_own_draft_and_others_learn_only_that_it_is_committed() {
    let mut table = two_here(&toy::Toy::new());
    let open = Some(DraftStanding::Open);
    let public = |table: &mut Table| (status(table, None), table.standing(&eyes(&[1])), listed(table, 1));
    let before = public(&mut table);
    let other = table.revision_of(1);
    play(&mut table, "0 bid 2");
    assert_eq!(status(&mut table, Some(0)).last().unwrap(), "you bid 2");
    assert_eq!(listed(&table, 0), ["seal"]);
    assert_eq!(public(&mut table), before);
    assert_eq!(table.revision_of(1), other);
    assert_eq!(draft_standings(&table), [open, open]);
    play(&mut table, "0 seal");
    assert_eq!(draft_standings(&table), [Some(DraftStanding::Committed), open]);
    assert_eq!(table.log(&[1], 0).len(), before.1.steps as usize + 1, "the arranged dice and begin");
    assert_eq!(table.revision_of(1), other);
}

#[test]
fn who_was_faster_never_matters() {
    let after = |choices: &str| {
        let mut table = two_here(&toy::Toy::new());
        play(&mut table, choices);
        let log = table.log(&[0, 1], 0);
        (status(&mut table, Some(0)), status(&mut table, Some(1)), log, table.standing(&eyes(&[])))
    };
    let first = after("0 bid 1; 0 seal; 1 bid 3; 1 seal");
    assert_eq!(after("1 bid 3; 0 bid 1; 1 seal; 0 seal"), first);
    assert_eq!(after("1 bid 3; 1 seal; 0 bid 1; 0 seal"), first);
    assert_eq!(first.2.last().unwrap().kind, LogKind::Group { name: "bids".into() });
}

#[test]
fn a_draft_is_taken_back_freely_and_a_commit_until_the_last() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 2; 0 seal");
    let undo = |table: &mut Table, reach| {
        let revision = table.revision_of(0);
        table.undo(0, revision, reach, false)
    };
    assert_eq!(table.undo_offer(0).command.unwrap().text, "to bid 2, to seal");
    undo(&mut table, Reach::Choice).unwrap();
    assert_eq!(table.undo_offer(0).redo.unwrap().text, "to seal");
    assert_eq!(draft_standings(&table)[0], Some(DraftStanding::Open));
    assert_eq!(listed(&table, 0), ["seal"]);
    let revision = table.revision_of(0);
    table.redo(0, revision, Reach::Choice).unwrap();
    assert_eq!(draft_standings(&table)[0], Some(DraftStanding::Committed));
    undo(&mut table, Reach::Command).unwrap();
    assert_eq!(listed(&table, 0).len(), 4);
    play(&mut table, "0 bid 0; 0 seal; 1 bid 0; 1 seal");
    let refused = undo(&mut table, Reach::Choice).unwrap_err();
    assert_eq!(refused.code, RefusalCode::Barred);
}

/// What opened the group is taken back under a seat that has chosen already: that seat alone is told.
#[test]
fn whose_draft_goes_with_its_group_is_told() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 1; 0 seal; 1 bid 3; 1 seal; 0 halt; 1 bid 2");
    table.take_events();
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    let take_notices = |table: &mut Table| -> Vec<(Recipient, String)> {
        let events = table.take_events().into_iter();
        let notice = |event| match event {
            TableEvent::Notice { to, text } => Some((to, text)),
            _ => None,
        };
        events.filter_map(notice).collect()
    };
    let notices = take_notices(&mut table);
    assert!(
        matches!(&notices[..], [(Recipient::Seat(1), text)] if text.contains("your secret decision is asked for no longer")),
        "{notices:?}"
    );
    // Done again, it stands as it stood: what was chosen, and what had been taken back of it.
    let redo = |table: &mut Table, seat| {
        let revision = table.revision_of(seat);
        table.redo(seat, revision, Reach::Choice).unwrap();
    };
    redo(&mut table, 0);
    let notices = take_notices(&mut table);
    assert!(
        matches!(&notices[..], [(Recipient::Seat(1), text)] if text.contains("as you had left it")),
        "{notices:?}"
    );
    assert_eq!(listed(&table, 1), ["seal"]);
    assert_eq!(table.undo_offer(1).choice.unwrap().text, "to bid 2");
    let back = |table: &mut Table, seat| {
        let revision = table.revision_of(seat);
        table.undo(seat, revision, Reach::Choice, false).unwrap();
    };
    back(&mut table, 1);
    back(&mut table, 0);
    table.take_events();
    redo(&mut table, 0);
    assert_eq!(take_notices(&mut table), [], "nothing was chosen");
    assert_eq!(table.undo_offer(1).redo.unwrap().text, "to bid 2");
    back(&mut table, 0);
    // Without a draft there is nothing to tell.
    play(&mut table, "0 halt");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    assert_eq!(take_notices(&mut table), []);
}

#[test]
fn own_choices_of_a_group_are_in_the_own_log_only() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 1; 0 seal; 1 bid 3; 1 seal");
    let choices = |seats: &[u8]| table.log(seats, 0).last().unwrap().choices.clone();
    assert_eq!(choices(&[0]), ["bid 1", "seal"]);
    assert_eq!(choices(&[1]), ["bid 3", "seal"]);
    assert!(choices(&[]).is_empty());
}

#[test]
fn a_secret_decision_that_rolls_dice_is_the_modules_trouble() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    toy.faults.bids_roll.store(true, std::sync::atomic::Ordering::Relaxed);
    let refused = act(&mut table, 0, "bid 1").unwrap_err();
    assert_eq!(refused.code, RefusalCode::Paused);
    let pause = table.paused().unwrap();
    assert!(pause.message.contains("secret"), "{}", pause.message);
    assert!(!refused.reason.contains("secret"), "{}", refused.reason);
    toy.faults.bids_roll.store(false, std::sync::atomic::Ordering::Relaxed);
    table.retry().unwrap();
    assert_eq!(listed(&table, 0).len(), 4);
}

#[test]
fn the_public_view_is_the_tables_while_drafts_are_open() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 2");
    let Reply::View { view, .. } = table.answer(&eyes(&[]), Request::View { eyes: None }) else { panic!() };
    assert_eq!(view.status.len(), 1);
}

/// What a seat took back of its draft can be done again after the table has changed in a way that leaves the draft as it is.
#[test]
fn what_was_taken_back_of_a_draft_outlives_a_change_of_the_table() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, "0 bid 2");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    table.edit("a test", Vec::new()).unwrap();
    assert_eq!(table.undo_offer(0).redo.unwrap().text, "to bid 2");
    let revision = table.revision_of(0);
    table.redo(0, revision, Reach::Choice).unwrap();
    assert_eq!(listed(&table, 0), ["seal"]);
}
