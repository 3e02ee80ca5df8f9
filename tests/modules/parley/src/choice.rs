//! The choices: their ids, targets, parts and details.

use muster_contract::{ChoiceDetails, ChoiceRole, Custom, Line, Seat, Target};
use muster_sdk::line;

use crate::{Fault, Parley, Stage, World, cards, march, words};

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

    /// What it points at.
    pub(crate) fn target(self, game: &Parley, world: &World, seat: Seat) -> Target {
        let unit = |unit: u8| Target::Unit(game.unit_id(world, Some(seat), unit));
        let card = |card: u8| Target::Card(cards::CARDS[usize::from(card)].id.to_owned());
        match self {
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

    /// Its part in the decision.
    pub(crate) fn role(self) -> ChoiceRole {
        match self {
            Self::SealBid | Self::Seal | Self::NoLook | Self::EndMarches | Self::Halt | Self::NoLetter => {
                ChoiceRole::Finish
            }
            Self::Clear | Self::Cancel => ChoiceRole::Cancel,
            Self::SlipAlways | Self::Recall => ChoiceRole::Standing,
            _ => ChoiceRole::Act,
        }
    }

    /// Its details for a person.
    pub(crate) fn details(self, game: &Parley, world: &World, seat: Seat) -> ChoiceDetails {
        let name = |unit: u8| game.unit_name(world, Some(seat), unit);
        let link = |link: u8| world.link(link).id.clone();
        let label = match self {
            Self::Bid(bid) => format!("Bid {bid}"),
            Self::SealBid => "Seal the bid".to_owned(),
            Self::Allot(row) => format!("A point for {}", words::ROWS[usize::from(row)]),
            Self::Clear => "Begin again".to_owned(),
            Self::Seal => "Seal the ledger".to_owned(),
            Self::Look(unit) if world.broken(Fault::LabelTells) => {
                format!("Look at {}", world.unit(unit).name)
            }
            Self::Look(unit) => format!("Look at {}", name(unit)),
            Self::NoLook => "Look at nothing".to_owned(),
            Self::March(unit) => format!("March with {}", name(unit)),
            Self::Spyglass => "Use the spyglass".to_owned(),
            Self::EndMarches => "No more marches".to_owned(),
            Self::Step(at) => format!("March by {}", link(at)),
            Self::Secure(at) => format!("Secure {}", link(at)),
            Self::ForcedMarch => "March faster".to_owned(),
            Self::Halt => "Halt".to_owned(),
            Self::Cancel => "Another block".to_owned(),
            Self::Stand { foe, ambush: false } => format!("Stand with {}", name(foe)),
            Self::Stand { foe, ambush: true } => format!("Ambush with {}", name(foe)),
            Self::Slip => "Slip away".to_owned(),
            Self::SlipAlways => "Slip away, and always in this march phase".to_owned(),
            Self::Recall => "Stop slipping away".to_owned(),
            Self::Line(at) => format!("Fight at {}", world.lines[usize::from(at)]),
            Self::Letter => "Deliver the letter".to_owned(),
            Self::NoLetter => "No letter".to_owned(),
            Self::Flag => "Raise a white flag".to_owned(),
        };
        ChoiceDetails {
            id: self.id(game, world, seat),
            label,
            cost: self.cost(game, world),
            consequences: self.consequences(game, world),
            path: Vec::new(),
            warning: None,
        }
    }

    fn cost(self, game: &Parley, world: &World) -> String {
        match (self, game.stage) {
            (Self::Bid(bid), _) => format!("{bid} points"),
            (Self::Step(link), Stage::Step { unit, .. }) => {
                format!("{} steps", march::price(game, world, game.block(unit).space, link))
            }
            _ => String::new(),
        }
    }

    fn consequences(self, game: &Parley, world: &World) -> Vec<Line> {
        match self {
            Self::Step(link) if world.link(link).ford && !game.ford_known => {
                vec![line("Nobody knows how deep the ford is; trying it shows it.", "P5.3")]
            }
            Self::SealBid => vec![line("The higher bid plays the north and pays.", "P1")],
            Self::Slip => vec![line("All of your blocks here go to camp.", "P6.1")],
            _ => Vec::new(),
        }
    }
}
