//! The lobby: a card for each module, and at the right what a table is made of.

mod cards;
mod desk;
mod from_file;
mod luck;
mod menus;
mod newcomer;
mod offer;
mod rules;
mod shown;
mod tables;
mod trouble;

use crate::catalogue::{
    Catalogue, ModuleCard, ModuleState, NewTable, OpenTable, Preview, SavedTable, ScenarioCard, ScenarioState,
};
use crate::draw::letter::{Face, Letters};
use crate::first::{First, Offer};
use crate::keys::{self, Action};
use crate::panel::control::{self, Button, card, inked, paragraph};
use crate::panel::pages::Pages;
use crate::panel::{Ask, Page, bar, cue};
use crate::piece::counter::Counters;
use crate::settings::Settings;
use crate::table::{over, part};
use crate::theme::Palette;
use egui::{Color32, FontId, Key, Pos2, Rect, ScrollArea, Ui, pos2, vec2};
use from_file::FromFile;
use offer::Offered;
use std::collections::HashMap;
use std::path::Path;
use tables::{Tables, Wanted};
use trouble::Answer;
pub use trouble::Trouble;

/// How wide the pane at the right is.
const DESK: f32 = 566.0;

/// A card narrower than this has smaller buttons and no picture.
const NARROW: f32 = 620.0;

/// In one narrower than this they stand one over the other.
const SLENDER: f32 = 500.0;

// The buttons of the card of the last table: where they are; the first alone stands at the edge.
fn continue_buttons(card: Rect, alone: bool) -> [Rect; 2] {
    let at =
        |left: f32, top: f32, size| Rect::from_min_size(pos2(card.right() - left, card.top() + top), size);
    if card.width() < SLENDER {
        let size = vec2(112.0, 30.0);
        return [at(124.0, 6.0, size), at(124.0, 40.0, size)];
    }
    let [left, right] = if card.width() < NARROW { [112.0, 92.0] } else { [150.0, 122.0] };
    let first = if alone { left + 16.0 } else { left + right + 28.0 };
    [at(first, 17.0, vec2(left, 42.0)), at(right + 16.0, 17.0, vec2(right, 42.0))]
}

/// The words on the card of the last table, each wrapped to the room beside the buttons.
struct LastWords {
    lines: Vec<(String, FontId, Color32, f32)>,
    at: Pos2,
    room: f32,
    height: f32,
}

impl LastWords {
    fn of(ui: &Ui, card: Rect, last: &SavedTable, p: &Palette) -> Self {
        let left = if card.width() < NARROW { 20.0 } else { 116.0 };
        let at = card.min + vec2(left, 25.0);
        let room = continue_buttons(card, false)[0].left() - at.x - 10.0;
        let title = if card.width() < SLENDER { 18.0 } else { 20.0 };
        let words = match &last.over {
            Some(how) => format!("This game is over. {how}"),
            None => "Continue where you left off".to_owned(),
        };
        let lines = vec![
            (words, Face::BodyBold.at(13.5), p.ink2, 17.0),
            (last.title.clone(), Face::Title.at(title), p.ink, 23.0),
            (last.note.clone(), Face::Body.at(14.0), p.ink2, 16.0),
        ];
        let tall = |(words, font, _, line): &(String, FontId, Color32, f32)| {
            control::lines(ui.painter(), words, font.clone(), room) as f32 * line
        };
        let height = 18.0 + lines.iter().map(tall).sum::<f32>();
        // What is taller than usual has some air under it.
        Self { lines, at, room, height: if height > 76.0 { height + 6.0 } else { 76.0 } }
    }
}

fn continue_card(ui: &Ui, rect: Rect, words: &LastWords, p: &Palette) {
    card(ui.painter(), rect, p);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(5.0, rect.height())), 0.0, p.wax);
    if rect.width() >= NARROW {
        inked(ui.painter(), |ink| {
            cards::block(ink, rect.min + vec2(54.0, 30.0), -0.1, &p.us, p);
            cards::block(ink, rect.min + vec2(66.0, 56.0), 0.06, &p.cs, p);
        });
    }
    let mut at = words.at;
    for (i, (text, font, colour, line)) in words.lines.iter().enumerate() {
        at.y += if i == 0 { 0.0 } else { line - 18.0 };
        at.y += paragraph(ui.painter(), at, words.room, text, font.clone(), *colour, *line);
    }
}

/// What somebody opened in the lobby.
pub enum Chosen {
    /// A table.
    Table(Box<OpenTable>),
    /// A saved table, and whether what stands of its damaged journal is to be gone on with.
    Saved(SavedTable, bool),
}

