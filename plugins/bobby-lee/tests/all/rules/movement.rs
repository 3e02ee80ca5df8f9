//! §2, §5, §7 and §8: command, marches, strategic moves, ships.

use muster_contract::{Audience, EventKind};

use crate::rules::position::*;

const LEADER: &str = "us-l leader 4 c2 f1 s1 4 @0303";
const FOE: &str = "cs-z infantry 3 @0405";

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids
}

fn moves(units: &[&str], unit: &str) -> Vec<String> {
    Play::first(units, US, "activate us-l").of(US, unit)
}

#[test]
fn s5_12_command_reaches_as_far_as_the_leaders_range() {
    for (range, reached) in [(0, vec!["us-a"]), (1, vec!["us-a", "us-b"]), (2, vec!["us-a", "us-b", "us-c"])]
    {
        let leader = format!("us-l leader 4 c{range} f1 s1 4 @0303");
        let units =
            [leader.as_str(), "us-a infantry 2 @0303", "us-b infantry 2 @0304", "us-c infantry 2 @0305", FOE];
        let play = Play::first(&units, US, "activate us-l");
        let picks: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pick")).collect();
        assert_eq!(picks, reached.into_iter().map(|unit| format!("pick {unit}")).collect::<Vec<_>>());
    }
}

#[test]
fn s5_12_command_does_not_go_over_mountains() {
    let units = ["us-l leader 4 c1 f1 s1 4 @0204", "us-a infantry 2 @0304", "us-b infantry 2 @0205", FOE];
    let play = Play::first(&units, US, "activate us-l");
    assert!(play.lists(US, "pick us-b"));
    assert!(!play.lists(US, "pick us-a"), "a mountain lies between");
}

#[test]
fn s5_12_command_goes_round_the_enemy_but_not_through_him() {
    // From 0303 to 0305 it leads over 0304, and over 0204.
    for (there, reached) in
        [(&["cs-x infantry 2 @0304"][..], true), (&["cs-x infantry 2 @0304", "cs-y infantry 2 @0204"], false)]
    {
        let units = [&[LEADER, "us-a infantry 2 @0303", "us-c infantry 2 @0305"][..], there].concat();
        assert_eq!(Play::first(&units, US, "activate us-l").lists(US, "pick us-c"), reached, "{there:?}");
    }
}

#[test]
fn s5_33_infantry_attacks_from_one_hex_cavalry_from_two_and_garrisons_by_force_march() {
    // Two hexes from 0303 to 0503, where the enemy stands.
    let units = [
        LEADER,
        "us-a infantry 2 @0303",
        "us-c cavalry 2 @0303",
        "us-g garrison 2 @0303",
        "cs-z infantry 3 @0503",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0403");
    assert!(!play.lists(US, "to 0503") && play.lists(US, "force 0503"));
    play.take(US, "halt");
    play.all(US, "pick us-c, to 0403");
    assert!(play.lists(US, "to 0503"));
    play.take(US, "halt");
    assert_eq!(play.of(US, "us-g").iter().filter(|id| id.ends_with("0403")).count(), 1);
    play.all(US, "pick us-g, to 0403");
    assert!(!play.lists(US, "to 0503") && !play.lists(US, "force 0503"), "not from two hexes away");
}

#[test]
fn s5_33_a_garrison_attacks_its_neighbour_by_force_march() {
    let units = [LEADER, "us-g garrison 2 @0303", "cs-z infantry 3 @0403"];
    let ids = moves(&units, "us-g");
    assert!(ids.contains(&"force 0403".to_owned()) && !ids.contains(&"to 0403".to_owned()));
}

#[test]
fn s5_32_no_more_attack_over_a_bridge_than_three() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0402",
        "us-a infantry 2 @0402",
        "us-b infantry 2 @0402",
        "us-c infantry 2 @0402",
        "us-d infantry 2 @0402",
        "cs-z infantry 3 @0403",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    for unit in ["us-a", "us-b", "us-c"] {
        play.all(US, &format!("pick {unit}, to 0403"));
    }
    assert!(!play.of(US, "us-d").contains(&"to 0403".to_owned()));
}

