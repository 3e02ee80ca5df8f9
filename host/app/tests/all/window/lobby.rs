//! The lobby while scenarios are looked for and set up.

use super::*;
use egui_kittest::kittest::NodeT as _;
use muster_app::catalogue::{SavedTable, ScenarioState};
use muster_table::Playing;
use std::path::PathBuf;

/// A lobby whose first scenario is in this state; what was opened in it.
fn lobby(shelf: Shelf) -> (Harness<'static, Option<Window>>, usize) {
    let opened = shelf.opened.clone();
    let mut harness = window(shelf, None);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    let opened = opened.lock().expect("no thread panics with it").len();
    (harness, opened)
}

fn first(state: ScenarioState) -> Shelf {
    Shelf { first: Some(state), ..Shelf::default() }
}

#[test]
fn a_scenario_that_is_not_set_up_yet_is_shown_and_not_opened() {
    let (mut harness, opened) = lobby(first(ScenarioState::Waiting));
    assert_eq!(opened, 0);
    assert!(harness.get_by_label("Open the table").accesskit_node().is_disabled());
    assert!(harness.query_by_label_contains("Level: steady").is_none(), "its seats aren't known");
    // Another can be chosen meanwhile.
    harness.get_by_label("Shiloh Church").click_accesskit();
    harness.run_steps(3);
    assert!(!harness.get_by_label("Open the table").accesskit_node().is_disabled());
    assert!(harness.query_by_label_contains("Level: steady").is_some());
}

#[test]
fn a_scenario_that_can_not_be_set_up_is_listed_and_not_opened() {
    let refused = ScenarioState::Refused("scenario.rhai:6:6: a comma is missing".into());
    let (harness, opened) = lobby(first(refused));
    assert_eq!(opened, 0);
    assert!(harness.query_by_label("Shiloh, the first day").is_some());
    assert!(harness.get_by_label("Open the table").accesskit_node().is_disabled());
}

#[test]
fn it_says_how_it_stands_with_a_module_that_is_added() {
    use muster_app::catalogue::Addition;

    for (addition, words) in
        [(Addition::UnderWay, "being looked at"), (Addition::Refused("It is no bundle.".into()), "no bundle")]
    {
        let harness = window(Shelf { addition, ..Shelf::default() }, None);
        assert!(harness.query_by_label_contains(words).is_some(), "{words}");
    }
}

#[test]
fn a_table_is_opened_with_strict_undo_by_who_wants_it() {
    for strict in [false, true] {
        let shelf = Shelf::default();
        let opened = shelf.opened.clone();
        let mut harness = window(shelf, None);
        if strict {
            harness.get_by_label("Strict undo at this table").click_accesskit();
            harness.run_steps(2);
        }
        harness.get_by_label("Open the table").click_accesskit();
        harness.run_steps(3);
        assert_eq!(opened.lock().expect("no thread panics with it")[0].strict_undo, strict);
    }
}

#[test]
fn what_is_chosen_stays_chosen_when_another_comes_to_stand_before_it() {
    let shelf = Shelf { later: true, ..Shelf::default() };
    let opened = shelf.opened.clone();
    let mut harness = window(shelf, None);
    harness.get_by_label("Shiloh Church").click_accesskit();
    harness.run_steps(3);
    assert!(harness.query_by_label("A ford").is_some(), "it was found meanwhile");
    harness.get_by_label("Open the table").click_accesskit();
    harness.run_steps(3);
    assert_eq!(opened.lock().expect("no thread panics with it")[0].scenario, "church");
}

#[test]
fn settings_that_can_not_be_kept_are_told() {
    let full = Some("/home/me/settings.toml: No space left on device");
    let mut harness = window(Shelf { full, ..Shelf::default() }, None);
    assert!(harness.query_by_label_contains("No space left").is_none());
    harness.get_by_label("Settings").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("Theme: Dark").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label_contains("No space left");
    harness.run_steps(60);
    assert!(harness.query_by_label_contains("No space left").is_none(), "not for ever");
}

