//! What a scenario may say and a table may switch on, each declared once: the declaration describes it to the host, reads it,
//! and words the refusal.

use std::fmt::Display;
use std::ops::RangeInclusive;

use muster_contract::{Attribute, AttributeInfo, NumberSpan, Refusal, RuleOption, Unit, Value, ValueType};

use crate::refuse;

/// What is the same of every setting.
#[derive(Clone, Copy, Debug)]
struct Head {
    name: &'static str,
    /// The kinds of unit that may have it; none for a fact of the scenario.
    kinds: &'static [&'static str],
    required: bool,
    citation: &'static str,
    text: &'static str,
}

impl Head {
    const fn fact(name: &'static str, citation: &'static str, text: &'static str) -> Self {
        Self { name, kinds: &[], required: false, citation, text }
    }

    fn info(&self, type_of: ValueType, more: impl Display) -> AttributeInfo {
        AttributeInfo {
            name: self.name.to_owned(),
            type_of,
            kinds: self.kinds.iter().map(|&kind| kind.to_owned()).collect(),
            required: self.required,
            span: None,
            words: Vec::new(),
            text: format!("{}{more}.", self.text),
        }
    }

    fn given<'a>(&self, values: &'a [Attribute]) -> Result<Option<&'a Value>, Refusal> {
        let given = values.iter().find(|given| given.name == self.name).map(|given| &given.value);
        if given.is_none() && self.required {
            let who = if self.kinds.is_empty() { "the scenario must give the fact" } else { "it must have" };
            return Err(refuse(format!("{who} \"{}\"", self.name), self.citation));
        }
        Ok(given)
    }

    fn refuse(&self, value: &Value, must: impl Display) -> Refusal {
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) => format!("{text:?}"),
        };
        refuse(format!("\"{}\" is {value}; it {must}", self.name), self.citation)
    }
}

macro_rules! heads {
    ($($Setting:ident),*) => {
        $(impl $Setting {
            /// The same for units of these kinds instead of the scenario.
            #[must_use]
            pub const fn of(mut self, kinds: &'static [&'static str]) -> Self {
                self.head.kinds = kinds;
                self
            }

            /// The same, and every scenario (or every such unit) must have it.
            #[must_use]
            pub const fn required(mut self) -> Self {
                self.head.required = true;
                self
            }

            /// Its name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                self.head.name
            }
        })*
    };
}

heads!(Number, Flag, Word, Text);

/// A whole number within bounds.
///
/// ```
/// use muster_contract::Value;
/// use muster_sdk::{attribute, setting::Number};
///
/// const TURNS: Number = Number::fact("turns", 1, 20, "B1", "How many turns are played").usually(6);
///
/// assert_eq!(TURNS.info().text, "How many turns are played, 1 to 20; 6 unless given.");
/// assert_eq!(TURNS.read(&[]), Ok(6));
/// assert_eq!(TURNS.read(&[attribute("turns", Value::Number(9))]), Ok(9));
/// let refusal = TURNS.read(&[attribute("turns", Value::Number(21))]).unwrap_err();
/// assert_eq!(refusal.reason, "\"turns\" is 21; it goes from 1 to 20");
/// assert_eq!(refusal.citation.as_deref(), Some("B1"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Number {
    head: Head,
    least: i32,
    most: i32,
    usual: i32,
    /// What is said of what holds unless it is given.
    otherwise: Option<&'static str>,
}

impl Number {
    /// A fact of the scenario, from the first to the last of these; the text is a sentence without its full stop, to which the
    /// bounds and what is usual are added.
    #[must_use]
    pub const fn fact(
        name: &'static str,
        least: i32,
        most: i32,
        citation: &'static str,
        text: &'static str,
    ) -> Self {
        Self { head: Head::fact(name, citation, text), least, most, usual: least, otherwise: Some("") }
    }

    /// The same with this default. Otherwise the least is the default, and the description doesn't mention it.
    #[must_use]
    pub const fn usually(mut self, usual: i32) -> Self {
        self.usual = usual;
        self.otherwise = None;
        self
    }

    /// The same, with these words in the description for a default that depends on something else; it is read by
    /// [`given`](Self::given).
    #[must_use]
    pub const fn otherwise(mut self, words: &'static str) -> Self {
        self.otherwise = Some(words);
        self
    }

