//! The program: what can be typed after `muster`, and what each of it does.
//!
//! Everything that plays goes through a table and its messages, as the window does. A command reads its arguments
//! (`arguments`), finds what they name (`game`, [`Modules`]) and prints to standard output; what goes wrong is a
//! [`Failure`], which `main` turns into an exit code in one place.

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod beginning;
mod building;
mod bundles;
mod check;
mod date;
mod describe;
mod dev;
mod errand;
mod failure;
#[cfg(feature = "window")]
mod first;
mod follow;
mod game;
pub mod lines;
mod lists;
mod modules;
mod naming;
mod past;
#[cfg(feature = "window")]
mod pictures;
mod places;
mod principles;
mod program_log;
mod progress;
pub mod protocol;
#[cfg(any(windows, test))]
mod register;
mod rules;
mod scores;
mod session;
#[cfg(feature = "window")]
mod shelf;
mod shell;
mod sim;
mod snippet;
mod source;
#[cfg(feature = "window")]
mod speaker;
mod stopped;
mod terminal;
mod version;
mod watch;
mod whole;

use std::io::{Read, Write};
use std::path::Path;

use arguments::{New, NewArguments};

pub use arguments::{Arguments, Command, PlayArguments, ProgramLog, SimArguments, TableArguments};
pub use failure::Failure;
pub use modules::{Found, Installed, Listed, Modules, rules_of};
pub use places::Places;
#[cfg(feature = "window")]
pub use shelf::Shelf;
pub use snippet::Problem;
pub use terminal::{remark, say_beside};

/// Carries out a command with the modules that are installed.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut places = Places::of(arguments);
    program_log::begin(&places, arguments.program_log);
    let what = arguments.command.as_ref().map_or("the window", Command::name);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), process = std::process::id(), what, "muster begins");
    let in_use = places.unpack_bundles();
    let done = carry_out(arguments, &places);
    drop(in_use);
    match &done {
        Err(failure) if !failure.is_closed_output() => {
            // What it says can tell what a module or a journal says.
            tracing::error!(kind = failure.kind(), "muster ends with a failure");
        }
        _ => tracing::info!("muster ends"),
    }
    done
}

fn carry_out(arguments: &Arguments, places: &Places) -> Result<(), Failure> {
    for missing in arguments.modules.iter().filter(|folder| !folder.is_dir()) {
        let what = if missing.exists() { "is none" } else { "isn't there" };
        remark(&format_args!("{} is named as a folder with modules, and {what}", missing.display()));
    }
    for (folder, why) in places.unreadable() {
        remark(&format_args!("{}: {why}; what is in it isn't found", folder.display()));
    }
    for kept in muster_bundle::recover(&places.own_modules()) {
        remark(&bundles::kept_text(&kept));
    }
    let Some(command) = &arguments.command else {
        return window(places, None, None);
    };
    if let Command::Open { file } = command {
        return window(places, None, Some(file));
    }
    // None of these needs the modules that are installed.
    match command {
        #[cfg(windows)]
        Command::Register => return register::register(&mut std::io::stdout().lock()),
        #[cfg(windows)]
        Command::Unregister => return register::unregister(&mut std::io::stdout().lock()),
        Command::Build { folder, shipped } => {
            return building::build(folder, *shipped, &mut terminal::Plain::new(std::io::stdout().lock()));
        }
        Command::New(NewArguments { what: New::Module(wanted) }) => {
            return beginning::module(wanted, &mut terminal::Plain::new(std::io::stdout().lock()));
        }
        _ => {}
    }
    if let Command::Dev { folder, scenario, play } = command {
        return dev::run(folder, scenario.as_deref(), play, places);
    }
    let modules = Installed::open(places)?;
    perform(command, places, &modules, std::io::stdin(), &mut std::io::stdout().lock())
}

/// Carries out a command with these modules, reading from `input` and printing to `out`: nothing of what strangers wrote
/// gives orders to a terminal there.
pub fn perform(
    command: &Command,
    places: &Places,
    modules: &dyn Modules,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let out = &mut terminal::Plain::new(out);
    let done = match command {
        Command::Modules { json } => lists::modules(modules, *json, out),
        Command::Scenarios { module, json } => {
            lists::scenarios(places, modules, module.as_deref(), *json, out)
        }
        Command::Rules { module, json } => rules::list(places, module.as_deref(), *json, out),
        Command::Describe { module, json } => describe::describe(module, modules, *json, out),
        Command::Scores { module, json } => scores::list(places, module.as_deref(), *json, out),
        Command::Table(arguments) => session::run(arguments, places, modules, input, out, &|_| Box::new(())),
        Command::Open { file } => window(places, None, Some(file)),
        #[cfg(windows)]
        Command::Register => register::register(out),
        #[cfg(windows)]
        Command::Unregister => register::unregister(out),
        // It makes its own modules; `run` begins it.
        Command::Dev { folder, scenario, play } => dev::run(folder, scenario.as_deref(), play, places),
        Command::Patch { journal } => past::patch(modules, journal, out),
        Command::Sim(arguments) => sim::run(arguments, places, modules, out),
        Command::Replay { journal, eyes, to, json } => {
            past::replay(modules, journal, eyes.as_deref(), *to, *json, out)
        }
        Command::Chronicle { journal, eyes } => past::chronicle(modules, journal, eyes.as_deref(), out),
        #[cfg(feature = "window")]
        Command::Picture { what, step } => {
            pictures::of_journal(muster_app::snapshot::Keepsake::Picture(*step), what, modules, out)
        }
        #[cfg(feature = "window")]
        Command::Film(what) => pictures::of_journal(muster_app::snapshot::Keepsake::Film, what, modules, out),
        #[cfg(feature = "window")]
        Command::Page(what) => pictures::of_journal(muster_app::snapshot::Keepsake::Page, what, modules, out),
        Command::Verify { journal } => past::verify(modules, journal, out),
        Command::Build { folder, shipped } => building::build(folder, *shipped, out),
        Command::Check { path } => check::check(path, places, modules, out),
        Command::New(new) => check::new(new, places, modules, out),
        Command::Pack(arguments) => bundles::pack(arguments, places, modules, out),
        Command::Install { bundle, replace } => {
            let replace = if *replace { muster_bundle::Replace::Yes } else { muster_bundle::Replace::Ask };
            bundles::install(bundle, replace, places, modules, out)
        }
        Command::Remove { module } => bundles::remove(module, places, out),
        Command::Protocol => protocol::print(out),
        Command::Completions { shell } => shell::completions(*shell, out),
        Command::Manual { folder } => shell::manual(folder, out),
    };
    // What can't be printed is no success.
    done.and_then(|()| Ok(out.flush()?))
}

/// Opens the window, with the file that somebody opened.
#[cfg(feature = "window")]
pub(crate) fn window(
    places: &Places,
    workshop: Option<dev::Workshop>,
    file: Option<&Path>,
) -> Result<(), Failure> {
    let shelf = shelf::Shelf::open(places)?.with_workshop(workshop);
    muster_app::run(Box::new(shelf), speaker::System::open(), first::of(file))
        .map_err(|why| Failure::NoWindow(why.to_string()))
}

/// Says that there is none.
#[cfg(not(feature = "window"))]
pub(crate) fn window(_: &Places, _: Option<dev::Workshop>, _: Option<&Path>) -> Result<(), Failure> {
    Err(Failure::NoWindow("the window can't be opened: this build of muster was made without it".into()))
}
