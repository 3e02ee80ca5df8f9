//! The best scores of a module: on the page at the end of a game, and in the lobby.

use super::control::{fitted, headline, inked, told};
use super::side_name;
use crate::catalogue::{ScoreLine, ScoreSheet};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::Palette;
use egui::{Id, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Description;

const ROW: f32 = 19.0;
const HEAD: f32 = 58.0;
const NOTE: f32 = 22.0;
/// How many sides stand beside one another.
const COLUMNS: usize = 3;

// Each side's lines with their places in its list, in the order of the module's sides.
fn by_side<'a>(
    lines: &'a [ScoreLine],
    description: &'a Description,
) -> Vec<(&'a str, Vec<(usize, &'a ScoreLine)>)> {
    let sides = description.sides.iter().map(|side| {
        let of_side = lines.iter().filter(|line| line.side == side.id);
        (side.id.as_str(), (1..).zip(of_side).collect::<Vec<_>>())
    });
    sides.filter(|(_, lines)| !lines.is_empty()).take(COLUMNS).collect()
}

/// How high the list is with room for so much of it: nothing where not even one row has room.
pub fn height(sheet: &ScoreSheet, room: f32) -> f32 {
    let note = if sheet.note.is_empty() { 0.0 } else { NOTE };
    let most = |side: &str| sheet.lines.iter().filter(|line| line.side == side).count();
    let rows = sheet.lines.iter().map(|line| most(&line.side)).max().unwrap_or(0);
    let fit = ((room - note - HEAD) / ROW).max(0.0) as usize;
    let list = if rows.min(fit) == 0 { 0.0 } else { HEAD + rows.min(fit) as f32 * ROW };
    if note <= room { note + list } else { 0.0 }
}

/// Paints the list into a rect of that height, this game's scores lit.
pub fn list(ui: &mut Ui, rect: Rect, sheet: &ScoreSheet, description: &Description, p: &Palette) {
    let mut bottom = rect.bottom();
    if !sheet.note.is_empty() && rect.height() >= NOTE {
        bottom -= NOTE;
        told(
            ui,
            pos2(rect.left(), bottom + 15.0),
            rect.width(),
            &sheet.note,
            Face::BodyItalic.at(13.5),
            p.ink2,
        );
    }
    let fit = ((bottom - rect.top() - HEAD + 0.5) / ROW).max(0.0) as usize;
    let sides = by_side(&sheet.lines, description);
    if fit == 0 || sides.is_empty() {
        return;
    }
    headline(ui.painter(), pos2(rect.left(), rect.top() + 14.0), rect.width(), "The best scores", "", p);
    let gap = 20.0;
    let w = (rect.width() + gap) / sides.len() as f32 - gap;
    for (column, (side, lines)) in sides.iter().enumerate() {
        let x = rect.left() + column as f32 * (w + gap);
        let livery = super::livery(description, p, Some(side));
        inked(ui.painter(), |ink| symbol::flag(ink, &livery, pos2(x + 6.5, rect.top() + 38.0), 12.0));
        let name = side_name(description, side);
        fitted(
            ui.painter(),
            pos2(x + 21.0, rect.top() + 43.0),
            w - 21.0,
            name,
            Face::BodyBold.at(14.5),
            p.ink,
        );
        // Where there is no room for all, this game's is among those that are shown.
        let last = lines.iter().position(|(_, line)| line.now).map_or(fit, |at| fit.max(at + 1));
        for (i, (place, line)) in
            lines.iter().take(last).skip(last.min(lines.len()).saturating_sub(fit)).enumerate()
        {
            let row =
                Rect::from_min_size(pos2(x - 4.0, rect.top() + 50.0 + i as f32 * ROW), vec2(w + 8.0, ROW));
            line_of(ui, row, *place, name, line, p);
        }
    }
}

fn line_of(ui: &mut Ui, row: Rect, place: usize, side: &str, line: &ScoreLine, p: &Palette) {
    let id = Id::unique(("score", side, place));
    let label = format!(
        "{side}, {place}: {}, {}, {}{}",
        line.score,
        line.who,
        line.about,
        if line.now { ", this game" } else { "" }
    );
    let hover = ui.interact(row, id, Sense::hover());
    hover.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &label));
    hover.on_hover_text(&label);
    let face = if line.now { Face::BodyBold } else { Face::Body };
    if line.now {
        ui.painter().rect_filled(row, 0.0, p.chosen_tint);
        ui.painter().rect_filled(Rect::from_min_size(row.min, vec2(3.0, row.height())), 0.0, p.accent);
    }
    let y = row.top() + 14.0;
    Letters::new(format!("{place}."), face.at(13.5), p.ink2).paint(ui.painter(), pos2(row.left() + 6.0, y));
    let score = Letters::new(line.score.to_string(), Face::BodyBold.at(14.0), p.ink).right();
    score.paint(ui.painter(), pos2(row.left() + 72.0, y));
    let words = format!("{}, {}", line.who, line.about);
    // As much of it as has room whole: the label tells all.
    let room = row.width() - 84.0;
    let wide = |words: &str, size: f32| Letters::new(words, face.at(size), p.ink).width(ui.painter());
    let ways = [words.as_str(), line.about.as_str(), line.who.as_str()];
    let fits = ways.iter().find(|words| wide(words, 11.5) <= room).copied().unwrap_or(ways[2]);
    let size = (13.0 * room / wide(fits, 13.0).max(1.0)).clamp(11.5, 13.0);
    fitted(ui.painter(), pos2(row.left() + 80.0, y), room, fits, face.at(size), p.ink);
}

/// Each side's best, in the lobby; gives where they end.
pub fn best(
    ui: &mut Ui,
    x: f32,
    y: f32,
    w: f32,
    lines: &[ScoreLine],
    description: &Description,
    p: &Palette,
) -> f32 {
    let sides = by_side(lines, description);
    if sides.is_empty() {
        return y;
    }
    headline(ui.painter(), pos2(x, y + 4.0), w, "Best scores", "muster scores lists five of each side", p);
    let mut row = y + 18.0;
    for (side, lines) in sides {
        let Some((place, line)) = lines.first() else { continue };
        let name = side_name(description, side);
        let area = Rect::from_min_size(pos2(x, row), vec2(w, ROW));
        let livery = super::livery(description, p, Some(side));
        inked(ui.painter(), |ink| symbol::flag(ink, &livery, pos2(x + 6.5, row + 9.0), 12.0));
        line_of(ui, Rect::from_min_max(pos2(x + 12.0, row), area.max), *place, name, line, p);
        row += ROW + 2.0;
    }
    row + 24.0
}
