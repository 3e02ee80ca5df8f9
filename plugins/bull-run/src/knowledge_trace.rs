//! What an opponent can have followed of hidden units, and other ways in which it could have gone.
//!
//! A unit that a seat can't identify has a token for it. Each time units are turned face down together their tokens are
//! dealt anew, and it is kept which tokens (or units known by then) went in and which came out. With what tokens were when
//! they were turned up, this is all that the opponent can know.
//!
//! Another way is looked for backwards. A token that was turned up must have been that unit; so one of the tokens that went
//! into the mix it came out of was, and so on to the mix that the unit went into with its face seen. Once each unit that was
//! turned up has its way, all others are dealt at random, forwards.

use std::collections::BTreeMap;

use muster_sdk::{Index as _, Random};
use serde::{Deserialize, Serialize};

use crate::world::Unit;

/// How many tokens are tried for units in one search; nearly always a search needs no more than there are.
const STEPS: u32 = 4000;

/// What went into a mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Was {
    /// A unit that the opponent could identify.
    Unit(Unit),
    /// One that it knew by this token.
    Token(u32),
}

/// Units that were turned face down together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mix {
    into: Vec<Was>,
    /// The tokens dealt, and what they are: nobody knows but the owner.
    out: Vec<(u32, Unit)>,
}

/// All that the opponent can know of an army's hidden units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    mixes: Vec<Mix>,
    /// Tokens that were turned up, and what they were.
    seen: Vec<(u32, Unit)>,
}

/// Which unit is behind which token.
type Found = BTreeMap<u32, Unit>;

impl Trace {
    /// Units were turned face down together: what they were known by, and their tokens now.
    pub(crate) fn mixed(&mut self, mut into: Vec<Was>, mut out: Vec<(u32, Unit)>) {
        into.sort_unstable_by_key(|was| match was {
            Was::Unit(unit) => (0, unit.place() as u32),
            Was::Token(token) => (1, *token),
        });
        out.sort_unstable();
        self.mixes.push(Mix { into, out });
    }

    /// A token was turned up.
    pub(crate) fn turned_up(&mut self, token: u32, unit: Unit) {
        self.seen.push((token, unit));
    }

    /// In a sample another unit is behind a token, both having come out of the same mix.
    pub(crate) fn is_now(&mut self, token: u32, unit: Unit) {
        let out = self.mixes.iter_mut().flat_map(|mix| &mut mix.out);
        out.filter(|(one, _)| *one == token).for_each(|(_, now)| *now = unit);
    }

    /// Whether it can have gone so: what came out of each mix is what went in, under new tokens. What is read from a save may
    /// be anything.
    pub(crate) fn is_possible(&self) -> bool {
        let mut live = Found::new();
        self.mixes.iter().all(|mix| {
            let went_in: Option<Vec<Unit>> = mix
                .into
                .iter()
                .map(|was| match was {
                    Was::Unit(unit) => Some(*unit),
                    Was::Token(token) => live.remove(token),
                })
                .collect();
            let Some(mut went_in) = went_in else { return false };
            let mut came_out: Vec<Unit> = mix.out.iter().map(|(_, unit)| *unit).collect();
            went_in.sort_unstable();
            came_out.sort_unstable();
            live.extend(mix.out.iter().copied());
            went_in == came_out
        })
    }

