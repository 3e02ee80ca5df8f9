//! The bytes of what may be nowhere: its number, or the highest. A walk sees the number only if there is one.

use muster_sdk::Index;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<I: Index + Serialize, S: Serializer>(
    thing: &Option<I>,
    out: S,
) -> Result<S::Ok, S::Error> {
    match thing {
        Some(thing) => thing.serialize(out),
        None => out.serialize_u16(u16::MAX),
    }
}

pub(super) fn deserialize<'de, I: Index, D: Deserializer<'de>>(from: D) -> Result<Option<I>, D::Error> {
    let number = u16::deserialize(from)?;
    Ok((number != u16::MAX).then(|| I::nth(number.into())))
}
