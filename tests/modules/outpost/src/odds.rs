//! D4, D5: the exact chances of an attack, before any card.
//!
//! A player may reckon with what he can see, so this does no more: against a block that stands face down it counts every
//! unit that it could be. The host asks it of a sample; whatever it took from a hidden face would give itself away by
//! being different in the next.

use muster_contract::{Chance, OddsTable, Seat};

use crate::combat::least_hit;
use crate::{Choice, Kind, Outpost, Stage, World};

/// How an attack may end, in ways that the dice may fall.
#[derive(Clone, Copy, Default)]
struct Ways {
    wins: u64,
    thrown_back: u64,
    lost: u64,
}

impl Outpost {
    /// The chances of a choice.
    pub(crate) fn chances(&self, world: &World, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let (Choice::To(to), Stage::March(attacker)) = (choice, self.stage) else { return Vec::new() };
        let enemy = world.unit(attacker).side.other();
        let Some(there) = self.unit_in(world, enemy, to) else { return Vec::new() };
        let known = self.knows(Some(seat), there);
        let candidates: Vec<u8> =
            if known { vec![there] } else { self.hidden_from(world, enemy.other()).collect() };
        let dice = self.strength(world, attacker);
        let least = least_hit(world, to);
        // Every candidate counts alike, so all are brought to the same number of ways.
        let most = candidates.iter().map(|&unit| self.strength(world, unit)).max().unwrap_or(0);
        let mut sum = Ways::default();
        for &defender in &candidates {
            let theirs = self.strength(world, defender);
            let ways = if world.unit(defender).kind == Kind::Wagons {
                Ways { wins: 6u64.pow(dice.into()), ..Ways::default() }
            } else {
                ways(dice, least, theirs)
            };
            let more = 6u64.pow(u32::from(most - theirs));
            sum.wins += ways.wins * more;
            sum.thrown_back += ways.thrown_back * more;
            sum.lost += ways.lost * more;
        }
        let out_of = candidates.len() as u64 * 6u64.pow(u32::from(dice + most));
        let rows = [
            ("it takes the place", sum.wins),
            ("it is thrown back", sum.thrown_back),
            ("it is lost", sum.lost),
        ];
        vec![OddsTable {
            title: format!("{} attacks", world.unit(attacker).name),
            note: if known {
                format!("hits on {least} or more")
            } else {
                format!("any of {} blocks may be there", candidates.len())
            },
            citation: Some("D4".to_owned()),
            exact: true,
            rows: rows.map(|(label, of)| Chance { label: label.to_owned(), of, out_of }).to_vec(),
        }]
    }
}

/// In how many ways an attack with so many dice against so many ends how; the attackers hit from `least` on, the defenders
/// from 5, and each bears as many hits as it has dice.
fn ways(dice: u8, least: u8, theirs: u8) -> Ways {
    let mut sum = Ways::default();
    for (given, &one) in (0u8..).zip(&hits(dice, least)) {
        for (taken, &other) in (0u8..).zip(&hits(theirs, 5)) {
            let count = one * other;
            if taken >= dice {
                sum.lost += count;
            } else if given >= theirs || given > taken {
                sum.wins += count;
            } else {
                sum.thrown_back += count;
            }
        }
    }
    sum
}

/// By number of hits: in how many ways so many dice come to it.
fn hits(dice: u8, least: u8) -> Vec<u64> {
    let good = u64::from(7 - least);
    let mut ways = vec![1];
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
