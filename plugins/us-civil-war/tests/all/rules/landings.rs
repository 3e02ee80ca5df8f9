//! §20.5: Amphibious Assaults on the map of 1862, by choices.

use muster_contract::{Position, Target};
use muster_sdk::Explanations as _;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::Encounter;
use us_civil_war::charts::Card;
use us_civil_war::state::{Means, Works};

use crate::rules::battlefield::Field;
use crate::rules::fleet::*;
use crate::rules::position::*;

/// Dice by which the attacker wins, or the defender.
pub fn falls(play: &mut Play, attack: u8, defense: u8) {
    play.dice.clear();
    play.dice
        .arrange(" attack at", &[attack])
        .arrange(" defense at", &[defense])
        .arrange("Initiative", &[4, 1]);
}

/// The other side lets it happen, as often as it is asked.
fn no_reaction(play: &mut Play) {
    while play.next_decision().1 == "react" {
        let seat = play.next_decision().0;
        play.take(seat, "no-reaction");
    }
}

/// Both sides' phases are over.
fn next_phase(play: &mut Play) {
    play.take(US, "end-actions");
    play.until("action");
    play.take(CS, "end-actions");
    play.until("action");
    assert_eq!(play.next_decision().0, US);
}

// -------- The real set-up

/// M2 B: as Butler did it, from Ship Island past the forts to New Orleans.
#[test]
fn m2_new_orleans_falls_by_the_forts() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-4038 two-points").take(US, "sail ship-island").take(US, "halt");
    next_phase(&mut play);
    // Against a Coastal Fort it takes a card (20.5.6, 10.3.3).
    play.take(US, "embark-ocean us-butler three-points");
    has_none(&sails(&play, US), "fort-st-philip-jackson");
    next_phase_without(&mut play);
    play.take(US, "embark-ocean us-butler card-naval");
    assert_eq!(play.state().march.as_ref().unwrap().sps, 3);
    has_none(&sails(&play, US), "4814 5014");
    falls(&mut play, 6, 1);
    play.take(US, "sail fort-st-philip-jackson");
    assert_eq!(play.next_decision().1, "battle");
    play.take(US, "support card-naval").take(US, "attack");
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "20.5.3: they go no farther");
    assert_eq!(play.stands("us-butler"), "fort-st-philip-jackson");
    let fort = play.state().world.find("fort-st-philip-jackson").unwrap();
    assert_eq!(play.state().spot(fort).marker, Some(Us));
    next_phase(&mut play);
    // New Orleans has no Fort: a point is enough.
    play.take(US, "embark us-butler");
    let there = sails(&play, US);
    has(&there, "4814 5014 3013");
    falls(&mut play, 6, 1);
    play.take(US, "sail 4814");
    no_reaction(&mut play);
    play.take(US, "attack");
    while play.next_decision().1 == "retreat" {
        let path = play.ids(CS)[0].clone();
        play.take(CS, &path);
    }
    assert!(holds(&play, Us, "4814") && play.sps(Cs, "4814") == 0);
    assert_eq!(play.stands("us-butler"), "4814");
}

/// The stack stays where it embarked, and the next phase comes.
fn next_phase_without(play: &mut Play) {
    play.take(US, "halt");
    next_phase(play);
}

/// M2 C: Proctorville is reached from Ship Island by river ships alone, and is empty.
#[test]
fn m2_proctorville_is_taken_from_ship_island_without_a_shot() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-butler");
    has_none(&sails(&play, US), "4915 4718 4719");
    play.take(US, "halt");
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-butler");
    has(&sails(&play, US), "4915 4718 4719 4815");
    has_none(&sails(&play, US), "4814 5014 fort-morgan fort-st-philip-jackson 5011");
    play.take(US, "sail 4915");
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "20.5.3: that was an Amphibious Assault");
    assert_eq!(play.stands("us-butler"), "4915");
    assert!(holds(&play, Us, "4915"));
}

/// M2 A: Atchafalaya Bay first, over the sea, and Brashear City from there.
#[test]
fn m2_brashear_city_in_two_phases_by_atchafalaya_bay() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-butler").take(US, "sail atchafalaya-bay");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    let bay = play.state().world.find("atchafalaya-bay").unwrap();
    assert_eq!(play.state().spot(bay).marker, Some(Us), "20.5.3: at once");
    next_phase(&mut play);
    play.take(US, "embark us-butler");
    assert_eq!(sails(&play, US), ["5011"]);
    play.take(US, "sail 5011");
    assert!(holds(&play, Us, "5011"));
}

