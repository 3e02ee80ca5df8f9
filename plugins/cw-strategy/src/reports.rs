//! Tables and charts to look up: cities, armies, leaders, battles, and what changed by turn.

use muster_contract::{Chart, Report, ReportBody, Seat, Series, Table, TableColumn, TableRow, Target, Value};
use muster_sdk::capital;

use crate::choice::army_id;
use crate::sequence::after;
use crate::state::{CwStrategy, Office, Stage, armies_of};
use crate::words::month;
use crate::world::Side;

/// A table's columns, each with a note or none.
fn columns<const N: usize>(columns: [(&str, &str); N]) -> Vec<TableColumn> {
    columns.map(|(title, note)| TableColumn { title: title.to_owned(), note: note.to_owned() }).to_vec()
}

fn row(side: Option<Side>, target: Option<Target>, cells: Vec<Value>) -> TableRow {
    TableRow { target, side: side.map(|side| side.id().to_owned()), cells }
}

fn text(words: impl Into<String>) -> Value {
    Value::Text(words.into())
}

/// A number, if it is known.
pub(crate) fn known(is_known: bool, number: impl Into<i32>) -> Value {
    if is_known { Value::Number(number.into()) } else { text("?") }
}

fn report(id: &str, title: &str, citation: &str, body: ReportBody) -> Report {
    Report {
        id: id.to_owned(),
        title: title.to_owned(),
        note: String::new(),
        citation: Some(citation.to_owned()),
        body,
    }
}

impl CwStrategy {
    /// All of them, as the seat, or the public, knows them.
    pub(crate) fn reports(&self, seat: Option<Seat>) -> Vec<Report> {
        let mut reports = vec![
            self.city_report(seat),
            self.army_report(seat),
            self.leader_report(seat),
            self.battle_report(seat),
            self.chart("points", "Victory points", "points", "1.10", |tally| tally.points),
            self.chart("income", "Income", "money a turn", "11.7", |tally| tally.income),
            self.chart("men", "Men", "hundreds of men", "13.7", |tally| {
                tally.men.map(|men| i32::try_from(men).unwrap_or(i32::MAX))
            }),
        ];
        reports.extend(self.score_report());
        reports
    }

    /// §13.12: what a list of the best games needs of this one, once it is over: each side's points, whether and how it won, how the
    /// odds were set, and when it ended.
    fn score_report(&self) -> Option<Report> {
        let outcome = self.result()?;
        let won = |side: Side| outcome.winner.as_deref() == Some(side.id());
        let rows = Side::ALL.map(|side| {
            let cells = vec![
                text(side.name()),
                Value::Number(self.power(side).points),
                Value::Flag(won(side)),
                text(&outcome.degree),
                Value::Number(self.balance.into()),
                Value::Flag(self.realism),
                text(self.date()),
            ];
            row(Some(side), None, cells)
        });
        let columns = columns([
            ("Side", ""),
            ("Points", "at the end"),
            ("Won", ""),
            ("How", ""),
            ("Balance", "1 helps the Confederacy most, 5 the Union"),
            ("Realism", ""),
            ("Ended", ""),
        ]);
        Some(report("score", "Score", "13.12", ReportBody::Table(Table { rows: rows.to_vec(), columns })))
    }

    fn city_report(&self, seat: Option<Seat>) -> Report {
        let viewer = seat.map(|seat| self.side_of(seat));
        let rows = self.world.all().map(|city| {
            let info = self.world.city(city);
            let owner = self.owner(city);
            let cells = vec![
                text(&info.title),
                text(&info.state),
                text(owner.map_or("neutral", Side::name)),
                Value::Number(info.worth),
                Value::Number(self.fort_seen(viewer, city).into()),
                Value::Flag(info.port),
            ];
            row(owner, Some(Target::Space(info.id.clone())), cells)
        });
        let columns = columns([
            ("City", ""),
            ("State", ""),
            ("Owner", ""),
            ("Worth", "income, and points when taken"),
            ("Fort", "level"),
            ("Port", ""),
        ]);
        let body = ReportBody::Table(Table { rows: rows.collect(), columns });
        report("cities", "Cities", "1.1", body)
    }

