//! Why a unit can't go to a hex, nor be exchanged, nor a cadre come to one; chances of leaders.

use muster_contract::Target;

use crate::rules::position::*;
use crate::rules::told::{space, unit, why};

/// The chances of a choice: of each table the labels with "so many of so many".
fn chances(play: &Play, choice: &str) -> Vec<Vec<String>> {
    let row = |chance: &muster_contract::Chance| format!("{} {}/{}", chance.label, chance.of, chance.out_of);
    let tables = play.game.odds(US, choice);
    tables.iter().map(|table| table.rows.exact().unwrap().iter().map(row).collect()).collect()
}

#[test]
fn s8_4_infantry_invades_a_vacant_port_that_others_marched_into_but_none_attacked_by_land() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-l leader 4 c1 f1 s1 4 @0504",
        "us-c cavalry 2 @0504",
        "us-a infantry 2 @0706",
        "us-b infantry 2 @0706",
        "cs-z infantry 3 @0405",
    ];
    let held = [&units[..], &["cs-y garrison 1 @0605"]].concat();
    for (units, invades) in [(&units[..], true), (&held, false)] {
        let mut play = Play::new(units);
        play.all(US, "bid 2").all(CS, "bid 0");
        play.all(US, "activate-supreme us-s, activate us-l, pick us-c, to 0605");
        if play.lists(US, "halt") {
            play.take(US, "halt");
        }
        assert_eq!(play.at("us-c"), "0605");
        assert_eq!(play.of(US, "us-a").contains(&"sail 0605".to_owned()), invades);
        play.take(US, "pick us-a");
        if invades {
            play.take(US, "sail 0605");
            assert!(play.of(US, "us-b").contains(&"sail 0605".to_owned()), "who marched is no invader");
        } else {
            let reason = "It is attacked by land: an invasion isn't combined with that. (8.4)";
            assert_eq!(why(&play, US, &space("0605")), reason);
        }
    }
}

#[test]
fn s5_41_a_garrison_attacks_over_a_pontoon_bridge_without_a_force_march() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-g garrison 2 @0302",
        "cs-a infantry 1 @0303",
        "cs-z infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-g, pontoon 0303, end-moves");
    play.roll(&[6, 6, 6, 6]);
    play.take(US, "end-moves");
    assert!(!play.events.iter().any(|event| event.citation.as_deref() == Some("5.34")), "nobody straggles");
}

#[test]
fn s9_52_who_takes_over_from_a_new_cadre_grows_in_the_next_supply_turn_only() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0403",
        "us-a infantry 3 @0403",
        "cs-k leader 2 c1 f1 s1 1 @0303",
        "cs-a infantry 1 @0405",
        "cs-m leader 3 c1 f1 s1",
        "cs-n leader 3 c1 f1 s1",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0303, end-moves");
    play.roll(&[6, 1, 6, 6]);
    play.take(US, "end-moves");
    assert_eq!(play.at("cs-k"), "off");
    while play.next_decision().1 == "regroup" {
        play.take(US, "end-regroup");
    }
    play.fact("victory", 3);
    play.all(CS, "pass").all(US, "pass");
    while play.next_decision().1 != "replacements" {
        let (seat, _) = play.next_decision();
        let last = play.ids(seat).last().unwrap().clone();
        play.take(seat, &last);
    }
    play.all(CS, "raise-minor-leader, minor-leader 0405, end-replacements");
    play.dice.clear();
    play.roll(&[1, 6, 6]);
    play.take(US, "end-replacements");
    assert_eq!(play.next_decision(), (CS, "replace-leader".to_owned()));
    play.take(CS, "replace cs-m");
    assert_eq!((play.at("cs-n"), play.strength("cs-n")), ("0405".to_owned(), 1));
    play.take(US, "proclaim");
    assert!(play.lists(CS, "step cs-a") && !play.lists(CS, "step cs-n"));
    assert_eq!(why(&play, CS, &unit("cs-n")), "It came as a cadre in this supply turn. (9.52)");
}

