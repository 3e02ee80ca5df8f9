//! What the window offers.

#![cfg(feature = "window")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::fixture::{Desk, running::test_modules};
use muster::{Places, Shelf};
use muster_app::catalogue::{
    Addition, Catalogue, ModuleCard, ModuleState, NewTable, OpenTable, SavedTable, ScenarioCard,
    ScenarioState, Script, Unopened,
};
use muster_table::Journal;
use muster_table::journal::EntryKind;
use muster_table::messages::{FromTable, Holder, Reply, Request};

fn places(desk: &Desk, modules: &Path) -> Places {
    Places {
        modules: vec![modules.join("hostile")],
        scenarios: desk.path("scenarios"),
        scripts: desk.path("scripts"),
        data: desk.path("data"),
        state: desk.path("state"),
        cache: None,
        source: None,
    }
}

/// Looks at the card again until it is as wanted.
#[track_caller]
fn wait_for(shelf: &mut Shelf, wanted: impl Fn(&ModuleCard) -> bool) -> ModuleCard {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let card = shelf.modules().into_iter().next().unwrap();
        if wanted(&card) {
            return card;
        }
        assert!(Instant::now() < until, "{:?}", card.scenarios);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The cards of a scenario: one, or the test fails.
#[track_caller]
fn one<'c>(card: &'c ModuleCard, id: &str) -> &'c ScenarioCard {
    let all: Vec<_> = card.scenarios.iter().filter(|scenario| scenario.id == id).collect();
    let [one] = all[..] else { panic!("{all:?}") };
    one
}

/// The only journal; what else is written beside it isn't one.
#[track_caller]
fn journal(desk: &Desk) -> PathBuf {
    let mut files = std::fs::read_dir(desk.path("data/tables")).unwrap().flatten().map(|file| file.path());
    files.find(|path| path.extension().is_some_and(|end| end == "jsonl")).expect("a journal")
}

/// A table on the ladder for so many who sit here.
fn on_ladder(seats: usize) -> NewTable {
    NewTable {
        module: "hostile".into(),
        scenario: "ladder".into(),
        options: Vec::new(),
        rules: Vec::new(),
        holders: vec![Holder::Human; seats],
        seed: Some(1),
        strict_undo: false,
    }
}

/// What a person at the lobby chooses to play on the ladder.
#[track_caller]
fn ladder(shelf: &mut Shelf) -> NewTable {
    wait_for(shelf, |card| !card.listing && card.description.is_some());
    shelf.preview("hostile", "ladder");
    let card = wait_for(shelf, |card| !waits(one(card, "ladder")));
    on_ladder(one(&card, "ladder").seats().len())
}

fn waits(scenario: &ScenarioCard) -> bool {
    scenario.state == ScenarioState::Waiting
}

