//! Sides: what a game declares of them once.

use muster_contract::Refusal;

use crate::refuse;

/// One of a game's two sides, as [`sides!`](crate::sides) declares them.
pub trait Side: Copy + PartialEq + Sized + 'static {
    /// Both, in the order of the description.
    const ALL: [Self; 2];
    /// Their ids, in that order.
    const IDS: [&'static str; 2];

    /// Its id.
    fn id(self) -> &'static str;

    /// The side of this id.
    fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.id() == id)
    }
}

/// Declares the type of a game's two sides: each with its id and its name.
///
/// The type has `ALL`, `IDS`, `other`, `id`, `name` and `named`, is ordered as it is declared, and arrays can be indexed by it with
/// `side as usize`. It is part of the state, so its order is part of the save.
///
/// ```
/// muster_sdk::sides! {
///     /// A detachment.
///     pub enum Side {
///         /// Those who hold the posts.
///         Blue = "blue", "Blue";
///         /// Those who want them.
///         Gray = "gray", "Gray";
///     }
/// }
///
/// assert_eq!(Side::named("gray"), Some(Side::Gray));
/// assert_eq!((Side::Gray.other().id(), Side::Gray.name()), ("blue", "Gray"));
/// assert_eq!(Side::ALL.map(|side| side as usize), [0, 1]);
/// ```
#[macro_export]
macro_rules! sides {
    (
        $(#[$doc:meta])*
        $visibility:vis enum $name:ident {
            $(#[$one_doc:meta])* $one:ident = $one_id:literal, $one_name:literal;
            $(#[$two_doc:meta])* $two:ident = $two_id:literal, $two_name:literal;
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
        $visibility enum $name {
            $(#[$one_doc])*
            $one,
            $(#[$two_doc])*
            $two,
        }

        impl $name {
            /// Both, in the order of the description.
            $visibility const ALL: [Self; 2] = [Self::$one, Self::$two];
            /// Their ids, in that order.
            $visibility const IDS: [&'static str; 2] = [$one_id, $two_id];

            /// The opponent.
            #[must_use]
            $visibility const fn other(self) -> Self {
                match self {
                    Self::$one => Self::$two,
                    Self::$two => Self::$one,
                }
            }

            /// Its id.
            $visibility const fn id(self) -> &'static str {
                match self {
                    Self::$one => $one_id,
                    Self::$two => $two_id,
                }
            }

            /// Its name.
            $visibility const fn name(self) -> &'static str {
                match self {
                    Self::$one => $one_name,
                    Self::$two => $two_name,
                }
            }

            /// The side of this id.
            $visibility fn named(id: &str) -> Option<Self> {
                <Self as $crate::Side>::named(id)
            }
        }

        impl $crate::Side for $name {
            const ALL: [Self; 2] = [Self::$one, Self::$two];
            const IDS: [&'static str; 2] = Self::IDS;

            fn id(self) -> &'static str {
                self.id()
            }
        }
    };
}

/// Seat by seat, the sides of a game for two.
///
/// # Errors
///
/// Where a name is no side's, where both seats have one side, or where there are not two: a refusal that cites this section.
pub fn two_seats<S: Side>(names: &[String], citation: &str) -> Result<[S; 2], Refusal> {
    let of_seats: Vec<Option<S>> = names.iter().map(|name| S::named(name)).collect();
    match of_seats[..] {
        [Some(one), Some(two)] if one != two => Ok([one, two]),
        _ => {
            let [one, two] = S::IDS;
            Err(refuse(format!("it is a game for two, one seat for {one} and one for {two}"), citation))
        }
    }
}

/// The ids of the sides that seats play.
pub fn ids_of<S: Side>(seats: &[S]) -> Vec<String> {
    seats.iter().map(|side| side.id().to_owned()).collect()
}