#[test]
fn s5_41_a_hostile_port_of_the_river_is_named_though_the_enemy_stands_beyond() {
    let units = ["us-s supreme 4 f1 s1 4 @0402", "us-c cavalry 2 @0402", "cs-y garrison 1 @0503"];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.take(US, "pick us-c");
    let reason = why(&play, US, &space("0503"));
    assert!(reason.contains("a port of the river is the enemy's. (5.41)"), "{reason}");
}

#[test]
fn s8_3_s8_4_why_no_ship_takes_a_unit_to_a_port() {
    let units = [
        "us-s supreme 4 f1 s1 3 @0402",
        "us-c cavalry 2 @0402",
        "us-d cavalry 2 @0706",
        "us-a infantry 2 @0706",
        "us-b infantry 2 @0706",
        "us-n infantry 2 @0302",
        "cs-z infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.take(US, "pick us-c");
    assert_eq!(why(&play, US, &space("0706")), "Ships don't pass the enemy port on the way. (8.3)");
    play.all(US, "cancel, pick us-d");
    assert_eq!(why(&play, US, &space("0605")), "Only infantry invades an enemy port. (8.4)");
    play.all(US, "cancel, pick us-n");
    assert_eq!(why(&play, US, &space("0605")), "It isn't in a port: ships go from port to port. (8.3)");
    play.all(US, "cancel, pick us-a, sail 0605, pick us-b");
    assert_eq!(why(&play, US, &space("0605")), "An invasion takes two strategic moves, 1 left. (8.4)");
    assert_eq!(why(&play, US, &space("0404")), "It isn't adjacent: units move hex by hex. (5.3)");
}

#[test]
fn s7_1_s7_3_why_no_train_takes_a_unit_to_a_hex() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0501",
        "us-a infantry 2 @0101",
        "us-b infantry 2 @0404",
        "cs-z infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.take(US, "pick us-a");
    assert_eq!(why(&play, US, &space("0405")), "Nobody attacks by rail. (7.3)");
    assert_eq!(why(&play, US, &space("0406")), "Its side doesn't control the railroad there. (7.1)");
    assert_eq!(why(&play, US, &space("0404")), "Its side doesn't control the railroad all the way. (7.3)");
    assert_eq!(why(&play, US, &space("0205")), "It isn't adjacent: units move hex by hex. (5.3)");
    assert_eq!(why(&play, US, &space("0101")), "It is there. (5.3)");
    play.take(US, "to 0201");
    assert_eq!(
        why(&play, US, &space("0405")),
        "It isn't adjacent: units move hex by hex. (5.3)",
        "on its way"
    );
}

#[test]
fn s5_11_a_leader_of_one_step_is_told_that_he_does_not_force_march() {
    let units = ["us-l leader 4 c1 f1 s1 2 @0303", "cs-z infantry 3 @0403"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "end-moves, pick us-l");
    let reason = "It could go there by a force march alone, and a leader of one step makes none. (5.11)";
    assert_eq!(why(&play, US, &space("0403")), reason);
    let around = ["us-l leader 4 c1 f1 s1 2 @0101", "cs-y infantry 1 @0201", "cs-z infantry 3 @0102"];
    let mut play = Play::first(&around, US, "activate us-l");
    play.take(US, "end-moves");
    let reason = why(&play, US, &unit("us-l"));
    assert!(reason.ends_with("it could attack by a force march alone, and has one step. (5.11)"), "{reason}");
}

#[test]
fn s5_32_who_finds_every_hexside_full_is_told_so_and_not_that_he_is_slow() {
    let own = ["a", "b", "c", "d", "e"].map(|unit| format!("us-{unit} infantry 2 @0101"));
    let mut units = vec!["us-l leader 4 c1 f1 s1 2 @0101", "cs-y infantry 1 @0201", "cs-z infantry 3 @0102"];
    units.extend(own.iter().map(String::as_str));
    // Mud: two over each hexside.
    let mut play = Play::with(&units, &[("quarter", 4)]);
    play.open(US, "activate us-l");
    play.all(US, "pick us-a, to 0201, pick us-b, to 0201, pick us-c, to 0102, pick us-d, to 0102");
    let reason = why(&play, US, &unit("us-e"));
    assert!(reason.ends_with("as many have attacked over its hexsides as may. (5.32)"), "{reason}");
}

