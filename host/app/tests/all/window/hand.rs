//! The board by hand: pieces that are pulled to where they may go, menus by the right button, distances that are measured.

use super::*;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use muster_contract::{Choice, ChoiceRole, Decision, Target};
use muster_table::messages::{FromTable, UndoOffer, Update};

pub(super) type Win = Harness<'static, Option<Window>>;

pub(super) fn choice(id: &str, target: Target) -> Choice {
    Choice { id: id.into(), target, role: ChoiceRole::Act }
}

fn place(id: &str, space: &str) -> Choice {
    choice(id, Target::Space(space.into()))
}

fn button(harness: &mut Win, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.run_steps(1);
}

fn point(harness: &mut Win, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
}

/// Presses at a place and pulls to another, a little at a time.
pub(super) fn pull(harness: &mut Win, from: Pos2, to: Pos2, with: PointerButton) {
    point(harness, from);
    button(harness, from, with, true);
    for share in [0.25, 0.5, 0.75, 1.0] {
        point(harness, from.lerp(to, share));
    }
}

pub(super) fn drop_at(harness: &mut Win, at: Pos2) {
    button(harness, at, PointerButton::Primary, false);
    harness.run_steps(4);
}

/// Where the middle of a hex of the stage lies, which can be chosen.
pub(super) fn lit(harness: &Win, space: &str) -> Pos2 {
    harness.get_by_label_contains(&format!("Move to {space}")).rect().center()
}

/// Where Shaver lies, between the hexes beside his.
fn shaver(harness: &Win) -> Pos2 {
    lit(harness, "1315").lerp(lit(harness, "1515"), 0.5)
}

fn table() -> (Win, Sent) {
    let line = Acted::default();
    let sent = line.sent.clone();
    (window(Shelf::default(), Some(line)), sent)
}

#[test]
fn a_piece_is_pulled_to_where_it_may_go() {
    let (mut harness, sent) = table();
    let (from, to, stays) = (shaver(&harness), lit(&harness, "1414"), lit(&harness, "1514"));
    pull(&mut harness, from, to, PointerButton::Primary);
    assert!(is_painted(&harness, "2 pips"), "what the way costs is told while it is pulled");
    assert!(acts(&sent).is_empty(), "nothing is done before it is let go");
    let other = lit(&harness, "1514");
    assert_eq!(other, stays, "the board stays");
    drop_at(&mut harness, to);
    assert_eq!(acts(&sent), ["go 1414"]);
}

#[test]
fn a_piece_that_is_let_go_elsewhere_or_put_back_does_nothing() {
    let (mut harness, sent) = table();
    let (from, to) = (shaver(&harness), lit(&harness, "1414"));
    let nowhere = from + vec2(0.0, -400.0);
    pull(&mut harness, from, nowhere, PointerButton::Primary);
    drop_at(&mut harness, nowhere);
    pull(&mut harness, from, to, PointerButton::Primary);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    drop_at(&mut harness, to);
    pull(&mut harness, from, to, PointerButton::Primary);
    button(&mut harness, to, PointerButton::Secondary, true);
    button(&mut harness, to, PointerButton::Secondary, false);
    drop_at(&mut harness, to);
    assert!(acts(&sent).is_empty(), "{:?}", acts(&sent));
    assert_eq!(shaver(&harness), from);
    assert!(harness.query_by_label("What is here?").is_none(), "nor does a menu open");
}

#[test]
fn empty_board_is_still_pulled_about() {
    let (mut harness, sent) = table();
    let (at, from) = (lit(&harness, "1414"), shaver(&harness) + vec2(0.0, -400.0));
    pull(&mut harness, from, from + vec2(60.0, 30.0), PointerButton::Primary);
    drop_at(&mut harness, from + vec2(60.0, 30.0));
    assert!((lit(&harness, "1414") - at - vec2(60.0, 30.0)).length() < 1.0);
    assert!(acts(&sent).is_empty());
}

/// Where a piece must be chosen before it may go anywhere, and what is asked once it is.
pub(super) fn unchosen() -> (Acted, Vec<Decision>) {
    let wood = || Target::Unit("cs-wood".into());
    let first = Decision {
        focus: None,
        choices: vec![choice("take wood", wood()), place("go 1414", "1414"), place("go 1315", "1315")],
        ..stage::decision()
    };
    let then = Decision { focus: Some(wood()), ..stage::decision() };
    (Acted { decisions: Some(vec![first]), ..Acted::default() }, vec![then])
}

