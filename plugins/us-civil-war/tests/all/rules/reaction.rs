//! §9, §8.2: Interception, Avoid Battle, cavalry that turns back.

use muster_sdk::May;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::reaction::{Reaction, THROWS};
use us_civil_war::stacks::Detachment;
use us_civil_war::state::{Named, Post};
use us_civil_war::{General, Space, UsCivilWar};

use crate::rules::battlefield::Field;
use crate::rules::position::{self, Arranged, CS, Play};

/// Who intercepts where three Union SPs go from 0503 to 0504.
fn interceptors(lines: &[&str]) -> Vec<String> {
    let mut all = vec!["us 6 @0503", "us-grant 3* 3/2 @0503"];
    all.extend(lines);
    let mut field = Field::of(&all);
    field.march(Us, "0503", 3, &["us-grant"], "0504");
    field.reactions(field.game.interceptors())
}

// -------- §9.2

#[test]
fn s9_2_1_generals_with_sps_intercept_where_their_zone_reaches() {
    // Next to 0504 are 0403, 0404, 0505, 0604 and 0603, and 0503, where the march comes from.
    assert_eq!(interceptors(&["cs 3 @0505", "cs-lee 3* 2/4 @0505"]), ["0505 +4"]);
    assert!(interceptors(&["cs 3 @0506", "cs-lee 3* 2/4 @0506"]).is_empty(), "two hexes away");
    assert!(interceptors(&["cs 3 @0505"]).is_empty(), "an intrinsic General");
    assert!(interceptors(&["cs fort 1 @0505"]).is_empty());
    assert_eq!(
        interceptors(&["cs 3 @0505", "cs-lee 3* 2/4 @0505", "cs 2 @0404", "cs-hood 2* 2/1 @0404"]),
        ["0404 +1", "0505 +4"],
        "9.2.2: all of them"
    );
    assert_eq!(interceptors(&["cs 3 @0505 demoralized", "cs-lee 3* 2/4 @0505"]), ["0505 +4"], "12.4");
}

#[test]
fn p3_no_interception_over_rivers_into_standing_enemies_or_key_hexes_of_theirs() {
    let lee = ["cs 3 @0505", "cs-lee 3* 2/4 @0505"];
    let with = |more: &[&str]| interceptors(&[&lee[..], more].concat());
    assert!(with(&["0504/0505 river"]).is_empty());
    assert!(with(&["0504/0505 river railroad ferry"]).is_empty());
    assert_eq!(with(&["0504/0505 river railroad bridge"]), ["0505 +3"]);
    assert!(with(&["0504/0505 impassable"]).is_empty());
    // Hex B: a Union SP stands there already.
    assert!(with(&["us 1 @0504"]).is_empty());
    assert!(with(&["us fort 1 @0504"]).is_empty(), "9.1 D");
    assert_eq!(with(&["us entrenchment @0504"]), ["0505 +4"], "which has no zone and stops none");
    assert!(with(&["0504 PA objective"]).is_empty(), "9.1 C");
    assert!(with(&["0504 resource", "us control @0504"]).is_empty());
    assert_eq!(with(&["0504 resource"]), ["0505 +4"]);
    assert_eq!(with(&["0504 town", "us control @0504"]), ["0505 +4"]);
}

#[test]
fn s7_6_generals_by_themselves_intercept_only_to_join_sps() {
    assert!(interceptors(&["cs-lee 3* 2/4 @0505"]).is_empty());
    assert_eq!(interceptors(&["cs-lee 3* 2/4 @0505", "cs 1 @0504"]), ["0505 +4"]);
    assert!(interceptors(&["cs-lee 3* 2/4 @0505", "cs-hill 2* 1/1 @0504"]).is_empty());
}

