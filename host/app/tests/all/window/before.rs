//! What is known before an attack, and what is left of one.

use super::*;
use egui::{Event, pos2};
use muster_contract::{Chance, OddsRows, OddsTable};

fn shot(title: &str) -> OddsTable {
    let rows = OddsRows::Exact(vec![Chance { label: "No hit".into(), of: 4, out_of: 9 }]);
    OddsTable { title: title.into(), note: String::new(), citation: None, rows }
}

/// How much is drawn in the window.
fn drawn(harness: &Harness<'static, Option<Window>>) -> usize {
    fn corners(shape: &egui::Shape) -> usize {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().map(corners).sum(),
            egui::Shape::Mesh(mesh) => mesh.vertices.len(),
            _ => 0,
        }
    }
    harness.output().shapes.iter().map(|clipped| corners(&clipped.shape)).sum()
}

#[test]
fn who_fires_is_marked_while_the_chances_are_looked_at() {
    let seen = |title: &str| {
        let line = Acted { odds: Some(vec![shot(title)]), ..Acted::default() };
        let mut harness = window(Shelf::default(), Some(line));
        let hex = harness.get_by_label_contains("Move to 1414").rect().center();
        harness.event(Event::PointerMoved(hex));
        harness.run_steps(5);
        assert!(is_painted(&harness, title));
        drawn(&harness)
    };
    let nobody = seen("Fire of somebody on anybody");
    let one = seen("Fire of Peabody’s brigade on Shaver’s brigade");
    assert!(one > nobody, "{one} and {nobody}");
}

#[test]
fn where_was_fought_is_told_for_a_turn() {
    let told = |log: Vec<muster_table::messages::LogItem>| {
        let mut harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
        let lit = |name: &str| harness.get_by_label_contains(name).rect().center();
        // Two rows above the hex 1314, and one to the left: 1112 lies at the left of 1212.
        let (from, beside) = (lit("Move to 1314"), lit("Move to 1414"));
        let wide = beside.x - from.x;
        let hex = pos2(from.x - 2.0 * wide, from.y);
        harness.event(Event::PointerMoved(hex));
        harness.run_steps(4);
        is_painted(&harness, "There was fighting here")
    };
    assert!(told(stage::log()), "at 1114");
    // A leader who pays with his strength has fought nobody.
    let mut paid = stage::log();
    paid[0].events.remove(1);
    paid[0].events[1].units = vec!["cs-shaver".into()];
    assert!(!told(paid), "one side alone");
    // When the same phase comes again a turn has passed.
    let mut log = stage::log();
    let phases = [0, 2].map(|at| log[at].events[0].clone());
    for (at, mut phase) in phases.into_iter().enumerate() {
        phase.text = phase.text.replace('2', "3").replace("Turn 3, C", "Turn 4, C");
        log[3].events.insert(at, phase);
    }
    assert!(!told(log));
}

#[test]
fn the_inspector_says_which_way_a_unit_faces() {
    let harness = window(Shelf::default(), Some(Acted::default()));
    assert!(is_painted(&harness, "Faces north."));
}
