//! §7: the active player prepares his units and cards.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{BullRun, Face, Spot, Stage};
use crate::world::{Kind, Unit};

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

    /// §7.1: why the units of a position can't be shuffled; none if they can.
    pub(crate) fn shuffle_hindrance(&self, spot: Spot) -> Option<&'static str> {
        let units = self.shuffled_in(spot);
        let faces = || units.iter().map(|&unit| self.unit(unit));
        let contact = spot
            .edge
            .is_some_and(|edge| self.is_enemy(self.active, self.world.edge(edge).across(spot.locale)));
        if contact {
            Some("Units that secure an approach next to the enemy are not shuffled.")
        } else if units.is_empty() {
            Some(NEVER_SHUFFLED)
        } else if units.len() < 2 {
            Some("A unit alone is not shuffled.")
        } else if !faces().any(|unit| unit.face == Face::Up) {
            Some("They are face down.")
        } else if faces().all(|unit| unit.face == Face::Up)
            && faces().all(|unit| {
                (unit.kind, unit.strength) == (self.unit(units[0]).kind, self.unit(units[0]).strength)
            })
        {
            Some("They are all face up and alike.")
        } else {
            None
        }
    }

    /// §7.1: the positions whose units can be shuffled.
    pub(crate) fn shuffles(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> =
            self.on_map(self.active).filter_map(|unit| self.unit(unit).spot()).collect();
        spots.sort_unstable();
        spots.dedup();
        spots.retain(|&spot| self.shuffle_hindrance(spot).is_none());
        spots
    }

    pub(crate) fn list_shuffles(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "shuffle");
        let spots = self.shuffles();
        if spots.len() > 1 {
            list.push(Choice::ShuffleAll);
        }
        spots.into_iter().for_each(|spot| list.push(Choice::Shuffle(spot)));
        list.push(Choice::EndShuffle);
    }

    pub(crate) fn take_shuffle(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Shuffle(spot) => self.shuffle(spot, happenings),
            Choice::ShuffleAll => {
                self.shuffles().into_iter().for_each(|spot| self.shuffle(spot, happenings));
            }
            _ => return self.begin_limbering(happenings),
        }
        if self.shuffles().is_empty() {
            self.begin_limbering(happenings);
        }
    }

    fn shuffle(&mut self, spot: Spot, happenings: &mut Happenings<'_>) {
        let units = self.shuffled_in(spot);
        let count = units.len();
        self.conceal(&units, happenings);
        happenings.event(|| {
            let text = format!(
                "{count} {} units in {} are shuffled.",
                self.active.name(),
                self.world.locale(spot.locale).called
            );
            let told =
                muster_sdk::event(EventKind::Concealed, muster_contract::Audience::Everyone, text, "7.1");
            muster_contract::Event { place: Some(self.place_of(spot)), ..told }
        });
    }

    /// The active player's ranging artillery.
    pub(crate) fn ranging(&self) -> Vec<Unit> {
        self.on_map(self.active).filter(|&unit| self.unit(unit).is_ranging()).collect()
    }

    /// §7.2: who has no enemy before him any more must limber; then the player may.
    pub(crate) fn begin_limbering(&mut self, happenings: &mut Happenings<'_>) {
        for unit in self.ranging() {
            let faces_enemy = self.unit(unit).spot().is_some_and(|spot| self.faces_enemy(spot));
            if !faces_enemy {
                self.limber(unit, "7.2", happenings);
            }
        }
        if self.ranging().is_empty() {
            self.enter(Stage::Cards, happenings);
        } else {
            self.enter(Stage::Limber, happenings);
        }
    }

    /// Whether a position is an approach next to an enemy-occupied locale.
    pub(crate) fn faces_enemy(&self, spot: Spot) -> bool {
        let Some(side) = self.holder(spot.locale) else { return false };
        spot.edge.is_some_and(|edge| self.is_enemy(side, self.world.edge(edge).across(spot.locale)))
    }

    pub(crate) fn list_limbers(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "limber");
        self.ranging().into_iter().for_each(|unit| list.push(Choice::Limber(unit)));
        list.push(Choice::EndLimber);
    }

    pub(crate) fn take_limber(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        if let Choice::Limber(unit) = choice {
            self.limber(unit, "7.2", happenings);
            if !self.ranging().is_empty() {
                return;
            }
        }
        self.enter(Stage::Cards, happenings);
    }

    /// §7.2, §10.2: ranging ends; the unit is turned face up.
    pub(crate) fn limber(&mut self, unit: Unit, citation: &str, happenings: &mut Happenings<'_>) {
        self.reveal(&[unit], citation, happenings);
        self.tell(happenings, &[unit], &EventKind::Text, citation, |name| format!("{name} limbers."));
    }

    /// §7.3: which two cards are played.
    pub(crate) fn list_cards(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "play-cards");
        self.decks[self.active as usize].plays().for_each(|pair| list.push(Choice::Cards(pair)));
    }
}
