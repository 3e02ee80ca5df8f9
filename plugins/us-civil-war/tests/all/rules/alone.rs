//! On the map of 1862 with hardly anybody on it: generals by themselves, who must come to SPs of their side (§7.6), and who goes by rail (§5.4.2).

use muster_contract::{Attribute, Position, Value};
use us_civil_war::Side::Us;
use us_civil_war::state::{Force, Post, Works};

use crate::rules::battlefield;
use crate::rules::playouts::all_that_follows;
use crate::rules::position::*;

/// The map of 1862 with no SPs, Forts and Militia but the SPs given, "us 2 1648", and with generals elsewhere; the Union goes first.
#[track_caller]
fn alone(generals: &[(&str, &str)], sps: &[&str]) -> Play {
    let dice = Arranged::else_highest().with("Initiative", &[6, 4]);
    Play::from(&bare("us-civil-war-1862", generals, sps), dice)
}

/// The map of a scenario with nothing on it but that, and the other generals.
#[track_caller]
fn bare(scenario: &str, generals: &[(&str, &str)], sps: &[&str]) -> Position {
    let mut position = changed(scenario, &[]);
    position.setup.facts.retain(|fact| fact.name != "forward");
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
    position
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
    // What a stack does is listed before whom it takes up, of which there is much.
    let ids = there.ids(US);
    let at = |id: &str| ids.iter().position(|one| one == id);
    assert!(at("by-rail") < at("take 1"), "{ids:?}");
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

/// §7.5.3: whoever is picked up from an SP ends with one, though who picks him up had lost his.
#[test]
fn s7_5_3_nobody_is_led_from_his_sp_into_a_fort() {
    let lines = [
        "us-grant 3* 1/1 @0303",
        "us 1 @0304",
        "us-sherman 2* 1/1 @0304",
        "us fort 1 @0305",
        "us-buell 2* 1/1 @0305",
    ];
    let march = |choices: &str| {
        let dice = Arranged::else_on(3).with("Initiative", &[6, 3]);
        let mut play = Play::from(&battlefield::position(&lines), dice);
        play.all(US, choices);
        play.lists(US, "halt")
    };
    assert!(march("activate us-grant, to 0304, to 0305, join us-buell"));
    assert!(!march("activate us-grant, to 0304, join us-sherman, to 0305"));
    assert!(march("activate us-grant, to 0304, join us-sherman, to 0305, to 0304"));
}

/// §5.9, §7.6: SPs that are called in to a General by himself come into the space as those who march in do: lone enemies are displaced, works
/// and a marker that nobody holds go.
#[test]
fn s5_9_sps_called_in_to_a_general_by_himself_take_the_space() {
    let calls = |lines: &[&str]| {
        let own = ["0304 VA town", "us-grant 3* 1/1 @0303", "us 1 @0303", "us 2 @0305"];
        let mut position = battlefield::position(&[&own[..], lines].concat());
        let fort = position.roster.iter_mut().find(|unit| unit.kind == "fort");
        fort.into_iter().for_each(|fort| {
            fort.attributes.push(Attribute { name: "begun".to_owned(), value: Value::Flag(true) });
        });
        let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 3]));
        play.all(US, "activate us-grant, drop 1, to 0304, regroup 0305, send-off");
        play
    };
    let play = calls(&["cs-lee 3* 2/4 @0304", "cs entrenchment @0304", "cs control @0304"]);
    assert_eq!(play.stands("cs-lee"), "");
    let at = play.state().world.find("0304").unwrap();
    let spot = play.state().spot(at);
    assert_eq!((spot.works, spot.marker), (Works::None, None), "10.1.3, 6.2.2");
    assert!(calls(&["cs fort 1 @0304"]).state().spot(at).begun.is_none(), "10.2.2");
}

/// §7.5.3, §20.3.1: a General who has to leave the only SP with another doesn't embark where no friends are to sail to.
#[test]
fn s7_5_3_nobody_embarks_by_himself_with_nowhere_to_go() {
    let both = [("us-mcclellan", "1647"), ("us-buell", "1647")];
    // Fort Monroe is the Union's, and no place for a General who has an SP.
    let play = alone(&both, &["us 1 1647"]);
    assert!(!play.offers(US, "embark us-mcclellan"), "{:?}", play.ids_from(US, "embark "));
    let mut play = alone(&both, &["us 2 1647"]);
    play.take(US, "embark us-mcclellan two-points");
    assert!(play.offers(US, "sail "));
    let play = alone(&both, &["us 1 1647", "us 1 chesapeake"]);
    assert!(play.lists(US, "embark us-mcclellan"), "{:?}", play.ids_from(US, "embark "));
}

