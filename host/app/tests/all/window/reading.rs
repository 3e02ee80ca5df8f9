//! The log, the odds, overlays and pages, as they are read.

use super::*;
use muster_contract::{Decision, Marker, OverlayInfo, Place, Section, Target};
use muster_table::messages::{FromTable, LogItem, Update};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

/// So many things that happened, each in a row of the log.
fn happened(count: u64) -> Vec<LogItem> {
    let one = stage::log().remove(3);
    let item = |record: u64| {
        let mut item = LogItem { record, step: Some(record + 1), ..one.clone() };
        item.events.truncate(1);
        item.events[0].text = format!("Thing {record} happened.");
        item
    };
    (0..count).map(item).collect()
}

fn comes(harness: &mut Harness<'static, Option<Window>>, log: Vec<LogItem>, line: &Comes) {
    line.known.lock().expect("no thread panics with it").insert(1, (stage::view(), log));
    // What is told anew is the whole log.
    let changed = Update::Changed { news: vec![], back_to: Some(0), standing: stage::standing() };
    line.later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(4);
}

/// What a seat sees, and what its log has.
type Known = (muster_contract::View, Vec<LogItem>);

/// What the table sends by and by.
struct Comes {
    known: Arc<Mutex<BTreeMap<u8, Known>>>,
    later: Arc<Mutex<VecDeque<FromTable>>>,
}

fn long_log(since: Option<u64>) -> (Harness<'static, Option<Window>>, Comes) {
    let line = Acted { log: Some(happened(60)), since, ..Acted::default() };
    let comes = Comes { known: line.known.clone(), later: line.later.clone() };
    let mut harness = window(Shelf::default(), Some(line));
    harness.run_steps(4);
    (harness, comes)
}

#[test]
fn who_reads_earlier_things_is_told_that_something_has_come_below() {
    let (mut harness, line) = long_log(None);
    assert!(is_painted(&harness, "Thing 59") && !is_painted(&harness, "Thing 5 "));
    let at = harness.get_by_label("Thing 59 happened.").rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(2);
    harness.input_mut().events.push(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 600.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    harness.run_steps(20);
    assert!(!is_painted(&harness, "Thing 59"));
    assert!(harness.query_by_label_contains("new below").is_none(), "nothing is new");
    comes(&mut harness, happened(63), &line);
    assert!(!is_painted(&harness, "Thing 62"), "who reads is left in peace");
    harness.get_by_label("3 new below").click_accesskit();
    harness.run_steps(30);
    assert!(is_painted(&harness, "Thing 62"));
    assert!(harness.query_by_label_contains("new below").is_none());
    comes(&mut harness, happened(64), &line);
    harness.run_steps(4);
    assert!(is_painted(&harness, "Thing 63"), "it follows again");
}

/// Whoever goes to the end stays there, also where the next thing comes before it is reached, or where the log has less room.
#[test]
fn the_log_follows_once_its_end_was_gone_to() {
    let (mut harness, line) = long_log(None);
    let at = harness.get_by_label("Thing 59 happened.").rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(2);
    let wheel = |by: f32| egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, by),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    };
    harness.input_mut().events.push(wheel(600.0));
    harness.run_steps(20);
    comes(&mut harness, happened(63), &line);
    harness.get_by_label("3 new below").click_accesskit();
    harness.run_steps(1);
    comes(&mut harness, happened(66), &line);
    harness.set_size(egui::vec2(1600.0, 720.0));
    harness.run_steps(20);
    assert!(is_painted(&harness, "Thing 65"));
    comes(&mut harness, happened(67), &line);
    harness.run_steps(4);
    assert!(is_painted(&harness, "Thing 66"));
    // Who turns back is left in peace again.
    let at =
        harness.get_by_role_and_label(egui::accesskit::Role::Button, "Thing 66 happened.").rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.input_mut().events.push(wheel(600.0));
    harness.run_steps(20);
    comes(&mut harness, happened(68), &line);
    assert!(!is_painted(&harness, "Thing 67"));
}

#[test]
fn what_happened_since_my_last_decision_is_gone_to() {
    let (mut harness, _) = long_log(Some(12));
    assert!(!is_painted(&harness, "Thing 12 "));
    harness.get_by_label("since my last decision").click_accesskit();
    harness.run_steps(30);
    assert!(is_painted(&harness, "Thing 12 "));

    let (mut harness, _) = long_log(None);
    harness.get_by_label("since my last decision").click_accesskit();
    harness.run_steps(3);
    assert!(is_painted(&harness, "Nothing has happened since your last decision."));
}

