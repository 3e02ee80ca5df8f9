//! What the window offers.

#![cfg(feature = "window")]

use std::time::{Duration, Instant};

use crate::fixture::{Desk, running::test_modules};
use muster::{Places, Shelf};
use muster_app::catalogue::{Catalogue, NewTable};
use muster_table::messages::Holder;

/// A table is set up while the window waits: a module that would let it wait for a minute is interrupted.
#[test]
fn a_module_that_loops_while_a_table_is_set_up_does_not_hold_the_window_up_for_long() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("shelf");
    let open = |mischief: &str| {
        desk.lay_ladder(mischief);
        let places = Places {
            modules: vec![modules.join("hostile")],
            scenarios: desk.path("scenarios"),
            scripts: desk.path("scripts"),
            data: desk.path("data"),
            state: desk.path("state"),
            cache: None,
        };
        let table = NewTable {
            module: "hostile".into(),
            scenario: "ladder".into(),
            options: Vec::new(),
            rules: Vec::new(),
            holders: vec![Holder::Human; 2],
            seed: Some(1),
        };
        Shelf::open(&places).unwrap().open(&table).map(|open| open.title)
    };
    assert_eq!(open("none"), Ok("The ladder".to_owned()));
    let began = Instant::now();
    let refused = open("loop in create").unwrap_err();
    assert!(refused.contains("module hostile failed in create: it was stopped"), "{refused}");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
