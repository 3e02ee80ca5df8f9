//! §11.6: retreats.

use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::{Fought, Plan, Verdict};
use us_civil_war::retreat::Path;
use us_civil_war::state::Post;
use us_civil_war::world::Theater;

use crate::rules::battlefield::Field;

/// The attack comes from 0504 into 0505, in the middle of the field, and wins. Its zone reaches 0404, 0405, 0604 and 0605 beside the
/// battle hex itself.
#[track_caller]
fn beaten(lines: &[&str]) -> (Field, Fought) {
    let mut all = vec!["us 6 @0504", "us-grant 3* 4/3 @0504"];
    all.extend(lines);
    if !lines.iter().any(|line| line.starts_with("cs ") && line.contains("@0505")) {
        all.push("cs 4 @0505");
    }
    let mut field = Field::of(&all);
    field.march(Us, "0504", 6, &["us-grant"], "0505");
    let fought = field.fight(Plan::default(), &[1], &[1]);
    let fought = Fought { verdict: Verdict::Won, ..fought };
    (field, fought)
}

fn paths(lines: &[&str]) -> Vec<String> {
    let (field, fought) = beaten(lines);
    field.retreats(&fought)
}

#[test]
fn s11_6_1_two_hexes_not_next_to_the_battle_and_s11_6_4_not_in_the_attackers_zone() {
    // Of 0505 the neighbours are 0404, 0405, 0504, 0506, 0604 and 0605; those of 0504 among them are 0404 and 0604.
    let found = paths(&[]);
    assert!(found.iter().all(|path| !path.starts_with("0404") && !path.starts_with("0604")), "{found:?}");
    assert_eq!(
        found,
        [
            "0405 0305",
            "0405 0306",
            "0405 0406",
            "0506 0406",
            "0506 0507",
            "0506 0606",
            "0605 0606",
            "0605 0705",
            "0605 0706"
        ]
    );
}

#[test]
fn s11_6_1_it_may_stop_after_one_hex_in_its_own_key_hex_fortification_or_larger_force() {
    let stops = |lines: &[&str]| paths(lines).into_iter().filter(|path| path.len() == 4).collect::<Vec<_>>();
    assert!(stops(&[]).is_empty());
    assert_eq!(stops(&["0405 resource"]), ["0405"]);
    assert_eq!(stops(&["0405 PA objective", "cs control @0405"]), ["0405"]);
    assert_eq!(stops(&["cs entrenchment @0405"]), ["0405"]);
    assert_eq!(stops(&["cs fort 1 @0405"]), ["0405"]);
    assert_eq!(stops(&["cs 5 @0405"]), ["0405"]);
    assert!(stops(&["cs 2 @0405"]).is_empty(), "no more than it has");
}

#[test]
fn s11_6_1_the_second_hex_is_next_to_the_battle_only_where_nothing_else_is_left() {
    // A wall of impassable hexsides around the three open neighbours leaves steps between them alone.
    let wall = [
        "0405/0305 impassable",
        "0405/0306 impassable",
        "0405/0406 impassable",
        "0506/0406 impassable",
        "0506/0507 impassable",
        "0506/0606 impassable",
        "0605/0606 impassable",
        "0605/0705 impassable",
        "0605/0706 impassable",
    ];
    assert_eq!(paths(&wall), ["0405 0506", "0506 0405", "0506 0605", "0605 0506"]);
    let mut stop = wall.to_vec();
    stop.push("cs fort 1 @0405");
    assert_eq!(paths(&stop), ["0405"], "a stop is something else");
}

