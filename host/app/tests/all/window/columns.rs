//! The columns beside the board, folded and widened, and kept so.

use super::{window, window_of};
use crate::stage::{self, Acted, Shelf};
use egui::{Key, PointerButton, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use muster_app::settings::{Class, Settings};
use muster_app::window::Window;

fn drag(harness: &mut Harness<'static, Option<Window>>, from: Pos2, to: Pos2) {
    let button = |at: Pos2, pressed: bool| egui::Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    harness.event(egui::Event::PointerMoved(from));
    harness.run_steps(2);
    harness.event(button(from, true));
    harness.run_steps(1);
    for t in [0.3, 0.6, 1.0] {
        harness.event(egui::Event::PointerMoved(from.lerp(to, t)));
        harness.run_steps(1);
    }
    harness.event(button(to, false));
    harness.run_steps(2);
}

fn replay(harness: &Harness<'static, Option<Window>>) -> f32 {
    harness.get_by_label_contains("Replay").rect().width()
}

/// Where the right column begins: the bar of the replay stands in from there.
fn edge_of(harness: &Harness<'static, Option<Window>>) -> Pos2 {
    pos2(harness.get_by_label_contains("Replay").rect().left() - 10.0, 400.0)
}

#[test]
fn a_column_is_as_wide_as_somebody_drew_it_after_a_restart_too() {
    let shelf = Shelf::default();
    let kept = shelf.kept.clone();
    let mut harness = window(shelf, Some(Acted::default()));
    let before = replay(&harness);
    let edge = edge_of(&harness);
    drag(&mut harness, edge, edge - vec2(100.0, 0.0));
    let wider = replay(&harness);
    assert!((wider - before - 100.0).abs() < 3.0, "{before}, {wider}");
    // It leaves the board its room.
    let drawn = edge_of(&harness);
    drag(&mut harness, drawn, pos2(300.0, 400.0));
    assert!(replay(&harness) < 0.35 * 1600.0);
    let drawn = edge_of(&harness);
    drag(&mut harness, drawn, edge - vec2(100.0, 0.0));
    let settings = kept.lock().expect("no thread panics with it").clone();
    let text = serde_json::to_string(&settings).expect("settings are written");
    let settings: Settings = serde_json::from_str(&text).expect("and read");
    let harness = window(Shelf { settings, ..Shelf::default() }, Some(Acted::default()));
    assert!((replay(&harness) - wider).abs() < 3.0);
}

#[test]
fn what_is_folded_stays_so_in_windows_of_that_size() {
    let shelf = Shelf::default();
    let kept = shelf.kept.clone();
    let mut harness = window(shelf, Some(Acted::default()));
    assert!(harness.query_by_label_contains("Replay").is_some());
    harness.key_press(Key::I);
    harness.key_press(Key::Semicolon);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Replay").is_none());
    assert!(harness.query_by_label("›").is_some() && harness.query_by_label("‹").is_some());
    let settings = kept.lock().expect("no thread panics with it").clone();
    let wide = settings.columns.of(Class::Wide);
    assert_eq!((wide.left_folded, wide.right_folded), (Some(true), Some(true)));
    let shelf = || Shelf { settings: settings.clone(), ..Shelf::default() };
    let again = window(shelf(), Some(Acted::default()));
    assert!(again.query_by_label_contains("Replay").is_none());
    // In a smaller one they are as they were there.
    let smaller = window_of(vec2(1100.0, 800.0), shelf(), Some(stage::table(Acted::default())));
    assert!(smaller.query_by_label_contains("Replay").is_some());
}
