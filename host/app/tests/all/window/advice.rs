//! A bot's advice: asked for, taken, refused, and gone on with.

use super::*;
use muster_contract::Decision;
use muster_table::messages::{FromTable, Update};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

type Later = Arc<Mutex<VecDeque<FromTable>>>;

/// A window at a table, what it sends, and what the table can say by and by.
fn advised() -> (Harness<'static, Option<Window>>, Sent, Later) {
    let line = Acted::default();
    let (sent, later) = (line.sent.clone(), line.later.clone());
    (window(Shelf::default(), Some(line)), sent, later)
}

fn say(harness: &mut Harness<'static, Option<Window>>, later: &Later, update: Update) {
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(update));
    harness.run_steps(4);
}

fn advise(harness: &mut Harness<'static, Option<Window>>, later: &Later, choice: Option<&str>) {
    say(harness, later, Update::Advice { seat: 1, revision: 1, choice: choice.map(str::to_owned) });
}

fn press(harness: &mut Harness<'static, Option<Window>>, key: egui::Key) {
    harness.key_press(key);
    harness.run_steps(2);
}

fn wishes(sent: &Sent) -> usize {
    let sent = sent.lock().expect("no thread panics with it");
    sent.iter().filter(|request| matches!(request, Request::Advice { seat: 1 })).count()
}

fn changed() -> Update {
    Update::Changed { news: vec![], back_to: None, standing: stage::standing() }
}

#[test]
fn advice_is_asked_for_shown_and_taken() {
    let (mut harness, sent, later) = advised();
    harness.get_by_label("Advice").click_accesskit();
    harness.run_steps(2);
    assert_eq!(wishes(&sent), 1);
    assert!(harness.query_all_by_label_contains("A bot is thinking").next().is_some());
    // Enter does nothing yet, and a second wish isn't sent.
    press(&mut harness, egui::Key::Enter);
    press(&mut harness, egui::Key::A);
    assert_eq!((acts(&sent).len(), wishes(&sent)), (0, 1));
    advise(&mut harness, &later, Some("take wood"));
    harness.get_by_label("Do it");
    assert_eq!(acts(&sent).len(), 0, "it is shown, not done");
    press(&mut harness, egui::Key::Enter);
    assert_eq!(acts(&sent), ["take wood"]);
}

#[test]
fn advice_is_put_away_and_none_is_said() {
    let (mut harness, sent, later) = advised();
    press(&mut harness, egui::Key::A);
    advise(&mut harness, &later, Some("take wood"));
    press(&mut harness, egui::Key::Escape);
    assert!(harness.query_by_label("Do it").is_none());
    // Escape put the advice away and cancelled nothing.
    assert_eq!(acts(&sent).len(), 0);
    press(&mut harness, egui::Key::A);
    advise(&mut harness, &later, None);
    harness.get_by_label_contains("no advice");
    assert!(harness.query_by_label("Do it").is_none());
    // What comes unasked, or on what was asked before, is nothing.
    advise(&mut harness, &later, Some("take wood"));
    press(&mut harness, egui::Key::A);
    say(&mut harness, &later, Update::Advice { seat: 1, revision: 0, choice: Some("take wood".into()) });
    assert!(harness.query_by_label("Do it").is_none());
}

