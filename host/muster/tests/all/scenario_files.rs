//! The scenario's files, saved while it is on the table: set up anew before the first choice, offered later.

use std::path::Path;
use std::sync::Arc;

use crate::fixture::running::Running;
use crate::fixture::{Desk, root};
use muster_contract::{Module, Seat};
use muster_scripts::rules::Rhai;
use muster_scripts::{Known, Scenario, Texts};
use muster_sdk::Native;
use muster_table::messages::{Holder, Peer, Reply, Request};
use muster_table::{
    Build, Damaged, Journal, Revision, ScenarioRecord, SeatAssignment, Table, TableConfig, verify,
};
use serde_json::json;

fn brigade() -> Arc<dyn Module> {
    Arc::new(Native::<brigade::Brigade>::new("brigade"))
}

fn build() -> Build {
    Build { module: "brigade".into(), version: "0.1.0".into(), component: String::new() }
}

/// First fight, with something in its script written otherwise.
fn scenario(from: &str, to: &str) -> Scenario {
    let mut texts = Texts::read(&root().join("scenarios/first-fight")).unwrap();
    let script = texts.files.get_mut("scenario.rhai").unwrap();
    assert!(script.contains(from), "{from}");
    *script = script.replacen(from, to, 1);
    Scenario::from_texts(&texts, &[Known::from(brigade().as_ref())]).unwrap()
}

fn record(scenario: &Scenario) -> ScenarioRecord {
    let texts = scenario.texts.files.clone();
    ScenarioRecord { title: scenario.heading.title.clone(), name: scenario.heading.id.clone(), texts }
}

fn table(journal: &Path) -> Table {
    let first = scenario("eight turns", "eight turns");
    let sitting = |name: &str| SeatAssignment { holder: Holder::Human, name: name.into() };
    let setting = TableConfig {
        seed: 7,
        seats: vec![sitting("A"), sitting("B")],
        scenario: record(&first),
        build: build(),
        journal: Some(journal.to_owned()),
        arranged: vec![6, 5, 4],
        rulebook: Some(Arc::new(Rhai)),
        ..TableConfig::default()
    };
    Table::start(brigade(), first.position, setting).unwrap()
}

fn take(table: &mut Table, seat: Seat, choice: &str) {
    table.act(seat, table.revision_of(seat), choice, None).unwrap_or_else(|refused| panic!("{refused}"));
}

fn where_is(table: &mut Table, unit: &str) -> String {
    let Reply::View { view, .. } = table.answer(&Peer::host([]), Request::View { eyes: None }) else {
        panic!("no view")
    };
    view.units.into_iter().find(|one| one.id == unit).unwrap().place.space
}

/// Any choice that the game waits for.
fn some_choice(table: &Table) -> (Seat, String) {
    let of = |seat: Seat| {
        let mut waiting =
            table.decisions_of(seat).filter(|decision| decision.waits).flat_map(|one| &one.choices);
        waiting.next().map(|choice| (seat, choice.id.clone()))
    };
    of(0).or_else(|| of(1)).unwrap()
}

fn opened(path: &Path) -> muster_table::Opened {
    Journal::open(path).unwrap().with_rulebook(Arc::new(Rhai))
}

