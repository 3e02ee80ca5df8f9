//! A journal has its name when it is whole, and who waits until one has been played again sees how far that is.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use muster_table::{
    Damaged, Journal, Playing, StartError, Table,
    messages::{Reply, Request},
};

use crate::{BIDS, build, config, eyes, human, in_folder, journal_site::resumed, play, toy};

/// Whoever looks while a game is saved or played on elsewhere finds nothing under the name, or all of it: as he would after a
/// kill at that moment.
#[test]
fn what_is_saved_has_its_name_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    // Long enough for somebody to look while it is written.
    let texts = [("scenario.rhai".to_owned(), "//".repeat(4 << 20))].into();
    let scenario = muster_table::ScenarioRecord { texts, ..Default::default() };
    let journal = Some(folder.path().join("game.jsonl"));
    let config = muster_table::TableConfig { scenario, journal, ..config([human("A"), human("B")]) };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    let saved = |name: &str| folder.path().join(name);
    for request in [
        Request::Save { path: saved("copy.jsonl") },
        Request::PlayOn { step: 1, path: saved("onward.jsonl"), seed: None },
    ] {
        let (Request::Save { path } | Request::PlayOn { path, .. }) = &request else { unreachable!() };
        let written = AtomicBool::new(false);
        let (first_seen, reply) = std::thread::scope(|scope| {
            let look = scope.spawn(|| {
                loop {
                    let done = written.load(Relaxed);
                    let there = fs::metadata(path).ok();
                    if done || there.is_some() {
                        return there.map(|about| about.len());
                    }
                }
            });
            let reply = table.answer(&eyes(&[0, 1]), request.clone());
            written.store(true, Relaxed);
            (look.join().unwrap(), reply)
        });
        assert!(matches!(reply, Reply::Written { .. }), "{reply:?}");
        assert_eq!(first_seen, Some(fs::metadata(path).unwrap().len()), "{request:?}");
        assert!(resumed(path, Damaged::Refuse).is_ok());
        let again = table.answer(&eyes(&[0, 1]), request.clone());
        assert!(
            matches!(&again, Reply::Refused(why) if why.reason.contains("not written over")),
            "{again:?}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left beside them");
}

/// What killed programs have left goes with the next save; what somebody may be writing stays, and what is nobody's of ours.
#[test]
fn what_a_kill_left_half_goes_with_the_next_save() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, age: u64| {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        let age = std::time::Duration::from_secs(age);
        file.set_modified(std::time::SystemTime::now() - age).unwrap();
        file
    };
    let held = made(".muster-70-1", 3600);
    held.try_lock().unwrap();
    for (name, age) in
        [(".muster-70-2", 3600), (".muster-70-3", 5), (".muster-mine-4", 3600), ("muster-70-5", 3600)]
    {
        made(name, age);
    }
    let journal = Some(folder.path().join("game.jsonl"));
    let config = muster_table::TableConfig { journal, ..config([human("A"), human("B")]) };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    let reply = table.answer(&eyes(&[0, 1]), Request::Save { path: folder.path().join("copy.jsonl") });
    assert!(matches!(reply, Reply::Written { .. }), "{reply:?}");
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let stay = [".muster-70-1", ".muster-70-3", ".muster-mine-4", "copy.jsonl", "game.jsonl", "muster-70-5"];
    assert_eq!(names, stay);
    drop(held);
}

#[test]
fn whoever_waits_for_a_journal_sees_how_far_it_is_and_may_leave() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    let entries = table.entries();
    drop(table);
    let playing = Playing::default();
    let open = || {
        let locked = Journal::lock(&path).unwrap().with_playing(playing.clone());
        Table::resume(toy::Toy::new(), build(), locked, Damaged::Refuse)
    };
    assert_eq!(playing.so_far(), (0, 0));
    drop(open().unwrap());
    assert_eq!(playing.so_far(), (entries - 1, entries));
    playing.break_off();
    assert!(matches!(open(), Err(StartError::BrokenOff)));
    assert_eq!(resumed(&path, Damaged::Refuse).unwrap().entries(), entries, "nothing is changed by it");
}
