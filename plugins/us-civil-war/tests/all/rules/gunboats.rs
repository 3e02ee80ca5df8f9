//! C101, §21.11: the Confederacy's landings where Naval Units are played, and landings behind Gunboats and Cottonclads.

use muster_contract::Value;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::Plan;
use us_civil_war::state::{Escort, Vessel};

use crate::rules::carriage::acting;
use crate::rules::fleet::{has, has_none, holds, sails as landings};
use crate::rules::navy::*;
use crate::rules::position::*;

/// The Confederates go first, with Any cards.
#[track_caller]
fn acting_with_cards(things: &[&str]) -> Play {
    let dice =
        Arranged::else_highest().with("Initiative", &[1, 4]).with("the Confederacy draws a card", &[1, 1, 1]);
    let mut play = Play::from(&bare(5, things), dice);
    play.until("action");
    assert_eq!(play.next_decision().0, CS);
    play
}

// -------- C101: the Confederacy's landings

const BLOCKED: &str = "cs fort 1 2516";

#[test]
fn c101_confederates_land_by_a_point_where_their_control_leads_and_no_nsps_are() {
    let raid = |more: &[&str]| {
        let mut play = acting(CS, &[&[BLOCKED, "cs sp 2 3013", "us control 4011"], more].concat());
        play.take(CS, "embark cs-3013");
        landings(&play, CS)
    };
    has(&raid(&[]), "4011");
    has_none(&raid(&["us sp 1 4011", "us entrenchment 4011"]), "4011");
    has_none(&raid(&["us river-nsp 1 4011 4010/4011"]), "4011");
    // Beyond the Union's control nothing leads without ships or Cottonclads.
    has_none(&raid(&["us sp 1 2316"]), "2316");
    // Without Naval Units it takes an Any card.
    let mut position = bare(5, &[BLOCKED, "cs sp 2 3013", "us control 4011"]);
    position.setup.options.clear();
    let mut play = begin(&position, 3);
    play.until("action");
    play.take(US, "end-actions");
    play.until("action");
    play.take(CS, "embark cs-3013");
    has_none(&landings(&play, CS), "4011");
}

/// §20.5.5, §21.7.2: ships that carry an SP trump the Union's control up to what blocks.
#[test]
fn c101_with_naval_units_confederate_landings_go_where_the_union_has_control() {
    let things = ["cs sp 2 3013", "cs flotilla 3013 2913/3013", "us control 2516", "us sp 1 2317"];
    let (mut play, mut alone) = (acting(CS, &things), acting(CS, &things));
    alone.take(CS, "embark cs-3013");
    has_none(&landings(&alone, CS), "2516");
    play.take(CS, "set-sail 3013 2913/3013");
    assert_eq!(play.ids_from(CS, "carry"), ["carry cs-3013 1"], "one SP");
    play.take(CS, "carry cs-3013 1");
    // Cairo's port blocks nothing on the Ohio; a Fort would, and be fought first.
    has(&sails(&play, CS), "2516 2316 2317");
    has_none(&sails(&play, CS), "1647");
    let mut barred = acting(CS, &[&things[..], &["us fort 1 2316"]].concat());
    barred.all(CS, "set-sail 3013 2913/3013, carry cs-3013 1");
    has(&sails(&barred, CS), "2516 2316");
    has_none(&sails(&barred, CS), "2317 1647");
}

/// §M1: the port of the Union's is of 0 NSPs.
#[test]
fn m1_cottonclads_meet_a_union_ocean_port() {
    let play = acting(CS, &["cs sp 1 4901", "us control 5101"]);
    let game = play.state();
    assert_eq!(game.nsps(Us, berth(game, "5101")), Some(0));
    assert!(game.is_guarded(Cs, berth(game, "5101")));
    let mut play = acting_with_cards(&["cs sp 1 4901", "us control 5101"]);
    play.take(CS, "embark cs-4901 card-any");
    play.dice.arrange("naval attack at", &[6]).arrange("naval defense at", &[1]);
    play.take(CS, "sail 5101");
    while play.next_decision().1 == "naval-battle" {
        play.take(CS, "engage");
    }
    assert!(play.sps(Cs, "5101") == 1 && holds(&play, Cs, "5101"), "{}", play.told());
    let empty = acting(CS, &["cs sp 1 4901"]);
    assert!(!empty.state().is_guarded(Us, berth(empty.state(), "5101")));
}

// -------- §21.11