/// Somebody's scripts take long to say what they are, and longer to be set up: the window has its cards at once, and only what
/// is looked at is set up.
#[test]
fn the_window_waits_for_no_script() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("slow-scripts");
    desk.lay_ladder("none");
    let lay = |name: String, text: &str| {
        let folder = desk.path("data").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("scenario.rhai"), text).unwrap();
    };
    let heading = "scenario(#{ module: \"hostile\", title: \"Slow\" });";
    let slow = "let a = []; while a.len() < 3900 { a.push(\"abc\" + a.len()); }\n\
                loop { let b = a; b.sort(); b.reverse(); }";
    for number in 0..6 {
        lay(format!("scenarios/slow-{number}"), &format!("{heading}\n{slow}"));
    }
    for number in 0..20 {
        lay(format!("modules/hostile/scenarios/late-{number}"), &format!("{slow}\n{heading}"));
    }
    let places = places(&desk, &modules);
    let mut shelf = Shelf::open(&places).unwrap();
    let began = Instant::now();
    let first = shelf.modules();
    assert!(began.elapsed() < Duration::from_millis(900), "{:?}", began.elapsed());
    assert!(first.len() == 1 && first[0].listing);
    // All are listed with what is known of them, and none is set up that nobody has looked at.
    let card = wait_for(&mut shelf, |card| !card.listing && card.description.is_some());
    assert_eq!(card.scenarios.len(), 27);
    let slow = |scenario: &&ScenarioCard| scenario.id.starts_with("slow");
    let read: Vec<_> = card.scenarios.iter().filter(slow).collect();
    assert!(read.iter().all(|scenario| scenario.title == "Slow" && waits(scenario)), "{read:?}");
    assert!(card.scenarios.iter().all(|scenario| !scenario.lightest), "none says how complex it is");
    let ladder = one(&card, "ladder");
    assert!(ladder.title == "The ladder" && waits(ladder) && ladder.seats().is_empty());
    shelf.preview("hostile", "ladder");
    let card = wait_for(&mut shelf, |card| !waits(one(card, "ladder")));
    assert_eq!(one(&card, "ladder").seats().len(), 2, "{:?}", one(&card, "ladder"));
    assert!(card.scenarios.iter().filter(slow).all(waits), "nobody has looked at them");
    let until = Instant::now() + Duration::from_secs(60);
    while shelf.preview("hostile", "ladder").is_none() {
        assert!(Instant::now() < until, "no picture");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Nor does the window wait while one is set up.
    let began = Instant::now();
    assert!(shelf.preview("hostile", "slow-0").is_none() && !shelf.modules().is_empty());
    assert!(began.elapsed() < Duration::from_millis(900), "{:?}", began.elapsed());
}

/// One's own scenario stands before the one that comes with Muster, and the row says what is opened.
#[test]
fn of_two_scenarios_of_a_name_the_lobby_shows_the_one_that_opens() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("two-ladders");
    desk.lay_ladder("none");
    let own = desk.path("data/scenarios/ladder");
    std::fs::create_dir_all(&own).unwrap();
    for file in std::fs::read_dir(desk.path("scenarios/ladder")).unwrap().flatten() {
        std::fs::copy(file.path(), own.join(file.file_name())).unwrap();
    }
    let script = own.join("scenario.rhai");
    let shipped = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, shipped.replace("The ladder", "My ladder")).unwrap();
    // A bundle of another module brings one of that name too.
    let other = desk.path("data/modules/toy/scenarios/ladder");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(other.join("scenario.rhai"), "scenario(#{ module: \"toy\", title: \"Toy\" });").unwrap();
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let card = wait_for(&mut shelf, |card| !card.listing && card.description.is_some());
    let row = one(&card, "ladder");
    assert_eq!((card.scenarios.len(), row.title.as_str()), (1, "My ladder"));
    assert!(row.behind.contains("comes with Muster"), "{}", row.behind);
    shelf.preview("hostile", "ladder");
    let card = wait_for(&mut shelf, |card| !waits(one(card, "ladder")));
    let table = on_ladder(one(&card, "ladder").seats().len());
    assert_eq!(shelf.open(&table).map(|open| open.title), Ok("My ladder".to_owned()));
    // Back in the lobby, what was changed meanwhile is shown.
    std::fs::write(&script, shipped.replace("\"The ladder\",", "\"The ladder\"")).unwrap();
    let card = wait_for(&mut shelf, |card| matches!(one(card, "ladder").state, ScenarioState::Refused(_)));
    let row = one(&card, "ladder");
    assert!(row.title == "ladder" && row.behind.contains("comes with Muster"), "{row:?}");
    let ScenarioState::Refused(why) = &row.state else { panic!("{row:?}") };
    assert!(why.starts_with("scenario.rhai:1:"), "{why}");
}

