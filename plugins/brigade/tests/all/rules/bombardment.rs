//! E. Bombardment.

use muster_contract::{Event, EventKind};

use crate::rules::position::{OPEN, Played, ground, position};
use crate::rules::{CS, US};

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

/// us-guns in 0405 and cs-a in 0402 with more units and more of the board.
fn batteries(rows: &str, lines: &str, more: &[&str]) -> Played {
    let units = [US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0402 N II"];
    Played::new(&position(rows, lines, &[&units[..], more].concat(), &[]))
}

#[test]
fn e1_a_five_is_a_hit_and_a_four_is_not() {
    for (face, hit) in [(4, false), (5, true), (6, true)] {
        let mut game = batteries(OPEN, "", &[]);
        game.dice(&[1, face]).take("roll, end-moves, bombard us-guns 0402");
        assert_eq!(game.choices().contains(&"stand cs-a".to_owned()), hit, "{face}");
        assert_eq!(game.rolled(), [(face, hit)], "the die is shown as what it did");
    }
}

/// So that a die leads to where it was rolled: to the hex that is fired on, or to the general who rolls.
#[test]
fn the_log_tells_where_dice_were_rolled_and_by_whom() {
    let mut game = batteries(OPEN, "", &[]);
    game.dice(&[1, 5]).take("roll, end-moves, bombard us-guns 0402");
    let told = |event: &Event| {
        let place = event.place.as_ref().map(|place| place.space.clone());
        matches!(event.kind, EventKind::Rolled(_)).then(|| (place, event.units.clone()))
    };
    let rolled: Vec<_> = game.events.iter().filter_map(told).collect();
    let [(None, general), (Some(hex), gun)] = rolled.as_slice() else { panic!("{rolled:?}") };
    assert_eq!((hex.as_str(), gun.as_slice()), ("0402", ["us-guns".to_owned()].as_slice()));
    assert_eq!(general.len(), 1);
}

#[test]
fn e1_guns_that_moved_do_not_bombard() {
    let mut game = batteries(OPEN, "", &[]);
    game.dice(&[6]).take("roll, move us-guns, to 0305, done, end-moves");
    assert_eq!(game.phase(), "roll");
    let mut game = batteries(OPEN, "", &[]);
    game.dice(&[6]).take("roll, move us-guns, face S, end-moves");
    assert_eq!(game.phase(), "bombard", "to face about is no move");
    game.offers("bombard us-guns 0402");
}

/// The pip of C4 is asked for besides the one that it faced about for; and it bombards once.
#[test]
fn e1_guns_that_only_faced_about_bombard_for_another_pip() {
    let mut game = batteries(OPEN, "", &[]);
    game.dice(&[2, 3]).take("roll, move us-guns, face S").lacks("move us-guns");
    game.take("end-moves, bombard us-guns 0402");
    assert_eq!(game.phase(), "roll", "it has bombarded");
    let mut poor = batteries(OPEN, "", &[]);
    poor.dice(&[1]).take("roll, move us-guns, face S, end-moves");
    assert_eq!(poor.phase(), "roll", "its only pip turned it");
    let pair = ["us-more artillery 0305 N I"];
    let mut line = batteries(OPEN, "", &pair);
    line.dice(&[6]).take("roll, move line us-more 2, face S, end-moves").offers("bombard us-guns 0402");
}

#[test]
fn e1_a_battery_bombards_once_and_turns_to_its_target() {
    let units = [US, "us-guns artillery 0405 S I", CS, "cs-a infantry 0402 N II"];
    let mut game = Played::open(&units);
    game.dice(&[6]).take("roll, end-moves, bombard us-guns 0402");
    assert_eq!(game.phase(), "roll");
    let view = game.game.view(None);
    let facing = view.units.iter().find(|unit| unit.id == "us-guns").unwrap().place.facing;
    assert_eq!(facing, Some(0));
}

#[test]
fn e1_heavy_guns_reach_nine_hexes_and_no_more() {
    let wide = [". . . . . . . . . . . ."; 2].join("\n");
    for (hex, reached) in [("1001", true), ("1101", false)] {
        let foe = format!("cs-a infantry {hex} N II");
        let units =
            ["us-gen general 0101 N I", "us-big artillery 0101 N I heavy=yes", "cs-gen general 1202 S II"];
        let mut game = Played::new(&position(&wide, "", &[&units[..], &[foe.as_str()]].concat(), &[]));
        game.take("roll, end-moves");
        assert_eq!(game.phase() == "bombard", reached, "{hex}");
    }
}

#[test]
fn e1_a_general_is_no_target_and_a_train_is() {
    let units = [US, "us-guns artillery 0405 N I", "cs-gen general 0402 S II"];
    let mut game = Played::open(&units);
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll");
    let mut game = Played::open(&[units[0], units[1], CS, "cs-train train 0402 S II"]);
    game.take("roll, end-moves").offers("bombard us-guns 0402");
}

#[test]
fn e1_hits_take_effect_when_all_have_bombarded() {
    let mut game = batteries(&ground(&[("0402", "w")]), "", &["us-more artillery 0405 N I"]);
    game.dice(&[2, 5, 5]).take("roll, end-moves, bombard us-guns 0402, bombard us-more 0402");
    // Two hits, of which cover takes one; each by itself would have done nothing.
    game.offers("stand cs-a");
}

#[test]
fn e1_guns_may_hold_their_fire() {
    let mut game = batteries(OPEN, "", &[]);
    game.take("roll, end-moves, end-bombard");
    assert_eq!(game.phase(), "roll");
}

#[test]
fn e1_towns_and_higher_ground_block_the_line_of_sight_and_units_do_not() {
    let block = [("0304", "t"), ("0404", "t"), ("0303", "t"), ("0403", "t"), ("0503", "t")];
    let mut game = batteries(&ground(&block), "", &[]);
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll");
    let crowd = ["us-x infantry 0404 N I", "us-y infantry 0403 N I", "us-z infantry 0304 N I"];
    batteries(OPEN, "", &crowd).take("roll, end-moves").offers("bombard us-guns 0402");
    let hills = |names: &[&str]| -> String {
        names.iter().map(|name| format!("[[hex]]\nid = \"{name}\"\nfeatures = [\"hill\"]\n")).collect()
    };
    let ridge = ["0303", "0403", "0503"];
    let mut game = batteries(OPEN, &hills(&ridge), &[]);
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "roll", "a ridge lies between");
    let higher = ["0303", "0403", "0503", "0405"];
    batteries(OPEN, &hills(&higher), &[]).take("roll, end-moves").offers("bombard us-guns 0402");
}

