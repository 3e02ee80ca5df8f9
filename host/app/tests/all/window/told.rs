//! What the window tells beside the board: results, chances, the log, overlays.

use super::*;

/// Whoever gave up something with Escape in the middle of the game hasn't seen its result.
#[test]
fn a_result_is_told_to_whoever_pressed_escape_before_and_can_be_had_again() {
    let line = Acted { decisions: Some(vec![]), ..Acted::default() };
    let later = line.later.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::Escape);
    harness.run_steps(2);
    let over = muster_table::messages::Update::Standing { standing: stage::over() };
    later
        .lock()
        .expect("no thread panics with it")
        .push_back(muster_table::messages::FromTable::Update(over));
    harness.run_steps(4);
    harness.get_by_label("Look at the board").click_accesskit();
    harness.run_steps(3);
    assert!(harness.query_by_label("Look at the board").is_none());
    harness.get_by_label("The result").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("The chronicle").click_accesskit();
    harness.run_steps(4);
    harness.get_by_label("Save as a text");
    assert!(is_painted(&harness, "The game is over: what each side knew is told."));
}

/// Whoever looks back after the end is still who they are, whoever has won.
#[test]
fn who_looks_back_is_named_and_not_who_has_won() {
    let line = Acted { decisions: Some(vec![]), ..Acted::of(stage::over()) };
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::OpenBracket);
    harness.run_steps(4);
    assert!(is_painted(&harness, "CONFEDERATE, A LOOK BACK"), "the Union has won");
}

fn button(id: &str) -> muster_contract::Choice {
    let target = muster_contract::Target::Button(id.into());
    muster_contract::Choice { id: id.into(), target, role: muster_contract::ChoiceRole::Act }
}

fn details_of(id: &str, label: &str, cost: &str) -> muster_contract::ChoiceDetails {
    muster_contract::ChoiceDetails {
        id: id.into(),
        label: label.into(),
        cost: cost.into(),
        consequences: vec![],
        path: vec![],
        warning: None,
    }
}

/// At a battle the panel beside the board tells of the plain attack: the odds do too, until the dearer one is pointed at.
#[test]
fn odds_say_of_which_choice_they_are() {
    let decision = muster_contract::Decision {
        choices: ["card", "attack"].map(button).into(),
        focus: None,
        ..stage::decision()
    };
    let details = vec![details_of("card", "Two more", "a card"), details_of("attack", "Attack", "")];
    let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    harness.run_steps(4);
    assert!(is_painted(&harness, "Of: Attack"));
    for label in ["Two more", "Attack", "Two more"] {
        harness.get_by_label(label).focus();
        harness.run_steps(4);
        assert!(is_painted(&harness, &format!("Of: {label}")), "{label}");
    }
}

/// A window of a size in which an attack can be made, whose odds are told.
fn attacking(size: egui::Vec2) -> Harness<'static, Option<Window>> {
    let decision = muster_contract::Decision { choices: vec![button("attack")], ..stage::decision() };
    let details = vec![details_of("attack", "Attack", "")];
    let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
    window_of(size, Shelf::default(), Some(stage::table(line)))
}

/// Where a text is painted that begins so.
#[track_caller]
fn text_of(harness: &Harness<'static, Option<Window>>, words: &str) -> egui::Rect {
    let texts = painted(harness);
    let (at, galley) = texts.iter().find(|(_, galley)| galley.text().starts_with(words)).expect(words);
    egui::Rect::from_min_size(*at, galley.size())
}

/// Where there is little room the numbers come before the list of who is there, and no row of them is cut.
#[test]
fn in_a_low_window_the_rows_of_the_first_odds_are_seen() {
    let mut harness = attacking(egui::vec2(1280.0, 720.0));
    harness.run_steps(6);
    assert!(text_of(&harness, "2 hits: both").bottom() <= text_of(&harness, "LOG").top());
}

/// At 150 % of a small screen the right panel is a low drawer: what is in it is read whole.
#[test]
fn in_a_low_drawer_the_rows_of_the_odds_are_seen() {
    let mut harness = attacking(egui::vec2(853.0, 480.0));
    harness.run_steps(6);
    assert!(text_of(&harness, "2 hits: both").bottom() <= text_of(&harness, "Replay").top());
}

