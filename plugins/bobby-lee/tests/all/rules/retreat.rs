//! §6.3 and §8.41: which ways lead out of a battle, and what they cost.

use muster_contract::{EventKind, Seat};

use crate::rules::battle::{BLUE, GRAY, attack, attack_on, battle, deploy, turn_over};
use crate::rules::position::*;

/// A division sails from Washington to Aquia Landing, which is vacant, while three attack Manassas next to it from another
/// hex. Then it marches to their help over the hexside between, and they come to retreat.
fn landed_and_marched(from: &str) -> Play {
    let mut units = vec!["us-s supreme 4 f1 s1 4 @0402".to_owned(), "us-a infantry 3 @0402".to_owned()];
    units.push(format!("us-l leader 4 c1 f1 s1 4 @{from}"));
    units.extend(["us-b", "us-c", "us-d"].map(|unit| format!("{unit} infantry 3 @{from}")));
    units.extend(["cs-a", "cs-b", "cs-c"].map(|unit| format!("{unit} infantry 3 @0403")));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.take(US, "bid 2");
    play.take(CS, "bid 0");
    play.all(US, "activate-supreme us-s, activate us-l, pick us-a, sail 0503");
    for unit in ["us-b", "us-c", "us-d"] {
        play.all(US, &format!("pick {unit}, to 0403"));
    }
    play.all(US, "end-moves, end-moves");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-center, pick cs-c, post cs-right");
    play.all(US, "pick us-b, post us-left, pick us-c, post us-center, pick us-d, post us-right");
    play.all(US, "end-retreat, end-combat, bring us-a, end-reinforce");
    play.all(CS, "end-retreat, end-combat");
    assert_eq!(
        (play.at("us-a"), play.next_decision()),
        ("us-reserve".to_owned(), (US, "retreat".to_owned()))
    );
    play
}

#[test]
fn s8_41_who_landed_and_then_marched_to_a_battle_next_door_retreats_by_land() {
    let mut play = landed_and_marched("0402");
    assert_eq!(play.of(US, "us-a"), ["retreat 0402", "retreat 0503"], "each way once");
    play.all(US, "pick us-a, retreat 0402");
    assert_eq!(
        (play.at("us-a"), play.strength("us-a")),
        ("0402".to_owned(), 3),
        "over the bridge, for nothing"
    );
}

#[test]
fn s8_41_no_ship_fetches_an_invader_from_a_battle_inland() {
    let mut play = landed_and_marched("0303");
    assert_eq!(play.of(US, "us-a"), ["retreat 0303", "retreat 0503"], "nobody came over the bridge");
}

/// The Union attacks Manassas with us-a, us-b and us-c out of 0304, a hex of the Confederacy in which nobody stays. Its leader
/// stands at 0303. The battle is deployed as in `battle`.
fn out_of_the_open(first: &str, more: &[&str]) -> Play {
    let units = [
        &["us-l leader 4 c1 f1 s1 4 @0303", first, "us-b infantry 3 @0304", "us-c infantry 3 @0304"][..],
        &["cs-a infantry 3 @0403", "cs-b infantry 3 @0403", "cs-g artillery 3 @0403"],
        more,
    ]
    .concat();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    play
}

/// All of a seat's units that must go do so, to the first hex that is open to them.
fn all_flee(play: &mut Play, seat: Seat) {
    while play.next_decision() == (seat, "retreat".to_owned()) {
        let first = play.ids(seat)[0].clone();
        play.take(seat, &first);
        let to = play.ids(seat)[0].clone();
        play.take(seat, &to);
    }
}

fn steps(play: &Play) -> [u8; 3] {
    ["us-a", "us-b", "us-c"].map(|unit| play.strength(unit))
}

#[test]
fn s6_31_each_unit_that_retreats_into_a_vacant_hex_of_the_enemy_loses_a_step() {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &[]);
    turn_over(&mut play, US);
    play.take(CS, "end-combat");
    play.take(US, "pick us-a");
    let told = play.game.details(US, &["retreat 0304".to_owned()]);
    assert!(told[0].consequences.iter().any(|line| line.citation.as_deref() == Some("6.31")), "{told:?}");
    play.all(US, "retreat 0304, pick us-b, retreat 0304, pick us-c, retreat 0304");
    assert_eq!(steps(&play), [2, 2, 2], "whoever is there already doesn't make the hex friendly");
}

#[test]
fn s6_31_in_a_skirmish_too_each_unit_loses_a_step() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-c cavalry 2 @0304",
        "us-d infantry 3 @0304",
        "cs-a infantry 3 @0403",
        "cs-b infantry 3 @0403",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-c, to 0403, pick us-d, to 0403, end-moves");
    play.roll(&[6; 11]);
    play.take(US, "end-moves");
    play.all(US, "pick us-c, retreat 0304, pick us-d, retreat 0304");
    assert_eq!((play.strength("us-c"), play.strength("us-d")), (1, 2));
}

