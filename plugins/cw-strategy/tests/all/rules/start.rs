//! §2: set-up, and what boards and rosters may say (§1).

use cw_strategy::state::{Berth, Leader};
use cw_strategy::{CwStrategy, Side};
use muster_sdk::Hosted;

use crate::rules::position::{CS, Face, Luck, No, Play, US, Yes, position};

#[track_caller]
fn refused(changes: &[&str], wanted: &str) {
    let reason = Hosted::<CwStrategy>::create(&position(changes)).err().unwrap().reason;
    assert!(reason.to_lowercase().contains(&wanted.to_lowercase()), "{reason}");
}

#[test]
fn s1_what_cannot_be_is_refused_by_name() {
    refused(&["atlanta us 3"], "Atlanta");
    refused(&["atlanta them"], "Atlanta");
    refused(&["us-1 @nowhere 400 1 9"], "us-1");
    refused(&["us-1 @washington 400 1 11"], "us-1");
    refused(&["us-fleet @atlanta WW"], "Atlanta");
    refused(&["us-fleet @mobile WI"], "us-fleet");
    refused(&["us-fleet @mobile W"], "Mobile");
    refused(&["end-year=1861", "end-month=1"], "ends before it begins");
    refused(&["richmond us"], "Richmond");
}

#[test]
fn s2_2_to_2_6_the_armies_and_points_of_the_start() {
    let play = Play::new(&[]);
    let state = play.state();
    assert_eq!((state.men(Side::Us), state.men(Side::Cs)), (980, 715));
    assert_eq!((play.us().points, play.cs().points), (190, 241));
    assert_eq!((play.us().cities, play.cs().cities), (11, 23));
    let mcdowell = play.army("us-1");
    assert_eq!((mcdowell.rating, mcdowell.experience, mcdowell.supply), (4, 1, 9));
    assert_eq!(mcdowell.leader, Leader::Named(0));
}

#[test]
fn s2_4_under_realism_ships_of_1861_are_wooden() {
    let row = |realism: &str| {
        let play = Play::new(&["us-fleet @philadelphia IW", realism]);
        play.us().fleet.unwrap().row()
    };
    assert_eq!(row("realism=true"), "WW");
    assert_eq!(row("realism=false"), "IW");
}

#[test]
fn s2_7_and_16_20_the_money_of_the_start() {
    let play = Play::with(&[], &[("money of", &[Face(51), Face(51)])]);
    assert_eq!((play.us().cash, play.cs().cash), (515, 316));
    let least = Play::with(&[], &[("money of", &[Yes, Yes])]);
    assert_eq!((least.us().cash, least.cs().cash), (490, 291));
    let most = Play::new(&[]);
    assert_eq!((most.us().cash, most.cs().cash), (540, 341));
}

#[test]
fn s2_9_balance_money_is_for_a_computer_only() {
    let cash = |changes: &[&str]| {
        let play = Play::with(changes, &[("money of", &[Yes, Yes])]);
        (play.us().cash, play.cs().cash)
    };
    assert_eq!(cash(&["balance=1"]), (490, 291));
    assert_eq!(cash(&["balance=1", "computer=cs"]), (490, 791));
    assert_eq!(cash(&["balance=2", "computer=cs"]), (490, 691));
    assert_eq!(cash(&["balance=4", "computer=us"]), (890, 291));
    assert_eq!(cash(&["balance=5", "computer=us"]), (990, 291));
    assert_eq!(cash(&["balance=5", "computer=cs"]), (490, 291));
}

#[test]
fn s2_10_the_first_income_is_the_real_one() {
    let play = Play::new(&[]);
    assert_eq!((play.us().income, play.cs().income), (290, 341));
}