#[test]
fn s9_4_the_commander_cavalry_rivers_and_mountains() {
    let from = |lines: &[&str]| {
        let all = [&["cs 6 @0505", "cs-lee 3* 2/4 @0505"][..], lines].concat();
        interceptors(&all).join(", ")
    };
    assert_eq!(from(&["cs-stuart 1* 2/2 @0505 cavalry limited"]), "0505 +6");
    assert_eq!(from(&["cs-dorn 2* 2/1 @0505 intrinsic-cavalry"]), "0505 +6", "8.6");
    assert_eq!(from(&["0504/0505 minor-river"]), "0505 +3");
    assert_eq!(from(&["0504/0505 minor-river road"]), "0505 +4", "5.8.2: bridged");
    assert_eq!(from(&["0504/0505 minor-river railroad"]), "0505 +4");
    assert_eq!(from(&["0504/0505 minor-river railroad-1864"]), "0505 +3", "not built yet");
    assert_eq!(from(&["0504/0505 ridge pass"]), "0505 +3");
    assert_eq!(from(&["0504/0505 ridge gap railroad"]), "0505 +3");
    assert_eq!(from(&["0504/0505 ridge"]), "0505 +2");
    assert_eq!(from(&["0504/0505 ridge minor-river"]), "0505 +1");
    // A Cavalry Unit by itself: his own rating and two (8.2); a Cavalry General doesn't command others (8.4).
    assert_eq!(interceptors(&["cs 1 @0505", "cs-forrest 1* 3/3 @0505 cavalry limited"]), ["0505 +5"]);
    assert_eq!(
        interceptors(&["cs 1 @0505", "cs-forrest 1* 3/3 @0505 cavalry limited", "cs-polk 1* 0/0 @0505"]),
        ["0505 +2"]
    );
}

#[test]
fn s9_2_1_nine_or_more_of_two_dice() {
    let ways = |modifier: i8| {
        let field = Field::of(&[]);
        Reaction { space: field.space("0101"), automatic: false, modifier, unsure: false }.ways()
    };
    let all: Vec<u64> = (-4..=8).map(ways).collect();
    assert_eq!(all, [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36]);
    let mut field = Field::of(&["us 3 @0503", "cs 3 @0505", "cs-lee 3* 2/4 @0505"]);
    field.march(Us, "0503", 3, &[], "0504");
    let reaction = field.game.interceptors()[0];
    for (faces, succeeds) in [([2, 3], true), ([1, 3], false)] {
        field.dice.arrange("Interception", &faces);
        assert_eq!(field.run(|game, resolution| game.try_interception(reaction, resolution)), succeeds);
    }
}

/// The space that is entered.
fn entered(game: &UsCivilWar) -> Space {
    game.march.as_ref().and_then(|march| march.entering).expect("a space is entered")
}

fn may_send(game: &UsCivilWar, party: &Detachment) -> May {
    game.may_send(party, entered(game))
}

fn most_to_send(game: &UsCivilWar, from: Space, leader: Option<General>, all: bool) -> u8 {
    game.most_to_send(Named { from, to: entered(game) }, leader, all)
}

fn party(field: &Field, sps: u8, generals: &[&str]) -> Detachment {
    Detachment {
        from: field.space("0505"),
        sps,
        generals: generals.iter().map(|id| field.general(id)).collect(),
    }
}