/// At 1280x720 with 150 % there are 853 points by 480.
#[test]
fn in_a_low_window_the_last_setting_is_scrolled_to() {
    let mut harness = window_of(egui::vec2(853.0, 480.0), Shelf::default(), None);
    harness.get_by_label("Settings").click_accesskit();
    harness.run_steps(3);
    let last =
        |harness: &Harness<'static, Option<Window>>| harness.get_by_label("Hex grid and numbers").rect();
    let outside = last(&harness);
    assert!(outside.bottom() > 480.0, "{outside}");
    harness.get_by_label("Hex grid and numbers").focus();
    harness.run_steps(8);
    let inside = last(&harness);
    assert!(inside.bottom() < 460.0, "{inside}");
}

#[test]
fn in_a_low_window_the_last_table_is_named_whole() {
    let table = |title: &str| SavedTable {
        path: title.into(),
        title: title.into(),
        note: "begun 27 November 2026, 07:44".into(),
        ..SavedTable::default()
    };
    // At 1280x720 and at 1600x1000 with 150 %.
    for size in [egui::vec2(853.0, 480.0), egui::vec2(1067.0, 667.0)] {
        let saved = vec![table("The U.S. Civil War: 1862"), table("Another")];
        let harness = window_of(size, Shelf { saved, ..Shelf::default() }, None);
        for words in
            ["Continue where you left off", "The U.S. Civil War: 1862", "begun 27 November 2026, 07:44"]
        {
            assert!(is_whole(&harness, words), "{words} at {size}");
        }
        let [first, second] = ["Continue", "1 other"].map(|label| harness.get_by_label(label).rect());
        assert!(!first.intersects(second));
    }
}

#[test]
fn what_stands_of_a_damaged_game_can_be_played_on() {
    let saved = vec![SavedTable { path: "a.jsonl".into(), title: "Shiloh".into(), ..SavedTable::default() }];
    let damage = Some("The journal was altered or damaged at entry 22; everything before it stands.");
    let mut harness = window(Shelf { saved, damage, ..Shelf::default() }, None);
    harness.get_by_label("Continue").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("Play on from there").click_accesskit();
    harness.run_steps(3);
    assert!(harness.query_by_label("Open the table").is_none(), "the table is open");
}

/// What is over is no game to go on with: it comes after one that isn't, and says how it ended.
#[test]
fn a_game_that_is_over_is_offered_to_be_looked_at_after_what_can_be_played_on() {
    let table = |title: &str, over: Option<&str>| SavedTable {
        path: title.into(),
        title: title.into(),
        over: over.map(str::to_owned),
        ..SavedTable::default()
    };
    let how = "Confederate victory: 1 VP against a benchmark of 15.";
    let over = table("The last game", Some(how));
    let saved = vec![over.clone(), table("The one before", None)];
    let mut harness = window(Shelf { saved, ..Shelf::default() }, None);
    assert!(is_painted(&harness, "Continue where you left off") && is_painted(&harness, "The one before"));
    harness.get_by_label_contains("1 other").click_accesskit();
    harness.run_steps(2);
    assert!(is_painted(&harness, &format!("Over. {how}")));
    let harness = window(Shelf { saved: vec![over], ..Shelf::default() }, None);
    harness.get_by_label("Look at it");
    assert!(is_painted(&harness, &format!("This game is over. {how}")));
    assert!(harness.query_by_label("Continue").is_none());
}

/// The list of levels belongs to its seat: where that is out of sight it floats over nothing else.
#[test]
fn the_list_of_levels_is_shut_when_its_seat_is_out_of_sight() {
    let mut harness = window(Shelf::default(), None);
    harness.get_by_label_contains("Level: steady").click_accesskit();
    harness.run_steps(4);
    harness.get_by_label_contains("the classic opponent");
    harness.set_size(egui::vec2(1600.0, 420.0));
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("the classic opponent").is_none());
}

/// A journal can be long, or a stranger's: the window lives while it is played again, and one can leave.
#[test]
fn a_table_that_takes_long_to_open_can_be_broken_off() {
    let saved = vec![SavedTable { path: "a.jsonl".into(), title: "Shiloh".into(), ..SavedTable::default() }];
    for by_key in [true, false] {
        let playing = Playing::default();
        let shelf = Shelf { saved: saved.clone(), long: true, playing: playing.clone(), ..Shelf::default() };
        let mut harness = window(shelf, None);
        harness.get_by_label("Continue").click_accesskit();
        harness.run_steps(8);
        assert!(
            super::is_painted(&harness, "Shiloh is opened")
                && super::is_painted(&harness, "The journal is read")
        );
        assert!(!playing.is_broken_off());
        if by_key {
            harness.key_press(egui::Key::Escape);
        } else {
            harness.get_by_label("Cancel").click_accesskit();
        }
        harness.run_steps(3);
        assert!(playing.is_broken_off() && !super::is_painted(&harness, "Shiloh is opened"));
        assert!(harness.query_by_label("Open the table").is_some());
    }
}

