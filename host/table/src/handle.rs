//! A table on a thread of its own, with its clients at the other end of channels and its bots on a third thread.
//!
//! Neither a client nor a bot ever waits inside the table, and the table never waits for them: thinking and painting
//! go on while it answers.

mod thinking;

use std::{
    collections::VecDeque,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use muster_contract::{Module, Seat};

use crate::{
    attendant::Attendant,
    bots::{Work, think_beside},
    client::{Builds, Client, Remote},
    command::{Command, Waker},
    event::{Recipient, TableEvent},
    journal::Build,
    messages::{Envelope, FromTable, Peer, Refused, Reply, Request, Update},
    table::{Table, swap::SwapReport},
};

/// A running table. When it is dropped the table closes; what was acknowledged is on disk.
pub struct TableHandle {
    sender: Sender<Command>,
    clients: AtomicU64,
    thread: Option<JoinHandle<bool>>,
    builds: Builds,
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableHandle").field("clients", &self.clients).finish_non_exhaustive()
    }
}

impl TableHandle {
    /// Puts a table on a thread of its own, and its bots on another. They begin to play when the first client is connected.
    /// Fails where the system has no more threads.
    pub fn start(table: Table) -> io::Result<Self> {
        Self::start_with(table, Attendant::default())
    }

    /// The same, with what the program does beside it.
    pub fn start_with(table: Table, attendant: Attendant) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let commands = sender.clone();
        let builds = Builds::of(table.module());
        let bots = think_beside(commands)?;
        let thread = thread::Builder::new().name("table".to_owned());
        let thread = thread.spawn(move || TableThread::new(table, bots, attendant).run(&receiver))?;
        Ok(Self { sender, clients: AtomicU64::new(0), thread: Some(thread), builds })
    }

    /// A client at this peer. The waker is called when something arrives for it.
    #[must_use]
    pub fn connect(&self, peer: Peer, waker: Option<Waker>) -> Client {
        let id = self.clients.fetch_add(1, Ordering::Relaxed);
        let (outbox, inbox) = channel();
        // A table that has closed answers nothing; the client finds that out when it asks.
        let _ = self.sender.send(Command::Connect { client: id, peer: peer.clone(), outbox, waker });
        Client::new(id, peer, self.sender.clone(), inbox)
    }

    /// A way to the table's thread that doesn't keep the table open.
    #[must_use]
    pub fn remote(&self) -> Remote {
        Remote::new(self.sender.clone(), self.builds.clone())
    }

    /// See [`Remote::run`].
    pub fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Table) -> T + Send + 'static) -> Receiver<T> {
        self.remote().run(work)
    }

    /// See [`Remote::swap`].
    pub fn swap(
        &self,
        module: Arc<dyn Module>,
        build: Build,
    ) -> Receiver<Result<Option<SwapReport>, Refused>> {
        self.remote().swap(module, build)
    }

    /// The stop button, for whoever runs the table: interrupts the call to the module that the table is in the middle
    /// of, and a bot's thinking. What was being done fails, and the table stands on its last good state. It returns at
    /// once, from any thread; while no call runs it does nothing.
    pub fn stop(&self) {
        self.builds.interrupt();
    }

    /// Closes the table and waits until everything is on disk. Says whether it came to its end as it should; otherwise its
    /// thread, or that of its bots, failed by a mistake of its own, and what was acknowledged before is in the journal.
    pub fn close(mut self) -> bool {
        let _ = self.sender.send(Command::Close);
        self.thread.take().is_none_or(|thread| thread.join().unwrap_or(false))
    }
}

impl Drop for TableHandle {
    fn drop(&mut self) {
        let _ = self.sender.send(Command::Close);
    }
}

struct Connection {
    id: u64,
    peer: Peer,
    outbox: Sender<FromTable>,
    waker: Option<Waker>,
    /// The last record that was sent to it.
    last_record: u64,
    gone: bool,
}

impl Connection {
    fn send(&mut self, message: FromTable) {
        if self.outbox.send(message).is_err() {
            self.gone = true;
        } else if let Some(waker) = &self.waker {
            waker();
        }
    }
}

/// A bot at work.
struct Thinking {
    seat: Seat,
    revision: u64,
    /// Whether the module is asked anything for it.
    asks: bool,
    /// The client that asked for its advice; none if it is to make the choice.
    adviser_of: Option<u64>,
    stop: Arc<AtomicBool>,
}

