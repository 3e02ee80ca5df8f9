//! §11 withdrawals and §12 retreats.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{At, BullRun, Command, Flight, Spot, Step};
use crate::world::{Kind, Locale, Passage, Unit};

impl BullRun {
    /// All units of the passive player leave the defense locale.
    pub(crate) fn flee(&mut self, retreat: bool, happenings: &mut Happenings<'_>) {
        let Some(action) = &mut self.action else { return };
        let (from, origin) = (action.to, action.from);
        let citation = if retreat { "12" } else { "11" };
        action.flight = Some(Flight { retreat, from, origin, losses: Vec::new(), fled: Vec::new() });
        let side = self.passive();
        let units: Vec<Unit> = self.in_locale(side, from).collect();
        if units.is_empty() {
            return self.flown(happenings);
        }
        happenings.say(citation, || {
            let way = if retreat { "retreats" } else { "withdraws" };
            format!("The {} {way} from {}.", side.name(), self.world.locale(from).called)
        });
        // Step 1: disrupted infantry that nobody stands by is lost.
        if units.iter().all(|&unit| self.unit(unit).kind == Kind::Disrupted) {
            self.drop_disrupted(&units, citation, happenings);
            return self.end_flight(happenings);
        }
        self.reveal(&units, citation, happenings);
        // Step 2a
        for unit in units {
            if self.unit(unit).kind == Kind::Artillery {
                self.lose(unit, 1, citation, happenings);
            }
        }
        let losses = self.flight_losses(retreat, from);
        if let Some(flight) = self.flight_mut() {
            flight.losses = losses;
        }
        self.suffer_flight(happenings);
    }

    fn flight_mut(&mut self) -> Option<&mut Flight> {
        self.action.as_mut()?.flight.as_mut()
    }

    pub(crate) fn flight(&self) -> Option<&Flight> {
        self.action.as_ref()?.flight.as_ref()
    }

    /// Steps 2b and 2c: the losses by position.
    fn flight_losses(&self, retreat: bool, from: Locale) -> Vec<(Spot, u8)> {
        let Some(action) = &self.action else { return Vec::new() };
        let side = self.passive();
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
    fn suffer_flight(&mut self, happenings: &mut Happenings<'_>) {
        while let Some(&(spot, left)) = self.flight().and_then(|flight| flight.losses.first()) {
            let units = self.flight_targets(spot);
            let total: u8 = units.iter().map(|&unit| self.unit(unit).strength).sum();
            if left > 0 && units.len() > 1 && total > left {
                return self.ask(Step::FlightLoss);
            }
            let mut left = left;
            for unit in units {
                left -= self.lose(unit, left, self.flight_citation(), happenings);
            }
            if let Some(flight) = self.flight_mut() {
                flight.losses.remove(0);
            }
        }
        self.move_flight(happenings);
    }

    pub(crate) fn flight_citation(&self) -> &'static str {
        if self.flight().is_some_and(|flight| flight.retreat) { "12" } else { "11" }
    }