/// H8, H22: Norfolk from Fort Monroe. What fails there sails back to a port of its choice (20.5.4).
#[test]
fn s20_5_4_a_landing_at_norfolk_fails_and_the_ships_choose_a_port() {
    let storm = |attack: u8, defense: u8| {
        let mut play = begin(&set_up(GAME), 3);
        play.take(US, "embark us-fort-monroe");
        let there = sails(&play, US);
        has(&there, "2449 2349 2248");
        falls(&mut play, attack, defense);
        play.take(US, "sail 2449");
        no_reaction(&mut play);
        play.take(US, "attack");
        play
    };
    let mut play = storm(1, 6);
    assert_eq!(play.next_decision(), (US, "reembark".to_owned()));
    let ways = play.ids(US);
    assert_eq!(ways[0], "sail-back fort-monroe", "C100: where it came from is the first");
    for id in ["sail-back 1647", "sail-back chesapeake"] {
        assert!(ways.iter().any(|way| way == id), "{id} isn't in {ways:?}");
    }
    for id in ["sail-back 2248", "sail-back 2449", "sail-back 4038", "sail-back 2348"] {
        assert!(ways.iter().all(|way| way != id), "{id} is in {ways:?}");
    }
    let left = play.state().march.as_ref().unwrap().sps;
    let before = play.sps(Us, "1647");
    play.take(US, "sail-back 1647");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!((play.sps(Us, "1647"), play.sps(Us, "fort-monroe")), (before + left, 0));
    let at = play.state().world.find("1647").unwrap();
    assert!(play.state().spot(at).force.unwrap().demoralized, "12.2");
    // Nobody wins: they sail back as well.
    let play = storm(1, 1);
    assert_eq!(play.next_decision().1, "reembark");
}

/// §9.3.2, §20.5.4: nobody avoids battle to where the ships come from, and sail back to.
#[test]
fn s9_3_2_nobody_goes_to_the_port_that_a_landing_comes_from() {
    let lands = |sps: &str| {
        let mut position = with(&[sps, "cs 0 4718", "cs 3 4719"]);
        put(&mut position, "us", "control", "4718", &[]);
        put(&mut position, "cs", "fort", "4719", &[("level", 3)]);
        let general = position.roster.iter_mut().find(|unit| unit.id == "cs-van-dorn").unwrap();
        general.place = Some(muster_sdk::place("4719"));
        let mut play = begin(&position, 3);
        play.all(US, "embark us-4718 card-naval, sail 4719");
        falls(&mut play, 1, 6);
        play
    };
    let mut play = lands("us 3 4718");
    play.take(CS, "avoid-battle");
    let open = play.ids_from(CS, "avoid-to ");
    has_none(&open, "avoid-to 4718");
    let why = play.explain(CS, &muster_contract::Target::Space("4718".to_owned())).swap_remove(0);
    assert_eq!(why.text, "The force that attacks comes from there.");
    play.take(CS, &open[0]);
    play.all(US, "attack, sail-back 4718");
    assert_eq!(play.sps(Us, "4718"), 2);
    let mut play = lands("us 1 4718");
    play.take(CS, "no-reaction").take(US, "attack");
    assert!(play.told().contains("The landing has failed, and nobody sails back."), "{}", play.told());
}

/// M5: Roanoke Island has a Fort, New Bern and Beaufort have none; Fort Macon is Isolated once Beaufort has fallen (H1).
#[test]
fn m5_burnside_in_the_north_carolina_sounds() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-burnside");
    has(&sails(&play, US), "3047 3148");
    has_none(&sails(&play, US), "roanoke-island fort-macon");
    play.take(US, "sail 3148");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    let fort = play.state().world.find("fort-macon").unwrap();
    assert!(play.state().supply(Cs).is_isolated(fort));
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-burnside card-naval");
    has(&sails(&play, US), "roanoke-island 3047 3148");
    falls(&mut play, 6, 1);
    play.take(US, "sail roanoke-island").take(US, "attack");
    let at = play.state().world.find("roanoke-island").unwrap();
    let spot = play.state().spot(at);
    assert_eq!((spot.works, spot.marker), (Works::None, Some(Us)), "20.5.3, 10.2.5");
}

