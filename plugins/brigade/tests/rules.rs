//! The rules, paragraph by paragraph.
#![allow(clippy::unwrap_used, reason = "tests")]

mod position;

use brigade::Brigade;
use muster_contract::{Change, Module, Target};
use muster_sdk::Native;
use position::{OPEN, Played, position};

const US: &str = "us-gen general 0405 N I";
const A: &str = "us-a infantry 0405 N I";
const CS: &str = "cs-gen general 0701 S II";

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
    let mut game = Played::open(&[A, CS]);
    let zone = game.game.overlay(None, "fire-zones", None).unwrap();
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
    assert_eq!(game.at("us-b"), "");
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
fn b1_the_active_side_rolls_moves_bombards_then_the_inactive_fires_first() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 S II"]);
    assert_eq!(game.phase(), "roll");
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "combat-inactive");
    game.offers("attack cs-a 0405");
    game.take("attack cs-a 0405");
    assert_eq!(game.phase(), "combat-active");
    game.take("attack us-a 0404");
    assert_eq!(game.phase(), "roll");
}

#[test]
fn c1_a_die_for_each_general_and_a_corps_commander_orders_only_his_corps() {
    let mut game = Played::open(&[US, "us-two general 0605 N J", A, "us-b infantry 0605 N J", CS]);
    game.dice(&[4, 2]).take("roll");
    assert_eq!((game.pips("us-gen"), game.pips("us-two")), (4, 2));
    game.lacks("move us-a by us-two");
    game.lacks("move us-b by us-gen");
}

#[test]
fn c2_one_pip_moves_a_unit_or_a_whole_line() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.dice(&[2]).take("roll, move line us-a 2");
    assert_eq!(game.pips("us-gen"), 1);
    game.take("cancel");
    assert_eq!(game.pips("us-gen"), 2);
}

#[test]
fn c3_leaving_a_fire_zone_costs_a_pip_more() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0403 S II"]);
    game.dice(&[2]).take("roll, move us-a");
    assert_eq!(game.pips("us-gen"), 0);
}

#[test]
fn c4_a_bombardment_costs_a_pip() {
    let mut game = Played::open(&[US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0402 N II"]);
    game.dice(&[2]).take("roll, end-moves, bombard us-guns 0402");
    assert_eq!(game.phase(), "roll");
    assert!(game.events.iter().any(|event| event.citation.as_deref() == Some("E1")));
}

#[test]
fn c5_far_from_the_general_or_out_of_his_sight_costs_double() {
    let mut game = Played::open(&["us-gen general 0401 N I", A, CS]);
    game.dice(&[2]).take("roll, move us-a");
    assert_eq!(game.pips("us-gen"), 0);
    let woods = OPEN.replace(". . . . . . .", ". . w w w . .");
    let unseen = position(&woods, "", &["us-gen general 0403 N I", A, CS], &[]);
    let mut game = Played::new(&unseen);
    game.dice(&[2]).take("roll, move us-a");
    assert_eq!(game.pips("us-gen"), 0);
}

#[test]
fn c6_a_line_stands_side_by_side_with_one_facing() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", "us-c infantry 0605 S I", CS]);
    game.take("roll").offers("move line us-a 2");
    game.lacks("move line us-a 3");
    game.take("move line us-a 2, to 0404, done");
    assert_eq!((game.at("us-a"), game.at("us-b")), ("0404".to_owned(), "0504".to_owned()));
}

const ROAD: &str = "[[line]]\nfeature = \"road\"\nthrough = \"0105 0205 0305 0405 0505 0605 0705\"\n";

#[test]
fn c6_a_column_follows_its_head_along_the_road() {
    let units = [US, A, "us-b infantry 0305 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0505, to 0605, to 0705, done");
    assert_eq!((game.at("us-a"), game.at("us-b")), ("0705".to_owned(), "0605".to_owned()));
}

#[test]
fn d1_infantry_moves_two_hexes() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a").offers("to 0403");
    game.lacks("to 0402");
}

#[test]
fn d1_whoever_moves_beside_an_enemy_faces_him() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0403 N II"]);
    game.take("roll, move us-a, to 0404").offers("face WNW");
    game.lacks("face S");
}

