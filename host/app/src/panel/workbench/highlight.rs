//! Rhai in colours: what each stretch of a script is.

use egui::Color32;
use std::ops::Range;

use crate::theme::Palette;

/// What a stretch of a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Names, signs, spaces.
    Plain,
    /// A word of the language.
    Keyword,
    /// A number.
    Number,
    /// Quoted text.
    Text,
    /// A comment.
    Comment,
    /// The name of a function that is called or defined.
    Call,
}

impl Kind {
    /// Its colour.
    pub fn colour(self, p: &Palette) -> Color32 {
        match self {
            Self::Plain => p.ink,
            Self::Keyword => p.accent_text,
            Self::Number => p.focus,
            Self::Text => p.good,
            Self::Comment => p.ink3,
            Self::Call => p.water_ink,
        }
    }
}

const KEYWORDS: [&str; 24] = [
    "let", "const", "if", "else", "switch", "do", "while", "until", "loop", "for", "in", "continue", "break",
    "return", "throw", "try", "catch", "fn", "private", "import", "export", "as", "true", "false",
];

/// Takes a script apart, in order and without gaps.
pub fn stretches(text: &str) -> Vec<(Range<usize>, Kind)> {
    let mut found: Vec<(Range<usize>, Kind)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (length, kind) = next(rest);
        match found.last_mut() {
            Some((range, before)) if *before == kind => range.end += length,
            _ => found.push((at..at + length, kind)),
        }
        at += length;
    }
    found
}

fn next(rest: &str) -> (usize, Kind) {
    let until =
        |ends: &str, from: usize| rest[from..].find(ends).map_or(rest.len(), |end| from + end + ends.len());
    let first = rest.chars().next().unwrap_or_default();
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Kind::Comment);
    }
    if rest.starts_with("/*") {
        return (until("*/", 2), Kind::Comment);
    }
    if matches!(first, '"' | '`' | '\'') {
        return (quoted(rest, first), Kind::Text);
    }
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    if !in_word(first) {
        return (first.len_utf8(), Kind::Plain);
    }
    let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
    let kind = if first.is_ascii_digit() {
        Kind::Number
    } else if KEYWORDS.contains(&&rest[..length]) {
        Kind::Keyword
    } else if rest[length..].starts_with('(') {
        Kind::Call
    } else {
        Kind::Plain
    };
    (length, kind)
}

/// How long a quoted text is, with its quotes. One in plain quotes ends with its line, unless a backslash ends the line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, one) in rest.char_indices().skip(1) {
        if one == '\n' && quote != '`' && !escaped {
            return at;
        }
        if !escaped && one == quote {
            return at + one.len_utf8();
        }
        escaped = !escaped && one == '\\';
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(&str, Kind)> {
        let whole = stretches(text);
        assert_eq!(whole.iter().map(|(range, _)| &text[range.clone()]).collect::<String>(), text);
        whole
            .into_iter()
            .map(|(range, kind)| (&text[range], kind))
            .filter(|(_, kind)| *kind != Kind::Plain)
            .collect()
    }

    #[test]
    fn a_script_is_taken_apart() {
        assert_eq!(
            kinds("fn rain(facts) { let a = 12; // wet\n note(\"a \\\" b\") }"),
            [
                ("fn", Kind::Keyword),
                ("rain", Kind::Call),
                ("let", Kind::Keyword),
                ("12", Kind::Number),
                ("// wet", Kind::Comment),
                ("note", Kind::Call),
                ("\"a \\\" b\"", Kind::Text)
            ]
        );
    }

    #[test]
    fn what_is_not_closed_ends_somewhere() {
        assert_eq!(kinds("\"half\nlet"), [("\"half", Kind::Text), ("let", Kind::Keyword)]);
        assert_eq!(kinds("`two\nlines"), [("`two\nlines", Kind::Text)]);
        assert_eq!(kinds("/* no end"), [("/* no end", Kind::Comment)]);
        assert_eq!(kinds("é \"ü"), [("\"ü", Kind::Text)]);
        assert_eq!(
            kinds("\"on \\\n and on\" if"),
            [("\"on \\\n and on\"", Kind::Text), ("if", Kind::Keyword)]
        );
    }
}
