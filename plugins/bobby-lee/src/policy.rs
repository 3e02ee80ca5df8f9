//! What a player would think of his choices at first sight: a start, so that games by weight come to an end. A bot that plans
//! is work to come.

use muster_contract::Seat;

use crate::choice::Choice;
use crate::fire::Fire;
use crate::state::{BobbyLee, Buy};
use crate::world::World;

impl BobbyLee {
    /// A weight for each choice.
    pub(crate) fn policy(&self, world: &World, seat: Seat, choices: &[Choice], weights: &mut Vec<u32>) {
        let side = self.side_of(seat);
        weights.extend(choices.iter().map(|choice| match *choice {
            Choice::Cancel => 1,
            Choice::Bid(bid) => 4 + u32::from(bid) * 4,
            Choice::Activate(unit, _) => 2 + u32::from(self.unit(unit).strength) * 4,
            Choice::Pass => 4,
            Choice::EndActivation => 10,
            Choice::Exchange(..) => 1,
            Choice::EndDeployment => 200,
            Choice::Step(to) if self.is_in(world, side.other(), to) => 12,
            Choice::Step(to) => 6 + 6 * u32::from(world.hex(to).vp),
            Choice::Force(_) => 2,
            Choice::Shoot(Fire::Short) => 40,
            Choice::Shoot(_) => 20,
            Choice::EndCombat => 4,
            Choice::Retreat(_) => 6,
            Choice::EndRetreat => 30,
            Choice::EndMoves => 4,
            Choice::Feed(_) => 12,
            Choice::Buy(Buy::Step(_)) => 12,
            Choice::Buy(_) => 8,
            Choice::EndBuying | Choice::Draft => 1,
            Choice::FightOn(_) => 6,
            Choice::Proclaim => 20,
            _ => 6,
        }));
    }
}
