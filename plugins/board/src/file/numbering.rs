//! How the hexes of a board are numbered: two digits for the column and two for the row, in either order.

use super::reading::{Entry, shortened};

/// The largest number of a row or column, since ids have two digits for each.
const LARGEST: usize = 99;

/// The numbers of a board's hexes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    rows_first: bool,
    /// The column's and the row's number of the upper left hex.
    first: [usize; 2],
}

impl Numbering {
    /// Reads `ids` and `first`; none and a mistake if they can't be read, or don't reach for so many columns and rows.
    pub(super) fn of(entry: &Entry<'_, '_>, [columns, rows]: [usize; 2]) -> Option<Numbering> {
        let rows_first = rows_first_of(entry)?;
        let [column, row] = match first_of(entry)? {
            [row, column] if rows_first => [column, row],
            [column, row] => [column, row],
        };
        for (what, first, count) in [("column", column, columns), ("row", row, rows)] {
            let last = first + count.saturating_sub(1);
            if last > LARGEST {
                let what =
                    format!("the last {what} would have the number {last}, which has more than two digits");
                entry.report("first", what, "Begin with a smaller number.");
                return None;
            }
        }
        Some(Numbering { rows_first, first: [column, row] })
    }

    /// The numbers of a column and a row that are counted from 0 at the upper left.
    fn numbers(&self, column: usize, row: usize) -> [usize; 2] {
        [self.first[0] + column, self.first[1] + row]
    }

    /// The id of the hex in a column and a row, counted from 0 at the upper left.
    pub(super) fn id(&self, column: usize, row: usize) -> String {
        let [column, row] = self.numbers(column, row);
        let [one, other] = if self.rows_first { [row, column] } else { [column, row] };
        format!("{one:02}{other:02}")
    }

    /// Whether a column and a row, counted from 0 at the upper left, have odd numbers.
    pub(super) fn odd(&self, column: usize, row: usize) -> [bool; 2] {
        self.numbers(column, row).map(|number| !number.is_multiple_of(2))
    }

    /// What comes first in an id, as messages say it.
    pub(super) fn order(&self) -> &'static str {
        if self.rows_first { "rows" } else { "columns" }
    }
}

/// Whether ids begin with the row.
fn rows_first_of(entry: &Entry<'_, '_>) -> Option<bool> {
    if !entry.has("ids") {
        return Some(false);
    }
    let word = entry.text_at("ids")?;
    match word.text {
        "column-row" => Some(false),
        "row-column" => Some(true),
        _ => {
            let what = format!("hexes have no ids {:?}", shortened(word.text));
            entry.report("ids", what, "Write \"column-row\" or \"row-column\".");
            None
        }
    }
}

/// The two numbers of the upper left hex's id, as they stand there.
fn first_of(entry: &Entry<'_, '_>) -> Option<[usize; 2]> {
    if !entry.has("first") {
        return Some([1, 1]);
    }
    let word = entry.text_at("first")?;
    let is_id = word.text.len() == 4 && word.text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = is_id.then(|| word.text.split_at(2)).map(|(one, other)| [one.parse(), other.parse()]);
    match numbers {
        Some([Ok(one), Ok(other)]) => Some([one, other]),
        _ => {
            let what = format!("{:?} is no id of a hex", shortened(word.text));
            entry.report("first", what, "Write the four digits of the upper left hex: \"0101\".");
            None
        }
    }
}
