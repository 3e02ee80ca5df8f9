//! The page of saved tables: all of them, to be searched, opened, renamed and deleted.

use crate::catalogue::{Catalogue, ModuleCard, SavedTable};
use crate::draw::letter::Face;
use crate::panel::control::{Button, focus_ring, lines, link, paragraph, strip};
use crate::panel::cue;
use crate::panel::pages;
use crate::table::part;
use crate::theme::Palette;
use egui::{
    Id, Key, Modifiers, Rect, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use std::path::PathBuf;

/// The gap under a row, and the air at each side of its words.
const GAP: f32 = 6.0;
const SIDE: f32 = 14.0;
/// How wide the part of a row is in which it is renamed and deleted.
const CHANGES: f32 = 150.0;
/// How far apart the lines of a title are, and those under it.
const TITLE: f32 = 20.0;
const NOTE: f32 = 18.0;

const SHOWN: [&str; 3] = ["All", "To be played on", "Over"];

/// What is being changed of a table.
enum Change {
    Rename { path: PathBuf, name: String },
    Delete { path: PathBuf },
}

impl Change {
    fn is_of(&self, table: &SavedTable) -> bool {
        let (Self::Rename { path, .. } | Self::Delete { path }) = self;
        *path == table.path
    }
}

/// The page's state.
#[derive(Default)]
pub(super) struct Tables {
    pub open: bool,
    search: String,
    shown: usize,
    change: Option<Change>,
    /// Why a table wasn't renamed or deleted.
    failed: Option<String>,
}

/// What somebody wants on the page.
#[derive(Default)]
pub(super) enum Wanted {
    #[default]
    Nothing,
    /// To go on with a table.
    Table(SavedTable),
    /// To open a file.
    File,
}

/// A row's words.
struct Row {
    title: String,
    about: String,
    /// How many lines each has.
    lines: [usize; 2],
}

impl Row {
    fn of(ui: &Ui, table: &SavedTable, modules: &[ModuleCard], w: f32) -> Self {
        let about = about(table, modules).join("  \u{b7}  ");
        let room = w - 2.0 * SIDE;
        let count = |words: &str, font| lines(ui.painter(), words, font, room).max(1);
        let title = lines(ui.painter(), &table.title, Face::Title.at(16.0), room - CHANGES).max(1);
        Self { title: table.title.clone(), lines: [title, count(&about, Face::Body.at(14.0))], about }
    }

    fn height(&self) -> f32 {
        self.lines[0] as f32 * TITLE + self.lines[1] as f32 * NOTE + 20.0
    }
}

/// What a row tells of a table under its title.
fn about(table: &SavedTable, modules: &[ModuleCard]) -> Vec<String> {
    let module = modules.iter().find(|module| module.id == table.module);
    let next = match &table.over {
        Some(how) => format!("Over. {how}"),
        None if table.decides.is_empty() => String::new(),
        None => format!("{} to decide", table.decides),
    };
    let module = module.map_or(&table.module, |module| &module.title).clone();
    let mut all = vec![module, table.scenario.clone(), table.turn.clone(), next, table.note.clone()];
    all.retain(|words| !words.is_empty());
    all
}

/// Whether each word of a search stands in what is told of a table.
fn is_found(table: &SavedTable, modules: &[ModuleCard], search: &str) -> bool {
    let told = format!("{} {}", table.title, about(table, modules).join(" ")).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| told.contains(word))
}

