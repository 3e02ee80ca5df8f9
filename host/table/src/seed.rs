//! Seeds: what a table's dice follow from.
//!
//! A seed that nobody chose has 128 bits, more than anybody can try out against the dice that fell. In a file or a message
//! it is a decimal number, and a text of one from 2^53 on: many readers of JSON know no longer numbers.

use std::io;

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// What a stream of dice is made from. A seed of at most 64 bits counts as eight bytes.
pub(crate) fn bytes(seed: u128) -> ([u8; 16], usize) {
    (seed.to_le_bytes(), if u64::try_from(seed).is_ok() { 8 } else { 16 })
}

/// A seed that nobody chose, from the system's randomness.
pub fn any_seed() -> io::Result<u128> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(u128::from_le_bytes(bytes))
}

/// From here on a number is written as a text.
const LONG: u128 = 1 << 53;

#[derive(Deserialize)]
#[serde(untagged, expecting = "a seed is a number from 0 to 18446744073709551615, or a text of a larger one")]
enum Written {
    Number(u64),
    Text(String),
}

impl Written {
    fn seed<E: Error>(self) -> Result<u128, E> {
        match self {
            Self::Number(seed) => Ok(seed.into()),
            Self::Text(text) => {
                text.parse().map_err(|_| E::custom("a seed has digits only, and at most 128 bits"))
            }
        }
    }
}

pub(crate) fn serialize<S: Serializer>(seed: &u128, to: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*seed) {
        Ok(number) if *seed < LONG => to.serialize_u64(number),
        _ => to.collect_str(seed),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
    Written::deserialize(from)?.seed()
}

/// A seed that may be missing.
pub(crate) mod chosen {
    use schemars::{Schema, SchemaGenerator, json_schema};

    use super::{Deserialize, Deserializer, Serializer, Written};

    pub fn serialize<S: Serializer>(seed: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
        match seed {
            Some(seed) => super::serialize(seed, to),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u128>, D::Error> {
        Option::<Written>::deserialize(from)?.map(Written::seed).transpose()
    }

    pub fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": u64::MAX },
                { "type": "string", "pattern": "^[0-9]{1,39}$" },
                { "type": "null" },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
    struct Held {
        #[serde(with = "super")]
        seed: u128,
        #[serde(default, with = "super::chosen")]
        other: Option<u128>,
    }

    #[test]
    fn a_seed_comes_back_as_it_went() {
        for seed in [0, 7, LONG - 1, LONG, u128::from(u64::MAX), u128::from(u64::MAX) + 1, u128::MAX] {
            for other in [None, Some(seed)] {
                let held = Held { seed, other };
                let text = serde_json::to_string(&held).unwrap();
                assert_eq!(serde_json::from_str::<Held>(&text).unwrap(), held, "{text}");
            }
        }
        assert_eq!(
            serde_json::to_string(&Held { seed: 7, other: None }).unwrap(),
            r#"{"seed":7,"other":null}"#
        );
    }

    #[test]
    fn what_is_no_seed_is_refused() {
        for wrong in ["-1", "1.5", "\"x\"", "\"\"", "null", "\"340282366920938463463374607431768211456\""] {
            let text = format!("{{\"seed\":{wrong}}}");
            assert!(serde_json::from_str::<Held>(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_bit_of_a_seed_counts() {
        let made = |seed: u128| {
            let (bytes, used) = bytes(seed);
            bytes[..used].to_vec()
        };
        assert_eq!(made(1).len(), 8);
        assert_ne!(made(1), made(1 + (1 << 64)));
        assert_ne!(made(1 << 127), made(1 << 126));
    }
}
