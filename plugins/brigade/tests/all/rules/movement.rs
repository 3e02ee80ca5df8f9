//! D. Movement.

use crate::rules::position::{OPEN, Played, ground, position, road, side};
use crate::rules::{A, CS, ROAD, US};

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

/// A river, or whatever it is, north of us-a's hex 0405 and of its neighbours, but not under `crossing`.
fn along_the_north(feature: &str, crossing: &[&str]) -> String {
    let edges = ["0304/0405", "0404/0505", "0304/0305"].map(|edge| side(edge, &[feature]));
    let over = [&[feature], crossing].concat();
    edges.concat() + side("0404/0405", &over).as_str()
}

/// us-a in 0405 has been ordered to move, with this between it and the north.
fn ordered(rows: &str, lines: &str) -> Played {
    let mut game = Played::new(&position(rows, lines, &[US, A, CS], &[]));
    game.take("roll, move us-a");
    game
}

#[test]
fn d1_cavalry_and_generals_move_four_guns_two_and_trains_one() {
    for (unit, near, far) in [
        ("us-x cavalry 0407 N I", "0403", "0402"),
        ("us-x artillery 0407 N I", "0405", "0404"),
        ("us-x train 0407 N I", "0406", "0405"),
    ] {
        let mut game = Played::open(&["us-gen general 0407 N I", unit, CS]);
        game.take("roll, move us-x").offers(&format!("to {near}"));
        game.lacks(&format!("to {far}"));
    }
    let mut game = Played::open(&["us-gen general 0407 N I", CS]);
    game.take("roll, move us-gen").offers("to 0403");
    game.lacks("to 0402");
}

#[test]
fn d1_a_move_may_be_made_hex_by_hex() {
    let mut game = ordered(OPEN, "");
    game.take("to 0404").offers("to 0403");
    game.take("to 0403").lacks("to 0402");
    game.take("done");
    assert_eq!(game.at("us-a"), "0403");
}

#[test]
fn d1_who_moves_looks_along_his_way() {
    for (facing, to, looks) in
        [("N", "0406", 4), ("S", "0406", 6), ("N", "0306", 8), ("N", "0505", 2), ("S", "0505", 4)]
    {
        let mut game = Played::open(&[US, &format!("us-a infantry 0405 {facing} I"), CS]);
        game.take("roll, move us-a").take(&format!("to {to}"));
        let view = game.game.view(None);
        let now = view.units.iter().find(|unit| unit.id == "us-a").unwrap().place.facing;
        assert_eq!(now, Some(looks), "{facing}, to {to}");
    }
}

#[test]
fn d1_who_does_not_move_faces_where_he_likes() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 N II"]);
    game.take("roll, move us-a").offers("face S");
    game.take("face S, end-moves");
    assert_eq!(game.phase(), "roll", "there is no combat: us-a looks away, and so does cs-a");
}

#[test]
fn d1_whoever_comes_beside_several_enemies_faces_one_of_them() {
    // us-a comes to 0404, between 0304 and 0504.
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0304 N II", "cs-b infantry 0504 N II"]);
    game.take("roll, move us-a, to 0404").lacks("face N");
    game.lacks("face S");
    // It has turned to one of them, as little as it must, and may turn to the other instead.
    let view = game.game.view(None);
    assert_eq!(view.units.iter().find(|unit| unit.id == "us-a").unwrap().place.facing, Some(2));
    game.offers("face WNW");
}

#[test]
fn d1_a_general_or_train_of_the_enemy_makes_nobody_face_it() {
    let mut game = Played::open(&[US, A, "cs-gen general 0403 N II", "cs-train train 0403 N II"]);
    game.take("roll, move us-a, to 0404").offers("face S");
}