#[test]
fn s9_2_3_part_of_a_stack_goes_as_rank_allows_and_an_sp_stays_with_generals_who_stay() {
    let mut field = Field::of(&[
        "us 3 @0503",
        "cs 8 @0505",
        "cs-lee 3* 2/4 @0505",
        "cs-jackson 2* 4/3 @0505",
        "cs-stuart 1* 2/2 @0505 cavalry limited",
        "cs-longstreet 3* 2/3 @0404",
        "cs 3 @0404",
    ]);
    field.march(Us, "0503", 3, &[], "0504");
    let may = |sps: u8, generals: &[&str]| {
        let party = party(&field, sps, generals);
        may_send(&field.game, &party).map_err(|why| why.citation)
    };
    assert_eq!(may(8, &["cs-lee", "cs-jackson", "cs-stuart"]), Ok(()));
    assert_eq!(may(6, &["cs-jackson"]), Ok(()));
    assert_eq!(may(7, &["cs-jackson"]), Err("9.2.3"), "two stars take six");
    assert_eq!(may(1, &["cs-stuart"]), Ok(()));
    assert_eq!(may(2, &["cs-stuart"]), Err("9.2.3"), "8.1");
    assert_eq!(may(6, &["cs-jackson", "cs-stuart"]), Ok(()), "a cavalryman goes as subordinate");
    assert_eq!(may(8, &["cs-lee"]), Err("7.5.3"), "Jackson and Stuart stay without an SP");
    assert_eq!(may(3, &[]), Err("9.2.3"));
    assert_eq!(may(0, &["cs-lee"]), Err("7.5.3"), "into a vacant hex");
    assert_eq!(may(1, &["cs-longstreet"]), Err("9.2.3"), "he stands elsewhere");
    let at = field.space("0505");
    assert_eq!(most_to_send(&field.game, at, Some(field.general("cs-jackson")), false), 6);
    assert_eq!(most_to_send(&field.game, at, Some(field.general("cs-lee")), false), 7);
    assert_eq!(most_to_send(&field.game, at, Some(field.general("cs-lee")), true), 8);
    let go = party(&field, 6, &["cs-jackson"]);
    field.run(|game, resolution| game.intercept(&go, resolution));
    assert_eq!((field.sps(Cs, "0504"), field.sps(Cs, "0505")), (6, 2));
    let there = field.space("0504");
    assert_eq!(
        field.game.commander_in(Cs, there),
        Some(field.general("cs-jackson")),
        "C78: he commands the battle"
    );
    assert_eq!(field.lines(Default::default()), "3 +0, 5-6 +3");
}

#[test]
fn s7_4_1_a_three_star_general_follows_none_but_grant_with_four() {
    let mut field = Field::of(&["us 3 @0503", "cs 8 @0505", "cs-lee 3* 2/4 @0505", "cs-bragg 3* 1/1 @0505"]);
    field.march(Us, "0503", 3, &[], "0504");
    let both = party(&field, 8, &["cs-lee", "cs-bragg"]);
    assert_eq!(may_send(&field.game, &both).unwrap_err().citation, "7.4.1");
    let mut field =
        Field::of(&["cs 3 @0503", "us 8 @0505", "us-grant 4* 3/3 @0505", "us-meade 3* 1/2 @0505"]);
    field.march(Cs, "0503", 3, &[], "0504");
    let both = party(&field, 8, &["us-grant", "us-meade"]);
    assert_eq!(may_send(&field.game, &both), Ok(()));
}

#[test]
fn s11_5_2_a_crossing_that_is_intercepted_is_fought_by_three() {
    let mut field = Field::of(&[
        "0503/0504 river",
        "us 12 @0503",
        "us-grant 3* 3/2 @0503",
        "cs 9 @0505",
        "cs-lee 3* 2/4 @0505",
    ]);
    field.march(Us, "0503", 12, &["us-grant"], "0504");
    let go = party(&field, 9, &["cs-lee"]);
    field.run(|game, resolution| game.intercept(&go, resolution));
    assert_eq!(field.lines(Default::default()), "3 +3, 9-12 +5");
}

