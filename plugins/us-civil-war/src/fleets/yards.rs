//! §21.8 to §21.10: shipyards and repair, what comes into the game, and what becomes of Ironclads under construction.

use muster_sdk::{Decisions, Resolution};

use super::{Order, in_words, pool_of};
use crate::charts;
use crate::choice::Choice;
use crate::state::{Berth, FleetStep, Ship, Step, UsCivilWar, Vessel};
use crate::world::fleets::{MOST_OCEANGOING, MOST_RIVER};
use crate::world::{Side, Space, State};

/// §21.9.1: turn, then Oceangoing and River NSPs that come to the Union. All of it is sure.
#[rustfmt::skip]
const ARRIVALS: [(u8, u8, u8); 4] = [
    (2, 1, 0),
    (3, 1, 0),
    (4, 1, 3),
    (5, 1, 4),
];
/// §21.9.2: NSPs of each kind that come back from the Naval Pool in a turn.
const REPLACEMENTS: u8 = 1;

/// §21.10.1: by the die, from 1: what the Confederacy builds; a Naval Battery where no vessel stands. All of it is sure.
const BUILT: [Option<Vessel>; 6] = [
    Some(Vessel::Ironclad),
    Some(Vessel::Ironclad),
    None,
    None,
    Some(Vessel::Flotilla),
    Some(Vessel::Flotilla),
];
/// §21.10.3: the least face of the die that completes an Ironclad.
const COMPLETES: u8 = 5;

impl UsCivilWar {
    /// §21.8.1: the berths of the Union's shipyards for such NSPs that it controls and that are in Full Supply.
    pub fn shipyards(&self, vessel: Vessel) -> Vec<Berth> {
        let place = pool_of(vessel);
        let yards = self.world.admiralty.as_ref().zip(place).map(|(all, place)| &all.shipyards[place]);
        let open =
            |yard: &&Space| self.controls(Side::Us, **yard) && self.supply(Side::Us).is_place_full(**yard);
        let first = |yard: &Space| self.world.berths(vessel, *yard).into_iter().next();
        yards.into_iter().flatten().filter(open).filter_map(first).collect()
    }

    /// §3.1 A, §21.9: the Union's new NSPs, and one of each kind from the Naval Pool; no more than there are (§21.2.2).
    pub(crate) fn begin_union_ships(&mut self, resolution: &mut Resolution<'_>) {
        if !self.has_fleets() {
            return self.begin_industry(resolution);
        }
        let row = ARRIVALS.iter().find(|&&(turn, ..)| turn == self.turn);
        let (oceangoing, river) = row.map_or((0, 0), |&(_, oceangoing, river)| (oceangoing, river));
        self.commission_union(Vessel::Oceangoing, oceangoing, resolution);
        let river = self.due(Vessel::River, river);
        match self.shipyards(Vessel::River)[..] {
            [_, _, ..] if river > 0 => {
                let step = FleetStep::Commission { vessel: Vessel::River, left: river, state: None };
                self.enter(Step::Fleet(step), resolution);
            }
            _ => {
                self.launch_all(Vessel::River, river, resolution);
                self.begin_industry(resolution);
            }
        }
    }

    fn commission_union(&mut self, vessel: Vessel, new: u8, resolution: &mut Resolution<'_>) {
        let due = self.due(vessel, new);
        self.launch_all(vessel, due, resolution);
    }

    /// §21.9: how many NSPs come: new ones, and replacements, which leave the Naval Pool.
    fn due(&mut self, vessel: Vessel, new: u8) -> u8 {
        let Some(place) = pool_of(vessel) else { return 0 };
        let most = if vessel == Vessel::Oceangoing { MOST_OCEANGOING } else { MOST_RIVER };
        let room = most.saturating_sub(self.count_of(vessel));
        let replaced = self.fleets.pool[place].min(REPLACEMENTS);
        self.fleets.pool[place] -= replaced;
        let due = (new + replaced).min(room);
        self.fleets.pool[place] += new + replaced - due;
        due
    }

    /// They come to the first shipyard; without one they go to the Naval Pool.
    fn launch_all(&mut self, vessel: Vessel, count: u8, resolution: &mut Resolution<'_>) {
        let Some(place) = pool_of(vessel).filter(|_| count > 0) else { return };
        match self.shipyards(vessel).first() {
            Some(&berth) => (0..count).for_each(|_| self.launch(vessel, berth, resolution)),
            None => {
                self.fleets.pool[place] += count;
                let name = vessel.name(count == 1);
                resolution.say("21.9.1", || format!("No shipyard takes {count} {name}."));
            }
        }
    }

