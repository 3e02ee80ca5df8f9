//! What a seat, or the public, sees. Nothing in it may depend on what is hidden, not even the order of a list.

use muster_contract::{Marker, Seat, Track, TrackMark, UnitFace, UnitView, Value, View};
use muster_sdk::{Knowledge, Names as _, Views, attribute, place};

use crate::describe::{HOURS, NIGHT, TURN};
use crate::state::{Active, At, BobbyLee, Line, Stage};
use crate::world::{COLUMNS, Kind, Side, Unit};

impl Views for BobbyLee {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        View {
            turn: self.status(),
            phases: self.phases_now(),
            units: self.unit_views(seat),
            markers: self.markers(),
            tracks: vec![self.victory_track(), self.calendar()],
            cards: Vec::new(),
            panels: self.panels(seat),
            reports: self.reports(seat),
            arrows: Vec::new(),
            status: self.status_lines(seat),
            open_board: self.battle_sheet(seat),
        }
    }
}

impl BobbyLee {
    /// The sequence of play as it stands: what a battle consists of only while one is fought.
    fn phases_now(&self) -> Vec<String> {
        let mut now = Vec::new();
        if self.world.free_deployment {
            now.push("deployment");
        }
        now.extend(["bid", "activate", "move", "move-leaders", "battles"]);
        match &self.battle {
            None => {}
            Some(battle) if battle.skirmish => now.extend(TURN),
            Some(battle) => {
                now.push("deploy");
                let hour = if battle.night { NIGHT } else { battle.hour() };
                for one in HOURS.into_iter().chain([NIGHT]) {
                    now.push(one);
                    // The steps of a battle turn stand under the hour that is fought.
                    if one == hour && TURN.contains(&self.phase()) {
                        now.extend(TURN);
                    }
                }
                now.push("regroup");
            }
        }
        now.extend(["supply", "replacements", "leaders", "drafts"]);
        now.into_iter().map(str::to_owned).collect()
    }

    fn unit_views(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let mut units: Vec<UnitView> = self
            .world
            .units
            .all()
            .filter_map(|unit| {
                let side = self.world.unit(unit).side;
                let own = seat.is_some_and(|seat| self.side_of(seat) == side);
                // Tokens are dealt as the game begins; until then blocks that can't be read aren't shown.
                if !self.knows(seat, unit) && self.tokens.of(seat).of(unit).is_none() {
                    return None;
                }
                let place = match self.planned_place(side, unit) {
                    At::Map(hex) if own && self.stage == Stage::Deploy => place(self.world.name(hex)),
                    _ => self.place_of(unit)?,
                };
                Some(UnitView {
                    place,
                    id: self.unit_id(seat, unit).to_string(),
                    side: Some(side.id().to_owned()),
                    face: self.knows(seat, unit).then(|| self.face(unit, own)),
                })
            })
            .collect();
        units.sort_by_cached_key(|unit| (unit.place.space.clone(), unit.id.clone()));
        units
    }

    fn face(&self, unit: Unit, own: bool) -> UnitFace {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let marks = [
            (state.half, "half a hit"),
            (state.disrupted, "disrupted"),
            (matches!(state.active, Active::Army | Active::Supreme), "active"),
            (own && state.forced.is_some(), "force march"),
        ];
        let number = |name: &str, value: u8| attribute(name, Value::Number(value.into()));
        let mut attributes = vec![number("steps", info.steps), number("speed", info.speed)];
        if info.kind == Kind::Leader {
            attributes.push(number("command", info.command));
        }
        attributes.push(match info.kind {
            Kind::Artillery => attribute("firepower", Value::Text("1/3".to_owned())),
            _ => number("firepower", info.firepower),
        });
        if info.kind.leads() {
            attributes.push(number("stars", info.steps));
        }
        let symbol = if info.kind.leads() { "general" } else { info.kind.id() };
        UnitFace {
            name: info.name.clone(),
            label: info.label.clone(),
            symbol: symbol.to_owned(),
            formation: info.formation.clone(),
            strength: Some(state.strength),
            spent: match state.line {
                Line::None => state.moved,
                _ => state.acted,
            },
            marks: marks.into_iter().filter(|(is, _)| *is).map(|(_, text)| text.to_owned()).collect(),
            attributes,
            concealed_to_others: state.known != Knowledge::EVERYONE,
        }
    }

    fn markers(&self) -> Vec<Marker> {
        let marker = |kind: &str, space: &str, side: Side| Marker {
            kind: kind.to_owned(),
            place: place(space),
            side: Some(side.id().to_owned()),
            label: String::new(),
        };
        let mut markers: Vec<Marker> = self
            .taken
            .iter()
            .map(|&hex| marker("control", self.world.name(hex), self.world.hex(hex).home.other()))
            .collect();
        if let Some(battle) = &self.battle {
            for side in Side::ALL {
                for column in (0..COLUMNS).filter(|&column| battle.has_works(side, column)) {
                    let space = self.world.column_box(side, column);
                    markers.push(marker("entrenchment", self.world.name(space), side));
                }
            }
        }
        markers
    }

    fn victory_track(&self) -> Track {
        let end = i32::from(self.world.decisive);
        let marginal = i32::from(self.world.marginal);
        let labels = (-end..=end).map(|space| {
            let side = if space < 0 { "CS" } else { "US" };
            match space.abs() {
                0 => "0".to_owned(),
                spaces if spaces == end => format!("{side} decisive"),
                spaces if spaces == marginal => format!("{side} {spaces} marginal"),
                spaces => format!("{side} {spaces}"),
            }
        });
        Track {
            id: "victory".to_owned(),
            title: "Victory".to_owned(),
            first: -end,
            last: end,
            labels: labels.collect(),
            marks: vec![TrackMark {
                side: self.ahead().0.map(|side| side.id().to_owned()),
                value: i32::from(self.victory).clamp(-end, end),
                label: self.marker_label(),
            }],
            citation: Some("4.1".to_owned()),
        }
    }
}
