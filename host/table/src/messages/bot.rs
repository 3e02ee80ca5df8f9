//! How a bot plays.

use std::{borrow::Cow, fmt};

use muster_contract::Policy;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BotKind {
    /// Every choice alike.
    Random,
    /// By the module's weights and playouts of samples.
    Regular,
    /// By lot, in proportion to the weights of one of the module's own policies.
    Policy(PolicyId),
}

impl BotKind {
    /// The bot of this name, if there is one: a policy is one of the module's.
    #[must_use]
    pub fn named(name: &str, policies: &[Policy]) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "regular" => Some(Self::Regular),
            other => policies.iter().find(|policy| policy.id == other).and_then(Self::following),
        }
    }

    /// The bot that follows a module's policy.
    #[must_use]
    pub fn following(policy: &Policy) -> Option<Self> {
        PolicyId::new(&policy.id).map(Self::Policy)
    }

    /// What it is called where seats are named: "random", "regular", or the policy's id.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Random => "random",
            Self::Regular => "regular",
            Self::Policy(id) => id.as_str(),
        }
    }

    /// What a person calls it: the policy's title, if it is one of the module's.
    #[must_use]
    pub fn title(&self, policies: &[Policy]) -> String {
        match self {
            Self::Random => "reckless".to_owned(),
            Self::Regular => "steady".to_owned(),
            Self::Policy(id) => {
                let policy = policies.iter().find(|policy| policy.id == id.as_str());
                policy.map_or_else(|| id.to_string(), |policy| policy.title.clone())
            }
        }
    }
}

/// The longest id of a policy, in bytes.
const MOST: usize = 31;

/// The id of a module's policy: at most 31 bytes, kept in place, so that a kind of bot is copied like a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolicyId {
    length: u8,
    bytes: [u8; MOST],
}

impl PolicyId {
    /// The id, unless it is too long or empty.
    #[must_use]
    pub fn new(id: &str) -> Option<Self> {
        let mut bytes = [0; MOST];
        bytes.get_mut(..id.len())?.copy_from_slice(id.as_bytes());
        (!id.is_empty()).then_some(Self { length: id.len() as u8, bytes })
    }

    /// The same as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // It was made of a whole text of this length.
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Display for PolicyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for PolicyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for PolicyId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for PolicyId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::new(&id).ok_or_else(|| de::Error::custom(format!("a policy's id has 1 to {MOST} bytes")))
    }
}

impl JsonSchema for PolicyId {
    fn schema_name() -> Cow<'static, str> {
        "PolicyId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The id of one of the module's own policies.",
            "type": "string",
            "minLength": 1,
            "maxLength": MOST,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what fails here fails a test")]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_written_by_its_id() {
        let classic = BotKind::Policy(PolicyId::new("classic").unwrap());
        let json = serde_json::to_string(&classic).unwrap();
        assert_eq!(json, r#"{"policy":"classic"}"#);
        assert_eq!(serde_json::from_str::<BotKind>(&json).unwrap(), classic);
        assert_eq!(serde_json::to_string(&BotKind::Regular).unwrap(), r#""regular""#);
    }

    #[test]
    fn an_id_that_is_too_long_or_empty_is_refused() {
        assert_eq!(PolicyId::new(&"x".repeat(MOST)).unwrap().as_str().len(), MOST);
        for wrong in [String::new(), "x".repeat(MOST + 1)] {
            assert_eq!(PolicyId::new(&wrong), None);
            let json = serde_json::to_string(&wrong).unwrap();
            assert!(serde_json::from_str::<PolicyId>(&json).is_err());
        }
    }
}
