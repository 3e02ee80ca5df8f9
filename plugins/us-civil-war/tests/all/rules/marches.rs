//! §5, §7, §8: marches from the first decision to the last: who goes along, who stays, who commands.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::Theater;

use crate::rules::battlefield;
use crate::rules::position::*;

const GAME: &str = "us-civil-war-1862";

/// A march on the field for battles; the Union goes first, or the Confederacy.
#[track_caller]
fn march(first: Side, lines: &[&str]) -> Play {
    let initiative = if first == Us { [6, 3] } else { [3, 6] };
    Play::from(&battlefield::position(lines), Arranged::else_on(3).with("Initiative", &initiative))
}

fn sps(play: &Play) -> u8 {
    play.state().march.as_ref().expect("a march").sps
}

fn moves(play: &Play) -> u8 {
    play.state().march.as_ref().expect("a march").moves
}

#[track_caller]
fn holder(play: &Play, id: &str) -> Option<Side> {
    play.state().controller(play.state().world.find(id).unwrap())
}

#[track_caller]
fn marker(play: &Play, id: &str) -> Option<Side> {
    play.state().spot(play.state().world.find(id).unwrap()).marker
}

// -------- §5.4

/// §5.4.2, C6: those who go by rail take nobody up, before they leave neither; who gets off on the way has used the bonus.
#[test]
fn s5_4_2_c6_two_sps_in_all_go_by_rail() {
    let mut play = Play::of(GAME, &[6, 4]);
    play.take(US, "activate us-banks");
    while sps(&play) > 2 {
        play.take(US, "drop 1");
    }
    assert!(play.lists(US, "take 1"));
    play.take(US, "by-rail");
    assert!(play.ids_from(US, "take ").is_empty());
    let next = play.ids_from(US, "to ")[0].clone();
    play.take(US, &next).take(US, "drop 1").take(US, "halt");
    assert_eq!(play.state().rail_sps, 2);
}

/// §5.4.2: what the commander could march is of no account by rail, also of one who takes command on the way (§7.5.2).
#[test]
fn s5_4_2_a_general_who_gets_on_makes_nobody_slower() {
    let mut play = Play::of(GAME, &[6, 4]);
    play.all(US, "activate us-1448, by-rail, to 1548, to 1647, join us-mcclellan");
    assert_eq!(moves(&play), 8);
}

// -------- §5.9

const NEAR: [&str; 4] = ["us 1 @0303", "us 8 @0304", "us-grant 3* 1/1 @0303", "us-hooker 2* 1/1 @0304"];

/// §5.9: as many SPs as their owner likes, with the generals whom he likes.
#[test]
fn s5_9_the_owner_says_who_is_called_in() {
    let mut play = march(Us, &NEAR);
    play.all(US, "activate us-grant, regroup 0304");
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
    assert!(play.lists(US, "send 5") && !play.lists(US, "send 7"));
    play.all(US, "send 2, send-general us-hooker, send-off");
    assert_eq!((sps(&play), play.sps(Us, "0304"), play.stands("us-hooker")), (3, 6, "0304".to_owned()));
    assert_eq!(moves(&play), 4);
}

/// §5.9, §7.5.3: generals of higher rank keep an SP; where there is no other nobody is called in.
#[test]
fn s5_9_the_last_sp_of_a_higher_general_is_not_called_in() {
    let lines = ["us 1 @0303", "us-hooker 2* 1/1 @0303", "us-grant 3* 1/1 @0304"];
    for (there, called) in [("us 1 @0304", false), ("us 2 @0304", true)] {
        let mut play = march(Us, &[&lines[..], &[there]].concat());
        play.take(US, "activate us-hooker");
        assert_eq!(play.lists(US, "regroup 0304"), called, "{there}");
    }
}

/// §6.3: what those have left who were called in stays their side's until the march is done.
#[test]
fn s6_3_a_space_from_which_all_are_called_in_falls_back_at_the_end() {
    let mut play = march(Us, &["0304 VA town", "us 1 @0303", "us 1 @0304", "us-grant 3* 1/1 @0303"]);
    play.all(US, "activate us-grant, regroup 0304");
    assert_eq!(holder(&play, "0304"), Some(Us));
    play.take(US, "halt");
    assert_eq!(holder(&play, "0304"), Some(Cs));
}

