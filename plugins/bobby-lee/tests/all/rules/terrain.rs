//! §2, §5.34 and §5.41: hexsides, roads, forests, pontoon bridges.

use muster_contract::Change;
use muster_sdk::place;

use crate::rules::position::*;
use crate::rules::told::{unit, why};

const FOE: &str = "cs-z infantry 3 @0405";

#[test]
fn s2_21_two_attack_over_a_gap_and_one_in_mud() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 2 @0303",
        "us-b infantry 2 @0303",
        "us-c infantry 2 @0303",
        "cs-z infantry 3 @0203",
    ];
    for (quarter, most) in [(1, 2), (4, 1)] {
        let mut play = Play::with(&units, &[("quarter", quarter)]);
        play.open(US, "activate us-l");
        let went = ["us-a", "us-b", "us-c"].into_iter().filter(|unit| {
            let goes = play.of(US, unit).contains(&"to 0203".to_owned());
            if goes {
                play.all(US, &format!("pick {unit}, to 0203"));
            }
            goes
        });
        assert_eq!(went.count(), most, "quarter {quarter}");
    }
}

#[test]
fn s6_71_over_a_gap_one_reinforces_and_nobody_in_mud() {
    // Three come over the fords, so that it is a battle; two wait beyond the gap.
    let units = [
        "us-l leader 4 c2 f1 s1 4 @0202",
        "us-a infantry 3 @0202",
        "us-b infantry 3 @0202",
        "us-c infantry 3 @0102",
        "us-x infantry 2 @0303",
        "us-y infantry 2 @0303",
        "cs-a infantry 3 @0203",
        "cs-b infantry 3 @0203",
        "cs-g artillery 3 @0203",
    ];
    let ford = "[[side]]\nbetween = \"0102/0203\"\nfeatures = [\"ford\"]\n";
    let map = Play::map(ford, &[ford, &ford.replace("0102", "0202")].concat());
    for (quarter, most) in [(1, 1), (4, 0)] {
        let mut play = Play::on(&map, &units, &[("year", 1861), ("quarter", quarter)]);
        play.open(US, "activate us-l");
        play.all(US, "pick us-a, to 0203, pick us-b, to 0203, pick us-c, to 0203");
        play.all(US, "end-moves, end-moves");
        play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
        play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
        play.all(US, "end-retreat, end-combat");
        let mut came = 0;
        while let Some(id) = play.ids(US).into_iter().find(|id| id == "bring us-x" || id == "bring us-y") {
            play.take(US, &id);
            came += 1;
        }
        assert_eq!(came, most, "quarter {quarter}");
    }
}

#[test]
fn s2_2_units_stop_after_a_marsh_hexside() {
    let units = ["us-l leader 4 c1 f1 s1 4 @0605", "us-a infantry 2 @0605", "us-c cavalry 2 @0605", FOE];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-c, to 0606");
    assert!(!play.lists(US, "halt"), "it has halted");
    assert_eq!(play.at("us-c"), "0606");
}

#[test]
fn s2_2_who_held_a_forest_when_the_turn_began_goes_through_it() {
    for (there, through) in [(vec![], false), (vec!["us-h garrison 1 @0204"], true)] {
        let mut units = vec!["us-l leader 4 c1 f1 s1 4 @0203", "us-a infantry 2 @0203", FOE];
        units.extend(there);
        let mut play = Play::first(&units, US, "activate us-l");
        play.all(US, "pick us-a, to 0204");
        assert_eq!(play.lists(US, "halt"), through);
    }
}

#[test]
fn s2_6_a_garrison_goes_two_hexes_on_the_pike() {
    let units = [
        "cs-l leader 4 c2 f1 s1 4 @0205",
        "cs-g garrison 2 @0205",
        "cs-h garrison 1 @0204",
        "us-z infantry 1 @0102",
    ];
    let mut play = Play::first(&units, CS, "activate cs-l");
    play.all(CS, "pick cs-g, to 0204");
    assert!(play.lists(CS, "to 0203"), "the road goes on");
    assert!(!play.lists(CS, "to 0103") && !play.lists(CS, "to 0303"));
}

#[test]
fn s2_7_in_the_movement_phase_control_is_what_it_was_when_the_turn_began() {
    let map = Play::map(
        "id = \"0404\"\ntitle = \"Fredericksburg\"\nfeatures = [\"major-town\"]\nvalues = { vp = 1 }",
        "id = \"0404\"",
    );
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-l leader 4 c1 f1 s1 4 @0402",
        "us-a infantry 2 @0402",
        "us-b infantry 2 @0402",
        "cs-z infantry 3 @0605",
    ];
    let mut play = Play::on(&map, &units, &[]);
    play.take(US, "bid 2");
    play.take(CS, "bid 0");
    play.all(US, "activate-supreme us-s, activate us-l, pick us-b, to 0403, halt");
    assert!(!play.of(US, "us-a").contains(&"rail 0403".to_owned()), "us-b has only just come");
    assert!(play.of(US, "us-a").contains(&"rail 0401".to_owned()));
}

#[test]
fn s8_4_the_second_unit_into_a_vacant_enemy_port_invades_too() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-a infantry 3 @0706",
        "us-b infantry 3 @0706",
        "us-c infantry 3 @0706",
        "us-d cavalry 2 @0706",
        FOE,
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-a, sail 0605");
    assert!(!play.of(US, "us-d").contains(&"sail 0605".to_owned()), "only infantry");
    play.all(US, "pick us-b, sail 0605");
    assert!(!play.lists(US, "pick us-c"), "four strategic moves, two a unit");
}

