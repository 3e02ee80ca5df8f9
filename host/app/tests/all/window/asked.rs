//! What is asked back before it is done.

use super::*;
use muster_table::messages::{FromTable, LogItem, LogKind, TakeBack, UndoOffer, Update};

/// A window at a table where something can be taken back only past what bars it.
fn barred() -> (Harness<'static, Option<Window>>, Sent) {
    barred_at(Acted::default())
}

fn barred_undo() -> UndoOffer {
    UndoOffer {
        revision: 1,
        why_not: Some("dice were rolled since.".into()),
        beyond: Some(TakeBack { choices: 1, text: "Gladden to 0910".into() }),
        ..UndoOffer::default()
    }
}

fn barred_at(line: Acted) -> (Harness<'static, Option<Window>>, Sent) {
    let line = Acted { undo: Some(barred_undo()), ..line };
    let sent = line.sent.clone();
    (window(Shelf::default(), Some(line)), sent)
}

fn undone(sent: &Sent) -> usize {
    let sent = sent.lock().expect("no thread panics with it");
    sent.iter().filter(|request| matches!(request, Request::Undo { beyond: true, .. })).count()
}

#[test]
fn taking_back_past_what_bars_it_is_asked_about_by_key_and_by_button() {
    let (mut harness, sent) = barred();
    // The same key is no answer, and Escape is no.
    for key in [egui::Key::U, egui::Key::U, egui::Key::Escape] {
        harness.key_press(key);
        harness.run_steps(2);
        assert_eq!(undone(&sent), 0, "{key:?}");
    }
    assert!(harness.query_by_label("Do it").is_none());
    harness.key_press(egui::Key::U);
    harness.run_steps(2);
    harness.get_by_label("Do it").click_accesskit();
    harness.run_steps(2);
    assert_eq!(undone(&sent), 1);

    // The bar's button, and that of a table whose module has failed.
    for (line, button) in [(Acted::default(), "Undo"), (troubled(false), "Take back")] {
        let (mut harness, sent) = barred_at(line);
        harness.get_by_label(button).click_accesskit();
        harness.run_steps(2);
        assert_eq!(undone(&sent), 0, "{button}");
        harness.key_press(egui::Key::Enter);
        harness.run_steps(2);
        assert_eq!(undone(&sent), 1, "{button}");
    }
}

/// Who wants it so is not even asked.
#[test]
fn strict_undo_takes_nothing_back_past_what_bars_it() {
    let settings = muster_app::settings::Settings { strict_undo: true, ..Default::default() };
    let line = Acted { undo: Some(barred_undo()), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf { settings, ..Shelf::default() }, Some(line));
    harness.run_steps(4);
    harness.key_press(egui::Key::U);
    harness.run_steps(2);
    assert!(harness.query_by_label("Do it").is_none());
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(undone(&sent), 0);
}

fn close(harness: &mut Harness<'static, Option<Window>>) {
    let viewport = egui::ViewportId::ROOT;
    let info = harness.input_mut().viewports.entry(viewport).or_default();
    info.events.push(egui::ViewportEvent::Close);
    harness.step();
}

fn commands(harness: &Harness<'static, Option<Window>>) -> Vec<egui::ViewportCommand> {
    harness.output().viewport_output[&egui::ViewportId::ROOT].commands.clone()
}

/// What was done with the tools.
type Done = std::sync::Arc<std::sync::Mutex<Vec<String>>>;

/// A workbench in which something was written that isn't saved.
fn written() -> (Harness<'static, Option<Window>>, Done, Sent) {
    let tools = stage::workbench::Kept::default();
    let done = tools.done.clone();
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = opened(tools, line);
    types(&mut harness, "mine");
    (harness, done, sent)
}

/// A workbench with these tools, open.
fn opened(tools: stage::workbench::Kept, line: Acted) -> Harness<'static, Option<Window>> {
    let table = OpenTable { tools: Some(Box::new(tools)), ..stage::table(line) };
    let mut harness = window_with(Shelf::default(), Some(table));
    harness.key_press(egui::Key::F3);
    harness.run_steps(6);
    harness
}

