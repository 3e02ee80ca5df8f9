//! What the program prints goes to somebody's terminal, and much of it is a stranger's: the texts of modules, scripts,
//! scenarios and journals. All of it passes through here, where letters that give a terminal orders, turn the direction of
//! writing round or can't be seen are written out as `\u001b` and the like. That is how JSON writes them too, so a line of
//! JSON stays the same value.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use muster_contract::Logged;

/// Whether a letter does something to a terminal or to the text around it rather than being read; line ends and tabs,
/// which our own lists have, are left.
fn plays_tricks(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Soft hyphen, directions, joiners, separators of lines, what isn't seen, annotations, tags.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

/// The text with those letters written out.
fn plain(text: &str, out: &mut impl Write) -> io::Result<()> {
    let mut from = 0;
    for (at, letter) in text.char_indices().filter(|&(_, letter)| plays_tricks(letter)) {
        out.write_all(&text.as_bytes()[from..at])?;
        for unit in letter.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        from = at + letter.len_utf8();
    }
    out.write_all(&text.as_bytes()[from..])
}

/// The text as one line of a log, with those letters and line ends written out, and shortened to about so many bytes.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let mut line = Vec::with_capacity(end);
    for (number, part) in text[..end].split('\n').enumerate() {
        if number > 0 {
            line.extend_from_slice(b"\\u000a");
        }
        // Nothing can go wrong with writing to memory.
        let _ = plain(part, &mut line);
    }
    let cut = if end < text.len() { "…" } else { "" };
    String::from_utf8_lossy(&line).into_owned() + cut
}

/// Output to a terminal, a file or another program, in which nothing plays tricks.
pub(crate) struct Plain<W> {
    out: W,
    /// The beginning of a letter whose other bytes haven't come yet; three at most.
    begun: Vec<u8>,
}

impl<W: Write> Plain<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begun = std::mem::take(&mut self.begun);
        let whole =
            if begun.is_empty() { Cow::Borrowed(bytes) } else { Cow::Owned([&begun, bytes].concat()) };
        let mut chunks = whole.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            plain(chunk.valid(), &mut self.out)?;
            let broken = chunk.invalid();
            // What is only cut off may go on with the next bytes; what can't be a letter is not one of ours.
            if chunks.peek().is_none()
                && std::str::from_utf8(broken).is_err_and(|why| why.error_len().is_none())
            {
                self.begun = broken.to_vec();
            } else if !broken.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A stranger's text within a row of a list: on one line, so that it can't look like rows of its own.
pub(crate) fn in_row(text: &str) -> String {
    text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Says something beside the output: to standard error, a line with the program's name before it.
pub fn remark(text: &dyn Display) {
    say_beside(&format_args!("muster: {text}\n"));
}

/// Says something beside the output as it is. Nobody may be there to read it.
#[allow(clippy::print_stderr, reason = "here it is plain")]
pub fn say_beside(text: &dyn Display) {
    let _ = write!(Plain::new(io::stderr().lock()), "{text}");
}

/// What a module wrote for whoever writes it, on standard error, each line with the call in which it came.
#[allow(clippy::print_stderr, reason = "here it is plain")]
pub(crate) fn logged(line: &Logged) {
    let Logged { number: _, call, text } = line;
    let mut err = Plain::new(io::stderr().lock());
    for text in text.lines() {
        let _ = writeln!(err, "log: {call}: {text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(bytes: &[u8], at_once: usize) -> String {
        let mut out = Vec::new();
        let mut plain = Plain::new(&mut out);
        bytes.chunks(at_once).for_each(|some| plain.write_all(some).unwrap());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn letters_that_play_tricks_are_written_out_however_the_bytes_come() {
        let text = "a\u{1b}[2J\u{7}\r\u{9b}1m\u{202e}\u{feff}\u{e0041}\u{7f} Größe ★ 旅 🎲\tend\n";
        let plain =
            "a\\u001b[2J\\u0007\\u000d\\u009b1m\\u202e\\ufeff\\udb40\\udc41\\u007f Größe ★ 旅 🎲\tend\n";
        for at_once in 1..=text.len() {
            assert_eq!(printed(text.as_bytes(), at_once), plain, "{at_once}");
        }
    }

    #[test]
    fn a_line_of_a_log_is_one_and_short() {
        assert_eq!(one_line("a\nb\tc\u{85}\u{1b}", 100), "a\\u000ab\tc\\u0085\\u001b");
        assert_eq!(one_line("Größe", 3), "Gr…");
        assert_eq!(one_line("Größe", 4), "Grö…");
        assert_eq!(one_line("Größe", 7), "Größe");
    }

    #[test]
    fn a_text_in_a_row_stays_in_its_row() {
        assert_eq!(
            in_row("Shiloh\nbrigade  9.9.9 Free game\r\n\u{2028} x"),
            "Shiloh brigade  9.9.9 Free game x"
        );
        assert_eq!(in_row("\n"), "");
    }

    #[test]
    fn a_line_of_json_stays_the_same_value() {
        let value = serde_json::json!({ "a\u{202e}": "\u{9b}\u{1b}\u{e0041}\u{feff}\r\n", "b": [1, "ü"] });
        let text = printed(serde_json::to_string(&value).unwrap().as_bytes(), 3);
        assert!(!text.chars().any(plays_tricks), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn bytes_that_are_no_text_are_said_to_be_none() {
        for at_once in 1..4 {
            assert_eq!(printed(b"a\xff\xe2\x82z", at_once), "a\u{fffd}\u{fffd}z", "{at_once}");
        }
    }
}
