//! What bots think.

use muster_sdk::{OpenDecision, Policies};

use crate::{Choice, Fault, NORTH, Parley, SOUTH};

impl Policies for Parley {
    fn weigh(&self, _open: &OpenDecision, policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let headlong = policy == "headlong";
        weights.extend(choices.iter().map(|choice| match choice {
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::SlipAlways if headlong => 0,
            Choice::Stand { .. } if headlong => 12,
            Choice::Look(unit) if headlong && self.world.broken(Fault::PolicyTells) => {
                self.strength(*unit).into()
            }
            Choice::Bid(bid) => 4 - u32::from(*bid),
            Choice::SealBid | Choice::Seal | Choice::Letter => 12,
            Choice::Clear | Choice::Cancel | Choice::NoLook => 0,
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::NoLetter | Choice::SlipAlways => 1,
            Choice::Step(link) => {
                let town = self
                    .world
                    .links
                    .get(usize::from(*link))
                    .is_some_and(|link| self.world.space(link.a).town || self.world.space(link.b).town);
                if town { 12 } else { 4 }
            }
            Choice::Stand { ambush: true, .. } => 8,
            Choice::Look(unit) if self.world.broken(Fault::WeightsTell) => self.strength(*unit).into(),
            _ => 4,
        }));
    }

    fn estimate(&self) -> Vec<u32> {
        let worth = |side: u8| {
            let left: i32 = Self::of_side(side).map(|unit| i32::from(self.strength(unit))).sum();
            let at = usize::from(side);
            i32::from(self.score[at]) * 4 + left + i32::from(self.breaking[at])
        };
        let north = (5_000 + 400 * (worth(NORTH) - worth(SOUTH))).clamp(200, 9_800) as u32;
        vec![north, 10_000 - north + u32::from(self.world.broken(Fault::BadEstimate))]
    }
}