/// Types into the script that is open.
fn types(harness: &mut Harness<'static, Option<Window>>, text: &str) {
    harness.get_by_label("Script weather").focus();
    harness.run_steps(2);
    harness.get_by_label("Script weather").type_text(text);
    harness.run_steps(6);
}

fn saves(harness: &mut Harness<'static, Option<Window>>) {
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    harness.run_steps(4);
}

fn left(sent: &Sent) -> bool {
    sent.lock().expect("no thread panics with it").contains(&Request::Quit)
}

#[test]
fn what_is_not_saved_in_the_workbench_is_asked_about_before_the_table_is_left() {
    let (mut harness, _, sent) = written();
    harness.get_by_label("Lobby").click_accesskit();
    harness.run_steps(3);
    assert!(!left(&sent));
    harness.get_by_label("Go back").click_accesskit();
    harness.run_steps(3);
    assert!(harness.query_by_label("Script weather").is_some(), "it is there still");
    harness.get_by_label("Lobby").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("Do it").click_accesskit();
    harness.run_steps(3);
    assert!(left(&sent));

    // What is saved needs no question.
    let (mut harness, done, sent) = written();
    saves(&mut harness);
    assert_eq!(done.lock().expect("no thread panics with it").len(), 1);
    harness.get_by_label("Lobby").click_accesskit();
    harness.run_steps(3);
    assert!(left(&sent));
}

#[test]
fn what_is_not_saved_in_the_workbench_is_asked_about_before_the_window_is_closed() {
    let (mut harness, ..) = written();
    close(&mut harness);
    assert!(commands(&harness).contains(&egui::ViewportCommand::CancelClose));
    harness.run_steps(3);
    harness.get_by_label("Do it").click_accesskit();
    let closes = |_| {
        harness.step();
        commands(&harness).contains(&egui::ViewportCommand::Close)
    };
    assert!((0..4).any(closes));
    close(&mut harness);
    assert!(!commands(&harness).contains(&egui::ViewportCommand::CancelClose));

    let (mut harness, _) = barred();
    close(&mut harness);
    assert!(!commands(&harness).contains(&egui::ViewportCommand::CancelClose), "there is nothing to lose");
}

/// What the file of the rule says when another editor has saved it.
const OUTSIDE: &str = "rule();  // by another editor";

#[test]
fn what_another_editor_saved_is_not_written_over_without_a_word() {
    let tools = stage::workbench::Kept::default();
    let (done, weather) = (tools.done.clone(), tools.weather.clone());
    let mut harness = opened(tools, Acted::default());
    types(&mut harness, "mine");
    OUTSIDE.clone_into(&mut weather.lock().expect("no thread panics with it"));
    saves(&mut harness);
    assert_eq!(*weather.lock().expect("no thread panics with it"), OUTSIDE, "nothing is saved over it");
    // More typing doesn't make it forgotten; whoever saves again has been told.
    types(&mut harness, "more");
    saves(&mut harness);
    assert_eq!(done.lock().expect("no thread panics with it").len(), 1);
    assert!(weather.lock().expect("no thread panics with it").contains("mine"));

    // Or takes over what the other editor has saved.
    OUTSIDE.clone_into(&mut weather.lock().expect("no thread panics with it"));
    types(&mut harness, "again");
    saves(&mut harness);
    harness.get_by_label("As in the file").click_accesskit();
    harness.run_steps(6);
    assert_eq!(harness.get_by_label("Script weather").value().as_deref(), Some(OUTSIDE));
    assert_eq!(done.lock().expect("no thread panics with it").len(), 1);
}

