//! Tables and charts to look up: cities, armies, leaders, battles, and what changed by turn.

use muster_contract::{Chart, Report, ReportBody, Seat, Series, TableRow, Target, Value};
use muster_sdk::capital;
use muster_sdk::reports::{table, text};

use crate::choice::army_id;
use crate::labels::month;
use crate::sequence::after;
use crate::state::{CwStrategy, Office, Stage, Tally, armies_of};
use crate::world::Side;

fn row(side: Option<Side>, target: Option<Target>, cells: Vec<Value>) -> TableRow {
    TableRow { target, side: side.map(|side| side.id().to_owned()), cells }
}

/// A number, if it is known.
pub(crate) fn known(is_known: bool, number: impl Into<i32>) -> Value {
    if is_known { Value::Number(number.into()) } else { text("?") }
}

fn report([id, title, citation]: [&str; 3], body: ReportBody) -> Report {
    let (citation, note) = (Some(citation.to_owned()), String::new());
    Report { id: id.to_owned(), title: title.to_owned(), note, citation, body }
}

impl CwStrategy {
    /// All of them, as the seat, or the public, knows them.
    pub(crate) fn reports(&self, seat: Option<Seat>) -> Vec<Report> {
        let mut reports = vec![
            self.city_report(seat),
            self.army_report(seat),
            self.leader_report(seat),
            self.battle_report(seat),
            self.chart(["points", "Victory points", "1.10"], "points", |_, tally| tally.points),
            self.chart(["income", "Income", "11.7"], "money a turn", |_, tally| tally.income),
            self.chart(["men", "Men", "13.7"], "hundreds of men", |_, tally| {
                tally.men.map(|men| i32::try_from(men).unwrap_or(i32::MAX))
            }),
            self.loss_chart(),
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
        let columns = [
            ("Side", ""),
            ("Points", "at the end"),
            ("Won", ""),
            ("How", ""),
            ("Balance", "1 helps the Confederacy most, 5 the Union"),
            ("Realism", ""),
            ("Ended", ""),
        ];
        Some(table(["score", "Score", "13.12"], columns, rows))
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
                Value::Number(self.visible_fort(viewer, city).into()),
                Value::Flag(info.port),
            ];
            row(owner, Some(Target::Space(info.id.clone())), cells)
        });
        let columns = [
            ("City", ""),
            ("State", ""),
            ("Owner", ""),
            ("Worth", "income, and points when taken"),
            ("Fort", "level"),
            ("Port", ""),
        ];
        table(["cities", "Cities", "1.1"], columns, rows)
    }

    fn army_report(&self, seat: Option<Seat>) -> Report {
        let mut rows = Vec::new();
        for side in Side::ALL {
            let own = self.is_own(seat, side) || matches!(self.stage, Stage::Over(..));
            for (slot, army) in armies_of(self.known(side, seat)) {
                let cells = vec![
                    text(self.leader_label(side, slot, army.leader)),
                    text(side.name()),
                    text(self.world.name(army.at)),
                    known(self.sees_size(seat, side, army.at), army.size),
                    known(own, army.rating),
                    known(own, army.experience),
                    known(!army.fresh && (own || army.supply == 0), army.supply),
                ];
                rows.push(row(Some(side), Some(Target::Unit(army_id(side, slot))), cells));
            }
        }
        let columns = [
            ("Leader", ""),
            ("Side", ""),
            ("City", ""),
            ("Men", "hundreds"),
            ("Rating", ""),
            ("Experience", ""),
            ("Supply", ""),
        ];
        table(["armies", "Armies", "1.3"], columns, rows)
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
        let columns = [("Leader", ""), ("Side", ""), ("Rating", "1 to 10"), ("Office", "")];
        table(["leaders", "Leaders", "1.4"], columns, rows)
    }

    /// §14.7
    fn battle_report(&self, seat: Option<Seat>) -> Report {
        let (year, first) = self.world.facts.begins;
        let rows = self.history.iter().map(|fought| {
            let sides = [fought.attacker, fought.attacker.other()];
            let entry = |at: usize| {
                let name = self.leader_label(sides[at], fought.armies[at], fought.leaders[at]);
                let star = if at == 0 { "*" } else { "" };
                // Both sides saw who fought there; under fog the public didn't (house rule D).
                if self.sees_size(seat, sides[at], fought.at) || seat.is_some() {
                    format!("{name}{star} {}/{}", fought.losses[at], fought.sizes[at])
                } else {
                    format!("{name}{star} {}", fought.losses[at])
                }
            };
            let (winner, loser) = if fought.won { (0, 1) } else { (1, 0) };
            let cells = vec![
                text(turn_label(year, first, fought.turn)),
                text(self.world.name(fought.at)),
                text(capital(sides[winner].name())),
                text(entry(winner)),
                text(entry(loser)),
            ];
            let at = self.world.id(fought.at).to_owned();
            row(Some(sides[winner]), Some(Target::Space(at)), cells)
        });
        let columns = [
            ("Turn", ""),
            ("Where", ""),
            ("Won by", ""),
            ("Winner", "losses / hundreds of men; * attacked"),
            ("Loser", "losses / hundreds of men; * attacked"),
        ];
        Report { note: self.left_out(), ..table(["battles", "Battles", "14.7"], columns, rows) }
    }

    /// What the history keeps no more.
    fn left_out(&self) -> String {
        match self.forgotten() {
            0 => String::new(),
            1 => "The first battle of the war is left out.".to_owned(),
            many => format!("The first {many} battles of the war are left out."),
        }
    }

    /// §14.7: what each side lost in the battles of each turn.
    fn loss_chart(&self) -> Report {
        let lost = |turn: u16, _: &Tally| {
            let battles = self.history.iter().filter(|fought| fought.turn == turn);
            battles.fold([0; 2], |mut sum, fought| {
                for (side, losses) in
                    [fought.attacker, fought.attacker.other()].into_iter().zip(fought.losses)
                {
                    sum[side as usize] += i32::from(losses);
                }
                sum
            })
        };
        let head = ["losses", "Losses", "14.7"];
        Report { note: self.left_out(), ..self.chart(head, "hundreds of men lost in battle", lost) }
    }

    fn chart(&self, head: [&str; 3], axis: &str, of: impl Fn(u16, &Tally) -> [i32; 2]) -> Report {
        let series = Side::ALL.map(|side| Series {
            title: side.name().to_owned(),
            side: Some(side.id().to_owned()),
            values: (1..).zip(&self.tallies).map(|(turn, tally)| of(turn, tally)[side as usize]).collect(),
        });
        let (year, first) = self.world.facts.begins;
        let labels = (1u16..).zip(&self.tallies).map(|(turn, _)| turn_label(year, first, turn)).collect();
        let chart = Chart { axis: axis.to_owned(), labels, series: series.to_vec() };
        report(head, ReportBody::Chart(chart))
    }
}

/// The month of a turn, from the first (§3.4f).
fn turn_label(mut year: u16, mut now: u8, turn: u16) -> String {
    for _ in 1..turn {
        (year, now) = after(year, now);
    }
    format!("{} {year}", month(now))
}
