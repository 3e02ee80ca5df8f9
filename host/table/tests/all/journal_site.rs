//! Where a journal lies: who writes it, what becomes of it under an open table, and what is never begun.

use std::{fs, path::Path, process::Command};

use muster_table::{
    Damaged, Journal, StartError, Table,
    journal::JournalError,
    messages::{Reach, RefusalCode, Reply, Request},
    verify,
};

use crate::{BIDS, act, build, config, eyes, human, in_folder, listed, play, status, toy};

pub fn resumed(path: &Path, damaged: Damaged) -> Result<Table, StartError> {
    Table::resume(toy::Toy::new(), build(), Journal::lock(path)?, damaged)
}

#[test]
fn two_tables_do_not_write_one_journal_and_the_second_is_told_who_does() {
    let (table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    let refused = resumed(&path, Damaged::Refuse).unwrap_err();
    assert!(matches!(refused, StartError::Journal(JournalError::InUse { .. })), "{refused}");
    if cfg!(target_os = "linux") {
        assert!(refused.to_string().contains("open at another table (of this program)"), "{refused}");
    }
    drop(table);
    resumed(&path, Damaged::Refuse).unwrap();
}

/// What stands in a journal can't change between its being read and its being written on.
#[test]
fn a_journal_is_locked_before_it_is_read() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    // Whoever wants to go on with it while it is played is refused before reading a single entry …
    assert!(matches!(Journal::lock(&path), Err(JournalError::InUse { .. })));
    play(&mut table, BIDS);
    let entries = table.entries();
    drop(table);
    // … and who has read it, has it: nobody else can add what would then be cut off.
    let locked = Journal::lock(&path).unwrap();
    assert_eq!(locked.entries.len() as u64, entries);
    assert!(matches!(resumed(&path, Damaged::Refuse), Err(StartError::Journal(JournalError::InUse { .. }))));
    let table = Table::resume(toy::Toy::new(), build(), locked, Damaged::Refuse).unwrap();
    assert_eq!(table.entries(), entries);
}