#[test]
fn in_a_narrow_window_how_much_can_be_chosen_is_told_in_few_words() {
    let mut decision = stage::decision();
    decision.choices.retain(|choice| !matches!(choice.target, muster_contract::Target::Facing(_)));
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let harness = window_of(egui::vec2(853.0, 480.0), Shelf::default(), Some(stage::table(line)));
    assert!(is_whole(&harness, "2 units, 9 places"));
}

/// The button that ends what is asked is lit where nothing else is left: beside another it would seem recommended.
#[test]
fn what_ends_a_question_is_lit_where_nothing_else_can_be_done() {
    let end = muster_contract::Choice { role: muster_contract::ChoiceRole::Finish, ..button("none") };
    for (others, lit) in [(vec![], true), (vec![button("away")], false)] {
        let choices = others.into_iter().chain([end.clone()]).collect();
        let decision = muster_contract::Decision { choices, focus: None, ..stage::decision() };
        let details = vec![details_of("none", "No reaction", ""), details_of("away", "Away", "")];
        let chance = muster_contract::Chance { label: "held".into(), of: 1, out_of: 2 };
        let rows = muster_contract::OddsRows::Exact(vec![chance]);
        let (title, note) = ("Battle".to_owned(), String::new());
        let odds = vec![muster_contract::OddsTable { title, note, citation: None, rows }];
        let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
        let harness = window(Shelf::default(), Some(Acted { odds: Some(odds), ..line }));
        let words = painted(&harness);
        let (_, galley) = words.iter().find(|(_, galley)| galley.text() == "No reaction").expect("a button");
        let is_lit = galley.job.sections[0].format.color == egui::Color32::WHITE;
        assert_eq!(is_lit, lit);
        // Where nothing has better chances to tell, its own are told.
        assert_eq!(is_painted(&harness, "Of: No reaction"), lit);
    }
}

fn points(harness: &mut Harness<'static, Option<Window>>, label: &str) {
    let at = harness.get_by_label_contains(label).rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
}

#[test]
fn what_the_keyboard_is_on_is_told_until_the_pointer_moves() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    points(&mut harness, "Move to 1314");
    assert!(is_painted(&harness, "Move to 1314"));
    harness.key_press(egui::Key::N);
    harness.run_steps(3);
    assert!(is_painted(&harness, "Move cs-wood instead") && !is_painted(&harness, "Move to 1314"));
    points(&mut harness, "Move to 1515");
    assert!(is_painted(&harness, "Move to 1515") && !is_painted(&harness, "Move cs-wood instead"));
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["go 1515"], "Enter takes what the card tells of");
}

/// The places to go to are those around what is on its way, not those of the board's edge.
#[test]
fn the_next_place_is_the_nearest() {
    use muster_contract::{Choice, ChoiceRole, Target};
    let place =
        |id: &str| Choice { id: format!("go {id}"), target: Target::Space(id.into()), role: ChoiceRole::Act };
    let choices = ["0909", "1213", "1414"].map(place).into();
    let decision = muster_contract::Decision { choices, ..stage::decision() };
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    for key in [egui::Key::N, egui::Key::Enter] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    assert_eq!(acts(&sent), ["go 1414"], "beside the unit that is on its way");
}

/// What is asked back about, as giving something up, is offered after all else, and the next unit isn't one that has nothing else.
#[test]
fn what_is_asked_back_about_is_not_said_first() {
    use muster_contract::{Choice, ChoiceRole, Target};
    let on = |id: &str, unit: &str| {
        let target = Target::Unit(format!("cs-{unit}"));
        Choice { id: id.into(), target, role: ChoiceRole::Act }
    };
    let details = ["give up wood", "give up swett"].map(|id| muster_contract::ChoiceDetails {
        warning: Some("It leaves the map.".into()),
        ..details_of(id, id, "")
    });
    let mut details = details.to_vec();
    details.push(details_of("march wood", "March with Wood", ""));
    let choices = vec![on("give up swett", "swett"), on("give up wood", "wood"), on("march wood", "wood")];
    let decision = muster_contract::Decision { choices, focus: None, ..stage::decision() };
    let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label_contains("March with Wood");
    assert!(is_painted(&harness, "1 unit can be chosen"));
    harness.key_press(egui::Key::N);
    harness.run_steps(3);
    assert!(is_painted(&harness, "March with Wood"));
    // The other can be chosen all the same.
    harness.get_by_label_contains("give up swett").click_accesskit();
    harness.run_steps(3);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["give up swett"]);
}

