//! On the map of 1862 with hardly anybody on it: generals by themselves, who must come to SPs of their side (§7.6), and who goes by rail (§5.4.2).

use muster_contract::Position;
use us_civil_war::Side::Us;
use us_civil_war::state::{Force, Post};

use crate::battlefield;
use crate::position::*;

/// The map of 1862 with no SPs, Forts and Militia but the SPs given, "us 2 1648", and with generals elsewhere; the Union goes first.
#[track_caller]
fn alone(generals: &[(&str, &str)], sps: &[&str]) -> Play {
    let mut position = changed("us-civil-war-1862", &[]);
    let before = position.roster.len();
    for force in sps {
        let [side, sps, at] = force.split(' ').collect::<Vec<_>>()[..] else { panic!("{force}") };
        put(&mut position, side, "sp", at, &[("strength", sps.parse().unwrap())]);
    }
    let mut place = 0;
    position.roster.retain(|unit| {
        place += 1;
        place > before || !["sp", "fort", "militia"].contains(&unit.kind.as_str())
    });
    post(&mut position, generals);
    Play::from(&position, Arranged::else_highest().with("Initiative", &[6, 4]))
}

#[track_caller]
fn post(position: &mut Position, generals: &[(&str, &str)]) {
    for (id, at) in generals {
        let unit = position.roster.iter_mut().find(|unit| unit.id == *id).expect("there is such a general");
        unit.place = Some(muster_sdk::place(at));
    }
}

/// §5.4.2, §7.6: generals by themselves go by rail where that leads them to SPs, and are activated for it though on foot none are in reach.
#[test]
fn s5_4_2_generals_by_themselves_go_by_rail_only_to_sps() {
    // Annapolis has no railroad.
    let mut beside = alone(&[("us-mcclellan", "1647")], &["us 2 1648"]);
    beside.take(US, "activate us-mcclellan");
    assert!(beside.lists(US, "to 1648") && !beside.lists(US, "by-rail"), "{:?}", beside.ids(US));
    let may = beside.state().may_go_by_rail();
    assert_eq!(may.unwrap_err().citation, "7.6");
    beside.all(US, "to 1648, halt");
    let mut far = alone(&[("us-mcclellan", "1647")], &["us 2 1149"]);
    far.take(US, "activate us-mcclellan");
    assert_eq!(far.ids_from(US, "to "), Vec::<String>::new(), "on foot he doesn't get there");
    far.all(US, "by-rail, to 1548, to 1448, to 1349, to 1249, to 1149, halt");
    assert_eq!(far.stands("us-mcclellan"), "1149");
    let nowhere = alone(&[("us-mcclellan", "1647")], &["us 2 2019"]);
    assert!(!nowhere.offers(US, "activate us-mcclellan"));
    let mut there = alone(&[("us-mcclellan", "1647")], &["us 2 1647"]);
    there.all(US, "activate us-mcclellan, drop 2");
    assert!(there.lists(US, "by-rail") && there.lists(US, "halt"), "he may stay");
}

/// §5.4.2, §6.5.1: a stack may start in an enemy zone: its railroad was its side's while it stood there. It enters none.
#[test]
fn s5_4_2_by_rail_a_stack_may_start_in_an_enemy_zone() {
    let ends = ["us 1 1647", "us 1 1448", "us 2 1548"];
    let mut free = alone(&[], &ends);
    free.take(US, "activate us-1548");
    assert!(free.lists(US, "by-rail"));
    let mut play = alone(&[], &[&ends[..], &["cs 3 1547"]].concat());
    play.take(US, "activate us-1548");
    let at = play.state().world.find("1548").unwrap();
    assert!(play.state().is_in_zone(Us.other(), at));
    play.all(US, "by-rail, to 1448, to 1349");
    assert_eq!(moves(&play), 8);
    // Through the zone before it they don't go.
    let mut play = alone(&[], &["us 1 1647", "us 2 1448", "cs 3 1547"]);
    play.all(US, "activate us-1448, by-rail");
    assert!(!play.lists(US, "to 1548"), "{:?}", play.ids(US));
}

fn moves(play: &Play) -> u8 {
    play.state().march.as_ref().expect("a march").moves
}

/// §7.5.2, §7.6: nobody who is slower takes command of generals by themselves who at his rate would come to no SP.
#[test]
fn s7_5_2_a_slower_general_is_not_picked_up_where_no_sp_is_in_his_reach() {
    let meet = |sps: &str| {
        let mut play = alone(&[("us-grant", "1420"), ("us-mcclellan", "1421")], &[&format!("us 2 {sps}")]);
        play.all(US, "activate us-grant, to 1421");
        play
    };
    let mut far = meet("1424");
    assert!(!far.lists(US, "join us-mcclellan") && far.lists(US, "to 1422"), "{:?}", far.ids(US));
    let mcclellan = far.state().world.general_named("us-mcclellan").unwrap();
    assert_eq!(far.state().may_join(mcclellan).unwrap_err().citation, "7.6");
    far.all(US, "to 1422, to 1423, to 1424, halt");
    let mut near = meet("1422");
    near.all(US, "join us-mcclellan, to 1422, halt");
    assert_eq!(near.stands("us-mcclellan"), "1422");
}

/// §5.1.1, §7.6: the first hexside is crossed for whatever it costs, to SPs beyond it too.
#[test]
fn s5_1_1_the_first_hex_brings_generals_by_themselves_to_sps() {
    let play = alone(&[], &["us 1 1648"]);
    let mut tried = 0;
    for (from, info) in play.state().world.spaces.iter() {
        for way in &info.ways {
            let mut game = play.state().clone();
            let dear = game.step_cost(Us, from, way, false) > 3;
            if !dear
                || game.may_cross(Us, from, way).is_err()
                || game.is_in_zone(Us.other(), way.to)
                || game.is_defended(Us.other(), way.to)
            {
                continue;
            }
            let mcclellan = game.world.general_named("us-mcclellan").unwrap();
            game.officers[mcclellan].post = Post::Map(from);
            game.put_down(way.to, Force { side: Us, sps: 1, moved: 0, demoralized: false, foraging: false });
            if game.step_cost(Us, from, way, false) > 3 {
                assert_eq!(
                    game.may_activate(mcclellan),
                    Ok(()),
                    "{} to {}",
                    info.id,
                    game.world.space(way.to).id
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 5, "{tried}");
}

/// §7.6: who has SPs again ends with some: he doesn't leave them and stay in a Fort by himself.
#[test]
fn s7_6_a_general_who_has_picked_sps_up_ends_with_some() {
    let lines = ["us-grant 3* 1/1 @0303", "us 1 @0304", "us fort 1 @0305"];
    let march = |choices: &str| {
        let dice = Arranged::else_on(3).with("Initiative", &[6, 3]);
        let mut play = Play::from(&battlefield::position(&lines), dice);
        play.all(US, choices);
        play.lists(US, "halt")
    };
    assert!(march("activate us-grant, to 0304, to 0305"));
    assert!(!march("activate us-grant, to 0304, take 1, drop 1, to 0305"));
}
