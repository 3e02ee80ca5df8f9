//! §12: random events.

use cw_strategy::world::City;
use muster_sdk::Index as _;
use std::collections::BTreeMap;

use cw_strategy::Side;
use cw_strategy::arithmetic::Chance;
use cw_strategy::events::{Event, Times, next};
use muster_contract::EventKind;

use crate::rules::position::{Face, Luck, No, Play, US, Yes};

const SPRING: Times = Times {
    year: 1861,
    month: 3,
    favour: 3,
    rebel_tenths: 5,
    realism: true,
    rebel_cities: 23,
    rebel_ships: true,
    union_ships: true,
    emancipated: false,
};

const WHOLE: u128 = 1_000_000_000_000;

/// How likely every event is, in parts of WHOLE, by going down every branch.
fn likely(times: &Times) -> BTreeMap<Option<Event>, u128> {
    let mut found = BTreeMap::new();
    let mut answers: Vec<bool> = Vec::new();
    loop {
        let (mut at, mut of, mut out_of) = (0, 1_u128, 1_u128);
        let event = next(times, &mut |chance| {
            if at == answers.len() {
                answers.push(true);
            }
            let Chance { of: yes, out_of: all } = chance;
            of *= u128::from(if answers[at] { yes } else { all - yes });
            out_of *= u128::from(all);
            at += 1;
            answers[at - 1]
        });
        *found.entry(event).or_default() += of * WHOLE / out_of;
        // The next branch: the last answer that was yes becomes no.
        answers.truncate(at);
        while answers.last() == Some(&false) {
            answers.pop();
        }
        match answers.last_mut() {
            Some(last) => *last = false,
            None => break,
        }
    }
    found.retain(|_, part| *part > 0);
    found
}

/// Given that something happens for one side: in thousandths.
#[track_caller]
fn check(times: &Times, rebels: bool, wanted: &[(Event, u128)]) {
    let times = Times { rebel_tenths: if rebels { 10 } else { 0 }, year: times.year, ..*times };
    let all = likely(&times);
    let happens: u128 = all.iter().filter(|(event, _)| event.is_some()).map(|(_, chance)| chance).sum();
    let all =
        all.into_iter().filter_map(|(event, chance)| Some((event?, (chance * 1000 + happens / 2) / happens)));
    assert_eq!(all.collect::<Vec<_>>(), wanted);
}

#[test]
fn s12_1_events_become_more_frequent_every_year() {
    let chance = |year, favour| Times { year, favour, ..SPRING }.chance();
    assert_eq!(
        [1861, 1862, 1863, 1864, 1865].map(|year| chance(year, 3)),
        [45, 90, 135, 180, 225].map(Chance::thousandths)
    );
    assert_eq!([1, 5].map(|favour| chance(1861, favour)), [5, 125].map(Chance::thousandths));
    assert_eq!(chance(1868, 5), Chance::thousandths(900), "nine tenths at most");
}

#[test]
fn s12_2_the_direction_is_drawn() {
    for tenths in [3_u8, 5, 7] {
        let all = likely(&Times { year: 1864, favour: 5, rebel_tenths: tenths, ..SPRING });
        let rebel = [Event::UnionRiot, Event::RebelShips, Event::Loan, Event::Cotton, Event::Expiry];
        let share: u128 = rebel.iter().map(|event| all[&Some(*event)]).sum();
        // .5 of all turns in 1864 with k = 5.
        assert!(share == WHOLE / 20 * u128::from(tenths), "{tenths}: {share}");
    }
}

#[test]
fn s12_3_ironclads_are_announced_in_january_1862() {
    let january = Times { year: 1862, month: 1, ..SPRING };
    assert_eq!(likely(&january), BTreeMap::from([(Some(Event::Ironclads), WHOLE)]));
    assert!(!likely(&Times { realism: false, ..january }).contains_key(&Some(Event::Ironclads)));
}

#[test]
fn s12_4_what_favours_the_rebels() {
    use Event::{Cotton, Expiry, Loan, RebelShips, UnionRiot, Volunteers};
    let middle = [(UnionRiot, 100), (RebelShips, 180), (Loan, 216), (Cotton, 252), (Expiry, 252)];
    check(&SPRING, true, &middle);
    // Without room for ships the rest shares their part: .9 * .3 and so on.
    let none = Times { rebel_ships: false, ..SPRING };
    check(&none, true, &[(UnionRiot, 100), (Loan, 270), (Cotton, 315), (Expiry, 315)]);
    check(&Times { rebel_cities: 11, ..none }, true, &[(UnionRiot, 100), (Expiry, 900)]);
    check(
        &Times { rebel_cities: 12, ..none },
        true,
        &[(UnionRiot, 100), (Loan, 270), (Cotton, 315), (Expiry, 315)],
    );
    let many = [(UnionRiot, 100), (Volunteers, 90), (Loan, 243), (Cotton, 284), (Expiry, 284)];
    check(&Times { rebel_cities: 30, ..none }, true, &many);
    check(
        &Times { rebel_cities: 29, ..none },
        true,
        &[(UnionRiot, 100), (Loan, 270), (Cotton, 315), (Expiry, 315)],
    );
}