#[test]
fn p4_c23_a_coastal_fort_and_its_port_react_without_dice_or_general() {
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 2 @0505", "us 3 @0909"];
    let mut field = Field::of(&lines);
    field.march(Us, "0909", 3, &[], "fort-x sea");
    assert_eq!(field.reactions(field.game.interceptors()), ["0505 free"], "at A");
    let both = party(&field, 2, &[]);
    assert_eq!(may_send(&field.game, &both), Ok(()));
    field.run(|game, resolution| game.intercept(&both, resolution));
    assert_eq!(field.sps(Cs, "fort-x"), 2);
    // No more than three are there afterwards.
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 5 @0505", "cs 1 @fort-x", "us 3 @0909"];
    let mut field = Field::of(&lines);
    field.march(Us, "0909", 3, &[], "fort-x sea");
    let (two, three) = (party(&field, 2, &[]), party(&field, 3, &[]));
    assert_eq!(may_send(&field.game, &two), Ok(()));
    assert_eq!(may_send(&field.game, &three).unwrap_err().citation, "10.3.2");
    assert_eq!(most_to_send(&field.game, field.space("0505"), None, true), 2);
    // At B: the SP in the fort goes into the port.
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 1 @fort-x", "us 3 @0504"];
    let mut field = Field::of(&lines);
    field.march(Us, "0504", 3, &[], "0505");
    assert_eq!(field.reactions(field.game.interceptors()), ["fort-x free"]);
    // Not if either is the enemy's.
    let lines = ["fort-x us 0505", "0505 ocean-port coast town", "us 1 @fort-x", "us 3 @0504", "cs 1 @0505"];
    let mut field = Field::of(&lines);
    field.march(Us, "0504", 3, &[], "0505");
    assert!(field.game.interceptors().is_empty());
}

/// §10.3.2, §9.3.2: a stack with a General may still throw for another hex than the Coastal Fort.
#[test]
fn s10_3_2_a_general_in_a_port_avoids_battle_elsewhere_too() {
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 6 @0505", "cs-lee 3* 2/4 @0505"];
    let mut field = Field::of(&[&lines[..], &["us 3 @0504"]].concat());
    field.march(Us, "0504", 3, &[], "0505");
    let mut open = |dice: &[u8]| {
        field.dice.clear();
        field.dice.arrange("Avoid Battle", dice);
        let sum = field.run(|game, resolution| game.roll_avoidance(resolution));
        field.reactions(field.game.avoidances_with(sum))
    };
    assert!(open(&[3, 2]).contains(&"0506 +4".to_owned()), "{:?}", open(&[3, 2]));
    assert_eq!(open(&[2, 2]), ["fort-x free"], "it needs no dice");
}

// -------- §8.2

#[test]
fn s8_2_cavalry_that_is_intercepted_turns_back_and_its_activation_is_over() {
    let mut field = Field::of(&[
        "cs 1 @0503",
        "cs-forrest 1* 3/3 @0503 cavalry limited",
        "us 6 @0505",
        "us-grant 3* 3/2 @0505",
    ]);
    field.march(Cs, "0503", 1, &["cs-forrest"], "0504");
    assert_eq!(field.game.may_back_up(), Ok(()));
    field.run(|game, resolution| game.back_up(resolution));
    assert!(field.game.march.is_none());
    assert_eq!(field.sps(Cs, "0503"), 1);
    assert_eq!(field.post("cs-forrest"), Post::Map(field.space("0503")));
    let officer = field.game.officers[field.general("cs-forrest")];
    assert!(officer.moved, "5.1.2");
    let mut field = Field::of(&["cs 3 @0503", "cs-hood 2* 3/3 @0503"]);
    field.march(Cs, "0503", 1, &["cs-hood"], "0504");
    assert_eq!(field.game.may_back_up().unwrap_err().citation, "8.2");
}

// -------- §9.3

/// Where Confederates in 0505 can avoid a battle with four Union SPs from 0504.
fn avoidances(lines: &[&str]) -> Vec<String> {
    let mut all = vec!["us 4 @0504"];
    all.extend(lines);
    let mut field = Field::of(&all);
    field.march(Us, "0504", 4, &[], "0505");
    field.reactions(field.game.avoidances())
}

const LEE: [&str; 2] = ["cs 4 @0505", "cs-lee 3* 2/4 @0505"];

fn with(more: &[&str]) -> Vec<String> {
    avoidances(&[&LEE[..], more].concat())
}

