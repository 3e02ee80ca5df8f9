//! §4.22, §4.33, §4.61 and §9.5: deployment, points, what they buy, and the one-year game.

use crate::rules::position::*;

fn prompt(play: &Play, seat: muster_contract::Seat) -> String {
    play.game.decisions().into_iter().find(|one| one.seat == seat).unwrap().prompt
}

const UNITS: [&str; 2] = ["us-a infantry 2 @0402", "cs-a infantry 2 @0405"];

#[test]
fn s4_33_the_marker_on_1864_is_two_points_for_the_confederacy_and_six_the_most() {
    for (marker, us, cs) in [(-1, 24, 17), (3, 26, 15), (6, 29, 15), (-5, 24, 21)] {
        let play = Play::quarter(&UNITS, &[("victory", marker)]);
        assert!(prompt(&play, US).contains(&format!("{us} left")), "{marker}: {}", prompt(&play, US));
        assert!(prompt(&play, CS).contains(&format!("{cs} left")), "{marker}: {}", prompt(&play, CS));
    }
    let far = Play::quarter(&UNITS, &[("victory", -9), ("decisive", 12), ("marginal", 11)]);
    assert!(prompt(&far, CS).contains("21 left"), "ten spaces, six points: {}", prompt(&far, CS));
}

#[test]
fn s9_5_points_follow_the_years() {
    for (year, us, cs) in [(1861, 18, 12), (1862, 24, 15), (1863, 30, 18), (1864, 24, 15), (1865, 24, 15)] {
        // One for the Union before time takes it.
        let play = Play::quarter(&UNITS, &[("year", year), ("victory", 1), ("quarter", 2)]);
        assert!(prompt(&play, US).contains(&format!("{us} left")), "{year}");
        assert!(prompt(&play, CS).contains(&format!("{cs} left")), "{year}");
    }
}

#[test]
fn s9_51_six_points_fit_into_a_port_supplied_by_sea() {
    let units = [
        "us-a infantry 1 @0706",
        "us-b infantry 1 @0706",
        "us-c infantry 1 @0706",
        "us-d infantry 1 @0706",
        "cs-a infantry 2 @0405",
    ];
    let mut play = Play::quarter(&units, &[]);
    play.all(US, "step us-a, step us-a, step us-b, step us-b, step us-c, step us-c");
    assert!(!play.lists(US, "step us-d"));
}

#[test]
fn s9_51_a_supreme_leader_away_from_his_capital_costs_three_a_step() {
    for (place, left) in [("0402", 22), ("0401", 21)] {
        let leader = format!("us-s supreme 4 f1 s1 1 @{place}");
        let mut play = Play::quarter(&[&leader, "cs-a infantry 2 @0405"], &[]);
        play.take(US, "step us-s");
        assert!(prompt(&play, US).contains(&format!("{left} left")), "{place}: {}", prompt(&play, US));
    }
}

#[test]
fn s9_51_what_emancipation_brings_counts_with_what_a_hex_got_before() {
    let units =
        ["us-a infantry 2 @0402", "cs-a infantry 1 @0405", "cs-b infantry 1 @0405", "cs-c infantry 1 @0406"];
    let mut play = Play::quarter(&units, &[]);
    play.all(CS, "step cs-a, step cs-a, step cs-a, step cs-b, end-replacements");
    play.all(US, "end-replacements");
    play.take(US, "proclaim");
    assert!(!play.lists(CS, "step cs-b"), "Richmond has had its four");
    assert!(play.lists(CS, "step cs-c"));
}

#[test]
fn s9_52_a_dead_supreme_leader_costs_four_in_his_capital_and_six_elsewhere() {
    let units = ["us-a infantry 2 @0402", "us-s supreme 4 f1 s1", "cs-a infantry 2 @0405"];
    for (hex, left) in [("0402", 20), ("0501", 18)] {
        let mut play = Play::quarter(&units, &[]);
        play.all(US, &format!("raise us-s, cadre us-s {hex}"));
        assert!(prompt(&play, US).contains(&format!("{left} left")), "{hex}: {}", prompt(&play, US));
    }
}

#[test]
fn s9_52_garrisons_cost_one_other_troops_two_and_grow_only_later() {
    let units = ["us-a infantry 2 @0402", "us-g garrison", "us-p infantry", "cs-a infantry 2 @0405"];
    let mut play = Play::quarter(&units, &[]);
    play.all(US, "raise us-g, cadre us-g 0402");
    assert!(prompt(&play, US).contains("23 left"));
    play.all(US, "raise us-p, cadre us-p 0501");
    assert!(prompt(&play, US).contains("21 left"));
    assert!(!play.lists(US, "step us-p") && !play.lists(US, "step us-g"));
}

