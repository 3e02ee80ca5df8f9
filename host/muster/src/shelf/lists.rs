//! The scenarios and rules that there are. Their scripts say what they are, and a folder may hold thousands of them, so they are
//! read on a thread beside the window.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use muster_scripts::rules::RuleEntry;
use muster_scripts::{Entry, Library};

use crate::Places;

/// What tells the window that something of what it shows has changed.
#[derive(Clone, Default)]
pub(super) struct Bell {
    rung: Arc<AtomicBool>,
    context: Arc<OnceLock<egui::Context>>,
}

impl Bell {
    pub(super) fn ring(&self) {
        self.rung.store(true, Ordering::Release);
        self.wake();
    }

    /// Has the window painted again, though its cards are as they were.
    pub(super) fn wake(&self) {
        if let Some(context) = self.context.get() {
            context.request_repaint();
        }
    }

    /// Whether it was rung since this was last asked.
    pub(super) fn was_rung(&self) -> bool {
        self.rung.swap(false, Ordering::AcqRel)
    }

    /// The window that it is heard in.
    pub(super) fn hang_up(&self, context: egui::Context) {
        let _ = self.context.set(context);
    }
}

/// What there is, as far as it was read.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) scenarios: Vec<Entry>,
    pub(super) rules: Vec<RuleEntry>,
    /// Whether that is all.
    pub(super) whole: bool,
    /// How often reading them was begun; what an earlier reading finds is no longer wanted.
    begun: u64,
}

/// The lists, and who fills them.
pub(super) struct Listing {
    lists: Arc<Mutex<Lists>>,
    bell: Bell,
}

impl Listing {
    /// None yet.
    pub(super) fn new(bell: Bell) -> Self {
        Self { lists: Arc::default(), bell }
    }

    /// Begins to read what there is. What was found before is shown until that is done; the first time, folder by folder.
    pub(super) fn read(&self, library: &Library, places: &Places) {
        let begun = {
            let mut lists = self.get();
            lists.begun += 1;
            lists.begun
        };
        let (lists, bell) = (Arc::clone(&self.lists), self.bell.clone());
        let (library, shelf) = (library.clone(), places.rules());
        let work = move || {
            let mut found = Lists { begun, ..Lists::default() };
            for (number, entries) in library.list_by_folder().enumerate() {
                found.scenarios.extend(entries);
                if number == 0 {
                    found.rules = shelf.list();
                }
                let mut shown = lock(&lists);
                if shown.begun != begun {
                    return;
                }
                if !shown.whole {
                    shown.scenarios.clone_from(&found.scenarios);
                    shown.rules.clone_from(&found.rules);
                    drop(shown);
                    bell.ring();
                }
            }
            found.whole = true;
            let mut shown = lock(&lists);
            if shown.begun == begun {
                *shown = found;
                drop(shown);
                bell.ring();
            }
        };
        if let Err(why) = std::thread::Builder::new().name("lists".to_owned()).spawn(work) {
            tracing::warn!(%why, "the scenarios can't be listed");
            self.get().whole = true;
        }
    }

    /// What was found so far.
    pub(super) fn get(&self) -> MutexGuard<'_, Lists> {
        lock(&self.lists)
    }
}

fn lock(lists: &Mutex<Lists>) -> MutexGuard<'_, Lists> {
    lists.lock().unwrap_or_else(PoisonError::into_inner)
}
