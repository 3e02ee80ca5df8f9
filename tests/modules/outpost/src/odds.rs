//! D4, D5: the chances of an attack, before any card.
//!
//! A player may reckon with what he can see, so this does no more: against a block that stands face down it works out every
//! unit that it could be, and says how low and how high the chances are. The host asks it of a sample; whatever it took
//! from a hidden face would give itself away by being different in the next.

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::combat::least_hit;
use crate::{Choice, Kind, Outpost, Stage, Unit};

impl Odds for Outpost {
    /// The chances of a choice.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let (Choice::To(to), Stage::March(attacker)) = (choice, self.stage.step()) else { return Vec::new() };
        let enemy = self.world.unit(attacker).side.other();
        let Some(there) = self.unit_in(enemy, to) else { return Vec::new() };
        let known = self.knows(Some(seat), there);
        let candidates: Vec<Unit> =
            if known { vec![there] } else { self.hidden_from(enemy.other()).collect() };
        let dice = self.strength(attacker);
        let least = least_hit(&self.world, to);
        let against = |&defender: &Unit| match self.world.unit(defender).kind {
            Kind::Wagons => ways(dice, least, 0),
            _ => ways(dice, least, self.strength(defender)),
        };
        vec![OddsTable {
            title: format!("{} attacks", self.world.unit(attacker).name),
            note: if known {
                format!("hits on {least} or more")
            } else {
                format!("any of {} blocks may be there", candidates.len())
            },
            citation: Some("D4".to_owned()),
            rows: odds::range(candidates.iter().map(against)),
        }]
    }
}

/// In how many ways an attack with so many dice against so many ends how; the attackers hit from `least` on, the defenders
/// from 5, and each bears as many hits as it has dice. Wagons have none, and are taken.
fn ways(dice: u8, least: u8, theirs: u8) -> [(&'static str, u64); 3] {
    let [mut wins, mut thrown_back, mut lost] = [0; 3];
    for (given, &one) in (0u8..).zip(&hits(dice, least)) {
        for (taken, &other) in (0u8..).zip(&hits(theirs, 5)) {
            let count = one * other;
            if taken >= dice {
                lost += count;
            } else if given >= theirs || given > taken {
                wins += count;
            } else {
                thrown_back += count;
            }
        }
    }
    [("it takes the place", wins), ("it is thrown back", thrown_back), ("it is lost", lost)]
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