#[test]
fn nobody_has_read_what_came_a_moment_ago() {
    let tools = stage::workbench::Kept::default();
    let (done, weather) = (tools.done.clone(), tools.weather.clone());
    let line = Acted::default();
    let later = line.later.clone();
    let mut harness = opened(tools, line);
    types(&mut harness, "mine");
    OUTSIDE.clone_into(&mut weather.lock().expect("no thread panics with it"));
    let kind = LogKind::Rules { changed: vec!["weather".into()] };
    let news = vec![LogItem { kind, ..stage::log().remove(0) }];
    let changed = Update::Changed { news, back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(1);
    saves(&mut harness);
    assert_eq!(done.lock().expect("no thread panics with it").len(), 0);
    harness.run_steps(6);
    saves(&mut harness);
    assert_eq!(done.lock().expect("no thread panics with it").len(), 1);
}

#[test]
fn what_comes_with_muster_is_written_over_when_that_was_said() {
    // Once of a text that can be played, and each time of one that can't.
    for (broken, again) in [(false, 2), (true, 1)] {
        let tools = stage::workbench::Kept { shipped: true, ..stage::workbench::Kept::default() };
        if !broken {
            let mut weather = tools.weather.lock().expect("no thread panics with it");
            *weather = weather.replace("rol(", "roll(");
        }
        let done = tools.done.clone();
        let mut harness = opened(tools, Acted::default());
        for (typed, saved) in [("mine", 0), ("more", 1), ("again", again), ("and again", 1 + again)] {
            types(&mut harness, typed);
            saves(&mut harness);
            assert_eq!(done.lock().expect("no thread panics with it").len(), saved, "{typed}, {broken}");
        }
    }
}

#[test]
fn the_editor_follows_a_rule_that_another_editor_saved() {
    let tools = stage::workbench::Kept::default();
    let weather = tools.weather.clone();
    let line = Acted::default();
    let later = line.later.clone();
    let mut harness = opened(tools, line);
    OUTSIDE.clone_into(&mut weather.lock().expect("no thread panics with it"));
    let kind = LogKind::Rules { changed: vec!["weather".into()] };
    let news = vec![LogItem { kind, ..stage::log().remove(0) }];
    let changed = Update::Changed { news, back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(6);
    assert_eq!(harness.get_by_label("Script weather").value().as_deref(), Some(OUTSIDE));
}

/// Who opens a table of two persons again isn't known: the first seat is no more open than the second.
#[test]
fn a_table_that_is_opened_again_shows_no_seat_before_it_is_named() {
    for (begun, curtain) in [(true, true), (false, false)] {
        let mut standing = stage::standing();
        for seat in &mut standing.seats {
            seat.holder = Holder::Human;
            seat.waited_for = seat.seat == 0;
        }
        standing.group = Some("bids".into());
        let table = OpenTable { begun, eyes: vec![0, 1], ..stage::table(Acted::of(standing)) };
        let mut harness = window_with(Shelf::default(), Some(table));
        harness.run_steps(4);
        assert_eq!(harness.query_by_label("Lift the curtain").is_some(), curtain);
        if curtain {
            harness.get_by_label("Lift the curtain").click_accesskit();
            harness.run_steps(4);
            assert!(harness.query_by_label("Lift the curtain").is_none(), "once is enough");
        }
    }
}

#[test]
fn what_closing_loses_is_asked_before_the_curtain() {
    let standing = |asked: u8| {
        let mut standing = stage::standing();
        for seat in &mut standing.seats {
            seat.holder = Holder::Human;
            seat.waited_for = seat.seat == asked;
        }
        standing.group = Some("bids".into());
        standing
    };
    let line = Acted::of(standing(1));
    let later = line.later.clone();
    let tools = stage::workbench::Kept::default();
    let table = OpenTable { tools: Some(Box::new(tools)), eyes: vec![0, 1], ..stage::table(line) };
    let mut harness = window_with(Shelf::default(), Some(table));
    harness.run_steps(3);
    harness.get_by_label("Lift the curtain").click_accesskit();
    harness.run_steps(3);
    harness.key_press(egui::Key::F3);
    harness.run_steps(6);
    types(&mut harness, "mine");
    let changed = Update::Changed { news: vec![], back_to: None, standing: standing(0) };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(6);
    harness.get_by_label("Lift the curtain");
    close(&mut harness);
    assert!(commands(&harness).contains(&egui::ViewportCommand::CancelClose));
    harness.run_steps(3);
    harness.get_by_label("Do it");
    assert!(harness.query_by_label("Lift the curtain").is_none(), "Enter answers one question");
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    harness.get_by_label("Lift the curtain");
    assert!(harness.query_by_label("Do it").is_none());
    close(&mut harness);
    harness.run_steps(3);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    // It closes itself then, and whoever closes it again isn't asked.
    close(&mut harness);
    assert!(!commands(&harness).contains(&egui::ViewportCommand::CancelClose));
}

#[test]
fn the_editor_keeps_the_keyboard_where_the_table_is_set_up_anew() {
    let line = Acted::default();
    let later = line.later.clone();
    let tools = stage::workbench::Kept::default;
    let table = OpenTable { tools: Some(Box::new(tools())), ..stage::table(line) };
    let mut harness = window_with(Shelf { tools: Some(tools()), ..Shelf::default() }, Some(table));
    harness.key_press(egui::Key::F3);
    harness.run_steps(6);
    types(&mut harness, "mine");
    saves(&mut harness);
    let standing =
        muster_table::messages::Standing { journal: Some("anew.jsonl".into()), ..stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(Update::SetUp { standing }));
    harness.run_steps(8);
    assert!(is_painted(&harness, "The scenario was saved: the table is set up anew."));
    assert!(harness.get_by_label("Script weather").is_focused());
}

#[test]
fn every_saved_table_can_be_reached_from_the_lobby() {
    let table = |n: u32| muster_app::catalogue::SavedTable {
        path: n.to_string().into(),
        title: format!("Table {n} of many"),
        ..Default::default()
    };
    let mut harness = window(Shelf { saved: (0..20).map(table).collect(), ..Shelf::default() }, None);
    harness.run_steps(2);
    harness.get_by_label_contains("19 others").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("Table 19 of many").click_accesskit();
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("19 others").is_none(), "it is at the table");
}

/// Whatever stands beneath a question is not done by a key that was pressed before it.
#[test]
fn no_key_chooses_beneath_a_question() {
    let mut decision = stage::decision();
    decision.choices.extend(["one", "two"].map(|id| muster_contract::Choice {
        id: id.into(),
        target: muster_contract::Target::Button(id.into()),
        role: muster_contract::ChoiceRole::Act,
    }));
    let (mut harness, sent) = barred_at(Acted { decisions: Some(vec![decision]), ..Acted::default() });
    // The keyboard is on a unit that can be chosen.
    harness.key_press(egui::Key::N);
    harness.run_steps(2);
    harness.key_press(egui::Key::U);
    harness.run_steps(2);
    for key in [egui::Key::Num1, egui::Key::Num2, egui::Key::X, egui::Key::N, egui::Key::E, egui::Key::R] {
        harness.key_press(key);
        harness.run_steps(2);
        harness.get_by_label("Do it");
    }
    harness.get_by_label_contains("Move to 1414").click_accesskit();
    harness.run_steps(2);
    assert!(acts(&sent).is_empty());
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert!(acts(&sent).is_empty());
    assert_eq!(undone(&sent), 1, "Enter answers the question");

    // Beneath a list of what can be done at a place the numbers are its own.
    let mut decision = stage::decision();
    decision.choices.extend([("one", "one"), ("two", "two")].map(|(id, button)| muster_contract::Choice {
        id: id.into(),
        target: muster_contract::Target::Button(button.into()),
        role: muster_contract::ChoiceRole::Act,
    }));
    decision.choices.push(muster_contract::Choice {
        id: "fort 1414".into(),
        target: muster_contract::Target::Space("1414".into()),
        role: muster_contract::ChoiceRole::Act,
    });
    let (mut harness, sent) = barred_at(Acted { decisions: Some(vec![decision]), ..Acted::default() });
    harness.get_by_label_contains("Move to 1414").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("fort 1414");
    harness.key_press(egui::Key::Num1);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["go 1414"], "the numbers are those of what is listed");
}

#[test]
fn the_space_bar_answers_nothing() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    for key in [egui::Key::N, egui::Key::Space] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    harness.get_by_label("Undo").focus();
    harness.run_steps(2);
    harness.key_press(egui::Key::Space);
    harness.run_steps(3);
    let sent = sent.lock().expect("no thread panics with it");
    let answers = |r: &&Request| matches!(r, Request::Act { .. } | Request::Undo { .. } | Request::Skip);
    assert_eq!(sent.iter().find(answers), None);
    drop(sent);

    let line = Acted { decisions: Some(vec![stage::enough()]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label("Yield").focus();
    harness.run_steps(2);
    harness.key_press(egui::Key::Space);
    harness.run_steps(3);
    assert!(acts(&sent).is_empty());
    assert!(sent.lock().expect("no thread panics with it").contains(&Request::Skip));
}
