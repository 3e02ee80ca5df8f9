//! Names that say nothing of what they name.

use std::path::{Path, PathBuf};

use super::Finding;

/// What each of these would give, be or do can't be read from it: one that tells what it returns is better.
const VAGUE: [&str; 10] =
    ["told", "said", "asked", "heard", "seen", "shown", "tell", "tells", "telling", "words"];

/// What begins with a name.
const DECLARED: [&str; 6] = ["fn ", "mod ", "struct ", "enum ", "trait ", "type "];

/// The window's sources still have such names.
const EXCEPT: &str = "host/app/src";

/// No function, module or type of a `src` folder has a name that is nothing but one of [`VAGUE`].
pub(super) fn names(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    let sources = files.iter().filter(|(path, _)| {
        path.extension().is_some_and(|kind| kind == "rs")
            && path.components().any(|part| part.as_os_str() == "src")
            && !path.starts_with(EXCEPT)
    });
    for (path, text) in sources {
        vague(path, text, findings);
    }
}

fn vague(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    for (line, code) in (1..).zip(text.lines()) {
        let Some(name) = declared(code) else { continue };
        if VAGUE.contains(&name.to_lowercase().as_str()) {
            let what = format!("`{name}` doesn't say what it is: name what it gives, or does");
            findings.push(Finding { at: path.to_owned(), line, what });
        }
    }
}

/// The name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = code.strip_prefix("pub").map_or(code, |rest| {
        let rest =
            rest.strip_prefix('(').and_then(|within| within.split_once(')')).map_or(rest, |(_, rest)| rest);
        rest.trim_start()
    });
    let code = code.strip_prefix("const ").unwrap_or(code);
    let rest = DECLARED.iter().find_map(|kind| code.strip_prefix(kind))?;
    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_says_nothing_is_found() {
        let text = "fn told() {}\n    pub(super) const fn words<T>() {}\npub struct Seen;\nfn told_to() {}\nlet told = 1;\n\
                    //! mod said\nmod said;\n";
        let at = |file: &str| {
            let mut findings = Vec::new();
            names(&[(PathBuf::from(file), text.to_owned())], &mut findings);
            findings.into_iter().map(|finding| finding.line).collect::<Vec<_>>()
        };
        assert_eq!(at("host/table/src/a.rs"), [1, 2, 3, 7]);
        assert_eq!(at("host/app/src/a.rs"), [0; 0]);
        assert_eq!(at("host/table/tests/a.rs"), [0; 0], "a test's helpers are read beside their use");
    }
}
