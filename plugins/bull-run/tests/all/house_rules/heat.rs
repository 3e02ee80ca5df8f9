//! The heat of the day.

use crate::house_rules::HEAT;
use crate::house_rules::play::*;

#[test]
fn the_heat_costs_a_point_until_the_men_have_rested() {
    let mut play = Play::begin(HEAT, "in-contact");
    assert_eq!((play.game.decisions()[0].seat, play.ends()), (0, vec!["rest".to_owned(), "on".to_owned()]));
    play.take("on");
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt - 1, "less the heat");
    on_to_turn_of(&mut play, "us");
    assert_eq!(play.game.decisions()[0].seat, 1, "the other army is asked for itself");
    play.take("rest");
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt - 3, "less a rest");
    on_to_turn_of(&mut play, "cs");
    play.take("on");
    on_to_turn_of(&mut play, "us");
    assert!(!play.ends().contains(&"rest".to_owned()), "it has rested");
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt);
}

#[test]
fn only_the_hours_that_the_table_has_set_are_hot() {
    let mut play = Play::with(HEAT, "in-contact", &[("from", 8), ("until", 8), ("cost", 2)]);
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt, "noon is not");
    on_to_turn_of(&mut play, "us");
    on_to_turn_of(&mut play, "cs");
    assert!(!play.ends().contains(&"rest".to_owned()), "one hot turn is left, and costs less than a rest");
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt - 2);
    on_to_turn_of(&mut play, "us");
    on_to_turn_of(&mut play, "cs");
    let dealt = cards(&mut play);
    assert_eq!(points(&play), dealt, "nor is 2pm");
}
