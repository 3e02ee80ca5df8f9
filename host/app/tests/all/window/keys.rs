//! Keys that a person changes.

use super::{acts, is_painted, window, window_with};
use crate::stage::{self, Acted, Shelf};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use muster_app::keys::Action;
use muster_app::settings::Settings;
use muster_table::messages::Request;

#[test]
fn a_key_is_changed_by_a_press_on_it_and_then_another() {
    let (line, shelf) = (Acted::default(), Shelf::default());
    let (sent, kept) = (line.sent.clone(), shelf.kept.clone());
    let mut harness = window(shelf, Some(line));
    harness.key_press(Key::F1);
    harness.run_steps(3);
    harness.get_by_label("X: end what is being done (the button at the right)").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Press the key for: end what").is_some());
    // One that always does the same is refused, and another can be pressed at once.
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert!(is_painted(&harness, "Enter always does the same"));
    // The key of another action goes from that to this.
    harness.key_press(Key::F2);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("F2: end what is being done").is_some());
    assert!(harness.query_by_label_contains("X: light and dark").is_some());
    assert!(is_painted(&harness, "light and dark”, which is X now"));
    let settings = kept.lock().expect("no thread panics with it").clone();
    assert_eq!((settings.keys.of(Action::Finish), settings.theme), (Key::F2, Settings::default().theme));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(is_painted(&harness, "F2"), "the button shows it");
    harness.key_press(Key::X);
    harness.run_steps(2);
    assert_ne!(kept.lock().expect("no thread panics with it").theme, Settings::default().theme);
    harness.key_press(Key::F2);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["end"]);
}

#[test]
fn who_takes_the_key_of_an_overlay_is_told_where_that_goes() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.key_press(Key::F1);
    harness.run_steps(3);
    harness.get_by_label("X: end what is being done (the button at the right)").click_accesskit();
    harness.run_steps(2);
    harness.key_press(Key::F);
    harness.run_steps(2);
    assert!(is_painted(&harness, "F is set. “Enemy fire zones” is F5 now."));
}

#[test]
fn keys_that_were_changed_hold_after_a_restart_until_they_are_as_delivered() {
    let mut settings = Settings::default();
    settings.keys.set(Action::Undo, Key::Z);
    let text = serde_json::to_string(&settings).expect("settings are written");
    let settings: Settings = serde_json::from_str(&text).expect("and read");
    let (line, shelf) = (Acted::default(), Shelf { settings, ..Shelf::default() });
    let (sent, kept) = (line.sent.clone(), shelf.kept.clone());
    let undone = || sent.lock().expect("no thread panics").iter().any(|r| matches!(r, Request::Undo { .. }));
    let mut harness = window(shelf, Some(line));
    harness.key_press(Key::U);
    harness.run_steps(2);
    assert!(!undone());
    harness.key_press(Key::F1);
    harness.run_steps(2);
    harness.get_by_label("as delivered").click_accesskit();
    harness.run_steps(2);
    assert!(kept.lock().expect("no thread panics with it").keys.is_delivered());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.key_press(Key::U);
    harness.run_steps(2);
    assert!(undone());
}

#[test]
fn a_letter_is_written_whatever_it_was_set_for() {
    let mut settings = Settings::default();
    settings.keys.set(Action::Help, Key::L);
    let mut harness = window(Shelf { settings, ..Shelf::default() }, Some(Acted::default()));
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    harness.key_press(Key::L);
    harness.run_steps(2);
    assert!(harness.query_by_label("Close").is_none(), "it is a letter of what is sought");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.key_press(Key::L);
    harness.run_steps(2);
    assert!(harness.query_by_label("Close").is_some());
}

#[test]
fn a_key_that_is_waited_for_does_nothing_else() {
    let shelf = Shelf::default();
    let kept = shelf.kept.clone();
    let mut harness = window(shelf, None);
    harness.key_press(Key::F1);
    harness.run_steps(3);
    harness.get_by_label_contains("H: hex grid").click_accesskit();
    harness.run_steps(2);
    // In the lobby it opens the list of tables.
    harness.key_press(Key::O);
    harness.run_steps(2);
    assert_eq!(kept.lock().expect("no thread panics with it").keys.of(Action::Grid), Key::O);
    assert!(harness.query_by_label_contains("O: hex grid").is_some());
    // Escape leaves it as it is, and the page open.
    harness.get_by_label_contains("O: hex grid").click_accesskit();
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("O: hex grid").is_some());
}

#[test]
fn a_place_to_go_to_is_called_by_its_name_and_a_unit_has_its_side() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::cities()));
    harness.run_steps(4);
    harness.key_press(Key::G);
    harness.run_steps(3);
    harness.get_by_label("The army of Patterson, Union, at Harpers Ferry");
}
