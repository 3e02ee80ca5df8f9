//! What a seat, or the public, sees: everything but the other side's cards (C74).

use muster_contract::{Marker, Panel, PanelRow, Seat, UnitFace, UnitView, Value, View};
use muster_sdk::{Names as _, Views, attribute, capital, place};

use crate::charts::{Card, Zone};
use crate::state::{Post, Spot, UsCivilWar, Works};
use crate::units::Piece;
use crate::world::{General, Side, Space, Theater};

impl Views for UsCivilWar {
    fn view(&self, seat: Option<Seat>) -> View {
        View {
            turn: self.status(),
            phases: Vec::new(),
            units: self.visible_units(seat),
            markers: self.markers(),
            tracks: Vec::new(),
            cards: Vec::new(),
            panels: self.panels(seat),
            reports: Vec::new(),
            arrows: Vec::new(),
            status: Vec::new(),
            open_board: None,
        }
    }
}

impl UsCivilWar {
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
        for general in self.world.generals.all() {
            if let Post::Map(at) = self.officers[general].post {
                show(
                    Piece::General(general),
                    self.world.general(general).side,
                    at,
                    self.general_face(general),
                );
            }
        }
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

    fn panels(&self, seat: Option<Seat>) -> Vec<Panel> {
        let mut panels =
            vec![self.points_panel(), self.victory_panel(), self.blockade_panel(), self.displaced_panel()];
        if let Some(seat) = seat {
            panels.push(self.hand_panel(self.side_of(seat)));
        }
        panels
    }

    /// §4.1: the difference of the dice and what is left of it.
    fn points_panel(&self) -> Panel {
        let mut rows = vec![PanelRow::new("Anywhere").figure(i32::from(self.points.any))];
        if self.difference == 1 {
            rows = Theater::ALL
                .map(|theater| {
                    PanelRow::new(capital(theater.name()))
                        .figure(i32::from(self.points.theaters[theater as usize]))
                })
                .to_vec();
        }
        Panel::new("points", format!("Action Points, difference {}", self.difference), "4.1", rows)
    }

    /// §19.3
    fn victory_panel(&self) -> Panel {
        let benchmark = self.world.benchmarks[usize::from(self.turn - 1)];
        let rows = vec![
            PanelRow::new("Union")
                .side("us")
                .note("Build Points held or destroyed")
                .figure(i32::from(self.union_vp())),
            PanelRow::new("Confederate")
                .side("cs")
                .note("Washington and the North")
                .figure(i32::from(self.confederate_vp())),
            PanelRow::new("Benchmark").note("12 more or less end the game").figure(i32::from(benchmark)),
        ];
        Panel::new("victory", "Victory points", "19.3", rows)
    }

    /// §14.4.3
    fn blockade_panel(&self) -> Panel {
        let row = |zone: Zone| PanelRow::new(zone.name()).figure(i32::from(self.open_ports(zone)));
        Panel::new("blockade", "Open blockade ports", "14.4.3", Zone::ALL.map(row).to_vec())
    }

    /// §14.6: Strength Points in the Displaced Boxes.
    fn displaced_panel(&self) -> Panel {
        let row = |side: Side| {
            let of = |theater: Theater| format!("{} in {}", self.displaced(side, theater), theater.name());
            PanelRow::new(side.name()).side(side.id()).note(Theater::ALL.map(of).join(", "))
        };
        Panel::new("displaced", "Displaced SPs", "14.6", Side::ALL.map(row).to_vec())
    }

    /// §18: the cards that a side holds.
    fn hand_panel(&self, side: Side) -> Panel {
        let held = Card::ALL.into_iter().filter(|&card| self.holds_card(side, card) > 0);
        let rows: Vec<PanelRow> = held
            .map(|card| PanelRow::new(card.name()).figure(i32::from(self.holds_card(side, card))))
            .collect();
        let note = format!("the other side holds {}", self.hand(side.other()));
        let rows = rows.into_iter().chain([PanelRow::new("Theirs").note(note)]).collect::<Vec<_>>();
        Panel::new("cards", "Special Action Cards", "18", rows)
    }
}

/// A piece with nothing to show but what it is.
fn face(name: String, label: &str, symbol: &str) -> UnitFace {
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