#[test]
fn s11_6_3_zones_are_avoided_first_then_ridges() {
    // A single Union SP at 0307 has its zone in 0306 and 0406.
    let found = paths(&["us 1 @0307"]);
    assert!(!found.iter().any(|path| path.ends_with("0306") || path.ends_with("0406")), "{found:?}");
    assert_eq!(found, ["0405 0305", "0506 0507", "0506 0606", "0605 0606", "0605 0705", "0605 0706"]);
    // Of those without a zone the ones without a ridge; a pass is none.
    let ridges =
        ["us 1 @0307", "0405/0505 ridge", "0505/0605 ridge", "0506/0507 ridge", "0506/0606 ridge pass"];
    assert_eq!(paths(&ridges), ["0506 0606"]);
    // A zone weighs more than two ridges.
    let zones = [
        "us 1 @0206",
        "0505/0506 impassable",
        "0505/0605 impassable",
        "0405/0406 impassable",
        "0405/0505 ridge",
        "0405/0305 ridge",
    ];
    assert_eq!(paths(&zones), ["0405 0305"]);
}

#[test]
fn s11_6_4_it_goes_into_no_enemy_force_key_hex_or_works() {
    let through = |lines: &[&str]| {
        let found = paths(lines);
        found.iter().any(|path| path.starts_with("0405"))
    };
    assert!(through(&[]));
    assert!(!through(&["us 1 @0405"]), "4 aren't seven times 1");
    assert!(!through(&["us militia KY @0405", "0405 KY objective"]), "nor in an enemy hex");
    assert!(!through(&["0405 PA objective town"]), "even if vacant");
    assert!(!through(&["0405 resource", "us control @0405"]));
    assert!(through(&["0405 town", "us control @0405"]), "a Control marker is nothing");
    assert!(!through(&["us fort 1 @0405"]));
    assert!(!through(&["us entrenchment @0405"]));
}

#[test]
fn s11_6_4_it_crosses_no_navigable_river_without_a_bridge_and_no_impassable_side() {
    let through = |side: &str| paths(&[side]).iter().any(|path| path.starts_with("0405"));
    assert!(!through("0405/0505 river"));
    assert!(!through("0405/0505 great-river railroad ferry"), "5.4.4: a ferry is no bridge");
    assert!(through("0405/0505 river bridge railroad"));
    assert!(through("0405/0505 minor-river"));
    assert!(!through("0405/0505 impassable"));
    assert!(!through("0405/0505 prohibited"));
}

#[test]
fn s11_6_4_it_does_not_enter_the_zone_of_a_force_that_is_no_weaker_and_forces_are_not_added_up() {
    let enters = |lines: &[&str]| paths(lines).iter().any(|path| path.contains("0405"));
    // Three SPs are left of four; wherever else they could go is shut, so that zones must do.
    let shut = ["0505/0506 impassable", "0505/0605 impassable"];
    fn with<'a>(shut: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [shut, more].concat()
    }
    assert!(enters(&with(&shut, &["us 2 @0306"])));
    assert!(!enters(&with(&shut, &["us 3 @0306"])));
    assert!(enters(&with(&shut, &["us 2 @0305", "us 2 @0306"])), "Thomas and Sherman (B1)");
    // A zone that the river stops is none.
    assert!(enters(&with(&shut, &["us 3 @0306", "0306/0405 river"])));
}

#[test]
fn s11_6_6_who_has_no_path_surrenders_and_c83_so_does_a_coastal_fort() {
    let walls = ["0405/0505 impassable", "0505/0506 impassable", "0505/0605 river", "cs-lee 3* 2/4 @0505"];
    let (mut field, fought) = beaten(&walls);
    assert!(field.retreats(&fought).is_empty());
    let (at, there, lost) = (field.space("0505"), field.sps(Cs, "0505"), field.game.lost);
    field.run(|game, resolution| game.surrender(Cs, at, resolution));
    assert_eq!(field.sps(Cs, "0505"), 0);
    assert_eq!(field.game.displaced(Cs, Theater::East), 0, "they are eliminated");
    assert_eq!(field.game.lost, [lost[0], lost[1] + u16::from(there)], "and counted");
    assert_eq!(field.post("cs-lee"), Post::Displaced(Theater::East, 0));
    // From a Coastal Fort into its own port nobody retreats.
    let mut field = Field::of(&[
        "fort-x cs 0304",
        "0304 ocean-port coast town",
        "cs 3 @fort-x",
        "cs 3 @0304",
        "us 3 @0909",
        "us-burnside 2* 1/0 @0909",
    ]);
    field.march(Us, "0909", 3, &["us-burnside"], "fort-x sea");
    let fought = field.fight(Plan::default(), &[6], &[1]);
    assert_eq!(fought.verdict, Verdict::Won);
    assert!(field.retreats(&fought).is_empty());
}

