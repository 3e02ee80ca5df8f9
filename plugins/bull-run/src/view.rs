//! What a seat, or the public, sees. Nothing in it may depend on what is hidden, not even the order of a list.

use muster_contract::{
    CardView, Marker, Panel, PanelRow, Place, Seat, Track, TrackMark, TurnStatus, UnitFace, UnitView, Value,
    View,
};
use muster_sdk::{Knowledge, Names as _, Views, attribute, capital, line, place, uncited};

use crate::cards::{held_card, size};
use crate::labels::points;
use crate::sequence::clock;
use crate::state::{At, BullRun, Stage};
use crate::units::face_label;
use crate::world::{Edge, GROUPS, Kind, Side, Unit};

impl Views for BullRun {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        let mut panels = vec![self.command_panel()];
        panels.extend(self.assault_panel());
        panels.extend(Some(self.reinforcement_panel()).filter(|panel| !panel.rows.is_empty()));
        View {
            turn: TurnStatus { phase: self.stage_row().phase.to_owned(), ..self.status() },
            phases: self.phases(),
            units: self.unit_views(seat),
            markers: self.markers(),
            tracks: self.tracks(),
            cards: self.card_views(seat),
            panels,
            reports: self.reports(seat),
            arrows: Vec::new(),
            status: self.status_lines(),
            open_board: None,
        }
    }
}

impl BullRun {
    fn unit_views(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let view = |unit: Unit| {
            Some(UnitView {
                place: self.visible_place(unit)?,
                id: self.unit_id(seat, unit).to_string(),
                side: Some(self.world.unit(unit).side.id().to_owned()),
                face: self.knows(seat, unit).then(|| self.face(unit)),
            })
        };
        let mut units: Vec<UnitView> = self.world.units.all().filter_map(view).collect();
        let key = |unit: &UnitView| (unit.place.space.clone(), unit.place.edge.clone(), unit.id.clone());
        units.sort_by_cached_key(key);
        units
    }

    /// Where a unit is seen: on the map, or on its display if the board has one.
    fn visible_place(&self, unit: Unit) -> Option<Place> {
        match self.unit(unit).at {
            At::Off => None,
            At::Map(spot) => Some(self.place_of(spot)),
            At::Display(group) => {
                let side = self.world.unit(unit).side;
                self.world.displays[side as usize][usize::from(group)]
                    .map(|space| place(self.world.name(space)))
            }
        }
    }

    fn face(&self, unit: Unit) -> UnitFace {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let label = face_label(state.kind, state.strength);
        let disrupted = state.kind == Kind::Disrupted;
        let marks = [("disrupted", disrupted), ("ranging", state.is_ranging())];
        let symbol = if disrupted { Kind::Infantry } else { state.kind };
        UnitFace {
            name: if info.name.is_empty() { label } else { format!("{} ({label})", info.name) },
            label: info.name.split(['\'', ' ', ',']).next().unwrap_or_default().to_owned(),
            symbol: symbol.id().to_owned(),
            formation: info.formation.clone(),
            strength: Some(state.strength),
            spent: state.ordered,
            marks: marks.into_iter().filter(|mark| mark.1).map(|mark| mark.0.to_owned()).collect(),
            attributes: vec![attribute("strength", Value::Number(state.strength.into()))],
            concealed_to_others: !(0..2).all(|seat| state.known.has(Some(seat))),
        }
    }

    fn edge_place(&self, edge: Edge) -> Place {
        let boundary = self.world.edge(edge);
        Place { edge: Some(boundary.id.clone()), ..place(self.world.name(boundary.ends[0])) }
    }

