//! Leaders, armies and fleets (§1.3-1.7, §2.2-2.4), read from the roster.

use muster_contract::{Position, Refusal, Unit};
use muster_sdk::setting::of_unit;
use muster_sdk::{Table, refuse};

use super::{City, CityInfo, LeaderInfo, MOST_SHIPS, SLOTS, Side, Slot, find, settings};
use crate::state::{Army, Berth, Fleet, Leader};

type Read = ([Vec<LeaderInfo>; 2], [Option<Fleet>; 2]);

pub(super) fn read(cities: &Table<City, CityInfo>, position: &Position) -> Result<Read, Refusal> {
    let mut leaders: [Vec<Option<LeaderInfo>>; 2] = [vec![None; SLOTS], vec![None; SLOTS]];
    let mut fleets: [Option<Fleet>; 2] = [None; 2];
    for (at, unit) in position.roster.iter().enumerate() {
        let no = |why: String, section: &str| refuse(format!("{} {why}", unit.id), section);
        let side =
            Side::named(&unit.side).ok_or_else(|| no(format!("is of no side: \"{}\"", unit.side), "0.5"))?;
        if let Some(twin) = position.roster[..at].iter().find(|other| other.id == unit.id) {
            let place = |unit: &Unit| {
                unit.place.as_ref().map_or("off the map".to_owned(), |place| format!("in {}", place.space))
            };
            let why = format!("is in the roster twice, {} and {}", place(twin), place(unit));
            return Err(no(why, "1.3"));
        }
        match unit.kind.as_str() {
            "leader" => {
                let slot = (1..=SLOTS).find(|slot| unit.id == format!("{}-{slot}", side.id()));
                let Some(slot) = slot else {
                    let why = format!("must be called after its slot, {}-1 to {0}-{SLOTS}", side.id());
                    return Err(no(why, "1.4"));
                };
                leaders[side as usize][slot - 1] = Some(leader(cities, side, slot as Slot - 1, unit)?);
            }
            "fleet" => {
                if unit.id != format!("{}-fleet", side.id()) {
                    return Err(no(format!("must be called {}-fleet", side.id()), "1.7"));
                }
                fleets[side as usize] = fleet(cities, unit)?;
            }
            kind => return Err(no(format!("is of no kind of unit: \"{kind}\""), "1.3")),
        }
    }
    let [us, cs] = leaders;
    let complete = |side: Side, list: Vec<Option<LeaderInfo>>| {
        let missing = list.iter().position(Option::is_none);
        match missing {
            Some(slot) => {
                let why = format!("the roster has no leader {}-{}", side.id(), slot + 1);
                Err(refuse(why, "1.4"))
            }
            None => Ok(list.into_iter().flatten().collect::<Vec<_>>()),
        }
    };
    let leaders = [complete(Side::Us, us)?, complete(Side::Cs, cs)?];
    for side in Side::ALL {
        let list = &leaders[side as usize];
        for (slot, leader) in list.iter().enumerate() {
            if let Some(twin) = list[..slot].iter().position(|other| other.label == leader.label) {
                let id = side.id();
                let why = format!("{id}-{} and {id}-{} are both called {}", twin + 1, slot + 1, leader.label);
                return Err(refuse(why, "1.4"));
            }
        }
        if leaders[side as usize].iter().all(|leader| leader.army.is_none()) {
            return Err(refuse(format!("{} has no army at the start", side.who()), "2"));
        }
    }
    let [us, cs] = fleets.map(|fleet| fleet.and_then(|fleet| fleet.port()));
    if let Some(port) = us.filter(|_| us == cs) {
        return Err(refuse(format!("both fleets lie in {}", cities[port].title), "5.7"));
    }
    Ok((leaders, fleets))
}

fn city(cities: &Table<City, CityInfo>, unit: &Unit) -> Result<Option<City>, Refusal> {
    let Some(place) = &unit.place else { return Ok(None) };
    find(cities, &place.space).map(Some).ok_or_else(|| {
        refuse(format!("{} is in {}, which is no city of the map", unit.id, place.space), "1.3")
    })
}

/// §1.4, §2.2: a leader; an army that he has at the start stands in a city of its side.
fn leader(
    cities: &Table<City, CityInfo>,
    side: Side,
    slot: Slot,
    unit: &Unit,
) -> Result<LeaderInfo, Refusal> {
    let values = &unit.attributes;
    let rating = of_unit(unit, settings::RATING.read(values))? as u8;
    let name = if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() };
    let army = match city(cities, unit)? {
        None => None,
        Some(at) if cities[at].owner != Some(side) => {
            let why = format!("{} is in {}, which isn't {}'s", unit.id, cities[at].title, side.who());
            return Err(refuse(why, "2.2"));
        }
        Some(at) => {
            let [size, experience, supply] = [settings::SIZE, settings::EXPERIENCE, settings::SUPPLY]
                .map(|number| of_unit(unit, number.required().read(values)));
            Some(Army::ready(
                at,
                size? as u16,
                Leader::Named(slot),
                rating,
                [experience? as u8, supply? as u8],
            ))
        }
    };
    let label = of_unit(unit, settings::LABEL.given(values))?.map_or_else(|| name.clone(), str::to_owned);
    Ok(LeaderInfo { name, label, rating, army })
}

/// §1.7: a row of ships, ironclads to the left. No ships, or no port, are no fleet.
fn fleet(cities: &Table<City, CityInfo>, unit: &Unit) -> Result<Option<Fleet>, Refusal> {
    let Some(port) = city(cities, unit)? else { return Ok(None) };
    if !cities[port].port {
        let why = format!("{} is in {}, which is no port", unit.id, cities[port].title);
        return Err(refuse(why, "1.7"));
    }
    let ships = of_unit(unit, settings::SHIPS.given(&unit.attributes))?.unwrap_or_default();
    let ironclads = ships.chars().take_while(|&ship| ship == 'I').count();
    let wooden = ships.chars().skip(ironclads).take_while(|&ship| ship == 'W').count();
    let all = ironclads + wooden;
    if all != ships.chars().count() || all > usize::from(MOST_SHIPS) || all == 0 {
        let why = format!(
            "{}: \"ships\" is \"{ships}\"; it is a row of 1 to {MOST_SHIPS}, first I (ironclad), then W (wooden)",
            unit.id
        );
        return Err(refuse(why, "1.7"));
    }
    Ok(Some(Fleet { at: Berth::Port(port), ironclads: ironclads as u8, wooden: wooden as u8 }))
}
