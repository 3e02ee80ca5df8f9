//! What explains keeps out of the way of what is chosen, and is read whole.

use super::*;
use egui::{Event, Key, pos2, vec2};
use muster_contract::{Choice, ChoiceDetails, ChoiceRole, Decision, Line, Target};
use muster_table::messages::{FromTable, Update};

const LEGEND: &str = "impassable";

#[test]
fn the_legend_folds_up_over_what_can_be_chosen() {
    let harness = window_with(Shelf::default(), Some(stage::blocks_going(&["12"])));
    assert!(is_painted(&harness, LEGEND));
    let mut harness = window_with(Shelf::default(), Some(stage::blocks_going(&["reserve"])));
    assert!(!is_painted(&harness, LEGEND));
    // By hand it is laid out all the same.
    harness.get_by_label_contains("what their bars mean").click_accesskit();
    harness.run_steps(3);
    assert!(is_painted(&harness, LEGEND));
}

fn button(id: &str) -> Choice {
    Choice { id: id.into(), target: Target::Button(id.into()), role: ChoiceRole::Act }
}

fn told(id: &str, words: &str) -> ChoiceDetails {
    ChoiceDetails {
        id: id.into(),
        label: id.into(),
        cost: String::new(),
        consequences: vec![Line { text: words.into(), citation: None }],
        path: vec![],
        warning: None,
    }
}

#[test]
fn words_under_a_button_go_on_in_a_second_line() {
    let words = "the guns fire on it first";
    let choices = ["sail", "wait"].map(button).to_vec();
    let decision = Decision { focus: None, choices, ..stage::decision() };
    let details = Some(vec![told("sail", words), told("wait", "nothing is done")]);
    let line = Acted { decisions: Some(vec![decision]), details, ..Acted::default() };
    let harness = window(Shelf::default(), Some(line));
    let under = painted(&harness).into_iter().find(|(_, galley)| galley.text() == words);
    let (_, under) = under.expect("the words are painted");
    assert_eq!(under.rows.len(), 2);
    assert!(!under.elided);
}

