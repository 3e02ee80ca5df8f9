//! How a sensible player looks at his choices at first sight, and what he thinks of his prospects.

use crate::choice::Choice;
use crate::state::{Brigade, Form, Status};
use crate::units::Field;
use crate::world::{Kind, NOWHERE, World};

/// Far from everything.
const FAR: u32 = 40;

impl Brigade {
    /// Weights for the choices of a decision.
    pub(crate) fn policy(&self, world: &World, kind: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let field = Field::of(self, world);
        match kind {
            "choose-unit" => {
                weights.extend(choices.iter().map(|choice| self.weigh_order(world, &field, choice)))
            }
            "march" => self.weigh_march(world, &field, choices, weights),
            "bombard" => weights.extend(choices.iter().map(|choice| self.weigh_bombard(world, choice))),
            "combat" => weights.extend(choices.iter().map(|choice| self.weigh_attack(world, choice))),
            "assign-hits" => weights.extend(choices.iter().map(|choice| self.weigh_hit(world, choice))),
            "retreat" => {
                weights.extend(choices.iter().map(|choice| self.weigh_retreat(world, &field, choice)))
            }
            "entrench" => weights.extend(choices.iter().map(|choice| match choice {
                Choice::Entrench(hex) if world.ground[usize::from(*hex)].cover => 2,
                Choice::Entrench(_) => 20,
                _ => 1,
            })),
            "had-enough" => weights.extend(choices.iter().map(|_| 0)),
            _ => weights.extend(choices.iter().map(|_| 1)),
        }
    }

    fn nearest_enemy(&self, world: &World, hex: u16, side: u8) -> u32 {
        let foes = self
            .everyone()
            .filter(|&unit| world.info(unit).side != side && world.info(unit).kind != Kind::General);
        foes.map(|unit| world.distance(hex, self.piece(unit).at)).min().unwrap_or(FAR)
    }

    /// What an order is worth for what it costs.
    fn weigh_order(&self, world: &World, field: &Field, choice: &Choice) -> u32 {
        let Choice::Move { form, lead, count, payer, .. } = *choice else {
            return if *choice == Choice::EndMoves { 8 } else { 0 };
        };
        let (piece, info) = (self.piece(lead), world.info(lead));
        let (units, _) = self.activated(world, form, lead, count);
        let cost = u32::from(self.move_cost(world, field, payer, &units));
        let near = self.nearest_enemy(world, piece.at, info.side);
        let worth = match info.kind {
            Kind::Train => u32::from(near <= 2) * 120,
            Kind::General => self.weigh_general(world, lead, piece.at),
            Kind::Artillery => {
                let shoots = self.everyone().any(|unit| {
                    world.info(unit).side != info.side && self.can_bombard(world, lead, self.piece(unit).at)
                });
                if shoots { 2 } else { 50 }
            }
            _ if piece.heavy && near <= 1 => 90,
            // Already in touch and facing the enemy: nothing to be gained by paying for it.
            _ if near <= 1 => u32::from(self.targets(world, lead).is_empty()) * 160,
            _ => 80,
        };
        let together = match form {
            Form::Single => 2,
            Form::Line => 3 * units.len() as u32,
            Form::Column if near > 4 => 3 * units.len() as u32,
            Form::Column => 0,
        };
        worth * together / (cost * cost).max(1)
    }

    /// How much a general is wanted elsewhere.
    fn weigh_general(&self, world: &World, general: u8, at: u16) -> u32 {
        let troops = self.everyone().filter(|&unit| {
            world.info(unit).kind.fights() && crate::units::commands(self, world, general, unit)
        });
        let (mut all, mut deaf) = (0, 0);
        for unit in troops {
            all += 1;
            deaf += u32::from(world.distance(at, self.piece(unit).at) > crate::activation::EARSHOT);
        }
        if all == 0 || deaf * 2 < all { 1 } else { 100 }
    }

    fn weigh_march(&self, world: &World, field: &Field, choices: &[Choice], weights: &mut Vec<u32>) {
        let Some(march) = &self.march else { return weights.extend(choices.iter().map(|_| 1)) };
        let lead = march.units[0];
        let side = world.info(lead).side;
        let here = self.hex_worth(world, field, lead, self.piece(lead).at);
        for choice in choices {
            weights.push(match *choice {
                Choice::To(hex) => {
                    let gain = (self.hex_worth(world, field, lead, hex) - here).clamp(-8, 8);
                    if gain <= 0 { 1 } else { 1 << (gain + 3) }
                }
                Choice::Face(facing) => {
                    let now = self.facing_worth(world, lead, side, self.piece(lead).facing);
                    let gain = self.facing_worth(world, lead, side, facing).saturating_sub(now);
                    gain * gain
                }
                Choice::Done => 6,
                Choice::Take(_) => 3,
                Choice::Cancel => u32::from(march.moved == 0),
                _ => 1,
            });
        }
    }

