//! What the window asks of the program around it: which modules and scenarios there are, and to open a table.

mod note;

use muster_contract::{Attribute, Board, Description, Marker, Seat, Section, UnitView, Value};
use muster_table::Playing;
use muster_table::messages::{FromTable, Holder, Request};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::board::chart::Chart;
use crate::first::First;
use crate::settings::Settings;
pub use note::GuideNote;

/// A module's state, as its card in the lobby shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum ModuleState {
    /// A table can be opened.
    Ready,
    /// It is being compiled; the share done, in hundredths, if it is known.
    Compiling {
        /// Hundredths.
        percent: Option<u8>,
    },
    /// It can't be used.
    Refused {
        /// Why.
        reason: String,
        /// What can be done.
        remedy: String,
    },
}

/// A module in the lobby.
#[derive(Clone, Debug)]
pub struct ModuleCard {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a few words.
    pub subtitle: String,
    /// Period and scale ("1861-65, hex of 400 yards").
    pub period: String,
    /// How long its games take.
    pub length: String,
    /// How complex it is, from 1 to 5.
    pub complexity: u8,
    /// Its version.
    pub version: String,
    /// Whether it can be played.
    pub state: ModuleState,
    /// Its description, once it could be asked for it.
    pub description: Option<Description>,
    /// Its scenarios, as far as they are known.
    pub scenarios: Vec<ScenarioCard>,
    /// Whether scenarios are still being looked for.
    pub listing: bool,
    /// The optional and house rules that there are for it.
    pub rules: Vec<RuleCard>,
    /// The best scores that its games have come to.
    pub scores: Vec<ScoreLine>,
}

/// A score on the list of the best; they come side by side, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLine {
    /// The side's id.
    pub side: String,
    /// The score.
    pub score: i32,
    /// Who played the side.
    pub who: String,
    /// Scenario, how it ended, and when.
    pub about: String,
    /// Whether it is the score of the game at this table.
    pub now: bool,
}

/// The best scores as they are shown at the end of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreSheet {
    /// Those of the module.
    pub lines: Vec<ScoreLine>,
    /// Why this game isn't among them, or what went wrong; may be empty.
    pub note: String,
}

/// An optional or house rule in the lobby.
#[derive(Clone, Debug)]
pub struct RuleCard {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it changes.
    pub text: String,
    /// Where it comes from.
    pub citation: String,
    /// Whether it is told what not every seat may know.
    pub sees_hidden: bool,
    /// What a table can set of it.
    pub settings: Vec<RuleSetting>,
}

/// Something that a table can set of a rule.
#[derive(Clone, Debug)]
pub struct RuleSetting {
    /// Its name.
    pub name: String,
    /// Its value unless the table says otherwise.
    pub default: Value,
    /// What it is.
    pub text: String,
}

/// A scenario in the lobby.
#[derive(Clone, Debug)]
pub struct ScenarioCard {
    /// Its id: what the program opens it by.
    pub id: String,
    /// Its title.
    pub title: String,
    /// A line under it ("6 April, dawn to dark; 20 turns").
    pub note: String,
    /// Its story.
    pub story: String,
    /// How long it takes.
    pub length: String,
    /// Where its board comes from.
    pub source: String,
    /// That another scenario of this name stands behind it, in words; may be empty.
    pub behind: String,
    /// Whether it is the lightest of its module's, with which one begins.
    pub lightest: bool,
    /// Whether it can be opened.
    pub state: ScenarioState,
}

impl ScenarioCard {
    /// The line under its title: whether one starts here, and its note.
    pub fn line(&self) -> String {
        let start = if self.lightest { "Start here" } else { "" };
        [start, &self.note].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(": ")
    }

    /// For each seat the side that it starts with; none before it is set up.
    pub fn seats(&self) -> &[String] {
        match &self.state {
            ScenarioState::Ready { seats, .. } => seats,
            _ => &[],
        }
    }

    /// Options that it sets itself; none before it is set up.
    pub fn options(&self) -> &[Attribute] {
        match &self.state {
            ScenarioState::Ready { options, .. } => options,
            _ => &[],
        }
    }
}

/// Whether a scenario can be opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ScenarioState {
    /// It isn't set up yet. It is set up once its [`preview`](Catalogue::preview) is asked for.
    #[default]
    Waiting,
    /// It can.
    Ready {
        /// For each seat the side that it starts with.
        seats: Vec<String>,
        /// Options that it sets itself.
        options: Vec<Attribute>,
    },
    /// It can't, because of this.
    Refused(String),
}

