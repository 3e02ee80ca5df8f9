//! The map as a seat sees it: the strengths of both sides, and the towns that the seat wants.

use muster_contract::Seat;
use muster_sdk::Table;

use crate::state::BobbyLee;
use crate::world::{FAR, Hex, Kind, Side, Unit};

/// The steps that an unread block counts for.
const UNKNOWN: u8 = 2;
/// The worth of a victory point.
const POINT: i32 = 12;
/// What is taken off a hex without supply or forage.
const HUNGER: i32 = 5;
/// Enemies within so many hexes count as a threat to a town.
const CLOSE: u8 = 2;
/// Units at this distance from a town or farther don't count for it.
const REACH: usize = 8;

/// A town that a side wants.
struct Goal {
    hex: Hex,
    /// Whether it is to be taken, or taken back; the others are held.
    take: bool,
    worth: i32,
    /// How many steps take or hold it.
    need: u8,
    /// By distance: the side's own steps that are nearer than that.
    nearer: [u8; REACH],
}

/// The map as a seat sees it.
pub(super) struct Field<'a> {
    pub(super) game: &'a BobbyLee,
    pub(super) side: Side,
    /// By hex: the side's own steps, and the enemy's as far as they can be seen.
    steps: [Table<Hex, u8>; 2],
    /// By hex: how many blocks.
    blocks: [Table<Hex, u8>; 2],
    /// Where the enemy stands.
    enemies: Vec<Hex>,
    goals: Vec<Goal>,
}

impl<'a> Field<'a> {
    pub(super) fn new(game: &'a BobbyLee, seat: Seat) -> Self {
        Self::with(game, game.side_of(seat), |unit| game.knows(Some(seat), unit))
    }

    /// The map as it is, in a sample: everything counts as it stands.
    pub(super) fn open(game: &'a BobbyLee, side: Side) -> Self {
        Self::with(game, side, |_| true)
    }

    fn with(game: &'a BobbyLee, side: Side, knows: impl Fn(Unit) -> bool) -> Self {
        let none = || game.world.hexes.all_with(0u8);
        let (mut steps, mut blocks) = ([none(), none()], [none(), none()]);
        for unit in game.world.units.all() {
            let (Some(hex), info) = (game.hex_of(unit), game.world.unit(unit)) else { continue };
            let whose = usize::from(info.side != side);
            let strength = match info.kind {
                _ if !knows(unit) => UNKNOWN,
                kind if kind.leads() => 1,
                _ => game.unit(unit).strength,
            };
            steps[whose][hex] += strength;
            blocks[whose][hex] += 1;
        }
        let mut enemies: Vec<Hex> = game.placed(side.other()).map(|(_, hex)| hex).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let mut field = Self { game, side, steps, blocks, enemies, goals: Vec::new() };
        field.goals = field.list_goals();
        field
    }

    fn list_goals(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        for &hex in &self.game.world.places.towns {
            let info = self.game.world.hex(hex);
            let taken = self.game.taken.contains(&hex);
            let points = i32::from(info.vp) * POINT;
            let enemy = self.enemy(hex).saturating_mul(if info.fortress { 2 } else { 1 });
            let there = i32::from(enemy);
            let by_works = if info.fortress { 4 } else { 2 };
            let (take, worth, need) = match (info.home == self.side, taken) {
                (false, false) => (true, (points - there).max(2), enemy.saturating_mul(2).max(2)),
                (true, true) => (true, (points + POINT - there).max(6), enemy.saturating_mul(2).max(2)),
                (false, true) => (false, points + POINT, (self.enemy_within(hex) / 4).clamp(1, 6)),
                (true, false) => match self.enemy_within(hex) {
                    0 => (false, points / 12, 1),
                    close => (false, points / 4, (close / by_works).clamp(1, 8)),
                },
            };
            goals.push(Goal { hex, take, worth, need, nearer: self.nearer(hex) });
        }
        goals
    }

    /// The side's own steps in a hex.
    pub(super) fn own(&self, hex: Hex) -> u8 {
        self.steps[0][hex]
    }

    /// The enemy's steps in a hex, as far as they can be seen.
    pub(super) fn enemy(&self, hex: Hex) -> u8 {
        self.steps[1][hex]
    }

    /// All steps on the map, the side's own and the enemy's.
    pub(super) fn strengths(&self) -> [i32; 2] {
        self.steps.each_ref().map(|steps| steps.rows().map(|&here| i32::from(here)).sum())
    }

    /// Blocks in a hex, the side's own and the enemy's.
    pub(super) fn blocks(&self, hex: Hex) -> [u8; 2] {
        [self.blocks[0][hex], self.blocks[1][hex]]
    }