#[test]
fn words_without_room_under_a_button_are_not_begun() {
    let words = "the guns of Fort Fisher fire on it first, and once more, since it is up the river, and at night not at all";
    let choices = ["sail", "wait"].map(button).to_vec();
    let decision = Decision { focus: None, choices, ..stage::decision() };
    let details = Some(vec![told("sail", words), told("wait", "nothing is done")]);
    let line = Acted { decisions: Some(vec![decision]), details, ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    assert!(!is_painted(&harness, words));
    let at = harness.get_by_label("sail").rect().center();
    harness.event(Event::PointerMoved(at));
    harness.run_steps(20);
    assert!(is_painted(&harness, words), "who points at it reads them");
}

#[test]
fn what_stands_under_a_button_is_not_said_again_over_it() {
    let decision = Decision { focus: None, choices: vec![button("wait")], ..stage::decision() };
    let details = Some(vec![told("wait", "nothing is done")]);
    let line = Acted { decisions: Some(vec![decision]), details, ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    let at = harness.get_by_label("wait").rect().center();
    harness.event(Event::PointerMoved(at));
    harness.run_steps(20);
    let times = painted(&harness).iter().filter(|(_, galley)| galley.text() == "nothing is done").count();
    assert_eq!(times, 1);
}

#[test]
fn the_marks_of_a_unit_are_one_sentence() {
    let mut view = stage::view();
    let unit = view.units.iter_mut().find(|unit| unit.id == "cs-shaver").expect("it is there");
    let face = unit.face.as_mut().expect("it is seen");
    (face.marks, face.spent) = (vec!["damaged".into()], true);
    let harness = window(Shelf::default(), Some(Acted { view: Some(view), ..Acted::default() }));
    assert!(is_painted(&harness, "Damaged, done for now."));
}

#[test]
fn the_card_tells_of_the_choice_that_is_pointed_at_in_the_list_of_a_hexside() {
    let edge = stage::board().edges.first().expect("the board has edges").id.clone();
    let sail = |id: &str| Choice { id: id.into(), target: Target::Edge(edge.clone()), role: ChoiceRole::Act };
    let choices = vec![sail("to 2415"), sail("to Columbus")];
    let decision = Decision { focus: None, choices, ..stage::decision() };
    let details = vec![told("to 2415", "Its guns fire in passing."), told("to Columbus", "A Naval Battle.")];
    let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    for key in [Key::N, Key::Enter, Key::ArrowDown] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    assert!(is_painted(&harness, "A Naval Battle.") && !is_painted(&harness, "Its guns fire in passing."));
}

#[test]
fn what_the_panel_tells_of_a_unit_stays_while_it_is_read() {
    let line = Acted { odds: Some(vec![]), ..Acted::default() };
    let mut harness = window_of(vec2(1600.0, 1000.0), Shelf::default(), Some(stage::table(line)));
    let at = harness.get_by_label_contains("Wood’s brigade at 1315").rect().center();
    for at in [at, at + vec2(1.0, 0.0), pos2(1400.0, 120.0), pos2(1401.0, 121.0)] {
        harness.event(Event::PointerMoved(at));
        harness.run_steps(3);
    }
    assert!(is_painted(&harness, "Wood’s brigade"));
}

#[test]
fn a_click_takes_what_was_under_the_pointer_when_the_button_went_down() {
    let mut view = stage::view();
    let place = view.units.iter().find(|unit| unit.id == "cs-wood").expect("it is there").place.clone();
    let stacked = ["cs-wood", "cs-gladden", "cs-chalmers", "cs-shaver"];
    for unit in view.units.iter_mut().filter(|unit| stacked.contains(&unit.id.as_str())) {
        unit.place = place.clone();
    }
    let take = |id: &&str| Choice {
        id: format!("take {id}"),
        target: Target::Unit((*id).into()),
        role: ChoiceRole::Act,
    };
    let choices: Vec<Choice> = stacked.iter().map(take).collect();
    let rects = |harness: &Harness<'static, Option<Window>>| {
        stacked.map(|id| {
            let name = format!("{}’s brigade at", id[3..4].to_uppercase() + &id[4..]);
            harness.get_by_label_contains(&name).rect()
        })
    };
    let asked = || {
        let decision = Decision { focus: None, choices: choices.clone(), ..stage::decision() };
        let (decisions, details) = (Some(vec![decision]), Some(vec![]));
        Acted { decisions, details, view: Some(view.clone()), odds: Some(vec![]), ..Acted::default() }
    };
    // Each piece is clicked in its middle before the stack fans out: its own order is what comes.
    let harness = window(Shelf::default(), Some(asked()));
    let before = rects(&harness);
    for (at, unit) in before.iter().zip(stacked) {
        let seen = before.iter().rev().position(|rect| rect.contains(at.center()));
        let line = asked();
        let sent = line.sent.clone();
        let mut harness = window(Shelf::default(), Some(line));
        harness.run_steps(40);
        let pos = at.center();
        let press = |pressed| Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        for event in [Event::PointerMoved(pos), press(true), press(false)] {
            harness.event(event);
            harness.step();
        }
        harness.run_steps(3);
        let above = seen.map(|at| stacked[stacked.len() - 1 - at]);
        println!("{unit}: {:?}, above {above:?}", acts(&sent));
        assert_eq!(acts(&sent), [format!("take {}", above.unwrap_or(unit))]);
    }
}

#[test]
fn what_the_table_says_begins_with_a_capital() {
    let line = Acted::default();
    let later = line.later.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let text = "the table has changed; part of your secret decision could not stand".to_owned();
    let notice = FromTable::Update(Update::Notice { seat: None, text });
    later.lock().expect("no thread panics with it").push_back(notice);
    harness.run_steps(3);
    assert!(is_painted(&harness, "The table has changed; part of"));
}
