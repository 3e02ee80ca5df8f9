//! The one way in which a change of the game comes to count: it is written down, entered in history and log, and announced.

use std::sync::Arc;

use muster_contract::{Event, Game, Module, Position, RuleText, Seat};

use crate::{
    action::{Action, entry_of},
    dice::{DiceState, Rolled},
    drafts::PutAside,
    event::{Recipient, TableEvent},
    history::Snapshot,
    journal::{Build, EntryKind, SeatDraft, Unnumbered},
    messages::{LogKind, Mark, Refused},
    table::Table,
};

use super::{DraftChanges, next_state::NextState};

/// A change of the game, with what history, log and system need to know of it.
pub(in crate::table) enum Transition {
    /// An action was performed on the table's game.
    Step {
        action: Action,
        events: Arc<[Event]>,
        rolls: Vec<Rolled>,
        /// What the seat that chose would call it.
        label: String,
        /// The state after it, if it is kept.
        snapshot: Option<Snapshot>,
    },
    /// A seat takes steps back, to this game.
    Undo {
        seat: Seat,
        steps: u64,
        beyond: bool,
        game: Box<dyn Game>,
        snapshot: Snapshot,
        /// The drafts of a group that it closes.
        aside: Option<PutAside>,
    },
    /// A seat has done steps again on the table's game: where the dice stood after each, and the state.
    Redo { seat: Seat, reached: Vec<(DiceState, Snapshot)> },
    /// Other texts of the rules take over, with this game.
    Rules {
        position: Arc<Position>,
        texts: Vec<RuleText>,
        /// The rules whose texts are others.
        changed: Vec<String>,
        game: Box<dyn Game>,
        snapshot: Snapshot,
    },
    /// Another build of the module takes over; none where a journal played again by one module says so.
    Swap { build: Build, successor: Option<Successor> },
    /// Dice are arranged. The position stays as it is.
    Arranged { faces: Vec<u8> },
    /// The dice get a new seed. The position stays as it is.
    Reseeded { seed: u128 },
    /// A journal has been played again, and the table goes on from this state.
    Opened { snapshot: Snapshot },
}

/// Another build of the module, with the game that it goes on with.
pub(in crate::table) struct Successor {
    pub module: Arc<dyn Module>,
    /// What its games are loaded with.
    pub position: Arc<Position>,
    pub game: Box<dyn Game>,
    pub snapshot: Snapshot,
}

impl Transition {
    /// Returns the journal's entry for it; none where it has just been read from there.
    fn entry(&self) -> Option<(EntryKind, Vec<Rolled>)> {
        let kind = match self {
            Self::Step { action, rolls, .. } => return Some((entry_of(action), rolls.clone())),
            Self::Undo { seat, steps, beyond, .. } => {
                EntryKind::Undo { seat: *seat, steps: *steps, beyond: *beyond }
            }
            Self::Redo { seat, reached } => EntryKind::Redo { seat: *seat, steps: reached.len() as u64 },
            Self::Rules { texts, .. } => EntryKind::Rules { rules: texts.clone() },
            Self::Swap { build, .. } => EntryKind::Swap { build: build.clone() },
            Self::Arranged { faces } => EntryKind::Arranged { faces: faces.clone() },
            Self::Reseeded { seed } => EntryKind::Reseeded { seed: *seed },
            Self::Opened { .. } => return None,
        };
        Some((kind, Vec::new()))
    }

    /// Whether the table's own game has been changed, so that it must be loaded again if the change can't be written down.
    fn is_in_place(&self) -> bool {
        matches!(self, Self::Step { .. } | Self::Redo { .. })
    }

    /// Whether other code takes over, after which a paused table draws its drafts up again.
    fn takes_over(&self) -> bool {
        matches!(self, Self::Rules { .. } | Self::Swap { .. })
    }

    /// Whether failures before it no longer count: it shows that the module works, or other code is at work.
    fn forgives(&self) -> bool {
        matches!(self, Self::Step { .. } | Self::Redo { .. }) || self.takes_over()
    }
}