#[test]
fn a_piece_that_was_not_chosen_is_chosen_by_being_pulled() {
    let barred = Some(UndoOffer { revision: 1, ..UndoOffer::default() });
    // Let go elsewhere it is taken back; given up by its own choice where that is barred.
    let cases = [
        ("1414", &["take wood", "go 1414"][..], None, 0),
        ("", &["take wood"], None, 1),
        ("", &["take wood", "back"], barred, 0),
    ];
    for (to, done, undo, undone) in cases {
        let (line, asked) = unchosen();
        let line = Acted { undo, ..line };
        let (sent, later, decided) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
        let mut harness = window(Shelf::default(), Some(line));
        let from = harness.get_by_label_contains("Wood’s brigade at 1315").rect().center();
        let to = if to.is_empty() { from + vec2(0.0, -400.0) } else { lit(&harness, to) };
        pull(&mut harness, from, to, PointerButton::Primary);
        assert_eq!(acts(&sent), ["take wood"]);
        // It is let go before the module has answered.
        drop_at(&mut harness, to);
        assert_eq!(acts(&sent).len(), 1);
        *decided.lock().expect("no thread panics with it") = Some(asked);
        let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
        later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
        harness.run_steps(8);
        assert_eq!(acts(&sent), done);
        let sent = sent.lock().expect("no thread panics with it");
        assert_eq!(sent.iter().filter(|request| matches!(request, Request::Undo { .. })).count(), undone);
    }
}

/// A question that would be brought into view waits until the hand is empty: else the piece would come down elsewhere.
#[test]
fn the_board_stays_while_a_piece_is_in_the_hand() {
    let (line, mut asked) = unchosen();
    let far = stage::board().spaces.first().expect("the board has hexes").id.clone();
    (asked[0].picked, asked[0].focus) =
        (asked[0].focus.take().into_iter().collect(), Some(Target::Space(far)));
    let (sent, later, decided) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    for _ in 0..3 {
        harness.key_press(Key::Plus);
    }
    harness.run_steps(4);
    let from = harness.get_by_label_contains("Wood’s brigade at 1315").rect().center();
    let (to, stays) = (lit(&harness, "1414"), lit(&harness, "1315"));
    pull(&mut harness, from, to, PointerButton::Primary);
    *decided.lock().expect("no thread panics with it") = Some(asked);
    let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(4);
    assert_eq!(lit(&harness, "1315"), stays);
    drop_at(&mut harness, to);
    assert_eq!(acts(&sent), ["take wood", "go 1414"]);
}

/// What the table asks, with this choice of the hex 1414 besides.
fn with(id: &str) -> Vec<Decision> {
    let mut decision = stage::decision();
    decision.choices.push(place(id, "1414"));
    vec![decision]
}

#[test]
fn a_choice_that_does_more_than_take_a_piece_up_is_taken_back() {
    let (line, _) = unchosen();
    let (sent, later, decided) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    let from = harness.get_by_label_contains("Wood’s brigade at 1315").rect().center();
    let to = lit(&harness, "1414");
    pull(&mut harness, from, to, PointerButton::Primary);
    assert_eq!(acts(&sent), ["take wood"]);
    let other = Decision { focus: None, choices: vec![place("go 1315", "1315")], ..stage::decision() };
    *decided.lock().expect("no thread panics with it") = Some(vec![other]);
    let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(8);
    drop_at(&mut harness, to);
    assert_eq!(acts(&sent), ["take wood"], "nothing else is done");
    let sent = sent.lock().expect("no thread panics with it");
    let undone = sent.iter().filter(|request| matches!(request, Request::Undo { .. })).count();
    assert_eq!(undone, 1);
}

