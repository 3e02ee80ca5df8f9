//! What came of dice is in sight in windows that have no room for the log.

use super::*;
use egui::{Key, Rect, pos2, vec2};
use muster_table::messages::{FromTable, LogItem, Update};

const CARD: &str = "RESULT";

/// As large as 1280x720 is at 150 %.
const LOW: egui::Vec2 = vec2(853.0, 480.0);

/// Tells the table that a record of the log has only just come.
fn comes(harness: &mut Harness<'static, Option<Window>>, later: &Later, record: usize) {
    let news: Vec<LogItem> = vec![stage::log()[record].clone()];
    let changed = Update::Changed { news, back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(4);
}

type Later = std::sync::Arc<std::sync::Mutex<std::collections::VecDeque<FromTable>>>;

fn table(size: egui::Vec2) -> (Harness<'static, Option<Window>>, Later) {
    let log = Some(stage::log()[..2].to_vec());
    let line = Acted { odds: Some(vec![]), log, ..Acted::default() };
    let later = line.later.clone();
    (window_of(size, Shelf::default(), Some(stage::table(line))), later)
}

#[test]
fn what_came_of_dice_is_shown_where_the_log_is_not() {
    let (mut harness, later) = table(LOW);
    assert!(!is_painted(&harness, CARD), "what is old was seen");
    comes(&mut harness, &later, 1);
    assert!(is_painted(&harness, CARD) && is_painted(&harness, "two hits, one taken by woods"));
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(!is_painted(&harness, CARD));
    comes(&mut harness, &later, 1);
    harness.get_by_label_contains("Result: put away").click_accesskit();
    harness.run_steps(3);
    assert!(!is_painted(&harness, CARD));
    // Whoever goes on has seen it.
    comes(&mut harness, &later, 1);
    comes(&mut harness, &later, 3);
    assert!(!is_painted(&harness, CARD));
    // In the log it stands already.
    comes(&mut harness, &later, 1);
    harness.key_press(Key::I);
    harness.run_steps(4);
    assert!(!is_painted(&harness, CARD) && is_painted(&harness, "two hits, one taken by woods"));
    let (mut harness, later) = table(vec2(1600.0, 1000.0));
    comes(&mut harness, &later, 1);
    assert!(!is_painted(&harness, CARD));
}

#[test]
fn what_came_of_dice_lies_within_the_board() {
    let (mut harness, later) = table(LOW);
    comes(&mut harness, &later, 1);
    let board = Rect::from_min_max(pos2(36.0, 48.0), pos2(853.0, 380.0));
    let card = harness.get_by_label_contains("Result: put away").rect();
    assert!(board.contains_rect(card), "{card} lies outside");
}
