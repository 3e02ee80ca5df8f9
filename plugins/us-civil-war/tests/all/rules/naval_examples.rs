//! The worked examples of §21.

use muster_contract::{Position, Unit, Value};
use us_civil_war::Side;
use us_civil_war::battle::Plan;
use us_civil_war::fleets::ironclad_strength;
use us_civil_war::state::Vessel;

use crate::rules::fleet::{has, has_none};
use crate::rules::navy::*;
use crate::rules::position::*;

/// Puts somebody of the set-up of 1862 where something stands that was put in.
fn bring(position: &mut Position, id: &str, beside: usize) {
    let mut unit = navies("us-civil-war-1862").roster.into_iter().find(|unit| unit.id == id).unwrap();
    unit.attributes.retain(|attribute| attribute.name != "career");
    let place = position.roster[beside].place.clone();
    position.roster.push(Unit { place, ..unit });
}

/// §21.2.5: from Galveston Oceangoing NSPs stop at New Orleans before they go up to Vicksburg.
#[test]
fn s21_2_5_example_of_galveston_and_vicksburg() {
    let things = [
        "us oceangoing 2 5101",
        "us control fort-st-philip-jackson",
        "us control 4814",
        "us sp 1 4814",
        "us sp 1 5101",
    ];
    let mut play = begin(&bare(5, &things), 3);
    play.until("action");
    let from = play.ids_from(US, "set-sail ")[0].clone();
    play.take(US, &from);
    let here = sails(&play, US);
    has(&here, "4814");
    has_none(&here, "4011");
    let to = play.ids_from(US, "sail-to 4814 ")[0].clone();
    play.all(US, &format!("{to}, anchor, end-actions"));
    play.until("action");
    play.take(CS, "end-actions");
    play.until("action");
    if play.next_decision().0 == CS {
        play.take(CS, "end-actions");
        play.until("action");
    }
    let from = play.ids_from(US, "set-sail 4814")[0].clone();
    play.take(US, &from);
    has(&sails(&play, US), "4011");
}

/// §21.2.8: Porter's eight River NSPs go against Memphis with the free naval action: 8 to 4; if they win they stay and support Grant.
#[test]
fn s21_2_8_example_of_memphis() {
    let things = [
        "us river-nsp 8 2516 2415/2516",
        "cs fort 1 3013",
        "cs battery 1 3013",
        "cs sp 2 3013",
        "us sp 6 2914",
    ];
    let mut position = bare(5, &things);
    bring(&mut position, "us-foote", 0);
    let dice = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]).with("naval attack", &[4, 3]);
    let mut play = Play::from(&position, dice.with("naval defense", &[1]));
    play.until("action");
    let points = play.state().points.left();
    play.take(US, "set-sail 2516 2415/2516 free");
    let sheet = play.state().naval_sheet(berth(play.state(), "3013 2913/3013"), false, false);
    assert_eq!((sheet.attacker.nsps, sheet.defender.nsps), (8, 4));
    assert_eq!((sheet.attacker.column().label(), sheet.attacker.modifier()), ("7-8", 1));
    play.take(US, "sail-to 3013 2913/3013");
    while ["naval-battle", "naval-reaction"].contains(&&*play.next_decision().1) {
        let (seat, kind) = play.next_decision();
        play.take(seat, if kind == "naval-battle" { "engage" } else { "await" });
    }
    play.take(US, "anchor");
    assert_eq!(play.state().points.left(), points);
    assert!(count(play.state(), Vessel::River, "3013") >= 7, "{:?}", ships(play.state()));
    let army = play.ids_from(US, "activate us-2914")[0].clone();
    play.take(US, &army);
    play.take(US, "to 3013");
    assert_eq!(play.next_decision().1, "battle", "{:?}", play.ids(US));
    let sheet = play.state().sheet(Plan::default()).unwrap();
    assert!(sheet.attacker.modifiers.iter().any(|one| one.section() == "21.3.1" && one.value == 1));
}

/// §21.5: on turn 16 Wilmington meets eight NSPs of Ironclads.
#[test]
fn s21_5_example_of_wilmington() {
    assert_eq!(ironclad_strength(16), 8);
}