#[test]
fn before_the_first_choice_the_table_is_set_up_anew_and_its_journal_says_so() {
    let desk = Desk::new("anew");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let path = desk.path("data/a.journal");
    let mut table = table(&path);
    let revision = table.revision_of(0);
    let same = scenario("// A first game", "// The first game");
    assert_eq!(
        table.revise_scenario(record(&same), same.position).unwrap(),
        Revision::SetUp,
        "other words are another text"
    );
    let moved = scenario("formation: us, at: \"0403\"", "formation: us, at: \"0404\"");
    assert_eq!(table.revise_scenario(record(&moved), moved.position.clone()).unwrap(), Revision::SetUp);
    assert_eq!(table.revise_scenario(record(&moved), moved.position).unwrap(), Revision::Same);
    assert_eq!(where_is(&mut table, "us-peabody"), "0404");
    assert!(table.revision_of(0) > revision, "what was decided on the old position is refused");
    // The dice that were arranged fall as they would have.
    take(&mut table, 0, "roll");
    let rolled = table.answer(&Peer::host([]), Request::Log { eyes: None, from: 0 });
    assert!(serde_json::to_string(&rolled).unwrap().contains("\"face\":6"), "{rolled:?}");
    drop(table);
    let journal = opened(&path);
    assert!(journal.header.scenario.texts["scenario.rhai"].contains("at: \"0404\""));
    assert!(!desk.path("data/a.journal.anew").exists());
    verify(brigade(), &journal).unwrap();
    let mut again =
        Table::resume(brigade(), build(), Journal::lock(&path).unwrap(), Damaged::Refuse).unwrap();
    assert_eq!(where_is(&mut again, "us-peabody"), "0404");
}

#[test]
fn later_the_game_goes_on_and_another_can_be_begun_or_replayed_as_far_as_it_is_legal() {
    let desk = Desk::new("offered");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let path = desk.path("data/a.journal");
    let mut table = table(&path);
    let begin_again = |table: &mut Table, name: &str, replay: bool| {
        let path = desk.path("data").join(name);
        table.begin_again(&path, replay).map(|replayed| (path, replayed))
    };
    assert!(begin_again(&mut table, "none", false).is_err(), "the files say what they said");
    for _ in 0..6 {
        let (seat, choice) = some_choice(&table);
        take(&mut table, seat, &choice);
    }
    let moved = scenario("at: \"0306\"", "at: \"0307\"");
    assert_eq!(table.revise_scenario(record(&moved), moved.position).unwrap(), Revision::Offered);
    assert!(table.standing(&Peer::host([])).revised);
    let before = where_is(&mut table, "cs-wood");
    let (anew, replayed) = begin_again(&mut table, "anew", false).unwrap();
    assert_eq!((replayed.choices, replayed.stopped), (0, None));
    let mut anew = Table::resume(brigade(), build(), Journal::lock(&anew).unwrap(), Damaged::Refuse).unwrap();
    assert_eq!(where_is(&mut anew, "cs-wood"), "0307");
    let (replay, replayed) = begin_again(&mut table, "replayed", true).unwrap();
    assert_eq!((replayed.choices, replayed.of, &replayed.stopped), (6, 6, &None));
    verify(brigade(), &opened(&replay)).unwrap();
    assert_eq!(where_is(&mut table, "cs-wood"), before, "the game itself goes on");
    // Without the guns that were moved, the replay ends where they were.
    let mut gone = scenario("board(\"board.toml\");", "board(\"board.toml\"); let other = 1;");
    let chosen: Vec<String> = gone.position.roster.iter().map(|unit| unit.id.clone()).collect();
    assert!(chosen.contains(&"us-hickenlooper".to_owned()));
    gone.position
        .roster
        .retain(|unit| !["us-hickenlooper", "us-miller", "us-peabody"].contains(&unit.id.as_str()));
    assert_eq!(table.revise_scenario(record(&gone), gone.position).unwrap(), Revision::Offered);
    let reply =
        table.answer(&Peer::host([]), Request::BeginAgain { path: desk.path("data/short"), replay: true });
    assert!(matches!(reply, Reply::Written { .. }), "{reply:?}");
    let told: Vec<String> = table.take_events().iter().map(|news| format!("{news:?}")).collect();
    assert!(told.iter().any(|news| news.contains("decisions stand under the changed scenario")), "{told:?}");
    // And with other seats it is no change of this table.
    let mut crowded = scenario("eight turns", "nine turns");
    crowded.position.setup.seats.push("us".into());
    let refused = table.revise_scenario(record(&crowded), crowded.position).unwrap_err();
    assert!(refused.reason.contains("3 seats"), "{refused}");
}

