//! Where a game's past comes from: a journal that was played again, or a table that is open.

use std::io;
use std::sync::mpsc::Receiver;

use muster_contract::Seat;
use muster_table::chronicle::Story;
use muster_table::messages::{Moment, Peer, Refused, Reply, Request};
use muster_table::{Remote, Table};

use crate::past::PlayedAgain;

/// Why nothing comes of it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unshown {
    /// The table refuses to tell it.
    #[error("{0}")]
    Refused(Refused),
    /// The table was closed meanwhile.
    #[error("the table was closed")]
    Closed,
    /// It can't be written.
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// A game's past, as some eyes know it.
pub(super) trait Past {
    /// The last step.
    fn steps(&mut self) -> Result<u64, Unshown>;
    /// The board after a step, and what happened in it.
    fn moment(&mut self, step: u64) -> Result<Moment, Unshown>;
    /// The story.
    fn story(&mut self) -> Result<Story, Unshown>;
}

fn moment(table: &mut Table, peer: &Peer, eyes: Option<Seat>, step: u64) -> Result<Moment, Refused> {
    match table.answer(peer, Request::Replay { eyes, step }) {
        Reply::Replay(moment) => Ok(moment),
        Reply::Refused(refused) => Err(refused),
        other => unreachable!("a moment was asked for, and there came {other:?}"),
    }
}

/// A journal that was played again.
pub(super) struct ReadAgain(pub PlayedAgain);

impl Past for ReadAgain {
    fn steps(&mut self) -> Result<u64, Unshown> {
        Ok(self.0.table.standing(&self.0.here).steps)
    }

    fn moment(&mut self, step: u64) -> Result<Moment, Unshown> {
        moment(&mut self.0.table, &self.0.here, self.0.eyes, step).map_err(Unshown::Refused)
    }

    fn story(&mut self) -> Result<Story, Unshown> {
        self.0.table.story(&self.0.here, self.0.eyes).map_err(Unshown::Refused)
    }
}

/// A table that is open: it is asked for one moment after another, so that whoever plays doesn't wait for long.
pub(super) struct AtTable {
    pub remote: Remote,
    pub peer: Peer,
    pub eyes: Option<Seat>,
}

impl AtTable {
    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Table, &Peer, Option<Seat>) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Unshown> {
        let (peer, eyes) = (self.peer.clone(), self.eyes);
        let answer: Receiver<Result<T, Refused>> = self.remote.run(move |table| work(table, &peer, eyes));
        answer.recv().map_err(|_| Unshown::Closed)?.map_err(Unshown::Refused)
    }
}

impl Past for AtTable {
    fn steps(&mut self) -> Result<u64, Unshown> {
        self.ask(|table, peer, _| Ok(table.standing(peer).steps))
    }

    fn moment(&mut self, step: u64) -> Result<Moment, Unshown> {
        self.ask(move |table, peer, eyes| moment(table, peer, eyes, step))
    }

    fn story(&mut self) -> Result<Story, Unshown> {
        self.ask(|table, peer, eyes| table.story(peer, eyes))
    }
}
