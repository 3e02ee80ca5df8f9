//! What a scenario's writer wrote, as typed: values with their places, from a script's maps and from data
//! files alike, and how to take them apart.

use std::collections::BTreeMap;

use muster_board::file::{GrammarMistake, nearest};
use muster_contract::{Facing, Place, Value};
use rhai::{Dynamic, Map};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::facing::{self, FACINGS};
use crate::problem::{At, Lines, ScenarioProblem, Wrong, is_near, meant};

/// How often a value may stand inside of another. A board, the deepest value that there is, has five such values.
const DEEPEST: usize = 16;

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RawValue {
    Number(i64),
    Text(String),
    Flag(bool),
    List(Vec<RawValue>),
    Table(BTreeMap<String, RawValue>),
    /// Nothing that a scenario can have; the name of its type.
    Other(String),
}

impl RawValue {
    pub(crate) fn from_script(value: &Dynamic) -> RawValue {
        RawValue::within(value, DEEPEST)
    }

    /// A value that may have values inside of values so many times.
    fn within(value: &Dynamic, depth: usize) -> RawValue {
        let Some(inner) = depth.checked_sub(1) else {
            return RawValue::Other("a value that nests too deep".into());
        };
        if let Ok(number) = value.as_int() {
            RawValue::Number(number)
        } else if let Ok(flag) = value.as_bool() {
            RawValue::Flag(flag)
        } else if let Some(text) = value.read_lock::<rhai::ImmutableString>() {
            RawValue::Text(text.to_string())
        } else if let Ok(letter) = value.as_char() {
            RawValue::Text(letter.to_string())
        } else if let Some(list) = value.read_lock::<rhai::Array>() {
            RawValue::List(list.iter().map(|item| RawValue::within(item, inner)).collect())
        } else if let Some(map) = value.read_lock::<Map>() {
            RawValue::Table(
                map.iter().map(|(name, value)| (name.to_string(), RawValue::within(value, inner))).collect(),
            )
        } else if value.is_unit() {
            RawValue::Other("nothing".into())
        } else {
            RawValue::Other(crate::calls::a_value_of(value.type_name()))
        }
    }

    fn from_data(value: &DeValue<'_>) -> RawValue {
        match value {
            DeValue::String(text) => RawValue::Text(text.to_string()),
            DeValue::Integer(number) => {
                i64::from_str_radix(&number.as_str().replace('_', ""), number.radix())
                    .map_or_else(|_| RawValue::Other("a number that is too large".into()), RawValue::Number)
            }
            DeValue::Boolean(flag) => RawValue::Flag(*flag),
            DeValue::Array(list) => {
                RawValue::List(list.iter().map(|item| RawValue::from_data(item.get_ref())).collect())
            }
            DeValue::Table(table) => RawValue::Table(
                table
                    .iter()
                    .map(|(name, value)| (name.get_ref().to_string(), RawValue::from_data(value.get_ref())))
                    .collect(),
            ),
            DeValue::Float(_) => RawValue::Other("a fraction".into()),
            DeValue::Datetime(_) => RawValue::Other("a date without quotes".into()),
        }
    }

    /// The value as a TOML value, for a board that is drawn in the script.
    pub(crate) fn into_data(self) -> Option<toml::Value> {
        Some(match self {
            RawValue::Number(number) => number.into(),
            RawValue::Text(text) => text.into(),
            RawValue::Flag(flag) => flag.into(),
            RawValue::List(list) => {
                toml::Value::Array(list.into_iter().map(RawValue::into_data).collect::<Option<_>>()?)
            }
            RawValue::Table(table) => toml::Value::Table(
                table
                    .into_iter()
                    .map(|(name, value)| Some((name, value.into_data()?)))
                    .collect::<Option<_>>()?,
            ),
            RawValue::Other(_) => return None,
        })
    }

    /// Returns its weight in bytes: the lengths of its texts and names, and 8 for each value.
    pub(crate) fn weight(&self) -> usize {
        match self {
            RawValue::Text(text) | RawValue::Other(text) => 8 + text.len(),
            RawValue::Number(_) | RawValue::Flag(_) => 8,
            RawValue::List(list) => 8 + list.iter().map(RawValue::weight).sum::<usize>(),
            RawValue::Table(table) => {
                8 + table.iter().map(|(name, value)| name.len() + value.weight()).sum::<usize>()
            }
        }
    }

