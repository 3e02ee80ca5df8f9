//! §15: the computer player of the original, as a policy.
//!
//! What the original decides step by step, by rule and by lot, is written down as weights: the choices of a sheet are as
//! likely as the original is to do them next. [`plan`] goes through the sequence of §15.2 from where the sheet has come to.
//! `field` is the map as it sees it, `lots` chance as weights; then come its orders: `money` (15.3-15.8), `navy` (15.9-15.10),
//! `railroad` (15.11-15.12) and `march` (15.13-15.15).

pub mod field;
pub mod lots;
mod march;
mod money;
mod navy;
mod railroad;
mod sheet;

use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::state::{Naval, Turn};
use crate::world::{City, Slot};
use field::Field;
use lots::Lots;

/// The policy's id.
pub(crate) const CLASSIC: &str = "classic";

/// What the computer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It writes this on its sheet.
    Order(Choice),
    /// §7: it sends an army by train to a city.
    Rail(Slot, City),
}

impl From<Choice> for Act {
    fn from(choice: Choice) -> Self {
        Self::Order(choice)
    }
}

impl From<Naval> for Act {
    fn from(naval: Naval) -> Self {
        Self::Order(Choice::Fleet(naval))
    }
}

/// How far a sheet has come in the sequence of §15.2: what was done last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stage(u8);

impl Stage {
    /// Nothing yet.
    pub const BEGUN: Self = Self(0);
    /// §15.3.
    pub const SUPPLY: Self = Self(1);
    /// §15.4.
    pub const FORT: Self = Self(2);
    /// §15.5.
    pub const FIRST_SHIP: Self = Self(3);
    /// §15.8.
    pub const RECRUIT: Self = Self(4);
    /// §15.9: ships.
    pub const BUILD: Self = Self(5);
    /// §15.9: the naval action.
    pub const NAVY: Self = Self(6);
    /// §15.11.
    pub const JOIN: Self = Self(7);
    /// §15.12.
    pub const RAIL: Self = Self(8);
    /// §15.16, after the orders of all slots.
    pub const DRILL: Self = Self(40);

    /// §15.13-15.15: orders up to this slot.
    pub const fn march(slot: Slot) -> Self {
        Self(10 + slot)
    }

    /// The slot whose order comes next, if any does.
    fn next_slot(self) -> Option<Slot> {
        (self < Self::DRILL).then(|| self.0.saturating_sub(9))
    }
}

/// What may be chosen.
struct Listed<'a>(&'a [Act]);

impl Listed<'_> {
    fn has(&self, act: impl Into<Act>) -> bool {
        self.0.contains(&act.into())
    }

    fn those(&self, fits: impl Fn(Choice) -> bool) -> Vec<Act> {
        self.0.iter().copied().filter(|act| matches!(*act, Act::Order(choice) if fits(choice))).collect()
    }

    /// Does this for certain, if it may be done.
    fn sure(&self, act: impl Into<Act>, lots: &mut Lots<Act>) {
        let act = act.into();
        if self.has(act) {
            lots.sure(act);
        }
    }
}

/// §15.2: what comes next, from where the sheet has come to. (The event comes before any sheet.)
///
/// Only what is listed is done.
pub fn plan(field: &Field, done: Stage, listed: &[Act]) -> Lots<Act> {
    let (listed, mut lots) = (&Listed(listed), Lots::default());
    if done <= Stage::SUPPLY {
        money::supply(field, listed, &mut lots);
    }
    if done <= Stage::FORT {
        money::forts(field, done == Stage::FORT, listed, &mut lots);
    }
    if done < Stage::FIRST_SHIP {
        money::first_ship(field, listed, &mut lots);
    }
    if done <= Stage::RECRUIT {
        money::recruits(field, done == Stage::RECRUIT, listed, &mut lots);
    }
    if done <= Stage::BUILD {
        navy::build(field, listed, &mut lots);
    }
    if done < Stage::NAVY {
        navy::act(field, listed, &mut lots);
    }
    if done < Stage::JOIN {
        railroad::join(listed, &mut lots);
    }
    if done < Stage::RAIL {
        railroad::rail(field, listed, &mut lots);
    }
    if let Some(slot) = done.next_slot() {
        march::orders(field, slot, listed, &mut lots);
    }
    drill(field, listed, &mut lots);
    lots.sure(Choice::Seal.into());
    lots
}

/// §15.12: where the train goes that an army was called to.
fn train(field: &Field, slot: Slot, listed: &[Act]) -> Option<City> {
    let army = field.own.iter().find(|army| army.slot == slot)?;
    railroad::wanted(field, army, &Listed(listed))
}

/// §15.16: every army left without an order drills.
fn drill(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    for army in field.own.iter().filter(|army| army.turn == Turn::Ready) {
        listed.sure(Choice::Drill(army.slot), lots);
    }
}
