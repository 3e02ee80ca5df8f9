//! Tables and charts to look up: stacks, generals, Resource Hexes, ports, and how the war went turn by turn.

use muster_contract::{Chart, Report, ReportBody, Series, Table, TableColumn, TableRow, Target, Value};
use muster_sdk::capital;

use super::generals::{figures, kinds_of};
use super::panels::of_side;
use crate::charts::{BROWNSVILLE, RUNNER_PORTS, Zone};
use crate::fleets::BATTERY;
use crate::sequence::date_of;
use crate::state::{Berth, Ship, Tally, UsCivilWar};
use crate::supply::Level;
use crate::world::{Kind, Side, Space};

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn number(number: impl Into<i32>) -> Value {
    Value::Number(number.into())
}

fn report([id, title, citation]: [&str; 3], note: &str, body: ReportBody) -> Report {
    Report {
        id: id.to_owned(),
        title: title.to_owned(),
        note: note.to_owned(),
        citation: Some(citation.to_owned()),
        body,
    }
}

/// A table of these columns, each with a note or none.
fn table<const N: usize>(
    head: [&str; 3],
    note: &str,
    columns: [(&str, &str); N],
    rows: impl IntoIterator<Item = TableRow>,
) -> Report {
    let columns = columns.map(|(title, note)| TableColumn { title: title.to_owned(), note: note.to_owned() });
    let table = Table { columns: columns.to_vec(), rows: rows.into_iter().collect() };
    report(head, note, ReportBody::Table(table))
}

/// How well something is supplied, in words.
pub(crate) const fn supplied(level: Level) -> &'static str {
    match level {
        Level::Full => "full",
        Level::Limited => "limited",
        Level::Fortress => "by its Fort",
        Level::Out => "none",
    }
}

impl UsCivilWar {
    pub(super) fn reports(&self) -> Vec<Report> {
        let naval = self.has_fleets().then(|| [self.fleet_report(), self.battery_report()]);
        let others = [
            self.stack_report(),
            self.general_report(),
            self.resource_report(),
            self.port_report(),
            self.turn_report(),
            self.strength_chart(),
            self.loss_chart(),
            self.points_chart(),
            self.build_chart(),
        ];
        others.into_iter().chain(naval.into_iter().flatten()).collect()
    }

    /// §21.2: the ships of both sides, berth by berth.
    fn fleet_report(&self) -> Report {
        let row = |(side, berth): (Side, Berth)| {
            let nsps: u8 = self.ships_in(side, berth).map(Ship::nsps).sum();
            let leaders = self.leaders_in(berth).map(|leader| self.leader_label(leader));
            let leaders =
                if side == Side::Us { leaders.collect::<Vec<_>>().join(", ") } else { String::new() };
            let low = self.ships_in(side, berth).any(|ship| ship.low_on_coal);
            let cells = vec![
                text(self.called(berth.space)),
                text(self.water_called(berth)),
                text(side.name()),
                text(crate::fleets::in_words(self.ships_in(side, berth))),
                number(nsps),
                text(leaders),
                text(supplied(self.coal(side, berth))),
                text(if low { "Low on Coal" } else { "" }),
            ];
            self.row_of(berth.space, Some(side), cells)
        };
        let berths =
            Side::ALL.into_iter().flat_map(|side| self.berths_of(side).into_iter().map(move |at| (side, at)));
        let columns = [
            ("Where", ""),
            ("Water", "its hexside or coast"),
            ("Side", ""),
            ("Ships", ""),
            ("NSPs", ""),
            ("Leader", ""),
            ("Supply", ""),
            ("State", ""),
        ];
        table(["fleets", "Fleets", "21.2"], "", columns, berths.map(row).collect::<Vec<_>>())
    }

    /// §21.10.4: the Naval Batteries, place by place.
    fn battery_report(&self) -> Report {
        let places = self.fleets.batteries.chunk_by(|one, other| one == other).map(|here| here[0]);
        let rows = places.map(|at| {
            let count = self.batteries_in(at);
            let cells = vec![
                text(self.called(at)),
                text(self.world.space(at).id.clone()),
                number(count),
                number(BATTERY * count),
                text(self.world.space(at).states.only().map_or("", |state| state.name())),
                text(supplied(self.supply(Side::Cs).level(at))),
            ];
            self.row_of(at, Some(Side::Cs), cells)
        });
        let columns = [
            ("Where", ""),
            ("Hex", ""),
            ("Batteries", ""),
            ("NSPs", "in all"),
            ("State", ""),
            ("Supply", ""),
        ];
        table(["batteries", "Naval Batteries", "21.10.4"], "", columns, rows.collect::<Vec<_>>())
    }