/// What says how a journal got lost, and what does it.
type Loss = (&'static str, fn(&Path));

/// Moved, deleted, replaced, cut: each as a person would do it, and whether the journal's file still has everything.
#[cfg(unix)]
#[test]
fn a_journal_that_loses_its_place_stops_the_table_before_anything_is_acknowledged() {
    let losses: [Loss; 4] = [
        ("has been moved or deleted", |path| fs::rename(path, path.with_extension("moved")).unwrap()),
        ("has been moved or deleted", |path| fs::remove_file(path).unwrap()),
        ("is another file now", |path| {
            fs::rename(path, path.with_extension("moved")).unwrap();
            fs::copy(path.with_extension("moved"), path).unwrap();
        }),
        ("was cut off by another program", |path| {
            fs::File::options().write(true).open(path).unwrap().set_len(40).unwrap()
        }),
    ];
    for (number, (words, lose)) in losses.into_iter().enumerate() {
        let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
        play(&mut table, BIDS);
        play(&mut table, "0 march; 0 step 2");
        let (entries, before) = (table.entries(), status(&mut table, Some(0)));
        lose(&path);
        let there = fs::read(&path).ok();
        let refused = act(&mut table, 0, "step 3").unwrap_err();
        assert_eq!(refused.code, RefusalCode::Disk, "{refused:?}");
        assert!(refused.reason.contains(words) && refused.reason.contains("it was not made"), "{refused}");
        let pause = table.paused().expect("it is paused");
        assert!(pause.unwritten && pause.remedy.contains("save the game as another file"), "{pause:?}");
        assert_eq!((status(&mut table, Some(0)), table.entries()), (before, entries), "{words}");
        assert_eq!(fs::read(&path).ok(), there, "what lies there now is left alone: {words}");
        assert_eq!(act(&mut table, 0, "step 3").unwrap_err().code, RefusalCode::Paused);
        assert!(table.retry().is_err(), "it isn't back: {words}");
        // Saved elsewhere it has everything, and goes on there.
        let elsewhere = folder.path().join(format!("elsewhere-{number}.jsonl"));
        let save = Request::Save { path: elsewhere.clone() };
        assert!(matches!(table.answer(&eyes(&[0, 1]), save), Reply::Written { .. }));
        assert!(table.paused().is_none());
        assert_eq!(table.standing(&eyes(&[0, 1])).journal.as_ref(), Some(&elsewhere));
        play(&mut table, "0 step 3");
        let (status_then, steps) = (status(&mut table, Some(0)), table.standing(&eyes(&[0])).steps);
        drop(table);
        let mut again = resumed(&elsewhere, Damaged::Refuse).unwrap();
        assert_eq!(
            (status(&mut again, Some(0)), again.standing(&eyes(&[0])).steps),
            (status_then, steps),
            "{words}"
        );
        drop(again);
        verify(toy::Toy::new(), &Journal::open(&elsewhere).unwrap()).unwrap();
    }
}

/// As by `cp other.journal this.journal`, or an editor that saves in place; and near the beginning only.
#[test]
fn a_journal_that_another_program_wrote_to_stops_the_table_and_is_saved_from_memory() {
    type Spoil = fn(&Path);
    let spoils: [Spoil; 3] = [
        |path| {
            let (_other, _folder, longer) = {
                let (mut other, folder, longer) = in_folder(&toy::Toy::new(), [human("C"), human("D")]);
                play(&mut other, BIDS);
                play(&mut other, "0 march; 0 step 2; 0 step 3; 0 stop");
                (other, folder, longer)
            };
            fs::write(path, fs::read(longer).unwrap()).unwrap();
        },
        |path| {
            let mut text = fs::read(path).unwrap();
            text[30..60].fill(b'x');
            fs::write(path, text).unwrap();
        },
        // As by `rsync --inplace --times`.
        |path| {
            let (mut text, written) =
                (fs::read(path).unwrap(), fs::metadata(path).unwrap().modified().unwrap());
            text[30..60].fill(b'x');
            fs::write(path, text).unwrap();
            fs::File::options().write(true).open(path).unwrap().set_modified(written).unwrap();
        },
    ];
    for (number, spoil) in spoils.into_iter().enumerate() {
        let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
        play(&mut table, BIDS);
        play(&mut table, "0 march; 0 step 2");
        let (choices, before) = (listed(&table, 0), status(&mut table, Some(0)));
        std::thread::sleep(std::time::Duration::from_millis(20));
        spoil(&path);
        let refused = act(&mut table, 0, "step 3").unwrap_err();
        assert!(refused.reason.contains("was written to by another program"), "{refused}");
        assert!(table.paused().is_some_and(|pause| pause.unwritten));
        let refused = table.retry().unwrap_err();
        assert_eq!(refused.code, RefusalCode::Paused, "it still isn't what was written");
        let elsewhere = folder.path().join(format!("elsewhere-{number}"));
        let saved = table.answer(&eyes(&[0, 1]), Request::Save { path: elsewhere.clone() });
        assert!(matches!(saved, Reply::Written { .. }), "{saved:?}");
        assert!(table.paused().is_none());
        assert_eq!((listed(&table, 0), status(&mut table, Some(0))), (choices, before));
        act(&mut table, 0, "step 3").unwrap();
        drop(table);
        let opened = Journal::open(&elsewhere).unwrap();
        assert_eq!(opened.damage, None);
        verify(toy::Toy::new(), &opened).unwrap();
    }
}

/// A table is told of what another program writes back as it was, and goes on.
#[test]
fn a_journal_that_was_only_touched_is_written_on() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::write(&path, fs::read(&path).unwrap()).unwrap();
    play(&mut table, "0 march; 0 step 2");
    drop(table);
    verify(toy::Toy::new(), &Journal::open(&path).unwrap()).unwrap();
}