// -------- §13.2.1

const FORAGERS: [&str; 4] =
    ["us 1 @0303", "us 3 @0304 foraging", "us-grant 3* 1/1 @0303", "us-hooker 2* 1/1 @0304"];

/// §13.2.1: to pick up from foragers costs an MP more, once where they stand, generals and those who are called in too.
#[test]
fn s13_2_1_foragers_cost_an_mp_more_whoever_is_picked_up() {
    let mut play = march(Us, &FORAGERS);
    play.all(US, "activate us-grant, to 0304, join us-hooker");
    assert_eq!(moves(&play), 3);
    play.all(US, "take 1, take 2");
    assert_eq!(moves(&play), 3, "it is one stack");
    let mut play = march(Us, &FORAGERS);
    play.all(US, "activate us-grant, regroup 0304, send-off");
    assert_eq!(moves(&play), 3);
    let mut play = march(Us, &["us 1 @0307", "us-grant 3* 1/1 @0307", "us 3 @0303 foraging"]);
    play.all(US, "activate us-grant, to 0306, to 0305, to 0304");
    assert!(play.lists(US, "regroup 0303"), "two are left");
    play.all(US, "to 0305");
    let mut play = march(Us, &["us 1 @0308", "us-grant 3* 1/1 @0308", "us 3 @0303 foraging"]);
    play.all(US, "activate us-grant, to 0307, to 0306, to 0305, to 0304");
    assert!(!play.lists(US, "regroup 0303"), "one is left");
    let mut play =
        march(Us, &["us 1 @0309", "us-grant 3* 1/1 @0309", "us 3 @0304 foraging", "us-hooker 2* 1/1 @0304"]);
    play.all(US, "activate us-grant, to 0308, to 0307, to 0306, to 0305, to 0304");
    assert!(!play.lists(US, "join us-hooker") && !play.lists(US, "take 1"), "none is left");
}

// -------- §7

/// §7.2.2: of the equals who stay behind without their commander their owner says who leads.
#[test]
fn s7_2_2_the_owner_chooses_who_leads_those_who_stay() {
    let lines = ["us 9 @0303", "us-grant 3* 1/1 @0303", "us-sherman 2* 2/1 @0303", "us-thomas 2* 1/2 @0303"];
    for chosen in ["us-sherman", "us-thomas"] {
        let mut play = march(Us, &lines);
        play.all(US, "activate us-grant, drop 3, leave us-sherman, leave us-thomas, to 0304");
        assert_eq!(play.next_decision(), (US, "lead".to_owned()));
        play.take(US, &format!("lead {chosen}"));
        let game = play.state();
        let commander = game.commander_in(Us, game.world.find("0303").unwrap());
        assert_eq!(commander, game.world.general_named(chosen));
        play.take(US, "halt");
        assert_eq!(play.next_decision(), (US, "action".to_owned()), "once");
    }
}

/// §7.2.4: where two Commanding Generals of one rank come together their owner says who commands; subordinates can't (P1).
#[test]
fn s7_2_4_the_owner_chooses_between_equals() {
    let lines = [
        "us 2 @0303",
        "us-sherman 2* 2/1 @0303",
        "us 2 @0304",
        "us-thomas 2* 1/2 @0304",
        "us-couch 1* 0/0 @0304",
    ];
    for chosen in ["us-sherman", "us-thomas"] {
        let mut play = march(Us, &lines);
        play.all(US, "activate us-sherman, to 0304, halt");
        assert_eq!(play.next_decision(), (US, "lead".to_owned()));
        assert_eq!(play.ids(US).len(), 2);
        play.take(US, &format!("lead {chosen}"));
        let game = play.state();
        let commander = game.commander_in(Us, game.world.find("0304").unwrap());
        assert_eq!(commander, game.world.general_named(chosen));
        assert_eq!(play.next_decision(), (US, "action".to_owned()));
    }
    let mut lower = lines;
    lower[3] = "us-thomas 3* 1/2 @0304";
    let mut play = march(Us, &lower);
    play.all(US, "activate us-sherman, to 0304, halt");
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "the higher one commands");
}

