//! Notes keep clear of what they speak of, of what is told of a place, and of where a piece may go.

use super::hand::{Win, drop_at, lit, pull, right_click};
use super::*;
use egui::{PointerButton, Rect, vec2};
use muster_app::catalogue::GuideNote;
use muster_app::settings::Settings;

fn note(text: &str) -> GuideNote {
    GuideNote {
        decision: "move".into(),
        turn: None,
        side: None,
        unit: None,
        title: "Where they stand".into(),
        text: text.into(),
        citation: None,
    }
}

fn guided(text: &str, (width, height): (f32, f32), scale: u32) -> Win {
    let table = OpenTable { notes: vec![note(text)], ..stage::table(Acted::default()) };
    let settings = Settings { scale, ..Settings::default() };
    let mut harness = window_of(vec2(width, height), Shelf { settings, ..Shelf::default() }, Some(table));
    harness.run_steps(6);
    harness
}

/// Where the note lies.
fn lies(harness: &Win) -> Rect {
    let head =
        painted(harness).into_iter().find(|(_, galley)| galley.text() == "NOTE").expect("it is shown").0;
    Rect::from_two_pos(head - vec2(20.0, 4.0), harness.get_by_label("Got it").rect().max + vec2(12.0, 8.0))
}

/// Where a place of the board is seen, by two that can be chosen.
fn seen(harness: &Win, space: &str) -> egui::Pos2 {
    let chart = stage::chart();
    let at = |id: &str| chart.cell(id).expect("it is on the board").at;
    let (a, b) = (lit(harness, "1315"), lit(harness, "1515"));
    let zoom = (b.x - a.x) / (at("1515").x - at("1315").x);
    a + (at(space) - at("1315")) * zoom
}

#[test]
fn a_note_lies_on_nothing_that_it_speaks_of() {
    for scale in [100, 150] {
        // None of them can be chosen: they are named in the text alone.
        for (unit, space) in
            [("Raith", "1311"), ("McDowell", "1012"), ("Williams", "1711"), ("Jackson", "1715")]
        {
            let harness = guided(&format!("Look at {unit}."), (1280.0, 720.0), scale);
            let (note, at) = (lies(&harness), seen(&harness, space));
            assert!(!note.contains(at), "{scale} %: {note} lies on {unit} at {at}");
        }
    }
}

#[test]
fn a_note_is_away_while_a_piece_is_in_the_hand() {
    let mut harness = guided("A brigade faces a corner.", (1600.0, 1000.0), 100);
    let (from, to) = (lit(&harness, "1315").lerp(lit(&harness, "1515"), 0.5), lit(&harness, "1414"));
    pull(&mut harness, from, to, PointerButton::Primary);
    assert!(!is_painted(&harness, "Where they stand"));
    drop_at(&mut harness, from + vec2(0.0, -400.0));
    assert!(is_painted(&harness, "Where they stand"));
}

#[test]
fn what_is_told_of_a_place_is_not_behind_a_note() {
    for text in
        ["A brigade faces a corner.", "Look at Raith, McDowell and Jackson.", "Look at Hidden and Williams."]
    {
        let mut harness = guided(text, (1280.0, 720.0), 100);
        for place in ["1314", "1414", "1514", "1315", "1515"] {
            let at = lit(&harness, place);
            harness.event(egui::Event::PointerMoved(at));
            harness.run_steps(4);
            let note = lies(&harness);
            let told = harness.query_all_by_label_contains(place).map(|node| node.rect());
            let told: Vec<Rect> = told.filter(|rect| rect.width() > 200.0).collect();
            assert!(!told.is_empty() || note.contains(at), "{place}");
            assert!(told.iter().all(|card| !card.intersects(note)), "{text} {place}: {told:?} under {note}");
        }
    }
}

#[test]
fn a_note_is_away_while_something_is_listed() {
    let mut harness = guided("A brigade faces a corner.", (1600.0, 1000.0), 100);
    let at = lit(&harness, "1414");
    right_click(&mut harness, at);
    assert!(!is_painted(&harness, "Where they stand"));
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(is_painted(&harness, "Where they stand"));
}

#[test]
fn what_folds_a_column_stands_beside_a_note() {
    for scale in [125, 150] {
        let harness = guided("Nothing of this is on the board.", (1280.0, 720.0), scale);
        let (note, handle) = (lies(&harness), harness.get_by_label("›").rect());
        assert!(!note.intersects(handle), "{scale} %: {note} and {handle}");
    }
}
