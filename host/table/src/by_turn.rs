//! Figures by turn: what a module counts at one moment, drawn on over the turns gone by.

use muster_contract::{Chart, EventKind, Report, ReportBody, Seat};

use crate::{
    messages::{Peer, Refused},
    table::Table,
};

/// What the last point of a chart is called where its turn has gone on since its first.
const NOW: &str = "now";

impl Table {
    /// The tables and charts to look up as a seat's eyes or the public's know them, after a step or now, for a client that may see
    /// by these. A chart of one moment has a point for each turn: as these eyes saw the turn begin.
    pub fn reports(
        &mut self,
        peer: &Peer,
        eyes: Option<Seat>,
        step: Option<u64>,
    ) -> Result<Vec<Report>, Refused> {
        self.past_of(peer, eyes)?;
        let may_know = self.knows_all(peer);
        let mut reports = match step {
            Some(step) => self.moment(eyes, step, may_know)?.view.reports,
            None => self.ask(eyes, |game| game.view(eyes))?.reports,
        };
        if !reports.iter().any(|report| moment_of(report).is_some()) {
            return Ok(reports);
        }
        let mut past = Vec::new();
        for begun in self.turns_begun(step.unwrap_or(u64::MAX)) {
            past.push(self.moment(eyes, begun, may_know)?.view.reports);
        }
        for report in &mut reports {
            draw_on(report, &past);
        }
        Ok(reports)
    }

    /// The steps in force, up to one, in which turns began.
    fn turns_begun(&self, last: u64) -> Vec<u64> {
        let mut now = "";
        let mut begun = Vec::new();
        for (number, step) in (1..=last).zip(self.history().steps()) {
            let mut turns = step.events.iter().filter(|event| matches!(event.kind, EventKind::Phase(_)));
            if let Some(turn) = turns.next_back().filter(|event| event.text != now) {
                now = &turn.text;
                begun.push(number);
            }
        }
        begun
    }
}

/// The chart of a report that tells of one moment.
fn moment_of(report: &Report) -> Option<&Chart> {
    match &report.body {
        ReportBody::Chart(chart) if chart.labels.len() == 1 => Some(chart),
        _ => None,
    }
}

/// Draws a chart of one moment on over what the same report told before. A line that wasn't known all along is left out.
fn draw_on(report: &mut Report, past: &[Vec<Report>]) {
    let Some(present) = moment_of(report) else { return };
    let then = past.iter().filter_map(|reports| reports.iter().find(|other| other.id == report.id));
    let mut points: Vec<Chart> = Vec::new();
    for chart in then.filter_map(moment_of) {
        if points.last().is_none_or(|last| last.labels != chart.labels) {
            points.push(chart.clone());
        }
    }
    match points.last() {
        Some(last) if last == present => {}
        Some(last) if last.labels == present.labels => {
            points.push(Chart { labels: vec![NOW.to_owned()], ..present.clone() });
        }
        _ => points.push(present.clone()),
    }
    let mut drawn = present.clone();
    drawn.labels = points.iter().flat_map(|point| point.labels.clone()).collect();
    for line in &mut drawn.series {
        let at = |point: &Chart| {
            let same = point.series.iter().find(|other| other.title == line.title);
            same.and_then(|same| same.values.first().copied())
        };
        line.values = points.iter().map_while(at).collect();
    }
    drawn.series.retain(|line| line.values.len() == points.len());
    report.body = ReportBody::Chart(drawn);
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::Series;

    fn chart(label: &str, lines: &[(&str, i32)]) -> Report {
        let line = |&(title, value): &(&str, i32)| Series {
            title: title.to_owned(),
            side: None,
            values: vec![value],
        };
        let series = lines.iter().map(line).collect();
        let body = ReportBody::Chart(Chart { axis: String::new(), labels: vec![label.to_owned()], series });
        Report { id: "strength".into(), title: String::new(), note: String::new(), citation: None, body }
    }

    fn drawn(mut now: Report, past: &[Report]) -> (Vec<String>, Vec<(String, Vec<i32>)>) {
        let past: Vec<Vec<Report>> = past.iter().map(|report| vec![report.clone()]).collect();
        draw_on(&mut now, &past);
        let ReportBody::Chart(chart) = now.body else { panic!("it was a chart") };
        (chart.labels, chart.series.into_iter().map(|line| (line.title, line.values)).collect())
    }

    #[test]
    fn a_turn_has_a_point_as_it_began_and_the_present_one_if_it_has_changed() {
        let begun = [chart("6 am", &[("Union", 9)]), chart("7 am", &[("Union", 7)])];
        let of = |labels: &[&str], values: &[i32]| {
            let labels = labels.iter().map(|&label| label.to_owned()).collect();
            (labels, vec![("Union".to_owned(), values.to_vec())])
        };
        assert_eq!(drawn(begun[1].clone(), &begun), of(&["6 am", "7 am"], &[9, 7]));
        let later = chart("7 am", &[("Union", 4)]);
        assert_eq!(drawn(later, &begun), of(&["6 am", "7 am", "now"], &[9, 7, 4]));
        // The second half of a turn doesn't begin it again.
        let again = [begun[0].clone(), chart("6 am", &[("Union", 8)]), begun[1].clone()];
        assert_eq!(drawn(begun[1].clone(), &again), of(&["6 am", "7 am"], &[9, 7]));
        assert_eq!(drawn(begun[0].clone(), &[]), of(&["6 am"], &[9]));
    }

    #[test]
    fn a_line_that_was_not_known_all_along_is_left_out() {
        let past = [chart("6 am", &[("Union", 9)])];
        let now = chart("7 am", &[("Confederate", 5), ("Union", 7)]);
        let (_, lines) = drawn(now, &past);
        assert_eq!(lines, [("Union".to_owned(), vec![9, 7])]);
    }
}
