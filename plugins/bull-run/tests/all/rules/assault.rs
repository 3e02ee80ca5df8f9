//! §8.2 steps 1 to 7.

use crate::rules::position::*;

/// An attack locale 36, a defense locale 37 and others to retreat to.
fn field(boundary: &str) -> String {
    board("35 36:8 37:8 39", &[&format!("36-37 {boundary}"), "35-37", "37-39", "36-39"])
}

/// An assault by all units of the Union at the approach; the defender is to choose who leads.
#[track_caller]
pub fn assault(boundary: &str, units: &[&str], led_by: &str) -> Play {
    let mut play = Play::new(&field(boundary), units);
    let attackers: Vec<&str> = units
        .iter()
        .filter(|unit| unit.starts_with("us") && unit.contains("36/37"))
        .map(|unit| unit.split(' ').next().unwrap())
        .collect();
    play.order(US, &attackers.join(" "), &format!("assault 36/37 {led_by}"));
    play
}

#[test]
fn s8_2_only_strong_infantry_or_cavalry_leads_an_assault() {
    let units = [
        "us-a infantry 1 @36 36/37",
        "us-b cavalry 1 @36 36/37",
        "us-c artillery 1 @36 36/37",
        "us-d infantry 2 @36 36/37",
        "cs-a infantry 1 @37 36/37",
    ];
    let mut play = Play::new(&field("wide"), &units);
    play.pick(US, "us-a us-b us-c");
    assert!(!play.offers(US, "assault"), "none of them can lead");
    assert!(play.explain(US, "36/37").contains("to lead it"));
    play.take(US, "also us-d");
    assert!(play.lists(US, "assault 36/37 us-d"));
    assert!(!play.lists(US, "assault 36/37 us-a"));
}

#[test]
fn s8_2_two_lead_over_a_wide_boundary_if_they_are_alike() {
    let units = [
        "us-a infantry 2 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "us-c cavalry 2 @36 36/37",
        "cs-a infantry 1 @37 36/37",
    ];
    let mut play = Play::new(&field("wide"), &units);
    play.pick(US, "us-a us-b us-c");
    assert!(play.lists(US, "assault 36/37 us-a us-b") && !play.lists(US, "assault 36/37 us-a us-c"));
    let mut play = Play::new(&field(""), &units);
    play.pick(US, "us-a us-b us-c");
    assert!(play.lists(US, "assault 36/37 us-b") && !play.lists(US, "assault 36/37 us-a us-b"), "narrow");
}

#[test]
fn s8_2_over_an_obstructed_approach_cavalry_comes_along_but_leads_neither_assault_nor_defense() {
    let units = [
        "us-a infantry 2 @36 36/37",
        "us-c cavalry 2 @36 36/37",
        "cs-a cavalry 2 @37 36/37",
        "cs-b infantry 1 @37 36/37",
    ];
    let mut play = Play::new(&field("into37:obstructed"), &units);
    play.pick(US, "us-c");
    assert!(!play.offers(US, "assault"));
    assert!(play.explain(US, "36/37").contains("obstructed: cavalry comes along, but leads no assault"));
    play.take(US, "also us-a");
    let assaults: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("assault")).collect();
    assert_eq!(assaults, ["assault 36/37 us-a"]);
    play.take(US, "assault 36/37 us-a");
    assert_eq!(play.ids(CS), ["lead none", "lead cs-b"]);
    play.take(CS, "lead none");
    // 2 - 1: the winner's leading unit loses 1, and all go in; of the losses some fall on who can't lead.
    play.take(CS, "hit cs-a");
    play.take(CS, "hit cs-b");
    play.take(CS, "flee-all 39");
    assert_eq!(play.strength("cs-a"), 1);
    assert_eq!(["us-a", "us-c"].map(|unit| play.at(unit)), ["37", "37"]);
}

