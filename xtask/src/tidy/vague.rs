//! Names that say nothing of what they name.

use std::path::{Path, PathBuf};

use super::{Finding, declared, sources};

/// What each of these would give, be or do can't be read from it: one that tells what it returns is better.
const VAGUE: [&str; 10] =
    ["told", "said", "asked", "heard", "seen", "shown", "tell", "tells", "telling", "words"];

/// No function, module or type of a `src` folder has a name that is nothing but one of [`VAGUE`].
pub(super) fn names(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    for (path, text) in sources(files) {
        vague(path, text, findings);
    }
}

fn vague(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    for (line, code) in (1..).zip(text.lines()) {
        let Some((_, name)) = declared(code) else { continue };
        if VAGUE.contains(&name.to_lowercase().as_str()) {
            let what = format!("`{name}` doesn't say what it is: name what it gives, or does");
            findings.push(Finding { at: path.to_owned(), line, what });
        }
    }
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
