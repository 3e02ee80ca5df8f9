//! The rulebook's own examples, on the map of the real scenarios where they name places of it.

use crate::rules::battle::{attack_on, turn_over};
use crate::rules::position::*;

fn strings(units: &[String]) -> Vec<&str> {
    units.iter().map(String::as_str).collect()
}

/// The Union has the first turn in Virginia.
#[track_caller]
fn union(units: &[&str], leader: &str) -> Play {
    Play::first_on(VIRGINIA, &strings(&in_virginia(units)), US, leader)
}

/// The quarter is over in Virginia.
#[track_caller]
fn starved(units: &[&str]) -> Play {
    Play::on(VIRGINIA, &strings(&in_virginia(units)), &[]).pass_quarter()
}

const LINCOLN: &str = "us-s supreme 4 f1 s1 4 @Washington";
const RICHMOND: &str = "cs-z infantry 3 @Richmond";

#[test]
fn s5_34_from_alexandria_to_manassas() {
    let units = [
        "us-l leader 4 c2 f1 s1 4 @Alexandria",
        "us-a infantry 2 @Alexandria",
        "us-g artillery 2 @Alexandria",
        "us-c cavalry 2 @Alexandria",
        "us-m garrison 2 @Alexandria",
        "cs-z infantry 3 @Manassas Junction",
    ];
    let (centreville, manassas) = (called("Centreville"), called("Manassas Junction"));
    for (unit, way) in
        [("us-a", Some("force")), ("us-g", Some("force")), ("us-c", Some("to")), ("us-m", None)]
    {
        let mut play = union(&units, "activate us-l");
        play.all(US, &format!("pick {unit}, to {centreville}"));
        let ways: Vec<String> = play.ids(US).into_iter().filter(|id| id.ends_with(&manassas)).collect();
        assert_eq!(
            ways,
            way.map(|way| format!("{way} {manassas}")).into_iter().collect::<Vec<_>>(),
            "{unit}"
        );
    }
}

#[test]
fn s7_1_aquia_landing_and_bowling_green_without_fredericksburg() {
    let units = [LINCOLN, "us-a infantry 2 @Aquia Landing", "us-b infantry 2 @Bowling Green", RICHMOND];
    let mut play = union(&units, "activate-supreme us-s");
    assert!(!play.of(US, "us-a").iter().any(|id| id.starts_with("rail")), "a major town must be occupied");
    let held = [&units[..], &["us-c infantry 2 @Fredericksburg"]].concat();
    let mut play = union(&held, "activate-supreme us-s");
    assert!(play.of(US, "us-a").contains(&format!("rail {}", called("Bowling Green"))));
}

#[test]
fn s7_1_alexandria_manassas_and_culpeper() {
    let units = [
        LINCOLN,
        "us-a infantry 2 @Alexandria",
        "us-b infantry 2 @Manassas Junction",
        "us-c infantry 2 @Culpeper",
        RICHMOND,
    ];
    let rails = |units: &[&str]| {
        let mut play = union(units, "activate-supreme us-s");
        play.of(US, "us-a")
    };
    let controlled = rails(&units);
    for name in ["Centreville", "Warrenton", "Culpeper"] {
        assert!(controlled.contains(&format!("rail {}", called(name))), "{name}");
    }
    let gainesville = format!("rail {}", called("Gainesville"));
    assert!(!controlled.contains(&gainesville));
    assert!(rails(&[&units[..], &["us-d infantry 2 @Salem"]].concat()).contains(&gainesville));
    // The enemy may still march into a hex that is controlled but vacant.
    let mut enemy = units.to_vec();
    enemy.extend(["cs-l leader 4 c2 f1 s1 4 @Salem", "cs-a infantry 2 @Gainesville"]);
    let mut play = Play::first_on(VIRGINIA, &strings(&in_virginia(&enemy)), CS, "activate cs-l");
    assert!(play.of(CS, "cs-a").contains(&format!("to {}", called("Warrenton"))));
}

