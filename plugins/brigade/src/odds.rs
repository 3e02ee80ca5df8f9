//! The exact chances of firing.

use muster_board::SpaceId;
use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::bombardment::LEAST_HIT;
use crate::choice::Choice;
use crate::combat::{DICE, least_hit};
use crate::state::Brigade;
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
        match choice {
            Choice::Attack(unit, hex) => vec![self.shot(unit, hex)],
            Choice::Bombard { gun, hex, .. } => {
                let title =
                    format!("Bombardment of {} by {}", self.people(hex, gun), self.world.info(gun).name);
                vec![self.table(title, (1, LEAST_HIT), (gun, hex), "E1")]
            }
            Choice::To(to) => self.meeting(to),
            _ => Vec::new(),
        }
    }
}

impl Brigade {
    /// \[F1\] The chances of a unit that fires from where it stands.
    fn shot(&self, unit: Unit, hex: SpaceId) -> OddsTable {
        let least = least_hit(Self::uphill(&self.world, self.hex_of(unit), hex));
        let title = format!("Fire of {} on {}", self.world.info(unit).name, self.people(hex, unit));
        self.table(title, (u32::from(DICE), least), (unit, hex), "F1")
    }

    /// What a hex has suffered when these dice are rolled too: hits on it that wait count with them, and cover takes one from
    /// each unit only once (F4).
    fn table(
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
        let waiting = self.fire.pending.iter().find(|(at, _)| *at == hex).map_or(0, |(_, hits)| *hits);
        let mut effects = [0u64; 3];
        for (hits, &count) in ways.iter().enumerate() {
            effects[(usize::from(waiting) + hits).saturating_sub(taken).min(2)] += count;
        }
        let labels =
            ["no effect", "1 hit: retreat or heavy casualties", "2 hits: both, unless spread over two units"];
        let cover = match (covered, units > 1) {
            (false, _) => "in the open",
            (true, false) => "cover takes a hit from each unit",
            (true, true) => "cover takes a hit from each unit, if its owner spreads them",
        };
        let slope = if least == 6 { ", up a steep hill" } else { "" };
        let before = match waiting {
            0 => String::new(),
            1 => ", with the hit before".to_owned(),
            hits => format!(", with the {hits} hits before"),
        };
        OddsTable {
            title,
            note: format!("{dice} dice, {cover}{slope}{before}"),
            citation: Some(cite.to_owned()),
            rows: odds::exact(labels.into_iter().zip(effects).filter(|&(_, of)| of > 0)),
        }
    }

    /// What a step beside the enemy brings: first those who will have one of the movers in front, then the movers.
    fn meeting(&self, to: SpaceId) -> Vec<OddsTable> {
        let Some((march, _, after)) = self.after_step(to) else { return Vec::new() };
        let hexes = after.hexes_of(march.units.iter().copied());
        let shots = |unit: Unit| after.targets(unit).into_iter().map(move |hex| (unit, hex));
        let theirs = after.troops(self.world.side_of(march.units[0]) ^ 1).flat_map(shots);
        let ours = march.units.iter().copied().filter(|&unit| self.world.fights(unit)).flat_map(shots);
        let all = theirs.filter(|(_, hex)| hexes.contains(hex)).chain(ours);
        all.map(|(unit, hex)| after.shot(unit, hex)).collect()
    }
}
