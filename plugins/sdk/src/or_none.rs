//! A thing or none, written as a number alone: the greatest that there is stands for none. For a field that has been so in saves
//! from the beginning: `#[serde(with = "muster_sdk::or_none")]`. A walk sees the number if there is one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Index;

/// Whether the things are numbered by a byte, and not by two.
const fn is_byte<I>() -> bool {
    size_of::<I>() == 1
}

/// Writes it.
pub fn serialize<I: Index + Serialize, S: Serializer>(thing: &Option<I>, out: S) -> Result<S::Ok, S::Error> {
    match thing {
        Some(thing) => thing.serialize(out),
        None if is_byte::<I>() => out.serialize_u8(u8::MAX),
        None => out.serialize_u16(u16::MAX),
    }
}

/// Reads it.
pub fn deserialize<'de, I: Index, D: Deserializer<'de>>(from: D) -> Result<Option<I>, D::Error> {
    let (number, none) = if is_byte::<I>() {
        (u8::deserialize(from)?.into(), u8::MAX.into())
    } else {
        (u16::deserialize(from)?, u16::MAX)
    };
    Ok((number != none).then(|| I::nth(number.into())))
}
