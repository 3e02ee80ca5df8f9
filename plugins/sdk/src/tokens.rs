//! The names under which a seat sees units that it can't identify.

use std::fmt;

use muster_contract::Seat;
use serde::{Deserialize, Serialize};

use crate::{Happenings, Random};

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
    pub fn deal(&mut self, units: &[u16], happenings: &mut Happenings<'_>) {
        let mut order = units.to_vec();
        happenings.shuffle(&mut order, || "tokens are dealt anew".to_owned());
        for unit in order {
            self.dealt += 1;
            self.of[usize::from(unit)] = self.dealt;
        }
    }

    /// Takes the unit's token away: it is identified, or gone.
    pub fn drop(&mut self, unit: u16) {
        self.of[usize::from(unit)] = 0;
    }

    /// The unit's token, if it has one.
    pub fn of(&self, unit: u16) -> Option<u32> {
        self.of.get(usize::from(unit)).copied().filter(|&token| token != 0)
    }

    /// The unit behind a token.
    pub fn unit(&self, token: u32) -> Option<u16> {
        let at = self.of.iter().position(|&one| one == token && token != 0)?;
        u16::try_from(at).ok()
    }

    /// The token as the observer writes it ("?17").
    pub fn name(&self, unit: u16) -> Option<String> {
        self.of(unit).map(|token| UnitId::Token(token).to_string())
    }

    /// The unit's id as the observer writes it: `own` where he can identify it, else its token, or "?" before one is dealt.
    pub fn id<'a>(&self, own: Option<&'a str>, unit: u16) -> UnitId<'a> {
        own.map_or_else(|| self.of(unit).map_or(UnitId::Own("?"), UnitId::Token), UnitId::Own)
    }

    /// The unit behind a token as the observer writes it.
    pub fn read(&self, name: &str) -> Option<u16> {
        self.unit(name.strip_prefix('?')?.parse().ok()?)
    }

    /// For samples: in each pair the first unit takes the token (or the lack of one) that the second had, and so its
    /// place for this observer; see [`redeal`].
    pub fn take_over(&mut self, pairs: &[(u16, u16)]) {
        let before = self.of.clone();
        for &(unit, other) in pairs {
            self.of[usize::from(unit)] = before[usize::from(other)];
        }
    }

    /// For samples: lets two units change tokens, and so change places for this observer.
    pub fn swap(&mut self, a: u16, b: u16) {
        self.of.swap(usize::from(a), usize::from(b));
    }
}

/// A unit's id as an observer writes it. It is written when it is needed, without a string of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitId<'a> {
    /// The id that it has in the roster.
    Own(&'a str),
    /// The token by which the observer knows it.
    Token(u32),
}

impl fmt::Display for UnitId<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(id) => out.write_str(id),
            Self::Token(token) => write!(out, "?{token}"),
        }
    }
}

/// Deals hidden things again among the units that could be any of them: `groups` are sets of unit numbers that the
/// seat can't tell apart; the answer maps each to the one whose hidden facts it takes.
pub fn redeal(groups: &[Vec<u16>], random: &mut Random) -> Vec<(u16, u16)> {
    let mut map = Vec::new();
    for group in groups {
        let mut dealt = group.clone();
        random.shuffle(&mut dealt);
        map.extend(group.iter().copied().zip(dealt));
    }
    map
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

    fn at(&self, seat: Option<Seat>) -> usize {
        seat.map_or(self.0.len() - 1, usize::from).min(self.0.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::happenings::Luck;

    #[test]
    fn tokens_are_new_after_each_concealment() {
        let mut random = Random::new(3);
        let mut happenings = Happenings::new(Luck::Fork(&mut random), None);
        let mut tokens = Tokens::new(4);
        tokens.deal(&[0, 1, 2], &mut happenings);
        let before: Vec<_> = (0..3).filter_map(|unit| tokens.of(unit)).collect();
        assert_eq!(before.len(), 3);
        assert_eq!(tokens.of(3), None);
        tokens.deal(&[0, 1, 2], &mut happenings);
        for unit in 0..3 {
            let name = tokens.name(unit).unwrap();
            assert!(!before.contains(&tokens.of(unit).unwrap()));
            assert_eq!(tokens.read(&name), Some(unit));
            assert_eq!(tokens.id(None, unit).to_string(), name);
            assert_eq!(tokens.id(Some("us-1"), unit).to_string(), "us-1");
        }
        tokens.drop(1);
        assert_eq!(tokens.of(1), None);
        assert_eq!(tokens.id(None, 1).to_string(), "?");
        assert_eq!(tokens.read("?0"), None);
    }
}
