//! §15.9-15.10: the computer's ships.

use super::field::{Field, Whose};
use super::lots::Lots;
use super::{Act, Listed};
use crate::arithmetic::Chance;
use crate::choice::Choice;
use crate::naval_battle::Ship;
use crate::state::{Berth, Naval};
use crate::world::City;

/// §5.1: an ironclad costs so much.
const IRONCLAD: i64 = 200;
/// §15.9: it lands only where it isn't threatened by as many.
const QUIET: i64 = 100;

/// A ship with a chance: an ironclad where they are allowed and can be paid.
pub(super) fn ship(field: &Field, chance: Chance, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let kind = if field.ironclads && field.cash >= IRONCLAD { Ship::Ironclad } else { Ship::Wooden };
    let fits = |choice| matches!(choice, Choice::Build(_, ship) if ship == kind);
    lots.any(&listed.those(fits), chance);
}

/// §15.9: ships are built in an own port, or for a first fleet; before each it stops with chance .07 for every ship there is.
pub(super) fn build(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let ships = match field.fleets[0] {
        None => 0,
        Some(fleet) if fleet.port().is_some_and(|port| field.is(port, Whose::Own)) => fleet.ships().into(),
        Some(_) => return,
    };
    ship(field, Chance::hundredths(7 * ships).other(), listed, lots);
}

/// §15.9: the naval action of the turn.
pub(super) fn act(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let [Some(fleet), foe] = field.fleets else { return };
    let Some(port) = fleet.port() else { return sail(field, Chance::tenths(9), listed, lots) };
    // Where it is raiding after the foe did any damage, there is a grudge.
    if field.grudge {
        match foe.map(|foe| foe.at) {
            Some(Berth::Raiding) => listed.sure(Naval::Raid, lots),
            Some(Berth::Port(there)) => listed.sure(Naval::Sail(there), lots),
            None => {}
        }
    }
    match field.city(port).whose {
        Whose::Foe => {
            let garrisoned = field.foe_lead(port).is_some();
            let attack = if garrisoned { Chance::hundredths(35) } else { Chance::SURE };
            if listed.has(Naval::Bombard) {
                lots.chance(Naval::Bombard.into(), attack);
            }
            if garrisoned {
                sail(field, Chance::SURE, listed, lots);
            }
        }
        Whose::Nobody if fleet.ships() >= 2 && field.threat(port) < QUIET && listed.has(Naval::Invade) => {
            listed.sure(Naval::Invade, lots);
        }
        Whose::Own | Whose::Nobody => sail(field, Chance::SURE, listed, lots),
    }
}

/// §15.10: it sails with a chance, and where to.
fn sail(field: &Field, chance: Chance, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    let Some(fleet) = field.fleets[0] else { return };
    let ships = fleet.ships();
    let foe = field.fleets[1].filter(|foe| foe.ships() <= ships).map(|foe| foe.at);
    let stronger = field.fleets[1].filter(|foe| foe.ships() > ships).map(|foe| foe.at);
    let ports: Vec<City> = field.all().filter(|&port| listed.has(Naval::Sail(port))).collect();
    let mut inner = Lots::default();
    let mut last = None;
    for &port in ports.iter().filter(|&&port| !field.is(port, Whose::Nobody)) {
        let here = Some(Berth::Port(port));
        if foe == here {
            inner.chance(Naval::Sail(port).into(), Chance::tenths(9));
        }
        if field.is(port, Whose::Foe) && stronger != here {
            last = Some(port);
            inner.chance(Naval::Sail(port).into(), Chance::tenths(2));
        }
    }
    match last {
        Some(port) => inner.sure(Naval::Sail(port).into()),
        None => {
            let any: Vec<Act> = ports.iter().map(|&port| Naval::Sail(port).into()).collect();
            inner.any(&any, Chance::SURE);
        }
    }
    lots.embed(&inner, chance);
}
