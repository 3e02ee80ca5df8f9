//! What is wrong with a text that is no TOML, in the terms of whoever writes boards and rosters.

/// A mistake in the grammar of a TOML text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarMistake {
    /// Where it is, in bytes from the beginning of the text.
    pub at: usize,
    /// What is wrong, as the middle of a sentence.
    pub what: String,
    /// What to write instead, as a sentence.
    pub instead: String,
}

impl GrammarMistake {
    /// Reads the error that the parser gave for this text.
    pub fn of(text: &str, error: &toml::de::Error) -> GrammarMistake {
        let message = error.message();
        let span = error.span().unwrap_or_default();
        let at = span.start.min(text.len());
        let begins = |prefix: &str| message.starts_with(prefix);
        let word = word_at(text, at);
        let (at, what, instead) = match () {
            () if begins("unexpected leading zero") => (
                word_start(text, at),
                format!("{word} is no number: a number doesn't begin with 0"),
                format!("If it is a text, put it in quotes: \"{word}\"."),
            ),
            () if begins("invalid multi-line") => {
                let quotes = if message.contains("literal") { "'''" } else { "\"\"\"" };
                (
                    text.get(..at).and_then(|before| before.rfind(quotes)).unwrap_or(at),
                    format!("the text that begins here with {quotes} has no end"),
                    format!("Write {quotes} after it."),
                )
            }
            () if begins("invalid basic string") || begins("invalid literal string") => {
                let quote = if message.contains("literal") { '\'' } else { '"' };
                (
                    quoted_start(text, at, quote),
                    format!("the text that begins here with {quote} has no end on its line"),
                    format!("Write {quote} after it."),
                )
            }
            // A text that has no end swallows what comes after it.
            () if has_open_text(text, at) => (
                quoted_start(text, at, '"'),
                "the text that begins here with \" has no end on its line".to_owned(),
                "Write \" after it.".to_owned(),
            ),
            () if begins("string values must be quoted") && word.is_empty() => (
                at,
                "there is no value after the =".to_owned(),
                "Write a number, or a text in quotes.".to_owned(),
            ),
            () if begins("string values must be quoted") => {
                let plain: String = word.chars().filter(|letter| !"“”„‘’".contains(*letter)).collect();
                (
                    at,
                    format!("{word} stands in no quotes"),
                    format!("If it is a text, put it in plain quotes: \"{plain}\"."),
                )
            }
            () if begins("invalid boolean") => (
                at,
                format!("{word} is neither true nor false"),
                format!("Write true or false; or, if it is a text, \"{word}\"."),
            ),
            () if begins("invalid float") || begins("invalid") && message.contains("digit") => (
                word_start(text, at),
                format!("{word} is no number"),
                format!("If it is a text, put it in quotes: \"{word}\"."),
            ),
            () if begins("key with no value") => (
                at,
                "a key has no = after it".to_owned(),
                "Write key = value; a key of several words has - between them.".to_owned(),
            ),
            () if begins("unclosed array table") || begins("unclosed table") => {
                let name = heading_at(text, at);
                // What there is several of has two brackets, however many were begun.
                let many = begins("unclosed array table") || MANY.contains(&name);
                let whole = if many { format!("[[{name}]]") } else { format!("[{name}]") };
                (at, "a heading has no end".to_owned(), format!("Write {whole}."))
            }
            () if begins("unclosed array") => {
                (at, "a list has no end".to_owned(), "Write ] after its last item.".to_owned())
            }
            () if begins("unclosed inline table") => {
                (at, "a map has no end".to_owned(), "Write } after its last value.".to_owned())
            }
            () if begins("duplicate key") => (
                at,
                format!("{word} is there twice"),
                if is_heading(text, at) {
                    format!("Write it once; what there is several of begins with [[{word}]] each time.")
                } else {
                    "Leave one of them out; or, if another thing begins between them, put its heading there, as in [[line]] or [[unit]].".to_owned()
                },
            ),
            () if begins("unexpected key or value") => (
                at,
                "there is something after the value".to_owned(),
                "Write one key on a line, and commas between the items of a list.".to_owned(),
            ),
            () if begins("missing escaped value") => (
                at,
                "a \\ in a text has a meaning of its own".to_owned(),
                "Write \\\\ for one, or put the text in ' instead.".to_owned(),
            ),
            () => (
                at,
                format!("this is not TOML: {message}"),
                "Look at this line and the one before it.".to_owned(),
            ),
        };
        GrammarMistake { at, what, instead }
    }
}

/// What boards and rosters have several of, each with a heading of its own.
const MANY: [&str; 11] =
    ["unit", "hex", "line", "side", "box", "area", "point", "edge", "shape", "house", "label"];

/// The line up to this byte.
fn line_before(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or_default().rsplit('\n').next().unwrap_or_default()
}

/// Whether this byte is in a heading.
fn is_heading(text: &str, at: usize) -> bool {
    line_before(text, at).trim_start().starts_with('[')
}

