//! Continuing, verifying, looking back, and playing on from there.

use std::sync::atomic::Ordering::Relaxed;

use muster_contract::Seat;
use muster_table::{
    Damaged, Journal, Revision, ScenarioRecord, Table,
    messages::{LogItem, Mark, Moment, Reach, Reply, Request},
    verify,
};

use crate::{BIDS, act, bot, build, eyes, human, in_folder, listed, play, status, toy, two_here};

type Look = (Vec<String>, Vec<String>, Vec<String>, Vec<LogItem>, [usize; 2]);

fn look(table: &mut Table) -> Look {
    let log = table.log(&[0, 1], 0);
    let back = [0, 1].map(|seat| table.undo_offer(seat).choice.map_or(0, |back| back.choices as usize));
    (status(table, None), status(table, Some(0)), status(table, Some(1)), log, back)
}

/// Plays at random, with undo and redo, seeded by `luck`.
fn wander(table: &mut Table, mut luck: u64, choices: u32) {
    for _ in 0..choices {
        luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let roll = (luck >> 33) as usize;
        let seat = (roll % 2) as Seat;
        let revision = table.revision_of(seat);
        let reach = if roll.is_multiple_of(3) { Reach::Command } else { Reach::Choice };
        match roll / 2 % 8 {
            0 => drop(table.undo(seat, revision, reach, roll.is_multiple_of(5))),
            1 => drop(table.redo(seat, revision, reach)),
            _ => {
                let choices = listed(table, seat);
                if !choices.is_empty() && table.outcome().is_none() {
                    act(table, seat, &choices[roll / 16 % choices.len()]).unwrap();
                }
            }
        }
        assert!(table.paused().is_none(), "{:?}", table.paused());
    }
}

#[test]
fn a_continued_table_is_the_one_that_was_left() {
    let toy = toy::Toy::new();
    for luck in 0..12 {
        let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
        wander(&mut table, luck, 60);
        let before = look(&mut table);
        let standing = table.standing(&eyes(&[]));
        drop(table);
        let opened = Journal::lock(&path).unwrap();
        verify(toy.clone(), &opened).unwrap();
        let mut table = Table::resume(toy.clone(), build(), opened, Damaged::Refuse).unwrap();
        assert_eq!(look(&mut table), before, "luck {luck}");
        let now = table.standing(&eyes(&[]));
        assert_eq!((now.steps, now.marks, now.group), (standing.steps, standing.marks, standing.group));
        wander(&mut table, luck + 100, 20);
        drop(table);
        verify(toy.clone(), &Journal::open(&path).unwrap()).unwrap();
    }
}

#[test]
fn interrupted_or_not_the_dice_fall_the_same() {
    let toy = toy::Toy::new();
    let (mut whole, _whole_folder, _) = in_folder(&toy, [human("A"), human("B")]);
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    for table in [&mut whole, &mut table] {
        play(table, BIDS);
        play(table, "0 attack; 0 bid 3; 1 bid 0");
    }
    drop(table);
    let opened = Journal::lock(&path).unwrap();
    let mut table = Table::resume(toy, build(), opened, Damaged::Refuse).unwrap();
    for table in [&mut whole, &mut table] {
        play(table, "1 seal; 0 seal");
        let lead = u8::from(table.waits_for(1));
        play(table, &format!("{lead} attack"));
    }
    assert_eq!(look(&mut table), look(&mut whole));
}

#[test]
fn verify_tells_the_first_entry_that_comes_out_otherwise() {
    let toy = toy::Toy::new();
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 1; 0 stop; 0 halt; 0 bid 1");
    drop(table);
    let opened = Journal::open(&path).unwrap();
    let verified = verify(toy.clone(), &opened).unwrap();
    assert_eq!((verified.entries, verified.steps, verified.rolls), (12, 6, 4));
    assert_eq!(verified.hashes, 6);
    toy.faults.other_rules.store(true, std::sync::atomic::Ordering::Relaxed);
    let difference = verify(toy.clone(), &opened).unwrap_err().to_string();
    assert!(difference.contains("entry 11") && difference.contains("the state is"), "{difference}");
    let mut other = opened;
    other.entries[6].rolls[0].faces = vec![5];
    let difference = verify(toy, &other).unwrap_err().to_string();
    assert!(difference.contains("entry 7") && difference.contains("5 on d6"), "{difference}");
}