#[test]
fn s12_5_what_favours_the_union() {
    use Event::{
        Deserters, Emancipation, Gifts, RebelRiot, Reelection, Rifles, Spirits, UnionShips, Volunteering,
    };
    check(
        &SPRING,
        false,
        &[(RebelRiot, 5), (UnionShips, 95), (Volunteering, 270), (Gifts, 315), (Spirits, 315)],
    );
    let none = Times { union_ships: false, ..SPRING };
    check(&none, false, &[(Volunteering, 300), (Gifts, 350), (Spirits, 350)]);
    let second = [(Volunteering, 300), (Gifts, 350), (Deserters, 175), (Rifles, 88), (Spirits, 88)];
    check(&Times { year: 1862, ..none }, false, &second);
    check(&Times { year: 1863, ..none }, false, &[(Volunteering, 300), (Emancipation, 700)]);
    let free = Times { year: 1863, emancipated: true, ..none };
    check(&free, false, &second);
    check(&Times { year: 1864, month: 11, ..free }, false, &[(Volunteering, 300), (Reelection, 700)]);
    check(&Times { year: 1864, month: 9, ..free }, false, &second);
}

/// A turn in which nobody orders anything, with events on and this luck for the event.
fn turn(changes: &[&str], luck: &[Luck]) -> Play {
    let mut play = Play::new(&[&["events=true"], changes].concat());
    play.luck("a random event", luck).seal();
    play
}

/// The same turn without events.
fn calm(changes: &[&str]) -> Play {
    let mut play = Play::new(changes);
    play.seal();
    play
}

/// What was scored in the turn under section 12.
fn scored(play: &Play) -> Vec<(&str, i32)> {
    let of_events = play
        .events
        .iter()
        .filter(|event| event.citation.as_deref().is_some_and(|citation| citation.starts_with("12.")));
    of_events
        .filter_map(|event| match &event.kind {
            EventKind::Scored(score) => Some((score.side.as_str(), score.points)),
            _ => None,
        })
        .collect()
}

const IN_1864: [&str; 2] = ["year=1864", "month=7"];

#[test]
fn s12_1_events_happen_only_if_they_are_on() {
    let mut play = Play::new(&[]);
    play.luck("a random event", &[Yes, No, No, No, Yes]).seal();
    assert_eq!(play.us().cash, calm(&[]).us().cash);
    // Nor if the lot is against it.
    assert_eq!(turn(&[], &[No, No, No, No, Yes]).us().cash, calm(&[]).us().cash);
}

#[test]
fn s12_1_the_computer_is_favoured_by_the_balance() {
    // A loan is 100 times k: 3 between two players, the balance if the computer is the Union, 6 less it if the Rebel.
    let loan = |changes: &[&str]| turn(changes, &[Yes, Yes, No, No, Yes]).cs().cash - calm(changes).cs().cash;
    assert_eq!(loan(&["balance=1"]), 300);
    assert_eq!(loan(&["computer=us", "balance=4"]), 400);
    assert_eq!(loan(&["computer=cs", "balance=1"]), 500);
}

#[test]
fn s12_4_cotton_is_sold_and_ships_come() {
    let cotton = turn(&[], &[Yes, Yes, No, No, No, Yes]);
    assert_eq!(cotton.cs().cash - calm(&[]).cs().cash, 300);
    let ships = |changes: &[&str]| {
        let play = turn(changes, &[Yes, Yes, No, Yes]);
        play.cs().fleet.map(|fleet| (play.game.world().id(port(fleet.at)).to_owned(), fleet.row()))
    };
    let at = |port: &str, row: &str| Some((port.to_owned(), row.to_owned()));
    assert_eq!(ships(&[]), at("mobile", "WWWWWWW"));
    assert_eq!(ships(&["cs-fleet @mobile WWWWWWWW"]), at("mobile", "WWWWWWWWWW"));
    // Without a fleet the first own port that the Union's doesn't lie in.
    assert_eq!(ships(&["cs-fleet off"]), at("charleston-sc", "WWWWWW"));
    assert_eq!(ships(&["cs-fleet off", "us-fleet @charleston-sc W"]), at("jacksonville", "WWWWWW"));
}

fn port(at: cw_strategy::state::Berth) -> City {
    match at {
        cw_strategy::state::Berth::Port(port) => port,
        cw_strategy::state::Berth::Raiding => panic!("it is raiding"),
    }
}

#[test]
fn s12_4_volunteers_join_a_random_army() {
    let all = ["baltimore", "knoxville", "lexington", "louisville", "paducah", "jefferson-city", "columbus"];
    let more: Vec<String> = all.iter().map(|city| format!("{city} cs")).collect();
    let mut changes: Vec<&str> = more.iter().map(String::as_str).collect();
    changes.push("us-5 off");
    let mut play = Play::new(&[&["events=true"], &changes[..]].concat());
    assert_eq!(play.state().count_cities(Side::Cs), 30);
    play.luck("a random event", &[Yes, Yes, No, No, Yes]).luck("foreign volunteers", &[Face(2)]).seal();
    let army = play.army("cs-2");
    assert_eq!((army.size, army.experience), (230, 10));
    assert_eq!(play.army("cs-1").size, 300);
}

