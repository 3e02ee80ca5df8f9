//! What the pages for developers say of the code: the records of decisions, and the names in ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Finding, function_names};

/// The folder of the records, and the page that lists them.
const DECISIONS: &str = "docs/decisions";
const INDEX: &str = "docs/decisions/README.md";

/// Records of decisions are numbered from 1 without gaps and in the order of their dates, begin with their number and their
/// date, and stand once in the index.
pub(super) fn decisions(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    let mut find = |path: &Path, line, what| findings.push(Finding { at: path.to_owned(), line, what });
    let index = files.iter().find(|(path, _)| path == Path::new(INDEX)).map_or("", |(_, text)| text);
    let (mut next, mut last_date) = (1, "");
    for (path, text) in files.iter().filter(|(path, _)| path.parent() == Some(Path::new(DECISIONS))) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path == Path::new(INDEX) {
            continue;
        }
        let number = name.split_once('-').map_or("", |(number, _)| number);
        if number != format!("{next:04}") {
            find(path, 1, format!("its name should begin with {next:04}: records are numbered without gaps"));
        }
        next += 1;
        let mut lines = text.lines();
        if !lines.next().is_some_and(|title| title.starts_with(&format!("# {number}. "))) {
            find(path, 1, format!("its title should be \"# {number}. …\""));
        }
        match lines.nth(1).and_then(|line| line.split_once(", ")).filter(|(date, _)| is_date(date)) {
            None => find(
                path,
                3,
                "its third line should be the date and the status: \"2026-11-22, in force.\"".into(),
            ),
            Some((date, _)) if date < last_date => {
                find(
                    path,
                    3,
                    format!("it is of {date}, and the record before it of {last_date}: number them by date"),
                );
            }
            Some((date, _)) => last_date = date,
        }
        let listed = index.matches(&format!("]({name})")).count();
        if listed != 1 {
            find(path, 1, format!("{INDEX} lists it {listed} times; list it once"));
        }
    }
}

/// Whether a text is a date as records have it.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Every path and every `Type::name` that ARCHITECTURE.md has between backticks exists; `exists` says it of a path from the root.
pub(super) fn names(files: &[(PathBuf, String)], exists: impl Fn(&str) -> bool, findings: &mut Vec<Finding>) {
    let Some((page, text)) = files.iter().find(|(path, _)| path == Path::new("ARCHITECTURE.md")) else {
        return;
    };
    let sources = || files.iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "rs"));
    let known: BTreeSet<String> = sources().flat_map(|(_, source)| function_names(source)).collect();
    for (number, line) in text.lines().enumerate() {
        for span in line.split('`').skip(1).step_by(2) {
            let missing = if let Some((_, last)) = span.rsplit_once("::") {
                let is_type = last.starts_with(|first: char| first.is_ascii_uppercase());
                let there = match is_type {
                    true => sources().any(|(_, source)| has_word(source, last)),
                    false => known.contains(last),
                };
                (!there).then_some("nothing in the code")
            } else {
                (is_path(span) && !exists(span)).then_some("no file or folder of ours")
            };
            if let Some(missing) = missing {
                let what = format!("names `{span}`, which is {missing}: correct the name");
                findings.push(Finding { at: page.clone(), line: number + 1, what });
            }
        }
    }
}

/// Whether a name between backticks means a file or folder; a part in capitals (`plugins/NAME`) stands for any.
fn is_path(span: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"/.-_".contains(&byte);
    span.contains('/') && span.bytes().all(is_part)
}

fn has_word(source: &str, word: &str) -> bool {
    source.match_indices(word).any(|(at, _)| {
        let is_inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        !source[..at].ends_with(is_inside) && !source[at + word.len()..].starts_with(is_inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a check finds in these files, as `FILE: WORDS`.
    fn found(
        check: impl FnOnce(&[(PathBuf, String)], &mut Vec<Finding>),
        files: &[(&str, &str)],
    ) -> Vec<String> {
        let files: Vec<_> =
            files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        let mut findings = Vec::new();
        check(&files, &mut findings);
        findings.iter().map(|finding| format!("{}: {}", finding.at.display(), finding.what)).collect()
    }

    #[track_caller]
    fn finds(found: &[String], expected: &[&str]) {
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found:?} doesn't say {expected:?}");
        }
    }

    const INDEX_OF_TWO: (&str, &str) = ("docs/decisions/README.md", "- [a](0001-a.md)\n- [b](0002-b.md)\n");
    const FIRST: (&str, &str) = ("docs/decisions/0001-a.md", "# 0001. A\n\n2026-11-22, in force.\n");

    #[test]
    fn records_that_are_as_they_should_be_are_in_order() {
        let second = ("docs/decisions/0002-b.md", "# 0002. B\n\n2026-11-22, in force.\n");
        finds(&found(decisions, &[FIRST, second, INDEX_OF_TWO]), &[]);
    }

    #[test]
    fn gaps_and_numbers_that_come_twice_are_found() {
        let third = ("docs/decisions/0003-b.md", "# 0003. B\n\n2026-11-23, in force.\n");
        let index = ("docs/decisions/README.md", "[a](0001-a.md) [b](0003-b.md)");
        finds(&found(decisions, &[FIRST, third, index]), &["begin with 0002"]);
        let again = ("docs/decisions/0001-b.md", "# 0001. B\n\n2026-11-23, in force.\n");
        let index = ("docs/decisions/README.md", "[a](0001-a.md) [b](0001-b.md)");
        finds(&found(decisions, &[FIRST, again, index]), &["0001-b.md: its name should begin with 0002"]);
    }

    #[test]
    fn records_out_of_order_without_date_or_not_listed_are_found() {
        let before = ("docs/decisions/0002-b.md", "# 0002. B\n\n2026-11-21, in force.\n");
        finds(&found(decisions, &[FIRST, before, INDEX_OF_TWO]), &["number them by date"]);
        let undated = ("docs/decisions/0002-b.md", "# B\n\nin force.\n");
        finds(&found(decisions, &[FIRST, undated, INDEX_OF_TWO]), &["title", "date and the status"]);
        finds(&found(decisions, &[FIRST, ("docs/decisions/README.md", "")]), &["lists it 0 times"]);
    }

    #[test]
    fn names_of_the_page_that_are_gone_are_found() {
        let source = ("host/table/src/acting.rs", "pub struct Table; impl Table { fn act() {} }");
        let in_page = |text| {
            let files = [("ARCHITECTURE.md", text), source];
            found(|files, findings| names(files, |path| path == "host/table/", findings), &files)
        };
        finds(&in_page("`host/table/`, `plugins/NAME/x`, `Table::act`, `x::Table`, `apply`"), &[]);
        finds(
            &in_page("`host/chair/src`, `Table::sit`, `x::Tab`"),
            &["`host/chair/src`, which is no file", "`Table::sit`", "`x::Tab`"],
        );
    }
}
