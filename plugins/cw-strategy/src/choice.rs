//! What can be chosen, and the names of the choices.

use std::fmt;

use muster_contract::{ChoiceRole, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::naval_battle::Ship;
use crate::state::{Berth, CwStrategy};
use crate::world::{City, Side, Slot, World};

/// An answer. Armies are those of the seat's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §4
    Recruit(City),
    /// §5.1: a ship for the fleet, which lies, or is founded, in this port.
    Build(City, Ship),
    /// §5.8
    Bombard,
    /// §5.6
    Sail(City),
    /// §5.13
    Raid,
    /// §5.12
    Invade,
    /// §6.1: an army to a neighbouring city.
    March(Slot, City),
    /// §7: an army goes by train; where to is asked next.
    Train(Slot),
    /// §8.1
    Fortify(City),
    /// §8.2: the ready armies of a city.
    Join(City),
    /// §8.3
    Supply(Slot),
    /// §8.4; where to is asked next.
    Capital,
    /// §8.5
    Detach(Slot),
    /// §8.6
    Drill(Slot),
    /// §8.7; by whom is asked next.
    Relieve(Slot),
    /// §6.4: an order to march is taken back.
    Cancel(Slot),
    /// §9.11: another city for the list of those that an army is to retreat to; which is asked next.
    Retreat(Slot),
    /// §9.11: the army's list is struck out.
    RetreatAny(Slot),
    /// §9.10: the army is to raze the fort, if it takes the city without a battle.
    Raze(Slot),
    /// §5.20: the fleet breaks off after so many lost ships.
    BreakOff(u8),
    /// The city that was asked for.
    To(City),
    /// §8.7: the leader that was asked for.
    Appoint(Slot),
    /// The order that was begun isn't given.
    Back,
    /// §18.2: the sheet is done.
    Seal,
    /// §13.9
    PlayOn,
    /// §13.10: the game ends here.
    EndGame,
}

/// The kind of a ship in ids and sentences.
pub(crate) const fn ship_word(ship: Ship) -> &'static str {
    match ship {
        Ship::Ironclad => "ironclad",
        Ship::Wooden => "wooden",
    }
}

impl ChoiceOf<CwStrategy> for Choice {
    fn write_id(
        &self,
        game: &CwStrategy,
        world: &World,
        seat: Seat,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let side = game.side_of(seat);
        let side = side.id();
        let mut army = |word: &str, slot: Slot| write!(out, "{word} {side}-{}", slot + 1);
        match *self {
            Self::March(slot, city) => {
                army("move", slot)?;
                write!(out, " {}", world.id(city))
            }
            Self::Train(slot) => army("rail", slot),
            Self::Supply(slot) => army("supply", slot),
            Self::Detach(slot) => army("detach", slot),
            Self::Drill(slot) => army("drill", slot),
            Self::Relieve(slot) => army("relieve", slot),
            Self::Cancel(slot) => army("cancel", slot),
            Self::Retreat(slot) => army("retreat", slot),
            Self::RetreatAny(slot) => army("retreat-any", slot),
            Self::Raze(slot) => army("raze", slot),
            Self::Appoint(slot) => army("appoint", slot),
            Self::Recruit(city) => write!(out, "recruit {}", world.id(city)),
            Self::Build(city, ship) => write!(out, "build {} {}", ship_word(ship), world.id(city)),
            Self::Bombard => out.write_str("bombard"),
            Self::Sail(city) => write!(out, "sail {}", world.id(city)),
            Self::Raid => out.write_str("raid"),
            Self::Invade => out.write_str("invade"),
            Self::Fortify(city) => write!(out, "fortify {}", world.id(city)),
            Self::Join(city) => write!(out, "join {}", world.id(city)),
            Self::Capital => out.write_str("capital"),
            Self::BreakOff(ships) => write!(out, "break-off {ships}"),
            Self::To(city) => write!(out, "to {}", world.id(city)),
            Self::Back => out.write_str("back"),
            Self::Seal => out.write_str("seal"),
            Self::PlayOn => out.write_str("play-on"),
            Self::EndGame => out.write_str("end-game"),
        }
    }

    fn target(&self, game: &CwStrategy, world: &World, seat: Seat) -> Target {
        let side = game.side_of(seat);
        let city = |city: City| Target::Space(world.id(city).to_owned());
        let army = |slot: Slot| Target::Unit(army_id(side, slot));
        match *self {
            Self::Recruit(at) | Self::Build(at, _) | Self::Fortify(at) | Self::Join(at) => city(at),
            Self::Sail(to) | Self::March(_, to) | Self::To(to) => city(to),
            Self::Train(slot)
            | Self::Supply(slot)
            | Self::Detach(slot)
            | Self::Drill(slot)
            | Self::Relieve(slot)
            | Self::Cancel(slot)
            | Self::Retreat(slot)
            | Self::RetreatAny(slot)
            | Self::Raze(slot) => army(slot),
            Self::BreakOff(ships) => Target::Amount(ships.into()),
            Self::Bombard | Self::Invade => match game.power(side).fleet.map(|fleet| fleet.at) {
                Some(Berth::Port(port)) => city(port),
                _ => self.button(game, world, seat),
            },
            Self::Raid => match world.berth(Berth::Raiding) {
                Some(zone) => Target::Space(zone.to_owned()),
                None => self.button(game, world, seat),
            },
            _ => self.button(game, world, seat),
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Self::Seal | Self::EndGame => ChoiceRole::Finish,
            Self::Back => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }
}

impl Choice {
    fn button(&self, game: &CwStrategy, world: &World, seat: Seat) -> Target {
        Target::Button(fmt::from_fn(|out| self.write_id(game, world, seat, out)).to_string())
    }
}

/// The roster key under which an army stands on the board.
pub(crate) fn army_id(side: Side, slot: Slot) -> String {
    format!("{}-{}", side.id(), slot + 1)
}

/// The roster key of a fleet.
pub(crate) fn fleet_id(side: Side) -> String {
    format!("{}-fleet", side.id())
}
