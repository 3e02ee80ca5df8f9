//! The exact chances of what is rolled for when a choice is made, without what house rules change. Each rule's file has those of its
//! choices.

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::choice::Choice;
use crate::state::BobbyLee;

impl Odds for BobbyLee {
    /// The chances of a choice.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let side = self.side_of(seat);
        let mut tables = self.fire_odds(choice);
        tables.extend(self.morale_odds(side, choice));
        tables.extend(self.outflank_odds(choice));
        tables.extend(self.march_odds(choice));
        tables.extend(self.leader_odds(side, choice));
        tables.extend(self.draft_odds(side, choice));
        tables
    }
}

/// How often each number of hits comes up among the throws of so many dice that hit on `good` of their faces.
pub(crate) fn hit_ways(dice: u8, good: u8) -> Vec<u64> {
    let good = u64::from(good.min(6));
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

/// How often each number of things comes up, by name.
pub(crate) fn counted(ways: Vec<u64>, thing: &str) -> impl Iterator<Item = (String, u64)> {
    ways.into_iter().enumerate().map(move |(count, of)| match count {
        0 => (format!("no {thing}"), of),
        1 => (format!("1 {thing}"), of),
        more => (format!("{more} {thing}s"), of),
    })
}

/// A table of what comes up how often.
pub(crate) fn table(
    title: String,
    note: String,
    citation: &str,
    rows: impl IntoIterator<Item = (String, u64)>,
) -> OddsTable {
    OddsTable {
        title,
        note,
        citation: Some(citation.to_owned()),
        rows: odds::exact(rows.into_iter().filter(|(_, of)| *of > 0)),
    }
}

/// A roll of one die against the least that is good.
pub(crate) fn one_die(title: String, citation: &str, least: u8, good: &str, bad: &str) -> OddsTable {
    let fails = u64::from(least.clamp(1, 7) - 1);
    let rows = [(good.to_owned(), 6 - fails), (bad.to_owned(), fails)];
    table(title, format!("{least} or more"), citation, rows)
}

#[cfg(test)]
mod tests {
    use super::hit_ways;

    #[test]
    fn s6_6_three_dice_at_f2_hit_once_in_twelve_of_twenty_seven_throws() {
        assert_eq!(hit_ways(3, 2), [64, 96, 48, 8]);
    }
}