#[test]
fn d2_a_general_by_road_goes_eight_and_a_train_two() {
    let mut game = Played::new(&position(OPEN, ROAD, &["us-gen general 0105 N I", CS], &[]));
    game.take("roll, move us-gen").offers("to 0705");
    let train = ["us-gen general 0105 N I", "us-train train 0105 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &train, &[]));
    game.take("roll, move us-train").offers("to 0305");
    game.lacks("to 0405");
}

#[test]
fn d2_who_begins_off_the_road_or_leaves_it_does_not_move_double() {
    let mut game = Played::new(&position(OPEN, ROAD, &[US, "us-a infantry 0406 N I", CS], &[]));
    game.take("roll, move us-a").offers("to 0605");
    game.lacks("to 0705");
    let mut game = Played::new(&position(OPEN, ROAD, &[US, A, CS], &[]));
    game.take("roll, move us-a").offers("to 0705");
    game.lacks("to 0704");
}

#[test]
fn d2_a_railroad_is_a_road() {
    let rails = ROAD.replace("road", "railroad");
    let mut game = Played::new(&position(OPEN, &rails, &[US, A, CS], &[]));
    game.take("roll, move us-a").offers("to 0705");
}

#[test]
fn d2_a_line_does_not_move_double() {
    let units = ["us-gen general 0105 N I", "us-a infantry 0105 N I", "us-b infantry 0205 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move line us-a 2, to 0205, to 0305").lacks("to 0405");
}

#[test]
fn d2_a_column_moves_double_but_not_beside_the_enemy() {
    let units = ["us-gen general 0205 N I", "us-a infantry 0205 N I", "us-b infantry 0105 N I"];
    let mut game = Played::new(&position(OPEN, ROAD, &[&units[..], &[CS]].concat(), &[]));
    game.take("roll, move column us-a 2, to 0305, to 0405, to 0505, to 0605").lacks("to 0705");
    let foe = [CS, "cs-a infantry 0504 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &[&units[..], &foe].concat(), &[]));
    game.take("roll, move column us-a 2, to 0305, to 0405").lacks("to 0505");
}

/// The road and us-a at its left end, with an enemy above 0205 who looks away; and more units.
fn past_an_enemy(more: &[&str]) -> Played {
    let units = ["us-gen general 0105 N I", "us-a infantry 0105 N I", CS, "cs-a infantry 0204 N II"];
    Played::new(&position(OPEN, ROAD, &[&units[..], more].concat(), &[]))
}

#[test]
fn d2_who_passes_beside_an_enemy_does_not_go_double() {
    // 0205 is beside cs-a and in no fire zone: one may go on from there, but not double.
    let mut game = past_an_enemy(&[]);
    game.take("roll, move us-a").offers("to 0305");
    for far in ["to 0405", "to 0505"] {
        game.lacks(far);
    }
    game.take("to 0205").offers("to 0305");
    game.take("to 0305").lacks("to 0405");
}

#[test]
fn d2_who_begins_beside_an_enemy_may_go_double() {
    let units = [US, "us-a infantry 0305 N I", CS, "cs-a infantry 0204 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move us-a").offers("to 0705");
    let units = [US, "us-a infantry 0305 N I", "us-b infantry 0205 N I", CS, "cs-a infantry 0104 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0405, to 0505, to 0605").offers("to 0705");
}

#[test]
fn d2_a_column_that_passes_beside_an_enemy_does_not_go_double() {
    // The tail comes beside cs-a, the head does not.
    let units = [US, "us-a infantry 0205 N I", "us-b infantry 0105 N I", CS, "cs-a infantry 0106 S II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0305").offers("to 0405");
    game.take("to 0405").lacks("to 0505");
}

#[test]
fn d2_one_goes_round_an_enemy_by_another_road() {
    // The road forks before 0205 and meets again in 0306: one way is beside cs-a, the other is not.
    let fork = ["0105 0205 0305 0306", "0105 0106 0206 0306", "0306 0406"].map(road).concat();
    let units = ["us-gen general 0105 N I", "us-a infantry 0105 N I", CS, "cs-a infantry 0304 N II"];
    let mut game = Played::new(&position(OPEN, &fork, &units, &[]));
    game.take("roll, move us-a").offers("to 0406");
    game.take("to 0406");
    assert_eq!(game.at("us-a"), "0406");
}

#[test]
fn d2_a_column_leaves_the_road_at_the_single_rate() {
    let units = ["us-gen general 0305 N I", "us-a infantry 0305 N I", "us-b infantry 0205 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0304").offers("to 0303");
    game.take("to 0303").lacks("to 0302");
    game.take("done");
    assert_eq!((game.at("us-a"), game.at("us-b")), ("0303".to_owned(), "0304".to_owned()));
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, to 0405, to 0505").lacks("to 0504");
    game.offers("to 0605");
}

#[test]
fn d3_a_stream_stops_whoever_wades_it() {
    let stream = along_the_north("stream", &[]);
    let mut game = ordered(OPEN, &stream);
    game.offers("to 0404");
    // 0503 is two hexes off through 0404, and only through it.
    game.lacks("to 0503");
    game.take("to 0404").lacks("to 0503");
    let mut beyond = ordered(OPEN, &side("0404/0503", &["stream"]));
    beyond.offers("to 0503");
}

#[test]
fn d3_a_bridge_over_a_stream_does_not_stop() {
    ordered(OPEN, &along_the_north("stream", &["bridge"])).offers("to 0503");
}

#[test]
fn d3_a_river_is_crossed_at_bridges_and_fords_only() {
    let mut game = ordered(OPEN, &along_the_north("river", &[]));
    game.lacks("to 0404");
    game.lacks("to 0304");
    let mut bridge = ordered(OPEN, &along_the_north("river", &["bridge"]));
    bridge.offers("to 0404");
    bridge.offers("to 0503");
}

#[test]
fn d3_a_ford_stops() {
    for feature in ["river", "stream"] {
        let mut ford = ordered(OPEN, &along_the_north(feature, &["ford"]));
        ford.offers("to 0404");
        ford.lacks("to 0503");
    }
}

#[test]
fn d3_a_ford_stops_even_by_road() {
    let lines = [along_the_north("river", &["ford"]), road("0405 0404 0503")].concat();
    let mut ford = ordered(OPEN, &lines);
    ford.offers("to 0404");
    ford.lacks("to 0503");
}

#[test]
fn d3_a_road_leads_over_streams_slopes_and_through_difficult_ground() {
    let through = road("0405 0404 0503");
    for feature in ["stream", "steep"] {
        ordered(OPEN, &[along_the_north(feature, &[]), through.clone()].concat()).offers("to 0503");
    }
    for what in ["w", "m"] {
        let rows = ground(&[("0404", what), ("0503", what)]);
        ordered(&rows, &through).offers("to 0503");
        ordered(&rows, "").lacks("to 0503");
    }
}

#[test]
fn d3_who_comes_round_by_road_goes_on_where_the_short_way_stops() {
    // The woods of 0404 stop who enters them straight from 0405, and not who comes by way of 0304.
    let woods = ground(&[("0404", "w")]);
    let mut game = ordered(&woods, &road("0405 0304 0404 0403 0402"));
    game.offers("to 0402");
    game.take("to 0402");
    assert_eq!(game.at("us-a"), "0402");
    ordered(&woods, &road("0405 0304 0404")).lacks("to 0402");
}

#[test]
fn d3_a_road_does_not_bridge_a_river() {
    let lines = [along_the_north("river", &[]), road("0405 0404 0503")].concat();
    ordered(OPEN, &lines).lacks("to 0404");
}

#[test]
fn d3_a_steep_slope_stops() {
    let mut game = ordered(OPEN, &along_the_north("steep", &[]));
    game.offers("to 0404");
    game.lacks("to 0503");
}

#[test]
fn d3_marsh_stops_and_towns_do_not() {
    ordered(&ground(&[("0404", "m")]), "").lacks("to 0503");
    ordered(&ground(&[("0404", "t")]), "").offers("to 0503");
}

#[test]
fn d3_nobody_enters_water() {
    let mut game = ordered(&ground(&[("0404", "~")]), "");
    game.lacks("to 0404");
    game.lacks("to 0503");
}

#[test]
fn d3_a_column_stops_with_the_one_of_it_that_must() {
    let units = [US, A, "us-b infantry 0305 N I", "us-c infantry 0205 N I", CS];
    let lines = side("0205/0305", &["ford"]) + ROAD;
    let mut game = Played::new(&position(OPEN, &lines, &units, &[]));
    game.take("roll, move column us-a 3, to 0505").lacks("to 0605");
}

#[test]
fn d4_guns_and_trains_may_stand_where_the_enemy_came_up_to_them() {
    let mut game = Played::open(&[US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0404 N II"]);
    game.take("roll, move us-guns").offers("face S");
    game.lacks("to 0304");
    game.lacks("to 0505");
    game.offers("to 0406");
}

#[test]
fn d4_a_train_or_general_of_the_enemy_keeps_nobody_away() {
    let units = [US, "us-guns artillery 0405 N I", "cs-gen general 0403 S II", "cs-train train 0403 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move us-guns").offers("to 0404");
    game.lacks("to 0403");
}

#[test]
fn d4_a_line_with_guns_keeps_away_too() {
    let units = [US, A, "us-guns artillery 0505 N I", CS, "cs-a infantry 0603 N II"];
    let mut game = Played::open(&units);
    game.take("roll, move line us-a 2").lacks("to 0404");
    game.offers("to 0304");
}

#[test]
fn d1_each_unit_of_a_line_that_comes_beside_an_enemy_faces_one() {
    // us-b comes to 0504, beside cs-a in 0604; us-a comes beside nobody.
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-a infantry 0604 N II"];
    let mut game = Played::open(&units);
    let facings = |game: &mut Played| {
        let units = game.game.view(None).units;
        ["us-a", "us-b"].map(|id| units.iter().find(|unit| unit.id == id).unwrap().place.facing.unwrap())
    };
    game.take("roll, move line us-a 2, to 0404");
    assert_eq!(facings(&mut game), [0, 2]);
    game.take("face S");
    assert_eq!(facings(&mut game), [6, 4], "each to the south as far as it may");
}