/// The lobby's state: what was chosen so far.
#[derive(Default)]
pub struct Lobby {
    chosen: usize,
    /// The id of the scenario that is shown: others come to stand before it while they are looked for.
    scenario: String,
    desk: desk::Desk,
    counters: Counters,
    previews: HashMap<(String, String), Picture>,
    pages: Pages,
    tables: Tables,
    from_file: FromFile,
    shown: shown::Shown,
    /// What went wrong when a table was to be opened.
    pub trouble: Option<Trouble>,
    /// A module that could be added.
    offered: Option<Offered>,
}

// A preview with its surface, drawn once.
pub(crate) struct Picture {
    preview: Preview,
    surface: crate::board::surface::Surface,
    small: crate::board::surface::Surface,
    names: crate::panel::names::Names,
}

impl Lobby {
    /// Paints the lobby into all of the ui, and gives what was opened in it.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        catalogue: &mut dyn Catalogue,
    ) -> Option<Chosen> {
        let p = settings.palette();
        self.pages.keys.hear(ui, &mut settings.keys, None);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, p.sheet2);
        let modules = catalogue.modules();
        let saved = catalogue.saved();
        self.chosen = self.chosen.min(modules.len().saturating_sub(1));
        let mut asks = Vec::new();
        let (mut opened, mut resumed) = (None, None);
        // What lies over the lobby hears the keys first, and what is asked over that before it.
        let asked = self.offered.is_some();
        let covered = asked || self.tables.open || self.from_file.open || self.pages.open.is_some();
        let keys = if covered { ui.input_mut(|i| std::mem::take(&mut i.events)) } else { Vec::new() };

        let top = head(ui, modules.len(), saved.len(), &mut asks, &p);
        let desk_width = DESK.min(whole.width() * 0.5);
        let left = Rect::from_min_max(top.left_bottom(), pos2(whole.right() - desk_width, whole.bottom()));
        let right = Rect::from_min_max(pos2(left.right(), left.top()), whole.max);
        if let Some(table) = self.left(ui, left, &modules, &saved, (settings, catalogue), &p) {
            resumed = Some((table, false));
        }
        ui.painter().rect_filled(right, 0.0, p.sheet);
        ui.painter().vline(right.left(), right.y_range(), (1.2, p.ink2));
        if let Some(module) = modules.get(self.chosen) {
            let mut child = part(ui, right, "desk");
            if let Some(table) = self.right(&mut child, module, catalogue, &p) {
                opened = Some(catalogue.open(&table).map_err(Trouble::from));
            }
        }
        let keys = if asked {
            keys
        } else {
            ui.input_mut(|i| i.events.extend(keys));
            Vec::new()
        };
        if self.tables.open {
            let tables = &mut self.tables;
            match over(ui, whole, "lobby tables", |ui| tables.ui(ui, &saved, &modules, catalogue, &p)) {
                Wanted::Nothing => {}
                Wanted::Table(table) => resumed = Some((table, false)),
                Wanted::File => self.from_file.open = true,
            }
        }
        if self.from_file.open {
            let from_file = &mut self.from_file;
            let path = over(ui, whole, "lobby from file", |ui| from_file.ui(ui, catalogue, &p));
            resumed =
                path.and_then(|path| self.named(&path, catalogue)).map(|table| (table, false)).or(resumed);
        }
        let dropped = ui.input(|i| i.raw.dropped_files.first().map(|f| f.path().to_owned()));
        if let Some(path) = dropped {
            resumed = self.named(&path, catalogue).map(|table| (table, false)).or(resumed);
        }
        self.keys(ui, &mut asks);
        if self.pages.open.is_some() {
            let pages = &mut self.pages;
            over(ui, whole, "lobby page", |ui| pages.ui(ui, settings, &[], None, None, &[], &p, &mut asks));
        }
        for ask in asks {
            match ask {
                Ask::Open(Page::Tables) => self.tables.open = true,
                Ask::Open(page) => self.pages.open = Some(page),
                Ask::ClosePage => self.pages.open = None,
                _ => {}
            }
        }
        ui.input_mut(|i| i.events.extend(keys));
        self.offered
            .take_if(|offered| over(ui, whole, "offered module", |ui| offered.ui(ui, whole, catalogue, &p)));
        resumed = resumed.or(self.show_trouble(ui, whole, &p).map(|table| (table, true)));
        if let Some((table, accepted)) = resumed {
            return Some(Chosen::Saved(table, accepted));
        }
        match opened? {
            Ok(table) => Some(Chosen::Table(Box::new(table))),
            Err(trouble) => {
                self.trouble = Some(trouble);
                None
            }
        }
    }

    /// Does what can be done with a file or a folder; gives the table whose journal it is.
    fn named(&mut self, path: &Path, catalogue: &mut dyn Catalogue) -> Option<SavedTable> {
        // A folder is what somebody has who writes a module, and added without more.
        if path.is_dir() {
            catalogue.add_module(path);
            return None;
        }
        match catalogue.file(path) {
            First::Saved(table) => return Some(table),
            First::Bundle(offer) => self.offer(offer),
            First::Neither { name, why } => self.trouble = Some(Trouble::of_file(&name, why)),
            First::Lobby | First::Table(_) => {}
        }
        None
    }

    /// Asks whether this module is to be added.
    pub fn offer(&mut self, offer: Offer) {
        self.offered = Some(Offered::from(offer));
    }

    /// Puts away what can be drawn again, while a table is played at.
    pub fn rest(&mut self) {
        self.previews.clear();
    }

    /// Whether a picture is still being drawn.
    pub fn is_drawing(&self) -> bool {
        self.previews.values().any(|p| p.surface.is_drawing() || p.small.is_drawing())
    }

    fn keys(&mut self, ui: &Ui, asks: &mut Vec<Ask>) {
        let typing = ui.ctx().text_edit_focused() && keys::is_written(ui, Action::Help);
        if keys::pressed(ui, Action::Help) && !typing {
            asks.push(Ask::Open(Page::Help));
        }
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            asks.push(Ask::ClosePage);
            self.trouble = None;
            self.tables.open = false;
            self.from_file.open = false;
        }
    }

    fn left(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        modules: &[ModuleCard],
        saved: &[SavedTable],
        (settings, catalogue): (&mut Settings, &mut dyn Catalogue),
        p: &Palette,
    ) -> Option<SavedTable> {
        let mut resumed = None;
        let typing = ui.ctx().text_edit_focused();
        let (x, w) = (rect.left() + 24.0, rect.width() - 48.0);
        let mut y = rect.top() + 20.0;
        // What can be played on comes before what is over.
        let at = saved.iter().position(|table| table.over.is_none()).unwrap_or_default();
        if let Some(last) = saved.get(at) {
            let card = Rect::from_min_size(pos2(x, y), vec2(w, 76.0));
            let words = LastWords::of(ui, card, last, p);
            let area = Rect::from_min_size(card.min, vec2(w, words.height));
            continue_card(ui, area, &words, p);
            let [button, beside] = continue_buttons(area, saved.len() == 1);
            let key = !typing && ui.input(|i| i.key_pressed(Key::C));
            let words = if last.over.is_some() { "Look at it" } else { "Continue" };
            if Button::new(words, "C").put(ui, button, "continue", p).clicked() || key {
                resumed = Some(last.clone());
            }
            if saved.len() > 1 {
                let words = if saved.len() == 2 {
                    "1 other".to_owned()
                } else {
                    format!("{} others", saved.len() - 1)
                };
                let key = !typing && ui.input(|i| i.key_pressed(Key::O));
                if Button::new(&words, "O").put(ui, beside, "others", p).clicked() || key {
                    self.tables.open = true;
                }
            }
            y += area.height() + 18.0;
        } else {
            y += self.newcomer(ui, (x, y, w), modules, settings, p);
        }
        Letters::new("Choose a game", Face::Title.at(21.0), p.ink).paint(ui.painter(), pos2(x, y + 18.0));
        let words = "Pictures are drawn from each module’s own board.";
        let words = Letters::new(words, Face::Body.at(14.5), p.ink2);
        // It is left out where it has no room.
        if words.width(ui.painter()) <= w - 152.0 {
            words.paint(ui.painter(), pos2(x + 152.0, y + 17.0));
        }
        y += 34.0;
        let filter = shown::place(ui, x, y, w);
        self.shown.ui(ui, filter, p);
        y = filter.bottom() + 8.0;
        y += self.choose_shown(ui, pos2(x, y), modules, p);
        let area = Rect::from_min_max(pos2(rect.left(), y), rect.max);
        let mut child = part(ui, area, "cards");
        cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet2, p, |ui| {
            self.cards(ui, x, w, modules, catalogue, p);
        });
        resumed
    }

    // Gives the saved table of which what stands is to be gone on with.
    fn show_trouble(&mut self, ui: &mut Ui, whole: Rect, p: &Palette) -> Option<SavedTable> {
        let trouble = self.trouble.take()?;
        match over(ui, whole, "lobby trouble", |ui| trouble.ui(ui, whole, p)) {
            Answer::None => self.trouble = Some(trouble),
            Answer::Close => {}
            Answer::PlayOn => return trouble.stands,
        }
        None
    }
}

