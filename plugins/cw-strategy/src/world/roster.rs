//! Leaders, armies and fleets (§1.3-1.7, §2.2-2.4), read from the roster.

use muster_contract::{Position, Refusal, Unit};
use muster_sdk::setting::of_unit;
use muster_sdk::{Table, refuse, require};

use super::{City, CityInfo, LeaderInfo, MOST_SHIPS, SLOTS, Side, Slot, find, settings};
use crate::choice::{army_id, fleet_id};
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
                let slot =
                    (0..SLOTS as Slot).find(|&slot| unit.id == army_id(side, slot)).ok_or_else(|| {
                        no(format!("must be called after its slot, {}-1 to {0}-{SLOTS}", side.id()), "1.4")
                    })?;
                leaders[side as usize][usize::from(slot)] = Some(leader(cities, side, slot, unit)?);
            }
            "fleet" => {
                let (unit_id, id) = (&unit.id, fleet_id(side));
                require(*unit_id == id, "1.7", || format!("{unit_id} must be called {id}"))?;
                fleets[side as usize] = fleet(cities, unit)?;
            }
            kind => return Err(no(format!("is of no kind of unit: \"{kind}\""), "1.3")),
        }
    }
    for (side, list) in Side::ALL.into_iter().zip(&leaders) {
        let missing = (0..).zip(list).find(|(_, leader)| leader.is_none());
        if let Some((slot, _)) = missing {
            return Err(refuse(format!("the roster has no leader {}", army_id(side, slot)), "1.4"));
        }
    }
    let leaders = leaders.map(|list| list.into_iter().flatten().collect::<Vec<_>>());
    for (side, list) in Side::ALL.into_iter().zip(&leaders) {
        for (slot, leader) in list.iter().enumerate() {
            let twin = list[..slot].iter().position(|other| other.label == leader.label);
            require(twin.is_none(), "1.4", || {
                let [twin, id] = [twin.unwrap_or(0), slot].map(|slot| army_id(side, slot as Slot));
                format!("{twin} and {id} are both called {}", leader.label)
            })?;
        }
        let any = list.iter().any(|leader| leader.army.is_some());
        require(any, "2", || format!("{} has no army at the start", side.who()))?;
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
    let mut army = None;
    if let Some(at) = city(cities, unit)? {
        let (id, title) = (&unit.id, &cities[at].title);
        let own = cities[at].owner == Some(side);
        require(own, "2.2", || format!("{id} is in {title}, which isn't {}'s", side.who()))?;
        let [size, experience, supply] = [settings::SIZE, settings::EXPERIENCE, settings::SUPPLY]
            .map(|number| of_unit(unit, number.required().read(values)));
        let (size, known) = (size? as u16, [experience? as u8, supply? as u8]);
        army = Some(Army::ready(at, size, Leader::Named(slot), rating, known));
    }
    let label = of_unit(unit, settings::LABEL.given(values))?.map_or_else(|| name.clone(), str::to_owned);
    Ok(LeaderInfo { name, label, rating, army })
}

/// §1.7: a row of ships, ironclads to the left. No ships, or no port, are no fleet.
fn fleet(cities: &Table<City, CityInfo>, unit: &Unit) -> Result<Option<Fleet>, Refusal> {
    let Some(port) = city(cities, unit)? else { return Ok(None) };
    let (id, title) = (&unit.id, &cities[port].title);
    require(cities[port].port, "1.7", || format!("{id} is in {title}, which is no port"))?;
    let ships = of_unit(unit, settings::SHIPS.given(&unit.attributes))?.unwrap_or_default();
    let ironclads = ships.chars().take_while(|&ship| ship == 'I').count();
    let wooden = ships.chars().skip(ironclads).take_while(|&ship| ship == 'W').count();
    let all = ironclads + wooden;
    let fits = all == ships.chars().count() && (1..=usize::from(MOST_SHIPS)).contains(&all);
    require(fits, "1.7", || {
        format!(
            "{id}: \"ships\" is \"{ships}\"; it is a row of 1 to {MOST_SHIPS}, first I (ironclad), then W (wooden)"
        )
    })?;
    Ok(Some(Fleet { at: Berth::Port(port), ironclads: ironclads as u8, wooden: wooden as u8 }))
}
