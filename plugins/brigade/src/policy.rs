//! The bots' weights for choices, and the estimate of each side's prospects.

use muster_board::SpaceId;
use muster_sdk::{OpenDecision, Policies};
use smallvec::SmallVec;

use crate::activation::COMMAND_RANGE;
use crate::choice::Choice;
use crate::state::{Brigade, Form, Stage, Status, hits_on};
use crate::units::{Field, commands};
use crate::world::{Kind, Side, Unit, World};

/// The hexes of the troops that a general may order.
type Ordered = SmallVec<[SpaceId; 64]>;

/// The distance of an enemy where there is none.
const FAR: u32 = 40;

impl Policies for Brigade {
    /// Weights for the choices of a decision.
    fn weigh(&self, open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let field = self.field();
        match open.kind {
            "choose-unit" => self.weigh_orders(field, choices, weights),
            "march" => self.weigh_march(field, choices, weights),
            "bombard" => weights.extend(choices.iter().map(|choice| self.weigh_bombard(choice))),
            "combat" => weights.extend(choices.iter().map(|choice| self.weigh_attack(choice))),
            "assign-hits" => weights.extend(choices.iter().map(|choice| self.weigh_hit(choice))),
            "retreat" => weights.extend(choices.iter().map(|choice| self.weigh_retreat(field, choice))),
            "entrench" => weights.extend(choices.iter().map(|choice| match choice {
                Choice::Entrench(hex) if self.world.ground[*hex].cover => 2,
                Choice::Entrench(_) => 20,
                _ => 1,
            })),
            "had-enough" => weights.extend(choices.iter().map(|_| 0)),
            _ => weights.extend(choices.iter().map(|_| 1)),
        }
    }

    /// Each side's prospects: the margin in victory points, what the lines in contact will cost, and what is left to fight
    /// with; the margin counts for more the later it is.
    fn estimate(&self) -> Vec<u32> {
        let points = Side::ALL.map(|side| i64::from(self.tally(side).points()));
        let mut strength = [0i64; 2];
        for (piece, info) in self.pieces.rows().zip(self.world.units.rows()) {
            if info.kind.fights() && matches!(piece.status, Status::Present | Status::Waiting) {
                strength[info.side as usize] += if piece.heavy { 1 } else { 2 };
            }
        }
        let total = (strength[0] + strength[1]).max(1);
        let left = i64::from(self.world.turns - self.turn.min(self.world.turns)) + 1;
        let all = i64::from(self.world.turns).max(1);
        let margin = (points[0] - points[1]) * (250 + 500 * (all - left) / all);
        let balance = (strength[0] - strength[1]) * 1500 * left / (total * all);
        let threats = self.threats();
        let threat = (threats[1] - threats[0]) * if self.stage == Stage::Over { 0 } else { 2 };
        let first = (5000 + margin + balance + threat).clamp(200, 9800) as u32;
        vec![first, 10_000 - first]
    }
}

impl Brigade {
    fn nearest_enemy(world: &World, field: &Field, hex: SpaceId, side: Side) -> u32 {
        field.held(side.other()).iter().map(|&foe| world.distance(hex, foe)).min().unwrap_or(FAR)
    }

    /// What each order is worth for what it costs.
    fn weigh_orders(&self, field: &Field, choices: &[Choice], weights: &mut Vec<u32>) {
        // The orders to one lead stand together in the list.
        let mut before = (None, 0, 0);
        for choice in choices {
            let Choice::Move { order: (form, lead, ..), strength, cost, .. } = *choice else {
                weights.push(if *choice == Choice::EndMoves { 8 } else { 0 });
                continue;
            };
            if before.0 != Some(lead) {
                let near =
                    Self::nearest_enemy(&self.world, field, self.hex_of(lead), self.world.side_of(lead));
                before = (Some(lead), near, self.weigh_move(field, lead, near));
            }
            let (_, near, worth) = before;
            let (strength, cost) = (u32::from(strength), u32::from(cost));
            let together = match form {
                Form::Single => 2,
                Form::Line => 3 * strength,
                Form::Column | Form::MixedColumn if near > 4 => 3 * strength,
                Form::Column | Form::MixedColumn => 0,
            };
            weights.push(worth * together / (cost * cost).max(1));
        }
    }

