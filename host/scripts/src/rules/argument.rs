//! The arguments of a call, as far as they stand in the script.

use rhai::{Dynamic, Expr, Map};

/// A value as it is written.
#[derive(Clone)]
pub(super) enum Argument {
    /// It stands there.
    Known(Dynamic),
    /// A list or map of which some stands there.
    List(Vec<Argument>),
    Map(Vec<(String, Argument)>),
    /// It is found out when it comes to that.
    Unknown,
}

impl Argument {
    pub(super) fn of(expression: &Expr) -> Self {
        match (expression.get_literal_value(None), expression) {
            (Some(value), _) => Self::Known(value),
            (None, Expr::Array(items, _)) => Self::List(items.iter().map(Self::of).collect()),
            (None, Expr::Map(entries, _)) => {
                let of = |(key, value): &(rhai::Ident, Expr)| (key.name.to_string(), Self::of(value));
                Self::Map(entries.0.iter().map(of).collect())
            }
            (None, _) => Self::Unknown,
        }
    }

    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Known(value) => value.clone().into_string().ok(),
            _ => None,
        }
    }

    /// The value of a key, if it stands there.
    pub(super) fn value(&self, key: &str) -> Option<Dynamic> {
        match self {
            Self::Known(value) => value.read_lock::<Map>()?.get(key).cloned(),
            Self::Map(entries) => match &entries.iter().find(|(known, _)| known == key)?.1 {
                Self::Known(value) => Some(value.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of a key.
    pub(super) fn entry(&self, key: &str) -> Option<String> {
        self.value(key)?.into_string().ok()
    }

    /// Whether it is a map with this key.
    pub(super) fn has(&self, key: &str) -> bool {
        match self {
            Self::Known(value) => value.read_lock::<Map>().is_some_and(|map| map.contains_key(key)),
            Self::Map(entries) => entries.iter().any(|(known, _)| known == key),
            _ => false,
        }
    }

    /// The items of a list, as far as they stand there; of anything else itself.
    pub(super) fn items(&self) -> Vec<Self> {
        match self {
            Self::Known(value) => match value.read_lock::<rhai::Array>() {
                Some(list) => list.iter().cloned().map(Self::Known).collect(),
                None => vec![Self::Known(value.clone())],
            },
            Self::List(items) => items.clone(),
            other => vec![other.clone()],
        }
    }

    /// The value, with something that will do for what isn't known; none if nothing will.
    pub(super) fn filled(
        &self,
        fill: &dyn Fn(Option<&str>) -> Option<Dynamic>,
        key: Option<&str>,
    ) -> Option<Dynamic> {
        match self {
            Self::Known(value) => Some(value.clone()),
            Self::List(items) => {
                // An item of a list is a text, as far as anybody knows.
                let items = items.iter().map(|item| item.filled(fill, Some("item")));
                Some(Dynamic::from_array(items.collect::<Option<_>>()?))
            }
            Self::Map(entries) => {
                let of = |(key, value): &(String, Self)| {
                    Some((key.as_str().into(), value.filled(fill, Some(key))?))
                };
                Some(Dynamic::from_map(entries.iter().map(of).collect::<Option<_>>()?))
            }
            Self::Unknown => fill(key),
        }
    }
}
