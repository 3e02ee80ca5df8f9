//! §5: where the stack in a space could march, and what it would cost.

use muster_contract::Seat;

use crate::choice::Pay;
use crate::state::{March, Means, Step, UsCivilWar};
use crate::units::Piece;
use crate::world::{General, Side, Space};

/// A space that a stack can come to.
pub(super) struct Reached {
    pub(super) at: Space,
    /// MPs spent.
    pub(super) spent: u8,
    /// Whether an enemy has to be fought there.
    pub(super) fought: bool,
}

impl UsCivilWar {
    /// The march of what stands in a space, were it activated for one Action Point, or for two if its general is cautious; the stack
    /// that is on its way itself if that is there. A piece that is named marches by its own rate.
    pub(super) fn imagined(&self, seat: Option<Seat>, at: Space, piece: Option<Piece>) -> Option<Self> {
        if self.march.as_deref().is_some_and(|march| march.at == at) {
            return Some(self.clone());
        }
        let own = seat.map(|seat| self.side_of(seat));
        let side = match piece {
            Some(Piece::General(general)) => self.world.general(general).side,
            Some(Piece::Force(side, _)) => side,
            _ => own.into_iter().chain(Side::ALL).find(|&side| self.sps(side, at) > 0)?,
        };
        // Whoever has moved in his side's phase goes nowhere (§5.1.2); the others go without him.
        let acts = self.phasing == side && self.frames.path().contains(&Step::Actions);
        let rests = |general: General| acts && self.officers[general].moved;
        let able = self.generals_in(side, at).filter(|&general| !rests(general));
        let piece = match piece {
            Some(piece @ Piece::General(_)) => piece,
            _ => self.commander_among(able).map_or(Piece::Force(side, at), Piece::General),
        };
        let stays = match piece {
            Piece::General(general) => rests(general),
            _ => acts && self.fresh(side, at) == 0,
        };
        if stays {
            return None;
        }
        let mut game = self.clone();
        game.march = None;
        game.set_out(side, piece, Means::Land, Pay::Two);
        Some(game)
    }

    /// The spaces that the stack on its way can come to with its MPs if nobody hinders it, nearest first. It goes no farther than the
    /// first enemy. What it may do in a space is asked of the game with the stack in that space.
    pub(super) fn marches_to(mut self) -> Vec<Reached> {
        let Some(start) = self.march.clone() else { return Vec::new() };
        let mut found: Vec<Reached> = Vec::new();
        let mut waiting = vec![*start.clone()];
        while let Some(place) = nearest(&waiting) {
            let march = waiting.swap_remove(place);
            if found.iter().any(|reached| reached.at == march.at) {
                continue;
            }
            let fought = self.is_defended(march.side.other(), march.at);
            found.push(Reached { at: march.at, spent: start.moves.saturating_sub(march.moves), fought });
            if fought {
                continue;
            }
            self.march = Some(Box::new(march.clone()));
            for way in &self.world.space(march.at).ways {
                if found.iter().all(|reached| reached.at != way.to) && self.may_step(&march, way).is_ok() {
                    waiting.push(self.stepped(&march, way));
                }
            }
        }
        found.retain(|reached| reached.at != start.at);
        found
    }

    fn stepped(&self, march: &March, way: &crate::world::Way) -> March {
        let moves = march.moves.saturating_sub(self.march_cost(march, way));
        March { at: way.to, from: Some(march.at), moves, ..march.clone() }
    }
}

/// The march with most MPs left; between equals the first space of the board.
fn nearest(waiting: &[March]) -> Option<usize> {
    (0..waiting.len()).min_by_key(|&place| (u8::MAX - waiting[place].moves, waiting[place].at))
}
