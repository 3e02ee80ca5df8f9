//! What stands in a table's cells: its words, and the order of the rows by it.

use muster_contract::{Table, TableRow, Value};
use std::cmp::Ordering;

/// The rows in the order of a column; of equal ones the earlier stays first. Among numbers those without one come last.
pub(super) fn in_order(table: &Table, sorted: Option<(usize, bool)>) -> Vec<&TableRow> {
    let mut rows: Vec<&TableRow> = table.rows.iter().collect();
    if let Some((column, falls)) = sorted {
        let numbers = is_number(table, column);
        let has_none = |row: &TableRow| numbers && !matches!(row.cells.get(column), Some(Value::Number(_)));
        rows.sort_by(|a, b| {
            let order = compare(a.cells.get(column), b.cells.get(column));
            has_none(a).cmp(&has_none(b)).then(if falls { order.reverse() } else { order })
        });
    }
    rows
}

fn compare(a: Option<&Value>, b: Option<&Value>) -> Ordering {
    let kind = |value: &Value| match value {
        Value::Flag(_) => 0,
        Value::Number(_) => 1,
        Value::Text(_) => 2,
    };
    match (a, b) {
        (Some(Value::Number(a)), Some(Value::Number(b))) => a.cmp(b),
        (Some(Value::Text(a)), Some(Value::Text(b))) => a.to_lowercase().cmp(&b.to_lowercase()),
        (Some(Value::Flag(a)), Some(Value::Flag(b))) => a.cmp(b),
        (a, b) => a.map(kind).cmp(&b.map(kind)),
    }
}

pub(super) fn is_number(table: &Table, column: usize) -> bool {
    table.rows.iter().any(|row| matches!(row.cells.get(column), Some(Value::Number(_))))
}

/// A cell's words: large numbers in groups of three, a yes as a tick.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::Number(number) => grouped(*number),
        Value::Text(text) => text.clone(),
        Value::Flag(true) => "✓".to_owned(),
        Value::Flag(false) => String::new(),
    }
}

pub(super) fn grouped(number: i32) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "−".to_owned() } else { String::new() };
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::TableColumn;

    fn table() -> Table {
        let column = |title: &str| TableColumn { title: title.into(), note: String::new() };
        let row = |name: &str, number: i32| TableRow {
            target: None,
            side: None,
            cells: vec![Value::Text(name.into()), Value::Number(number)],
        };
        Table {
            columns: vec![column("City"), column("Worth")],
            rows: vec![row("richmond", 20), row("Atlanta", 9), row("mobile", 20), row("Boston", 100)],
        }
    }

    fn names(sorted: Option<(usize, bool)>) -> Vec<String> {
        in_order(&table(), sorted).iter().map(|row| words(&row.cells[0])).collect()
    }

    #[test]
    fn rows_are_sorted_as_numbers_or_as_words() {
        assert_eq!(names(None), ["richmond", "Atlanta", "mobile", "Boston"]);
        assert_eq!(names(Some((0, false))), ["Atlanta", "Boston", "mobile", "richmond"]);
        assert_eq!(names(Some((1, true))), ["Boston", "richmond", "mobile", "Atlanta"]);
        assert_eq!(names(Some((9, true))).len(), 4, "a column that there isn't changes nothing");
    }

    #[test]
    fn large_numbers_stand_in_groups() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_240), "1,240");
        assert_eq!(grouped(-1_000_000), "−1,000,000");
        assert_eq!(grouped(i32::MIN), "−2,147,483,648");
    }
}