impl Tables {
    /// Paints the page over all of the ui.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        saved: &[SavedTable],
        modules: &[ModuleCard],
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) -> Wanted {
        let mut asks = Vec::new();
        // What is being changed is left first.
        if self.change.is_some() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            self.change = None;
        }
        let inner = pages::sheet(ui, vec2(960.0, 860.0), "Saved tables", p, &mut asks);
        let mut wanted = Wanted::Nothing;
        let top = self.search(ui, inner, &mut wanted, p);
        let found: Vec<&SavedTable> = saved
            .iter()
            .filter(|table| match self.shown {
                1 => table.over.is_none(),
                2 => table.over.is_some(),
                _ => true,
            })
            .filter(|table| is_found(table, modules, &self.search))
            .collect();
        let words = match (saved.len(), found.len()) {
            (0, _) => "No table is saved yet.".to_owned(),
            (all, 0) => format!("None of the {all} is so."),
            (all, some) if all == some => String::new(),
            (all, some) => format!("{some} of {all}"),
        };
        let words = self.failed.clone().unwrap_or(words);
        let ink = if self.failed.is_some() { p.danger } else { p.ink2 };
        let at = pos2(inner.left(), top + 14.0);
        let told = paragraph(ui.painter(), at, inner.width(), &words, Face::Body.at(14.5), ink, 18.0);
        let above = if words.is_empty() { top } else { top + told + 6.0 };
        let area = Rect::from_min_max(pos2(inner.left(), above), inner.max);
        if let Some(table) = self.rows(&mut part(ui, area, "saved tables"), &found, modules, catalogue, p) {
            wanted = Wanted::Table(table);
        }
        if !asks.is_empty() || !matches!(wanted, Wanted::Nothing) {
            self.open = false;
            self.change = None;
        }
        wanted
    }

    /// The field of the search and what is shown; gives where it ends.
    fn search(&mut self, ui: &mut Ui, inner: Rect, wanted: &mut Wanted, p: &Palette) -> f32 {
        let button = Rect::from_min_size(pos2(inner.right() - 150.0, inner.top()), vec2(150.0, 34.0));
        if Button::new("From a file", "").put(ui, button, "from a file", p).clicked() {
            *wanted = Wanted::File;
        }
        let field = Rect::from_min_max(inner.min, pos2(button.left() - 12.0, inner.top() + 34.0));
        let edit = egui::TextEdit::singleline(&mut self.search)
            .hint_text("Search: game, scenario, date, side")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(16.0));
        let response = ui.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search the saved tables"));
        let at = pos2(inner.left(), inner.top() + 44.0);
        if let (Some(shown), _) = strip(ui, at, &SHOWN, self.shown, "Show", p) {
            self.shown = shown;
        }
        inner.top() + 84.0
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        tables: &[&SavedTable],
        modules: &[ModuleCard],
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) -> Option<SavedTable> {
        let mut chosen = None;
        ui.spacing_mut().item_spacing = vec2(0.0, GAP);
        cue::scrolled(ui, ScrollArea::vertical().id_salt("saved").auto_shrink(false), p.sheet, p, |ui| {
            let w = ui.available_width() - 14.0;
            for table in tables {
                let words = Row::of(ui, table, modules, w);
                let area = ui.allocate_space(vec2(w, words.height())).1;
                if self.change.as_ref().is_some_and(|change| change.is_of(table)) {
                    self.change_row(ui, area, table, catalogue, p);
                } else if self.row(ui, area, table, &words, p) {
                    chosen = Some((*table).clone());
                }
            }
        });
        chosen
    }

    /// A table's row; gives whether it is chosen.
    fn row(&mut self, ui: &mut Ui, area: Rect, table: &SavedTable, words: &Row, p: &Palette) -> bool {
        let response = ui.interact(area, Id::unique(("saved", &table.path)), Sense::click());
        let told = [words.title.as_str(), words.about.as_str()];
        let label = told.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(". ");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let visible = ui.is_rect_visible(area);
        if visible {
            let fill = if response.hovered() { p.sheet3 } else { p.sheet2 };
            ui.painter().rect(area, 0.0, fill, (1.0, p.rule), StrokeKind::Inside);
            let (at, room) = (area.min + vec2(SIDE, 25.0), area.width() - 2.0 * SIDE);
            let font = Face::Title.at(16.0);
            paragraph(ui.painter(), at, room - CHANGES, &words.title, font, p.ink, TITLE);
            let under = at + vec2(0.0, words.lines[0] as f32 * TITLE);
            paragraph(ui.painter(), under, room, &words.about, Face::Body.at(14.0), p.ink2, NOTE);
        }
        focus_ring(ui, area.shrink(3.0), &response, p);
        let at = pos2(area.right() - CHANGES, area.top() + 24.0);
        let (rename, wide) = link(ui, at, "Rename", 14.0, p.focus, ("rename", &table.path));
        let (delete, _) =
            link(ui, at + vec2(wide + 18.0, 0.0), "Delete", 14.0, p.focus, ("delete", &table.path));
        if rename.clicked() {
            self.change = Some(Change::Rename { path: table.path.clone(), name: table.title.clone() });
        } else if delete.clicked() {
            self.change = Some(Change::Delete { path: table.path.clone() });
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
    }

    /// The row of a table that is being renamed or deleted.
    fn change_row(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        table: &SavedTable,
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) {
        ui.painter().rect(area, 0.0, p.sheet, (2.0, p.ink2), StrokeKind::Inside);
        let button = |right: f32, wide: f32| {
            Rect::from_min_size(pos2(area.right() - right, area.center().y - 17.0), vec2(wide, 34.0))
        };
        let room = Rect::from_min_max(area.min + vec2(SIDE, 0.0), pos2(area.right() - 250.0, area.bottom()));
        let away = Button::new("Keep it", "Esc").put(ui, button(124.0, 112.0), "leave as it is", p).clicked();
        let done = match &mut self.change {
            None => None,
            Some(Change::Rename { name, .. }) => {
                let field = Rect::from_center_size(room.center(), vec2(room.width(), 34.0));
                let response = ui
                    .put(field, egui::TextEdit::singleline(name).font(Face::Title.at(16.0)).char_limit(120));
                response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "The table’s name"));
                let enter = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                if !response.has_focus() && !enter {
                    response.request_focus();
                }
                let save = Button::new("Rename it", "").primary();
                let save = save.put(ui, button(240.0, 106.0), "rename it", p).clicked();
                (save || enter).then(|| catalogue.rename(table, name))
            }
            Some(Change::Delete { .. }) => {
                let words = format!("Delete “{}” for good?", table.title);
                let at = pos2(room.left(), area.top() + 25.0);
                paragraph(ui.painter(), at, room.width(), &words, Face::BodyBold.at(15.0), p.danger, TITLE);
                let delete = Button::new("Delete it", "").put(ui, button(240.0, 106.0), "delete it", p);
                delete.clicked().then(|| catalogue.delete(table))
            }
        };
        if let Some(done) = done {
            self.failed = done.err();
            self.change = None;
        } else if away {
            self.change = None;
        }
    }
}
