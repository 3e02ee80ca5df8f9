//! What can be typed. The help text comes from here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use muster_table::journal::LARGEST_FACE;

#[cfg(feature = "window")]
pub use crate::pictures::PictureArguments;

/// Muster: historical wargames whose rules are enforced.
///
/// Without a command, the window opens. The commands below do the same things without a window: they list what is
/// installed, play by a line protocol, let bots play each other, look at journals and check files.
#[derive(Debug, Parser)]
#[command(
    version,
    long_version = crate::version::long(),
    after_help = "Where to begin:\n  muster modules                         what can be played\n  muster scenarios brigade               what can be set up\n  muster sim brigade shiloh --games 10   let two bots play ten games\n  muster new scenario my-battle          begin a scenario of your own\n  muster new rule my-rule                begin a house rule\n  muster new module my-game              begin a game, in Rust\n\nExit codes: 0 done; 1 what was looked at is wrong; 2 the command was wrong; 3 something is not there or\nnot allowed on this machine; 4 a module failed."
)]
pub struct Arguments {
    /// A folder with modules, each in a folder of its own (may be given more than once)
    #[arg(long, global = true, value_name = "FOLDER", env = "MUSTER_MODULES")]
    pub modules: Vec<PathBuf>,
    /// The folder with the scenarios that come with Muster
    #[arg(long, global = true, value_name = "FOLDER", env = "MUSTER_SCENARIOS")]
    pub scenarios: Option<PathBuf>,
    /// The folder with the optional and house rules that come with Muster
    #[arg(long, global = true, value_name = "FOLDER", env = "MUSTER_RULES")]
    pub rules: Option<PathBuf>,
    /// The folder for your own scenarios, rules, tables and settings
    #[arg(long, global = true, value_name = "FOLDER", env = "MUSTER_DATA")]
    pub data: Option<PathBuf>,
    /// How much of what the program does goes into its own log, a file that the documentation says the place of. What a module
    /// logs is another thing: see `table --log`
    #[arg(long, global = true, value_name = "LEVEL", env = "MUSTER_PROGRAM_LOG", default_value = "info")]
    pub program_log: ProgramLog,
    /// What to do; without it, the window opens
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Arguments {
    /// What was typed, and what the environment says. A variable that is set to nothing says nothing; an option with nothing after
    /// it is a mistake.
    ///
    /// # Errors
    ///
    /// As [`Parser::try_parse`].
    pub fn typed() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let says_nothing = |arg: &&clap::Arg| {
            let value = arg.get_env().and_then(std::env::var_os);
            value.is_some_and(|value| value.is_empty())
        };
        let empty: Vec<clap::Id> =
            command.get_arguments().filter(says_nothing).map(|arg| arg.get_id().clone()).collect();
        for id in empty {
            command = command.mut_arg(id, |arg| arg.env(Resettable::Reset));
        }
        let typed: Vec<OsString> = std::env::args_os().collect();
        let matches = command.clone().try_get_matches_from(&typed).or_else(|wrong| {
            // What a desktop puts after the program's name is the path of a file.
            match place_of_file(&wrong, &typed) {
                Some(at) => {
                    let mut typed = typed.clone();
                    typed.insert(at, "open".into());
                    command.try_get_matches_from(typed).map_err(|_| wrong)
                }
                None => Err(wrong),
            }
        })?;
        Self::from_arg_matches(&matches)
    }
}

/// Where among what was typed the path of a file stands in a command's place.
fn place_of_file(wrong: &clap::Error, typed: &[OsString]) -> Option<usize> {
    let at = match (wrong.kind(), wrong.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => {
            typed.iter().rposition(|typed| *typed == **word)
        }
        // The last word has no command before it, as any option has a value.
        (ErrorKind::UnknownArgument | ErrorKind::InvalidUtf8, _) => typed.len().checked_sub(1),
        _ => None,
    };
    at.filter(|&at| at > 0 && Path::new(&typed[at]).is_file())
}