#[test]
fn a_change_that_breaks_a_rule_leaves_the_table_as_it_was() {
    let desk = Desk::new("broken-anew");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let path = desk.path("data/a.journal");
    let mut table = table(&path);
    let mut bad = scenario("eight turns", "ten turns");
    for unit in &mut bad.position.roster {
        unit.place = None;
    }
    let before = where_is(&mut table, "us-peabody");
    table.revise_scenario(record(&bad), bad.position).unwrap_err();
    assert_eq!(where_is(&mut table, "us-peabody"), before);
    take(&mut table, 0, "roll");
    drop(table);
    verify(brigade(), &opened(&path)).unwrap();
    assert!(!path.with_extension("anew").exists());
}

/// What is told of a scenario that was changed: Parley begins with bids, and while seats decide in secret no table is set up anew.
const OFFERED: &str = "can be started again or replayed";

/// The scenario of the game that is begun from what its files say now.
fn begun_again(running: &mut Running, desk: &Desk) -> muster_table::ScenarioRecord {
    let path = desk.path("data/anew.journal");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let written = running.ask(json!({"ask": "begin-again", "path": path})).expect("it runs");
    assert_eq!(written["reply"], "written", "{written}");
    Journal::open(&path).unwrap().header.scenario
}

#[test]
fn the_program_follows_the_scenarios_files() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("follow-scenario");
    let file = desk.path("scenarios/quarrel/scenario.rhai");
    let text = std::fs::read_to_string(&file).unwrap();
    let path = desk.path("data/kept.journal");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let kept = path.display().to_string();
    let mut running =
        Running::start(&desk, &["table", "parley", "quarrel", "--seed", "7", "--journal", &kept]);
    running.ask(json!({"ask": "standing"})).expect("it runs");
    // Half written: the table stays, and line and remedy are told.
    std::fs::write(&file, text.replace("fact(\"turns\", 3);", "fact(\"turns\", ")).unwrap();
    let notice = running.wait_for("the scenario stays as it was");
    assert!(notice.to_string().contains("scenario.rhai:"), "{notice}");
    // By an editor that renames: four turns instead of three.
    let draft = desk.path("scenarios/quarrel/.draft");
    std::fs::write(&draft, text.replace("fact(\"turns\", 3);", "fact(\"turns\", 4);")).unwrap();
    std::fs::rename(&draft, &file).unwrap();
    running.wait_for("\"revised\":true");
    running.wait_for(OFFERED);
    let view = running.ask(json!({"ask": "view"})).expect("it runs");
    assert_eq!(view["view"]["turn"]["of"], 3, "{view}");
    assert!(begun_again(&mut running, &desk).texts["scenario.rhai"].contains("\"turns\", 4"));
    // Deleted and written again.
    std::fs::remove_file(&file).unwrap();
    running.wait_for("the scenario stays as it was");
    let mut luck = crate::fixture::running::Luck(3);
    running.choose(&mut luck);
    std::fs::write(&file, text.replace("fact(\"turns\", 3);", "fact(\"turns\", 5);")).unwrap();
    running.wait_for(OFFERED);
    let copy = desk.path("data/again.journal").display().to_string();
    let written = running.ask(json!({"ask": "begin-again", "path": copy, "replay": true})).expect("it runs");
    assert_eq!(written["reply"], "written", "{written}");
    running.leave();
    let again = Journal::open(Path::new(&copy)).unwrap();
    assert!(again.header.scenario.texts["scenario.rhai"].contains("\"turns\", 5"));
}