#[test]
fn s9_3_2_one_goes_out_of_the_zone_of_those_who_come() {
    assert_eq!(with(&[]), ["0405 +4", "0506 +4", "0605 +4"], "A1 to A3");
    assert!(avoidances(&["cs 4 @0505"]).is_empty(), "9.3.1: without a General");
    assert_eq!(avoidances(&["cs-lee 3* 2/4 @0505"]), ["0405 +4", "0506 +4", "0605 +4"], "7.6: by himself");
    let mut field = Field::of(&["us 4 @0504", "cs 4 @0505"]);
    field.march(Us, "0504", 4, &[], "0505");
    assert_eq!(field.game.may_avoid().unwrap_err().citation, "9.3.1");
}

#[test]
fn s9_3_2_rivers_mountains_key_hexes_and_enemies_shut_the_way() {
    assert_eq!(with(&["0405/0505 river", "0505/0506 impassable"]), ["0605 +4"]);
    assert_eq!(
        with(&["0405/0505 river bridge railroad", "0505/0506 ridge pass", "0505/0605 minor-river"]),
        ["0405 +3", "0506 +3", "0605 +3"]
    );
    assert_eq!(with(&["0405 PA objective", "0506 resource", "us control @0506"]), ["0605 +4"]);
    assert_eq!(with(&["us fort 1 @0405", "us 1 @0506"]), ["0605 +4"]);
    assert_eq!(with(&["0405 resource"]), ["0405 +4", "0506 +4", "0605 +4"], "his own");
}

#[test]
fn s9_3_2_standing_forces_that_are_no_weaker_shut_their_zones_one_by_one() {
    // B: 0405 lies in the zones of 0305 and 0306.
    assert!(with(&["us 3 @0305", "us 3 @0306"]).contains(&"0405 +4".to_owned()), "not added up");
    assert!(!with(&["us 4 @0305"]).contains(&"0405 +4".to_owned()));
    assert!(
        with(&["us 4 @0305", "cs 1 @0405"]).contains(&"0405 +4".to_owned()),
        "9.1 D: friends end the zone"
    );
    // A lone general: a Fort's 0 SPs are as many as his.
    let alone = avoidances(&["cs-lee 3* 2/4 @0505", "us fort 1 @0305"]);
    assert!(!alone.contains(&"0405 +4".to_owned()));
}

#[test]
fn s9_3_2_seven_times_as_many_push_an_enemy_back_and_c18_not_out_of_a_fort() {
    let seven = |more: &[&str]| {
        avoidances(&[&["cs 7 @0505", "cs-lee 3* 2/4 @0505", "us 1 @0405"][..], more].concat())
    };
    assert!(seven(&[]).contains(&"0405 +4".to_owned()));
    assert!(seven(&["us entrenchment @0405"]).contains(&"0405 +4".to_owned()));
    assert!(!seven(&["us fort 1 @0405"]).contains(&"0405 +4".to_owned()));
    assert!(
        !avoidances(&["cs 6 @0505", "cs-lee 3* 2/4 @0505", "us 1 @0405"]).contains(&"0405 +4".to_owned())
    );
    let mut field = Field::of(&[
        "us 4 @0504",
        "cs 7 @0505",
        "cs-lee 3* 2/4 @0505",
        "us 1 @0405",
        "us entrenchment @0405",
    ]);
    field.march(Us, "0504", 4, &[], "0505");
    let (from, at, to) = (field.space("0505"), field.space("0405"), field.space("0305"));
    assert!(field.game.pushes(Us, at, Some(from)).contains(&to));
    field.run(|game, resolution| {
        game.push_aside(Us, at, Some(to), resolution);
        game.avoid(at, resolution);
    });
    assert_eq!((field.sps(Us, "0305"), field.sps(Cs, "0405"), field.sps(Cs, "0505")), (1, 7, 0));
    assert_eq!(field.game.spot(at).works, us_civil_war::state::Works::None);
}

