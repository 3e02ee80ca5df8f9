//! Which games the lobby shows, and what it offers to who has never played.

use super::{is_painted, window};
use crate::stage::{self, Shelf};
use egui::Event;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use muster_app::window::Window;

fn shown(harness: &Harness<'static, Option<Window>>) -> Vec<&'static str> {
    ["Brigade", "Parley", "Old Campaign"]
        .into_iter()
        .filter(|title| harness.query_by_role_and_label(Role::RadioButton, title).is_some())
        .collect()
}

fn write(harness: &mut Harness<'static, Option<Window>>, words: &str) {
    harness.get_by_label("Find a game").focus();
    harness.run_steps(2);
    harness.event(Event::Text(words.into()));
    harness.run_steps(2);
}

#[test]
fn games_are_found_by_words_and_by_a_year_of_their_time() {
    let mut harness = window(Shelf::default(), None);
    assert_eq!(shown(&harness).len(), 3);
    write(&mut harness, "1863 CAMPAIGN");
    assert_eq!(shown(&harness), ["Old Campaign"]);
    // What is chosen is what is in sight, so that Enter opens that.
    let chosen = |harness: &Harness<'static, Option<Window>>, title: &str| {
        let card = harness.query_by_role_and_label(Role::RadioButton, title);
        card.is_some_and(|card| card.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True))
    };
    assert!(chosen(&harness, "Old Campaign"));
    write(&mut harness, " 1871");
    assert_eq!(shown(&harness), [""; 0]);
    assert!(is_painted(&harness, "No game is like that."));
}

#[test]
fn games_are_shown_by_how_complex_they_are_and_whether_they_have_a_lesson() {
    let mut harness = window(Shelf::default(), None);
    let mut press = |label: &str| {
        harness.get_by_label(label).click_accesskit();
        harness.run_steps(2);
        shown(&harness)
    };
    assert_eq!(press("Games: With a lesson"), ["Brigade"]);
    assert_eq!(press("Games: Heavy"), [""; 0]);
    assert_eq!(press("Games: Light").len(), 3);
    assert!(is_painted(&harness, "Complexity 2 of 5, light: learnt in a lesson"));
}

#[test]
fn who_has_no_table_yet_is_offered_the_lesson_until_it_is_not_wanted() {
    let shelf = Shelf::default();
    let (opened, kept) = (shelf.opened.clone(), shelf.kept.clone());
    let mut harness = window(shelf, None);
    harness.get_by_label("Start the lesson").click_accesskit();
    harness.run_steps(4);
    let table = opened.lock().expect("no thread panics with it").first().cloned().expect("it was opened");
    assert_eq!((table.module.as_str(), table.scenario.as_str()), ("brigade", "church"));
    assert!(!kept.lock().expect("no thread panics with it").offer_lesson);

    let shelf = Shelf::default();
    let kept = shelf.kept.clone();
    let mut harness = window(shelf, None);
    harness.get_by_label("Not now").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("Start the lesson").is_none());
    let settings = kept.lock().expect("no thread panics with it").clone();
    let harness = window(Shelf { settings, ..Shelf::default() }, None);
    assert!(harness.query_by_label("Start the lesson").is_none());
    let harness = window(Shelf { saved: stage::saved(), ..Shelf::default() }, None);
    assert!(harness.query_by_label("Start the lesson").is_none(), "there is something to go on with");
}
