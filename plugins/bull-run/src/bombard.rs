//! §8.3: bombardments.

use std::ops::ControlFlow;

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, event};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{Action, BullRun, Command, Face, Spot, Step};
use crate::world::{Edge, Kind, Locale, Side, Unit};

impl BullRun {
    /// How many artillery units of an army range in a position.
    pub(crate) fn ranging_in(&self, side: Side, spot: Spot) -> usize {
        self.in_spot(side, spot).filter(|&unit| self.unit(unit).is_ranging()).count()
    }

    /// How many artillery units can bombard from a position: by counter-battery fire, and by the width of the approach.
    pub(crate) fn may_bombard(&self, spot: Spot) -> usize {
        let Some(edge) = spot.edge else { return 0 };
        let to = self.world.edge(edge).across(spot.locale);
        let ours = self.ranging_in(self.active, spot);
        let theirs = self.ranging_in(self.passive(), Spot::approach(to, edge));
        ours.saturating_sub(theirs).min(self.world.edge(edge).width())
    }

    /// Step 2: what is bombarded from a position: one target, or one of several.
    pub(crate) fn bombard_targets(&self, from: Locale, edge: Edge) -> Vec<Spot> {
        let to = self.world.edge(edge).across(from);
        let held = |spot: Spot| self.in_spot(self.passive(), spot).next().is_some();
        let first = [Spot::approach(to, edge), Spot::reserve(to)].into_iter().find(|&spot| held(spot));
        match first {
            Some(spot) => vec![spot],
            None => {
                let ways = self.world.locale(to).ways.iter().map(|way| Spot::approach(to, way.edge));
                ways.filter(|&spot| held(spot)).collect()
            }
        }
    }

    /// The bombardments of a group of ranging artillery.
    pub(crate) fn bombardments(
        &self,
        group: &Group<'_>,
        found: &mut impl FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(edge) = group.spot.edge else { return ControlFlow::Continue(()) };
        let to = self.world.edge(edge).across(group.spot.locale);
        if group.ranging == group.units.len()
            && group.units.len() <= self.may_bombard(group.spot)
            && self.is_enemy(self.active, to)
            && !self.turn.bombarded.contains(&edge)
        {
            let targets = self.bombard_targets(group.spot.locale, edge);
            match targets[..] {
                // Only where there is something to choose is it named.
                [_] => found(Choice::Bombard(edge, None))?,
                _ => targets.into_iter().try_for_each(|target| found(Choice::Bombard(edge, target.edge)))?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Step 3: the outcome of a bombardment by so many points.
    pub(crate) fn bombard_outcome(&self, from: Locale, edge: Edge, strength: u8) -> i8 {
        let boundary = self.world.edge(edge);
        let penalties = match self.defended(from, edge) {
            0 => 0,
            _ => boundary.in_approach(boundary.across(from)).artillery,
        };
        strength as i8 - penalties as i8
    }

    /// Steps 1 to 4.
    pub(crate) fn bombard(
        &mut self,
        units: Vec<Unit>,
        edge: Edge,
        target: Option<Edge>,
        happenings: &mut Happenings<'_>,
    ) {
        let Some(Spot { locale: from, .. }) = self.unit(units[0]).spot() else { return };
        let to = self.world.edge(edge).across(from);
        let strength: u8 = units.iter().map(|&unit| self.unit(unit).strength).sum();
        let outcome = self.bombard_outcome(from, edge, strength);
        self.spend(&units, "8.3", happenings, |game| {
            format!(
                "Bombard {} over {}: {}",
                game.world.locale(to).called,
                game.world.edge(edge).id,
                game.counted(&units)
            )
        });
        self.reveal(&units, "8.3", happenings);
        for &unit in &units {
            let state = self.unit_mut(unit);
            (state.face, state.bombarded) = (Face::Up, true);
        }
        self.turn.bombarded.push(edge);
        let outcome = self.hook_bombard((edge, to), outcome, happenings);
        let action = self.action(Command::Bombard, units, from, edge);
        let first = || self.bombard_targets(from, edge).first().copied();
        let target = target.map(|edge| Spot::approach(to, edge)).or_else(first);
        happenings.event(|| {
            let text = if outcome <= 0 {
                "The bombardment has no effect.".to_owned()
            } else if target.is_some_and(|spot| self.holds_troops(spot)) {
                format!("The outcome of the bombardment is {outcome}.")
            } else {
                "The bombardment has no effect: only disrupted infantry is there.".to_owned()
            };
            event(EventKind::Text, Audience::Everyone, text, "8.3")
        });
        self.action = Some(Box::new(Action { target, ..action }));
        self.suffer_bombardment(outcome.max(0) as u8, happenings);
    }

    /// The units that a bombardment can hit: those of the target that are not disrupted.
    pub(crate) fn bombarded(&self) -> Vec<Unit> {
        let target = self.action.as_ref().and_then(|action| action.target);
        target.map_or_else(Vec::new, |spot| {
            let there = self.in_spot(self.passive(), spot);
            there.filter(|&unit| self.unit(unit).kind != Kind::Disrupted).collect()
        })
    }

    /// Step 4: so many losses. The passive player applies them, where there are several units.
    pub(crate) fn suffer_bombardment(&mut self, left: u8, happenings: &mut Happenings<'_>) {
        match self.bombarded()[..] {
            [one] if left > 0 => {
                self.lose(one, left, "8.3", happenings);
                self.finish(Vec::new(), happenings);
            }
            [_, _, ..] if left > 0 => self.ask(Step::BombardHits(left)),
            _ => self.finish(Vec::new(), happenings),
        }
    }

    pub(crate) fn list_bombard_hits(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "apply-losses");
        self.bombarded().into_iter().for_each(|unit| list.push(Choice::Hit(unit)));
    }
}
