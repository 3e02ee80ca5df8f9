//! A chart's figures as a table, to be read and sorted.

use muster_contract::{Chart, Table, TableColumn, TableRow, Value};

/// A row for each of the chart's labels, and a column for each line.
pub(super) fn table_of(chart: &Chart) -> Table {
    let column = |title: &str, note: &str| TableColumn { title: title.to_owned(), note: note.to_owned() };
    let lines = chart.series.iter().map(|line| column(&line.title, &chart.axis));
    let row = |(at, label): (usize, &String)| {
        let figure =
            |values: &[i32]| values.get(at).map_or(Value::Text(String::new()), |v| Value::Number(*v));
        let figures = chart.series.iter().map(|line| figure(&line.values));
        let cells = std::iter::once(Value::Text(label.clone())).chain(figures).collect();
        TableRow { target: None, side: None, cells }
    };
    let rows = chart.labels.iter().enumerate().map(row).collect();
    Table { columns: std::iter::once(column("When", "")).chain(lines).collect(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::Series;

    #[test]
    fn a_chart_has_a_row_for_each_label_and_a_column_for_each_line() {
        let line =
            |title: &str, values: &[i32]| Series { title: title.into(), side: None, values: values.to_vec() };
        let chart = Chart {
            axis: "men".into(),
            labels: ["May", "June"].map(str::to_owned).to_vec(),
            series: vec![line("Union", &[4, 7]), line("Confederate", &[5])],
        };
        let table = table_of(&chart);
        assert_eq!(
            table.columns.iter().map(|column| &*column.title).collect::<Vec<_>>(),
            ["When", "Union", "Confederate"]
        );
        let text = |text: &str| Value::Text(text.into());
        assert_eq!(table.rows[0].cells, [text("May"), Value::Number(4), Value::Number(5)]);
        assert_eq!(table.rows[1].cells, [text("June"), Value::Number(7), text("")]);
    }
}