    /// What it is worth to move a unit with the nearest enemy so far away.
    fn weigh_move(&self, field: &Field, lead: Unit, near: u32) -> u32 {
        let (piece, info) = (self.piece(lead), self.world.info(lead));
        match info.kind {
            Kind::Train => u32::from(near <= 2) * 120,
            Kind::General => self.weigh_general(lead, self.hex_of(lead)),
            Kind::Artillery => {
                let shoots = field.held(info.side.other()).iter().any(|&foe| self.can_bombard(lead, foe));
                if shoots { 2 } else { 50 }
            }
            _ if piece.heavy && near <= 1 => 90,
            // Already in touch and facing the enemy: nothing to be gained by paying for it.
            _ if near <= 1 => u32::from(self.targets(lead).is_empty()) * 160,
            _ => 80,
        }
    }

    /// How much a general is wanted elsewhere.
    fn weigh_general(&self, general: Unit, at: SpaceId) -> u32 {
        let ordered = self.hexes_ordered_by(general);
        let (all, near) = (ordered.len(), self.near(at, &ordered));
        if all == 0 || (all - near) * 2 < all { 1 } else { 100 }
    }

    /// Troop by troop, the hexes of those that a general may order.
    fn hexes_ordered_by(&self, general: Unit) -> Ordered {
        let ordered = self.troops(self.world.side_of(general)).filter(|&unit| commands(self, general, unit));
        ordered.map(|unit| self.hex_of(unit)).collect()
    }

    /// How many of these hexes are within command range of a hex.
    fn near(&self, hex: SpaceId, ordered: &[SpaceId]) -> usize {
        ordered.iter().filter(|&&at| self.world.distance(hex, at) <= COMMAND_RANGE).count()
    }

    fn weigh_march(&self, field: &Field, choices: &[Choice], weights: &mut Vec<u32>) {
        let Some(march) = &self.march else { return weights.extend(choices.iter().map(|_| 1)) };
        let lead = march.units[0];
        let ordered = if self.world.is_general(lead) { self.hexes_ordered_by(lead) } else { Ordered::new() };
        let worth = |hex| self.hex_worth(field, lead, &ordered, hex);
        let here = worth(self.hex_of(lead));
        let now = self.facing_worth(field, lead, self.piece(lead).facing);
        for choice in choices {
            weights.push(match *choice {
                Choice::To(hex) => {
                    let gain = (worth(hex) - here).clamp(-8, 8);
                    if gain <= 0 { 1 } else { 1 << (gain + 3) }
                }
                Choice::Face(facing) => {
                    let gain = self.facing_worth(field, lead, facing).saturating_sub(now);
                    gain * gain
                }
                Choice::Done => 6,
                Choice::Take(_) => 3,
                _ => 0,
            });
        }
        // Whoever was given an order carries it out somehow: taken back, it could be given again for ever.
        let new = weights.len() - choices.len();
        if weights[new..].iter().all(|&weight| weight == 0) {
            let turns = choices.iter().any(|choice| matches!(choice, Choice::Face(_)));
            for (weight, choice) in weights[new..].iter_mut().zip(choices) {
                *weight = u32::from(!turns || matches!(choice, Choice::Face(_)));
            }
        }
    }

    /// How good a hex is to be in, in points that double the weight. A general wants to be near those whom he orders.
    fn hex_worth(&self, field: &Field, unit: Unit, ordered: &[SpaceId], hex: SpaceId) -> i32 {
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let near = Self::nearest_enemy(&self.world, field, hex, info.side).min(FAR) as i32;
        let cover = i32::from(self.covered(hex)) * 2;
        match info.kind {
            Kind::Train => near.min(6),
            Kind::General => {
                let exposed = near <= 1 && field.at(hex).fighters[info.side as usize] == 0;
                self.near(hex, ordered) as i32 * 2 - i32::from(exposed) * 8
            }
            Kind::Artillery => {
                let foes = field.held(info.side.other()).iter();
                let targets = foes
                    .filter(|&&at| self.world.distance(hex, at) <= info.range && self.world.sees(hex, at))
                    .count() as i32;
                targets.min(3) * 2 + cover - i32::from(near <= 1) * 4 - near.min(12)
            }
            _ if piece.heavy => near.min(5) * 2 + cover,
            _ => {
                let friends_in = |at| i32::from(field.at(at).fighters[info.side as usize]);
                let friends: i32 = self.world.around(hex).map(friends_in).sum();
                let mut foes = self.world.around(hex).filter(|&at| field.enemy_in(at, info.side));
                let more = (foes.clone().count() as i32 - 1).max(0);
                let uphill = foes.any(|at| Self::uphill(&self.world, hex, at));
                cover + friends.min(3) - near * 2 - more * 2 - i32::from(uphill) * 2
            }
        }
    }

