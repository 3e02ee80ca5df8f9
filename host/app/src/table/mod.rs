//! The table's screen: the panels around the board, and the keys.

mod asking;
mod board;
mod carrying;
mod columns;
mod curtain;
mod doing;
mod hearing;
mod keeping;
mod keepsakes;
mod keys;
mod looks;
mod marks;
mod next;
mod notes;
mod outcome;
mod right;
mod sheet;

use crate::catalogue::{Catalogue, OpenTable, ScoreSheet};
use crate::panel::carrying::Carrying;
use crate::panel::decision::DecisionBar;
use crate::panel::field::Field;
use crate::panel::log::Log;
use crate::panel::pages::Pages;
use crate::panel::replay::Replay;
use crate::panel::sequence::Sequence;
use crate::panel::workbench::WorkbenchPanel;
use crate::panel::{Ask, Page, bar, decision, pages, workbench};
use crate::piece::counter::Counters;
use crate::session::{ASKS_AFTER, Session};
use crate::settings::Settings;
use crate::theme::Palette;
use curtain::Between;
use egui::{Rect, Ui, UiBuilder, pos2, vec2};
use hearing::Notice;
use muster_contract::{Board, Description, Seat, Target};
use sheet::Opened;
use std::collections::HashMap;
use std::time::Duration;

/// A table in the window.
pub struct TableScreen {
    session: Session,
    description: Description,
    boards: Vec<Board>,
    fields: Vec<Field>,
    title: String,
    subtitle: String,
    rules: Vec<muster_contract::Section>,
    notes: Vec<crate::catalogue::GuideNote>,
    sequence: Sequence,
    log: Log,
    replay: Replay,
    marks: marks::Marks,
    bar: DecisionBar,
    pages: Pages,
    counters: Counters,
    traced: Option<u64>,
    show_trace: bool,
    // The seat that the curtain was last lifted for, and the frame in which it fell.
    behind: Option<Seat>,
    hung: Option<f64>,
    result_seen: bool,
    read_notes: notes::Notes,
    notice: Option<Notice>,
    // What is for a seat that hasn't sat here since it came.
    unread: HashMap<Seat, String>,
    pace: Option<u64>,
    // Whether the board has been seen with its terrain.
    drawn: bool,
    turn_start: bool,
    // Whether the right column is out, and the left one.
    drawer: bool,
    unfolded: bool,
    beside: columns::Beside,
    sheet: Opened,
    next: Option<next::Next>,
    // What was clicked last, as the overlays know it.
    overlays_of: Option<Target>,
    // What the last question was about that was looked at.
    asked_about: Option<Target>,
    // Whether a list was open when this frame began: Escape only shuts it.
    list_open: bool,
    // Where something was chosen last.
    chosen_at: Option<String>,
    // Whether the keyboard was used after the pointer: what it is on is what is looked at.
    keys_lead: bool,
    // The chances that were shown last.
    chances: right::Chances,
    inspected: right::Inspected,
    // What came of dice last.
    rolled: outcome::Rolled,
    workbench: WorkbenchPanel,
    // A step that is shown event by event, and one that will be when the position before it has come.
    carrying: Option<Carrying>,
    to_carry: Option<u64>,
    // How those who don't sit here now looked at the table.
    looks: HashMap<Seat, looks::Looks>,
    // The last such step that a seat behind the curtain hasn't seen.
    unwatched: HashMap<Seat, u64>,
    keepsakes: keepsakes::Keepsakes,
    // Whether a person has chosen to go on though the scenario's files have changed.
    revised_seen: bool,
    // Where the best scores come from, and what has come.
    scores: Option<std::sync::mpsc::Receiver<ScoreSheet>>,
    best: Option<ScoreSheet>,
    // When the table first stood on the screen.
    since: Option<f64>,
    heard: hearing::Heard,
}

