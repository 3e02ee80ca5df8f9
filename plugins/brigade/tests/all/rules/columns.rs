//! C6: columns where the road runs both ways from the head, or forks behind it.

use crate::rules::position::{OPEN, Played, position, road};
use crate::rules::{A, CS, ROAD};

/// The road from left to right, and one that leaves it in 0405 to the lower edge.
fn crossing(units: &[&str]) -> Played {
    let roads = [ROAD, &road("0405 0406 0407")].concat();
    let mut game = Played::new(&position(OPEN, &roads, units, &[]));
    game.take("roll");
    game
}

#[test]
fn c6_a_column_may_stand_on_either_side_of_its_head() {
    let units = ["us-gen general 0405 N I", A, "us-b infantry 0305 N I", "us-c infantry 0505 N I", CS];
    let mut game = crossing(&units);
    game.offers("move column us-a 2");
    game.lacks("move column us-a 2 back to 0505");
    game.offers("move column us-c 3");
    game.lacks("move column us-c 3 back to 0305");
    let label = game.game.details(0, &["move column us-a 2 back to 0305".to_owned()]).remove(0).label;
    assert_eq!(label, "Column of 2 behind us-a, back to 0305 (ordered by us-gen)");
    game.take("move column us-a 2 back to 0305, to 0406, to 0407, done");
    assert_eq!(["us-a", "us-b", "us-c"].map(|id| game.at(id)), ["0407", "0406", "0505"]);
    assert_eq!(game.pips("us-gen"), 2);
}

#[test]
fn c6_a_column_comes_from_either_road_of_a_fork() {
    let units = [
        "us-gen general 0405 N I",
        "us-head infantry 0505 N I",
        A,
        "us-b infantry 0305 N I",
        "us-c infantry 0406 N I",
        CS,
    ];
    let mut game = crossing(&units);
    game.offers("move column us-head 3");
    game.take("move column us-head 3 back to 0305, to 0605, done");
    assert_eq!(["us-head", "us-a", "us-b", "us-c"].map(|id| game.at(id)), ["0605", "0505", "0405", "0406"]);
    let mut game = crossing(&units);
    game.take("move column us-head 3, to 0605, done");
    assert_eq!((game.at("us-b"), game.at("us-c")), ("0305".to_owned(), "0405".to_owned()));
}

#[test]
fn c6_a_column_of_several_corps_may_stand_on_either_side_of_its_head() {
    let units = [
        "us-grant general 0405 N - army-general=yes",
        A,
        "us-b infantry 0305 N J",
        "us-c infantry 0505 N I",
        CS,
    ];
    let mut game = crossing(&units);
    game.offers("move column us-a 2");
    game.lacks("move column us-a 2 back to 0305");
    game.take("move mixed-column us-a 2 back to 0305, to 0406, done");
    assert_eq!(["us-a", "us-b", "us-c"].map(|id| game.at(id)), ["0406", "0405", "0505"]);
}

#[test]
fn c5_a_column_back_along_the_other_road_is_as_near_as_its_nearest_unit() {
    // us-gen hears us-b in 0405 and nobody else.
    let units = ["us-gen general 0105 N I", "us-a infantry 0505 N I", "us-b infantry 0405 N I", CS];
    let game = crossing(&[&units[..], &["us-c infantry 0605 N I"]].concat());
    assert_eq!(game.cost(0, "move column us-a 2"), "2 pips");
    assert_eq!(game.cost(0, "move column us-a 2 back to 0405"), "1 pip");
}
