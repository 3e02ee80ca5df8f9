//! What the window's workbench works with: the files of a table's scripts, and the builds of its module.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use muster_app::catalogue::{BuildCard, Script, ScriptProblem, Tools};
use muster_contract::{Description, RuleText};
use muster_engine::{Engine, Entry, Manifest, Refused, State};
use muster_scripts::rules::{Compiled, read};
use muster_scripts::{Known, LONGEST_FILE, Library, SCRIPT, Scenario, ScenarioProblem};
use muster_table::Remote;

use crate::dev::take_over;
use crate::modules::build_of;

/// The tools of one table.
pub(super) struct OwnTools {
    pub(super) module: String,
    pub(super) description: Arc<Description>,
    pub(super) rules: Vec<RuleText>,
    /// The rules' files, as far as they are on this machine; looking for them runs every rule that there is.
    pub(super) files: BTreeMap<String, PathBuf>,
    /// The scenario's folder, if it is on this machine.
    pub(super) scenario: Option<PathBuf>,
    /// The folders of what comes with Muster.
    pub(super) shipped: [PathBuf; 2],
    /// Where the text of such a file is kept before it is overwritten.
    pub(super) kept: PathBuf,
    /// The scripts of which that was done at this table.
    pub(super) overwritten: RefCell<BTreeSet<Script>>,
    pub(super) library: Library,
    pub(super) engine: Engine,
    pub(super) entries: Vec<Entry>,
    pub(super) table: Remote,
}

fn script_problem(problem: &ScenarioProblem) -> ScriptProblem {
    ScriptProblem {
        line: problem.at.line,
        message: problem.wrong.to_string(),
        remedy: problem.remedy.clone().unwrap_or_default(),
    }
}

/// Looks for what is wrong with the text of a rule.
fn in_rule(rule: RuleText, module: Known<'_>) -> Option<ScriptProblem> {
    match Compiled::new(&[rule], module) {
        Ok(compiled) => compiled.flaws().first().map(script_problem),
        Err(problem) => Some(script_problem(&problem)),
    }
}

/// Looks for what is wrong with a scenario whose script has this text.
fn in_scenario(library: &Library, folder: &Path, text: String, module: Known<'_>) -> Option<ScriptProblem> {
    let texts = library.texts_with(folder, text).map_err(|problem| vec![problem]);
    let checked = texts.and_then(|texts| Scenario::check(&texts, &[module]).map(drop));
    let problems = checked.err()?;
    // What is wrong with the script comes before what it leads to in other files.
    let own = problems.iter().find(|problem| problem.at.file == SCRIPT);
    own.or(problems.first()).map(script_problem)
}

impl OwnTools {
    /// Keeps the text that stands in a script's file, in a folder of the scenario's name, or under the rule's own.
    fn keep(&self, script: &Script) -> io::Result<()> {
        let (Some(path), Some(text)) = (self.file(script), self.text(script)) else { return Ok(()) };
        let scenario = self.scenario.as_ref().and_then(|folder| folder.file_name());
        let folder = match script {
            Script::Scenario => self.kept.join(scenario.unwrap_or_default()),
            Script::Rule(_) => self.kept.clone(),
        };
        std::fs::create_dir_all(&folder)?;
        let mut place = folder.join(path.file_name().unwrap_or_default());
        if place.symlink_metadata().is_ok() {
            if muster_files::read_text(&place, LONGEST_FILE).is_ok_and(|kept| kept == text) {
                return Ok(());
            }
            place = muster_files::free_beside(&place, "kept");
        }
        crate::whole::write(&place, text.as_bytes())
    }
}

impl Tools for OwnTools {
    fn file(&self, script: &Script) -> Option<PathBuf> {
        match script {
            Script::Scenario => self.scenario.as_ref().map(|folder| folder.join(SCRIPT)),
            Script::Rule(id) => self.files.get(id).cloned(),
        }
    }

