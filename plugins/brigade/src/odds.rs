//! The exact chances of firing.

use muster_board::SpaceId;
use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::choice::Choice;
use crate::labels::counted;
use crate::state::{Brigade, hits_on};
use crate::world::Unit;

/// How often each number of hits comes up among the throws of so many dice that hit from `least` on.
pub(crate) fn hit_ways(dice: u32, least: u8) -> Vec<u64> {
    let good = u64::from(7 - least);
    let mut ways = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for (hits, &count) in ways.iter().enumerate() {
            next[hits] += count * (6 - good);
            next[hits + 1] += count * good;
        }
        ways = next;
    }
    ways
}

impl Odds for Brigade {
    /// The chances of a choice.
    fn odds(&self, _seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let shot = self.attack_odds(choice).or_else(|| self.bombard_odds(choice));
        shot.into_iter().chain(self.march_odds(choice)).collect()
    }
}

impl Brigade {
    /// What a hex has suffered when these dice are rolled too: hits on it that wait count with them, and cover takes one from
    /// each unit only once (F4).
    pub(crate) fn table(
        &self,
        title: String,
        (dice, least): (u32, u8),
        (shooter, hex): (Unit, SpaceId),
        cite: &str,
    ) -> OddsTable {
        let ways = hit_ways(dice, least);
        let (covered, units) = (self.covered(hex), self.targets_in(hex, self.world.side_of(shooter)).count());
        // The owner of several covered units spreads the hits, so that cover takes one from each.
        let taken = if covered { units.max(1) } else { 0 };
        let waiting = hits_on(&self.fire.pending, hex);
        let mut effects = [0u64; 3];
        for (hits, &count) in ways.iter().enumerate() {
            effects[(usize::from(waiting) + hits).saturating_sub(taken).min(2)] += count;
        }
        let labels =
            ["no effect", "1 hit: retreat or heavy casualties", "2 hits: both, unless spread over two units"];
        let cover = match (covered, units > 1) {
            (false, _) => "in the open",
            (true, false) => "cover saves each unit a hit",
            (true, true) => "cover saves each unit a hit, if its owner spreads them",
        };
        let slope = if least == 6 { ", up a steep hill" } else { "" };
        let before = match waiting {
            0 => String::new(),
            1 => ", with the hit before".to_owned(),
            hits => format!(", with the {hits} hits before"),
        };
        OddsTable {
            title,
            note: format!("{}, {cover}{slope}{before}", counted(dice, "die", "dice")),
            citation: Some(cite.to_owned()),
            rows: odds::exact(labels.into_iter().zip(effects).filter(|&(_, of)| of > 0)),
        }
    }
}
