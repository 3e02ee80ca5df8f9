//! What changes in the course of a game.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Knowledge, Saves, Shared, Table, TokensBySeat, corrupt_save, within};
use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::possible::Possible;
use crate::world::{Unit, World};

/// The north, as an index of everything that there is for each side.
pub const NORTH: u8 = 0;
/// The south.
pub const SOUTH: u8 = 1;

/// The other side, or the other seat.
pub(crate) fn other(side: u8) -> u8 {
    1 - side
}

/// Where the sequence of play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// P1: both seats bid in secret.
    Bid,
    /// P3: both sides fill in their ledgers in secret.
    Ledger,
    /// P4: a side looks at an enemy block; with the spyglass it does so within its march phase.
    Scout {
        /// Who looks.
        side: u8,
        /// Whether it is the spyglass.
        spyglass: bool,
    },
    /// P5: a side chooses a block to march with.
    March {
        /// Who marches.
        side: u8,
    },
    /// P5.1: a block marches.
    Step {
        /// The block.
        unit: Unit,
        /// Steps left.
        left: u8,
        /// Whether it has gone anywhere.
        moved: bool,
        /// Whether it goes on with the forced march.
        forced: bool,
    },
    /// P6.1: the enemy answers a block that came upon its own.
    Answer {
        /// The block that came.
        unit: Unit,
    },
    /// P6.2: the attacker chooses a line.
    Line {
        /// The attacker.
        unit: Unit,
        /// The defender.
        foe: Unit,
        /// Whether it lies in ambush.
        ambush: bool,
    },
    /// P6.2: the defender tries to meet it.
    Meet {
        /// The attacker.
        unit: Unit,
        /// The defender.
        foe: Unit,
        /// Whether it lies in ambush.
        ambush: bool,
        /// The attacker's line, which only the attacker knows.
        line: u8,
    },
    /// P9: a side is asked for a letter.
    Dispatch {
        /// Who is asked.
        side: u8,
    },
    /// P10: it is over.
    Over {
        /// Who won.
        winner: Option<u8>,
        /// Why.
        why: Ending,
    },
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The last turn was played.
    Score,
    /// A side broke or has no blocks left.
    Broken,
    /// Both flags were up.
    Truce,
}

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The space it is in.
    pub space: u8,
    /// The link that it secures.
    pub edge: Option<u8>,
    /// Strength lost.
    pub losses: u8,
    /// Whether it has marched this turn.
    pub spent: bool,
    /// Who can identify it.
    pub known: Knowledge,
}

/// A game of Parley. Arrays are indexed by side, unless they say by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parley {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    pub(crate) stage: Stage,
    pub(crate) turn: u8,
    /// By seat: its side.
    pub(crate) seats: [u8; 2],
    /// By seat.
    pub(crate) bids: [Option<u8>; 2],
    /// By seat.
    pub(crate) bid_sealed: [bool; 2],
    pub(crate) blocks: Table<Unit, Block>,
    pub(crate) tokens: TokensBySeat,
    /// How the enemy of this side may suppose its blocks to stand.
    pub(crate) possible: [Possible; 2],
    /// Cards as bits.
    pub(crate) hands: [u8; 2],
    pub(crate) deck: u8,
    pub(crate) discard: u8,
    /// Known to the enemy only.
    pub(crate) breaking: [u8; 2],
    /// Known to nobody until somebody tries it.
    pub(crate) ford: u8,
    pub(crate) ford_known: bool,
    pub(crate) points: [u8; 2],
    pub(crate) ledger: [[u8; 3]; 2],
    pub(crate) sealed: [bool; 2],
    pub(crate) first: u8,
    pub(crate) marches: [u8; 2],
    pub(crate) flags: [bool; 2],
    pub(crate) slips: [bool; 2],
    pub(crate) score: [i8; 2],
    /// What a save forgets; only a broken game keeps anything here.
    #[serde(skip)]
    pub(crate) unsaved: u8,
}

impl Saves for Parley {
    const STATE_SCHEMA: u32 = 1;

    fn counts(world: &World) -> Vec<Count> {
        if world.broken(Fault::TrustsSaves) { Vec::new() } else { vec![Unit::count(world.units.len())] }
    }

    /// Whether this can be a state of that valley: a save is a stranger's file, and rules index by what it holds.
    fn validate(&self) -> Result<(), Refusal> {
        if self.world.broken(Fault::TrustsSaves) {
            return Ok(());
        }
        if !matches!(self.seats, [NORTH, SOUTH] | [SOUTH, NORTH])
            || self.first > 1
            || self.turn > self.world.turns
            || !self.tokens.are_for(self.seats.len(), self.blocks.len())
        {
            return Err(corrupt_save("its seats or turns are those of another game"));
        }
        for (block, unit) in self.blocks.rows().zip(self.world.units.rows()) {
            within(&unit.id, block.space, "spaces", self.world.spaces.len())?;
            if let Some(edge) = block.edge {
                within(&unit.id, edge, "links", self.world.links.len())?;
            }
            if block.losses > unit.strength {
                return Err(corrupt_save(format_args!(
                    "{} has lost {} of {}",
                    unit.id, block.losses, unit.strength
                )));
            }
        }
        let spent = |side: usize| self.ledger[side].iter().map(|&row| u32::from(row)).sum::<u32>();
        if (0..2).any(|side| spent(side) > self.points[side].into()) {
            return Err(corrupt_save("a ledger has more points than there are (P3)"));
        }
        if !self.possible.iter().all(|possible| possible.has_the_truth()) {
            return Err(corrupt_save("its blocks were mixed as they can't have been"));
        }
        let side = match self.stage {
            Stage::Scout { side, .. } | Stage::March { side } | Stage::Dispatch { side } => Some(side),
            Stage::Over { winner, .. } => winner,
            _ => None,
        };
        side.map_or(Ok(()), |side| within("its stage", side, "sides", 2))
    }
}

impl Parley {
    /// The side that the seat plays.
    pub fn side_of(&self, seat: u8) -> u8 {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the side.
    pub fn seat_of(&self, side: u8) -> u8 {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// The block's side.
    pub(crate) fn owner(unit: Unit) -> u8 {
        unit.place() as u8 / 4
    }

    /// Its number among those of its side.
    pub(crate) fn number(unit: Unit) -> u8 {
        unit.place() as u8 % 4
    }

    /// The side's block of this number.
    pub(crate) fn numbered(side: u8, number: u8) -> Unit {
        Unit::nth(usize::from(side * 4 + number))
    }

    /// The blocks of a side.
    pub(crate) fn of_side(side: u8) -> impl Iterator<Item = Unit> {
        (0..4).map(move |number| Self::numbered(side, number))
    }

    pub(crate) fn block(&self, unit: Unit) -> &Block {
        &self.blocks[unit]
    }

    pub(crate) fn block_mut(&mut self, unit: Unit) -> &mut Block {
        &mut self.blocks[unit]
    }

    /// Whether the blocks stand on the board yet.
    pub(crate) fn is_set_up(&self) -> bool {
        self.stage != Stage::Bid
    }

    /// Where the game stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }
}
