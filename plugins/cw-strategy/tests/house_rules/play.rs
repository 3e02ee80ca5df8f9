//! Games with a rule in force, played by choice ids.

use cw_strategy::CwStrategy;
use cw_strategy::state::Power;
use cw_strategy::{Side, World};
use muster_conformance::scenario;
use muster_contract::{
    Attribute, Dice, Event, EventKind, Place, Position, Reckoning, RuleText, Rulebook as _, Seat, UnitView,
    Value,
};
use muster_scripts::rules::Rhai;
use muster_sdk::{Hosted, Native};

/// Dice that always fall in the middle.
struct Middling;

impl Dice for Middling {
    fn roll(&mut self, count: u8, sides: u8, _: &str) -> Vec<u8> {
        vec![sides.div_ceil(2); usize::from(count)]
    }
}

pub fn rule(id: &str, text: &str) -> RuleText {
    RuleText { id: id.to_owned(), text: text.to_owned(), settings: Vec::new() }
}

/// The main scenario under these rules.
pub fn under(texts: &[RuleText]) -> Position {
    let module = Native::<CwStrategy>::new("cw-strategy");
    let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), "cw-strategy");
    position.in_force = Rhai.compile(&module, texts).unwrap_or_else(|problem| panic!("{problem}"));
    position.setup.rules = texts.iter().map(|text| text.id.clone()).collect();
    position
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

pub struct Play {
    game: Hosted<CwStrategy>,
    /// What happened in the last choice.
    pub events: Vec<Event>,
}

impl Play {
    pub fn begin(position: &Position) -> Self {
        let game = Hosted::create(position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        let mut play = Self { game, events: Vec::new() };
        if play.ids(0).iter().any(|id| id == "begin") {
            play.take(0, "begin");
        }
        play
    }

    pub fn ids(&self, seat: Seat) -> Vec<String> {
        let own = self.game.decisions().into_iter().filter(|decision| decision.seat == seat);
        own.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
    }

    #[track_caller]
    pub fn take(&mut self, seat: Seat, id: &str) {
        let ids = self.ids(seat);
        assert!(ids.iter().any(|known| known == id), "no {id} in {ids:?}");
        let events = self.game.apply(seat, id, &mut Middling);
        self.events = events.unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        let failure = self.game.take_failure();
        assert!(failure.is_none(), "{failure:?}");
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

    pub fn heard(&self, words: &str) -> bool {
        self.events.iter().any(|event| event.text.contains(words))
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
