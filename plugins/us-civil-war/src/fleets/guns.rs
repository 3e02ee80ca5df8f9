//! §21.13: Running the Guns: ships sail past enemy NSPs, who alone roll.

use muster_contract::EventKind;
use muster_sdk::{Resolution, capital};

use crate::charts::{Column, Result as Score, Sign};
use crate::state::{Activity, Salvo, Ship, UsCivilWar};
use crate::world::{Node, Side, Space};

/// §21.13.1: what each roll at ships that pass is changed by.
const IN_PASSING: i8 = -2;

/// §21.13.1, §21.13.4: what the guns of a space do to ships that pass: a roll, or up a river two that are added.
pub(super) struct Fire {
    pub(super) at: Space,
    pub(super) nsps: u8,
    pub(super) upriver: bool,
}

impl Fire {
    pub(super) fn column(&self) -> Column {
        Column::of(self.nsps)
    }

    /// How often it rolls.
    pub(super) const fn rolls(&self) -> u8 {
        if self.upriver { 2 } else { 1 }
    }

    /// The result of a sum of the dice of one roll.
    pub(super) fn score(&self, sum: i8) -> Score {
        self.column().result(sum + IN_PASSING)
    }
}

impl Salvo {
    /// §21.6.6, §21.13: what results come to: numbers sink, asterisks damage, and up a river diamonds send back (C58).
    pub(super) fn of(by: Side, scores: &[Score], passed: bool, upriver: bool) -> Self {
        let signs = |sign: Sign| scores.iter().filter(|score| score.sign == sign).count() as u8;
        Self {
            by,
            sunk: scores.iter().map(|score| score.losses).sum(),
            damaged: signs(Sign::Asterisk),
            failed: if upriver { signs(Sign::Diamond) } else { 0 },
            passed,
        }
    }

    /// Whether nothing is left of it.
    pub(super) const fn is_spent(&self) -> bool {
        self.sunk == 0 && self.damaged == 0 && self.failed == 0
    }

    /// As much of it as so many ships can suffer, none of them damaged before. What is damaged twice in a battle sinks; whoever is damaged
    /// or turned back while passing is out of it.
    pub(super) fn limited_to(self, ships: u8) -> Self {
        let sunk = self.sunk.min(ships);
        let left = ships - sunk;
        let damaged = self.damaged.min(left);
        let twice = if self.passed { 0 } else { (self.damaged - damaged).min(damaged) };
        let failed = self.failed.min(left - damaged);
        Self { sunk: sunk + twice, damaged: damaged - twice, failed, ..self }
    }

    /// What it does, in words.
    pub(super) fn in_words(&self) -> String {
        let parts = [(self.sunk, "sunk"), (self.damaged, "damaged"), (self.failed, "turned back")];
        let words: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if words.is_empty() { "no effect".to_owned() } else { words.join(", ") }
    }
}

impl UsCivilWar {
    /// §21.13: guns of a space fire on the stack that comes along the water.
    pub(super) fn run_guns(&mut self, at: Space, nsps: u8, resolution: &mut Resolution<'_>) {
        let wake = &self.fleets.wake;
        let [.., from, to] = wake[..] else { return };
        let fire = Fire { at, nsps, upriver: self.world.waters.is_up(from, to) };
        let salvo = self.fire(self.phasing.other(), &fire, resolution);
        self.share_out(salvo, resolution);
    }

    /// The dice of guns at ships that pass.
    pub(super) fn fire(&self, by: Side, fire: &Fire, resolution: &mut Resolution<'_>) -> Salvo {
        let mut scores = Vec::new();
        for _ in 0..fire.rolls() {
            let reason = || {
                let (column, at) = (fire.column().label(), self.called(fire.at));
                format!("{} guns of {at}, column {column}, {IN_PASSING:+}", by.name())
            };
            let faces = resolution.roll_openly(fire.column().dice(), 6, "21.13.1", |_| true, reason);
            scores.push(fire.score(faces.iter().map(|&face| face as i8).sum()));
        }
        let salvo = Salvo::of(by, &scores, true, fire.upriver);
        self.tell_fleet(resolution, (EventKind::Text, fire.at, "21.13.1"), || {
            format!(
                "{} guns of {} fire on ships that pass: {}.",
                capital(by.name()),
                self.called(fire.at),
                salvo.in_words()
            )
        });
        salvo
    }

    /// §21.13.1, §21.13.4: a ship on its way goes back to where it was activated; if it is hurt and guns bear on the way there it is lost.
    pub(super) fn turn_back(&mut self, place: usize, hurt: bool, resolution: &mut Resolution<'_>) {
        let Some(sortie) = self.fleets.sortie else { return };
        let ship = self.fleets.ships[place];
        let foe = self.phasing.other();
        let wake = &self.fleets.wake;
        let guarded = |node: &Node| self.guns_over(foe, *node).is_some();
        let lost = hurt && wake[1..].iter().rev().skip(1).any(guarded);
        let words = super::in_words([ship].iter());
        let (kind, fate) = if lost {
            (EventKind::Lost, "can't get back past the guns and is lost".to_owned())
        } else {
            (EventKind::Text, format!("goes back to {}", self.berth_name(sortie.origin)))
        };
        self.tell_fleet(resolution, (kind, sortie.at.space, "21.13.1"), || format!("{words} {fate}."));
        if lost {
            return self.sink(place, resolution);
        }
        let back = Ship { berth: sortie.origin, activity: Activity::Moved, ..ship };
        self.fleets.ships[place] = back;
        self.settle_ships();
        self.send_idle_leaders_back(resolution);
        self.burn_coal(sortie.origin, |ship| *ship == back, resolution);
    }

    /// §21.2.8: Naval Leaders whose ships have all gone back go with them.
    fn send_idle_leaders_back(&mut self, _resolution: &mut Resolution<'_>) {
        let Some(sortie) = self.fleets.sortie else { return };
        if self.ships_underway().next().is_some() || self.ships_in(Side::Us, sortie.origin).next().is_none() {
            return;
        }
        let leaders: Vec<_> = self.leaders_underway().collect();
        for leader in leaders {
            self.fleets.leaders[leader].flag = crate::state::Flag::At(sortie.origin);
            self.fleets.leaders[leader].activity = Activity::Moved;
        }
    }

    /// A ship is lost: an NSP of the Union's goes to the Naval Pool.
    pub(super) fn sink(&mut self, place: usize, resolution: &mut Resolution<'_>) {
        let ship = self.fleets.ships.remove(place);
        if let Some(pool) = super::pool_of(ship.vessel) {
            self.fleets.pool[pool] += 1;
        }
        self.settle_ships();
        self.displace_stranded_leaders(resolution);
    }
}
