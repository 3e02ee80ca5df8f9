//! The small map of a board that isn't all in sight.

use super::{window, window_of};
use crate::stage::{self, Acted, Shelf};
use egui::{Event, Key, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use muster_app::window::Window;

const MAP: &str = "Small map of the whole board";

fn press(harness: &mut Harness<'static, Option<Window>>, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: egui::Modifiers::NONE });
        harness.run_steps(2);
    }
}

fn zoomed(
    presses: usize,
) -> (Harness<'static, Option<Window>>, std::sync::Arc<std::sync::Mutex<muster_app::settings::Settings>>) {
    let shelf = Shelf::default();
    let kept = shelf.kept.clone();
    let mut harness = window(shelf, Some(Acted::default()));
    harness.key_press(Key::Num0);
    for _ in 0..presses {
        harness.key_press(Key::Plus);
    }
    harness.run_steps(4);
    (harness, kept)
}

fn map(harness: &Harness<'static, Option<Window>>) -> Option<Rect> {
    harness.query_by_label(MAP).map(|node| node.rect())
}

#[test]
fn it_is_there_while_not_all_of_the_board_is_in_sight() {
    assert_eq!(map(&zoomed(0).0), None);
    let (harness, _) = zoomed(3);
    let rect = map(&harness).expect("the board is larger than the view");
    // It covers nothing that can be chosen.
    for name in ["Move to", "brigade at"] {
        for node in harness.query_all_by_label_contains(name) {
            assert!(!rect.contains(node.rect().center()), "{name} at {:?} under {rect:?}", node.rect());
        }
    }
}

#[test]
fn it_keeps_clear_of_the_bar_that_tells_of_changed_files() {
    let standing = muster_table::messages::Standing { revised: true, ..stage::standing() };
    let table = stage::table(Acted::of(standing));
    let mut harness = window_of(egui::vec2(853.0, 480.0), Shelf::default(), Some(table));
    for _ in 0..4 {
        harness.key_press(Key::Plus);
    }
    harness.run_steps(4);
    let words = harness.get_by_label("Start again").rect();
    let bar = words.union(harness.get_by_label("Leave it").rect());
    assert!(map(&harness).is_none_or(|map| !map.intersects(bar)), "{bar:?} {:?}", map(&harness));
    harness.get_by_label("Leave it").click_accesskit();
    harness.run_steps(4);
    assert!(map(&harness).is_some());
}

#[test]
fn a_press_on_it_moves_the_view_there() {
    let (mut harness, _) = zoomed(4);
    let rect = map(&harness).expect("the board is larger than the view");
    let at = |harness: &Harness<'static, Option<Window>>| {
        harness.get_by_label_contains("Move to 1314").rect().center()
    };
    let before = at(&harness);
    press(&mut harness, rect.left_top() + (rect.size() * 0.1));
    let corner = at(&harness);
    assert!(corner.x > before.x + 20.0 && corner.y > before.y + 20.0, "{before:?}, {corner:?}");
    let middle = map(&harness).expect("it is still there").center();
    press(&mut harness, middle);
    let middle = at(&harness);
    assert!(middle.x < corner.x && middle.y < corner.y, "{corner:?}, {middle:?}");
}

#[test]
fn it_is_folded_up_and_stays_so() {
    let (mut harness, kept) = zoomed(3);
    harness.key_press(Key::Comma);
    harness.run_steps(3);
    assert_eq!(map(&harness), None);
    let settings = kept.lock().expect("no thread panics with it").clone();
    assert!(!settings.small_map);
    // Its sign brings it back.
    harness.get_by_label("A small map of the whole board").click_accesskit();
    harness.run_steps(3);
    assert!(map(&harness).is_some());
    assert!(kept.lock().expect("no thread panics with it").small_map);
}

#[test]
fn pieces_are_hidden_as_long_as_a_key_is_held() {
    let (mut harness, _) = zoomed(0);
    let painted = |harness: &Harness<'static, Option<Window>>| {
        harness.output().shapes.iter().filter(|clipped| matches!(clipped.shape, egui::Shape::Mesh(_))).count()
    };
    let before = painted(&harness);
    harness.key_down(Key::Y);
    harness.run_steps(2);
    let hidden = painted(&harness);
    harness.key_up(Key::Y);
    harness.run_steps(2);
    assert!(hidden < before, "{hidden} of {before} meshes");
    assert_eq!(painted(&harness), before);
}