/// §21.6.9, the second example: turn 15, Farragut with five NSPs and the Ironclads against Fort Fisher with its battery and an Ironclad that
/// comes out of Wilmington; then Burnside lands, and it is a tie.
#[test]
fn s21_6_9_example_of_fort_fisher() {
    assert_eq!(ironclad_strength(15), 7);
    let things = [
        "us oceangoing 5 fort-monroe",
        "cs ironclad 3345",
        "cs battery 1 fort-fisher",
        "us sp 3 fort-monroe",
        "cs sp 1 fort-fisher",
        "us control fort-monroe",
    ];
    let mut position = bare(15, &things);
    for fact in &mut position.setup.facts {
        if fact.name == "last" {
            fact.value = Value::Number(20);
        }
    }
    bring(&mut position, "us-farragut", 0);
    bring(&mut position, "us-burnside", 3);
    bring(&mut position, "cs-beauregard", 4);
    let dice = Arranged::else_highest()
        .with("Initiative", &[5, 1, 5, 1])
        .with("naval attack", &[3, 4])
        .with("naval defense", &[3, 4])
        .with("armor", &[3])
        .with("Union attack at", &[4])
        .with("Confederate defense at", &[4]);
    let mut play = Play::from(&position, dice);
    play.until("action");
    play.take(US, "set-sail fort-monroe card-naval");
    let all = play.ids_from(US, "carry");
    let aboard = all.iter().find(|id| id.contains("us-burnside 3") && id.contains("ocean"));
    play.take(US, aboard.unwrap_or_else(|| panic!("{all:?}")));
    while play.next_decision().1 != "sortie" {
        let seat = play.next_decision().0;
        play.end(seat);
    }
    play.take(US, "sail-to fort-fisher");
    // The Ironclad comes from the port without dice.
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()), "{}", play.told());
    let named = play.ids_from(CS, "intercept-ships 3345")[0].clone();
    play.take(CS, &named);
    if play.next_decision().1 == "naval-reaction" {
        play.take(CS, "await");
    }
    play.take(US, "ironclads");
    let sheet = play.state().naval_sheet(berth(play.state(), "fort-fisher"), false, true);
    assert_eq!((sheet.attacker.nsps, sheet.attacker.modifier()), (12, 1));
    assert_eq!((sheet.attacker.column().label(), sheet.defender.nsps), ("9-12", 8));
    assert_eq!(sheet.defender.column().label(), "7-8");
    play.take(US, "engage");
    let told = play.told();
    assert!(told.contains("the Union wins the Naval Battle"), "{told}");
    // The Fort takes the hit, the damage is the Ironclad's; the Union loses an NSP.
    assert!(told.contains("Oceangoing NSP is sunk") && told.contains("Ironclad is damaged"), "{told}");
    assert_eq!(play.state().fleets.pool, [1, 0]);
    // It seeks the Fort or goes back to Wilmington.
    assert_eq!(play.next_decision(), (CS, "naval-retreat".to_owned()), "{told}");
    play.take(CS, "seek-port");
    assert_eq!(count(play.state(), Vessel::Oceangoing, "fort-fisher"), 4);
    while play.next_decision().1 != "battle" {
        let (seat, kind) = play.next_decision();
        assert!(["sortie", "react"].contains(&&*kind), "{kind}: {:?}", play.ids(seat));
        play.end(seat);
    }
    // The hand has Naval cards alone, which don't count here: the die shows the two more that the example's card adds.
    let sheet = play.state().sheet(Plan { card: true, ..Plan::default() }).unwrap();
    assert_eq!((sheet.attacker.modifier(), sheet.defender.modifier()), (4, 3), "{sheet:?}");
    play.take(US, "attack");
    let told = play.told();
    assert!(told.contains("nobody wins"), "{told}");
    // Both sail back; the Union has lost an SP, the Fort spares the Confederacy its loss.
    let back = play.ids(US)[0].clone();
    play.take(US, &back);
    assert_eq!((play.all_sps(Side::Us), play.sps(Side::Cs, "fort-fisher")), (2, 1), "{}", play.told());
    assert_eq!(count(play.state(), Vessel::Oceangoing, "fort-fisher"), 0);
}