    fn launch(&mut self, vessel: Vessel, berth: Berth, resolution: &mut Resolution<'_>) {
        let damaged = vessel == Vessel::Ironclad;
        let ship = Ship { damaged, ..Ship::new(vessel, berth) };
        self.add_ship(ship);
        let section = if vessel.side() == Side::Us { "21.9" } else { "21.10.2" };
        resolution
            .say(section, || format!("{} comes to {}.", in_words([ship].iter()), self.berth_name(berth)));
    }

    /// §3.1 B, §21.10.1: the Confederacy's naval reinforcement, of which dice say what it is and in which state.
    pub(crate) fn begin_confederate_ships(&mut self, resolution: &mut Resolution<'_>) {
        if !self.has_fleets() {
            return self.begin_returns(Side::Us, resolution);
        }
        let face = resolution.roll_openly(1, 6, "21.10.1", |_| false, || "Naval reinforcement".to_owned())[0];
        let built = BUILT[usize::from(face.clamp(1, 6) - 1)];
        let dice = resolution.roll_openly(2, 6, "14.5", |_| false, || "State that builds".to_owned());
        let Some(state) = State::named(charts::random_state(dice[0] + dice[1])) else {
            return self.begin_returns(Side::Us, resolution);
        };
        let what = built.map_or("a Naval Battery", |vessel| match vessel {
            Vessel::Ironclad => "an Ironclad",
            _ => "a River Flotilla",
        });
        resolution.say("21.10.1", || format!("{} builds {what}.", state.name()));
        match built {
            Some(vessel) => self.commission(vessel, state, resolution),
            None => self.begin_emplacement(state, resolution),
        }
    }

    /// §21.10.2: where a new ship of the Confederacy's can come in a state: to its own ports in Full Supply.
    pub fn slips(&self, vessel: Vessel, state: State) -> Vec<Berth> {
        let ports = self.world.places.ports.iter().copied();
        let own = ports.filter(|&port| self.builds_in(state, port));
        own.flat_map(|port| self.world.berths(vessel, port))
            .filter(|&berth| self.may_anchor(Side::Cs, berth).is_ok())
            .collect()
    }

    /// §21.10.2, §17.1.2: whether a space of a state is the Confederacy's and in Full Supply.
    fn builds_in(&self, state: State, at: Space) -> bool {
        let there = self.world.space(at).states.has(state) || self.state_for_raising(at) == Some(state);
        there && self.controls(Side::Cs, at) && self.supply(Side::Cs).is_place_full(at)
    }

    fn commission(&mut self, vessel: Vessel, state: State, resolution: &mut Resolution<'_>) {
        match self.slips(vessel, state)[..] {
            [] => self.say_lost(state, resolution),
            [berth] => self.launch(vessel, berth, resolution),
            _ => {
                let step = FleetStep::Commission { vessel, left: 1, state: Some(state) };
                return self.enter(Step::Fleet(step), resolution);
            }
        }
        self.begin_returns(Side::Us, resolution);
    }

    fn say_lost(&self, state: State, resolution: &mut Resolution<'_>) {
        resolution.say("21.10.2", || format!("{} has no place for it: it is lost.", state.name()));
    }

    /// §21.10.2: where a new Naval Battery can come in a state.
    fn gun_sites(&self, state: State) -> Vec<Space> {
        let all = self.world.spaces.all();
        all.filter(|&at| self.may_emplace(at).is_ok() && self.builds_in(state, at)).collect()
    }

    fn begin_emplacement(&mut self, state: State, resolution: &mut Resolution<'_>) {
        match self.gun_sites(state)[..] {
            [] => self.say_lost(state, resolution),
            [at] => self.emplace(at, resolution),
            _ => return self.enter(Step::Fleet(FleetStep::Emplacement(state)), resolution),
        }
        self.begin_returns(Side::Us, resolution);
    }

    fn emplace(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        self.add_battery(at);
        resolution.say("21.10.2", || format!("A Naval Battery comes to {}.", self.called(at)));
    }

    pub(super) fn list_commissions(
        &self,
        (vessel, state): (Vessel, Option<State>),
        list: &mut Decisions<Choice>,
    ) {
        let berths = match state {
            Some(state) => self.slips(vessel, state),
            None => self.shipyards(vessel),
        };
        list.extend(berths.into_iter().map(|berth| Choice::Naval(Order::Commission(berth))));
    }

