//! Alters JSON values, so that what comes out is JSON still.

use serde_json::{Map, Number, Value};

use crate::Luck;

/// Every value inside of these, for [`altered`] to take from.
pub fn pieces<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<Value> {
    let mut found = Vec::new();
    let mut left: Vec<&Value> = values.into_iter().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::Array(list) => left.extend(list),
            Value::Object(map) => left.extend(map.values()),
            _ => {}
        }
        found.push(value.clone());
    }
    found
}

/// The value with something in it changed; pieces of other values may come into it.
pub fn altered(value: &Value, pieces: &[Value], luck: &mut Luck) -> Value {
    let mut value = value.clone();
    for _ in 0..luck.length(3) {
        let depth = luck.below(6);
        alter(&mut value, depth, pieces, luck);
    }
    value
}

fn alter(value: &mut Value, depth: usize, pieces: &[Value], luck: &mut Luck) {
    match value {
        Value::Object(map) if depth > 0 && !map.is_empty() => {
            let key = map.keys().nth(luck.below(map.len())).cloned().unwrap_or_default();
            if luck.once_in(8) {
                change_keys(map, &key, pieces, luck);
            } else if let Some(inner) = map.get_mut(&key) {
                alter(inner, depth - 1, pieces, luck);
            }
        }
        Value::Array(list) if depth > 0 && !list.is_empty() => {
            let at = luck.below(list.len());
            match luck.below(8) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, list[at].clone()),
                2 => {
                    let other = luck.below(list.len());
                    list.swap(at, other);
                }
                3 => {
                    let copy = list[at].clone();
                    list.extend(std::iter::repeat_n(copy, luck.length(300)));
                }
                _ => alter(&mut list[at], depth - 1, pieces, luck),
            }
        }
        _ => *value = other(value, pieces, luck),
    }
}

fn change_keys(map: &mut Map<String, Value>, key: &str, pieces: &[Value], luck: &mut Luck) {
    match luck.below(3) {
        0 => drop(map.remove(key)),
        1 => {
            let taken = map.remove(key).unwrap_or_default();
            let name = map.keys().nth(luck.below(map.len())).cloned().unwrap_or_else(|| "other".to_owned());
            map.insert(name, taken);
        }
        _ => {
            let name = luck.one(pieces).and_then(Value::as_str).unwrap_or("more").to_owned();
            map.insert(name, luck.one(pieces).cloned().unwrap_or_default());
        }
    }
}

fn other(value: &Value, pieces: &[Value], luck: &mut Luck) -> Value {
    let number = |luck: &mut Luck| {
        const NUMBERS: [i64; 12] = [0, 1, 2, 3, 7, 255, 256, 1 << 31, -1, -(1 << 31), i64::MAX, i64::MIN];
        match luck.below(4) {
            0 => Value::Number(u64::MAX.into()),
            1 => Value::Number((luck.any() >> luck.below(64)).into()),
            _ => Value::Number((*luck.one(&NUMBERS).unwrap_or(&0)).into()),
        }
    };
    match (value, luck.below(6)) {
        (_, 0) => luck.one(pieces).cloned().unwrap_or_default(),
        (_, 1) => [Value::Null, Value::Bool(true), Value::Array(Vec::new()), Value::Object(Map::new())]
            [luck.below(4)]
        .clone(),
        (Value::Number(old), 2 | 3) => {
            let moved = old.as_i64().unwrap_or(0).wrapping_add(luck.below(5) as i64 - 2);
            Value::Number(Number::from(moved))
        }
        (Value::Number(_), _) => number(luck),
        (Value::String(text), 2) => Value::String(crate::text::altered(text, &[], luck)),
        (Value::String(_), _) => {
            let texts: Vec<&Value> = pieces.iter().filter(|piece| piece.is_string()).collect();
            luck.one(&texts).map_or(Value::Null, |text| (*text).clone())
        }
        _ if luck.once_in(2) => number(luck),
        _ => luck.one(pieces).cloned().unwrap_or_default(),
    }
}