/// The name in the heading that this byte is in, or at the end of.
fn heading_at(text: &str, at: usize) -> &str {
    let line = line_before(text, at);
    let rest = text.get(at..).unwrap_or_default().lines().next().unwrap_or_default();
    let whole = text.get(at - line.len()..at + rest.len()).unwrap_or_default();
    let name = whole.trim_start().trim_start_matches('[').split(|letter| !is_of_word(letter)).next();
    name.unwrap_or_default()
}

/// What a word is made of: everything but blanks and signs of the grammar.
fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !"=[]{},#\"'".contains(letter)
}

/// Where the word begins that this byte is in.
fn word_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.trim_end_matches(is_of_word).len()
}

/// The word that this byte is in, cut where it is long.
fn word_at(text: &str, at: usize) -> String {
    let from = text.get(word_start(text, at)..).unwrap_or_default();
    from.chars().take_while(|letter| is_of_word(*letter)).take(40).collect()
}

/// Whether a text is open at this byte that began on its line.
fn has_open_text(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.matches('"').count() % 2 == 1 && !line.contains('\\') && !line.contains('\'')
}

/// Where the text begins that is open at this byte.
fn quoted_start(text: &str, at: usize, quote: char) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    before[line..].find(quote).map_or(at, |first| {
        // Every second sign ends what the one before it began.
        let signs: Vec<usize> = before[line + first..].match_indices(quote).map(|(at, _)| at).collect();
        let open = signs.get(signs.len().saturating_sub(1) / 2 * 2).copied().unwrap_or(0);
        line + first + open
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        let error = toml::de::DeTable::parse(text).expect_err(text);
        let GrammarMistake { at, what, instead } = GrammarMistake::of(text, &error);
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |newline| newline + 1) + 1;
        format!("{line}:{column}: {what}. {instead}")
    }

    #[test]
    fn each_mistake_says_what_to_write() {
        for (text, expected) in [
            (
                "at = 0303",
                "1:6: 0303 is no number: a number doesn't begin with 0. If it is a text, put it in quotes: \"0303\".",
            ),
            (
                "a = 1\nb = \"x",
                "2:5: the text that begins here with \" has no end on its line. Write \" after it.",
            ),
            (
                "a = [\"x\", \"y]",
                "1:11: the text that begins here with \" has no end on its line. Write \" after it.",
            ),
            ("a = 'x", "1:5: the text that begins here with ' has no end on its line. Write ' after it."),
            (
                "a = 1\nb = \"\"\"x\ny\n",
                "2:5: the text that begins here with \"\"\" has no end. Write \"\"\" after it.",
            ),
            ("a = x", "1:5: x stands in no quotes. If it is a text, put it in plain quotes: \"x\"."),
            ("a = “x”", "1:5: “x” stands in no quotes. If it is a text, put it in plain quotes: \"x\"."),
            ("a = ", "1:5: there is no value after the =. Write a number, or a text in quotes."),
            (
                "a = true1",
                "1:5: true1 is neither true nor false. Write true or false; or, if it is a text, \"true1\".",
            ),
            ("a = 1.5.2", "1:5: 1.5.2 is no number. If it is a text, put it in quotes: \"1.5.2\"."),
            (
                "a b = 1",
                "1:3: a key has no = after it. Write key = value; a key of several words has - between them.",
            ),
            ("[[hex]\nx = 1", "1:7: a heading has no end. Write [[hex]]."),
            ("[hexes\nx = 1", "1:7: a heading has no end. Write [hexes]."),
            ("[unit\nx = 1", "1:6: a heading has no end. Write [[unit]]."),
            ("a = [1, 2", "1:10: a list has no end. Write ] after its last item."),
            ("a = { b = 1", "1:12: a map has no end. Write } after its last value."),
            (
                "a = 1\na = 2",
                "2:1: a is there twice. Leave one of them out; or, if another thing begins between them, put its heading there, as in [[line]] or [[unit]].",
            ),
            (
                "[line]\na = 1\n[line]\na = 2",
                "3:2: line is there twice. Write it once; what there is several of begins with [[line]] each time.",
            ),
            (
                "a = \"x\" \"y\"",
                "1:9: there is something after the value. Write one key on a line, and commas between the items of a list.",
            ),
            (
                "a = \"x\\q\"",
                "1:8: a \\ in a text has a meaning of its own. Write \\\\ for one, or put the text in ' instead.",
            ),
        ] {
            assert_eq!(message(text), expected);
        }
    }

    /// Any text gets a message and a place in it.
    #[test]
    fn nothing_is_too_odd() {
        for text in [
            "\u{0}",
            "a = \u{1F600}",
            "=",
            "[",
            "[[",
            "a.",
            "\"",
            "a = 99999999999999999999x",
            "ü = ü",
            "a = 1979-13-99",
        ] {
            if let Err(error) = toml::de::DeTable::parse(text) {
                let mistake = GrammarMistake::of(text, &error);
                assert!(text.is_char_boundary(mistake.at) && !mistake.instead.is_empty(), "{text:?}");
            }
        }
    }
}