struct TableThread {
    table: Table,
    clients: Vec<Connection>,
    /// Notices that nobody was there to hear.
    unheard: Vec<TableEvent>,
    bots: Sender<Work>,
    thinking: Option<Thinking>,
    /// The clients that want advice, in the order in which they are given it, and for which seats.
    advice: VecDeque<(u64, Seat)>,
    /// The bot of which the clients know that it thinks.
    announced_thinker: Option<Seat>,
    /// A bot's choice that waits until the one before has been looked at.
    chosen: Option<(Seat, u64, String)>,
    /// How often a bot has failed since one last chose.
    failures: u32,
    not_before: Instant,
    skipping: bool,
    attendant: Attendant,
    /// Whether what is done at the end has been done.
    ended: bool,
    /// The last record when the table was last at rest.
    rested: Option<u64>,
}

/// The longest pause between bots' choices, in milliseconds.
const SLOWEST: u64 = 60_000;

/// How long bots' choices may stay off the disk, and how long to wait after one could not be made.
const SOON: Duration = Duration::from_millis(500);

impl TableThread {
    fn new(table: Table, bots: Sender<Work>, attendant: Attendant) -> Self {
        let now = Instant::now();
        Self {
            table,
            clients: Vec::new(),
            unheard: Vec::new(),
            bots,
            thinking: None,
            advice: VecDeque::new(),
            announced_thinker: None,
            chosen: None,
            failures: 0,
            not_before: now,
            skipping: false,
            attendant,
            ended: false,
            rested: None,
        }
    }

    /// Plays until the table is closed; says whether it was, and its bots didn't fail.
    fn run(mut self, commands: &Receiver<Command>) -> bool {
        let sound = loop {
            self.send_updates();
            self.let_bots_play();
            self.announce_thinking();
            let wait = match &self.chosen {
                Some(_) => self.not_before.saturating_duration_since(Instant::now()),
                None if self.thinking.is_none() && self.bots_wait() => {
                    self.not_before.saturating_duration_since(Instant::now())
                }
                None => SOON,
            };
            match commands.recv_timeout(wait) {
                Ok(Command::Close) | Err(RecvTimeoutError::Disconnected) => break true,
                Ok(Command::NoBots) => break false,
                Ok(command) => self.handle(command),
                Err(RecvTimeoutError::Timeout) => self.sync_when_idle(),
            }
            self.clients.retain(|client| !client.gone);
        };
        self.stop_thinking();
        self.announce_thinking();
        if let Err(error) = self.table.sync() {
            self.notice(Recipient::Host, &error.to_string());
        }
        self.rest();
        let (module, steps) = (&self.table.build().module, self.table.history().len());
        tracing::info!(module, steps, over = self.table.outcome().is_some(), "a table is closed");
        sound
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::Connect { client, peer, outbox, waker } => {
                let last_record = self.table.last_record();
                self.clients.push(Connection { id: client, peer, outbox, waker, last_record, gone: false });
            }
            Command::Ask { client, envelope } => self.ask(client, envelope),
            Command::Chosen { seat, revision, choice } => self.bot_has_chosen(seat, revision, choice),
            Command::Run(work) => {
                work(&mut self.table);
                // It may be another build by now.
                self.failures = 0;
            }
            Command::NoBots | Command::Close => {}
        }
    }

    fn ask(&mut self, client: u64, Envelope { id, request }: Envelope) {
        let Some(index) = self.clients.iter().position(|other| other.id == client) else { return };
        let client = &mut self.clients[index];
        let quits = matches!(request, Request::Quit);
        match request {
            _ if !client.peer.may_ask(&request) => {}
            Request::Skip | Request::Stop => {
                self.skipping |= request == Request::Skip;
                // A bot that thinks takes what looks best so far.
                if let Some(thinking) = &self.thinking {
                    thinking.stop.store(true, Ordering::Relaxed);
                }
            }
            // What was being waited for is shown at the new speed: a slower one begins with a pause.
            Request::Pace { pause } if pause <= SLOWEST => {
                let slower = if pause > self.table.pace() { pause } else { 0 };
                self.not_before = Instant::now() + Duration::from_millis(slower);
            }
            _ => {}
        }
        let advice = if let Request::Advice { seat } = request { Some((client.id, seat)) } else { None };
        let reply = self.table.answer(&client.peer, request);
        if matches!(reply, Reply::Written { .. }) {
            // Whoever asked may leave with the answer: what is told of it comes before.
            self.send_updates();
        }
        let client = &mut self.clients[index];
        let advised = matches!(reply, Reply::Done { .. });
        client.send(FromTable::Reply { id, reply });
        client.gone |= quits;
        if let Some((client, seat)) = advice.filter(|_| advised) {
            self.wants_advice(client, seat);
        }
    }

    /// Brings what bots did to the disk when nothing has come for a while.
    fn sync_when_idle(&mut self) {
        if self.chosen.is_none()
            && self.table.has_unsynced_entries()
            && let Err(error) = self.table.sync()
        {
            self.notice(Recipient::Host, &error.to_string());
        }
        if self.chosen.is_none() && self.thinking.is_none() && !self.bots_wait() {
            self.rest();
        }
    }

    /// Does what is done at rest, if anything was done at the table since.
    fn rest(&mut self) {
        let last = Some(self.table.last_record());
        if self.rested != last
            && self.table.paused().is_none()
            && let Some(at_rest) = &mut self.attendant.at_rest
        {
            at_rest(&mut self.table);
            self.rested = last;
        }
    }

    fn notice(&mut self, to: Recipient, text: &str) {
        for client in self.clients.iter_mut().filter(|client| to.includes(&client.peer)) {
            client.send(FromTable::Update(Update::Notice { seat: to.seat(), text: text.to_owned() }));
        }
    }

    /// Does what is done when a game is over, once for each end. Somebody has to be there to hear what comes of it: a table can be
    /// opened when its game is over.
    fn run_at_end(&mut self) {
        if self.clients.is_empty() {
            return;
        }
        let over = self.table.outcome().is_some();
        if over
            && !self.ended
            && let Some(at_end) = &mut self.attendant.at_end
        {
            at_end(&mut self.table);
        }
        self.ended = over;
    }

    /// Sends every client what its eyes may know of what has happened.
    fn send_updates(&mut self) {
        self.run_at_end();
        let mut events = std::mem::take(&mut self.unheard);
        events.extend(self.table.take_events());
        if self.clients.is_empty() {
            // How the table stands whoever comes asks for; a notice would be lost.
            events.retain(|event| matches!(event, TableEvent::Notice { .. }));
            self.unheard = events;
            return;
        }
        for event in events {
            let mut has_events = false;
            for client in &mut self.clients {
                if let Some(update) = update_of(&self.table, client, &event) {
                    if let Update::Changed { news, .. } = &update {
                        has_events |= news.iter().any(|item| !item.events.is_empty());
                    }
                    client.send(FromTable::Update(update));
                }
            }
            if has_events {
                self.not_before = Instant::now() + Duration::from_millis(self.table.pace());
            }
        }
    }
}

