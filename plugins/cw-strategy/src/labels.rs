//! What things are called: in ids, in sentences, and in numbers of men.

use muster_contract::Seat;
use muster_sdk::{Names, Shared, UnitId};

use crate::naval_battle::Ship;
use crate::state::{Begun, Berth, CwStrategy, Leader, Naval};
use crate::world::{Side, Slot, World};

/// The name of a month, 1 to 12.
pub(crate) fn month(month: u8) -> &'static str {
    const NAMES: &str =
        "January February March April May June July August September October November December";
    NAMES.split(' ').nth(usize::from(month.clamp(1, 12)) - 1).unwrap_or_default()
}

/// §1.6: a nameless leader's number within his side.
fn roman(number: u8) -> String {
    let (tens, ones) = (number / 10, number % 10);
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    "X".repeat(tens.into()) + ONES[usize::from(ones)]
}

/// A number with a comma before every three digits.
fn grouped(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// Hundreds of men (§0.1) as people count them: "40,000".
pub(crate) fn counted(hundreds: impl Into<u32>) -> String {
    grouped(hundreds.into().saturating_mul(100))
}

/// So many hundreds, as "40,000 men".
pub(crate) fn men(hundreds: impl Into<u32>) -> String {
    format!("{} men", counted(hundreds))
}

/// So many ships of a kind: "1 wooden ship", "3 ironclads".
pub(crate) fn ships_of(count: u8, ship: Ship) -> String {
    let kind = match ship {
        Ship::Ironclad => "ironclad",
        Ship::Wooden => "wooden ship",
    };
    format!("{count} {kind}{}", if count == 1 { "" } else { "s" })
}

impl Names for CwStrategy {
    type World = World;
    /// An army: its side, and its place there.
    type Unit = (Side, Slot);
    /// A city, or the raiding zone.
    type Space = Berth;
    type Edge = ();

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    fn unit_id(&self, _seat: Option<Seat>, (side, slot): (Side, Slot)) -> UnitId<'_> {
        UnitId::Numbered(side.id(), u32::from(slot) + 1)
    }

    fn unit_name(&self, _seat: Option<Seat>, (side, slot): (Side, Slot)) -> String {
        self.army_label(side, slot)
    }

    fn space_id(&self, space: Berth) -> &str {
        self.world.berth(space).unwrap_or_default()
    }

    fn space_name(&self, space: Berth) -> String {
        match space {
            Berth::Port(city) => self.world.name(city).to_owned(),
            Berth::Raiding => self.space_id(space).to_owned(),
        }
    }
}

impl CwStrategy {
    /// The month and the year.
    pub(crate) fn date(&self) -> String {
        format!("{} {}", month(self.month), self.year)
    }

    /// A leader's short name.
    pub(crate) fn leader_label(&self, side: Side, slot: Slot, leader: Leader) -> String {
        match leader {
            Leader::Named(leader) => self.world.leaders[side as usize][usize::from(leader)].label.clone(),
            Leader::Nameless => format!("{} {}", side.name(), roman(slot + 1)),
        }
    }

    /// His name in full.
    pub(crate) fn leader_name(&self, side: Side, slot: Slot, leader: Leader) -> String {
        match leader {
            Leader::Named(leader) => self.world.leaders[side as usize][usize::from(leader)].name.clone(),
            Leader::Nameless => {
                format!("{}, a leader without a name", self.leader_label(side, slot, leader))
            }
        }
    }

    /// An army, by its leader.
    pub(crate) fn army_label(&self, side: Side, slot: Slot) -> String {
        match self.army(side, slot) {
            Some(army) => self.leader_label(side, slot, army.leader),
            None => format!("army {} of {}", slot + 1, side.who()),
        }
    }

    /// Several armies, each by its leader.
    pub(crate) fn names_of(&self, side: Side, slots: impl IntoIterator<Item = Slot>) -> String {
        let names: Vec<String> = slots.into_iter().map(|slot| self.army_label(side, slot)).collect();
        names.join(", ")
    }

    /// §9.11: the cities of an army's list of retreats, if it has one.
    pub(crate) fn retreat_label(&self, side: Side, slot: Slot) -> Option<String> {
        let named: Vec<&str> =
            self.army(side, slot)?.retreat.iter().map(|city| self.world.name(city)).collect();
        (!named.is_empty()).then(|| named.join(", "))
    }

    /// What a sheet orders its fleet to do.
    pub(crate) fn naval_label(&self, naval: Naval) -> String {
        match naval {
            Naval::Bombard => "bombards".to_owned(),
            Naval::Sail(port) => format!("sails to {}", self.world.name(port)),
            Naval::Raid => "goes raiding".to_owned(),
            Naval::Invade => "lands an army".to_owned(),
        }
    }

    /// What is asked for the second part of an order.
    pub(crate) fn begun_question(&self, side: Side) -> String {
        let army = |slot: Slot| self.army_label(side, slot);
        match self.power(side).sheet.begun {
            Some(Begun::Train(slot)) => format!("Where does {} go by train?", army(slot)),
            Some(Begun::Relief(slot)) => format!("Who relieves {}?", army(slot)),
            Some(Begun::Retreat(slot)) => match self.retreat_label(side, slot) {
                None => format!("Where does {} retreat to if beaten?", army(slot)),
                Some(named) => format!("Where does {} retreat to if not to {named}?", army(slot)),
            },
            Some(Begun::Capital) | None => "Where does the capital go?".to_owned(),
        }
    }
}
