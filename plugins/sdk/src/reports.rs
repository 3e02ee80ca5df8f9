//! Short ways to write tables and charts to look up.

use muster_contract::{Chart, Report, ReportBody, Series, Table, TableColumn, TableRow, Target, Value};

/// A cell with words.
pub fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

/// A cell with a number.
pub fn figure(number: impl Into<i32>) -> Value {
    Value::Number(number.into())
}

/// A row about a side, if it is one's, that leads to something on the board.
pub fn row(side: Option<&str>, target: Option<Target>, cells: Vec<Value>) -> TableRow {
    TableRow { target, side: side.map(str::to_owned), cells }
}

fn report([id, title, citation]: [&str; 3], body: ReportBody) -> Report {
    let citation = (!citation.is_empty()).then(|| citation.to_owned());
    Report { id: id.to_owned(), title: title.to_owned(), note: String::new(), citation, body }
}

/// A report by its id, title and section: a table of these columns, each with a note or none.
pub fn table<const N: usize>(
    head: [&str; 3],
    columns: [(&str, &str); N],
    rows: impl IntoIterator<Item = TableRow>,
) -> Report {
    let columns = columns.map(|(title, note)| TableColumn { title: title.to_owned(), note: note.to_owned() });
    let table = Table { columns: columns.to_vec(), rows: rows.into_iter().collect() };
    report(head, ReportBody::Table(table))
}

/// A report by its id, title and section: what is counted now, under the turn's date and for each side by its id and name. The table
/// draws it on over the turns gone by, so that a game needn't remember them.
pub fn count<'a>(
    head: [&str; 3],
    axis: &str,
    date: String,
    of: impl IntoIterator<Item = (&'a str, &'a str, i32)>,
) -> Report {
    let line = |(side, name, value): (&str, &str, i32)| Series {
        title: name.to_owned(),
        side: Some(side.to_owned()),
        values: vec![value],
    };
    let series = of.into_iter().map(line).collect();
    report(head, ReportBody::Chart(Chart { axis: axis.to_owned(), labels: vec![date], series }))
}
