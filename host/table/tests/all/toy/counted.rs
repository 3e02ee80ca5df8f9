//! What the toy's reports count.

use muster_contract::*;

use super::State;

impl State {
    /// A round begins.
    pub(super) fn began(&self) -> Event {
        let text = format!("Round {}", self.round);
        super::event(EventKind::Phase("round".into()), Audience::Everyone, &text)
    }

    /// The scores now, and the number that only its own seat knows.
    pub(super) fn counted(&self, seat: Option<Seat>) -> Report {
        let line = |title: &str, value: i32| Series { title: title.into(), side: None, values: vec![value] };
        let own = seat.map(|seat| line("number", self.numbers[usize::from(seat)].into()));
        let series = own.into_iter().chain([line("red", self.score[0]), line("blue", self.score[1])]);
        let labels = vec![format!("Round {}", self.round)];
        let chart = Chart { axis: "points".into(), labels, series: series.collect() };
        let body = ReportBody::Chart(chart);
        Report { id: "score".into(), title: "Score".into(), note: String::new(), citation: None, body }
    }
}
