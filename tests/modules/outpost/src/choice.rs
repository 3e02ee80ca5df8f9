//! What can be chosen: what a choice is called, what it points at.

use std::fmt;

use muster_board::SpaceId;
use muster_contract::{ChoiceRole, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::{Card, Outpost, World};

/// A choice. Inside the game it goes by numbers; its id outside is made of names, so that a journal can be replayed under a
/// rebuilt module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// C1: a unit gets an order.
    Order(u8),
    /// C4, D3: a card is played.
    Play(u8),
    /// C1: no more orders.
    EndOrders,
    /// C2: the unit that has the order marches there.
    To(SpaceId),
    /// C2: another block shall have the order.
    Cancel,
    /// C4: an enemy block is looked at.
    Look(u8),
    /// D3: no card is played.
    HoldFire,
}

impl ChoiceOf<Outpost> for Choice {
    fn write_id(&self, game: &Outpost, world: &World, seat: Seat, id: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::Order(unit) => write!(id, "order {}", game.unit_id(world, Some(seat), unit)),
            Self::Play(card) => write!(id, "play {}", Card::id(card)),
            Self::EndOrders => id.write_str("end-orders"),
            Self::To(space) => write!(id, "to {}", world.atlas.name(space)),
            Self::Cancel => id.write_str("cancel"),
            Self::Look(unit) => write!(id, "look {}", game.unit_id(world, Some(seat), unit)),
            Self::HoldFire => id.write_str("hold-fire"),
        }
    }

    fn target(&self, game: &Outpost, world: &World, seat: Seat) -> Target {
        match *self {
            Self::Order(unit) | Self::Look(unit) => Target::Unit(game.unit_id(world, Some(seat), unit)),
            Self::Play(card) => Target::Card(Card::id(card)),
            Self::To(space) => Target::Space(world.atlas.name(space).to_owned()),
            Self::EndOrders | Self::Cancel | Self::HoldFire => {
                let mut id = String::new();
                self.write_id(game, world, seat, &mut id).expect("a string takes everything");
                Target::Button(id)
            }
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Self::EndOrders | Self::HoldFire => ChoiceRole::Finish,
            Self::Cancel => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }
}