#[test]
fn s2_21_mud_takes_one_from_an_attack_over_a_bridge() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0402",
        "us-a infantry 2 @0402",
        "us-b infantry 2 @0402",
        "us-c infantry 2 @0402",
        "cs-z infantry 3 @0403",
    ];
    let mut play = Play::with(&units, &[("quarter", 4)]);
    play.open(US, "activate us-l");
    play.all(US, "pick us-a, to 0403, pick us-b, to 0403");
    assert!(!play.of(US, "us-c").contains(&"to 0403".to_owned()));
}

#[test]
fn s5_34_stragglers_are_rolled_for_when_all_have_moved() {
    for (side, face, left) in [("us", 3, 1), ("us", 4, 2), ("cs", 2, 1), ("cs", 3, 2)] {
        let seat = if side == "us" { US } else { CS };
        let (leader, unit) =
            (format!("{side}-l leader 4 c2 f1 s1 4 @0303"), format!("{side}-a infantry 2 @0303"));
        let other = if side == "us" { "cs-z infantry 3 @0605" } else { "us-z infantry 3 @0402" };
        let mut play = Play::first(&[&leader, &unit, other], seat, &format!("activate {side}-l"));
        play.all(seat, &format!("pick {side}-a, to 0304, to 0305, force 0306, end-moves"));
        play.roll(&[face]);
        play.take(seat, "end-moves");
        assert_eq!(play.strength(&format!("{side}-a")), left, "{side} rolls {face}");
    }
}

