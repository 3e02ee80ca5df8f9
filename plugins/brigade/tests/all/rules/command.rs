//! B. Sequence and C. Activation.

use crate::rules::position::{OPEN, Played, ground, position, road, with_option};
use crate::rules::{A, CS, ROAD, US};

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

#[test]
fn c6_a_column_follows_its_head_along_the_road() {
    let units = [US, A, "us-b infantry 0305 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0505, to 0605, to 0705, done");
    assert_eq!((game.at("us-a"), game.at("us-b")), ("0705".to_owned(), "0605".to_owned()));
}

/// us-a in 0405, in the fire zone of cs-a.
const ENGAGED: [&str; 2] = ["us-a infantry 0405 N I", "cs-a infantry 0403 S II"];

#[test]
fn c1_a_general_without_pips_orders_nobody() {
    let mut game = Played::open(&[US, A, "us-b infantry 0405 S I", CS]);
    game.dice(&[1]).take("roll, move us-a, to 0404, done").lacks("move us-b");
}

#[test]
fn c1_the_inactive_side_has_no_pips() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0601 S II"]);
    game.take("roll").lacks("move cs-a");
    game.take("end-moves, roll").lacks("move us-a");
    assert_eq!(game.pips("us-gen"), 0);
}

#[test]
fn c1_a_unit_is_activated_once() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[6]).take("roll, move us-a, to 0404, done").lacks("move us-a");
    game.take("end-moves, roll, end-moves").dice(&[6]).take("roll").offers("move us-a");
}

#[test]
fn c1_facing_about_is_an_activation() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[6]).take("roll, move us-a, face S").lacks("move us-a");
    assert_eq!((game.at("us-a"), game.pips("us-gen")), ("0405".to_owned(), 5));
}

#[test]
fn c1_a_line_that_moved_does_not_move_again() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.dice(&[6]).take("roll, move line us-a 2, to 0404, done");
    for id in ["move us-a", "move us-b", "move line us-a 2"] {
        game.lacks(id);
    }
}

#[test]
fn c2_a_general_alone_pays_for_himself() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[2]).take("roll, move us-gen, to 0401, done");
    assert_eq!((game.at("us-gen"), game.pips("us-gen")), ("0401".to_owned(), 1));
    game.lacks("move us-gen");
}

#[test]
fn c2_a_general_who_moved_goes_on_giving_orders() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[2]).take("roll, move us-gen, to 0404, done").offers("move us-a");
}

#[test]
fn c2_a_general_rides_along_at_no_cost() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[3]).take("roll, move us-a, take us-gen, to 0404, done");
    assert_eq!((game.at("us-a"), game.at("us-gen")), ("0404".to_owned(), "0404".to_owned()));
    assert_eq!(game.pips("us-gen"), 2);
    game.lacks("move us-gen");
}

#[test]
fn c2_a_general_elsewhere_or_who_has_ridden_is_not_taken_along() {
    let mut game = Played::open(&["us-gen general 0505 N I", A, CS]);
    game.take("roll, move us-a").lacks("take us-gen");
    game.take("cancel, move us-gen, to 0405, done, move us-a").lacks("take us-gen");
}

#[test]
fn c2_a_train_costs_a_pip_and_goes_one_hex() {
    let mut game = Played::open(&[US, A, "us-train train 0405 N I", CS]);
    game.dice(&[2]).take("roll, move us-train").offers("to 0505");
    game.lacks("to 0605");
    game.take("to 0505, done");
    assert_eq!(game.pips("us-gen"), 1);
}

#[test]
fn c3_guns_generals_and_trains_leave_a_fire_zone_for_one_pip() {
    for unit in ["us-x artillery 0405 N I", "us-x train 0405 N I"] {
        let mut game = Played::open(&["us-gen general 0405 N I", unit, CS, ENGAGED[1]]);
        game.dice(&[1]).take("roll").offers("move us-x");
        game.offers("move us-gen");
    }
    let mut game = Played::open(&[US, "us-x cavalry 0405 N I", CS, ENGAGED[1]]);
    game.dice(&[1]).take("roll").lacks("move us-x");
}

#[test]
fn c3_only_where_the_move_begins_counts() {
    let mut game = Played::open(&[US, "us-a infantry 0406 N I", CS, ENGAGED[1]]);
    game.dice(&[1]).take("roll, move us-a").offers("to 0405");
}