    fn markers(&self) -> Vec<Marker> {
        let mut markers = Vec::new();
        let mut put = |kind: &str, place: Place, side: Option<Side>, label: String| {
            markers.push(Marker {
                kind: kind.to_owned(),
                place,
                side: side.map(|side| side.id().to_owned()),
                label,
            });
        };
        for locale in self.world.all_locales() {
            for side in Side::ALL {
                let info = self.world.locale(locale);
                for (kind, of) in [("objective", info.objective), ("entry", info.entry)] {
                    if of[side as usize] {
                        put(kind, place(&info.id), Some(side), String::new());
                    }
                }
            }
        }
        for side in Side::ALL {
            for &(locale, count) in &self.cubes[side as usize] {
                put("cube", place(self.world.name(locale)), Some(side), count.to_string());
            }
        }
        for &(edge, road) in &self.turn.marked {
            let name = self.world.roads[usize::from(road)].clone();
            put("road-cube", self.edge_place(edge), Some(self.active), name);
        }
        for (kind, edges) in [("fought", &self.turn.fought), ("bombarded", &self.turn.bombarded)] {
            edges.iter().for_each(|&edge| put(kind, self.edge_place(edge), None, String::new()));
        }
        for &locale in &self.turn.stormed {
            put("stormed", place(self.world.name(locale)), None, String::new());
        }
        // That a unit is ranging is seen by how it is turned, even by those who don't see its face.
        let ranging = self.world.units.rows().zip(self.units.rows()).filter(|(_, unit)| unit.is_ranging());
        for (info, unit) in ranging {
            if let Some(spot) = unit.spot() {
                put("ranging", self.place_of(spot), Some(info.side), String::new());
            }
        }
        markers
    }

    fn tracks(&self) -> Vec<Track> {
        let turn = self.status();
        let mark = |side: Side| TrackMark {
            side: Some(side.id().to_owned()),
            value: self.morale[side as usize].into(),
            label: format!("{} morale", side.name()),
        };
        vec![
            Track {
                id: "time".to_owned(),
                title: "Time".to_owned(),
                first: self.world.first_round.into(),
                last: self.world.last_round.into(),
                labels: (self.world.first_round..=self.world.last_round).map(clock).collect(),
                marks: vec![TrackMark {
                    side: turn.active.clone(),
                    value: self.round.into(),
                    label: turn.title,
                }],
                citation: Some("4.3.2".to_owned()),
            },
            Track {
                id: "morale".to_owned(),
                title: "Morale".to_owned(),
                first: 0,
                last: crate::morale::HIGHEST.into(),
                labels: Vec::new(),
                marks: Side::ALL.map(mark).to_vec(),
                citation: Some("13".to_owned()),
            },
        ]
    }

    /// §4.2: one's own hand, the backs of the opponent's, both draw decks from behind, and what was played.
    fn card_views(&self, seat: Option<Seat>) -> Vec<CardView> {
        let face = |value: usize| line(format!("A card worth {}", points(value as u8)), "4.2");
        let mut cards = Vec::new();
        for side in Side::ALL {
            let deck = &self.decks[side as usize];
            let own = seat.is_some_and(|seat| self.side_of(seat) == side);
            let mut put = |id: String, pile: &str, value: Option<usize>| {
                let side = Some(side.id().to_owned());
                let figure = value.map(|value| value.to_string()).unwrap_or_default();
                cards.push(CardView { id, pile: pile.to_owned(), side, face: value.map(face), figure });
            };
            if own {
                for value in 0..2 {
                    for number in 1..=deck.hand[value] {
                        put(Self::card_id(held_card(side, value as u8, number)), "hand", Some(value));
                    }
                }
            } else {
                (1..=size(deck.hand))
                    .for_each(|number| put(format!("{}-hand-{number}", side.id()), "hand", None));
            }
            (1..=size(deck.draw))
                .for_each(|number| put(format!("{}-deck-{number}", side.id()), "deck", None));
            for value in 0..2 {
                for number in 1..=deck.discard[value] {
                    put(format!("{}-played-{value}-{number}", side.id()), "discard", Some(value));
                }
            }
        }
        cards
    }

    fn command_panel(&self) -> Panel {
        let active = matches!(self.stage, Stage::Field | Stage::Command(_) | Stage::Staff);
        let row = active.then(|| {
            PanelRow::new(self.active.name())
                .side(self.active.id())
                .points(self.points, self.points)
                .figure(self.points)
                .current(true)
        });
        Panel::new("commands", "Commands", "4.2", row)
    }

