//! Typed indexes, and tables that are indexed by them.

use std::fmt;
use std::marker::PhantomData;
use std::ops;

use muster_board::{EdgeId, SpaceId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of a thing of the game. It serialises as a newtype of its [`NAME`](Index::NAME), so that a [walk](crate::walk)
/// finds it in any state.
pub trait Index: Copy + Eq {
    /// Its name as a type.
    const NAME: &'static str;
    /// What its things are called, all together: "units".
    const THINGS: &'static str;

    /// The thing at this place, counted from 0.
    ///
    /// # Panics
    ///
    /// If the place is beyond what the index can number.
    fn nth(place: usize) -> Self;

    /// The place of the thing, counted from 0.
    fn place(self) -> usize;

    /// The count of these things in a game, for [`Saves::counts`](crate::Saves::counts).
    fn count(count: usize) -> Count {
        Count { name: Self::NAME, things: Self::THINGS, count }
    }
}

/// How many things of a kind there are in a game: an index of that name must be less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub(crate) name: &'static str,
    pub(crate) things: &'static str,
    pub(crate) count: usize,
}

/// Declares a typed index.
///
/// It holds one less than its number type can: `Option` of it takes no more room than it does. Bytes of saves are those of the
/// number.
///
/// ```
/// use muster_sdk::Index;
///
/// muster_sdk::index! {
///     /// A unit of the roster.
///     pub struct Unit(u8) of "units";
/// }
///
/// let unit = Unit::nth(7);
/// assert_eq!(unit.place(), 7);
/// assert_eq!(size_of::<Option<Unit>>(), 1);
/// ```
#[macro_export]
macro_rules! index {
    ($(#[$doc:meta])* $vis:vis struct $Name:ident($number:ident) of $things:literal;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        $vis struct $Name(::core::num::NonZero<$number>);

        impl $crate::Index for $Name {
            const NAME: &'static str = stringify!($Name);
            const THINGS: &'static str = $things;

            #[inline]
            fn nth(place: usize) -> Self {
                let number = <$number>::try_from(place).ok().and_then(|number| ::core::num::NonZero::new(!number));
                Self(number.expect("a place that the index can number"))
            }

            #[inline]
            fn place(self) -> usize {
                (!self.0.get()) as usize
            }
        }

        impl ::core::cmp::Ord for $Name {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                // Numbers are kept inverted.
                other.0.cmp(&self.0)
            }
        }

        impl ::core::cmp::PartialOrd for $Name {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<::core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl ::core::fmt::Debug for $Name {
            fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(out, concat!(stringify!($Name), "({})"), !self.0.get())
            }
        }

        impl $crate::serde::Serialize for $Name {
            fn serialize<S: $crate::serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.serialize_newtype_struct(stringify!($Name), &!self.0.get())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let number = <$number as $crate::serde::Deserialize>::deserialize(from)?;
                let number = ::core::num::NonZero::new(!number);
                number.map(Self).ok_or_else(|| {
                    <D::Error as $crate::serde::de::Error>::custom("a number that is used for none")
                })
            }
        }
    };
}

impl Index for SpaceId {
    const NAME: &'static str = "SpaceId";
    const THINGS: &'static str = "spaces";

    #[inline]
    fn nth(place: usize) -> Self {
        Self(u16::try_from(place).expect("boards have fewer spaces"))
    }

    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }
}

impl Index for EdgeId {
    const NAME: &'static str = "EdgeId";
    const THINGS: &'static str = "edges";

    #[inline]
    fn nth(place: usize) -> Self {
        Self(u16::try_from(place).expect("boards have fewer edges"))
    }

    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }
}

/// A plain number, for a game whose units need no type of their own. It is no newtype, so walks don't find it.
impl Index for u16 {
    const NAME: &'static str = "u16";
    const THINGS: &'static str = "numbers";

    #[inline]
    fn nth(place: usize) -> Self {
        Self::try_from(place).expect("a place that the number can hold")
    }

    #[inline]
    fn place(self) -> usize {
        self.into()
    }
}

/// A row for each thing of a kind. Its length is checked when a save is read.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<I, T> {
    rows: Vec<T>,
    of: PhantomData<fn(I)>,
}

impl<I: Index, T> Table<I, T> {
    /// These rows, in the order of the things.
    pub fn new(rows: Vec<T>) -> Self {
        Self { rows, of: PhantomData }
    }

    /// A table of the same things, with this row for each.
    ///
    /// ```
    /// # use muster_sdk::Table;
    /// let places: Table<u16, &str> = Table::new(vec!["mill", "ford"]);
    /// assert_eq!(places.all_with(false).as_slice(), [false, false]);
    /// ```
    #[must_use]
    pub fn all_with<R: Clone>(&self, row: R) -> Table<I, R> {
        Table::new(vec![row; self.rows.len()])
    }

    /// How many rows it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The things that it has rows for.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.rows.len()).map(I::nth)
    }

    /// The rows.
    pub fn rows(&self) -> std::slice::Iter<'_, T> {
        self.rows.iter()
    }

    /// The rows as a slice, for whoever numbers the things otherwise.
    pub fn as_slice(&self) -> &[T] {
        &self.rows
    }

    /// The rows, to change them.
    pub fn rows_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.rows.iter_mut()
    }

    /// The things with their rows.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.rows.iter().enumerate().map(|(place, row)| (I::nth(place), row))
    }

    /// The things with their rows, to change them.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> + ExactSizeIterator {
        self.rows.iter_mut().enumerate().map(|(place, row)| (I::nth(place), row))
    }

    /// For samples: in each pair the first thing takes the row that the second had; see [`crate::redeal()`].
    pub fn take_over(&mut self, pairs: &[(I, I)])
    where
        T: Clone,
    {
        let rows: Vec<T> = pairs.iter().map(|&(_, other)| self[other].clone()).collect();
        for (&(thing, _), row) in pairs.iter().zip(rows) {
            self[thing] = row;
        }
    }
}

impl<I: Index, T> FromIterator<T> for Table<I, T> {
    fn from_iter<R: IntoIterator<Item = T>>(rows: R) -> Self {
        Self::new(rows.into_iter().collect())
    }
}

impl<I: Index, T> ops::Index<I> for Table<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, thing: I) -> &T {
        &self.rows[thing.place()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, thing: I) -> &mut T {
        &mut self.rows[thing.place()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(out)
    }
}

/// As a newtype of its things' name around a list.
impl<I: Index, T: Serialize> Serialize for Table<I, T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_newtype_struct(I::THINGS, &self.rows)
    }
}

impl<'de, I: Index, T: Deserialize<'de>> Deserialize<'de> for Table<I, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::new)
    }
}