#[test]
fn odds_leave_the_log_some_room_in_a_small_window() {
    let table = stage::table(Acted::default());
    let mut harness = window_of(egui::vec2(1280.0, 720.0), Shelf::default(), Some(table));
    harness.get_by_label_contains("Move to 1414").focus();
    harness.run_steps(6);
    assert!(is_painted(&harness, "First Peabody on Shaver"));
    harness.get_by_label("Gladden 0912 to 0910");
}

#[test]
fn tables_in_the_rules_are_set_as_tables() {
    let text = "What a hex costs:\n| | MPs |\n|---|---|\n| a marsh | 2 |".to_owned();
    let rules = vec![Section { id: "5.3".into(), title: "Costs".into(), text }];
    let table = OpenTable { rules, ..stage::table(Acted::default()) };
    let mut harness = window_with(Shelf::default(), Some(table));
    harness.get_by_label("Rules").click_accesskit();
    harness.run_steps(4);
    assert!(is_whole(&harness, "a marsh") && is_whole(&harness, "MPs"));
    assert!(!is_painted(&harness, "|"));
}

#[test]
fn what_stands_out_in_the_rules_does_so_without_its_marks() {
    let text = "With the option *On to 1865*\nit goes on:\n\n- to **April**\n- to May".to_owned();
    let rules = vec![Section { id: "S4".into(), title: "The end".into(), text }];
    let table = OpenTable { rules, ..stage::table(Acted::default()) };
    let mut harness = window_with(Shelf::default(), Some(table));
    harness.get_by_label("Rules").click_accesskit();
    harness.run_steps(4);
    for words in ["With the option On to 1865 it goes on:", "to April", "to May", "•"] {
        assert!(is_whole(&harness, words), "{words}");
    }
    assert!(!is_painted(&harness, "*") && !is_painted(&harness, "- to"));
}

/// A table with so many overlays.
fn overlaid(count: usize, size: egui::Vec2, line: Acted) -> Harness<'static, Option<Window>> {
    let mut table = stage::table(line);
    let overlay = |n: usize| OverlayInfo {
        id: format!("overlay-{n}"),
        title: format!("What can be seen of kind {n}"),
        key: ["F", "M", "A", "S", "D", "L", "T", "W"].get(n).copied().unwrap_or_default().into(),
        needs_focus: false,
    };
    table.description.overlays = (0..count).map(overlay).collect();
    let mut harness = window_of(size, Shelf::default(), Some(table));
    harness.run_steps(3);
    harness
}

#[test]
fn all_overlays_can_be_reached_and_an_empty_one_says_so() {
    let line = Acted { overlay: Some(vec![]), ..Acted::default() };
    let mut harness = overlaid(8, egui::vec2(1100.0, 720.0), line);
    harness.get_by_label("all overlays").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("What can be seen of kind 7").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("What can be seen of kind 7: nothing to show");
    harness.key_press(egui::Key::W);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("nothing to show").is_none());
    harness.key_press(egui::Key::F1);
    harness.run_steps(3);
    assert!(is_painted(&harness, "What can be seen of kind 7"), "the help page names its key");
}

#[test]
fn what_an_overlay_means_is_told_while_it_is_on() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.key_press(egui::Key::F);
    harness.run_steps(3);
    harness.get_by_label("Enemy fire zones: on");
}

#[test]
fn what_overlays_mean_is_read_whole_the_sides_in_their_order() {
    let item = |style: &str| muster_contract::OverlayItem {
        shape: muster_contract::OverlayShape::Space("1414".into()),
        style: style.into(),
        label: String::new(),
    };
    let overlay = Some(["danger", "cs", "us"].map(item).into());
    let mut table = stage::table(Acted { overlay, ..Acted::default() });
    let title = "Lines of Communication to a Supply Source";
    table.description.overlays[0].title = title.into();
    let mut harness = window_of(egui::vec2(1280.0, 720.0), Shelf::default(), Some(table));
    harness.key_press(egui::Key::F);
    harness.run_steps(3);
    harness.get_by_label(&format!("{title}: Union, Confederate, danger"));
    let painted = painted(&harness);
    // The other is in the panel at the left.
    let on_board = painted.iter().find(|(at, galley)| at.x > 250.0 && galley.text() == title);
    assert!(on_board.is_some_and(|(_, galley)| !galley.elided));
}

