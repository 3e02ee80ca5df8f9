//! Opening a file that a person names: a table's journal, a module's bundle, or a module's own folder.

use crate::catalogue::Catalogue;
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{Button, paragraph};
use crate::panel::pages;
use crate::theme::Palette;
use egui::{Id, Key, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// How many names are offered, and how far apart they stand.
const OFFERED: usize = 8;
const ROW: f32 = 28.0;
/// Files are offered that end so.
const ENDINGS: [&str; 2] = ["muster", "jsonl"];

/// The page on which a file is named.
#[derive(Default)]
pub(super) struct FromFile {
    pub open: bool,
    typed: String,
    /// What stands in the folder that was typed last.
    listed: Option<(PathBuf, Vec<String>)>,
}

/// The folder that is typed so far, and the beginning of a name in it.
fn split(typed: &str) -> (PathBuf, &str) {
    let at = typed.rfind(['/', MAIN_SEPARATOR]).map_or(0, |at| at + 1);
    let (folder, name) = typed.split_at(at);
    (in_home(folder), name)
}

/// A path as it is meant: "~" is the home folder.
fn in_home(typed: &str) -> PathBuf {
    match (typed.strip_prefix('~'), std::env::home_dir()) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
            home.join(rest.trim_start_matches('/'))
        }
        _ => PathBuf::from(typed),
    }
}

/// What may be meant in a folder, folders with a stroke at their end; hidden ones are left out.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
            let path = entry.path();
            let wanted = || path.extension().is_some_and(|ending| ENDINGS.iter().any(|one| *one == ending));
            if path.is_dir() { Some(format!("{name}{MAIN_SEPARATOR}")) } else { wanted().then_some(name) }
        })
        .collect();
    names.sort();
    names
}

impl FromFile {
    /// The names that what is typed can become, each as it would stand in the field.
    fn offered(&mut self) -> Vec<(String, String)> {
        let (folder, begun) = split(&self.typed);
        if !folder.is_absolute() {
            return Vec::new();
        }
        if self.listed.as_ref().is_none_or(|(listed, _)| *listed != folder) {
            self.listed = Some((folder.clone(), names_in(&folder)));
        }
        let names = self.listed.iter().flat_map(|(_, names)| names);
        let before = &self.typed[..self.typed.len() - begun.len()];
        let begun = begun.to_lowercase();
        names
            .filter(|name| name.to_lowercase().starts_with(&begun))
            .take(OFFERED)
            .map(|name| (name.clone(), format!("{before}{name}")))
            .collect()
    }

    /// Paints the page over all of the ui; gives what is to be opened.
    pub(super) fn ui(&mut self, ui: &mut Ui, catalogue: &mut dyn Catalogue, p: &Palette) -> Option<PathBuf> {
        let mut asks = Vec::new();
        let height = 250.0 + OFFERED as f32 * ROW;
        let inner = pages::sheet(ui, vec2(760.0, height), "Open a file", p, &mut asks);
        let words = "A table’s journal (.jsonl) is gone on with; a module’s bundle (.muster), or the folder of one, is added.";
        let (ink, font) = (p.ink2, Face::Body.at(15.0));
        let told =
            paragraph(ui.painter(), inner.min + vec2(0.0, 14.0), inner.width(), words, font, ink, 19.0);
        let top = inner.top() + told + 10.0;
        let browse = Rect::from_min_size(pos2(inner.right() - 130.0, top), vec2(130.0, 34.0));
        let open = browse.translate(vec2(-118.0, 0.0)).with_max_x(browse.left() - 10.0);
        let field = Rect::from_min_max(pos2(inner.left(), top), pos2(open.left() - 10.0, top + 34.0));
        let mut chosen = self.field(ui, field);
        if Button::new("Open", "").primary().put(ui, open, "open the file", p).clicked() {
            chosen = true;
        }
        if Button::new("Browse …", "").put(ui, browse, "browse for a file", p).clicked() {
            catalogue.ask_for_file();
        }
        let rows = Rect::from_min_max(pos2(inner.left(), field.bottom() + 8.0), inner.max);
        self.names(ui, rows, p);
        let path = in_home(self.typed.trim());
        let path = catalogue.file_asked_for().or((chosen && !path.as_os_str().is_empty()).then_some(path));
        if !asks.is_empty() || path.is_some() {
            self.open = false;
            self.listed = None;
        }
        path
    }

    /// The field in which the path is typed; gives whether it is to be opened.
    fn field(&mut self, ui: &mut Ui, field: Rect) -> bool {
        let id = Id::unique("path of a file");
        // Tab takes the first of the names, and the keyboard stays here.
        let tab = ui.memory(|m| m.has_focus(id))
            && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Tab));
        if tab && let Some((_, whole)) = self.offered().into_iter().next() {
            self.typed = whole;
            to_end(ui, id, &self.typed);
        }
        let edit = egui::TextEdit::singleline(&mut self.typed)
            .id(id)
            .lock_focus(true)
            .hint_text("Where it is; Tab completes")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(16.0));
        let response = ui.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Path of a file"));
        let enter = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !enter && ui.memory(|m| m.focused().is_none()) {
            response.request_focus();
        }
        enter
    }

    fn names(&mut self, ui: &mut Ui, rows: Rect, p: &Palette) {
        for (i, (name, whole)) in self.offered().into_iter().enumerate() {
            let at = rows.min + vec2(0.0, i as f32 * ROW);
            let row = Rect::from_min_size(at, vec2(rows.width(), ROW - 2.0));
            if row.bottom() > rows.bottom() {
                return;
            }
            let response = ui.interact(row, Id::unique(("name of a file", i)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(row, 0.0, p.sheet3);
            }
            Letters::new(&name, Face::BodyMedium.at(15.0), p.ink)
                .within(row.width() - 20.0)
                .paint(ui.painter(), row.min + vec2(10.0, 19.0));
            if response.clicked() {
                self.typed = whole;
                let id = Id::unique("path of a file");
                ui.memory_mut(|m| m.request_focus(id));
                to_end(ui, id, &self.typed);
            }
        }
    }
}

/// Brings the cursor to the end of a field.
fn to_end(ui: &Ui, id: Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(text.chars().count()))));
    egui::TextEdit::store_state(ui.ctx(), id, state);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_completed_by_folders_journals_and_bundles() {
        let folder = std::env::temp_dir().join(format!("muster-from-file-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("modules")).unwrap();
        for name in ["mine.jsonl", "raid.muster", "mine.txt", ".hidden.jsonl"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let offered = |begun: &str| -> Vec<String> {
            let typed = folder.join(begun).to_string_lossy().into_owned();
            FromFile { typed, ..FromFile::default() }.offered().into_iter().map(|(name, _)| name).collect()
        };
        let modules = format!("modules{MAIN_SEPARATOR}");
        assert_eq!(offered(""), ["mine.jsonl", modules.as_str(), "raid.muster"]);
        assert_eq!(offered("M"), ["mine.jsonl", modules.as_str()]);
        assert!(offered("x").is_empty());
        let mut field = FromFile { typed: "mine".into(), ..FromFile::default() };
        assert!(field.offered().is_empty(), "nobody knows in which folder the window is");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