/// The bar at the top; gives where it is.
fn head(ui: &mut Ui, modules: usize, saved: usize, asks: &mut Vec<Ask>, p: &Palette) -> Rect {
    let whole = ui.max_rect();
    let top = Rect::from_min_size(whole.min, vec2(whole.width(), bar::HEIGHT));
    let mut child = part(ui, top, "lobby top");
    let count = |n: usize, one: &str, many: &str| {
        if n == 1 { format!("one {one}") } else { format!("{n} {many}") }
    };
    let words =
        format!("{}, {}", count(modules, "module", "modules"), count(saved, "saved table", "saved tables"));
    bar::head(&child, p);
    let menu = bar::menu(
        &mut child,
        &[
            ("Tables", Ask::Open(Page::Tables)),
            ("Settings", Ask::Open(Page::Settings)),
            ("Help", Ask::Open(Page::Help)),
        ],
        p,
        asks,
    );
    bar::title(&child, "Lobby", &[&words], menu, p);
    top
}

impl Lobby {
    fn choose(&mut self, module: usize) {
        if self.chosen != module {
            self.chosen = module;
            self.scenario.clear();
            self.desk = desk::Desk::default();
        }
    }

    // What is chosen is in sight: where the filter hides it, the first that it shows is chosen. Where it shows none that is said; gives
    // how tall that is.
    fn choose_shown(&mut self, ui: &mut Ui, at: Pos2, modules: &[ModuleCard], p: &Palette) -> f32 {
        if modules.get(self.chosen).is_none_or(|module| self.shown.has(module)) {
            return 0.0;
        }
        if let Some(first) = modules.iter().position(|module| self.shown.has(module)) {
            self.choose(first);
            return 0.0;
        }
        let words = "No game is like that.";
        let said = Letters::new(words, Face::BodyItalic.at(15.0), p.ink2);
        let at = at + vec2(0.0, 16.0);
        let width = said.paint(ui.painter(), at);
        let beside = at + vec2(width + 12.0, 0.0);
        if control::link(ui, beside, "Show all games", 15.0, p.focus, "all games").0.clicked() {
            self.shown = shown::Shown::default();
        }
        28.0
    }