    /// How good a hex is to be in, in points that double the weight.
    fn hex_worth(&self, world: &World, field: &Field, unit: u8, hex: u16) -> i32 {
        let (piece, info) = (self.piece(unit), world.info(unit));
        let near = self.nearest_enemy(world, hex, info.side).min(FAR) as i32;
        let cover = i32::from(self.covered(world, hex)) * 2;
        match info.kind {
            Kind::Train => near.min(6),
            Kind::General => {
                let troops = self.everyone().filter(|&one| {
                    one != unit
                        && world.info(one).kind.fights()
                        && crate::units::commands(self, world, unit, one)
                });
                let heard = troops
                    .filter(|&one| world.distance(hex, self.piece(one).at) <= crate::activation::EARSHOT)
                    .count();
                let exposed = near <= 1 && field.at(hex).fighters[usize::from(info.side)] == 0;
                heard as i32 * 2 - i32::from(exposed) * 8
            }
            Kind::Artillery => {
                let targets = self
                    .everyone()
                    .filter(|&foe| world.info(foe).side != info.side && world.info(foe).kind.fights())
                    .filter(|&foe| {
                        let at = self.piece(foe).at;
                        world.distance(hex, at) <= info.range && world.sees(hex, at)
                    })
                    .count() as i32;
                targets.min(3) * 2 + cover - i32::from(near <= 1) * 4 - near.min(12)
            }
            _ if piece.heavy => near.min(5) * 2 + cover,
            _ => {
                let foes = world.around(hex).filter(|&at| field.enemy_in(at, info.side)).count() as i32;
                let friends = world
                    .around(hex)
                    .map(|at| i32::from(field.at(at).fighters[usize::from(info.side)]))
                    .sum::<i32>();
                let uphill =
                    world.around(hex).any(|at| field.enemy_in(at, info.side) && Self::uphill(world, hex, at));
                cover + friends.min(3) - near * 2 - (foes - 1).max(0) * 2 - i32::from(uphill) * 2
            }
        }
    }

    /// How much of the enemy is in front.
    fn facing_worth(&self, world: &World, unit: u8, side: u8, facing: u8) -> u32 {
        let at = self.piece(unit).at;
        let space = muster_board::SpaceId(at);
        let foes =
            self.everyone().filter(|&foe| world.info(foe).side != side && world.info(foe).kind.fights());
        let worth = |foe: u8| {
            let there = self.piece(foe).at;
            let far = world.distance(at, there);
            if far > 6 || !world.atlas.in_arc(space, facing, 6, muster_board::SpaceId(there)) {
                0
            } else {
                7 - far
            }
        };
        foes.map(worth).sum::<u32>().min(60)
    }

    fn weigh_bombard(&self, world: &World, choice: &Choice) -> u32 {
        match *choice {
            Choice::Bombard { gun, hex, payer, .. } => {
                let cost = u32::from(self.bombard_cost(world, payer, gun));
                let soft = if self.covered(world, hex) { 2 } else { 40 };
                let shaken = self.in_hex(hex).any(|unit| self.piece(unit).heavy);
                soft * if shaken { 2 } else { 1 } / cost
            }
            _ => 1,
        }
    }

    fn weigh_attack(&self, world: &World, choice: &Choice) -> u32 {
        let Choice::Attack(unit, hex) = *choice else { return 200 };
        let already =
            self.fire.pending.iter().find(|(at, _)| *at == hex).map_or(0, |(_, hits)| u32::from(*hits));
        let shaken = u32::from(self.in_hex(hex).any(|foe| self.piece(foe).heavy));
        let soft = if self.covered(world, hex) { 4 + 8 * already } else { 16 };
        let slope = if Self::uphill(world, self.piece(unit).at, hex) { 2 } else { 1 };
        (soft + 12 * shaken) / slope
    }

    fn weigh_hit(&self, world: &World, choice: &Choice) -> u32 {
        let Choice::Hit(unit) = *choice else { return 1 };
        let (piece, info) = (self.piece(unit), world.info(unit));
        let had =
            self.fire.assigned.iter().find(|(one, _)| *one == unit).map_or(0, |(_, hits)| u32::from(*hits));
        let free = self.covered(world, piece.at) && had == 0;
        let base = if free { 400 } else { 40 };
        let base = if piece.heavy { base / 8 } else { base };
        let base = if info.kind == Kind::Train { base / 10 } else { base };
        (base / (had + 1)).max(1)
    }

    fn weigh_retreat(&self, world: &World, field: &Field, choice: &Choice) -> u32 {
        match *choice {
            Choice::Stand(unit) if self.piece(unit).heavy => 0,
            Choice::Stand(unit) => {
                if self.covered(world, self.piece(unit).at) {
                    12
                } else {
                    5
                }
            }
            Choice::Retreat(_, NOWHERE) => 1,
            Choice::Retreat(unit, hex) => {
                let side = world.info(unit).side;
                let safe = if field.under_fire(hex, side) { 2 } else { 12 };
                safe + 6 * u32::from(self.covered(world, hex))
            }
            _ => 1,
        }
    }

    /// Each side's prospects: the margin in victory points and what is left to fight with, the more certain the later.
    pub(crate) fn prospects(&self, world: &World) -> Vec<u32> {
        let points = [0, 1].map(|side| i64::from(self.tally(world, side).points()));
        let mut strength = [0i64; 2];
        for (piece, info) in self.pieces.iter().zip(&world.units) {
            if info.kind.fights() && matches!(piece.status, Status::Present | Status::Waiting) {
                strength[usize::from(info.side)] += if piece.heavy { 1 } else { 2 };
            }
        }
        let total = (strength[0] + strength[1]).max(1);
        let left = i64::from(world.turns - self.turn.min(world.turns)) + 1;
        let all = i64::from(world.turns).max(1);
        let margin = (points[0] - points[1]) * (250 + 500 * (all - left) / all);
        let balance = (strength[0] - strength[1]) * 1500 * left / (total * all);
        let first = (5000 + margin + balance).clamp(200, 9800) as u32;
        vec![first, 10_000 - first]
    }
}
