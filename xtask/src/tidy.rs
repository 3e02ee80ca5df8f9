//! `cargo xtask tidy`: keeps the house in order. Each check says what is wrong, where, and what to do.

mod circles;
mod cited;
mod documents;
mod functions;
mod left_out;
mod vague;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use muster_workshop::Problem;

use crate::Failure;
use crate::workspace::here;

/// A file with one subject can be read in one sitting.
const LONGEST_FILE: usize = 500;

/// Source folders whose files don't use one another in a circle.
const WITHOUT_CIRCLES: &[&str] = &[
    "host/bundle/src",
    "host/engine/src",
    "host/files/src",
    "host/muster/src",
    "host/scripts/src",
    "host/table/src",
    "plugins/board/src",
    "plugins/contract/src",
    "plugins/sdk/src",
];

/// Structs whose fields only their own file and its parts may touch.
const PRIVATE_FIELDS: &[(&str, &str)] = &[("host/table/src/table.rs", "Table")];

/// What one check found wrong.
struct Finding {
    at: PathBuf,
    line: usize,
    what: String,
}

/// Runs every check.
///
/// # Errors
///
/// Fails when something isn't tidy, after printing each finding.
pub(crate) fn run() -> Result<(), Failure> {
    let root = here()?.root;
    let files = files(&root)?;
    let mut findings = Vec::new();
    for (path, text) in &files {
        if path.extension().is_some_and(|kind| kind == "rs" || kind == "c") {
            length(path, text, &mut findings);
            unfinished(path, text, &mut findings);
        }
        if path.ends_with("RULES.md") {
            rules_names(path, text, &files, &mut findings);
        }
        if path.extension().is_some_and(|kind| kind == "md") {
            links(&root, path, text, &mut findings);
        }
        spaces(path, text, &mut findings);
    }
    citations(&files, &mut findings);
    cited::citations_have_sections(&files, &mut findings);
    left_out::left_out(&files, &mut findings);
    left_out::unnamed(&files, &mut findings);
    vague::names(&files, &mut findings);
    functions::lengths(&files, &mut findings);
    for folder in WITHOUT_CIRCLES {
        if let Some(circle) = circles::circle(Path::new(folder), &files) {
            let what = format!(
                "its files use one another in a circle, {}: move what they share into a file that uses none of them",
                circle.join(" -> ")
            );
            findings.push(Finding { at: PathBuf::from(folder), line: 1, what });
        }
    }
    for (path, name) in PRIVATE_FIELDS {
        // A workspace of modules has no table.
        if let Some((path, text)) = files.iter().find(|(file, _)| file == Path::new(path)) {
            private_fields(path, text, name, &mut findings);
        }
    }
    documents::decisions(&files, &mut findings);
    documents::names(&files, |path| root.join(path).exists(), &mut findings);
    for finding in &findings {
        println!("{}:{}: {}", finding.at.display(), finding.line, finding.what);
    }
    if findings.is_empty() {
        println!("tidy: {} files in order", files.len());
        Ok(())
    } else {
        Err(Failure::Failed(format!("tidy: {} findings", findings.len())))
    }
}

/// A struct is there, and none of its fields can be reached from outside.
fn private_fields(path: &Path, text: &str, name: &str, findings: &mut Vec<Finding>) {
    let begin = format!("struct {name} {{");
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| !line.contains(&begin));
    let Some((at, _)) = lines.next() else {
        let what = format!("struct {name} isn't there: say in tidy where it is");
        return findings.push(Finding { at: path.to_owned(), line: 1, what });
    };
    for (line, field) in lines.take_while(|(_, line)| *line != "}") {
        if field.trim_start().starts_with("pub") {
            let what = format!("a field of {name} (line {at}) can be reached from outside: give it a method");
            findings.push(Finding { at: path.to_owned(), line, what });
        }
    }
}

