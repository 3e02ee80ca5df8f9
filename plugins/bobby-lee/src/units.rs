//! §3: units, what is seen of them, and what becomes of one that loses steps.

use muster_contract::{Audience, Event, EventKind, Place, Seat};
use muster_sdk::{Knowledge, Names, Resolution, Shared, UnitId, capital, place};

use crate::labels::does;
use crate::state::{At, Block, BobbyLee, Line};
use crate::world::{Hex, Kind, Side, Unit, UnitInfo, World};

/// The public and both seats.
pub(crate) const OBSERVERS: [Option<Seat>; 3] = [None, Some(0), Some(1)];

impl UnitInfo {
    /// Whether it controls strategic moves: a supreme leader, or Grant (§5.22).
    pub fn is_supreme(&self) -> bool {
        self.kind == Kind::Supreme || self.replaces_supreme
    }
}

impl Names for BobbyLee {
    type World = World;
    type Unit = Unit;
    type Space = Hex;
    type Edge = ();

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    fn unit_id(&self, seat: Option<Seat>, unit: Unit) -> UnitId<'_> {
        let own = self.knows(seat, unit).then(|| self.world.unit(unit).id.as_str());
        self.tokens.of(seat).id(own, unit)
    }

    fn unit_name(&self, seat: Option<Seat>, unit: Unit) -> String {
        let info = self.world.unit(unit);
        if self.knows(seat, unit) { info.name.clone() } else { format!("a {} block", info.side.name()) }
    }

    fn space_id(&self, space: Hex) -> &str {
        self.world.name(space)
    }

    /// What its board calls it; a position of the battle board by whose it is.
    fn space_name(&self, space: Hex) -> String {
        let whose = Side::ALL.into_iter().find(|&side| self.world.boxes[side as usize].contains(&space));
        match (whose, self.world.name(space).split_once('-')) {
            (Some(side), Some((_, position))) => format!("the {} {position}", side.name()),
            _ => self.world.hex(space).called.clone(),
        }
    }
}

impl BobbyLee {
    /// Whether the seat, or the public, can read the unit (§3.2).
    pub fn knows(&self, seat: Option<Seat>, unit: Unit) -> bool {
        self.unit(unit).known.has(seat)
    }

    /// The unit on the map that the seat, or the public, means by an id.
    pub(crate) fn find_unit(&self, seat: Option<Seat>, id: &str) -> Option<Unit> {
        self.world.units.all().filter(|&unit| self.hex_of(unit).is_some()).find(|&unit| {
            if id.starts_with('?') {
                !self.knows(seat, unit) && self.tokens.of(seat).name(unit).as_deref() == Some(id)
            } else {
                self.knows(seat, unit) && self.world.unit(unit).id == id
            }
        })
    }

    /// Units on the map by where they stand, both in order.
    pub(crate) fn stacks(placed: impl Iterator<Item = (Unit, Hex)>) -> Vec<Vec<Unit>> {
        let mut placed: Vec<(Hex, Unit)> = placed.map(|(unit, hex)| (hex, unit)).collect();
        placed.sort_unstable();
        let stacks = placed.chunk_by(|one, other| one.0 == other.0);
        stacks.map(|stack| stack.iter().map(|&(_, unit)| unit).collect()).collect()
    }

    /// Units of one side in an order that everybody may know, for what happens to each of them: by hex, and there those that are
    /// read before the others, these as their blocks were mixed by chance. The order of the roster would tell the kind of a block.
    pub(crate) fn in_open_order(&self, units: impl Iterator<Item = Unit>) -> Vec<Unit> {
        let place = |&unit: &Unit| {
            let foe = self.seat_of(self.world.unit(unit).side.other());
            (self.hex_of(unit), self.tokens.of(Some(foe)).of(unit), unit)
        };
        let mut units: Vec<Unit> = units.collect();
        units.sort_unstable_by_key(place);
        units
    }