#[test]
fn s21_11_gunboats_lead_a_landing_through_the_zones_of_enemy_ships() {
    let things = ["us sp 3 2316", "us sp 1 2317", "cs sp 1 2913", "cs flotilla 3013 2913/3013"];
    let mut play = acting(US, &things);
    play.take(US, "embark us-2316");
    has(&landings(&play, US), "2913");
    has_none(&landings(&play, US), "3113 3511");
    play.take(US, "sail 2913");
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()));
    assert_eq!(play.ids(CS), ["intercept-ships 3013 2913/3013", "await"]);
    assert!(play.told().contains("Gunboats lead the landing"), "{}", play.told());
    assert_eq!(play.state().march.as_ref().unwrap().escort, Escort::Gunboats);
    play.take(CS, "await");
    assert_eq!(play.next_decision().1, "battle");
    assert!(
        play.state().sheet(Plan::default()).unwrap().attacker.modifiers.is_empty(),
        "0 NSPs support nobody"
    );
    // Where no enemy ships are transports need none.
    let mut play = acting(US, &["us sp 3 2316", "us sp 1 2317", "cs sp 1 2913"]);
    play.all(US, "embark us-2316, sail 2913");
    assert_eq!(play.state().march.as_ref().unwrap().escort, Escort::Nobody);
}

/// §21.4.2: ships come to meet them, and then there is a Naval Battle of 0 NSPs.
#[test]
fn s21_11_ships_intercept_a_landing_that_gunboats_lead() {
    let landing = |interception: u8, attack: u8, defense: u8| {
        let things = ["us sp 3 2316", "us sp 1 2317", "cs sp 1 2913", "cs flotilla 3013 2913/3013"];
        let mut play = acting(US, &things);
        play.all(US, "embark us-2316, sail 2913");
        play.dice.clear();
        play.dice
            .arrange("Interception by", &[interception; 2])
            .arrange("naval attack at", &[attack])
            .arrange("naval defense at", &[defense]);
        play.take(CS, "intercept-ships 3013 2913/3013");
        while play.next_decision().1 == "naval-battle" {
            let sheet = play.state().sheet_of_gunboats(berth(play.state(), "2913 2913/3013"), false);
            assert_eq!(sheet.attacker.nsps, 0);
            play.take(US, "engage");
        }
        play
    };
    let missed = landing(1, 6, 1);
    assert_eq!(missed.next_decision().1, "battle", "they land");
    let beaten = landing(6, 1, 6);
    assert_eq!(beaten.next_decision(), (US, "action".to_owned()), "{}", beaten.told());
    assert_eq!((beaten.sps(Us, "2316"), beaten.sps(Us, "2913")), (3, 0));
    assert!(!beaten.offers(US, "activate us-2316"));
    assert_eq!(count(beaten.state(), Vessel::Flotilla, "2913"), 1);
    // Gunboats win: the flotilla gives way, to where its owner says.
    let mut won = landing(6, 6, 1);
    while won.next_decision().1 == "naval-retreat" {
        let to = won.ids(CS)[0].clone();
        won.take(CS, &to);
    }
    assert_eq!(won.next_decision().1, "battle", "{}", won.told());
    assert_eq!(count(won.state(), Vessel::Flotilla, "2913"), 0);
}

/// §21.4.4, §21.2.1: Gunboats are Naval Units while they lead: ships needn't meet them where a port protects these, and fall with it.
#[test]
fn s21_11_ships_stay_in_port_before_gunboats() {
    let mut play =
        acting(US, &["us sp 3 2316", "us sp 1 2317", "cs fort 1 2516", "cs flotilla 2516 2415/2516"]);
    play.all(US, "embark us-2316, sail 2516");
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()), "{}", play.told());
    assert_eq!(play.ids(CS), ["shelter flotilla", "await"]);
    play.take(CS, "shelter flotilla");
    assert_eq!(play.next_decision(), (US, "naval-battle".to_owned()), "{}", play.told());
    let sheet = play.state().sheet_of_gunboats(berth(play.state(), "2516 2415/2516"), false);
    assert_eq!(sheet.defender.nsps, 2, "the Fort alone");
    play.dice.clear();
    play.dice.arrange("naval attack at", &[6]).arrange("naval defense at", &[1]);
    play.dice.arrange(" attack at", &[6]).arrange(" defense at", &[1]);
    play.take(US, "engage");
    play.take(US, "attack");
    while play.next_decision().1 != "action" {
        let (seat, _) = play.next_decision();
        let id = play.ids(seat)[0].clone();
        play.take(seat, &id);
    }
    assert_eq!(play.sps(Us, "2516"), 3, "{}", play.told());
    assert_eq!(count(play.state(), Vessel::Flotilla, "2516"), 0, "it falls with the port");
    // Without works nobody stays in port.
    let mut play =
        acting(US, &["us sp 3 2316", "us sp 1 2317", "cs sp 1 2516", "cs flotilla 2516 2415/2516"]);
    play.all(US, "embark us-2316, sail 2516");
    assert_eq!(play.next_decision(), (US, "naval-battle".to_owned()), "{}", play.told());
}

