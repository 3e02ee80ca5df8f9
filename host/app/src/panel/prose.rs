//! Text in Markdown, as rules have it: paragraphs, lists, tables set in columns, and words that stand out.

mod markdown;

use crate::draw::letter::{Face, baseline, with_few_marks};
use crate::theme::Palette;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, pos2, vec2};
use markdown::{Part, Style, Words, parts};
use std::sync::Arc;

/// How tall a line of text is.
pub const LINE: f32 = 20.0;
/// The size of its letters.
const SIZE: f32 = 15.5;
/// Between two columns.
const GAP: f32 = 18.0;
/// Above and below a row of a table.
const AIR: f32 = 3.0;
/// Between two parts; between two items of a list there is none.
const BETWEEN: f32 = 8.0;
/// How far a list stands in.
const INDENT: f32 = 20.0;
/// No column is narrower than this where a table has to be squeezed.
const NARROWEST: f32 = 60.0;

/// How tall a text is in so much width.
pub fn height(painter: &Painter, text: &str, width: f32) -> f32 {
    set(painter, pos2(0.0, 0.0), width, text, None)
}

/// Paints a text from the baseline of its first line; gives its height.
pub fn paint(painter: &Painter, at: Pos2, width: f32, text: &str, p: &Palette) -> f32 {
    set(painter, at, width, text, Some(p))
}

fn set(painter: &Painter, at: Pos2, width: f32, text: &str, p: Option<&Palette>) -> f32 {
    let mut y = at.y;
    let mut before = None;
    for part in parts(text) {
        let depth = match &part {
            Part::Paragraph { depth, .. } => *depth,
            Part::Table { .. } => 0,
        };
        if before.is_some_and(|before| before == 0 || depth == 0) {
            y += BETWEEN;
        }
        before = Some(depth);
        y += match part {
            Part::Paragraph { depth, mark, words } => {
                let inward = INDENT * depth as f32;
                let place = pos2(at.x + inward, y);
                let galley = laid(painter, &words, (width - inward).max(NARROWEST), p);
                if let Some(p) = p.filter(|_| !mark.is_empty()) {
                    let mark = Words(vec![(mark, Style::default())]);
                    put(
                        painter,
                        place - vec2(INDENT - 4.0, 0.0),
                        laid(painter, &mark, INDENT * 2.0, Some(p)),
                    );
                }
                let tall = galley.size().y;
                if p.is_some() {
                    put(painter, place, galley);
                }
                tall
            }
            Part::Table { rows, headed } => table(painter, pos2(at.x, y), width, &rows, headed, p),
        };
    }
    y - at.y
}

/// Sets a table; gives its height.
fn table(
    painter: &Painter,
    at: Pos2,
    width: f32,
    rows: &[Vec<Words>],
    headed: bool,
    p: Option<&Palette>,
) -> f32 {
    // The bold face is the wider one.
    let wide = |cell: &Words| laid(painter, &cell.bold(), f32::INFINITY, p).size().x;
    let widths = columns(rows, width, wide);
    let whole = widths.iter().sum::<f32>() + GAP * widths.len().saturating_sub(1) as f32;
    let mut y = at.y;
    for (i, row) in rows.iter().enumerate() {
        let is_head = headed && i == 0;
        let galleys: Vec<Arc<Galley>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| match is_head {
                true => laid(painter, &cell.bold(), *width, p),
                false => laid(painter, cell, *width, p),
            })
            .collect();
        let tall = galleys.iter().map(|galley| galley.size().y).fold(LINE, f32::max);
        if let Some(p) = p {
            let mut x = at.x;
            for (galley, width) in galleys.into_iter().zip(&widths) {
                put(painter, pos2(x, y + AIR), galley);
                x += width + GAP;
            }
            let under = pos2(at.x, y + AIR * 2.0 + tall - LINE + 6.0);
            let thick = if is_head { 1.4 } else { 0.7 };
            painter.rect_filled(Rect::from_min_size(under, vec2(whole, thick)), 0.0, p.rule);
        }
        y += tall + AIR * 2.0;
    }
    y - at.y
}

/// Words wrapped to a width.
fn laid(painter: &Painter, words: &Words, width: f32, p: Option<&Palette>) -> Arc<Galley> {
    let colour = p.map_or(Color32::BLACK, |p| p.ink);
    let mut job = LayoutJob {
        wrap: TextWrapping { max_width: width, ..TextWrapping::default() },
        ..LayoutJob::default()
    };
    for (text, style) in &words.0 {
        let format = TextFormat {
            font_id: font(*style),
            color: colour,
            line_height: Some(LINE),
            ..TextFormat::default()
        };
        job.append(&with_few_marks(text), 0.0, format);
    }
    painter.layout_job(job)
}

fn font(style: Style) -> FontId {
    match style {
        Style { typed: true, .. } => FontId::monospace(13.5),
        Style { bold: true, .. } => Face::BodyBold.at(SIZE),
        Style { italic: true, .. } => Face::BodyItalic.at(SIZE),
        Style { .. } => Face::Body.at(SIZE),
    }
}

/// Paints a galley from the baseline of its first line.
fn put(painter: &Painter, at: Pos2, galley: Arc<Galley>) {
    painter.galley(at - vec2(0.0, baseline(&galley)), galley, Color32::BLACK);
}

/// How wide the columns are: as wide as their widest cell, and where that is too much, those that are widest give way.
fn columns<T>(rows: &[Vec<T>], width: f32, wide: impl Fn(&T) -> f32) -> Vec<f32> {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: &Vec<T>, column: usize| row.get(column).map_or(0.0, |cell| wide(cell).ceil() + 1.0);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_column_gives_way() {
        let rows = [vec!["aa", "bbbbbbbbbb"], vec!["a", "b"]];
        let wide = |cell: &&str| cell.len() as f32 * 40.0;
        assert_eq!(columns(&rows, 1000.0, wide), [81.0, 401.0]);
        let squeezed = columns(&rows, 300.0, wide);
        assert_eq!(squeezed[0], 81.0);
        assert!(squeezed.iter().sum::<f32>() + GAP <= 301.0, "{squeezed:?}");
    }
}
