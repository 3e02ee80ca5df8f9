//! Tables of chances.

use std::cmp::Ordering;

use muster_contract::{Chance, ChanceRange, OddsRows};

/// Of so many, where the numbers of a range don't fit beside each other.
const PARTS: u64 = 1_000_000_000;

/// Results with the number of ways in which each comes about, all equally likely: nothing is guessed.
pub fn exact<L: Into<String>>(rows: impl IntoIterator<Item = (L, u64)>) -> OddsRows {
    OddsRows::Exact(chances(rows))
}

/// Results with the number of trials in which each came about.
pub fn simulated<L: Into<String>>(rows: impl IntoIterator<Item = (L, u64)>) -> OddsRows {
    OddsRows::Simulated(chances(rows))
}

/// Results over all that the seat can't rule out: for each case the ways in which each result comes about, as for [`exact`]. Where every
/// case has the same chances, nothing unknown decides, and they are exact.
pub fn range<L: Into<String>, R: IntoIterator<Item = (L, u64)>>(
    cases: impl IntoIterator<Item = R>,
) -> OddsRows {
    let mut cases = cases.into_iter().map(chances);
    let Some(first) = cases.next() else { return OddsRows::Exact(Vec::new()) };
    let mut rows: Vec<Ends> = first.iter().map(|row| Ends::of(row.label.clone(), row.into())).collect();
    for case in cases {
        for row in &case {
            match rows.iter_mut().find(|ends| ends.label == row.label) {
                Some(ends) => ends.take_in(row.into()),
                // None of the cases before could come to this.
                None => {
                    let mut ends = Ends::of(row.label.clone(), Share::NONE);
                    ends.take_in(row.into());
                    rows.push(ends);
                }
            }
        }
        for ends in &mut rows {
            if case.iter().all(|row| row.label != ends.label) {
                ends.take_in(Share::NONE);
            }
        }
    }
    if rows.iter().all(|ends| ends.least == ends.most) {
        return OddsRows::Exact(first);
    }
    OddsRows::Range(side_by_side(rows))
}

fn chances<L: Into<String>>(rows: impl IntoIterator<Item = (L, u64)>) -> Vec<Chance> {
    let mut rows: Vec<Chance> =
        rows.into_iter().map(|(label, of)| Chance { label: label.into(), of, out_of: 0 }).collect();
    let out_of = rows.iter().map(|row| row.of).sum();
    rows.iter_mut().for_each(|row| row.out_of = out_of);
    rows
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    of: u64,
    out_of: u64,
}

impl Share {
    const NONE: Self = Self { of: 0, out_of: 1 };

    fn compared(self, other: Self) -> Ordering {
        let cross = |one: u64, two: u64| u128::from(one) * u128::from(two);
        cross(self.of, other.out_of).cmp(&cross(other.of, self.out_of))
    }
}

impl From<&Chance> for Share {
    fn from(row: &Chance) -> Self {
        let common = common(row.of, row.out_of).max(1);
        Self { of: row.of / common, out_of: (row.out_of / common).max(1) }
    }
}

/// The least and the greatest chance of a result so far.
struct Ends {
    label: String,
    least: Share,
    most: Share,
}

impl Ends {
    fn of(label: String, share: Share) -> Self {
        Self { label, least: share, most: share }
    }

    fn take_in(&mut self, share: Share) {
        if share.compared(self.least) == Ordering::Less {
            self.least = share;
        }
        if share.compared(self.most) == Ordering::Greater {
            self.most = share;
        }
    }
}

/// All of them out of the same number. Where that number would be too large, the least is rounded down and the most up.
fn side_by_side(rows: Vec<Ends>) -> Vec<ChanceRange> {
    let shares = rows.iter().flat_map(|ends| [ends.least, ends.most]);
    let whole = shares
        .map(|share| share.out_of)
        .try_fold(1u64, |whole, out_of| whole.checked_mul(out_of / common(whole, out_of).max(1)))
        .unwrap_or(PARTS);
    let parts = |share: Share, up: bool| {
        let (of, out_of) = (u128::from(share.of) * u128::from(whole), u128::from(share.out_of));
        let parts = if up { of.div_ceil(out_of) } else { of / out_of };
        u64::try_from(parts).unwrap_or(whole)
    };
    let row = |ends: Ends| ChanceRange {
        label: ends.label,
        least: parts(ends.least, false),
        most: parts(ends.most, true),
        out_of: whole,
    };
    rows.into_iter().map(row).collect()
}

/// The greatest number that divides both.
fn common(one: u64, two: u64) -> u64 {
    if two == 0 { one } else { common(two, one % two) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::OddsTable;

    fn rows(odds: &OddsRows) -> Vec<(&str, u64, u64, u64)> {
        odds.spans().map(|row| (row.label, row.least, row.most, row.out_of)).collect()
    }

    fn adds_up(rows: OddsRows) {
        let table = OddsTable { title: String::new(), note: String::new(), citation: None, rows };
        assert_eq!(table.sum_fault(), None);
    }

    #[test]
    fn ways_are_counted_out_of_all_ways() {
        assert_eq!(rows(&exact([("hit", 2), ("miss", 4)])), [("hit", 2, 2, 6), ("miss", 4, 4, 6)]);
        assert!(matches!(simulated([("hit", 2)]), OddsRows::Simulated(_)));
    }

    #[test]
    fn a_range_goes_from_the_worst_case_to_the_best() {
        let odds = range([[("won", 1), ("lost", 2)], [("won", 3), ("lost", 1)], [("won", 1), ("lost", 1)]]);
        assert_eq!(rows(&odds), [("won", 4, 9, 12), ("lost", 3, 8, 12)]);
        assert!(matches!(odds, OddsRows::Range(_)));
        adds_up(odds);
    }

    #[test]
    fn what_a_case_does_not_name_does_not_come_about_in_it() {
        let odds = range([vec![("hit", 1), ("miss", 1)], vec![("miss", 1), ("flight", 3)]]);
        assert_eq!(rows(&odds), [("hit", 0, 2, 4), ("miss", 1, 2, 4), ("flight", 0, 3, 4)]);
        adds_up(odds);
    }

    #[test]
    fn cases_of_the_same_chances_are_exact() {
        let odds = range([[("won", 1), ("lost", 2)], [("won", 2), ("lost", 4)]]);
        assert_eq!(rows(&odds), [("won", 1, 1, 3), ("lost", 2, 2, 3)]);
        assert!(odds.exact().is_some());
        assert!(range([[("won", 1), ("lost", 2)]]).exact().is_some(), "one case is no range");
    }

    #[test]
    fn numbers_without_a_common_multiple_are_rounded_outwards() {
        let primes = [(1u64 << 61) - 1, (1 << 31) - 1];
        let odds = range(primes.map(|out_of| [("won", out_of / 2), ("lost", out_of - out_of / 2)]));
        let OddsRows::Range(ranges) = &odds else { panic!("{odds:?}") };
        let [won, lost] = &ranges[..] else { panic!("{ranges:?}") };
        assert_eq!((won.least, won.most, won.out_of), (499_999_999, 500_000_000, PARTS));
        assert_eq!((lost.least, lost.most), (500_000_000, 500_000_001));
        adds_up(odds);
    }
}