/// A scenario set up, for its picture.
#[derive(Clone)]
pub struct Preview {
    /// Its main board.
    pub chart: Arc<Chart>,
    /// What stands on it, as everybody may see it.
    pub units: Vec<UnitView>,
    /// What lies on it: whose its cities are, their works.
    pub markers: Vec<Marker>,
    /// The part of the board worth showing, in the chart's points; all of it if none.
    pub part: Option<egui::Rect>,
}

/// Why a saved table isn't opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unopened {
    /// Why, in words for the person.
    pub words: String,
    /// Whether its journal is damaged, or this build of the module can't follow it to its end, and something stands of it.
    pub stands: bool,
}

impl From<String> for Unopened {
    fn from(words: String) -> Self {
        Self { words, stands: false }
    }
}

/// A saved table. What isn't known of it is empty.
#[derive(Clone, Debug, Default)]
pub struct SavedTable {
    /// Its journal.
    pub path: PathBuf,
    /// The name that a person gave it, or its scenario's title.
    pub title: String,
    /// The scenario's title, if the table has another name.
    pub scenario: String,
    /// The module's id.
    pub module: String,
    /// The turn and its date, as the table was left.
    pub turn: String,
    /// The sides that decide next.
    pub decides: String,
    /// When it was begun, or why it can't be read.
    pub note: String,
    /// How its game ended, if it is over.
    pub over: Option<String>,
}

/// What a person chose in the lobby.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The module.
    pub module: String,
    /// The scenario.
    pub scenario: String,
    /// The options' values.
    pub options: Vec<Attribute>,
    /// The optional and house rules that are on, each with the settings that differ from its own.
    pub rules: Vec<(String, Vec<Attribute>)>,
    /// Who sits where.
    pub holders: Vec<Holder>,
    /// The seed of the dice; random if none.
    pub seed: Option<u128>,
    /// Whether nothing is ever taken back past what bars undo.
    pub strict_undo: bool,
}

/// The line to a table: requests go out without waiting, replies and updates come in.
pub trait TableLine {
    /// Sends a request and gives the number by which its reply is known.
    fn send(&mut self, request: Request) -> u64;
    /// What has come, if anything has.
    fn next(&mut self) -> Option<FromTable>;
}

/// A table that this program runs itself: closing the line closes the table.
pub struct OwnTable {
    /// The window's connection.
    pub client: muster_table::Client,
    /// The table.
    pub handle: muster_table::TableHandle,
    /// What goes on beside the table while it is open, and ends with it.
    pub beside: Box<dyn std::any::Any>,
}

impl TableLine for OwnTable {
    fn send(&mut self, request: Request) -> u64 {
        // The table may be too busy to take it from the queue: that is what it is for.
        if request == Request::Stop {
            self.handle.stop();
        }
        self.client.send(request)
    }

    fn next(&mut self) -> Option<FromTable> {
        self.client.try_next()
    }
}

/// A table opened for this window.
pub struct OpenTable {
    /// The line to it.
    pub line: Box<dyn TableLine>,
    /// What the module is.
    pub description: Description,
    /// The boards, the main one first, each with its chart.
    pub boards: Vec<(Board, Arc<Chart>)>,
    /// The scenario's title.
    pub title: String,
    /// Module and date, for the top bar.
    pub subtitle: String,
    /// The seats that sit at this screen.
    pub eyes: Vec<Seat>,
    /// The module's rules summary.
    pub rules: Vec<Section>,
    /// The scenario's guide notes.
    pub notes: Vec<GuideNote>,
    /// What the workbench works with; none for a table that another program runs.
    pub tools: Option<Box<dyn Tools>>,
    /// Who makes pictures, films and pages of the game; nobody for a table that another program runs.
    pub keeper: Option<Box<dyn crate::snapshot::Keeper>>,
    /// Where the best scores come from when the game is over; none for a table that counts none.
    pub scores: Option<Receiver<ScoreSheet>>,
    /// Whether it was begun before: who sits down at it now isn't known, and sees nothing that is one seat's alone before
    /// that seat is named.
    pub begun: bool,
}

/// A script of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// The scenario's.
    Scenario,
    /// A house rule's, by its id.
    Rule(String),
}

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptProblem {
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead; may be empty.
    pub remedy: String,
}

