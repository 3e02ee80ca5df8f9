//! Text with tables in it, as rules have them: paragraphs, and rows between upright strokes ("| a | b |") set in columns.

use super::control::paragraph;
use crate::draw::letter::Face;
use crate::theme::Palette;
use egui::{Color32, Painter, Pos2, Rect, pos2, vec2};

/// How tall a line of text is.
pub const LINE: f32 = 20.0;
/// The size of its letters.
const SIZE: f32 = 15.5;
/// Between two columns.
const GAP: f32 = 18.0;
/// Above and below a row of a table.
const AIR: f32 = 3.0;
/// Below a table.
const AFTER: f32 = 8.0;
/// No column is narrower than this where a table has to be squeezed.
const NARROWEST: f32 = 60.0;

/// A part of a text.
#[derive(Debug, PartialEq)]
enum Part<'a> {
    Words(String),
    /// Rows of cells; the first are headings if the text says so, and are left out where they are empty.
    Table {
        rows: Vec<Vec<&'a str>>,
        headed: bool,
    },
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(inner.split('|').map(str::trim).collect())
}

// The line under the headings: strokes and colons alone.
fn is_ruled(row: &[&str]) -> bool {
    row.iter().all(|cell| cell.contains('-') && cell.bytes().all(|byte| matches!(byte, b'-' | b':')))
}

fn table(mut rows: Vec<Vec<&str>>) -> Part<'_> {
    let mut headed = rows.get(1).is_some_and(|row| is_ruled(row));
    if headed {
        rows.remove(1);
        if rows[0].iter().all(|cell| cell.is_empty()) {
            rows.remove(0);
            headed = false;
        }
    }
    Part::Table { rows, headed }
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut words, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for line in text.lines().map(Some).chain([None]) {
        if let Some(row) = line.and_then(cells) {
            if !words.is_empty() {
                parts.push(Part::Words(std::mem::take(&mut words).join("\n")));
            }
            rows.push(row);
            continue;
        }
        if !rows.is_empty() {
            parts.push(table(std::mem::take(&mut rows)));
        }
        words.extend(line);
    }
    if !words.is_empty() {
        parts.push(Part::Words(words.join("\n")));
    }
    parts
}

/// How wide the columns are: as wide as their widest cell, and where that is too much, those that are widest give way.
fn columns(rows: &[Vec<&str>], width: f32, wide: impl Fn(&str) -> f32) -> Vec<f32> {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: &Vec<&str>, column: usize| row.get(column).map_or(0.0, |cell| wide(cell).ceil() + 1.0);
    let mut widths: Vec<f32> =
        (0..count).map(|column| rows.iter().map(|row| cell(row, column)).fold(0.0, f32::max)).collect();
    let room = (width - GAP * count.saturating_sub(1) as f32).max(0.0);
    loop {
        let over = widths.iter().sum::<f32>() - room;
        let widest = widths.iter().copied().fold(0.0, f32::max);
        if over <= 0.5 || widest <= NARROWEST {
            return widths;
        }
        let most = widths.iter().filter(|width| **width >= widest).count() as f32;
        let next = widths.iter().copied().filter(|width| *width < widest).fold(NARROWEST, f32::max);
        let by = (over / most).min(widest - next).max(0.5);
        widths.iter_mut().filter(|width| **width >= widest).for_each(|width| *width -= by);
    }
}

/// How tall a text is in so much width.
pub fn height(painter: &Painter, text: &str, width: f32) -> f32 {
    set(painter, pos2(0.0, 0.0), width, text, None)
}

/// Paints a text from the baseline of its first line; gives its height.
pub fn paint(painter: &Painter, at: Pos2, width: f32, text: &str, p: &Palette) -> f32 {
    set(painter, at, width, text, Some(p))
}

fn set(painter: &Painter, at: Pos2, width: f32, text: &str, p: Option<&Palette>) -> f32 {
    let lines = |text: &str, width: f32, face: Face| {
        super::control::lines(painter, text, face.at(SIZE), width) as f32 * LINE
    };
    let mut y = at.y;
    for part in parts(text) {
        match part {
            Part::Words(words) => {
                if let Some(p) = p {
                    paragraph(painter, pos2(at.x, y), width, &words, Face::Body.at(SIZE), p.ink, LINE);
                }
                y += lines(&words, width, Face::Body);
            }
            Part::Table { rows, headed } => {
                let face = |row: usize| if headed && row == 0 { Face::BodyBold } else { Face::Body };
                let wide = |cell: &str| {
                    // The bold face is the wider one.
                    painter.layout_no_wrap(cell.to_owned(), Face::BodyBold.at(SIZE), Color32::BLACK).size().x
                };
                let widths = columns(&rows, width, wide);
                for (i, row) in rows.iter().enumerate() {
                    let cells = || row.iter().zip(&widths);
                    let tall = cells().map(|(cell, width)| lines(cell, *width, face(i))).fold(LINE, f32::max);
                    if let Some(p) = p {
                        let mut x = at.x;
                        for (cell, width) in cells() {
                            let at = pos2(x, y + AIR);
                            paragraph(painter, at, *width, cell, face(i).at(SIZE), p.ink, LINE);
                            x += width + GAP;
                        }
                        let whole = widths.iter().sum::<f32>() + GAP * widths.len().saturating_sub(1) as f32;
                        let under = pos2(at.x, y + AIR * 2.0 + tall - LINE + 6.0);
                        let thick = if headed && i == 0 { 1.4 } else { 0.7 };
                        painter.rect_filled(Rect::from_min_size(under, vec2(whole, thick)), 0.0, p.rule);
                    }
                    y += tall + AIR * 2.0;
                }
                y += AFTER;
            }
        }
    }
    y - at.y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_between_strokes_are_a_table() {
        let text = "What it costs:\n| | MPs |\n|---|---|\n| a marsh | 2 |\n\nNo more.";
        let rows = vec![vec!["", "MPs"], vec!["a marsh", "2"]];
        let expected = vec![
            Part::Words("What it costs:".into()),
            Part::Table { rows, headed: true },
            Part::Words("\nNo more.".into()),
        ];
        assert_eq!(parts(text), expected);
        assert_eq!(
            parts("| | |\n|---|---|\n| a | b |"),
            [Part::Table { rows: vec![vec!["a", "b"]], headed: false }],
            "empty headings are left out"
        );
        assert_eq!(parts("a | b"), [Part::Words("a | b".into())]);
    }

    #[test]
    fn the_widest_column_gives_way() {
        let rows = [vec!["aa", "bbbbbbbbbb"], vec!["a", "b"]];
        let wide = |cell: &str| cell.len() as f32 * 40.0;
        assert_eq!(columns(&rows, 1000.0, wide), [81.0, 401.0]);
        let squeezed = columns(&rows, 300.0, wide);
        assert_eq!(squeezed[0], 81.0);
        assert!(squeezed.iter().sum::<f32>() + GAP <= 301.0, "{squeezed:?}");
    }
}