#[test]
fn s6_31_a_hex_that_was_held_when_the_battle_began_costs_nothing_though_all_have_come_from_it() {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &["us-d infantry 2 @0304"]);
    // us-d, who held 0304, comes to the battle, and so does the leader at 0303.
    play.all(US, "end-combat, bring us-d, bring us-l");
    while play.next_decision() != (US, "retreat".to_owned()) {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    play.all(US, "pick us-a, retreat 0304, pick us-d, retreat 0304, pick us-b, retreat 0303");
    assert_eq!((steps(&play), play.strength("us-d")), ([3, 3, 3], 2));
}

#[test]
fn s6_33_a_rout_costs_each_unit_a_step_and_a_vacant_hex_of_the_enemy_each_another() {
    let mut play = out_of_the_open("us-a infantry 1 @0304", &["us-d infantry 2 @0303"]);
    // us-d waits in reserve, where the rout finds it too.
    play.all(US, "end-combat, bring us-d, end-reinforce");
    play.all(CS, "end-retreat, pick cs-b, engage us-left");
    // us-a doesn't stand: nobody else is on the left.
    play.roll(&[3]);
    play.take(CS, "end-combat");
    play.take(US, "end-retreat");
    assert_eq!(play.strength("us-a"), 0);
    assert_eq!((play.strength("us-b"), play.strength("us-c"), play.strength("us-d")), (2, 2, 1));
    play.all(US, "pick us-b, retreat 0304, pick us-c, retreat 0304, pick us-d, retreat 0303");
    assert_eq!((play.strength("us-b"), play.strength("us-c"), play.strength("us-d")), (1, 1, 1));
}

#[test]
fn s6_33_who_retreats_while_engaged_pays_for_that_and_for_the_hex() {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &[]);
    play.all(US, "pick us-a, engage cs-right, pick us-b, engage cs-center");
    turn_over(&mut play, US);
    play.take(CS, "end-combat");
    play.all(US, "pick us-a, retreat 0304, pick us-b, retreat 0304, pick us-c, retreat 0304");
    assert_eq!(steps(&play), [1, 1, 2], "us-c wasn't engaged");
}

#[test]
fn s6_33_who_finds_every_hexside_full_is_eliminated() {
    // In mud one goes back over the gap of 0203/0303 in a battle turn, and two over the ford of 0102/0203.
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-m leader 3 c1 f1 s1 3 @0102",
        "us-a infantry 1 @0303",
        "us-b infantry 3 @0102",
        "us-c infantry 3 @0102",
        "us-d infantry 3 @0102",
        "us-e infantry 3 @0102",
        "cs-a infantry 3 @0203",
        "cs-b infantry 3 @0203",
        "cs-g artillery 3 @0203",
    ];
    let mut play = Play::with(&units, &[("year", 1861), ("quarter", 4)]);
    play.all(US, "bid 2");
    play.all(CS, "bid 0");
    play.all(US, "activate us-l, activate us-m, pick us-a, to 0203, pick us-b, to 0203, pick us-c, to 0203");
    play.all(US, "end-moves, end-moves");
    deploy(&mut play);
    play.all(US, "end-combat, bring us-d");
    play.take(CS, "end-retreat");
    turn_over(&mut play, CS);
    play.all(US, "end-combat, bring us-e");
    play.all(CS, "end-retreat, pick cs-b, engage us-left");
    // us-a is alone on the left, and doesn't stand.
    play.roll(&[3]);
    play.take(CS, "end-combat");
    play.all(US, "end-retreat, pick us-b, retreat 0303, pick us-c, retreat 0102, pick us-d, retreat 0102");
    let left = ["us-a", "us-b", "us-c", "us-d", "us-e"].map(|unit| play.strength(unit));
    assert_eq!(left, [0, 2, 2, 2, 0], "there is no way for the last");
}

/// A battle in the open whose defender has fled before the fire of one block, with the victor to regroup.
fn won_in_the_open() -> Play {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 1, 1]);
    play.all(US, "pick us-a, fire");
    all_flee(&mut play, CS);
    play
}

#[test]
fn s6_34_each_unit_that_regroups_into_a_vacant_hex_of_the_enemy_loses_a_step() {
    let mut play = won_in_the_open();
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
    play.all(US, "pick us-b, retreat 0304, pick us-c, retreat 0304, end-regroup");
    assert_eq!(steps(&play), [3, 2, 2]);
}