    /// The enemy's steps within [`CLOSE`] of a hex.
    fn enemy_within(&self, hex: Hex) -> u8 {
        let mut close = 0u8;
        for &at in &self.enemies {
            if self.game.world.distances.between(at, hex) <= CLOSE {
                close = close.saturating_add(self.enemy(at));
            }
        }
        close
    }

    fn nearer(&self, hex: Hex) -> [u8; REACH] {
        let mut nearer = [0u8; REACH];
        for (unit, at) in self.game.placed(self.side) {
            let apart = usize::from(self.game.world.distances.between(at, hex));
            for sum in nearer.iter_mut().skip(apart + 1) {
                *sum = sum.saturating_add(self.counted(unit));
            }
        }
        nearer
    }

    fn counted(&self, unit: Unit) -> u8 {
        if self.game.world.unit(unit).kind.leads() { 1 } else { self.game.unit(unit).strength }
    }

    /// The enemy's steps that could come into a hex from its neighbours.
    pub(super) fn threat(&self, hex: Hex) -> u8 {
        let ways = self.game.world.hex(hex).ways.iter().filter(|way| way.hexside.passable);
        ways.map(|way| self.enemy(way.to)).fold(0, u8::saturating_add)
    }

    /// The worth of a unit of the side in a hex: for the best of its goals, less danger and hunger.
    pub(super) fn worth(&self, unit: Unit, hex: Hex) -> i32 {
        let (info, from) = (self.game.world.unit(unit), self.game.hex_of(unit));
        let steps = self.counted(unit);
        let mut best = 0;
        for goal in &self.goals {
            let apart = self.game.world.distances.between(hex, goal.hex);
            if apart == FAR {
                continue;
            }
            // A goal is worth less if enough others are nearer.
            let within = if apart == 0 { 1 } else { usize::from(apart).min(REACH - 1) };
            let nearer = goal.nearer[within];
            let counts = from
                .is_some_and(|from| usize::from(self.game.world.distances.between(from, goal.hex)) < within);
            let others = nearer.saturating_sub(if counts { steps } else { 0 });
            let worth = match goal.take {
                _ if others < goal.need => goal.worth,
                true => goal.worth / 3,
                false => goal.worth / 8,
            };
            // Garrisons stay near.
            let worth = if info.kind == Kind::Garrison && apart > 2 { worth / 4 } else { worth };
            // A town that is held counts for units near it only.
            let far = if goal.take { i32::from(apart) } else { 5 * i32::from(apart) };
            // In an undefended town the goal is reached.
            let there = goal.take && apart == 0 && self.enemy(hex) == 0;
            best = best.max(if there { worth * 16 } else { worth * 16 / (2 + far) });
        }
        // The units of its hex can go with it.
        let company = from.map_or(0, |from| self.own(from)).max(steps);
        let support = i32::from(self.own(hex)) + if from == Some(hex) { 0 } else { i32::from(company) };
        let danger = (i32::from(self.threat(hex)) - support).clamp(0, 12);
        let hunger = if self.feeds(hex) { 0 } else { HUNGER };
        best - danger - hunger
    }

    /// Whether a unit in a hex is supplied, or can forage there.
    fn feeds(&self, hex: Hex) -> bool {
        let info = self.game.world.hex(hex);
        let supplied = self.game.supply(self.side);
        supplied.has(hex) || (info.home == self.side && self.blocks(hex)[0] < info.forage(self.game.mud))
    }

    /// How near the enemy is: 6 next to it, 0 far away.
    pub(super) fn nearness(&self, hex: Hex) -> u32 {
        let nearest = self.enemies.iter().map(|&at| self.game.world.distances.between(at, hex)).min();
        u32::from(7 - nearest.unwrap_or(7).clamp(1, 7))
    }

    /// The expected gain from the towns that the side wants to take, in hundredths of a victory point.
    pub(super) fn hopes(&self) -> i32 {
        let mut sum = 0;
        for goal in self.goals.iter().filter(|goal| goal.take) {
            let mut near = 0;
            for (unit, at) in self.game.placed(self.side) {
                let info = self.game.world.unit(unit);
                if info.kind.leads() || info.kind == Kind::Garrison {
                    continue;
                }
                let apart = i32::from(self.game.world.distances.between(at, goal.hex).min(5));
                near += i32::from(self.game.unit(unit).strength) * (5 - apart) * (5 - apart);
            }
            let info = self.game.world.hex(goal.hex);
            let against = 32 + 24 * i32::from(self.enemy(goal.hex)) * if info.fortress { 2 } else { 1 };
            sum += i32::from(info.vp) * 50 * near.min(against) / against;
        }
        sum
    }
}