#[test]
fn s5_34_what_counts_against_a_force_march_and_for_it() {
    // Kind, where it starts, its way, the quarter, and the lowest face that costs the Confederacy nothing.
    for (kind, from, way, quarter, good) in [
        ("infantry", "0305", "to 0306, to 0406, force 0506", 1, 3),
        ("infantry", "0305", "to 0306, to 0406, force 0506", 4, 4),
        ("artillery", "0305", "to 0306, to 0406, force 0506", 1, 4),
        ("artillery", "0305", "to 0306, to 0406, force 0506", 4, 5),
        ("cavalry", "0205", "to 0305, to 0306, to 0406, force 0506", 1, 2),
        ("infantry", "0306", "to 0305, to 0205, force 0204", 1, 4),
    ] {
        for (face, left) in [(good - 1, 1), (good, 2)] {
            let unit = format!("cs-a {kind} 2 @{from}");
            let units = ["cs-l leader 4 c1 f1 s1 4 @0305", unit.as_str(), "us-z infantry 1 @0102"];
            let mut play = Play::with(&units, &[("quarter", quarter)]);
            play.open(CS, "activate cs-l");
            play.all(CS, &format!("pick cs-a, {way}, end-moves"));
            play.roll(&[face]);
            play.take(CS, "end-moves");
            assert_eq!(play.strength("cs-a"), left, "{kind}, quarter {quarter}, rolls {face}");
        }
    }
}

#[test]
fn s5_41_two_attack_over_a_pontoon_bridge_and_retreat_over_it() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-l leader 4 c1 f1 s1 4 @0301",
        "us-a infantry 3 @0302",
        "us-b infantry 3 @0302",
        "us-c infantry 3 @0302",
        "cs-a infantry 1 @0303",
        "cs-b infantry 1 @0303",
        FOE,
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-a, pontoon 0303, pick us-b, pontoon 0303, end-moves");
    play.roll(&[6; 8]);
    play.take(US, "end-moves");
    play.take(US, "pick us-a");
    assert_eq!(play.ids(US), ["retreat 0302", "cancel"], "the way they came");
}

/// us-a and us-b go to attack 0303 over a pontoon bridge from 0302, us-c by land from 0304. The movement phase goes on.
fn bridged(more: &[&str]) -> Play {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-l leader 4 c1 f1 s1 4 @0304",
        "us-a infantry 3 @0302",
        "us-b infantry 3 @0302",
        "us-c infantry 3 @0304",
        "cs-a infantry 2 @0303",
        "cs-b infantry 2 @0303",
        "cs-c infantry 2 @0303",
        FOE,
    ];
    let mut play = Play::with(&[&units, more].concat(), &[("year", 1861)]);
    play.take(US, "bid 2");
    play.take(CS, "bid 0");
    play.all(US, "activate-supreme us-s, activate us-l");
    play.all(US, "pick us-a, pontoon 0303, pick us-b, pontoon 0303, pick us-c, to 0303");
    play
}

/// The battle of those has begun, with one of each side in a position.
fn deployed(play: &mut Play) {
    play.all(US, "end-moves, end-moves");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-c, post cs-center");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right, end-retreat");
}

#[test]
fn s5_41_one_unit_reinforces_over_a_pontoon_bridge_in_a_battle_turn() {
    let mut play = bridged(&["us-x infantry 3 @0302", "us-y infantry 3 @0302"]);
    deployed(&mut play);
    let sheet = play.view(US).open_board.unwrap();
    let rows = sheet.panels.into_iter().find(|panel| panel.id == "limits").unwrap().rows;
    let bridge = rows.iter().find(|row| row.title == "0302").unwrap();
    assert_eq!(bridge.figure, "2, 1", "beside the battle board too: {}", bridge.note);
    play.take(US, "end-combat");
    play.take(US, "bring us-x");
    assert!(!play.lists(US, "bring us-y"), "one a turn");
}

#[test]
fn s5_41_no_defender_comes_over_the_attackers_pontoon_bridge() {
    // Only a correction brings an enemy to where the bridge begins: who retreats there is disrupted (6.35).
    let mut play = bridged(&["cs-x infantry 2 @0403", "cs-y infantry 2 @0403"]);
    play.edit(Change::Place(("cs-x".to_owned(), place("0302"))));
    deployed(&mut play);
    play.all(US, "end-combat, end-reinforce");
    play.all(CS, "end-retreat, end-combat");
    assert_eq!(play.ids(CS), ["bring cs-y", "end-reinforce"]);
    assert!(why(&play, CS, &unit("cs-x")).ends_with("by a pontoon bridge that he attacked over. (5.41)"));
}

#[test]
fn s9_2_a_road_carries_supply_from_where_it_meets_a_railroad() {
    let west = ["cs-a", "cs-b", "cs-c", "cs-d"].map(|unit| format!("{unit} infantry 2 @0203"));
    let mut units: Vec<&str> = west.iter().map(String::as_str).collect();
    units.push("us-a infantry 2 @0501");
    let joined = Play::map("through = \"0203 0204 0205\"", "through = \"0203 0204 0205 0305 0405\"");
    let mut cut_off = Play::new(&units);
    cut_off.all(US, "bid 0").all(CS, "bid 0");
    assert_eq!(cut_off.next_decision(), (CS, "leader-supply".to_owned()), "the pike leads nowhere");
    let mut play = Play::on(&joined, &units, &[]);
    play.all(US, "bid 0").all(CS, "bid 0");
    assert_eq!(play.next_decision().1, "replacements");
    // The Union on every other hex of it cuts it, and one who stands on it.
    units.push("us-b infantry 2 @0305");
    let mut play = Play::on(&joined, &units, &[]);
    play.all(US, "bid 0").all(CS, "bid 0");
    assert!(play.next_decision().1 == "leader-supply");
}