#[test]
fn c3_a_line_pays_if_one_of_its_brigades_is_in_a_fire_zone() {
    // cs-a in 0303 fires into 0304, 0204, 0205, 0305 and 0405; us-b in 0505 is out of it.
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-a infantry 0303 S II"];
    let mut game = Played::open(&units);
    game.dice(&[2]).take("roll");
    assert_eq!(game.cost(0, "move line us-a 2"), "2 pips");
    let guns = [US, "us-a artillery 0405 N I", "us-b infantry 0505 N I", CS, "cs-a infantry 0303 S II"];
    let mut game = Played::open(&guns);
    game.dice(&[2]).take("roll");
    assert_eq!(game.cost(0, "move line us-a 2"), "1 pip", "guns alone are in the fire zone");
}

#[test]
fn c3_a_column_pays_too() {
    let units = [US, A, "us-b infantry 0305 N I", CS, "cs-a infantry 0403 S II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.dice(&[3]).take("roll");
    assert_eq!(game.cost(0, "move column us-b 2"), "2 pips");
}

#[test]
fn c3_combat_weary_troops_pay_two_pips_more() {
    let late = |faces: &[u8]| {
        let fresh = position(OPEN, "", &[US, ENGAGED[0], CS, ENGAGED[1]], &[]);
        let mut game = Played::new(&with_option(fresh, "late-war"));
        game.dice(faces).take("roll");
        game
    };
    late(&[2]).lacks("move us-a");
    let mut game = late(&[3]);
    game.take("move us-a");
    assert_eq!(game.pips("us-gen"), 0);
}

#[test]
fn c4_one_general_orders_as_many_bombardments_as_he_has_pips() {
    let units = [
        US,
        "us-guns artillery 0405 N I",
        "us-more artillery 0405 N I",
        "us-last artillery 0505 N I",
        CS,
        "cs-a infantry 0402 N II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[2]).take("roll, end-moves, bombard us-guns 0402").offers("bombard us-more 0402");
    game.take("bombard us-more 0402");
    assert_eq!(game.phase(), "roll", "no pip is left for the third");
}

#[test]
fn c5_a_bombardment_far_from_the_general_costs_double() {
    let units = ["us-gen general 0401 N I", "us-guns artillery 0405 N I", CS, "cs-a infantry 0404 N II"];
    let mut game = Played::open(&units);
    game.dice(&[1]).take("roll, end-moves");
    assert_eq!(game.phase(), "combat-active", "one pip isn't enough");
    let mut game = Played::open(&units);
    game.dice(&[2]).take("roll, end-moves").offers("bombard us-guns 0404");
    assert_eq!(game.cost(0, "bombard us-guns 0404"), "2 pips");
}

#[test]
fn c5_three_hexes_are_near_and_four_are_not() {
    for (general, cost) in [("us-gen general 0105 N I", "1 pip"), ("us-gen general 0505 N I", "2 pips")] {
        let far = if cost == "2 pips" { "us-a infantry 0105 N I" } else { A };
        let mut game = Played::open(&[general, far, CS]);
        game.take("roll");
        assert_eq!(game.cost(0, "move us-a"), cost);
    }
}

#[test]
fn c5_a_line_is_as_near_as_its_nearest_unit() {
    let units = [
        "us-gen general 0105 N I",
        A,
        "us-b infantry 0505 N I",
        "us-c infantry 0605 N I",
        "us-d infantry 0705 N I",
        CS,
    ];
    let mut game = Played::open(&units);
    game.dice(&[6]).take("roll");
    assert_eq!(game.cost(0, "move line us-a 4"), "1 pip");
    assert_eq!(game.cost(0, "move line us-b 3"), "2 pips");
}

#[test]
fn c5_doubles_what_c3_adds() {
    let units = ["us-gen general 0407 N I", "us-a infantry 0403 N I", CS, "cs-a infantry 0401 S II"];
    let mut game = Played::open(&units);
    game.dice(&[4]).take("roll");
    assert_eq!(game.cost(0, "move us-a"), "4 pips");
    let mut game = Played::new(&with_option(position(OPEN, "", &units, &[]), "late-war"));
    game.dice(&[6]).take("roll");
    assert_eq!(game.cost(0, "move us-a"), "6 pips");
    game.take("move us-a");
    assert_eq!(game.pips("us-gen"), 0);
}

#[test]
fn c5_two_generals_do_not_put_their_pips_together() {
    let grant = "us-grant general 0405 N - army-general=yes";
    let mut game = Played::open(&[grant, US, ENGAGED[0], CS, ENGAGED[1]]);
    game.dice(&[1, 1]).take("roll").lacks("move us-a");
    game.lacks("move us-a by us-grant");
}

#[test]
fn c6_both_units_of_a_hex_belong_to_the_line() {
    let mut game = Played::open(&[US, A, "us-b infantry 0405 N I", CS]);
    game.dice(&[1]).take("roll").lacks("move line us-b 1");
    game.take("move line us-a 1, to 0404, done");
    assert_eq!((game.at("us-a"), game.at("us-b")), ("0404".to_owned(), "0404".to_owned()));
}

#[test]
fn c6_another_corps_facing_or_one_already_moved_does_not_join_a_line() {
    for other in ["us-b infantry 0505 N J", "us-b infantry 0505 ENE I", "us-b infantry 0404 N I"] {
        let mut game = Played::open(&[US, A, other, CS]);
        game.take("roll").lacks("move line us-a 2");
    }
    let mut game = Played::open(&[US, A, "us-b infantry 0405 S I", CS]);
    game.take("roll").lacks("move line us-a 1");
    let mut game = Played::open(&[US, A, "us-b infantry 0604 N I", CS]);
    game.dice(&[6]).take("roll, move us-b, to 0505, done").lacks("move line us-a 2");
}

#[test]
fn c6_independent_units_form_columns_and_no_lines() {
    let units = [
        "us-grant general 0405 N - army-general=yes",
        "us-guns artillery 0405 N -",
        "us-more artillery 0405 N -",
        "us-last artillery 0305 N -",
        CS,
    ];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll").offers("move column us-guns 2");
    game.lacks("move line us-guns 1");
    game.lacks("move line us-last 2");
}

#[test]
fn c6_generals_and_trains_are_no_part_of_a_line() {
    let mut game = Played::open(&[US, A, "us-train train 0505 N I", CS]);
    game.take("roll").lacks("move line us-a 2");
    let mut game = Played::open(&[US, A, "us-b infantry 0405 N I", "us-train train 0405 N I", CS]);
    game.take("roll").offers("move line us-a 1");
    game.lacks("move line us-gen 1");
    game.lacks("move line us-train 1");
}

#[test]
fn c6_a_line_runs_to_the_right_of_its_lead() {
    for (facing, right) in
        [("N", "0505"), ("ENE", "0406"), ("ESE", "0306"), ("S", "0305"), ("WSW", "0304"), ("WNW", "0404")]
    {
        let lead = format!("us-a infantry 0405 {facing} I");
        let other = format!("us-b infantry {right} {facing} I");
        let mut game = Played::open(&[US, &lead, &other, CS]);
        game.take("roll").offers("move line us-a 2");
        game.lacks("move line us-b 2");
    }
}

#[test]
fn c6_a_line_takes_a_general_along() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.take("roll, move line us-a 2, take us-gen, to 0404, done");
    assert_eq!((game.at("us-gen"), game.at("us-b")), ("0404".to_owned(), "0504".to_owned()));
}

#[test]
fn c6_a_line_goes_only_where_all_of_it_can() {
    let water = ground(&[("0504", "~")]);
    let units = [US, A, "us-b infantry 0505 N I", CS];
    let mut game = Played::new(&position(&water, "", &units, &[]));
    game.take("roll, move line us-a 2").lacks("to 0404");
    game.offers("to 0406");
    let full = [US, A, "us-b infantry 0505 N I", "us-c infantry 0504 N J", "us-d infantry 0504 N J", CS];
    let mut game = Played::open(&full);
    game.take("roll, move line us-a 2").lacks("to 0404");
    game.offers("to 0304");
}

#[test]
fn c6_a_line_is_as_slow_as_its_slowest_and_stops_together() {
    let mut game = Played::open(&[US, "us-a cavalry 0405 N I", "us-b infantry 0505 N I", CS]);
    game.take("roll, move line us-a 2, to 0404, to 0403").lacks("to 0402");
    let woods = ground(&[("0504", "w")]);
    let mut game = Played::new(&position(&woods, "", &[US, A, "us-b infantry 0505 N I", CS], &[]));
    game.take("roll, move line us-a 2, to 0404").lacks("to 0403");
}

#[test]
fn c6_a_column_needs_a_road_from_unit_to_unit() {
    let units = [US, A, "us-b infantry 0305 N I", "us-c infantry 0406 N I", CS];
    let mut game = Played::new(&position(OPEN, &road("0405 0505 0605"), &units, &[]));
    game.take("roll").lacks("move column us-a 2");
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll").offers("move column us-a 2");
    game.lacks("move column us-a 3");
}

#[test]
fn c6_a_corps_commander_orders_no_column_of_two_corps() {
    let units = [US, A, "us-b infantry 0305 N J", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll").lacks("move column us-a 2");
    game.lacks("move mixed-column us-a 2");
}

#[test]
fn c6_the_army_general_orders_a_column_of_two_corps() {
    let units = [
        "us-grant general 0505 N - army-general=yes",
        "us-gen general 0505 N I",
        "us-jay general 0305 N J",
        A,
        "us-c infantry 0405 N J",
        "us-b infantry 0305 N J",
        "us-d infantry 0205 N -",
        CS,
    ];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.dice(&[2, 6, 6]).take("roll");
    // Nobody of us-a's own corps is behind it; with the others it is a column that only us-grant orders.
    game.lacks("move column us-a 2");
    game.lacks("move mixed-column us-a 2 by us-grant");
    game.lacks("move mixed-column us-a 2 by us-gen");
    game.offers("move mixed-column us-a 3");
    game.lacks("move mixed-column us-c 3");
    // What us-jay may order without the rest stays his, and isn't offered twice.
    game.offers("move column us-c 2");
    game.offers("move column us-c 2 by us-grant");
    game.take("move mixed-column us-a 3, to 0505, to 0605, to 0705, done");
    assert_eq!(["us-a", "us-c", "us-b", "us-d"].map(|id| game.at(id)), ["0705", "0705", "0605", "0505"]);
    assert_eq!(game.pips("us-grant"), 1);
    game.lacks("move us-b");
}

#[test]
fn c6_a_mixed_column_is_offered_from_where_another_corps_joins_it() {
    let units = [
        "us-grant general 0405 N - army-general=yes",
        A,
        "us-b infantry 0305 N I",
        "us-c infantry 0205 N J",
        CS,
    ];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll").offers("move column us-a 2");
    game.lacks("move mixed-column us-a 2");
    game.offers("move mixed-column us-a 3");
    game.lacks("move column us-a 3");
}

#[test]
fn c6_a_column_takes_all_of_its_hexes_along() {
    let units = [US, A, "us-c infantry 0405 S I", "us-b cavalry 0305 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, take us-gen, to 0505, done");
    assert_eq!((game.at("us-a"), game.at("us-c")), ("0505".to_owned(), "0505".to_owned()));
    assert_eq!((game.at("us-b"), game.at("us-gen")), ("0405".to_owned(), "0505".to_owned()));
}

#[test]
fn c1_a_general_or_train_with_nowhere_to_go_is_given_no_order() {
    let corner = "us-gen general 0101 N I";
    let units = [corner, "us-train train 0101 N I", "us-a infantry 0101 N I", CS];
    let mut game = Played::open(&units);
    game.take("roll").offers("move us-gen");
    game.offers("move us-train");
    let shut_in = ground(&[("0201", "~"), ("0102", "~"), ("0202", "~")]);
    let mut game = Played::new(&position(&shut_in, "", &units, &[]));
    game.take("roll").lacks("move us-gen");
    game.lacks("move us-train");
    // A brigade can at least turn.
    game.offers("move us-a");
}

#[test]
fn c2_whom_it_costs_least_pays_unless_another_is_named() {
    let far = "us-gen general 0401 N I";
    let mut game = Played::open(&[far, "us-grant general 0407 N - army-general=yes", A, CS]);
    game.dice(&[3, 3]).take("roll, move us-a");
    assert_eq!((game.pips("us-gen"), game.pips("us-grant")), (3, 2));
    game.take("cancel, move us-a by us-gen");
    assert_eq!((game.pips("us-gen"), game.pips("us-grant")), (1, 3));
}

#[test]
fn c6_lines_and_columns_are_of_any_length() {
    let wide = [". . . . . . . . . . . . . . . . . . . ."; 5].join("\n");
    let line: Vec<String> =
        (1..=18).map(|column| format!("us-{column} infantry {column:02}03 N I")).collect();
    let mut units: Vec<&str> = line.iter().map(String::as_str).collect();
    units.extend(["us-gen general 0503 N I", "cs-gen general 2005 S II"]);
    let mut game = Played::new(&position(&wide, "", &units, &[]));
    game.take("roll").offers("move line us-1 18");
    game.take("move line us-1 18, to 0102, done");
    assert_eq!((game.at("us-1"), game.at("us-18")), ("0102".to_owned(), "1802".to_owned()));
    let through: Vec<String> = (1..=20).map(|column| format!("{column:02}03")).collect();
    let mut game = Played::new(&position(&wide, &road(&through.join(" ")), &units, &[]));
    game.take("roll").offers("move column us-18 18");
    game.take("move column us-18 18, to 1903, to 2003, done");
    assert_eq!((game.at("us-18"), game.at("us-1")), ("2003".to_owned(), "0303".to_owned()));
}
