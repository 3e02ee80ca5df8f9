//! Samples: what is hidden is dealt again.

use crate::walk::{exchange, stands_for};
use crate::{Index, Random, Rules};

/// Deals hidden things again among the units that could be any of them: `groups` are sets of unit numbers that the
/// seat can't tell apart; the answer maps each to the one whose hidden facts it takes.
pub fn redeal<I: Copy>(groups: &[Vec<I>], random: &mut Random) -> Vec<(I, I)> {
    let mut map = Vec::new();
    for group in groups {
        let mut dealt = group.clone();
        random.shuffle(&mut dealt);
        map.extend(group.iter().copied().zip(dealt));
    }
    map
}

/// For samples: in each pair, the first thing takes the place of the second wherever the game names that; see
/// [`crate::redeal()`]. The rows of tables [take over](crate::Table::take_over) by themselves. What the game doesn't serialise is as it is
/// after a load, but for its world.
pub fn take_places<I: Index, G: Rules>(game: &mut G, pairs: &[(I, I)]) {
    let world = game.world().clone();
    *game = exchange(game, stands_for(pairs));
    game.set_world(world);
}