/// §21.4.3: between a Coastal Fort and its port they avoid Gunboats too.
#[test]
fn s21_11_ships_go_to_their_port_before_gunboats() {
    let things =
        ["us sp 3 ship-island", "us control ship-island", "cs control 4619", "cs flotilla fort-morgan"];
    let mut play = acting(US, &things);
    play.all(US, "embark-ocean us-ship-island card-naval, sail fort-morgan");
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()), "{}", play.told());
    assert_eq!(play.ids(CS), ["shelter flotilla", "slip", "await"]);
    play.take(CS, "slip");
    assert_eq!(count(play.state(), Vessel::Flotilla, "4619"), 1);
    play.take(CS, "await");
    assert_eq!(play.next_decision(), (US, "naval-battle".to_owned()), "{}", play.told());
}

#[test]
fn s21_11_gunboats_fight_a_fort_in_column_0_before_they_land() {
    let landing = |attack: u8, defense: u8, orders: &str| {
        let mut play = acting(US, &["us sp 3 2316", "us sp 1 2317", "cs fort 1 2516"]);
        play.all(US, "embark us-2316, sail 2516");
        assert_eq!(play.ids(US), ["naval-card card-naval", "engage"]);
        play.dice.clear();
        play.dice.arrange("naval attack at", &[attack]).arrange("naval defense at", &[defense]);
        play.take(US, orders);
        play
    };
    let won = landing(6, 1, "engage");
    assert_eq!(won.next_decision().1, "battle", "{}", won.told());
    assert!(won.state().sheet(Plan::default()).unwrap().attacker.modifiers.is_empty());
    for (attack, defense) in [(1, 6), (1, 1)] {
        let play = landing(attack, defense, "engage");
        assert_eq!(play.next_decision(), (US, "action".to_owned()), "{}", play.told());
        assert_eq!((play.sps(Us, "2316"), play.sps(Us, "2516")), (3, 0));
        assert!(!play.offers(US, "activate us-2316") && !play.offers(US, "embark us-2316"));
    }
    let play = landing(6, 1, "naval-card card-naval");
    assert_eq!(play.state().holds_card(Us, us_civil_war::charts::Card::Naval), 2);
}

/// §21.7.3: what must be won at sea before they land is told before, and first.
#[test]
fn s21_11_the_battle_of_gunboats_is_told_before() {
    let mut play = acting(US, &["us sp 3 2316", "us sp 1 2317", "cs fort 1 2516", "cs sp 1 2516"]);
    play.take(US, "embark us-2316");
    let tables = play.game.odds(US, "sail 2516");
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles[0], "Naval Battle at Columbus", "{titles:?}");
    assert!(titles.contains(&"Battle at Columbus"), "{titles:?}");
    let won = &tables[0].rows.exact().expect("it is exact")[0];
    assert_eq!(won.label, "won");
    let share = (200 * won.of + won.out_of) / (2 * won.out_of);
    let told = play.details(US, "sail 2516").consequences;
    let text = format!("which they win with {share} %");
    assert!(told.iter().any(|line| line.text.contains(&text)), "{text}: {told:?}");
    // Nothing guards Paducah.
    assert!(play.game.odds(US, "sail 2317").is_empty());
}

/// What is begun of it is saved.
#[test]
fn s21_11_a_landing_behind_gunboats_is_saved() {
    let mut play = acting(US, &["us sp 3 2316", "us sp 1 2317", "cs fort 1 2516"]);
    play.all(US, "embark us-2316, sail 2516");
    let schema = <us_civil_war::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
    play.game.load_another(schema, &play.game.save()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let mut game = play.state().clone();
    game.march = None;
    muster_sdk::Saves::validate(&game).expect_err("nobody lands");
}

#[test]
fn s21_11_cottonclads_take_an_any_card() {
    let things = ["cs sp 2 3013", "us control 2516", "us sp 1 2317"];
    assert!(!acting(CS, &things).offers(CS, "embark"), "the Union has the river");
    let mut play = acting_with_cards(&things);
    play.take(CS, "embark cs-3013 card-any");
    has(&landings(&play, CS), "2516");
    play.take(CS, "sail 2516");
    assert!(play.told().contains("Cottonclads lead the landing"), "{}", play.told());
}

/// §S1.3: of the game without Naval Units alone.
#[test]
fn s1_3_with_naval_units_the_union_goes_down_the_mississippi_before_1862() {
    let at = |fleets: bool| {
        let facts = [("turn", Value::Number(2)), ("kentucky", Value::Text("us".to_owned()))];
        let mut position = changed("us-civil-war-1861", &facts);
        position.roster.retain(|unit| unit.side == "us");
        sink_all(&mut position);
        if fleets {
            position = afloat(position);
        }
        control(&crate::rules::field::laid(position).0, "2613/2614")
    };
    assert_eq!([at(false) == "us", at(true) == "us"], [false, true]);
}
