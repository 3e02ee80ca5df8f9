//! The past of a table, and what is told of all of it: moments, the story, tables and charts to look up.

use super::{Session, Wanted};
use muster_contract::{Report, Seat, View};
use muster_table::messages::{LogItem, Moment, Request};

/// Whose eyes see what: another for everything else that is shown.
type Sight = (Option<Seat>, u64);

/// The tables and charts to look up, with what was before.
#[derive(Default)]
pub(super) struct Reports {
    /// What they were last asked for.
    asked: Option<Sight>,
    /// What they were last told for.
    told: Option<(Sight, Vec<Report>)>,
}

impl Session {
    /// Looks at a step of the past; none comes back to the present.
    pub fn look_back(&mut self, step: Option<u64>) {
        self.told = None;
        match step {
            Some(step) => self.ask(Request::Replay { eyes: self.seat, step }, Wanted::Replay),
            None => {
                self.moment = None;
                self.sight += 1;
            }
        }
    }

    /// Shows a moment that isn't asked for.
    pub fn look_at(&mut self, moment: Moment) {
        self.moment = Some(moment);
        self.sight += 1;
    }

    /// The view that is shown: the moment looked at, or the present.
    pub fn shown(&self) -> Option<&View> {
        self.moment.as_ref().map(|m| &m.view).or(self.view.as_ref())
    }

    /// What was in force then, as far as it is told.
    pub fn in_force(&self) -> impl Iterator<Item = &LogItem> {
        let looked_at = self.moment.as_ref().map(|moment| moment.step);
        let told = self.told.map(|(step, _)| step.saturating_sub(1));
        let last = looked_at.into_iter().chain(told).min().unwrap_or(u64::MAX);
        let items = self.log.values().filter(|item| !item.undone);
        items.filter(move |item| item.step.is_some_and(|step| step <= last))
    }

    /// Asks for the story of the game.
    pub fn want_chronicle(&mut self) {
        self.ask(Request::Chronicle { eyes: self.seat }, Wanted::Chronicle);
    }

    /// The tables and charts to look up. Charts of one moment have what was before once [`Session::want_reports`] is answered.
    pub fn reports(&self) -> &[Report] {
        let shown = || self.shown().map_or(&[][..], |view| &view.reports);
        let told = self.reports.told.as_ref().filter(|(sight, _)| *sight == (self.seat, self.sight));
        told.map_or_else(shown, |(_, reports)| reports)
    }

    /// Asks for the tables and charts to look up, if something else is shown than when they were last asked for.
    pub fn want_reports(&mut self) {
        let sight = Some((self.seat, self.sight));
        if self.reports.asked != sight {
            self.reports.asked = sight;
            let step = self.moment.as_ref().map(|moment| moment.step);
            self.ask(Request::Reports { eyes: self.seat, step }, Wanted::Reports);
        }
    }

    pub(super) fn take_reports(&mut self, reports: Vec<Report>) {
        self.reports.told = self.reports.asked.map(|sight| (sight, reports));
    }
}
