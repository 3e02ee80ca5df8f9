//! The catalogue of the acted tables.

use super::{Acted, chart, description, table, view};
use muster_app::catalogue::*;
use muster_app::first::{First, Offer};
use muster_app::settings::Settings;
use muster_table::Playing;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A catalogue of one module and two that can't be played.
#[derive(Default)]
pub struct Shelf {
    /// What was opened.
    pub opened: Arc<Mutex<Vec<NewTable>>>,
    /// The settings that were kept last.
    pub kept: Arc<Mutex<Settings>>,
    /// The settings it gives.
    pub settings: Settings,
    /// The best scores of every module.
    pub scores: Vec<ScoreLine>,
    /// What is wrong with its saved tables, if anything is.
    pub damage: Option<&'static str>,
    /// Why nothing can be kept, if so.
    pub full: Option<&'static str>,
    /// The tools of a table that is opened again.
    pub tools: Option<super::workbench::Kept>,
    /// Saved tables.
    pub saved: Vec<SavedTable>,
    /// The state of its first scenario; it can be opened if none.
    pub first: Option<ScenarioState>,
    /// Whether another scenario is found after a while, which stands before the others.
    pub later: bool,
    /// How it stands with a module that is to be added.
    pub addition: muster_app::catalogue::Addition,
    /// What was to be added, and how it stands with it afterwards.
    pub added: Arc<Mutex<Vec<PathBuf>>>,
    pub then: muster_app::catalogue::Addition,
    /// How often its cards were looked at.
    pub frames: usize,
    /// Whether what stands of a damaged journal is to be gone on with.
    pub accepted: bool,
    /// How far a saved table is played again, and whether that takes longer than anybody waits.
    pub playing: Playing,
    pub long: bool,
    /// The records that are marked.
    pub marked: Arc<Mutex<Vec<u64>>>,
    /// What was done with saved tables and files: renamed, deleted, asked for.
    pub done: Arc<Mutex<Vec<String>>>,
    /// The file that is chosen by the system's dialog.
    pub browsed: Option<PathBuf>,
}

impl Shelf {
    fn done(&self, what: String) {
        self.done.lock().expect("no test panics while it does").push(what);
    }
}

