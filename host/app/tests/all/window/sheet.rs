//! What lies over the map: a second board, sheets that are carried out together, reports, the chronicle.

use super::*;

fn war(decisions: Vec<muster_contract::Decision>) -> (Harness<'static, Option<Window>>, Sent) {
    let line = stage::war::line(decisions);
    let sent = line.sent.clone();
    let shelf = Shelf::default();
    let mut harness = window_with(shelf, Some(stage::war::war(line)));
    harness.run_steps(6);
    (harness, sent)
}

#[test]
fn the_next_block_is_found_on_whichever_board_it_stands() {
    let (mut harness, sent) = war(stage::war::picks(&["here", "brave", "battery"]));
    for _ in 0..2 {
        harness.key_press(egui::Key::N);
        harness.run_steps(3);
    }
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["pick brave"], "the second of three stands on the second board");
}

#[test]
fn after_the_last_block_comes_the_first() {
    let (mut harness, sent) = war(stage::war::picks(&["brave", "battery"]));
    for _ in 0..3 {
        harness.key_press(egui::Key::N);
        harness.run_steps(3);
    }
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(acts(&sent), ["pick brave"]);
}

#[test]
fn the_second_board_tells_its_clock_and_can_be_folded_away() {
    let (mut harness, _) = war(stage::war::picks(&["brave"]));
    assert!(harness.query_by_label("Clock: Noon, Union turn, day 1").is_some());
    harness.key_press(egui::Key::B);
    harness.run_steps(6);
    assert!(harness.query_by_label("Clock: Noon, Union turn, day 1").is_none());
    harness.get_by_label_contains("Second board").click_accesskit();
    harness.run_steps(6);
    assert!(harness.query_by_label("Clock: Noon, Union turn, day 1").is_some());
}

#[test]
fn the_second_board_makes_way_while_only_places_of_the_map_can_be_chosen() {
    let (harness, _) = war(stage::war::goes(&["0303"]));
    assert!(harness.query_by_label("Clock: Noon, Union turn, day 1").is_none());
    let (harness, _) = war(stage::war::goes(&["0303", "south"]));
    assert!(harness.query_by_label("Clock: Noon, Union turn, day 1").is_some());
}

#[test]
fn sheets_that_are_carried_out_together_are_shown_one_after_the_other() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::carrying()));
    assert!(harness.query_by_label_contains("Go on alone").is_some());
    for _ in 0..3 {
        harness.get_by_label("Next").click();
        harness.run_steps(2);
    }
    harness.get_by_label("Done").click();
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Go on alone").is_none(), "the last is the end");
}

#[test]
fn enter_goes_on_to_the_next_step_and_chooses_nothing_meanwhile() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::carrying()));
    for left in [true, true, true, false] {
        harness.key_press(egui::Key::Enter);
        harness.run_steps(2);
        assert_eq!(harness.query_by_label_contains("Go on alone").is_some(), left);
    }
}

#[test]
fn when_all_steps_are_shown_the_money_is_what_it_is_now() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::carrying_with("9,900")));
    assert!(is_painted(&harness, "9,900") && !is_painted(&harness, "8,400"));
    for _ in 0..3 {
        harness.get_by_label("Next").click();
        harness.run_steps(2);
    }
    assert!(is_painted(&harness, "8,400") && !is_painted(&harness, "9,900"));
}

#[test]
fn the_log_grows_with_the_steps() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::carrying()));
    let told = |harness: &Harness<'static, Option<Window>>, words: &str| {
        harness.query_by_role_and_label(egui::accesskit::Role::Button, words).is_some()
    };
    let (went, lost) = ("McDowell marches on Manassas.", "The Union loses 2,900 men.");
    assert!(told(&harness, went) && !told(&harness, lost), "only the first step is told");
    for _ in 0..2 {
        harness.get_by_label("Next").click();
        harness.run_steps(2);
    }
    assert!(told(&harness, lost));
    harness.get_by_label("Back").click();
    harness.run_steps(2);
    assert!(!told(&harness, lost), "a step back takes it from the log again");
    harness.get_by_label("To the end").click();
    harness.run_steps(2);
    assert!(told(&harness, lost) && told(&harness, "McDowell falls back on Washington."));
}

#[test]
fn what_an_army_can_do_elsewhere_is_in_its_own_list() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::cities()));
    harness.get_by_label_contains("The army of McDowell").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("march us-mcdowell manassas").is_some(), "where it can go");
    assert!(harness.query_by_label("march us-mcdowell").is_some(), "and what it can do where it stands");
    assert!(harness.query_by_label("march us-patterson").is_none());
}

#[test]
fn a_report_is_sorted_by_a_heading_and_a_row_leads_to_its_place() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::cities()));
    harness.key_press(egui::Key::F4);
    harness.run_steps(2);
    harness.get_by_label_contains("Sort by Worth").click();
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Sort by Worth, sorted downwards").is_some());
    harness.get_by_label_contains("Norfolk, CS, 25").click();
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Sort by Worth").is_none(), "the page has closed");
}

#[test]
fn the_chronicle_can_be_read() {
    let sent = Sent::default();
    let line = Acted { sent: sent.clone(), ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::J);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("McDowell marches.").is_some());
    assert!(harness.query_by_label_contains("Save as a text").is_some());
    assert!(sent.lock().unwrap().contains(&Request::Chronicle { eyes: Some(1) }));
}
