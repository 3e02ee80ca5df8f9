//! What a rule says of itself.

use muster_contract::{Attribute, Value};

use crate::problem::{At, ScenarioProblem, Wrong, meant};

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
    /// Whether it is told what not every seat may know.
    pub sees_hidden: bool,
    /// What a table can set of it.
    pub settings: Vec<SettingInfo>,
}

/// Something that a table can set of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingInfo {
    /// Its name.
    pub name: String,
    /// Its value unless the table says otherwise, which also says its type.
    pub default: Value,
    /// What it is, with its unit and range.
    pub text: String,
}

/// Reads what a person typed for a rule's settings (`2`, `true`, `heavy`) in the types that they have.
pub fn settings_from(
    heading: &RuleHeading,
    typed: &[(String, String)],
) -> Result<Vec<Attribute>, ScenarioProblem> {
    let at = || At::file(super::file_of(&heading.id));
    let mut settings: Vec<Attribute> = Vec::new();
    for (name, value) in typed {
        let Some(info) = heading.settings.iter().find(|info| info.name == *name) else {
            let wrong = Wrong::Unknown { what: "setting", name: name.clone(), context: String::new() };
            let known = heading.settings.iter().map(|info| info.name.as_str());
            return Err(ScenarioProblem::meant(at(), wrong, meant(name, known)));
        };
        let (read, wanted) = match &info.default {
            Value::Number(_) => (value.parse().ok().map(Value::Number), "a whole number"),
            Value::Flag(_) => (value.parse().ok().map(Value::Flag), "true or false"),
            Value::Text(_) => (Some(Value::Text(value.clone())), "a text"),
        };
        let wrong = || Wrong::Type {
            what: format!("the setting {name:?}"),
            found: format!("the text {value:?}"),
            wanted,
        };
        let value = read.ok_or_else(|| ScenarioProblem::new(at(), wrong()))?;
        if settings.iter().any(|setting| setting.name == *name) {
            return Err(ScenarioProblem::new(at(), Wrong::Twice { what: "the setting", name: name.clone() }));
        }
        settings.push(Attribute { name: name.clone(), value });
    }
    Ok(settings)
}
