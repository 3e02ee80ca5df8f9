//! Finds where a board file gives a feature or a value, and the entry that a message is about.

use muster_contract::Value;
use toml::de::{DeTable, DeValue};

use crate::problem::At;

/// What a board file gives to something.
#[derive(Clone, Copy)]
pub(crate) enum Mention<'a> {
    /// A feature of this name.
    Feature(&'a str),
    /// A value of this name and, if there is one, this content: of a space or of an edge.
    Value(&'a str, &'a str, Option<&'a Value>),
}

impl Mention<'_> {
    /// Where the text of a board file first gives it.
    pub(crate) fn in_file(self, file: &str, text: &str) -> Option<At> {
        let board = DeTable::parse(text).ok()?;
        Some(At::byte(file, text, self.in_board(board.get_ref())?))
    }

    /// The byte at which the file first gives it.
    pub(crate) fn in_board(self, board: &DeTable<'_>) -> Option<usize> {
        match self {
            Self::Feature(feature) => feature_start(board, feature),
            Self::Value(kind, name, content) => {
                let of_edges = |key: &str| matches!(key, "side" | "edge" | "line");
                let tables = board.iter().filter(|(key, _)| of_edges(key.get_ref()) == (kind == "edge"));
                tables.filter_map(|(_, given)| value_start_in(given.get_ref(), name, content)).min()
            }
        }
    }
}

/// Returns where a board file first gives something a value of this name and content.
fn value_start(table: &DeTable<'_>, name: &str, content: Option<&Value>) -> Option<usize> {
    let is_it = |found: &DeValue<'_>| match (found, content) {
        (_, None) => true,
        (DeValue::String(text), Some(Value::Text(wanted))) => text == wanted,
        (DeValue::Boolean(flag), Some(Value::Flag(wanted))) => flag == wanted,
        (DeValue::Integer(number), Some(Value::Number(wanted))) => number.as_str() == wanted.to_string(),
        _ => false,
    };
    let places = table.iter().filter_map(|(key, inner)| match inner.get_ref() {
        DeValue::Table(values) if matches!(key.get_ref().as_ref(), "values" | "forward" | "backward") => {
            let found = values.iter().find(|(key, value)| *key.get_ref() == name && is_it(value.get_ref()));
            found.map(|(key, _)| key.span().start)
        }
        other => value_start_in(other, name, content),
    });
    places.min()
}

/// The same in a table, or in a list of tables.
fn value_start_in(given: &DeValue<'_>, name: &str, content: Option<&Value>) -> Option<usize> {
    match given {
        DeValue::Table(table) => value_start(table, name, content),
        DeValue::Array(list) => {
            let tables = list.iter().filter_map(|item| item.get_ref().as_table());
            tables.filter_map(|table| value_start(table, name, content)).min()
        }
        _ => None,
    }
}

/// Returns where a board file has an entry of the edge between two spaces.
pub(crate) fn entry_between(file: &str, text: &str, a: &str, b: &str) -> Option<At> {
    let board = DeTable::parse(text).ok()?;
    let lists = ["side", "edge"].into_iter().filter_map(|key| match board.get_ref().get(key)?.get_ref() {
        DeValue::Array(entries) => Some(entries),
        _ => None,
    });
    let is_it = |one: &str, two: &str| [(one, two), (two, one)].contains(&(a, b));
    let given = |entry: &DeTable<'_>| {
        let text_of = |key: &str| match entry.get(key).map(|value| (value.get_ref(), value.span().start)) {
            Some((DeValue::String(text), start)) => Some((text.to_string(), start)),
            _ => None,
        };
        let between = text_of("between")
            .filter(|(text, _)| text.split_once('/').is_some_and(|(one, two)| is_it(one.trim(), two.trim())));
        let of_ends = || {
            let ((one, start), (two, _)) = (text_of("a")?, text_of("b")?);
            is_it(&one, &two).then_some((one, start))
        };
        between.or_else(of_ends).map(|(_, start)| start)
    };
    let mut entries = lists.flat_map(|entries| entries.iter());
    let start = entries.find_map(|entry| given(entry.get_ref().as_table()?))?;
    Some(At::byte(file, text, start))
}

/// Returns where the entry of a board file stands that a sentence is about: the one most of whose names are in it. What stands in
/// rows of letters alone has no entry.
pub(crate) fn entry_about(file: &str, text: &str, is_named: impl Fn(&str) -> bool) -> Option<At> {
    let board = DeTable::parse(text).ok()?;
    let entries = board.get_ref().iter().filter_map(|(_, value)| match value.get_ref() {
        DeValue::Array(entries) => Some(entries),
        _ => None,
    });
    // How long the names are that the sentence has of an entry, and where the first stands.
    let named = |entry: &DeTable<'_>| {
        let given = |key: &str| match entry.get(key).map(|value| (value.get_ref(), value.span().start)) {
            Some((DeValue::String(text), start)) => Some((text.to_string(), start)),
            _ => None,
        };
        let whole = ["id", "title", "a", "b"].into_iter().filter_map(given);
        let of_two = given("between").into_iter().flat_map(|(text, start)| {
            text.split('/').map(|name| (name.trim().to_owned(), start)).collect::<Vec<_>>()
        });
        let named = whole.chain(of_two).filter(|(name, _)| is_named(name));
        named.map(|(name, start)| (name.len(), start)).reduce(|sum, one| (sum.0 + one.0, sum.1.min(one.1)))
    };
    let mut best = None;
    for entry in entries.flat_map(|entries| entries.iter()) {
        let DeValue::Table(table) = entry.get_ref() else { continue };
        let Some((weight, start)) = named(table) else { continue };
        if best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, start));
        }
    }
    best.map(|(_, start)| At::byte(file, text, start))
}

/// Returns where a board file first gives this feature to something. A title or a comment may have the same word.
fn feature_start(board: &DeTable<'_>, feature: &str) -> Option<usize> {
    fn in_table(table: &DeTable<'_>, given: bool, feature: &str) -> Option<usize> {
        table
            .iter()
            .filter_map(|(name, value)| {
                let given = given || matches!(name.get_ref().as_ref(), "feature" | "features" | "key");
                first(value.get_ref(), value.span().start, given, feature)
            })
            .min()
    }
    fn first(value: &DeValue<'_>, start: usize, given: bool, feature: &str) -> Option<usize> {
        match value {
            DeValue::String(word) => (given && word.eq_ignore_ascii_case(feature)).then_some(start),
            DeValue::Array(list) => {
                list.iter().filter_map(|item| first(item.get_ref(), item.span().start, given, feature)).min()
            }
            DeValue::Table(table) => in_table(table, given, feature),
            _ => None,
        }
    }
    in_table(board, false, feature)
}
