//! §10: the administration phase. None of it costs command points.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Knowledge, May, Resolution, ensure};

use crate::choice::Choice;
use crate::morale::OBJECTIVE;
use crate::state::{At, BullRun, Spot, Stage};
use crate::world::{Kind, Locale, Side, Unit};

impl BullRun {
    /// §10.1, §13.3: whether a unit captures an objective; it has to be in "{to}".
    pub(crate) fn may_claim(&self, locale: Locale, unit: Unit) -> May {
        let state = self.unit(unit);
        ensure(state.spot().is_some_and(|spot| spot.locale == locale), "It isn't in {to}.", "10.1")?;
        let strong = state.kind == Kind::Infantry && state.strength >= 2;
        ensure(strong, "Only 2- or 3-strength infantry captures an objective.", "13.3")
    }

    /// §10.1: captured objectives are claimed, one after the other. Where a face would have to be turned up for it, the player
    /// is asked, whether he has such a unit there or not: the question must not tell.
    pub(crate) fn begin_claims(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.active;
        let world = self.world.clone();
        for locale in world.objectives(side) {
            // The claim before has ended the game at once, and nothing more is asked.
            if self.check_demoralized(resolution) {
                return;
            }
            if self.turn.claimed.contains(&locale) {
                continue;
            }
            let units: Vec<Unit> = self.in_locale(side, locale).collect();
            let open = |unit: &Unit| self.unit(*unit).known == Knowledge::EVERYONE;
            if units.iter().any(|unit| open(unit) && self.may_claim(locale, *unit).is_ok()) {
                self.claim(locale, resolution);
            } else if units.iter().any(|unit| !open(unit)) {
                return self.enter(Stage::Claim(locale), resolution);
            }
        }
        if self.check_demoralized(resolution) {
            return;
        }
        if side == Side::Cs && self.round >= self.world.last_round {
            return self.end_undecided(resolution);
        }
        self.stand_down(resolution);
        self.enter(Stage::Administer, resolution);
    }

    fn claim(&mut self, locale: Locale, resolution: &mut Resolution<'_>) {
        self.turn.claimed.push(locale);
        let side = self.active;
        resolution
            .say("10.1", || format!("The {} claims {}.", side.name(), self.world.locale(locale).called));
        self.adjust_morale(side.other(), OBJECTIVE, "13.3", resolution);
    }

    pub(crate) fn list_claims(&self, side: Side, list: &mut Decisions<Choice>) {
        let Stage::Claim(locale) = self.stage else { return };
        let units = self.in_locale(side, locale);
        let claims = units.filter(|&unit| self.may_claim(locale, unit).is_ok());
        list.extend(claims.map(Choice::Claim));
        list.push(Choice::NoClaim);
    }

    pub(crate) fn take_claim(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Stage::Claim(locale) = self.stage else { return };
        match choice {
            Choice::Claim(unit) => {
                self.reveal(&[unit], "10.1", resolution);
                self.claim(locale, resolution);
            }
            _ => self.turn.claimed.push(locale),
        }
        self.begin_claims(resolution);
    }

    /// §10.2: units with no enemy before them any more go into reserve, a whole position at a time: the order of single units
    /// would tell which of them comes first in the roster.
    fn stand_down(&mut self, resolution: &mut Resolution<'_>) {
        let apart = |spot: &Spot| spot.edge.is_some() && !self.faces_enemy(*spot);
        for spot in self.spots(self.active, apart) {
            let units: Vec<Unit> = self.in_spot(self.active, spot).collect();
            for &unit in &units {
                if self.unit(unit).is_ranging() {
                    self.limber(unit, "10.2", resolution);
                }
            }
            self.go(&units, &[Spot::reserve(spot.locale)], "10.2", resolution);
        }
    }

    /// §10.4: whether a unit can range.
    pub(crate) fn may_range(&self, unit: Unit) -> May {
        let state = self.unit(unit);
        ensure(state.kind == Kind::Artillery, "Only artillery is spiked or ranges.", "10.4")?;
        ensure(state.spot().is_some(), "It is not on the map.", "10.4")?;
        ensure(!state.is_ranging(), "It is ranging already.", "10.4")?;
        ensure(!state.bombarded, "It bombarded this turn and can't range.", "10.4")?;
        let apart = "Artillery ranges only where it secures an approach next to the enemy, and is spiked before any ranges.";
        ensure(state.spot().is_some_and(|spot| self.faces_enemy(spot)), apart, "10.4")
    }

    pub(crate) fn list_administration(&self, side: Side, list: &mut Decisions<Choice>) {
        let units = || self.on_map(side);
        list.extend(units().filter(|&unit| self.may_range(unit).is_ok()).map(Choice::Range));
        if !self.turn.ranged {
            let guns = units().filter(|&unit| self.unit(unit).kind == Kind::Artillery);
            list.extend(guns.map(Choice::Spike));
        }
        list.push(Choice::EndTurn);
    }

    pub(crate) fn take_administration(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Range(unit) => {
                self.turn.ranged = true;
                self.turn_to_opponent(unit, resolution);
            }
            // §10.3: the enemy's morale is not adjusted.
            Choice::Spike(unit) => {
                self.reveal(&[unit], "10.3", resolution);
                self.log_to_each_seat(resolution, &[unit], &EventKind::Lost, "10.3", |name| {
                    format!("{name} is spiked.")
                });
                self.put(unit, At::Off);
                self.adjust_morale(self.active, -1, "10.3", resolution);
                self.check_demoralized(resolution);
            }
            _ => {
                resolution.announce(EventKind::Command, "10.5", || {
                    format!("The {} ends its turn.", self.active.name())
                });
                self.end_turn(resolution);
            }
        }
    }
}
