//! What a seat, or the public, sees: everything but the other side's cards (C74).

use muster_contract::{Arrow, Marker, Seat, UnitFace, UnitView, Value, View};
use muster_sdk::{Names as _, Views, attribute, capital, place};

use crate::state::{Spot, Step, UsCivilWar, Works};
use crate::strategic::Mode;
use crate::units::Piece;
use crate::world::{General, Side, Space};

mod battle;
mod economy;
mod generals;
mod overlays;
mod panels;
mod reach;
mod reports;
mod tracks;

pub(crate) use overlays::overlays;

impl Views for UsCivilWar {
    fn view(&self, seat: Option<Seat>) -> View {
        View {
            turn: self.status(),
            phases: self.phases_now(),
            units: self.visible_units(seat),
            markers: self.markers().into_iter().chain(self.battery_markers()).collect(),
            tracks: vec![self.turn_track(), self.victory_track()],
            cards: Vec::new(),
            panels: self.panels(seat),
            reports: self.reports(),
            arrows: self.way_so_far(seat).into_iter().collect(),
            status: self.status_lines(),
            open_board: None,
        }
    }
}

impl UsCivilWar {
    /// The sequence of play; what comes before the first turn only while it is decided.
    fn phases_now(&self) -> Vec<String> {
        let set_up = matches!(self.frames.step(), Step::Forward(_));
        let all = crate::describe::PHASES.iter().map(|(id, ..)| *id);
        all.filter(|id| set_up || *id != "set-up").map(str::to_owned).collect()
    }

    /// §15.1: how far SPs on a Strategic Move have come: until they have arrived they stand where they come from.
    fn way_so_far(&self, seat: Option<Seat>) -> Option<Arrow> {
        let Step::Convoy(convoy) = self.frames.step() else { return None };
        let style = match convoy.last? {
            Mode::Rail => "rail",
            Mode::River | Mode::Ocean => "sea",
            Mode::Road => "march",
        };
        Some(Arrow {
            path: [convoy.from, convoy.at].map(|space| self.space_id(space).to_owned()).to_vec(),
            unit: Some(self.unit_id(seat, Piece::Force(convoy.side, convoy.from)).to_string()),
            side: Some(convoy.side.id().to_owned()),
            style: style.to_owned(),
            label: crate::units::counted(convoy.sps),
        })
    }

    /// Generals stand on their Strength Points, and lie above them; Militia below.
    fn visible_units(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let mut units = Vec::new();
        let mut show = |piece: Piece, side: Side, at: Space, face: UnitFace| {
            units.push(UnitView {
                id: self.unit_id(seat, piece).to_string(),
                side: Some(side.id().to_owned()),
                place: place(self.space_id(at)),
                face: Some(face),
            });
        };
        for (space, spot) in self.laid() {
            if let Some(militia) = spot.militia {
                let info = &self.world.militia[militia];
                show(
                    Piece::Militia(militia),
                    info.side,
                    space,
                    face(capital(&info.name()), info.state.code(), "garrison"),
                );
            }
            if let Some(force) = spot.force {
                let piece = Piece::Force(force.side, space);
                let mut shown = face(crate::units::counted(force.sps), "SP", "infantry");
                shown.strength = Some(force.sps);
                shown.spent = force.moved >= force.sps;
                shown.marks.extend(force.demoralized.then(|| "demoralized".to_owned()));
                shown.marks.extend(force.foraging.then(|| "foraging".to_owned()));
                show(piece, force.side, space, shown);
            }
        }
        if let Some(march) = self.march.as_deref().filter(|march| march.sps > 0) {
            let mut shown = face(crate::units::counted(march.sps), "SP", "infantry");
            shown.strength = Some(march.sps);
            shown.marks.extend(march.demoralized.then(|| "demoralized".to_owned()));
            show(Piece::March(march.side), march.side, march.at, shown);
        }
        for (general, info) in self.world.generals.iter() {
            let piece = Piece::General(general);
            if let Some(at) = self.space_of(piece) {
                show(piece, info.side, at, self.general_face(general));
            }
        }
        units.extend(self.naval_units());
        units
    }

    fn general_face(&self, general: General) -> UnitFace {
        let (info, officer) = (self.world.general(general), &self.officers[general]);
        let rating = info.rating(officer.stars);
        let mut shown = face(info.name.clone(), &info.label, "general");
        shown.spent = officer.moved;
        shown.attributes = vec![
            attribute("stars", Value::Number(officer.stars.into())),
            attribute("attack", Value::Number(rating.attack.into())),
            attribute("defense", Value::Number(rating.defense.into())),
            attribute("moves", Value::Number(rating.moves.into())),
        ];
        let kinds = [(rating.cautious, "cautious"), (rating.rides(), "cavalry")];
        shown.marks.extend(kinds.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()));
        shown.marks.extend(self.army_mark(general).map(str::to_owned));
        shown
    }

    fn markers(&self) -> Vec<Marker> {
        let mut markers = Vec::new();
        for (space, spot) in self.laid() {
            let mut mark = |kind: &str, side: Option<Side>, label: String| {
                markers.push(Marker {
                    kind: kind.to_owned(),
                    place: place(self.space_id(space)),
                    side: side.map(|side| side.id().to_owned()),
                    label,
                });
            };
            self.mark_spot(spot, &mut mark);
        }
        markers
    }

    fn mark_spot(&self, spot: &Spot, mark: &mut impl FnMut(&str, Option<Side>, String)) {
        match spot.works {
            Works::Entrenchment(side) => mark("entrenchment", Some(side), String::new()),
            Works::Fort(side, level) => mark("fort-works", Some(side), format!("F{level}")),
            Works::None => {}
        }
        if let Some(begun) = spot.begun {
            mark("begun-works", Some(begun.side), format!("F{} begun", begun.level));
        }
        if spot.marker.is_some() {
            mark("control", spot.marker, String::new());
        }
        if spot.destroyed {
            mark("destroyed", None, "destroyed".to_owned());
        }
        if spot.arsenals > 0 {
            mark("arsenal", Some(Side::Cs), format!("Arsenal {}", spot.arsenals));
        }
        for side in Side::ALL {
            if spot.surrender[side as usize] > 0 {
                mark("surrender", Some(side), format!("surrender {}", spot.surrender[side as usize]));
            }
        }
    }
}

/// A piece with nothing to show but what it is.
pub(crate) fn face(name: String, label: &str, symbol: &str) -> UnitFace {
    UnitFace {
        name,
        label: label.to_owned(),
        symbol: symbol.to_owned(),
        formation: String::new(),
        strength: None,
        spent: false,
        marks: Vec::new(),
        attributes: Vec::new(),
        concealed_to_others: false,
    }
}
