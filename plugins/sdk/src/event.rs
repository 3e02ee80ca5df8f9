//! Short ways to write the contract's records.

use muster_contract::{Attribute, Line, Place, Refusal, Value};

/// A sentence with the rule behind it.
pub fn line(text: impl Into<String>, citation: &str) -> Line {
    Line { text: text.into(), citation: Some(citation.to_owned()) }
}

/// A sentence that no rule stands behind.
pub fn remark(text: impl Into<String>) -> Line {
    Line { text: text.into(), citation: None }
}

/// A refusal with the rule that forbids it; an empty citation gives none.
pub fn refuse(reason: impl Into<String>, citation: &str) -> Refusal {
    Refusal { reason: reason.into(), citation: (!citation.is_empty()).then(|| citation.to_owned()) }
}

/// A space, and nothing more particular.
pub fn place(space: &str) -> Place {
    Place { space: space.to_owned(), edge: None, facing: None, slot: None, carrier: None }
}

/// A named value.
pub fn attribute(name: &str, value: Value) -> Attribute {
    Attribute { name: name.to_owned(), value }
}
