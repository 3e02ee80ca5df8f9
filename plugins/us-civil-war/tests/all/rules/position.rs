//! Positions of the scenarios, played by choice ids with arranged dice.

use std::ops::{Deref, DerefMut};

use muster_conformance::scenario;
use muster_contract::{Attribute, Position, Seat, Unit, Value};
use muster_sdk::Native;
use muster_sdk::play;
pub use muster_sdk::play::Arranged;
use us_civil_war::state::{Officer, Post};
use us_civil_war::{Side, UsCivilWar};

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

/// The position of a scenario.
#[track_caller]
pub fn set_up(name: &str) -> Position {
    let mut position = scenario(&Native::<UsCivilWar>::new("us-civil-war"), env!("CARGO_MANIFEST_DIR"), name);
    position.setup.seats = vec!["us".to_owned(), "cs".to_owned()];
    position
}

/// The same with other facts, and without the sums that the scenario is checked by.
#[track_caller]
pub fn changed(name: &str, facts: &[(&str, Value)]) -> Position {
    let mut position = set_up(name);
    let sums = ["resource-bp", "arsenals", "union-vp", "blockade-n", "blockade-s", "blockade-g"];
    position.setup.facts.retain(|fact| {
        !sums.contains(&fact.name.as_str()) && facts.iter().all(|(name, _)| *name != fact.name)
    });
    let new = facts.iter().map(|(name, value)| Attribute { name: (*name).to_owned(), value: value.clone() });
    position.setup.facts.extend(new);
    position
}

/// A benchmark by which nobody wins before the last turn.
pub fn no_benchmark(vp: u8) -> Value {
    Value::Text(vec![vp.to_string(); 20].join(" "))
}

/// Puts a counter or marker into a position.
pub fn put(position: &mut Position, side: &str, kind: &str, at: &str, attributes: &[(&str, i32)]) {
    let number = position.roster.len();
    let like = position.roster.iter().find(|unit| unit.kind == "sp").expect("there are SPs").clone();
    position.roster.push(Unit {
        id: format!("{side}-{kind}-{number}"),
        name: String::new(),
        side: side.to_owned(),
        kind: kind.to_owned(),
        place: Some(muster_sdk::place(at)),
        attributes: attributes
            .iter()
            .map(|(name, value)| Attribute { name: (*name).to_owned(), value: Value::Number(*value) })
            .collect(),
        ..like
    });
}

/// The kinds of unit of the naval game.
pub const NAVAL_KINDS: [&str; 6] =
    ["oceangoing", "river-nsp", "ironclad", "flotilla", "battery", "naval-leader"];

/// Takes all counters and markers of a side from a space; generals stay, and so do ships.
pub fn clear(position: &mut Position, side: &str, at: &str) {
    let there = |unit: &Unit| unit.place.as_ref().is_some_and(|place| place.space == at);
    let stays = |unit: &Unit| unit.kind == "general" || NAVAL_KINDS.contains(&unit.kind.as_str());
    position.roster.retain(|unit| unit.side != side || stays(unit) || !there(unit));
}

/// Choices that end a decision in which nothing has to be done.
const ENDS: [&str; 11] = [
    "no-forward",
    "end-actions",
    "end-militia",
    "no-fort",
    "end-strategic",
    "end-management",
    "stay-put",
    "no-reaction",
    "anchor",
    "await",
    "engage",
];

/// A game that is played.
pub struct Play(play::Play<UsCivilWar>);

impl Play {
    /// A scenario whose Initiative dice fall so; all other dice show their highest face.
    #[track_caller]
    pub fn of(name: &str, initiative: &[u8]) -> Self {
        let mut dice = Arranged::else_highest();
        dice.arrange("Initiative", initiative);
        Self(play::Play::begin(&set_up(name), dice))
    }

    /// A position as a test has changed it.
    #[track_caller]
    pub fn from(position: &Position, dice: Arranged) -> Self {
        Self(play::Play::begin(position, dice))
    }

    /// Both sides end what can be ended, and choose what comes first elsewhere, until a decision of this kind.
    #[track_caller]
    pub fn until(&mut self, kind: &str) -> &mut Self {
        for _ in 0..400 {
            let (seat, asked) = self.next_decision();
            if asked == kind {
                return self;
            }
            self.end(seat);
        }
        panic!("no {kind} comes");
    }

    /// A seat ends what can be ended, else it chooses what comes first.
    #[track_caller]
    pub fn end(&mut self, seat: Seat) {
        let ids = self.ids(seat);
        let id = ENDS.iter().find(|end| self.lists(seat, end)).map_or(&*ids[0], |end| *end);
        self.take(seat, id);
    }

    /// Everything that the last choice has told.
    pub fn told(&self) -> String {
        self.events.iter().map(|event| event.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// SPs of a side in a space.
    #[track_caller]
    pub fn sps(&self, side: Side, id: &str) -> u8 {
        self.state().sps(side, self.state().world.find(id).expect("there is such a space"))
    }

    /// All SPs of a side on the map.
    pub fn all_sps(&self, side: Side) -> u32 {
        self.state().laid().map(|(_, spot)| u32::from(spot.sps(side))).sum()
    }

    /// What is known of a general.
    #[track_caller]
    pub fn officer(&self, id: &str) -> Officer {
        let state = self.state();
        state.officers[state.world.general_named(id).expect("there is such a general")]
    }

    /// Where a general stands, by the space's id; empty if he isn't on the map.
    #[track_caller]
    pub fn stands(&self, id: &str) -> String {
        match self.officer(id).post {
            Post::Map(at) => self.state().world.space(at).id.clone(),
            _ => String::new(),
        }
    }

    /// The game's state.
    pub fn state(&self) -> &UsCivilWar {
        self.0.game.state()
    }
}

impl Deref for Play {
    type Target = play::Play<UsCivilWar>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
