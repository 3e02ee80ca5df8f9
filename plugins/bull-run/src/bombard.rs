//! §8.3: bombardments.

use muster_contract::ChoiceDetails;
use muster_sdk::{May, Resolution, ensure, line};

use crate::choice::Choice;
use crate::hooks::BOMBARD;
use crate::labels::points;
use crate::orders::Group;
use crate::state::{BullRun, Command, Face, Spot, Step};
use crate::world::{Edge, Kind, Locale, Side, Unit, Way};

impl BullRun {
    /// How many artillery units of an army range in a position.
    pub(crate) fn ranging_in(&self, side: Side, spot: Spot) -> usize {
        self.in_spot(side, spot).filter(|&unit| self.unit(unit).is_ranging()).count()
    }

    /// How many artillery units can bombard from a position: by counter-battery fire, and by the width of the approach.
    pub(crate) fn battery(&self, spot: Spot) -> usize {
        let Some(Way { edge, to }) = self.way_of(spot) else { return 0 };
        let ours = self.ranging_in(self.active, spot);
        let theirs = self.ranging_in(self.passive(), Spot::approach(to, edge));
        ours.saturating_sub(theirs).min(self.world.edge(edge).width())
    }

    /// Step 1: whether ranging artillery can bombard from a position. "{theirs}" stands for the ranging artillery of the enemy
    /// that faces it.
    pub(crate) fn may_bombard(&self, spot: Spot) -> May {
        let way = self.way_of(spot);
        ensure(way.is_some(), "Artillery in reserve never ranges.", "10.4")?;
        let enemy = way.is_some_and(|way| self.is_enemy(self.active, way.to));
        ensure(enemy, "No enemy is in {to} any more.", "8.3")?;
        let done = way.is_some_and(|way| self.turn.bombarded.contains(&way.edge));
        ensure(!done, "There was a bombardment over {edge} this turn.", "8.3")?;
        let silenced = "{theirs} of the enemy at the opposite approach silences as many here.";
        ensure(self.battery(spot) > 0, silenced, "8.3")
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
    pub(crate) fn bombardments(&self, group: &Group<'_>) -> Vec<Choice> {
        let able = self.may_bombard(group.spot).is_ok()
            && group.ranging == group.units.len()
            && group.units.len() <= self.battery(group.spot);
        let Some(edge) = group.spot.edge.filter(|_| able) else { return Vec::new() };
        let targets = self.bombard_targets(group.spot.locale, edge);
        match targets[..] {
            // Only where there is something to choose is it named.
            [_] => vec![Choice::Bombard(edge, None)],
            _ => targets.into_iter().map(|target| Choice::Bombard(edge, target.edge)).collect(),
        }
    }

    /// The position that a bombardment hits: the approach that is named, or the only target.
    fn bombarded_spot(&self, from: Locale, edge: Edge, target: Option<Edge>) -> Option<Spot> {
        match target {
            Some(target) => Some(Spot::approach(self.world.edge(edge).across(from), target)),
            None => self.bombard_targets(from, edge).first().copied(),
        }
    }

    /// Adds the target and the losses, as far as they are public.
    pub(crate) fn bombard_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let (Choice::Bombard(edge, target), Some(group)) = (choice, self.group(&self.order.units)) else {
            return;
        };
        let from = group.spot.locale;
        let Some(spot) = self.bombarded_spot(from, edge, target) else { return };
        details.label.push_str(&format!(" {}", self.spot_label(spot)));
        let strength: u8 = group.units.iter().map(|&unit| self.unit(unit).strength).sum();
        let text = match self.bombard_outcome(from, edge, strength) {
            // It is face up, so that everybody sees it.
            _ if !self.holds_troops(spot) => "Only disrupted infantry is there: nothing is lost.".to_owned(),
            ..=0 => "It has no effect.".to_owned(),
            // Who is there has a point at least; of more nobody but the enemy knows.
            1 => "The enemy loses 1 point.".to_owned(),
            most => {
                let most = points(most as u8);
                format!("The enemy loses {most}, or as many as his units there have.")
            }
        };
        details.consequences.push(line(text, "8.3"));
    }

    /// Whether units of the passive player's in a position can take losses.
    fn holds_troops(&self, spot: Spot) -> bool {
        self.in_spot(self.passive(), spot).any(|unit| self.unit(unit).kind != Kind::Disrupted)
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
    pub(crate) fn bombard(&mut self, units: &[Unit], choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Bombard(edge, target) = choice else { return };
        let from = self.locale_of(units);
        let to = self.world.edge(edge).across(from);
        let strength: u8 = units.iter().map(|&unit| self.unit(unit).strength).sum();
        let outcome = self.bombard_outcome(from, edge, strength);
        self.spend(units, "8.3", resolution, |game| {
            format!(
                "Bombard {} over {}: {}",
                game.world.locale(to).called,
                game.world.edge(edge).id,
                game.counted(units)
            )
        });
        self.reveal(units, "8.3", resolution);
        for &unit in units {
            let state = self.unit_mut(unit);
            (state.face, state.bombarded) = (Face::Up, true);
        }
        self.turn.bombarded.push(edge);
        let outcome = self.hook_outcome(BOMBARD, (edge, to), outcome, resolution);
        let target = self.bombarded_spot(from, edge, target);
        resolution.say("8.3", || {
            if outcome <= 0 {
                "The bombardment has no effect.".to_owned()
            } else if target.is_some_and(|spot| self.holds_troops(spot)) {
                format!("The outcome of the bombardment is {outcome}.")
            } else {
                "The bombardment has no effect: only disrupted infantry is there.".to_owned()
            }
        });
        self.begin_action(Command::Bombard, units, from, edge).target = target;
        self.suffer_bombardment(outcome.max(0) as u8, resolution);
    }

    /// The units that a bombardment can hit: those of the target that are not disrupted.
    pub(crate) fn bombarded(&self) -> Vec<Unit> {
        let there = self.action().target.into_iter().flat_map(|spot| self.in_spot(self.passive(), spot));
        there.filter(|&unit| self.unit(unit).kind != Kind::Disrupted).collect()
    }

    /// Step 4: so many losses. The passive player applies them, where there are several units.
    pub(crate) fn suffer_bombardment(&mut self, left: u8, resolution: &mut Resolution<'_>) {
        match self.bombarded()[..] {
            [one] if left > 0 => {
                self.lose(one, left, "8.3", resolution);
                self.finish(&[], resolution);
            }
            [_, _, ..] if left > 0 => self.ask(Step::BombardHits(left)),
            _ => self.finish(&[], resolution),
        }
    }
}
