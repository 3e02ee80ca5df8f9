//! `cargo xtask tidy`: keeps the house in order. Each check says what is wrong, where, and what to do.

mod documents;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::workspace::Workspace;

/// A file with one subject can be read in one sitting.
const LONGEST_FILE: usize = 500;

/// Files that are longer for a reason.
const LONG_FOR_A_REASON: &[(&str, &str)] = &[
    ("host/table/src/journal.rs", "writing, opening and repairing one file format are read together"),
    ("plugins/brigade/src/world.rs", "what a scenario may say is read and checked in one go"),
];

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
    let root = Workspace::read()?.root;
    let files = files(&root)?;
    let mut findings = Vec::new();
    for (path, text) in &files {
        if path.extension().is_some_and(|kind| kind == "rs") {
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

/// Every text file of ours, by its path from the root, in a stable order.
fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| Failure::File { path: folder.clone(), error })?;
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
                .is_some_and(|kind| ["rs", "md", "toml", "wit", "rhai"].contains(&kind))
            {
                let text =
                    fs::read_to_string(&path).map_err(|error| Failure::File { path: path.clone(), error })?;
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push((path, text));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn length(path: &Path, text: &str, findings: &mut Vec<Finding>) {
    let lines = text.lines().count();
    let excused = LONG_FOR_A_REASON.iter().any(|(name, _)| path == Path::new(name));
    // Tests beside the code they test are not what makes a file long.
    let code = text.find("#[cfg(test)]\nmod tests {").map_or(lines, |at| text[..at].lines().count());
    if code > LONGEST_FILE && !excused {
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

/// Every function and test that a RULES.md names between backticks in its tables must exist in its module.
fn rules_names(path: &Path, text: &str, files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    let module = path.parent().unwrap_or(Path::new(""));
    let mut known = BTreeSet::new();
    for (file, source) in files {
        if file.starts_with(module) && file.extension().is_some_and(|kind| kind == "rs") {
            known.extend(functions(source));
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

fn functions(source: &str) -> impl Iterator<Item = String> + '_ {
    source.match_indices("fn ").map(|(at, _)| {
        source[at + 3..].chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '_').collect()
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
