//! A. Basics.

use brigade::Brigade;
use muster_contract::Module;
use muster_sdk::Native;

use crate::rules::position::{OPEN, Played, ground, position};
use crate::rules::{A, CS, US};

#[test]
fn a1_two_units_and_any_generals_fit_a_hex() {
    let three = [A, "us-b infantry 0405 N I", "us-c infantry 0405 N I", CS];
    assert!(Native::<Brigade>::new("brigade").create(&position(OPEN, "", &three, &[])).unwrap().is_err());
    let mut game = Played::open(&[US, A, "us-b infantry 0405 N I", "us-c infantry 0407 N I", CS]);
    game.take("roll, move us-c").lacks("to 0405");
    game.offers("to 0505");
}

#[test]
fn a2_a_fire_zone_is_the_five_hexes_before_a_corner() {
    let game = Played::open(&[A, CS]);
    let zone = game.game.overlay(None, "fire-zones", None);
    let mut hexes: Vec<String> = zone.iter().map(|item| format!("{:?}", item.shape)).collect();
    hexes.sort();
    let five = ["0303", "0304", "0403", "0404", "0503"];
    assert_eq!(hexes.len(), 5);
    for hex in five {
        assert!(hexes.iter().any(|shape| shape.contains(hex)), "{hex} not in {hexes:?}");
    }
}

#[test]
fn a3_dice_have_six_sides() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll");
    let sides = game.events.iter().find_map(|event| match &event.kind {
        muster_contract::EventKind::Rolled(roll) => Some(roll.dice[0].sides),
        _ => None,
    });
    assert_eq!(sides, Some(6));
}

#[test]
fn a4_the_army_general_orders_any_unit() {
    let mut game =
        Played::open(&["us-grant general 0405 N - army-general=yes", A, "us-b infantry 0505 N J", CS]);
    game.take("roll").offers("move us-a");
    game.offers("move us-b");
}

#[test]
fn a5_a_corps_has_one_general_and_one_train() {
    let two = [US, "us-other general 0405 N I", CS];
    let refusal =
        Native::<Brigade>::new("brigade").create(&position(OPEN, "", &two, &[])).unwrap().err().unwrap();
    assert_eq!(refusal.citation.as_deref(), Some("A5"));
}

#[test]
fn a5_reinforcements_stand_in_their_entry_hex_when_their_turn_comes() {
    let mut game = Played::open(&[US, A, "us-b infantry 0107 N I arrives=2", CS]);
    assert_eq!(game.at("us-b"), "off");
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.at("us-b"), "0107");
}

#[test]
fn a6_the_army_general_attaches_an_independent_battery() {
    let grant = "us-grant general 0407 N - army-general=yes";
    let mut game = Played::open(&[grant, US, "us-guns artillery 0405 N -", CS]);
    game.dice(&[1, 6]).take("roll").lacks("move us-guns by us-gen");
    game.take("attach us-guns us-gen").offers("move us-guns");
    game.take("move us-guns");
    assert_eq!(game.pips("us-gen"), 5);
}

#[test]
fn a1_generals_and_trains_do_not_count_for_stacking() {
    let crowd = [
        "us-gen general 0404 N I",
        "us-two general 0404 N J",
        "us-train train 0404 N I",
        "us-b infantry 0404 N I",
        A,
        CS,
    ];
    let mut game = Played::open(&crowd);
    game.take("roll, move us-a").offers("to 0404");
}

#[test]
fn a1_a_full_hex_may_be_passed_through() {
    let mut game =
        Played::open(&[US, "us-a infantry 0405 N I", "us-b infantry 0404 N I", "us-c infantry 0404 N I", CS]);
    game.take("roll, move us-a").lacks("to 0404");
    // 0503 is two hexes off, and 0404 alone lies between.
    game.offers("to 0503");
}

#[test]
fn a2_what_stands_beside_or_behind_is_not_in_the_fire_zone() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0505 N II", "cs-b infantry 0406 S II"]);
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll", "nobody has an enemy in front");
}

#[test]
fn a2_a_unit_that_faces_a_side_of_its_hex_is_refused() {
    let mut fresh = position(OPEN, "", &[US, A, CS], &[]);
    let mut facing = |to| {
        fresh.roster[1].place.as_mut().unwrap().facing = Some(to);
        Native::<Brigade>::new("brigade").create(&fresh).unwrap().err().map(|refusal| refusal.reason)
    };
    let corners = "the corners are \"N\", \"NE\", \"SE\", \"S\", \"SW\", \"NW\"";
    assert_eq!(facing(9), Some(format!("us-a: it faces \"W\", no corner of its hex; {corners}")));
    assert_eq!(facing(5), Some(format!("us-a: it faces 5, no corner of its hex; {corners}")));
    assert_eq!(facing(4), None);
}

