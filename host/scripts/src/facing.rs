//! Facings by name.

use muster_contract::Facing;

/// The names of facings, which are twelfths of a circle: each has one of its own, as games call it too, and those that lie near NE, SE,
/// SW and NW have these as well. They are the corners of a hex that stands on a corner, and the sides of one that stands on a side.
pub const FACINGS: [(&str, Facing); 16] = [
    ("N", 0),
    ("NNE", 1),
    ("ENE", 2),
    ("E", 3),
    ("ESE", 4),
    ("SSE", 5),
    ("S", 6),
    ("SSW", 7),
    ("WSW", 8),
    ("W", 9),
    ("WNW", 10),
    ("NNW", 11),
    ("NE", 2),
    ("SE", 4),
    ("SW", 8),
    ("NW", 10),
];

/// Returns the facing of this name, whatever its case.
pub(crate) fn by_name(name: &str) -> Option<Facing> {
    FACINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, facing)| *facing)
}
