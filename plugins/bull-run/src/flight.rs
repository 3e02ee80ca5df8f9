//! §11 withdrawals and §12 retreats.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::state::{At, BullRun, Command, Flight, Spot, Step};
use crate::world::{Kind, Locale, Passage, Side, Unit, Way};

impl BullRun {
    /// All units of the passive player leave the defense locale.
    pub(crate) fn flee(&mut self, resolution: &mut Resolution<'_>) {
        let retreat = !self.withdraws();
        let action = self.action_mut();
        let (from, origin) = (action.to, action.from);
        let citation = if retreat { "12" } else { "11" };
        action.flight = Some(Flight { retreat, from, origin, losses: Vec::new(), fled: Vec::new() });
        let side = self.passive();
        let units: Vec<Unit> = self.in_locale(side, from).collect();
        if units.is_empty() {
            return self.flown(resolution);
        }
        resolution.say(citation, || {
            let way = if retreat { "retreats" } else { "withdraws" };
            format!("The {} {way} from {}.", side.name(), self.world.locale(from).called)
        });
        // Step 1: disrupted infantry that nobody stands by is lost.
        if units.iter().all(|&unit| self.unit(unit).kind == Kind::Disrupted) {
            self.drop_disrupted(&units, citation, resolution);
            return self.end_flight(resolution);
        }
        self.reveal(&units, citation, resolution);
        // Step 2a
        for unit in units {
            if self.unit(unit).kind == Kind::Artillery {
                self.lose(unit, 1, citation, resolution);
            }
        }
        self.flight_mut().losses = self.flight_losses(retreat, from);
        self.suffer_flight(resolution);
    }

    fn flight_mut(&mut self) -> &mut Flight {
        self.action_mut().flight.as_mut().expect("units are giving way")
    }

    /// Those who are giving way: in the steps of a flight there are such.
    pub(crate) fn flight(&self) -> &Flight {
        self.action().flight.as_ref().expect("units are giving way")
    }

    /// Steps 2b and 2c: the losses by position.
    fn flight_losses(&self, retreat: bool, from: Locale) -> Vec<(Spot, u8)> {
        let (action, side) = (self.action(), self.passive());
        let wide = self.world.edge(action.edge).wide;
        let mut losses = Vec::new();
        let reserve = Spot::reserve(from);
        if self.in_spot(side, reserve).any(|unit| self.unit(unit).kind == Kind::Infantry) {
            losses.push((reserve, if retreat && wide { 2 } else { 1 }));
        }
        for way in &self.world.locale(from).ways {
            let spot = Spot::approach(from, way.edge);
            let units: Vec<Unit> = self.in_spot(side, spot).collect();
            // Whoever defended in the assault has suffered enough.
            let fought = action.outcome.is_some() && way.edge == action.edge;
            if units.is_empty() || fought {
                continue;
            }
            let cavalry = units.iter().all(|&unit| self.unit(unit).kind == Kind::Cavalry);
            let pressed = self.secured(way.to, way.edge) > 0;
            let two = retreat && !cavalry && (self.world.edge(way.edge).wide || pressed || wide);
            losses.push((spot, if two { 2 } else { 1 }));
        }
        losses
    }

    /// The units of a position that a loss can be applied to. All of them are face up.
    pub(crate) fn flight_targets(&self, spot: Spot) -> Vec<Unit> {
        let hit = |unit: &Unit| match self.unit(*unit).kind {
            Kind::Infantry => true,
            Kind::Disrupted => false,
            _ => spot.edge.is_some(),
        };
        self.in_spot(self.passive(), spot).filter(hit).collect()
    }

    /// Step 2, as far as there is nothing to decide.
    fn suffer_flight(&mut self, resolution: &mut Resolution<'_>) {
        while let Some(&(spot, mut left)) = self.flight().losses.first() {
            let units = self.flight_targets(spot);
            if self.is_choice_of_losses(&units, left) {
                return self.ask(Step::FlightLoss);
            }
            for unit in units {
                left -= self.lose(unit, left, self.flight_citation(), resolution);
            }
            self.flight_mut().losses.remove(0);
        }
        self.move_flight(resolution);
    }