    // The water of a berth: a hexside or hex by its number, an island or Coastal Fort by what it is called.
    fn water_called(&self, berth: Berth) -> &str {
        let name = &self.world.waters.nodes[berth.water].name;
        let space = self.world.find(name).filter(|&space| self.world.space(space).kind != Kind::Hex);
        space.map_or(name.as_str(), |space| self.called(space))
    }

    fn row_of(&self, at: Space, side: Option<Side>, cells: Vec<Value>) -> TableRow {
        let target = Some(Target::Space(self.world.space(at).id.clone()));
        TableRow { target, side: side.map(|side| side.id().to_owned()), cells }
    }

    fn stack_report(&self) -> Report {
        let rows = self.laid().filter_map(|(at, spot)| {
            let force = spot.force?;
            let side = force.side;
            let commander = self.commander_in(side, at);
            let marks: Vec<&str> = [(force.demoralized, "demoralized"), (force.foraging, "foraging")]
                .into_iter()
                .filter(|(holds, _)| *holds)
                .map(|(_, word)| word)
                .collect();
            let cells = vec![
                text(self.called(at)),
                text(self.world.space(at).id.clone()),
                text(side.name()),
                number(force.sps),
                text(commander.map_or("", |general| &self.world.general(general).label)),
                text(capital(self.theater_of(at).name())),
                text(supplied(self.supply(side).level(at))),
                text(marks.join(", ")),
            ];
            Some(self.row_of(at, Some(side), cells))
        });
        let columns = [
            ("Where", ""),
            ("Hex", ""),
            ("Side", ""),
            ("SPs", ""),
            ("Commander", ""),
            ("Theater", ""),
            ("Supply", ""),
            ("State", ""),
        ];
        table(["stacks", "Stacks", "2.2.3"], "", columns, rows.collect::<Vec<_>>())
    }

    fn general_report(&self) -> Report {
        let rows = self.world.generals.iter().map(|(general, info)| {
            let stars = self.officers[general].stars;
            let rating = self.rating(general);
            let cells = vec![
                text(&info.name),
                text(info.side.name()),
                number(stars),
                text(if stars == 0 { String::new() } else { figures(rating) }),
                text(if stars == 0 { String::new() } else { kinds_of(rating).join(", ") }),
                text(self.whereabouts(general)),
            ];
            TableRow {
                target: Some(Target::Unit(info.id.clone())),
                side: Some(info.side.id().to_owned()),
                cells,
            }
        });
        let columns = [
            ("General", ""),
            ("Side", ""),
            ("Stars", "0 before he comes"),
            ("Ratings", "attack, defense, MPs"),
            ("Kind", ""),
            ("Where", ""),
        ];
        table(["generals", "Generals", "7.2"], "", columns, rows)
    }

    fn resource_report(&self) -> Report {
        let rows = self.world.places.resources.iter().map(|&at| {
            let (info, spot) = (self.world.space(at), self.spot(at));
            let holder = self.controller(at);
            let cells = vec![
                text(&info.called),
                text(info.states.only().map_or("", |state| state.name())),
                text(holder.map_or("nobody's", of_side)),
                number(info.resource),
                number(spot.arsenals),
                text(if spot.destroyed { "destroyed" } else { "" }),
                number(self.vp_of(at)),
            ];
            self.row_of(at, holder, cells)
        });
        let columns = [
            ("Place", ""),
            ("State", ""),
            ("Holder", ""),
            ("BPs", "printed"),
            ("Arsenals", "BPs"),
            ("Industry", ""),
            ("VPs", "the Union's"),
        ];
        table(["resources", "Resource Hexes", "14.3.2"], "", columns, rows)
    }

