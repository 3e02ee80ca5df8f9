//! What is hidden from whom, said a second time: which of the enemy's units stands behind which token.
//!
//! The module doesn't follow where a block came from. So any block that stands upright may be any of its side that does, and a
//! leader also one of his class in the face-down pool.

use std::collections::{BTreeMap, BTreeSet};

use bobby_lee::state::{Active, At, Stage};
use bobby_lee::{BobbyLee, Kind, Unit};
use muster_conformance::{HiddenFacts, Loader};
use muster_contract::{Position, Seat};
use muster_sdk::Hosted;

#[derive(Default)]
pub struct Hidden(Loader<BobbyLee>);

impl Hidden {
    /// Units of the enemy that the seat can't identify, by token.
    fn hidden(game: &Hosted<BobbyLee>, seat: Seat) -> Vec<(u32, Unit)> {
        let state = game.state();
        let enemy = state.side_of(seat).other();
        let upright = state.on_map(enemy).filter(|&unit| !state.unit(unit).known.has(Some(seat)));
        upright.filter_map(|unit| Some((state.tokens.of(Some(seat)).of(unit)?, unit))).collect()
    }

    /// Whether a block may be one that the seat has seen command, among those beside which it stood upright again.
    fn commanders(game: &Hosted<BobbyLee>, hidden: &[(u32, Unit)], unit: Unit) -> Vec<Unit> {
        let state = game.state();
        let still = |unit: Unit| {
            (state.unit(unit).active == Active::No || !state.unit(unit).moved)
                && state.march.is_none_or(|march| march.unit != unit)
        };
        let commanded = |unit: Unit| state.unit(unit).active != Active::No;
        if !still(unit) {
            return if commanded(unit) { vec![unit] } else { Vec::new() };
        }
        let beside = hidden.iter().map(|&(_, other)| other);
        beside
            .filter(|&other| commanded(other) && still(other) && state.hex_of(other) == state.hex_of(unit))
            .collect()
    }
}

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let game = self.0.load(position, saved);
        let world = game.world();
        let named = |(token, unit): (u32, Unit)| (format!("?{token}"), world.unit(unit).id.clone());
        let mut values: BTreeMap<String, String> = Self::hidden(&game, seat).into_iter().map(named).collect();
        let (state, world) = (game.state(), game.world());
        let enemy = state.side_of(seat).other();
        if let (Stage::Bid, Some(bid)) = (state.stage, state.bids[enemy as usize]) {
            values.insert("bid".to_owned(), bid.to_string());
        }
        if let Stage::ReplaceLeader(side, drawn) = state.stage
            && side == enemy
        {
            values.insert("drawn".to_owned(), world.unit(drawn).id.clone());
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
        let (state, world) = (game.state(), game.world());
        let enemy = state.side_of(seat).other();
        let hidden = Self::hidden(&game, seat);
        let quiet = |unit: Unit| state.unit(unit).active == Active::No;
        let mut all: BTreeSet<String> = hidden
            .iter()
            .filter(|(_, unit)| quiet(*unit))
            .map(|&(_, unit)| world.unit(unit).id.clone())
            .collect();
        let is_leader = |unit: Unit, major: bool| {
            let info = world.unit(unit);
            info.kind == Kind::Leader && !info.replaces_supreme && info.is_major() == major
        };
        let mut drawn: BTreeSet<String> = BTreeSet::new();
        for unit in world.of_side(enemy) {
            let info = world.unit(unit);
            if state.unit(unit).at != At::Leaders {
                continue;
            }
            let class = |other: Unit| is_leader(other, info.is_major());
            if !info.replaces_supreme && hidden.iter().any(|&(_, other)| quiet(other) && class(other)) {
                all.insert(info.id.clone());
            }
            let in_play = |other: Unit| {
                if info.replaces_supreme { world.unit(other).kind == Kind::Supreme } else { class(other) }
            };
            if state.on_map(enemy).any(in_play) {
                // He, or whoever of his class stands on the map in his stead.
                drawn.insert(info.id.clone());
                let upright = hidden.iter().filter(|&&(_, other)| !info.replaces_supreme && class(other));
                drawn.extend(upright.map(|&(_, other)| world.unit(other).id.clone()));
            }
        }
        let mut possible: BTreeMap<String, BTreeSet<String>> = hidden
            .iter()
            .map(|&(token, unit)| {
                let commanders = Self::commanders(&game, &hidden, unit);
                let mut ids: BTreeSet<String> =
                    commanders.iter().map(|&leader| world.unit(leader).id.clone()).collect();
                // On its way it is known to be one of those who commanded, and so where nobody else stands.
                let on_its_way = state.unit(unit).moved && !quiet(unit)
                    || state.march.is_some_and(|march| march.unit == unit);
                let beside = hidden.iter().filter(|&&(_, other)| state.hex_of(other) == state.hex_of(unit));
                let only_they = beside.filter(|&&(_, other)| quiet(other)).count() == 0;
                if quiet(unit) || !(on_its_way || only_they) {
                    ids.extend(all.iter().cloned());
                }
                (format!("?{token}"), ids)
            })
            .collect();
        if let (Stage::Bid, Some(_)) = (state.stage, state.bids[enemy as usize]) {
            let able = |&unit: &Unit| world.unit(unit).kind.leads() && state.unit(unit).strength > 1;
            let most = state.on_map(enemy).filter(able).count();
            possible.insert("bid".to_owned(), (0..=most).map(|bid| bid.to_string()).collect());
        }
        if matches!(state.stage, Stage::ReplaceLeader(side, _) if side == enemy) {
            possible.insert("drawn".to_owned(), drawn);
        }
        possible
    }
}
