//! What is hidden from whom, said a second time: which of the enemy's units stands behind which token.
//!
//! The module doesn't follow where a block came from. So any block that stands upright may be any of its side that does, and a
//! leader also one of his class in the face-down pool.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use bobby_lee::state::{Active, At};
use bobby_lee::{BobbyLee, Kind};
use muster_conformance::HiddenFacts;
use muster_contract::{Position, Seat};
use muster_sdk::{Game as _, Hosted};

#[derive(Default)]
pub struct Hidden {
    /// A game on the position that was asked about last: a board is read only once.
    ground: Mutex<Option<(Position, Hosted<BobbyLee>)>>,
}

impl Hidden {
    fn load(&self, position: &Position, saved: &[u8]) -> Hosted<BobbyLee> {
        let mut ground = self.ground.lock().expect("nobody fails while it is held");
        if ground.as_ref().is_none_or(|(known, _)| known != position) {
            let game = Hosted::<BobbyLee>::create(position).expect("a game can begin there");
            *ground = Some((position.clone(), game));
        }
        let (_, game) = ground.as_ref().expect("it was made above");
        game.load_another(BobbyLee::STATE_SCHEMA, saved).expect("a save can be loaded")
    }

    /// Units of the enemy that the seat can't identify, by token.
    fn hidden(game: &Hosted<BobbyLee>, seat: Seat) -> Vec<(u32, u8)> {
        let (state, world) = (game.state(), game.world());
        let enemy = state.side_of(seat).other();
        let upright = state
            .on_map(world, enemy)
            .filter(|&unit| !state.unit(unit).known.has(Some(seat)) && state.unit(unit).active == Active::No);
        upright.filter_map(|unit| Some((state.tokens.of(Some(seat)).of(unit.into())?, unit))).collect()
    }
}

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let game = self.load(position, saved);
        let world = game.world();
        let named = |(token, unit): (u32, u8)| (format!("?{token}"), world.unit(unit).id.clone());
        Self::hidden(&game, seat).into_iter().map(named).collect()
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let Some(saved) = saves.last() else { return BTreeMap::new() };
        let game = self.load(position, saved);
        let (state, world) = (game.state(), game.world());
        let hidden = Self::hidden(&game, seat);
        let mut all: BTreeSet<String> = hidden.iter().map(|&(_, unit)| world.unit(unit).id.clone()).collect();
        for unit in world.of_side(state.side_of(seat).other()) {
            let info = world.unit(unit);
            let drawn =
                matches!(state.stage, bobby_lee::state::Stage::ReplaceLeader(_, drawn) if drawn == unit);
            let class = |other: u8| {
                let other = world.unit(other);
                other.kind == Kind::Leader && !other.replaces_supreme && other.is_major() == info.is_major()
            };
            let fits = state.unit(unit).at == At::Leaders
                && !info.replaces_supreme
                && !drawn
                && hidden.iter().any(|&(_, other)| class(other));
            if fits {
                all.insert(info.id.clone());
            }
        }
        hidden.iter().map(|(token, _)| (format!("?{token}"), all.clone())).collect()
    }
}