#[test]
fn s4_22_units_change_places_in_any_order_and_as_many_stay_everywhere() {
    let units =
        ["us-a infantry 3 @0401", "us-b cavalry 2 @0402", "us-c artillery 1 @0301", "cs-a infantry 2 @0405"];
    let mut play = Play::with(&units, &[("free-deployment", 1)]);
    assert_eq!(play.next_decision().1, "deploy");
    let public = play.game.view(None);
    // A round of three: a goes to b's place, b to c's, c to a's.
    play.take(US, "exchange us-a us-b");
    assert_eq!(play.at("us-a"), "0402");
    assert!(
        !play.ids(US).iter().any(|id| id.starts_with("exchange") && id.contains("us-a")),
        "it has its place"
    );
    play.take(US, "exchange us-b us-c");
    assert_eq!((play.at("us-b"), play.at("us-c")), ("0301".to_owned(), "0401".to_owned()));
    assert_eq!(play.game.view(None).units, public.units, "nobody else sees it");
    play.take(US, "end-deployment");
    play.take(CS, "end-deployment");
    let at = ["us-a", "us-b", "us-c"].map(|unit| play.at(unit));
    assert_eq!(at, ["0402", "0301", "0401"]);
    assert_eq!(play.next_decision().1, "bid");
}

#[test]
fn s4_61_a_year_is_won_by_who_is_better_off_than_at_its_start() {
    for (ahead, winner) in [(3, Some("cs")), (4, None), (5, Some("us"))] {
        let mut play = Play::with(&UNITS, &[("one-year", 1), ("quarter", 3), ("victory", 3)]);
        play.fact("victory", ahead);
        play = play.pass_quarter();
        while !play.next_decision().1.is_empty() {
            let (seat, _) = play.next_decision();
            let last = play.ids(seat).last().unwrap().clone();
            play.take(seat, &last);
        }
        assert_eq!(play.outcome().unwrap().winner.as_deref(), winner, "{ahead}, less one for time");
    }
}

#[test]
fn s4_5_the_table_of_drafts() {
    for (seat, face, cadres) in
        [(US, 1, 0), (US, 2, 1), (US, 3, 1), (US, 4, 2), (CS, 1, 0), (CS, 4, 1), (CS, 5, 2)]
    {
        let side = if seat == US { "us" } else { "cs" };
        let pool = ["infantry", "cavalry", "artillery"].map(|kind| format!("{side}-{kind} {kind}"));
        let units = [&UNITS[..], &[&pool[0], &pool[1], &pool[2]]].concat();
        let mut play = Play::quarter(&units, &[("year", 1861)]);
        play.take(US, "end-replacements");
        play.take(CS, "end-replacements");
        assert_eq!(play.next_decision(), (seat, "draft".to_owned()));
        play.roll(&[face]);
        play.take(seat, "draft");
        let mut came = 0;
        while play.next_decision().1 == "draft-cadres" {
            let raised = play.ids(seat)[0].clone();
            play.take(seat, &raised);
            assert_eq!(play.ids(seat).last().unwrap(), "cancel", "it may be another one");
            let cadre = play.ids(seat)[0].clone();
            assert!(cadre.starts_with("cadre "), "{cadre}");
            play.take(seat, &cadre);
            came += 1;
        }
        assert_eq!(came, cadres, "{side} rolls {face}");
    }
}

#[test]
fn s9_5_what_is_bought_is_planned_in_secret_and_shown_when_both_are_done() {
    let mut play = Play::quarter(&UNITS, &[]);
    assert!(play.game.decisions().iter().all(|one| one.secret.is_some()), "neither sees the other's plan");
    play.take(US, "end-replacements");
    let told = |play: &Play| {
        play.events.iter().any(|event| event.text.contains("have spent their replacement points"))
    };
    assert!(!told(&play));
    play.take(CS, "end-replacements");
    assert!(told(&play));
}

#[test]
fn s9_51_nobody_grows_beyond_the_steps_of_his_block() {
    let units = ["us-s supreme 3 f1 s1 3 @0402", "us-l leader 4 c1 f1 s1 3 @0401", "cs-a infantry 2 @0405"];
    let mut play = Play::quarter(&units, &[]);
    assert!(!play.lists(US, "step us-s"), "he has all three");
    play.take(US, "step us-l");
    assert!(!play.lists(US, "step us-l"), "the step that is planned is his fourth");
}

#[test]
fn s4_5_a_cadre_that_is_drafted_may_be_another_one() {
    let units = [&UNITS[..], &["us-i infantry", "us-c cavalry"]].concat();
    let mut play = Play::quarter(&units, &[("year", 1861)]);
    play.take(US, "end-replacements");
    play.take(CS, "end-replacements");
    play.roll(&[2]);
    play.take(US, "draft");
    let ids = play.ids(US);
    play.all(US, &format!("{}, cancel", ids[0]));
    assert_eq!(play.ids(US), ids);
}