    fn army_report(&self, seat: Option<Seat>) -> Report {
        let mut rows = Vec::new();
        for side in Side::ALL {
            let own = self.is_own(seat, side) || matches!(self.stage, Stage::Over(..));
            for (slot, army) in armies_of(self.known(side, seat)) {
                let cells = vec![
                    text(self.leader_words(side, slot, army.leader)),
                    text(side.name()),
                    text(self.world.name(army.at)),
                    known(self.size_seen(seat, side, army.at), army.size),
                    known(own, army.rating),
                    known(own, army.experience),
                    known(!army.fresh && (own || army.supply == 0), army.supply),
                ];
                rows.push(row(Some(side), Some(Target::Unit(army_id(side, slot))), cells));
            }
        }
        let columns = columns([
            ("Leader", ""),
            ("Side", ""),
            ("City", ""),
            ("Men", "hundreds"),
            ("Rating", ""),
            ("Experience", ""),
            ("Supply", ""),
        ]);
        report("armies", "Armies", "1.3", ReportBody::Table(Table { columns, rows }))
    }

    fn leader_report(&self, seat: Option<Seat>) -> Report {
        let mut rows = Vec::new();
        for side in Side::ALL {
            let power = self.known(side, seat);
            let own = self.is_own(seat, side) || matches!(self.stage, Stage::Over(..));
            for (leader, office) in self.world.leaders[side as usize].iter().zip(power.leaders) {
                let slot = rows.len() % crate::world::SLOTS;
                let rating = known(own || !self.world.options.vary, power.ratings[slot]);
                let office = match office {
                    Office::Available => "available",
                    Office::Commanding => "commands",
                    Office::Gone => "gone",
                };
                let cells = vec![text(&leader.name), text(side.name()), rating, text(office)];
                rows.push(row(Some(side), None, cells));
            }
        }
        let columns = columns([("Leader", ""), ("Side", ""), ("Rating", "1 to 10"), ("Office", "")]);
        report("leaders", "Leaders", "1.4", ReportBody::Table(Table { columns, rows }))
    }

    /// §14.7
    fn battle_report(&self, seat: Option<Seat>) -> Report {
        let (year, first) = self.world.facts.begins;
        let rows = self.history.iter().map(|fought| {
            let sides = [fought.attacker, fought.attacker.other()];
            let told = |at: usize| {
                let name = self.leader_words(sides[at], fought.armies[at], fought.leaders[at]);
                let star = if at == 0 { "*" } else { "" };
                // Both sides saw who fought there; under fog the public didn't (house rule D).
                if self.size_seen(seat, sides[at], fought.at) || seat.is_some() {
                    format!("{name}{star} {}/{}", fought.losses[at], fought.sizes[at])
                } else {
                    format!("{name}{star} {}", fought.losses[at])
                }
            };
            let (winner, loser) = if fought.won { (0, 1) } else { (1, 0) };
            let cells = vec![
                text(turn_words(year, first, fought.turn)),
                text(self.world.name(fought.at)),
                text(capital(sides[winner].name())),
                text(told(winner)),
                text(told(loser)),
            ];
            let at = self.world.id(fought.at).to_owned();
            row(Some(sides[winner]), Some(Target::Space(at)), cells)
        });
        let columns = columns([
            ("Turn", ""),
            ("Where", ""),
            ("Won by", ""),
            ("Winner", "losses / hundreds of men; * attacked"),
            ("Loser", "losses / hundreds of men; * attacked"),
        ]);
        let body = ReportBody::Table(Table { rows: rows.collect(), columns });
        let note = match self.forgotten() {
            0 => String::new(),
            1 => "The first battle of the war is left out.".to_owned(),
            many => format!("The first {many} battles of the war are left out."),
        };
        Report { note, ..report("battles", "Battles", "14.7", body) }
    }

    fn chart(
        &self,
        id: &str,
        title: &str,
        axis: &str,
        citation: &str,
        of: impl Fn(&crate::state::Tally) -> [i32; 2],
    ) -> Report {
        let series = Side::ALL.map(|side| Series {
            title: side.name().to_owned(),
            side: Some(side.id().to_owned()),
            values: self.tallies.iter().map(|tally| of(tally)[side as usize]).collect(),
        });
        let (year, first) = self.world.facts.begins;
        let labels = (1u16..).zip(&self.tallies).map(|(turn, _)| turn_words(year, first, turn)).collect();
        let chart = Chart { axis: axis.to_owned(), labels, series: series.to_vec() };
        report(id, title, citation, ReportBody::Chart(chart))
    }
}

/// The month of a turn, from the first (§3.4f).
fn turn_words(mut year: u16, mut now: u8, turn: u16) -> String {
    for _ in 1..turn {
        (year, now) = after(year, now);
    }
    format!("{} {year}", month(now))
}
