//! §7: the active player prepares his units and cards.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::state::{BullRun, Face, Spot, Stage, UnitState};
use crate::world::{Kind, Side, Unit};

/// Why some units are not shuffled in any case.
pub(crate) const NEVER_SHUFFLED: &str = "Ranging artillery and disrupted infantry are never shuffled.";

impl BullRun {
    /// §7.1: the units of a position that take part in shuffling: neither ranging nor disrupted.
    pub(crate) fn shuffled_in(&self, spot: Spot) -> Vec<Unit> {
        let side = self.active;
        self.in_spot(side, spot).filter(|&unit| self.takes_part_in_shuffling(unit)).collect()
    }

    /// §7.1: ranging artillery and disrupted infantry never do.
    pub(crate) fn takes_part_in_shuffling(&self, unit: Unit) -> bool {
        let unit = self.unit(unit);
        !unit.is_ranging() && unit.kind != Kind::Disrupted
    }

    /// §7.1: whether the units of a position can be shuffled.
    pub(crate) fn may_shuffle(&self, spot: Spot) -> May {
        let contact = "Units that secure an approach next to the enemy are not shuffled.";
        ensure(!self.faces_enemy(spot), contact, "7.1")?;
        let units = self.shuffled_in(spot);
        let faces = || units.iter().map(|&unit| self.unit(unit));
        ensure(!units.is_empty(), NEVER_SHUFFLED, "7.1")?;
        ensure(units.len() > 1, "A unit alone is not shuffled.", "7.1")?;
        ensure(faces().any(|unit| unit.face == Face::Up), "They are face down.", "7.1")?;
        let first = self.unit(units[0]);
        let alike = |unit: &UnitState| {
            (unit.face, unit.kind, unit.strength) == (Face::Up, first.kind, first.strength)
        };
        ensure(!faces().all(alike), "They are all face up and alike.", "7.1")
    }

    /// §7.1: the positions whose units can be shuffled.
    pub(crate) fn shuffles(&self) -> Vec<Spot> {
        let mut spots = self.spots(self.active, |_| true);
        spots.retain(|&spot| self.may_shuffle(spot).is_ok());
        spots
    }

    pub(crate) fn list_shuffles(&self, _: Side, list: &mut Decisions<Choice>) {
        let spots = self.shuffles();
        if spots.len() > 1 {
            list.push(Choice::ShuffleAll);
        }
        list.extend(spots.into_iter().map(Choice::Shuffle));
        list.push(Choice::EndShuffle);
    }

    pub(crate) fn take_shuffle(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Shuffle(spot) => self.shuffle(spot, resolution),
            Choice::ShuffleAll => {
                self.shuffles().into_iter().for_each(|spot| self.shuffle(spot, resolution));
            }
            _ => return self.begin_limbering(resolution),
        }
        if self.shuffles().is_empty() {
            self.begin_limbering(resolution);
        }
    }

    fn shuffle(&mut self, spot: Spot, resolution: &mut Resolution<'_>) {
        let units = self.shuffled_in(spot);
        let count = units.len();
        self.conceal(&units, resolution);
        resolution.event(|| {
            let (side, at) = (self.active.name(), &self.world.locale(spot.locale).called);
            let text = format!("{count} {side} units in {at} are shuffled.");
            Event::new(EventKind::Concealed, Audience::Everyone, text, "7.1").at(self.place_of(spot))
        });
    }

    /// The active player's ranging artillery.
    pub(crate) fn ranging(&self) -> Vec<Unit> {
        self.on_map(self.active).filter(|&unit| self.unit(unit).is_ranging()).collect()
    }

    /// §7.2: artillery limbers that no longer faces the enemy; the player may limber others.
    pub(crate) fn begin_limbering(&mut self, resolution: &mut Resolution<'_>) {
        for unit in self.ranging() {
            if !self.unit(unit).spot().is_some_and(|spot| self.faces_enemy(spot)) {
                self.limber(unit, "7.2", resolution);
            }
        }
        let next = if self.ranging().is_empty() { Stage::Cards } else { Stage::Limber };
        self.enter(next, resolution);
    }

    /// Whether a position is an approach next to an enemy-occupied locale.
    pub(crate) fn faces_enemy(&self, spot: Spot) -> bool {
        let Some(side) = self.holder(spot.locale) else { return false };
        spot.edge.is_some_and(|edge| self.is_enemy(side, self.world.edge(edge).across(spot.locale)))
    }

    pub(crate) fn list_limbers(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend(self.ranging().into_iter().map(Choice::Limber));
        list.push(Choice::EndLimber);
    }

    pub(crate) fn take_limber(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Limber(unit) = choice {
            self.limber(unit, "7.2", resolution);
            if !self.ranging().is_empty() {
                return;
            }
        }
        self.enter(Stage::Cards, resolution);
    }

    /// §7.2, §10.2: ranging ends; the unit is turned face up.
    pub(crate) fn limber(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        self.reveal(&[unit], citation, resolution);
        self.log_to_each_seat(resolution, &[unit], &EventKind::Text, citation, |name| {
            format!("{name} limbers.")
        });
    }
}
