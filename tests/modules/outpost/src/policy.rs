//! What a bot thinks of its choices at first sight, and of its prospects. It plays the game out in its head from there; the
//! weights only have to keep it from what no sensible player would do.

use muster_board::SpaceId;
use muster_contract::Seat;
use muster_sdk::{OpenDecision, Policies};

use crate::{Card, Choice, Kind, Outpost, Side, Stage, Unit};

/// Farther than anything.
const FAR: u32 = 20;

impl Policies for Outpost {
    fn weigh(&self, open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|&choice| self.weight(open.seat, choice)));
    }

    /// Each side's prospects in ten-thousandths.
    fn estimate(&self) -> Vec<u32> {
        let worth = |side: Side| {
            let men: i32 = self.present(side).map(|unit| i32::from(self.strength(unit))).sum();
            let near: i32 = self
                .present(side)
                .filter(|&unit| self.world.unit(unit).kind != Kind::Wagons)
                .map(|unit| 4 - self.nearest_goal(side, self.block(unit).at).min(4) as i32)
                .sum();
            900 * self.points(side) + 250 * men + 40 * near
        };
        let blue = (5_000 + worth(Side::Blue) - worth(Side::Gray)).clamp(200, 9_800) as u32;
        vec![blue, 10_000 - blue]
    }
}

impl Outpost {
    /// A choice's weight, 0 for "never". It may follow only from what the seat knows.
    fn weight(&self, seat: Seat, choice: Choice) -> u32 {
        match choice {
            // Not by where it could go: to find that out for every block is what a bot in a hurry has no time for.
            Choice::Order(unit) if self.stays(unit) => 1,
            Choice::Order(unit) => {
                10 - self.nearest_goal(self.world.unit(unit).side, self.block(unit).at).min(6)
            }
            Choice::To(to) => match self.stage.step() {
                Stage::March(unit) => self.worth(seat, unit, to).pow(2),
                _ => 0,
            },
            Choice::Play(card) if Card::of(card) == Card::DoubleQuick => {
                let idle = |unit: Unit| !self.block(unit).spent && !self.stays(unit);
                6 * u32::from(self.orders == 0 && self.present(self.side_of(seat)).any(idle))
            }
            Choice::Play(_) => 8,
            Choice::EndOrders => 2,
            Choice::Look(_) | Choice::HoldFire => 4,
            Choice::Cancel => 0,
        }
    }

    /// What it is worth that a unit ends its march there.
    fn worth(&self, seat: Seat, unit: Unit, to: SpaceId) -> u32 {
        let (side, strength) = (self.world.unit(unit).side, self.strength(unit));
        if let Some(foe) = self.unit_in(side.other(), to) {
            let cover = u8::from(self.world.is_cover(to));
            return match self.knows(Some(seat), foe) {
                true if self.world.unit(foe).kind == Kind::Wagons => 14,
                true if strength > self.strength(foe) + cover => 10,
                true => 2,
                false if strength >= 2 + cover => 7,
                false => 2,
            };
        }
        if let Some(post) = self.world.post_at(to).filter(|&post| self.held[post] != Some(side)) {
            return 8 + 2 * u32::from(self.world.posts[post].points);
        }
        if self.stays(unit) {
            return 1;
        }
        let here = self.nearest_goal(side, self.block(unit).at);
        1 + here.saturating_sub(self.nearest_goal(side, to)).min(4)
    }

    /// Whether a unit is best left where it is: on a post with the enemy near, and wagons anywhere.
    fn stays(&self, unit: Unit) -> bool {
        let (info, at) = (self.world.unit(unit), self.block(unit).at);
        let guards = self.world.post_at(at).is_some() && self.nearest_enemy(info.side, at) <= 3;
        guards || info.kind == Kind::Wagons
    }

    fn nearest_enemy(&self, side: Side, from: SpaceId) -> u32 {
        let distances =
            self.present(side.other()).filter_map(|foe| self.world.atlas.distance(from, self.block(foe).at));
        distances.min().unwrap_or(FAR)
    }

    /// How far the nearest post is that the side doesn't hold; with all of them held, the nearest enemy.
    fn nearest_goal(&self, side: Side, from: SpaceId) -> u32 {
        let wanted = self.world.posts.iter().zip(&self.held).filter(|&(_, held)| *held != Some(side));
        let distances = wanted.filter_map(|(post, _)| self.world.atlas.distance(from, post.space));
        distances.min().unwrap_or_else(|| self.nearest_enemy(side, from))
    }
}
