//! Lists of what can be done with a unit or at a place.

use super::*;
use egui::Key;
use muster_contract::{Choice, ChoiceDetails, ChoiceRole, Decision, Target};

/// A low window, in which only a part of the board is seen.
const LOW: egui::Vec2 = egui::vec2(900.0, 620.0);
/// A hex far from Wood.
const FAR: &str = "2309";
const WOOD: &str = "Wood’s brigade at 1315";

fn choice(id: &str, target: Target) -> Choice {
    Choice { id: id.into(), target, role: ChoiceRole::Act }
}

fn unit(id: &str, unit: &str) -> Choice {
    choice(id, Target::Unit(unit.into()))
}

fn place(id: &str, space: &str) -> Choice {
    choice(id, Target::Space(space.into()))
}

/// A table that asks to choose among these; `cost` is what each place costs.
fn asked(choices: Vec<Choice>, cost: &str) -> Acted {
    let told = |choice: &Choice| ChoiceDetails {
        id: choice.id.clone(),
        label: choice.id.clone(),
        cost: if matches!(choice.target, Target::Space(_)) { cost.into() } else { String::new() },
        consequences: vec![],
        path: vec![],
        warning: None,
    };
    let details = choices.iter().map(told).collect();
    let decision = Decision { focus: None, choices, ..stage::decision() };
    Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() }
}

/// What can be done with Wood, in more rows than a low window has room for.
fn many() -> Vec<Choice> {
    let mut choices: Vec<Choice> = (0..15).map(|n| unit(&format!("way-{n}"), "cs-wood")).collect();
    choices.push(unit("take swett", "cs-swett"));
    choices
}

fn press(harness: &mut Harness<'static, Option<Window>>, keys: &[Key]) {
    for key in keys {
        harness.key_press(*key);
        harness.run_steps(3);
    }
}

fn click(harness: &mut Harness<'static, Option<Window>>, label: &str) {
    harness.get_by_label_contains(label).click();
    harness.run_steps(4);
}

/// A low window in which the list of what Wood can do was opened by pointer.
fn long_list() -> (Harness<'static, Option<Window>>, Sent) {
    let line = asked(many(), "");
    let sent = line.sent.clone();
    let mut harness = window_of(LOW, Shelf::default(), Some(stage::table(line)));
    click(&mut harness, WOOD);
    (harness, sent)
}

fn top(harness: &Harness<'static, Option<Window>>, label: &str) -> egui::Pos2 {
    harness.get_by_label(label).rect().min
}

#[test]
fn a_list_opened_by_pointer_is_walked_by_keys_and_the_board_stays() {
    let (mut harness, sent) = long_list();
    let swett = harness.get_by_label_contains("take swett").rect();
    press(&mut harness, &[Key::ArrowDown; 14]);
    assert_eq!(harness.get_by_label_contains("take swett").rect(), swett);
    press(&mut harness, &[Key::Enter]);
    assert_eq!(acts(&sent), ["way-14"]);

    let (mut harness, sent) = long_list();
    press(&mut harness, &[Key::Escape]);
    assert!(harness.query_by_label("way-3").is_none());
    assert!(acts(&sent).is_empty());
}

#[test]
fn a_long_list_lies_on_the_board_and_is_scrolled() {
    let (mut harness, sent) = long_list();
    let bar = harness.get_by_label("Undo").rect().top();
    assert!(top(&harness, "way-14").y > bar, "it has no room");
    let swett = harness.get_by_label_contains("take swett").rect();
    let first = top(&harness, "way-0");
    // The keyboard's row is brought into view.
    press(&mut harness, &[Key::ArrowUp]);
    assert!(top(&harness, "way-14").y + 34.0 < bar && top(&harness, "way-0").y < first.y);
    press(&mut harness, &[Key::ArrowDown]);
    assert_eq!(top(&harness, "way-0"), first);
    // The wheel scrolls the list and leaves the board as it is.
    harness.input_mut().events.push(egui::Event::PointerMoved(first + egui::vec2(40.0, 40.0)));
    harness.run_steps(2);
    harness.input_mut().events.push(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -900.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    harness.run_steps(20);
    assert!(top(&harness, "way-14").y + 34.0 < bar);
    assert_eq!(harness.get_by_label_contains("take swett").rect(), swett);
    harness.get_by_label("way-14").click();
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["way-14"]);
}