    pub(crate) fn flight_citation(&self) -> &'static str {
        if self.flight().retreat { "12" } else { "11" }
    }

    /// A loss was taken; on with those that are left.
    pub(crate) fn take_flight_loss(&mut self, resolution: &mut Resolution<'_>) {
        self.flight_mut().losses.iter_mut().take(1).for_each(|(_, left)| *left -= 1);
        self.suffer_flight(resolution);
    }

    /// Step 3: whether units that give way can go over a boundary.
    pub(crate) fn may_flee(&self, way: &Way) -> May {
        let section = self.flight_citation();
        ensure(way.to != self.flight().origin, "The enemy comes from there.", section)?;
        ensure(!self.is_enemy(self.passive(), way.to), "It is enemy-occupied.", section)?;
        let open = self.world.edge(way.edge).passage != Passage::Impassable;
        ensure(open, "The boundary is impassable.", section)?;
        let fought = self.turn.fought.contains(&way.edge);
        ensure(!fought, "An assault or charge was performed at the boundary this turn.", section)?;
        ensure(self.room(way.to) > 0, "It is full.", section)
    }

    /// Step 3: where units that give way can go.
    pub(crate) fn refuges(&self) -> Vec<Locale> {
        let ways = self.world.locale(self.flight().from).ways.iter();
        ways.filter(|way| self.may_flee(way).is_ok()).map(|way| way.to).collect()
    }

    /// Those who still have to go.
    pub(crate) fn fleeing(&self) -> Vec<Unit> {
        self.in_locale(self.passive(), self.flight().from).collect()
    }

    /// Step 3, as far as there is nothing to decide.
    fn move_flight(&mut self, resolution: &mut Resolution<'_>) {
        let units = self.fleeing();
        let refuges = self.refuges();
        match refuges[..] {
            _ if units.is_empty() => self.end_flight(resolution),
            [] => {
                let citation = self.flight_citation();
                resolution.say(citation, || "Who can't leave is eliminated.".to_owned());
                for &unit in &units {
                    let strength = self.unit(unit).strength;
                    self.lose(unit, strength, citation, resolution);
                }
                let rest: Vec<Unit> =
                    units.into_iter().filter(|&unit| self.unit(unit).at != At::Off).collect();
                self.drop_disrupted(&rest, citation, resolution);
                self.end_flight(resolution);
            }
            [only] if self.room(only) >= units.len() => {
                self.flee_to(&units, only, resolution);
                self.end_flight(resolution);
            }
            _ => self.ask(Step::FlightMove),
        }
    }

    pub(crate) fn list_flight_moves(&self, _: Side, list: &mut Decisions<Choice>) {
        let (units, refuges) = (self.fleeing(), self.refuges());
        let all = refuges.iter().filter(|&&to| units.len() > 1 && self.room(to) >= units.len());
        list.extend(all.map(|&to| Choice::FleeAll(to)));
        for unit in units {
            list.extend(refuges.iter().map(|&to| Choice::Flee(unit, to)));
        }
    }

    pub(crate) fn take_flight_move(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Flee(unit, to) => self.flee_to(&[unit], to, resolution),
            Choice::FleeAll(to) => {
                let units = self.fleeing();
                self.flee_to(&units, to, resolution);
            }
            _ => {}
        }
        self.move_flight(resolution);
    }

    fn flee_to(&mut self, units: &[Unit], to: Locale, resolution: &mut Resolution<'_>) {
        let citation = self.flight_citation();
        // Units of several positions go together.
        for &unit in units {
            self.go(&[unit], &[Spot::reserve(to)], citation, resolution);
        }
        self.flight_mut().fled.extend(units.iter().map(|&unit| (unit, to)));
    }

    /// Disrupted infantry is eliminated, which doesn't affect morale (§13.1).
    fn drop_disrupted(&mut self, units: &[Unit], citation: &str, resolution: &mut Resolution<'_>) {
        self.log_to_each_seat(resolution, units, &EventKind::Lost, citation, |names| {
            format!("{names} eliminated.")
        });
        for &unit in units {
            self.put(unit, At::Off);
        }
    }

    /// Step 4, and on with the command.
    fn end_flight(&mut self, resolution: &mut Resolution<'_>) {
        if self.flight().retreat {
            self.adjust_morale(self.passive(), -1, "12", resolution);
        }
        self.flown(resolution);
    }

    /// Whether the command is one in which the passive player withdraws rather than retreats.
    pub(crate) fn withdraws(&self) -> bool {
        self.action
            .as_ref()
            .is_some_and(|action| matches!(action.command, Command::Maneuver | Command::Pursuit))
    }
}