#[test]
fn s9_4_momentum_helps_those_who_have_retreated_to_avoid_and_goes_with_them() {
    let mut field = Field::of(&[
        "us 4 @0504",
        "cs 4 @0505 foraging demoralized",
        "cs-lee 3* 2/4 @0505",
        "0505 resource",
        "cs militia VA @0505",
    ]);
    field.march(Us, "0504", 4, &[], "0505");
    let at = field.space("0505");
    field.game.march.as_mut().unwrap().retreated.push(at);
    assert_eq!(field.reactions(field.game.avoidances()), ["0405 +6", "0506 +6", "0605 +6"]);
    let to = field.space("0506");
    field.run(|game, resolution| game.avoid(to, resolution));
    assert_eq!(field.game.march.as_ref().unwrap().retreated, [to]);
    let force = field.game.spot(to).force.expect("all of it");
    assert!(force.sps == 4 && force.foraging && force.demoralized, "C79");
    assert_eq!(field.post("cs-lee"), Post::Map(to));
    assert_eq!(field.game.militia_in(Cs, at), None, "displaced");
    // An Interception has none of it.
    field.enters("0505");
    field.game.march.as_mut().unwrap().retreated = vec![to];
    assert_eq!(field.reactions(field.game.interceptors()), ["0506 +4"]);
}

#[test]
fn s9_3_2_the_dice_come_first_and_open_the_ways_that_they_reach() {
    let mut field = Field::of(&[
        "us 4 @0504",
        "cs 4 @0505",
        "cs-hood 2* 3/1 @0505",
        "0505/0506 ridge",
        "0405/0505 minor-river",
    ]);
    field.march(Us, "0504", 4, &[], "0505");
    assert_eq!(field.reactions(field.game.avoidances()), ["0405 +0", "0506 -1", "0605 +1"]);
    assert_eq!((field.game.avoiding_ways(), THROWS), (15, 36));
    field.dice.arrange("Avoid Battle", &[4, 5, 4, 4, 6, 4, 3, 4]);
    let mut roll = || {
        let sum = field.run(|game, resolution| game.roll_avoidance(resolution));
        field.reactions(field.game.avoidances_with(sum))
    };
    assert_eq!(roll(), ["0405 +0", "0605 +1"]);
    assert_eq!(roll(), ["0605 +1"]);
    assert_eq!(roll(), ["0405 +0", "0506 -1", "0605 +1"]);
    assert!(roll().is_empty());
}

#[test]
fn c23_a_port_that_is_attacked_sends_what_its_coastal_fort_holds() {
    let lines =
        ["fort-x cs 0505", "0505 ocean-port coast town", "cs 5 @0505", "cs-hill 2* 1/1 @0505", "us 9 @0504"];
    let mut field = Field::of(&lines);
    field.march(Us, "0504", 9, &[], "0505");
    let fort = field.space("fort-x");
    assert!(field.reactions(field.game.avoidances()).contains(&"fort-x free".to_owned()));
    field.run(|game, resolution| game.avoid(fort, resolution));
    assert_eq!((field.sps(Cs, "fort-x"), field.sps(Cs, "0505")), (3, 2));
    assert_eq!(field.post("cs-hill"), Post::Map(field.space("0505")), "he stays with those who stay");
    // And the other way everything goes, without a General.
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 3 @fort-x", "us 3 @0909"];
    let mut field = Field::of(&lines);
    field.march(Us, "0909", 3, &[], "fort-x sea");
    assert_eq!(field.reactions(field.game.avoidances()), ["0505 free"]);
    let port = field.space("0505");
    field.run(|game, resolution| game.avoid(port, resolution));
    assert_eq!((field.sps(Cs, "fort-x"), field.sps(Cs, "0505")), (0, 3));
}

// -------- S1.3

/// McDowell goes over Alexandria to Manassas Junction on the first turn of 1861.
fn bull_run_of(position: &muster_contract::Position, dice: Arranged) -> Play {
    let mut play = Play::from(position, dice.with("Initiative", &[6, 3]));
    play.all(position::US, "no-forward, activate us-mcdowell, to 1747");
    play.take(CS, "no-reaction").take(position::US, "to 1746");
    play
}

