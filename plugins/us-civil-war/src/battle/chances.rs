//! §11.2: the exact chances of a battle.

use crate::charts::Result as Score;

use super::fight::{Outcome, Verdict};
use super::sheet::{Line, Sheet};

/// The most that three dice show.
const MOST: usize = 18;

/// How often each outcome comes up among all throws of both sides' dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Each outcome that can come up and its ways, from the best for the attacker.
    pub rows: Vec<(Outcome, u64)>,
    /// All throws: 36 to 46,656, and where ones are rolled again the same of all pairs of throws.
    pub all: u64,
}

impl Chances {
    /// The ways that end with a verdict.
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.those(|outcome| outcome.verdict == verdict)
    }

    /// The ways whose outcome is such.
    pub fn those(&self, fits: impl Fn(&Outcome) -> bool) -> u64 {
        self.rows.iter().filter(|(outcome, _)| fits(outcome)).map(|(_, ways)| ways).sum()
    }
}

/// Each face of a die comes up once.
const PLAIN: [u64; 6] = [1; 6];
/// §22.5.3: of the 36 throws of a die whose 1 is rolled again, one shows a 1.
const SPIRITED: [u64; 6] = [1, 7, 7, 7, 7, 7];

/// How many throws of so many dice show each sum.
pub(crate) fn sums(dice: u8) -> [u64; MOST + 1] {
    sums_of(dice, PLAIN)
}

/// The same of dice whose faces come up so often.
fn sums_of(dice: u8, faces: [u64; 6]) -> [u64; MOST + 1] {
    let mut ways = [0; MOST + 1];
    ways[0] = 1;
    for _ in 0..dice {
        let mut next = [0; MOST + 1];
        for (sum, &count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
            for (face, often) in (1..).zip(faces) {
                next[sum + face] += count * often;
            }
        }
        ways = next;
    }
    ways
}

/// The results that a side can roll, each with its throws. Equal sums that give one result are put together.
fn scores(line: &Line) -> Vec<(Score, u64)> {
    let mut scores: Vec<(Score, u64)> = Vec::new();
    let all = sums_of(line.column.dice(), if line.spirited { SPIRITED } else { PLAIN });
    for (sum, &ways) in all.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let score = line.score(sum as i8);
        match scores.last_mut() {
            // A column doesn't fall as the roll rises, so that equal results follow each other.
            Some((last, count)) if *last == score => *count += ways,
            _ => scores.push((score, ways)),
        }
    }
    scores
}

impl Sheet {
    /// Calls `found` with each outcome that can come up and its ways; an outcome may come up more than once.
    pub(crate) fn each_outcome(&self, mut found: impl FnMut(Outcome, u64)) {
        let (ours, theirs) = (scores(&self.attacker), scores(&self.defender));
        for &(attack, ways) in &ours {
            theirs.iter().for_each(|&(defense, others)| found(self.outcome(attack, defense), ways * others));
        }
    }

    /// The chances of all outcomes.
    pub fn chances(&self) -> Chances {
        let mut rows: Vec<(Outcome, u64)> = Vec::new();
        self.each_outcome(|outcome, ways| rows.push((outcome, ways)));
        rows.sort_unstable_by_key(|&(outcome, _)| outcome);
        rows.dedup_by(|next, row| {
            let same = next.0 == row.0;
            row.1 += if same { next.1 } else { 0 };
            same
        });
        let all = rows.iter().map(|(_, ways)| ways).sum();
        Chances { rows, all }
    }
}
