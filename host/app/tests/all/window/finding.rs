//! Finding things in the log: by words, by turn and phase, by what was fought, by what was marked.

use super::{is_painted, window};
use crate::stage::{self, Acted, Shelf};
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use muster_app::window::Window;
use muster_table::messages::Request;

const HILDEBRAND: &str = "Hildebrand on Cleburne: one hit";
const LOST: &str = "Cleburne holds: heavy casualties";
const HARDEE: &str = "Hardee rolls 4 activation points";
const GLADDEN: &str = "Gladden 0912 to 0910";

fn shown(harness: &Harness<'static, Option<Window>>) -> Vec<&'static str> {
    [HILDEBRAND, LOST, HARDEE, GLADDEN]
        .into_iter()
        .filter(|text| harness.query_by_label(text).is_some())
        .collect()
}

fn click(harness: &mut Harness<'static, Option<Window>>, label: &str) {
    harness.get_by_label_contains(label).click_accesskit();
    harness.run_steps(3);
}

#[test]
fn the_log_is_searched_by_words() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    assert_eq!(shown(&harness).len(), 4);
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    harness.event(Event::Text("CLEBURNE".into()));
    harness.run_steps(3);
    assert_eq!(shown(&harness), [HILDEBRAND, LOST]);
    assert!(is_painted(&harness, "3 found"));
    // What is written does nothing else, and Escape shuts the field and gives up nothing.
    harness.event(Event::Text(" xyz".into()));
    harness.key_press(Key::X);
    harness.run_steps(3);
    assert!(is_painted(&harness, "Nothing in the log has these words."));
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert_eq!(shown(&harness).len(), 4);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(!sent.iter().any(|request| matches!(request, Request::Act { .. })));
}

#[test]
fn turns_and_phases_fold_up() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    // The turn with both of its entries and the one after them; the phase of the next with one.
    click(&mut harness, "Turn 2, combat");
    assert_eq!(shown(&harness), [HARDEE, GLADDEN]);
    let phase =
        stage::description().phases.into_iter().find(|phase| phase.id == "move").expect("it is there");
    let headings = harness.query_all_by_label(&phase.title).count();
    assert!(headings > 0, "{}", phase.title);
    click(&mut harness, "Turn 3, Confederate activation");
    assert_eq!(shown(&harness), [""; 0]);
    // While something is sought all of it is looked through.
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    harness.event(Event::Text("hardee".into()));
    harness.run_steps(3);
    assert_eq!(shown(&harness), [HARDEE]);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    click(&mut harness, "Turn 2, combat");
    assert_eq!(shown(&harness), [HILDEBRAND, LOST]);
}

#[test]
fn battles_are_what_has_losses_or_dice_somewhere() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    click(&mut harness, "Log: Battles");
    assert_eq!(shown(&harness), [HILDEBRAND, LOST]);
    assert!(!is_painted(&harness, "Turn 3, Confederate activation"), "nothing was fought in it");
}

#[test]
fn what_is_marked_is_listed_and_kept_and_shown_again() {
    let mut standing = stage::standing();
    standing.journal = Some("a.jsonl".into());
    let shelf = Shelf::default();
    let marked = shelf.marked.clone();
    let line = || Acted { standing: Some(standing.clone()), ..Acted::default() };
    let mut harness = window(shelf, Some(line()));
    // The last that happened, by its key; another by its ribbon.
    harness.key_press(Key::K);
    harness.run_steps(3);
    harness.query_all_by_label("Mark this").next().expect("it has a ribbon").click_accesskit();
    harness.run_steps(3);
    assert_eq!(*marked.lock().expect("no thread panics with it"), [0, 3]);
    click(&mut harness, "Log: Bookmarks");
    assert_eq!(shown(&harness), [HILDEBRAND, LOST, GLADDEN]);
    // After a restart; a press on one shows the moment.
    let line = line();
    let sent = line.sent.clone();
    let mut harness = window(Shelf { marked: marked.clone(), ..Shelf::default() }, Some(line));
    click(&mut harness, "Log: Bookmarks");
    assert_eq!(shown(&harness), [HILDEBRAND, LOST, GLADDEN]);
    click(&mut harness, LOST);
    let sent = sent.lock().expect("no thread panics with it").clone();
    assert!(sent.iter().any(|request| matches!(request, Request::Replay { step: 1, .. })));
    // What was marked is taken away by the same ribbon.
    harness.query_all_by_label("Marked: take the bookmark away").next().expect("a ribbon").click_accesskit();
    harness.run_steps(3);
    assert_eq!(marked.lock().expect("no thread panics with it").len(), 1);
}

#[test]
fn an_empty_list_of_bookmarks_tells_how_one_is_set() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    click(&mut harness, "Log: Bookmarks");
    assert!(is_painted(&harness, "Nothing is marked yet. K marks what is looked at"));
}

#[test]
fn the_log_has_room_in_a_low_window_while_it_is_searched() {
    let view = stage::view();
    let line = Acted { view: Some(view), ..Acted::default() };
    let size = egui::vec2(853.0, 480.0);
    let mut harness = super::window_of(size, Shelf::default(), Some(stage::table(line)));
    // Someone is looked at, and takes all of the room.
    harness.key_press(Key::N);
    harness.run_steps(3);
    harness.key_press(Key::Slash);
    harness.run_steps(3);
    harness.event(Event::Text("gladden".into()));
    harness.run_steps(3);
    assert!(is_painted(&harness, "1 found"));
    assert_eq!(shown(&harness), [GLADDEN]);
}