#[test]
fn s4_22_a_unit_is_told_whether_it_can_still_be_exchanged() {
    let units = [
        "us-a infantry 3 @0401",
        "us-b cavalry 2 @0402",
        "us-c infantry 3 @0401",
        "us-d infantry 1",
        "cs-a infantry 2 @0405",
    ];
    let mut play = Play::with(&units, &[("free-deployment", 1)]);
    let reason = "It changes places with another: choose the exchange. (4.22)";
    assert_eq!(why(&play, US, &unit("us-a")), reason);
    assert_eq!(
        why(&play, CS, &unit("cs-a")),
        "Nobody is left elsewhere with whom it could change places. (4.22)"
    );
    play.take(US, "exchange us-b us-a");
    assert_eq!(why(&play, US, &unit("us-b")), "It has its place. (4.22)");
    play.take(US, "end-deployment");
    assert_eq!(why(&play, US, &unit("us-a")), "Its side is deployed. (4.22)");
}

#[test]
fn s9_52_why_a_cadre_does_not_come_to_a_hex() {
    let units = [
        "us-a infantry 1 @0402",
        "us-y infantry 3 @0203",
        "us-p infantry",
        "us-q cavalry",
        "cs-a infantry 2 @0405",
    ];
    let mut play = Play::quarter(&units, &[]);
    play.take(US, "raise us-p");
    assert_eq!(why(&play, US, &unit("us-a")), "Say first where the cadre comes. (9.52)");
    let home = "Cadres come to major towns at home and to rail entries. (9.52)";
    assert_eq!(why(&play, US, &space("0302")), home);
    assert_eq!(why(&play, US, &space("0203")), home, "taken from the enemy");
    play.all(US, "cadre us-p 0402, raise us-q");
    assert_eq!(why(&play, US, &space("0402")), "Another cadre comes there in this supply turn. (9.52)");
    play.take(US, "cancel");
    play.take(US, "end-replacements");
    assert_eq!(why(&play, US, &unit("us-a")), "All that its side buys is planned. (9.5)");
}

#[test]
fn s9_52_a_cadre_that_costs_too_much_in_a_place_is_told_its_price() {
    let units = [
        "us-a infantry 2 @0402",
        "cs-a infantry 1 @0404",
        "cs-b infantry 1 @0405",
        "cs-c infantry 1 @0406",
        "cs-p infantry",
        "cs-s supreme 4 f1 s1",
    ];
    // 16 points: nine for steps and two for a cadre leave five, enough for a president in his capital alone.
    let mut play = Play::quarter(&units, &[]);
    for unit in ["cs-a", "cs-b", "cs-c"] {
        play.all(CS, &format!("step {unit}, step {unit}, step {unit}"));
    }
    play.all(CS, "raise cs-p, cadre cs-p 0406, raise cs-s");
    assert_eq!(why(&play, CS, &space("0404")), "The cadre costs 6 RP there, 5 left. (9.52)");
    assert!(play.lists(CS, "cadre cs-s 0405"));
}

#[test]
fn s9_52_no_cadre_comes_to_a_town_that_the_enemy_holds_or_that_has_no_supply() {
    let units = ["us-a infantry 1 @0402", "cs-y infantry 2 @0406", "us-x infantry 2 @0405", "cs-p infantry"];
    let mut play = Play::quarter(&units, &[]);
    play.take(CS, "raise cs-p");
    assert_eq!(why(&play, CS, &space("0405")), "The enemy is there. (9.52)");
    assert_eq!(why(&play, CS, &space("0203")), "It isn't supplied. (9.52)");
}

