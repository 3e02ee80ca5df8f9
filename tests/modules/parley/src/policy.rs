//! What bots think.

use muster_sdk::{Open, Policies};

use crate::{Choice, Fault, NORTH, Parley, SOUTH, World};

impl Policies for Parley {
    fn weigh(&self, world: &World, _open: &Open, policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let headlong = policy == "headlong";
        weights.extend(choices.iter().map(|choice| match choice {
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::SlipAlways if headlong => 0,
            Choice::Stand { .. } if headlong => 12,
            Choice::Look(unit) if headlong && world.broken(Fault::PolicyTells) => {
                self.strength(world, *unit).into()
            }
            Choice::Bid(bid) => 4 - u32::from(*bid),
            Choice::SealBid | Choice::Seal | Choice::Letter => 12,
            Choice::Clear | Choice::Cancel | Choice::NoLook => 0,
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::NoLetter | Choice::SlipAlways => 1,
            Choice::Step(link) => {
                let town = world
                    .links
                    .get(usize::from(*link))
                    .is_some_and(|link| world.space(link.a).town || world.space(link.b).town);
                if town { 12 } else { 4 }
            }
            Choice::Stand { ambush: true, .. } => 8,
            Choice::Look(unit) if world.broken(Fault::WeightsTell) => self.strength(world, *unit).into(),
            _ => 4,
        }));
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        let worth = |side: u8| {
            let left: i32 = Self::of_side(side).map(|unit| i32::from(self.strength(world, unit))).sum();
            let at = usize::from(side);
            i32::from(self.score[at]) * 4 + left + i32::from(self.breaking[at])
        };
        let north = (5_000 + 400 * (worth(NORTH) - worth(SOUTH))).clamp(200, 9_800) as u32;
        vec![north, 10_000 - north + u32::from(world.broken(Fault::BadEstimate))]
    }
}
