//! The heading of a rule: what is read of it before it is turned on, and its settings.

use muster_contract::{Attribute, Value};

use crate::problem::{At, ScenarioProblem, Wrong, either, meant};
use crate::raw::RawValue;
use crate::spot::at_its_line;

/// What a person reads of a rule before turning it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleHeading {
    /// Its id: the name of its file.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The modules that it is for.
    pub modules: Vec<String>,
    /// What it changes, in a sentence or two; may be empty.
    pub text: String,
    /// Where it comes from, for the log; may be empty.
    pub citation: String,
    /// Whether its functions are given facts that not every seat may know.
    pub sees_hidden: bool,
    /// What a table can set of it.
    pub settings: Vec<SettingInfo>,
    /// Where it calls `rule`.
    pub at: At,
}

impl RuleHeading {
    /// What is wrong with a rule, of this text, that names a module which isn't among those known.
    pub fn unknown_module<'k>(
        &self,
        module: &str,
        known: impl IntoIterator<Item = &'k str>,
        text: &str,
    ) -> ScenarioProblem {
        let wrong = Wrong::Unknown { what: "module", name: module.to_owned(), context: String::new() };
        at_its_line(ScenarioProblem::meant(self.at.clone(), wrong, meant(module, known)), text)
    }
}

/// Something that a table can set of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingInfo {
    /// Its name.
    pub name: String,
    /// Its value unless the table says otherwise, which also says its type.
    pub default: Value,
    /// What it may be.
    pub allowed: Allowed,
    /// What it is, with its unit.
    pub text: String,
    /// Where it is declared.
    pub at: At,
}

/// What a setting may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Anything of its type.
    Any,
    /// A number from the first to the last of these.
    Span(i32, i32),
    /// One of these texts.
    Words(Vec<String>),
}

impl Allowed {
    fn has(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Span(least, most), Value::Number(number)) => (least..=most).contains(&number),
            (Self::Words(words), Value::Text(text)) => words.contains(text),
            (Self::Any, _) => true,
            _ => false,
        }
    }

    /// Returns what it may be, as a part of a sentence; empty for anything.
    fn range_text(&self) -> String {
        match self {
            Self::Any => String::new(),
            Self::Span(least, most) => format!("{least} to {most}"),
            Self::Words(words) => words.join(", "),
        }
    }
}

impl SettingInfo {
    /// Returns what it is and what it may be, in a sentence.
    pub fn summary(&self) -> String {
        let text = self.text.strip_suffix('.').unwrap_or(&self.text);
        match self.allowed.range_text().as_str() {
            "" => self.text.clone(),
            range if text.is_empty() => format!("{range}."),
            range => format!("{text}, {range}."),
        }
    }

    /// Makes sure that a value is one that it may have.
    pub(crate) fn takes(&self, value: &Value) -> Result<(), ScenarioProblem> {
        if self.allowed.has(value) {
            return Ok(());
        }
        let allowed = match &self.allowed {
            Allowed::Span(least, most) => format!("a number from {least} to {most}"),
            Allowed::Words(words) => either(words.iter().map(|word| format!("{word:?}"))),
            Allowed::Any => String::new(),
        };
        let found = RawValue::from(value).found();
        let wrong =
            Wrong::Range { what: format!("the setting {:?}", self.name), found, allowed: allowed.clone() };
        let remedy = if self.text.is_empty() { format!("Write {allowed}.") } else { self.text.clone() };
        Err(ScenarioProblem::new(self.at.clone(), wrong).with_remedy(remedy))
    }
}

/// Reads what a person typed for a rule's settings (`2`, `true`, `heavy`) in the types that they have.
pub fn settings_from(
    heading: &RuleHeading,
    typed: &[(String, String)],
) -> Result<Vec<Attribute>, ScenarioProblem> {
    let file = || At::file(super::file_of(&heading.id));
    let mut settings: Vec<Attribute> = Vec::new();
    for (name, value) in typed {
        let Some(info) = heading.settings.iter().find(|info| info.name == *name) else {
            let wrong = Wrong::Unknown { what: "setting", name: name.clone(), context: String::new() };
            let known = heading.settings.iter().map(|info| info.name.as_str());
            return Err(ScenarioProblem::meant(file(), wrong, meant(name, known)));
        };
        let (read, wanted) = match &info.default {
            Value::Number(_) => {
                let long = value.parse::<i128>().is_ok();
                let wanted = if long { "a number of at most 32 bits" } else { "a whole number" };
                (value.parse().ok().map(Value::Number), wanted)
            }
            Value::Flag(_) => (value.parse().ok().map(Value::Flag), "true or false"),
            Value::Text(_) => (Some(Value::Text(value.clone())), "a text"),
        };
        let wrong = || Wrong::Type {
            what: format!("the setting {name:?}"),
            found: format!("the text {value:?}"),
            wanted,
        };
        let at = || info.at.clone();
        let value = read.ok_or_else(|| ScenarioProblem::new(at(), wrong()).with_remedy(info.summary()))?;
        info.takes(&value)?;
        if settings.iter().any(|setting| setting.name == *name) {
            return Err(ScenarioProblem::new(at(), Wrong::Twice { what: "the setting", name: name.clone() })
                .with_remedy("Leave one of them out."));
        }
        settings.push(Attribute { name: name.clone(), value });
    }
    Ok(settings)
}