    /// Returns it as a script writes it.
    pub(crate) fn written(&self) -> String {
        match self {
            RawValue::Number(number) => number.to_string(),
            RawValue::Text(text) => format!("{text:?}"),
            RawValue::Flag(flag) => flag.to_string(),
            other => other.found(),
        }
    }

    /// Returns what was written, for "is …, where … is wanted".
    pub(crate) fn found(&self) -> String {
        match self {
            RawValue::Number(number) => format!("the number {number}"),
            RawValue::Text(text) if text.chars().count() > 40 => "a text".to_owned(),
            RawValue::Text(text) => format!("the text {text:?}"),
            RawValue::Flag(flag) => format!("{flag}"),
            RawValue::List(_) => "a list".to_owned(),
            RawValue::Table(_) => "a map".to_owned(),
            RawValue::Other(kind) => kind.clone(),
        }
    }
}

impl From<&Value> for RawValue {
    fn from(value: &Value) -> RawValue {
        match value {
            Value::Number(number) => RawValue::Number(i64::from(*number)),
            Value::Text(text) => RawValue::Text(text.clone()),
            Value::Flag(flag) => RawValue::Flag(*flag),
        }
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) raw: RawValue,
    pub(crate) at: At,
    /// Where its key was written.
    pub(crate) key_at: At,
}

impl Field {
    /// A value whose key has no place of its own.
    pub(crate) fn new(raw: RawValue, at: At) -> Field {
        Field { raw, key_at: at.clone(), at }
    }

    fn wrong(&self, what: &str, wanted: &'static str) -> ScenarioProblem {
        let wrong = Wrong::Type { what: what.to_owned(), found: self.raw.found(), wanted };
        ScenarioProblem::new(self.at.clone(), wrong)
    }

    pub(crate) fn text(&self, what: &str) -> Result<String, ScenarioProblem> {
        match &self.raw {
            RawValue::Text(text) => Ok(text.clone()),
            RawValue::Number(number) => {
                Err(self.wrong(what, "text").with_remedy(format!("Put it in quotes: \"{number}\".")))
            }
            _ => Err(self.wrong(what, "text").with_remedy("Write one text in quotes.")),
        }
    }

    pub(crate) fn number(&self, what: &str) -> Result<i32, ScenarioProblem> {
        match &self.raw {
            RawValue::Number(number) => i32::try_from(*number).map_err(|_| {
                self.wrong(what, "a number that fits").with_remedy("The largest is 2147483647.")
            }),
            RawValue::Text(text) if text.trim().parse::<i32>().is_ok() => Err(self
                .wrong(what, "a number")
                .with_remedy(format!("Leave out the quotes: {}.", text.trim()))),
            _ => {
                Err(self.wrong(what, "a number").with_remedy("Write a whole number without quotes, like 3."))
            }
        }
    }

    pub(crate) fn flag(&self, what: &str) -> Result<bool, ScenarioProblem> {
        match &self.raw {
            RawValue::Flag(flag) => Ok(*flag),
            _ => Err(self.wrong(what, "true or false").with_remedy("Write true or false, without quotes.")),
        }
    }

    /// A facing: its name, or a twelfth of a circle from 0 (the top) to 11.
    pub(crate) fn facing(&self, what: &str) -> Result<Facing, ScenarioProblem> {
        if let RawValue::Text(name) = &self.raw {
            return facing::by_name(name).ok_or_else(|| {
                let wrong = Wrong::Unknown { what: "facing", name: name.clone(), context: String::new() };
                let remedy = meant(name, FACINGS.map(|(name, _)| name));
                ScenarioProblem::meant(self.at.clone(), wrong, remedy)
            });
        }
        let number = self.number(what)?;
        match u8::try_from(number) {
            Ok(facing @ 0..=11) => Ok(facing),
            _ => Err(self
                .wrong(what, "a facing")
                .with_remedy("Write a name like \"NE\", or a twelfth of a circle from 0 (the top) to 11.")),
        }
    }

    /// The value in the type that the example has.
    pub(crate) fn like(&self, what: &str, example: &Value) -> Result<Value, ScenarioProblem> {
        Ok(match example {
            Value::Number(_) => Value::Number(self.number(what)?),
            Value::Text(_) => Value::Text(self.text(what)?),
            Value::Flag(_) => Value::Flag(self.flag(what)?),
        })
    }
}

