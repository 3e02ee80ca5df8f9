//! §22.1: political restrictions to Strategic Movement.

use us_civil_war::Side::Us;
use us_civil_war::state::Step;

use crate::house_rules::{POLITICAL, under};
use crate::rules::position::{Arranged, Play, US, changed, clear, put};

/// Strategic Movement of the first turn that has it. In Washington are McClellan with three stars, McDowell and Sumner with two each,
/// and so many SPs.
fn strategic(text: &str, sps: i32) -> Play {
    let mut position = changed("us-civil-war-1862", &[]);
    clear(&mut position, "us", "1647");
    put(&mut position, "us", "sp", "1647", &[("strength", sps)]);
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40));
    let mut play = Play::from(&under(position, text), dice);
    while play.next_decision().1 != "strategic" {
        let (seat, kind) = play.next_decision();
        let elsewhere = play.ids(seat).into_iter().rfind(|id| !id.ends_with("1647"));
        match elsewhere.filter(|_| kind == "intake") {
            Some(id) => drop(play.take(seat, &id)),
            None => play.end(seat),
        }
    }
    play
}

const NOTHING: &str = "rule(#{ title: \"Nothing\", modules: [\"us-civil-war\"], text: \"Nothing.\" });";

/// How many set out together from Washington.
fn set_out(play: &mut Play) -> u8 {
    play.take(US, "dispatch 1647");
    let Step::Convoy(convoy) = play.state().frames.step() else { panic!("nobody sets out") };
    convoy.sps
}

#[test]
fn s22_1_a_stack_keeps_as_many_sps_as_its_generals_have_stars() {
    let mut free = strategic(NOTHING, 9);
    let washington = free.state().world.find("1647").unwrap();
    assert_eq!(free.state().stars_in(Us, washington), 7);
    assert_eq!(free.sps(Us, "1647"), 9);
    assert_eq!(set_out(&mut free), 8, "one stays with the generals");
    assert!(free.lists(US, "send 3"));
    let mut held = strategic(POLITICAL, 9);
    assert_eq!(set_out(&mut held), 2);
    assert_eq!(held.ids_from(US, "send"), ["send 1"]);
}

/// The example: eight SPs, seven stars. The one that goes can't be followed by another.
#[test]
fn s22_1_one_of_eight_goes_and_then_no_more() {
    let mut play = strategic(POLITICAL, 8);
    assert_eq!(set_out(&mut play), 1);
    assert!(play.ids_from(US, "send").is_empty());
    let to = play.ids_from(US, "rail").into_iter().find(|id| id.ends_with("1448"));
    play.take(US, &to.expect("Baltimore is on a railroad"));
    if play.lists(US, "arrive") {
        play.take(US, "arrive");
    }
    assert_eq!(play.sps(Us, "1647"), 7);
    assert!(!play.lists(US, "dispatch 1647"));
}

#[test]
fn s22_1_who_has_fewer_sps_than_stars_gives_none() {
    assert!(strategic(NOTHING, 5).lists(US, "dispatch 1647"));
    assert!(!strategic(POLITICAL, 5).lists(US, "dispatch 1647"));
    assert!(!strategic(POLITICAL, 7).lists(US, "dispatch 1647"));
}

/// Each stack by its own Generals, and those without any as they like.
#[test]
fn s22_1_every_stack_is_judged_by_itself() {
    let (free, held) = (strategic(NOTHING, 9), strategic(POLITICAL, 9));
    let game = held.state();
    let expected: Vec<String> = free
        .ids_from(US, "dispatch")
        .into_iter()
        .filter(|id| {
            let at = game.world.find(id.strip_prefix("dispatch ").unwrap()).unwrap();
            game.sps(Us, at) > game.stars_in(Us, at)
        })
        .collect();
    assert_eq!(held.ids_from(US, "dispatch"), expected);
    assert!(expected.len() < free.ids_from(US, "dispatch").len() - 1, "{expected:?}");
}
