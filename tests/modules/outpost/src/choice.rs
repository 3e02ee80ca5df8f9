//! What can be chosen: what a choice is called, what it points at, and what a person is told of it before taking it.

use std::fmt;

use muster_board::SpaceId;
use muster_contract::{ChoiceDetails, ChoiceRole, Seat, Target};
use muster_sdk::{details, line, place};

use crate::orders::{MARCH, allowance};
use crate::{Card, Outpost, Stage, World};

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

impl Choice {
    /// Writes its id, as this seat names things.
    pub(crate) fn write_id(
        self,
        game: &Outpost,
        world: &World,
        seat: Seat,
        id: &mut dyn fmt::Write,
    ) -> fmt::Result {
        match self {
            Self::Order(unit) => write!(id, "order {}", game.unit_id(world, Some(seat), unit)),
            Self::Play(card) => write!(id, "play {}", Card::id(card)),
            Self::EndOrders => id.write_str("end-orders"),
            Self::To(space) => write!(id, "to {}", world.atlas.name(space)),
            Self::Cancel => id.write_str("cancel"),
            Self::Look(unit) => write!(id, "look {}", game.unit_id(world, Some(seat), unit)),
            Self::HoldFire => id.write_str("hold-fire"),
        }
    }

    /// What it points at on the table.
    pub(crate) fn target(self, game: &Outpost, world: &World, seat: Seat) -> Target {
        match self {
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

    /// Its part in the decision.
    pub(crate) fn role(self) -> ChoiceRole {
        match self {
            Self::EndOrders | Self::HoldFire => ChoiceRole::Finish,
            Self::Cancel => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }

    /// Its details for a person.
    pub(crate) fn details(self, game: &Outpost, world: &World, seat: Seat) -> ChoiceDetails {
        let name = |unit: u8| game.unit_name(world, Some(seat), unit);
        // The kit adds the id.
        let mut details = details("");
        details.label = match self {
            Self::Order(unit) => {
                details.cost = "1 order".to_owned();
                format!("Order {}", name(unit))
            }
            Self::Play(card) => {
                let card = Card::of(card);
                details.consequences.push(line(card.text(), card.citation()));
                "Play this card".to_owned()
            }
            Self::EndOrders => {
                let ready = game.present(world, game.side_of(seat)).any(|unit| !game.block(unit).spent);
                details.warning = (game.orders > 0 && ready).then(|| {
                    format!("{} can still be given. End your orders?", counted(game.orders, "order"))
                });
                "End orders".to_owned()
            }
            Self::To(space) => match game.stage {
                Stage::March(unit) => march_details(game, world, unit, space, &mut details),
                _ => String::new(),
            },
            Self::Cancel => "Another block".to_owned(),
            Self::Look(unit) => {
                format!("Look at {} in {}", name(unit), world.atlas.called(game.block(unit).at))
            }
            Self::HoldFire => "Play no card".to_owned(),
        };
        details
    }
}

/// What a march costs and brings; gives its label.
fn march_details(
    game: &Outpost,
    world: &World,
    unit: u8,
    to: SpaceId,
    details: &mut ChoiceDetails,
) -> String {
    let info = world.unit(unit);
    let called = world.atlas.called(to);
    if let Some(path) = game.reach(world, unit, allowance(info.kind)).path(to) {
        details.cost = counted(path.cost, "march point");
        details.path = path.spaces.iter().map(|&space| place(world.atlas.name(space))).collect();
        if path.cost > MARCH {
            details.consequences.push(line("It rides, and shows its face.", "C3"));
        }
    }
    let foe = game.unit_in(world, info.side.other(), to);
    if foe.is_some() {
        details.consequences.push(line("Both blocks are turned face up, and they fight.", "D1"));
        if world.is_cover(to) {
            details.consequences.push(line("The enemy is in cover: only a 6 hits him.", "D4"));
        }
    }
    if let Some(post) = world.post_at(to) {
        let points = world.posts[post].points;
        details.consequences.push(line(format!("The post counts {points}."), "V1"));
    }
    if foe.is_some() { format!("Attack in {called}") } else { format!("March to {called}") }
}

/// So many things, in words.
pub(crate) fn counted(count: impl Into<u32>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}
