//! What the types of reports allow and their meaning doesn't.

use std::collections::HashSet;

use crate::{Report, ReportBody};

/// What is wrong with these reports of a view, if anything: two of one id, a row with more or fewer cells than the table
/// has columns, a line that goes on after the chart's last label.
#[must_use]
pub fn fault_in_reports(reports: &[Report]) -> Option<String> {
    let mut seen = HashSet::with_capacity(reports.len());
    for report in reports {
        let id = &report.id;
        if id.is_empty() || !seen.insert(id) {
            return Some(format!("it shows two reports `{id}`, or one without an id"));
        }
        match &report.body {
            ReportBody::Table(table) => {
                let columns = table.columns.len();
                if let Some(row) = table.rows.iter().find(|row| row.cells.len() != columns) {
                    let cells = row.cells.len();
                    return Some(format!(
                        "a row of the report `{id}` has {cells} cells for {columns} columns"
                    ));
                }
            }
            ReportBody::Chart(chart) => {
                let labels = chart.labels.len();
                if let Some(line) = chart.series.iter().find(|line| line.values.len() > labels) {
                    let (title, values) = (&line.title, line.values.len());
                    return Some(format!(
                        "the line `{title}` of the report `{id}` has {values} values for {labels} labels"
                    ));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chart, Series, Table, TableColumn, TableRow, Value};

    fn report(id: &str, body: ReportBody) -> Report {
        Report { id: id.to_owned(), title: id.to_owned(), note: String::new(), citation: None, body }
    }

    fn table(cells: usize) -> ReportBody {
        let column = TableColumn { title: "City".to_owned(), note: String::new() };
        let row = TableRow { target: None, side: None, cells: vec![Value::Number(1); cells] };
        ReportBody::Table(Table { columns: vec![column; 2], rows: vec![row] })
    }

    fn chart(values: usize) -> ReportBody {
        let line = Series { title: "Union".to_owned(), side: None, values: vec![7; values] };
        ReportBody::Chart(Chart { axis: String::new(), labels: vec!["1".to_owned(); 2], series: vec![line] })
    }

    #[test]
    fn what_fits_together_is_no_fault() {
        assert_eq!(
            fault_in_reports(&[report("a", table(2)), report("b", chart(2)), report("c", chart(0))]),
            None
        );
    }

    #[test]
    fn what_does_not_is_named() {
        let fault = |reports: &[Report]| fault_in_reports(reports).unwrap_or_default();
        assert!(fault(&[report("a", table(3))]).contains("`a` has 3 cells for 2 columns"));
        assert!(fault(&[report("a", table(2)), report("a", chart(1))]).contains("two reports `a`"));
        assert!(fault(&[report("", chart(1))]).contains("without an id"));
        assert!(
            fault(&[report("b", chart(3))]).contains("`Union` of the report `b` has 3 values for 2 labels")
        );
    }
}
