//! What can be chosen, a row each: its id, its label, what it points at.

use muster_board::SpaceId;
use muster_contract::Seat;
use muster_sdk::{ChoiceOf, ChoiceRow, Thing};

use crate::{Outpost, Unit};

/// A choice. Inside the game it goes by numbers; its id outside is made of names, so that a journal can be replayed under a
/// rebuilt module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// C1: a unit gets an order.
    Order(Unit),
    /// C4, D3: a card is played.
    Play(u8),
    /// C1: no more orders.
    EndOrders,
    /// C2: the unit that has the order marches there.
    To(SpaceId),
    /// C2: another block shall have the order.
    Cancel,
    /// C4: an enemy block is looked at.
    Look(Unit),
    /// D3: no card is played.
    HoldFire,
}

impl ChoiceOf<Outpost> for Choice {
    fn row(self, _game: &Outpost, _seat: Seat) -> ChoiceRow<'_, Outpost> {
        match self {
            Self::Order(unit) => ChoiceRow::act("order", "order {}").on(Thing::Unit(unit)),
            Self::Play(card) => ChoiceRow::act("play", "play this card").on(Thing::Card(card)),
            Self::EndOrders => ChoiceRow::finish("end-orders", "end orders"),
            Self::To(space) => ChoiceRow::act("to", "march to {}").on(Thing::Space(space)),
            Self::Cancel => ChoiceRow::cancel("cancel", "another block"),
            Self::Look(unit) => ChoiceRow::act("look", "look at {}").on(Thing::Unit(unit)),
            Self::HoldFire => ChoiceRow::finish("hold-fire", "play no card"),
        }
    }
}
