//! Where two rules meet: garrisons and generals by themselves, a tie and the supply of both, landings and zones, headings and what follows
//! them, steps in which one thing alone can be chosen.

use muster_contract::{Attribute, EventKind, Value};
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::{Fought, Plan, Verdict};
use us_civil_war::state::Post;
use us_civil_war::{Side, Theater};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::*;

/// A game on the field for battles that nobody wins before its end; the Union goes first, or the Confederacy.
#[track_caller]
fn long(first: Side, lines: &[&str]) -> Play {
    let mut position = battlefield::position(lines);
    let facts = [("benchmarks", no_benchmark(0)), ("last", Value::Number(8))];
    let facts = facts.map(|(name, value)| Attribute { name: name.to_owned(), value });
    position.setup.facts.extend(facts);
    let initiative = if first == Us { [6, 3] } else { [3, 6] };
    let dice = Arranged::else_on(3).with("Initiative", &initiative.repeat(9));
    Play::from(&position, dice.with("State of the Arsenal", &[3, 4].repeat(9)))
}

// -------- Garrisons, and generals by themselves

/// Hill has lost his SPs in a town of the North.
const ALONE: [&str; 4] = ["0304 PA town objective", "cs control @0304", "cs-hill 2* 3/3 @0304", "cs 1 @0909"];

/// §17.2.4, §7.6: a garrison that comes back drives generals of the enemy's away who are there by themselves.
#[test]
fn s7_6_a_garrison_that_comes_back_drives_lone_generals_away() {
    let mut play = long(Cs, &ALONE);
    assert_eq!(play.stands("cs-hill"), "0304");
    play.take(CS, "end-actions");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert!(play.state().has_garrison(play.state().world.find("0304").unwrap()));
    assert_eq!(play.officer("cs-hill").post, Post::Displaced(Theater::East, 0), "{}", play.told());
}

// -------- Ties

/// §13.1.5: the supply of both is judged once the attacker has gone back, before either suffers for it: the zone of an SP that is lost then
/// still cuts the defender off.
#[test]
fn s13_1_5_both_are_judged_before_either_suffers_for_the_tie() {
    let lines = [
        "0101 north-exit",
        "0101/0102 railroad",
        "0102/0103 railroad",
        "us 3 @0104",
        "cs 2 @0203 demoralized",
    ];
    let fight = |attack: u8, defense: u8| {
        let mut field = Field::of(&lines);
        field.march(Cs, "0203", 2, &[], "0104");
        let fought = field.fight(Plan::default(), &[attack], &[defense]);
        (field, fought)
    };
    let all = (1..=6).flat_map(|attack| (1..=6).map(move |defense| (attack, defense)));
    let (mut field, fought) = all
        .map(|(attack, defense)| fight(attack, defense))
        .find(|(_, fought)| fought.verdict == Verdict::Tied && fought.lost == [1, 1])
        .expect("dice that tie");
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert_eq!((field.sps(Cs, "0203"), field.sps(Us, "0104")), (0, 2), "out of supply, and Demoralized");
    assert!(field.is_demoralized("0104"), "0103 was in a Confederate zone");
    let at = field.space("0104");
    assert!(field.game.supply(Us).is_full(at), "by now it isn't");
}

// -------- Surrender

/// §13.6.3: an Island that surrenders changes sides once, also where a Fort that stood there has left a marker.
#[test]
fn s13_6_3_an_island_that_surrenders_is_told_once() {
    let mut position = battlefield::position(&["isle", "cs fort 1 @isle", "us 3 @0909"]);
    position.setup.facts.push(Attribute { name: "last".to_owned(), value: Value::Number(8) });
    let dice = Arranged::else_on(3).with("Initiative", &[3, 6, 3, 6]).with("Surrender of", &[1]);
    let mut play = Play::from(&position, dice);
    play.take(CS, "end-actions");
    let told = play.told();
    assert_eq!(told.matches("has control of").count(), 1, "{told}");
    let isle = play.state().world.find("isle").unwrap();
    assert_eq!(play.state().spot(isle).marker, Some(Us));
}

// -------- Landings from the next port

/// §9.3.2, §11.6.4: the zone of those who land is judged from the space that they come from, if it is next to the one where they land.
#[test]
fn s9_3_2_the_zone_of_a_landing_is_judged_from_the_next_port() {
    // Of 0505 the neighbours are 0404, 0405, 0504, 0506, 0604 and 0605; 0404 and 0604 lie next to 0504 too.
    let ways = |from: &str, to: &str| {
        let force = format!("us 3 @{from}");
        let mut field = Field::of(&[&force, "cs 2 @0505", "cs-hill 2* 1/1 @0505"]);
        field.march(Us, from, 3, &[], to);
        let open = field.names(field.game.avoidances().map(|one| one.space)).join(" ");
        let fought = Fought { verdict: Verdict::Won, ..field.fight(Plan::default(), &[1], &[1]) };
        let paths = field.retreats(&fought);
        (open, ["0404", "0604"].map(|first| paths.iter().any(|path| path.starts_with(first))))
    };
    let by_land = ("0405 0506 0605".to_owned(), [false; 2]);
    assert_eq!(ways("0504", "0505"), by_land);
    assert_eq!(ways("0504", "0505 sea"), by_land);
    assert_eq!(ways("0909", "0505 sea"), ("0404 0405 0504 0506 0604 0605".to_owned(), [true; 2]));
}

