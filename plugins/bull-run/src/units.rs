//! §4.1: units, and how they are turned.

use muster_contract::{Audience, Event, EventKind, Place, Seat};
use muster_sdk::{Knowledge, Names, Resolution, Shared, UnitId, capital, place};

use crate::state::{At, BullRun, Face, Spot};
use crate::world::{Edge, Kind, Locale, Side, Unit, World};

/// The label of a face.
pub(crate) fn face_label(kind: Kind, strength: u8) -> String {
    match kind {
        Kind::Infantry => format!("{strength}-strength infantry"),
        Kind::Cavalry => format!("{strength}-strength cavalry"),
        Kind::Artillery => "artillery".to_owned(),
        Kind::Disrupted => "disrupted infantry".to_owned(),
    }
}

/// The sum of the highest strengths, `width` of them at most.
pub(crate) fn strongest(strengths: impl Iterator<Item = u8>, width: usize) -> u8 {
    let mut strengths: Vec<u8> = strengths.collect();
    strengths.sort_unstable_by(|one, other| other.cmp(one));
    strengths.iter().take(width).sum()
}

impl Names for BullRun {
    type World = World;
    type Unit = Unit;
    type Space = Locale;
    type Edge = Edge;

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    /// Its roster key, or a token ("?7").
    fn unit_id(&self, seat: Option<Seat>, unit: Unit) -> UnitId<'_> {
        let own = self.knows(seat, unit).then(|| self.world.unit(unit).id.as_str());
        self.tokens.of(seat).id(own, unit)
    }

    fn unit_name(&self, seat: Option<Seat>, unit: Unit) -> String {
        let (state, info) = (self.unit(unit), self.world.unit(unit));
        if !self.knows(seat, unit) {
            let way = if state.face == Face::Blind { "face-blind" } else { "face-down" };
            return format!("a {way} {} unit", info.side.name());
        }
        let face = face_label(state.kind, state.strength);
        if info.name.is_empty() { face } else { format!("{} ({face})", info.name) }
    }

    fn space_id(&self, locale: Locale) -> &str {
        self.world.name(locale)
    }

    fn space_name(&self, locale: Locale) -> String {
        self.world.locale(locale).called.clone()
    }

    fn edge_id(&self, edge: Edge) -> &str {
        &self.world.edge(edge).id
    }

    fn card_id(card: u8) -> String {
        crate::cards::card_id(card)
    }
}

impl BullRun {
    /// Whether the seat, or the public, knows what is on the unit's face (§4.1.2).
    pub(crate) fn knows(&self, seat: Option<Seat>, unit: Unit) -> bool {
        self.unit(unit).known.has(seat)
    }

    /// The unit in the game that the seat, or the public, means by an id.
    pub(crate) fn find_unit(&self, seat: Option<Seat>, id: &str) -> Option<Unit> {
        let mut present = self.world.units.all().filter(|&unit| self.unit(unit).at != At::Off);
        present.find(|&unit| self.unit_id(seat, unit).to_string() == id)
    }

    /// What the seat, or the public, calls several units of one army.
    pub(crate) fn unit_names(&self, seat: Option<Seat>, units: &[Unit]) -> String {
        let (mut known, hidden): (Vec<Unit>, Vec<Unit>) =
            units.iter().partition(|&&unit| self.knows(seat, unit));
        known.sort_unstable();
        let mut names: Vec<String> = known.iter().map(|&unit| self.unit_name(seat, unit)).collect();
        match hidden.len() {
            0 => {}
            1 => names.push(self.unit_name(seat, hidden[0])),
            more => names.push(format!("{more} face-down {} units", self.world.unit(hidden[0]).side.name())),
        }
        names.join(", ")
    }

    /// The ids by which the seat, or the public, knows units, in an order that reveals nothing.
    pub(crate) fn unit_ids(&self, seat: Option<Seat>, units: &[Unit]) -> Vec<String> {
        let mut ids: Vec<String> = units.iter().map(|&unit| self.unit_id(seat, unit).to_string()).collect();
        ids.sort_unstable();
        ids
    }