    /// What the seat, or the public, calls several units of one side.
    pub(crate) fn unit_names(&self, seat: Option<Seat>, units: &[Unit]) -> String {
        let (mut known, hidden): (Vec<Unit>, Vec<Unit>) =
            units.iter().partition(|&&unit| self.knows(seat, unit));
        known.sort_unstable();
        let mut names: Vec<String> = known.iter().map(|&unit| self.unit_name(seat, unit)).collect();
        match hidden.len() {
            0 => {}
            1 => names.push(self.unit_name(seat, hidden[0])),
            more => names.push(format!("{more} {} blocks", self.world.unit(hidden[0]).side.name())),
        }
        names.join(", ")
    }

    /// Where a unit is, for an event or a view.
    pub(crate) fn place_of(&self, unit: Unit) -> Option<Place> {
        let side = self.world.unit(unit).side;
        let boxed = |side: Side, column: u8| place(self.world.name(self.world.column_box(side, column)));
        let skirmish = self.battle.as_ref().is_some_and(|battle| battle.skirmish);
        match (self.unit(unit).line, self.hex_of(unit)) {
            (_, None) => None,
            (Line::Own(column), _) => Some(boxed(side, column)),
            (Line::Foe(column), _) => Some(boxed(side.other(), column)),
            (Line::Reserve, _) if !skirmish => Some(boxed(side, 3)),
            (_, Some(hex)) => Some(place(self.world.name(hex))),
        }
    }

    /// Logs to its own side what it has done in secret.
    pub(crate) fn log_to_side(
        &self,
        side: Side,
        citation: &str,
        resolution: &mut Resolution<'_>,
        text: impl FnOnce(&Self) -> String,
    ) {
        let audience = || Audience::Seats(vec![self.seat_of(side)]);
        resolution.event(|| Event::new(EventKind::Text, audience(), text(self), citation));
    }

    /// Logs an event about a unit, to each seat with the name that it has for it.
    pub(crate) fn log_unit(
        &self,
        resolution: &mut Resolution<'_>,
        unit: Unit,
        kind: EventKind,
        citation: &str,
        text: impl Fn(&str) -> String,
    ) {
        self.log_units(resolution, &[unit], |_| kind.clone(), citation, text);
    }

    /// The same of what it does, of "marches|march" ([`does`]).
    pub(crate) fn log_deed(
        &self,
        resolution: &mut Resolution<'_>,
        unit: Unit,
        kind: EventKind,
        citation: &str,
        verb: &str,
    ) {
        self.log_unit(resolution, unit, kind, citation, |name| format!("{}.", does(name, verb)));
    }

    /// The same of units of one side, as an event of a kind that may differ for who reads it.
    fn log_units(
        &self,
        resolution: &mut Resolution<'_>,
        units: &[Unit],
        kind: impl Fn(Option<Seat>) -> EventKind,
        citation: &str,
        text: impl Fn(&str) -> String,
    ) {
        if !resolution.is_observed() || units.is_empty() {
            return;
        }
        let event = |audience: Audience, seat: Option<Seat>| {
            let mut ids: Vec<String> =
                units.iter().map(|&unit| self.unit_id(seat, unit).to_string()).collect();
            ids.sort_unstable();
            Event::new(kind(seat), audience, capital(&text(&self.unit_names(seat, units))), citation)
                .at(self.place_of(units[0]))
                .of(ids)
        };
        if units.iter().all(|&unit| self.unit(unit).known == Knowledge::EVERYONE) {
            resolution.event(|| event(Audience::Everyone, None));
        } else {
            for seat in 0..2 {
                resolution.event(|| event(Audience::Seats(vec![seat]), Some(seat)));
            }
        }
    }

    /// §3.2: units become known to everyone.
    pub(crate) fn reveal(&mut self, units: &[Unit], citation: &str, resolution: &mut Resolution<'_>) {
        let mut hidden: Vec<Unit> =
            units.iter().copied().filter(|&unit| self.unit(unit).known != Knowledge::EVERYONE).collect();
        hidden.sort_unstable();
        for &unit in &hidden {
            self.turn_up(unit);
        }
        let text = |names: &str| format!("revealed: {names}.");
        self.log_units(resolution, &hidden, |_| EventKind::Revealed, citation, text);
    }

    /// The unit is known to everyone; nobody has a token for it any more.
    pub(crate) fn turn_up(&mut self, unit: Unit) {
        self.unit_mut(unit).known = Knowledge::EVERYONE;
        self.drop_tokens(unit);
    }

