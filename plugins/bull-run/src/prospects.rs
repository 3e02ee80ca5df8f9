//! What a position is worth: morale, time, and what the armies are about to do to one another.

use crate::plan::{NEVER, in_contact};
use crate::state::{At, BullRun, Spot};
use crate::units::strongest;
use crate::world::{Edge, Kind, Locale, Side, Unit};

/// How much morale the Union gains on the Confederacy in a whole day, as a rule: what the burden of victory asks for.
const DAY: i32 = 700;
/// The rounds of a day.
const ROUNDS: i32 = 15;

impl BullRun {
    /// Each side's prospects in ten-thousandths.
    pub(crate) fn prospects(&self) -> Vec<u32> {
        let [us, cs] = self.morale.map(i32::from);
        let left = i32::from(self.world.last_round.saturating_sub(self.round));
        let margin = i32::from(self.world.margin);
        // In hundredths of a point of morale, from the Union's side.
        let lead = 100 * (us - cs - margin) + DAY * left * margin.max(1) / 7 / ROUNDS;
        let position = self.threat(Side::Us) - self.threat(Side::Cs) + self.pressure(Side::Us)
            - self.pressure(Side::Cs)
            + self.material(Side::Us)
            - self.material(Side::Cs);
        // A broken army loses whatever the hour.
        let broken = 60 * (8 - cs).max(0).pow(2) - 60 * (8 - us).max(0).pow(2);
        // Early in the day much may still happen.
        let swing = 260 + 40 * left;
        let score = (lead + position) * 2_600 / swing / 2 + broken;
        let us = (5_000 + score * 10 / (4 + score.abs() / 900)).clamp(100, 9_900) as u32;
        vec![us, 10_000 - us]
    }

    /// How near strong infantry is to its objectives, with the enemy in the way.
    fn threat(&self, side: Side) -> i32 {
        let goal = self.ways_to_goals(side);
        let around = &self.world.around[side as usize];
        let mut near: Vec<i32> = self
            .on_map(side)
            .filter(|&unit| self.unit(unit).kind == Kind::Infantry && self.unit(unit).strength >= 2)
            .filter_map(|unit| self.unit(unit).spot())
            .map(|Spot { locale: at, .. }| i32::from(goal[at].min(around[at]).min(NEVER)))
            .collect();
        near.sort_unstable();
        let (far, keen) = if side == Side::Us { (60, 6) } else { (24, 3) };
        let all: i32 = near.iter().take(8).map(|cost| (far - cost).max(0)).sum();
        let there = near.iter().filter(|cost| **cost == 0).count().min(2) as i32;
        all * keen / 4 + 420 * there
    }

    /// What the army could do by assault and bombardment where it faces the enemy.
    fn pressure(&self, side: Side) -> i32 {
        let mut sum = 0;
        for (edge, boundary) in self.world.edges.iter() {
            for from in boundary.ends {
                let to = boundary.across(from);
                if self.holder(from) == Some(side) && self.is_enemy(side, to) {
                    sum += self.pressure_at(side, from, edge, to);
                }
            }
        }
        sum
    }

    fn pressure_at(&self, side: Side, from: Locale, edge: Edge, to: Locale) -> i32 {
        let boundary = self.world.edge(edge);
        let best = |side: Side, spot: Spot| {
            let foot = |unit: &Unit| matches!(self.unit(*unit).kind, Kind::Infantry | Kind::Cavalry);
            let strengths = self.in_spot(side, spot).filter(foot).map(|unit| self.unit(unit).strength);
            i32::from(strongest(strengths, boundary.width()))
        };
        let guns = |side: Side, spot: Spot| {
            self.in_spot(side, spot).filter(|&unit| self.unit(unit).kind == Kind::Artillery).count() as i32
        };
        let (attack, defense) = (Spot::approach(from, edge), Spot::approach(to, edge));
        let mut sum = 0;
        let ranging = self.ranging_in(side, attack) as i32 - self.ranging_in(side.other(), defense) as i32;
        let cover = i32::from(boundary.in_approach(to).artillery) * i32::from(self.secured(to, edge) > 0);
        if ranging > 0 && cover == 0 {
            sum += 90;
        }
        if boundary.passage == crate::world::Passage::Impassable {
            return sum;
        }
        let penalties = i32::from(boundary.in_approach(to).infantry);
        let ours = best(side, attack).max(best(side, Spot::reserve(from)) - 1);
        let theirs = if self.secured(to, edge) > 0 {
            best(side.other(), defense) + guns(side.other(), defense).min(boundary.width() as i32)
        } else {
            best(side.other(), Spot::reserve(to)) - 1
        };
        let outcome = ours - 1 - penalties - theirs;
        if ours >= 2 && outcome > 0 {
            sum += 60 + 50 * outcome.min(4);
        }
        sum
    }

    /// What an army has: its strength on the map, what waits, and what is scattered.
    fn material(&self, side: Side) -> i32 {
        self.world
            .of_side(side)
            .map(|unit| {
                let state = self.unit(unit);
                match (state.at, state.kind) {
                    (At::Off, _) => 0,
                    (At::Display(_), _) => 10 * i32::from(state.strength),
                    (At::Map(_), Kind::Disrupted) => 12,
                    (At::Map(spot), kind) => {
                        let firm = spot.edge.is_some() && in_contact(self, side, spot.locale);
                        let guns = i32::from(kind == Kind::Artillery) * 30;
                        20 * i32::from(state.strength) + guns + 10 * i32::from(firm)
                    }
                }
            })
            .sum()
    }
}
