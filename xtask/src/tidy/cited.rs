//! What a module's code cites, its rules summary tells.

use std::path::{Path, PathBuf};

use muster_contract::{Section, has_section, is_number};

use super::Finding;

/// Every text in a module's source that is the number of a rule is told of by a section of its rules summary, so that a click on
/// it opens something. What stands in a list of words is none.
pub(super) fn citations_have_sections(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    for (path, _) in files.iter().filter(|(path, _)| path.ends_with("RULES.md")) {
        let summary: Vec<&str> = files
            .iter()
            .filter(|(file, _)| file.starts_with(path.with_file_name("rules")))
            .map(|(_, text)| text.as_str())
            .collect();
        // A module for tests may do without.
        if summary.is_empty() {
            continue;
        }
        let sections = Section::of(summary);
        let source = path.with_file_name("src");
        for (file, text) in files.iter().filter(|(file, _)| file.starts_with(&source)) {
            for (line, citation) in cited(text) {
                if !has_section(&sections, citation) {
                    let what = format!(
                        "cites {citation}, of which no section of {} tells",
                        path.with_file_name("rules").display()
                    );
                    findings.push(Finding { at: file.clone(), line, what });
                }
            }
        }
    }
}

/// The citations in a source, with their lines: texts that are numbers of rules, but for those in lists and in comments.
fn cited(source: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(source.lines()).filter(|(_, line)| !line.trim_start().starts_with("//")).flat_map(
        |(number, line)| {
            let mut parts = line.split('"').collect::<Vec<_>>();
            // An odd number of quotes is a text over several lines.
            parts.truncate(parts.len() - usize::from(parts.len() % 2 == 0));
            let texts = (1..parts.len()).step_by(2);
            let found: Vec<_> = texts
                .filter(|&at| {
                    let (before, text, after) = (parts[at - 1], parts[at], parts[at + 1]);
                    is_citation(text) && !before.ends_with('[') && !after.starts_with([']', ' ', ':'])
                })
                .map(|at| (number, parts[at]))
                .collect();
            found
        },
    )
}

/// The number of a rule in several parts: "5.3", "A5".
fn is_citation(text: &str) -> bool {
    let several = text.contains('.') || text.starts_with(|first: char| first.is_ascii_uppercase());
    several && is_number(text) && !text.contains(' ') && !Path::new(text).has_root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_and_words_are_not() {
        let source = "line(\"He pays.\", \"5.3\"),\n    \"A5\",\n// \"9.9\"\nword(&[\"5.5\", \"6\"])\nformat!(\"2.0 by {x}\", \"7.1\")";
        let found: Vec<_> = cited(source).collect();
        assert_eq!(found, [(1, "5.3"), (2, "A5"), (5, "7.1")]);
    }
}
