//! Tables and charts to look up: all units and how they are, each corps, and what is counted by turn.

use muster_contract::{Report, Target};
use muster_sdk::capital;
use muster_sdk::reports::{count, figure, row, table, text};

use crate::state::{Brigade, Piece, Status};
use crate::units::cut_off;
use crate::world::{Corps, Side, Unit};

impl Brigade {
    /// All of them; nothing is hidden.
    pub(crate) fn reports(&self) -> Vec<Report> {
        vec![
            self.unit_report(),
            self.corps_report(),
            self.by_turn(
                ["strength", "Strength by turn", "B1"],
                "brigades and batteries on the board",
                |side| self.fighting(side).filter(|piece| piece.status == Status::Present).count() as u32,
            ),
            self.by_turn(
                ["losses", "Losses by turn", "V1"],
                "units lost, or with heavy casualties",
                |side| {
                    let tally = self.tally(side.other());
                    tally.lost + tally.heavy
                },
            ),
            self.by_turn(["points", "Points by turn", "V1"], "victory points", |side| {
                self.tally(side).points()
            }),
        ]
    }

    fn by_turn(&self, head: [&str; 3], axis: &str, of: impl Fn(Side) -> u32) -> Report {
        let sides = Side::ALL.map(|side| (side.id(), side.name(), of(side) as i32));
        count(head, axis, self.status().clock, sides)
    }

    /// The brigades and batteries of a side, wherever they are.
    fn fighting(&self, side: Side) -> impl Iterator<Item = &Piece> {
        let of_side = move |&(unit, _): &(Unit, &Piece)| {
            let info = self.world.info(unit);
            info.side == side && info.kind.fights()
        };
        self.pieces.iter().filter(of_side).map(|(_, piece)| piece)
    }

    fn unit_report(&self) -> Report {
        let rows = self.pieces.iter().map(|(unit, piece)| {
            let info = self.world.info(unit);
            let corps = piece.corps.map_or(&info.formation, |corps| &self.world.corps[corps].name);
            let state = match piece.status {
                Status::Waiting => format!("to come in turn {}", info.arrives.max(1)),
                Status::Lost => "lost".to_owned(),
                Status::Gone => "left the table".to_owned(),
                Status::Present if piece.heavy => "heavy casualties".to_owned(),
                Status::Present => String::new(),
            };
            let at = piece.on_board().map_or("", |hex| self.world.hex_name(hex));
            let cells = vec![
                text(&info.name),
                text(info.side.name()),
                text(corps),
                text(capital(info.kind.id())),
                text(at),
                text(state),
            ];
            let target = piece.on_board().map(|_| Target::Unit(info.id.clone()));
            row(Some(info.side.id()), target, cells)
        });
        let columns = [("Unit", ""), ("Side", ""), ("Corps", ""), ("Kind", ""), ("Hex", ""), ("State", "")];
        table(["units", "Units", "A4"], columns, rows)
    }

    /// \[A5\] The corps, and what each has suffered.
    fn corps_report(&self) -> Report {
        let rows = self.world.corps.iter().map(|(corps, info)| {
            let [mut present, mut heavy, mut lost] = [0; 3];
            for piece in self.of_corps(corps) {
                present += i32::from(piece.status == Status::Present);
                heavy += i32::from(piece.status == Status::Present && piece.heavy);
                lost += i32::from(matches!(piece.status, Status::Lost | Status::Gone));
            }
            let supply = if present > 0 && cut_off(self, corps) { "cut off" } else { "" };
            let cells = vec![
                text(&info.name),
                text(info.side.name()),
                figure(present),
                figure(heavy),
                figure(lost),
                text(supply),
            ];
            row(Some(info.side.id()), None, cells)
        });
        let columns = [
            ("Corps", ""),
            ("Side", ""),
            ("Units", "on the board"),
            ("Heavy", "casualties"),
            ("Lost", "or left"),
            ("Supply", ""),
        ];
        table(["corps", "Corps", "A5"], columns, rows)
    }

    /// The brigades and batteries of a corps.
    fn of_corps(&self, corps: Corps) -> impl Iterator<Item = &Piece> {
        let belongs = move |&(unit, piece): &(Unit, &Piece)| {
            piece.corps == Some(corps) && self.world.info(unit).kind.fights()
        };
        self.pieces.iter().filter(belongs).map(|(_, piece)| piece)
    }
}