impl Drop for TableThread {
    /// However a table ends, by a panic on its thread as well, no client waits for it any longer.
    fn drop(&mut self) {
        for client in &mut self.clients {
            client.send(FromTable::Update(Update::Closed));
        }
    }
}

/// Returns the update that a client gets of an event; none if its eyes may not know of it.
fn update_of(table: &Table, client: &mut Connection, event: &TableEvent) -> Option<Update> {
    match event {
        TableEvent::Records { from, again, back_to } => {
            let eyes: Vec<Seat> = client.peer.eyes().iter().copied().collect();
            let from = (*from).max(client.last_record + 1);
            client.last_record = table.last_record();
            let mut items: Vec<_> =
                again.iter().filter_map(|record| table.log_item(&eyes, *record)).collect();
            items.extend(table.log(&eyes, from));
            let standing = table.standing(&client.peer);
            Some(Update::Changed { news: items, back_to: *back_to, standing })
        }
        TableEvent::Draft { seat, open } => (*open || client.peer.sees(*seat))
            .then(|| Update::Draft { standing: table.standing(&client.peer) }),
        TableEvent::Paused(pause) => Some(Update::Paused { pause: table.pause_for(&client.peer, pause) }),
        TableEvent::Resumed => Some(Update::Resumed),
        TableEvent::SetUp => {
            client.last_record = 0;
            Some(Update::SetUp { standing: table.standing(&client.peer) })
        }
        TableEvent::Standing => Some(Update::Standing { standing: table.standing(&client.peer) }),
        TableEvent::Notice { to, text } => {
            to.includes(&client.peer).then(|| Update::Notice { seat: to.seat(), text: text.clone() })
        }
    }
}
