//! §10: the administration phase. None of it costs command points.

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, Knowledge, event};

use crate::choice::Choice;
use crate::morale::OBJECTIVE;
use crate::state::{BullRun, Spot, Stage};
use crate::world::{Kind, Locale, Side, Unit};

impl BullRun {
    /// §13.3: whether a unit captures an objective that it occupies.
    fn qualifies(&self, unit: Unit) -> bool {
        self.unit(unit).kind == Kind::Infantry && self.unit(unit).strength >= 2
    }

    /// §10.1: captured objectives are claimed, one after the other. Where a face would have to be turned up for it, the player
    /// is asked, whether he has such a unit there or not: the question must not tell.
    pub(crate) fn begin_claims(&mut self, happenings: &mut Happenings<'_>) {
        let side = self.active;
        let objectives: Vec<Locale> = self
            .world
            .all_locales()
            .filter(|&locale| self.world.locale(locale).objective[side as usize])
            .collect();
        for locale in objectives {
            // The claim before has ended the game at once, and nothing more is asked.
            if self.check_demoralized(happenings) {
                return;
            }
            if self.turn.claimed.contains(&locale) {
                continue;
            }
            let units: Vec<Unit> = self.in_locale(side, locale).collect();
            let open = |unit: &Unit| self.unit(*unit).known == Knowledge::EVERYONE;
            if units.iter().any(|unit| open(unit) && self.qualifies(*unit)) {
                self.claim(locale, happenings);
            } else if units.iter().any(|unit| !open(unit)) {
                return self.enter(Stage::Claim(locale), happenings);
            }
        }
        if self.check_demoralized(happenings) {
            return;
        }
        if side == Side::Cs && self.round >= self.world.last_round {
            return self.end_undecided(happenings);
        }
        self.stand_down(happenings);
        self.enter(Stage::Administer, happenings);
    }

    fn claim(&mut self, locale: Locale, happenings: &mut Happenings<'_>) {
        self.turn.claimed.push(locale);
        let side = self.active;
        happenings
            .say("10.1", || format!("The {} claims {}.", side.name(), self.world.locale(locale).called));
        self.adjust_morale(side.other(), OBJECTIVE, "13.3", happenings);
    }

    pub(crate) fn list_claim(&self, locale: Locale, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "claim");
        let units = self.in_locale(self.active, locale).filter(|&unit| self.qualifies(unit));
        units.for_each(|unit| list.push(Choice::Claim(unit)));
        list.push(Choice::NoClaim);
    }

    pub(crate) fn take_claim(&mut self, locale: Locale, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Claim(unit) => {
                self.reveal(&[unit], "10.1", happenings);
                self.claim(locale, happenings);
            }
            _ => self.turn.claimed.push(locale),
        }
        self.begin_claims(happenings);
    }

    /// §10.2: units with no enemy before them any more go into reserve, a whole position at a time: the order of single units
    /// would tell which of them comes first in the roster.
    fn stand_down(&mut self, happenings: &mut Happenings<'_>) {
        let mut spots: Vec<Spot> =
            self.on_map(self.active).filter_map(|unit| self.unit(unit).spot()).collect();
        spots.retain(|&spot| spot.edge.is_some() && !self.faces_enemy(spot));
        spots.sort_unstable();
        spots.dedup();
        for spot in spots {
            let units: Vec<Unit> = self.in_spot(self.active, spot).collect();
            for &unit in &units {
                if self.unit(unit).is_ranging() {
                    self.limber(unit, "10.2", happenings);
                }
            }
            self.go(&units, &[Spot::reserve(spot.locale)], "10.2", happenings);
        }
    }

    /// §10.4: artillery that can range.
    pub(crate) fn can_range(&self, unit: Unit) -> bool {
        let state = self.unit(unit);
        state.kind == Kind::Artillery
            && !state.is_ranging()
            && !state.bombarded
            && state.spot().is_some_and(|spot| self.faces_enemy(spot))
    }

    pub(crate) fn list_administration(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "administer");
        let units = || self.on_map(self.active);
        units().filter(|&unit| self.can_range(unit)).for_each(|unit| list.push(Choice::Range(unit)));
        if !self.turn.ranged {
            let guns = units().filter(|&unit| self.unit(unit).kind == Kind::Artillery);
            guns.for_each(|unit| list.push(Choice::Spike(unit)));
        }
        list.push(Choice::EndTurn);
    }

    pub(crate) fn take_administration(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Range(unit) => {
                self.turn.ranged = true;
                self.turn_to_opponent(unit, happenings);
            }
            // §10.3: the enemy's morale is not adjusted.
            Choice::Spike(unit) => {
                self.reveal(&[unit], "10.3", happenings);
                self.tell(happenings, &[unit], &EventKind::Lost, "10.3", |name| format!("{name} is spiked."));
                self.remove(unit);
                self.adjust_morale(self.active, -1, "10.3", happenings);
                self.check_demoralized(happenings);
            }
            _ => {
                happenings.event(|| {
                    let text = format!("The {} ends its turn.", self.active.name());
                    event(EventKind::Command, Audience::Everyone, text, "10.5")
                });
                self.end_turn(happenings);
            }
        }
    }
}