#[test]
fn s11_6_5_seven_times_as_many_push_an_enemy_aside_but_not_out_of_a_fort() {
    let lines = ["cs 15 @0505", "us 1 @0405", "0505/0506 impassable", "0505/0605 impassable"];
    let (mut field, fought) = beaten(&lines);
    assert!(field.retreats(&fought).iter().any(|path| path.starts_with("0405")));
    let (middle, battle) = (field.space("0405"), field.space("0505"));
    let pushes = field.game.pushes(Us, middle, Some(battle));
    // It keeps out of the zone of those who push it, which reaches 0404 from 0505, and not over the shut side.
    assert_eq!(field.names(pushes.clone()), ["0305", "0306", "0406", "0506"]);
    let path = Path { first: middle, second: Some(field.space("0304")) };
    field.run(|game, resolution| {
        game.push_aside(Us, middle, Some(pushes[0]), resolution);
        game.retreat(&fought, path, resolution);
    });
    assert_eq!((field.sps(Us, "0405"), field.sps(Cs, "0405")), (0, 0));
    assert_eq!(field.game.sps(Us, pushes[0]), 1);
    let strong =
        ["cs 15 @0505", "us 1 @0405", "us fort 1 @0405", "0505/0506 impassable", "0505/0605 impassable"];
    assert!(paths(&strong).is_empty());
}

#[test]
fn s12_2_a_beaten_force_demoralizes_those_whom_it_ends_with_but_not_those_whom_it_passes() {
    let (mut field, mut fought) = beaten(&[
        "cs 5 @0405",
        "cs 5 @0305",
        "cs-hill 2* 1/1 @0505",
        "cs-ewell 2* 1/1 @0305",
        "cs-early 2* 1/1 @0505",
    ]);
    fought.shaken[1] = false;
    let (first, second, battle) = (field.space("0405"), field.space("0305"), field.space("0505"));
    let early = field.general("cs-early");
    field.run(|game, _| {
        let force = game.take_off(Cs, battle, 9).expect("defenders");
        game.put_down(battle, us_civil_war::state::Force { demoralized: true, ..force });
        game.put_in_command(early);
    });
    field.run(|game, resolution| game.retreat(&fought, Path { first, second: Some(second) }, resolution));
    assert!(field.is_demoralized("0305") && !field.is_demoralized("0405"));
    let told = field.events.iter().filter(|event| event.text.contains("are Demoralized now"));
    assert_eq!(told.count(), 1, "{:?}", field.events);
    assert_eq!(field.sps(Cs, "0305"), 5 + fought.left[1]);
    // Of two commanders of one rank the owner chooses; whoever stood there leads until he does, and no subordinate.
    let ewell = field.general("cs-ewell");
    assert_eq!(field.game.commander_in(Cs, second), Some(ewell));
    assert_eq!(field.game.rivals(Some(ewell), Some(early)), Some([ewell, early]));
    assert_eq!(field.game.march.as_ref().unwrap().retreated, [second]);
}

#[test]
fn s14_6_lone_generals_of_the_enemy_give_way_to_a_retreat() {
    let (mut field, fought) = beaten(&["us-pope 2* 1/0 @0405"]);
    let path = Path { first: field.space("0405"), second: Some(field.space("0305")) };
    assert!(field.retreats(&fought).contains(&"0405 0305".to_owned()));
    field.run(|game, resolution| game.retreat(&fought, path, resolution));
    assert_eq!(field.post("us-pope"), Post::Displaced(Theater::East, 0));
}