#[test]
fn an_overlay_is_about_the_unit_that_is_pointed_at() {
    use muster_contract::Target;
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    points(&mut harness, "Swett’s brigade");
    harness.key_press(egui::Key::F);
    harness.run_steps(3);
    let about = || {
        let sent = sent.lock().expect("no thread panics with it");
        sent.iter().rev().find_map(|request| match request {
            Request::Overlay { focus, .. } => Some(focus.clone()),
            _ => None,
        })
    };
    assert_eq!(about(), Some(Some(Target::Unit("cs-swett".into()))));
}

/// A window of a small screen, at which so many buttons stand beside a long question.
fn narrow(size: egui::Vec2, buttons: usize) -> Harness<'static, Option<Window>> {
    let ids: Vec<String> = (0..buttons).map(|n| format!("train {n}")).collect();
    let mut decision = stage::decision();
    decision.prompt = QUESTION.into();
    decision.frame = vec!["Action Phase 2 of 4".into()];
    decision
        .choices
        .retain(|choice| choice.id != "back" && !matches!(choice.target, muster_contract::Target::Facing(_)));
    decision.choices.extend(ids.iter().map(|id| button(id)));
    let named =
        |(n, id): (usize, &String)| details_of(id, &format!("Train in theater {n}"), "1 Action Point");
    let details = ids.iter().enumerate().map(named).collect();
    let line = Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() };
    let mut harness = window_of(size, Shelf::default(), Some(stage::table(line)));
    harness.run_steps(3);
    harness
}

const QUESTION: &str =
    "Which action? An Action Point is left in the East, the West and the Trans-Mississippi.";

#[test]
fn a_long_question_is_read_whole_in_a_small_window() {
    for (size, buttons) in [(egui::vec2(1280.0, 720.0), 6), (egui::vec2(880.0, 620.0), 2)] {
        let harness = narrow(size, buttons);
        assert!(is_whole(&harness, QUESTION), "{size}");
        if size.x > 1000.0 {
            assert!(is_whole(&harness, "CONFEDERATE, ACTION PHASE 2 OF 4"), "{size}");
        }
    }
}

/// The list has what has no button, row by row without a gap, so that as many have room as were counted.
#[test]
fn a_list_of_choices_repeats_no_button_and_cuts_no_row() {
    let mut harness = narrow(egui::vec2(1280.0, 720.0), 9);
    let has = |harness: &Harness<'static, Option<Window>>, n: usize| {
        harness.query_all_by_label(&format!("Train in theater {n}")).count()
    };
    let buttons = (0..9).filter(|n| has(&harness, *n) > 0).count();
    assert!(buttons < 9);
    harness
        .get_by_label(&format!("{} {}", 9 - buttons, if buttons > 0 { "more" } else { "choices" }))
        .click_accesskit();
    harness.run_steps(3);
    assert!((0..9).all(|n| has(&harness, n) == 1));
    let top = |n: usize| harness.get_by_label(&format!("Train in theater {n}")).rect().top();
    assert_eq!(top(8) - top(7), 32.0);
}

#[test]
fn a_long_name_in_a_panel_goes_on_in_a_second_line() {
    let mut view = stage::view();
    let name = "Whoever enters Harper\u{2019}s Ferry is fought";
    view.panels[0].rows[0].title = name.into();
    let harness = window(Shelf::default(), Some(Acted { view: Some(view), ..Acted::default() }));
    assert!(is_whole(&harness, name));
}
