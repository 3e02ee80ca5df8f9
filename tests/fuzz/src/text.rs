//! Alters texts: their lines, words, numbers and brackets.

use std::ops::Range;

use crate::Luck;

/// The longest text that is made.
const LONGEST: usize = 1 << 18;

/// Numbers as texts write them, at which something often goes wrong.
pub const NUMBERS: [&str; 24] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "12",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "-32769",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e400",
    "nan",
    "0.0000001",
];

/// Letters that readers stumble over.
const ODD: [&str; 14] = [
    "\0", "\u{feff}", "\u{202e}", "\u{0301}", "ß", "İ", "🂡", "\r", "\t", "\\", "\"", "'", "\u{2028}",
    "\u{7f}",
];

const BRACKETS: [(&str, &str); 8] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("#{a:", "}"),
    ("{a=", "}"),
    ("-", ""),
    ("[[", "]]"),
    ("if true {", "}"),
];

/// The text with one to a few alterations; pieces of `others` may come into it.
pub fn altered(text: &str, others: &[&str], luck: &mut Luck) -> String {
    let mut text = text.to_owned();
    for _ in 0..luck.length(8) {
        let pieces = if luck.once_in(2) { lines(&text) } else { word_ranges(&text) };
        text = alter(&text, &pieces, others, luck);
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(end);
        }
    }
    text
}

fn alter(text: &str, pieces: &[Range<usize>], others: &[&str], luck: &mut Luck) -> String {
    let Some(piece) = luck.one(pieces).cloned() else {
        return luck.one(others).map_or("", |other| other).to_owned();
    };
    let (before, here, after) = (&text[..piece.start], &text[piece.clone()], &text[piece.end..]);
    match luck.below(12) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{here}{here}{after}"),
        2 => {
            // Many times over, for what grows faster than what is read.
            let times = luck.length(4_000).min(LONGEST / here.len().max(1));
            format!("{before}{}{after}", here.repeat(times))
        }
        3 => match luck.one(pieces) {
            Some(other) => format!("{before}{}{after}", &text[other.clone()]),
            None => String::new(),
        },
        4 => match luck.one(pieces) {
            Some(other) if other.end <= piece.start => {
                let (first, between) = (&text[other.clone()], &text[other.end..piece.start]);
                format!("{}{here}{between}{first}{after}", &text[..other.start])
            }
            _ => format!("{after}{here}{before}"),
        },
        5 | 6 => {
            let other = luck.one(others).copied().unwrap_or_default();
            let theirs = if luck.once_in(2) { lines(other) } else { word_ranges(other) };
            let piece = luck.one(&theirs).map_or("", |piece| &other[piece.clone()]);
            if luck.once_in(2) {
                format!("{before}{piece}{after}")
            } else {
                format!("{before}{here}{piece}{after}")
            }
        }
        7 | 8 => format!("{before}{}{after}", luck.one(&NUMBERS).unwrap_or(&"0")),
        9 => format!("{before}{here}{}{after}", luck.one(&ODD).unwrap_or(&"")),
        10 => {
            let (open, close) = luck.one(&BRACKETS).unwrap_or(&("", ""));
            let deep = luck.length(600);
            format!("{before}{}{here}{}{after}", open.repeat(deep), close.repeat(deep))
        }
        _ => match luck.one(pieces) {
            Some(end) if end.start >= piece.end => format!("{before}{}", &text[end.start..]),
            _ => before.to_owned(),
        },
    }
}

/// The lines of a text, each with its end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            at += line.len();
            at - line.len()..at
        })
        .collect()
}

/// Words, numbers, gaps, and every other letter by itself.
fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let kind = |letter: char| match letter {
        letter if letter.is_alphabetic() || letter == '_' || letter == '-' => 1,
        letter if letter.is_ascii_digit() || letter == '.' => 2,
        letter if letter.is_whitespace() => 3,
        _ => 0,
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut last = 0;
    for (at, letter) in text.char_indices() {
        let this = kind(letter);
        match words.last_mut() {
            Some(word) if this != 0 && this == last => word.end = at + letter.len_utf8(),
            _ => words.push(at..at + letter.len_utf8()),
        }
        last = this;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words_without_losing_any() {
        let text = "a-b = [12.5, \"ß\"]\n\n";
        let cut = word_ranges(text);
        let told: Vec<&str> = cut.iter().map(|word| &text[word.clone()]).collect();
        assert_eq!(told, ["a-b", " ", "=", " ", "[", "12.5", ",", " ", "\"", "ß", "\"", "]", "\n\n"]);
        assert_eq!(lines("a\nb"), [0..2, 2..3]);
    }

    #[test]
    fn the_same_luck_alters_in_the_same_way() {
        let once = |seed| altered("a = 1\nb = \"two\"\n", &["c = [3]"], &mut Luck::new(seed));
        assert_eq!(once(5), once(5));
        assert!((0..20).any(|seed| once(seed) != once(5)));
    }
}
