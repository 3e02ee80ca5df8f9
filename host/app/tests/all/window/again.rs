//! What was taken back and done again, what is replayed, and what is gone on with.

use super::*;
use egui::{Key, Rect, pos2, vec2};
use muster_app::catalogue::GuideNote;
use muster_app::settings::Settings;
use muster_contract::{Choice, ChoiceRole, Decision, EventKind, Target};
use muster_table::messages::{FromTable, LogItem, LogKind, Update};

fn logs(sent: &Sent) -> usize {
    let whole = |request: &&Request| matches!(request, Request::Log { from: 0, .. });
    sent.lock().expect("no thread panics with it").iter().filter(whole).count()
}

fn note(record: u64, kind: LogKind) -> LogItem {
    LogItem { record, step: None, kind, events: vec![], command: false, ..stage::log()[3].clone() }
}

#[test]
fn what_was_done_again_is_no_longer_struck_through() {
    let line = Acted::default();
    let (sent, later) = (line.sent.clone(), line.later.clone());
    let mut harness = window(Shelf::default(), Some(line));
    let before = logs(&sent);
    let news = vec![stage::log()[3].clone(), note(5, LogKind::Redo { steps: 1 })];
    let changed = Update::Changed { news, back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(4);
    assert_eq!(logs(&sent), before + 1, "the records that hold again are asked for");
}

#[test]
fn what_was_taken_back_in_a_row_is_told_once() {
    let mut log = stage::log();
    let undo = |record| note(record, LogKind::Undo { steps: 1, beyond: false });
    log.extend([undo(4), undo(5), note(6, LogKind::Redo { steps: 1 }), undo(7)]);
    let harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    let told: Vec<String> = painted(&harness).iter().map(|(_, galley)| galley.text().to_owned()).collect();
    let notes: Vec<&String> =
        told.iter().filter(|text| text.starts_with("Took back") || text.starts_with("Did ")).collect();
    assert_eq!(notes, ["Took back 2 choices"]);
}

#[test]
fn a_turn_stands_once_at_the_scrubber() {
    let mut log = stage::log();
    for (item, (step, words)) in log.iter_mut().zip([
        (5, "Turn 2, march"),
        (20, "Turn 2, fire"),
        (35, "Turn 2, combat"),
        (50, "Turn 3, march"),
    ]) {
        item.step = Some(step);
        item.events.truncate(1);
        item.events[0].kind = EventKind::Phase("move".into());
        item.events[0].text = words.into();
    }
    let harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    let count = |words: &str| painted(&harness).iter().filter(|(_, galley)| galley.text() == words).count();
    assert_eq!([count("turn 2"), count("turn 3")], [1, 1]);
}

fn the_note() -> GuideNote {
    GuideNote {
        decision: "move".into(),
        turn: None,
        side: None,
        unit: None,
        title: "Turning to a corner".into(),
        text: "A brigade faces a corner of its hex.".into(),
        citation: None,
    }
}

fn guided(begun: bool, settings: Settings) -> Harness<'static, Option<Window>> {
    let table = OpenTable { notes: vec![the_note()], begun, ..stage::table(Acted::default()) };
    window_of(vec2(1600.0, 1000.0), Shelf { settings, ..Shelf::default() }, Some(table))
}

#[test]
fn a_note_that_was_read_stays_read_when_the_game_is_gone_on_with() {
    let title = "Turning to a corner";
    let read = || Settings { notes_read: [format!("Shiloh: {title}")].into(), ..Settings::default() };
    assert!(is_painted(&guided(true, Settings::default()), title));
    assert!(!is_painted(&guided(true, read()), title));
    // Who begins anew is guided anew.
    let mut harness = guided(false, read());
    assert!(is_painted(&harness, title));
    harness.get_by_label("Got it").click_accesskit();
    harness.run_steps(3);
    assert!(!is_painted(&harness, title));
}

#[test]
fn the_wheel_over_a_note_leaves_the_board_as_it_is() {
    let mut harness = guided(true, Settings::default());
    let place = |harness: &Harness<'static, Option<Window>>| {
        harness.query_all_by_label_contains("Move to 1314").next().expect("it is lit").rect()
    };
    let (note, before) =
        (harness.get_by_label("Got it").rect().left_center() - vec2(12.0, 0.0), place(&harness));
    let mut wheel = |at: egui::Pos2| {
        harness.event(egui::Event::PointerMoved(at));
        harness.run_steps(2);
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -60.0),
            modifiers: egui::Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        harness.run_steps(12);
        place(&harness)
    };
    assert_eq!(wheel(note), before);
    assert_ne!(wheel(before.center()), before);
}

#[test]
fn who_looks_back_is_told_nothing_about_what_is_asked_now() {
    let mut harness = guided(true, Settings::default());
    assert!(is_painted(&harness, "Turning to a corner"));
    harness.key_press(Key::OpenBracket);
    harness.run_steps(4);
    assert!(!is_painted(&harness, "Turning to a corner"));
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert!(is_painted(&harness, "Turning to a corner"));
}

/// Places that can be chosen, with the whole board in sight, and a note if there is one.
fn places(ids: &[String], notes: Vec<GuideNote>) -> Harness<'static, Option<Window>> {
    let choice =
        |id: &String| Choice { id: id.clone(), target: Target::Space(id.clone()), role: ChoiceRole::Act };
    let choices = ids.iter().map(choice).collect();
    let decision = Decision { focus: None, choices, ..stage::decision() };
    let line = Acted { decisions: Some(vec![decision]), details: Some(vec![]), ..Acted::default() };
    let table = OpenTable { notes, ..stage::table(line) };
    let mut harness = window_of(vec2(1600.0, 1000.0), Shelf::default(), Some(table));
    harness.key_press(Key::Num0);
    harness.run_steps(3);
    harness
}

#[test]
fn a_note_leaves_what_is_asked_in_sight() {
    let all: Vec<String> = stage::board().spaces.iter().map(|space| space.id.clone()).collect();
    let harness = places(&all, vec![]);
    // Where notes lie while they cover nothing.
    let corner = Rect::from_min_size(pos2(262.0, 70.0), vec2(330.0, 100.0));
    let lies = |id: &&String| {
        let nodes = harness.query_all_by_label_contains(id.as_str());
        nodes.into_iter().any(|node| corner.contains(node.rect().center()))
    };
    let under: Vec<String> = all.iter().filter(lies).cloned().collect();
    assert!(!under.is_empty(), "some of the board lies there");
    let at = |harness: &Harness<'static, Option<Window>>| harness.get_by_label("Got it").rect().center();
    assert!(!corner.contains(at(&places(&under, vec![the_note()]))));
}
