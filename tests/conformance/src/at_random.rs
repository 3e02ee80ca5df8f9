//! Games of random choices, for what is to be looked at in many positions.

use muster_contract::Position;
use muster_sdk::{Game, Hosted, Random};

use crate::{Evidence, TestDice, saw};

/// Plays games of random choices, `positions` in all, and gives each position to `look`, with the source of chance that picks
/// the choices, to draw from. What `look` objects to is evidence, told with the position's number and the seed.
pub(crate) fn play_at_random<G: Game>(
    position: &Position,
    seed: u64,
    positions: usize,
    mut look: impl FnMut(&mut Hosted<G>, &mut Random) -> Result<(), String>,
) -> Result<(), Evidence> {
    let begin = || Hosted::<G>::create(position).map_err(|refusal| saw(refusal.reason));
    let mut random = Random::new(seed);
    let mut dice = TestDice::new(seed);
    let mut game = begin()?;
    for number in 0..positions {
        look(&mut game, &mut random)
            .map_err(|why| saw(format!("position {number} of seed {seed}, {why}")))?;
        let count: u32 = (0..position.setup.seats.len() as u8).map(|seat| game.choice_count(seat)).sum();
        if count == 0 || game.outcome().is_some() {
            game = begin()?;
        } else {
            game.apply_index(None, random.below(count), &mut dice);
        }
    }
    Ok(())
}
