//! A table follows the files of its scenario: they set it up anew before the first choice, and are offered later.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_contract::Attribute;
use muster_scripts::{Known, Texts};
use muster_table::{Remote, Revision, Table};
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};

use crate::follow::QUIET;
use crate::game;

/// What a table's scenario is set up with besides its files.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The options that whoever opened the table chose otherwise than the scenario.
    options: Vec<Attribute>,
}

/// A scenario's folder, and what its files said when they were last looked at.
struct Followed {
    folder: PathBuf,
    seen: Option<Texts>,
    options: Vec<Attribute>,
}

impl Source {
    /// What this table was set up with.
    pub(crate) fn of(table: &Table) -> Self {
        let header = table.header();
        let texts = Texts { id: header.scenario.name.clone(), files: header.scenario.texts.clone() };
        let own = game::set_up(&texts, Known::from(table.module().as_ref()), &[]);
        let own = own.map(|scenario| scenario.position.setup.options).unwrap_or_default();
        let options = header.position.setup.options.iter().filter(|option| !own.contains(option));
        Self { options: options.cloned().collect() }
    }

    /// Follows the files in this folder for a table until what it gives is dropped.
    pub(crate) fn follow(self, table: &Remote, folder: PathBuf) -> Option<Debouncer<RecommendedWatcher>> {
        let seen = Texts::read(&folder).ok();
        let mut followed = Followed { folder: folder.clone(), seen, options: self.options };
        let to = table.clone();
        let watch = new_debouncer(QUIET, move |events: DebounceEventResult| {
            if events.is_ok() {
                followed.look(&to);
            }
        });
        let started = watch.and_then(|mut watch| {
            watch.watcher().watch(Path::new(&folder), RecursiveMode::NonRecursive)?;
            Ok(watch)
        });
        match started {
            Ok(watch) => Some(watch),
            Err(why) => {
                table.tell(format!("the scenario is not followed as its files are saved: {why}"));
                None
            }
        }
    }
}

impl Followed {
    fn look(&mut self, table: &Remote) {
        let texts = match Texts::read(&self.folder) {
            Ok(texts) => texts,
            Err(problem) => {
                if self.seen.take().is_some() {
                    table.tell(format!("the scenario stays as it was: {problem}"));
                }
                return;
            }
        };
        if self.seen.as_ref() == Some(&texts) {
            return;
        }
        self.seen = Some(texts.clone());
        // The table may be closed; then there is nobody to tell.
        let Ok(module) = table.run(|table| Arc::clone(table.module())).recv() else { return };
        let set_up = game::set_up(&texts, Known::from(module.as_ref()), &self.options);
        let scenario = match set_up {
            Ok(scenario) => scenario,
            Err(failure) => return table.tell(format!("the scenario stays as it was: {}", failure.first())),
        };
        let record = game::record(&scenario);
        let revised = table.run(move |table| table.revise(record, scenario.position));
        match revised.recv() {
            Ok(Ok(Revision::Same)) => table.tell("the scenario was saved; it sets up the same game".to_owned()),
            Ok(Ok(Revision::SetUp)) => table.tell("the scenario was saved, and the table is set up anew".to_owned()),
            Ok(Ok(Revision::Offered)) => table.tell(
                "the scenario was saved; this game goes on as it was set up, and can be started again or replayed".to_owned(),
            ),
            Ok(Err(refused)) => table.tell(format!("the scenario stays as it was: {}", refused.reason)),
            Err(_) => {}
        }
    }
}
