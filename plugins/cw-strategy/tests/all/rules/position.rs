//! Positions on the map of the war, played by choice ids with arranged luck.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use cw_strategy::state::{Army, Power};
use cw_strategy::world::City;
use cw_strategy::{CwStrategy, Side};
use muster_conformance::scenario;
use muster_contract::{Attribute, Change, Dice, Position, Refusal, Seat, Value};
use muster_sdk::play;
use muster_sdk::{Native, place};

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

/// How a die falls.
#[derive(Clone, Copy)]
pub enum Luck {
    /// What is rolled for happens.
    Yes,
    /// It doesn't.
    No,
    /// So the die shows.
    Face(u8),
}
pub use Luck::{Face, No, Yes};

/// Dice that fall as arranged by what they are for; what isn't arranged doesn't happen, and deviates are +0.5.
#[derive(Default)]
pub struct Arranged(Vec<(&'static str, VecDeque<Luck>)>);

impl Arranged {
    fn arrange(&mut self, reason: &'static str, luck: &[Luck]) {
        self.0.push((reason, luck.iter().copied().collect()));
    }
}

impl Dice for Arranged {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        if count == 12 {
            return (0..12).map(|at| 125 + at % 2).collect();
        }
        let found = self.0.iter_mut().filter(|(key, _)| reason.contains(key));
        match found.filter_map(|(_, queue)| queue.pop_front()).next().unwrap_or(No) {
            Yes => vec![1; count.into()],
            No if count == 2 && sides == 255 => vec![1, 255],
            No => vec![sides; count.into()],
            Face(face) => vec![face; count.into()],
        }
    }
}

fn value(text: &str) -> Value {
    match (text, text.parse()) {
        ("true" | "false", _) => Value::Flag(text == "true"),
        (_, Ok(number)) => Value::Number(number),
        _ => Value::Text(text.to_owned()),
    }
}

fn set(attributes: &mut Vec<Attribute>, name: &str, value: Value) {
    attributes.retain(|given| given.name != name);
    attributes.push(Attribute { name: name.to_owned(), value });
}

const FACTS: [&str; 9] =
    ["year", "month", "end-year", "end-month", "income-from", "cash-us", "cash-cs", "rail-us", "rail-cs"];

/// The war's scenario, changed: "us-1 @manassas 300 1 9" (size, experience, supply), "us-fleet @mobile WW" and "us-2 off" for units,
/// "atlanta us 1 290" for a city's owner, fort and how far down it lies, "balance=1" for an option or a fact. "alone" takes every army and fleet off first.
pub fn position(changes: &[&str]) -> Position {
    let module = Native::<CwStrategy>::new("cw-strategy");
    let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), "cw-strategy");
    set(&mut position.setup.options, "outside-income", Value::Flag(false));
    for change in changes {
        let words: Vec<&str> = change.split_whitespace().collect();
        if words[0] == "alone" {
            position.roster.iter_mut().for_each(|unit| unit.place = None);
            continue;
        }
        if let Some((name, text)) = words[0].split_once('=') {
            let setup = &mut position.setup;
            let list = if FACTS.contains(&name) { &mut setup.facts } else { &mut setup.options };
            set(list, name, value(text));
            continue;
        }
        if let Some(unit) = position.roster.iter_mut().find(|unit| unit.id == words[0]) {
            unit.place = words[1].strip_prefix('@').map(place);
            match words[2..] {
                [ships] => set(&mut unit.attributes, "ships", Value::Text(ships.to_owned())),
                [size, experience, supply] => {
                    for (name, text) in [("size", size), ("experience", experience), ("supply", supply)] {
                        set(&mut unit.attributes, name, value(text));
                    }
                }
                _ => {}
            }
            continue;
        }
        let cities = &mut position.boards[0].spaces;
        let city = cities.iter_mut().find(|city| city.id == words[0]).unwrap_or_else(|| panic!("{change}"));
        set(&mut city.values, "owner", value(words[1]));
        for (name, text) in ["fort", "y"].iter().zip(&words[2..]) {
            set(&mut city.values, name, value(text));
        }
    }
    position
}

/// A game at a table of two.
pub struct Play(pub play::Play<CwStrategy, Arranged>);

impl Deref for Play {
    type Target = play::Play<CwStrategy, Arranged>;

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
    /// The first sheets are open.
    #[track_caller]
    pub fn new(changes: &[&str]) -> Self {
        Self::with(changes, &[])
    }

    /// So too, with luck for what comes before them.
    #[track_caller]
    pub fn with(changes: &[&str], luck: &[(&'static str, &[Luck])]) -> Self {
        let mut dice = Arranged::default();
        for (reason, luck) in luck {
            dice.arrange(reason, luck);
        }
        Self(play::Play::begin(&position(changes), dice))
    }

    /// The next luck of what is rolled for so.
    pub fn luck(&mut self, reason: &'static str, luck: &[Luck]) -> &mut Self {
        self.dice.arrange(reason, luck);
        self
    }

    #[track_caller]
    pub fn take(&mut self, seat: Seat, id: &str) -> &mut Self {
        self.0.take(seat, id);
        self
    }

    #[track_caller]
    pub fn all(&mut self, seat: Seat, ids: &str) -> &mut Self {
        self.0.all(seat, ids);
        self
    }

    /// Both sheets are sealed and carried out.
    #[track_caller]
    pub fn seal(&mut self) -> &mut Self {
        self.take(US, "seal").take(CS, "seal")
    }

    pub fn change(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        self.game.edit(&[Change::Fact(Attribute { name: name.to_owned(), value: value(text) })])
    }

    /// "cash-us 99" and the like.
    #[track_caller]
    pub fn edit(&mut self, fact: &str) -> &mut Self {
        let (name, text) = fact.split_once(' ').unwrap();
        self.change(name, text).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        self
    }

    pub fn state(&self) -> &CwStrategy {
        self.game.state()
    }

    pub fn us(&self) -> &Power {
        self.state().power(Side::Us)
    }

    pub fn cs(&self) -> &Power {
        self.state().power(Side::Cs)
    }

    #[track_caller]
    pub fn city(&self, id: &str) -> City {
        self.game.world().find(id).unwrap_or_else(|| panic!("{id}"))
    }

    /// Whose a city is.
    pub fn owner(&self, id: &str) -> Option<Side> {
        self.state().owner(self.city(id))
    }

    pub fn fort(&self, id: &str) -> u8 {
        self.state().fort(self.city(id))
    }

    /// An army by its id, if it is there.
    pub fn find(&self, id: &str) -> Option<Army> {
        let (side, slot) = id.split_once('-').unwrap();
        let slot: u8 = slot.parse().unwrap();
        self.state().army(Side::named(side).unwrap(), slot - 1).copied()
    }

    #[track_caller]
    pub fn army(&self, id: &str) -> Army {
        self.find(id).unwrap_or_else(|| panic!("{id} is gone"))
    }

    /// Where an army is.
    #[track_caller]
    pub fn at(&self, id: &str) -> String {
        self.game.world().id(self.army(id).at).to_owned()
    }
}
