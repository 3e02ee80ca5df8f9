//! §6: skirmishes and battles.

use muster_contract::{EventKind, Seat};

use crate::rules::position::*;

/// Three Union units and a leader beside three Confederates at Manassas, over clear ground from 0303.
pub const BLUE: [&str; 4] = [
    "us-l leader 4 c1 f1 s1 4 @0303",
    "us-a infantry 3 @0303",
    "us-b infantry 3 @0303",
    "us-c infantry 2 @0303",
];
pub const GRAY: [&str; 3] = ["cs-a infantry 3 @0403", "cs-b infantry 2 @0403", "cs-g artillery 3 @0403"];

/// The Union attacks 0403 with these, and the movement phase is over.
#[track_caller]
pub fn attack(units: &[&str], with: &str) -> Play {
    let mut play = Play::first(units, US, "activate us-l");
    attack_on(&mut play, with);
    play
}

pub fn attack_on(play: &mut Play, with: &str) {
    for unit in with.split_whitespace() {
        play.all(US, &format!("pick {unit}, to 0403"));
    }
    play.all(US, "end-moves, end-moves");
}

/// Both deploy one in each position; the Union's Dawn turn. us-a left, us-b centre, us-c right; cs-a left, cs-b right, cs-g centre.
#[track_caller]
pub fn battle(more: &[&str]) -> Play {
    let units = [&BLUE[..], &GRAY[..], more].concat();
    let mut play = attack(&units, "us-a us-b us-c");
    deploy(&mut play);
    play
}

/// One in each position: us-a left, us-b centre, us-c right; cs-a left, cs-b right, cs-g centre.
pub fn deploy(play: &mut Play) {
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    if play.next_decision() == (CS, "deploy-battle".to_owned()) {
        play.take(CS, "end-deploy");
    }
    if play.next_decision().1 == "entrench" {
        play.take(CS, "end-entrench");
    }
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
    if play.next_decision().1 == "deploy-battle" {
        play.take(US, "end-deploy");
    }
    if play.next_decision().1 == "retreat" {
        play.take(US, "end-retreat");
    }
}

/// Ends the battle turn of a seat, and begins the other's combat.
pub fn turn_over(play: &mut Play, seat: Seat) {
    play.take(seat, "end-combat");
    loop {
        let (seat, kind) = play.next_decision();
        let end = format!("end-{kind}");
        if kind == "combat" || !play.lists(seat, &end) {
            break;
        }
        play.take(seat, &end);
    }
}

#[test]
fn s6_1_in_a_skirmish_the_defender_fires_first_at_f1_and_the_attacker_retreats_if_equal() {
    let units = [BLUE[0], BLUE[1], BLUE[2], "cs-a infantry 3 @0403", "cs-b infantry 2 @0403"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0403, pick us-b, to 0403, end-moves");
    // Five dice of the defender: one hit, which the Union gives to either; then five of the attacker, none.
    play.roll(&[1, 2, 6, 6, 6]);
    play.take(US, "end-moves");
    assert_eq!(play.next_decision(), (US, "losses".to_owned()));
    play.roll(&[2, 2, 2, 2, 2]);
    play.take(US, "hit us-b");
    assert_eq!(play.strength("us-b"), 2);
    assert_eq!(play.next_decision(), (US, "retreat".to_owned()), "two against two");
    play.all(US, "pick us-a, retreat 0303, pick us-b, retreat 0303");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("0303".to_owned(), "0303".to_owned()));
    assert_eq!(play.strength("us-a"), 3, "0303 was held by the leader");
}

