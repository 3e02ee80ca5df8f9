//! Reports: the module's tables, sorted by a click on a heading, and its charts; and the page of dice.

mod cells;
mod dice;
mod plot;
mod rows;

use super::control::{Button, lines, paragraph, strip};
use super::cue;
use super::heights::{Heights, Rows, in_sight};
use super::{Ask, Page, livery};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::measure::texts;
use crate::session::Session;
use crate::theme::Palette;
use cells::{in_order, is_number, words};
use egui::{Color32, Id, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Chart, Description, Report, ReportBody, Seat, Table, TableRow, Target, Value};
use plot::plot;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// How tall a row of a table is.
const ROW: f32 = 25.0;
/// How far apart the lines are of a cell that has several.
const LINE: f32 = 17.5;
/// How tall its headings are.
const HEAD: f32 = 40.0;

/// The page's state.
#[derive(Default)]
pub struct Reports {
    /// The report that is shown, by its id.
    shown: Option<String>,
    /// By report: the column that it is sorted by, and whether the largest stands first.
    sorted: HashMap<String, (usize, bool)>,
    /// How tall the rows are of the table that is shown.
    heights: Heights,
    /// Whether charts are shown as tables of their figures.
    as_tables: bool,
    /// What all reports were made for: the eyes, what is shown, and how much the log has.
    made_for: Option<(Option<Seat>, u64, usize)>,
    /// The reports of the dice.
    dice: Vec<Report>,
}

