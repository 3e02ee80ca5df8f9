//! Another table in the same engine.

use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use muster_contract::Module;
use muster_engine::{Stop, WasmModule};
use muster_table::{
    Client, Journal, Table, TableConfig, TableHandle,
    journal::Entry,
    messages::{BotKind, FromTable, Holder, Peer, Update},
    verify,
};

use crate::{HOSTILE, position, setting};

/// A table at which two bots play the honest game to its end, on threads of its own.
pub struct Neighbour {
    handle: TableHandle,
    client: Client,
    journal: PathBuf,
    _folder: tempfile::TempDir,
}

/// Longer than any of it takes.
const LONG: Duration = Duration::from_secs(60);

/// What becomes of such a table when it is alone.
static ALONE: LazyLock<Vec<Entry>> = LazyLock::new(|| Neighbour::sits_down().finished());

impl Neighbour {
    /// Begins to play.
    pub fn sits_down() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("neighbour.jsonl");
        let bots = setting([Holder::Bot(BotKind::Random); 2]);
        let setting = TableConfig { journal: Some(journal.clone()), ..bots };
        let module: Arc<dyn Module> = Arc::new(own());
        let table = Table::start(module, position(), setting).expect("an honest table");
        let handle = TableHandle::start(table).expect("a thread");
        let client = handle.connect(Peer::host([]), None);
        Self { handle, client, journal, _folder: folder }
    }

    /// Waits for the end of the game, and sees to it that nothing went otherwise than it does alone.
    ///
    /// # Panics
    ///
    /// If anything did.
    #[track_caller]
    pub fn is_undisturbed(self) {
        assert_eq!(self.finished(), *ALONE);
    }

    fn finished(mut self) -> Vec<Entry> {
        let began = Instant::now();
        let mut over = false;
        while !over {
            assert!(began.elapsed() < LONG, "the neighbour doesn't come to an end");
            match self.client.next_within(LONG) {
                Some(FromTable::Update(Update::Changed { standing, .. })) => {
                    over = standing.outcome.is_some()
                }
                Some(FromTable::Update(Update::Paused { pause })) => {
                    panic!("the neighbour is paused: {pause:?}")
                }
                Some(FromTable::Update(Update::Notice { text, .. })) => {
                    panic!("the neighbour is told: {text}")
                }
                _ => {}
            }
        }
        self.handle.close();
        let opened = Journal::open(&self.journal).expect("a journal");
        verify(Arc::new(own()), &opened).expect("a journal that comes out the same");
        opened.entries
    }
}

fn own() -> WasmModule {
    HOSTILE.with_stop(Stop::default())
}