/// What somebody opened with Muster is the first thing in its window.
#[test]
fn a_bundle_that_was_opened_is_added_if_the_person_wants_it() {
    use muster_app::catalogue::Addition;
    use muster_app::first::{First, Offer};

    let offered = |then: Addition| {
        let shelf = Shelf { then, ..Shelf::default() };
        let added = shelf.added.clone();
        let mut harness = window(shelf, None);
        let about = vec!["By A. Author. Licence: MIT.".to_owned()];
        let offer = Offer { path: "raid.muster".into(), title: "Night Raid 1.0.0".into(), about };
        harness.state_mut().as_mut().expect("a window").begin(First::Bundle(offer));
        harness.run_steps(3);
        (harness, added)
    };
    let (mut harness, added) = offered(Addition::None);
    assert!(is_painted(&harness, "Night Raid 1.0.0") && is_painted(&harness, "Licence: MIT"));
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(!is_painted(&harness, "Night Raid"));
    assert!(added.lock().unwrap().is_empty());

    let (mut harness, added) = offered(Addition::None);
    harness.get_by_label("Add it").click_accesskit();
    harness.run_steps(3);
    assert_eq!(*added.lock().unwrap(), [PathBuf::from("raid.muster")]);
    assert!(!is_painted(&harness, "Night Raid"));

    let (mut harness, _) = offered(Addition::Refused("It is for another Muster.".into()));
    harness.get_by_label("Add it").click_accesskit();
    harness.run_steps(3);
    assert!(is_painted(&harness, "for another Muster"));
    harness.get_by_label("Close").click_accesskit();
    harness.run_steps(3);
    assert!(!is_painted(&harness, "Night Raid"));
}

#[test]
fn a_table_that_was_opened_is_gone_on_with_and_what_is_neither_is_told_of() {
    use muster_app::first::First;

    let mut harness = window(Shelf::default(), None);
    let saved = SavedTable { path: "a.jsonl".into(), title: "A".into(), ..SavedTable::default() };
    harness.state_mut().as_mut().expect("a window").begin(First::Saved(saved));
    harness.run_steps(4);
    assert!(!is_painted(&harness, "Choose a game"));

    let mut harness = window(Shelf::default(), None);
    let (name, why) = ("notes.txt".to_owned(), "It is no journal.".to_owned());
    harness.state_mut().as_mut().expect("a window").begin(First::Neither { name, why });
    harness.run_steps(3);
    assert!(is_painted(&harness, "notes.txt can’t be opened") && is_painted(&harness, "It is no journal."));
}

fn tables_page(shelf: Shelf) -> Harness<'static, Option<Window>> {
    let mut harness = window(shelf, None);
    harness.get_by_label("Tables").click_accesskit();
    harness.run_steps(3);
    harness
}

/// Whoever has many tables finds the one that is meant by anything that is told of it.
#[test]
fn saved_tables_are_found_by_game_turn_and_side_and_tell_how_they_stand() {
    let mut harness = tables_page(Shelf { saved: stage::saved(), ..Shelf::default() });
    let rows = |harness: &Harness<'static, Option<Window>>| -> Vec<&'static str> {
        let row = |name: &&str| harness.query_by_label_contains(&format!("{name}. ")).is_some();
        ["Shiloh", "The long war", "Perryville"].into_iter().filter(row).collect()
    };
    assert_eq!(rows(&harness), ["Shiloh", "The long war", "Perryville"]);
    harness.get_by_label_contains("Brigade  \u{b7}  Turn 3 of 20, 8 a.m.  \u{b7}  Union to decide");
    harness.get_by_label_contains("Brigade  \u{b7}  Over. Union victory.");
    for (search, found) in
        [("confed", vec!["The long war"]), ("BRIGADE turn 3", vec!["Shiloh"]), ("nowhere", vec![])]
    {
        let field = harness.get_by_label("Search the saved tables");
        field.focus();
        field.type_text(search);
        harness.run_steps(3);
        assert_eq!(rows(&harness), found, "{search}");
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.key_press(egui::Key::Backspace);
        harness.run_steps(3);
    }
    harness.get_by_label("Show: Over").click_accesskit();
    harness.run_steps(3);
    assert_eq!(rows(&harness), ["Perryville"]);
    harness.get_by_label_contains("Perryville. ").click_accesskit();
    harness.run_steps(4);
    assert!(harness.query_by_label("Open the table").is_none(), "the table is open");
}

