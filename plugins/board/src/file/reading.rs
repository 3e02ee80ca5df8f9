//! Takes a board file's tables apart: typed values with their places, and a list of what is wrong with them.

use std::cell::RefCell;

use muster_contract::{Attribute, Value, printable};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::nearest::nearest;
use super::problem::{FileProblem, MOST_MISTAKES, Mistake};

/// A file being read.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    lines: bool,
    mistakes: RefCell<Vec<(usize, Mistake)>>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(text: &'t str, lines: bool) -> Self {
        Reading { text, lines, mistakes: RefCell::default() }
    }

    /// Records a mistake at a byte of the text.
    pub(super) fn report(&self, at: usize, what: impl Into<String>, instead: impl Into<String>) {
        let mut mistakes = self.mistakes.borrow_mut();
        // One more than are reported, to know that there are more.
        if mistakes.len() <= MOST_MISTAKES {
            let line = self.lines.then(|| self.line_of(at));
            let (what, instead) = (printable::sentence(&what.into()), printable::sentence(&instead.into()));
            mistakes.push((at, Mistake { line, what, instead }));
        }
    }

    fn line_of(&self, at: usize) -> usize {
        self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// How many mistakes were found so far.
    pub(super) fn count(&self) -> usize {
        self.mistakes.borrow().len()
    }

    pub(super) fn is_clean(&self) -> bool {
        self.mistakes.borrow().is_empty()
    }

    /// Whether so much is wrong that nothing more need be looked for.
    pub(super) fn is_hopeless(&self) -> bool {
        self.mistakes.borrow().len() > MOST_MISTAKES
    }

    pub(super) fn problem(&self, file: &str) -> FileProblem {
        let mut mistakes = self.mistakes.borrow().clone();
        let more = mistakes.len() > MOST_MISTAKES;
        mistakes.truncate(MOST_MISTAKES);
        mistakes.sort_by_key(|(at, _)| *at);
        mistakes.dedup();
        FileProblem {
            file: file.to_owned(),
            mistakes: mistakes.into_iter().map(|(_, mistake)| mistake).collect(),
            more,
        }
    }
}

/// A text and the byte of the file at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextAt<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// A point as the file writes it.
pub(super) enum PointSpec<'t> {
    /// In the board's unit.
    Absolute([f32; 2]),
    /// From the middle of a space.
    FromSpace(TextAt<'t>, [f32; 2]),
}

/// How far from the origin anything may lie along an axis, in units of the board; a space is about one wide.
pub const FARTHEST: f32 = 1_000.0;
/// How long an id or the name of a feature may be, and a title or other text.
const LONGEST_NAME: usize = 64;
const LONGEST_TEXT: usize = 2_000;
/// How many points a list may have, and how many features or values a thing.
const MOST_POINTS: usize = 1_000;
pub(super) const MOST_FEATURES: usize = 64;

/// One table of the file.
#[derive(Clone, Copy)]
pub(super) struct Entry<'r, 't> {
    pub(super) reading: &'r Reading<'t>,
    /// What it is called in messages: "[[hex]]".
    pub(super) called: &'static str,
    pub(super) at: usize,
    table: &'t DeTable<'t>,
}

impl<'r, 't> Entry<'r, 't> {
    pub(super) fn new(
        reading: &'r Reading<'t>,
        called: &'static str,
        at: usize,
        table: &'t DeTable<'t>,
    ) -> Self {
        Entry { reading, called, at, table }
    }

    fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// Where a key's value stands, or the table if it has none.
    pub(super) fn at(&self, key: &str) -> usize {
        self.get(key).map_or(self.at, |value| value.span().start)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether a key has a single table where a list of them may be meant.
    pub(super) fn has_table(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| matches!(value.get_ref(), DeValue::Table(_)))
    }

    /// Records a mistake at the value of a key.
    pub(super) fn report(&self, key: &str, what: impl Into<String>, instead: impl Into<String>) {
        self.reading.report(self.at(key), what, instead);
    }

    /// Reports a value of another type than the one wanted.
    fn report_type(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str, example: &str) {
        let what = format!("{key} of {} is {}, not {wanted}", self.called, kind(value.get_ref()));
        self.reading.report(value.span().start, what, format!("Write {example}."));
    }