    // The picture of a scenario, drawn when it first comes. What isn't set up (yet, or any more) has none.
    fn picture(&mut self, module: &str, scenario: &ScenarioCard, catalogue: &mut dyn Catalogue) -> bool {
        let key = (module.to_owned(), scenario.id.clone());
        if scenario.state == ScenarioState::Waiting {
            self.previews.remove(&key);
        }
        if !self.previews.contains_key(&key)
            && let Some(preview) = catalogue.preview(module, &scenario.id)
        {
            let mut surface = crate::board::surface::Surface::new(preview.chart.clone());
            surface.edged = false;
            let mut small = crate::board::surface::Surface::new(preview.chart.clone());
            small.grid = false;
            small.edged = false;
            let names = crate::panel::names::Names::default();
            self.previews.insert(key.clone(), Picture { preview, surface, small, names });
        }
        self.previews.contains_key(&key)
    }

    fn right(
        &mut self,
        ui: &mut Ui,
        module: &ModuleCard,
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) -> Option<NewTable> {
        let rows = &module.scenarios;
        let at = rows.iter().position(|row| row.id == self.scenario).unwrap_or_default();
        let Some(scenario) = rows.get(at) else {
            desk::bare(ui, module, p);
            return None;
        };
        if self.scenario != scenario.id {
            self.scenario.clone_from(&scenario.id);
            self.desk = desk::Desk::default();
        }
        self.picture(&module.id, scenario, catalogue);
        let key = (module.id.clone(), scenario.id.clone());
        let picture = self.previews.get_mut(&key);
        let mut chosen = at;
        let table = self.desk.ui(ui, module, scenario, &mut chosen, picture, &mut self.counters, p);
        if chosen != at {
            self.scenario.clone_from(&rows[chosen].id);
            self.desk = desk::Desk::default();
        }
        table.filter(|_| module.state == ModuleState::Ready)
    }
}
