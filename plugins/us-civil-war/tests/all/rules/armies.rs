//! §22.4, §22.5: Army markers and army morale.

use muster_contract::{Attribute, Position, Value};
use us_civil_war::Side::Us;
use us_civil_war::armies::Army;
use us_civil_war::battle::{Plan, Verdict};
use us_civil_war::state::{Force, Post};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::{Arranged, CS, Play, US, set_up};

fn with(option: &str, lines: &[&str]) -> Position {
    let mut position = battlefield::position(lines);
    position.setup.options.push(Attribute { name: option.to_owned(), value: Value::Flag(true) });
    position
}

fn play(option: &str, lines: &[&str]) -> Play {
    Play::from(&with(option, lines), Arranged::else_on(3).with("Initiative", &[6, 3]))
}

const GRANT: [&str; 2] = ["us 12 @0503", "us-grant 3* 0/0 @0503"];
const LEE: &str = "cs-lee 3* 0/0 @0504";

/// Who leads armies.
fn leaders(play: &Play) -> Vec<&str> {
    let game = play.state();
    game.armies.iter().map(|army| game.world.general(army.leader).id.as_str()).collect()
}

#[test]
fn s22_4_stacks_with_three_stars_have_markers_at_any_time() {
    let lines = [&GRANT[..], &["us 2 @0703", "us-hooker 2* 1/1 @0703", "cs 7 @0504", LEE]].concat();
    let mut game = play("army-markers", &lines);
    assert_eq!(game.ids_from(US, "army"), ["army us-grant"], "Hooker has two stars");
    assert_eq!(game.next_decision(), (US, "action".to_owned()));
    game.take(CS, "army cs-lee");
    assert_eq!(game.next_decision(), (US, "action".to_owned()), "it is no action");
    assert_eq!(leaders(&game), ["cs-lee"]);
    assert!(game.ids_from(CS, "army").is_empty(), "a stack has one");
    game.take(CS, "disband-army cs-lee");
    assert!(leaders(&game).is_empty() && game.lists(CS, "army cs-lee"));
    let mut none =
        Play::from(&battlefield::position(&lines), Arranged::else_on(3).with("Initiative", &[6, 3]));
    assert!(none.ids_from(US, "army").is_empty());
    none.take(US, "end-actions");
}

#[test]
fn s22_4_three_markers_a_side() {
    let lines = ["@0103", "@0303", "@0503", "@0703"].map(|at| format!("us 1 {at}"));
    let generals = [("a", "@0103"), ("b", "@0303"), ("c", "@0503"), ("d", "@0703")]
        .map(|(name, at)| format!("us-{name} 3* 0/0 {at}"));
    let all: Vec<&str> = lines.iter().chain(&generals).map(String::as_str).collect();
    let mut game = play("army-markers", &all);
    game.all(US, "army us-a, army us-b, army us-c");
    assert!(!game.lists(US, "army us-d"));
    game.take(US, "disband-army us-a");
    assert!(game.lists(US, "army us-d"));
}

/// Markers are changed at any time, but not without end while the other side is to move.
#[test]
fn s22_4_markers_change_six_times_in_a_players_phase() {
    let mut game =
        play("army-markers", &["us 1 @0103", "us-a 3* 0/0 @0103", "cs 1 @0503", "cs-b 3* 0/0 @0503"]);
    for _ in 0..3 {
        game.all(CS, "army cs-b, disband-army cs-b");
    }
    assert!(!game.lists(CS, "army cs-b") && game.lists(US, "army us-a"));
    game.take(US, "end-actions");
    assert!(game.lists(CS, "army cs-b"), "it is another player's phase");
}

#[test]
fn s22_4_the_marker_goes_with_who_leads() {
    let lines = [&GRANT[..], &["us-meade 3* 0/0 @0503"]].concat();
    let march = |first: &str| {
        let mut game = play("army-markers", &lines);
        game.take(US, "army us-grant");
        if !first.is_empty() {
            game.take(US, first);
        }
        game.all(US, "activate us-grant, drop 4, to 0502, halt");
        game
    };
    let gone = march("");
    let at = |game: &Play, id: &str| Post::Map(game.state().world.find(id).unwrap());
    assert_eq!((leaders(&gone), gone.state().armies[0].post), (vec!["us-grant"], at(&gone, "0502")));
    let stayed = march("hand-over us-meade");
    assert_eq!((leaders(&stayed), stayed.state().armies[0].post), (vec!["us-meade"], at(&stayed, "0503")));
}

/// Where two armies meet they are one.
#[test]
fn s22_4_a_stack_has_one_marker() {
    let lines = [&GRANT[..], &["us 3 @0502", "us-meade 3* 0/0 @0502"]].concat();
    let mut game = play("army-markers", &lines);
    game.all(US, "army us-grant, army us-meade, activate us-grant, to 0502, halt");
    assert_eq!(leaders(&game), ["us-grant"]);
}

