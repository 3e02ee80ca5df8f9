//! Who thinks about a choice: the bots of the table, each for its seat, and a bot that somebody asks for advice. One thinks at a
//! time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use muster_contract::{Seat, Trouble};

use crate::{
    bots::{BotJob, BotWorkspace},
    messages::{BotKind, ENOUGH_FAILURES, FromTable, Holder, RefusalCode, Update},
};

use super::{SOON, TableThread, Thinking};

impl TableThread {
    /// Whether a bot has a choice to make, and somebody is there to see it.
    pub(super) fn bots_wait(&self) -> bool {
        let table = &self.table;
        let waits = |seat: Seat| table.waits_for(seat);
        !self.clients.is_empty()
            && table.paused().is_none()
            && table.holders().any(|(seat, holder)| matches!(holder, Holder::Bot(_)) && waits(seat))
    }

    /// Carries out what a bot has chosen if it is due, and sets the next one thinking.
    pub(super) fn let_bots_play(&mut self) {
        let table = &self.table;
        let stale = |seat: Seat, revision: u64| {
            table.revision_of(seat) != revision || table.paused().is_some() || table.outcome().is_some()
        };
        if self.thinking.as_ref().is_some_and(|thinking| stale(thinking.seat, thinking.revision)) {
            self.stop_thinking();
        }
        let table = &self.table;
        let person_decides =
            table.holders().any(|(seat, holder)| !matches!(holder, Holder::Bot(_)) && table.waits_for(seat));
        if person_decides || table.outcome().is_some() || table.paused().is_some() {
            self.skipping = false;
        }
        let due = self.skipping || Instant::now() >= self.not_before;
        if due && let Some((seat, revision, choice)) = self.chosen.take() {
            if let Err(refused) = self.table.act(seat, revision, &choice, None)
                && refused.code != RefusalCode::StaleRevision
            {
                // Written down or not, it must not be tried again at once and for ever.
                self.not_before = Instant::now() + SOON;
            }
            self.send_updates();
        }
        self.advise();
        if self.thinking.is_none() && self.chosen.is_none() && self.bots_wait() && self.may_think() {
            self.think();
        }
    }

    /// Keeps what a client wants advice on, in the place of what it wanted before; not if a bot is thinking about that already.
    pub(super) fn wants_advice(&mut self, client: u64, seat: Seat) {
        self.advice.retain(|(other, _)| *other != client);
        let revision = self.table.revision_of(seat);
        let same = |it: &Thinking| (it.adviser_of, it.seat, it.revision) == (Some(client), seat, revision);
        if !self.thinking.as_ref().is_some_and(same) {
            self.advice.push_back((client, seat));
        }
    }

    /// Lets a bot think for the client that has waited longest for advice. One whose seat is no more asked has none coming.
    fn advise(&mut self) {
        while self.thinking.is_none()
            && let Some((client, seat)) = self.advice.pop_front()
        {
            let here = self.clients.iter().any(|other| other.id == client);
            if here && let Some(job) = self.table.job_of(seat, BotKind::Regular) {
                self.send_to_bots(job, Some(client));
            }
        }
    }

    /// While the last choice is still being looked at a bot may already think; after a failure it waits.
    fn may_think(&self) -> bool {
        self.table.pace() > 0 || self.skipping || Instant::now() >= self.not_before
    }

    fn think(&mut self) {
        let Some(job) = self.table.bot_job() else {
            self.send_updates();
            return;
        };
        if self.failures >= ENOUGH_FAILURES {
            return self.take_any(job);
        }
        self.send_to_bots(job, None);
    }

    fn send_to_bots(&mut self, job: BotJob, adviser_of: Option<u64>) {
        let stop = Arc::new(AtomicBool::new(false));
        let asks = !job.samples.is_empty();
        let (seat, revision) = (job.seat, job.revision);
        self.thinking = Some(Thinking { seat, revision, asks, adviser_of, stop: stop.clone() });
        let _ = self.bots.send((job, self.table.module().clone(), stop));
    }

    /// Sends the clients which bot thinks, if they don't know it yet; that somebody is given advice is nobody's to know. A bot that works on a secret draft thinks until it has
    /// committed: how many choices it makes on the way is nobody's to know.
    pub(super) fn announce_thinking(&mut self) {
        let drafts = |seat: &Seat| self.table.paused().is_none() && self.table.drafts(*seat);
        let thinking = self.thinking.as_ref().filter(|thinking| thinking.adviser_of.is_none());
        let thinking = thinking.map(|thinking| thinking.seat);
        let seat = thinking.or(self.announced_thinker.filter(drafts));
        if seat == self.announced_thinker {
            return;
        }
        self.announced_thinker = seat;
        for client in &mut self.clients {
            client.send(FromTable::Update(Update::Thinking { seat }));
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn bot_has_chosen(
        &mut self,
        seat: Seat,
        revision: u64,
        choice: Result<Option<String>, Trouble>,
    ) {
        let expected = |it: &mut Thinking| it.seat == seat && it.revision == revision;
        let Some(Thinking { asks, adviser_of, .. }) = self.thinking.take_if(expected) else { return };
        if let Some(client) = adviser_of {
            let choice = choice.ok().flatten();
            if let Some(client) = self.clients.iter_mut().find(|other| other.id == client) {
                client.send(FromTable::Update(Update::Advice { seat, revision, choice }));
            }
            return;
        }
        let problem = match choice {
            Ok(Some(choice)) => {
                if asks {
                    self.failures = 0;
                }
                self.chosen = Some((seat, revision, choice));
                return;
            }
            Ok(None) => "it found nothing to choose".to_owned(),
            Err(trouble) => trouble.to_string(),
        };
        self.failures += 1;
        // At what may follow from what only the bot knows.
        tracing::warn!(seat, failures = self.failures, "a bot failed, and chooses at random");
        let for_good = if self.failures < ENOUGH_FAILURES { "" } else { ", as it will from now on" };
        let notice = format!("the bot on seat {seat} failed and chose at random{for_good}");
        for client in &mut self.clients {
            // What it failed at may follow from what only the bot knows.
            let why = if self.table.knows_all(&client.peer) { format!(": {problem}") } else { String::new() };
            let text = format!("{notice}{why}");
            client.send(FromTable::Update(Update::Notice { seat: None, text }));
        }
        if let Some(job) = self.table.bot_job().filter(|job| job.seat == seat) {
            self.take_any(job);
        }
    }

    /// A bot that fails in a store of its own is no trouble of the table's: it takes any choice.
    fn take_any(&mut self, job: BotJob) {
        let job = BotJob { kind: BotKind::Random, samples: Vec::new(), ..job };
        let module = self.table.module().clone();
        match job.choose(module.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(false)) {
            Ok(Some(choice)) => self.chosen = Some((job.seat, job.revision, choice)),
            _ => self.not_before = Instant::now() + SOON,
        }
    }
}
