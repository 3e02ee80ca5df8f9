//! The view, the same for every seat: nothing is hidden.

use muster_contract::{
    Die, Marker, Panel, PanelRow, Place, Seat, Track, TrackMark, UnitFace, UnitView, Value, View,
};
use muster_sdk::{Views, attribute, line, number, uncited};

use crate::state::{Brigade, Stage, Status};
use crate::units::cut_off;
use crate::victory::Tally;
use crate::world::{Kind, Side, Unit, World};

/// The steps that a battle can come to: night falls only where another day follows (O2).
fn phases(world: &World) -> Vec<String> {
    if world.turns > world.turns_per_day {
        return Vec::new();
    }
    Stage::DAY.map(|stage| stage.row().0.to_owned()).to_vec()
}

impl Views for Brigade {
    /// The view, the same for all.
    fn view(&self, _seat: Option<Seat>) -> View {
        let mut units: Vec<Unit> = self.everyone().collect();
        // Generals lie on top of their troops.
        units.sort_by_key(|&unit| (self.world.is_general(unit), unit));
        let markers = self.entrenched.iter().map(|&hex| Marker {
            kind: "entrenched".to_owned(),
            place: self.place_of(hex),
            side: None,
            label: String::new(),
        });
        let corps = self.world.corps.iter().filter(|&(corps, _)| cut_off(self, corps)).map(|(_, info)| {
            line(format!("{} has lost its train or its line of communication.", info.name), "V1")
        });
        let sides = Side::ALL.into_iter().filter(|&side| self.enough[side as usize]);
        let enough = sides.map(|side| uncited(format!("The {} side has had enough.", side.name())));
        let turn = self.status();
        View {
            tracks: vec![Track {
                id: "turn".to_owned(),
                title: "Turn".to_owned(),
                first: 1,
                last: i32::from(self.world.turns),
                labels: Vec::new(),
                marks: vec![TrackMark {
                    side: turn.active.clone(),
                    value: i32::from(self.turn),
                    label: turn.title.clone(),
                }],
                citation: Some("B1".to_owned()),
            }],
            turn,
            phases: phases(&self.world),
            units: units.iter().map(|&unit| self.unit_view(unit)).collect(),
            markers: markers.collect(),
            cards: Vec::new(),
            panels: vec![self.activation_panel(), self.victory_panel(), self.reinforcement_panel()],
            reports: self.reports(),
            arrows: Vec::new(),
            status: corps.chain(enough).collect(),
            open_board: None,
        }
    }
}

impl Brigade {
    fn unit_view(&self, unit: Unit) -> UnitView {
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let corps = piece.corps.map_or(&info.formation, |corps| &self.world.corps[corps].name);
        let mut attributes = info.attributes.clone();
        attributes
            .push(attribute("movement", Value::Number(i32::from(crate::movement::allowance(info.kind)))));
        if info.kind == Kind::Artillery {
            attributes.push(attribute("range", Value::Number(info.range as i32)));
        }
        let strength = number(&info.attributes, "strength").and_then(|number| u8::try_from(number).ok());
        UnitView {
            id: info.id.clone(),
            side: Some(info.side.id().to_owned()),
            place: Place {
                facing: info.kind.fights().then_some(piece.facing),
                ..self.place_of(self.hex_of(unit))
            },
            face: Some(UnitFace {
                name: info.name.clone(),
                label: short(&info.name),
                symbol: info.kind.id().to_owned(),
                formation: corps.clone(),
                strength,
                spent: piece.spent,
                marks: if piece.heavy { vec!["heavy casualties".to_owned()] } else { Vec::new() },
                attributes,
                concealed_to_others: false,
            }),
        }
    }

    fn activation_panel(&self) -> Panel {
        let payer = self.march.as_ref().map(|march| march.payer);
        let mut generals: Vec<Unit> = self.generals(self.active()).collect();
        generals.sort_by_key(|&unit| !self.world.info(unit).army_general);
        let rows = generals.into_iter().map(|unit| {
            let (piece, info) = (self.piece(unit), self.world.info(unit));
            let row = row_of(info.side, &info.name)
                .note(if info.army_general { "any unit" } else { &info.formation })
                .unit(&*info.id)
                .points(piece.die.max(piece.pips), piece.pips)
                .current(payer == Some(unit));
            let die = (piece.die > 0).then_some(Die { sides: 6, face: piece.die, counts: false });
            PanelRow { die, ..row }
        });
        Panel::new("activation", "Pips", "C1", rows)
    }

    fn victory_panel(&self) -> Panel {
        let rows = Side::ALL.into_iter().map(|side| {
            let tally @ Tally { heavy, lost, cut_off } = self.tally(side);
            row_of(side, side.name())
                .note(format!("{heavy} with heavy casualties, {lost} lost, {cut_off} cut off"))
                .figure(tally.points())
        });
        Panel::new("victory", "Victory points", "V1", rows)
    }

    fn reinforcement_panel(&self) -> Panel {
        let waiting = self.pieces.all().filter(|&unit| self.piece(unit).status == Status::Waiting);
        let mut waiting: Vec<Unit> = waiting.collect();
        waiting.sort_by_key(|&unit| (self.world.info(unit).arrives, unit));
        let rows = waiting.into_iter().map(|unit| {
            let info = self.world.info(unit);
            let entries: Vec<&str> = info.entries.iter().map(|&hex| self.world.hex_name(hex)).collect();
            let note = format!("{} in {}", info.formation, entries.join(" or ")).trim_start().to_owned();
            row_of(info.side, &info.name).note(note).figure(format_args!("turn {}", info.arrives.max(1)))
        });
        Panel::new("reinforcements", "To come", "", rows)
    }
}

fn row_of(side: Side, title: &str) -> PanelRow {
    PanelRow::new(title).side(side.id())
}

/// A name for the counter: the last word of a person's name, or the owner's of a brigade's.
fn short(name: &str) -> String {
    let first = name.split_once("'s ").map_or(name, |(owner, _)| owner);
    first.rsplit(' ').next().unwrap_or(first).to_owned()
}
