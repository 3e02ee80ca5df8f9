//! §15.3-15.8: what the computer spends: supply by hand, forts, recruits, and what it keeps for ships.

use super::field::{Field, Whose};
use super::lots::{Lots, Share};
use super::{Act, Listed};
use crate::arithmetic::Chance;
use crate::choice::Choice;
use crate::state::{Berth, Turn};
use crate::world::City;

/// §5.1, §4.1: what a wooden ship costs, and a recruitment.
pub(super) const PRICE: i64 = 100;
/// §15.7: with fewer ships money is put aside for them.
const FEW_SHIPS: u8 = 5;
/// §15.8: armies below this are added to.
const SMALL: i64 = 155;
/// §8.1: the highest level of a fort.
const STRONGEST: i64 = 2;

/// §15.3: every own army without supply gets some.
pub(super) fn supply(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    for army in field.own.iter().filter(|army| army.supply == 0) {
        listed.sure(Choice::Supply(army.slot), lots);
    }
}

/// §15.4: the capital's fort, then that of the first army that is threatened by more than its size.
pub(super) fn forts(field: &Field, built: bool, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    if !built {
        if let Some(capital) = field.capitals[0].filter(|&city| field.city(city).fort < STRONGEST) {
            listed.sure(Choice::Fortify(capital), lots);
        }
        threatened_fort(field, field.too_bold_for_forts().other(), listed, lots);
        return;
    }
    // Whether it looks again, and then whether it is too bold.
    let (again, calm) = (field.another_fort(), field.too_bold_for_forts().other());
    threatened_fort(field, Chance::new(again.of * calm.of / 1000, again.out_of), listed, lots);
}

fn threatened_fort(field: &Field, chance: Chance, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let first =
        field.own.iter().filter(|army| matches!(army.turn, Turn::Ready | Turn::Moving(_))).find(|army| {
            let fort = field.city(army.city).fort;
            fort < STRONGEST && field.threat(army.city) > army.size && listed.has(Choice::Fortify(army.city))
        });
    if let Some(army) = first {
        lots.chance(Choice::Fortify(army.city).into(), chance);
    }
}

/// §15.5: a Union without a fleet builds one before anything else.
pub(super) fn first_ship(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    if field.union && field.fleets[0].is_none() && field.cash > PRICE {
        super::navy::ship(field, Chance::SURE, listed, lots);
    }
}

/// §15.7: what is put aside for ships. What was put aside before recruiting began stays there, when nothing else is left.
fn put_aside(field: &Field, begun: bool) -> i64 {
    let at_home = match field.fleets[0].map(|fleet| fleet.at) {
        None => true,
        Some(Berth::Port(port)) => field.is(port, Whose::Own),
        Some(Berth::Raiding) => false,
    };
    let few = field.fleets[0].map_or(0, |fleet| fleet.ships()) < FEW_SHIPS;
    let rich = field.cash > PRICE || begun && field.cash == PRICE;
    if few && rich && at_home { PRICE } else { 0 }
}

/// §15.6: the chance that there are armies enough.
pub(super) fn enough_armies(field: &Field) -> Chance {
    let [own, foe] = field.men();
    let count = match field.own.len() as i64 {
        _ if 2 * own < foe => 0,
        count if own < foe => count - 2,
        count => count,
    };
    // n > 2 + 3h + 3u, h being the number of the human's side: 1 for the Union.
    let over = count - 2 - 3 * if field.union { 2 } else { 1 };
    Chance::new(over.clamp(0, 3) as u32, 3)
}

/// §15.6, §15.8: recruits, until the money is gone.
pub(super) fn recruits(field: &Field, begun: bool, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    if field.cash - put_aside(field, begun) < PRICE {
        return;
    }
    let cities: Vec<(City, i64)> =
        field.recruits.iter().copied().filter(|&(city, _)| listed.has(Choice::Recruit(city))).collect();
    let goes_on = if begun { Chance::SURE } else { enough_armies(field).other() };
    let (of, out_of) = (u128::from(goes_on.of), u128::from(goes_on.out_of));
    let shares = chosen(field, &cities).into_iter();
    lots.give(
        shares.map(|(city, (part, whole))| (Choice::Recruit(city).into(), (part * of, whole * out_of))),
    );
}

/// §15.8: how likely each listed city is. Of cities with what they yield.
fn chosen(field: &Field, cities: &[(City, i64)]) -> Vec<(City, Share)> {
    let wants = |&&(city, _): &&(City, i64)| field.own_lead(city).is_none_or(|army| army.size < SMALL);
    let first: Vec<Share> = match cities.iter().rposition(|entry| wants(&entry)) {
        Some(last) => (0..cities.len()).map(|at| (u128::from(at == last), 1)).collect(),
        None => cities.iter().map(|_| (1, cities.len() as u128)).collect(),
    };
    if !field.realism {
        return cities.iter().zip(first).map(|(&(city, _), share)| (city, share)).collect();
    }
    // The list is run through: how likely is it that a city is the last that was taken? `taken[at]` is that of its being taken
    // at all, in halves; after it none that yields more may be.
    let halves = 1_u128 << cities.len();
    let mut none = halves;
    let mut last: Vec<u128> = vec![0; cities.len()];
    for (at, &(_, yields)) in cities.iter().enumerate() {
        let mut taken = none / 2;
        none -= taken;
        for (before, part) in last.iter_mut().enumerate().take(at) {
            if cities[before].1 < yields {
                taken += *part / 2;
                *part -= *part / 2;
            }
        }
        last[at] = taken;
    }
    let whole = first.first().map_or(1, |&(_, whole)| whole) * halves;
    let shares = last.iter().zip(&first).map(|(part, &(of, out_of))| (part * out_of + none * of, whole));
    cities.iter().zip(shares).map(|(&(city, _), share)| (city, share)).collect()
}