    pub(super) fn take_commission(
        &mut self,
        (vessel, left, state): (Vessel, u8, Option<State>),
        berth: Berth,
        resolution: &mut Resolution<'_>,
    ) {
        self.launch(vessel, berth, resolution);
        match (state, left) {
            (Some(_), _) => self.begin_returns(Side::Us, resolution),
            (None, 0 | 1) => self.begin_industry(resolution),
            (None, _) => {
                let left = left - 1;
                self.frames.next(Step::Fleet(FleetStep::Commission { vessel, left, state }));
            }
        }
    }

    pub(super) fn list_emplacements(&self, state: State, list: &mut Decisions<Choice>) {
        list.extend(self.gun_sites(state).into_iter().map(|at| Choice::Naval(Order::Emplace(at))));
    }

    pub(super) fn take_emplacement(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        self.emplace(at, resolution);
        self.begin_returns(Side::Us, resolution);
    }

    // -------- §3.5 D, E

    /// §3.5 D, §21.8.2: damaged ships in a shipyard in Full Supply are repaired, Ironclads apart. Then the Confederacy's die, and the turn
    /// is over.
    pub(crate) fn begin_repairs(&mut self, resolution: &mut Resolution<'_>) {
        if self.has_fleets() {
            self.repair_ships(resolution);
            if self.complete_ironclads(resolution) {
                return;
            }
        }
        self.begin_turn(resolution);
    }

    /// §21.8.1: whether a space is a shipyard of a side's, in Full Supply.
    pub fn is_shipyard(&self, side: Side, at: Space) -> bool {
        let yard = match side {
            Side::Us => self.world.admiralty.as_ref().is_some_and(|all| all.shipyards.concat().contains(&at)),
            Side::Cs => self.world.places.ports.contains(&at),
        };
        yard && self.controls(side, at) && self.supply(side).is_place_full(at)
    }

    fn repair_ships(&mut self, resolution: &mut Resolution<'_>) {
        let hurt = |ship: &&Ship| ship.damaged && ship.vessel != Vessel::Ironclad;
        let repaired: Vec<Ship> = self
            .fleets
            .ships
            .iter()
            .filter(hurt)
            .filter(|ship| self.is_shipyard(ship.vessel.side(), ship.berth.space))
            .copied()
            .collect();
        if repaired.is_empty() {
            return;
        }
        self.alter_ships(|ship| ship.damaged &= !repaired.contains(ship));
        for ship in repaired {
            resolution.say("21.8.2", || {
                format!("{} in {} is repaired.", in_words([ship].iter()), self.berth_name(ship.berth))
            });
        }
    }

    /// §21.10.3: the berths of Ironclads under construction.
    pub fn stocks(&self) -> Vec<Berth> {
        let stocks = self.fleets.ships.iter().filter(|ship| ship.is_on_the_stocks());
        let mut berths: Vec<Berth> = stocks.map(|ship| ship.berth).collect();
        berths.dedup();
        berths
    }

    /// §3.5 E, §21.10.3: a die may complete an Ironclad. Says whether its owner is asked which.
    fn complete_ironclads(&mut self, resolution: &mut Resolution<'_>) -> bool {
        let stocks = self.stocks();
        if stocks.is_empty() {
            return false;
        }
        let face =
            resolution.roll_openly(1, 6, "21.10.3", |_| false, || "Completion of an Ironclad".to_owned())[0];
        match stocks[..] {
            _ if face < COMPLETES => resolution.say("21.10.3", || "No Ironclad is completed.".to_owned()),
            [berth] => self.complete(berth, resolution),
            _ => {
                self.enter(Step::Fleet(FleetStep::Completion), resolution);
                return true;
            }
        }
        false
    }

    fn complete(&mut self, berth: Berth, resolution: &mut Resolution<'_>) {
        let mut done = false;
        self.alter_ships(|ship| {
            if !done && ship.berth == berth && ship.is_on_the_stocks() {
                ship.damaged = false;
                done = true;
            }
        });
        resolution.say("21.10.3", || format!("The Ironclad in {} is completed.", self.berth_name(berth)));
    }

    pub(super) fn list_completions(&self, list: &mut Decisions<Choice>) {
        list.extend(self.stocks().into_iter().map(|berth| Choice::Naval(Order::Complete(berth))));
    }

    pub(super) fn take_completion(&mut self, berth: Berth, resolution: &mut Resolution<'_>) {
        self.complete(berth, resolution);
        self.begin_turn(resolution);
    }
}
