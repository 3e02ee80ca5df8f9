//! The choices, a row each: ids, labels, targets and parts.

use muster_contract::{Custom, Seat, Target};
use muster_sdk::{ChoiceOf, ChoiceRow, Thing};

use crate::{Fault, Parley, Unit, cards, names};

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is explained by its row")]
pub enum Choice {
    Bid(u8),
    SealBid,
    Allot(u8),
    Clear,
    Seal,
    Look(Unit),
    NoLook,
    March(Unit),
    Spyglass,
    EndMarches,
    Step(u8),
    Secure(u8),
    ForcedMarch,
    Halt,
    Cancel,
    Stand { foe: Unit, ambush: bool },
    Slip,
    SlipAlways,
    Recall,
    Line(u8),
    Letter,
    NoLetter,
    Flag,
}

impl ChoiceOf<Parley> for Choice {
    fn row(self, _game: &Parley, _seat: Seat) -> ChoiceRow<'_, Parley> {
        let play = |card, label| ChoiceRow::act("play", label).on(Thing::Card(card));
        match self {
            Self::Bid(bid) => ChoiceRow::act("bid", "bid {}").on(Thing::Amount(bid.into())),
            Self::SealBid => ChoiceRow::finish("seal-bid", "seal the bid")
                .note("P1", "The higher bid plays the north and pays."),
            Self::Allot(row) => {
                ChoiceRow::act("allot", "a point for ").with(Thing::Word(names::ROWS[usize::from(row)]))
            }
            Self::Clear => ChoiceRow::cancel("clear-ledger", "begin again"),
            Self::Seal => ChoiceRow::finish("seal-ledger", "seal the ledger"),
            Self::Look(block) => ChoiceRow::act("look", "look at {}").on(Thing::Unit(block)),
            Self::NoLook => ChoiceRow::finish("look-no", "look at nothing"),
            Self::March(block) if _game.world.broken(Fault::SameIdTwice) => {
                ChoiceRow::act("march", "march").at(Thing::Unit(block))
            }
            Self::March(block) => ChoiceRow::act("march", "march with {}").on(Thing::Unit(block)),
            Self::Spyglass => play(cards::SPYGLASS, "use the spyglass"),
            Self::EndMarches => ChoiceRow::finish("end-marches", "no more marches"),
            Self::Step(link) => ChoiceRow::act("step", "march by {}").on(Thing::Edge(link)),
            Self::Secure(link) => ChoiceRow::act("secure", "secure {}").on(Thing::Edge(link)),
            Self::ForcedMarch => play(cards::FORCED_MARCH, "march faster"),
            Self::Halt => ChoiceRow::finish("halt", "halt"),
            Self::Cancel => ChoiceRow::cancel("cancel", "another block"),
            Self::Stand { foe, ambush: false } => {
                ChoiceRow::act("stand", "stand with {}").on(Thing::Unit(foe))
            }
            Self::Stand { foe, ambush: true } => ChoiceRow::act("ambush", "ambush with {}")
                .with(Thing::Unit(foe))
                .at(Thing::Card(cards::AMBUSH)),
            Self::Slip => {
                ChoiceRow::act("slip-away", "slip away").note("P6.1", "All of your blocks here go to camp.")
            }
            Self::SlipAlways => {
                ChoiceRow::standing("slip-away-always", "slip away, and always in this march phase")
            }
            Self::Recall => ChoiceRow::standing("recall", "stop slipping away"),
            Self::Line(at) => ChoiceRow::act("line", "fight at {}").on(Thing::Space(at)),
            Self::Letter => play(cards::LETTER, "deliver the letter"),
            Self::NoLetter => ChoiceRow::finish("letter-no", "no letter"),
            Self::Flag => ChoiceRow::act("raise-flag", "raise a white flag"),
        }
    }

    /// The same link may also be marched over: securing it is told apart by its own target.
    fn custom_target(self, _game: &Parley, _seat: Seat) -> Option<Target> {
        let Self::Secure(link) = self else { return None };
        let json = format!("{{\"edge\":\"{}\"}}", _game.world.link(link).id);
        Some(Target::Custom(Custom { name: "secure".to_owned(), json }))
    }
}
