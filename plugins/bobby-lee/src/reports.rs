//! Tables and charts to look up: the blocks that the reader can identify, and what is counted by quarter.

use muster_contract::{Report, Seat, Target};
use muster_sdk::reports::{count, figure, row, table, text};
use muster_sdk::{Names as _, capital};

use crate::state::{At, BobbyLee};
use crate::world::{Side, Unit};

impl BobbyLee {
    /// All of them, as the seat, or the public, knows them.
    pub(crate) fn reports(&self, seat: Option<Seat>) -> Vec<Report> {
        let blocks = Side::ALL.map(|side| (side, self.on_map(side).count() as i32));
        let lost = Side::ALL.map(|side| (side, self.fallen[side as usize].into()));
        let pool = Side::ALL.map(|side| (side, self.in_pool(side)));
        // Only its owner knows how strong a whole army is.
        let own = seat.map(|seat| self.side_of(seat)).map(|side| [(side, self.steps_on_map(side))]);
        let ahead = [(Side::Us, i32::from(self.victory)), (Side::Cs, -i32::from(self.victory))];
        let mut reports = vec![self.block_report(seat)];
        if let Some(own) = own {
            reports.push(self.by_quarter(
                ["strength", "Strength by quarter", "3.6"],
                "steps on the map",
                &own,
            ));
        }
        reports.extend([
            self.by_quarter(["blocks", "Blocks by quarter", "3"], "blocks on the map", &blocks),
            self.by_quarter(["losses", "Losses by quarter", "6.63"], "blocks eliminated so far", &lost),
            self.by_quarter(["pool", "Pools by quarter", "9.52"], "blocks in the replacement pool", &pool),
            self.by_quarter(
                ["points", "Points by quarter", "4.1"],
                "spaces ahead on the victory track",
                &ahead,
            ),
        ]);
        reports
    }

    fn by_quarter(&self, head: [&str; 3], axis: &str, of: &[(Side, i32)]) -> Report {
        let date = capital(&self.quarter_name());
        count(head, axis, date, of.iter().map(|&(side, value)| (side.id(), side.name(), value)))
    }

    /// The steps of a side's troops; a leader's are what he can still command.
    fn steps_on_map(&self, side: Side) -> i32 {
        let troops = self.on_map(side).filter(|&unit| !self.world.unit(unit).kind.leads());
        troops.map(|unit| i32::from(self.unit(unit).strength)).sum()
    }

    /// §9.52: what lies in the replacement pool.
    fn in_pool(&self, side: Side) -> i32 {
        self.world.of_side(side).filter(|&unit| self.unit(unit).at == At::Pool).count() as i32
    }

    /// The blocks on the map that the seat, or the public, can read.
    fn block_report(&self, seat: Option<Seat>) -> Report {
        let read = |&unit: &Unit| self.knows(seat, unit) && self.hex_of(unit).is_some();
        let rows = self.world.units.all().filter(read).map(|unit| {
            let (info, state) = (self.world.unit(unit), self.unit(unit));
            let at = self.hex_of(unit).map_or("", |hex| self.world.name(hex));
            let cells = vec![
                text(&info.name),
                text(info.side.name()),
                text(&info.formation),
                text(info.kind.id()),
                figure(state.strength),
                figure(info.steps),
                text(at),
                text(if state.disrupted { "disrupted" } else { "" }),
            ];
            row(Some(info.side.id()), Some(Target::Unit(self.unit_id(seat, unit).to_string())), cells)
        });
        let columns = [
            ("Block", ""),
            ("Side", ""),
            ("Formation", ""),
            ("Kind", ""),
            ("Steps", ""),
            ("At most", "steps"),
            ("Hex", ""),
            ("State", ""),
        ];
        table(["units", "Blocks", "3.6"], columns, rows.collect::<Vec<_>>())
    }
}