#[test]
fn a5_nobody_arrives_after_the_end() {
    let arrives = |turn: i32| {
        let late = format!("us-late infantry 0107 N I arrives={turn}");
        let fresh = position(OPEN, "", &[US, A, &late, CS], &[]);
        Native::<Brigade>::new("brigade").create(&fresh).unwrap().err().map(|refusal| refusal.reason)
    };
    assert_eq!(arrives(20), None);
    assert_eq!(
        arrives(21),
        Some("us-late: it arrives in turn 21, and the battle ends with turn 20".to_owned())
    );
}

#[test]
fn a4_a_corps_commander_is_ordered_by_the_army_general_too() {
    let grant = "us-grant general 0407 N - army-general=yes";
    let mut game = Played::open(&[grant, US, A, CS]);
    game.dice(&[4, 1]).take("roll").offers("move us-gen by us-grant");
    game.take("move us-gen by us-grant");
    assert_eq!((game.pips("us-grant"), game.pips("us-gen")), (3, 1));
}

#[test]
fn a5_a_second_train_of_a_corps_is_refused() {
    let two = [US, "us-train train 0407 N I", "us-more train 0406 N I", CS];
    let refusal =
        Native::<Brigade>::new("brigade").create(&position(OPEN, "", &two, &[])).unwrap().err().unwrap();
    assert_eq!(refusal.reason, "us-more: I has a train already");
    assert_eq!(refusal.citation.as_deref(), Some("A5"));
}

#[test]
fn a5_corps_of_both_sides_may_have_the_same_name() {
    let mut game = Played::open(&[US, A, "cs-gen general 0701 S I", "cs-a infantry 0601 S I"]);
    game.take("roll, end-moves, roll").offers("move cs-a");
}

#[test]
fn a5_reinforcements_come_beside_a_full_entry_hex() {
    let units = [
        US,
        "us-b infantry 0107 N I",
        "us-c infantry 0107 N I",
        "us-d infantry 0107 N I arrives=2",
        "us-train train 0107 N I arrives=2",
        CS,
    ];
    let mut game = Played::open(&units);
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.at("us-d"), "0106", "the first of the free hexes nearest to it");
    assert_eq!(game.at("us-train"), "0107", "a train has room there");
}

#[test]
fn a5_reinforcements_with_no_free_hex_within_three_come_a_turn_later() {
    let lake = ground(&[
        ("0104", "~"),
        ("0105", "~"),
        ("0106", "~"),
        ("0204", "~"),
        ("0205", "~"),
        ("0206", "~"),
        ("0207", "~"),
        ("0304", "~"),
        ("0305", "~"),
        ("0306", "~"),
        ("0307", "~"),
        ("0406", "~"),
        ("0407", "~"),
    ]);
    let units = [
        "us-gen general 0601 N I",
        "us-b infantry 0107 N I arrives=2",
        CS,
        "cs-a infantry 0107 S II",
        "cs-train train 0701 S II",
    ];
    let mut game = Played::new(&position(&lake, "", &units, &[]));
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.at("us-b"), "off", "the enemy is in its only hex");
    game.destroy(&["cs-a"]).take("roll, end-moves, roll, end-moves");
    assert_eq!(game.at("us-b"), "0107");
}

#[test]
fn a6_a_corps_commander_does_not_order_independent_units_and_attachment_is_for_good() {
    let grant = "us-grant general 0407 N - army-general=yes";
    let mut game = Played::open(&[grant, US, "us-guns artillery 0405 N -", CS]);
    game.dice(&[1, 6]).take("roll, attach us-guns us-gen").lacks("attach us-guns us-gen");
    game.take("end-moves, roll, end-moves").dice(&[1, 6]).take("roll").offers("move us-guns");
    game.take("move us-guns");
    assert_eq!((game.pips("us-grant"), game.pips("us-gen")), (1, 5));
}

#[test]
fn a6_without_an_army_general_nobody_attaches() {
    let mut game = Played::open(&[US, "us-guns artillery 0405 N -", CS]);
    game.take("roll").lacks("attach us-guns us-gen");
    game.lacks("move us-guns");
}