    /// As the description has it.
    #[must_use]
    pub fn info(&self) -> AttributeInfo {
        let Self { head, least, most, usual, otherwise } = self;
        let otherwise = match otherwise {
            _ if head.required => String::new(),
            None => format!("; {usual} unless given"),
            Some("") => String::new(),
            Some(words) => format!("; {words}"),
        };
        let span = Some(NumberSpan { least: *least, most: *most });
        AttributeInfo { span, ..head.info(ValueType::Number, format_args!(", {least} to {most}{otherwise}")) }
    }

    /// The number, or its default.
    pub fn read(&self, values: &[Attribute]) -> Result<i32, Refusal> {
        Ok(self.given(values)?.unwrap_or(self.usual))
    }

    /// The number, if it is given.
    pub fn given(&self, values: &[Attribute]) -> Result<Option<i32>, Refusal> {
        self.given_within(values, self.least..=self.most)
    }

    /// The number, if it is given, within bounds that depend on something else of the scenario.
    pub fn given_within(
        &self,
        values: &[Attribute],
        bounds: RangeInclusive<i32>,
    ) -> Result<Option<i32>, Refusal> {
        match self.head.given(values)? {
            None => Ok(None),
            Some(Value::Number(number)) if bounds.contains(number) => Ok(Some(*number)),
            Some(other) => {
                let must = format_args!("goes from {} to {}", bounds.start(), bounds.end());
                Err(self.head.refuse(other, must))
            }
        }
    }
}

/// What was read of a unit; the refusal names the unit.
pub fn of_unit<T>(unit: &Unit, read: Result<T, Refusal>) -> Result<T, Refusal> {
    read.map_err(|refusal| Refusal { reason: format!("{}: {}", unit.id, refusal.reason), ..refusal })
}

/// True or false.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    head: Head,
}

impl Flag {
    /// A fact of the scenario; the text is a sentence without its full stop.
    #[must_use]
    pub const fn fact(name: &'static str, citation: &'static str, text: &'static str) -> Self {
        Self { head: Head::fact(name, citation, text) }
    }

    /// As the description has it.
    #[must_use]
    pub fn info(&self) -> AttributeInfo {
        self.head.info(ValueType::Flag, "")
    }

    /// Whether it is given and true.
    pub fn read(&self, values: &[Attribute]) -> Result<bool, Refusal> {
        Ok(self.given(values)?.unwrap_or(false))
    }

    /// Whether it is true, if it is given.
    pub fn given(&self, values: &[Attribute]) -> Result<Option<bool>, Refusal> {
        match self.head.given(values)? {
            None => Ok(None),
            Some(Value::Flag(flag)) => Ok(Some(*flag)),
            Some(other) => Err(self.head.refuse(other, "must be true or false")),
        }
    }
}

/// One of some words.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    head: Head,
    words: &'static [&'static str],
}

impl Word {
    /// A fact of the scenario; the text is a sentence without its full stop.
    #[must_use]
    pub const fn fact(
        name: &'static str,
        words: &'static [&'static str],
        citation: &'static str,
        text: &'static str,
    ) -> Self {
        Self { head: Head::fact(name, citation, text), words }
    }

    /// As the description has it.
    #[must_use]
    pub fn info(&self) -> AttributeInfo {
        let words = self.words.iter().map(|&word| word.to_owned()).collect();
        AttributeInfo { words, ..self.head.info(ValueType::Text, "") }
    }

    /// Which of the words it is, if it is given.
    pub fn given(&self, values: &[Attribute]) -> Result<Option<usize>, Refusal> {
        let Some(given) = self.head.given(values)? else { return Ok(None) };
        let found = match given {
            Value::Text(text) => self.words.iter().position(|word| word == text),
            Value::Number(_) | Value::Flag(_) => None,
        };
        match found {
            Some(place) => Ok(Some(place)),
            None => {
                let words: Vec<String> = self.words.iter().map(|word| format!("{word:?}")).collect();
                Err(self.head.refuse(given, format_args!("may be {}", words.join(" or "))))
            }
        }
    }
}

/// Any text.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    head: Head,
}

impl Text {
    /// A fact of the scenario; the text is a sentence without its full stop.
    #[must_use]
    pub const fn fact(name: &'static str, citation: &'static str, text: &'static str) -> Self {
        Self { head: Head::fact(name, citation, text) }
    }

