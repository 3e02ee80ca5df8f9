//! Pieces that can do several things, pulled to a place: they are asked there which.

use super::hand::{Win, choice, drop_at, lit, pull, unchosen};
use super::*;
use egui::{Key, PointerButton, vec2};
use muster_contract::{Decision, OverlayInfo, Target};
use muster_table::messages::{FromTable, Update};

/// Where Wood can do two things, neither of which is known to go anywhere, and what is asked once he goes.
fn two_things() -> (Acted, Vec<Decision>) {
    let (line, then) = unchosen();
    let mut decisions = line.decisions.clone().expect("it has its own");
    decisions[0].choices.push(choice("force wood", Target::Unit("cs-wood".into())));
    (Acted { decisions: Some(decisions), ..line }, then)
}

fn wood(harness: &Win) -> egui::Pos2 {
    harness.get_by_label_contains("Wood’s brigade at 1315").rect().center()
}

#[test]
fn a_piece_that_can_do_several_things_is_asked_which_where_it_is_let_go() {
    let (line, asked) = two_things();
    let (sent, later, decided) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    let (from, to) = (wood(&harness), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    assert_eq!(lit(&harness, "1414"), to, "the board stays");
    drop_at(&mut harness, to);
    assert!(acts(&sent).is_empty());
    let title = "Wood’s brigade to 1414";
    assert!(harness.query_by_role_and_label(egui::accesskit::Role::Menu, title).is_some());
    harness.key_press(Key::Num2);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["force wood"]);
    *decided.lock().expect("no thread panics with it") = Some(asked);
    let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(8);
    assert_eq!(acts(&sent), ["force wood", "go 1414"], "it goes on to where it was let go");
}

#[test]
fn a_piece_that_can_do_several_things_is_put_back() {
    let (line, _) = two_things();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let (from, to) = (wood(&harness), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    drop_at(&mut harness, to);
    pull(&mut harness, from, from + vec2(9.0, 4.0), PointerButton::Primary);
    drop_at(&mut harness, from + vec2(9.0, 4.0));
    assert!(harness.query_by_role(egui::accesskit::Role::Menu).is_none());
    assert!(acts(&sent).is_empty());
    assert_eq!(lit(&harness, "1414"), to, "the board stays");
}

#[test]
fn where_a_piece_can_go_in_any_way_is_asked_of_the_module() {
    let (line, _) = two_things();
    let sent = line.sent.clone();
    let mut table = stage::table(line);
    table.description.overlays =
        vec![OverlayInfo { id: "march".into(), title: "March".into(), key: "m".into(), needs_focus: true }];
    let mut harness = window_with(Shelf::default(), Some(table));
    let (from, to) = (wood(&harness), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    let asks = |request: &Request| {
        matches!(request, Request::Overlay { name, focus: Some(Target::Unit(unit)), .. }
            if name == "march" && unit == "cs-wood")
    };
    let sent = sent.lock().expect("no thread panics with it");
    assert_eq!(sent.iter().filter(|request| asks(request)).count(), 1);
}
