//! F. Combat.

use crate::rules::position::{OPEN, Played, ground, position, side};
use crate::rules::{A, CS, US};

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
fn f1_one_who_fires_alone_is_not_all() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0404 S II"], &[]));
    game.take("roll, end-moves").offers("attack cs-a 0405");
    game.lacks("fire-all");
}

#[test]
fn f2_one_hit_is_a_retreat_or_heavy_casualties() {
    let mut game = hit(OPEN, &[5, 1]);
    assert_eq!(game.rolled(), [(5, true), (1, false)], "the dice are shown as what they did");
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
    let cited = |game: &Played| {
        let retreat = game.events.iter().find(|event| event.text.contains("retreats to")).unwrap();
        retreat.citation.clone()
    };
    assert_eq!(cited(&game).as_deref(), Some("F3"));
    let mut game = hit(OPEN, &[5, 1]);
    game.take("retreat us-a 0406");
    assert_eq!(cited(&game).as_deref(), Some("F2"));
}

#[test]
fn f2_a_train_stays_where_its_unit_retreats_from() {
    let units = [US, A, "us-train train 0405 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405, hit us-a, retreat us-a 0406");
    assert_eq!((game.at("us-a"), game.at("us-gen")), ("0406".to_owned(), "0406".to_owned()));
    assert_eq!(game.at("us-train"), "0405");
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
    game.mark(&["us-a"]);
    game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405");
    assert_eq!(game.at("us-a"), "off");
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

/// How the board file says that a hex is a hill.
fn hill(name: &str) -> String {
    format!("[[hex]]\nid = \"{name}\"\nfeatures = [\"hill\"]\n")
}

#[test]
fn f1_a_four_misses_and_nobody_fires_for_pips() {
    let mut game = hit(OPEN, &[4, 4]);
    assert_eq!(game.phase(), "combat-active");
    assert_eq!(game.pips("us-gen"), 3);
}

#[test]
fn f1_every_unit_of_a_hex_fires() {
    let units = [US, A, CS, "cs-a infantry 0404 S II", "cs-b artillery 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 1, 1, 5, 1]).take("roll, end-moves, attack cs-a 0405, attack cs-b 0405");
    game.offers("stand us-a");
}

#[test]
fn f1_all_may_fire_at_once_if_each_has_one_target() {
    let units = [US, A, CS, "cs-a infantry 0404 S II", "cs-b artillery 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 1, 1, 6]).take("roll, end-moves, fire-all").lacks("stand us-a");
    game.offers("retreat us-a 0406");
}

#[test]
fn f1_a_unit_with_two_targets_chooses() {
    let units = [US, "us-b infantry 0304 S I", A, CS, "cs-a infantry 0404 WSW II", "cs-b infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, end-moves").offers("attack cs-a 0304");
    game.offers("attack cs-a 0405");
    game.lacks("fire-all");
    game.lacks("attack cs-b 0304");
}

#[test]
fn f1_a_lone_general_is_no_target() {
    let mut game = Played::open(&[US, CS, "cs-a infantry 0404 S II"]);
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll");
}

#[test]
fn f1_a_train_is_hit_like_a_unit() {
    let units = [US, A, "us-train train 0405 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405").offers("hit us-a");
    game.lacks("hit us-gen");
    game.take("hit us-train, hit us-train, retreat us-train 0406");
    assert!(game.is_heavy("us-train"));
    assert!(!game.is_heavy("us-a"));
}

#[test]
fn f1_an_enemy_lower_down_is_not_up_a_hill() {
    let steep = side("0404/0405", &["steep"]);
    for (high, uphill) in [("0404", false), ("0405", true)] {
        // cs-a in 0404 fires on 0405.
        let lines = format!("{steep}{}", hill(high));
        let units = [US, A, CS, "cs-a infantry 0404 S II"];
        let mut game = Played::new(&position(OPEN, &lines, &units, &[]));
        game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405");
        assert_eq!(game.phase() == "combat-active", uphill, "{high}");
    }
    // A hill without a steep side takes nothing away.
    let units = [US, A, CS, "cs-a infantry 0404 S II"];
    let mut game = Played::new(&position(OPEN, &hill("0405"), &units, &[]));
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405").offers("stand us-a");
}

#[test]
fn f1_up_a_steep_hill_a_six_still_hits() {
    let steep = side("0404/0405", &["steep"]);
    let mut game = Played::new(&position(OPEN, &steep, &[US, A, CS, "cs-a infantry 0404 S II"], &[]));
    game.dice(&[3, 6, 5]).take("roll, end-moves, attack cs-a 0405").offers("stand us-a");
}

#[test]
fn f2_a_retreat_goes_back_and_away_from_the_enemy() {
    let mut game = hit(OPEN, &[5, 1]);
    for hex in ["0305", "0306", "0406"] {
        game.offers(&format!("retreat us-a {hex}"));
    }
    // In front of it, and beside the enemy.
    for hex in ["0304", "0404", "0505"] {
        game.lacks(&format!("retreat us-a {hex}"));
    }
    let mut game = hit(&ground(&[("0305", "~"), ("0306", "~"), ("0406", "~")]), &[5, 1]);
    game.offers("retreat us-a 0505");
    game.take("retreat us-a 0505");
    let view = game.game.view(None);
    let facing = view.units.iter().find(|unit| unit.id == "us-a").unwrap().place.facing;
    assert_eq!(facing, Some(0), "its facing stays");
    assert!(!game.is_heavy("us-a"));
}

#[test]
fn f2_a_retreat_needs_room_and_a_way() {
    let units = [
        US,
        A,
        "us-b infantry 0406 N I",
        "us-c infantry 0406 N I",
        CS,
        "cs-a infantry 0404 S II",
        "cs-train train 0305 S II",
    ];
    let lines = side("0306/0405", &["river"]);
    let mut game = Played::new(&position(OPEN, &lines, &units, &[]));
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405");
    for hex in ["0406", "0305", "0306"] {
        game.lacks(&format!("retreat us-a {hex}"));
    }
    game.offers("retreat us-a 0505");
}

#[test]
fn f2_one_who_has_nowhere_to_go_takes_casualties() {
    let lake = ground(&[("0304", "~"), ("0305", "~"), ("0505", "~"), ("0306", "~"), ("0406", "~")]);
    let mut game = hit(&lake, &[5, 1]);
    assert_eq!(game.phase(), "combat-active");
    assert!(game.is_heavy("us-a"));
    let mut game = hit(&lake, &[5, 6]);
    assert_eq!(game.phase(), "roll");
    assert_eq!((game.at("us-a"), game.points()), ("off".to_owned(), ["0".to_owned(), "2".to_owned()]));
}

/// us-a in 0407, at the lower edge of the board, with other hexes full and cs-a in front of it.
fn at_the_edge(facing: &str, faces: &[u8]) -> Played {
    let us_a = format!("us-a infantry 0407 {facing} I");
    let units = [
        "us-gen general 0405 N I",
        &us_a,
        "us-b infantry 0307 N I",
        "us-c infantry 0307 N I",
        "us-d infantry 0507 N I",
        "us-e infantry 0507 N I",
        CS,
        "cs-a infantry 0406 S II",
        "cs-b infantry 0306 N II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3]).dice(faces).take("roll, end-moves, attack cs-a 0407");
    game
}

#[test]
fn f2_a_unit_may_be_driven_off_the_table() {
    let mut game = at_the_edge("N", &[5, 1]);
    game.offers("stand us-a");
    game.take("retreat us-a off");
    assert_eq!((game.at("us-a"), game.points()), ("off".to_owned(), ["0".to_owned(), "2".to_owned()]));
}

#[test]
fn f2_the_edge_is_behind_whoever_faces_along_it_too() {
    at_the_edge("ENE", &[5, 1]).offers("retreat us-a off");
    at_the_edge("WNW", &[5, 1]).offers("retreat us-a off");
}

#[test]
fn f3_driven_off_the_table_by_two_hits_it_scores_no_marker_besides() {
    let mut game = at_the_edge("N", &[5, 5]);
    game.lacks("stand us-a");
    game.take("retreat us-a off");
    let view = game.game.view(None);
    assert_eq!(view.panels[1].rows[1].note, "0 with heavy casualties, 1 lost, 0 cut off");
}

#[test]
fn f2_with_the_edge_in_front_nobody_leaves_the_table() {
    let mut game = at_the_edge("S", &[5, 1]);
    game.lacks("retreat us-a off");
    assert!(game.is_heavy("us-a"), "it has nowhere to go");
    assert_eq!(game.at("us-a"), "0407");
}

#[test]
fn f2_in_front_is_measured_from_where_the_unit_faces() {
    // The board ends to the right of 0703 and nowhere else beside it.
    for (facing, off) in [("N", true), ("ENE", false), ("ESE", false), ("S", true), ("WSW", true)] {
        let us_a = format!("us-a infantry 0703 {facing} I");
        let units = [
            "us-gen general 0405 N I",
            &us_a,
            "us-b infantry 0704 N I",
            "us-c infantry 0704 N I",
            "us-d infantry 0603 N I",
            "us-e infantry 0603 N I",
            "us-f infantry 0604 N I",
            "us-g infantry 0604 N I",
            CS,
            "cs-a infantry 0702 S II",
            "cs-b infantry 0602 N II",
        ];
        let mut game = Played::open(&units);
        game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0703");
        match off {
            true => game.offers("retreat us-a off"),
            false => assert!(game.is_heavy("us-a"), "facing {facing} it has nowhere to go"),
        }
    }
}

#[test]
fn f2_nobody_retreats_onto_the_enemys_train_and_one_may_onto_ones_own() {
    let units = [US, A, "us-train train 0403 S I", CS, "cs-a infantry 0404 S II", "cs-train train 0503 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 1, 1]).take("roll, end-moves, attack cs-a 0405");
    game.dice(&[5, 1]).take("attack us-a 0404").lacks("retreat cs-a 0403");
    game.offers("retreat cs-a 0503");
}

#[test]
fn f2_with_a_hex_to_go_to_nobody_leaves_the_table() {
    let units = [US, "us-a infantry 0407 N I", CS, "cs-a infantry 0406 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0407").lacks("retreat us-a off");
    game.offers("retreat us-a 0307");
}

#[test]
fn f4_cover_takes_a_hit_from_each_unit() {
    for what in ["w", "t"] {
        let rows = ground(&[("0405", what)]);
        let units = [US, A, "us-b infantry 0405 N I", CS, "cs-a infantry 0404 S II"];
        let mut game = Played::new(&position(&rows, "", &units, &[]));
        game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405, hit us-a, hit us-b");
        assert_eq!(game.phase(), "combat-active", "one hit each: cover takes both");
        let mut game = Played::new(&position(&rows, "", &units, &[]));
        game.dice(&[3, 5, 6]).take("roll, end-moves, attack cs-a 0405, hit us-a, hit us-a");
        game.offers("stand us-a");
    }
    let mut marsh = hit(&ground(&[("0405", "m")]), &[5, 1]);
    marsh.offers("stand us-a");
}

#[test]
fn f5_a_unit_that_stands_with_its_second_marker_is_removed() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 S II"]);
    game.mark(&["us-a"]).dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405");
    game.offers("retreat us-a 0406");
    game.take("stand us-a");
    assert_eq!((game.at("us-a"), game.points()), ("off".to_owned(), ["0".to_owned(), "2".to_owned()]));
}

#[test]
fn f5_a_unit_with_a_marker_may_retreat_from_one_hit() {
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 S II"]);
    game.mark(&["us-a"]).dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405, retreat us-a 0406");
    assert_eq!(game.at("us-a"), "0406");
    assert!(game.is_heavy("us-a"));
}

#[test]
fn f6_the_active_side_fires_if_it_stands() {
    let mut game = hit(OPEN, &[5, 1]);
    game.take("stand us-a").offers("attack us-a 0404");
    game.dice(&[6, 5]).take("attack us-a 0404").lacks("stand cs-a");
    game.take("retreat cs-a 0403");
    assert!(game.is_heavy("cs-a"));
}

/// us-a in 0405 may fall back into 0505 only, where us-b stands; cs-a has hit us-a, cs-b the other hex.
fn falls_back_under_fire(rows: &[(&str, &str)], faces: &[u8]) -> Played {
    let lake = [("0304", "~"), ("0305", "~"), ("0306", "~"), ("0406", "~")];
    let units = [
        "us-gen general 0107 N I",
        A,
        "us-b infantry 0505 N I",
        CS,
        "cs-a infantry 0404 S II",
        "cs-b infantry 0504 S II",
    ];
    let rows = ground(&[&lake[..], rows].concat());
    let mut game = Played::new(&position(&rows, "", &units, &[]));
    game.dice(&[3]).dice(faces).take("roll, end-moves, attack cs-a 0405, attack cs-b 0505");
    game
}

#[test]
fn f1_who_retreats_into_a_hex_takes_none_of_the_hits_on_it() {
    // One hit on us-a, two on us-b: they are us-b's, whether us-a comes there or not.
    let mut game = falls_back_under_fire(&[], &[5, 1, 5, 5]);
    game.take("retreat us-a 0505");
    game.lacks("hit us-a");
    game.lacks("stand us-b");
    game.offers("retreat us-b 0506");
    game.take("retreat us-b 0506");
    assert!(game.is_heavy("us-b") && !game.is_heavy("us-a"));
}

#[test]
fn f4_who_retreats_into_cover_takes_no_hit_off_those_who_were_there() {
    // us-b is in woods: of two hits its cover takes one, and us-a's coming takes no second.
    let mut game = falls_back_under_fire(&[("0505", "w")], &[5, 1, 5, 5]);
    game.take("retreat us-a 0505").offers("stand us-b");
    game.take("stand us-b");
    assert!(game.is_heavy("us-b") && !game.is_heavy("us-a"));
}

#[test]
fn f1_all_hits_are_assigned_before_anybody_retreats() {
    let units = [
        US,
        A,
        "us-b infantry 0505 N I",
        "us-c infantry 0505 N I",
        CS,
        "cs-a infantry 0404 S II",
        "cs-b infantry 0504 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 1, 5, 1]).take("roll, end-moves, attack cs-a 0405, attack cs-b 0505");
    game.offers("hit us-b");
    game.lacks("stand us-a");
    game.take("hit us-c, stand us-a").offers("stand us-c");
}

#[test]
fn f2_the_edge_is_behind_a_train_wherever_it_lies() {
    let lake = ground(&[("0602", "~"), ("0603", "~"), ("0604", "~"), ("0704", "~")]);
    for facing in ["N", "ENE", "ESE"] {
        // The board ends to the right of 0703.
        let train = format!("us-train train 0703 {facing} I");
        let units =
            ["us-gen general 0405 N I", &train, "cs-gen general 0101 S II", "cs-a infantry 0702 S II"];
        let mut game = Played::new(&position(&lake, "", &units, &[]));
        game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0703").offers("retreat us-train off");
    }
}
