//! §12: random events.

use std::collections::BTreeMap;

use cw_strategy::arithmetic::Chance;
use cw_strategy::events::{Event, Times, next};

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
