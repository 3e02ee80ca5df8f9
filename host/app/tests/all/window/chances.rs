//! The chances of what is asked, where they are read, and questions about places that nobody looks at.

use super::*;
use egui::{Event, Key, Pos2, pos2, vec2};
use muster_contract::{Chance, Choice, ChoiceDetails, ChoiceRole, Decision, OddsRows, OddsTable, Target};
use muster_table::messages::{FromTable, Update};

fn asked(targets: &[(&str, Target)]) -> Acted {
    let choice = |(id, target): &(&str, Target)| Choice {
        id: (*id).into(),
        target: target.clone(),
        role: ChoiceRole::Act,
    };
    let told = |(id, _): &(&str, Target)| ChoiceDetails {
        id: (*id).into(),
        label: (*id).into(),
        cost: String::new(),
        consequences: vec![],
        path: vec![],
        warning: None,
    };
    let decision =
        Decision { focus: None, choices: targets.iter().map(choice).collect(), ..stage::decision() };
    let details = targets.iter().map(told).collect();
    Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() }
}

fn attack() -> Acted {
    let button = |id: &'static str| (id, Target::Button(id.into()));
    asked(&[button("fight"), button("fight harder")])
}

fn point(harness: &mut Harness<'static, Option<Window>>, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(4);
}

#[test]
fn chances_stay_while_they_are_read() {
    let mut harness = window(Shelf::default(), Some(attack()));
    harness.run_steps(4);
    assert!(is_painted(&harness, "Of: fight"));
    let button = harness.get_by_label("fight harder").rect().center();
    point(&mut harness, button);
    assert!(is_painted(&harness, "Of: fight harder"));
    // Over the board and into the panel.
    for at in [pos2(900.0, 500.0), pos2(1500.0, 300.0)] {
        point(&mut harness, at);
        assert!(is_painted(&harness, "Of: fight harder"), "at {at}");
    }
    let button = harness.get_by_label("fight").rect().center();
    point(&mut harness, button);
    assert!(!is_painted(&harness, "Of: fight harder"));
}

#[test]
fn chances_of_the_question_before_do_not_stay() {
    let line = attack();
    let (later, then) = (line.later.clone(), line.decided_then.clone());
    let decisions = line.decisions.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let button = harness.get_by_label("fight harder").rect().center();
    point(&mut harness, button);
    point(&mut harness, pos2(900.0, 500.0));
    assert!(is_painted(&harness, "Of: fight harder"));
    *then.lock().expect("no thread panics with it") = decisions;
    let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(6);
    assert!(is_painted(&harness, "Of: fight") && !is_painted(&harness, "Of: fight harder"));
}

#[test]
fn in_a_narrow_window_chances_open_the_drawer_once() {
    // As large as 1280x720 is at 150 %.
    let mut harness = window_of(vec2(853.0, 480.0), Shelf::default(), Some(stage::table(attack())));
    harness.run_steps(4);
    assert!(is_painted(&harness, "ODDS"));
    harness.key_press(Key::I);
    harness.run_steps(6);
    assert!(!is_painted(&harness, "ODDS"), "who shuts it has seen them");
    harness.key_press(Key::I);
    harness.run_steps(3);
    assert!(is_painted(&harness, "ODDS"));
    // Where nothing is fought the board keeps its room.
    let harness = window_of(vec2(853.0, 480.0), Shelf::default(), Some(stage::table(Acted::default())));
    assert!(!is_painted(&harness, "LOG"));
}

#[test]
fn a_question_about_hexsides_shows_one_and_the_keyboard_goes_to_it() {
    let edges = stage::board().edges;
    let edge = edges.last().expect("the board has edges").id.clone();
    let mut harness = window(Shelf::default(), Some(asked(&[("sail", Target::Edge(edge.clone()))])));
    assert!(harness.query_by_label_contains("Next place").is_some());
    let board = egui::Rect::from_min_max(pos2(240.0, 48.0), pos2(1272.0, 860.0));
    harness.run_steps(3);
    let at = harness.get_by_label_contains(&format!("side {edge}")).rect();
    assert!(board.contains_rect(at), "{at} isn't in sight");
    harness.key_press(Key::N);
    harness.run_steps(3);
    assert!(harness.get_by_label_contains(&format!("side {edge}")).is_focused());
}

#[test]
fn a_result_is_read_whole() {
    let label = "tied; theirs: 1 damaged, 1 sunk; yours: 1 sunk, 2 damaged, and the stack goes back to where it came from";
    let rows = vec![Chance { label: label.into(), of: 1, out_of: 1 }];
    let (title, note) = ("Hits on ships".to_owned(), String::new());
    let tables = vec![OddsTable { title, note, citation: None, rows: OddsRows::Exact(rows) }];
    for size in [vec2(853.0, 480.0), vec2(1600.0, 1000.0)] {
        let line = Acted { odds: Some(tables.clone()), ..attack() };
        let mut harness = window_of(size, Shelf::default(), Some(stage::table(line)));
        harness.run_steps(4);
        let last = painted(&harness).into_iter().any(|(_, galley)| galley.text().contains("came from"));
        let cut = painted(&harness)
            .into_iter()
            .any(|(_, galley)| galley.text().contains("damaged") && galley.elided);
        assert!(last && !cut, "at {size}");
    }
}

#[test]
fn the_next_unit_is_one_that_can_still_do_something() {
    let unit = |id: &'static str, unit: &str| (id, Target::Unit(unit.into()));
    let line = asked(&[unit("again", "cs-pond"), unit("first", "cs-wood")]);
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(Key::N);
    harness.run_steps(3);
    assert!(harness.get_by_label_contains("Wood’s brigade at").is_focused(), "Pond has done what he can");
    harness.key_press(Key::N);
    harness.run_steps(3);
    assert!(harness.get_by_label_contains("Pond’s brigade at").is_focused());
}