#[test]
fn s6_1_the_defender_of_a_skirmish_retreats_if_he_has_fewer_units() {
    let units = [BLUE[0], BLUE[1], BLUE[2], "cs-a infantry 2 @0403"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0403, pick us-b, to 0403, end-moves");
    play.roll(&[6; 8]);
    play.take(US, "end-moves");
    play.take(CS, "pick cs-a");
    assert!(!play.lists(CS, "retreat 0303"), "not where the attacker came from");
    play.take(CS, "retreat 0404");
    assert_eq!((play.at("cs-a"), play.at("us-a")), ("0404".to_owned(), "0403".to_owned()));
}

#[test]
fn s6_31_who_retreats_into_a_vacant_hex_of_the_enemy_loses_a_step() {
    let units = [BLUE[0], "us-c cavalry 2 @0304", "cs-a infantry 3 @0403", "cs-b infantry 3 @0403"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-c, to 0403, end-moves");
    play.roll(&[6, 6, 6, 6, 6, 6, 6, 6]);
    play.take(US, "end-moves");
    play.all(US, "pick us-c, retreat 0304");
    assert_eq!((play.at("us-c"), play.strength("us-c")), ("0304".to_owned(), 1));
}

#[test]
fn s6_2_the_defender_deploys_first_and_fills_every_position() {
    let units = [&BLUE[..], &GRAY[..]].concat();
    let mut play = attack(&units, "us-a us-b us-c");
    assert_eq!(play.next_decision(), (CS, "deploy-battle".to_owned()));
    play.take(CS, "pick cs-a");
    assert!(!play.lists(CS, "reserve"), "three units for three positions");
    play.take(CS, "post cs-left");
    play.take(CS, "pick cs-b");
    assert!(!play.lists(CS, "post cs-left"));
    assert_eq!(play.view(US).open_board.map(|open| open.board).as_deref(), Some("battle"));
}

#[test]
fn s6_5_a_unit_engages_and_fires_only_in_its_next_turn() {
    let mut play = battle(&[]);
    // us-left faces cs-right, where cs-b stands.
    play.all(US, "pick us-a, engage cs-right");
    let way = |play: &Play| {
        let moved = play.events.iter().find_map(|event| match &event.kind {
            EventKind::Moved(way) => Some(way.iter().map(|place| place.space.clone()).collect::<Vec<_>>()),
            _ => None,
        });
        moved.unwrap_or_default()
    };
    assert_eq!(way(&play), ["us-left", "cs-right"], "it is told from where to where");
    assert!(!play.lists(US, "pick us-a"));
    assert_eq!(play.at("us-a"), "cs-right");
    turn_over(&mut play, US);
    assert!(play.view(CS).units.iter().any(|unit| unit.id == "us-a"), "engaged units are revealed");
    // cs-b of two steps fires at F2: one hit.
    play.roll(&[2, 3]);
    play.all(CS, "pick cs-b, fire");
    assert_eq!(play.strength("us-a"), 2);
    turn_over(&mut play, CS);
    play.roll(&[2, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-b"), 1);
}

#[test]
fn s6_61_long_range_fire_is_f1_and_drives_a_last_step_into_reserve() {
    let mut play = battle(&[]);
    turn_over(&mut play, US);
    // cs-g bombards the centre: us-b of three steps takes three hits, the last drives it off.
    play.roll(&[1, 1, 1]);
    play.all(CS, "pick cs-g, bombard");
    assert_eq!((play.at("us-b"), play.strength("us-b")), ("us-reserve".to_owned(), 1));
}

#[test]
fn s6_61_the_first_short_range_fire_is_f3_then_f1() {
    let mut play = battle(&[]);
    play.all(US, "pick us-b, engage cs-center");
    turn_over(&mut play, US);
    assert!(!play.of(CS, "cs-g").contains(&"bombard".to_owned()), "it is engaged");
    play.roll(&[3, 4, 4]);
    play.all(CS, "pick cs-g, fire");
    assert_eq!(play.strength("us-b"), 2, "F3");
    turn_over(&mut play, CS);
    turn_over(&mut play, US);
    play.roll(&[3, 3, 3]);
    play.all(CS, "pick cs-g, fire");
    assert_eq!(play.strength("us-b"), 2, "F1");
}

#[test]
fn s6_64_melee_hits_on_three_and_costs_a_step_for_each_six() {
    let mut play = battle(&[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    play.roll(&[3, 6]);
    play.all(CS, "pick cs-b, melee");
    assert_eq!((play.strength("us-a"), play.strength("cs-b")), (2, 1));
}

#[test]
fn s6_63_hits_go_to_the_strongest() {
    let mut play = battle(&["us-d infantry 3 @0303"]);
    // us-d comes from 0303 into reserve and stands with us-c (two steps) on the right, which faces cs-a on the left.
    play.take(US, "end-combat");
    play.take(US, "bring us-d");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    turn_over(&mut play, CS);
    play.all(US, "pick us-d, post us-right");
    turn_over(&mut play, US);
    play.all(CS, "pick cs-a, engage us-right");
    turn_over(&mut play, CS);
    turn_over(&mut play, US);
    play.roll(&[1, 6, 6]);
    play.all(CS, "pick cs-a, fire");
    assert_eq!((play.strength("us-d"), play.strength("us-c")), (2, 2));
}

#[test]
fn s6_4_a_last_step_that_fails_its_morale_disengages_and_the_last_in_a_position_routs_its_side() {
    let mut play = battle(&[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-b"), 1);
    // Morale of cs-b: a 2. Nobody else stands on the right: a rout, a step from each, and all retreat.
    play.roll(&[2]);
    turn_over(&mut play, US);
    let phases =
        play.events.iter().filter(|event| matches!(&event.kind, EventKind::Phase(id) if id == "morale"));
    assert_eq!(phases.count(), 1, "the check is a step of the battle turn");
    assert_eq!(play.strength("cs-b"), 0, "its last step goes in the rout");
    assert_eq!((play.strength("cs-a"), play.strength("cs-g")), (2, 2));
    assert_eq!(play.next_decision(), (CS, "retreat".to_owned()));
    play.take(CS, "pick cs-a");
    assert!(!play.lists(CS, "retreat 0303"), "not where the attacker came from");
}

#[test]
fn s6_5_outflanking_needs_an_engaged_flank_and_a_four() {
    for (face, at) in [(4, "cs-right"), (3, "us-reserve")] {
        let mut play = battle(&["us-d infantry 3 @0303"]);
        play.take(US, "end-combat");
        play.take(US, "bring us-d");
        while play.next_decision().1 != "combat" {
            let (seat, kind) = play.next_decision();
            play.take(seat, &format!("end-{kind}"));
        }
        turn_over(&mut play, CS);
        assert!(!play.of(US, "us-d").contains(&"outflank cs-right".to_owned()));
        play.all(US, "pick us-a, engage cs-right");
        play.roll(&[face, 6, 6, 6]);
        play.all(US, "pick us-d, outflank cs-right");
        assert_eq!(play.at("us-d"), at);
        if face == 4 {
            assert!(play.lists(US, "fire") && play.lists(US, "melee"), "it attacks at once");
            play.take(US, "fire");
            assert_eq!(play.strength("us-d"), 3);
        } else {
            assert_eq!(play.strength("us-d"), 2);
        }
    }
}

#[test]
fn s6_7_reinforcements_come_two_over_a_clear_hexside() {
    let more = ["us-d infantry 1 @0303", "us-e infantry 1 @0303", "us-f infantry 1 @0303"];
    let mut play = battle(&more);
    play.take(US, "end-combat");
    play.all(US, "bring us-d, bring us-e");
    assert!(!play.lists(US, "bring us-f") || play.next_decision().1 != "reinforce");
    assert_eq!(play.at("us-d"), "us-reserve");
}

#[test]
fn s6_81_at_night_a_leader_of_both_sides_keeps_the_battle_going() {
    let mut play = battle(&["cs-l leader 4 c1 f1 s1 3 @0404"]);
    for _ in 0..4 {
        for seat in [US, CS] {
            turn_over(&mut play, seat);
        }
    }
    assert_eq!(play.next_decision(), (US, "night".to_owned()));
    play.take(US, "fight-on us-l");
    assert_eq!(play.next_decision(), (CS, "night".to_owned()));
    play.take(CS, "fight-on cs-l");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(
            seat,
            if kind == "deploy-battle" { "end-deploy".to_owned() } else { format!("end-{kind}") }.as_str(),
        );
    }
    assert_eq!(play.next_decision(), (US, "combat".to_owned()));
    assert_eq!((play.strength("us-l"), play.strength("cs-l")), (2, 2), "the Union's had commanded before");
    assert!(play.view(US).turn.clock.starts_with("day 2"));
}

#[test]
fn s6_81_without_a_leader_the_side_retreats_in_the_night() {
    let mut play = battle(&[]);
    for _ in 0..4 {
        for seat in [US, CS] {
            turn_over(&mut play, seat);
        }
    }
    play.take(US, "fight-on us-l");
    assert_eq!(play.ids(CS), ["withdraw"]);
    play.take(CS, "withdraw");
    assert_eq!(play.next_decision(), (CS, "retreat".to_owned()));
}

#[test]
fn s6_9_entrenchments_take_a_die_from_who_fires_at_them() {
    let units = [&BLUE[..], &GRAY[..]].concat();
    let mut play = attack(&units, "us-a us-b us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    assert_eq!(play.next_decision(), (CS, "entrench".to_owned()));
    play.take(CS, "entrench cs-right");
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()), "there is one in 1862");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
    if play.next_decision().1 == "retreat" {
        play.take(US, "end-retreat");
    }
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 6]);
    play.all(US, "pick us-a, fire");
    let dice = play.events.iter().find_map(|event| match &event.kind {
        muster_contract::EventKind::Rolled(roll) => Some(roll.dice.len()),
        _ => None,
    });
    assert_eq!(dice, Some(2), "three steps, less one");
    assert_eq!(play.strength("cs-b"), 1);
}

#[test]
fn s6_65_whoever_defends_a_fortress_takes_two_hits_for_a_step() {
    let units = [
        "cs-l leader 4 c1 f1 s1 4 @0403",
        "cs-a infantry 3 @0403",
        "cs-b infantry 3 @0403",
        "us-a infantry 3 @0402",
        "us-b garrison 2 @0402",
    ];
    let mut play = Play::first(&units, CS, "activate cs-l");
    play.all(CS, "pick cs-a, to 0402, pick cs-b, to 0402, end-moves");
    // The defenders miss with five dice; of six the attackers hit three times: one step and a half.
    play.roll(&[6, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6]);
    play.take(CS, "end-moves");
    play.take(US, "hit us-a");
    assert_eq!(play.strength("us-a") + play.strength("us-b"), 4);
    assert_eq!(play.next_decision(), (CS, "retreat".to_owned()), "the attacker retreats from a fortress");
}

#[test]
fn s6_34_the_victor_regroups_one_way_or_the_other() {
    let mut play = battle(&["us-d infantry 3 @0303"]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 1, 6]);
    play.all(US, "pick us-a, fire");
    // cs-b is gone and the right is lost: rout, and flight.
    assert_eq!(play.next_decision(), (CS, "retreat".to_owned()));
    while play.next_decision() == (CS, "retreat".to_owned()) {
        let first = play.ids(CS)[0].clone();
        play.take(CS, &first);
        let to = play.ids(CS)[0].clone();
        play.take(CS, &to);
    }
    assert_eq!(play.next_decision(), (US, "regroup".to_owned()));
    play.take(US, "bring us-d");
    assert!(!play.ids(US).iter().any(|id| id.starts_with("pick")), "either in or out");
    let reason = crate::rules::told::why(&play, US, &crate::rules::told::unit("us-a"));
    assert_eq!(reason, "Who regroups retreats or reinforces, not both. (6.34)");
    play.take(US, "end-regroup");
    assert_eq!(play.at("us-d"), "0403");
}

#[test]
fn s6_9_one_more_a_year_and_the_attacker_digs_in_the_first_night() {
    for (year, most) in [(1861, 0), (1862, 1), (1863, 2), (1864, 3), (1865, 3)] {
        let units = [&BLUE[..], &GRAY[..], &["cs-l leader 4 c1 f1 s1 3 @0404"]].concat();
        let mut play = Play::with(&units, &[("year", year)]);
        play.open(US, "activate us-l");
        attack_on(&mut play, "us-a us-b us-c");
        play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
        assert_eq!(entrench(&mut play, CS), most, "{year}");
        play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
        if play.next_decision().1 == "retreat" {
            play.take(US, "end-retreat");
        }
        for _ in 0..4 {
            for seat in [US, CS] {
                turn_over(&mut play, seat);
            }
        }
        play.take(US, "fight-on us-l");
        play.take(CS, "fight-on cs-l");
        while play.next_decision().1 == "reinforce" {
            let seat = play.next_decision().0;
            play.take(seat, "end-reinforce");
        }
        play.take(US, "end-deploy");
        play.take(CS, "end-deploy");
        assert_eq!(entrench(&mut play, US), most, "{year}");
        assert_eq!(entrench(&mut play, CS), 0, "{year}: the defender has placed his");
    }
}

/// Places as many entrenchments as a seat has; gives how many.
pub fn entrench(play: &mut Play, seat: Seat) -> usize {
    let mut placed = 0;
    while play.next_decision() == (seat, "entrench".to_owned()) {
        let column = play.ids(seat)[0].clone();
        play.take(seat, &column);
        placed += 1;
    }
    placed
}

/// cs-b has entrenched on the right, with so many steps; us-a has engaged it, and us-d waits, with so many.
fn entrenched(steps: u8, waiting: u8) -> Play {
    let (defender, reserve) =
        (format!("cs-b infantry {steps} @0403"), format!("us-d infantry {waiting} @0303"));
    let units = [&BLUE[..], &[GRAY[0], &defender, GRAY[2], &reserve]].concat();
    let mut play = attack(&units, "us-a us-b us-c us-d");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.take(CS, "entrench cs-right");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right, end-deploy");
    play.all(US, "end-retreat, pick us-a, engage cs-right");
    play
}

#[test]
fn s6_9_defenders_of_entrenchments_hold_on_a_three() {
    for (face, left) in [(3, 1), (2, 0)] {
        let mut play = entrenched(1, 3);
        play.roll(&[face]);
        turn_over(&mut play, US);
        assert_eq!(play.strength("cs-b"), left, "rolls {face}: who runs leaves the right to a rout");
    }
}

#[test]
fn s6_9_outflanking_entrenchments_takes_a_three() {
    for (face, at) in [(3, "cs-right"), (2, "us-reserve")] {
        let mut play = entrenched(2, 3);
        play.roll(&[face]);
        play.all(US, "pick us-d, outflank cs-right");
        assert_eq!(play.at("us-d"), at);
    }
}

#[test]
fn s6_9_a_last_step_that_outflanks_entrenchments_is_told_that_it_fires_at_nobody() {
    for (steps, told) in [(2, "engages, and fires at once"), (1, "engages, and can't fire")] {
        let mut play = entrenched(2, steps);
        play.take(US, "pick us-d");
        let tables = play.game.odds(US, "outflank cs-right");
        assert_eq!(tables[0].rows.exact().unwrap()[0].label, told);
        play.roll(&[3]);
        play.take(US, "outflank cs-right");
        assert_eq!(play.at("us-d"), "cs-right");
        assert_eq!(play.lists(US, "fire"), steps > 1);
    }
}

#[test]
fn s6_65_more_attackers_retreat_from_a_skirmish_for_a_fortress_too() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0404",
        "us-a infantry 3 @0404",
        "us-b infantry 3 @0404",
        "cs-a infantry 1 @0405",
    ];
    // One hit of six dice is half a step; two are the last.
    for (second, left) in [(6, 1), (1, 0)] {
        let mut play = Play::first(&units, US, "activate us-l");
        play.all(US, "pick us-a, to 0405, pick us-b, to 0405, end-moves");
        play.roll(&[6, 1, second, 6, 6, 6, 6]);
        play.take(US, "end-moves");
        assert_eq!(play.strength("cs-a"), left);
        assert_eq!(play.next_decision() == (US, "retreat".to_owned()), left > 0, "two against one");
    }
}

#[test]
fn s6_72_the_victors_of_a_skirmish_reinforce_a_battle_beside_it() {
    let units =
        [&BLUE[..], &GRAY[..], &["us-x infantry 3 @0303", "us-y infantry 3 @0303", "cs-x infantry 1 @0304"]];
    let mut play = Play::first(&units.concat(), US, "activate us-l");
    play.all(US, "pick us-x, to 0304, pick us-y, to 0304");
    play.roll(&[6, 1, 6, 6, 6, 6, 6]);
    attack_on(&mut play, "us-a us-b us-c");
    assert_eq!(play.at("cs-x"), "off");
    deploy(&mut play);
    play.take(US, "end-combat");
    assert!(play.lists(US, "bring us-x") && play.lists(US, "bring us-y"));
}
