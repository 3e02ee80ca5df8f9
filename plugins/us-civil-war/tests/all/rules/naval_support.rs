//! §21.3.1, §21.3.2: Naval Support by ships; §18.1: and by no cards where they are played.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::battle::Plan;
use us_civil_war::state::Escort;

use crate::rules::battlefield::Field;
use crate::rules::navy::*;

/// Three SPs of a side's attack a space from the next one, in a position.
#[track_caller]
fn attack(side: Side, things: &[&str], from: &str, to: &str) -> Field {
    let mut field = Field::at(&bare(5, things));
    field.march(side, from, 3, &[], to);
    field
}

/// What ships add for the attacker and for the defender, and by which section.
#[track_caller]
fn support(field: &Field) -> [Vec<String>; 2] {
    [true, false].map(|attacks| {
        let mut causes = field.causes(Plan::default(), attacks);
        causes.retain(|cause| cause.contains("Naval Support"));
        causes
    })
}

/// The same of the Union's attack, its own ships' part.
#[track_caller]
fn helps(things: &[&str], from: &str, to: &str) -> Vec<String> {
    let [ours, theirs] = support(&attack(Us, things, from, to));
    assert!(theirs.is_empty(), "{theirs:?}");
    ours
}

const BY_TWO: &str = "+1 Naval Support by 2 NSPs (21.3.1)";

#[test]
fn s21_3_1_ships_in_the_hex_add_one_to_an_attack_on_its_port() {
    let memphis = "cs sp 3 3013";
    assert_eq!(helps(&[memphis, "us river-nsp 2 3013 2913/3013"], "2914", "3013"), [BY_TWO]);
    assert!(helps(&[memphis], "2914", "3013").is_empty(), "without ships");
    for (ships, why) in [
        ("us river-nsp 2 damaged 3013 2913/3013", "0 NSPs"),
        ("us river-nsp 2 2913 2913/3013", "on the other bank"),
        ("us river-nsp 2 2914 2913/2914", "in the next hex"),
    ] {
        assert!(helps(&[memphis, ships], "2914", "3013").is_empty(), "{why}");
    }
    // One that isn't damaged is enough, and more add no more.
    let both = ["us river-nsp 3 damaged 3013 2913/3013", "us river-nsp 1 3013 2913/3013", memphis];
    assert_eq!(helps(&both, "2914", "3013"), ["+1 Naval Support by 1 NSP (21.3.1)"]);
}

/// Dover's port is on the Cumberland.
#[test]
fn s21_3_1_at_a_port_they_lie_on_its_water_and_at_a_fort_or_battery_on_any() {
    let (sps, tennessee) = ("cs sp 3 2619", "us river-nsp 2 2619 2618/2619");
    assert!(helps(&[sps, tennessee], "2618", "2619").is_empty());
    assert_eq!(helps(&[sps, "us river-nsp 2 2619 2520/2619"], "2618", "2619"), [BY_TWO]);
    assert_eq!(helps(&[sps, tennessee, "cs fort 1 2619"], "2618", "2619"), [BY_TWO]);
    assert_eq!(helps(&[sps, tennessee, "cs battery 1 2619"], "2618", "2619"), [BY_TWO]);
    assert!(helps(&[sps, tennessee, "cs entrenchment 2619"], "2618", "2619").is_empty());
}

#[test]
fn s21_3_1_where_nothing_is_at_the_water_they_add_nothing() {
    let ships = "us river-nsp 2 2914 2913/2914";
    assert!(helps(&["cs sp 3 2914", ships], "2814", "2914").is_empty());
    assert_eq!(helps(&["cs sp 3 2914", "cs fort 1 2914", ships], "2814", "2914"), [BY_TWO]);
    assert!(helps(&["cs sp 3 2914", "cs entrenchment 2914", ships], "2814", "2914").is_empty());
}

#[test]
fn s21_3_1_they_add_to_landings_at_coastal_forts_and_islands() {
    let things = ["us oceangoing 2 fort-sumter", "cs sp 1 fort-sumter"];
    assert_eq!(helps(&things, "chesapeake", "fort-sumter sea"), [BY_TWO]);
    let things = ["us oceangoing 2 roanoke-island", "cs sp 1 roanoke-island"];
    assert_eq!(helps(&things, "chesapeake", "roanoke-island sea"), [BY_TWO]);
}

#[test]
fn s21_3_1_the_confederacys_ships_add_to_its_attacks_too() {
    let things = ["us sp 2 3013", "us control 3013", "cs flotilla 3013 2913/3013"];
    let field = attack(Cs, &things, "3113", "3013");
    assert_eq!(support(&field), [vec!["+1 Naval Support by 1 NSP (21.3.1)".to_owned()], Vec::new()]);
    let things = ["us sp 2 3013", "cs ironclad unfinished 3013 2913/3013"];
    assert_eq!(support(&attack(Cs, &things, "3113", "3013")), [Vec::<String>::new(), Vec::new()]);
}