// -------- Strategic Moves

/// §6.2.2, §15.6: SPs that come to a general who is by himself remove an enemy's Control marker there, as all SPs do where they end.
#[test]
fn s6_2_2_sps_on_a_strategic_move_remove_a_marker() {
    let lines = [
        "0305 PA town",
        "cs control @0305",
        "us-buell 2* 1/1 @0305",
        "us 3 @0303",
        // From here a line leads to the marker.
        "cs 1 @0308",
    ];
    let mut play = long(Us, &lines);
    play.until("strategic");
    let town = play.state().world.find("0305").unwrap();
    assert_eq!(play.state().spot(town).marker, Some(Cs));
    play.all(US, "dispatch 0303, road 0305");
    if play.next_decision().1 == "convoy" {
        play.take(US, "arrive");
    }
    assert_eq!((play.sps(Us, "0305"), play.state().spot(town).marker), (1, None));
}

// -------- Headings

/// The place of what the last choice has told of a phase that began, and of a sentence.
#[track_caller]
fn order(play: &Play, phase: &str, sentence: &str) -> [usize; 2] {
    let heading = play.events.iter().position(|event| event.kind == EventKind::Phase(phase.to_owned()));
    let told = play.events.iter().position(|event| event.text.contains(sentence));
    [heading.expect("it begins"), told.expect("it is told")]
}

/// §3, §4.2: what a phase does stands below its heading, the first thing too.
#[test]
fn s3_what_a_phase_begins_with_stands_below_its_heading() {
    let mut play = long(Us, &["us 2 @0505", "cs 4 @0909"]);
    play.take(US, "end-actions");
    let [heading, told] = order(&play, "supply", "is out of supply and forages");
    assert!(heading < told, "13.2.1");
    let mut play = long(Cs, &ALONE);
    play.take(CS, "end-actions");
    let [heading, told] = order(&play, "actions", "A Union garrison is back");
    assert!(heading < told, "17.2.4");
    let facts = [("turn", Value::Number(3)), ("benchmarks", no_benchmark(6))];
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(9));
    let mut play = Play::from(&changed("us-civil-war", &facts), dice);
    while play.state().turn == 3 {
        play.until("action");
        let seat = play.next_decision().0;
        play.take(seat, "end-actions");
    }
    let [heading, told] = order(&play, "reinforcements", "Kentucky joins the Union");
    assert!(heading < told, "17.1.3");
}

/// §7.2.4, §14.6: who commands where a general comes back is asked in the Reinforcement Phase, also if Militia of the other side's come next.
#[test]
fn s7_2_4_who_commands_is_asked_in_the_phase_of_what_is_interrupted() {
    let mut position = changed("us-civil-war-1862", &[]);
    position.roster.retain(|unit| unit.id != "cs-militia-ga");
    let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40)));
    play.take(US, "disperse us-grant");
    play.until("recall");
    // There Butler stands, who has as many stars.
    play.take(US, "post ship-island");
    assert_eq!(play.next_decision(), (US, "lead".to_owned()));
    assert_eq!(play.view(US).turn.phase, "reinforcements");
}

// -------- Nothing to choose

/// §7.8: a transfer to the only place is carried out, and nobody is asked for a second general where there is none.
#[test]
fn s7_8_who_can_go_to_one_place_alone_is_not_asked_about() {
    let lines =
        ["0306 north-exit", "0306/0307 railroad", "us 2 @0303", "us-buell 2* 1/1 @0303", "us 2 @0306"];
    let mut play = long(Us, &lines);
    play.take(US, "transfer us-buell");
    assert_eq!((play.stands("us-buell").as_str(), play.next_decision()), ("0306", (US, "action".to_owned())));
}

/// §9.2.3: a General with one SP who intercepts where nobody is comes with it: there is no part of the stack to choose.
#[test]
fn s9_2_3_a_stack_that_cannot_be_parted_comes_at_once() {
    let lines = ["us 3 @0503", "us-grant 2* 1/1 @0503", "cs 1 @0505", "cs-hill 2* 1/4 @0505"];
    let mut play =
        Play::from(&battlefield::position(&lines), Arranged::else_highest().with("Initiative", &[6, 3]));
    play.take(US, "activate us-grant").take(US, "to 0504");
    play.all(CS, "intercept 0505, roll-interceptions");
    assert_eq!((play.sps(Cs, "0504"), play.stands("cs-hill").as_str()), (1, "0504"), "{}", play.told());
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
}

/// §14.6: displaced SPs of the Union beyond the Mississippi come to St. Louis, where else nobody could.
#[test]
fn s14_6_sps_that_have_one_place_come_to_it() {
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40));
    let mut play = Play::from(&changed("us-civil-war-1862", &[]), dice);
    play.all(US, "disperse 1707, disperse 1908");
    let beyond = Theater::TransMississippi;
    assert_eq!(play.state().displaced(Us, beyond), 2);
    let before = play.sps(Us, "1712");
    play.until("intake");
    while play.next_decision().1 != "strategic" {
        let (seat, kind) = play.next_decision();
        assert!(play.ids(seat).len() > 1, "{kind}: {:?}", play.ids(seat));
        play.end(seat);
    }
    assert_eq!(play.state().displaced(Us, beyond), 0);
    assert_eq!(play.sps(Us, "1712"), before + 2 + 1, "two new ones, and one of the two");
}
