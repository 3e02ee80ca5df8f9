//! What is hidden from whom, said a second time (§18.1): of the enemy's armies rating, experience and supply, as the turn opened.

use std::collections::{BTreeMap, BTreeSet};

use cw_strategy::CwStrategy;
use cw_strategy::state::{Army, Leader, Stage};
use muster_conformance::{HiddenFacts, Loader};
use muster_contract::{Position, Seat};
use muster_sdk::Hosted;

#[derive(Default)]
pub struct Hidden(Loader<CwStrategy>);

impl Hidden {
    /// The enemy's armies as the seat knows them, none once the war is over.
    fn armies(game: &Hosted<CwStrategy>, seat: Seat) -> Vec<(usize, Army)> {
        let state = game.state();
        if matches!(state.stage, Stage::Over(..)) {
            return Vec::new();
        }
        let enemy = state.known(state.side_of(seat).other(), Some(seat));
        enemy.armies.iter().enumerate().filter_map(|(slot, army)| Some((slot, (*army)?))).collect()
    }
}

fn numbers(numbers: impl IntoIterator<Item = u8>) -> BTreeSet<String> {
    numbers.into_iter().map(|number| number.to_string()).collect()
}

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let game = self.0.load(position, saved);
        let mut values = BTreeMap::new();
        for (slot, army) in Self::armies(&game, seat) {
            values.insert(format!("rating {slot}"), army.rating.to_string());
            values.insert(format!("experience {slot}"), army.experience.to_string());
            values.insert(format!("supply {slot}"), army.supply.to_string());
        }
        values
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let Some(saved) = saves.last() else { return BTreeMap::new() };
        let game = self.0.load(position, saved);
        let enemy = game.state().side_of(seat).other();
        let mut possible = BTreeMap::new();
        for (slot, army) in Self::armies(&game, seat) {
            let ratings = match army.leader {
                Leader::Nameless => numbers(1..=9),
                Leader::Named(leader) => {
                    let rating = game.world().leaders[enemy as usize][usize::from(leader)].rating;
                    numbers([rating, rating.saturating_sub(1)])
                }
            };
            possible.insert(format!("rating {slot}"), ratings);
            possible.insert(format!("experience {slot}"), numbers(0..=10));
            // That an army has no supply is marked.
            let supply = if army.supply == 0 { numbers([0]) } else { numbers(1..=10) };
            possible.insert(format!("supply {slot}"), supply);
        }
        possible
    }
}
