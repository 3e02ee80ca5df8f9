//! Where in a call of several lines something stands that is wrong: the language only reports where the call begins.

use crate::problem::{At, ScenarioProblem, Wrong};

/// The problem at the line of the key or text that it is about, if that is another line of the call at which it was found.
pub(crate) fn at_its_line(problem: ScenarioProblem, script: &str) -> ScenarioProblem {
    match spot(&problem, script) {
        Some((line, column)) => {
            let at = At { line: Some(line), column: Some(column), ..problem.at };
            ScenarioProblem { at, ..problem }
        }
        None => problem,
    }
}

fn spot(problem: &ScenarioProblem, script: &str) -> Option<(usize, usize)> {
    let name = match problem.wrong.as_ref() {
        Wrong::Type { what, .. } | Wrong::Range { what, .. } => what.strip_prefix('"')?.split_once('"')?.0,
        Wrong::Unknown { name, .. } => name.as_str(),
        _ => return None,
    };
    let (line, column) = (problem.at.line?, problem.at.column?);
    let start = byte_of(script, line, column)?;
    let call = &script[start..start + length(&script[start..])?];
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let found = call.match_indices(name).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&call[..at], &call[at + name.len()..]);
        let whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        let is_key = after.trim_start_matches('"').trim_start().starts_with(':');
        whole && (is_key || before.ends_with('"') && after.starts_with('"'))
    })?;
    let before = &call[..found];
    let newline = before.rfind('\n')?;
    Some((line + before.matches('\n').count(), before[newline + 1..].chars().count() + 1))
}

/// The byte at which this line's column begins; columns are letters.
fn byte_of(text: &str, line: usize, column: usize) -> Option<usize> {
    let begin: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = text.get(begin..)?;
    rest.char_indices().nth(column.checked_sub(1)?).map(|(at, _)| begin + at)
}

/// How long a call is, in bytes, to the bracket that ends it.
fn length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quoted = None;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match (quoted, letter) {
            (Some(_), _) if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(quote), _) if quote == letter => quoted = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quoted = Some(letter),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, ';') if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(wrong: Wrong) -> ScenarioProblem {
        ScenarioProblem::new(At { file: "s".into(), line: Some(1), column: Some(1) }, wrong)
    }

    fn unknown(name: &str) -> Wrong {
        Wrong::Unknown { what: "key", name: name.into(), context: String::new() }
    }

    #[test]
    fn a_key_is_found_on_its_line() {
        let script = "unit(\"us\", \"general\", \"length\", #{\n  text: `length: )\n`,\n  length: 3,\n  \"odd-key\": 4,\n  side: \"usa\" });\nlength: 5";
        let of = |what: &str| Wrong::Type { what: what.into(), found: String::new(), wanted: "" };
        let place = |wrong| {
            let at = at_its_line(problem(wrong), script).at;
            (at.line.unwrap(), at.column.unwrap())
        };
        assert_eq!(place(unknown("odd-key")), (5, 4));
        assert_eq!(place(unknown("usa")), (6, 10));
        assert_eq!(place(of("\"side\" of unit \"x\"")), (6, 3));
        // What stands on the line itself, or nowhere, stays there.
        assert_eq!(place(of("the board")), (1, 1));
        assert_eq!(place(unknown("us")), (1, 1));
        assert_eq!(place(unknown("elsewhere")), (1, 1));
        assert_eq!(place(Wrong::Grammar("usa".into())), (1, 1));
    }

    #[test]
    fn a_call_without_an_end_has_no_lines() {
        for script in ["f(\n usa: 1", "f;\n(usa: 1)", "f(\"\n usa: 1)", ""] {
            let at = at_its_line(problem(unknown("usa")), script).at;
            assert_eq!(at.line, Some(1), "{script:?}");
        }
    }
}
