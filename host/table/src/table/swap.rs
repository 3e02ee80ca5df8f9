//! Hot swap: another build of the module takes over the game on the table, and back.

use std::sync::Arc;

use muster_contract::{Game, Module, Seat, Trouble, View};

use crate::{
    event::Recipient,
    journal::Build,
    messages::{RefusalCode, Refused},
};

use super::{
    Table,
    health::paused,
    live::commit::{Successor, Transition},
};

/// How many choices a report names; a build that changes more than these has changed a rule.
const NAMED: usize = 6;

/// What another build makes of the choices that are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwapReport {
    /// Choices that were legal and are no longer, each with its seat.
    pub gone: Vec<(Seat, String)>,
    /// Choices that are legal now and were not.
    pub new: Vec<(Seat, String)>,
}

impl SwapReport {
    /// Returns the differences in a sentence; none if there are none.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let list = |choices: &[(Seat, String)]| {
            let named = choices.iter().take(NAMED).map(|(_, id)| format!("“{id}”"));
            let mut text = named.collect::<Vec<_>>().join(", ");
            if choices.len() > NAMED {
                text += &format!(" and {} more", choices.len() - NAMED);
            }
            text
        };
        match (self.gone.as_slice(), self.new.as_slice()) {
            ([], []) => None,
            (gone, []) => Some(format!("no longer legal: {}", list(gone))),
            ([], new) => Some(format!("now legal: {}", list(new))),
            (gone, new) => Some(format!("no longer legal: {}; now legal: {}", list(gone), list(new))),
        }
    }
}

impl Table {
    /// Another build of the module takes over, with the old one's last state. It must show every seat the same units,
    /// markers, tracks and cards in the same turn; what it makes of the open choices is reported, and told to everybody whose
    /// they are. If it can't take over, the old one goes on. It can be [taken back](Self::swap_back).
    pub fn swap(&mut self, module: Arc<dyn Module>, build: Build) -> Result<SwapReport, Refused> {
        let (before, after) = (self.build().clone(), build.clone());
        let swapped = self.take_over(module, build);
        let Build { module, version: old, component: old_build } = before;
        let Build { version: new, component: new_build, .. } = after;
        match &swapped {
            Ok(_) => {
                tracing::info!(module, old, old_build, new, new_build, "another build took over a table")
            }
            // Why can follow from what not every seat may know.
            Err(_) => tracing::warn!(
                module,
                old,
                old_build,
                new,
                new_build,
                "another build couldn't take over a table"
            ),
        }
        swapped
    }

    fn take_over(&mut self, module: Arc<dyn Module>, build: Build) -> Result<SwapReport, Refused> {
        let refuse = |reason: String| Refused::new(RefusalCode::Module, reason);
        let log = self.module().log().filter(|_| module.log().is_none());
        let module = log.and_then(|log| module.logging(log)).unwrap_or(module);
        // Rules were compiled for the old build, whose hooks may have been others.
        let position = self.system.position_under(self.position(), module.as_ref(), self.rules());
        let position = Arc::new(position.map_err(refuse)?);
        let good = self.history().last().ok_or_else(paused)?.clone();
        let mut game =
            good.load(module.as_ref(), &position).map_err(|trouble| refuse(trouble.to_string()))?;
        if let Some(difference) =
            self.visible_difference(game.as_mut()).map_err(|trouble| refuse(trouble.to_string()))?
        {
            return Err(refuse(format!("the new build {difference}; the old one plays on")));
        }
        let next = self.live.inspect_other(game.as_mut(), module.as_ref());
        let next = next.map_err(|trouble| refuse(trouble.to_string()))?;
        let snapshot = next.snapshot();
        let (paused, drafts) = (self.health.is_paused(), self.live.drafts_or_parked());
        let before = self.open_choices();
        let successor = Some(Successor { module, position, game, snapshot });
        self.commit(Vec::new(), Transition::Swap { build, successor }, Some(next))?;
        if paused {
            // The drafts are drawn up again from what they were, not from what the new game made of them.
            self.live.park_as(drafts);
            self.end_pause()?;
        }
        let report = self.swap_report(&before);
        self.notify_of_choices(&report);
        Ok(report)
    }

