//! Short ways to write the contract's records.

use muster_contract::{Attribute, ChoiceDetails, Line, OpenBoard, Place, Refusal, Value};

/// A sentence with the rule behind it.
pub fn line(text: impl Into<String>, citation: &str) -> Line {
    Line { text: text.into(), citation: Some(citation.to_owned()) }
}

/// A sentence that no rule stands behind.
pub fn uncited(text: impl Into<String>) -> Line {
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

/// The details of a choice with this label and nothing else. The SDK adds the id.
pub fn details(label: impl Into<String>) -> ChoiceDetails {
    ChoiceDetails {
        id: String::new(),
        label: label.into(),
        cost: String::new(),
        consequences: Vec::new(),
        path: Vec::new(),
        warning: None,
    }
}

/// This board open over the first, with nothing beside it.
pub fn open_board(board: &str) -> OpenBoard {
    OpenBoard {
        board: board.to_owned(),
        title: String::new(),
        note: String::new(),
        at: None,
        clock: None,
        notes: Vec::new(),
        panels: Vec::new(),
    }
}

/// The number of this name among some named values, if there is one.
pub fn number(attributes: &[Attribute], name: &str) -> Option<i32> {
    let named = attributes.iter().find(|attribute| attribute.name == name);
    named.and_then(|attribute| match attribute.value {
        Value::Number(number) => Some(number),
        _ => None,
    })
}

/// Words as they begin a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