impl Catalogue for Shelf {
    fn modules(&mut self) -> Vec<ModuleCard> {
        let scenario = |id: &str, title: &str, note: &str| {
            ScenarioCard {
            id: id.into(),
            title: title.into(),
            note: note.into(),
            story: "At dawn on Sunday Johnston’s army comes out of the woods upon camps that have not dug a yard of trench. He must reach the Landing before Buell’s divisions do; Grant must find ground to hold until dark.".into(),
            length: "2 to 4 hours".into(),
            source: "The map is our own reconstruction from surveys of the field.".into(),
            behind: String::new(),
            lightest: id == "church",
            state: ScenarioState::Ready { seats: vec!["us".into(), "cs".into()], options: vec![] },
        }
        };
        let module = |id: &str, title: &str, state: ModuleState, scenarios: Vec<ScenarioCard>| ModuleCard {
            scores: self.scores.clone(),
            id: id.into(),
            title: title.into(),
            subtitle: "Shiloh and other battles, a brigade a counter".into(),
            period: "1861–65, hex of 400 yards".into(),
            length: "2 to 4 hours".into(),
            complexity: 2,
            version: "0.1.0".into(),
            state,
            description: Some(description()),
            scenarios,
            listing: false,
            rules: vec![],
        };
        let mut scenarios = vec![
            scenario("shiloh", "Shiloh, the first day", "6 April, dawn to dark; 20 turns"),
            scenario("church", "Shiloh Church", "Sherman’s line; 6 turns"),
        ];
        if let Some(state) = &self.first {
            scenarios[0].state = state.clone();
        }
        self.frames += 1;
        if self.later && self.frames > 5 {
            scenarios.insert(0, scenario("ford", "A ford", "A crossing; 3 turns"));
        }
        vec![
            module("brigade", "Brigade", ModuleState::Ready, scenarios),
            module("parley", "Parley", ModuleState::Compiling { percent: Some(62) }, vec![]),
            module(
                "old",
                "Old Campaign",
                ModuleState::Refused {
                    reason: "needs host API 0.2".into(),
                    remedy: "This Muster has 0.1; ask its author for a build.".into(),
                },
                vec![],
            ),
        ]
    }
    fn preview(&mut self, module: &str, _: &str) -> Option<Preview> {
        (module == "brigade").then(|| Preview {
            chart: chart(),
            units: view().units,
            markers: vec![],
            part: None,
        })
    }
    fn saved(&mut self) -> Vec<SavedTable> {
        self.saved.clone()
    }
    fn rename(&mut self, table: &SavedTable, name: &str) -> Result<(), String> {
        self.done(format!("{} is {name}", table.path.display()));
        self.full.map_or(Ok(()), |why| Err(why.to_owned()))
    }
    fn delete(&mut self, table: &SavedTable) -> Result<(), String> {
        self.done(format!("{} goes", table.path.display()));
        self.saved.retain(|other| other.path != table.path);
        Ok(())
    }
    fn bookmarks(&mut self, _: &Path) -> Vec<u64> {
        self.marked.lock().expect("no test panics while it marks").clone()
    }
    fn keep_bookmarks(&mut self, _: &Path, records: &[u64]) -> Result<(), String> {
        *self.marked.lock().expect("no test panics while it marks") = records.to_vec();
        Ok(())
    }
    fn ask_for_file(&mut self) {
        self.done("a dialog".to_owned());
    }
    fn file_asked_for(&mut self) -> Option<PathBuf> {
        self.browsed.take()
    }
    fn file(&mut self, path: &Path) -> First {
        let path = path.to_owned();
        if path.extension().is_some_and(|ending| ending == "muster") {
            return First::Bundle(Offer { path, title: "A raid 1.0.0".to_owned(), about: vec![] });
        }
        First::Saved(SavedTable { path, ..SavedTable::default() })
    }
    fn open(&mut self, wanted: &NewTable) -> Result<OpenTable, String> {
        self.opened.lock().expect("no test panics while it opens").push(wanted.clone());
        Ok(table(Acted::default()))
    }
    fn resume(&mut self, _: &SavedTable, accepted: bool) -> Playing {
        self.accepted = accepted;
        self.playing.clone()
    }
    fn resumed(&mut self) -> Option<Result<OpenTable, Unopened>> {
        if self.long {
            return None;
        }
        Some(match &self.damage {
            Some(words) if !self.accepted => Err(Unopened { words: (*words).to_owned(), stands: true }),
            _ => {
                let tools = self.tools.take().map(|tools| Box::new(tools) as Box<dyn Tools>);
                Ok(OpenTable { tools, ..table(Acted::default()) })
            }
        })
    }
    fn copy_path(&mut self, title: &str) -> PathBuf {
        PathBuf::from(title)
    }
    fn add_module(&mut self, path: &Path) {
        self.added.lock().expect("no test panics while it adds").push(path.to_owned());
        self.addition = self.then.clone();
    }
    fn addition(&mut self) -> muster_app::catalogue::Addition {
        self.addition.clone()
    }
    fn settings(&mut self) -> Settings {
        self.settings.clone()
    }
    fn keep_settings(&mut self, settings: &Settings) -> Result<(), String> {
        self.settings = settings.clone();
        *self.kept.lock().expect("no test panics while it keeps them") = settings.clone();
        self.full.map_or(Ok(()), |why| Err(why.to_owned()))
    }
    fn attach(&mut self, _: egui::Context) {}
}

/// Three tables, as the lobby knows them.
pub fn saved() -> Vec<SavedTable> {
    let table = |name: &str, module: &str, turn: &str, decides: &str, over: Option<&str>| SavedTable {
        path: format!("{name}.jsonl").into(),
        title: name.into(),
        module: module.into(),
        turn: turn.into(),
        decides: decides.into(),
        note: "begun 27 November 2026, 07:44".into(),
        over: over.map(str::to_owned),
        ..SavedTable::default()
    };
    vec![
        table("Shiloh", "brigade", "Turn 3 of 20, 8 a.m.", "Union", None),
        table("The long war", "parley", "March 1862", "Confederacy", None),
        table("Perryville", "brigade", "", "", Some("Union victory.")),
    ]
}