#[test]
fn s7_1_the_baltimore_and_ohio_is_the_unions_until_it_is_cut() {
    let units = [LINCOLN, "us-a infantry 2 @Cumberland", RICHMOND];
    let baltimore = format!("rail {}", called("Baltimore"));
    assert!(union(&units, "activate-supreme us-s").of(US, "us-a").contains(&baltimore));
    let cut = [&units[..], &["cs-a infantry 2 @Harper's Ferry"]].concat();
    assert!(!union(&cut, "activate-supreme us-s").of(US, "us-a").contains(&baltimore));
    // Nor do the Confederates ride on it.
    let davis = [&cut[..], &["cs-s supreme 3 f1 s1 3 @Richmond"]].concat();
    let mut play = Play::first_on(VIRGINIA, &strings(&in_virginia(&davis)), CS, "activate-supreme cs-s");
    assert!(!play.of(CS, "cs-a").iter().any(|id| id.starts_with("rail")));
}

#[test]
fn s8_3_aquia_landing_bars_the_potomac_and_can_be_invaded() {
    let units = [LINCOLN, "us-a infantry 2 @Washington", RICHMOND];
    let (aquia, monroe) =
        (format!("sail {}", called("Aquia Landing")), format!("sail {}", called("Fort Monroe")));
    let ids = union(&units, "activate-supreme us-s").of(US, "us-a");
    assert!(ids.contains(&aquia) && !ids.contains(&monroe));
    let held = [&units[..], &["us-b garrison 1 @Aquia Landing"]].concat();
    assert!(union(&held, "activate-supreme us-s").of(US, "us-a").contains(&monroe));
}

#[test]
fn s9_2_the_supply_line_by_yorktown() {
    let chain = [
        "us-a infantry 2 @Fair Oaks",
        "us-b infantry 2 @White House",
        "us-c infantry 2 @West Point",
        "us-d infantry 2 @Williamsburg",
        "us-f infantry 2 @Suffolk",
        RICHMOND,
    ];
    let fed = |play: &Play| ["us-a", "us-b", "us-c", "us-d", "us-f"].map(|unit| play.strength(unit));
    let held = [&chain[..], &["us-e infantry 2 @Yorktown"]].concat();
    assert_eq!(fed(&starved(&held)), [2, 2, 2, 2, 1], "nothing goes on from Williamsburg to Suffolk");
    assert_eq!(fed(&starved(&chain)), [1, 1, 1, 1, 1], "Yorktown is vacant");
    let taken = [&chain[..], &["cs-e infantry 2 @Yorktown"]].concat();
    assert_eq!(fed(&starved(&taken)), [1, 1, 1, 1, 1], "Yorktown is the enemy's");
}

#[test]
fn s2_7_winchester_is_kept_as_long_as_somebody_stands_there() {
    let units = ["us-l leader 4 c1 f1 s1 4 @Winchester", "us-a infantry 2 @Winchester", RICHMOND];
    let mut play = union(&units, "activate us-l");
    let away = play.of(US, "us-a").into_iter().find(|id| id.starts_with("to")).unwrap();
    play.all(US, &format!("pick us-a, {away}"));
    if play.lists(US, "halt") {
        play.take(US, "halt");
    }
    play.take(US, "end-moves");
    let leaves = play.of(US, "us-l").into_iter().find(|id| id.starts_with("to")).unwrap();
    play.all(US, &format!("pick us-l, {leaves}, halt, end-moves"));
    assert_eq!(play.victory(), -1, "the Confederacy regains its point");
}

/// Blue attacks Manassas with four, as the rulebook's picture has them deployed against seven.
fn deployed() -> Play {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 3 @0303",
        "us-b infantry 3 @0303",
        "us-c infantry 2 @0303",
        "us-d infantry 3 @0303",
        "cs-a infantry 1 @0403",
        "cs-g artillery 2 @0403",
        "cs-b infantry 2 @0403",
        "cs-h artillery 2 @0403",
        "cs-c infantry 3 @0403",
        "cs-r cavalry 2 @0403",
        "cs-d infantry 2 @0403",
    ];
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c us-d");
    for (unit, place) in [
        ("cs-a", "post cs-left"),
        ("cs-g", "post cs-left"),
        ("cs-b", "post cs-center"),
        ("cs-h", "post cs-center"),
        ("cs-c", "post cs-right"),
        ("cs-r", "reserve"),
        ("cs-d", "reserve"),
    ] {
        play.all(CS, &format!("pick {unit}, {place}"));
    }
    for (unit, place) in [("us-d", "right"), ("us-a", "left"), ("us-b", "center"), ("us-c", "center")] {
        play.all(US, &format!("pick {unit}, post us-{place}"));
    }
    play.take(US, "end-retreat");
    play
}