#[test]
fn s6_34_a_victor_whose_units_can_neither_go_nor_come_is_not_asked() {
    // The enemy stands in every hex around Manassas, or in all but 0404.
    let around = ["us-p garrison 1 @0304", "us-q garrison 1 @0402", "us-r garrison 1 @0503"];
    let asked = |last: &str| {
        let mut play = battle(&[&around[..], &[last]].concat());
        play.all(US, "end-combat, end-reinforce");
        if play.next_decision().1 == "retreat" {
            play.take(CS, "end-retreat");
        }
        play.take(CS, "end-combat");
        all_flee(&mut play, US);
        assert_eq!((play.at("us-a"), play.at("cs-a")), ("0303".to_owned(), "0403".to_owned()));
        play.next_decision()
    };
    assert_eq!(asked("us-t garrison 1 @0204"), (CS, "regroup".to_owned()));
    assert_eq!(asked("us-t garrison 1 @0404"), (CS, "activate".to_owned()));
}

#[test]
fn s6_34_who_finds_every_hexside_full_is_not_offered_to_regroup() {
    // All have come over the bridge of 0402.
    let mut units: Vec<String> = ["us-a", "us-b", "us-c", "us-d", "us-e", "us-f"]
        .map(|unit| format!("{unit} infantry 3 @0402"))
        .into();
    units.extend(["us-l leader 4 c1 f1 s1 4 @0402", "cs-a infantry 3 @0403"].map(str::to_owned));
    units.extend(["cs-b infantry 1 @0403", "cs-g artillery 3 @0403"].map(str::to_owned));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    play.all(US, "pick us-a, engage cs-right, end-combat, bring us-d, end-reinforce");
    // cs-b stands.
    play.roll(&[4]);
    play.all(CS, "end-retreat, end-combat");
    play.all(US, "pick us-b, retreat 0402, pick us-c, retreat 0402, pick us-d, retreat 0402");
    assert_eq!(play.next_decision(), (US, "combat".to_owned()), "three are as many as go over it");
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    all_flee(&mut play, CS);
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
    assert_eq!(play.ids(US), ["bring us-e", "bring us-f", "bring us-l", "end-regroup"]);
}

/// The battle goes on to the night without anybody doing anything.
fn till_night(play: &mut Play) {
    for _ in 0..4 {
        for seat in [US, CS] {
            turn_over(play, seat);
        }
    }
    assert_eq!(play.next_decision(), (US, "night".to_owned()));
}

#[test]
fn s6_81_each_unit_that_withdraws_at_night_into_a_vacant_hex_of_the_enemy_loses_a_step() {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &[]);
    till_night(&mut play);
    play.all(US, "withdraw, pick us-a, retreat 0304, pick us-b, retreat 0304, pick us-c, retreat 0304");
    assert_eq!(steps(&play), [2, 2, 2]);
}

#[test]
fn s6_81_whoever_gives_up_goes_with_all_units_and_twice_as_many_over_a_hexside() {
    // Five over the bridge, which takes three by day.
    let mut units: Vec<String> = vec!["us-l leader 4 c1 f1 s1 4 @0402".to_owned()];
    units.extend(["us-a", "us-b", "us-c", "us-d", "us-e"].map(|unit| format!("{unit} infantry 2 @0402")));
    units.extend(
        ["cs-a infantry 3 @0403", "cs-b infantry 3 @0403", "cs-g artillery 3 @0403"].map(str::to_owned),
    );
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    play.all(US, "end-combat, bring us-d, bring us-e");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    turn_over(&mut play, CS);
    for seat in [US, CS, US, CS, US, CS] {
        turn_over(&mut play, seat);
    }
    play.take(US, "withdraw");
    assert!(!play.lists(US, "end-retreat"), "nobody stays");
    all_flee(&mut play, US);
    for unit in ["us-a", "us-b", "us-c", "us-d", "us-e"] {
        assert_eq!((play.at(unit), play.strength(unit)), ("0402".to_owned(), 2), "{unit}");
    }
}

#[test]
fn s8_41_each_invader_loses_a_step_on_the_voyage_back() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-a infantry 3 @0706",
        "us-b infantry 3 @0706",
        "cs-a infantry 1 @0605",
        "cs-b infantry 1 @0605",
        "cs-z infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.all(US, "pick us-a, sail 0605, pick us-b, sail 0605, end-moves");
    play.roll(&[6; 8]);
    play.take(US, "end-moves");
    play.all(US, "pick us-a, retreat 0706, pick us-b, retreat 0706");
    assert_eq!((play.strength("us-a"), play.strength("us-b")), (2, 2), "the port is the Union's, and held");
}

