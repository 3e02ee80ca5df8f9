//! Values in the types and ranges that a module's schema has.

use muster_contract::{Attribute, AttributeInfo, NumberSpan, Value, ValueType};

use crate::problem::{ScenarioProblem, Wrong, either};
use crate::raw::Field;

/// Returns a value in the type and range that the schema wants.
pub(crate) fn typed_attribute(
    what: &str,
    info: &AttributeInfo,
    value: &Field,
) -> Result<Attribute, ScenarioProblem> {
    let example = match info.type_of {
        ValueType::Number => Value::Number(0),
        ValueType::Text => Value::Text(String::new()),
        ValueType::Flag => Value::Flag(false),
    };
    let typed = value.like(what, &example)?;
    let allowed = match (&typed, info.span) {
        (Value::Number(number), Some(NumberSpan { least, most })) if !(least..=most).contains(number) => {
            Some(format!("a number from {least} to {most}"))
        }
        (Value::Text(text), _) if !info.words.is_empty() && !info.words.contains(text) => {
            Some(either(info.words.iter().map(|word| format!("{word:?}"))))
        }
        _ => None,
    };
    match allowed {
        Some(allowed) => Err(out_of_range(what, value, allowed, &info.text)),
        None => Ok(Attribute { name: info.name.clone(), value: typed }),
    }
}

/// Returns the problem of a value that isn't among those that may be there. What it means helps to find the right one.
pub(crate) fn out_of_range(what: &str, value: &Field, allowed: String, text: &str) -> ScenarioProblem {
    let remedy = if text.is_empty() { format!("Write {allowed}.") } else { text.to_owned() };
    let wrong = Wrong::Range { what: what.to_owned(), found: value.raw.found(), allowed };
    ScenarioProblem::new(value.at.clone(), wrong).with_remedy(remedy)
}
