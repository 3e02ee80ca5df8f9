//! What the types of odds allow and their meaning doesn't.

use crate::{Chance, ChanceRange, OddsRows, OddsTable};

/// One line of a table of chances, whatever is known of them; where nothing is a range, `least` and `most` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// The result.
    pub label: &'a str,
    /// Its chance at the least: so many …
    pub least: u64,
    /// … and at the most: so many …
    pub most: u64,
    /// … out of so many.
    pub out_of: u64,
}

impl OddsRows {
    /// The lines.
    pub fn spans(&self) -> impl Iterator<Item = Span<'_>> {
        let (sure, ranges): (&[Chance], &[ChanceRange]) = match self {
            Self::Exact(rows) | Self::Simulated(rows) => (rows, &[]),
            Self::Range(rows) => (&[], rows),
        };
        let sure = sure.iter().map(|row| Span {
            label: &row.label,
            least: row.of,
            most: row.of,
            out_of: row.out_of,
        });
        sure.chain(ranges.iter().map(|row| Span {
            label: &row.label,
            least: row.least,
            most: row.most,
            out_of: row.out_of,
        }))
    }

    /// The lines, if their chances are exact.
    #[must_use]
    pub fn exact(&self) -> Option<&[Chance]> {
        match self {
            Self::Exact(rows) => Some(rows),
            Self::Simulated(_) | Self::Range(_) => None,
        }
    }
}

/// What is wrong with these odds, if anything: a chance out of nothing, one above certainty, a range whose least is above its most.
#[must_use]
pub fn fault_in_odds(tables: &[OddsTable]) -> Option<String> {
    tables.iter().find_map(|table| {
        let wrong = |row: &Span<'_>| row.out_of == 0 || row.least > row.most || row.most > row.out_of;
        let row = table.rows.spans().find(wrong)?;
        let Span { label, out_of, .. } = row;
        Some(format!("in the odds `{}`, `{label}` has the chance {} out of {out_of}", table.title, row.of()))
    })
}

impl Span<'_> {
    fn of(&self) -> String {
        between(self.least.into(), self.most.into())
    }
}

fn between(least: u128, most: u128) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

impl OddsTable {
    /// How this table breaks the promise that one of its results comes about and no other, if it does: its rows count out of
    /// different numbers, or don't add up.
    #[must_use]
    pub fn sum_fault(&self) -> Option<String> {
        let title = &self.title;
        let Some(whole) = self.rows.spans().next().map(|row| row.out_of) else {
            return Some(format!("the odds `{title}` have no rows"));
        };
        if self.rows.spans().any(|row| row.out_of != whole) {
            return Some(format!("the rows of the odds `{title}` count out of different numbers"));
        }
        let least: u128 = self.rows.spans().map(|row| u128::from(row.least)).sum();
        let most: u128 = self.rows.spans().map(|row| u128::from(row.most)).sum();
        let fits = least <= whole.into() && most >= whole.into();
        (!fits).then(|| format!("the odds `{title}` add up to {} out of {whole}", between(least, most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: OddsRows) -> OddsTable {
        OddsTable { title: "Fire".to_owned(), note: String::new(), citation: None, rows }
    }

    fn exact(rows: &[(u64, u64)]) -> OddsTable {
        let row = |&(of, out_of): &(u64, u64)| Chance { label: "hit".to_owned(), of, out_of };
        table(OddsRows::Exact(rows.iter().map(row).collect()))
    }

    fn range(rows: &[(u64, u64, u64)]) -> OddsTable {
        let row = |&(least, most, out_of): &(u64, u64, u64)| ChanceRange {
            label: "hit".to_owned(),
            least,
            most,
            out_of,
        };
        table(OddsRows::Range(rows.iter().map(row).collect()))
    }

    #[test]
    fn chances_are_fractions_between_nothing_and_certainty() {
        let fault = |table: OddsTable| fault_in_odds(&[table]).unwrap_or_default();
        assert_eq!(fault(exact(&[(0, 6), (6, 6)])), "");
        assert_eq!(fault(range(&[(0, 6, 6), (2, 2, 6)])), "");
        assert!(fault(exact(&[(1, 2), (0, 0)])).contains("`hit` has the chance 0 out of 0"));
        assert!(fault(exact(&[(7, 6)])).contains("7 out of 6"));
        assert!(fault(range(&[(3, 2, 6)])).contains("3 to 2 out of 6"));
        assert!(
            fault(range(&[(3, 7, 6)])).contains("in the odds `Fire`, `hit` has the chance 3 to 7 out of 6")
        );
        assert!(fault(range(&[(0, 0, 0)])).contains("out of 0"));
    }

    #[test]
    fn what_is_known_for_sure_is_a_range_of_nothing() {
        let one = exact(&[(1, 6)]);
        assert_eq!(one.rows.exact().map(<[Chance]>::len), Some(1));
        let span = |table: &OddsTable| {
            table
                .rows
                .spans()
                .map(|row| (row.label.to_owned(), row.least, row.most, row.out_of))
                .collect::<Vec<_>>()
        };
        assert_eq!(span(&one), [("hit".to_owned(), 1, 1, 6)]);
        let unknown = range(&[(1, 3, 6), (3, 5, 6)]);
        assert_eq!(unknown.rows.exact(), None);
        assert_eq!(span(&unknown)[1], ("hit".to_owned(), 3, 5, 6));
    }

    #[test]
    fn one_result_comes_about() {
        let fault = |table: OddsTable| table.sum_fault().unwrap_or_default();
        assert_eq!(fault(exact(&[(1, 6), (5, 6)])), "");
        assert_eq!(fault(exact(&[(u64::MAX, u64::MAX)])), "");
        assert!(fault(exact(&[(1, 6), (4, 6)])).contains("add up to 5 out of 6"));
        assert!(fault(exact(&[(1, 6), (1, 2)])).contains("different numbers"));
        assert!(fault(exact(&[])).contains("no rows"));
        assert_eq!(fault(range(&[(1, 3, 6), (3, 5, 6)])), "");
        assert!(fault(range(&[(4, 5, 6), (3, 5, 6)])).contains("add up to 7 to 10 out of 6"));
        assert!(fault(range(&[(0, 1, 6), (0, 2, 6)])).contains("add up to 0 to 3 out of 6"));
    }
}
