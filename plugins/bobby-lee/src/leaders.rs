//! §5.2: leaders are changed, drawn and lost; Grant.

use muster_contract::{EventKind, OddsTable};
use muster_sdk::{Decisions, Resolution, capital};

use crate::choice::Choice;
use crate::odds::table;
use crate::state::{At, Block, BobbyLee, Buy, Stage};
use crate::world::{Kind, Side, Unit};

/// From this total on a leader is changed.
const CHANGE: i8 = 7;

/// Draws one of some leaders.
pub(crate) fn draw(pool: &[Unit], resolution: &mut Resolution<'_>) -> Unit {
    pool[resolution.draw(pool.len() as u32, || "a leader is drawn".to_owned()) as usize]
}

impl BobbyLee {
    /// The leaders in a side's face-down pool.
    pub(crate) fn leaders_in_pool(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| self.unit(unit).at == At::Leaders)
    }

    /// §5.22: leaders whose quarter has come are added to their pools.
    pub(crate) fn join_pools(&mut self, resolution: &mut Resolution<'_>) {
        for unit in self.world.units.all() {
            let due = self.world.unit(unit).joins.is_some_and(|joins| joins <= (self.year, self.quarter));
            if due && self.unit(unit).at == At::Waiting {
                self.unit_mut(unit).at = At::Leaders;
                resolution
                    .say("5.22", || format!("{} joins the pool of leaders.", self.world.unit(unit).name));
            }
        }
    }

    /// The leaders in play that one of the pool could replace.
    fn replaceable(&self, drawn: Unit) -> Vec<Unit> {
        let new = self.world.unit(drawn);
        let fits = |&unit: &Unit| {
            let info = self.world.unit(unit);
            if new.replaces_supreme {
                info.kind == Kind::Supreme
            } else {
                info.kind == Kind::Leader && !info.replaces_supreme && info.is_major() == new.is_major()
            }
        };
        self.on_map(new.side).filter(fits).collect()
    }

    /// The leaders of the pool that can be drawn: one that nobody in play could make room for is drawn again.
    pub(crate) fn drawable(&self, side: Side) -> Vec<Unit> {
        let pool = self.leaders_in_pool(side);
        pool.filter(|&unit| !self.replaceable(unit).is_empty()).collect()
    }

    /// Whether a leader will be left in the pool whom the roll could bring, once the plan of a side is carried out (§5.21); none
    /// if the pool is empty then and nobody rolls.
    fn may_change_leader(&self, side: Side) -> Option<bool> {
        let plan = &self.plans[side as usize];
        let planned = |major: bool| self.planned_leaders(side, major);
        let supreme = plan
            .iter()
            .any(|buy| matches!(*buy, Buy::Cadre(unit, _) if self.world.unit(unit).kind == Kind::Supreme));
        let (mut any, mut drawable) = (false, false);
        for one in self.leaders_in_pool(side) {
            let info = self.world.unit(one);
            let (grant, major) = (info.replaces_supreme, info.is_major());
            let alike = |&other: &Unit| Self::fills(&self.world, other, major);
            let left = grant || self.leaders_in_pool(side).filter(alike).count() > planned(major);
            let joined = if grant { supreme } else { planned(major) > 0 };
            any |= left;
            drawable |= left && (joined || !self.replaceable(one).is_empty());
        }
        any.then_some(drawable)
    }

    /// §5.2: a side's leader roll.
    pub(crate) fn change_leaders(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        // An empty pool stops the rolls.
        if self.leaders_in_pool(side).next().is_none() {
            return self.leaders_changed(side, resolution);
        }
        let position = self.hook_leader_roll(side, self.leader_modifier(side), resolution);
        let reason = || format!("the {} side's leader roll, {position:+}", side.name());
        let faces = resolution.roll_openly(2, 6, "5.2", |_| false, reason);
        let total: i8 = faces.iter().map(|&face| face as i8).sum::<i8>() + position;
        let fits = self.drawable(side);
        if total < CHANGE || fits.is_empty() {
            return self.leaders_changed(side, resolution);
        }
        let drawn = draw(&fits, resolution);
        // Asked even if only one can go, since the question would show which class was drawn.
        self.enter(Stage::ReplaceLeader(side, drawn), resolution);
    }

    /// §5.2: what a side's position on the track adds to its leader roll.
    fn leader_modifier(&self, side: Side) -> i8 {
        match self.ahead() {
            (Some(ahead), spaces) if ahead == side => -(spaces as i8),
            (_, spaces) => spaces as i8,
        }
    }

    /// §5.2: whether a leader will be changed in this supply turn, as the marker and the plan stand.
    pub(crate) fn leader_odds(&self, side: Side, choice: Choice) -> Option<OddsTable> {
        if choice != Choice::Done || self.stage != Stage::Replacements {
            return None;
        }
        let possible = self.may_change_leader(side)?;
        let modifier = self.leader_modifier(side);
        let throws = (1..=6i8).flat_map(|one| (1..=6i8).map(move |other| one + other));
        let changes = throws.filter(|total| possible && total + modifier >= CHANGE).count() as u64;
        let note = match possible {
            true => format!("two dice {modifier:+}, {CHANGE} or more"),
            false => "nobody in play whom one of the pool could replace".to_owned(),
        };
        let title = capital(&format!("the {} leader roll", side.name()));
        let rows = [("a leader is changed".to_owned(), changes), ("no change".to_owned(), 36 - changes)];
        Some(table(title, note, "5.2", rows))
    }

    pub(crate) fn list_replaced(&self, _: Side, list: &mut Decisions<Choice>) {
        if let Stage::ReplaceLeader(_, drawn) = self.stage {
            list.extend(self.replaceable(drawn).into_iter().map(Choice::Replace));
        }
    }

    pub(crate) fn take_replaced(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let (Stage::ReplaceLeader(_, drawn), Choice::Replace(old)) = (self.stage, choice) {
            self.replace_leader(drawn, old, resolution);
        }
        self.leaders_changed(side, resolution);
    }

    /// §5.2: the new leader takes the place and the strength of the old one.
    fn replace_leader(&mut self, drawn: Unit, old: Unit, resolution: &mut Resolution<'_>) {
        // The successor of a new cadre counts as one: no steps before the next supply turn (§9.52).
        let Block { at, strength, moved, .. } = *self.unit(old);
        let returns = self.world.unit(old).returns && !self.unit(old).returned;
        let (owner, side) = (self.seat_of(self.world.unit(old).side), self.world.unit(old).side);
        // The old leader is revealed, the new one isn't.
        self.reveal(&[old], "5.2", resolution);
        self.log_unit(resolution, old, EventKind::Text, "5.2", |name| {
            format!("{name} is relieved of command.")
        });
        self.withdraw(old, if returns { At::Leaders } else { At::Gone });
        let state = self.unit_mut(old);
        (state.returned, state.known) = (true, muster_sdk::Knowledge::only(owner));
        self.put(drawn, at);
        let strength = strength.min(self.world.unit(drawn).steps);
        let state = self.unit_mut(drawn);
        (state.strength, state.moved) = (strength, moved);
        self.conceal(&[drawn], resolution);
        self.log_unit(resolution, drawn, EventKind::Text, "5.2", |name| {
            format!("{name} takes over for the {} side.", side.name())
        });
    }

    /// The Union's roll is followed by the Confederacy's, then by drafts.
    fn leaders_changed(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if side == Side::Us {
            return self.change_leaders(Side::Cs, resolution);
        }
        self.begin_emancipation(resolution);
    }
}
