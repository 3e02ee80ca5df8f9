//! The line of a file that a problem is about, with a mark under the place.

use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use muster_scripts::{Library, ScenarioProblem};

/// How many problems of many are shown with their lines.
const MOST: usize = 5;
/// How large a file may be that is read for one of its lines, in bytes.
const LARGEST: u64 = 1 << 20;

/// Something that is wrong, and where, if that is a place in a file.
#[derive(Debug)]
pub struct Problem {
    words: String,
    place: Option<Place>,
}

/// A place in a file: line and column from 1, in letters.
#[derive(Debug)]
struct Place {
    file: PathBuf,
    line: usize,
    column: usize,
}

impl<T: Into<String>> From<T> for Problem {
    fn from(words: T) -> Self {
        Self { words: words.into(), place: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

impl Problem {
    /// A problem of the scenario in a folder, told with the whole path of the file.
    pub(crate) fn of_scenario(
        mut problem: ScenarioProblem,
        folder: &std::path::Path,
        library: &Library,
    ) -> Self {
        let file = library.file(folder, &problem.at.file);
        problem.at.file = file.display().to_string();
        Self::in_file(&problem, file)
    }

    /// A problem of a text that lies in this file.
    pub(crate) fn in_file(problem: &ScenarioProblem, file: PathBuf) -> Self {
        let place = problem.at.line.map(|line| Place { file, line, column: problem.at.column.unwrap_or(0) });
        Self { words: problem.to_string(), place }
    }
}

/// The problems with the lines that they are about.
pub(crate) fn with_lines(problems: &[Problem]) -> String {
    let of = |(at, problem): (usize, &Problem)| match problem.place.as_ref().filter(|_| at < MOST) {
        Some(place) => format!("{problem}\n{}", snippet(place).unwrap_or_default()),
        None => format!("{problem}\n"),
    };
    let all: String = problems.iter().enumerate().map(of).collect();
    let all = all.trim_end();
    if problems.len() == 1 { all.to_owned() } else { format!("{} problems\n{all}", problems.len()) }
}

/// The line, as the compiler of a language would show it.
fn snippet(place: &Place) -> Option<String> {
    let text = muster_files::read_text(&place.file, LARGEST).ok()?;
    let start: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let line = text.get(start..)?.lines().next()?;
    if line.trim().is_empty() {
        return None;
    }
    let mark = mark(line, place.column);
    let source = Snippet::source(line).line_start(place.line).annotation(AnnotationKind::Primary.span(mark));
    let group = Group::with_level(Level::NOTE).element(source);
    Some(Renderer::plain().render(&[group]) + "\n")
}

/// What of a line stands at this column: a text, a word, or a sign; all of the line if no column is known.
fn mark(line: &str, column: usize) -> Range<usize> {
    let whole = line.len() - line.trim_start().len()..line.trim_end().len();
    let Some(column) = column.checked_sub(1) else { return whole };
    let Some((start, first)) = line.char_indices().nth(column) else { return line.len()..line.len() };
    let rest = &line[start + first.len_utf8()..];
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let length = match first {
        '"' => rest.find('"').map_or(0, |end| end + 1),
        _ if is_part(first) => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
        _ => 0,
    };
    start..start + first.len_utf8() + length
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_scripts::{At, Wrong};

    fn problem(line: usize, column: Option<usize>) -> ScenarioProblem {
        let at = At { file: "a.rhai".into(), line: Some(line), column };
        ScenarioProblem::new(at, Wrong::Grammar("it is wrong".into()))
    }

    #[test]
    fn the_line_is_shown_with_the_place_marked() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.rhai");
        std::fs::write(&file, "one();\n\tunit(\"us\", \"gen\u{e9}ral\", 3);\n\n").expect("a file");
        let shown = |line, column| with_lines(&[Problem::in_file(&problem(line, column), file.clone())]);
        let expected = "a.rhai:2:13: it is wrong\n  |\n2 |     unit(\"us\", \"genéral\", 3);\n  |                ^^^^^^^^^";
        assert_eq!(shown(2, Some(13)), expected);
        assert_eq!(shown(1, None), "a.rhai:1: it is wrong\n  |\n1 | one();\n  | ^^^^^^");
        // Nothing is made up where there is nothing to show.
        for line in [3, 4, 99] {
            assert_eq!(shown(line, Some(1)), format!("a.rhai:{line}:1: it is wrong"));
        }
        assert!(shown(1, Some(99)).contains("1 | one();"));
        let gone = Problem::in_file(&problem(1, Some(1)), folder.path().join("gone"));
        assert_eq!(
            super::with_lines(&[gone, "another".into()]),
            "2 problems\na.rhai:1:1: it is wrong\nanother"
        );
    }

    #[test]
    fn a_mark_is_a_text_a_word_or_a_sign() {
        let line = "  at = \"0303\", über-all = 3";
        let marked = |column| &line[mark(line, column)];
        assert_eq!([marked(3), marked(8), marked(16), marked(6)], ["at", "\"0303\"", "über-all", "="]);
        assert_eq!(marked(0), line.trim());
        assert_eq!(marked(99), "");
        assert_eq!(&"a \"b"[mark("a \"b", 3)], "\"");
    }
}
