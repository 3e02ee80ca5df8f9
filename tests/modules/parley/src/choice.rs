//! The choices: their ids, targets and parts.

use std::fmt;

use muster_contract::{ChoiceRole, Custom, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::{Fault, Parley, World, cards, words};

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is explained by its label below")]
pub enum Choice {
    Bid(u8),
    SealBid,
    Allot(u8),
    Clear,
    Seal,
    Look(u8),
    NoLook,
    March(u8),
    Spyglass,
    EndMarches,
    Step(u8),
    Secure(u8),
    ForcedMarch,
    Halt,
    Cancel,
    Stand { foe: u8, ambush: bool },
    Slip,
    SlipAlways,
    Recall,
    Line(u8),
    Letter,
    NoLetter,
    Flag,
}

impl ChoiceOf<Parley> for Choice {
    fn write_id(&self, game: &Parley, world: &World, seat: Seat, id: &mut dyn fmt::Write) -> fmt::Result {
        id.write_str(&self.id(game, world, seat))
    }

    fn target(&self, game: &Parley, world: &World, seat: Seat) -> Target {
        let unit = |unit: u8| Target::Unit(game.unit_id(world, Some(seat), unit));
        let card = |card: u8| Target::Card(cards::CARDS[usize::from(card)].id.to_owned());
        match *self {
            Self::Bid(bid) => Target::Amount(bid.into()),
            Self::Look(block) | Self::March(block) => unit(block),
            Self::Stand { foe, ambush: false } => unit(foe),
            Self::Stand { ambush: true, .. } => card(cards::AMBUSH),
            Self::Spyglass => card(cards::SPYGLASS),
            Self::ForcedMarch => card(cards::FORCED_MARCH),
            Self::Letter => card(cards::LETTER),
            Self::Step(link) => Target::Edge(world.link(link).id.clone()),
            // The same link may also be marched over: securing it is told apart by its own target.
            Self::Secure(link) => Target::Custom(Custom {
                name: "secure".to_owned(),
                json: format!("{{\"edge\":\"{}\"}}", world.link(link).id),
            }),
            Self::Line(at) => Target::Space(world.lines[usize::from(at)].clone()),
            _ => Target::Button(self.id(game, world, seat)),
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Self::SealBid | Self::Seal | Self::NoLook | Self::EndMarches | Self::Halt | Self::NoLetter => {
                ChoiceRole::Finish
            }
            Self::Clear | Self::Cancel => ChoiceRole::Cancel,
            Self::SlipAlways | Self::Recall => ChoiceRole::Standing,
            _ => ChoiceRole::Act,
        }
    }
}

impl Choice {
    /// Its name.
    pub(crate) fn id(self, game: &Parley, world: &World, seat: Seat) -> String {
        let unit = |unit: u8| game.unit_id(world, Some(seat), unit);
        match self {
            Self::Bid(bid) => format!("bid {bid}"),
            Self::SealBid => "seal-bid".to_owned(),
            Self::Allot(row) => format!("allot {}", words::ROWS[usize::from(row)]),
            Self::Clear => "clear-ledger".to_owned(),
            Self::Seal => "seal-ledger".to_owned(),
            Self::Look(block) => format!("look {}", unit(block)),
            Self::NoLook => "look-no".to_owned(),
            Self::March(_) if world.broken(Fault::SameIdTwice) => "march".to_owned(),
            Self::March(block) => format!("march {}", unit(block)),
            Self::Spyglass => format!("play {}", cards::CARDS[usize::from(cards::SPYGLASS)].id),
            Self::EndMarches => "end-marches".to_owned(),
            Self::Step(link) => format!("step {}", world.link(link).id),
            Self::Secure(link) => format!("secure {}", world.link(link).id),
            Self::ForcedMarch => format!("play {}", cards::CARDS[usize::from(cards::FORCED_MARCH)].id),
            Self::Halt => "halt".to_owned(),
            Self::Cancel => "cancel".to_owned(),
            Self::Stand { foe, ambush: false } => format!("stand {}", unit(foe)),
            Self::Stand { foe, ambush: true } => format!("ambush {}", unit(foe)),
            Self::Slip => "slip-away".to_owned(),
            Self::SlipAlways => "slip-away-always".to_owned(),
            Self::Recall => "recall".to_owned(),
            Self::Line(at) => format!("line {}", world.lines[usize::from(at)]),
            Self::Letter => format!("play {}", cards::CARDS[usize::from(cards::LETTER)].id),
            Self::NoLetter => "letter-no".to_owned(),
            Self::Flag => "raise-flag".to_owned(),
        }
    }
}
