//! What lies over the map: a second board, sheets that are carried out together, reports, the chronicle.

use super::*;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use muster_contract::{Chart, Report, ReportBody};

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
    let before = "Points, money and the like stand as they did before this was carried out.";
    assert!(is_painted(&harness, "9,900") && !is_painted(&harness, "8,400"));
    assert!(is_painted(&harness, before));
    for _ in 0..3 {
        harness.get_by_label("Next").click();
        harness.run_steps(2);
    }
    assert!(is_painted(&harness, "8,400") && !is_painted(&harness, "9,900"));
    assert!(!is_painted(&harness, before));
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

/// The rows of the table that is shown, as they are told.
fn rows(harness: &Harness<'_, Option<Window>>) -> Vec<String> {
    let rows = harness.get_all_by(|node| node.role() == Role::Row);
    rows.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn a_chart_is_read_as_a_table_and_a_third_click_lets_its_rows_stand_as_they_came() {
    let mut harness = window_with(Shelf::default(), Some(stage::cities::cities()));
    harness.key_press(egui::Key::F4);
    harness.run_steps(2);
    harness.get_by_label("Strength by turn").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("Figures: As a table").click_accesskit();
    harness.run_steps(2);
    assert_eq!(rows(&harness)[..2], ["May 61, 310, 290", "Jul 61, 340, 300"]);
    let mut after = Vec::new();
    for _ in 0..3 {
        harness.get_by_label_contains("Sort by Union").click_accesskit();
        harness.run_steps(2);
        after.push([0, 1, 5].map(|at| rows(&harness)[at][..3].to_owned()));
    }
    // Where there is no figure yet it comes last.
    assert_eq!(after, [["Jan", "Nov", "Mar"], ["May", "Sep", "Mar"], ["May", "Jul", "Mar"]]);
}

/// Charts of one moment are drawn on by the table.
#[test]
fn the_reports_are_asked_for_with_what_was_before() {
    let sent = Sent::default();
    let drawn = Report {
        id: "losses".into(),
        title: "Losses by turn".into(),
        note: String::new(),
        citation: None,
        body: ReportBody::Chart(Chart { axis: "steps".into(), labels: vec![], series: vec![] }),
    };
    let line = Acted { sent: sent.clone(), reports: Some(vec![drawn]), ..Acted::default() };
    let mut harness = window(Shelf::default(), Some(line));
    assert!(!sent.lock().unwrap().iter().any(|request| matches!(request, Request::Reports { .. })));
    harness.key_press(egui::Key::F4);
    harness.run_steps(3);
    assert!(harness.query_by_label("Losses by turn").is_some());
    let asked = Request::Reports { eyes: Some(1), step: None };
    assert_eq!(sent.lock().unwrap().iter().filter(|request| **request == asked).count(), 1);
}

/// The page of dice: every roll with its moment, and how often each face fell; a roll leads to its place.
#[test]
fn every_roll_is_told_and_counted() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.key_press(egui::Key::F4);
    harness.run_steps(3);
    let roll = "2, Turn 2, combat, Combat: Union, Confederate, \
        Cleburne on Hildebrand: two hits, one taken by woods; heavy casualties, 6, 5, 11, 2";
    assert!(rows(&harness).contains(&roll.to_owned()), "{:?}", rows(&harness));
    harness.get_by_label("How the dice fell").click_accesskit();
    harness.run_steps(2);
    // Of 2, 5; 6, 5; 4.
    assert!(harness.query_by_label("All, 6, 5, 4.40, 3.5, 0.8, 0, 1, 0, 1, 2, 1").is_some());
    assert!(harness.query_by_label("Confederate, 6, 3, 5.00, 3.5, 0.5, 0, 0, 0, 1, 1, 1").is_some());
    harness.get_by_label("Faces of a d6").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("Figures: As a table").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("5, 40, 50, 33, 17").is_some());
    harness.get_by_label("Dice").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label(roll).click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("How the dice fell").is_none(), "the page has closed");
}

#[test]
fn where_no_dice_are_rolled_there_is_no_page_of_them() {
    let log = vec![stage::log()[3].clone()];
    let mut harness = window(Shelf::default(), Some(Acted { log: Some(log), ..Acted::default() }));
    harness.key_press(egui::Key::F4);
    harness.run_steps(3);
    assert!(
        harness.query_by_label("Dice").is_none() && harness.query_by_label("How the dice fell").is_none()
    );
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