/// §7.2.4: so does the other side's, of those who intercept, before the battle.
#[test]
fn s7_2_4_who_has_intercepted_may_command() {
    let lines = [
        "us 6 @0303",
        "us-grant 3* 1/1 @0303",
        "cs 2 @0304",
        "cs-hood 2* 2/0 @0304",
        "cs 2 @0305",
        "cs-hill 2* 1/2 @0305",
    ];
    let dice = Arranged::else_highest().with("Initiative", &[6, 3]);
    let mut play = Play::from(&battlefield::position(&lines), dice);
    play.all(US, "activate us-grant, to 0304");
    play.all(CS, "intercept 0305, roll-interceptions");
    play.take(CS, "send-off");
    assert_eq!(play.next_decision(), (CS, "lead".to_owned()));
    play.take(CS, "lead cs-hill");
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    let at = play.state().world.find("0304").unwrap();
    assert_eq!(play.state().commander_in(Cs, at), play.state().world.general_named("cs-hill"));
}

/// §7.5.1: whoever was activated goes on to the end, though another has taken command (§7.5.2).
#[test]
fn s7_5_1_whoever_was_activated_is_not_dropped_off() {
    let mut play =
        march(Us, &["us 3 @0303", "us-hooker 1* 1/1 @0303", "us 2 @0304", "us-grant 3* 1/1 @0304"]);
    play.all(US, "activate us-hooker, to 0304, join us-grant, drop 1");
    assert!(!play.lists(US, "leave us-hooker") && !play.lists(US, "leave us-grant"));
    let mut other =
        march(Us, &["us 3 @0303", "us-hooker 1* 1/1 @0303", "us 2 @0304", "us-grant 3* 1/1 @0304"]);
    other.all(US, "activate us-grant, to 0303, join us-hooker, drop 1");
    assert!(other.lists(US, "leave us-hooker"), "a subordinate is");
}

/// §7.5.3, §7.6: who sets out with an SP ends with one; who had lost his may end in a Fort or with Militia.
#[test]
fn s7_5_3_only_generals_who_have_lost_their_sps_end_in_a_fort() {
    let there = ["us-grant 3* 1/1 @0303", "us fort 1 @0304", "us 1 @0305"];
    let mut play = march(Us, &[&there[..], &["us 2 @0303"]].concat());
    play.all(US, "activate us-grant, drop 2, to 0304");
    assert!(!play.lists(US, "halt") && play.lists(US, "to 0305"), "{:?}", play.ids(US));
    let mut lone = march(Us, &there);
    lone.all(US, "activate us-grant, to 0304");
    assert!(lone.lists(US, "halt"));
}

/// §4.1.3: both generals of a transfer start in the theater of the point that is theirs alone.
#[test]
fn s4_1_3_the_point_of_a_theater_transfers_two_of_that_theater() {
    let others = |initiative: &[u8]| {
        let mut play = Play::of(GAME, initiative);
        play.all(US, "transfer us-burnside, transfer-to 1647");
        assert_eq!(play.next_decision(), (US, "second-transfer".to_owned()));
        let ids = play.ids_from(US, "transfer ");
        let east = ids.iter().filter(|id| {
            let at = play.stands(&id["transfer ".len()..]);
            let at = play.state().world.find(&at).unwrap();
            play.state().world.space(at).theater == Some(Theater::East)
        });
        (ids.len(), east.count())
    };
    let (all, east) = others(&[6, 4]);
    assert!(east > 0 && all > east);
    assert_eq!(others(&[4, 3]), (east, east));
}

// -------- §8.3

/// §8.3: cavalry removes a marker for an MP or for nothing where it ends its ride, and may ride on past it.
#[test]
fn s8_3_cavalry_removes_a_marker_for_an_mp_or_where_it_stops() {
    let ride = || {
        let lines = ["0304 VA town", "us control @0304", "cs 1 @0303", "cs-stuart 1* 1/1 @0303 cavalry"];
        let mut play = march(Cs, &lines);
        play.all(CS, "activate cs-stuart, to 0304");
        assert_eq!((moves(&play), marker(&play, "0304")), (4, Some(Us)));
        play
    };
    let mut on = ride();
    on.all(CS, "to 0305, halt");
    assert_eq!((marker(&on, "0304"), holder(&on, "0304")), (Some(Us), Some(Us)));
    let mut pays = ride();
    pays.take(CS, "unmark");
    assert_eq!((moves(&pays), marker(&pays, "0304")), (3, None));
    let mut stops = ride();
    stops.take(CS, "halt");
    assert_eq!((marker(&stops, "0304"), stops.sps(Cs, "0304")), (None, 1));
}

