//! §10: the administration phase. None of it costs command points.

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, Knowledge, event};

use crate::choice::Choice;
use crate::morale::OBJECTIVE;
use crate::state::{BullRun, Spot, Stage};
use crate::world::{Kind, Locale, Side, Unit, World};

impl BullRun {
    /// §13.3: whether a unit captures an objective that it occupies.
    fn qualifies(&self, unit: Unit) -> bool {
        self.unit(unit).kind == Kind::Infantry && self.unit(unit).strength >= 2
    }

    /// §10.1: captured objectives are claimed, one after the other. Where a face would have to be turned up for it, the player
    /// is asked, whether he has such a unit there or not: the question must not tell.
    pub(crate) fn begin_claims(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let side = self.active;
        let objectives: Vec<Locale> =
            world.all_locales().filter(|&locale| world.locale(locale).objective[side as usize]).collect();
        for locale in objectives {
            // The claim before has ended the game at once, and nothing more is asked.
            if self.check_demoralized(happenings) {
                return;
            }
            if self.turn.claimed.contains(&locale) {
                continue;
            }
            let units: Vec<Unit> = self.in_locale(world, side, locale).collect();
            let open = |unit: &Unit| self.unit(*unit).known == Knowledge::EVERYONE;
            if units.iter().any(|unit| open(unit) && self.qualifies(*unit)) {
                self.claim(world, locale, happenings);
            } else if units.iter().any(|unit| !open(unit)) {
                return self.enter(world, Stage::Claim(locale), happenings);
            }
        }
        if self.check_demoralized(happenings) {
            return;
        }
        if side == Side::Cs && self.round >= world.last_round {
            return self.end_undecided(world, happenings);
        }
        self.stand_down(world, happenings);
        self.enter(world, Stage::Administer, happenings);
    }

    fn claim(&mut self, world: &World, locale: Locale, happenings: &mut Happenings<'_>) {
        self.turn.claimed.push(locale);
        let side = self.active;
        happenings.say("10.1", || format!("The {} claims {}.", side.name(), world.locale(locale).called));
        self.adjust_morale(side.other(), OBJECTIVE, "13.3", happenings);
    }

    pub(crate) fn list_claim(&self, world: &World, locale: Locale, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "claim");
        let units = self.in_locale(world, self.active, locale).filter(|&unit| self.qualifies(unit));
        units.for_each(|unit| list.push(Choice::Claim(unit)));
        list.push(Choice::NoClaim);
    }

    pub(crate) fn take_claim(
        &mut self,
        world: &World,
        locale: Locale,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        match choice {
            Choice::Claim(unit) => {
                self.reveal(world, &[unit], "10.1", happenings);
                self.claim(world, locale, happenings);
            }
            _ => self.turn.claimed.push(locale),
        }
        self.begin_claims(world, happenings);
    }

    /// §10.2: units with no enemy before them any more go into reserve, a whole position at a time: the order of single units
    /// would tell which of them comes first in the roster.
    fn stand_down(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let mut spots: Vec<Spot> =
            self.on_map(world, self.active).filter_map(|unit| self.unit(unit).spot()).collect();
        spots.retain(|&spot| spot.edge.is_some() && !self.faces_enemy(world, spot));
        spots.sort_unstable();
        spots.dedup();
        for spot in spots {
            let units: Vec<Unit> = self.in_spot(world, self.active, spot).collect();
            for &unit in &units {
                if self.unit(unit).is_ranging() {
                    self.limber(world, unit, "10.2", happenings);
                }
            }
            self.go(world, &units, &[Spot::reserve(spot.locale)], "10.2", happenings);
        }
    }

    /// §10.4: artillery that can range.
    pub(crate) fn can_range(&self, world: &World, unit: Unit) -> bool {
        let state = self.unit(unit);
        state.kind == Kind::Artillery
            && !state.is_ranging()
            && !state.bombarded
            && state.spot().is_some_and(|spot| self.faces_enemy(world, spot))
    }

    pub(crate) fn list_administration(&self, world: &World, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "administer");
        let units = || self.on_map(world, self.active);
        units().filter(|&unit| self.can_range(world, unit)).for_each(|unit| list.push(Choice::Range(unit)));
        if !self.turn.ranged {
            let guns = units().filter(|&unit| self.unit(unit).kind == Kind::Artillery);
            guns.for_each(|unit| list.push(Choice::Spike(unit)));
        }
        list.push(Choice::EndTurn);
    }

    pub(crate) fn take_administration(
        &mut self,
        world: &World,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        match choice {
            Choice::Range(unit) => {
                self.turn.ranged = true;
                self.turn_to_opponent(world, unit, happenings);
            }
            // §10.3: the enemy's morale is not adjusted.
            Choice::Spike(unit) => {
                self.reveal(world, &[unit], "10.3", happenings);
                self.tell(world, happenings, &[unit], &EventKind::Lost, "10.3", |name| {
                    format!("{name} is spiked.")
                });
                self.remove(world, unit);
                self.adjust_morale(self.active, -1, "10.3", happenings);
                self.check_demoralized(happenings);
            }
            _ => {
                happenings.event(|| {
                    let text = format!("The {} ends its turn.", self.active.name());
                    event(EventKind::Command, Audience::Everyone, text, "10.5")
                });
                self.end_turn(world, happenings);
            }
        }
    }
}