    /// Reports each key that isn't one of these.
    pub(super) fn refuse_other_keys(&self, keys: &[&str]) {
        for (key, _) in self.table.iter() {
            if self.reading.is_hopeless() {
                return;
            }
            if self.called == "the file" && ["unit", "units"].contains(&key.get_ref().as_ref()) {
                let instead = "Put them into a roster, a file of its own, and name that with roster(\"…\").";
                self.reading.report(key.span().start, "a board has no units", instead);
            } else if !keys.contains(&key.get_ref().as_ref()) {
                let what = format!("{} knows no {:?}", self.called, key.get_ref());
                let meant = nearest(key.get_ref(), keys).map(|near| format!("Did you mean {near:?}? "));
                let instead = format!("{}It can have: {}.", meant.unwrap_or_default(), keys.join(", "));
                self.reading.report(key.span().start, what, instead);
            }
        }
    }

    /// A text.
    pub(super) fn text_at(&self, key: &str) -> Option<TextAt<'t>> {
        let value = self.get(key)?;
        let DeValue::String(text) = value.get_ref() else {
            self.report_type(key, value, "a text", &format!("{key} = \"…\""));
            return None;
        };
        Some(TextAt { text, at: value.span().start })
    }

    /// A title or the like; empty if there is none.
    pub(super) fn text(&self, key: &str) -> String {
        let Some(word) = self.text_at(key) else { return String::new() };
        if word.text.len() > LONGEST_TEXT {
            self.report(key, format!("{key} is longer than {LONGEST_TEXT} bytes"), "Say it in fewer words.");
            return String::new();
        }
        word.text.trim().to_owned()
    }

    /// A text that must be there.
    pub(super) fn required_text(&self, key: &str, example: &str) -> Option<TextAt<'t>> {
        if !self.has(key) {
            self.report(key, format!("{} has no {key}", self.called), format!("Add {key} = {example}."));
        }
        self.text_at(key)
    }

    /// The name of something new: no spaces around it, no slash in it if it is a space's.
    pub(super) fn id(&self, key: &str, slash: bool) -> Option<TextAt<'t>> {
        let word = self.required_text(key, "\"a-name\"")?;
        let fine =
            |letter: char| letter.is_alphanumeric() || " -_.'".contains(letter) || (slash && letter == '/');
        if word.text.is_empty()
            || word.text.len() > LONGEST_NAME
            || word.text.trim() != word.text
            || !word.text.chars().all(fine)
        {
            let what = format!("{:?} can't be a name", shortened(word.text));
            self.report(key, what, format!("Use up to {LONGEST_NAME} letters, digits and hyphens."));
            return None;
        }
        Some(word)
    }

    /// The name of a feature, value or kind: lower-case words joined by hyphens.
    pub(super) fn lower_case_name(&self, key: &str, example: &str) -> Option<String> {
        let word = self.required_text(key, example)?;
        is_lower(self.reading, word).then(|| word.text.to_owned())
    }

    /// A list of features; a single one may be written as a text.
    pub(super) fn features(&self, key: &str) -> Vec<String> {
        self.get(key).map_or_else(Vec::new, |value| features(self, key, value))
    }

    /// A table of values.
    pub(super) fn values(&self, key: &str) -> Vec<Attribute> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let DeValue::Table(table) = value.get_ref() else {
            self.report_type(key, value, "a table of values", &format!("{key} = {{ height = 2 }}"));
            return Vec::new();
        };
        if table.len() > MOST_FEATURES {
            self.report(
                key,
                format!("{} has {} values", self.called, table.len()),
                format!("Give at most {MOST_FEATURES}."),
            );
            return Vec::new();
        }
        let one = |(name, value): (&'t Spanned<std::borrow::Cow<'t, str>>, &'t Spanned<DeValue<'t>>)| {
            let name = TextAt { text: name.get_ref(), at: name.span().start };
            if !is_lower(self.reading, name) {
                return None;
            }
            let value = match value.get_ref() {
                DeValue::String(text) if text.len() <= LONGEST_TEXT => Value::Text(text.to_string()),
                DeValue::Boolean(flag) => Value::Flag(*flag),
                DeValue::Integer(_) if whole(value.get_ref()).is_some() => {
                    Value::Number(whole(value.get_ref())?)
                }
                other => {
                    let what = format!("the value {} is {}", name.text, kind(other));
                    self.reading.report(
                        value.span().start,
                        what,
                        "Write a whole number, a text, true or false.",
                    );
                    return None;
                }
            };
            Some(Attribute { name: name.text.to_owned(), value })
        };
        table.iter().filter_map(one).collect()
    }

    /// A whole number within bounds.
    pub(super) fn whole(&self, key: &str, bounds: std::ops::RangeInclusive<i32>) -> Option<i32> {
        let value = self.get(key)?;
        let number = whole(value.get_ref()).filter(|number| bounds.contains(number));
        if number.is_none() {
            let wanted = format!("a whole number from {} to {}", bounds.start(), bounds.end());
            self.report_type(key, value, &wanted, &format!("{key} = {}", bounds.start()));
        }
        number
    }

    /// A number within bounds, fractions allowed.
    pub(super) fn number(&self, key: &str, bounds: std::ops::RangeInclusive<f32>) -> Option<f32> {
        let value = self.get(key)?;
        let number = fraction(value.get_ref());
        if number.is_none_or(|number| bounds.contains(&number)) {
            if number.is_none() {
                self.report_type(key, value, "a number", &format!("{key} = {}", bounds.end()));
            }
            return number;
        }
        let what = format!("{key} of {} is out of bounds", self.called);
        let instead = format!("Write a number from {} to {}.", bounds.start(), bounds.end());
        self.reading.report(value.span().start, what, instead);
        None
    }

    /// A pair of numbers.
    pub(super) fn pair(&self, key: &str) -> Option<[f32; 2]> {
        let value = self.get(key)?;
        match self.parse_point(value)? {
            PointSpec::Absolute(pair) => Some(pair),
            PointSpec::FromSpace(..) => {
                self.report_type(key, value, "a pair of numbers", &format!("{key} = [1.5, 2.0]"));
                None
            }
        }
    }

    /// A point.
    pub(super) fn point_spec(&self, key: &str) -> Option<PointSpec<'t>> {
        self.parse_point(self.get(key)?)
    }

    /// A list of at least so many points; none and a mistake if there are fewer.
    pub(super) fn point_specs(&self, key: &str, least: usize) -> Option<Vec<PointSpec<'t>>> {
        let value = self.get(key)?;
        let DeValue::Array(list) = value.get_ref() else {
            self.report_type(key, value, "a list of points", &format!("{key} = [[1, 2], [3, 4]]"));
            return None;
        };
        if list.len() < least {
            self.report(key, format!("{key} has {} points", list.len()), format!("Give at least {least}."));
            return None;
        }
        if list.len() > MOST_POINTS {
            let what = format!("{key} has {} points", list.len());
            self.report(key, what, format!("Leave out what nobody sees: {MOST_POINTS} are enough."));
            return None;
        }
        list.iter().map(|point| self.parse_point(point)).collect()
    }

    fn parse_point(&self, value: &'t Spanned<DeValue<'t>>) -> Option<PointSpec<'t>> {
        let at = value.span().start;
        let written = match value.get_ref() {
            DeValue::Array(pair) => match (pair.len(), pair.first(), pair.get(1)) {
                (2, Some(x), Some(y)) => {
                    both(fraction(x.get_ref()), fraction(y.get_ref())).map(PointSpec::Absolute)
                }
                _ => None,
            },
            DeValue::String(text) => {
                let moved = text.trim().rsplit_once(char::is_whitespace).and_then(|(rest, y)| {
                    let (space, x) = rest.trim_end().rsplit_once(char::is_whitespace)?;
                    Some((space.trim_end(), both(x.parse().ok(), y.parse().ok())?))
                });
                let (text, by) = moved.unwrap_or((text.trim(), [0.0, 0.0]));
                Some(PointSpec::FromSpace(TextAt { text, at }, by))
            }
            _ => None,
        };
        if let Some(PointSpec::Absolute(spot) | PointSpec::FromSpace(_, spot)) = &written
            && !spot.iter().all(|number| number.abs() <= FARTHEST)
        {
            let what = format!("{} has a point that lies too far away", self.called);
            let instead = format!("Write numbers from -{FARTHEST} to {FARTHEST}: a space is about 1 wide.");
            self.reading.report(at, what, instead);
            return None;
        }
        if written.is_none() {
            let instead = "Write [x, y], or a space and how far from its middle: \"0711 +0.2 -0.3\".";
            self.reading.report(at, format!("{} has a point that can't be read", self.called), instead);
        }
        written
    }

    /// A table within this one.
    pub(super) fn table(&self, key: &str, called: &'static str) -> Option<Entry<'r, 't>> {
        let value = self.get(key)?;
        let DeValue::Table(table) = value.get_ref() else {
            self.report_type(key, value, "a table", called);
            return None;
        };
        Some(Entry::new(self.reading, called, value.span().start, table))
    }

    /// The keys of this table with their values' places, as tables of their own or as lists of features.
    pub(super) fn letter_meanings(&self) -> impl Iterator<Item = (TextAt<'t>, Vec<String>, Vec<Attribute>)> {
        self.table.iter().map(|(name, value)| {
            let letter = TextAt { text: name.get_ref(), at: name.span().start };
            match value.get_ref() {
                DeValue::Table(table) => {
                    let entry = Entry::new(self.reading, "a letter of the key", letter.at, table);
                    entry.refuse_other_keys(&["features", "values"]);
                    (letter, entry.features("features"), entry.values("values"))
                }
                _ => (letter, features(self, letter.text, value), Vec::new()),
            }
        })
    }

    /// The tables of a list ("[[hex]]").
    pub(super) fn tables(&self, key: &str, called: &'static str) -> Vec<Entry<'r, 't>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            self.report_type(key, value, "a list of tables", called);
            return Vec::new();
        };
        let one = |item: &'t Spanned<DeValue<'t>>| match item.get_ref() {
            DeValue::Table(table) => Some(Entry::new(self.reading, called, item.span().start, table)),
            _ => {
                self.report_type(key, item, "a table", called);
                None
            }
        };
        list.iter().filter_map(one).collect()
    }
}