/// How much goes into the program's own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgramLog {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// Also what was refused or mended.
    Warn,
    /// Also what began and ended.
    Info,
    /// Also what was found, watched and looked at.
    Debug,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open a file in the window: a table is gone on with, and the module in a bundle is added if you want it
    ///
    /// The path of a file instead of a command does the same, which is what a desktop does with a file that is opened with Muster.
    Open {
        /// A saved table (.jsonl), or a bundle (.muster)
        file: PathBuf,
    },
    /// Let bundles and tables be opened with Muster by a double click, for this user
    #[cfg(windows)]
    Register,
    /// Undo what `register` did
    #[cfg(windows)]
    Unregister,
    /// List the modules (the games), and whether each can be played
    Modules {
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Print all that a module knows: what scenarios and house rules may say of it and ask it
    ///
    /// Sides, kinds of unit, attributes and facts with their types and ranges, settings, features of boards, kinds of decision,
    /// hooks, questions and changes, in the names that scripts use.
    Describe {
        /// The module's id, or the folder that it is in
        module: String,
        /// Print JSON instead of text
        #[arg(long)]
        json: bool,
    },
    /// List the scenarios, of all modules or of one
    Scenarios {
        /// The module's id
        module: Option<String>,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// List the optional and house rules, of all modules or of one
    Rules {
        /// The module's id
        module: Option<String>,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// List the best scores: for each side the five best, of all modules that keep score or of one
    Scores {
        /// The module's id
        module: Option<String>,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Play a game over standard input and output: one JSON request a line, one JSON answer a line
    ///
    /// The protocol is described in docs/protocol.md. A first request to try, once the game has begun:
    /// {"id":1,"ask":"decisions","seat":0}
    Table(TableArguments),
    /// Print the line protocol of `table` as a JSON schema
    ///
    /// What a program may write is `#/$defs/Request` in it, what it reads `#/$defs/Message`.
    Protocol,
    /// Let bots play a scenario many times and count who wins
    Sim(SimArguments),
    /// Print what happened in a game, step by step, from its journal
    Replay {
        /// The journal
        journal: PathBuf,
        /// From whose eyes: a seat's number, or "public"
        #[arg(long, value_name = "SEAT")]
        eyes: Option<String>,
        /// Stop after this step
        #[arg(long, value_name = "STEP")]
        to: Option<u64>,
        /// Print each step with its view as a JSON line
        #[arg(long)]
        json: bool,
    },
    /// Print the story of a game from its journal, turn by turn, as a text to be read
    Chronicle {
        /// The journal
        journal: PathBuf,
        /// As who knows it while the game goes on: a seat's number, or "public"; the only person who plays if not given
        #[arg(long, value_name = "SEAT")]
        eyes: Option<String>,
    },
    /// Paint the board as it stands in a journal, or stood, into a picture (PNG)
    #[cfg(feature = "window")]
    Picture {
        /// The journal, and how what it holds is shown
        #[command(flatten)]
        what: PictureArguments,
        /// After this step, 0 for the beginning; as it stands if not given
        #[arg(long, value_name = "STEP")]
        step: Option<u64>,
    },
    /// Paint a game from its journal as a film (GIF): step by step, or a long game turn by turn
    #[cfg(feature = "window")]
    Film(PictureArguments),
    /// Write the story of a game from its journal as a page (HTML), with its dice and with a picture of the board for each turn
    #[cfg(feature = "window")]
    Page(PictureArguments),
    /// Play a journal again and compare every state and every roll with what it recorded
    Verify {
        /// The journal
        journal: PathBuf,
    },
    /// Play a journal again under the build of its module that is there now, and say where it first goes another way
    ///
    /// The journal is only read. A choice that is no longer legal, a roll that is no longer made and a state that has become
    /// another are named with their entry.
    Patch {
        /// The journal
        journal: PathBuf,
    },
    /// Play while a module is being written: each build takes over the game on the table
    ///
    /// Builds the module, opens the window (or a table over standard input and output, with --scenario), and builds again
    /// whenever a file of its src is saved. A build that fails, or can't go on with the game, leaves the one before in play.
    Dev {
        /// The folder of the module's crate (plugins/brigade)
        folder: PathBuf,
        /// Play this scenario by the line protocol instead of opening the window
        #[arg(long, value_name = "NAME")]
        scenario: Option<String>,
        /// How it is played then
        #[command(flatten)]
        play: PlayArguments,
    },
    /// Build a module from its sources, with the cargo that is here
    ///
    /// Prints the folder that it is in then: target/modules/ID of its workspace.
    Build {
        /// The folder of the module's crate
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// Optimise as for giving away, and write into target/modules-shipped
        #[arg(long)]
        shipped: bool,
    },
    /// Say everything that is wrong with a module's folder, a scenario's folder, a board file or a rule
    ///
    /// A module is also played for a while, with each of its scenarios, to see whether it keeps to its own rules.
    Check {
        /// The folder or file
        path: PathBuf,
    },
    /// Begin something of your own from a working sample
    New(NewArguments),
    /// Pack a module into one file that others can install
    ///
    /// A bundle holds the module's plugin.toml and component, its rules/*.md, its house rules (scripts/*.rhai), its LICENSE,
    /// NOTICE and README files, what lies in its scenarios/, and the scenarios that are named. Every file's hash is in it, and nothing that could be run as it is.
    Pack(PackArguments),
    /// Install the module in a bundle
    Install {
        /// The bundle (NAME.muster)
        bundle: PathBuf,
        /// Put it in place of another build of the module that is installed; what you changed in that is kept
        #[arg(long)]
        replace: bool,
    },
    /// Remove a module that was installed from a bundle; its tables are kept, and what you changed in it
    Remove {
        /// The module's id
        module: String,
    },
    /// Print what completes commands and flags in a shell, for its start-up file
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write manual pages, one for each command
    Manual {
        /// The folder that they are written to
        folder: PathBuf,
    },
}

impl Command {
    /// What it is called.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => "open",
            #[cfg(windows)]
            Self::Register => "register",
            #[cfg(windows)]
            Self::Unregister => "unregister",
            Self::Modules { .. } => "modules",
            Self::Describe { .. } => "describe",
            Self::Scenarios { .. } => "scenarios",
            Self::Rules { .. } => "rules",
            Self::Scores { .. } => "scores",
            Self::Table(_) => "table",
            Self::Protocol => "protocol",
            Self::Sim(_) => "sim",
            Self::Replay { .. } => "replay",
            Self::Chronicle { .. } => "chronicle",
            #[cfg(feature = "window")]
            Self::Picture { .. } => "picture",
            #[cfg(feature = "window")]
            Self::Film(_) => "film",
            #[cfg(feature = "window")]
            Self::Page(_) => "page",
            Self::Verify { .. } => "verify",
            Self::Patch { .. } => "patch",
            Self::Dev { .. } => "dev",
            Self::Build { .. } => "build",
            Self::Check { .. } => "check",
            Self::New(_) => "new",
            Self::Pack(_) => "pack",
            Self::Install { .. } => "install",
            Self::Remove { .. } => "remove",
            Self::Completions { .. } => "completions",
            Self::Manual { .. } => "manual",
        }
    }
}

/// A game to play.
#[derive(Debug, Args)]
pub struct TableArguments {
    /// The module's id
    #[arg(required_unless_present = "resume")]
    pub module: Option<String>,
    /// The scenario: its name, or the path of its folder
    #[arg(required_unless_present = "resume")]
    pub scenario: Option<String>,
    /// Continue the game of this journal instead
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["module", "seats", "seed", "option", "rule", "dice", "strict_undo", "journal"])]
    pub resume: Option<PathBuf>,
    /// With --resume: go on with what stands of a journal that was altered or damaged. The file as it is stays beside it, as
    /// NAME.damaged
    #[arg(long, requires = "resume")]
    pub damaged: bool,
    /// How it is played
    #[command(flatten)]
    pub play: PlayArguments,
}