    fn port_report(&self) -> Report {
        // §14.4.6: Brownsville is one while it stands in for Galveston.
        let instead = self.open_runner_ports(BROWNSVILLE.zone).find(|port| port.port == BROWNSVILLE.port);
        let all = || RUNNER_PORTS.iter().chain(instead);
        let ports = Zone::ALL.iter().flat_map(|&zone| all().filter(move |port| port.zone == zone));
        let rows = ports.filter_map(|port| {
            let at = self.world.find(port.port)?;
            let fort = port.fort.and_then(|fort| self.world.find(fort));
            let open = self.open_runner_ports(port.zone).any(|one| one.port == port.port);
            let cells = vec![
                text(self.called(at)),
                text(port.zone.name()),
                text(fort.map_or("", |fort| self.called(fort))),
                number(port.modifier),
                text(if open { "open" } else { "closed" }),
            ];
            Some(self.row_of(at, self.controller(at), cells))
        });
        let columns = [("Port", ""), ("Zone", ""), ("Guarded by", ""), ("Adds", "to the die"), ("Now", "")];
        table(["ports", "Runner Ports", "14.4.2"], "", columns, rows.collect::<Vec<_>>())
    }

    /// How the war went, a row a turn.
    fn turn_report(&self) -> Report {
        let rows = self.tallies.iter().map(|tally| {
            let built = tally.budget.map_or(text(""), |budget| number(budget.sps()));
            let cells = vec![
                text(self.turn_label(tally.turn)),
                number(tally.sps[0]),
                number(tally.sps[1]),
                number(tally.lost[0]),
                number(tally.lost[1]),
                number(tally.points[0]),
                number(tally.points[1]),
                number(tally.resources),
                number(tally.arsenals),
                number(tally.ports.iter().copied().map(i32::from).sum::<i32>()),
                built,
            ];
            TableRow { target: None, side: None, cells }
        });
        let columns = [
            ("At the end of", ""),
            ("US SPs", ""),
            ("CS SPs", ""),
            ("US lost", "SPs in all"),
            ("CS lost", "SPs in all"),
            ("US VPs", ""),
            ("CS VPs", ""),
            ("CS BPs", "of Resource Hexes"),
            ("Arsenals", "BPs"),
            ("Open ports", "points"),
            ("CS built", "SPs"),
        ];
        table(["turns", "Turn by turn", "3"], "", columns, rows)
    }

    /// What a turn is called in tables; that before the first is the set-up.
    fn turn_label(&self, turn: u8) -> String {
        if turn < self.world.first_turn { "the set-up".to_owned() } else { date_of(turn) }
    }

    fn series(&self, title: &str, side: Option<Side>, of: impl Fn(&Tally) -> i32) -> Series {
        Series {
            title: title.to_owned(),
            side: side.map(|side| side.id().to_owned()),
            values: self.tallies.iter().map(of).collect(),
        }
    }

    fn chart(&self, head: [&str; 3], axis: &str, series: Vec<Series>) -> Report {
        let labels = self.tallies.iter().map(|tally| self.turn_label(tally.turn)).collect();
        report(head, "", ReportBody::Chart(Chart { axis: axis.to_owned(), labels, series }))
    }

    fn strength_chart(&self) -> Report {
        let of =
            |side: Side| self.series(side.name(), Some(side), move |tally| tally.sps[side as usize].into());
        self.chart(["strength", "Strength by turn", "2.2.3"], "SPs on the map", Side::ALL.map(of).to_vec())
    }

    /// §11.2.1, §13.6.3
    fn loss_chart(&self) -> Report {
        let of =
            |side: Side| self.series(side.name(), Some(side), move |tally| tally.lost[side as usize].into());
        self.chart(
            ["losses", "Losses by turn", "11.2.1"],
            "SPs eliminated so far",
            Side::ALL.map(of).to_vec(),
        )
    }

    /// §19.3: both sides' points, and the benchmark that the balance is measured by.
    fn points_chart(&self) -> Report {
        let benchmark = |tally: &Tally| {
            let turn = tally.turn.max(self.world.first_turn);
            i32::from(self.world.benchmarks[usize::from(turn - 1)])
        };
        let series = vec![
            self.series("Union", Some(Side::Us), |tally| tally.points[0].into()),
            self.series("Confederate", Some(Side::Cs), |tally| tally.points[1].into()),
            self.series("Benchmark", None, benchmark),
        ];
        self.chart(["points", "Points by turn", "19.3"], "victory points", series)
    }

    /// §14.3.1: the Confederacy's Build Points before maintenance, by where they come from.
    fn build_chart(&self) -> Report {
        let series = vec![
            self.series("Resource Hexes", Some(Side::Cs), |tally| tally.resources.into()),
            self.series("Arsenals", None, |tally| tally.arsenals.into()),
            self.series("Open ports", None, |tally| tally.ports.iter().copied().map(i32::from).sum()),
        ];
        self.chart(["build", "Resources by turn", "14.3.1"], "points", series)
    }
}