/// A saved table is opened beside the window, and closed again where nobody waited for it.
#[test]
fn a_saved_table_is_opened_beside_the_window() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("resumed");
    desk.lay_ladder("none");
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let table = ladder(&mut shelf);
    drop(shelf.open(&table).unwrap());
    let until = Instant::now() + Duration::from_secs(60);
    let saved = SavedTable { path: journal(&desk), ..SavedTable::default() };
    let mut open = |break_off: bool| {
        let playing = shelf.resume(&saved, false);
        if break_off {
            // However far it was by then.
            playing.break_off();
            shelf.modules();
            assert!(shelf.resumed().is_none());
            return None;
        }
        loop {
            assert!(Instant::now() < until);
            match shelf.resumed() {
                Some(opened) => return Some(opened.map(|open| open.title)),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    };
    assert_eq!(open(true), None);
    // Its thread may have the journal for a moment yet.
    let opened = loop {
        match open(false).unwrap() {
            Err(why) if why.words.contains("open at another table") && Instant::now() < until => {}
            opened => break opened,
        }
    };
    assert_eq!(opened.unwrap(), "The ladder");
    drop(shelf);
    // One that was opened with Muster can come before its module is compiled.
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let opened = loop {
        shelf.resume(&saved, false);
        let opened = loop {
            match shelf.resumed() {
                Some(opened) => break opened.map(|open| open.title),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        match opened {
            Err(why) if why.words.contains("open at another table") && Instant::now() < until => {}
            opened => break opened,
        }
    };
    assert_eq!(opened.map_err(|why| why.words), Ok("The ladder".to_owned()));
}

/// Muster has no other copy of what comes with it, so the workbench keeps what it writes over.
#[test]
fn what_the_workbench_writes_over_is_kept_if_it_came_with_muster() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("kept");
    desk.lay_ladder("none");
    let script = desk.path("scenarios/ladder/scenario.rhai");
    let shipped = std::fs::read_to_string(&script).unwrap();
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let table = ladder(&mut shelf);
    let mut write = |text: &str| {
        let open = shelf.open(&table).unwrap();
        let tools = open.tools.as_ref().expect("it is this program's own table");
        for text in [format!("{text} draft"), text.to_owned()] {
            tools.save(&Script::Scenario, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&script).unwrap(), text);
    };
    let kept = |name: &str| std::fs::read_to_string(desk.path("data/kept/ladder").join(name)).unwrap();
    let mine = shipped.replace("The ladder", "My ladder");
    write(&mine);
    assert_eq!(kept("scenario.rhai"), shipped);
    write(&shipped);
    assert_eq!(kept("scenario.rhai"), shipped, "the first stays");
    assert_eq!(kept("scenario.rhai.kept"), mine);
    // What is one's own has other copies, or is its owner's affair.
    assert_eq!(std::fs::read_dir(desk.path("data/kept")).unwrap().count(), 1);
}

/// A module that is dropped onto the window is installed beside it, however long another program holds the folder.
#[test]
fn a_module_is_added_beside_the_window() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("shelf-adds");
    desk.lay_ladder("none");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let lock = std::fs::File::create(desk.path("data/modules.lock")).unwrap();
    lock.lock().unwrap();
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let began = Instant::now();
    shelf.add_module(&modules.join("outpost"));
    assert_eq!(shelf.addition(), Addition::UnderWay);
    shelf.modules();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    drop(lock);
    let until = Instant::now() + Duration::from_secs(60);
    while shelf.addition() == Addition::UnderWay {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(shelf.addition(), Addition::None);
    assert!(desk.path("data/modules/outpost/plugin.toml").is_file());
    shelf.add_module(&desk.path("data/none.muster"));
    while shelf.addition() == Addition::UnderWay {
        std::thread::sleep(Duration::from_millis(20));
    }
    let Addition::Refused(why) = shelf.addition() else { panic!("{:?}", shelf.addition()) };
    assert!(why.contains("none.muster"), "{why}");
}

/// A module that is being compiled is not waited for: that may take a minute.
#[test]
fn a_module_that_is_being_compiled_is_not_waited_for() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("shelf-compiles");
    desk.lay_ladder("none");
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    let table = on_ladder(2);
    // No code is kept, so it takes a moment.
    if let Err(why) = shelf.open(&table) {
        assert!(why.contains("still being compiled"), "{why}");
    }
    wait_for(&mut shelf, |card| card.state == ModuleState::Ready);
    assert_eq!(shelf.open(&table).map(|open| open.title), Ok("The ladder".to_owned()));
}

/// A table is set up while the window waits: a module that would let it wait for a minute is interrupted.
#[test]
fn a_module_that_loops_while_a_table_is_set_up_does_not_hold_the_window_up_for_long() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("shelf");
    let open = |mischief: &str| {
        desk.lay_ladder(mischief);
        let places = places(&desk, &modules);
        let table = on_ladder(2);
        let mut shelf = Shelf::open(&places).unwrap();
        wait_for(&mut shelf, |card| card.state == ModuleState::Ready);
        shelf.open(&table).map(|open| open.title)
    };
    assert_eq!(open("none"), Ok("The ladder".to_owned()));
    let began = Instant::now();
    let refused = open("loop in create").unwrap_err();
    assert!(refused.contains("module hostile failed in create: it was stopped"), "{refused}");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// How a game ended is known in the lobby, though no more of its journal is read there than its first line.
#[test]
fn a_game_that_is_over_is_listed_with_how_it_ended() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("over");
    desk.lay_ladder("none");
    let mut shelf = Shelf::open(&places(&desk, &modules)).unwrap();
    wait_for(&mut shelf, |card| card.state == ModuleState::Ready);
    let (module, scenario) = ("hostile".into(), "ladder".into());
    let (options, rules, holders) = (Vec::new(), Vec::new(), vec![Holder::Human; 2]);
    let table = NewTable { module, scenario, options, rules, holders, seed: Some(1), strict_undo: false };
    let mut open = shelf.open(&table).unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    assert!(play(&mut open, usize::MAX), "it is over");
    // Whoever leaves the table sees the list at once, before the table's thread has kept how it stands.
    wait_for_saved(&mut shelf, |_| true);
    drop(open);
    let listed = |shelf: &mut Shelf| shelf.saved().into_iter().find_map(|table| table.over);
    let how = loop {
        if let Some(how) = listed(&mut shelf) {
            break how;
        }
        assert!(Instant::now() < until, "{:?}", shelf.saved());
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(how.contains("victory") || how.contains("A drawn battle"), "{how}");
    let table = &shelf.saved()[0];
    assert_eq!((table.module.as_str(), table.decides.as_str()), ("hostile", ""), "nobody decides any more");
    assert_eq!(shelf.saved().len(), 1, "what is kept beside the journal is no table");
}

/// Takes the first choice of whoever is waited for, so many times or until the game is over; says whether it is.
fn play(open: &mut OpenTable, choices: usize) -> bool {
    let until = Instant::now() + Duration::from_secs(60);
    let mut ask = |request: Request| {
        let number = open.line.send(request);
        loop {
            match open.line.next() {
                Some(FromTable::Reply { id, reply }) if id == number => return reply,
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(2)),
            }
            assert!(Instant::now() < until, "the table says nothing");
        }
    };
    for _ in 0..choices {
        let Reply::Standing(standing) = ask(Request::Standing) else { panic!("no standing") };
        if standing.outcome.is_some() {
            return true;
        }
        let seat = standing.seats.iter().find(|seat| seat.waited_for).unwrap().seat;
        let Reply::Decisions { revision, decisions, .. } = ask(Request::Decisions { seat }) else { panic!() };
        ask(Request::Act { seat, revision, choice: decisions[0].choices[0].id.clone(), target: None });
    }
    false
}