/// How a game is played: who sits where, by which rules, with which luck, and where it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct PlayArguments {
    /// Who sits where, seat by seat: human, bot:regular or bot:random
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// For which seats this client sees and acts: their numbers, or "public"; every human seat if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub eyes: Vec<String>,
    /// Take the client for a guest: what drives the table or writes files, and what only its host may know, is refused
    #[arg(long)]
    pub guest: bool,
    /// What the dice follow from; random if not given
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u128>,
    /// Faces that come up first, in order ("3,6,1"); one that the die rolled hasn't is passed over; the table is marked for it
    #[arg(long, value_name = "FACES", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=i64::from(LARGEST_FACE)))]
    pub dice: Vec<u8>,
    /// Take nothing back past dice, what was shown and another's decision, whoever sits here
    #[arg(long)]
    pub strict_undo: bool,
    /// Set an optional rule of the module (may be given more than once)
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// Turn on a house rule, with settings of it ("weather:rain=4,fog=10"; may be given more than once)
    #[arg(long, value_name = "ID[:KEY=VALUE,..]")]
    pub rule: Vec<String>,
    /// Write to standard error what the module logs for whoever writes it, as it comes. It may tell secrets
    #[arg(long)]
    pub log: bool,
    /// Keep the game in this new file; otherwise it is forgotten unless saved
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