#[test]
fn what_warns_is_asked_about_when_a_piece_is_let_go() {
    let told = |choice: &Choice| muster_contract::ChoiceDetails {
        id: choice.id.clone(),
        label: format!("Move to {}", choice.id.trim_start_matches("go ")),
        cost: String::new(),
        consequences: vec![],
        path: vec![],
        warning: (choice.id == "go 1414").then(|| "Into the fire?".into()),
    };
    let details = stage::decision().choices.iter().map(told).collect();
    let line = Acted { details: Some(details), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let (from, to) = (shaver(&harness), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    drop_at(&mut harness, to);
    assert!(acts(&sent).is_empty());
    assert!(is_painted(&harness, "Into the fire?"));
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["go 1414"]);
}

#[test]
fn several_ways_to_one_place_are_listed() {
    let line = Acted { decisions: Some(with("ride 1414")), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let (from, to) = (shaver(&harness), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    drop_at(&mut harness, to);
    assert!(acts(&sent).is_empty());
    harness.key_press(Key::Num2);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["ride 1414"]);
}

#[test]
fn an_army_is_pulled_to_a_city() {
    let (table, sent) = stage::cities::written();
    let mut harness = window_with(Shelf::default(), Some(table));
    let army = harness.get_by_label_contains("The army of McDowell at Washington").rect().center();
    let city = harness.get_by_label("Manassas").rect().center();
    pull(&mut harness, army, city, PointerButton::Primary);
    drop_at(&mut harness, city);
    assert_eq!(acts(&sent), ["march us-mcdowell manassas"]);
}

/// Pulls the block beside the second, in the same rank, to where `to` makes of the middles of the second and of the boundary 11/13.
fn pull_block(to: impl Fn(Pos2, Pos2) -> Pos2) -> Vec<String> {
    let (table, sent) = stage::blocks_written();
    let mut harness = window_with(Shelf::default(), Some(table));
    let front = harness.get_by_label_contains("The second (2) at 11").rect().center();
    let to = to(front, harness.get_by_label_contains("boundary 11/13").rect().center());
    // The first stands on one of its sides.
    for by in [vec2(0.0, -60.0), vec2(0.0, 60.0), vec2(-40.0, 0.0), vec2(40.0, 0.0)] {
        pull(&mut harness, front + by, to, PointerButton::Primary);
        drop_at(&mut harness, to);
    }
    acts(&sent)
}

#[test]
fn a_block_is_pulled_over_a_boundary() {
    let done = pull_block(|_, edge| edge);
    assert!(done.contains(&"to 13".to_owned()), "{done:?}");
}

#[test]
fn a_block_that_is_let_go_behind_a_boundary_goes_over_it() {
    let done = pull_block(|front, edge| edge + (edge - front).normalized() * 70.0);
    assert!(done.contains(&"to 13".to_owned()), "{done:?}");
}

/// A unit that has gone where it may go has no ways left, and what is asked next is not about it.
#[test]
fn a_move_that_ends_what_is_asked_of_a_piece_stays_done() {
    let (line, asked) = unchosen();
    let (sent, later, decided) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    let from = harness.get_by_label_contains("Wood’s brigade at 1315").rect().center();
    let to = lit(&harness, "1414");
    pull(&mut harness, from, to, PointerButton::Primary);
    drop_at(&mut harness, to);
    let other = Decision { focus: None, choices: vec![place("go 1515", "1515")], ..stage::decision() };
    let answer = |asks: Vec<Decision>| {
        *decided.lock().expect("no thread panics with it") = Some(asks);
        let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
        later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    };
    answer(asked);
    // It lies where it was let go for a moment, and the next question comes within that.
    while acts(&sent).len() < 2 {
        harness.run_steps(1);
    }
    answer(vec![other]);
    harness.run_steps(8);
    assert_eq!(acts(&sent), ["take wood", "go 1414"]);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(!sent.iter().any(|request| matches!(request, Request::Undo { .. })), "nothing is taken back");
}

fn is_measured(harness: &Win) -> bool {
    let line = |words: &str| words.starts_with("1315") && words.contains(" to 1515");
    painted(harness).iter().any(|(_, galley)| line(galley.text()))
}

pub(super) fn right_click(harness: &mut Win, at: Pos2) {
    point(harness, at);
    button(harness, at, PointerButton::Secondary, true);
    button(harness, at, PointerButton::Secondary, false);
    harness.run_steps(3);
}

#[test]
fn a_right_click_opens_the_menu_of_a_piece_beside_it() {
    let (mut harness, sent) = table();
    let wood = harness.get_by_label_contains("Wood’s brigade at 1315").rect();
    right_click(&mut harness, wood.center());
    assert!(acts(&sent).is_empty());
    let menu = harness.get_by_role_and_label(egui::accesskit::Role::Menu, "Wood’s brigade at 1315").rect();
    assert!(!menu.intersects(wood), "{menu} lies over {wood}");
    for entry in ["What is here?", "Measure from here", "Bring to the middle", "Rule D1: Movement"] {
        assert!(harness.query_by_label(entry).is_some(), "no “{entry}”");
    }
    harness.get_by_label("Move cs-wood instead").click_accesskit();
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["take wood"]);
}

#[test]
fn the_menu_of_what_cannot_be_chosen_says_why() {
    let (mut harness, sent) = table();
    let at = shaver(&harness) + vec2(0.0, -400.0);
    right_click(&mut harness, at);
    harness.get_by_label("Why can nothing be done here?").click_accesskit();
    harness.run_steps(3);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(sent.iter().any(|request| matches!(request, Request::Explain { .. })));
}

#[test]
fn the_menu_is_reached_by_keys() {
    let keys: [(Key, Modifiers); 2] = [(Key::Menu, Modifiers::NONE), (Key::F10, Modifiers::SHIFT)];
    for (key, modifiers) in keys {
        let (mut harness, sent) = table();
        harness.key_press(Key::N);
        harness.run_steps(3);
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(3);
        assert!(harness.query_by_label("Measure from here").is_some(), "{key:?}");
        assert!(acts(&sent).is_empty());
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(acts(&sent).len(), 1, "the first entry has the keyboard");
    }
}

#[test]
fn a_line_is_measured_by_pulling_with_the_right_button() {
    let (mut harness, sent) = table();
    let (from, to) = (lit(&harness, "1315"), lit(&harness, "1515"));
    pull(&mut harness, from, to, PointerButton::Secondary);
    assert!(is_measured(&harness));
    assert_eq!(lit(&harness, "1315"), from, "the board stays");
    button(&mut harness, to, PointerButton::Secondary, false);
    harness.run_steps(2);
    assert!(is_measured(&harness), "it is still read when the button is up");
    assert!(harness.query_by_label("What is here?").is_none());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!is_measured(&harness));
    assert!(acts(&sent).is_empty(), "Escape only puts the line away");
}

