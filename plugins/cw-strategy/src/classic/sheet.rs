//! §15: the sheet of a side as the computer's, and its steps as choices of the sheet.

use muster_contract::Seat;
use muster_sdk::OpenDecision;

use super::field::{Army, Field, Site, Whose};
use super::lots::CERTAIN;
use super::{Act, Stage, plan, train};
use crate::choice::Choice;
use crate::sequence::STANDING;
use crate::ships::ships;
use crate::state::{self, Begun, CwStrategy, on_map};
use crate::world::{Side, Slot};

/// What else there is counts so many times less while a standing order is due.
const LATER: u32 = 1 << 16;

impl CwStrategy {
    /// §15: how likely the computer is to choose each of a decision's choices.
    #[inline(never)]
    pub(crate) fn weigh_classic(&self, open: &OpenDecision, choices: &[Choice], weights: &mut Vec<u32>) {
        let side = self.side_of(open.seat);
        let sheet = &self.power(side).sheet;
        let certain =
            |wanted: Choice| choices.iter().map(move |&choice| CERTAIN * u32::from(choice == wanted));
        if let Some(begun) = sheet.begun {
            return weights.extend(certain(self.answer(open.seat, begun, choices)));
        }
        if self.stage != state::Stage::Sheets {
            // It never plays on after an end (§13.9).
            return weights.extend(certain(Choice::EndGame));
        }
        let razes = self.to_raze(side);
        if open.kind == STANDING {
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
    fn answer(&self, seat: Seat, begun: Begun, choices: &[Choice]) -> Choice {
        let Begun::Train(slot) = begun else { return Choice::Back };
        let cities = choices.iter().filter_map(|choice| match *choice {
            Choice::To(city) => Some(Act::Rail(slot, city)),
            _ => None,
        });
        let listed: Vec<Act> = cities.collect();
        train(&self.field(seat), slot, &listed).map_or(Choice::Back, Choice::To)
    }

    /// §9.10: the armies that are to raze the fort of the city that they march to.
    fn to_raze(&self, side: Side) -> Vec<Slot> {
        let razes = |army: &state::Army| {
            army.goes_to().is_some_and(|to| self.may_raze(side, army, to) && self.computer_razes(to))
        };
        on_map(self.power(side)).filter(|(_, army)| razes(army)).map(|(slot, _)| slot).collect()
    }

    /// What a choice of a sheet is to the computer: one thing, or several that a train may be called for.
    fn acts(&self, side: Side, choice: Choice) -> Vec<Act> {
        match choice {
            Choice::Begin(Begun::Train(slot)) => {
                let Some(army) = self.army(side, slot) else { return Vec::new() };
                let stations = self.stations(side).filter(|&city| city != army.at);
                stations.map(|city| Act::Rail(slot, city)).collect()
            }
            _ => vec![choice.into()],
        }
    }

    /// How far the sheet has come.
    fn come_to(&self, side: Side) -> Stage {
        let first = side == Side::Us && ships(&self.opened[0]) == 0 && ships(&self.powers[0]) == 1;
        match self.power(side).sheet.written {
            Stage::FIRST_SHIP if !first => Stage::BUILD,
            stage => stage,
        }
    }

    /// The map as the computer sees it from a seat.
    pub(crate) fn field(&self, seat: Seat) -> Field {
        let side = self.side_of(seat);
        let (own, foe) = (self.power(side), self.foe(side));
        let whose = |owner: Option<Side>| match owner {
            None => Whose::Nobody,
            Some(owner) if owner == side => Whose::Own,
            Some(_) => Whose::Foe,
        };
        let cities = self.world.cities.iter().map(|(city, info)| Site {
            whose: whose(self.owner(city)),
            value: info.worth.into(),
            fort: self.visible_fort(Some(side), city).into(),
            y: info.y.into(),
            links: info.links.clone(),
        });
        Field {
            union: side == Side::Us,
            cities: cities.collect(),
            own: on_map(own).map(army).collect(),
            foe: on_map(foe).map(army).collect(),
            fleets: [own.fleet, foe.fleet],
            capitals: [own.capital, foe.capital],
            capital_ends: self.limits.capital,
            cash: own.cash.into(),
            realism: self.realism,
            aggression: self.aggression.into(),
            boldness: self.boldness[side as usize].into(),
            ironclads: self.ironclads(),
            grudge: own.grudge,
            recruits: own.sheet.list.iter().map(|&city| (city, self.recruits(side, city).into())).collect(),
        }
    }
}

fn army((slot, army): (Slot, &state::Army)) -> Army {
    Army { slot, city: army.at, size: army.size.into(), supply: army.supply, turn: army.turn }
}