/// M5: over the sea into the sounds without a stop, while Hatteras Inlet is the Union's.
#[test]
fn m5_over_the_sea_into_pamlico_sound() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-4038 card-naval");
    has(&sails(&play, US), "3047 roanoke-island hatteras-inlet 3148");
    has_none(&sails(&play, US), "2847");
    let mut position = changed(GAME, &[]);
    let burnside = position.roster.iter_mut().find(|unit| unit.id == "us-burnside").unwrap();
    burnside.place = Some(muster_sdk::place("4038"));
    clear(&mut position, "us", "hatteras-inlet");
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-4038 card-naval");
    has(&sails(&play, US), "hatteras-inlet fort-macon");
    has_none(&sails(&play, US), "3047 roanoke-island 3148");
}

// -------- §20.5.1

#[test]
fn s20_5_1_one_stretch_without_control_is_entered_and_none_passed() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant card-naval");
    let there = sails(&play, US);
    // The Fort of Columbus faces the stretch from which it is stormed, and New Madrid lies beyond.
    has(&there, "2516 2619");
    has_none(&there, "2515 2614 3013 2722 3120");
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant");
    has_none(&sails(&play, US), "2516 2619");
}

/// Before a stack storms a shore it is told that it does, and what the battle would be; of a shore that is open, nothing of the kind.
#[test]
fn s20_5_1_a_landing_tells_of_its_battle_beforehand() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant card-naval");
    let told = |id: &str| {
        let lines = play.details(US, id).consequences;
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
    };
    let stormed = told("sail 2516");
    assert!(stormed.contains("An Amphibious Assault") && stormed.contains("Battle at Columbus"), "{stormed}");
    assert!(!play.game.odds(US, "sail 2516").is_empty());
    let open = sails(&play, US).into_iter().map(|at| told(&format!("sail {at}")));
    assert!(open.filter(|told| told.is_empty()).count() > 0, "others meet nobody");
}

/// 10.3.1: what a Coastal Fort protects is out of reach until it has fallen.
#[test]
fn s10_3_1_a_port_is_stormed_once_its_coastal_fort_has_fallen() {
    let sailing = |things: &[&str]| {
        let mut position = changed(GAME, &[]);
        for fort in things {
            put(&mut position, "us", "control", fort, &[]);
        }
        let mut play = begin(&position, 3);
        play.take(US, "embark-ocean us-4038 card-naval");
        sails(&play, US)
    };
    let closed = sailing(&[]);
    has(&closed, "fort-pulaski fort-sumter fort-fisher fort-morgan");
    has_none(&closed, "4137 3839 3345 4619");
    let open = sailing(&["fort-pulaski", "fort-sumter", "fort-morgan"]);
    has(&open, "4137 3839 4619");
    has_none(&open, "3345");
}

// -------- §20.5.2

/// Interception into an empty hex makes an Amphibious Assault of a landing (C17), and it is no attack over a river.
#[test]
fn s20_5_2_a_landing_that_is_intercepted_is_an_amphibious_assault() {
    let land = |attack: u8, defense: u8| {
        let mut play = begin(&set_up(GAME), 3);
        play.take(US, "embark us-mcclellan two-points");
        play.dice.clear();
        play.dice.arrange("Interception from", &[6, 6]).arrange("Initiative", &[4, 1]);
        play.dice.arrange(" attack at", &[attack]).arrange(" defense at", &[defense]);
        play.take(US, "sail 2349");
        assert_eq!(play.next_decision(), (CS, "react".to_owned()));
        play.take(CS, "intercept 2248").take(CS, "roll-interceptions").take(CS, "send-off");
        assert_eq!(play.next_decision(), (US, "battle".to_owned()));
        assert_eq!(play.state().crossing_limit(), None);
        play.take(US, "attack");
        play
    };
    let mut play = land(1, 6);
    assert_eq!(play.next_decision().1, "reembark");
    let why = |id: &str| {
        let reason = play.state().explain(US, &Target::Space(id.to_owned()), false).swap_remove(0);
        format!("{} ({})", reason.text, reason.citation.unwrap_or_default())
    };
    assert_eq!(why("2148"), "It is no port. (20.5.4)");
    assert_eq!(why("2449"), "You don't control it. (20.5.4)");
    assert_eq!(why("2316"), "They couldn't have sailed there from where they embarked. (20.5.4)");
    play.take(US, "sail-back 1647");
    assert_eq!(play.stands("us-mcclellan"), "1647");
    let mut play = land(6, 1);
    while play.next_decision().1 == "retreat" {
        let path = play.ids(CS)[0].clone();
        play.take(CS, &path);
    }
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "20.5.3: nobody is dropped off or sails on");
    assert_eq!(play.stands("us-mcclellan"), "2349");
}