#[test]
fn s2_12_a_varied_start() {
    // Nothing that may happen does. Of 200 that are spread the dice give 127, of ships ten.
    let play = Play::new(&["vary=true"]);
    assert_eq!((play.us().cash, play.cs().cash), (300 - 100 + 127 + 190, 50 + 100 + 127 + 241));
    assert_eq!((play.us().fleet.unwrap().ships(), play.cs().fleet.unwrap().ships()), (10, 10));
    let at = |id| Berth::Port(play.city(id));
    assert_eq!(play.us().fleet.unwrap().at, at("philadelphia"));
    assert_eq!(play.cs().fleet.unwrap().at, at("new-orleans"));
    // Under realism the ships of 1861 are wooden all the same (§2.4).
    assert_eq!(play.us().fleet.unwrap().ironclads, 0);
    assert_eq!(play.cs().capital, Some(play.city("richmond")));
    // What isn't rolled for higher is as bold as can be, R(5u).
    assert_eq!(play.state().aggression, 5);
    assert_eq!(Play::with(&["vary=true"], &[("aggression", &[Yes])]).state().aggression, 0);
    // That is what the classic opponent goes by, and not what the table had chosen.
    let sheet = |chosen: &str, luck: &[(&'static str, &[Luck])]| {
        let mut play = Play::with(&["vary=true", chosen], luck);
        let mut weighed = Vec::new();
        for _ in 0..12 {
            let weights = play.game.weights(CS, "classic");
            let most = weights.iter().max().and_then(|most| weights.iter().position(|one| one == most));
            let ids = play.game.decisions().into_iter().filter(|decision| decision.seat == CS);
            let id = ids.flat_map(|decision| decision.choices).nth(most.unwrap()).unwrap().id;
            weighed.push(weights);
            if id == "seal" {
                break;
            }
            play.take(CS, &id);
        }
        weighed
    };
    assert_eq!(sheet("aggression=0", &[]), sheet("aggression=5", &[]));
    assert_ne!(sheet("aggression=3", &[]), sheet("aggression=3", &[("aggression", &[Yes])]));
    // How bold it is the computer knows, and its opponent can't.
    let computer = Play::new(&["vary=true", "computer=cs"]);
    let bold = |seat, seed| computer.game.sample(seat, seed).state().aggression;
    let dealt: std::collections::BTreeSet<u8> = (0..60).map(|seed| bold(US, seed)).collect();
    assert_eq!(dealt.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert!((0..20).all(|seed| bold(CS, seed) == 5));
    assert_eq!(Play::new(&["aggression=2"]).state().aggression, 2, "as the table has chosen");
    // The first army of the Union goes, and its leader is free.
    let other = Play::with(&["vary=true"], &[("the set-up varies", &[No, No, Yes])]);
    assert!(other.find("us-1").is_none());
    assert!(other.find("us-2").is_some());
    assert!(other.lists(US, "seal") && other.lists(CS, "seal"));
}

/// Luck for a varied start: two treasuries, then what is rolled for armies, the capital and leaders, as it comes.
fn varied(lots: &[Luck]) -> Play {
    let luck = [&[No, No][..], lots].concat();
    Play::with(&["vary=true"], &[("the set-up varies", &luck)])
}

#[test]
fn s2_12_the_chances_of_a_varied_start() {
    // Armies: four tenths each. Those of the Union are in slots 1 to 5.
    let there = |play: &Play| ["us-1", "us-2", "us-3", "us-4", "us-5"].map(|id| play.find(id).is_some());
    assert_eq!(there(&varied(&[Face(4), Face(5), Face(4), Face(5)])), [false, true, false, true, true]);
    let rebels = varied(&[No, No, No, No, No, Face(5), Face(4)]);
    assert_eq!(["cs-1", "cs-2", "cs-3"].map(|id| rebels.find(id).is_some()), [true, false, true]);
    // Nobody loses his last army.
    let last = varied(&[Yes; 5]);
    assert_eq!(there(&last), [false, false, false, false, true]);
    assert_eq!(last.us().leaders[0], cw_strategy::state::Office::Available);
    // Montgomery: three tenths. Nine armies come before it.
    let capital = |face| {
        let play = varied(&[&[No; 9][..], &[Face(face)]].concat());
        play.game.world().id(play.cs().capital.unwrap()).to_owned()
    };
    assert_eq!((capital(3).as_str(), capital(4).as_str()), ("montgomery", "richmond"));
    // A rating changes with two tenths, to R(r - 3 + 6u); McDowell's is 4.
    let rating = |faces: &[Luck]| {
        let play = varied(&[&[No; 10][..], faces].concat());
        (play.us().ratings[0], play.army("us-1").rating)
    };
    assert_eq!((rating(&[Face(2), Face(1)]), rating(&[Face(3), Face(1)])), ((1, 1), (4, 4)));
    // Of twelve faces the first gives 3 less, the last 3 more, and two each what is between.
    let six: Vec<u8> = (1..=12).map(|face| rating(&[Yes, Face(face)]).0).collect();
    assert_eq!(six, [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
}

#[test]
fn s2_12_the_chances_of_ironclads() {
    // .55 of a ship against a human Union, .1 against a human Rebel; the first lot is the number of ships.
    let ironclads = |computer: &str, face| {
        let luck = [Face(3), Face(face)];
        let changes = ["vary=true", "realism=false", computer];
        Play::with(&changes, &[("the fleets vary", &luck)]).us().fleet.unwrap().ironclads
    };
    assert_eq!((ironclads("computer=none", 55), ironclads("computer=none", 56)), (1, 0));
    assert_eq!((ironclads("computer=us", 10), ironclads("computer=us", 11)), (1, 0));
}