    fn drop_tokens(&mut self, unit: Unit) {
        for observer in OBSERVERS {
            self.tokens.of_mut(observer).drop(unit);
        }
    }

    /// §3.2: units of one side in one hex stand upright again; all that do there get new tokens in a rolled order.
    pub(crate) fn conceal(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        let Some(&first) = units.first() else { return };
        let (side, at) = (self.world.unit(first).side, self.unit(first).at);
        self.stand_up(side, units);
        let line = self.unit(first).line;
        let hidden = |&unit: &Unit| {
            let state = self.unit(unit);
            state.at == at && state.line == line && state.known != Knowledge::EVERYONE
        };
        let mut mixed: Vec<Unit> = self.world.of_side(side).filter(hidden).collect();
        // Upright units elsewhere in the same battle keep their tokens.
        let apart: Vec<Unit> = units.iter().copied().filter(|unit| !mixed.contains(unit)).collect();
        mixed.extend(apart);
        self.deal_tokens(side, &mixed, resolution);
        self.log_mixed(side, mixed.len(), self.place_of(first), resolution);
    }

    /// Units of a side can be read by their owner only.
    pub(crate) fn stand_up(&mut self, side: Side, units: &[Unit]) {
        let known = Knowledge::only(self.seat_of(side));
        for &unit in units {
            self.units[unit].known = known;
        }
    }

    /// New tokens for units of a side, in an order that is rolled for.
    pub(crate) fn deal_tokens(&mut self, side: Side, units: &[Unit], resolution: &mut Resolution<'_>) {
        for observer in [Some(self.seat_of(side.other())), None] {
            self.tokens.of_mut(observer).deal(units, resolution);
        }
    }

    /// Logs to the opponent that tokens were dealt by chance, which bars undo.
    pub(crate) fn log_mixed(
        &self,
        side: Side,
        blocks: usize,
        place: Option<Place>,
        resolution: &mut Resolution<'_>,
    ) {
        if blocks < 2 {
            return;
        }
        let seat = self.seat_of(side.other());
        resolution.event(|| {
            let text = format!("{blocks} {} blocks are mixed.", side.name());
            Event::new(EventKind::Drawn(blocks as u32), Audience::Seats(vec![seat]), text, "3.2").at(place)
        });
    }

    /// §3.4: a unit loses a step. Gives whether it was the last.
    pub(crate) fn lose_step(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) -> bool {
        let left = self.unit(unit).strength.saturating_sub(1);
        if left > 0 {
            self.unit_mut(unit).strength = left;
            // Seats that can't read it learn that the step wasn't its last, which bars undo.
            // What a leader pays for his orders is no loss.
            let lost = if citation == "5.11" { EventKind::Text } else { EventKind::Lost };
            let kind = |seat| if self.knows(seat, unit) { lost.clone() } else { EventKind::Revealed };
            self.log_units(resolution, &[unit], kind, citation, |name| does(name, "loses|lose a step."));
            return false;
        }
        self.eliminate(unit, citation, resolution);
        true
    }

    /// §6.63: a unit is eliminated: troops and supreme leaders into the replacement pool, army leaders for good (§5.21).
    pub(crate) fn eliminate(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        let world = self.world.clone();
        let info = world.unit(unit);
        // It leaves the map face up.
        self.reveal(&[unit], citation, resolution);
        self.log_deed(resolution, unit, EventKind::Lost, citation, "is|are eliminated");
        let fallen = &mut self.fallen[info.side as usize];
        *fallen = fallen.saturating_add(1);
        if info.kind == Kind::Leader && !info.replaces_supreme {
            self.lost[info.side as usize][usize::from(info.is_major())] += 1;
            self.withdraw(unit, At::Gone);
        } else {
            self.withdraw(unit, At::Pool);
        }
    }

    /// A unit leaves the map.
    pub(crate) fn withdraw(&mut self, unit: Unit, to: At) {
        self.put(unit, to);
        let Block { at, known, returned, .. } = *self.unit(unit);
        *self.unit_mut(unit) = Block { at, known, returned, ..Block::default() };
        self.drop_tokens(unit);
        if self.picked == Some(unit) {
            self.picked = None;
        }
        if self.march.is_some_and(|march| march.unit == unit) {
            self.march = None;
        }
    }
}