#[test]
fn a_journal_is_looked_at_without_being_touched() {
    let toy = toy::Toy::new();
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 attack; 1 bid 2");
    let opened = Journal::open(&path).unwrap();
    let mut looked = Table::look(toy, build(), &opened).unwrap();
    assert_eq!(look(&mut looked), look(&mut table));
    play(&mut looked, "0 bid 1");
    assert_eq!(Journal::open(&path).unwrap().entries.len(), opened.entries.len());
}

fn moment(table: &mut Table, seats: &[Seat], whose: Option<Seat>, step: u64) -> Moment {
    match table.answer(&eyes(seats), Request::Replay { eyes: whose, step }) {
        Reply::Replay(moment) => moment,
        other => panic!("{other:?}"),
    }
}

/// Where seats have changed sides, a seat sees of the past what its side of now saw, and not what it saw itself.
#[test]
fn the_past_is_seen_by_side() {
    let toy = toy::Toy::new();
    toy.faults.sides_change.store(true, Relaxed);
    let mut table = two_here(&toy);
    let status = |moment: Moment| moment.view.status.into_iter().map(|line| line.text).collect::<Vec<_>>();
    let own = status(moment(&mut table, &[0, 1], Some(0), 1));
    assert!(own.iter().any(|text| text.starts_with("number of 0")), "{own:?}");
    play(&mut table, BIDS);
    let lead = (0..2).find(|&seat| table.waits_for(seat)).unwrap();
    for choice in ["march", "step 1", "stop", "halt"] {
        act(&mut table, lead, choice).unwrap();
    }
    let of_side = status(moment(&mut table, &[0, 1], Some(0), 1));
    assert!(of_side.iter().any(|text| text.starts_with("number of 1")), "{of_side:?}");
    assert!(of_side.iter().all(|text| !text.starts_with("number of 0")), "{of_side:?}");
}

#[test]
fn any_step_can_be_seen_again_from_any_allowed_eyes() {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    let mut seen = Vec::new();
    play(&mut table, "0 march");
    for _ in 0..50 {
        play(&mut table, "0 step 1");
        seen.push((table.standing(&eyes(&[])).steps, status(&mut table, Some(0))));
    }
    for (step, status) in seen.iter().rev().chain(&seen) {
        let moment = moment(&mut table, &[0], Some(0), *step);
        assert_eq!(moment.view.status.iter().map(|line| line.text.clone()).collect::<Vec<_>>(), *status);
        assert_eq!(moment.item.unwrap().choices, ["step 1"]);
    }
    let public = moment(&mut table, &[], None, 10);
    assert!(public.item.unwrap().choices.is_empty());
    assert_eq!(public.view.status.len(), 1);
    assert!(moment(&mut table, &[0], Some(0), 0).item.is_none());
    assert!(matches!(
        table.answer(&eyes(&[0]), Request::Replay { eyes: Some(0), step: 999 }),
        Reply::Refused(_)
    ));
}

#[test]
fn after_the_game_everything_may_be_seen() {
    let toy = toy::Toy::new();
    let arranged = vec![1, 2, 6, 1];
    let config = muster_table::TableConfig { arranged, ..crate::config([human("A"), human("B")]) };
    let mut table = Table::start(toy, toy::position(1), config).unwrap();
    play(&mut table, BIDS);
    let other = Request::Replay { eyes: Some(1), step: 1 };
    assert!(matches!(table.answer(&eyes(&[0]), other.clone()), Reply::Refused(_)));
    play(&mut table, "0 halt");
    assert!(table.outcome().is_some());
    assert!(matches!(table.answer(&eyes(&[0]), other), Reply::Replay(_)));
    assert!(listed(&table, 0).is_empty());
    assert!(table.undo_offer(0).choice.is_none());
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    assert!(table.outcome().is_none());
    assert!(table.standing(&eyes(&[])).marks.contains(&Mark::BeyondUndo { steps: 1 }));
}

