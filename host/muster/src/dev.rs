//! `muster dev`: builds a module as its sources are saved, and lets each build take over the game on the table.
//!
//! Whatever goes wrong on the way (the compiler, the gate, the state that the build can't read) is told at the table, and
//! the build before plays on.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use muster_engine::{Engine, Manifest};
use muster_table::{Build, Remote};
use muster_workshop::Profile;
use notify::RecursiveMode;

use crate::errand::{self, Halt};
use crate::modules::Installed;
use crate::stopped::Stopped;
use crate::terminal::{Plain, remark};
use crate::watch::{Watch, watch};
use crate::{Failure, Places, PlayArguments, TableArguments, building, session};

/// No `Cargo.toml` is longer, in bytes.
const LONGEST_MANIFEST: u64 = 1 << 20;
/// How long the sources must be quiet before they are built.
const QUIET: Duration = Duration::from_millis(200);

/// A module's sources.
#[derive(Clone, Debug)]
pub(crate) struct Workshop {
    folder: PathBuf,
    package: String,
}

/// The sources that are followed for a table. A build that runs when this is dropped is stopped.
pub(crate) struct Followed {
    _watch: Watch,
    halt: Halt,
    _stopped: Option<Stopped>,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.halt.press();
    }
}

/// Stops a build when the program is ended. Where signals can't be heeded, it runs to its end.
fn stopped_with_us(halt: &Halt) -> Option<Stopped> {
    let halt = halt.clone();
    Stopped::does(move || halt.press()).ok()
}

impl Workshop {
    /// The module whose crate this folder is.
    fn of(folder: &Path) -> Result<Self, Failure> {
        let wrong = |why: String| Failure::File { path: folder.to_owned(), why };
        let folder = folder.canonicalize().map_err(|why| wrong(why.to_string()))?;
        building::is_source(&folder)?;
        let text = muster_files::read_text(&folder.join("Cargo.toml"), LONGEST_MANIFEST)
            .map_err(|why| wrong(why.to_string()))?;
        let cargo: toml::Table = toml::from_str(&text).map_err(|why| wrong(why.to_string()))?;
        let name = cargo.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
        let package = name.ok_or_else(|| wrong("its Cargo.toml names no package".to_owned()))?.to_owned();
        Ok(Self { folder, package })
    }

    /// The files that it is built from, each with its length and when it was last written.
    fn sources(&self) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
        let (mut folders, mut files) = (vec![self.folder.join("src")], Vec::new());
        while let Some(folder) = folders.pop() {
            // A folder that can't be read now is looked at again with the next event.
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                match entry.metadata() {
                    Ok(about) if about.is_dir() => folders.push(entry.path()),
                    Ok(about) => files.push((entry.path(), about.len(), about.modified().ok())),
                    Err(_) => {}
                }
            }
        }
        files.sort();
        files
    }

    /// Builds the component and gives the folder that it is in; or what the compiler says.
    fn build(&self, halt: &Halt) -> Result<PathBuf, Failure> {
        building::built(&self.folder, Profile::Play, |command| {
            let said = errand::run(command.arg("--quiet"), halt).map_err(Failure::Stopped)?;
            match said.trouble("cargo") {
                Some(trouble) => Err(Failure::Problems(vec![trouble.into()])),
                None => Ok(()),
            }
        })
    }

    /// Follows the sources for a table until what it gives is dropped; `after` is called after every build.
    pub(crate) fn follow(
        &self,
        engine: &Engine,
        table: &Remote,
        after: impl Fn() + Send + 'static,
    ) -> Option<Followed> {
        let (workshop, engine, to) = (self.clone(), engine.clone(), table.clone());
        let halt = Halt::default();
        let button = halt.clone();
        let mut seen = workshop.sources();
        let look = move || {
            // The compiler reads the sources, which is an event too; a build that was taken back must not come again by that.
            let sources = workshop.sources();
            if sources != seen {
                seen = sources;
                to.notify_host(format!("building {}", workshop.package));
                match workshop.take_over(&engine, &to, &button) {
                    Ok(words) => to.notify_host(words),
                    Err(why) => {
                        to.notify_host(format!("the new build doesn't play, so the old one does: {why}"))
                    }
                }
                after();
            }
        };
        let otherwise = format!("{} can't be followed", self.folder.display());
        let sources = [self.folder.join("src")];
        let watch = watch(table, &sources, RecursiveMode::Recursive, QUIET, &otherwise, look)?;
        Some(Followed { _watch: watch, _stopped: stopped_with_us(&halt), halt })
    }

    /// Builds, and hands the game over to what was built.
    fn take_over(&self, engine: &Engine, table: &Remote, halt: &Halt) -> Result<String, String> {
        let began = Instant::now();
        let folder = self.build(halt).map_err(|why| why.to_string())?;
        let built = began.elapsed().as_secs_f64();
        Ok(format!("built in {built:.1} s; {}", take_over(engine, table, &folder)?))
    }
}

