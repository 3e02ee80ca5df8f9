//! What a bot thinks of its choices at first sight, and of its prospects. It plays the game out in its head from there; the
//! weights only have to keep it from what no sensible player would do.

use muster_board::SpaceId;
use muster_contract::Seat;
use muster_sdk::{Open, Policies};

use crate::{Card, Choice, Kind, Outpost, Side, Stage, Unit, World};

/// Farther than anything.
const FAR: u32 = 20;

impl Policies for Outpost {
    fn weigh(&self, world: &World, open: &Open, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|&choice| self.weight(world, open.seat, choice)));
    }

    /// Each side's prospects in ten-thousandths.
    fn estimate(&self, world: &World) -> Vec<u32> {
        let worth = |side: Side| {
            let men: i32 = self.present(world, side).map(|unit| i32::from(self.strength(world, unit))).sum();
            let near: i32 = self
                .present(world, side)
                .filter(|&unit| world.unit(unit).kind != Kind::Wagons)
                .map(|unit| 4 - self.nearest_goal(world, side, self.block(unit).at).min(4) as i32)
                .sum();
            900 * self.points(world, side) + 250 * men + 40 * near
        };
        let blue = (5_000 + worth(Side::Blue) - worth(Side::Gray)).clamp(200, 9_800) as u32;
        vec![blue, 10_000 - blue]
    }
}

impl Outpost {
    /// A choice's weight, 0 for "never". It may follow only from what the seat knows.
    fn weight(&self, world: &World, seat: Seat, choice: Choice) -> u32 {
        match choice {
            // Not by where it could go: to find that out for every block is what a bot in a hurry has no time for.
            Choice::Order(unit) if self.stays(world, unit) => 1,
            Choice::Order(unit) => {
                10 - self.nearest_goal(world, world.unit(unit).side, self.block(unit).at).min(6)
            }
            Choice::To(to) => match self.stage {
                Stage::March(unit) => self.worth(world, seat, unit, to).pow(2),
                _ => 0,
            },
            Choice::Play(card) if Card::of(card) == Card::DoubleQuick => {
                let idle = |unit: Unit| !self.block(unit).spent && !self.stays(world, unit);
                6 * u32::from(self.orders == 0 && self.present(world, self.side_of(seat)).any(idle))
            }
            Choice::Play(_) => 8,
            Choice::EndOrders => 2,
            Choice::Look(_) | Choice::HoldFire => 4,
            Choice::Cancel => 0,
        }
    }

    /// What it is worth that a unit ends its march there.
    fn worth(&self, world: &World, seat: Seat, unit: Unit, to: SpaceId) -> u32 {
        let (side, strength) = (world.unit(unit).side, self.strength(world, unit));
        if let Some(foe) = self.unit_in(world, side.other(), to) {
            let cover = u8::from(world.is_cover(to));
            return match self.knows(Some(seat), foe) {
                true if world.unit(foe).kind == Kind::Wagons => 14,
                true if strength > self.strength(world, foe) + cover => 10,
                true => 2,
                false if strength >= 2 + cover => 7,
                false => 2,
            };
        }
        if let Some(post) = world.post_at(to).filter(|&post| self.held[post] != Some(side)) {
            return 8 + 2 * u32::from(world.posts[post].points);
        }
        if self.stays(world, unit) {
            return 1;
        }
        let here = self.nearest_goal(world, side, self.block(unit).at);
        1 + here.saturating_sub(self.nearest_goal(world, side, to)).min(4)
    }

    /// Whether a unit is best left where it is: on a post with the enemy near, and wagons anywhere.
    fn stays(&self, world: &World, unit: Unit) -> bool {
        let (info, at) = (world.unit(unit), self.block(unit).at);
        let guards = world.post_at(at).is_some() && self.nearest_enemy(world, info.side, at) <= 3;
        guards || info.kind == Kind::Wagons
    }

    fn nearest_enemy(&self, world: &World, side: Side, from: SpaceId) -> u32 {
        let distances = self
            .present(world, side.other())
            .filter_map(|foe| world.atlas.distance(from, self.block(foe).at));
        distances.min().unwrap_or(FAR)
    }

    /// How far the nearest post is that the side doesn't hold; with all of them held, the nearest enemy.
    fn nearest_goal(&self, world: &World, side: Side, from: SpaceId) -> u32 {
        let wanted = world.posts.iter().zip(&self.held).filter(|&(_, held)| *held != Some(side));
        let distances = wanted.filter_map(|(post, _)| world.atlas.distance(from, post.space));
        distances.min().unwrap_or_else(|| self.nearest_enemy(world, side, from))
    }
}