/// Named values that belong together: a map of a script, or a table of a data file.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// What they are about, for messages ("unit \"usa-a\"").
    pub(crate) what: String,
    pub(crate) at: At,
    fields: BTreeMap<String, Field>,
}

impl Fields {
    /// A map of a script, whose place is that of the call.
    pub(crate) fn from_script(what: impl Into<String>, at: &At, map: &Map) -> Fields {
        let fields = map
            .iter()
            .map(|(name, value)| (name.to_string(), Field::new(RawValue::from_script(value), at.clone())))
            .collect();
        Fields { what: what.into(), at: at.clone(), fields }
    }

    /// A table of a data file.
    fn from_data(what: impl Into<String>, lines: &Lines<'_>, table: &Spanned<DeTable<'_>>) -> Fields {
        let fields = table
            .get_ref()
            .iter()
            .map(|(name, value)| {
                let (key_at, at) = (lines.at(name.span().start), lines.at(value.span().start));
                (name.get_ref().to_string(), Field { raw: RawValue::from_data(value.get_ref()), at, key_at })
            })
            .collect();
        Fields { what: what.into(), at: lines.at(table.span().start), fields }
    }

    pub(crate) fn weight(&self) -> usize {
        self.fields.iter().map(|(name, field)| name.len() + field.raw.weight()).sum()
    }

    /// Adds what a function was given beside its map; a name that the map has too is an error.
    pub(crate) fn with(mut self, name: &str, text: &str) -> Result<Fields, ScenarioProblem> {
        let field = Field::new(RawValue::Text(text.to_owned()), self.at.clone());
        match self.fields.insert(name.to_owned(), field) {
            None => Ok(self),
            Some(_) => {
                Err(ScenarioProblem::new(self.at, Wrong::Twice { what: "the key", name: name.to_owned() })
                    .with_remedy(format!("Leave it out of the map: {} has it already.", self.what)))
            }
        }
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Field> {
        self.fields.remove(name)
    }

    /// Where a value was written, or else all of them.
    pub(crate) fn place_of(&self, name: &str) -> At {
        self.fields.get(name).map_or_else(|| self.at.clone(), |field| field.at.clone())
    }

    fn about(&self, name: &str) -> String {
        format!("{name:?} of {}", self.what)
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, ScenarioProblem> {
        let what = self.about(name);
        self.take(name).map(|field| field.text(&what)).transpose()
    }

    pub(crate) fn number(&mut self, name: &str) -> Result<Option<i32>, ScenarioProblem> {
        let what = self.about(name);
        self.take(name).map(|field| field.number(&what)).transpose()
    }

    pub(crate) fn flag(&mut self, name: &str) -> Result<Option<bool>, ScenarioProblem> {
        let what = self.about(name);
        self.take(name).map(|field| field.flag(&what)).transpose()
    }

    /// A text that must be there.
    pub(crate) fn wanted(&mut self, name: &str) -> Result<String, ScenarioProblem> {
        self.text(name)?.ok_or_else(|| {
            let wrong = Wrong::Missing { what: self.what.clone(), name: name.to_owned() };
            let near = self.fields.keys().find(|other| is_near(name, other));
            ScenarioProblem::new(self.at.clone(), wrong).with_remedy(match near {
                Some(near) => format!("Write {name} instead of {near}."),
                None => format!("Add {name} with a text in quotes."),
            })
        })
    }

    /// The title, by which lists name it.
    pub(crate) fn title(&mut self) -> Result<String, ScenarioProblem> {
        let (what, at) = (self.about("title"), self.fields.get("title").map(|field| field.at.clone()));
        let title = self.wanted("title")?;
        if title.trim().is_empty() {
            let (found, allowed) = ("empty".to_owned(), "a name for lists".to_owned());
            let wrong = Wrong::Range { what, found, allowed };
            let at = at.unwrap_or_else(|| self.at.clone());
            return Err(ScenarioProblem::new(at, wrong).with_remedy("Write a name of a few words."));
        }
        Ok(title)
    }

    /// Where something stands: `at`, with `facing`, `edge`, `slot` and `carrier`.
    pub(crate) fn place(&mut self) -> Result<Option<Placed>, ScenarioProblem> {
        let space_at = self.fields.get("at").map(|field| field.at.clone());
        if let Some(field @ Field { raw: RawValue::Number(number @ 0..=9_999), .. }) = self.fields.get("at") {
            let wrong = field.wrong(&self.about("at"), "text");
            return Err(wrong.with_remedy(format!("Put it in quotes, with its zeros: \"{number:04}\".")));
        }
        let facing_what = self.about("facing");
        let facing = self.take("facing");
        let (edge, slot, carrier) = (self.text("edge")?, self.text("slot")?, self.text("carrier")?);
        match (self.text("at")?, space_at) {
            (Some(space), Some(at)) => {
                let facing = facing.map(|field| field.facing(&facing_what)).transpose()?;
                Ok(Some(Placed { place: Place { space, edge, facing, slot, carrier }, at }))
            }
            _ if facing.is_some() || edge.is_some() || slot.is_some() || carrier.is_some() => {
                Err(self.placeless(self.what.clone()))
            }
            _ => Ok(None),
        }
    }

    /// That it has no `at` and must have one; it may be there by a name that games use for it, too.
    pub(crate) fn placeless(&self, what: String) -> ScenarioProblem {
        let wrong = Wrong::Missing { what, name: "at".into() };
        let called = self
            .fields
            .keys()
            .find(|key| ["to", "in", "on", "hex", "space", "where"].contains(&key.as_str()));
        let remedy = match called {
            Some(called) => format!("Write at instead of {called}."),
            None => "Add at with the space that it stands in, in quotes.".to_owned(),
        };
        ScenarioProblem::new(self.at.clone(), wrong).with_remedy(remedy)
    }

    /// The key, if there is one, that is probably one of these, mistyped, and which one.
    pub(crate) fn mistyped<'k>(&self, known: &[&'k str]) -> Option<(&str, &'k str)> {
        self.fields.keys().find_map(|key| Some((key.as_str(), nearest(key, known)?)))
    }

