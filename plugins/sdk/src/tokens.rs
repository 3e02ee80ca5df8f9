//! The names under which a seat sees units that it can't identify.

use std::fmt;

use muster_contract::Seat;
use serde::{Deserialize, Serialize};

use crate::{Index, Resolution};

/// Tokens of one observer for the units that it sees only from behind.
///
/// A token says nothing but "the same block as before". When units are concealed together (in one stack) their tokens
/// are dealt anew in an order rolled for, so that nobody can follow one of them through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    dealt: u32,
    /// By unit number; 0 is none.
    of: Vec<u32>,
}

impl Tokens {
    /// No tokens yet, for so many units.
    pub fn new(units: u16) -> Self {
        Self { dealt: 0, of: vec![0; usize::from(units)] }
    }

    /// Deals new tokens to these units, in an order that is rolled for when there are several.
    pub fn deal<I: Index>(&mut self, units: &[I], resolution: &mut Resolution<'_>) {
        let mut order = units.to_vec();
        resolution.shuffle(&mut order, || "tokens are dealt anew".to_owned());
        for unit in order {
            self.dealt += 1;
            self.of[unit.place()] = self.dealt;
        }
    }

    /// Takes the unit's token away: it is identified, or gone.
    pub fn drop(&mut self, unit: impl Index) {
        self.of[unit.place()] = 0;
    }

    /// The unit's token, if it has one.
    pub fn of(&self, unit: impl Index) -> Option<u32> {
        self.of.get(unit.place()).copied().filter(|&token| token != 0)
    }

    /// The unit behind a token.
    pub fn unit<I: Index>(&self, token: u32) -> Option<I> {
        self.of.iter().position(|&one| one == token && token != 0).map(I::nth)
    }

    /// The token as the observer writes it ("?17").
    pub fn name(&self, unit: impl Index) -> Option<String> {
        self.of(unit).map(|token| UnitId::Token(token).to_string())
    }

    /// The unit's id as the observer writes it: `own` where he can identify it, else its token, or "?" before one is dealt.
    pub fn id<'a>(&self, own: Option<&'a str>, unit: impl Index) -> UnitId<'a> {
        own.map_or_else(|| self.of(unit).map_or(UnitId::Own("?"), UnitId::Token), UnitId::Own)
    }

    /// The unit behind a token as the observer writes it.
    pub fn read<I: Index>(&self, name: &str) -> Option<I> {
        self.unit(name.strip_prefix('?')?.parse().ok()?)
    }

    /// For samples: in each pair the first unit takes the token (or the lack of one) that the second had, and so its
    /// place for this observer; see [`redeal`](crate::redeal()).
    pub fn take_over<I: Index>(&mut self, pairs: &[(I, I)]) {
        let before = self.of.clone();
        for &(unit, other) in pairs {
            self.of[unit.place()] = before[other.place()];
        }
    }

    /// For samples: lets two units change tokens, and so change places for this observer.
    pub fn swap<I: Index>(&mut self, a: I, b: I) {
        self.of.swap(a.place(), b.place());
    }
}

/// A unit's id as an observer writes it. It is written when it is needed, without a string of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitId<'a> {
    /// The id that it has in the roster.
    Own(&'a str),
    /// The token by which the observer knows it.
    Token(u32),
    /// The id of what is numbered for each side: the side's, and the number ("us-3").
    Numbered(&'a str, u32),
    /// The id of what each side has once in a space: the side's, and the space's ("us-2316").
    Placed(&'a str, &'a str),
}

impl fmt::Display for UnitId<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(id) => out.write_str(id),
            Self::Token(token) => write!(out, "?{token}"),
            Self::Numbered(side, number) => write!(out, "{side}-{number}"),
            Self::Placed(side, space) => write!(out, "{side}-{space}"),
        }
    }
}

/// The tokens of every seat and of the public.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokensBySeat(Vec<Tokens>);

impl TokensBySeat {
    /// For so many seats and units.
    pub fn new(seats: u8, units: u16) -> Self {
        Self((0..=seats).map(|_| Tokens::new(units)).collect())
    }

    /// Whether they are those of so many seats and units: tokens that were read from a save may be of another game.
    pub fn are_for(&self, seats: usize, units: usize) -> bool {
        self.0.len() == seats + 1 && self.0.iter().all(|tokens| tokens.of.len() == units)
    }

    /// Those of a seat, or of the public.
    pub fn of(&self, seat: Option<Seat>) -> &Tokens {
        &self.0[self.at(seat)]
    }

    /// Those of a seat, or of the public, to change.
    pub fn of_mut(&mut self, seat: Option<Seat>) -> &mut Tokens {
        let at = self.at(seat);
        &mut self.0[at]
    }

    /// For samples: in each pair the first unit takes the token that the second had for these observers, and so its place.
    pub fn take_over<I: Index>(
        &mut self,
        observers: impl IntoIterator<Item = Option<Seat>>,
        pairs: &[(I, I)],
    ) {
        for observer in observers {
            self.of_mut(observer).take_over(pairs);
        }
    }

    fn at(&self, seat: Option<Seat>) -> usize {
        seat.map_or(self.0.len() - 1, usize::from).min(self.0.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::resolution::Luck;

    #[test]
    fn tokens_are_new_after_each_concealment() {
        let mut random = Random::new(3);
        let mut resolution = Resolution::new(Luck::Fork(&mut random), None);
        let mut tokens = Tokens::new(4);
        tokens.deal(&[0u16, 1, 2], &mut resolution);
        let before: Vec<_> = (0..3u16).filter_map(|unit| tokens.of(unit)).collect();
        assert_eq!(before.len(), 3);
        assert_eq!(tokens.of(3u16), None);
        tokens.deal(&[0u16, 1, 2], &mut resolution);
        for unit in 0..3u16 {
            let name = tokens.name(unit).unwrap();
            assert!(!before.contains(&tokens.of(unit).unwrap()));
            assert_eq!(tokens.read(&name), Some(unit));
            assert_eq!(tokens.id(None, unit).to_string(), name);
            assert_eq!(tokens.id(Some("us-1"), unit).to_string(), "us-1");
        }
        tokens.drop(1u16);
        assert_eq!(tokens.of(1u16), None);
        assert_eq!(tokens.id(None, 1u16).to_string(), "?");
        assert_eq!(tokens.read::<u16>("?0"), None);
    }
}