impl Reports {
    /// Paints the reports into a rectangle.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        self.count_dice(session, description);
        let dice = std::mem::take(&mut self.dice);
        let reports: Vec<&Report> = session.reports().iter().chain(&dice).collect();
        self.pages(ui, rect, &reports, description, p, asks);
        self.dice = dice;
    }

    // Counts the dice anew where others have fallen.
    fn count_dice(&mut self, session: &Session, description: &Description) {
        let now = Some((session.seat, session.sight, session.log.len()));
        if self.made_for != now {
            self.made_for = now;
            self.dice = dice::reports(session, description);
        }
    }

    fn pages(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        reports: &[&Report],
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let Some(first) = reports.first() else {
            let words = "This game has nothing to look up yet.";
            Letters::new(words, Face::Body.at(16.0), p.ink2).paint(ui.painter(), rect.min + vec2(0.0, 20.0));
            return;
        };
        let now = self.shown.as_ref().and_then(|id| reports.iter().find(|report| report.id == *id));
        let report = *now.unwrap_or(first);
        let story = Rect::from_min_size(pos2(rect.right() - 150.0, rect.top() - 2.0), vec2(150.0, 32.0));
        if Button::new("Chronicle", keys::cap_of(ui, Action::Chronicle))
            .put(ui, story, "to the chronicle", p)
            .clicked()
        {
            asks.push(Ask::Open(Page::Chronicle));
        }
        let top = self.tabs(ui, rect, reports, &report.id, p);
        let mut y = top + 14.0;
        if !report.note.is_empty() || report.citation.is_some() {
            let cite = report.citation.as_ref().map(|rule| format!("  [{rule}]")).unwrap_or_default();
            let words = format!("{}{cite}", report.note);
            let (at, font) = (pos2(rect.left(), y), Face::BodyItalic.at(14.5));
            y += paragraph(ui.painter(), at, rect.width(), &words, font, p.ink2, 18.0) - 18.0;
            y += 12.0;
        }
        let body = Rect::from_min_max(pos2(rect.left(), y), rect.max);
        match &report.body {
            ReportBody::Table(table) => self.table(ui, body, &report.id, table, description, p, asks),
            ReportBody::Chart(chart) => self.chart(ui, body, &report.id, chart, description, p, asks),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "what a chart shows")]
    fn chart(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        id: &str,
        chart: &Chart,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let forms = ["As a chart", "As a table"];
        let (clicked, _) = strip(ui, rect.min, &forms, usize::from(self.as_tables), "Figures", p);
        self.as_tables = clicked.map_or(self.as_tables, |form| form == 1);
        let body = Rect::from_min_max(rect.min + vec2(0.0, 40.0), rect.max);
        match self.as_tables {
            true => self.table(ui, body, id, &rows::table_of(chart), description, p, asks),
            false => plot(ui, body, id, chart, description, p),
        }
    }

    // The reports' titles in as many lines as they need; gives where they end.
    fn tabs(&mut self, ui: &mut Ui, rect: Rect, reports: &[&Report], now: &str, p: &Palette) -> f32 {
        let (mut x, mut y) = (rect.left(), rect.top());
        for report in reports {
            let on = report.id == now;
            let width =
                Letters::new(&report.title, Face::BodyBold.at(14.5), p.ink).width(ui.painter()) + 24.0;
            if x + width > rect.right() - 160.0 && x > rect.left() {
                (x, y) = (rect.left(), y + 32.0);
            }
            let tab = Rect::from_min_size(pos2(x, y), vec2(width, 28.0));
            let response = ui.interact(tab, Id::unique(("report", &report.id)), Sense::click());
            let label = report.title.clone();
            response.widget_info(move || WidgetInfo::selected(Role::Tab, true, on, &label));
            let fill = match (on, response.hovered()) {
                (true, _) => p.ink,
                (_, true) => p.sheet3,
                _ => p.sheet,
            };
            ui.painter().rect(tab, 0.0, fill, (1.0, p.ink2), egui::StrokeKind::Middle);
            let face = if on { Face::BodyBold } else { Face::BodyMedium };
            Letters::new(&report.title, face.at(14.5), if on { p.on_ink } else { p.ink })
                .middle()
                .paint(ui.painter(), tab.center() + vec2(0.0, 5.0));
            super::control::focus_ring(ui, tab, &response, p);
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                self.shown = Some(report.id.clone());
            }
            x += width;
        }
        y + 32.0
    }

    #[allow(clippy::too_many_arguments, reason = "what a table shows")]
    fn table(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        id: &str,
        table: &Table,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let widths = widths(ui, table, rect.width() - 16.0, p);
        let sorted = self.sorted.get(id).copied();
        let head = Rect::from_min_size(rect.min, vec2(rect.width(), HEAD));
        if let Some(column) = headings(ui, head, id, table, &widths, sorted, p) {
            let again = sorted.filter(|(at, _)| *at == column);
            // Numbers begin with the largest, words with A; after both ways the rows stand as they came.
            let first = is_number(table, column);
            match again {
                Some((_, falls)) if falls != first => drop(self.sorted.remove(id)),
                _ => drop(self.sorted.insert(id.to_owned(), (column, again.is_none() == first))),
            }
        }
        let rows = in_order(table, self.sorted.get(id).copied());
        let body = Rect::from_min_max(head.left_bottom(), rect.max);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(body).id_salt(("report rows", id)));
        let measured = Measured { ui: &child, rows: &rows, widths: &widths, table };
        let scale = ui.ctx().pixels_per_point().to_bits();
        self.heights.update(&measured, (rect.width().to_bits(), scale, mark(id, &rows)));
        if !self.heights.is_exact() {
            ui.ctx().request_repaint();
        }
        let heights = self.heights.all();
        let out = ScrollArea::vertical().auto_shrink(false).show_viewport(&mut child, |ui, seen| {
            texts::scrolled(ui);
            let width = (rect.width() - 16.0).max(0.0);
            let (whole, _) = ui.allocate_exact_size(vec2(width, heights.iter().sum()), Sense::hover());
            for (i, top) in in_sight(heights, 0.0, seen.min.y, seen.max.y) {
                let area = Rect::from_min_size(whole.min + vec2(0.0, top), vec2(width, heights[i]));
                paint_row(ui, area, (id, i), rows[i], &widths, table, description, p, asks);
            }
        });
        cue::below(ui, &out, p.sheet, p);
    }
}

/// The face of a column's cells that are no numbers.
fn face(column: usize) -> Face {
    if column == 0 { Face::BodyMedium } else { Face::Body }
}

/// The room for words in a cell of a column that is so wide.
fn room(width: f32) -> f32 {
    (width - 14.0).max(1.0)
}

/// The rows of a table as they are measured.
struct Measured<'a> {
    ui: &'a Ui,
    rows: &'a [&'a TableRow],
    widths: &'a [f32],
    table: &'a Table,
}

