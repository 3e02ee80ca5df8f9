//! Whose eyes look, and whether the seats at this screen see the same.

use super::{Session, Wanted};
use muster_contract::{Seat, View};
use muster_table::messages::{LogItem, Reply, Request, UndoOffer};

/// What the seats at this screen see, each asked for after the table's last change, until it is known whether it differs.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    views: Vec<View>,
    logs: Vec<Vec<LogItem>>,
    /// Whether every seat sees what the others see, once that is known.
    same: Option<bool>,
}

impl Comparison {
    /// Takes in what one of so many seats sees.
    fn add(&mut self, reply: Reply, seats: usize) {
        match reply {
            Reply::View { view, .. } => self.views.push(view),
            Reply::Log { mut items } => {
                // The ids of one's own choices aren't shown, and whose choice an item is stands beside them.
                items.iter_mut().for_each(|item| item.choices.clear());
                self.logs.push(items);
            }
            // What isn't known may differ.
            _ => self.same = Some(false),
        }
        if self.same.is_none() && self.views.len() == seats && self.logs.len() == seats {
            let (views, logs) = (std::mem::take(&mut self.views), std::mem::take(&mut self.logs));
            self.same = Some(alike(&views) && alike(&logs));
        }
    }
}

fn alike<T: PartialEq>(all: &[T]) -> bool {
    all.windows(2).all(|two| two[0] == two[1])
}

impl Wanted {
    /// Whether the reply is for the eyes that looked when it was asked for, and for no others.
    fn is_for_eyes(&self) -> bool {
        !matches!(self, Self::Standing | Self::Workbench | Self::Opened | Self::Saved)
    }
}

impl Session {
    /// Whether the game goes on and waits for no seat at this screen.
    pub fn others_decide(&self) -> bool {
        let ended = self.standing.is_none() || self.outcome().is_some();
        !(ended || self.closed || self.pause.is_some() || self.waited_for().is_some())
    }

    /// The side that a seat plays now.
    pub fn side_of(&self, seat: Seat) -> Option<&str> {
        let seats = &self.standing.as_ref()?.seats;
        seats.iter().find(|standing| standing.seat == seat).map(|standing| standing.side.as_str())
    }

    /// The seat of these eyes that the game waits for.
    pub fn waited_for(&self) -> Option<Seat> {
        let standing = self.standing.as_ref()?;
        let mine = |s: &&muster_table::messages::SeatStanding| s.waited_for && self.eyes.contains(&s.seat);
        let seats: Vec<Seat> = standing.seats.iter().filter(mine).map(|s| s.seat).collect();
        seats.iter().find(|s| Some(**s) == self.seat).or(seats.first()).copied()
    }

    /// Lets another seat look; its log and view are its own. Whatever was asked for and shown for the eyes before is gone.
    pub fn look_from(&mut self, seat: Option<Seat>) {
        if self.seat == seat {
            return;
        }
        self.seat = seat;
        self.waiting.retain(|_, wanted| !wanted.is_for_eyes());
        self.acting = false;
        self.log.clear();
        self.since.clear();
        // What is switched on stays so, and is asked for anew.
        self.forget_overlays();
        self.view = None;
        (self.moment, self.told) = (None, None);
        self.take_decisions(Vec::new());
        self.undo = UndoOffer::default();
        self.sight += 1;
        self.refresh();
    }

    /// Whether all seats at this screen see the same, now that it stands as it does; none until the table has answered, for each of
    /// them. Where they decide in secret they never do.
    pub fn sees_the_same(&mut self) -> Option<bool> {
        if self.standing.as_ref().is_none_or(|standing| standing.group.is_some()) {
            return Some(false);
        }
        if self.comparison.is_none() {
            self.comparison = Some(Comparison::default());
            for seat in self.eyes.clone() {
                self.ask(Request::View { eyes: Some(seat) }, Wanted::Compared);
                self.ask(Request::Log { eyes: Some(seat), from: 0 }, Wanted::Compared);
            }
        }
        self.comparison.as_ref().and_then(|comparison| comparison.same)
    }

    /// Takes in what one of the seats at this screen sees. It isn't shown.
    pub(super) fn compare(&mut self, reply: Reply) {
        if let Some(comparison) = &mut self.comparison {
            comparison.add(reply, self.eyes.len());
        }
    }
}
