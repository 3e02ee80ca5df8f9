//! The exact chances of firing.

use muster_contract::OddsTable;
use muster_sdk::odds;

use crate::bombardment::LEAST_HIT;
use crate::choice::Choice;
use crate::combat::{DICE, least_hit};
use crate::state::Brigade;
use crate::world::World;

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

impl Brigade {
    /// The chances of a choice.
    pub(crate) fn chances(&self, world: &World, choice: &Choice) -> Vec<OddsTable> {
        match *choice {
            Choice::Attack(unit, hex) => {
                vec![self.shot(
                    world,
                    unit,
                    self.piece(unit).at,
                    hex,
                    &self.hex_people(world, hex),
                    self.fire_count(world, hex),
                )]
            }
            Choice::Bombard { gun, hex, .. } => {
                let title =
                    format!("Bombardment of {} by {}", self.hex_people(world, hex), world.info(gun).name);
                vec![self.table(world, title, 1, LEAST_HIT, hex, "E1", self.fire_count(world, hex))]
            }
            Choice::To(to) => self.meeting(world, to),
            _ => Vec::new(),
        }
    }

    fn fire_count(&self, world: &World, hex: u16) -> usize {
        self.hittable(world, hex).len()
    }

    fn shot(&self, world: &World, unit: u8, from: u16, hex: u16, whom: &str, units: usize) -> OddsTable {
        let least = least_hit(Self::uphill(world, from, hex));
        let title = format!("Fire of {} on {whom}", world.info(unit).name);
        self.table(world, title, u32::from(DICE), least, hex, "F1", units)
    }

    #[allow(clippy::too_many_arguments)] // the facts that a table is made of
    fn table(
        &self,
        world: &World,
        title: String,
        dice: u32,
        least: u8,
        hex: u16,
        cite: &str,
        units: usize,
    ) -> OddsTable {
        let ways = hit_ways(dice, least);
        let covered = self.covered(world, hex);
        // The owner of several covered units spreads the hits, so that cover takes one from each.
        let taken = if covered { units.max(1) } else { 0 };
        let mut effects = [0u64; 3];
        for (hits, &count) in ways.iter().enumerate() {
            effects[hits.saturating_sub(taken).min(2)] += count;
        }
        let labels =
            ["no effect", "1 hit: retreat or heavy casualties", "2 hits: both, unless spread over two units"];
        let cover = if covered { "cover takes a hit from each unit" } else { "in the open" };
        let slope = if least == 6 { ", up a steep hill" } else { "" };
        OddsTable {
            title,
            note: format!("{dice} dice, {cover}{slope}"),
            citation: Some(cite.to_owned()),
            rows: odds::exact(labels.into_iter().zip(effects).filter(|&(_, of)| of > 0)),
        }
    }

    /// What a step beside the enemy brings: first those who will have the mover in front, then the mover itself.
    fn meeting(&self, world: &World, to: u16) -> Vec<OddsTable> {
        let Some(march) = &self.march else { return Vec::new() };
        let (mut after, mut moved) = (self.clone(), march.clone());
        after.go(world, &mut moved, to);
        let (lead, side) = (march.units[0], world.info(march.units[0]).side);
        let mut tables = Vec::new();
        let mover = &world.info(lead).name;
        for unit in after.everyone() {
            let (piece, info) = (after.piece(unit), world.info(unit));
            if info.side != side && info.kind.fights() && world.front(piece.at, piece.facing).contains(&to) {
                let units = after.in_hex(to).filter(|&one| world.info(one).kind.fights()).count();
                tables.push(after.shot(world, unit, piece.at, to, mover, units));
            }
        }
        if world.info(lead).kind.fights() {
            for hex in after.targets(world, lead) {
                let there = after.in_hex(hex).filter(|&unit| world.info(unit).side != side);
                let names: Vec<&str> = there.map(|unit| world.info(unit).name.as_str()).collect();
                tables.push(after.shot(world, lead, to, hex, &names.join(" and "), names.len()));
            }
        }
        tables
    }
}