    /// How much of the enemy is in front.
    fn facing_worth(&self, field: &Field, unit: Unit, facing: u8) -> u32 {
        let at = self.hex_of(unit);
        let worth = |&there: &SpaceId| {
            let far = self.world.distance(at, there);
            if far > 6 || !self.world.atlas.in_arc(at, facing, 6, there) { 0 } else { 7 - far }
        };
        field.held(self.world.side_of(unit).other()).iter().map(worth).sum::<u32>().min(60)
    }

    fn weigh_bombard(&self, choice: &Choice) -> u32 {
        let Choice::Bombard { gun, hex, payer, .. } = *choice else { return 1 };
        let cost = u32::from(self.bombard_cost(payer, gun));
        let soft = if self.covered(hex) { 2 } else { 40 };
        let shaken = self.in_hex(hex).any(|unit| self.piece(unit).heavy);
        soft * if shaken { 2 } else { 1 } / cost
    }

    fn weigh_attack(&self, choice: &Choice) -> u32 {
        let Choice::Attack(unit, hex) = *choice else { return 200 };
        let already = u32::from(hits_on(&self.fire.pending, hex));
        let shaken = u32::from(self.in_hex(hex).any(|foe| self.piece(foe).heavy));
        let soft = if self.covered(hex) { 4 + 8 * already } else { 16 };
        let slope = if Self::uphill(&self.world, self.hex_of(unit), hex) { 2 } else { 1 };
        (soft + 12 * shaken) / slope
    }

    fn weigh_hit(&self, choice: &Choice) -> u32 {
        let Choice::Hit(unit) = *choice else { return 1 };
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let had = u32::from(hits_on(&self.fire.assigned, unit));
        let free = self.covered(self.hex_of(unit)) && had == 0;
        let base = if free { 400 } else { 40 };
        let base = if piece.heavy { base / 8 } else { base };
        let base = if info.kind == Kind::Train { base / 10 } else { base };
        (base / (had + 1)).max(1)
    }

    fn weigh_retreat(&self, field: &Field, choice: &Choice) -> u32 {
        match *choice {
            Choice::Stand(unit) if self.piece(unit).heavy => 0,
            Choice::Stand(unit) if self.covered(self.hex_of(unit)) => 12,
            Choice::Stand(_) => 5,
            Choice::Retreat(_, None) => 1,
            Choice::Retreat(unit, Some(hex)) => {
                let side = self.world.side_of(unit);
                let safe = if field.under_fire(hex, side) { 2 } else { 12 };
                safe + 6 * u32::from(self.covered(hex))
            }
            _ => 1,
        }
    }

    /// What the next combat is likely to cost each side, in hundredths of a hit: each unit fires on what it has in front,
    /// the softest first. Cover counts as less, and those with heavy casualties, who may be lost, as more.
    fn threats(&self) -> [i64; 2] {
        let field = self.field();
        [Side::Cs, Side::Us].map(|side| {
            let fire = |unit: Unit| {
                let at = self.hex_of(unit);
                let front = self.world.front(at, self.piece(unit).facing).iter();
                let shots = front.filter(|&&hex| field.enemy_in(hex, side)).map(|&hex| {
                    let hits = if Self::uphill(&self.world, at, hex) { 33 } else { 67 };
                    let shaken = self.in_hex(hex).any(|one| self.piece(one).heavy);
                    hits * if self.covered(hex) { 2 } else { 5 } * if shaken { 2 } else { 1 } / 5
                });
                shots.max().unwrap_or(0)
            };
            self.troops(side).map(fire).sum()
        })
    }
}
