//! What can be chosen, a row each: id, label, target, rule.

use muster_contract::Seat;
use muster_sdk::Thing::{Amount, Space, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow};

use crate::naval_battle::Ship;
use crate::state::{Berth, CwStrategy};
use crate::world::{City, SLOTS, Side, Slot};

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

impl ChoiceOf<CwStrategy> for Choice {
    fn row(self, game: &CwStrategy, seat: Seat) -> ChoiceRow<'_, CwStrategy> {
        use ChoiceRow as Row;
        let side = game.side_of(seat);
        let army = |slot: Slot| Unit((side, slot));
        let city = |city: City| Space(Berth::Port(city));
        let row = match self {
            Self::Recruit(at) => Row::act("recruit", "recruit in {}").on(city(at)).by("4"),
            Self::Build(at, ship) => {
                let (word, label) = match ship {
                    Ship::Ironclad => ("ironclad", "build an ironclad at {}"),
                    Ship::Wooden => ("wooden", "build a wooden ship at {}"),
                };
                Row::act("build", label).with(Word(word)).on(city(at)).by("5.1").note("5.5", BUILT)
            }
            Self::Bombard => {
                Row::act("bombard", "the fleet bombards its port").by("5.8").note("18.2.5", BOMBARDED)
            }
            Self::Sail(to) => {
                Row::act("sail", "the fleet sails to {}").on(city(to)).by("5.6").note("5.7", ARRIVED)
            }
            Self::Raid => {
                let row = Row::act("raid", "the fleet goes raiding").by("5.13").note("5.7", ARRIVED);
                if game.world.berth(Berth::Raiding).is_some() { row.at(Space(Berth::Raiding)) } else { row }
            }
            Self::Invade => Row::act("invade", "the fleet lands an army")
                .by("5.12")
                .note("5.12", "One ship is lost; 3,500 men land and take the city."),
            Self::March(slot, to) => {
                Row::act("move", "{} marches to {}").with(army(slot)).on(city(to)).by("6.1")
            }
            Self::Train(slot) => Row::act("rail", "{} goes by train").on(army(slot)).by("7.1"),
            Self::Fortify(at) => Row::act("fortify", "fortify {}").on(city(at)).by("8.1"),
            Self::Join(at) => Row::act("join", "the armies in {} join").on(city(at)).by("8.2"),
            Self::Supply(slot) => Row::act("supply", "supply for {}").on(army(slot)).by("8.3"),
            Self::Capital => {
                Row::act("capital", "move the capital").by("8.4").note("8.4", "The enemy gains 50 points.")
            }
            Self::Detach(slot) => Row::act("detach", "{} detaches three tenths")
                .on(army(slot))
                .by("8.5")
                .note("8.5", "Three tenths of men and supply become an army of their own."),
            Self::Drill(slot) => Row::act("drill", "{} drills")
                .on(army(slot))
                .by("8.6")
                .note("8.6", "Experience +1; the army does nothing else."),
            Self::Relieve(slot) => Row::act("relieve", "relieve {}")
                .on(army(slot))
                .by("8.7")
                .note("8.7", "The new leader's rating counts one less, and so does experience."),
            Self::Cancel(slot) => Row::act("cancel", "{} stays").on(army(slot)).by("6.4"),
            Self::Retreat(slot) => {
                Row::act("retreat", "where {} retreats to").on(army(slot)).by("9.11").note("9.11", RETREATED)
            }
            Self::RetreatAny(slot) => {
                Row::act("retreat-any", "strike out {}'s list of retreats").on(army(slot)).by("9.11")
            }
            Self::Raze(slot) => {
                Row::act("raze", "{} razes the fort if nobody defends it").on(army(slot)).by("9.10")
            }
            Self::BreakOff(ships) => {
                let label = match ships {
                    0 => "the fleet never breaks off an attack",
                    _ => "the fleet breaks off after {} lost",
                };
                Row::act("break-off", label).on(Amount(ships.into())).by("5.20")
            }
            Self::To(to) => Row::act("to", "to {}").on(city(to)).by("18.2"),
            Self::Appoint(leader) => Row::act("appoint", " takes over").with(army(leader)).by("8.7"),
            Self::Back => Row::cancel("back", "never mind").by("18.2"),
            Self::Seal => Row::finish("seal", "seal the sheet").by("18.2"),
            Self::PlayOn => Row::act("play-on", "play on").by("13.9"),
            Self::EndGame => Row::finish("end-game", "end the game here").by("13.9"),
        };
        let port = game.power(side).fleet.and_then(|fleet| fleet.port());
        match (self, port) {
            (Self::Bombard | Self::Invade, Some(port)) => row.at(city(port)),
            _ => row,
        }
    }
}

const BUILT: &str = "Before the fleet's one action only.";
const BOMBARDED: &str = "Carried out when the sheets are open, after all sailings and before the trains.";
const ARRIVED: &str = "If the enemy's fleet lies there it is attacked. If both arrive, the one with fewer ships attacks; of \
                       equal ones a lot says which.";
const RETREATED: &str = "The first city of the list that is a neighbour and one's own; without any, the first such neighbour, or a \
                         later one that is worth more and empty.";

/// The roster key under which an army stands on the board.
pub(crate) fn army_id(side: Side, slot: Slot) -> String {
    format!("{}-{}", side.id(), slot + 1)
}

/// The roster key of a fleet.
pub(crate) fn fleet_id(side: Side) -> String {
    format!("{}-fleet", side.id())
}

/// A piece on the board.
#[derive(Clone, Copy)]
pub(crate) enum Piece {
    Army(Side, Slot),
    Fleet(Side),
}

/// The piece of a roster key.
pub(crate) fn piece(id: &str) -> Option<Piece> {
    let (side, rest) = id.split_once('-')?;
    let side = Side::named(side)?;
    if rest == "fleet" {
        return Some(Piece::Fleet(side));
    }
    let number: usize = rest.parse().ok()?;
    (1..=SLOTS).contains(&number).then(|| Piece::Army(side, number as Slot - 1))
}