#[test]
fn s12_4_enlistments_expire() {
    let losses = |changes: &[&str]| {
        let play = turn(changes, &[Yes, Yes, No, No, No, No]);
        (["us-1", "us-3", "us-5"].map(|id| play.army(id).size), play.army("cs-1").size)
    };
    // R(67.5) is 68, R(112.5) 112.
    assert_eq!(losses(&[]), ([360, 68, 112], 300));
    assert_eq!(losses(&IN_1864), ([320, 60, 100], 300));
    assert_eq!(losses(&["year=1864", "month=5"]), ([360, 68, 112], 300));
}

#[test]
fn s12_4_the_confederacy_gains_by_standing_in_january() {
    let loan: [Luck; 5] = [Yes, Yes, No, No, Yes];
    assert_eq!(scored(&turn(&["year=1864", "month=1"], &loan)), [("cs", 50)]);
    assert_eq!(scored(&turn(&["year=1865", "month=1"], &loan)), [("cs", 100)]);
    assert_eq!(scored(&turn(&["year=1864", "month=3"], &loan)), []);
    // Only if what happens is in its favour.
    assert_eq!(scored(&turn(&["year=1862", "month=3"], &[Yes, No, No, No, No, No, No])), [("us", 10)]);
}

#[test]
fn s12_5_ships_volunteers_and_gifts_for_the_union() {
    let ships = turn(&[], &[Yes, No, Yes, No]);
    assert_eq!(ships.us().fleet.unwrap().row(), "WWWWWWW");
    let mut play = Play::new(&["events=true"]);
    play.luck("a random event", &[Yes, No, No, Yes]).luck("volunteers join", &[Yes, No, Yes]).seal();
    // R(440 + 3), nobody, R(82.5 + 3) = R(85.5).
    assert_eq!(["us-1", "us-2", "us-3", "us-4"].map(|id| play.army(id).size), [443, 280, 86, 100]);
    let gifts = turn(&[], &[Yes, No, No, No, Yes]);
    assert_eq!(gifts.us().cash - calm(&[]).us().cash, 300);
}

#[test]
fn s12_5_emancipation_comes_once_and_the_president_is_elected_again() {
    let free = turn(&["year=1863", "month=3"], &[Yes, No, No, No]);
    assert!(free.state().emancipated);
    assert_eq!(scored(&free), [("us", 100), ("cs", -100)]);
    let mut play = turn(&["year=1864", "month=9"], &[Yes, No, No, No]);
    assert!(play.state().emancipated);
    let points = play.cs().points;
    // In November 1864 it isn't declared again.
    play.luck("a random event", &[Yes, No, No, No]).seal();
    let half = cw_strategy::arithmetic::nearest(points.into(), 2) as i32;
    assert_eq!(scored(&play), [("cs", half - points)]);
}

#[test]
fn s12_5_deserters_rifles_and_good_spirits() {
    let later = ["year=1862", "month=3", "us-2 @cincinnati 280 9 9"];
    let deserters = turn(&later, &[Yes, No, No, No, No, Yes]);
    // R(276), R(184), R(128.8).
    assert_eq!(["cs-1", "cs-2", "cs-3"].map(|id| deserters.army(id).size), [276, 184, 129]);
    assert_eq!(deserters.army("us-1").size, 400);
    let rifles = turn(&later, &[Yes, No, No, No, No, No, Yes]);
    assert_eq!(["us-1", "us-2"].map(|id| rifles.army(id).experience), [3, 9]);
    assert_eq!(scored(&rifles), []);
    assert_eq!(scored(&turn(&later, &[Yes, No, No, No, No, No, No])), [("us", 10)]);
}

#[test]
fn s12_6_a_strange_city_without_an_army_riots() {
    // Atlanta is taken by hand; or nothing is.
    let riot = |changes: &[&str], owner: &str| {
        let mut play = Play::new(&[&["events=true"], changes].concat());
        let atlanta = Face(play.city("atlanta").place() as u8 + 1);
        play.edit(&format!("owner-atlanta {owner}"));
        play.luck("a random event", &[Yes, Yes, Yes]).luck("has a riot", &[atlanta]).seal();
        play.owner("atlanta")
    };
    assert_eq!(riot(&[], "us"), None);
    assert_eq!(riot(&[], "cs"), Some(Side::Cs), "it is not the Union's");
    assert_eq!(riot(&["us-6 @washington 50 1 5", "atlanta us"], "us"), Some(Side::Us), "it was its own");
    assert_eq!(riot(&["realism=false"], "us"), Some(Side::Us), "only under realism");
    // An army holds down what it took.
    let mut play = Play::new(&["events=true"]);
    play.take(US, "move us-1 manassas").seal();
    assert_eq!(play.owner("manassas"), Some(Side::Us));
    let manassas = Face(play.city("manassas").place() as u8 + 1);
    play.luck("a random event", &[Yes, Yes, Yes]).luck("has a riot", &[manassas]).seal();
    assert_eq!(play.owner("manassas"), Some(Side::Us));
}