    /// A position, for an event or a view.
    pub(crate) fn place_of(&self, spot: Spot) -> Place {
        let here = place(self.world.name(spot.locale));
        match spot.edge {
            Some(edge) => Place { edge: Some(self.world.edge(edge).id.clone()), ..here },
            None => Place { slot: Some("reserve".to_owned()), ..here },
        }
    }

    /// Logs an event about units of one army to each seat, with the names by which it knows them. The public gets it only if it
    /// can identify all of them; of hidden units it gets the text of the command.
    pub(crate) fn log_to_each_seat(
        &self,
        resolution: &mut Resolution<'_>,
        units: &[Unit],
        kind: &EventKind,
        citation: &str,
        text: impl Fn(&str) -> String,
    ) {
        if !resolution.is_observed() || units.is_empty() {
            return;
        }
        let event = |audience: Audience, seat: Option<Seat>| {
            let text = capital(&text(&self.unit_names(seat, units)));
            let spot = self.unit(units[0]).spot();
            Event::new(kind.clone(), audience, text, citation)
                .at(spot.map(|spot| self.place_of(spot)))
                .of(self.unit_ids(seat, units))
        };
        if units.iter().all(|&unit| self.unit(unit).known == Knowledge::EVERYONE) {
            resolution.event(|| event(Audience::Everyone, None));
        } else {
            for seat in 0..2 {
                resolution.event(|| event(Audience::Seats(vec![seat]), Some(seat)));
            }
        }
    }

    /// §4.1.2: units are turned face up.
    pub(crate) fn reveal(&mut self, units: &[Unit], citation: &str, resolution: &mut Resolution<'_>) {
        let mut revealed: Vec<Unit> = Vec::new();
        for &unit in units {
            if self.unit(unit).known != Knowledge::EVERYONE {
                revealed.push(unit);
            }
            self.turn_up(unit);
        }
        revealed.sort_unstable();
        self.log_to_each_seat(resolution, &revealed, &EventKind::Revealed, citation, |names| {
            format!("turned face up: {names}.")
        });
    }

    /// Turns a unit up for everyone and drops its tokens.
    pub(crate) fn turn_up(&mut self, unit: Unit) {
        self.record_identified(unit);
        let state = self.unit_mut(unit);
        (state.face, state.known) = (Face::Up, Knowledge::EVERYONE);
        for observer in [None, Some(0), Some(1)] {
            self.tokens.of_mut(observer).drop(unit);
        }
    }

    /// The unit's face is to the opponent.
    pub(crate) fn set_ranging(&mut self, unit: Unit) {
        let enemy = self.seat_of(self.world.unit(unit).side.other());
        self.record_identified(unit);
        let state = self.unit_mut(unit);
        (state.face, state.known) = (Face::Opponent, state.known.and(enemy));
        self.tokens.of_mut(Some(enemy)).drop(unit);
    }

    /// §10.4: artillery ranges, with its face to the opponent.
    pub(crate) fn turn_to_opponent(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        let enemy = self.seat_of(self.world.unit(unit).side.other());
        let hidden = !self.knows(Some(enemy), unit);
        self.set_ranging(unit);
        let kind = if hidden { EventKind::Revealed } else { EventKind::Text };
        self.log_to_each_seat(resolution, &[unit], &kind, "10.4", |name| format!("{name} ranges."));
    }

    /// §4.1.2, §7.1: units of one army are turned face down and mixed.
    pub(crate) fn conceal(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        let Some(&first) = units.first() else { return };
        let owner = self.seat_of(self.world.unit(first).side);
        self.mix(units, resolution);
        self.turn_down(units, Face::Down, Knowledge::only(owner));
    }

    /// Turns units down, so that they are known to these seats only.
    pub(crate) fn turn_down(&mut self, units: &[Unit], face: Face, known: Knowledge) {
        units.iter().for_each(|&unit| (self.units[unit].face, self.units[unit].known) = (face, known));
    }

    /// The free replacement units (§4.1.3).
    pub(crate) fn spares(&self, side: Side) -> impl Iterator<Item = Unit> {
        let units = self.world.of_side(side);
        units.filter(|&unit| self.world.unit(unit).spare && self.unit(unit).at == At::Off)
    }
}
