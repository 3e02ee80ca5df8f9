//! What changes in the course of a game: everything that a save holds. It is small, since search copies it all the time,
//! and the same on every machine: no fractions, no `usize`, no collection without an order.

use muster_board::SpaceId;
use muster_contract::{Refusal, Seat};
use muster_sdk::{Count, Frames, Index as _, Knowledge, Saves, Shared, Table, TokensBySeat, corrupt_save};
use serde::{Deserialize, Serialize};

use crate::{Card, Kind, Unit, World};

muster_sdk::sides! {
    /// A side. Arrays with an entry a side are indexed by it.
    pub enum Side {
        /// Those who hold the posts.
        Blue = "blue", "Blue";
        /// Those who want them.
        Gray = "gray", "Gray";
    }
}

/// A step of the sequence of play: each waits for one kind of decision. What it is to the table stands in a row of `game.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// C1: a side gives an order, or plays a card.
    Orders(Side),
    /// C2: the unit that has the order marches; the orders wait for it.
    March(Unit),
    /// C4: a side looks at a block through its spyglass; its orders wait.
    Look(Side),
    /// D3: a side may play a card into a combat, which takes the place of the march.
    Combat(Fight),
    /// V2, V3: the game has ended.
    Over,
}

/// A combat that is going on (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The unit that came.
    pub attacker: Unit,
    /// Where its march began.
    pub from: SpaceId,
    /// The unit that was there.
    pub defender: Unit,
    /// By side: the dice that its cards bring.
    pub extra: [u8; 2],
    /// Who is asked for a card.
    pub asked: Side,
}

/// A unit as a block on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Where it stands.
    pub at: SpaceId,
    /// Strength lost.
    pub losses: u8,
    /// Whether it is out of the game.
    pub gone: bool,
    /// Whether it had an order this turn.
    pub spent: bool,
    /// Who can identify it.
    pub known: Knowledge,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outpost {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// By seat: the side that it plays.
    pub seats: [Side; 2],
    /// Where the sequence of play stands.
    pub stage: Frames<Stage>,
    /// The turn, from 1.
    pub turn: u8,
    /// Orders that the side whose turn it is has left.
    pub orders: u8,
    /// By unit.
    pub blocks: Table<Unit, Block>,
    /// The names of blocks that are seen only from behind.
    pub tokens: TokensBySeat,
    /// By side: its hand, a bit a card.
    pub hands: [u16; 2],
    /// The cards that nobody has. A set: their order doesn't exist before they are drawn.
    pub deck: u16,
    /// The cards that were played.
    pub played: u16,
    /// By post: who was there last.
    pub held: Vec<Option<Side>>,
}

impl Saves for Outpost {
    const STATE_SCHEMA: u32 = 1;

    fn counts(world: &World) -> Vec<Count> {
        vec![Unit::count(world.units.len()), SpaceId::count(world.atlas.space_count())]
    }

    /// Whether this can be a state of that world: a save is a stranger's file, and rules index by what it holds.
    fn validate(&self) -> Result<(), Refusal> {
        if self.held.len() != self.world.posts.len()
            || !self.tokens.are_for(self.seats.len(), self.blocks.len())
        {
            return Err(corrupt_save("its blocks and posts are those of another board (A1)"));
        }
        let path = self.stage.path();
        if path.len() > 2 || path.len() == 2 && !matches!(path[0], Stage::Orders(_)) {
            return Err(corrupt_save("nothing but orders waits for a step to end (C1)"));
        }
        if self.seats[0] == self.seats[1] || self.turn > self.world.turns {
            return Err(corrupt_save(format_args!("there is no turn {} for two sides (C1)", self.turn)));
        }
        for (block, unit) in self.blocks.rows().zip(self.world.units.rows()) {
            if block.losses > unit.strength {
                return Err(corrupt_save(format_args!(
                    "{} has lost {} of {}",
                    unit.id, block.losses, unit.strength
                )));
            }
        }
        let cards = [self.hands[0], self.hands[1], self.deck, self.played];
        if cards.iter().fold(0, |all, some| all | some) != Card::DECK
            || cards.iter().map(|some| some.count_ones()).sum::<u32>() != u32::from(Card::COUNT)
        {
            return Err(corrupt_save("its cards are not the twelve (A4)"));
        }
        Ok(())
    }
}

impl Outpost {
    /// The side that the seat plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the side.
    pub fn seat_of(&self, side: Side) -> Seat {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// The unit's block.
    pub fn block(&self, unit: Unit) -> &Block {
        &self.blocks[unit]
    }

    pub(crate) fn block_mut(&mut self, unit: Unit) -> &mut Block {
        &mut self.blocks[unit]
    }

    /// The side's units that are in the game.
    pub fn present(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| !self.block(unit).gone)
    }

    /// The side's unit in a space; in its camp, where there may be several, the first.
    pub fn unit_in(&self, side: Side, space: SpaceId) -> Option<Unit> {
        self.present(side).find(|&unit| self.block(unit).at == space)
    }

    /// What is left of the unit's strength.
    pub fn strength(&self, unit: Unit) -> u8 {
        self.world.unit(unit).strength - self.block(unit).losses
    }

    /// V3: whether the side has a block left that can fight.
    pub fn can_fight(&self, side: Side) -> bool {
        self.present(side).any(|unit| self.world.unit(unit).kind != Kind::Wagons)
    }

    /// The side whose orders are being given.
    pub fn active(&self) -> Option<Side> {
        match self.stage.path()[0] {
            Stage::Orders(side) => Some(side),
            _ => None,
        }
    }
}