    pub(crate) fn list_flight_losses(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "apply-losses");
        let spot = self.flight().and_then(|flight| flight.losses.first()).map(|(spot, _)| *spot);
        let units = spot.map_or_else(Vec::new, |spot| self.flight_targets(spot));
        units.into_iter().for_each(|unit| list.push(Choice::Hit(unit)));
    }

    pub(crate) fn take_flight_loss(&mut self, unit: Unit, happenings: &mut Happenings<'_>) {
        self.lose(unit, 1, self.flight_citation(), happenings);
        if let Some((_, left)) = self.flight_mut().and_then(|flight| flight.losses.first_mut()) {
            *left -= 1;
        }
        self.suffer_flight(happenings);
    }

    /// Why units that give way can't go over a boundary, if they can't.
    pub(crate) fn no_refuge(&self, way: &crate::world::Way) -> Option<&'static str> {
        let Some(flight) = self.flight() else { return Some("Nobody gives way now.") };
        if way.to == flight.origin {
            Some("The enemy comes from there.")
        } else if self.is_enemy(self.passive(), way.to) {
            Some("It is enemy-occupied.")
        } else if self.world.edge(way.edge).passage == Passage::Impassable {
            Some("The boundary is impassable.")
        } else if self.turn.fought.contains(&way.edge) {
            Some("An assault or charge was performed at the boundary this turn.")
        } else if self.room(way.to) == 0 {
            Some("It is full.")
        } else {
            None
        }
    }

    /// Step 3: where units that give way can go.
    pub(crate) fn refuges(&self) -> Vec<Locale> {
        let Some(flight) = self.flight() else { return Vec::new() };
        let ways = self.world.locale(flight.from).ways.iter();
        ways.filter(|way| self.no_refuge(way).is_none()).map(|way| way.to).collect()
    }

    /// Those who still have to go.
    pub(crate) fn fleeing(&self) -> Vec<Unit> {
        let from = self.flight().map(|flight| flight.from);
        from.map_or_else(Vec::new, |from| self.in_locale(self.passive(), from).collect())
    }

    /// Step 3, as far as there is nothing to decide.
    fn move_flight(&mut self, happenings: &mut Happenings<'_>) {
        let units = self.fleeing();
        let refuges = self.refuges();
        match refuges[..] {
            _ if units.is_empty() => self.end_flight(happenings),
            [] => {
                let citation = self.flight_citation();
                happenings.say(citation, || "Who can't leave is eliminated.".to_owned());
                for &unit in &units {
                    let strength = self.unit(unit).strength;
                    self.lose(unit, strength, citation, happenings);
                }
                let rest: Vec<Unit> =
                    units.into_iter().filter(|&unit| self.unit(unit).at != At::Off).collect();
                self.drop_disrupted(&rest, citation, happenings);
                self.end_flight(happenings);
            }
            [only] if self.room(only) >= units.len() => {
                self.flee_to(&units, only, happenings);
                self.end_flight(happenings);
            }
            _ => self.ask(Step::FlightMove),
        }
    }

    pub(crate) fn list_flight_moves(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "give-way");
        let (units, refuges) = (self.fleeing(), self.refuges());
        for &to in &refuges {
            if units.len() > 1 && self.room(to) >= units.len() {
                list.push(Choice::FleeAll(to));
            }
        }
        for unit in units {
            refuges.iter().for_each(|&to| list.push(Choice::Flee(unit, to)));
        }
    }

    pub(crate) fn take_flight_move(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Flee(unit, to) => self.flee_to(&[unit], to, happenings),
            Choice::FleeAll(to) => {
                let units = self.fleeing();
                self.flee_to(&units, to, happenings);
            }
            _ => {}
        }
        self.move_flight(happenings);
    }

    fn flee_to(&mut self, units: &[Unit], to: Locale, happenings: &mut Happenings<'_>) {
        let citation = self.flight_citation();
        // Units of several positions go together.
        for &unit in units {
            self.go(&[unit], &[Spot::reserve(to)], citation, happenings);
        }
        if let Some(flight) = self.flight_mut() {
            flight.fled.extend(units.iter().map(|&unit| (unit, to)));
        }
    }

    /// Disrupted infantry is eliminated, which doesn't affect morale (§13.1).
    fn drop_disrupted(&mut self, units: &[Unit], citation: &str, happenings: &mut Happenings<'_>) {
        self.tell(happenings, units, &EventKind::Lost, citation, |names| format!("{names} eliminated."));
        for &unit in units {
            self.remove(unit);
        }
    }

    /// Step 4, and on with the command.
    fn end_flight(&mut self, happenings: &mut Happenings<'_>) {
        if self.flight().is_some_and(|flight| flight.retreat) {
            self.adjust_morale(self.passive(), -1, "12", happenings);
        }
        self.flown(happenings);
    }

    /// Whether the command is one in which the passive player withdraws rather than retreats.
    pub(crate) fn withdraws(&self) -> bool {
        self.action.as_ref().is_none_or(|action| action.command != Command::Charge)
    }
}