/// An empty file may be anybody's, and a link leads elsewhere.
#[cfg(unix)]
#[test]
fn a_journal_is_begun_in_an_empty_file_only_if_it_is_nobody_elses() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (empty, linked, hard) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
    fs::write(&empty, "").unwrap();
    fs::set_permissions(&empty, fs::Permissions::from_mode(0o666)).unwrap();
    std::os::unix::fs::symlink(&empty, &linked).unwrap();
    let begin = |path: &Path| {
        let config =
            muster_table::TableConfig { journal: Some(path.to_owned()), ..config([human("A"), human("B")]) };
        Table::start(toy::Toy::new(), toy::position(3), config).map(|_| ())
    };
    begin(&linked).expect_err("a link");
    fs::hard_link(&empty, &hard).unwrap();
    begin(&empty).expect_err("it has another name");
    fs::remove_file(&hard).unwrap();
    begin(&empty).unwrap();
    assert_eq!(fs::metadata(&empty).unwrap().permissions().mode() & 0o777, 0o600);
}

/// A draft that only the table knows is saved with the rest when the journal was cut.
#[cfg(unix)]
#[test]
fn a_cut_journal_is_saved_elsewhere_with_its_drafts() {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, "0 bid 0");
    fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
    assert!(act(&mut table, 1, "bid 0").is_err());
    let elsewhere = folder.path().join("elsewhere.jsonl");
    assert!(matches!(
        table.answer(&eyes(&[0, 1]), Request::Save { path: elsewhere.clone() }),
        Reply::Written { .. }
    ));
    drop(table);
    let mut again = resumed(&elsewhere, Damaged::Refuse).unwrap();
    assert_eq!(listed(&again, 0), ["seal"], "its bid is made");
    play(&mut again, "0 seal; 1 bid 0; 1 seal; 0 march");
}

#[cfg(unix)]
#[test]
fn a_journal_that_comes_back_is_written_on() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    let away = path.with_extension("away");
    fs::rename(&path, &away).unwrap();
    assert!(act(&mut table, 0, "march").is_err());
    fs::rename(&away, &path).unwrap();
    table.retry().unwrap();
    play(&mut table, "0 march");
    let entries = table.entries();
    drop(table);
    assert_eq!(Journal::open(&path).unwrap().entries.len() as u64, entries);
}

#[test]
fn what_nobody_would_read_is_not_written() {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    let long = "x".repeat(8 << 20);
    let mut edits = 0;
    let refused = loop {
        match table.edit(&long, Vec::new()) {
            Ok(()) => edits += 1,
            Err(refused) => break refused,
        }
        assert!(edits < 9, "64 MiB are 8 times 8 MiB");
    };
    assert_eq!((edits, refused.code), (7, RefusalCode::Disk), "{}", refused.reason.len());
    assert!(refused.reason.contains("is full: a journal has at most 64 MiB"), "{}", &refused.reason[..200]);
    assert!(
        table.paused().is_some_and(|pause| pause.unwritten && pause.remedy.contains("Play on from here"))
    );
    let entries = table.entries();
    drop(table);
    assert!(fs::metadata(&path).unwrap().len() <= muster_table::journal::LARGEST);
    let again = resumed(&path, Damaged::Refuse).unwrap();
    assert_eq!(again.entries(), entries, "everything that was acknowledged is read again");
    drop((again, folder));
}