#[test]
fn s6_2_four_blue_against_seven_gray() {
    let play = deployed();
    assert_eq!(play.next_decision(), (US, "combat".to_owned()), "Dawn is the attacker's");
    let seen = play.view(US).units.into_iter().filter(|unit| unit.place.space.starts_with("cs-"));
    let mut boxes: Vec<(String, bool)> = seen.map(|unit| (unit.place.space, unit.face.is_some())).collect();
    boxes.sort();
    let box_of = |name: &str| (name.to_owned(), false);
    assert_eq!(
        boxes,
        ["cs-center", "cs-center", "cs-left", "cs-left", "cs-reserve", "cs-reserve", "cs-right"].map(box_of),
        "all stand upright"
    );
}

#[test]
fn s6_5_the_moves_of_the_picture() {
    let mut play = deployed();
    // Blue infantry has engaged the gray left; its infantry there is at its last step, and fails.
    play.all(US, "pick us-d, engage cs-left");
    play.roll(&[3]);
    turn_over(&mut play, US);
    assert_eq!(play.at("cs-a"), "cs-reserve", "disengage");
    assert!(!play.lists(CS, "pick cs-a"), "it does nothing else this turn");
    play.roll(&[3, 4]);
    play.all(CS, "pick cs-g, fire");
    assert_eq!(play.strength("us-d"), 2, "short range is F3");
    play.all(CS, "pick cs-c, engage us-left");
    assert_eq!(play.at("cs-c"), "us-left");
    assert!(!play.lists(CS, "pick cs-c"), "it fires in its next turn");
    let moves = play.of(CS, "cs-b");
    assert!(!moves.contains(&"post cs-left".to_owned()) && !moves.contains(&"post cs-right".to_owned()));
    play.all(CS, "pick cs-b, reserve");
    assert_eq!(play.at("cs-b"), "cs-reserve", "redeploy");
    play.roll(&[1, 2]);
    play.all(CS, "pick cs-h, bombard");
    assert_eq!(
        play.next_decision(),
        (US, "losses".to_owned()),
        "only their owner sees which is the stronger"
    );
    assert_eq!(play.ids(US), ["hit us-b"]);
    play.take(US, "hit us-b");
    play.roll(&[4]);
    play.all(CS, "pick cs-r, outflank us-left");
    assert_eq!(play.at("cs-r"), "us-left");
    play.roll(&[1, 2]);
    play.take(CS, "fire");
    assert_eq!(play.strength("us-a"), 2, "one hit at F1");
}

#[test]
fn s6_5_cavalry_that_gets_lost_is_back_in_reserve_less_a_step() {
    let mut play = deployed();
    turn_over(&mut play, US);
    play.all(CS, "pick cs-c, engage us-left");
    play.roll(&[3]);
    play.all(CS, "pick cs-r, outflank us-left");
    assert_eq!((play.at("cs-r"), play.strength("cs-r")), ("cs-reserve".to_owned(), 1));
}

#[test]
fn s6_6_hits_of_f1_f2_and_f3() {
    // Each fires three dice, a 1, a 2 and a 3: garrison F1, infantry F2, artillery F3.
    for (kind, hits) in [("garrison", 1), ("infantry", 2), ("artillery", 3)] {
        let gunner = format!("cs-b {kind} 3 @0403");
        let units = [
            "us-l leader 4 c1 f1 s1 4 @0303",
            "us-a infantry 3 @0303",
            "us-b infantry 3 @0303",
            "us-c infantry 2 @0303",
            "us-r infantry 3 @0303",
            "cs-a infantry 3 @0403",
            gunner.as_str(),
            "cs-g artillery 3 @0403",
        ];
        let mut play = crate::rules::battle::attack(&units, "us-a us-b us-c us-r");
        crate::rules::battle::deploy(&mut play);
        play.all(US, "pick us-a, engage cs-right");
        turn_over(&mut play, US);
        play.roll(&[1, 2, 3]);
        play.all(CS, "pick cs-b, fire");
        assert_eq!(play.strength("us-a"), 3 - hits, "{kind}");
    }
}