/// What the screen wants of the window.
pub enum Leave {
    /// Nothing.
    Stay,
    /// Back to the lobby.
    ToLobby,
    /// Close the window.
    Close,
    /// Close the table and open the one of this journal, with some words about it.
    For(std::path::PathBuf, Option<String>),
}

impl TableScreen {
    /// A screen of an open table.
    pub fn new(table: OpenTable) -> Self {
        let OpenTable {
            line,
            description,
            boards,
            title,
            subtitle,
            eyes,
            rules,
            notes,
            tools,
            keeper,
            scores,
            begun,
        } = table;
        let fields = boards.iter().enumerate().map(|(i, (_, chart))| match i {
            0 => Field::new(chart.clone()),
            _ => Field::on_sheet(chart.clone()),
        });
        let fields = fields.collect();
        let first = eyes.first().copied();
        Self {
            session: Session::new(line, eyes),
            description,
            boards: boards.into_iter().map(|(b, _)| b).collect(),
            fields,
            title,
            subtitle,
            rules,
            notes,
            sequence: Sequence::default(),
            log: Log::default(),
            replay: Replay::default(),
            marks: marks::Marks::default(),
            bar: DecisionBar::default(),
            pages: Pages::default(),
            counters: Counters::default(),
            traced: None,
            show_trace: true,
            behind: if begun { None } else { first },
            hung: None,
            result_seen: false,
            read_notes: notes::Notes::of(begun),
            notice: None,
            unread: HashMap::new(),
            pace: None,
            drawn: false,
            turn_start: false,
            drawer: false,
            unfolded: false,
            beside: columns::Beside::default(),
            sheet: Opened::default(),
            next: None,
            list_open: false,
            chosen_at: None,
            asked_about: None,
            overlays_of: None,
            keys_lead: false,
            chances: right::Chances::default(),
            inspected: right::Inspected::default(),
            rolled: outcome::Rolled::default(),
            workbench: WorkbenchPanel::new(tools),
            keepsakes: keepsakes::Keepsakes::new(keeper),
            revised_seen: false,
            scores,
            best: None,
            carrying: None,
            to_carry: None,
            unwatched: HashMap::new(),
            looks: HashMap::new(),
            since: None,
            heard: hearing::Heard::default(),
        }
    }

    /// Closes the table, and gives what a person goes on with when it is opened again.
    pub fn shut(self) -> workbench::Page {
        self.workbench.page()
    }

    /// Goes on where a person was at the table before this one.
    pub fn go_on(&mut self, page: workbench::Page, words: Option<String>, now: f64) {
        self.workbench.turn_to(page);
        self.session.set_at_work(self.workbench.open);
        if let Some(words) = words {
            self.notify(None, words, now);
        }
    }

    /// What the table has told the window.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether a board is still being drawn, but for those behind the curtain, or a reply is to come.
    pub fn is_drawing(&self) -> bool {
        self.session.is_waiting() || self.hung.is_none() && self.fields.iter().any(Field::is_drawing)
    }