/// What is another number where the rows of a table or their order are others.
fn mark(id: &str, rows: &[&TableRow]) -> usize {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    for cell in rows.iter().flat_map(|row| &row.cells) {
        match cell {
            Value::Number(number) => number.hash(&mut hasher),
            Value::Text(text) => text.hash(&mut hasher),
            Value::Flag(flag) => flag.hash(&mut hasher),
        }
    }
    hasher.finish() as usize
}

impl Rows for Measured<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn letters(&self, at: usize) -> usize {
        let letters = |cell: &Value| match cell {
            Value::Text(text) => text.len(),
            _ => 0,
        };
        self.rows[at].cells.iter().map(letters).sum()
    }

    fn guess(&self, _: usize) -> f32 {
        ROW
    }

    fn measure(&self, at: usize) -> f32 {
        row_height(self.ui, self.rows[at], self.widths, self.table)
    }
}

/// Words that are longer than their column is wide go on in further lines.
fn row_height(ui: &Ui, row: &TableRow, widths: &[f32], table: &Table) -> f32 {
    let tall = row.cells.iter().zip(widths).enumerate().map(|(at, (cell, width))| match cell {
        Value::Number(_) if is_number(table, at) => 1,
        cell => lines(ui.painter(), &words(cell), face(at).at(14.5), room(*width)),
    });
    ROW + tall.max().unwrap_or(1).saturating_sub(1) as f32 * LINE
}

/// Widths that are too wide in all: numbers keep their room, and of the others the widest give way, down to their headings.
fn narrowed(wanted: &[(f32, f32)], whole: f32) -> Vec<f32> {
    let at_most = |cap: f32| wanted.iter().map(move |(wide, least)| wide.min(cap.max(*least)));
    let (mut low, mut high) = (0.0, whole);
    for _ in 0..20 {
        let cap = (low + high) / 2.0;
        if at_most(cap).sum::<f32>() > whole { high = cap } else { low = cap }
    }
    // Headings alone can be too wide.
    let sum: f32 = at_most(low).sum();
    at_most(low).map(|width| width * (whole / sum).min(1.0)).collect()
}

/// As wide as what stands in each column, drawn out to the whole width or in to it.
fn widths(ui: &Ui, table: &Table, whole: f32, p: &Palette) -> Vec<f32> {
    let of = |text: &str, face: Face, size: f32| Letters::new(text, face.at(size), p.ink).width(ui.painter());
    let wanted: Vec<(f32, f32)> = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            // Many rows are alike: the longest text is the widest, or nearly.
            let cells = table.rows.iter().filter_map(|row| row.cells.get(at)).map(words);
            let longest = cells.max_by_key(|text| text.chars().count()).unwrap_or_default();
            let cell = of(&longest, Face::Body, 14.5);
            let head = of(&column.title, Face::BodyBold, 13.5).max(of(&column.note, Face::Body, 12.0)) + 12.0;
            let wide = cell.max(head) + 22.0;
            (wide, if is_number(table, at) { wide } else { head + 22.0 })
        })
        .collect();
    let sum: f32 = wanted.iter().map(|(wide, _)| wide).sum();
    if sum > whole {
        return narrowed(&wanted, whole);
    }
    // What is left goes to the columns in their proportion, but doesn't tear them apart.
    let more = ((whole - sum) / sum).min(0.6);
    wanted.iter().map(|(wide, _)| wide * (1.0 + more)).collect()
}

