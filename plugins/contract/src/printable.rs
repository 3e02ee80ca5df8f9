//! Strangers' texts in our messages: what a file, a line or a module says stands in errors that people read in a
//! terminal, a window or a log. There it must neither fill the screen nor play tricks with it.

/// How much of a name is shown, in bytes.
const NAME: usize = 200;
/// How much of a whole sentence is shown, in bytes.
const SENTENCE: usize = 1_200;

/// A name as a message shows it: on one line, shortened if it is long, and with letters that move the cursor, turn the direction of
/// writing round or can't be seen written as what they are.
#[must_use]
pub fn name(text: &str) -> String {
    written_out(text, NAME).replace('\n', "\\n")
}

/// Like [`name`], for a sentence that quotes something or comes from elsewhere; its lines stay lines.
#[must_use]
pub fn sentence(text: &str) -> String {
    written_out(text, SENTENCE)
}

fn written_out(text: &str, most: usize) -> String {
    let mut shown = String::with_capacity(text.len().min(most));
    for letter in text.chars() {
        if shown.len() > most {
            shown.push('…');
            break;
        }
        match letter {
            '\n' | '"' | '\'' | '\\' => shown.push(letter),
            // Beside control characters this writes out whatever isn't printed by itself.
            other => shown.extend(other.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_are_written_out_and_other_letters_are_left_alone() {
        assert_eq!(sentence("Größe \"x\"\\y\n½ ★ Ж 旅"), "Größe \"x\"\\y\n½ ★ Ж 旅");
        assert_eq!(name("Größe \"x\"\n½ ★ Ж 旅"), "Größe \"x\"\\n½ ★ Ж 旅", "a name is one line");
        assert_eq!(name("\u{1b}[2J\u{202e}\u{feff}\0"), "\\u{1b}[2J\\u{202e}\\u{feff}\\0");
    }

    #[test]
    fn what_is_long_is_shortened() {
        let long = sentence(&"word ".repeat(10_000));
        assert!(long.len() < 2 * SENTENCE && long.ends_with('…'));
        assert_eq!(name(&"x".repeat(NAME)), "x".repeat(NAME));
    }
}
