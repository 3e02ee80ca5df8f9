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

use crate::naval_battle::Ship;
use field::{Field, Turn};
use lots::Lots;

/// The policy's id.
pub(crate) const CLASSIC: &str = "classic";

/// What the computer does. Armies are named by their slots, cities by their numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// §8.3: supply by hand for an army.
    Supply(u8),
    /// §8.1: a level more for a city's fort.
    Fortify(u8),
    /// §5.1: a ship, at a port.
    Build(u8, Ship),
    /// §4: a recruitment in a city.
    Recruit(u8),
    /// §5.8.
    Bombard,
    /// §5.6: to this port.
    Sail(u8),
    /// §5.13.
    Raid,
    /// §5.12.
    Invade,
    /// §8.2: the ready armies of a city.
    Join(u8),
    /// §7: an army to a city.
    Rail(u8, u8),
    /// §6: an army to a city.
    March(u8, u8),
    /// §8.6.
    Drill(u8),
    /// The sheet is done.
    Seal,
}

/// How far a sheet has come in the sequence of §15.2: what was done last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Nothing yet.
    Begun,
    /// §15.3.
    Supply,
    /// §15.4.
    Fort,
    /// §15.5.
    FirstShip,
    /// §15.8.
    Recruit,
    /// §15.9: ships.
    Build,
    /// §15.9: the naval action.
    Navy,
    /// §15.11.
    Join,
    /// §15.12.
    Rail,
    /// §15.13-15.15: orders up to this slot.
    March(u8),
    /// §15.16.
    Drill,
}

impl Stage {
    /// The stages before the orders, as a sheet counts them from 1.
    const FIRST: [Self; 8] = [
        Self::Supply,
        Self::Fort,
        Self::FirstShip,
        Self::Recruit,
        Self::Build,
        Self::Navy,
        Self::Join,
        Self::Rail,
    ];
    /// What a sheet counts for an order of the first slot.
    pub const MARCH: u8 = 10;
    /// And for a drill, which comes after those of all slots.
    pub const DRILL: u8 = 40;

    /// As a sheet writes it down.
    pub fn written(self) -> u8 {
        match self {
            Self::March(slot) => Self::MARCH + slot,
            Self::Drill => Self::DRILL,
            other => Self::FIRST.iter().position(|&stage| stage == other).map_or(0, |at| at as u8 + 1),
        }
    }

    /// What a sheet has written down.
    pub fn of(written: u8) -> Self {
        match written {
            0 => Self::Begun,
            1..Self::MARCH => Self::FIRST[usize::from(written - 1).min(Self::FIRST.len() - 1)],
            Self::MARCH..Self::DRILL => Self::March(written - Self::MARCH),
            Self::DRILL.. => Self::Drill,
        }
    }
}

/// What may be chosen.
struct Listed<'a>(&'a [Act]);

impl Listed<'_> {
    fn has(&self, act: Act) -> bool {
        self.0.contains(&act)
    }

    fn those(&self, fits: impl Fn(&Act) -> bool) -> Vec<Act> {
        self.0.iter().copied().filter(fits).collect()
    }

    /// Does this for certain, if it may be done.
    fn sure(&self, act: Act, lots: &mut Lots<Act>) {
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
    if done <= Stage::Supply {
        money::supply(field, listed, &mut lots);
    }
    if done <= Stage::Fort {
        money::forts(field, done == Stage::Fort, listed, &mut lots);
    }
    if done < Stage::FirstShip {
        money::first_ship(field, listed, &mut lots);
    }
    if done <= Stage::Recruit {
        money::recruits(field, done == Stage::Recruit, listed, &mut lots);
    }
    if done <= Stage::Build {
        navy::build(field, listed, &mut lots);
    }
    if done < Stage::Navy {
        navy::act(field, listed, &mut lots);
    }
    if done < Stage::Join {
        railroad::join(listed, &mut lots);
    }
    if done < Stage::Rail {
        railroad::rail(field, listed, &mut lots);
    }
    let next = match done {
        Stage::March(slot) => Some(slot + 1),
        Stage::Drill => None,
        _ => Some(0),
    };
    if let Some(slot) = next {
        march::orders(field, slot, listed, &mut lots);
    }
    drill(field, listed, &mut lots);
    lots.sure(Act::Seal);
    lots
}

/// §15.12: where the train goes that an army was called to.
fn train(field: &Field, slot: u8, listed: &[Act]) -> Option<u8> {
    let army = field.own.iter().find(|army| army.slot == slot)?;
    railroad::wanted(field, army, &Listed(listed))
}

/// §15.16: every army left without an order drills.
fn drill(field: &Field, listed: &Listed<'_>, lots: &mut Lots<Act>) {
    for army in field.own.iter().filter(|army| army.turn == Turn::Ready) {
        listed.sure(Act::Drill(army.slot), lots);
    }
}