#[test]
fn a_bot_goes_on_to_the_end_of_what_it_was_let_do() {
    let line = Acted::default();
    let (sent, later, then) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, egui::Key::A);
    advise(&mut harness, &later, Some("take wood"));
    harness.get_by_label("General Hardee").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["take wood"], "what was advised is done at once");
    say(&mut harness, &later, changed());
    assert!(harness.query_all_by_label_contains("it has made 1 choice").next().is_some());
    assert_eq!(wishes(&sent), 2, "it asks what comes next");
    advise(&mut harness, &later, Some("take swett"));
    assert_eq!(acts(&sent), ["take wood", "take swett"]);
    // While another seat decides it waits.
    *then.lock().expect("no thread panics with it") = Some(vec![]);
    say(&mut harness, &later, changed());
    assert_eq!(wishes(&sent), 2);
    let within = |frame: &[&str]| {
        let frame = frame.iter().map(|words| (*words).to_owned()).collect();
        Some(vec![Decision { frame, ..stage::decision() }])
    };
    *then.lock().expect("no thread panics with it") = within(&["Turn 3", "General Hardee", "Retreat"]);
    say(&mut harness, &later, changed());
    assert_eq!(wishes(&sent), 3, "a part of it");
    *then.lock().expect("no thread panics with it") = within(&["Turn 3", "General Bragg"]);
    say(&mut harness, &later, changed());
    assert_eq!(wishes(&sent), 3, "no part of it");
    advise(&mut harness, &later, Some("take wood"));
    assert_eq!(acts(&sent).len(), 2);
    assert!(harness.query_by_label("Stop it").is_none());
}

#[test]
fn who_chooses_takes_it_from_the_bots_hands() {
    let (mut harness, sent, later) = advised();
    let begin = |harness: &mut Harness<'static, Option<Window>>| {
        press(harness, egui::Key::A);
        advise(harness, &later, Some("take wood"));
        harness.get_by_label("Turn 3").click_accesskit();
        harness.run_steps(2);
        say(harness, &later, changed());
        harness.get_by_label("Stop it");
    };
    begin(&mut harness);
    press(&mut harness, egui::Key::Escape);
    assert!(harness.query_by_label("Stop it").is_none());
    let before = acts(&sent).len();
    advise(&mut harness, &later, Some("take swett"));
    assert_eq!(acts(&sent).len(), before, "it thinks for nobody");
    begin(&mut harness);
    press(&mut harness, egui::Key::U);
    assert!(harness.query_by_label("Stop it").is_none(), "taken back, it doesn’t choose the same again");
}

/// Where the question leaves no room for the words, the plate before it offers the same.
#[test]
fn advice_is_offered_in_a_narrow_bar_too() {
    let decision = Decision { prompt: "A long question. ".repeat(9), ..stage::enough() };
    let decision = Decision { waits: true, frame: vec!["Turn 3".into()], ..decision };
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window_of(egui::vec2(560.0, 480.0), Shelf::default(), Some(stage::table(line)));
    harness.get_by_label("Advice").click_accesskit();
    harness.run_steps(2);
    assert_eq!(wishes(&sent), 1);
}

/// The keyboard goes to what is advised, and Enter there doesn't open the list of all that can be done with it.
#[test]
fn enter_does_what_is_advised_of_a_piece_that_can_do_more() {
    let ways = ["rally wood", "take wood", "relieve wood"];
    let choices = ways.map(|id| super::hand::choice(id, muster_contract::Target::Unit("cs-wood".into())));
    let decision = Decision { focus: None, choices: choices.to_vec(), ..stage::decision() };
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let (sent, later) = (line.sent.clone(), line.later.clone());
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, egui::Key::A);
    advise(&mut harness, &later, Some("take wood"));
    assert!(!is_painted(&harness, "3 ways"), "Enter is the advice’s");
    press(&mut harness, egui::Key::Enter);
    assert_eq!(acts(&sent), ["take wood"]);
}

#[test]
fn a_game_that_is_over_takes_the_bot_away() {
    let line = Acted::default();
    let (later, then) = (line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, egui::Key::A);
    advise(&mut harness, &later, Some("take wood"));
    harness.get_by_label("Turn 3").click_accesskit();
    harness.run_steps(2);
    *then.lock().expect("no thread panics with it") = Some(vec![]);
    say(&mut harness, &later, Update::Changed { news: vec![], back_to: None, standing: stage::over() });
    harness.run_steps(4);
    assert!(harness.query_by_label("Stop it").is_none());
    assert!(harness.query_all_by_label("To the lobby").next().is_some());
}