#[test]
fn panels_grow_with_a_large_window_and_cards_stay_near() {
    let mut view = stage::view();
    let name = "Albert Sidney Johnston of Kentucky";
    for unit in view.units.iter_mut().filter(|unit| unit.id == "cs-shaver") {
        unit.face.as_mut().expect("it is seen").name = name.into();
    }
    let table = stage::table(Acted { view: Some(view), ..Acted::default() });
    let size = egui::vec2(2560.0, 1440.0);
    let mut harness = window_of(size, Shelf::default(), Some(table));
    assert!(harness.get_by_label("Replay").rect().width() > 400.0);
    assert!(is_whole(&harness, name));
    let at = harness.get_by_label_contains("Move to 1314").rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
    let card =
        painted(&harness).into_iter().find(|(_, galley)| galley.text().starts_with("Shaver moves 1 hex"));
    let (card, _) = card.expect("the card tells of the choice");
    assert!(card.distance(at) < 700.0, "{card} is far from {at}");
}

#[test]
fn escape_shuts_a_list_and_gives_up_nothing() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = overlaid(12, egui::vec2(1100.0, 720.0), line);
    harness.get_by_label("all overlays").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("What can be seen of kind 11");
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label("What can be seen of kind 11").is_none());
    assert!(acts(&sent).is_empty());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["back"]);
}

#[test]
fn a_place_tells_what_lies_there() {
    let mut view = stage::view();
    let marker = |kind: &str, side: Option<&str>, label: &str| Marker {
        kind: kind.into(),
        place: Place { space: "1414".into(), edge: None, facing: None, slot: None, carrier: None },
        side: side.map(str::to_owned),
        label: label.into(),
    };
    view.markers = vec![
        marker("fort-works", Some("us"), "F2"),
        marker("begun-works", Some("us"), "F3 begun"),
        marker("control", Some("us"), ""),
    ];
    let decision = Decision { focus: Some(Target::Space("1414".into())), ..stage::decision() };
    let line = Acted { view: Some(view), decisions: Some(vec![decision]), ..Acted::default() };
    let harness = window(Shelf::default(), Some(line));
    let lines: Vec<String> = painted(&harness).iter().map(|(_, galley)| galley.text().to_owned()).collect();
    let told = lines.join(" ");
    assert!(told.contains("held by Union, fort works F2, F3 begun"), "{told}");
}

#[test]
fn a_look_back_says_at_which_choice_one_looks() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    let steps = stage::standing().steps;
    harness.key_press(egui::Key::OpenBracket);
    harness.run_steps(4);
    let words = format!("How it stood after choice {}.", steps - 1);
    assert!(is_painted(&harness, &words), "{words}");
    assert!(!is_painted(&harness, "How it stood at the beginning."));
}

#[test]
fn what_was_sought_is_forgotten_and_what_is_not_found_is_said() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    let mut seek = |name: &str| {
        harness.key_press(egui::Key::Escape);
        harness.run_steps(2);
        harness.key_press(egui::Key::G);
        harness.run_steps(3);
        harness.input_mut().events.push(egui::Event::Text(name.into()));
        harness.run_steps(3);
        [is_painted(&harness, "Nothing of that name"), harness.query_by_label_contains(", at 1315").is_some()]
    };
    assert_eq!(seek("Xerxes"), [true, false]);
    assert_eq!(seek("Wood"), [false, true]);
}

#[test]
fn what_was_taken_back_began_no_turn() {
    let mut log = happened(4);
    let begins = |item: &mut LogItem, words: &str| {
        item.events[0].kind = muster_contract::EventKind::Phase("move".into());
        item.events[0].text = words.into();
    };
    begins(&mut log[0], "Turn 5");
    begins(&mut log[2], "Turn 6");
    log[2].undone = true;
    log[3].events[0].text = "a thing of its own".into();
    let harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    assert!(is_painted(&harness, "Turn 5") && !is_painted(&harness, "Turn 6"));
    assert!(is_painted(&harness, "A thing of its own"), "an entry begins with a capital");
}

#[test]
fn a_click_in_the_log_leaves_a_board_that_is_seen_whole() {
    let mut log = happened(2);
    log[1].events[0].place =
        Some(Place { space: "1114".into(), edge: None, facing: None, slot: None, carrier: None });
    let mut harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    harness.key_press(egui::Key::Num0);
    harness.run_steps(4);
    let place = |harness: &Harness<'static, Option<Window>>| {
        harness.get_by_label_contains("Move to 1414").rect().center()
    };
    let before = place(&harness);
    harness.get_by_label("Thing 1 happened.").click_accesskit();
    harness.run_steps(4);
    harness.key_press(egui::Key::Escape);
    harness.run_steps(4);
    assert_eq!(place(&harness), before);
}
