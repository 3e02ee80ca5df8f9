//! What a bot thinks of its choices at first sight, and of its prospects.

use muster_contract::Seat;

use crate::choice::Choice;
use crate::state::BullRun;
use crate::world::World;

impl BullRun {
    pub(crate) fn policy(&self, _world: &World, _seat: Seat, choices: &[Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|_| 1));
    }

    pub(crate) fn prospects(&self, _world: &World) -> Vec<u32> {
        let [us, cs] = self.morale.map(i32::from);
        let us = (5_000 + 200 * (us - cs)).clamp(200, 9_800) as u32;
        vec![us, 10_000 - us]
    }
}