/// What was changed while nobody played is offered when the game is opened again.
#[test]
fn a_change_made_between_two_sittings_is_offered() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("changed-between");
    let file = desk.path("scenarios/quarrel/scenario.rhai");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let kept = desk.path("data/kept.journal").display().to_string();
    let mut running =
        Running::start(&desk, &["table", "parley", "quarrel", "--seed", "7", "--journal", &kept]);
    running.ask(json!({"ask": "standing"})).expect("it runs");
    let mut luck = crate::fixture::running::Luck(3);
    for _ in 0..4 {
        running.choose(&mut luck);
    }
    running.leave();
    std::fs::write(&file, text.replace("fact(\"turns\", 3);", "fact(\"turns\", 5);")).unwrap();
    let mut running = Running::start(&desk, &["table", "--resume", &kept]);
    running.wait_for("was changed since this game was set up");
    let copy = desk.path("data/again.journal").display().to_string();
    let written = running.ask(json!({"ask": "begin-again", "path": copy})).expect("it runs");
    assert_eq!(written["reply"], "written", "{written}");
    running.leave();
    let again = Journal::open(Path::new(&copy)).unwrap();
    assert!(again.header.scenario.texts["scenario.rhai"].contains("\"turns\", 5"));
}

/// A scenario that is named by its path is followed there, and not the one of its name in the library.
#[test]
fn the_program_follows_a_scenario_that_lies_anywhere() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("follow-elsewhere");
    let (listed, own) = (desk.path("scenarios/quarrel"), desk.path("elsewhere/quarrel"));
    std::fs::create_dir_all(&own).unwrap();
    for entry in std::fs::read_dir(&listed).unwrap().flatten() {
        std::fs::copy(entry.path(), own.join(entry.file_name())).unwrap();
    }
    let text = std::fs::read_to_string(listed.join("scenario.rhai")).unwrap();
    let turns = |turns: &str| text.replace("fact(\"turns\", 3);", &format!("fact(\"turns\", {turns});"));
    let path = own.display().to_string();
    let mut running = Running::start(&desk, &["table", "parley", &path, "--seed", "7"]);
    running.ask(json!({"ask": "standing"})).expect("it runs");
    std::fs::write(listed.join("scenario.rhai"), turns("5")).unwrap();
    std::fs::write(own.join("scenario.rhai"), turns("4")).unwrap();
    running.wait_for(OFFERED);
    assert!(begun_again(&mut running, &desk).texts["scenario.rhai"].contains("\"turns\", 4"));
    running.leave();
}

/// A board that several scenarios share is followed like a scenario's own files, and a journal keeps it.
#[test]
fn the_program_follows_shared_files() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("follow-shared");
    let (own, shared) =
        (desk.path("scenarios/quarrel/valley.toml"), desk.path("scenarios/shared/parley/valley.toml"));
    std::fs::create_dir_all(desk.path("scenarios/shared/parley")).unwrap();
    std::fs::rename(&own, &shared).unwrap();
    let script = desk.path("scenarios/quarrel/scenario.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(text.contains("board(\"valley.toml\")"));
    std::fs::write(&script, text.replace("\"valley.toml\"", "\"shared/parley/valley.toml\"")).unwrap();
    let mut running = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "7"]);
    running.ask(json!({"ask": "standing"})).expect("it runs");
    let board = std::fs::read_to_string(&shared).unwrap();
    std::fs::write(&shared, board.replace("title = ", "titel = ")).unwrap();
    let notice = running.wait_for("the scenario stays as it was");
    assert!(notice.to_string().contains("shared/parley/valley.toml:"), "{notice}");
    let first = board.lines().find(|line| line.starts_with("title = ")).expect("a title");
    std::fs::write(&shared, board.replacen(first, "title = \"Another valley\"", 1)).unwrap();
    running.wait_for(OFFERED);
    let scenario = begun_again(&mut running, &desk);
    running.leave();
    assert!(scenario.texts["shared/parley/valley.toml"].contains("Another valley"));
    let journal = Journal::open(&desk.path("data/anew.journal")).unwrap();
    assert_eq!(journal.header.position.boards[0].title, "Another valley");
}
