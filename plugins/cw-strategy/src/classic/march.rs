//! §15.13-15.15: where the computer's armies march.

use super::field::{Army, Field, Whose};
use super::lots::{Lots, Score, best_of};
use super::{Act, Listed};
use crate::arithmetic::nearest;
use crate::choice::Choice;
use crate::state::Turn;
use crate::world::{City, Slot};

/// §15.15: an army that is outnumbered stirs only for as much as this.
const WORTH_IT: i64 = 50;

/// §15.13: the armies from a slot on, one after another.
pub(super) fn orders(field: &Field, from: Slot, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    for army in field.own.iter().filter(|army| army.slot >= from && army.turn == Turn::Ready) {
        if lots.is_over() {
            return;
        }
        if !stays(field, army) {
            order(field, army, listed, lots);
        }
    }
}

/// §15.13: who stays for the capital.
fn stays(field: &Field, army: &Army) -> bool {
    let Some(capital) = field.capitals[0].filter(|&capital| capital == army.city) else { return false };
    let leads = field.own_lead(capital).is_some_and(|lead| lead.slot == army.slot);
    let beside = |&next: &City| field.threat(next) > 0;
    leads && field.threat(capital) > 0 || field.capital_ends && field.city(capital).links.iter().any(beside)
}

/// §15.14-15.15: the best neighbour, if it is good enough.
fn order(field: &Field, army: &Army, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let scored: Vec<(City, Score)> = field
        .city(army.city)
        .links
        .iter()
        .filter_map(|&next| Some((next, score(field, army, next)?)))
        .collect();
    let scores: Vec<Score> = scored.iter().map(|(_, score)| score.clone()).collect();
    let least = if field.threat(army.city) > army.size { WORTH_IT - 1 } else { 0 };
    // Without supply it sets out only now and then.
    let chance = if army.supply == 0 { (1, 10) } else { (1, 1) };
    let best = scored.iter().zip(best_of(&scores, least)).map(|(&(next, _), (of, out_of))| {
        (Act::Order(Choice::March(army.slot, next)), (of * chance.0, out_of * chance.1))
    });
    // What may not be ordered isn't, though it would have been best.
    lots.give(best.filter(|&(act, _)| listed.has(act) && !swaps(field, army, act)));
}

/// §15.15: whether an own army has an order the other way.
fn swaps(field: &Field, army: &Army, act: Act) -> bool {
    let Act::Order(Choice::March(_, to)) = act else { return false };
    field.own.iter().any(|other| other.city == to && other.turn == Turn::Moving(army.city))
}

/// §15.14: the score of a neighbour; none if somebody else is on the way there already.
fn score(field: &Field, army: &Army, to: City) -> Option<Score> {
    let (own, foe) = (field.own_lead(to), field.foe_lead(to));
    let ordered = field.own.iter().any(|other| other.slot != army.slot && other.turn == Turn::Moving(to));
    if ordered && own.is_none() && foe.is_none() {
        return None;
    }
    let mut score = Score::of(start(field, army));
    score.add_spread(0, 30);
    let (from, city) = (field.city(army.city), field.city(to));
    if from.fort > 0 && field.own_lead(army.city).is_some_and(|lead| lead.slot == army.slot) {
        score.add(if field.realism { -75 } else { -25 });
    }
    if field.capital_ends && field.capitals[1] == Some(to) {
        score.add(200);
    }
    if city.whose != Whose::Own {
        score.add(5 * city.value + 10 * city.fort);
    }
    match (city.whose, foe) {
        (Whose::Foe, None) => score.add(10 * city.value),
        (_, Some(foe)) => strike(field, army, foe, city.fort, &mut score),
        _ => {}
    }
    if city.whose == Whose::Own
        && let Some(own) = own
        && !matches!(own.turn, Turn::Moving(_))
    {
        score.add(-own.size);
    }
    if field.is_towards_enemy(army.city, to) {
        score.add(2);
    }
    for &beyond in &city.links {
        let next = field.city(beyond);
        if next.whose != Whose::Own {
            score.add(3 * next.value + 4 * next.fort);
        }
        if next.whose == Whose::Foe && foe.is_some_and(|foe| army.size < foe.size) {
            score.add(-2);
        }
        if field.capitals[1] == Some(beyond) {
            score.add(50);
        }
    }
    Some(score)
}

/// §15.14: what every neighbour's score begins with, but for the lot.
fn start(field: &Field, army: &Army) -> i64 {
    let from = field.city(army.city);
    let beside = |&next: &City| {
        let [own, foe] = [field.own_lead(next), field.foe_lead(next)];
        [own, foe].into_iter().flatten().map(|lead| lead.size).sum::<i64>()
    };
    let around: i64 = from.links.iter().map(beside).sum();
    let base = nearest(army.size - around, 100) + 20 * field.aggression;
    base - nearest(hold(field, army.city) * from.fort, 2) - from.value
}

/// §15.14: how much a fort holds its garrison, in halves.
fn hold(field: &Field, city: City) -> i64 {
    let held = match field.boldness {
        _ if field.threat(city) == 0 => 0,
        ..=1500 => 200,
        1501..=2000 => 80,
        2001..=3000 => 20,
        3001.. => 5,
    };
    if field.aggression > 1 { held } else { 2 * held }
}

/// §15.14: against an army, by the ratio of the sizes behind the fort.
fn strike(field: &Field, army: &Army, foe: &Army, fort: i64, score: &mut Score) {
    // A ratio as a fraction; a tiny army's is a tenth whatever it meets.
    let (mut of, mut out_of) = (army.size, foe.size * (1 + fort));
    if army.size < 15 {
        score.add(-300);
        (of, out_of) = (1, 10);
    }
    let below = |tenths: i64| 10 * of < tenths * out_of;
    if field.aggression < 3 && army.size < 40 && below(8) {
        *score = Score::of(0);
    }
    if field.realism {
        score.add(-15);
    }
    if below(5) {
        score.add(-200);
    }
    if army.supply == 0 {
        score.add(-100);
    }
    // r + .5 * aggression, in tenths.
    let (ratio, limit) = (10 * of + 5 * field.aggression * out_of, |tenths: i64| tenths * out_of);
    if ratio < limit(3) {
        score.add(-9999);
    } else if ratio < limit(5) {
        score.add(-300);
    } else if ratio <= limit(8) {
        score.add(-20);
    } else if ratio <= limit(12) {
        score.add(-5);
    } else if ratio <= limit(15) {
        score.add(10);
    } else {
        score.add_spread(army.size - foe.size, 50);
    }
}
