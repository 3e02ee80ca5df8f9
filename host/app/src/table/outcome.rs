//! What came of dice stays in sight: on a card over the board, while the log isn't.

use super::TableScreen;
use crate::panel::Ask;
use crate::panel::dodge::{Corner, Crowd, From};
use crate::panel::field::Field;
use crate::panel::log::has_dice;
use crate::session::Session;
use crate::theme::Palette;
use egui::{Rect, Ui, Vec2, vec2};
use muster_contract::Target;
use muster_table::messages::{LogItem, LogKind};

/// A log that is this tall shows what happened last.
const TALL: f32 = 110.0;
/// The card keeps clear of the handles of the panels, and of the strip under the board.
const EDGE: Vec2 = vec2(44.0, 14.0);
const STRIP: f32 = 40.0;

/// What came of dice last.
#[derive(Default)]
pub(super) struct Rolled {
    // The record, until something else is chosen or it is put away.
    record: Option<u64>,
    // Where the card lies.
    corner: Corner,
    /// How tall the log is.
    pub(super) log: f32,
}

impl TableScreen {
    /// Takes in what is new: dice are looked at until a seat at this screen goes on, or takes something back.
    pub(super) fn take_in_dice(&mut self, news: &[LogItem]) {
        let rolled = news.iter().rev().find(|item| has_dice(item)).map(|item| item.record);
        let mine = |item: &LogItem| item.seat.is_some_and(|seat| self.session.eyes.contains(&seat));
        let goes_on = news.iter().any(|item| item.kind != LogKind::Choice || mine(item));
        if rolled.is_some() || goes_on {
            self.rolled.record = rolled;
        }
    }

    // What is shown of it, if anything is: not what is seen elsewhere, nor what is about to be shown event by event.
    fn outcome_to_show(&self) -> Option<LogItem> {
        let elsewhere = self.rolled.log >= TALL || self.carrying.is_some() || self.to_carry.is_some();
        if elsewhere || self.session.moment.is_some() || self.session.outcome().is_some() {
            return None;
        }
        let item = self.rolled.record.and_then(|record| self.session.log.get(&record));
        item.filter(|item| !item.undone).cloned()
    }

    /// Whether the card is out.
    pub(super) fn shows_outcome(&self) -> bool {
        self.outcome_to_show().is_some()
    }

    /// Puts it away.
    pub(super) fn put_outcome_away(&mut self) {
        self.rolled.record = None;
    }

    /// Paints it where it covers the least of what can be chosen.
    pub(super) fn outcome(&mut self, ui: &mut Ui, board: Rect, p: &Palette, asks: &mut Vec<Ask>) {
        let Some(item) = self.outcome_to_show() else { return };
        let room = Rect::from_min_max(board.min + EDGE, board.max - EDGE - vec2(0.0, STRIP));
        let (fields, session, description) = (&self.fields, &self.session, &self.description);
        let under = |rect: Rect| covered(fields, session, rect, &[]);
        let corner = &mut self.rolled.corner;
        let mut lies = None;
        let place = |size: Vec2| *lies.insert(corner.place(From::Bottom, room, size, under));
        let put_away = self.log.outcome(ui, board, place, &item, session, description, p, asks);
        self.lies_over_board(lies);
        if put_away {
            self.put_outcome_away();
        }
    }
}

impl TableScreen {
    /// Something lies over the main board there: what lies on that keeps clear of it.
    pub(super) fn lies_over_board(&mut self, rect: Option<Rect>) {
        if let Some(main) = self.fields.first_mut() {
            main.cards_over.extend(rect);
        }
    }
}

/// What a card covers weighs so much if the question, or the card itself, is about it.
const ABOUT: usize = 20;

/// How much of what is asked lies under a rectangle of the window, and how many units.
pub(super) fn covered(fields: &[Field], session: &Session, rect: Rect, about: &[Target]) -> Crowd {
    let focus = session.decision().and_then(|decision| decision.focus.as_ref());
    let under = |field: &Field| {
        let about = focus.into_iter().chain(about).filter(|target| field.lies_under(rect, target));
        let map = usize::from(field.covers_small_map(rect));
        field.choices_under(rect, session) + ABOUT * about.count() + map
    };
    let units = fields.iter().map(|field| field.units_under(rect)).sum();
    [fields.iter().map(under).sum(), units]
}
