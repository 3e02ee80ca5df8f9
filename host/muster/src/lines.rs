//! Lines of a stream that may be anything: too long, not text, unfinished.

use std::io::{self, BufRead};

/// How long a line may be, in bytes.
pub const LONGEST: usize = 1024 * 1024;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A text without its end.
    Text(String),
    /// It was longer than [`LONGEST`] and was read past.
    TooLong,
    /// It was no UTF-8.
    NoText,
}

/// Reads the next line, and never keeps more of it than [`LONGEST`] bytes; none at the end.
pub fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        };
        if chunk.is_empty() {
            if bytes.is_empty() && !too_long {
                return Ok(None);
            }
            break;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let (part, used) = (&chunk[..end.unwrap_or(chunk.len())], end.map_or(chunk.len(), |end| end + 1));
        if bytes.len() + part.len() > LONGEST {
            too_long = true;
            bytes = Vec::new();
        }
        if !too_long {
            bytes.extend_from_slice(part);
        }
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if too_long {
        return Ok(Some(Line::TooLong));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(String::from_utf8(bytes).map_or(Line::NoText, Line::Text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines come in pieces.
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_with_or_without_carriage_returns() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(
            all(b"one\r\n\ntwo and more\nlast"),
            [text("one"), text(""), text("two and more"), text("last")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_does_not_spoil_the_next() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend_from_slice(b"\n\xff\xfe\nok\n");
        assert_eq!(all(&bytes), [Line::TooLong, Line::NoText, Line::Text("ok".into())]);
    }
}