#[test]
fn s6_33_no_chance_of_morale_is_told_where_those_who_left_have_left_a_rout() {
    let units = [BLUE[0], BLUE[1], "us-b infantry 1 @0303", BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let mut play = attack(&units, "us-a us-b us-c");
    deploy(&mut play);
    play.all(US, "pick us-b, engage cs-center");
    turn_over(&mut play, US);
    play.all(CS, "pick cs-a, engage us-right, end-combat");
    assert_eq!(play.next_decision(), (US, "retreat".to_owned()));
    let morale = |play: &Play| play.game.odds(US, "end-retreat").len();
    let routs = |play: &Play| {
        let told = play.game.details(US, &["end-retreat".to_owned()]);
        told[0].consequences.iter().any(|line| line.citation.as_deref() == Some("6.33"))
    };
    assert_eq!((morale(&play), routs(&play)), (1, false), "us-b is shaken");
    // us-c was alone on the right, where cs-a stays.
    play.all(US, "pick us-c, retreat 0303");
    assert_eq!((morale(&play), routs(&play)), (0, true));
    play.take(US, "end-retreat");
    assert!(!play.events.iter().any(|event| matches!(event.kind, EventKind::Rolled(_))), "nobody is tested");
    assert_eq!((play.strength("us-a"), play.strength("us-b")), (2, 0));
}

/// Three against three in 0304 and in 0403, with these units besides; which is fought first is to be chosen.
pub fn two_battles(more: &[&str]) -> Play {
    let other = [
        "us-x infantry 3 @0303",
        "us-y infantry 3 @0303",
        "us-z infantry 3 @0303",
        "cs-x infantry 3 @0304",
        "cs-y infantry 3 @0304",
        "cs-z infantry 3 @0304",
    ];
    let mut play = Play::with(&[&BLUE[..], &GRAY[..], &other, more].concat(), &[("year", 1861)]);
    play.open(US, "activate us-l");
    play.all(US, "pick us-x, to 0304, pick us-y, to 0304, pick us-z, to 0304");
    attack_on(&mut play, "us-a us-b us-c");
    play
}

#[test]
fn s6_72_the_victors_of_a_battle_reinforce_the_next_but_not_those_who_regrouped() {
    let mut play = two_battles(&["us-r infantry 3 @0303"]);
    play.take(US, "fight 0304");
    play.all(CS, "pick cs-x, post cs-left, pick cs-y, post cs-center, pick cs-z, post cs-right");
    play.all(US, "pick us-x, post us-left, pick us-y, post us-center, pick us-z, post us-right");
    while play.next_decision().0 == US {
        let (_, kind) = play.next_decision();
        play.take(US, &format!("end-{kind}"));
    }
    all_flee(&mut play, CS);
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
    play.all(US, "bring us-r, end-regroup");
    deploy(&mut play);
    play.take(US, "end-combat");
    assert!(play.lists(US, "bring us-x") && play.lists(US, "bring us-y"));
    assert!(!play.lists(US, "bring us-r"), "it regrouped");
}

#[test]
fn s3_2_who_retreats_stands_upright_again() {
    let mut play = out_of_the_open("us-a infantry 3 @0304", &[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    let seen = |play: &Play| play.view(CS).units.iter().any(|unit| unit.id == "us-a");
    assert!(seen(&play), "engaged units are revealed");
    play.take(CS, "end-combat");
    play.all(US, "pick us-a, retreat 0304");
    assert!(!seen(&play));
}

#[test]
fn s6_34_who_is_picked_to_regroup_may_be_left_where_he_is() {
    let mut play = won_in_the_open();
    assert!(play.of(US, "us-b").contains(&"retreat 0304".to_owned()));
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
}

#[test]
fn s6_7_who_stands_in_another_battle_reinforces_none() {
    let mut units = vec!["us-l leader 4 c1 f1 s1 4 @0303".to_owned()];
    units.extend(["us-a", "us-b", "us-c"].map(|unit| format!("{unit} infantry 3 @0303")));
    units.extend(["us-x", "us-y", "us-z"].map(|unit| format!("{unit} infantry 3 @0304")));
    units.extend(["cs-a", "cs-b", "cs-g"].map(|unit| format!("{unit} infantry 3 @0403")));
    units.extend(["cs-x", "cs-y", "cs-z"].map(|unit| format!("{unit} infantry 3 @0404")));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    for unit in ["us-x", "us-y", "us-z"] {
        play.all(US, &format!("pick {unit}, to 0404"));
    }
    attack_on(&mut play, "us-a us-b us-c");
    assert_eq!(
        (play.next_decision().1.as_str(), play.ids(US)),
        ("choose-battle", vec!["fight 0403".to_owned(), "fight 0404".to_owned()])
    );
    play.take(US, "fight 0403");
    deploy(&mut play);
    play.take(US, "end-combat");
    assert!(play.lists(US, "bring us-l") && !play.lists(US, "bring us-x"), "{:?}", play.ids(US));
}