// The headings; gives the column that was clicked.
fn headings(
    ui: &mut Ui,
    rect: Rect,
    id: &str,
    table: &Table,
    widths: &[f32],
    sorted: Option<(usize, bool)>,
    p: &Palette,
) -> Option<usize> {
    let mut clicked = None;
    let mut x = rect.left();
    for (at, (column, width)) in table.columns.iter().zip(widths).enumerate() {
        let cell = Rect::from_min_size(pos2(x, rect.top()), vec2(*width, HEAD - 4.0));
        let response = ui.interact(cell, Id::unique(("heading", id, at)), Sense::click());
        let falls = sorted.filter(|(by, _)| *by == at).map(|(_, falls)| falls);
        let state = falls.map_or("", |falls| if falls { ", sorted downwards" } else { ", sorted upwards" });
        let label = format!("Sort by {}{state}", column.title);
        response.widget_info(move || WidgetInfo::labeled(Role::ColumnHeader, true, &label));
        if response.hovered() {
            ui.painter().rect_filled(cell, 0.0, p.sheet3);
        }
        let number = is_number(table, at);
        let arrow = falls.map_or("", |falls| if falls { " ▾" } else { " ▴" });
        let title = format!("{}{arrow}", column.title);
        let put = |text: &str, face: Face, size: f32, y: f32, colour: Color32| {
            let letters = Letters::new(text, face.at(size), colour);
            if number {
                letters.right().paint(ui.painter(), pos2(cell.right() - 10.0, y));
            } else {
                letters.paint(ui.painter(), pos2(cell.left() + 10.0, y));
            }
        };
        put(&title, Face::BodyBold, 13.5, cell.top() + 16.0, p.ink);
        put(&column.note, Face::Body, 12.0, cell.top() + 31.0, p.ink2);
        super::control::focus_ring(ui, cell, &response, p);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            clicked = Some(at);
        }
        x += width;
    }
    ui.painter().hline(rect.left()..=x.max(rect.right()), rect.bottom() - 3.0, (1.4, p.ink));
    clicked
}

#[allow(clippy::too_many_arguments, reason = "what a row shows")]
fn paint_row(
    ui: &mut Ui,
    rect: Rect,
    id: (&str, usize),
    row: &TableRow,
    widths: &[f32],
    table: &Table,
    description: &Description,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    let response = ui.interact(rect, Id::unique(("report row", id)), Sense::click());
    let label: Vec<String> = row.cells.iter().map(words).collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, label.join(", ")));
    let ground = match (&row.side, id.1 % 2) {
        (Some(side), _) => livery(description, p, Some(side)).tint,
        (None, 0) => p.sheet2,
        (None, _) => p.sheet,
    };
    ui.painter().rect_filled(rect.shrink2(vec2(0.0, 0.5)), 0.0, ground);
    if let Some(side) = &row.side {
        let edge = Rect::from_min_size(rect.min, vec2(4.0, rect.height() - 1.0));
        ui.painter().rect_filled(edge, 0.0, livery(description, p, Some(side)).body);
    }
    let leads = row.target.is_some();
    if leads && (response.hovered() || response.has_focus()) {
        ui.painter().rect_stroke(rect, 0.0, (1.2, p.accent), egui::StrokeKind::Inside);
    }
    let mut x = rect.left();
    for (at, (cell, width)) in row.cells.iter().zip(widths).enumerate() {
        let text = words(cell);
        let y = rect.top() + 17.5;
        if matches!(cell, Value::Number(_)) && is_number(table, at) {
            Letters::new(text, Face::FigureSemi.at(14.5), p.ink)
                .right()
                .paint(ui.painter(), pos2(x + width - 10.0, y));
        } else {
            paragraph(ui.painter(), pos2(x + 10.0, y), room(*width), &text, face(at).at(14.5), p.ink, LINE);
        }
        x += width;
    }
    let Some(target) = row.target.as_ref().filter(|_| response.clicked()) else { return };
    match target {
        Target::Space(space) => asks.push(Ask::GoTo(space.clone())),
        Target::Unit(unit) => asks.push(Ask::Light(unit.clone())),
        _ => return,
    }
    asks.push(Ask::ClosePage);
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::TableColumn;

    fn table() -> Table {
        let column = |title: &str| TableColumn { title: title.into(), note: String::new() };
        let row = |name: &str, number: i32| TableRow {
            target: None,
            side: None,
            cells: vec![Value::Text(name.into()), Value::Number(number)],
        };
        Table {
            columns: vec![column("City"), column("Worth")],
            rows: vec![row("richmond", 20), row("Atlanta", 9), row("mobile", 20), row("Boston", 100)],
        }
    }

    #[test]
    fn rows_are_measured_again_when_they_are_others() {
        let table = table();
        let of = |id: &str, sorted| mark(id, &in_order(&table, sorted));
        assert_eq!(of("cities", None), of("cities", None));
        assert_ne!(of("cities", None), of("towns", None));
        assert_ne!(of("cities", None), of("cities", Some((0, false))));
    }
}
