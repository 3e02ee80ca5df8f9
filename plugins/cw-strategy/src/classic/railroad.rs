//! §15.11-15.12: the stack that the computer joins, and the army that it sends by rail.

use super::field::{Army, Field, Whose};
use super::lots::Lots;
use super::{Act, Listed};
use crate::arithmetic::Chance;
use crate::choice::Choice;
use crate::state::Turn;
use crate::world::City;

/// §15.11: one random stack is joined.
pub(super) fn join(listed: &Listed<'_>, lots: &mut Lots<Act>) {
    lots.any(&listed.those(|choice| matches!(choice, Choice::Join(_))), Chance::SURE);
}

/// §15.12: the train, if an army can be spared and is wanted somewhere.
pub(super) fn rail(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let Some(army) = spare(field) else { return };
    if 10 * field.threat(army.city) > 3 * army.size {
        return;
    }
    if let Some(city) = wanted(field, army, listed) {
        listed.sure(Act::Rail(army.slot, city), lots);
    }
}

fn empty_capital(field: &Field) -> Option<City> {
    field.capitals[0].filter(|&city| field.own_lead(city).is_none())
}

/// The ready army under the smallest threat that stands on an own railroad and doesn't hold a front.
fn spare(field: &Field) -> Option<&Army> {
    let urgent = empty_capital(field).is_some();
    let stands_back = |army: &&Army| {
        let front = field.city(army.city).links.iter().filter(|&&next| !field.is(next, Whose::Own));
        army.turn == Turn::Ready && field.terminal(army.city) >= 2 && (urgent || front.count() <= 1)
    };
    // Of those under the same threat the first.
    field.own.iter().filter(stands_back).min_by_key(|army| field.threat(army.city))
}

/// An own city that is empty and threatened, but not by too many: the first with a fort, else the last towards the enemy.
pub(super) fn wanted(field: &Field, army: &Army, listed: &Listed<'_>) -> Option<City> {
    let can = |city: City| listed.has(Act::Rail(army.slot, city));
    if let Some(capital) = empty_capital(field)
        && field.capital_ends
        && field.threat(capital) > 0
        && can(capital)
    {
        return Some(capital);
    }
    let cities = field.all().filter(|&city| {
        let threat = field.threat(city);
        let empty = field.is(city, Whose::Own) && field.own_lead(city).is_none();
        empty && threat > 0 && threat <= 3 * army.size && field.terminal(city) >= 1 && can(city)
    });
    let cities: Vec<City> = cities.collect();
    let fort = cities.iter().find(|&&city| field.city(city).fort > 0);
    fort.or_else(|| cities.iter().rfind(|&&city| field.is_towards_enemy(army.city, city))).copied()
}