    /// As the description has it.
    #[must_use]
    pub fn info(&self) -> AttributeInfo {
        self.head.info(ValueType::Text, "")
    }

    /// The text, if it is given.
    pub fn given<'a>(&self, values: &'a [Attribute]) -> Result<Option<&'a str>, Refusal> {
        match self.head.given(values)? {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.head.refuse(other, "must be a text")),
        }
    }
}

/// An optional rule.
///
/// ```
/// use muster_contract::Value;
/// use muster_sdk::{attribute, setting::Choice};
///
/// const LEVEL: Choice = Choice::off("level", "Level", "How bold the opponent is.", "B1").numbers(&[1, 2, 3], 2);
///
/// assert_eq!(LEVEL.info().default, Value::Number(2));
/// assert_eq!(LEVEL.number(&[]), 2);
/// assert_eq!(LEVEL.number(&[attribute("level", Value::Number(3))]), 3);
///
/// const FOG: Choice = Choice::off("fog", "Fog", "Far units aren't seen.", "B2");
///
/// // A scenario in which it holds unless the table has switched it off.
/// assert!(FOG.is_on_or(&[], true));
/// assert!(!FOG.is_on_or(&[attribute("fog", Value::Flag(false))], true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    id: &'static str,
    title: &'static str,
    text: &'static str,
    citation: &'static str,
    /// The words that it may be, the usual one first; none for one that is on or off.
    words: &'static [&'static str],
    /// The numbers that it may be, and the usual one.
    numbers: (&'static [i32], i32),
    on: bool,
}

impl Choice {
    /// One that is off unless the table switches it on.
    #[must_use]
    pub const fn off(
        id: &'static str,
        title: &'static str,
        text: &'static str,
        citation: &'static str,
    ) -> Self {
        Self { id, title, text, citation, words: &[], numbers: (&[], 0), on: false }
    }

    /// The same, but on unless the table switches it off.
    #[must_use]
    pub const fn on(mut self) -> Self {
        self.on = true;
        self
    }

    /// The same with several values, the first of which holds unless the table says otherwise.
    #[must_use]
    pub const fn one_of(mut self, words: &'static [&'static str]) -> Self {
        self.words = words;
        self
    }

    /// The same with several numbers, of which this one holds unless the table says otherwise.
    #[must_use]
    pub const fn numbers(mut self, numbers: &'static [i32], usual: i32) -> Self {
        self.numbers = (numbers, usual);
        self
    }

    /// As the description has it.
    #[must_use]
    pub fn info(&self) -> RuleOption {
        let words = self.words.iter().map(|&word| Value::Text(word.to_owned()));
        let (numbers, usual) = self.numbers;
        let values: Vec<Value> = words.chain(numbers.iter().copied().map(Value::Number)).collect();
        let first = values.first().cloned().unwrap_or(Value::Flag(self.on));
        RuleOption {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            text: self.text.to_owned(),
            citation: self.citation.to_owned(),
            default: if numbers.is_empty() { first } else { Value::Number(usual) },
            values,
        }
    }

    /// Whether it is on. What the table has set it to has been compared with the description.
    #[must_use]
    pub fn is_on(&self, options: &[Attribute]) -> bool {
        self.is_on_or(options, self.on)
    }

    /// Whether it is on where the scenario says what holds unless the table has set it.
    #[must_use]
    pub fn is_on_or(&self, options: &[Attribute], unless_set: bool) -> bool {
        let set = options.iter().find(|option| option.name == self.id);
        set.map_or(unless_set, |option| option.value == Value::Flag(true))
    }

    /// Which of its numbers holds.
    #[must_use]
    pub fn number(&self, options: &[Attribute]) -> i32 {
        let (numbers, usual) = self.numbers;
        let set = options.iter().find(|option| option.name == self.id);
        let of = |number: &&i32| set.is_some_and(|option| option.value == Value::Number(**number));
        numbers.iter().find(of).copied().unwrap_or(usual)
    }

    /// Which of its words holds.
    #[must_use]
    pub fn chosen(&self, options: &[Attribute]) -> usize {
        let set = options.iter().find(|option| option.name == self.id);
        let chosen = set.and_then(|option| {
            self.words.iter().position(|word| option.value == Value::Text((*word).to_owned()))
        });
        chosen.unwrap_or(0)
    }
}