fn bull_run(dice: Arranged) -> Play {
    bull_run_of(&position::set_up("us-civil-war-1861"), dice)
}

/// §S1.3: J. Johnston comes by rail over two hexes, with no modifier but his Defense Rating, 2, and with two SPs.
#[test]
fn s1_3_j_johnston_comes_to_manassas_by_rail() {
    let mut play = bull_run(Arranged::else_on(3).with("Interception", &[3, 4]));
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    assert!(play.lists(CS, "intercept 1744") && play.lists(CS, "avoid-battle"), "{:?}", play.ids(CS));
    let game = play.state();
    let from = game.world.find("1744").unwrap();
    let johnston = Reaction { space: from, automatic: false, modifier: 2, unsure: false };
    assert_eq!(game.may_intercept(from), Ok(johnston));
    play.all(CS, "intercept 1744, roll-interceptions");
    assert_eq!(play.next_decision(), (CS, "send".to_owned()));
    let party = |play: &Play, sps: u8, generals: &[&str]| Detachment {
        from,
        sps,
        generals: generals.iter().map(|id| play.state().world.general_named(id).unwrap()).collect(),
    };
    assert!(may_send(play.state(), &party(&play, 1, &["cs-j-johnston"])).is_ok());
    assert!(may_send(play.state(), &party(&play, 1, &["cs-jackson"])).is_err(), "he leads them himself");
    play.take(CS, "send-off");
    assert_eq!((play.sps(Cs, "1746"), play.sps(Cs, "1744")), (6, 0));
    assert_eq!((play.stands("cs-j-johnston"), play.stands("cs-jackson")), ("1746".into(), "1746".into()));
    assert_eq!(play.next_decision().1, "battle");
}

/// §S1.3: it isn't for those who have tried to avoid battle, nor may they then.
#[test]
fn s1_3_j_johnston_does_not_come_to_whom_avoids_battle() {
    let mut play = bull_run(Arranged::else_on(3).with("Interception", &[1, 1]));
    play.all(CS, "intercept 1744, roll-interceptions");
    assert_eq!(play.next_decision().1, "battle", "he fails, and Beauregard stands");
    let mut play = bull_run(Arranged::else_on(3).with("Avoid Battle", &[1, 1]));
    play.take(CS, "avoid-battle");
    assert_eq!(play.next_decision().1, "battle", "he has tried, and Johnston stays");
}

/// §S1.3: on the first turn alone, from two hexes away, over a railroad of the Confederacy's, and with two SPs at most.
#[test]
fn s1_3_the_railroad_to_manassas_must_be_confederate() {
    let with = |change: &dyn Fn(&mut muster_contract::Position)| {
        let mut position = position::changed("us-civil-war-1861", &[]);
        change(&mut position);
        bull_run_of(&position, Arranged::else_on(3))
    };
    let offers = |play: &Play| play.lists(CS, "intercept 1744");
    assert!(offers(&with(&|_| {})));
    let cut = |position: &mut muster_contract::Position| {
        position::put(position, "us", "sp", "1645", &[("strength", 3)]);
    };
    assert!(!offers(&with(&cut)), "a Union zone reaches over the railroad between");
    let gone = |position: &mut muster_contract::Position| {
        let beauregard = position.roster.iter_mut().find(|unit| unit.id == "cs-beauregard").unwrap();
        beauregard.place = Some(muster_sdk::place("2245"));
    };
    assert!(!offers(&with(&gone)), "Beauregard isn't attacked");
    let strong = |position: &mut muster_contract::Position| {
        position::clear(position, "cs", "1744");
        position::put(position, "cs", "sp", "1744", &[("strength", 5)]);
    };
    let play = with(&strong);
    assert_eq!(most_to_send(play.state(), play.state().world.find("1744").unwrap(), None, true), 2);
    let late = position::changed("us-civil-war-1861", &[("turn", muster_contract::Value::Number(2))]);
    assert!(!offers(&bull_run_of(&late, Arranged::else_on(3))), "turn 2");
}
