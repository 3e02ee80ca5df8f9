//! What a hook tells the rules, and what it gets back.

use muster_contract::Refusal;
use muster_contract::hooks::{Datum, Fact};

use crate::refuse;

/// The facts that a hook tells. Rules that did not register for hidden facts never get those.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    pub(crate) open: Vec<Fact>,
    pub(crate) hidden: Vec<Fact>,
}

impl Facts {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn with(mut self, name: &str, value: Datum) -> Self {
        self.open.push(Fact { name: name.to_owned(), value });
        self
    }

    /// With a number.
    #[must_use]
    pub fn number(self, name: &str, value: impl Into<i32>) -> Self {
        self.with(name, Datum::Number(value.into()))
    }

    /// With a name or sentence.
    #[must_use]
    pub fn text(self, name: &str, value: impl Into<String>) -> Self {
        self.with(name, Datum::Text(value.into()))
    }

    /// With a yes or no.
    #[must_use]
    pub fn flag(self, name: &str, value: bool) -> Self {
        self.with(name, Datum::Flag(value))
    }

    /// With names.
    #[must_use]
    pub fn texts(self, name: &str, value: impl IntoIterator<Item = String>) -> Self {
        self.with(name, Datum::Texts(value.into_iter().collect()))
    }

    /// With numbers.
    #[must_use]
    pub fn numbers(self, name: &str, value: impl IntoIterator<Item = i32>) -> Self {
        self.with(name, Datum::Numbers(value.into_iter().collect()))
    }

    /// With facts that not every seat may know.
    #[must_use]
    pub fn hidden(mut self, facts: Facts) -> Self {
        self.hidden.extend(facts.open);
        self
    }
}

/// What the rules made of a hook's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer(pub(crate) Vec<(String, i32)>);

impl Answer {
    /// The number after all modifications.
    #[must_use]
    pub fn number(&self, name: &str, so_far: i32) -> i32 {
        let changes = self.0.iter().filter(|(changed, _)| changed == name);
        changes.fold(so_far, |number, (_, by)| number.saturating_add(*by))
    }
}

/// The text of that name among the facts of a rule's question; refused if it isn't there, with the rule that is cited.
pub fn text_fact<'a>(facts: &'a [Fact], name: &str, citation: &str) -> Result<&'a str, Refusal> {
    match facts.iter().find(|fact| fact.name == name).map(|fact| &fact.value) {
        Some(Datum::Text(text)) => Ok(text),
        _ => Err(refuse(format!("the question needs a text \"{name}\""), citation)),
    }
}

/// The number of that name among some facts.
pub(crate) fn number_mut<'a>(facts: &'a mut [Fact], name: &str) -> Option<&'a mut i32> {
    facts.iter_mut().find(|fact| fact.name == name).and_then(|fact| match &mut fact.value {
        Datum::Number(number) => Some(number),
        _ => None,
    })
}
