//! A table follows the files of its scenario: they set it up anew before the first choice, and are offered later.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use muster_contract::{Attribute, Module, printable};
use muster_scripts::{Found, Known, Library, Scenario, Texts};
use muster_table::{Remote, Revision, Table};
use notify::RecursiveMode;

use crate::follow::{QUIET, settled};
use crate::watch::{Watch, watch};
use crate::{Failure, game};

/// What a table was set up from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    module: String,
    texts: Texts,
    /// The options' values, the scenario's own and those that whoever opened the table chose instead.
    options: Vec<Attribute>,
}

/// A scenario's folder, and what its files said when they were last looked at.
struct Followed {
    folder: PathBuf,
    library: Library,
    seen: Option<Texts>,
    source: Source,
}

impl Source {
    /// What this table was set up from.
    pub(crate) fn of(table: &Table) -> Self {
        let header = table.header();
        let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
        let module = header.build.module.clone();
        Self { module, texts, options: header.position.setup.options.clone() }
    }

    /// The options that were chosen otherwise than the scenario has them. It sets the scenario up, so that whoever opens a table
    /// doesn't wait for it.
    fn chosen(&self, module: &dyn Module) -> Vec<Attribute> {
        let own = game::set_up(&self.texts, Known::from(module), &[]);
        let own = own.map(|scenario| scenario.position.setup.options).unwrap_or_default();
        self.options.iter().filter(|option| !own.contains(option)).cloned().collect()
    }

    /// Sets these texts up for the table's module, with the options that were chosen; none if the table is closed.
    fn set_up(&self, texts: &Texts, table: &Remote) -> Option<Result<Scenario, Failure>> {
        let module = table.run(|table| Arc::clone(table.module())).recv().ok()?;
        let chosen = self.chosen(module.as_ref());
        Some(game::set_up(texts, Known::from(module.as_ref()), &chosen))
    }

    /// Follows the files in the folder of this scenario, and those that it shares or may come to share, for a table until what it
    /// gives is dropped.
    pub(crate) fn follow(self, table: &Remote, folder: PathBuf, library: Library) -> Option<Watch> {
        let seen = library.texts(&folder).ok();
        let names = seen.iter().flat_map(|texts| texts.files.keys());
        let files = names.map(|name| library.file(&folder, name));
        let parents = files.filter_map(|file| Some(file.parent()?.to_owned()));
        let shared = library.shared_folders(&folder, &self.module);
        let folders: BTreeSet<PathBuf> = parents.chain(shared).chain([folder.clone()]).collect();
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        let to = table.clone();
        let mut followed = Followed { folder, library, seen, source: self };
        if followed.seen.as_ref().is_some_and(|texts| *texts != followed.source.texts) {
            followed.compare(&to);
        }
        let otherwise = "the scenario is not followed as its files are saved";
        let look = move || followed.look(&to);
        watch(table, &folders, RecursiveMode::NonRecursive, QUIET, otherwise, look)
    }
}

/// What is wrong now with the scenario that a table was set up from; it is followed, and may be mended.
pub(crate) fn mistaken(found: &Found) -> Option<String> {
    let (mistake, folder) = (found.mistake.as_ref()?, printable::name(&found.folder.to_string_lossy()));
    Some(format!("the game goes on as it was set up, since the scenario in {folder} can't be now: {mistake}"))
}

impl Followed {
    /// The files say something else than the table was set up from: that is offered as a change is that is made while the table is open, from a thread of its own, since setting
    /// the scenario up takes its time. Files that can't be set up now are not: they are told when they are saved.
    fn compare(&self, table: &Remote) {
        let (texts, source, table) = (self.seen.clone(), self.source.clone(), table.clone());
        let compare = move || {
            let Some(texts) = texts else { return };
            let Some(Ok(scenario)) = source.set_up(&texts, &table) else { return };
            let record = game::record(&scenario);
            let revised = table.run(move |table| table.revise_scenario(record, scenario.position));
            match revised.recv() {
                Ok(Ok(Revision::SetUp)) => {
                    table.notify_host("the scenario was changed since, and the table is set up anew".to_owned());
                }
                Ok(Ok(Revision::Offered)) => table.notify_host(
                    "the scenario was changed since this game was set up; it goes on as it was, and can be started again or replayed"
                        .to_owned(),
                ),
                _ => {}
            }
        };
        let thread = std::thread::Builder::new().name("scenario".to_owned());
        if let Err(why) = thread.spawn(compare) {
            tracing::warn!(%why, "a scenario isn't compared with its files");
        }
    }

    fn look(&mut self, table: &Remote) {
        let read = || self.library.texts(&self.folder);
        let found = read();
        if found.as_ref().is_ok_and(|texts| self.seen.as_ref() == Some(texts)) {
            return;
        }
        let texts = match settled(found, read) {
            Ok(texts) => texts,
            Err(problem) => {
                if self.seen.take().is_some() {
                    table.notify_host(format!("the scenario stays as it was: {problem}"));
                }
                return;
            }
        };
        if self.seen.as_ref() == Some(&texts) {
            return;
        }
        self.seen = Some(texts.clone());
        // The table may be closed; then there is nobody to tell.
        let Some(set_up) = self.source.set_up(&texts, table) else { return };
        let scenario = match set_up {
            Ok(scenario) => scenario,
            Err(failure) => {
                return table.notify_host(format!("the scenario stays as it was: {}", failure.first()));
            }
        };
        let record = game::record(&scenario);
        let revised = table.run(move |table| table.revise_scenario(record, scenario.position));
        match revised.recv() {
            Ok(Ok(Revision::Same)) => table.notify_host("the scenario was saved; it sets up the same game".to_owned()),
            Ok(Ok(Revision::SetUp)) => table.notify_host("the scenario was saved, and the table is set up anew".to_owned()),
            Ok(Ok(Revision::Offered)) => table.notify_host(
                "the scenario was saved; this game goes on as it was set up, and can be started again or replayed".to_owned(),
            ),
            Ok(Err(refused)) => table.notify_host(format!("the scenario stays as it was: {}", refused.reason)),
            Err(_) => {}
        }
    }
}
