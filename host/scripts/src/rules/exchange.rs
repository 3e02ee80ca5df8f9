//! Values between games and scripts.

use muster_contract::Value;
use muster_contract::hooks::{Datum, Fact};
use rhai::{Dynamic, Map};

use crate::problem::{At, ScenarioProblem, Wrong};
use crate::raw::{Field, RawValue};

/// What a script reads of a value.
pub(super) fn dynamic(value: &Datum) -> Dynamic {
    match value {
        Datum::Number(number) => i64::from(*number).into(),
        Datum::Text(text) => text.as_str().into(),
        Datum::Flag(yes) => (*yes).into(),
        Datum::Numbers(numbers) => numbers.iter().map(|number| Dynamic::from(i64::from(*number))).collect(),
        Datum::Texts(texts) => texts.iter().map(|text| Dynamic::from(text.as_str().to_owned())).collect(),
    }
}

/// What a script reads of a setting.
pub(super) fn of_setting(value: &Value) -> Dynamic {
    match value {
        Value::Number(number) => i64::from(*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Flag(yes) => (*yes).into(),
    }
}

/// What a script writes for the name of a fact.
pub(super) fn key(name: &str) -> String {
    name.replace('-', "_")
}

/// Facts as the map that a function gets. Names have underscores there, so that a script can write `facts.so_far`.
pub(super) fn map(facts: &[Fact]) -> Map {
    facts.iter().map(|fact| (key(&fact.name).into(), dynamic(&fact.value))).collect()
}

/// A value that a script wrote.
pub(super) fn datum(field: &Field, what: &str) -> Result<Datum, ScenarioProblem> {
    let wanted = "a number, a text, true or false, or a list of numbers or texts";
    let wrong = |found: String| {
        ScenarioProblem::new(field.at.clone(), Wrong::Type { what: what.to_owned(), found, wanted })
    };
    Ok(match &field.raw {
        RawValue::Number(_) => Datum::Number(field.number(what)?),
        RawValue::Text(text) => Datum::Text(text.clone()),
        RawValue::Flag(yes) => Datum::Flag(*yes),
        RawValue::List(list) => {
            let fits = |raw: &&RawValue| matches!(raw, RawValue::Number(_) | RawValue::Text(_));
            if let Some(other) = list.iter().find(|raw| !fits(raw)) {
                let remedy = "Keep each inner list or map in a value of its own, and write 1 and 0 for true and false.";
                return Err(wrong(format!("a list with {} in it", other.found())).with_remedy(remedy));
            }
            let item = |raw: &RawValue| Field::new(raw.clone(), field.at.clone());
            if let Some(RawValue::Number(_)) = list.first() {
                let numbers = list.iter().map(|raw| item(raw).number(what));
                Datum::Numbers(numbers.collect::<Result<_, _>>()?)
            } else {
                let texts = list.iter().map(|raw| item(raw).text(what));
                Datum::Texts(texts.collect::<Result<_, _>>()?)
            }
        }
        RawValue::Table(_) => {
            let remedy = "Keep the parts of a map in values of their own.";
            return Err(wrong("a map".to_owned()).with_remedy(remedy));
        }
        RawValue::Other(kind) => {
            return Err(wrong(kind.clone()).with_remedy("Look what the value is; print(value) shows it."));
        }
    })
}

/// A value that a script wrote, in the type that the example has: an empty list is of either type.
pub(super) fn like(field: &Field, what: &str, example: &Datum) -> Result<Datum, ScenarioProblem> {
    let value = match (datum(field, what)?, example) {
        (Datum::Texts(none), Datum::Numbers(_)) if none.is_empty() => Datum::Numbers(Vec::new()),
        (value, _) => value,
    };
    if std::mem::discriminant(&value) == std::mem::discriminant(example) {
        return Ok(value);
    }
    let wanted = match example {
        Datum::Number(_) => "a number, as it began",
        Datum::Text(_) => "a text, as it began",
        Datum::Flag(_) => "true or false, as it began",
        Datum::Numbers(_) => "a list of numbers, as it began",
        Datum::Texts(_) => "a list of texts, as it began",
    };
    let wrong = Wrong::Type { what: what.to_owned(), found: field.raw.found(), wanted };
    Err(ScenarioProblem::new(field.at.clone(), wrong).with_remedy(
        "A variable keeps the type of its first value; use another variable, or begin it otherwise.",
    ))
}

/// How long a value is where it is shown.
pub(super) fn length(value: &Datum) -> usize {
    match value {
        Datum::Text(text) => text.len(),
        Datum::Texts(texts) => texts.iter().map(|text| text.len() + 2).sum(),
        Datum::Numbers(numbers) => 13 * numbers.len(),
        Datum::Number(_) | Datum::Flag(_) => 0,
    }
}

/// Returns a map that a script wrote as facts, to be handed to a function later.
pub(super) fn facts(map: &Map, at: &At) -> Result<Vec<Fact>, ScenarioProblem> {
    map.iter()
        .map(|(name, value)| {
            let field = Field::new(RawValue::from_script(value), at.clone());
            Ok(Fact { name: name.to_string(), value: datum(&field, &format!("{name:?}"))? })
        })
        .collect()
}
