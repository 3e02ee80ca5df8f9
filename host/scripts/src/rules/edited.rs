//! Checks the arguments of `edit` against the changes that a module describes.

use muster_contract::ChangeInfo;
use rhai::Dynamic;

use super::argument::Argument;
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::raw::RawValue;

/// Returns what is wrong with the argument of an `edit` whenever it is called: an attribute or a fact that can't be changed,
/// or a value of another type than the described one. Units and spaces are the scenario's, so they aren't checked.
pub(super) fn edit_problem(changes: &[ChangeInfo], argument: &Argument, at: &At) -> Option<ScenarioProblem> {
    argument.items().iter().find_map(|change| {
        let of_unit = change.has("set");
        match (of_unit, change.entry("attribute"), change.entry("fact")) {
            (true, Some(name), _) => change_problem(changes, "attribute", &name, change, at),
            (false, _, Some(name)) => change_problem(changes, "fact", &name, change, at),
            _ => None,
        }
    })
}

fn change_problem(
    changes: &[ChangeInfo],
    what: &'static str,
    name: &str,
    change: &Argument,
    at: &At,
) -> Option<ScenarioProblem> {
    let form = format!("{what}: \"");
    let of_form: Vec<&ChangeInfo> = changes.iter().filter(|info| info.usage.contains(&form)).collect();
    // What a change is about stands in quotes in its usage, or beside that in its text.
    let names: Vec<&str> = of_form
        .iter()
        .flat_map(|info| {
            let usage = info.usage.split_once(form.as_str()).and_then(|(_, rest)| rest.split('"').next());
            usage.into_iter().chain(info.text.split('"').skip(1).step_by(2))
        })
        .collect();
    let is_like = |known: &&str| {
        // A name of several parts can stand for others that begin alike: one for each city, say.
        let of_parts = |(first, _): (&str, &str)| name.starts_with(&format!("{first}-"));
        *known == name || known.rsplit_once('-').is_some_and(of_parts)
    };
    if names.is_empty() {
        return None;
    }
    if !names.iter().any(is_like) {
        let context = " that can be changed".to_owned();
        let wrong = Wrong::Unknown { what, name: name.to_owned(), context };
        return Some(ScenarioProblem::meant(at.clone(), wrong, meant(name, names)));
    }
    let described = of_form.iter().find(|info| info.usage.contains(&format!("{form}{name}\"")))?;
    let value = change.value("value")?;
    let wanted = expected_type(&described.usage, &value)?;
    let (what, found) = (format!("the value of {name:?}"), RawValue::from_script(&value).found());
    let problem = ScenarioProblem::new(at.clone(), Wrong::Type { what, found, wanted });
    Some(problem.with_remedy(format!("Write, say, edit({}). {}", described.usage, described.text)))
}

/// Returns what a value should be by the described usage, if it is something else: a number, as 3 or by that word, a text,
/// or true or false.
fn expected_type(usage: &str, value: &Dynamic) -> Option<&'static str> {
    let (_, example) = usage.split_once("value: ")?;
    let begins = |text: &str| example.starts_with(text);
    match () {
        () if begins("number") || begins("-") || begins_with_digit(example) => {
            (!value.is_int()).then_some("a number")
        }
        () if begins("true") || begins("false") => (!value.is_bool()).then_some("true or false"),
        () if begins("\"") => (!value.is_string()).then_some("a text"),
        () => None,
    }
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}