#[test]
fn who_measures_is_told_what_is_in_sight() {
    let mut table = stage::table(Acted::default());
    let overlay = |id: &str| muster_contract::OverlayInfo {
        id: id.into(),
        title: "Line of sight".into(),
        key: "l".into(),
        needs_focus: true,
    };
    table.description.overlays = vec![overlay("sight")];
    let mut harness = window_with(Shelf::default(), Some(table));
    let (from, seen, hidden) = (lit(&harness, "1315"), lit(&harness, "1515"), lit(&harness, "1514"));
    for (to, words) in [(seen, "In sight."), (hidden, "Not in sight")] {
        pull(&mut harness, from, to, PointerButton::Secondary);
        button(&mut harness, to, PointerButton::Secondary, false);
        harness.run_steps(3);
        assert!(is_painted(&harness, words), "{words}");
        harness.key_press(Key::Escape);
        harness.run_steps(2);
    }
}

#[test]
fn a_piece_that_may_not_move_is_told_of_and_the_board_stays() {
    let (mut harness, sent) = table();
    let before = lit(&harness, "1414");
    // Peabody stands two hexes above Shaver, and he is the enemy.
    let from = shaver(&harness) + vec2(0.0, -2.0 * (lit(&harness, "1315").y - lit(&harness, "1314").y));
    let pulled = |harness: &mut Win, from: Pos2| {
        pull(harness, from, from + vec2(-90.0, 60.0), PointerButton::Primary);
        drop_at(harness, from + vec2(-90.0, 60.0));
    };
    let explained = || {
        let sent = sent.lock().expect("no thread panics with it");
        sent.iter()
            .filter(|request| matches!(request, Request::Explain { target: Target::Unit(_), .. }))
            .count()
    };
    pulled(&mut harness, from);
    assert_eq!((explained(), lit(&harness, "1414")), (1, before));
    // Empty ground is what moves it.
    let ground = shaver(&harness) + vec2(0.0, -400.0);
    pulled(&mut harness, ground);
    assert_eq!(explained(), 1);
    assert_ne!(lit(&harness, "1414"), before);
}
