//! Who can tell which of the hidden units is which: what the opponent has seen of them, and samples.
//!
//! A unit that a seat can't identify has a token for it. Each time units are turned face down together their tokens are
//! dealt anew, and it is kept which tokens (or units known by then) went in and which came out. Together with what was
//! seen of tokens later this is all that the opponent can know, so that a sample is one more way in which the mixing could
//! have gone.

use std::collections::BTreeMap;

use muster_contract::Seat;
use muster_sdk::{Happenings, Knowledge, Random};
use serde::{Deserialize, Serialize};

use crate::state::{At, BullRun, Face};
use crate::world::{Side, World};

/// How often a deal is tried before the sample keeps what is true: hardly ever is one try not enough.
const TRIES: usize = 60;

/// What went into a mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Was {
    /// A unit that the opponent could identify.
    Unit(u8),
    /// One that it knew by this token.
    Token(u32),
}

/// Units that were turned face down together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mix {
    into: Vec<Was>,
    out: Vec<u32>,
}

/// All that the opponent can know of an army's hidden units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    mixes: Vec<Mix>,
    /// Tokens that were turned up, and what they were.
    seen: Vec<(u32, u8)>,
}

impl Trace {
    /// One way in which the mixing could have gone: each token's unit. `bit` numbers the army's units.
    fn deal(&self, bit: impl Fn(u8) -> u32, random: &mut Random) -> Option<BTreeMap<u32, u8>> {
        let may = self.may_be(&bit);
        let mut now: BTreeMap<u32, u8> = BTreeMap::new();
        for mix in &self.mixes {
            let units: Option<Vec<u8>> = mix
                .into
                .iter()
                .map(|was| match was {
                    Was::Unit(unit) => Some(*unit),
                    Was::Token(token) => now.remove(token),
                })
                .collect();
            let (mut units, mut out) = (units?, mix.out.clone());
            random.shuffle(&mut units);
            random.shuffle(&mut out);
            // First those that can be few things.
            out.sort_by_key(|token| may.get(token).map_or(u32::MAX, |may| may.count_ones()));
            let fits = |token: u32, unit: u8| may.get(&token).is_none_or(|may| may >> bit(unit) & 1 == 1);
            let found = assign(&out, &units, fits)?;
            now.extend(found);
        }
        let right = |(token, unit): &(u32, u8)| now.get(token).is_none_or(|now| now == unit);
        self.seen.iter().all(right).then_some(now)
    }

    /// For tokens of which something is known: the units that each can be, a bit each.
    fn may_be(&self, bit: impl Fn(u8) -> u32) -> BTreeMap<u32, u64> {
        let mut may: BTreeMap<u32, u64> =
            self.seen.iter().map(|&(token, unit)| (token, 1 << bit(unit))).collect();
        for mix in self.mixes.iter().rev() {
            let union = mix.out.iter().map(|token| may.get(token).copied().unwrap_or(u64::MAX));
            let union = union.fold(0, |all, one| all | one);
            for was in &mix.into {
                if let Was::Token(token) = was {
                    may.insert(*token, union);
                }
            }
        }
        may
    }
}

/// Gives each token a unit that it may be, by augmenting paths.
fn assign(tokens: &[u32], units: &[u8], fits: impl Fn(u32, u8) -> bool) -> Option<Vec<(u32, u8)>> {
    let mut holder: Vec<Option<usize>> = vec![None; units.len()];
    fn place(
        token: usize,
        tokens: &[u32],
        units: &[u8],
        fits: &impl Fn(u32, u8) -> bool,
        holder: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..units.len() {
            if tried[at] || !fits(tokens[token], units[at]) {
                continue;
            }
            tried[at] = true;
            if holder[at].is_none_or(|other| place(other, tokens, units, fits, holder, tried)) {
                holder[at] = Some(token);
                return true;
            }
        }
        false
    }
    for token in 0..tokens.len() {
        let mut tried = vec![false; units.len()];
        if !place(token, tokens, units, &fits, &mut holder, &mut tried) {
            return None;
        }
    }
    Some(holder.iter().enumerate().filter_map(|(at, token)| Some((tokens[(*token)?], units[at]))).collect())
}

impl BullRun {
    /// Units of one army get new tokens, for everyone who won't be able to identify them.
    pub(crate) fn mix(&mut self, world: &World, units: &[u8], happenings: &mut Happenings<'_>) {
        let side = world.unit(units[0]).side;
        let enemy = Some(self.seat_of(side.other()));
        let into = units.iter().map(|&unit| match self.tokens.of(enemy).of(unit.into()) {
            Some(token) => Was::Token(token),
            None => Was::Unit(unit),
        });
        let mut into: Vec<Was> = into.collect();
        into.sort_unstable_by_key(|was| match was {
            Was::Unit(unit) => (0, u32::from(*unit)),
            Was::Token(token) => (1, *token),
        });
        let numbers: Vec<u16> = units.iter().map(|&unit| unit.into()).collect();
        for observer in [enemy, None] {
            self.tokens.of_mut(observer).deal(&numbers, happenings);
        }
        let mut out: Vec<u32> = numbers.iter().filter_map(|&unit| self.tokens.of(enemy).of(unit)).collect();
        out.sort_unstable();
        self.traces[side as usize].mixes.push(Mix { into, out });
    }