/// A build of the module that a table plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildCard {
    /// Its version.
    pub version: String,
    /// The hash of its component.
    pub component: String,
    /// The folder that it lies in.
    pub folder: PathBuf,
    /// Why it can't play, if it can't.
    pub trouble: Option<String>,
}

/// What the program does for the workbench of a table that it runs.
pub trait Tools {
    /// The file that a script lies in, if it can be written.
    fn file(&self, script: &Script) -> Option<PathBuf>;
    /// What stands in that file.
    fn text(&self, script: &Script) -> Option<String>;
    /// Whether the file came with Muster, so that whoever writes over it has no other copy.
    fn is_shipped(&self, script: &Script) -> bool;
    /// Looks for what is wrong with a text that would take a script's place. The answer comes when it is found out.
    fn check(&self, script: &Script, text: &str) -> Receiver<Option<ScriptProblem>>;
    /// Writes a script's file; the table follows it as if it had been saved by any other editor.
    fn save(&self, script: &Script, text: &str) -> Result<(), String>;
    /// The builds of the module that are installed.
    fn builds(&self) -> Vec<BuildCard>;
    /// Lets the build in this folder take over. How that went is told at the table.
    fn swap(&self, folder: &std::path::Path);
}

/// A module that somebody wants to add.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Addition {
    /// There is none, or it was added.
    #[default]
    None,
    /// It is being looked at, and compiled.
    UnderWay,
    /// It wasn't added, for this reason.
    Refused(String),
}

/// The program around the window. Its calls answer at once; what takes time goes on beside it, and the context
/// handed over at the start is asked to repaint when something has changed.
pub trait Catalogue {
    /// Every module that is known, in the order of its cards.
    fn modules(&mut self) -> Vec<ModuleCard>;
    /// A scenario set up, for its picture; none until it is ready. Which is asked for last is set up next.
    fn preview(&mut self, module: &str, scenario: &str) -> Option<Preview>;
    /// The saved tables, the latest first.
    fn saved(&mut self) -> Vec<SavedTable>;
    /// Gives a saved table another name; none gives it its scenario's again.
    ///
    /// # Errors
    ///
    /// Why it can't be renamed, in words.
    fn rename(&mut self, table: &SavedTable, name: &str) -> Result<(), String>;
    /// Deletes a saved table for good.
    ///
    /// # Errors
    ///
    /// Why it can't be deleted, in words.
    fn delete(&mut self, table: &SavedTable) -> Result<(), String>;
    /// The records of the table of a journal that a person marked with bookmarks.
    fn bookmarks(&mut self, journal: &std::path::Path) -> Vec<u64>;
    /// Keeps them.
    ///
    /// # Errors
    ///
    /// Why they can't be kept, in words.
    fn keep_bookmarks(&mut self, journal: &std::path::Path, records: &[u64]) -> Result<(), String>;
    /// Lets a person choose a file by the system's own dialog, beside the window. Nothing comes of it where there is none.
    fn ask_for_file(&mut self);
    /// What was chosen, once.
    fn file_asked_for(&mut self) -> Option<PathBuf>;
    /// What can be done with a file or a folder that a person names, or drops onto the window.
    fn file(&mut self, path: &std::path::Path) -> First;
    /// Opens a new table; the words of the error are shown to the person.
    fn open(&mut self, table: &NewTable) -> Result<OpenTable, String>;
    /// Begins to open a saved table, and gives how far its journal is played again; that may take long. Of a journal that was
    /// altered or damaged only what stands is gone on with, and only if that is `accepted`.
    fn resume(&mut self, table: &SavedTable, accepted: bool) -> Playing;
    /// What has come of the table that was to be opened last: the table, or why not. None while its journal is played again.
    fn resumed(&mut self) -> Option<Result<OpenTable, Unopened>>;
    /// Where a copy of a table may be written, for "play on from here".
    fn copy_path(&mut self, title: &str) -> PathBuf;
    /// Begins to add the module in a bundle or in a folder. Nothing comes of it while another is being added.
    fn add_module(&mut self, path: &std::path::Path);
    /// How it stands with what was to be added last.
    fn addition(&mut self) -> Addition;
    /// The settings as they were last kept.
    fn settings(&mut self) -> Settings;
    /// Keeps the settings.
    ///
    /// # Errors
    ///
    /// Why they can't be kept, in words.
    fn keep_settings(&mut self, settings: &Settings) -> Result<(), String>;
    /// The context to be repainted when something changes.
    fn attach(&mut self, context: egui::Context);
}