#[test]
fn c4_whom_a_bombardment_costs_least_pays_unless_another_is_named() {
    // us-gen is four hexes from the guns, us-grant with them.
    let units = [
        "us-gen general 0101 N I",
        "us-grant general 0405 N - army-general=yes",
        "us-guns artillery 0405 N I",
        CS,
        "cs-a infantry 0402 N II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3, 3]).take("roll, end-moves");
    assert_eq!(game.cost(0, "bombard us-guns 0402"), "1 pip");
    assert_eq!(game.cost(0, "bombard us-guns 0402 by us-gen"), "2 pips");
    game.lacks("bombard us-guns 0402 by us-grant");
    // With equal costs the corps's own general does.
    let near = [&["us-gen general 0405 N I"], &units[1..], &["us-more artillery 0405 N I"]].concat();
    let mut game = Played::open(&near);
    game.dice(&[3, 3]).take("roll, end-moves, bombard us-guns 0402");
    assert_eq!((game.pips("us-gen"), game.pips("us-grant")), (2, 3));
    // One who can pay only the single price is not asked for the double.
    let mut game = Played::open(&[&units[..], &["us-more artillery 0405 N I"]].concat());
    game.dice(&[1, 2]).take("roll, end-moves").lacks("bombard us-guns 0402 by us-gen");
    game.take("bombard us-guns 0402");
    assert_eq!((game.pips("us-gen"), game.pips("us-grant")), (1, 1));
}