#[test]
fn d2_by_road_one_moves_double_but_not_beside_the_enemy() {
    let mut game =
        Played::new(&position(OPEN, ROAD, &[US, "us-a infantry 0105 N I", "cs-gen general 0701 S II"], &[]));
    game.dice(&[4]).take("roll, move us-a").offers("to 0505");
    let foe = [US, "us-a infantry 0105 N I", CS, "cs-a infantry 0504 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &foe, &[]));
    game.dice(&[4]).take("roll, move us-a").lacks("to 0505");
    game.offers("to 0405");
}

#[test]
fn d3_woods_streams_and_fire_zones_stop() {
    let woods = OPEN.replacen(". . . . . . .", "w w w w w w w", 4);
    let mut game = Played::new(&position(&woods, "", &[US, A, CS], &[]));
    game.take("roll, move us-a").offers("to 0404");
    game.lacks("to 0403");
    let mut game = Played::open(&[US, "us-a infantry 0406 N I", CS, "cs-a infantry 0403 S II"]);
    game.take("roll, move us-a").offers("to 0405");
    game.lacks("to 0404");
}

#[test]
fn d4_guns_and_trains_keep_away_from_the_enemy() {
    let mut game = Played::open(&[US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0403 N II"]);
    game.take("roll, move us-guns").lacks("to 0404");
    game.offers("to 0505");
}

#[test]
fn e1_field_guns_reach_three_hexes_and_heavy_ones_nine() {
    let units = [
        US,
        "us-guns artillery 0405 N I",
        "us-big artillery 0405 N I heavy=yes",
        CS,
        "cs-a infantry 0401 N II",
    ];
    let mut game = Played::open(&units);
    game.take("roll, end-moves").lacks("bombard us-guns 0401");
    game.offers("bombard us-big 0401");
}

#[test]
fn e1_woods_between_block_the_line_of_sight() {
    let woods = OPEN.replace(". . . . . . .", ". . w w w . .");
    let units = [US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0402 N II"];
    let mut game = Played::new(&position(&woods, "", &units, &[]));
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll");
}

#[test]
fn f1_two_dice_a_unit_and_the_owner_assigns_the_hits() {
    let units = [US, A, "us-b infantry 0405 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405, hit us-a, hit us-b");
    game.offers("stand us-a");
}

/// us-a in 0405 facing north with cs-a in 0404 before it, which fires first.
fn hit(rows: &str, faces: &[u8]) -> Played {
    let mut game = Played::new(&position(rows, "", &[US, A, CS, "cs-a infantry 0404 S II"], &[]));
    game.dice(&[3]).dice(faces).take("roll, end-moves, attack cs-a 0405");
    game
}

#[test]
fn f2_one_hit_is_a_retreat_or_heavy_casualties() {
    let mut game = hit(OPEN, &[5, 1]);
    game.offers("retreat us-a 0406");
    game.take("stand us-a");
    assert!(game.is_heavy("us-a"));
    assert_eq!(game.at("us-a"), "0405");
}

#[test]
fn f3_two_hits_are_both() {
    let mut game = hit(OPEN, &[5, 6]);
    game.lacks("stand us-a");
    game.take("retreat us-a 0406");
    assert!(game.is_heavy("us-a"));
    assert_eq!((game.at("us-a"), game.at("us-gen")), ("0406".to_owned(), "0406".to_owned()));
}

#[test]
fn f4_cover_takes_a_hit() {
    let mut game = hit(&OPEN.replace('.', "w"), &[5, 1]);
    assert_eq!(game.phase(), "combat-active");
    assert!(!game.is_heavy("us-a"));
}

#[test]
fn f5_a_second_marker_removes_the_unit() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 S II"]);
    let heavy = muster_contract::Attribute {
        name: "heavy-casualties".to_owned(),
        value: muster_contract::Value::Flag(true),
    };
    game.game.edit(&[Change::Set(("us-a".to_owned(), heavy))]).unwrap().unwrap();
    game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405");
    assert_eq!(game.at("us-a"), "");
    assert_eq!(game.points(), ["0".to_owned(), "2".to_owned()]);
}

#[test]
fn f6_the_active_side_fires_after_the_effects() {
    let mut game = hit(OPEN, &[5, 6]);
    game.take("retreat us-a 0406");
    assert_eq!(game.phase(), "roll", "us-a has no enemy in front any more");
}

#[test]
fn f1_an_enemy_up_a_steep_hill_is_hit_only_by_sixes() {
    let steep = "[[side]]\nbetween = \"0404/0405\"\nfeatures = [\"steep\"]\n";
    let mut game = Played::new(&position(OPEN, steep, &[US, A, CS, "cs-a infantry 0404 S II"], &[]));
    game.dice(&[3, 5, 5]).take("roll, end-moves, attack cs-a 0405");
    assert_eq!(game.phase(), "combat-active");
}

#[test]
fn v1_the_battle_ends_after_its_turns_and_the_higher_tally_wins() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0404 S II"], &[("turns", 1)]));
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405, stand us-a, attack us-a 0404");
    game.take("roll, end-moves, attack us-a 0404, attack cs-a 0405");
    assert_eq!(game.game.outcome().unwrap().unwrap().winner.as_deref(), Some("cs"));
}

#[test]
fn v1_a_corps_whose_line_of_communication_is_occupied_counts() {
    let units = [US, A, "us-train train 0107 N I loc=0101", CS, "cs-a infantry 0101 S II"];
    assert_eq!(Played::open(&units).points(), ["0".to_owned(), "1".to_owned()]);
}

#[test]
fn v1_both_may_have_had_enough() {
    let mut game = Played::open(&[US, A, CS]);
    game.game.apply(0, "had-enough", &mut position::Arranged::default()).unwrap().unwrap();
    game.game.apply(1, "had-enough", &mut position::Arranged::default()).unwrap().unwrap();
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().unwrap().is_some());
}

#[test]
fn o2_a_night_move_and_a_hex_entrenched_for_each_pip() {
    let facts = [("days", 2), ("turns-per-day", 1)];
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0402 N II"], &facts));
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.phase(), "night-roll");
    game.take("roll, move us-a").lacks("to 0403");
    game.take("cancel, end-moves, entrench 0405");
    let view = game.game.view(None).unwrap();
    assert_eq!(view.markers[0].place.space, "0405");
}

