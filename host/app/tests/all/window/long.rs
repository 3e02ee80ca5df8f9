//! Long texts: only what is in sight is laid out.

use super::*;
use egui::Shape;
use muster_contract::{Audience, Event, EventKind, Section};
use muster_table::messages::{LogItem, LogKind};

// How many letters a frame paints, whether they are in sight or not.
fn letters(harness: &Harness<'static, Option<Window>>) -> usize {
    fn of(shape: &Shape) -> usize {
        match shape {
            Shape::Vec(shapes) => shapes.iter().map(of).sum(),
            Shape::Text(text) => text.galley.text().len(),
            _ => 0,
        }
    }
    harness.output().shapes.iter().map(|clipped| of(&clipped.shape)).sum()
}

#[test]
fn of_a_long_rules_summary_only_what_is_in_sight_is_painted() {
    let mut table = stage::table(Acted::default());
    let section = |number: usize| Section {
        id: format!("Z{number}"),
        title: "A rule".into(),
        text: "words ".repeat(100),
    };
    table.rules = (0..800).map(section).collect();
    let mut harness = window_with(Shelf::default(), Some(table));
    let before = letters(&harness);
    harness.get_by_label("Rules").click_accesskit();
    // More than is laid out in one frame.
    harness.run_steps(8);
    let page = letters(&harness) - before;
    assert!((1_000..30_000).contains(&page), "{page}");
}

#[test]
fn of_a_long_log_only_what_is_in_sight_is_painted_and_no_text_without_an_end() {
    let event = |number: u64| Event {
        kind: EventKind::Text,
        audience: Audience::Everyone,
        place: None,
        units: vec![],
        text: format!("Note {number} {}", "words ".repeat(1_300)),
        citation: None,
    };
    let item = |record: u64| LogItem {
        record,
        step: Some(record + 1),
        seat: Some(0),
        kind: LogKind::Choice,
        choices: vec![],
        events: vec![event(record)],
        command: true,
        undone: false,
    };
    let before = letters(&window(Shelf::default(), Some(Acted { log: Some(vec![]), ..Acted::default() })));
    let log = (0..400).map(item).collect();
    let mut harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    harness.run_steps(8);
    let log = letters(&harness) - before;
    assert!((500..10_000).contains(&log), "{log}");
    assert!(harness.query_by_label_contains("Note 399").is_some(), "the last is in sight");
}