/// Every text file of ours, by its path from the root, in a stable order.
fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| Problem::File { path: folder.clone(), error })?;
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() {
                if name != "target" && name != ".git" && name != "mutants.out" {
                    folders.push(path);
                }
            } else if path
                .extension()
                .and_then(|kind| kind.to_str())
                .is_some_and(|kind| ["rs", "c", "h", "md", "toml", "wit", "rhai"].contains(&kind))
            {
                let text =
                    fs::read_to_string(&path).map_err(|error| Problem::File { path: path.clone(), error })?;
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push((path, text));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The sources of programs and modules. The window's are left out: their names and functions are not yet as they should be.
fn sources(files: &[(PathBuf, String)]) -> impl Iterator<Item = &(PathBuf, String)> {
    files.iter().filter(|(path, _)| {
        path.extension().is_some_and(|kind| kind == "rs")
            && path.components().any(|part| part.as_os_str() == "src")
            && !path.starts_with("host/app/src")
    })
}

/// What a line declares: the word for what it is, and its name.
fn declared(line: &str) -> Option<(&str, &str)> {
    let mut code = line.trim_start();
    if let Some(rest) = code.strip_prefix("pub") {
        let within = rest.strip_prefix('(').and_then(|within| within.split_once(')'));
        code = within.map_or(rest, |(_, rest)| rest).trim_start();
    }
    for word in ["const ", "async ", "unsafe "] {
        code = code.strip_prefix(word).unwrap_or(code);
    }
    let (kind, rest) = code.split_once(' ')?;
    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(rest.len());
    let is_known = ["fn", "mod", "struct", "enum", "trait", "type"].contains(&kind);
    (is_known && end > 0).then(|| (kind, &rest[..end]))
}

fn length(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    let lines = text.lines().count();
    // Tests beside the code they test are not what makes a file long.
    let code = text.find("#[cfg(test)]\nmod tests {").map_or(lines, |at| text[..at].lines().count());
    if code > LONGEST_FILE {
        let what = format!("{code} lines; past {LONGEST_FILE} look for the seam and split the file");
        findings.push(Finding { at: path.to_owned(), line: 1, what });
    }
}

fn unfinished(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    // Put together here, so that this file doesn't find itself.
    let marks = [
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
    ];
    for (number, line) in text.lines().enumerate() {
        if let Some(mark) = marks.iter().find(|mark| line.contains(mark.as_str())) {
            let what = format!("`{mark}`: finish it, or take it out");
            findings.push(Finding { at: path.to_owned(), line: number + 1, what });
        }
    }
}

fn spaces(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    for (number, line) in text.lines().enumerate() {
        if line.ends_with([' ', '\t']) {
            let what = "spaces at the end of the line: remove them".to_owned();
            findings.push(Finding { at: path.to_owned(), line: number + 1, what });
        }
    }
}

/// Every function and test that a RULES.md names between backticks in its tables must exist in its module. The tests of a module in C
/// are a file of its name in the conformance suite.
fn rules_names(path: &Path, text: &str, files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    let module = path.parent().unwrap_or(Path::new(""));
    let mut known = BTreeSet::new();
    let of_suite = Path::new("tests/conformance/tests/all").join(module.file_name().unwrap_or_default());
    for (file, source) in files {
        let is_of_kind = |kind: &str| file.extension().is_some_and(|ending| ending == kind);
        if (file.starts_with(module) || file.with_extension("") == of_suite) && is_of_kind("rs") {
            known.extend(function_names(source));
        }
        if file.starts_with(module) && is_of_kind("c") {
            known.extend(function_names_in_c(source));
        }
    }
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('|')) {
        for name in line.split('`').skip(1).step_by(2) {
            let last = name.rsplit("::").next().unwrap_or(name);
            let is_name = last.starts_with(|first: char| first.is_ascii_lowercase())
                && last.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
            if is_name && !known.contains(last) {
                let what =
                    format!("names `{name}`, which is no function of {}: correct the name", module.display());
                findings.push(Finding { at: path.to_owned(), line: number + 1, what });
            }
        }
    }
}

fn function_names(source: &str) -> impl Iterator<Item = String> + '_ {
    source.match_indices("fn ").map(|(at, _)| {
        source[at + 3..].chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '_').collect()
    })
}

/// The functions that a source in C defines: a line that isn't indented, and in it the word before the first parenthesis.
fn function_names_in_c(source: &str) -> impl Iterator<Item = String> + '_ {
    let defines =
        |line: &&str| line.starts_with(|first: char| first.is_ascii_alphabetic()) && !line.ends_with(';');
    source.lines().filter(defines).filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let name = before.rsplit([' ', '*']).next()?;
        Some(name.to_owned())
    })
}

/// Links to files must lead somewhere.
fn links(root: &Path, path: &Path, text: &str, findings: &mut Vec<Finding>) {
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("](") {
            let target: String = line[at + 2..].chars().take_while(|&one| one != ')').collect();
            let target = target.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            if !root.join(path).parent().unwrap_or(root).join(target).exists() {
                let what = format!("the link to {target} leads nowhere");
                findings.push(Finding { at: path.to_owned(), line: number + 1, what });
            }
        }
    }
}

/// Every paragraph that a module's RULES.md accounts for has a heading in its rules summary, since prompts open it.
fn citations(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with("RULES.md")) {
        let summary = path.with_file_name("rules");
        // A module for tests may do without.
        if !path.starts_with("plugins") && !files.iter().any(|(file, _)| file.starts_with(&summary)) {
            continue;
        }
        let headings: Vec<&str> = files
            .iter()
            .filter(|(file, _)| file.starts_with(&summary))
            .flat_map(|(_, text)| text.lines())
            .filter(|line| line.starts_with('#'))
            .collect();
        for (number, line) in text.lines().enumerate() {
            let Some(cell) = line.strip_prefix('|').and_then(|rest| rest.split('|').next()) else { continue };
            let paragraph = cell.trim().trim_matches(['[', ']']);
            let mut letters = paragraph.chars();
            let numbered = letters.next().is_some_and(|first| first.is_ascii_uppercase())
                && letters.next().is_some_and(|second| second.is_ascii_digit())
                && letters.all(|rest| rest.is_ascii_digit());
            let has_heading = headings.iter().any(|heading| {
                heading.trim_start_matches('#').split_whitespace().any(|word| word == paragraph)
            });
            if numbered && !has_heading {
                let what = format!("paragraph {paragraph} has no heading in {}", summary.display());
                findings.push(Finding { at: path.clone(), line: number + 1, what });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_c_are_known() {
        let source = "#include \"a.h\"\nint b(void);\nstatic const char *c(int a) {\n    d();\n}\n/* e() */\nbool f(int a,\n";
        assert_eq!(function_names_in_c(source).collect::<Vec<_>>(), ["c", "f"]);
    }

    #[test]
    fn a_field_that_others_can_reach_is_found() {
        let check = |text: &str| {
            let mut findings = Vec::new();
            private_fields(Path::new("table.rs"), text, "Table", &mut findings);
            findings.into_iter().map(|finding| finding.line).collect::<Vec<_>>()
        };
        assert_eq!(check("pub struct Table {\n    a: u8,\n}\npub struct B {\n    pub a: u8,\n}\n"), [0; 0]);
        assert_eq!(check("/// A table.\npub struct Table {\n    a: u8,\n    pub(crate) b: u8,\n}\n"), [4]);
        assert_eq!(check("struct Tables {\n    pub a: u8,\n}\n"), [1], "it is gone");
    }
}