    /// §5 step 6: units that nobody has placed are turned face blind and mixed; not even their owner can tell them apart.
    pub(crate) fn blind(&mut self, world: &World, units: &[u8], happenings: &mut Happenings<'_>) {
        let Some(&first) = units.first() else { return };
        let owner = self.seat_of(world.unit(first).side);
        self.mix(world, units, happenings);
        let numbers: Vec<u16> = units.iter().map(|&unit| unit.into()).collect();
        self.tokens.of_mut(Some(owner)).deal(&numbers, happenings);
        for &unit in units {
            let state = self.unit_mut(unit);
            (state.face, state.known) = (Face::Blind, Knowledge::NOBODY);
        }
    }

    /// The opponent is about to see which unit it has a token for.
    pub(crate) fn note_seen(&mut self, world: &World, unit: u8) {
        let side = world.unit(unit).side;
        let enemy = Some(self.seat_of(side.other()));
        if let Some(token) = self.tokens.of(enemy).of(unit.into()) {
            self.traces[side as usize].seen.push((token, unit));
        }
    }

    /// A sample for a seat: all that it can't know is dealt again, and nothing else is touched.
    pub(crate) fn deal_again(&mut self, world: &World, seat: Seat, random: &mut Random) {
        let own = self.side_of(seat);
        let enemy = own.other();
        self.deal_units(world, enemy, seat, random);
        self.deal_blind(world, own, random);
        // Whatever the enemy has in hand for its next command, nobody else has seen.
        if self.decides() == Some(enemy) {
            self.order = Default::default();
        }
        let deck = &mut self.decks[enemy as usize];
        *deck = deck.dealt_again(random);
    }

    fn deal_units(&mut self, world: &World, side: Side, seat: Seat, random: &mut Random) {
        let hidden: Vec<u8> = world
            .of_side(side)
            .filter(|&unit| self.unit(unit).at != At::Off && !self.knows(Some(seat), unit))
            .collect();
        if hidden.is_empty() {
            return;
        }
        let army = &world.armies[side as usize];
        let bit = |unit: u8| army.iter().position(|&one| one == unit).unwrap_or(0) as u32;
        let trace = &self.traces[side as usize];
        let Some(dealt) = (0..TRIES).find_map(|_| trace.deal(bit, random)) else { return };
        let pairs: Option<Vec<(u8, u8)>> = hidden
            .iter()
            .map(|&stands| {
                let token = self.tokens.of(Some(seat)).of(stands.into())?;
                Some((*dealt.get(&token)?, stands))
            })
            .collect();
        if let Some(pairs) = pairs {
            self.change_places(&pairs);
        }
    }

    /// §5 steps 6 to 8: which of its own units are which not even the owner knows.
    fn deal_blind(&mut self, world: &World, side: Side, random: &mut Random) {
        let blind: Vec<u8> =
            world.of_side(side).filter(|&unit| self.unit(unit).face == Face::Blind).collect();
        let mut dealt = blind.clone();
        random.shuffle(&mut dealt);
        let pairs: Vec<(u8, u8)> = dealt.into_iter().zip(blind).collect();
        self.change_places(&pairs);
    }

    /// In each pair the first unit stands where the second stood, and is that block for everyone.
    fn change_places(&mut self, pairs: &[(u8, u8)]) {
        let before = self.units.clone();
        for &(unit, stands) in pairs {
            let there = before[usize::from(stands)];
            let state = &mut self.units[usize::from(unit)];
            *state = crate::state::Unit { kind: state.kind, strength: state.strength, ..there };
        }
        let numbers: Vec<(u16, u16)> =
            pairs.iter().map(|&(unit, stands)| (unit.into(), stands.into())).collect();
        for observer in [None, Some(0), Some(1)] {
            self.tokens.of_mut(observer).take_over(&numbers);
        }
        let now = |unit: &mut u8| {
            if let Some(&(found, _)) = pairs.iter().find(|(_, stands)| stands == unit) {
                *unit = found;
            }
        };
        self.order.units.iter_mut().for_each(now);
        if let Some(road) = &mut self.order.road {
            road.followers.iter_mut().flat_map(|follower| &mut follower.units).for_each(now);
        }
        self.after.units.iter_mut().for_each(now);
        if let Some(pursuit) = &mut self.after.pursuit {
            pursuit.units.iter_mut().for_each(now);
        }
        if let Some(action) = &mut self.action {
            let lists = [
                &mut action.units,
                &mut action.leaders,
                &mut action.defenders,
                &mut action.defense_leaders,
                &mut action.support,
            ];
            lists.into_iter().flatten().for_each(now);
        }
        self.recount();
    }
}
