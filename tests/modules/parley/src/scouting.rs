//! P4: scouting, and the spyglass (P7).

use muster_sdk::{Decisions, Resolution};

use crate::{Fault, Parley, Stage, Unit, choice::Choice, ledger, state::other};

impl Parley {
    /// The enemy's blocks that the side can't identify, in the order of their tokens: any other order would tell.
    pub(crate) fn unseen(&self, side: u8) -> Vec<Unit> {
        let seat = Some(self.seat_of(side));
        let mut unseen: Vec<Unit> = Self::of_side(other(side))
            .filter(|&unit| self.is_on_board(unit) && !self.knows(seat, unit))
            .collect();
        if !self.world.broken(Fault::ListOrderTells) {
            unseen.sort_by_key(|&unit| self.tokens.of(seat).of(unit));
        }
        unseen
    }

    /// P4: whether there is anything to look at.
    pub(crate) fn can_look(&self, side: u8) -> bool {
        !self.unseen(side).is_empty()
    }
}

/// P4: what may be looked at.
pub(crate) fn decide(game: &Parley, side: u8, list: &mut Decisions<Choice>) {
    list.open(game.seat_of(side), "look");
    for unit in game.unseen(side) {
        list.push(Choice::Look(unit));
    }
    list.push(Choice::NoLook);
}

/// P4: a look.
pub(crate) fn apply(
    game: &mut Parley,
    (side, spyglass): (u8, bool),
    choice: Choice,
    resolution: &mut Resolution<'_>,
) {
    if let Choice::Look(unit) = choice {
        game.show(game.seat_of(side), unit, resolution);
    }
    if spyglass {
        game.stage = Stage::March { side };
    } else {
        ledger::after_look(game, Some(side), resolution);
    }
}
