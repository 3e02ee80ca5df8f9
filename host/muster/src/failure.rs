//! What can go wrong, in the words of whoever typed the command.

use std::io;
use std::path::{Path, PathBuf};

use muster_bundle::{InstallProblem, PackProblem};
use muster_contract::Trouble;
use muster_scripts::{SampleProblem, ScenarioProblem};
use muster_table::{SimulateError, StartError};

use crate::snippet::Problem;

/// Why a command wasn't carried out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command can't be meant as typed.
    #[error("{what}")]
    Usage {
        /// What can't.
        what: String,
        /// What to type instead.
        remedy: Option<String>,
    },
    /// What was checked is wrong.
    #[error("{}", each(.0))]
    Problems(Vec<Problem>),
    /// A journal doesn't come out as it was written.
    #[error("{0}")]
    Differs(String),
    /// A journal that is to be continued was altered or damaged.
    #[error("{0}")]
    Damaged(muster_table::journal::Damage),
    /// A module failed.
    #[error("{0}")]
    Trouble(Trouble),
    /// There is no such module, or it can't be played.
    #[error("{0}")]
    NoModule(String),
    /// There is no module of that name.
    #[error("{0}")]
    NotInstalled(muster_engine::NoModule),
    /// There is no such scenario.
    #[error("there is no scenario {name:?}")]
    NoScenario {
        /// As it was typed.
        name: String,
        /// The ones that there are.
        remedy: Option<String>,
    },
    /// A table can't be started or continued.
    #[error("{0}")]
    Start(StartError),
    /// A game for which no journal was named can't be kept while it goes on.
    #[error("the game is kept in the folder for temporary files while it goes on, and can't be: {}: {why}", path.display())]
    NoRoom {
        /// The file that it would be kept in.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// A file can't be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// Something isn't there that comes from elsewhere.
    #[error("{what}")]
    NotHere {
        /// What isn't.
        what: String,
        /// Where it comes from.
        remedy: String,
    },
    /// Something wasn't carried through.
    #[error("{0}")]
    Stopped(String),
    /// Standard output or input failed.
    #[error("standard input or output failed: {0}")]
    Stream(#[from] io::Error),
    /// A new scenario wasn't written.
    #[error(transparent)]
    Sample(#[from] SampleProblem),
    /// The engine that runs modules can't start here.
    #[error(transparent)]
    Engine(#[from] muster_engine::NoEngine),
    /// The system starts no more threads.
    #[error("the system starts no more threads for this program: {0}")]
    NoThread(io::Error),
    /// The thread of a table, or of its bots, failed.
    #[error("the table has ended by a mistake of Muster's own; what was acknowledged is in its journal")]
    TableFailed,
    /// The window can't be opened, in its own words.
    #[error("{0}")]
    NoWindow(String),
}

/// What to do where nothing can be written into the folder for temporary files.
const NO_ROOM: &str = if cfg!(windows) {
    "Set TMP to a folder that can be written to, or name a file to keep the game in with --journal."
} else {
    "Set TMPDIR to a folder that can be written to, or name a file to keep the game in with --journal."
};

/// What to do where a module isn't there.
pub(crate) fn how_to_install() -> &'static str {
    match crate::places::is_in_checkout() {
        true => {
            "Install its bundle with `muster install FILE`; those of this source tree are built with `cargo xtask modules`."
        }
        false => {
            "Install its bundle with `muster install FILE`. If it came with Muster, get Muster anew: it isn't where it should be."
        }
    }
}

fn each(problems: &[Problem]) -> String {
    match problems {
        [one] => one.to_string(),
        many => {
            let all: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!("{} problems\n{}", many.len(), all.join("\n"))
        }
    }
}

impl Failure {
    /// What there is room for where one sentence is told: the first problem of many.
    pub(crate) fn first(self) -> String {
        match self {
            Self::Problems(problems) => problems.first().map(ToString::to_string).unwrap_or_default(),
            other => other.to_string(),
        }
    }

    /// What is wrong with the text in a file, told with its path as it was given.
    pub(crate) fn of_file(problems: &[ScenarioProblem], path: &Path) -> Failure {
        let of = |problem: &ScenarioProblem| {
            let mut problem = problem.clone();
            problem.at.file = path.display().to_string();
            Problem::in_file(&problem, path.to_owned())
        };
        Failure::Problems(problems.iter().map(of).collect())
    }

    /// A command that can't be meant, and what to type instead.
    pub(crate) fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Usage { what: what.into(), remedy: Some(remedy.into()) }
    }

    /// It with the lines of the files that it is about, for a person to read.
    pub fn with_lines(&self) -> String {
        match self {
            Self::Problems(problems) => crate::snippet::with_lines(problems),
            other => other.to_string(),
        }
    }

    /// What to do about it, if that can be said.
    pub fn remedy(&self) -> Option<&str> {
        match self {
            Failure::Usage { remedy, .. } | Failure::NoScenario { remedy, .. } => remedy.as_deref(),
            Failure::NotHere { remedy, .. } => Some(remedy),
            Failure::NoRoom { .. } => Some(NO_ROOM),
            Failure::NotInstalled(_) => Some(how_to_install()),
            Failure::NoThread(_) => {
                Some("Let it have more (`ulimit -u` shows how many), or close other programs.")
            }
            Failure::Damaged(_) => {
                Some("With --damaged the game goes on from what stands; the file as it is stays beside it.")
            }
            Failure::NoWindow(_) => Some("The commands work without one: see muster --help."),
            _ => None,
        }
    }

    /// Which kind of failure it is, in a word.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Usage { .. } => "usage",
            Self::Problems(_) => "problems",
            Self::Differs(_) => "differs",
            Self::Damaged(_) => "damaged",
            Self::Trouble(_) => "trouble",
            Self::NoModule(_) | Self::NotInstalled(_) => "no-module",
            Self::NoScenario { .. } => "no-scenario",
            Self::Start(_) => "start",
            Self::NoRoom { .. } => "no-room",
            Self::File { .. } => "file",
            Self::Stream(_) => "stream",
            Self::Sample(_) => "sample",
            Self::Engine(_) => "engine",
            Self::NotHere { .. } => "not-here",
            Self::Stopped(_) => "stopped",
            Self::NoThread(_) => "no-thread",
            Self::TableFailed => "table-failed",
            Self::NoWindow(_) => "no-window",
        }
    }

    /// Whether it is only that nobody reads our output any more (`muster replay … | head`).
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Failure::Stream(why) if why.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<ScenarioProblem> for Failure {
    fn from(problem: ScenarioProblem) -> Failure {
        Failure::Problems(vec![problem.to_string().into()])
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::Trouble(trouble) => Failure::Trouble(trouble),
            StartError::Difference(_) => Failure::Differs(error.to_string()),
            StartError::Damaged(damage) => Failure::Damaged(damage),
            other => Failure::Start(other),
        }
    }
}

impl From<SimulateError> for Failure {
    fn from(error: SimulateError) -> Failure {
        match error {
            SimulateError::Trouble(trouble) => Failure::Trouble(trouble),
            other => Failure::Problems(vec![other.to_string().into()]),
        }
    }
}

impl From<PackProblem> for Failure {
    fn from(problem: PackProblem) -> Failure {
        Failure::Problems(vec![problem.to_string().into()])
    }
}

impl From<InstallProblem> for Failure {
    fn from(problem: InstallProblem) -> Failure {
        match problem {
            InstallProblem::File { path, why } => Failure::File { path, why },
            InstallProblem::Unkept { .. } => Failure::Stopped(problem.to_string()),
            InstallProblem::Unknown(_) => Failure::NoModule(problem.to_string()),
            InstallProblem::Taken(_) | InstallProblem::Refused(_) => {
                Failure::Problems(vec![problem.to_string().into()])
            }
        }
    }
}