#[test]
fn another_table_plays_on_from_a_step() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 3");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    play(&mut table, "0 step 2; 0 stop; 0 attack; 0 bid 1");
    let folder = tempfile::tempdir().unwrap();
    let open = |table: &mut Table, step: u64, seed: Option<u128>| {
        let path = folder.path().join(format!("{step} {seed:?}"));
        let written = table.answer(&eyes(&[0]), Request::PlayOn { step, path: path.clone(), seed });
        assert!(matches!(written, Reply::Written { .. }), "{written:?}");
        let opened = Journal::lock(&path).unwrap();
        verify(toy.clone(), &opened).unwrap();
        Table::resume(toy.clone(), build(), opened, Damaged::Refuse).unwrap()
    };
    let mut other = open(&mut table, 5, None);
    assert_eq!(status(&mut other, None), ["score 2 0"]);
    play(&mut other, "0 attack");
    assert_eq!(status(&mut other, None), status(&mut table, None));
    let mut scores = std::collections::BTreeSet::new();
    for seed in 1..8 {
        let mut other = open(&mut table, 5, Some(seed));
        assert!(other.standing(&eyes(&[])).marks.contains(&Mark::PlayedOn));
        play(&mut other, "0 attack");
        scores.insert(status(&mut other, None));
    }
    assert!(scores.len() > 1);
    assert!(matches!(
        table.answer(&eyes(&[0]), Request::PlayOn { step: 99, path: folder.path().join("x"), seed: None }),
        Reply::Refused(_)
    ));
}

/// What departed from plain play departs from it in every game that follows: the copy, the one that is played on from the
/// present step or an earlier one, the one that the table goes on in when its journal was cut, and the ones after these.
#[test]
fn marks_outlive_every_beginning_anew() {
    let toy = toy::Toy::new();
    toy.faults.bids_are_open.store(true, Relaxed);
    let (mut table, folder, path) = crate::in_folder(&toy, [human("A"), human("B")]);
    let open = |path: &std::path::Path| {
        Table::resume(toy.clone(), build(), Journal::lock(path).unwrap(), Damaged::Refuse).unwrap()
    };
    let marks = |table: &Table| table.standing(&eyes(&[])).marks;
    let beyond = Mark::BeyondUndo { steps: 1 };
    play(&mut table, BIDS);
    play(&mut table, "0 attack");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    play(&mut table, "0 halt");
    let had = marks(&table);
    assert!(had.contains(&beyond) && !had.contains(&Mark::PlayedOn), "{had:?}");

    let on = |table: &mut Table, step: u64| {
        let path = folder.path().join(format!("{} {step}", table.entries()));
        table.play_on(step, &path, None).unwrap();
        open(&path)
    };
    let now = table.standing(&eyes(&[])).steps;
    let mut present = on(&mut table, now);
    assert_eq!(marks(&present), had, "it is the same game");
    let mut earlier = on(&mut present, 1);
    let with_played_on = marks(&earlier);
    assert!(
        with_played_on.contains(&beyond) && with_played_on.contains(&Mark::PlayedOn),
        "the dice are known"
    );
    assert_eq!(earlier.revise_scenario(rewritten(), toy::position(3)).unwrap(), Revision::SetUp);
    assert_eq!(marks(&earlier), with_played_on);

    assert_eq!(present.revise_scenario(rewritten(), toy::position(3)).unwrap(), Revision::Offered);
    for replay in [false, true] {
        let path = folder.path().join(format!("again {replay}"));
        present.begin_again(&path, replay).unwrap();
        let again = marks(&open(&path));
        assert!(again.contains(&beyond) && again.contains(&Mark::PlayedOn), "{again:?}");
    }

    std::fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
    let elsewhere = folder.path().join("elsewhere");
    let saved = table.answer(&eyes(&[0, 1]), Request::Save { path: elsewhere.clone() });
    assert!(matches!(saved, Reply::Written { .. }));
    assert_eq!(marks(&table), had);
    drop(table);
    assert_eq!(marks(&open(&elsewhere)), had);
}

#[test]
fn a_table_of_bots_is_on_disk_when_it_is_synced() {
    let toy = toy::Toy::new();
    let random = bot(muster_table::messages::BotKind::Random);
    let (mut table, _folder, path) = in_folder(&toy, [random.clone(), random]);
    play(&mut table, BIDS);
    table.sync().unwrap();
    assert_eq!(Journal::open(&path).unwrap().entries.len() as u64, table.entries());
}