/// Takes the module in this folder through the gate, and hands the game on the table over to it. Gives how that went in words.
pub(crate) fn take_over(engine: &Engine, table: &Remote, folder: &Path) -> Result<String, String> {
    let began = Instant::now();
    let manifest = Manifest::read(folder).map_err(|why| why.to_string())?;
    let module = engine
        .open(&manifest.id, &folder.join(&manifest.component), |_| ())
        .map_err(|why| why.to_string())?;
    let compiled = began.elapsed().as_millis();
    let build = Build {
        module: manifest.id.clone(),
        version: manifest.version.to_string(),
        component: module.hash(),
    };
    let began = Instant::now();
    match table.swap(Arc::new(module), build).recv() {
        Ok(Ok(Some(_))) => {
            Ok(format!("compiled in {compiled} ms, took over in {} ms", began.elapsed().as_millis()))
        }
        Ok(Ok(None)) => Ok("the component is the one that plays".to_owned()),
        Ok(Err(refused)) => Err(refused.to_string()),
        // The table is closed; there is nobody to tell.
        Err(_) => Ok(String::new()),
    }
}

/// Builds the module, and opens the window or a table with it.
pub(crate) fn run(
    folder: &Path,
    scenario: Option<&str>,
    play: &PlayArguments,
    places: &Places,
) -> Result<(), Failure> {
    if scenario.is_none() && *play != PlayArguments::default() {
        let what = "in the window, the lobby says how a game is played";
        return Err(Failure::usage(what, "Add --scenario NAME to play by the line protocol."));
    }
    let workshop = Workshop::of(folder)?;
    // The lines of standard output are the protocol's.
    remark(&format_args!("building {}; the first time that takes some minutes", workshop.package));
    let halt = Halt::default();
    let stopped = stopped_with_us(&halt);
    let built = workshop.build(&halt)?;
    drop(stopped);
    let mut places = places.clone();
    places.modules.insert(0, built.clone());
    places.source = Some(workshop.folder.clone());
    let Some(scenario) = scenario else { return crate::window(&places, Some(workshop), None) };
    let manifest = Manifest::read(&built).map_err(|why| Failure::Problems(vec![why.to_string().into()]))?;
    let (module, scenario) = (Some(manifest.id), Some(scenario.to_owned()));
    // Whoever writes the module wants to see what it logs.
    let play = PlayArguments { log: true, ..play.clone() };
    let arguments = TableArguments { module, scenario, resume: None, damaged: false, play };
    let out = &mut Plain::new(std::io::stdout().lock());
    let modules = Installed::open(&places)?;
    let follow =
        |table: &Remote| -> Box<dyn Any> { Box::new(workshop.follow(modules.engine(), table, || ())) };
    session::run(&arguments, &places, &modules, std::io::stdin(), out, &follow)
}
