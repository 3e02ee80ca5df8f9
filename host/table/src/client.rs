//! The other ends of a table that runs on a thread of its own.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use muster_contract::{Log, Module};

use crate::{
    command::Command,
    event::Recipient,
    journal::Build,
    messages::{Envelope, FromTable, Peer, RefusalCode, Refused, Reply, Request},
    table::{Table, swap::SwapReport},
};

/// A way to a table's thread, for what is the program's matter and no client's: arranging dice, rules and modules that take
/// over. Once the table is closed nothing happens any more.
#[derive(Clone, Debug)]
pub struct Remote {
    sender: Sender<Command>,
    builds: Builds,
}

/// The builds of the module that a table may be in the middle of a call to, and where they log.
#[derive(Clone, Debug)]
pub(crate) struct Builds {
    weak: Arc<Mutex<Vec<Weak<dyn Module>>>>,
    log: Option<Log>,
}

impl Builds {
    pub(crate) fn of(module: &Arc<dyn Module>) -> Self {
        Self { weak: Arc::new(Mutex::new(vec![Arc::downgrade(module)])), log: module.log().cloned() }
    }

    /// Another build, which logs where the others do and is interrupted with them.
    fn add(&self, module: Arc<dyn Module>) -> Arc<dyn Module> {
        let module = self.log.as_ref().and_then(|log| module.logging(log)).unwrap_or(module);
        self.lock().push(Arc::downgrade(&module));
        module
    }

    /// Interrupts whatever call runs in one of them.
    pub(crate) fn interrupt(&self) {
        self.lock().retain(|build| match build.upgrade() {
            Some(build) => {
                build.interrupt();
                true
            }
            None => false,
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Weak<dyn Module>>> {
        self.weak.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Remote {
    pub(crate) fn new(sender: Sender<Command>, builds: Builds) -> Self {
        Self { sender, builds }
    }

    /// Another build of the module takes over, if it can; see [`Table::swap`]. Nothing happens, and the answer is none, where
    /// it is the build that plays; another module is refused. The stop button reaches it from here on, also while it takes
    /// over.
    pub fn swap(
        &self,
        module: Arc<dyn Module>,
        build: Build,
    ) -> Receiver<Result<Option<SwapReport>, Refused>> {
        let module = self.builds.add(module);
        self.run(move |table| {
            let playing = table.build();
            if playing.module != build.module {
                let reason = format!("it is the module {}, and {} is played", build.module, playing.module);
                return Err(Refused::new(RefusalCode::Module, reason));
            }
            if *playing == build { Ok(None) } else { table.swap(module, build).map(Some) }
        })
    }

    /// Runs something on the table's thread. The answer comes over the channel, or the channel closes with the table.
    pub fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Table) -> T + Send + 'static) -> Receiver<T> {
        let (answer, answers) = channel();
        let work = Box::new(move |table: &mut Table| {
            let _ = answer.send(work(table));
        });
        let _ = self.sender.send(Command::Run(work));
        answers
    }

    /// Sends the table's host a notice to read.
    pub fn notify_host(&self, text: String) {
        drop(self.run(move |table| table.notify(Recipient::Host, text)));
    }
}

/// A client's end of a table.
#[derive(Debug)]
pub struct Client {
    id: u64,
    peer: Peer,
    sender: Sender<Command>,
    inbox: Receiver<FromTable>,
    /// The id of the next request.
    next: u64,
    /// What came while a reply was waited for.
    waiting: VecDeque<FromTable>,
}

impl Client {
    pub(crate) fn new(id: u64, peer: Peer, sender: Sender<Command>, inbox: Receiver<FromTable>) -> Self {
        Self { id, peer, sender, inbox, next: 1, waiting: VecDeque::new() }
    }

    /// The seats that it sees for, and whether it is the table's host.
    #[must_use]
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Sends a request and gives the id that its reply will carry. Never blocks.
    pub fn send(&mut self, request: Request) -> u64 {
        let id = self.next;
        self.next += 1;
        self.post(Envelope { id, request });
        id
    }

    /// Sends a request with an id of one's own, for a line protocol.
    pub fn post(&self, envelope: Envelope) {
        let _ = self.sender.send(Command::Ask { client: self.id, envelope });
    }

    /// The next message, if one has come. Never blocks.
    pub fn try_next(&mut self) -> Option<FromTable> {
        if let Some(message) = self.waiting.pop_front() {
            return Some(message);
        }
        self.inbox.try_recv().ok()
    }

    /// The next message, for which it waits so long.
    pub fn next_within(&mut self, time: Duration) -> Option<FromTable> {
        self.waiting.pop_front().or_else(|| self.inbox.recv_timeout(time).ok())
    }

    /// Sends a request and waits for its reply. What else comes meanwhile is kept for `try_next`.
    pub fn ask(&mut self, request: Request) -> Reply {
        let wanted = self.send(request);
        loop {
            match self.inbox.recv() {
                Ok(FromTable::Reply { id, reply }) if id == wanted => return reply,
                Ok(other) => self.waiting.push_back(other),
                Err(_) => return Reply::Refused(Refused::new(RefusalCode::Closed, "the table is closed")),
            }
        }
    }
}
