//! Calls that fit no function, and steps that come to nothing, in the terms of whoever writes a script.

use rhai::EvalAltResult;

use crate::dialect::Dialect;
use crate::function;
use crate::problem::{At, ScenarioProblem, Wrong, meant};

/// Returns the problem of a call of a function that there isn't, or with something else than it takes.
pub(crate) fn unknown(place: At, signature: &str, dialect: Dialect<'_>) -> ScenarioProblem {
    let (name, given) = match signature.split_once(" (") {
        Some((name, given)) => (name, given.strip_suffix(')').unwrap_or(given)),
        None => (signature, ""),
    };
    let given: Vec<&str> = given.split(", ").filter(|one| !one.is_empty()).map(type_name).collect();
    if !name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
        return operator(place, name, &given);
    }
    if let Some(key) = name.strip_prefix("get$").or_else(|| name.strip_prefix("set$")) {
        let of = given.first().copied().unwrap_or("a value");
        let wrong = Wrong::Failed(format!("{of} has no {key:?}"));
        return ScenarioProblem::new(place, wrong)
            .with_remedy("Only a map has keys; look what stands before the dot.");
    }
    let (elsewhere, where_else) = dialect.elsewhere;
    let wrong = Wrong::NoFunction(format!("function {name}({})", given.join(", ")));
    let usages = function::usages(dialect.functions, name);
    let remedy = if !usages.is_empty() {
        Some(format!("Write {}.", usages.join(", or ")))
    } else if let Some(declaration) = declaration(dialect.text, name) {
        Some(declaration)
    } else if !function::usages(elsewhere, name).is_empty() {
        Some(format!("{name} can be called {where_else}."))
    } else {
        meant(&name.to_lowercase(), dialect.functions.iter().map(|function| function.name)).or_else(|| {
            Some(format!("Declare it with fn {name}(…), or look for its name in the list of functions."))
        })
    };
    ScenarioProblem::meant(place, wrong, remedy)
}

/// Returns how the script itself declares a function of this name.
fn declaration(text: &str, name: &str) -> Option<String> {
    text.lines().zip(1..).find_map(|(line, number)| {
        let rest = line.trim_start().strip_prefix("fn ")?.trim_start().strip_prefix(name)?;
        let parameters = rest.trim_start().strip_prefix('(')?.split(')').next()?;
        Some(format!("Line {number} declares it as {name}({}).", parameters.trim()))
    })
}

/// An operator between what it doesn't go with.
fn operator(place: At, name: &str, given: &[&str]) -> ScenarioProblem {
    let between = given.join(" and ");
    let wrong = Wrong::Failed(format!("{name} goes with no {between}"));
    let remedy = if given.contains(&"nothing") {
        "Something there has no value; look what the call before gives."
    } else if given.contains(&"text") && given.contains(&"number") {
        "Make a number of a text with parse_int(text), or a text of a number with `${number}`."
    } else {
        "Look what each of them is; print(value) shows it."
    };
    ScenarioProblem::new(place, wrong).with_remedy(remedy)
}

/// Returns what scripts' writers call a type of the language.
fn type_name(of_language: &str) -> &str {
    match of_language.trim() {
        "i64" | "int" => "number",
        "bool" => "true or false",
        "map" | "Map" => "map",
        "array" | "Array" => "list",
        "char" => "letter",
        "()" => "nothing",
        "Fn" | "FnPtr" => "function",
        other if other.contains("tring") || other.contains("&str") => "text",
        other if other.contains("ange") => "range",
        other => other,
    }
}

/// Returns the problem of a step that failed.
pub(crate) fn failed(place: At, error: &EvalAltResult) -> ScenarioProblem {
    let message = match error {
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) => {
            format!("{} stands where {} is wanted", a_value_of(found), a_value_of(wanted))
        }
        EvalAltResult::ErrorDotExpr(why, _) => match why.split('\'').nth(1) {
            Some(key) => format!("what stands before the dot is no map, and has no {key:?}"),
            None => why.clone(),
        },
        // The language ends its messages with the place, which stands in front of ours.
        other => other.to_string().split(" (line ").next().unwrap_or_default().to_owned(),
    };
    ScenarioProblem::meant(place, Wrong::Failed(message), remedy(error))
}

/// Returns what a value of this type of the language is called, with its article.
pub(crate) fn a_value_of(of_language: &str) -> String {
    with_article(type_name(of_language))
}

fn with_article(word: &str) -> String {
    if matches!(word, "true or false" | "nothing") { word.to_owned() } else { format!("a {word}") }
}

/// Returns what to do about a step that failed.
fn remedy(error: &EvalAltResult) -> Option<String> {
    let remedy = match error {
        EvalAltResult::ErrorArrayBounds(0, ..) => "The list is empty; ask for its len() first.",
        EvalAltResult::ErrorArrayBounds(..) => "The first is [0] and the last is [list.len() - 1].",
        EvalAltResult::ErrorArithmetic(why, _) if why.starts_with("Invalid radix") => {
            "The second number of parse_int is the base that the digits are read in, 2 to 36; leave it out for 10."
        }
        EvalAltResult::ErrorArithmetic(why, _) if why.starts_with("Error parsing") => {
            "Only digits can be made a number, with + or - before them."
        }
        EvalAltResult::ErrorArithmetic(..) => "Look whether it divides by 0 or grows without end.",
        EvalAltResult::ErrorDotExpr(..) => "Only a map has keys; print(value) shows what a value is.",
        EvalAltResult::ErrorIndexingType(..) => "Only lists, maps and texts have [ ].",
        EvalAltResult::ErrorFor(_) => "Go through a list, or through a range like 1..=3.",
        EvalAltResult::ErrorMismatchDataType(..) => "Look what the value is; print(value) shows it.",
        _ => return None,
    };
    Some(remedy.to_owned())
}