fn features<'t>(entry: &Entry<'_, 't>, key: &str, value: &'t Spanned<DeValue<'t>>) -> Vec<String> {
    let all: Vec<&'t Spanned<DeValue<'t>>> = match value.get_ref() {
        DeValue::Array(list) => list.iter().collect(),
        _ => vec![value],
    };
    if all.len() > MOST_FEATURES {
        entry.report(
            key,
            format!("{} has {} features", entry.called, all.len()),
            format!("Give at most {MOST_FEATURES}."),
        );
        return Vec::new();
    }
    let mut features: Vec<String> = Vec::new();
    for item in all {
        match item.get_ref() {
            DeValue::String(text) => {
                let word = TextAt { text, at: item.span().start };
                if is_lower(entry.reading, word) && !features.iter().any(|known| known == word.text) {
                    features.push(word.text.to_owned());
                }
            }
            _ => entry.report_type(key, item, "a feature", "[\"woods\"]"),
        }
    }
    features
}

fn is_lower(reading: &Reading<'_>, word: TextAt<'_>) -> bool {
    let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_lower = !word.text.is_empty() && word.text.len() <= LONGEST_NAME && word.text.chars().all(fine);
    if !is_lower {
        let instead = "Write lower-case words joined by hyphens: \"steep-bank\".";
        reading.report(
            word.at,
            format!("{:?} is no name for a feature, value or kind", shortened(word.text)),
            instead,
        );
    }
    is_lower
}

/// The beginning of a text, for messages.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_NAME).collect()
}

fn whole(value: &DeValue<'_>) -> Option<i32> {
    let DeValue::Integer(number) = value else { return None };
    i32::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

fn fraction(value: &DeValue<'_>) -> Option<f32> {
    match value {
        DeValue::Float(number) => {
            number.as_str().replace('_', "").parse().ok().filter(|n: &f32| n.is_finite())
        }
        _ => whole(value).map(|number| number as f32),
    }
}

fn both(x: Option<f32>, y: Option<f32>) -> Option<[f32; 2]> {
    Some([x?, y?])
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(number) if number.as_str().ends_with("nan") => "nan",
        DeValue::Float(number) if number.as_str().ends_with("inf") => "infinite",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "a yes or no",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
