//! Names of a person's own scenarios and rules.

use std::path::Path;

use crate::Failure;

/// Something of one's own would be used instead of what has its name already.
pub(crate) fn shadowed(what: &str, name: &str, other: &Path) -> Failure {
    let what =
        format!("there is a {what} {name} in {}, and yours would be used instead of it", other.display());
    Failure::usage(what, "Choose another name; or, if yours shall be used, add --shadow.")
}

/// Whether this can be the name, or the path, of something new of one's own: found again by its name on any system, and
/// where whoever types it sees it lie.
pub(crate) fn is_for_something_new(what: &str, name: &str) -> Result<(), Failure> {
    let path = Path::new(name);
    let id = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.is_empty() || !id.chars().all(plain) {
        let remedy = "Use small letters, digits and hyphens.";
        return Err(Failure::usage(format!("{id:?} is no name for a {what}"), remedy));
    }
    if id.starts_with('-') {
        // Every command would take it for an option.
        let remedy = "Begin it with a letter or a digit.";
        return Err(Failure::usage(
            format!("{id:?} is no name for a {what}: it begins with a hyphen"),
            remedy,
        ));
    }
    if let Err(why) = muster_bundle::Name::parse(&format!("{}/{id}/x.rhai", muster_bundle::SCENARIOS)) {
        return Err(Failure::usage(format!("{id:?} is no name for a {what}: {why}"), "Use another name."));
    }
    if path.components().any(|part| part == std::path::Component::ParentDir) {
        let remedy = "Write the whole path, or go to the folder first.";
        return Err(Failure::usage(format!("a {what} isn't written to a folder by way of \"..\""), remedy));
    }
    Ok(())
}