    /// The build that played before the last swap takes over again.
    pub fn swap_back(&mut self) -> Result<SwapReport, Refused> {
        let nothing = || Refused::new(RefusalCode::NothingToUndo, "no other build has played here");
        let (module, build) = self.system.before().cloned().ok_or_else(nothing)?;
        self.swap(module, build)
    }

    /// The build that a swap back would lead to.
    #[must_use]
    pub fn build_before(&self) -> Option<&Build> {
        self.system.before().map(|(_, build)| build)
    }

    /// Returns what the other build shows otherwise than the one that plays, as a part of a sentence. A game that has failed
    /// shows nothing to compare.
    fn visible_difference(&mut self, new: &mut dyn Game) -> Result<Option<String>, Trouble> {
        let eyes: Vec<Option<Seat>> =
            std::iter::once(None).chain((0..).take(self.seat_count()).map(Some)).collect();
        for eyes in eyes {
            let Some(Ok(old)) = self.live.game().map(|game| game.view(eyes)) else { return Ok(None) };
            let new = new.view(eyes)?;
            if let Some(what) = position_difference(&old, &new) {
                let whom = eyes.map_or_else(|| "the public".to_owned(), |seat| format!("seat {seat}"));
                return Ok(Some(format!("shows {whom} other {what} than the old one")));
            }
        }
        Ok(None)
    }

    /// Every open choice. Drafts are left out: nobody else may hear of them.
    fn open_choices(&self) -> Vec<(Seat, String)> {
        let open = self.live.decisions().iter().filter(|decision| decision.secret.is_none());
        let choices = open
            .flat_map(|decision| decision.choices.iter().map(|choice| (decision.seat, choice.id.clone())));
        choices.collect()
    }

    fn swap_report(&self, before: &[(Seat, String)]) -> SwapReport {
        let now = self.open_choices();
        let without = |all: &[(Seat, String)], known: &[(Seat, String)]| {
            all.iter().filter(|choice| !known.contains(choice)).cloned().collect()
        };
        SwapReport { gone: without(before, &now), new: without(&now, before) }
    }

    /// Sends each seat a notice of its own choices.
    fn notify_of_choices(&mut self, report: &SwapReport) {
        for seat in (0..).take(self.seat_count()) {
            let own = |choices: &[(Seat, String)]| {
                choices.iter().filter(|(whose, _)| *whose == seat).cloned().collect()
            };
            let own = SwapReport { gone: own(&report.gone), new: own(&report.new) };
            if let Some(summary) = own.summary() {
                self.notify(Recipient::Seat(seat), format!("under the new build of the module, {summary}"));
            }
        }
    }
}

/// Returns what of the position is different. Texts may differ: a build that mends a text is the same game.
fn position_difference(old: &View, new: &View) -> Option<&'static str> {
    let units = |view: &View| {
        let units = view.units.iter().map(|unit| (unit.id.clone(), unit.side.clone(), unit.place.clone()));
        units.collect::<Vec<_>>()
    };
    let markers = |view: &View| {
        let markers = view.markers.iter().map(|one| (one.kind.clone(), one.place.clone(), one.side.clone()));
        markers.collect::<Vec<_>>()
    };
    let tracks = |view: &View| {
        let marks = |track: &muster_contract::Track| track.marks.iter().map(|mark| mark.value).collect();
        let tracks = view.tracks.iter().map(|track| (track.id.clone(), marks(track)));
        tracks.collect::<Vec<(String, Vec<i32>)>>()
    };
    let cards = |view: &View| {
        let cards = view.cards.iter().map(|card| (card.id.clone(), card.pile.clone(), card.side.clone()));
        cards.collect::<Vec<_>>()
    };
    let turn = |view: &View| (view.turn.number, view.turn.phase.clone(), view.turn.active.clone());
    if units(old) != units(new) {
        Some("units")
    } else if markers(old) != markers(new) {
        Some("markers")
    } else if tracks(old) != tracks(new) {
        Some("tracks")
    } else if cards(old) != cards(new) {
        Some("cards")
    } else if turn(old) != turn(new) {
        Some("turns")
    } else {
        None
    }
}