#[test]
fn what_cannot_be_chosen_is_explained_with_its_rule() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a");
    let lines = game.game.explain(0, &Target::Space("0401".to_owned())).unwrap();
    assert_eq!(lines.last().unwrap().citation.as_deref(), Some("D1"));
}

#[test]
fn every_playout_ends_by_the_turn_limit() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let mut game = Played::open(&units);
    for seed in 0..20 {
        for policy in ["random", "regular"] {
            let result = game.game.fork(seed).unwrap().playout(policy, seed, 20_000).unwrap();
            assert!(result.ended, "{policy} {seed}: {result:?}");
        }
    }
}

#[test]
fn a_saved_game_goes_on_alike() {
    let fresh = position(OPEN, "", &[US, A, CS], &[]);
    let mut game = Played::new(&fresh);
    game.take("roll, move us-a, to 0404");
    let bytes = game.game.save().unwrap();
    let mut loaded = Native::<Brigade>::new("brigade").load(&fresh, 1, &bytes).unwrap().unwrap();
    assert_eq!(loaded.decisions().unwrap(), game.game.decisions().unwrap());
    assert_eq!(loaded.save().unwrap(), bytes);
}

/// Not a test of the rules: `cargo test --release -p brigade -- --ignored speed --nocapture` says how fast they are.
#[test]
#[ignore = "a measurement"]
fn speed_of_playouts() {
    let units =
        [US, A, "us-guns artillery 0406 N I", CS, "cs-a infantry 0602 S II", "cs-b cavalry 0502 S II"];
    let mut game = Played::open(&units);
    let begun = std::time::Instant::now();
    let choices: u64 = (0..200)
        .map(|seed| u64::from(game.game.fork(seed).unwrap().playout("random", seed, 20_000).unwrap().choices))
        .sum();
    println!("{choices} choices, {} a second", choices * 1000 / (begun.elapsed().as_millis() as u64).max(1));
}
