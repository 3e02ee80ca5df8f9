//! What can be chosen, a row each: id, label, target and part in the decision.

use muster_contract::Seat;
use muster_sdk::Thing::{self, Space as At, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow};
use serde::{Deserialize, Serialize};

use crate::charts::Card;
use crate::state::UsCivilWar;
use crate::units::Piece;
use crate::world::{General, Militia, Space, Theater};

/// What an action is paid with (§4.3, §18.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pay {
    /// An Action Point.
    Point,
    /// Two, for a Cautious General who may attack and enter zones (§7.7).
    Two,
    /// A card.
    Card(Card),
}

impl Pay {
    /// What stands for it in an id and on a button.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Point => ("point", "1 Action Point"),
            Self::Two => ("two-points", "2 Action Points"),
            Self::Card(Card::Any) => ("card-any", "a card, Any"),
            Self::Card(Card::East) => ("card-east", "a card, East"),
            Self::Card(Card::West) => ("card-west", "a card, West"),
            Self::Card(Card::TransMississippi) => ("card-trans-mississippi", "a card, Trans-Mississippi"),
            Self::Card(Card::Naval) => ("card-naval", "a card, Naval"),
        }
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §18.2
    Discard(Card),
    /// §12.5.2
    Rally(Space, Pay),
    /// §10.1.2: an Entrenchment by an Action Point.
    Entrench(Space, Pay),
    /// §10.2.2, §10.2.3: a Fort is begun, or an upgrade.
    BeginFort(Space, Card),
    /// §10.2.5: a Fort is given up, or goes down a level.
    LowerFort(Space),
    /// §7.8: this general is transferred; the next choice says where to.
    Transfer(General, Pay),
    /// §7.8: to this space.
    TransferTo(Space),
    /// §7.8: no second one.
    EndTransfer,
    /// §17.3: by a point of this theater, or by one that can be spent anywhere.
    Train(Option<Theater>),
    /// §17.3: where the SP that has been trained comes.
    Trained(Space),
    /// §17.2.3: this Militia unit goes to that hex.
    Muster(Militia, Space),
    /// §4.3: an SP of a space goes to the Displaced Box.
    Disperse(Space),
    /// §4.3: so does a general.
    DisperseGeneral(General),
    /// The phase is over.
    EndActions,
}

impl ChoiceOf<UsCivilWar> for Choice {
    fn row(self, _game: &UsCivilWar, _seat: Seat) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        match self {
            Self::Discard(card) => Row::act("discard", "discard {}").on(Thing::Card(card as u8)).by("18.2"),
            Self::Rally(at, pay) => paid(Row::act("rally", "rally {}").on(At(at)), pay).by("12.5.2"),
            Self::Entrench(at, pay) => {
                paid(Row::act("entrench", "entrench in {}").on(At(at)), pay).by("10.1.2")
            }
            Self::BeginFort(at, card) => {
                paid(Row::act("begin-fort", "begin a Fort in {}").on(At(at)), Pay::Card(card)).by("10.2.2")
            }
            Self::LowerFort(at) => {
                Row::act("lower-fort", "give up a level of the Fort in {}").on(At(at)).by("10.2.5")
            }
            Self::Transfer(general, pay) => {
                paid(Row::act("transfer", "transfer {}").on(Unit(Piece::General(general))), pay).by("7.8")
            }
            Self::TransferTo(at) => Row::act("transfer-to", "to {}").on(At(at)).by("7.8"),
            Self::EndTransfer => Row::finish("end-transfer", "no second general").by("7.8"),
            Self::Train(None) => Row::act("train", "train").cost("1 Action Point").by("17.3"),
            Self::Train(Some(theater)) => {
                let label = match theater {
                    Theater::East => "train in the East",
                    Theater::West => "train in the West",
                    Theater::TransMississippi => "train in the Trans-Mississippi",
                };
                Row::act("train", label).with(Word(theater.id())).cost("1 Action Point").by("17.3")
            }
            Self::Trained(at) => Row::act("trained", "the SP comes to {}").on(At(at)).by("17.3"),
            Self::Muster(militia, at) => {
                Row::act("muster", "{} to {}").with(Unit(Piece::Militia(militia))).on(At(at)).by("17.2.3")
            }
            Self::Disperse(at) => Row::act("disperse", "disperse an SP of {}").on(At(at)).by("4.3"),
            Self::DisperseGeneral(general) => {
                Row::act("disperse", "disperse {}").on(Unit(Piece::General(general))).by("4.3")
            }
            Self::EndActions => Row::finish("end-actions", "end the phase").by("4.2"),
        }
    }
}

/// The same, with what it is paid with: at the end of the id, and as its cost.
fn paid(row: ChoiceRow<'_, UsCivilWar>, pay: Pay) -> ChoiceRow<'_, UsCivilWar> {
    let (id, cost) = pay.words();
    let row = row.cost(cost);
    // What is usual stands in no id.
    if pay == Pay::Point { row } else { row.with(Word(id)) }
}
