//! What units may be called.

use crate::problem::{At, ScenarioProblem, Wrong};

/// How long a unit's id may be, as a space's, and its name or formation, in bytes.
const LONGEST_ID: usize = 64;
const LONGEST_NAME: usize = 200;

/// Refuses an id that a unit can't have. Choices are named by it, and what begins with "?" is a unit that a seat doesn't know.
pub(crate) fn check_id(id: &str, at: &At) -> Result<(), ScenarioProblem> {
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | '\'');
    let wrong = if id.is_empty() {
        "is empty"
    } else if id.len() > LONGEST_ID {
        "is too long"
    } else if !id.chars().all(plain) {
        "has other signs than letters, digits and hyphens"
    } else {
        return Ok(());
    };
    let repeated: String = id.chars().take(LONGEST_ID).collect();
    let wrong = Wrong::Grammar(format!("the id {repeated:?} of a unit {wrong}"));
    let remedy = format!("Use up to {LONGEST_ID} letters, digits and hyphens.");
    Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(remedy))
}

/// Refuses texts of a unit of this id that are too long; each comes with what it is.
pub(crate) fn check_texts(id: &str, texts: &[(&str, &str)], at: &At) -> Result<(), ScenarioProblem> {
    let Some((what, text)) = texts.iter().find(|(_, text)| text.len() > LONGEST_NAME) else { return Ok(()) };
    let (size, limit) = (text.len() as u64, LONGEST_NAME as u64);
    let wrong = Wrong::TooLarge { what: format!("the {what} of unit {id:?}"), size, unit: "bytes", limit };
    Err(ScenarioProblem::new(at.clone(), wrong).with_remedy("Say it in fewer words."))
}
