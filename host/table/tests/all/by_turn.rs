//! Figures by turn.

use muster_contract::{ReportBody, Seat};
use muster_table::{
    Table,
    messages::{Peer, Reach, RefusalCode, Reply, Request},
};

use crate::{BIDS, eyes, play, toy, two_here};

/// The labels of the chart, and its lines: for these eyes, after a step or now.
fn counted(
    table: &mut Table,
    whose: Option<Seat>,
    step: Option<u64>,
) -> (Vec<String>, Vec<(String, Vec<i32>)>) {
    let Reply::Reports { mut reports } = table.answer(&eyes(&[0, 1]), Request::Reports { eyes: whose, step })
    else {
        panic!("they may see it")
    };
    let ReportBody::Chart(chart) = reports.remove(0).body else { panic!("it is a chart") };
    (chart.labels, chart.series.into_iter().map(|line| (line.title, line.values)).collect())
}

fn red(table: &mut Table, step: Option<u64>) -> (Vec<String>, Vec<i32>) {
    let (labels, lines) = counted(table, None, step);
    (labels, lines.into_iter().find(|(title, _)| title == "red").unwrap().1)
}

fn of(labels: &[&str], values: &[i32]) -> (Vec<String>, Vec<i32>) {
    (labels.iter().map(|&label| label.to_owned()).collect(), values.to_vec())
}

/// Two rounds, in the second of which red has gone on.
fn two_rounds() -> Table {
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 stop; 0 halt");
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 3");
    table
}

#[test]
fn a_chart_of_one_moment_is_drawn_on_over_the_turns() {
    let mut table = two_rounds();
    assert_eq!(red(&mut table, None), of(&["Round 1", "Round 2", "now"], &[0, 2, 5]));
    assert_eq!(red(&mut table, Some(0)).1, [0]);
    let Reply::Standing(standing) = table.answer(&eyes(&[0, 1]), Request::Standing) else { panic!() };
    let steps = standing.steps;
    assert_eq!(red(&mut table, Some(steps)), red(&mut table, None), "the last step is the present");
}

#[test]
fn what_was_taken_back_is_in_no_chart() {
    let mut table = two_rounds();
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    assert_eq!(red(&mut table, None), of(&["Round 1", "Round 2"], &[0, 2]));
    play(&mut table, "0 step 1");
    assert_eq!(red(&mut table, None), of(&["Round 1", "Round 2", "now"], &[0, 2, 3]));
}

#[test]
fn the_charts_of_other_eyes_are_for_nobody() {
    let mut table = two_rounds();
    let titles = |table: &mut Table, whose| -> Vec<String> {
        counted(table, whose, None).1.into_iter().map(|(title, _)| title).collect()
    };
    assert_eq!(titles(&mut table, None), ["red", "blue"], "the public knows no number");
    assert_eq!(titles(&mut table, Some(0)), ["number", "red", "blue"]);
    for step in [None, Some(1)] {
        let answer = table.answer(&Peer::host([0]), Request::Reports { eyes: Some(1), step });
        assert!(matches!(answer, Reply::Refused(refused) if refused.code == RefusalCode::NotYourSeat));
    }
}