#[test]
fn what_can_be_taken_back_has_a_readable_name_after_the_table_is_continued() {
    let toy = toy::Toy::new();
    let (mut table, _folder, path) = in_folder(&toy, [human("A"), human("B")]);
    act(&mut table, 0, "bid 2").unwrap();
    let before = table.undo_offer(0).choice.unwrap().text;
    drop(table);
    let resume =
        || Table::resume(toy.clone(), build(), Journal::lock(&path).unwrap(), Damaged::Refuse).unwrap();
    let mut table = resume();
    assert_eq!(
        (table.undo_offer(0).choice.unwrap().text, before.as_str()),
        ("to bid 2".to_owned(), "to bid 2")
    );
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 step 3");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    let offer = table.undo_offer(0);
    drop(table);
    let mut table = resume();
    let again = table.undo_offer(0);
    assert_eq!(again.choice.as_ref().unwrap().text, "to step 2");
    assert_eq!(again.redo.as_ref().unwrap().text, "to step 3");
    assert_eq!((again.choice, again.command, again.redo), (offer.choice, offer.command, offer.redo));
}

/// The scenario's text with other words that set up the same.
fn rewritten() -> ScenarioRecord {
    let texts = [("scenario.rhai".to_owned(), "// other words".to_owned())].into();
    ScenarioRecord { title: "Changed".into(), texts, ..ScenarioRecord::default() }
}

/// How the dice fall by the first seed is known by then.
#[test]
fn a_table_that_was_played_on_keeps_its_seed_when_it_is_set_up_anew() {
    let toy = toy::Toy::new();
    toy.faults.bids_are_open.store(true, Relaxed);
    let folder = tempfile::tempdir().unwrap();
    let on = |seed: u128, name: &str| {
        let path = folder.path().join(name);
        two_here(&toy).play_on(1, &path, Some(seed)).unwrap();
        let journal = Journal::lock(&path).unwrap();
        (path, Table::resume(toy.clone(), build(), journal, Damaged::Refuse).unwrap())
    };
    let played = |mut table: Table| {
        play(&mut table, BIDS);
        let lead = u8::from(listed(&table, 0).is_empty());
        play(
            &mut table,
            &["march", "step 3", "stop", "attack"].map(|choice| format!("{lead} {choice}")).join("; "),
        );
        (lead, status(&mut table, None))
    };
    let mut ends = std::collections::BTreeSet::new();
    for seed in 1..8 {
        let (_, as_it_was) = on(seed, &format!("{seed}"));
        let (path, mut anew) = on(seed, &format!("{seed} anew"));
        let changed = anew.revise_scenario(rewritten(), toy::position(3));
        assert_eq!(changed.unwrap(), Revision::SetUp);
        assert!(anew.standing(&eyes(&[])).marks.contains(&Mark::PlayedOn));
        let end = played(as_it_was);
        assert_eq!(played(anew), end);
        verify(toy.clone(), &Journal::lock(&path).unwrap()).unwrap();
        ends.insert(end);
    }
    assert!(ends.len() > 1, "what is rolled depends on the seed");
}

/// A link to a journal that lies elsewhere stays one.
#[cfg(unix)]
#[test]
fn a_journal_behind_a_link_is_set_up_anew_where_it_lies() {
    let toy = toy::Toy::new();
    toy.faults.bids_are_open.store(true, Relaxed);
    let folder = tempfile::tempdir().unwrap();
    let (elsewhere, here) = (folder.path().join("elsewhere"), folder.path().join("here"));
    for folder in [&elsewhere, &here] {
        std::fs::create_dir(folder).unwrap();
    }
    let (file, link) = (elsewhere.join("game"), here.join("game"));
    two_here(&toy).play_on(1, &file, None).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let lock = Journal::lock(&link).unwrap();
    let mut table = Table::resume(toy.clone(), build(), lock, Damaged::Refuse).unwrap();
    let changed = table.revise_scenario(rewritten(), toy::position(3));
    assert_eq!(changed.unwrap(), Revision::SetUp);
    play(&mut table, BIDS);
    drop(table);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    let names = |folder: &std::path::Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!((names(&elsewhere), names(&here)), (1, 1), "nothing lies beside either");
    let opened = Journal::open(&file).unwrap();
    assert_eq!(opened.header.scenario.title, "Changed");
    verify(toy, &opened).unwrap();
}