/// Waits until the only saved table is as wanted.
#[track_caller]
fn wait_for_saved(shelf: &mut Shelf, wanted: impl Fn(&SavedTable) -> bool) -> SavedTable {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let saved = shelf.saved();
        if let [table] = &saved[..]
            && wanted(table)
        {
            return table.clone();
        }
        assert!(Instant::now() < until, "{saved:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Begins a table, plays so many choices and leaves it; gives the lobby.
fn left_after(desk: &Desk, modules: &Path, choices: usize) -> Shelf {
    desk.lay_ladder("none");
    let mut shelf = Shelf::open(&places(desk, modules)).unwrap();
    let table = ladder(&mut shelf);
    let mut open = shelf.open(&table).unwrap();
    assert!(!play(&mut open, choices));
    drop(open);
    shelf
}

/// The lobby tells how a table stood when it was left, and no module is asked for that.
#[test]
fn a_table_is_listed_with_whose_move_it_is_and_is_renamed_and_deleted() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("stands");
    let mut shelf = left_after(&desk, &modules, 2);
    let kept = |ending: &str| {
        let files = std::fs::read_dir(desk.path("data/tables")).unwrap().flatten();
        files.filter(|file| file.path().extension().is_some_and(|end| end == ending)).count()
    };
    let until = Instant::now() + Duration::from_secs(60);
    while kept("standing") == 0 {
        assert!(Instant::now() < until, "how it stands is kept");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(shelf);
    // The modules lie elsewhere by now.
    let places = Places { modules: vec![desk.path("none")], ..places(&desk, &modules) };
    shelf = Shelf::open(&places).unwrap();
    let table = wait_for_saved(&mut shelf, |table| !table.decides.is_empty());
    assert_eq!((table.title.as_str(), table.module.as_str()), ("The ladder", "hostile"));
    assert!(table.over.is_none() && table.note.starts_with("begun "), "{table:?}");
    shelf.rename(&table, "Mine").unwrap();
    let renamed = wait_for_saved(&mut shelf, |table| table.title == "Mine");
    assert_eq!((renamed.scenario.as_str(), &renamed.decides), ("The ladder", &table.decides));
    let opened = Journal::lock(&table.path).unwrap();
    let why = shelf.delete(&table).unwrap_err();
    assert!(why.contains("open at another table"), "{why}");
    drop(opened);
    shelf.delete(&table).unwrap();
    assert_eq!((kept("jsonl"), kept("standing")), (0, 0));
}

/// A newer build of a module plays otherwise from some choice on: what comes before isn't lost.
#[test]
fn a_table_that_a_build_can_not_follow_is_played_on_from_before_it_differs() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("differs");
    let mut shelf = left_after(&desk, &modules, 4);
    let journal = journal(&desk);
    let until = Instant::now() + Duration::from_secs(60);
    while Journal::lock(&journal).is_err() {
        assert!(Instant::now() < until, "the table is closed");
        std::thread::sleep(Duration::from_millis(5));
    }
    // As a build wrote it that had a choice more.
    let then = Journal::open(&journal).unwrap();
    let path = desk.path("data/tables/another.jsonl");
    let mut written = Journal::create(&path, &then.header).unwrap();
    for mut entry in then.entries.clone() {
        if let (4, EntryKind::Choice { choice, .. }) = (entry.n, &mut entry.kind) {
            *choice = "fly".to_owned();
        }
        written.append(vec![(entry.kind, entry.hash, entry.rolls)], true).unwrap();
    }
    drop(written);
    let saved = SavedTable { path: path.clone(), ..SavedTable::default() };
    let mut resume = |accepted: bool| -> Result<OpenTable, Unopened> {
        shelf.resume(&saved, accepted);
        loop {
            assert!(Instant::now() < until);
            match shelf.resumed() {
                Some(opened) => return opened,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    };
    let Err(why) = resume(false) else { panic!("it can't be followed") };
    assert!(why.stands && why.words.contains("at choice 4"), "{why:?}");
    assert_eq!(Journal::open(&path).unwrap().entries.len(), then.entries.len(), "nothing is changed yet");
    drop(resume(true).map_err(|why| why.words).unwrap());
    let damaged = std::fs::read_dir(desk.path("data/tables")).unwrap().flatten();
    let aside = damaged.filter(|file| file.path().to_string_lossy().contains("damaged")).count();
    assert_eq!((Journal::open(&path).unwrap().entries.len(), aside), (3, 1), "all of it is kept beside it");
}
