//! The right panel: the inspector, the odds, the log, the replay.

use super::{TableScreen, part};
use crate::board::chart::{Cell, Chart};
use crate::panel::field::Field;
use crate::panel::inspector::{self, Shown};
use crate::panel::{Ask, odds, replay};
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};
use muster_contract::{Choice, ChoiceRole, EventKind, Target};
use muster_table::messages::LogItem;

/// The chances of so many buttons are asked for while none is pointed at: each call may be long.
const ASKED: usize = 4;
/// So much room the odds leave to the log.
const LOG: f32 = 110.0;
/// So much room the log has while something is sought in it.
const SEARCHED: f32 = 170.0;
/// How tall the inspector is at least, and where the odds need its room.
const INSPECTOR: f32 = 190.0;
const FOLDED: f32 = 150.0;
/// In a panel less tall than this there is room for either the inspector or the odds beside the replay.
const LOW: f32 = 460.0;

/// The chances that were shown last.
#[derive(Default)]
pub(super) struct Chances {
    // The choice that they are of.
    of: Option<String>,
    // How often the question had been asked anew when they were looked at.
    asked: u64,
    // How tall they are.
    tall: odds::Tall,
    // The choice for whose chances the drawer was opened.
    opened_for: Option<String>,
}

impl Chances {
    /// The choice whose chances are shown.
    pub(super) fn looked_at(&self) -> Option<&str> {
        self.of.as_deref()
    }
}

/// What the inspector shows.
#[derive(Default)]
pub(super) struct Inspected {
    // What was pointed at on a board.
    of: Option<Target>,
    // How tall what is told of it was.
    tall: f32,
}

