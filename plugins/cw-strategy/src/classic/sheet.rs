//! §15: the sheet of a side as the computer's, and its steps as choices of the sheet.

use muster_contract::Seat;
use muster_sdk::{Index as _, Open};

use super::field::{Army, City, Field, Fleet, Place, Turn, Whose};
use super::lots::CERTAIN;
use super::{Act, Stage, plan, train};
use crate::choice::Choice;
use crate::state::{self, Asked, Berth, CwStrategy, Power, standing};
use crate::world::{self, Side, Slot};

/// §9.10: the computer razes forts of cities that lie further down than this.
const FAR_DOWN: i32 = 150;
/// What else there is counts so many times less while a standing order is due.
const LATER: u32 = 1 << 16;

impl CwStrategy {
    /// §15: how likely the computer is to choose each of a decision's choices.
    pub(crate) fn weigh_classic(&self, open: &Open, choices: &[Choice], weights: &mut Vec<u32>) {
        let side = self.side_of(open.seat);
        let sheet = &self.power(side).sheet;
        let certain =
            |wanted: Choice| choices.iter().map(move |&choice| CERTAIN * u32::from(choice == wanted));
        if let Some(asked) = sheet.asked {
            return weights.extend(certain(self.answer(open.seat, asked, choices)));
        }
        if self.stage != state::Stage::Sheets {
            // It never plays on after an end (§13.9).
            return weights.extend(certain(Choice::EndGame));
        }
        let razes = self.to_raze(side);
        if !choices.contains(&Choice::Seal) {
            // §9.10: of the standing orders it gives only this one.
            return weights.extend(choices.iter().map(|choice| match choice {
                Choice::Raze(slot) if razes.contains(slot) => CERTAIN,
                _ => 0,
            }));
        }
        let field = self.field(open.seat);
        let listed: Vec<Act> = choices.iter().flat_map(|&choice| self.acts(side, choice)).collect();
        let lots = plan(&field, self.come_to(side), &listed);
        let less = if razes.is_empty() { 1 } else { LATER };
        weights.extend(choices.iter().map(|&choice| {
            let weight: u32 = self.acts(side, choice).into_iter().map(|act| lots.weight_of(act)).sum();
            if weight == 0 { 0 } else { (weight / less).max(1) }
        }));
    }

    /// §15.12: where the train goes that was called for.
    fn answer(&self, seat: Seat, asked: Asked, choices: &[Choice]) -> Choice {
        let Asked::Train(slot) = asked else { return Choice::Back };
        let cities = choices.iter().filter_map(|choice| match *choice {
            Choice::To(city) => Some(Act::Rail(slot, number(city))),
            _ => None,
        });
        let listed: Vec<Act> = cities.collect();
        train(&self.field(seat), slot, &listed)
            .map_or(Choice::Back, |city| Choice::To(world::City::nth(city.into())))
    }

    /// §9.10: the armies that are to raze the fort of the city that they march to.
    fn to_raze(&self, side: Side) -> Vec<Slot> {
        let far = |army: &state::Army| match army.turn {
            state::Turn::Moving(to) => {
                let hostile = !self.owns(side, to) && self.fort_seen(Some(side), to) > 0;
                hostile && !army.raze && self.world.city(to).y > FAR_DOWN
            }
            _ => false,
        };
        let armies = standing(self.power(side)).filter(|(_, army)| self.realism && far(army));
        armies.map(|(slot, _)| slot).collect()
    }

    /// What a choice of a sheet is to the computer: one thing, or several that a train may be called for.
    fn acts(&self, side: Side, choice: Choice) -> Vec<Act> {
        vec![match choice {
            Choice::Supply(slot) => Act::Supply(slot),
            Choice::Fortify(city) => Act::Fortify(number(city)),
            Choice::Build(port, ship) => Act::Build(number(port), ship),
            Choice::Recruit(city) => Act::Recruit(number(city)),
            Choice::Bombard => Act::Bombard,
            Choice::Sail(port) => Act::Sail(number(port)),
            Choice::Raid => Act::Raid,
            Choice::Invade => Act::Invade,
            Choice::Join(city) => Act::Join(number(city)),
            Choice::March(slot, to) => Act::March(slot, number(to)),
            Choice::Drill(slot) => Act::Drill(slot),
            Choice::Seal => Act::Seal,
            Choice::Train(slot) => {
                let Some(army) = self.army(side, slot) else { return Vec::new() };
                let stations = self.stations(side).filter(|&city| city != army.at);
                return stations.map(|city| Act::Rail(slot, number(city))).collect();
            }
            _ => return Vec::new(),
        }]
    }

    /// How far the sheet has come.
    fn come_to(&self, side: Side) -> Stage {
        let ships = |power: &Power| power.fleet.map_or(0, |fleet| fleet.ships());
        let first = side == Side::Us && ships(&self.opened[0]) == 0 && ships(&self.powers[0]) == 1;
        match Stage::of(self.power(side).sheet.written) {
            Stage::FirstShip if !first => Stage::Build,
            stage => stage,
        }
    }

    /// The map as the computer sees it from a seat.
    pub(crate) fn field(&self, seat: Seat) -> Field {
        let side = self.side_of(seat);
        let (own, foe) = (self.power(side), self.known(side.other(), Some(seat)));
        let whose = |owner: Option<Side>| match owner {
            None => Whose::Nobody,
            Some(owner) if owner == side => Whose::Own,
            Some(_) => Whose::Foe,
        };
        let cities = self.world.cities.iter().map(|(city, info)| City {
            whose: whose(self.owner(city)),
            value: info.worth.into(),
            fort: self.fort_seen(Some(side), city).into(),
            y: info.y.into(),
            links: info.links.iter().map(|&to| number(to)).collect(),
        });
        Field {
            union: side == Side::Us,
            cities: cities.collect(),
            own: standing(own).map(army).collect(),
            foe: standing(foe).map(army).collect(),
            fleets: [fleet(own), fleet(foe)],
            capitals: [own.capital.map(number), foe.capital.map(number)],
            capital_ends: self.limits.capital,
            cash: own.cash.into(),
            realism: self.realism,
            aggression: self.aggression.into(),
            boldness: self.boldness[side as usize].into(),
            ironclads: self.ironclads(),
            grudge: own.grudge,
            recruits: own
                .sheet
                .list
                .iter()
                .map(|&city| (number(city), self.recruits(side, city).into()))
                .collect(),
        }
    }
}

/// A city as the computer numbers it.
fn number(city: world::City) -> u8 {
    city.place() as u8
}

fn army((slot, army): (Slot, &state::Army)) -> Army {
    let turn = match army.turn {
        state::Turn::Ready => Turn::Ready,
        state::Turn::Moving(to) => Turn::Moving(number(to)),
        _ => Turn::Spent,
    };
    Army { slot, city: number(army.at), size: army.size.into(), supply: army.supply, turn }
}

fn fleet(power: &Power) -> Option<Fleet> {
    power.fleet.map(|fleet| {
        let place = match fleet.at {
            Berth::Port(port) => Place::Port(number(port)),
            Berth::Raiding => Place::Raiding,
        };
        Fleet { place, ships: fleet.ships().into() }
    })
}
