//! What lies in a space: Strength Points, works and markers.

use std::ops::{Index, IndexMut};

use muster_sdk::{Index as _, Table};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::world::{Militia, Side, Space};

/// Strength Points that fit a space, many times as many as games have. The rulebook has no limit.
pub const MOST_SPS: u8 = 250;

/// Strength Points of one side in a space; enemies meet only in a battle, where the attacker's are those of the stack on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// Whose.
    pub side: Side,
    /// How many, 1 to [`MOST_SPS`].
    pub sps: u8,
    /// So many of them were activated, moved or placed by training in this player's Action Phase (§5.1.2, §17.3).
    pub moved: u8,
    /// §12.2
    pub demoralized: bool,
    /// §13.2.1: they have a Foraging marker.
    pub foraging: bool,
}

/// The completed fortification of a space, of which there is one at most (§10.2.4). A Coastal Fort is printed on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Works {
    /// None.
    #[default]
    None,
    /// §10.1
    Entrenchment(Side),
    /// §10.2: of this level, 1 to 3.
    Fort(Side, u8),
}

/// A Fort, or its upgrade, under construction (§10.2.2, §10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Whose.
    pub side: Side,
    /// The level that it will have, 1 to 3.
    pub level: u8,
    /// Own Action Phases that must still end before it is complete: 2 when begun in one of them, which doesn't count, else 1.
    pub phases: u8,
}

/// What lies in a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// Strength Points.
    pub force: Option<Force>,
    /// Militia; both sides' are never in one space.
    pub militia: Option<Militia>,
    /// A completed fortification.
    pub works: Works,
    /// A Fort under construction.
    pub begun: Option<Begun>,
    /// A Control marker (§6.2); of a Coastal Fort who holds it.
    pub marker: Option<Side>,
    /// §17.2.4: the Union's garrison has fled or is eliminated, and not yet back.
    pub fled: bool,
    /// A Destroyed marker (§6.4.1).
    pub destroyed: bool,
    /// Build Points of Arsenals (§14.5).
    pub arsenals: u8,
    /// Whether the force here still suffers Attrition in this Supply Segment (§13.2.2).
    pub starving: bool,
    /// Whether a card spares it Attrition and Surrender in this Supply Segment (§18.1).
    pub spared: bool,
    /// By side: Surrender Points of the Isolated Group that what is here belongs to (§13.6.3).
    pub surrender: [u8; 2],
}

impl Spot {
    /// Strength Points of a side.
    #[inline]
    pub fn sps(&self, side: Side) -> u8 {
        self.force.filter(|force| force.side == side).map_or(0, |force| force.sps)
    }

    /// Whose the completed fortification is; Coastal Forts are no part of it.
    #[inline]
    pub fn fortified(&self) -> Option<Side> {
        match self.works {
            Works::None => None,
            Works::Entrenchment(side) | Works::Fort(side, _) => Some(side),
        }
    }

    /// Whether nothing lies here.
    pub fn is_empty(&self) -> bool {
        let marks = self.fled || self.destroyed || self.starving || self.spared || self.arsenals > 0;
        let points = self.surrender[0] > 0 || self.surrender[1] > 0;
        let works = self.works != Works::None || self.begun.is_some();
        let units = self.force.is_some() || self.militia.is_some();
        !(units || self.marker.is_some() || works || marks || points)
    }
}

/// By space: what lies there. In a save only spaces where something lies are named.
#[derive(Clone, Debug)]
pub struct Spots {
    all: Table<Space, Spot>,
    /// A bit for each space where something may lie: it has been changed.
    changed: Vec<u64>,
}

impl Spots {
    /// Nothing anywhere, in a world of so many spaces.
    pub fn new(spaces: usize) -> Self {
        Self { all: Table::new(vec![Spot::default(); spaces]), changed: vec![0; spaces.div_ceil(64)] }
    }

    /// For how many spaces it is.
    pub fn spaces(&self) -> usize {
        self.all.len()
    }

    /// The spaces where something lies, in the order of the board file.
    pub fn laid(&self) -> impl Iterator<Item = (Space, &Spot)> {
        let mut words = self.changed.iter().enumerate();
        let (mut word, mut left) = (0, 0_u64);
        let places = std::iter::from_fn(move || {
            while left == 0 {
                let (next, &bits) = words.next()?;
                (word, left) = (next, bits);
            }
            let place = word * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Space::nth(place))
        });
        places.map(|space| (space, &self.all[space])).filter(|(_, spot)| !spot.is_empty())
    }
}

impl Index<Space> for Spots {
    type Output = Spot;

    #[inline]
    fn index(&self, space: Space) -> &Spot {
        &self.all[space]
    }
}

impl IndexMut<Space> for Spots {
    #[inline]
    fn index_mut(&mut self, space: Space) -> &mut Spot {
        self.changed[space.place() / 64] |= 1 << (space.place() % 64);
        &mut self.all[space]
    }
}

impl Serialize for Spots {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let laid: Vec<(Space, Spot)> = self.laid().map(|(space, spot)| (space, *spot)).collect();
        (self.all.len() as u16, laid).serialize(out)
    }
}

impl<'de> Deserialize<'de> for Spots {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (spaces, laid) = <(u16, Vec<(Space, Spot)>)>::deserialize(from)?;
        let mut spots = Self::new(spaces.into());
        let mut last = None;
        for (space, spot) in laid {
            if space.0 >= spaces || last.is_some_and(|last| last >= space) {
                return Err(D::Error::custom("a space twice, out of order, or beyond the board"));
            }
            spots[space] = spot;
            last = Some(space);
        }
        Ok(spots)
    }
}