/// Where who leads leaves the map another of three stars leads, or the marker goes.
#[test]
fn s22_4_a_stack_without_a_general_of_that_rank_has_no_marker() {
    let mut position = set_up("us-civil-war-1862");
    position.setup.options.push(Attribute { name: "army-markers".to_owned(), value: Value::Flag(true) });
    let buell = position.roster.iter_mut().find(|unit| unit.id == "us-buell").unwrap();
    buell.place = Some(muster_sdk::place("1647"));
    let mut game = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 3]));
    game.all(US, "army us-mcclellan, disperse us-mcclellan");
    assert_eq!(leaders(&game), ["us-buell"]);
    game.take(US, "disperse us-buell");
    assert!(leaders(&game).is_empty(), "McDowell and Sumner have two stars");
}

/// A battle of Grant's from 0503 into 0504, where Lee is: both lead armies, of high morale or not.
fn battle(attackers: u8, defenders: u8, high: [bool; 2]) -> Field {
    let (us, cs) = (format!("us {attackers} @0503"), format!("cs {defenders} @0504"));
    let mut field = Field::at(&with("army-morale", &[&us, GRANT[1], &cs, LEE]));
    field.march(Us, "0503", attackers, &["us-grant"], "0504");
    let (grant, lee) = (field.general("us-grant"), field.general("cs-lee"));
    let at = field.space("0504");
    field.game.armies = vec![
        Army { leader: grant, post: Post::March, high: high[0] },
        Army { leader: lee, post: Post::Map(at), high: high[1] },
    ];
    field
}

/// Which of them has high morale after a battle with these dice.
fn morale(mut field: Field, attack: &[u8], defense: &[u8], ends: Verdict) -> [bool; 2] {
    let fought = field.fight(Plan::default(), attack, defense);
    assert_eq!(fought.verdict, ends);
    [field.game.armies[0].high, field.game.armies[1].high]
}

const LOW: [u8; 6] = [2; 6];
const HIGH: [u8; 6] = [6; 6];

#[test]
fn s22_5_1_closely_fought_major_battles_earn_high_morale() {
    let won =
        |attackers, defenders| morale(battle(attackers, defenders, [false; 2]), &HIGH, &LOW, Verdict::Won);
    assert_eq!(won(12, 7), [true, false], "the example: two dice each");
    assert_eq!(won(13, 11), [false; 2], "three dice against two");
    assert_eq!(won(7, 6), [false; 2], "six are too few");
    let lost =
        |attackers, defenders| morale(battle(attackers, defenders, [false; 2]), &LOW, &HIGH, Verdict::Lost);
    assert_eq!(lost(13, 11), [false, true], "unless the eleven win");
}

#[test]
fn s22_5_4_who_loses_any_battle_loses_it() {
    assert_eq!(morale(battle(12, 3, [true; 2]), &HIGH, &LOW, Verdict::Won), [true, false]);
    assert_eq!(morale(battle(3, 12, [true; 2]), &LOW, &HIGH, Verdict::Lost), [false, true]);
}

#[test]
fn s22_5_3_ones_are_rolled_again_once() {
    let again = |high: bool, attack: &[u8]| {
        let mut field = battle(12, 7, [high, false]);
        let fought = field.fight(Plan::default(), attack, &LOW);
        let rolls = field.events.iter().filter(|event| event.text.contains("ones again")).count();
        (fought.verdict == Verdict::Won, rolls)
    };
    assert_eq!(again(true, &[1, 1, 6, 6]), (true, 1));
    assert!(!again(false, &[1, 1, 6, 6]).0, "without high morale they stay");
    assert_eq!(again(true, &[1, 6, 6, 1]).1, 1);
    assert!(!again(true, &[1, 1, 1, 1, 6, 6]).0, "a 1 that comes again is kept");
    assert_eq!(again(true, &[2, 2]).1, 0);
    let percent = |high| battle(12, 7, high).percent(Plan::default());
    assert!(percent([true, false]) > percent([false; 2]) && percent([false; 2]) > percent([false, true]));
    assert_eq!(battle(12, 7, [true, false]).chances(Plan::default()).all, 36 * 36 * 36);
}

/// Won in a battle, kept by an army whose force is Demoralized, lost with its last SP.
#[test]
fn s22_5_4_without_an_sp_there_is_no_morale() {
    let mut field = battle(12, 7, [true, false]);
    field.fight(Plan::default(), &HIGH, &LOW);
    field.game.march.as_mut().unwrap().demoralized = true;
    field.run(|game, resolution| game.settle_armies(resolution));
    assert!(field.game.armies[0].high);
    // Who hasn't set out has those too that he drops off.
    let march = field.game.march.as_mut().unwrap();
    let (at, all) = (march.at, std::mem::take(&mut march.sps));
    let force = Force { side: Us, sps: all, moved: 0, demoralized: false, foraging: false };
    field.game.put_down(at, force);
    field.run(|game, resolution| game.settle_armies(resolution));
    assert!(field.game.armies[0].high, "all of them stand in his hex");
    field.game.march.as_mut().unwrap().from = Some(at);
    field.run(|game, resolution| game.settle_armies(resolution));
    assert!(!field.game.armies[0].high && field.says("no longer"));
}