impl TableScreen {
    pub(super) fn right(&mut self, ui: &mut Ui, rect: Rect, p: &Palette, asks: &mut Vec<Ask>) {
        let charts: Vec<_> = self.fields.iter().map(Field::chart).collect();
        // What is pointed at on the board that lies on top comes first.
        let read = !self.keys_lead && ui.rect_contains_pointer(rect);
        let pointed = self.fields.iter().rev().find_map(|f| f.hovered.clone());
        // While the pointer is in the panel, what it came from is read.
        if !read {
            self.inspected.of = pointed;
        }
        let hovered = self.inspected.of.clone();
        let looked = self.fields.iter().rev().find_map(|f| f.looked_at.clone());
        let focus = self.session.decision().and_then(|d| d.focus.clone());
        let on_keys = self.fields.iter().find_map(|f| f.focused.clone());
        let of = self.with_odds(hovered.as_ref().or(on_keys.as_ref()), focus.as_ref(), read);
        let Some(view) = self.session.shown() else { return };
        let unit = |t: &Option<Target>| match t {
            Some(Target::Unit(id)) => view.units.iter().find(|u| u.id == *id),
            _ => None,
        };
        let shown = if let Some(u) = unit(&hovered) {
            Shown::Unit(u, "Unit")
        } else if let Some(u) = unit(&on_keys) {
            Shown::Unit(u, "Unit")
        } else if let Some(u) = unit(&focus) {
            Shown::Unit(u, "Chosen unit")
        } else if let Some(city) = hovered.as_ref().and_then(|t| charts.iter().find_map(|c| city(c, t))) {
            Shown::Space(city)
        } else if let Some(u) = unit(&looked).filter(|_| !matches!(focus, Some(Target::Edge(_)))) {
            Shown::Unit(u, "Unit")
        } else {
            let found = |t: &Target| charts.iter().find_map(|chart| place(chart, t));
            let shown = [&hovered, &focus, &looked].into_iter().flatten().find_map(found);
            shown.unwrap_or(Shown::Nothing)
        };
        let hexes = charts.first().is_some_and(|chart| chart.hex.is_some());
        let odds = of.and_then(|id| self.session.odds(&id).map(|tables| (id, tables)));
        let odds = odds.filter(|(_, tables)| !tables.is_empty());
        let low = rect.height() < LOW;
        let odds = odds.filter(|_| !(low && self.log.is_searched()));
        let whole = odds.as_ref().map(|_| self.chances.tall.whole());
        let mut most = inspector_at_most(rect.height(), whole, self.dice_lately());
        // Who looks for something in the log sees it.
        if self.log.is_searched() {
            most = most.min((rect.height() - replay::HEIGHT - SEARCHED).max(0.0));
        }
        let room = Rect::from_min_size(rect.min, vec2(rect.width(), most));
        let height = inspector::scrolled(
            ui,
            room,
            &mut self.inspected.tall,
            &shown,
            view,
            &self.description,
            &mut self.counters,
            hexes,
            p,
        );
        // The inspector keeps its room, so that what is under it doesn't jump.
        let mut y = rect.top() + height.max(if low { 0.0 } else { INSPECTOR }).min(most);
        if let Some((id, tables)) = odds {
            let label = self.session.details(&id).map_or("", |details| details.label.as_str());
            // What has no room is scrolled to: some of the log stays in sight.
            let room = rect.bottom() - replay::HEIGHT - y;
            let tall = self.chances.tall.within(if low { room } else { (room - LOG).max(room * 0.5) });
            let part = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), tall));
            self.chances.tall = odds::ui(ui, part, &self.chances.tall, label, tables, p);
            y += tall;
        }
        let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - replay::HEIGHT), rect.max);
        let log = Rect::from_min_max(pos2(rect.left(), y), foot.right_top());
        if log.height() > 60.0 {
            self.rolled.log = log.height();
            let mut child = part(ui, log, "log");
            let marks = self.marks.all();
            self.log.ui(&mut child, &self.session, &self.description, self.traced, marks, p, asks);
        }
        let mut child = part(ui, foot, "replay");
        self.replay.ui(&mut child, &self.session, self.marks.all(), p, asks);
    }

    // The choice whose chances are shown: what is pointed at on a board, in a list or in the bar, or else what was so last, while it
    // can be chosen, or the plain one of the buttons. Until its chances have come those that were shown stay, and so they do while
    // the pointer is in the panel, where they are read.
    fn with_odds(&mut self, hovered: Option<&Target>, focus: Option<&Target>, read: bool) -> Option<String> {
        if self.session.moment.is_some() {
            return None;
        }
        let still = |id: &String| self.session.choices().any(|choice| choice.id == *id);
        if read && self.chances.of.as_ref().is_some_and(still) {
            return self.chances.of.clone();
        }
        let listed = self.fields.iter().find_map(Field::listed).or(self.bar.pointed.as_deref());
        let on_board =
            || hovered.or(focus).and_then(|t| self.session.pointing_at(t).next()).map(|c| c.id.clone());
        let some = |id: &String| self.session.odds(id).is_none_or(|tables| !tables.is_empty());
        let pointed = listed.map(str::to_owned).filter(some).or_else(|| on_board().filter(some));
        // A question that is asked anew isn't about what was pointed at before.
        let same = self.chances.asked == self.session.asked_anew;
        let before = || self.chances.of.clone().filter(|_| same).filter(still).filter(some);
        if let Some(id) = pointed.or_else(before).or_else(|| self.plain_choice()) {
            self.session.want_odds(&id);
            if self.session.odds(&id).is_some() {
                self.chances.of = Some(id);
                self.chances.asked = self.session.asked_anew;
            }
        } else {
            self.chances.of = None;
        }
        self.chances.of.clone()
    }

    // Whether dice were rolled in the last thing that happened.
    fn dice_lately(&self) -> bool {
        let told = |item: &&LogItem| item.events.iter().any(|event| !event.text.is_empty());
        let last = self.session.log.values().rev().filter(|item| !item.undone).find(told);
        last.is_some_and(|item| item.events.iter().any(|event| matches!(event.kind, EventKind::Rolled(_))))
    }

    /// Chances that are asked about don't stay out of sight: the drawer opens for them, once for a question. Who shuts it has seen them.
    pub(super) fn open_for_odds(&mut self) {
        let present = self.session.moment.is_none();
        let Some(id) = self.plain_choice().filter(|_| present) else { return self.chances.opened_for = None };
        self.session.want_odds(&id);
        let some = self.session.odds(&id).is_some_and(|tables| !tables.is_empty());
        if some && self.chances.opened_for.as_ref() != Some(&id) {
            (self.drawer, self.unfolded) = (true, false);
            self.chances.opened_for = Some(id);
        }
    }

    // Of the buttons the first that has chances, those that cost nothing before those that do ("attack" before "attack with a card"),
    // and last the one that ends it ("no reaction").
    fn plain_choice(&self) -> Option<String> {
        let session = &self.session;
        let able = |role| matches!(role, ChoiceRole::Act | ChoiceRole::Finish);
        let button = |c: &&Choice| matches!(c.target, Target::Button(_)) && able(c.role);
        let mut buttons: Vec<&Choice> = session.asked().filter(button).collect();
        let costs = |choice: &Choice| session.details(&choice.id).is_none_or(|d| !d.cost.is_empty());
        buttons.sort_by_key(|choice| (choice.role == ChoiceRole::Finish, costs(choice)));
        let without = |choice: &&&Choice| session.odds(&choice.id).is_some_and(<[_]>::is_empty);
        let first = buttons.iter().take(ASKED).find(|choice| !without(choice));
        first.map(|choice| choice.id.clone())
    }
}

// How tall the inspector is at most in a panel, beside odds that are so tall, if there are any. Where there is little room, the numbers
// come before the list of who is there, and in a low panel odds are told whole: the log has what is left.
fn inspector_at_most(panel: f32, odds: Option<f32>, dice: bool) -> f32 {
    let free = panel - replay::HEIGHT;
    match odds {
        // What came of dice is read in the log.
        None if panel < LOW => (free - if dice { FOLDED } else { LOG }).max(0.0),
        None => panel * 0.5,
        Some(odds) if panel < LOW => Some(free - odds).filter(|left| *left >= FOLDED).unwrap_or(0.0),
        Some(odds) => (free - LOG - odds).clamp(FOLDED, panel * 0.5),
    }
}

// A city that is pointed at: what it is comes before what was looked at earlier.
fn city<'a>(chart: &'a Chart, target: &Target) -> Option<&'a Cell> {
    let Target::Space(id) = target else { return None };
    chart.cell(id).filter(|cell| cell.worth.is_some())
}

// A place of the board for the inspector: a space, or a boundary between areas.
fn place<'a>(chart: &'a Chart, target: &Target) -> Option<Shown<'a>> {
    match target {
        Target::Space(id) => chart.cell(id).map(Shown::Space),
        Target::Edge(id) => {
            let side = chart.side(id)?;
            let cells = side.cells.map(|cell| &chart.cells[cell]);
            side.bar.as_ref().map(|bar| Shown::Boundary(side, bar, cells))
        }
        _ => None,
    }
}