/// §M1: the bay before Galveston is whose that has the town, not a General's who is there by himself.
#[test]
fn m1_a_general_by_himself_does_not_hold_galveston() {
    let leaves = |holder: &str| {
        let mut position = changed("us-civil-war-1862", &[]);
        ["us", "cs"].iter().for_each(|side| clear(&mut position, side, "5101"));
        put(&mut position, holder, "control", "5101", &[]);
        post(&mut position, &[("cs-magruder", "5101")]);
        let mut play = Play::from(&position, Arranged::else_highest().with("Initiative", &[4, 6]));
        assert!(play.sps(Us.other(), "4901") > 0 || play.sps(Us.other(), "5001") > 0);
        play.take(CS, "activate cs-magruder");
        let before = moves(&play);
        let id = play.ids_from(CS, "to ").swap_remove(0);
        play.take(CS, &id);
        before - moves(&play)
    };
    assert_eq!([leaves("cs"), leaves("us")], [1, 3]);
}

/// §17.1.3, §7.6: a General by himself who drives Kentucky to the other side by coming there finds its rivers hostile, and goes only where he
/// still comes to SPs.
#[test]
fn s17_1_3_nobody_is_stranded_in_the_kentucky_that_he_has_invaded() {
    let position = bare("us-civil-war-1861", &[("cs-j-johnston", "2518")], &["cs 4 2519"]);
    let set_out = || {
        let dice = Arranged::else_highest().with("Initiative", &[4, 6]);
        let mut play = Play::from(&position, dice);
        play.take(CS, "activate cs-j-johnston");
        play
    };
    let ways = set_out().ids_from(CS, "to ");
    assert!(ways.iter().any(|way| way == "to 2519") && ways.iter().all(|way| way != "to 2417"), "{ways:?}");
    for way in ways {
        let mut play = set_out();
        play.take(CS, &way);
        assert!(!play.ids(CS).is_empty(), "{way}");
    }
}

/// §20.5.4, §7.6: whoever sails back to another own port drives lone enemies away whom he finds there.
#[test]
fn s20_5_4_who_sails_back_finds_no_lone_enemy_there() {
    let mut position = changed("us-civil-war-1862", &[]);
    clear(&mut position, "us", "2349");
    put(&mut position, "us", "control", "2349", &[]);
    post(&mut position, &[("cs-holmes", "2349")]);
    let dice = Arranged::else_on(3).with("Initiative", &[6, 3]);
    let mut play = Play::from(&position, dice.with(" attack at", &[1]).with(" defense at", &[6]));
    play.all(US, "embark us-fort-monroe, sail 2449");
    while play.next_decision().1 == "react" {
        play.take(CS, "no-reaction");
    }
    play.take(US, "attack");
    assert!(play.lists(US, "sail-back 2349"), "{:?}", play.ids(US));
    play.take(US, "sail-back 2349");
    assert_eq!(play.stands("cs-holmes"), "");
}

/// §6.3: a stack that has lost its last SP no longer holds the space that it attacked from, from that moment on.
#[test]
fn s6_3_nobody_holds_what_generals_alone_are_left_of() {
    let lines = [
        "0303 VA port waters=James",
        "0302/0303 river",
        "us 1 @0303",
        "us-grant 3* 1/1 @0303",
        "cs fort 1 @0304",
    ];
    let dice = Arranged::else_on(6).with("Initiative", &[6, 3]).with(" defense at", &[5]);
    let mut play = Play::from(&battlefield::position(&lines), dice);
    play.all(US, "activate us-grant, to 0304");
    let held = all_that_follows(play.state());
    play.take(US, "attack");
    assert_eq!(play.next_decision(), (US, "victors".to_owned()));
    let anew = play
        .game
        .load_another(<us_civil_war::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA, &play.game.save())
        .unwrap();
    assert!(all_that_follows(play.state()) == all_that_follows(anew.state()));
    assert!(held != all_that_follows(anew.state()));
}
