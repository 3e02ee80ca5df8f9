//! Tables and charts to look up: the units that the reader can identify, and what is counted by turn.

use muster_contract::{Report, Seat, Target};
use muster_sdk::Names as _;
use muster_sdk::reports::{count, figure, row, table, text};

use crate::sequence::clock;
use crate::state::{At, BullRun};
use crate::units::face_label;
use crate::world::{Side, Unit};

impl BullRun {
    /// All of them, as the seat, or the public, knows them.
    pub(crate) fn reports(&self, seat: Option<Seat>) -> Vec<Report> {
        let morale = Side::ALL.map(|side| (side, self.morale[side as usize].into()));
        let pieces = Side::ALL.map(|side| (side, self.on_map(side).count() as i32));
        let losses = Side::ALL.map(|side| (side, self.points_lost(side)));
        // Only its owner knows how strong a whole army is, and he not before he has looked at what he drew.
        let own = seat.map(|seat| self.side_of(seat));
        let own = own.filter(|&side| self.on_map(side).all(|unit| self.knows(seat, unit)));
        let mut reports = vec![self.unit_report(seat)];
        if let Some(side) = own {
            let own = [(side, self.strength_on_map(side))];
            reports.push(self.by_turn(["strength", "Strength by turn", "4.1"], "strength on the map", &own));
        }
        reports.extend([
            self.by_turn(["pieces", "Pieces by turn", "4.1"], "pieces on the map", &pieces),
            self.by_turn(["losses", "Losses by turn", "13.1"], "strength lost", &losses),
            self.by_turn(["morale", "Morale by turn", "13"], "morale", &morale),
        ]);
        reports
    }

    fn by_turn(&self, head: [&str; 3], axis: &str, of: &[(Side, i32)]) -> Report {
        let date = if self.stage.is_set_up() { "the set-up".to_owned() } else { clock(self.round) };
        count(head, axis, date, of.iter().map(|&(side, value)| (side.id(), side.name(), value)))
    }

    fn strength_on_map(&self, side: Side) -> i32 {
        self.on_map(side).map(|unit| i32::from(self.unit(unit).strength)).sum()
    }

    /// §13.1: the strength that an army has lost. Whoever loses is turned face up before, so everybody knows how much it was.
    fn points_lost(&self, side: Side) -> i32 {
        let all = self.world.of_side(side);
        let lost =
            |unit: Unit| i32::from(self.world.unit(unit).strength) - i32::from(self.unit(unit).strength);
        all.map(lost).sum::<i32>().max(0)
    }

    /// The units whose faces the seat, or the public, knows.
    fn unit_report(&self, seat: Option<Seat>) -> Report {
        let seen = |&unit: &Unit| self.unit(unit).at != At::Off && self.knows(seat, unit);
        let rows = self.world.units.all().filter(seen).map(|unit| {
            let (info, state) = (self.world.unit(unit), self.unit(unit));
            let at = match state.at {
                At::Map(spot) => self.world.name(spot.locale).to_owned(),
                At::Display(0) | At::Off => "to be placed".to_owned(),
                At::Display(group) => format!("group {group}"),
            };
            let name =
                if info.name.is_empty() { face_label(state.kind, state.strength) } else { info.name.clone() };
            let cells = vec![
                text(name),
                text(info.side.name()),
                text(&info.formation),
                text(state.kind.id()),
                figure(state.strength),
                figure(info.strength),
                text(at),
            ];
            let target = state.spot().map(|_| Target::Unit(self.unit_id(seat, unit).to_string()));
            row(Some(info.side.id()), target, cells)
        });
        let columns = [
            ("Unit", ""),
            ("Side", ""),
            ("Formation", ""),
            ("Kind", ""),
            ("Strength", ""),
            ("At first", "strength"),
            ("Locale", ""),
        ];
        table(["units", "Units", "4.1"], columns, rows.collect::<Vec<_>>())
    }
}
