//! A window that has little room: 1280 by 720 with everything half as large again.

use super::{is_painted, painted, window, window_of};
use crate::stage::{self, Acted, Shelf};
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;

const LOW: egui::Vec2 = vec2(853.0, 480.0);

#[test]
fn what_may_be_chosen_at_any_time_lies_on_no_button() {
    let decisions = vec![stage::decision(), stage::enough()];
    let line = Acted { decisions: Some(decisions), odds: Some(vec![]), ..Acted::default() };
    let harness = window_of(LOW, Shelf::default(), Some(stage::table(line)));
    let any = harness.get_by_label("Yield").rect();
    for button in ["Undo", "Redo"] {
        let button = harness.get_by_label(button).rect();
        assert!(any.bottom() - 6.0 <= button.top(), "{any:?} lies on {button:?}");
    }
}

#[test]
fn a_chosen_unit_leaves_the_log_its_room() {
    let line = Acted { odds: Some(vec![]), ..Acted::default() };
    let mut harness = window_of(LOW, Shelf::default(), Some(stage::table(line)));
    harness.key_press(Key::I);
    harness.run_steps(4);
    assert!(is_painted(&harness, "CHOSEN UNIT") && is_painted(&harness, "Move 2 hexes"));
    assert!(is_painted(&harness, "LOG"));
}

#[test]
fn a_turn_of_a_long_name_stays_in_its_column() {
    let mut view = stage::view();
    view.turn.title = "10am, the Confederate turn".into();
    let harness = window(Shelf::default(), Some(Acted { view: Some(view), ..Acted::default() }));
    let painted = painted(&harness);
    let (at, title) = painted.iter().find(|(_, g)| g.text().starts_with("10am")).expect("it is told");
    let column = 240.0;
    assert!(at.x + title.size().x <= column && !title.elided, "{} wide", title.size().x);
}