/// §20.5.3: whoever has assaulted goes no farther, also where the enemy has avoided battle and nobody holds the shore.
#[test]
fn s20_5_3_those_whom_the_enemy_has_given_way_to_sail_no_farther() {
    let mut position = with(&["us 3 fort-pickens", "cs 2 4723"]);
    let bragg = position.roster.iter_mut().find(|unit| unit.id == "cs-bragg").unwrap();
    bragg.place = Some(muster_sdk::place("4723"));
    let mut play = begin(&position, 3);
    play.take(US, "embark us-fort-pickens").take(US, "sail 4723");
    play.dice.arrange("Avoid Battle at", &[6, 6]);
    play.take(CS, "avoid-battle");
    let to = play.ids_from(CS, "avoid-to ")[0].clone();
    play.take(CS, &to);
    while play.next_decision().1 == "react" {
        play.take(CS, "no-reaction");
    }
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!((play.sps(Us, "4723"), play.sps(Cs, "4723")), (3, 0));
}

/// P4, at A: the SPs of a port help its Coastal Fort, without dice.
#[test]
fn p4_the_port_comes_to_the_aid_of_its_coastal_fort() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-4038 card-naval").take(US, "sail fort-sumter");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    play.take(CS, "intercept 3839").take(CS, "roll-interceptions").take(CS, "send-off");
    assert_eq!(play.sps(Cs, "fort-sumter") + play.sps(Cs, "3839"), 2);
    assert!(play.sps(Cs, "fort-sumter") > 0);
    // C83: beaten there, they have no way back and surrender.
    falls(&mut play, 6, 1);
    play.take(US, "attack");
    assert_eq!(play.sps(Cs, "fort-sumter"), 0);
    assert!(holds(&play, Us, "fort-sumter"));
}

/// 20.5.2: the example. Burnside and three SPs against one in a Coastal Fort, which adds 2.
#[test]
fn s20_5_2_the_example() {
    let mut field = Field::of(&[
        "fort-x cs 0304",
        "0304 ocean-port coast town",
        "cs 1 @fort-x",
        "us 3 @0303",
        "us-burnside 2* 1/0 @0303",
    ]);
    field.march(Us, "0303", 3, &["us-burnside"], "fort-x sea");
    let bare = us_civil_war::battle::Plan::default();
    assert_eq!(field.lines(bare), "3 +1, 1 +2");
    assert_eq!(field.game.encounter(), Encounter::Battle);
}

// -------- §20.5.5, §20.5.6 The Confederates

/// The Confederates begin, with three points and three cards of the kind Any.
#[track_caller]
fn confederates(position: &Position) -> Play {
    let dice = Arranged::else_highest().with("Initiative", &[1, 4]);
    Play::from(position, dice.with("the Confederacy draws a card", &[1, 1, 1]))
}

/// §20.3.1, §20.5.6: every voyage that is offered leads somewhere, by what it is paid with. From Pensacola there is nothing but Fort Pickens,
/// for a raid.
#[test]
fn s20_5_6_a_voyage_is_offered_for_what_can_pay_for_where_it_leads() {
    let sails_of = |seat: u8, begin: &dyn Fn() -> Play| {
        let all = begin().ids_from(seat, "embark");
        for id in &all {
            let mut play = begin();
            play.take(seat, id);
            assert!(!sails(&play, seat).is_empty(), "{id}");
        }
        all
    };
    let south = sails_of(CS, &|| confederates(&set_up(GAME)));
    let pensacola: Vec<&String> = south.iter().filter(|id| id.contains("cs-bragg")).collect();
    assert_eq!(pensacola, ["embark cs-bragg card-any"], "{south:?}");
    let north = sails_of(US, &|| begin(&set_up(GAME), 3));
    assert!(north.iter().any(|id| id.ends_with("card-naval")), "{north:?}");
}