#[test]
fn s8_2_cavalry_that_came_along_over_an_obstructed_approach_is_hit_and_pursues() {
    // 2 - 1 - 3: it fails by 2 and costs 3; the leading unit has 2.
    let units = ["us-a infantry 2 @36 36/37", "us-c cavalry 2 @36 36/37", "cs-a infantry 3 @37 36/37"];
    let mut play = Play::new(&field("into37:obstructed"), &units);
    play.order(US, "us-a us-c", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    assert!(play.is_disrupted("us-a"));
    assert_eq!((play.strength("us-c"), play.at("us-c")), (1, "36".to_owned()));
    // 3 - 1 - 1 succeeds; the enemy's reserve retreats to 35 or 39.
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-c cavalry 2 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37",
    ];
    let mut play = Play::new(&field("into37:obstructed"), &units);
    play.order(US, "us-a us-c", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    play.take(CS, "flee-all 39");
    assert!(play.lists(US, "pursue 39 us-c"), "the boundary beyond is passable");
}

#[test]
fn s8_2_leading_units_are_turned_face_up_and_no_others() {
    let play = assault(
        "wide",
        &["us-a infantry 2 @36 36/37", "us-b infantry 2 @36 36/37", "cs-a infantry 3 @37 36/37"],
        "us-a",
    );
    assert!(play.knows(Some(CS), "us-a") && !play.knows(Some(CS), "us-b"));
    assert!(!play.knows(Some(US), "cs-a"));
    assert_eq!(play.next_decision(), (CS, "lead-defense".to_owned()));
}

#[test]
fn s8_2_a_failed_assault_falls_back_to_reserve() {
    // 3, less 1 for infantry, less 3: -1 fails. The winner's leading unit loses 1, the loser's 1 and 1 more.
    let mut play = assault(
        "",
        &[
            "us-a infantry 3 @36 36/37",
            "us-b infantry 1 @36 36/37",
            "us-c infantry 1 @36",
            "cs-a infantry 3 @37 36/37",
        ],
        "us-a",
    );
    play.take(CS, "lead cs-a");
    assert_eq!((play.strength("us-a"), play.strength("cs-a")), (1, 2));
    assert_eq!(
        (play.at("us-a"), play.at("us-b"), play.at("cs-a")),
        ("36".into(), "36".into(), "37 36/37".into())
    );
    assert_eq!(play.morale(), [18, 19]);
    assert!(!play.offers(US, "pick us-a") && play.lists(US, "pick us-c"));
}

#[test]
fn s8_2_units_that_did_not_take_part_stay_at_the_approach() {
    let mut play = Play::new(
        &field(""),
        &["us-a infantry 2 @36 36/37", "us-b infantry 1 @36 36/37", "cs-a infantry 3 @37 36/37"],
    );
    play.order(US, "us-a", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.at("us-b"), "36 36/37");
    assert!(play.is_disrupted("us-a"), "2 - 1 - 3 is -2: three points, of which it has two");
    assert_eq!(play.morale(), [18, 19], "what exceeds its strength costs nothing");
}

#[test]
fn s8_2_an_outcome_of_zero_fails() {
    let mut play = assault("", &["us-a infantry 3 @36 36/37", "cs-a infantry 2 @37 36/37"], "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!((play.strength("us-a"), play.strength("cs-a")), (2, 1), "the loser loses one");
    assert_eq!(play.at("us-a"), "36");
}

#[test]
fn s8_2_a_successful_assault_drives_everybody_out_and_goes_in() {
    // 3 and 3 over a wide boundary, less 1, less 2: 3. The loser loses 4, of which the leading unit has 2.
    let mut play = assault(
        "wide",
        &[
            "us-a infantry 3 @36 36/37",
            "us-b infantry 3 @36 36/37",
            "us-c infantry 1 @36 36/37",
            "cs-a infantry 2 @37 36/37",
            "cs-b infantry 3 @37",
        ],
        "us-a us-b",
    );
    play.take(CS, "lead cs-a");
    assert_eq!(
        play.next_decision(),
        (CS, "apply-losses".to_owned()),
        "the loser says which of two leading units is hit"
    );
    assert_eq!(play.ids(CS), ["hit us-a", "hit us-b"]);
    play.take(CS, "hit us-b");
    assert_eq!((play.strength("us-a"), play.strength("us-b")), (3, 2));
    // Everybody is in 37, and the Confederates choose where to retreat; the reserve loses 2 before a wide attack approach.
    assert_eq!(play.strength("cs-b"), 1);
    assert!(play.is_disrupted("cs-a"));
    assert_eq!(play.next_decision(), (CS, "give-way".to_owned()));
    play.take(CS, "flee-all 35");
    assert_eq!((play.at("us-a"), play.at("us-c"), play.at("cs-b")), ("37".into(), "37".into(), "35".into()));
    assert_eq!(play.morale(), [19, 20 - 2 - 2 - 1]);
}

#[test]
fn s8_2_cavalry_against_infantry_and_matching_penalties_subtract() {
    // The example of step 5d: one for each cavalry penalty. 2 - 1 - 1 for infantry - 2 penalties: -2.
    let units = ["us-a cavalry 2 @36 36/37", "cs-a infantry 1 @37 36/37", "cs-b infantry 1 @37"];
    let mut play = assault("into37:cavalry=2,infantry=3", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.at("us-a"), "off", "it loses three of its two points");
    assert!(play.events.iter().any(|event| event.text.contains("outcome -2")), "{:?}", play.events);
    let units = ["us-a cavalry 2 @36 36/37", "cs-a cavalry 1 @37 36/37", "cs-b infantry 1 @37"];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert!(play.events.iter().any(|event| event.text.contains("outcome 1")), "cavalry against cavalry");
}

#[test]
fn s8_2_artillery_supports_a_defense_that_somebody_leads() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-g artillery 1 @37 36/37",
        "cs-h artillery 1 @37 36/37",
    ];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(
        play.ids(CS),
        ["support none", "support cs-g", "support cs-h"],
        "one where the approach is narrow"
    );
    play.take(CS, "support cs-g");
    assert!(play.events.iter().any(|event| event.text.contains("outcome 0")));
    assert_eq!((play.strength("us-a"), play.is_disrupted("cs-a")), (2, true));
    let mut play = assault("wide", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert!(play.lists(CS, "support cs-g cs-h"), "two where it is wide");
    let mut play = assault("wide", &units, "us-a");
    play.take(CS, "lead none");
    assert_ne!(play.next_decision().1, "support", "nobody leads");
}

#[test]
fn s8_2_ranging_artillery_supports_nobody() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-g artillery 1 @37 36/37 ranging",
        "cs-h artillery 1 @37 36/37",
    ];
    let mut play = assault("wide", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.ids(CS), ["support none", "support cs-h"]);
}

