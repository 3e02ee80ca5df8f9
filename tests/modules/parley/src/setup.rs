//! P2: set-up.

use muster_contract::{Audience, Event, EventKind, Position};
use muster_sdk::{Knowledge, Resolution, Shared, TokensBySeat};

use crate::{
    NORTH, Parley, SOUTH, Stage, World, cards, names,
    possible::Possible,
    state::{Block, other},
    world::UnitInfo,
};

impl Parley {
    /// The position before the first choice: nothing is on the board.
    pub(crate) fn new(world: Shared<World>, position: &Position) -> Self {
        let swapped =
            position.setup.seats.first().is_some_and(|side| side == names::SIDES[usize::from(SOUTH)]);
        let block = |unit: &UnitInfo| Block {
            space: unit.space,
            edge: None,
            losses: 0,
            spent: false,
            known: Knowledge::NOBODY,
        };
        Self {
            stage: Stage::Bid,
            turn: 0,
            seats: if swapped { [SOUTH, NORTH] } else { [NORTH, SOUTH] },
            bids: [None; 2],
            bid_sealed: [false; 2],
            blocks: world.units.rows().map(block).collect(),
            tokens: TokensBySeat::new(2, 8),
            possible: [Possible::CERTAIN; 2],
            hands: [0; 2],
            deck: cards::DECK,
            discard: 0,
            breaking: [4; 2],
            ford: 0,
            ford_known: false,
            points: [0; 2],
            ledger: [[0; 3]; 2],
            sealed: [false; 2],
            first: NORTH,
            marches: [0; 2],
            flags: [false; 2],
            slips: [false; 2],
            score: [0; 2],
            unsaved: 0,
            world,
        }
    }

    /// P2: blocks, breaking points, the ford and the first cards.
    pub(crate) fn set_up(&mut self, resolution: &mut Resolution<'_>) {
        for unit in self.world.units.all() {
            self.block_mut(unit).known = Knowledge::only(self.seat_of(Self::owner(unit)));
        }
        // Out of the bids: from here on the blocks are on the board.
        self.stage = Stage::Ledger;
        self.conceal(resolution);
        for side in [NORTH, SOUTH] {
            let reason = || format!("at how many losses {} breaks", names::side(side).to_lowercase());
            let face = resolution.roll(1, 3, reason)[0];
            self.breaking[usize::from(side)] = face + 1;
            let enemy = Audience::Seats(vec![self.seat_of(other(side))]);
            resolution.rolled(enemy, &[face], 3, "P2", |_| false, reason);
        }
        self.ford = resolution.roll(1, 3, || "how deep the ford is".to_owned())[0] - 1;
        for side in [NORTH, SOUTH] {
            self.draw_card(side, resolution);
            self.draw_card(side, resolution);
        }
        resolution.event(|| {
            Event::new(
                EventKind::Text,
                Audience::Everyone,
                "The blocks stand up in their camps.".to_owned(),
                "P2",
            )
        });
        self.hook_set_up(resolution);
        self.begin_turn(resolution);
    }
}