/// M7: a raid on Cairo by the card Any, past the Union's ships.
#[test]
fn m7_cairo_is_raided_from_columbus_by_a_card() {
    let mut position = with(&["us 0 2316"]);
    put(&mut position, "us", "fort", "2316", &[("level", 1)]);
    let mut play = confederates(&position);
    play.take(CS, "embark cs-polk");
    has_none(&sails(&play, CS), "2316 2317");
    play.take(CS, "halt");
    let mut play = confederates(&position);
    play.take(CS, "embark cs-2516 card-any");
    let there = sails(&play, CS);
    // Cairo's Fort bars what lies beyond it; New Madrid is an enemy port.
    has(&there, "2316 2515");
    has_none(&there, "2317 1712 2417");
    falls(&mut play, 6, 1);
    play.take(CS, "sail 2316");
    no_reaction(&mut play);
    play.take(CS, "battle-card card-any").take(CS, "attack");
    assert!(holds(&play, Cs, "2316"));
    let cairo = play.state().world.find("2316").unwrap();
    assert_eq!((play.sps(Cs, "2316"), play.state().spot(cairo).works), (1, Works::None));
}

/// Where no Fort stands a raid goes through the Union's waters of Type 2; its ports bar rivers of Type 1.
#[test]
fn s20_5_5_union_ports_bar_raids_on_rivers_of_type_1_alone() {
    let mut play = confederates(&with(&["us 0 2316", "us 0 2317", "us 1 2218", "us 1 2319"]));
    play.take(CS, "embark cs-2516 card-any");
    let there = sails(&play, CS);
    // Past Cairo and Paducah on the Ohio to its ports, and up the Mississippi to St. Louis; Smithland bars the Cumberland: the hexside at
    // its mouth is entered, and none beyond.
    has(&there, "2316 2317 2318 1712 1925 2218");
    has_none(&there, "2319 2418");
    // The ports of the Missouri bar it: the nearest is stormed, and none beyond.
    has_none(&there, "1603");
}

#[test]
fn m1_magruder_takes_galveston_back() {
    let mut position = with(&["cs 1 4901"]);
    put(&mut position, "us", "control", "5101", &[]);
    let mut play = confederates(&position);
    play.take(CS, "embark cs-4901");
    has_none(&sails(&play, CS), "5101");
    play.take(CS, "halt");
    let mut play = confederates(&position);
    play.take(CS, "embark cs-4901 card-any").take(CS, "sail 5101");
    assert_eq!(play.next_decision(), (CS, "action".to_owned()));
    assert!(holds(&play, Cs, "5101") && play.sps(Cs, "5101") == 1);
}

/// 20.5.5: not over the sea, and not north of Hampton.
#[test]
fn s20_5_5_raids_keep_to_the_coasts_south_of_fort_monroe() {
    let mut play = confederates(&set_up(GAME));
    play.take(CS, "embark cs-2248 card-any");
    has_none(&sails(&play, CS), "chesapeake 1749 2348 fort-monroe");
    let mut play = confederates(&set_up(GAME));
    play.take(CS, "embark cs-4137 card-any");
    has(&sails(&play, CS), "fort-pulaski");
    has_none(&sails(&play, CS), "4038 fort-monroe ship-island chesapeake");
}

/// The section that forbids an assault.
#[test]
fn s20_5_6_what_an_assault_is_paid_with() {
    let why = |side, card: Option<Card>, to: &str| {
        let mut field = Field::at(&changed(GAME, &[]));
        let from = if side == Us { "hatteras-inlet" } else { "3047" };
        field.march(side, from, 1, &[], &format!("{to} sea"));
        let march = field.game.march.as_mut().unwrap();
        (march.means, march.card, march.paid) = (Means::River, card, u8::from(card.is_none()));
        march.moves = 1;
        let to = field.space(to);
        field.game.may_land(to).map_err(|why| why.citation)
    };
    assert_eq!(why(Us, None, "3047"), Ok(()));
    assert_eq!(why(Us, Some(Card::East), "3047"), Ok(()));
    assert_eq!(why(Us, None, "roanoke-island"), Err("20.5.6"));
    assert_eq!(why(Us, Some(Card::East), "roanoke-island"), Err("20.5.6"));
    assert_eq!(why(Us, Some(Card::Naval), "roanoke-island"), Ok(()));
    assert_eq!(why(Us, Some(Card::Any), "roanoke-island"), Ok(()));
    assert_eq!(why(Cs, Some(Card::Any), "hatteras-inlet"), Ok(()));
    assert_eq!(why(Cs, Some(Card::Naval), "hatteras-inlet"), Err("20.5.1"));
}