/// §8.3: the SP of a cavalryman who rides on without it has come to its end, and removes the marker.
#[test]
fn s8_3_the_sp_that_cavalry_leaves_removes_a_marker() {
    let lines =
        ["0304 VA town", "us control @0304", "cs 1 @0303", "cs 1 @0305", "cs-stuart 1* 1/1 @0303 cavalry"];
    let mut play = march(Cs, &lines);
    play.all(CS, "activate cs-stuart, to 0304, drop 1");
    assert_eq!((marker(&play, "0304"), holder(&play, "0304")), (None, Some(Cs)));
    play.all(CS, "to 0305, halt");
    assert_eq!((marker(&play, "0304"), play.sps(Cs, "0304")), (None, 1));
}

// -------- §12.4, §18.1

/// §12.4, C84: generals who leave Demoralized SPs behind are not Demoralized, nor are those whom they take up.
#[test]
fn s12_4_a_general_leaves_demoralization_with_the_sps() {
    let mut play = march(Us, &["us 2 @0303 demoralized", "us-grant 3* 1/1 @0303", "us 3 @0304"]);
    play.all(US, "activate us-grant, drop 2, to 0304, take 3, to 0305, halt");
    let of = |id: &str| play.state().spot(play.state().world.find(id).unwrap()).force.unwrap().demoralized;
    assert_eq!([of("0303"), of("0305")], [true, false]);
}

/// §18.1: Demoralized SPs are not forced, those whom the stack meets neither.
#[test]
fn s18_1_a_forced_march_takes_no_demoralized_sps_along() {
    let mut position = changed(GAME, &[]);
    clear(&mut position, "us", "2223");
    put(&mut position, "us", "sp", "2223", &[("strength", 2)]);
    let flag = muster_contract::Value::Flag(true);
    let unit = position.roster.last_mut().unwrap();
    unit.attributes.push(muster_contract::Attribute { name: "demoralized".to_owned(), value: flag });
    let take = |forced: bool| {
        let dice = Arranged::else_highest().with("Initiative", &[4, 1]);
        let mut play = Play::from(&position, dice.with("the Union draws a card", &[1, 1, 1]));
        play.take(US, "activate us-buell");
        if forced {
            play.take(US, "force card-any");
        }
        let called = play.lists(US, "regroup 2223");
        play.take(US, "to 2223");
        [called, play.lists(US, "take 2")]
    };
    assert_eq!([take(false), take(true)], [[true; 2], [false; 2]]);
}

// -------- §5.1.2, §8.1

/// §8.1, §7.3: a Cavalry General whom SPs by themselves pick up commands one of them; the others are dropped off before.
#[test]
fn s8_1_a_cavalry_general_who_is_picked_up_commands_one_sp() {
    let lines = ["cs 3 @0303", "cs 2 @0304", "cs-stuart 1* 1/1 @0304 cavalry"];
    let mut play = march(Cs, &lines);
    play.all(CS, "activate cs-0303, to 0304");
    let stuart = play.state().world.general_named("cs-stuart").unwrap();
    assert_eq!(play.state().may_join(stuart).unwrap_err().citation, "7.3");
    assert!(!play.lists(CS, "join cs-stuart"));
    play.all(CS, "drop 2, join cs-stuart, to 0305, halt");
    assert_eq!((play.sps(Cs, "0305"), play.sps(Cs, "0304")), (1, 4));
}

/// Whether Hooker, who was dropped off with SPs in 0303 after these choices, can be activated, and those SPs.
fn go_again(lines: &[&str], before: &str) -> [bool; 2] {
    let mut play = march(Us, lines);
    play.all(US, before);
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    let sps = !play.ids_from(US, "activate us-0303").is_empty();
    [!play.ids_from(US, "activate us-hooker").is_empty(), sps]
}

