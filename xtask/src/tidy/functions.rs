//! Functions that can be taken in at a look.

use std::path::{Path, PathBuf};

use super::{Finding, declared, sources};

/// The most lines between a function's braces.
const LONGEST: usize = 60;

/// Functions that are one flat table: an arm or a row for each of many things, and nothing that one has to follow from the first
/// line to the last.
const FLAT: &[(&str, &str)] = &[
    ("host/table/src/requests.rs", "try_answer"),
    ("plugins/board/src/file/grammar.rs", "of"),
    ("host/scripts/src/sandbox.rs", "unplaced_problem"),
    ("plugins/bull-run/src/policy.rs", "weight"),
    ("host/muster/src/describe.rs", "text"),
    ("host/table/src/table/live/commit.rs", "enter"),
];

/// The functions of modules that are such a table in each of them.
const TABLES: [&str; 3] = ["describe", "hooks", "row"];

/// No function of a `src` folder has more than [`LONGEST`] lines, but for what is listed above.
pub(super) fn lengths(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    for (path, text) in sources(files) {
        for Function { name, line, lines } in functions(text) {
            let flat = FLAT.contains(&(&*path.to_string_lossy(), name)) || TABLES.contains(&name);
            if lines > LONGEST && !flat {
                let what = format!(
                    "`{name}` has {lines} lines; past {LONGEST} give its parts functions of their own"
                );
                findings.push(Finding { at: path.to_owned(), line, what });
            }
        }
    }
    for (path, name) in FLAT {
        let gone = files
            .iter()
            .find(|(file, _)| file == Path::new(path))
            .is_some_and(|(_, text)| functions(text).all(|one| one.name != *name || one.lines <= LONGEST));
        if gone {
            let what = format!("`{name}` isn't there, or isn't long any more: take it off tidy's list");
            findings.push(Finding { at: PathBuf::from(path), line: 1, what });
        }
    }
}

/// A function: its name, where it begins, and how many lines are between its braces.
struct Function<'a> {
    name: &'a str,
    line: usize,
    lines: usize,
}

/// The functions of a file that rustfmt has set: the brace that ends one stands under its first letter.
fn functions(text: &str) -> impl Iterator<Item = Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).filter_map({
        move |at| {
            let name = declared(lines[at]).filter(|(kind, _)| *kind == "fn")?.1;
            let margin = &lines[at][..lines[at].len() - lines[at].trim_start().len()];
            let open =
                (at..lines.len()).find(|&line| lines[line].ends_with('{') || lines[line].ends_with(';'))?;
            let ends = |line: &str| line.strip_prefix(margin) == Some("}");
            let end = (open + 1..lines.len()).find(|&line| ends(lines[line]))?;
            // A signature without a body, or a body on its line.
            let has_body = lines[open].ends_with('{') && !lines[at].ends_with('}');
            has_body.then(|| Function { name, line: at + 1, lines: end - open - 1 })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_function_is_found_and_a_table_is_not() {
        let body = "    one();\n".repeat(LONGEST + 1);
        let text = format!(
            "fn short() {{\n    one();\n}}\n\npub(crate) const fn long(\n    a: u8,\n) {{\n{body}}}\n\nfn row() {{\n{body}}}\n\
             trait A {{\n    fn b(&self);\n}}\n"
        );
        let mut findings = Vec::new();
        lengths(&[(PathBuf::from("plugins/a/src/b.rs"), text.clone())], &mut findings);
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), [5]);
        findings.clear();
        lengths(&[(PathBuf::from("host/app/src/b.rs"), text)], &mut findings);
        assert!(findings.is_empty());
        lengths(&[(PathBuf::from(FLAT[0].0), String::new())], &mut findings);
        assert_eq!(findings.len(), 1, "what isn't there needs no exception");
    }
}