/// §5.34, §5.11: its owner is told what was a force march, and everybody for what place a die is rolled; what a leader pays for his
/// orders is no loss in a fight.
#[test]
fn s5_34_a_force_march_is_told() {
    let units = ["us-l leader 4 c2 f1 s1 4 @0303", "us-a infantry 2 @0303", "cs-z infantry 3 @0605"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0304, to 0305, force 0306");
    let told = |play: &Play, words: &str| -> Vec<Audience> {
        let told = play.events.iter().filter(|event| event.text.contains(words));
        told.map(|event| event.audience.clone()).collect()
    };
    assert_eq!(told(&play, "That is a force march of us-a"), [Audience::Seats(vec![US])]);
    play.all(US, "end-moves");
    let lost = |play: &Play| play.events.iter().any(|event| event.kind == EventKind::Lost);
    assert!(!told(&play, "Us-l loses a step").is_empty() && !lost(&play), "{:?}", play.events);
    play.roll(&[1]);
    play.take(US, "end-moves");
    assert_eq!(told(&play, "a force march to 0306"), [Audience::Everyone]);
    assert!(lost(&play));
}

#[test]
fn s5_34_stragglers_are_rolled_for_by_place() {
    // The order of the roster would tell the other side which of two blocks is which.
    let units = [
        "us-l leader 4 c2 f1 s1 4 @0303",
        "us-a infantry 2 @0303",
        "us-b infantry 2 @0303",
        "cs-z infantry 3 @0605",
    ];
    for (east, west) in [("us-a", "us-b"), ("us-b", "us-a")] {
        let mut play = Play::first(&units, US, "activate us-l");
        play.all(US, &format!("pick {east}, to 0304, to 0305, force 0306"));
        play.all(US, &format!("pick {west}, to 0304, to 0305, force 0205"));
        play.take(US, "end-moves");
        play.take(US, "end-moves");
        assert_eq!(play.places_of(CS, "loses a step"), ["0205", "0306"], "{east} in the east");
    }
}

#[test]
fn s5_4_a_supreme_leader_gives_as_many_strategic_moves_as_he_has_steps() {
    let units = [
        "us-s supreme 4 f1 s1 2 @0402",
        "us-a infantry 2 @0101",
        "us-b infantry 2 @0101",
        "us-c infantry 2 @0101",
        FOE,
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-a, rail 0402, pick us-b, rail 0501");
    assert!(!play.lists(US, "pick us-c"));
    assert_eq!((play.at("us-a"), play.at("us-b")), ("0402".to_owned(), "0501".to_owned()));
}

#[test]
fn s7_1_a_vacant_rail_hex_between_two_of_its_own_is_the_unions_but_no_major_town() {
    let rail = |there: &[&str]| {
        let mut units =
            vec!["us-s supreme 4 f1 s1 4 @0402", "us-a infantry 2 @0402", "cs-z infantry 3 @0605"];
        units.extend(there);
        let mut play = Play::first(&units, US, "activate-supreme us-s");
        sorted(play.of(US, "us-a").into_iter().filter(|id| id.starts_with("rail 040")).collect())
    };
    assert_eq!(rail(&["us-b infantry 1 @0403"]), ["rail 0401", "rail 0403"]);
    let held = ["us-b infantry 1 @0403", "us-c infantry 1 @0405"];
    assert_eq!(rail(&held), ["rail 0401", "rail 0403"], "Fredericksburg, a major town, must be occupied");
    let map = Play::map(
        "id = \"0404\"\ntitle = \"Fredericksburg\"\nfeatures = [\"major-town\"]\nvalues = { vp = 1 }",
        "id = \"0404\"",
    );
    let units =
        ["us-s supreme 4 f1 s1 4 @0402", "us-a infantry 2 @0402", "cs-z infantry 3 @0605", held[0], held[1]];
    let mut play = Play::on(&map, &units, &[]);
    play.open(US, "activate-supreme us-s");
    assert!(play.of(US, "us-a").contains(&"rail 0405".to_owned()), "the vacant hex between is controlled");
}

#[test]
fn s8_1_ships_pass_no_enemy_port_even_if_it_is_vacant() {
    let sails = |there: &[&str]| {
        let mut units = vec!["us-s supreme 4 f1 s1 4 @0402", "us-a cavalry 2 @0402", "cs-z infantry 3 @0405"];
        units.extend(there);
        let mut play = Play::first(&units, US, "activate-supreme us-s");
        sorted(play.of(US, "us-a").into_iter().filter(|id| id.starts_with("sail")).collect())
    };
    assert!(sails(&[]).is_empty(), "Aquia Landing lies between");
    assert_eq!(sails(&["us-b infantry 1 @0503"]), ["sail 0501", "sail 0503", "sail 0706"]);
}

#[test]
fn s8_4_infantry_invades_an_enemy_port_for_two_strategic_moves() {
    let units = [
        "us-s supreme 4 f1 s1 3 @0402",
        "us-a infantry 3 @0706",
        "us-b infantry 3 @0706",
        "us-c cavalry 2 @0706",
        "cs-a infantry 1 @0605",
        "cs-z infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    assert!(!play.of(US, "us-c").contains(&"sail 0605".to_owned()));
    play.all(US, "pick us-a, sail 0605");
    assert!(!play.of(US, "us-b").contains(&"sail 0605".to_owned()), "one strategic move is left");
    // A skirmish: the defender hits once, the attackers not at all, and as equals they go back by sea.
    play.take(US, "end-moves");
    play.roll(&[1, 6, 6]);
    play.take(US, "end-moves");
    assert_eq!(play.next_decision(), (US, "retreat".to_owned()));
    play.all(US, "pick us-a, retreat 0706");
    assert_eq!(
        (play.at("us-a"), play.strength("us-a")),
        ("0706".to_owned(), 1),
        "8.41: a step for the voyage"
    );
}

#[test]
fn s5_41_a_pontoon_bridge_takes_one_move_into_a_friendly_hex_and_two_into_an_enemy_one() {
    let units = ["us-s supreme 4 f1 s1 2 @0402", "us-a infantry 2 @0302", "us-b infantry 2 @0302", FOE];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-a, pontoon 0303");
    assert_eq!(play.at("us-a"), "0303");
    assert!(!play.lists(US, "pick us-b"), "both strategic moves are used up");
    let mut play = Play::with(&units, &[("quarter", 4)]);
    play.open(US, "activate-supreme us-s");
    assert!(!play.of(US, "us-a").iter().any(|id| id.starts_with("pontoon")), "not in mud");
}

#[test]
fn s5_41_no_pontoon_downstream_while_a_port_of_the_river_is_hostile() {
    let units = ["us-s supreme 4 f1 s1 2 @0402", "us-a infantry 2 @0402", FOE];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    assert!(!play.of(US, "us-a").contains(&"pontoon 0503".to_owned()));
}