/// §5.1.2: whoever was called in has moved, though the stack hasn't gone anywhere yet.
#[test]
fn s5_1_2_whoever_was_called_in_does_not_move_again() {
    let lines = ["us 1 @0303", "us-grant 3* 1/1 @0303", "us 4 @0304", "us-hooker 2* 1/1 @0304"];
    let called = "activate us-grant, regroup 0304, send-off, drop 4, leave us-hooker, to 0302, halt";
    assert_eq!(go_again(&lines, called), [false; 2]);
    let together = ["us 5 @0303", "us-grant 3* 1/1 @0303", "us-hooker 2* 1/1 @0303"];
    let left = "activate us-grant, drop 4, leave us-hooker, to 0302, halt";
    assert_eq!(go_again(&together, left), [true; 2], "those were never taken along");
}

/// §5.1.2: whoever has dug or placed a marker was activated for it.
#[test]
fn s5_1_2_whoever_has_dug_or_placed_a_marker_does_not_move_again() {
    let lines =
        ["0303 VA town", "us control @0909", "us 6 @0303", "us-grant 3* 1/1 @0303", "us-hooker 2* 1/1 @0303"];
    let mut play = march(Us, &lines);
    play.take(US, "activate us-grant");
    let place = |id: &str| play.ids(US).iter().position(|one| one == id).unwrap();
    assert!(place("mark") < place("drop 1") && place("dig-in") < place("drop 1"), "{:?}", play.ids(US));
    for work in ["dig-in", "mark"] {
        let after = format!("activate us-grant, {work}, drop 4, leave us-hooker, halt");
        assert_eq!(go_again(&lines, &after), [false; 2], "{work}");
        let before = format!("activate us-grant, drop 4, leave us-hooker, {work}, halt");
        assert_eq!(go_again(&lines, &before), [true; 2], "{work} by the others");
    }
}

/// §5.10: nor do SPs by themselves that have dug take up others: they are on their way.
#[test]
fn s5_10_sps_that_have_dug_pick_up_no_more() {
    let mut play = march(Us, &["us 5 @0303"]);
    play.all(US, "activate us-0303, drop 1");
    assert!(play.lists(US, "take 1"));
    play.take(US, "dig-in");
    assert!(!play.lists(US, "take 1"));
}

// -------- §7.2 on the way

/// §7.2.2: of the equals whose commander is picked up on the way the owner says who leads; others who are passed have theirs.
#[test]
fn s7_2_2_the_owner_chooses_who_leads_those_whose_commander_is_picked_up() {
    let lines = [
        "us 3 @0303",
        "us-grant 3* 1/1 @0303",
        "us 4 @0304",
        "us-sherman 2* 2/1 @0304",
        "us-thomas 2* 1/2 @0304",
        "us-burnside 2* 0/1 @0304",
    ];
    let after = |choices: &str| {
        let mut play = march(Us, &lines);
        play.all(US, choices);
        play
    };
    let play = after("activate us-grant, to 0304, join us-sherman, to 0305");
    assert_eq!(play.next_decision(), (US, "lead".to_owned()));
    assert_eq!(play.ids(US), ["lead us-thomas", "lead us-burnside"]);
    for passing in ["", "join us-burnside, "] {
        let play = after(&format!("activate us-grant, to 0304, {passing}to 0305"));
        assert_eq!(play.next_decision(), (US, "march".to_owned()), "{passing}");
    }
}

/// §7.2.4, P1: a subordinate who is dropped off doesn't command before an equal who does so there, whether or not that one was ever activated.
#[test]
fn s7_2_4_who_is_dropped_off_does_not_command_before_an_equal() {
    let there = ["us 5 @0303", "us-grant 3* 1/1 @0303", "us 4 @0304"];
    let equals = ["us-sherman 2* 2/1 @0303", "us-thomas 2* 1/2 @0304"];
    for order in [equals, [equals[1], equals[0]]] {
        let mut play = march(Us, &[&there[..], &order].concat());
        play.all(US, "activate us-grant, to 0304, leave us-sherman, to 0305");
        assert_eq!(play.next_decision(), (US, "march".to_owned()));
        let game = play.state();
        let commander = game.commander_in(Us, game.world.find("0304").unwrap());
        assert_eq!(commander, game.world.general_named("us-thomas"));
    }
}
