//! Like a stone wall.

use crate::house_rules::STONE_WALL;
use crate::house_rules::play::*;

/// A Union assault on 7 over 2/7 led by this unit, met by that or by nobody; whatever else is asked gets the first answer.
/// Gives what is told of it.
#[track_caller]
pub fn assaulted(play: &mut Play, by: &str, met_by: &str) -> String {
    cards(play);
    play.take(by);
    assault(play, &format!("assault 2/7 {by}"), met_by)
}

#[track_caller]
fn assault(play: &mut Play, id: &str, met_by: &str) -> String {
    play.take_id(id);
    let mut events = play.take_id(&format!("lead {met_by}"));
    while play.game.decisions()[0].kind != "field-command" {
        let id = play.ids()[0].clone();
        events.extend(play.take_id(&id));
    }
    events.iter().map(|event| event.text.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn where_an_assault_has_failed_the_next_comes_to_less_until_one_succeeds() {
    // 3, less 1 for infantry, 1 for a penalty and 3 for who leads the defense.
    let mut play = Play::begin(STONE_WALL, "in-contact");
    play.remove("cs-09");
    let told = assaulted(&mut play, "us-02", "cs-02");
    assert!(told.contains("outcome -2") && told.contains("7 stand like a stone wall"), "{told}");
    assert!(play.panel().contains("cs 7"), "{}", play.panel());
    on_to_turn_of(&mut play, "us");
    on_to_turn_of(&mut play, "cs");
    // Without a leading defender that would succeed.
    play.place("us-01", "2", "2/7");
    let told = assaulted(&mut play, "us-01", "none");
    assert!(told.contains("The assault fails: outcome 0") && told.contains("-1 house rules"), "{told}");
    on_to_turn_of(&mut play, "us");
    on_to_turn_of(&mut play, "cs");
    play.place("us-01", "2", "2/7");
    cards(&mut play);
    play.take_id("pick us-03");
    play.take_id("also us-01");
    let told = assault(&mut play, "assault 2/7 us-03 us-01", "none");
    assert!(told.contains("succeeds: outcome 1") && told.contains("is broken"), "2 and 2, less 3: {told}");
    assert!(!play.panel().contains("cs 7"), "{}", play.panel());
}

#[test]
fn men_behind_a_stone_wall_lie_down_when_they_are_shelled_and_it_goes_with_them() {
    let shelled = |failed_before: bool| {
        let mut play = Play::begin(STONE_WALL, "in-contact");
        play.remove("cs-09");
        if failed_before {
            assaulted(&mut play, "us-02", "cs-02");
            on_to_turn_of(&mut play, "us");
            on_to_turn_of(&mut play, "cs");
        }
        play.place("us-09", "2", "2/7");
        play.flag("us-09", "ranging");
        cards(&mut play);
        let before = play.morale()[1];
        play.take("us-09");
        play.take_id("bombard 2/7");
        while play.game.decisions()[0].kind == "apply-losses" {
            let id = play.ids()[0].clone();
            play.take_id(&id);
        }
        (play.morale()[1] - before, play)
    };
    assert_eq!(shelled(false).0, -1);
    let (lost, mut play) = shelled(true);
    assert_eq!(lost, 0);
    for unit in ["cs-01", "cs-02", "cs-03"] {
        play.remove(unit);
    }
    on_to_turn_of(&mut play, "us");
    assert!(!play.panel().contains("cs 7"), "nobody is left there: {}", play.panel());
}

#[test]
fn an_army_has_as_many_stone_walls_as_the_table_has_set() {
    let walls = |most: i32| {
        let mut play = Play::with(STONE_WALL, "in-contact", &[("most", most)]);
        play.remove("cs-09");
        assaulted(&mut play, "us-02", "cs-02");
        play.remove("cs-10");
        play.take("us-05");
        assault(&mut play, "assault 3/8 us-05", "cs-05");
        (play.panel().contains("cs 7"), play.panel().contains("cs 8"))
    };
    assert_eq!([walls(1), walls(2)], [(true, false), (true, true)]);
}
