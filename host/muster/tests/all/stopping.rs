//! Scripts that take long, in journals of tables that somebody opens.

#![cfg(feature = "window")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::fixture::{Desk, root, running::test_modules};
use muster::{Places, Shelf};
use muster_app::catalogue::{Catalogue, OpenTable, SavedTable};
use muster_contract::Module;
use muster_scripts::{Known, SCRIPT, Scenario, Texts};
use muster_sdk::Native;
use muster_table::messages::{FromTable, Holder, Reply, Request};
use muster_table::{Build, Journal, ScenarioRecord, SeatAssignment, Table, TableConfig};

/// Within the steps that a scenario's script may take, and long.
const SLOW: &str = "let t = \"\"; t.pad(64000, \"a\"); for i in 0..600000 { t.to_upper(); }";

fn shelf(desk: &Desk, modules: &Path) -> Shelf {
    let places = Places {
        modules: vec![modules.join("parley")],
        scenarios: desk.path("scenarios"),
        scripts: desk.path("scripts"),
        data: desk.path("data"),
        state: desk.path("state"),
        cache: None,
        source: None,
    };
    Shelf::open(&places).unwrap()
}

/// The reply to a request.
fn answer(open: &mut OpenTable, number: u64) -> Reply {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        match open.line.next() {
            Some(FromTable::Reply { id, reply }) if id == number => return reply,
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(1)),
        }
        assert!(Instant::now() < until, "the table says nothing");
    }
}

/// A journal of a table of Parley whose scenario has this script.
fn journal_of(desk: &Desk, script: &str) -> PathBuf {
    let module: Arc<dyn Module> = Arc::new(Native::<parley::Parley>::new("parley"));
    let texts = Texts::read(&root().join("tests/scenarios/parley")).unwrap();
    let scenario = Scenario::from_texts(&texts, &[Known::from(module.as_ref())]).unwrap();
    let mut files = texts.files;
    files.insert(SCRIPT.to_owned(), script.to_owned());
    let seat = |name: &str| SeatAssignment { holder: Holder::Human, name: name.into() };
    let path = desk.path("data/tables/quarrel.muster-table");
    std::fs::create_dir_all(desk.path("data/tables")).unwrap();
    let setting = TableConfig {
        seed: 7,
        seats: vec![seat("A"), seat("B")],
        build: Build { module: "parley".into(), version: "0.1.0".into(), component: String::new() },
        scenario: ScenarioRecord { title: "The quarrel".into(), name: "quarrel".into(), texts: files },
        journal: Some(path.clone()),
        ..TableConfig::default()
    };
    drop(Table::start(module, scenario.position, setting).unwrap());
    path
}

/// Whoever leaves while a table is being opened has its journal back at once, whatever its scenario's script does.
#[test]
fn a_script_is_stopped_when_nobody_waits_for_its_table() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("stop-opening");
    let path = journal_of(&desk, &format!("scenario(#{{ module: \"parley\", title: \"Slow\" }});\n{SLOW}"));
    let mut shelf = shelf(&desk, &modules);
    let saved = SavedTable { path: path.clone(), ..SavedTable::default() };
    let ready = |shelf: &mut Shelf| shelf.modules().iter().all(|card| card.description.is_some());
    while !ready(&mut shelf) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let until = Instant::now() + Duration::from_secs(60);
    let playing = loop {
        let playing = shelf.resume(&saved, false);
        std::thread::sleep(Duration::from_millis(300));
        if Journal::lock(&path).is_err() {
            break playing;
        }
        // It hasn't come to it yet, or it was this look at the journal that kept it from it.
        playing.break_off();
        shelf.modules();
        assert!(Instant::now() < until);
    };
    assert!(shelf.resumed().is_none(), "its script runs yet");
    playing.break_off();
    let left = Instant::now();
    shelf.modules();
    while Journal::lock(&path).is_err() {
        assert!(left.elapsed() < Duration::from_secs(2), "{:?}", left.elapsed());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A table is opened again whose scenario's script can't be run here: what it set up is in the journal.
#[test]
fn a_table_is_opened_without_its_script() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("stop-script");
    let path = journal_of(&desk, "scenario(#{ module: \"parley\", title: \"For ever\" });\nloop {}");
    let mut shelf = shelf(&desk, &modules);
    let saved = SavedTable { path, ..SavedTable::default() };
    let until = Instant::now() + Duration::from_secs(60);
    let opened = loop {
        shelf.modules();
        let playing = shelf.resume(&saved, false);
        let opened = loop {
            match shelf.resumed() {
                Some(opened) => break opened,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        drop(playing);
        match opened {
            Err(why) if why.words.contains("compiled") && Instant::now() < until => {}
            opened => break opened,
        }
    };
    let mut open = opened.unwrap();
    assert_eq!((open.title.as_str(), open.boards.len()), ("The quarrel", 2));
    assert!(!open.boards[0].1.cells.is_empty(), "its picture is there");
    let asked = open.line.send(Request::Standing);
    assert!(matches!(answer(&mut open, asked), Reply::Standing(_)));
}
