//! What happens as a table comes: clicks that were meant for what stood there before, and bots that wait for the picture.

use super::{acts, window};
use crate::stage::{self, Acted, Shelf};
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, pos2};
use egui_kittest::kittest::Queryable as _;
use muster_app::measure::Stage;
use muster_app::settings::Settings;
use muster_table::messages::Request;

fn click(stage: &mut Stage, pos: Pos2) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    for pressed in [true, false] {
        stage.frame(vec![Event::PointerMoved(pos), Event::PointerButton { pos, button, pressed, modifiers }]);
    }
}

#[test]
fn the_second_click_of_two_chooses_nothing_at_the_table_that_the_first_opened() {
    let hex = window(Shelf::default(), Some(Acted::default()));
    let at = hex.get_by_label_contains("Move to 1414").rect().center();
    let line = Acted::default();
    let sent = line.sent.clone();
    let screen = Rect::from_min_max(Pos2::ZERO, pos2(1600.0, 1000.0));
    let mut stage = Stage::new(Box::new(Shelf::default()), screen, 0.05);
    stage.window.open(stage::table(line));
    for _ in 0..6 {
        stage.frame(Vec::new());
    }
    click(&mut stage, at);
    assert!(acts(&sent).is_empty(), "0.4 s after it came");
    for _ in 0..6 {
        stage.frame(Vec::new());
    }
    click(&mut stage, at);
    stage.frame(Vec::new());
    assert_eq!(acts(&sent), ["go 1414"]);
}

#[test]
fn bots_wait_until_the_board_has_been_drawn() {
    let mut standing = stage::standing();
    standing.seats.iter_mut().for_each(|seat| seat.waited_for = seat.seat == 0);
    let line = Acted { decisions: Some(vec![]), ..Acted::of(standing) };
    let sent = line.sent.clone();
    let paces = || {
        let sent = sent.lock().expect("no thread panics with it");
        let pace = |request: &Request| match request {
            Request::Pace { pause } => Some(*pause),
            _ => None,
        };
        sent.iter().filter_map(pace).collect::<Vec<_>>()
    };
    let mut harness = window(Shelf::default(), Some(line));
    let wanted = Settings::default().pace;
    for _ in 0..500 {
        if paces().contains(&60_000) && paces().last() == Some(&wanted) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(1);
    }
    let paces = paces();
    assert!(paces.contains(&60_000), "they are held back: {paces:?}");
    assert_eq!(paces.last(), Some(&wanted), "and go on when it has come");
}
