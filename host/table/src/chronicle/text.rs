//! A story as a text: headings with lines under them, paragraphs, tables in letters of one width.

use std::fmt::{self, Display, Formatter, Write};

use muster_contract::Reckoning;

use super::{Passage, Sentence, Story, Turn};

/// How wide the text is, in letters.
pub(super) const WIDTH: usize = 78;

impl Display for Story {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}\n{}", self.title.to_uppercase(), self.game)?;
        for turn in &self.turns {
            turn.write(out)?;
        }
        if !self.end.is_empty() {
            heading(out, "The end", None)?;
            paragraph(out, "", &self.end)?;
        }
        Ok(())
    }
}

impl Turn {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        if !self.title.is_empty() {
            heading(out, &self.title, self.date.as_deref())?;
        }
        for passage in &self.passages {
            match passage {
                Passage::Phase { title, sentences } => {
                    let words: Vec<String> = sentences.iter().map(Sentence::with_side).collect();
                    paragraph(out, title, &words)?;
                }
                Passage::Reckoning(reckoning) => table(out, reckoning)?,
            }
        }
        Ok(())
    }
}

impl Sentence {
    /// What happened, with the side that alone knew of it before it, or what was rolled.
    fn with_side(&self) -> String {
        if let Some(roll) = &self.dice {
            let faces: Vec<String> = roll.dice.iter().map(|die| die.face.to_string()).collect();
            let what = if roll.reason.is_empty() { &self.text } else { &roll.reason };
            return format!("{what}: {}.", faces.join(", "));
        }
        match &self.side {
            Some(side) => format!("[{side}] {}", self.text),
            None => self.text.clone(),
        }
    }
}

fn heading(out: &mut impl Write, turn: &str, date: Option<&str>) -> fmt::Result {
    let heading = match date {
        Some(date) => format!("{turn}: {date}"),
        None => turn.to_owned(),
    };
    write!(out, "\n\n{heading}\n{}\n", "=".repeat(heading.chars().count()))
}

/// Sentences as a paragraph, with the phase that they belong to before them; nothing without sentences.
fn paragraph(out: &mut impl Write, phase: &str, sentences: &[String]) -> fmt::Result {
    if sentences.is_empty() {
        return Ok(());
    }
    let lead = if phase.is_empty() { String::new() } else { format!("{phase}:") };
    let mut line = String::new();
    out.write_char('\n')?;
    for word in std::iter::once(&lead).chain(sentences).flat_map(|words| words.split_whitespace()) {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{line}")
}

/// A reckoning with its columns under each other, then the chances.
fn table(out: &mut impl Write, reckoning: &Reckoning) -> fmt::Result {
    let wide = reckoning.rows.iter().map(|row| row.title.chars().count()).max().unwrap_or(0).max(8);
    let columns = reckoning.columns.iter().enumerate().map(|(at, title)| {
        let cells = reckoning.rows.iter().filter_map(|row| row.figures.get(at));
        cells.map(|cell| cell.chars().count()).chain([title.chars().count()]).max().unwrap_or(0) + 2
    });
    let columns: Vec<usize> = columns.collect();
    write!(out, "\n    {}\n    {:wide$}", reckoning.title, "")?;
    for (title, width) in reckoning.columns.iter().zip(&columns) {
        write!(out, "{title:>width$}")?;
    }
    out.write_char('\n')?;
    for row in &reckoning.rows {
        write!(out, "    {:wide$}", row.title)?;
        for (figure, width) in row.figures.iter().zip(&columns) {
            write!(out, "{figure:>width$}")?;
        }
        out.write_char('\n')?;
    }
    for (at, chance) in reckoning.chances.iter().enumerate() {
        let came = if reckoning.came == Some(at as u32) { "  (so it came)" } else { "" };
        writeln!(out, "    {}: {}{came}", chance.label, percent(chance.of, chance.out_of))?;
    }
    Ok(())
}

/// A chance in words, to the nearest tenth: "37.5 %".
#[must_use]
pub fn percent(of: u64, out_of: u64) -> String {
    let out_of = u128::from(out_of.max(1));
    let tenths = (u128::from(of) * 1_000 + out_of / 2) / out_of;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_rounded_to_the_nearest_tenth() {
        assert_eq!([percent(2, 3), percent(1, 3), percent(1, 0)], ["66.7 %", "33.3 %", "100.0 %"]);
        assert_eq!([percent(3, 8), percent(1, 2_000), percent(1, 2_001)], ["37.5 %", "0.1 %", "0.0 %"]);
    }
}