    /// Paints the screen into all of the ui.
    pub fn ui(&mut self, ui: &mut Ui, settings: &mut Settings, catalogue: &mut dyn Catalogue) -> Leave {
        let p = settings.palette();
        let now = ui.input(|i| i.time);
        let mut leave = self.hear(now, settings.carrying);
        self.hear_keepsakes(&p, now);
        let again = match self.session.is_waiting() || self.makes_keepsakes() {
            true => Some(0.03),
            false => self.session.others_decide().then_some(ASKS_AFTER),
        };
        if let Some(seconds) = again {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(seconds));
        }
        self.keep_pace(settings.pace);
        self.pages.keys.hear(ui, &mut settings.keys, Some(&self.description));
        self.marks.take_in(&self.session, catalogue);
        self.turn_to_keys(ui);
        self.list_open = self.bar.listed || self.fields.iter().any(Field::lists);
        for field in &mut self.fields {
            field.set_grid(settings.grid);
            field.set_small_map(settings.small_map);
            field.keys_lead = self.keys_lead;
        }
        let mut asks = Vec::new();
        let whole = ui.max_rect();
        match self.between(ui.ctx(), now) {
            Between::Curtain(seat) => self.curtain(ui, whole, seat, &p, &mut asks),
            Between::Unknown => self.unknown(ui, whole, &p, now, &mut asks),
            Between::Nothing => {
                self.begin_carrying();
                self.space(ui, &mut asks);
                self.take_advice(ui, &mut asks);
                self.panels(ui, whole, settings, &p, &mut asks);
                self.keys(ui, settings, &mut asks);
                self.page(ui, whole, settings, &p, &mut asks);
            }
        }
        self.forget_early_clicks(ui, &mut asks);
        for ask in asks {
            if self.waits_for_answer(&ask) {
                continue;
            }
            if ask == Ask::SmallMap {
                settings.small_map = !settings.small_map;
            }
            let of_columns = matches!(ask, Ask::Drawer | Ask::Unfold);
            if let Some(wanted) = self.carry_out(ask, catalogue, now) {
                leave = wanted;
            }
            if of_columns {
                self.keep_columns(&mut settings.columns);
            }
        }
        leave
    }

    fn page(&mut self, ui: &mut Ui, whole: Rect, settings: &mut Settings, p: &Palette, asks: &mut Vec<Ask>) {
        if self.pages.open.is_none() {
            return;
        }
        let spaces = self.boards.iter().flat_map(|board| &board.spaces);
        let places: Vec<_> = spaces.map(|space| (space.id.clone(), pages::called(space))).collect();
        self.pages.over = self.session.outcome().is_some();
        self.pages.keepsakes = self.keepsakes.are_made();
        if self.pages.open == Some(Page::Reports) {
            self.session.want_reports();
        }
        let (pages, session) = (&mut self.pages, &self.session);
        let (rules, description) = (&self.rules, &self.description);
        over(ui, whole, "page", |ui| {
            pages.ui(ui, settings, rules, Some(session), Some(description), &places, p, asks)
        });
    }

    fn humans(&self) -> usize {
        self.session.eyes.len()
    }

    fn panels(
        &mut self,
        ui: &mut Ui,
        whole: Rect,
        settings: &mut Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let top = Rect::from_min_size(whole.min, vec2(whole.width(), bar::HEIGHT));
        let foot = Rect::from_min_max(pos2(whole.left(), whole.bottom() - decision::HEIGHT), whole.max);
        let middle = Rect::from_min_max(top.left_bottom(), foot.right_top());
        let at = self.columns(middle, settings);
        let board = at.board;
        self.board(ui, board, settings, p, asks);
        self.follow_overlays();
        self.follow_question();
        let mut child = part(ui, top, "top");
        let heading = bar::Heading {
            title: &self.title,
            subtitle: &self.subtitle,
            has_tools: self.workbench.has_tools(),
        };
        bar::table(&mut child, heading, &self.session, &self.description, p, asks);
        self.beside_board(ui, &at, settings, p, asks);
        self.bar.list_end = board.right() - 8.0;
        let mut child = part(ui, foot, "decision");
        self.bar.ui(&mut child, &self.session, &self.description, p, asks);
    }
}

/// A child ui that fills a rectangle and paints nowhere else.
pub fn part(ui: &mut Ui, rect: Rect, name: &str) -> Ui {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(name));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child
}

/// Paints over everything else; what lies under it can't be pointed at.
pub fn over<R>(ui: &Ui, rect: Rect, name: &str, paint: impl FnOnce(&mut Ui) -> R) -> R {
    let area = egui::Area::new(egui::Id::unique(name)).order(egui::Order::Foreground).fixed_pos(rect.min);
    let shown = area.constrain(false).fade_in(false).show(ui.ctx(), |ui| {
        ui.set_clip_rect(rect);
        ui.allocate_rect(rect, egui::Sense::hover());
        paint(&mut ui.new_child(UiBuilder::new().max_rect(rect)))
    });
    shown.inner
}
