//! Markdown read into what is painted of it: paragraphs, items of lists, tables, and words that stand out.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// How words stand out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Strongly.
    pub bold: bool,
    /// By emphasis.
    pub italic: bool,
    /// As what is typed.
    pub typed: bool,
}

/// Words one after another, as each stands out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<(String, Style)>);

impl Words {
    fn push(&mut self, text: &str, style: Style) {
        match self.0.last_mut() {
            Some((last, same)) if *same == style => last.push_str(text),
            _ => self.0.push((text.to_owned(), style)),
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|(text, _)| text.trim().is_empty())
    }

    /// All of them as strong as words of a heading.
    pub fn bold(&self) -> Self {
        let bold = |(text, style): &(String, Style)| (text.clone(), Style { bold: true, ..*style });
        Self(self.0.iter().map(bold).collect())
    }
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph, or one of an item of a list.
    Paragraph {
        /// In how many lists and quotations it stands.
        depth: usize,
        /// What stands before an item's first line: a dot or its number.
        mark: String,
        /// Its words.
        words: Words,
    },
    /// Rows of cells; the first are headings if the text says so, and are left out where they are empty.
    Table {
        /// The rows.
        rows: Vec<Vec<Words>>,
        /// Whether the first has headings.
        headed: bool,
    },
}

/// The parts of a text.
pub fn parts(text: &str) -> Vec<Part> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        reader.take(event);
    }
    reader.end();
    reader.parts
}

#[derive(Default)]
struct Reader {
    parts: Vec<Part>,
    words: Words,
    style: Style,
    // The lists that it stands in, with the number of the next item where items have numbers.
    lists: Vec<Option<u64>>,
    quotations: usize,
    mark: String,
    rows: Vec<Vec<Words>>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.stop(tag),
            // Nothing else than Markdown is meant by anything.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.words.push(&text, self.style);
            }
            Event::Code(text) => self.words.push(&text, Style { typed: true, ..self.style }),
            Event::SoftBreak => self.words.push(" ", self.style),
            Event::HardBreak => self.words.push("\n", self.style),
            Event::Rule => self.end(),
            Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong | Tag::Heading { .. } => {
                if matches!(tag, Tag::Heading { .. }) {
                    self.end();
                }
                self.style.bold = true;
            }
            Tag::Emphasis => self.style.italic = true,
            Tag::CodeBlock(_) => {
                self.end();
                self.style.typed = true;
            }
            Tag::List(first) => {
                self.end();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.end();
                self.mark = match self.lists.last_mut() {
                    Some(Some(next)) => {
                        *next += 1;
                        format!("{}.", *next - 1)
                    }
                    _ => "•".to_owned(),
                };
            }
            Tag::BlockQuote(_) => {
                self.end();
                self.quotations += 1;
            }
            Tag::Table(_) => self.end(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn stop(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style.bold = false,
            TagEnd::Emphasis => self.style.italic = false,
            TagEnd::Heading(_) => {
                self.end();
                self.style.bold = false;
            }
            TagEnd::CodeBlock => {
                self.end();
                self.style.typed = false;
            }
            TagEnd::Paragraph | TagEnd::Item => self.end(),
            TagEnd::List(_) => {
                self.end();
                self.lists.pop();
            }
            TagEnd::BlockQuote(_) => {
                self.end();
                self.quotations -= 1;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// What has been read of a paragraph is one.
    fn end(&mut self) {
        let mut words = std::mem::take(&mut self.words);
        if let Some((last, _)) = words.0.last_mut() {
            last.truncate(last.trim_end().len());
        }
        if words.is_empty() {
            return;
        }
        let depth = self.lists.len() + self.quotations;
        self.parts.push(Part::Paragraph { depth, mark: std::mem::take(&mut self.mark), words });
    }

    fn table(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        let headed = rows.first().is_some_and(|head| head.iter().any(|cell| !cell.is_empty()));
        if !headed && !rows.is_empty() {
            rows.remove(0);
        }
        self.parts.push(Part::Table { rows, headed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Words {
        if text.is_empty() { Words::default() } else { Words(vec![(text.to_owned(), Style::default())]) }
    }

    fn paragraph(depth: usize, mark: &str, text: &str) -> Part {
        Part::Paragraph { depth, mark: mark.to_owned(), words: plain(text) }
    }

    #[test]
    fn rows_between_strokes_are_a_table() {
        let text = "What it costs:\n\n| | MPs |\n|---|---|\n| a marsh | 2 |\n\nNo more.";
        let rows = [["", "MPs"], ["a marsh", "2"]].map(|row| row.map(plain).to_vec()).to_vec();
        let table = Part::Table { rows, headed: true };
        let expected = vec![paragraph(0, "", "What it costs:"), table, paragraph(0, "", "No more.")];
        assert_eq!(parts(text), expected);
        let row = vec![vec![plain("a"), plain("b")]];
        assert_eq!(
            parts("| | |\n|---|---|\n| a | b |"),
            [Part::Table { rows: row, headed: false }],
            "no headings"
        );
        assert_eq!(parts("a | b"), [paragraph(0, "", "a | b")]);
    }

    #[test]
    fn lines_run_on_and_words_stand_out() {
        let styled = |text: &str, bold, italic, typed| (text.to_owned(), Style { bold, italic, typed });
        let words = Words(vec![
            styled("With the option ", false, false, false),
            styled("On to", false, true, false),
            styled(" 1865 ", false, false, false),
            styled("twice", true, false, false),
            styled(", or ", false, false, false),
            styled("--seed", false, false, true),
            styled(".", false, false, false),
        ]);
        let expected = Part::Paragraph { depth: 0, mark: String::new(), words };
        assert_eq!(parts("With the option *On to* 1865\n**twice**, or `--seed`."), [expected]);
        assert_eq!(parts("1* against 2*: a < b & c"), [paragraph(0, "", "1* against 2*: a < b & c")]);
        assert_eq!(parts("<b>no</b>"), [paragraph(0, "", "<b>no</b>")], "there is no HTML");
    }

    #[test]
    fn lists_have_dots_or_numbers_and_lie_in_one_another() {
        let text = "Three ways:\n- by rail\n- by ship:\n  1. rivers\n  2. the sea\n\n> Not over mountains.";
        let expected = [
            paragraph(0, "", "Three ways:"),
            paragraph(1, "•", "by rail"),
            paragraph(1, "•", "by ship:"),
            paragraph(2, "1.", "rivers"),
            paragraph(2, "2.", "the sea"),
            paragraph(1, "", "Not over mountains."),
        ];
        assert_eq!(parts(text), expected);
    }
}