#[test]
fn s8_2_the_question_for_support_tells_nothing() {
    // One defender more than leads is enough to be asked, whatever it is.
    let units = ["us-a infantry 3 @36 36/37", "cs-a infantry 1 @37 36/37", "cs-b infantry 1 @37 36/37"];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.ids(CS), ["support none"]);
}

#[test]
fn s8_2_nobody_is_asked_for_support_where_all_see_that_none_can_be_given() {
    let asked = |other: &str| {
        let units = ["us-a infantry 3 @36 36/37", "cs-a infantry 1 @37 36/37", other, "cs-r infantry 3 @37"];
        let mut play = assault("", &units, "us-a");
        play.take(CS, "lead cs-a");
        play.next_decision().1 == "support"
    };
    assert!(!asked("cs-b infantry 1 @37 36/37 up") && !asked("cs-c cavalry 1 @37 36/37 up"));
    assert!(!asked("cs-g artillery 1 @37 36/37 ranging"), "its face is to the enemy");
    assert!(asked("cs-g artillery 1 @37 36/37 up"));
    assert!(asked("cs-c cavalry 1 @37 36/37"), "only its owner sees that it is no artillery");
}

#[test]
fn s8_2_losses_beyond_the_leading_unit_go_to_others_who_took_part() {
    // 3 + 3 - 1 - 1: 4; five losses, one of them to the leading unit. The loser says where the rest goes.
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37 36/37",
        "cs-c infantry 2 @37 36/37",
        "cs-d infantry 3 @37",
    ];
    let mut play = assault("wide", &units, "us-a us-b");
    play.take(CS, "lead cs-a");
    play.take(CS, "support none");
    play.take(CS, "hit us-a");
    assert_eq!(play.ids(CS), ["hit cs-b", "hit cs-c"], "not the one in reserve");
    for unit in ["cs-b", "cs-c", "cs-c"] {
        assert_eq!(play.next_decision(), (CS, "apply-losses".to_owned()));
        play.take(CS, &format!("hit {unit}"));
    }
    assert_eq!(play.next_decision().1, "give-way", "the last point has only one unit to go to");
    assert_eq!((play.strength("cs-b"), play.is_disrupted("cs-c")), (1, true));
    assert_eq!(play.strength("cs-d"), 1, "only the reserve loses by the retreat: two, over a wide approach");
}

#[test]
fn s8_2_the_winner_distributes_losses_between_two_leading_units() {
    // 3 - 1 - 3 - 3: -4 fails; the Confederate has won. Of the Union's one leading unit nothing is to be chosen.
    let units = [
        "us-a infantry 2 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 3 @37 36/37",
        "cs-b infantry 2 @37 36/37",
    ];
    let mut play = assault("wide", &units, "us-a us-b");
    // 5 - 1 - 5: -1 fails. Two losses for the Union's two leading units, as the Confederate likes.
    play.take(CS, "lead cs-a cs-b");
    assert_eq!(
        play.next_decision(),
        (US, "apply-losses".to_owned()),
        "the loser hits one of the winner's leading units"
    );
    play.take(US, "hit cs-b");
    assert_eq!(
        (play.next_decision(), play.ids(CS)),
        ((CS, "apply-losses".to_owned()), vec!["hit us-a".into(), "hit us-b".into()])
    );
    play.take(CS, "hit us-a");
    play.take(CS, "hit us-a");
    assert_eq!((play.is_disrupted("us-a"), play.strength("us-b"), play.strength("cs-b")), (true, 3, 1));
}