#[test]
fn a_list_is_shut_when_the_view_goes_elsewhere() {
    let (mut harness, sent) = long_list();
    press(&mut harness, &[Key::G]);
    harness.input_mut().events.push(egui::Event::Text("0101".into()));
    harness.run_steps(2);
    press(&mut harness, &[Key::Enter, Key::Num1]);
    assert!(harness.query_by_label("way-0").is_none());
    assert!(acts(&sent).is_empty());
}

#[test]
fn a_units_list_has_what_can_be_done_where_it_stands() {
    let of_place = [place("rally", "1315"), place("entrench", "1315"), place("march", "1414")];
    for own in [vec!["promote", "transfer"], vec!["promote"]] {
        let mut choices: Vec<Choice> = own.iter().map(|id| unit(id, "cs-wood")).collect();
        choices.extend(of_place.clone());
        let line = asked(choices, "");
        let sent = line.sent.clone();
        let mut harness = window(Shelf::default(), Some(line));
        click(&mut harness, WOOD);
        assert!(acts(&sent).is_empty());
        let (above, below) = (top(&harness, own[own.len() - 1]), top(&harness, "rally"));
        let between = |at: egui::Pos2| above.y < at.y && at.y < below.y && (at.x - above.x).abs() < 40.0;
        let named = |(at, galley): &(egui::Pos2, std::sync::Arc<egui::Galley>)| {
            between(*at) && galley.text().starts_with("1315")
        };
        assert!(painted(&harness).iter().any(named), "the place is named");
        assert!(harness.query_by_label("march").is_none(), "it is of another place");
        press(&mut harness, &[Key::ArrowUp, Key::Enter]);
        assert_eq!(acts(&sent), ["entrench"]);
    }
}

#[test]
fn what_is_paid_for_at_a_place_is_not_done_by_one_click() {
    for (cost, at_once) in [("1 card", false), ("", true)] {
        let line = asked(vec![place("fort", "1414"), place("fort-2", "1314")], cost);
        let sent = line.sent.clone();
        let mut harness = window(Shelf::default(), Some(line));
        click(&mut harness, "fort-2");
        assert_eq!(acts(&sent).len(), usize::from(at_once), "“{cost}”");
        if !at_once {
            press(&mut harness, &[Key::Enter]);
        }
        assert_eq!(acts(&sent), ["fort-2"]);
    }
}

/// Where the place of a question lies that is about another, far from the first thing that can be chosen.
fn place_of_question(focus: Option<Target>) -> egui::Pos2 {
    let mut line = asked(vec![unit("wait", "cs-wood"), place("look", FAR)], "");
    line.decisions.iter_mut().flatten().for_each(|decision| decision.focus.clone_from(&focus));
    let mut harness = window_of(LOW, Shelf::default(), Some(stage::table(line)));
    harness.run_steps(4);
    harness.get_by_label_contains(FAR).rect().center()
}

#[test]
fn a_question_about_a_place_brings_it_into_view() {
    let view = egui::Rect::from_min_size(egui::Pos2::ZERO, LOW);
    let far = place_of_question(None);
    assert!(!view.contains(far), "what is asked first is far from it: {far:?}");
    let near = place_of_question(Some(Target::Space(FAR.into())));
    assert!(view.shrink(60.0).contains(near), "{near:?}");
}

#[test]
fn enter_takes_what_alone_can_be_chosen() {
    let pressed = |choices: Vec<Choice>| {
        let line = asked(choices, "");
        let sent = line.sent.clone();
        let mut harness = window_of(LOW, Shelf::default(), Some(stage::table(line)));
        press(&mut harness, &[Key::Enter]);
        acts(&sent)
    };
    let button = |id: &str| choice(id, Target::Button(id.into()));
    assert_eq!(pressed(vec![button("halt")]), ["halt"]);
    assert_eq!(pressed(vec![place("look", FAR)]), ["look"]);
    assert!(pressed(vec![button("halt"), button("go")]).is_empty());
    assert!(pressed(vec![button("halt"), place("look", FAR)]).is_empty());
}

#[test]
fn what_the_unit_that_is_asked_about_can_do_where_it_stands_has_a_button() {
    let wood = || Target::Unit("cs-wood".into());
    let mut line = asked(vec![unit("stand", "cs-wood"), place("back", "1414")], "");
    let decisions = line.decisions.as_mut().expect("it has its own");
    decisions[0].focus = Some(wood());
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, &[Key::Num1]);
    assert_eq!(acts(&sent), ["stand"]);
}