#[test]
fn a_saved_table_is_renamed_and_is_deleted_after_a_question() {
    let shelf = Shelf { saved: stage::saved(), ..Shelf::default() };
    let done = shelf.done.clone();
    let told = || std::mem::take(&mut *done.lock().unwrap());
    let mut harness = tables_page(shelf);
    let click = |harness: &mut Harness<'static, Option<Window>>, label: &str| {
        harness.get_all_by_label(label).next().expect(label).click_accesskit();
        harness.run_steps(4);
    };
    click(&mut harness, "Rename");
    harness.get_by_label("The table’s name").type_text(" again");
    harness.run_steps(2);
    click(&mut harness, "Rename it");
    assert_eq!(told(), ["Shiloh.jsonl is Shiloh again"]);
    for answer in ["Keep it", "Delete it"] {
        click(&mut harness, "Delete");
        assert!(is_painted(&harness, "Delete “Shiloh” for good?") && told().is_empty());
        click(&mut harness, answer);
    }
    assert_eq!(told(), ["Shiloh.jsonl goes"]);
    // The page is left after what is done on it.
    click(&mut harness, "Rename");
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(is_painted(&harness, "Saved tables") && harness.query_by_label("The table’s name").is_none());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(!is_painted(&harness, "Saved tables"));
}

/// On Wayland nothing can be dropped, and a system may have no dialog: a file is named in words too.
#[test]
fn a_file_is_opened_by_its_path_and_by_the_systems_dialog() {
    use muster_app::catalogue::Addition;

    let page = |browsed: Option<PathBuf>, then: Addition| {
        let shelf = Shelf { browsed, then, ..Shelf::default() };
        let done = shelf.done.clone();
        let mut harness = window(shelf, None);
        harness.get_by_label("Open a file").click_accesskit();
        harness.run_steps(3);
        (harness, done)
    };
    let (mut harness, _) = page(None, Addition::None);
    harness.get_by_label("Path of a file").type_text("/nowhere/raid.muster");
    harness.run_steps(3);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(4);
    assert!(is_painted(&harness, "A raid 1.0.0"), "a bundle is offered");

    let (mut harness, done) = page(None, Addition::None);
    harness.get_by_label("Browse …").click_accesskit();
    harness.run_steps(3);
    assert_eq!(*done.lock().unwrap(), ["a dialog"]);

    let (mut harness, _) = page(Some("/nowhere/mine.jsonl".into()), Addition::None);
    harness.run_steps(3);
    assert!(harness.query_by_label("Open the table").is_none(), "the table is open");
}

/// Whoever comes for the first time is told where to start, and what the squares of complexity mean.
#[test]
fn the_lightest_scenario_says_that_one_starts_there() {
    let harness = window(Shelf::default(), None);
    assert!(is_painted(&harness, "Start here: Sherman’s line; 6 turns"));
    assert!(!is_painted(&harness, "Start here: 6 April"));
    assert!(harness.query_all_by_label_contains("Complexity 2 of 5, light").next().is_some());
}

#[test]
fn a_filter_that_leaves_no_game_is_cleared_by_a_click() {
    let mut harness = window(Shelf::default(), None);
    harness.get_by_label("Find a game").click();
    harness.run_steps(2);
    harness.get_by_label("Find a game").type_text("zeppelins");
    harness.run_steps(3);
    harness.get_by_label("Show all games").click();
    harness.run_steps(4);
    assert!(harness.query_by_label("Show all games").is_none());
}

#[test]
fn the_saved_tables_give_way_to_a_file() {
    let mut harness = window(Shelf::default(), None);
    harness.run_steps(3);
    harness.get_by_label("Tables").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("From a file").click_accesskit();
    harness.run_steps(4);
    assert!(harness.query_by_label("Browse …").is_some());
}