    /// One way in which the mixing could have gone becomes the way it went. Gives each token's unit.
    pub(crate) fn deal_again(&mut self, random: &mut Random) -> Found {
        // Where a search loses itself, more and more of what is oldest stays as it was; with all of it, the way of those who
        // were turned up is the true one.
        let count = self.mixes.len();
        let bound = [0, 0, 0, 0, count / 4, count / 2, count * 3 / 4].into_iter().find_map(|kept| {
            let may = self.may_be(kept);
            Search { mixes: &self.mixes, may, random: &mut *random, steps: STEPS }.ways(&self.seen)
        });
        let bound = bound.unwrap_or_else(|| {
            let may = self.may_be(count);
            let mut search = Search { mixes: &self.mixes, may, random: &mut *random, steps: u32::MAX };
            search.ways(&self.seen).expect("the way it went is a way it could have gone")
        });
        let mut now = Found::new();
        for mix in &mut self.mixes {
            let mut units: Vec<Unit> = mix
                .into
                .iter()
                .map(|was| match was {
                    Was::Unit(unit) => *unit,
                    Was::Token(token) => {
                        now.remove(token).expect("a token comes out of one mix before it goes into another")
                    }
                })
                .collect();
            units.retain(|unit| !mix.out.iter().any(|(token, _)| bound.get(token) == Some(unit)));
            random.shuffle(&mut units);
            for (token, unit) in &mut mix.out {
                *unit = match bound.get(token) {
                    Some(bound) => *bound,
                    None => units.pop().expect("as many units come out of a mix as go in"),
                };
                now.insert(*token, *unit);
            }
        }
        now
    }

    /// For each token the units that it can be, by where they went in: a bit for each. Of the tokens of so many of the first
    /// mixes, what they are.
    fn may_be(&self, kept: usize) -> BTreeMap<u32, u128> {
        let mut live: BTreeMap<u32, u128> = BTreeMap::new();
        let mut all = live.clone();
        for (number, mix) in self.mixes.iter().enumerate() {
            let mut may = 0;
            for was in &mix.into {
                match was {
                    Was::Token(token) => {
                        let was = live.remove(token).unwrap_or(0);
                        may |= was;
                        all.insert(*token, was);
                    }
                    Was::Unit(unit) => {
                        // It was seen, so no other token is it any more.
                        live.values_mut().for_each(|may| *may &= !(1 << unit.place()));
                        may |= 1 << unit.place();
                    }
                }
            }
            live.extend(
                mix.out
                    .iter()
                    .map(|&(token, unit)| (token, if number < kept { 1 << unit.place() } else { may })),
            );
        }
        all.extend(live);
        all
    }
}

/// The search for the ways of units that were turned up.
struct Search<'a> {
    mixes: &'a [Mix],
    may: BTreeMap<u32, u128>,
    random: &'a mut Random,
    steps: u32,
}

impl Search<'_> {
    /// The tokens that were these units, and all tokens that they were before.
    fn ways(&mut self, seen: &[(u32, Unit)]) -> Option<Found> {
        let mut found: Found = seen.iter().copied().collect();
        self.back(self.mixes.len(), &mut found).then_some(found)
    }

    /// Finds the ways through so many of the first mixes for all tokens that are found.
    fn back(&mut self, count: usize, found: &mut Found) -> bool {
        let Some(at) = count.checked_sub(1) else { return true };
        let mixes = self.mixes;
        let mix = &mixes[at];
        let came = |unit: Unit| mix.into.contains(&Was::Unit(unit));
        let open = mix.out.iter().filter_map(|(token, _)| found.get(token).copied());
        let open: Vec<Unit> = open.filter(|&unit| !came(unit)).collect();
        self.choose(at, open, found)
    }

    /// Each of these units came into the mix behind one of its tokens: first those for which there are fewest.
    fn choose(&mut self, at: usize, mut open: Vec<Unit>, found: &mut Found) -> bool {
        let mixes = self.mixes;
        let mix = &mixes[at];
        let candidates = |unit: Unit, may: &BTreeMap<u32, u128>, found: &Found| -> Vec<u32> {
            let tokens = mix.into.iter().filter_map(|was| match was {
                Was::Token(token) => Some(*token),
                Was::Unit(_) => None,
            });
            tokens
                .filter(|token| {
                    !found.contains_key(token)
                        && may.get(token).is_some_and(|may| may >> unit.place() & 1 == 1)
                })
                .collect()
        };
        let Some(first) =
            (0..open.len()).min_by_key(|&number| candidates(open[number], &self.may, found).len())
        else {
            return self.back(at, found);
        };
        let unit = open.swap_remove(first);
        let mut tokens = candidates(unit, &self.may, found);
        self.random.shuffle(&mut tokens);
        for token in tokens {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            found.insert(token, unit);
            if self.choose(at, open.clone(), found) {
                return true;
            }
            found.remove(&token);
        }
        false
    }
}