    /// §8.2 step 5: the arithmetic of the assault that is being carried out, as far as units are face up. Once it is decided
    /// only the outcome: the strengths that it was made of are no more.
    fn assault_panel(&self) -> Option<Panel> {
        let action = self.action.as_ref().filter(|action| !action.leaders.is_empty())?;
        // The enemy retreats from a charge: there is no assault.
        if action.outcome.is_none() && action.flight.is_some() {
            return None;
        }
        let terms = if action.outcome.is_some() { Vec::new() } else { self.arithmetic(action) };
        let counted = |by: i8| format!("{by:+}");
        let mut rows: Vec<PanelRow> =
            terms.iter().map(|term| PanelRow::new(capital(term.what)).figure(counted(term.by))).collect();
        let (title, sum) = match action.outcome {
            Some(outcome) => ("Outcome", outcome),
            None => ("Outcome so far", terms.iter().map(|term| term.by).sum()),
        };
        rows.push(PanelRow::new(title).figure(counted(sum)).current(true));
        Some(Panel::new("assault", format!("Assault over {}", self.world.edge(action.edge).id), "8.2", rows))
    }

    /// §9.3: the reinforcement groups, those that have not come whole as dots, and what the next one is.
    fn reinforcement_panel(&self) -> Panel {
        let row = |side: Side| {
            let units = || self.world.of_side(side).map(|unit| self.world.unit(unit).group);
            let groups = (1..=GROUPS).filter(|&group| units().any(|of| of == group)).count();
            let waiting = |group: u8| self.in_group(side, group).count();
            let note = match self.next_group(side) {
                None => "all have come".to_owned(),
                Some(group) if self.has_begun(side, group) => {
                    format!("group {group}: {} still to come", waiting(group))
                }
                Some(group) => format!("group {group}, 2 morale: {}", self.faces_in(side, group)),
            };
            let left = (1..=GROUPS).filter(|&group| waiting(group) > 0).count();
            let row = PanelRow::new(side.name()).side(side.id()).note(note).points(groups as u8, left as u8);
            (groups > 0).then_some(row)
        };
        Panel::new("reinforcements", "Reinforcements", "9.3", Side::ALL.into_iter().filter_map(row))
    }

    /// §5 step 2: the units of a reinforcement group, which lie face up until the group is mobilized: "infantry 3 2,
    /// artillery".
    fn faces_in(&self, side: Side, group: u8) -> String {
        let known = self.in_group(side, group).filter(|&unit| self.unit(unit).known == Knowledge::EVERYONE);
        let mut faces: Vec<(Kind, u8)> =
            known.map(|unit| (self.unit(unit).kind, self.unit(unit).strength)).collect();
        faces.sort_unstable_by_key(|&(kind, strength)| (kind, std::cmp::Reverse(strength)));
        let mut words: Vec<String> = Vec::new();
        for of_kind in faces.chunk_by(|one, other| one.0 == other.0) {
            let (kind, _) = of_kind[0];
            let strengths: Vec<String> = of_kind.iter().map(|(_, strength)| strength.to_string()).collect();
            words.push(match (kind, of_kind.len()) {
                (Kind::Artillery, 1) => kind.id().to_owned(),
                (Kind::Artillery, count) => format!("{count} {}", kind.id()),
                _ => format!("{} {}", kind.id(), strengths.join(" ")),
            });
        }
        words.join(", ")
    }

    fn status_lines(&self) -> Vec<muster_contract::Line> {
        let [us, cs] = self.morale.map(i16::from);
        let needed = i16::from(self.world.margin) - (us - cs);
        let text = if needed <= 0 {
            format!("The Union is far enough ahead in morale, by {}.", us - cs)
        } else {
            format!("The Union is {needed} short of the lead in morale that it needs at the end.")
        };
        let mut lines = vec![line(text, "14")];
        if !self.world.date.is_empty() {
            lines.insert(0, uncited(self.world.date.clone()));
        }
        lines
    }
}