    /// Returns what is left: all that nothing has taken.
    pub(crate) fn rest(self) -> BTreeMap<String, Field> {
        self.fields
    }

    /// Makes sure that nothing is left.
    pub(crate) fn nothing_else(self, known: &[&str]) -> Result<(), ScenarioProblem> {
        let what = self.what;
        match self.fields.into_iter().next() {
            None => Ok(()),
            Some((name, field)) => {
                let remedy = meant(&name, known.iter().copied());
                let wrong = Wrong::Unknown { what: "key", name, context: format!(" of {what}") };
                Err(ScenarioProblem::meant(field.key_at, wrong, remedy))
            }
        }
    }
}

/// A place, and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) place: Place,
    pub(crate) at: At,
}

/// The units of a roster file, in its order.
pub(crate) fn roster(file: &str, text: &str) -> Result<Vec<Fields>, ScenarioProblem> {
    let root = DeTable::parse(text).map_err(|error| grammar(file, text, &error))?;
    let lines = Lines::of(file, text);
    let mut units = Vec::new();
    for (name, value) in root.get_ref() {
        let at = || lines.at(name.span().start);
        let wrong_shape = |found: String| {
            ScenarioProblem::new(
                at(),
                Wrong::Type { what: "\"unit\"".into(), found, wanted: "a list of tables" },
            )
            .with_remedy("Begin each unit with a line [[unit]].")
        };
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("unit", DeValue::Array(list)) => {
                for item in list.iter() {
                    let DeValue::Table(table) = item.get_ref() else {
                        return Err(wrong_shape(RawValue::from_data(item.get_ref()).found()));
                    };
                    let what = match table.get("id").map(|id| id.get_ref()) {
                        Some(DeValue::String(id)) => format!("unit {id:?}"),
                        _ => "a unit".to_owned(),
                    };
                    let table = Spanned::new(item.span(), table.clone());
                    units.push(Fields::from_data(what, &lines, &table));
                }
            }
            ("unit", other) => return Err(wrong_shape(RawValue::from_data(other).found())),
            ("source", DeValue::String(_)) => {}
            (other, _) => {
                let wrong =
                    Wrong::Unknown { what: "key", name: other.to_owned(), context: " of a roster".into() };
                return Err(ScenarioProblem::meant(at(), wrong, meant(other, ["unit", "source"])));
            }
        }
    }
    Ok(units)
}

/// A TOML error with its place.
pub(crate) fn grammar(file: &str, text: &str, error: &toml::de::Error) -> ScenarioProblem {
    let GrammarMistake { at, what, instead } = GrammarMistake::of(text, error);
    ScenarioProblem::new(At::byte(file, text, at), Wrong::Grammar(what)).with_remedy(instead)
}
