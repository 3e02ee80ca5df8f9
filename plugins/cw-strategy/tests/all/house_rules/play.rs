//! Games with a rule in force, played by choice ids.

use std::ops::{Deref, DerefMut};

use cw_strategy::CwStrategy;
use cw_strategy::state::Power;
use cw_strategy::{Side, World};
use muster_conformance::{scenario, under_rules};
use muster_contract::{Attribute, EventKind, Place, Position, Reckoning, RuleText, Seat, UnitView, Value};
use muster_sdk::Native;
use muster_sdk::play::{self, Arranged};

/// The main scenario under these rules.
pub fn under(texts: &[RuleText]) -> Position {
    let module = Native::<CwStrategy>::new("cw-strategy");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    under_rules(&module, scenario(&module, folder, "cw-strategy"), texts)
}

/// Gives a city another owner at the start.
pub fn owned(position: &mut Position, city: &str, owner: &str) {
    let space = position.boards[0].spaces.iter_mut().find(|space| space.id == city).unwrap();
    let value = space.values.iter_mut().find(|value| value.name == "owner").unwrap();
    value.value = Value::Text(owner.to_owned());
}

/// Puts a unit of the roster elsewhere.
pub fn placed(position: &mut Position, unit: &str, city: &str) {
    let unit = position.roster.iter_mut().find(|found| found.id == unit).unwrap();
    unit.place = Some(Place { space: city.to_owned(), edge: None, facing: None, slot: None, carrier: None });
}

/// Sets an option.
pub fn chosen(position: &mut Position, option: &str, value: Value) {
    position.setup.options.retain(|given| given.name != option);
    position.setup.options.push(Attribute { name: option.to_owned(), value });
}

/// A game at a table of two. Dice always fall in the middle.
pub struct Play(play::Play<CwStrategy>);

impl Deref for Play {
    type Target = play::Play<CwStrategy>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Play {
    pub fn begin(position: &Position) -> Self {
        Self(play::Play::begin(position, Arranged::else_middle()))
    }

    /// Both seal their sheets, and the turn is carried out.
    #[track_caller]
    pub fn carry_out(&mut self) {
        self.take(0, "seal");
        let mut events = std::mem::take(&mut self.events);
        self.take(1, "seal");
        events.append(&mut self.events);
        self.events = events;
    }

    pub fn power(&self, side: Side) -> &Power {
        self.game.state().power(side)
    }

    pub fn owner(&self, world: &World, city: &str) -> Option<Side> {
        self.game.state().owner(world.find(city).unwrap())
    }

    pub fn world(&self) -> &World {
        self.game.world()
    }

    /// What a seat sees of an army.
    pub fn seen(&self, seat: Seat, unit: &str) -> UnitView {
        let view = self.game.view(Some(seat));
        view.units.into_iter().find(|seen| seen.id == unit).unwrap_or_else(|| panic!("{unit}"))
    }

    /// How the first battle of the last choice was worked out.
    pub fn battle(&self) -> Reckoning {
        let told = self.events.iter().find_map(|event| match &event.kind {
            EventKind::Reckoned(reckoning) => Some(reckoning.clone()),
            _ => None,
        });
        told.expect("a battle")
    }
}