#[test]
fn s21_3_2_ships_add_one_to_the_defense_of_forts_and_ports_and_not_of_batteries() {
    let defended = |things: &[&str], from: &str, to: &str| {
        let [ours, theirs] = support(&attack(Us, things, from, to));
        assert!(ours.is_empty(), "{ours:?}");
        theirs
    };
    let by_two = ["+1 Naval Support by 2 NSPs (21.3.2)"];
    let ironclad = "cs ironclad 3013 2913/3013";
    assert_eq!(defended(&["cs sp 3 3013", ironclad], "2914", "3013"), by_two, "a port, on whichever water");
    assert!(defended(&["cs sp 3 3013", "cs ironclad unfinished 3013 2913/3013"], "2914", "3013").is_empty());
    let (sps, ships) = ("cs sp 3 2914", "cs ironclad 2914 2913/2914");
    assert!(defended(&[sps, ships], "2814", "2914").is_empty());
    assert_eq!(defended(&[sps, ships, "cs fort 1 2914"], "2814", "2914"), by_two);
    let battery = ["cs entrenchment 2914", "cs battery 1 2914", sps, ships];
    assert!(defended(&battery, "2814", "2914").is_empty());
    let fort = ["cs sp 1 fort-fisher", "cs ironclad fort-fisher"];
    assert_eq!(defended(&fort, "chesapeake", "fort-fisher sea"), by_two);
}

#[test]
fn s21_3_2_the_blockade_defends_the_unions_ocean_ports_islands_and_coastal_forts() {
    let blockade = vec!["+1 Naval Support by the blockade (21.3.2)".to_owned()];
    let defense = |things: &[&str], from: &str, to: &str| support(&attack(Cs, things, from, to))[1].clone();
    for (at, from) in [("4814", "4714"), ("ship-island", "4718 sea"), ("fort-pulaski", "4137")] {
        let (from, to) =
            from.split_once(' ').map_or((from, at.to_owned()), |(from, _)| (from, format!("{at} sea")));
        let here = [format!("us sp 2 {at}"), format!("us control {at}")];
        let mut things: Vec<&str> = here.iter().map(String::as_str).collect();
        assert_eq!(defense(&things, from, &to), blockade, "{at}");
        // Whoever has ships there, damaged or not: the counters count.
        let water = if at == "4814" { "4814 4814/4914" } else { at };
        let ships = format!("us river-nsp 1 damaged {water}");
        things.push(&ships);
        if at != "fort-pulaski" {
            assert!(defense(&things, from, &to).is_empty(), "{at}");
        }
    }
    let things = ["us sp 2 4814", "us control 4814", "cs flotilla damaged 4814 4814/4914"];
    assert!(defense(&things, "4714", "4814").is_empty());
    let things = ["us sp 2 4814", "us control 4814", "us oceangoing 3 4814 4814/4914"];
    assert_eq!(defense(&things, "4714", "4814"), ["+1 Naval Support by 3 NSPs (21.3.2)"]);
    // River ports, other coasts, and the Confederacy have no such ships.
    assert!(defense(&["us sp 2 3013"], "3113", "3013").is_empty());
    assert!(defense(&["us sp 2 4723"], "4622", "4723").is_empty());
    assert!(helps(&["cs sp 2 4814"], "4714", "4814").is_empty());
}

/// §21.2.1, §21.11: Cottonclads are Naval Units while they lead a landing.
#[test]
fn s21_3_2_before_cottonclads_the_blockade_does_not_count() {
    let things = ["us sp 1 ship-island", "us control ship-island"];
    let mut field = attack(Cs, &things, "4718", "ship-island sea");
    assert_eq!(support(&field)[1].len(), 1);
    field.game.march.as_mut().unwrap().escort = Escort::Gunboats;
    assert!(support(&field)[1].is_empty());
}

#[test]
fn s21_3_2_without_naval_units_nobody_has_the_blockades_support() {
    let mut position = bare(5, &["us sp 2 4814", "us control 4814"]);
    position.setup.options.clear();
    let mut field = Field::at(&position);
    field.march(Cs, "4714", 3, &[], "4814");
    assert!(support(&field).concat().is_empty());
}

/// §18.1: Naval Assist and Naval Support by cards are of the game without Naval Units.
#[test]
fn s18_1_with_naval_units_no_card_brings_ships() {
    let may = |options: bool| {
        let mut position = bare(5, &["us sp 5 2618", "cs sp 1 2619", "cs fort 1 2619"]);
        if !options {
            position.setup.options.clear();
        }
        let mut field = Field::at(&position);
        field.march(Us, "2618", 3, &[], "2619");
        let supported = field.game.may_be_supported().map_err(|why| why.citation);
        field.game.march.as_mut().unwrap().entering = None;
        (supported, field.game.may_be_assisted().map_err(|why| why.citation))
    };
    assert_eq!(may(false), (Ok(()), Ok(())));
    assert_eq!(may(true), (Err("18.1"), Err("18.1")));
}
