//! Names and sentences.

use crate::choice::{Choice, ship_word};
use crate::naval_battle::Ship;
use crate::state::{Asked, CwStrategy, Leader};
use crate::world::{City, Side, Slot, World};

/// The name of a month, 1 to 12.
pub(crate) fn month(month: u8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES[usize::from(month.clamp(1, 12)) - 1]
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

impl CwStrategy {
    /// A leader's short name.
    pub(crate) fn leader_words(&self, world: &World, side: Side, slot: Slot, leader: Leader) -> String {
        match leader {
            Leader::Named(leader) => world.leaders[side as usize][usize::from(leader)].label.clone(),
            Leader::Nameless => format!("{} {}", side.name(), roman(slot + 1)),
        }
    }

    /// His name in full.
    pub(crate) fn leader_name(&self, world: &World, side: Side, slot: Slot, leader: Leader) -> String {
        match leader {
            Leader::Named(leader) => world.leaders[side as usize][usize::from(leader)].name.clone(),
            Leader::Nameless => {
                format!("{}, a leader without a name", self.leader_words(world, side, slot, leader))
            }
        }
    }

    /// An army, by its leader.
    pub(crate) fn army_words(&self, world: &World, side: Side, slot: Slot) -> String {
        match self.army(side, slot) {
            Some(army) => self.leader_words(world, side, slot, army.leader),
            None => format!("army {} of {}", slot + 1, side.who()),
        }
    }

    /// What an order is, as it stands on the sheet.
    pub(crate) fn order_words(&self, world: &World, side: Side, choice: Choice) -> String {
        let army = |slot: Slot| self.army_words(world, side, slot);
        let city = |city: City| world.name(city);
        match choice {
            Choice::Recruit(at) => format!("Recruit in {}", city(at)),
            Choice::Build(at, ship) => {
                let article = if ship_word(ship) == "ironclad" { "an ironclad" } else { "a wooden ship" };
                format!("Build {article} at {}", city(at))
            }
            Choice::Bombard => "The fleet bombards its port".to_owned(),
            Choice::Sail(to) => format!("The fleet sails to {}", city(to)),
            Choice::Raid => "The fleet goes raiding".to_owned(),
            Choice::Invade => "The fleet lands an army".to_owned(),
            Choice::March(slot, to) => format!("{} marches to {}", army(slot), city(to)),
            Choice::Train(slot) => format!("{} goes by train", army(slot)),
            Choice::Fortify(at) => format!("Fortify {}", city(at)),
            Choice::Join(at) => format!("The armies in {} join", city(at)),
            Choice::Supply(slot) => format!("Supply for {}", army(slot)),
            Choice::Capital => "Move the capital".to_owned(),
            Choice::Detach(slot) => format!("{} detaches three tenths", army(slot)),
            Choice::Drill(slot) => format!("{} drills", army(slot)),
            Choice::Relieve(slot) => format!("Relieve {}", army(slot)),
            Choice::Cancel(slot) => format!("{} stays", army(slot)),
            Choice::Retreat(slot) => match self.retreat_words(world, side, slot) {
                None => format!("Where {} retreats to", army(slot)),
                Some(named) => format!("Where {} retreats to after {named}", army(slot)),
            },
            Choice::RetreatAny(slot) => format!("Strike out {}'s list of retreats", army(slot)),
            Choice::Raze(slot) => format!("{} razes the fort if nobody defends it", army(slot)),
            Choice::BreakOff(0) => "The fleet never breaks off an attack".to_owned(),
            Choice::BreakOff(ships) => format!("The fleet breaks off after {ships} lost"),
            Choice::To(to) => format!("To {}", city(to)),
            Choice::Appoint(leader) => {
                let info = &world.leaders[side as usize][usize::from(leader)];
                format!("{} takes over", info.label)
            }
            Choice::Back => "Never mind".to_owned(),
            Choice::Seal => "Seal the sheet".to_owned(),
            Choice::PlayOn => "Play on".to_owned(),
            Choice::EndGame => "End the game here".to_owned(),
        }
    }

    /// §9.11: the cities of an army's list of retreats, if it has one.
    pub(crate) fn retreat_words(&self, world: &World, side: Side, slot: Slot) -> Option<String> {
        let named: Vec<&str> = self.army(side, slot)?.retreat.iter().map(|city| world.name(city)).collect();
        (!named.is_empty()).then(|| named.join(", "))
    }

    /// What is asked for the second part of an order.
    pub(crate) fn asked_words(&self, world: &World, side: Side, asked: Asked) -> String {
        match asked {
            Asked::Train(slot) => format!("Where does {} go by train?", self.army_words(world, side, slot)),
            Asked::Relief(slot) => format!("Who relieves {}?", self.army_words(world, side, slot)),
            Asked::Retreat(slot) => {
                let army = self.army_words(world, side, slot);
                match self.retreat_words(world, side, slot) {
                    None => format!("Where does {army} retreat to if beaten?"),
                    Some(named) => format!("Where does {army} retreat to if not to {named}?"),
                }
            }
            Asked::Capital => "Where does the capital go?".to_owned(),
        }
    }
}