/// A series of games between bots.
#[derive(Debug, Args)]
pub struct SimArguments {
    /// The module's id
    pub module: String,
    /// The scenario: its name, or the path of its folder
    pub scenario: String,
    /// How many games
    #[arg(long, default_value_t = 10, value_name = "NUMBER")]
    pub games: u64,
    /// What all of them follow from: the same seed gives the same games
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub seed: u64,
    /// The bots, regular or random; they change sides from game to game
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = ["regular", "regular"])]
    pub bots: Vec<String>,
    /// How many games a regular bot plays in its head before each choice
    #[arg(long, default_value_t = 32, value_name = "NUMBER")]
    pub playouts: u32,
    /// Break a game off after so many choices
    #[arg(long, default_value_t = 20_000, value_name = "NUMBER")]
    pub longest: u64,
    /// Set an optional rule of the module (may be given more than once)
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// Turn on a house rule, with settings of it ("weather:rain=4,fog=10"; may be given more than once)
    #[arg(long, value_name = "ID[:KEY=VALUE,..]")]
    pub rule: Vec<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// A module to pack.
#[derive(Debug, Args)]
pub struct PackArguments {
    /// The module's folder, with its plugin.toml and component
    pub folder: PathBuf,
    /// The folder of a scenario to pack with it (may be given more than once)
    #[arg(long, value_name = "FOLDER")]
    pub scenario: Vec<PathBuf>,
    /// The bundle's file; ID-VERSION.muster in this folder if not given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Something new.
#[derive(Debug, Args)]
pub struct NewArguments {
    /// What
    #[command(subcommand)]
    pub what: New,
}

/// What can be begun.
#[derive(Debug, Subcommand)]
pub enum New {
    /// A scenario: three units on a small board, ready to play and to change
    Scenario {
        /// Its name, or a path for its folder; a name goes to the folder for your own scenarios
        name: String,
        /// The module that it is for
        #[arg(long, default_value = "brigade", value_name = "ID")]
        module: String,
        /// Begin it even if another has the name, which yours would be used instead of
        #[arg(long)]
        shadow: bool,
    },
    /// A module: a small complete game under your name, in a workspace of its own, to be built with Rust
    Module(ModuleArguments),
    /// A house rule that rolls, counts and tells, ready to be turned on and to be changed
    Rule {
        /// Its name, or a path for its file; a name goes to the folder for your own rules
        name: String,
        /// The module that it is for
        #[arg(long, default_value = "brigade", value_name = "ID")]
        module: String,
        /// Begin it even if another has the name, which yours would be used instead of
        #[arg(long)]
        shadow: bool,
    },
}

/// A module to begin.
#[derive(Clone, Debug, Args)]
pub struct ModuleArguments {
    /// Its name: lower-case words joined by hyphens ("night-raid")
    pub name: String,
    /// The new folder to make it in; one of its name in this folder if not given
    #[arg(long, value_name = "FOLDER")]
    pub at: Option<PathBuf>,
    /// The folder with Muster's crates: its source, or what of that came with a Muster; what came with this one if not given
    #[arg(long, value_name = "FOLDER")]
    pub crates: Option<PathBuf>,
}