impl Table {
    /// Makes a change of the game count. The entries in `before` are written with it. Only when all is on disk is anything
    /// changed; if it can't be written down, the table stands as it stood. `next` is what is known of the game after the
    /// change; none where the position stays as it is.
    pub(in crate::table) fn commit(
        &mut self,
        before: Vec<Unnumbered>,
        transition: Transition,
        next: Option<NextState>,
    ) -> Result<(), Refused> {
        let mut entries = before;
        if let Some((kind, rolls)) = transition.entry() {
            entries.push((kind, next.as_ref().map(NextState::hash), rolls));
        }
        if let Some(next) = &next
            && !(self.health.is_paused() && transition.takes_over())
        {
            entries.extend(next.draft_entries());
        }
        if let Err(refused) = self.write(entries) {
            return Err(if transition.is_in_place() { self.restore_good_state(refused) } else { refused });
        }
        if transition.forgives() {
            self.health.forget_failures();
        }
        let undone = matches!(transition, Transition::Undo { .. });
        let event = self.enter(transition);
        let drafts = next.map(|next| self.live.adopt(next)).unwrap_or_default();
        self.log.announce(event);
        self.notify_of_drafts(drafts, undone);
        Ok(())
    }

    /// Sends each seat a notice of what became of its draft.
    fn notify_of_drafts(&mut self, drafts: DraftChanges, undone: bool) {
        for (seat, _) in drafts.lost {
            let text = "the table has changed; part of your secret decision could not stand";
            self.notify(Recipient::Seat(seat), text);
        }
        for seat in drafts.dropped.iter().flat_map(PutAside::seats) {
            let text = if undone {
                "the table has changed: your secret decision is asked for no longer; what you had chosen for it comes back if \
                 what was taken back is done again"
            } else {
                "the table has changed: your secret decision is asked for no longer, and what you had chosen for it is gone"
            };
            self.notify(Recipient::Seat(seat), text);
        }
        for SeatDraft { seat, .. } in drafts.taken_up {
            let text = "your secret decision is asked for again, and stands as you had left it";
            self.notify(Recipient::Seat(seat), text);
        }
    }

    /// Enters a change in history, log and system. Beside [`Table::commit`] only a journal that is played again does this: its
    /// entries are written already, and nobody looks at the table between them.
    pub(in crate::table) fn enter(&mut self, transition: Transition) -> TableEvent {
        let (mut again, mut back_to) = (Vec::new(), None);
        let from = match transition {
            Transition::Step { action, events, rolls, label, snapshot } => {
                let record = self.log.record(&action, events.clone());
                self.live.push_step(record, action, (events, rolls), label, snapshot);
                record
            }
            Transition::Undo { seat, steps, beyond, game, snapshot, aside } => {
                let target = self.live.history().len() - steps;
                for step in &self.live.history().steps()[target as usize..] {
                    self.log.set_undone(step.record, true);
                }
                self.live.go_back(game, steps, seat, snapshot, aside);
                if beyond {
                    self.log.mark(Mark::BeyondUndo { steps });
                }
                back_to = Some(target);
                self.log.note(LogKind::Undo { steps, beyond }, Some(seat))
            }
            Transition::Redo { seat, reached } => {
                let undone = self.live.history().undone().iter().rev();
                again = undone.take(reached.len()).map(|step| step.record).collect();
                for (dice, snapshot) in reached {
                    self.live.push_again(dice, snapshot);
                }
                again.iter().for_each(|record| self.log.set_undone(*record, false));
                self.log.note(LogKind::Redo { steps: again.len() as u64 }, Some(seat))
            }
            Transition::Rules { position, texts, changed, game, snapshot } => {
                self.live.change_rules(position, texts);
                self.live.replace_game(game, snapshot);
                self.log.note(LogKind::Rules { changed }, None)
            }
            Transition::Swap { build, successor } => {
                // Builds on the way to the next version differ in their components only.
                let version = match build.component.get(..8) {
                    Some(hash) => format!("{} ({hash})", build.version),
                    None => build.version.clone(),
                };
                match successor {
                    Some(Successor { module, position, game, snapshot }) => {
                        self.system.take_over(module, build);
                        if !self.rules().is_empty() {
                            let texts = self.rules().to_vec();
                            self.live.change_rules(position, texts);
                        }
                        self.live.replace_game(game, snapshot);
                    }
                    None => self.system.set_build(build),
                }
                self.log.mark(Mark::Swapped { version: version.clone() });
                self.log.note(LogKind::Swap { version }, None)
            }
            Transition::Arranged { faces } => {
                let dice = self.live.arrange(&faces);
                self.log.note_dice(Mark::ArrangedDice { dice })
            }
            Transition::Reseeded { seed } => {
                self.live.reseed(seed);
                self.log.note_dice(Mark::PlayedOn)
            }
            Transition::Opened { snapshot } => {
                self.live.stand_on(snapshot);
                return TableEvent::Resumed;
            }
        };
        TableEvent::Records { from, again, back_to }
    }
}
