//! Facings by name.

use muster_contract::Facing;

use crate::problem::{ScenarioProblem, Wrong, meant};
use crate::said::{Field, Said};

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

pub(crate) fn read(field: &Field, what: &str) -> Result<Facing, ScenarioProblem> {
    match &field.said {
        Said::Text(name) => {
            let found = FACINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map(|(_, facing)| *facing).ok_or_else(|| {
                let wrong = Wrong::Unknown { what: "facing", name: name.clone(), context: String::new() };
                ScenarioProblem::meant(field.at.clone(), wrong, meant(name, FACINGS.map(|(name, _)| name)))
            })
        }
        _ => match u8::try_from(field.number(what)?) {
            Ok(facing @ 0..=11) => Ok(facing),
            _ => {
                let found = format!("the number {}", field.number(what)?);
                let wrong = Wrong::Type { what: what.into(), found, wanted: "a facing" };
                Err(ScenarioProblem::new(field.at.clone(), wrong).with_remedy(
                    "Write a name like \"NE\", or a twelfth of a circle from 0 (the top) to 11.",
                ))
            }
        },
    }
}