#[test]
fn a_journal_that_was_never_begun_can_be_begun_anew() {
    let (table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    drop(table);
    let whole = fs::read(&path).unwrap();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let path = folder.path().join("again.jsonl");
    let begin = |path: &Path| {
        let config =
            muster_table::TableConfig { journal: Some(path.into()), ..config([human("A"), human("B")]) };
        Table::start(toy::Toy::new(), toy::position(3), config)
    };
    for end in [0, 1, 10, 30, header / 2, header] {
        fs::write(&path, &whole[..end]).unwrap();
        let why = Journal::open(&path).unwrap_err().to_string();
        assert!(why.contains("no game was begun in it"), "{end}: {why}");
        drop(begin(&path).unwrap_or_else(|why| panic!("{end}: {why}")));
        assert!(fs::read(&path).unwrap().starts_with(&whole[..=header]), "{end}");
        drop(resumed(&path, Damaged::Refuse).unwrap());
    }
    // With its header whole it is a journal, and what is none of ours is nobody's to write over.
    for kept in [&whole[..=header], b"{\"muster\":\"jour\nnal\"", b"hello", b"{\"muster\":\"journey"] {
        fs::write(&path, kept).unwrap();
        assert!(begin(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), kept);
    }
    // Nor a whole journal whose line ends something has taken away or made others.
    let text = String::from_utf8(whole.clone()).unwrap();
    for kept in [text.replace('\n', "\r"), text.replace('\n', "")] {
        fs::write(&path, &kept).unwrap();
        let why = Journal::open(&path).unwrap_err().to_string();
        assert!(why.contains("damaged"), "{why}");
        assert!(begin(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
    // Nor what another table is just beginning.
    fs::write(&path, b"").unwrap();
    let other = fs::File::options().write(true).open(&path).unwrap();
    other.lock().unwrap();
    let refused = begin(&path).unwrap_err();
    assert!(matches!(refused, StartError::Journal(JournalError::InUse { .. })), "{refused}");
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_a_journal() {
    use std::os::unix::fs::PermissionsExt;
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    let copy = folder.path().join("copy.jsonl");
    assert!(matches!(
        table.answer(&eyes(&[0, 1]), Request::Save { path: copy.clone() }),
        Reply::Written { .. }
    ));
    for path in [path, copy] {
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{path:?}: the seed and every secret are in it");
    }
}

/// Neither waits for somebody who never comes.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), Path::new("/dev/zero"), folder.path()] {
        for refused in [Journal::open(path).map(|_| ()), Journal::lock(path).map(|_| ())] {
            assert!(refused.unwrap_err().to_string().contains("no plain file"), "{path:?}");
        }
    }
}

/// A draft that an undo put aside is drawn up again by the redo, also if the table was closed between them, or after them.
#[test]
fn a_draft_put_aside_outlives_the_table() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 halt; 1 bid 2");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    drop(table);
    let mut table = resumed(&path, Damaged::Refuse).unwrap();
    let revision = table.revision_of(0);
    table.redo(0, revision, Reach::Choice).unwrap();
    assert_eq!(listed(&table, 1), ["seal"]);
    drop(table);
    let table = resumed(&path, Damaged::Refuse).unwrap();
    assert_eq!(listed(&table, 1), ["seal"]);
    assert_eq!(Journal::open(&path).unwrap().damage, None);
}

/// What a seat took back of its draft can be done again after the table was closed, by its name, and as if it hadn't been closed:
/// choosing the next of it by hand keeps the rest, choosing something else drops it.
#[test]
fn what_was_taken_back_of_a_draft_outlives_the_table() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    let close = |table: Table| {
        drop(table);
        resumed(&path, Damaged::Refuse).unwrap()
    };
    let offered = |table: &mut Table| {
        let offer = table.undo_offer(0);
        (offer.redo.map(|one| one.text), offer.redo_command.map(|all| all.text))
    };
    play(&mut table, "0 bid 2; 0 seal");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Command, false).unwrap();
    let both = (Some("to bid 2".to_owned()), Some("to seal, to bid 2".to_owned()));
    assert_eq!(offered(&mut table), both);
    let mut table = close(table);
    assert_eq!(offered(&mut table), both);
    play(&mut table, "0 bid 2");
    let left = (Some("to seal".to_owned()), Some("to seal".to_owned()));
    assert_eq!(offered(&mut table), left);
    let mut table = close(table);
    assert_eq!(offered(&mut table), left);
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    play(&mut table, "0 bid 1");
    assert_eq!(offered(&mut table), (None, None));
    let mut table = close(table);
    assert_eq!(offered(&mut table), (None, None));
}

/// The same of a draft that an undo had put aside: what was taken back of it comes back with it.
#[test]
fn what_was_taken_back_of_a_draft_put_aside_outlives_the_table() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 halt; 1 bid 2; 1 seal");
    let revision = table.revision_of(1);
    table.undo(1, revision, Reach::Choice, false).unwrap();
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    drop(table);
    let mut table = resumed(&path, Damaged::Refuse).unwrap();
    let revision = table.revision_of(0);
    table.redo(0, revision, Reach::Choice).unwrap();
    drop(table);
    let mut table = resumed(&path, Damaged::Refuse).unwrap();
    assert_eq!(listed(&table, 1), ["seal"]);
    assert_eq!(table.undo_offer(1).redo.unwrap().text, "to seal");
}