#[test]
fn s8_2_without_a_leading_defender_nothing_is_subtracted_and_all_losses_go_to_the_others() {
    let units = ["us-a infantry 2 @36 36/37", "cs-g artillery 1 @37 36/37", "cs-b infantry 1 @37"];
    let mut play = assault("", &units, "us-a");
    assert_eq!(play.ids(CS), ["lead none"], "artillery doesn't lead, but the question is asked");
    play.take(CS, "lead none");
    // 2 - 1: 1. Two losses; the artillery is eliminated, the reserve retreats.
    assert_eq!(play.at("cs-g"), "off");
    assert_eq!(play.strength("us-a"), 1);
    play.take(CS, "flee cs-b 35");
    // The Union: -1, +1 for the artillery. The Confederacy: artillery, a point from the reserve, the retreat.
    assert_eq!(play.morale(), [20, 17]);
}

#[test]
fn s8_2_nobody_crosses_the_boundary_again_this_turn() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36",
        "us-c infantry 2 @39",
        "cs-a infantry 1 @37 36/37",
    ];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.at("us-a"), "37");
    play.take(US, "pick us-b");
    assert!(!play.lists(US, "march 37"));
    assert!(play.explain(US, "37").contains("An assault or charge was performed"));
    play.take(US, "cancel");
    play.take(US, "pick us-c");
    assert!(!play.lists(US, "march 37"), "nor enters a locale that was taken by assault");
    assert!(play.explain(US, "37").contains("taken by assault"));
}

#[test]
fn s8_2_one_assault_over_a_boundary_in_a_turn() {
    let units = ["us-a infantry 2 @36 36/37", "us-b infantry 3 @36 36/37", "cs-a infantry 3 @37 36/37"];
    let mut play = Play::new(&field(""), &units);
    play.order(US, "us-a", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    play.take(US, "pick us-b");
    assert!(!play.offers(US, "assault"));
}

#[test]
fn s8_2_an_assault_that_would_overfill_the_locale_is_not_made() {
    let board = board("36:8 37:2 39", &["36-37", "37-39"]);
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 1 @36 36/37",
        "us-c infantry 1 @36 36/37",
        "cs-a infantry 1 @37 36/37",
    ];
    let mut play = Play::new(&board, &units);
    play.pick(US, "us-a us-b");
    assert!(play.offers(US, "assault"));
    play.take(US, "also us-c");
    assert!(!play.offers(US, "assault"));
}

#[test]
fn s8_2_a_defender_who_is_wiped_out_does_not_retreat() {
    let units = ["us-a cavalry 2 @36 36/37", "cs-a cavalry 1 @37 36/37", "cs-z infantry 1 @35"];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    assert_eq!((play.at("cs-a"), play.at("us-a")), ("off".to_owned(), "37".to_owned()));
    assert_eq!(play.morale(), [19, 19], "no retreat, no penalty for it");
}

#[test]
fn s8_2_cavalry_that_deploys_leaves_a_disrupted_leader_behind() {
    // 2 less 1 for infantry, less 3: -2. The leader loses both points, the cavalry the third.
    let units = ["us-a infantry 2 @36 36/37", "us-c cavalry 2 @36 36/37", "cs-a infantry 3 @37 36/37"];
    let mut play = Play::new(&field(""), &units);
    play.order(US, "us-a us-c", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    assert!(play.is_disrupted("us-a"));
    assert_eq!((play.at("us-a"), play.at("us-c"), play.strength("us-c")), ("36".into(), "36".into(), 1));
    assert_eq!(play.details(US, "deploy us-c 36/37").cost, "1 command point");
    play.take(US, "deploy us-c 36/37");
    assert_eq!(play.points(), 4);
}

#[test]
fn s8_2_one_leads_a_narrow_defense_and_two_alike_a_wide_one_but_never_artillery() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "cs-a infantry 2 @37 36/37",
        "cs-b infantry 1 @37 36/37",
        "cs-c cavalry 1 @37 36/37",
        "cs-g artillery 1 @37 36/37",
        "cs-r infantry 3 @37",
    ];
    assert_eq!(assault("", &units, "us-a").ids(CS), ["lead none", "lead cs-a", "lead cs-b", "lead cs-c"]);
    assert_eq!(
        assault("wide", &units, "us-a").ids(CS),
        ["lead none", "lead cs-a", "lead cs-a cs-b", "lead cs-b", "lead cs-c"],
        "nor who is in reserve"
    );
}

#[test]
fn s8_2_the_sum_of_an_assault_is_told_with_whether_it_succeeds() {
    for (strength, told) in [(1, "The assault succeeds: outcome 1 ("), (2, "The assault fails: outcome 0 (")]
    {
        let defender = format!("cs-a infantry {strength} @37 36/37");
        let mut play = assault("", &["us-a infantry 3 @36 36/37", &defender], "us-a");
        play.take(CS, "lead cs-a");
        let text = play.events.iter().map(|event| &event.text).find(|text| text.contains("outcome")).unwrap();
        assert!(text.starts_with(told) && !text.contains("house rules"), "{text}");
    }
}