    fn text(&self, script: &Script) -> Option<String> {
        let path = self.file(script)?;
        match script {
            Script::Rule(_) => read(&path).ok(),
            // A scenario's may be longer than a rule's.
            Script::Scenario => muster_files::read_text(&path, LONGEST_FILE).ok(),
        }
    }

    fn is_shipped(&self, script: &Script) -> bool {
        let whole = |path: &Path| path.canonicalize().ok();
        let file = self.file(script).and_then(|file| whole(&file));
        file.is_some_and(|file| {
            self.shipped.iter().filter_map(|folder| whole(folder)).any(|folder| file.starts_with(folder))
        })
    }

    fn check(&self, script: &Script, text: &str) -> Receiver<Option<ScriptProblem>> {
        let (answer, answers) = channel();
        let (module, description) = (self.module.clone(), Arc::clone(&self.description));
        let text = text.to_owned();
        let work: Box<dyn FnOnce(Known<'_>) -> Option<ScriptProblem> + Send> = match script {
            Script::Rule(id) => {
                let known = self.rules.iter().find(|rule| rule.id == *id);
                let settings = known.map(|rule| rule.settings.clone()).unwrap_or_default();
                let rule = RuleText { id: id.clone(), text, settings };
                Box::new(move |known| in_rule(rule, known))
            }
            Script::Scenario => {
                let (folder, library) = (self.scenario.clone(), self.library.clone());
                Box::new(move |known| in_scenario(&library, &folder?, text, known))
            }
        };
        // A script may run for a while before its sandbox stops it; the window goes on meanwhile.
        std::thread::spawn(move || {
            let _ = answer.send(work(Known { id: &module, description: &description }));
        });
        answers
    }

    fn save(&self, script: &Script, text: &str) -> Result<(), String> {
        let path = self.file(script).ok_or("its file is not on this machine")?;
        if path.exists() && self.text(script).is_none() {
            return Err(format!("{} can't be read here, so nothing is saved over it", path.display()));
        }
        if self.is_shipped(script) && self.overwritten.borrow_mut().insert(script.clone()) {
            let kept = self.keep(script).inspect_err(|_| {
                self.overwritten.borrow_mut().remove(script);
            });
            kept.map_err(|why| format!("the old text can't be kept, so nothing is saved over it: {why}"))?;
        }
        crate::whole::write(&path, text.as_bytes())
            .map_err(|why| format!("{} can't be written: {why}", path.display()))
    }

    fn builds(&self) -> Vec<BuildCard> {
        let of = |entry: &Entry| match &entry.state {
            State::Refused(why) => match why.as_ref() {
                // The same module in another folder is what somebody may want to try.
                Refused::Twice { folder, id, .. } if *id == self.module => {
                    let manifest = Manifest::read(folder).ok()?;
                    let version = manifest.version.to_string();
                    Some(BuildCard {
                        version,
                        component: String::new(),
                        folder: folder.clone(),
                        trouble: None,
                    })
                }
                other if entry.id() == Some(&self.module) => {
                    let trouble = Some(other.to_string());
                    Some(BuildCard { trouble, ..card(entry) })
                }
                _ => None,
            },
            _ => (entry.id() == Some(&self.module)).then(|| card(entry)),
        };
        self.entries.iter().filter_map(of).collect()
    }

    fn swap(&self, folder: &Path) {
        let (engine, table, folder) = (self.engine.clone(), self.table.clone(), folder.to_owned());
        table.notify_host(format!("{} is looked at", folder.display()));
        std::thread::spawn(move || match take_over(&engine, &table, &folder) {
            Ok(words) => table.notify_host(words),
            Err(why) => {
                table.notify_host(format!("the other build doesn't play, so the old one does: {why}"))
            }
        });
    }
}

fn card(entry: &Entry) -> BuildCard {
    let build = build_of(entry);
    let folder = entry.folder.clone();
    BuildCard { version: build.version, component: build.component, folder, trouble: None }
}