/// A redo and the draft that it draws up again are one change: where a power failure leaves a part of it, none of it was done,
/// and it can be done again.
#[test]
fn a_change_of_several_entries_stands_whole_or_not_at_all() {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 halt; 1 bid 2");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    let before = fs::read(&path).unwrap().len();
    let revision = table.revision_of(0);
    table.redo(0, revision, Reach::Choice).unwrap();
    drop(table);
    let whole = fs::read(&path).unwrap();
    assert!(whole[before..].iter().filter(|byte| **byte == b'\n').count() > 1, "it has several lines");
    for end in before..=whole.len() {
        let cut = folder.path().join("cut");
        fs::write(&cut, &whole[..end]).unwrap();
        let mut table = resumed(&cut, Damaged::Refuse).unwrap();
        // Without its last line feed it is whole.
        if end < whole.len() - 1 {
            assert!(table.undo_offer(0).redo.is_some(), "cut at {end}");
            let revision = table.revision_of(0);
            table.redo(0, revision, Reach::Choice).unwrap();
        }
        assert_eq!(listed(&table, 1), ["seal"], "cut at {end}");
        drop(table);
        assert_eq!(Journal::open(&cut).unwrap().damage, None);
        fs::remove_file(cut).unwrap();
    }
    // Who cuts it before a difference cuts before the change.
    let mut opened = Journal::open(&path).unwrap();
    let entries = opened.entries.len();
    opened.truncate(entries - 1);
    assert_eq!(opened.entries.len(), Journal::open(&path).unwrap().entries.len() - 2);
}

/// The journal that a table goes on in after its own was cut has what is in force, and nothing that was taken back.
#[test]
fn what_was_taken_back_before_a_cut_is_not_done_again_after_it() {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 march");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
    let elsewhere = folder.path().join("elsewhere.jsonl");
    let saved = table.answer(&eyes(&[0, 1]), Request::Save { path: elsewhere.clone() });
    assert!(matches!(saved, Reply::Written { .. }));
    assert!(table.undo_offer(0).redo.is_none());
    let revision = table.revision_of(0);
    assert!(table.redo(0, revision, Reach::Choice).is_err());
    play(&mut table, "0 halt");
    let before = status(&mut table, None);
    drop(table);
    let mut again = resumed(&elsewhere, Damaged::Refuse).unwrap();
    assert_eq!(status(&mut again, None), before);
}

/// Dice that were arranged and haven't come up yet come up in the journal that a table goes on in.
#[test]
fn arranged_dice_outlive_a_cut_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let arranged = vec![1, 2, 6, 1, 5, 5];
    let config = muster_table::TableConfig {
        journal: Some(path.clone()),
        arranged,
        ..config([human("A"), human("B")])
    };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    play(&mut table, BIDS);
    fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
    let elsewhere = folder.path().join("elsewhere.jsonl");
    let saved = table.answer(&eyes(&[0, 1]), Request::Save { path: elsewhere.clone() });
    assert!(matches!(saved, Reply::Written { .. }));
    play(&mut table, "0 attack");
    let before = status(&mut table, None);
    drop(table);
    let mut again = resumed(&elsewhere, Damaged::Refuse).unwrap();
    assert_eq!(status(&mut again, None), before);
    // So they do, with what seats have drafted, where it is played on from the present step.
    let played_on = folder.path().join("played-on.jsonl");
    let step = again.standing(&eyes(&[0, 1])).steps;
    let asked = Request::PlayOn { step, path: played_on.clone(), seed: None };
    assert!(matches!(again.answer(&eyes(&[0, 1]), asked), Reply::Written { .. }));
    assert_eq!(status(&mut resumed(&played_on, Damaged::Refuse).unwrap(), None), before);
}