#[test]
fn s4_5_who_does_not_come_by_a_draft_is_told_so() {
    let units = ["us-a infantry 2 @0402", "us-p infantry", "us-q cavalry", "cs-a infantry 2 @0405"];
    let mut play = Play::quarter(&units, &[("year", 1861)]);
    play.all(US, "end-replacements").all(CS, "end-replacements");
    play.roll(&[4]);
    play.take(US, "draft");
    assert_eq!(why(&play, US, &unit("us-a")), "A draft brings new cadres only. (4.5)");
    play.all(US, "raise us-p, cadre us-p 0402, raise us-q");
    assert_eq!(why(&play, US, &space("0402")), "Another cadre comes there in this supply turn. (9.52)");
}

#[test]
fn s5_2_a_roll_that_can_change_nobody_says_so() {
    let units = ["us-l leader 2 c1 f1 s1 2 @0402", "us-x leader 4 c1 f1 s1", "cs-a infantry 2 @0405"];
    let play = Play::quarter(&units, &[]);
    assert_eq!(
        chances(&play, "end-replacements"),
        [["no change 36/36"]],
        "a major one replaces no minor one"
    );
    let units = [units[0], "us-x leader 2 c1 f1 s1", units[2]];
    let play = Play::quarter(&units, &[]);
    assert_eq!(chances(&play, "end-replacements"), [["a leader is changed 26/36", "no change 10/36"]]);
}

#[test]
fn s5_2_the_chances_of_a_leader_roll_follow_the_plan() {
    let units = [
        "us-k leader 2 c1 f1 s1 1 @0303",
        "us-a infantry 2 @0402",
        "us-m leader 2 c1 f1 s1",
        "cs-l leader 4 c1 f1 s1 4 @0403",
        "cs-a infantry 3 @0403",
    ];
    for (more, planned) in [(&[][..], None), (&["us-n leader 2 c1 f1 s1"][..], Some("a leader is changed"))] {
        let mut play = Play::first(&[&units[..], more].concat(), CS, "activate cs-l");
        play.all(CS, "pick cs-a, to 0303, end-moves");
        play.roll(&[6, 1, 6, 6]);
        play.take(CS, "end-moves");
        play.all(US, "pass").all(CS, "pass");
        assert_eq!(
            chances(&play, "end-replacements"),
            [["no change 36/36"]],
            "nobody is left to be replaced"
        );
        play.all(US, "raise-minor-leader, minor-leader 0402");
        let tables = chances(&play, "end-replacements");
        let first = tables.first().map(|rows| rows[0].clone());
        assert_eq!(first.is_some(), planned.is_some(), "the last of the pool comes as a cadre: {tables:?}");
        assert!(planned.is_none_or(|planned| first.unwrap().starts_with(planned)));
    }
}

#[test]
fn s8_4_a_hostile_port_is_told_to_be_open_to_invasion() {
    let play = Play::new(&["us-a infantry 2 @0402", "cs-z infantry 3 @0405"]);
    let port = |hex: &str| {
        let lines = play.explain(US, &Target::Space(hex.to_owned()));
        let line = lines.into_iter().find(|line| line.text.starts_with("A port")).unwrap();
        format!("{} ({})", line.text, line.citation.unwrap())
    };
    assert_eq!(port("0402"), "A port, open to Union ships. (8.3)");
    assert_eq!(port("0605"), "A port that no Union ship passes, but that infantry can invade by sea. (8.4)");
}

#[test]
fn s9_4_who_is_supplied_is_told_so_while_others_forage() {
    let units = [
        "cs-a infantry 3 @0103",
        "cs-b infantry 2 @0103",
        "cs-c infantry 2 @0103",
        "cs-d infantry 2 @0405",
        "us-a infantry 2 @0501",
    ];
    let play = Play::quarter(&units, &[]);
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()));
    let settled = "Its supply is settled: it has some, or has lost its step. (9.4)";
    assert_eq!(why(&play, CS, &unit("cs-d")), settled);
}
