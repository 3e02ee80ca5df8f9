//! Where things are on this machine.

use std::path::{Path, PathBuf};

use muster_scripts::rules::RuleShelf;
use muster_scripts::{Library, Origin};

use crate::Arguments;

/// The folder of installed modules in that for a person's own data.
const INSTALLED: &str = "modules";

/// The folders that a command works with.
#[derive(Clone, Debug)]
pub struct Places {
    /// Folders with modules.
    pub modules: Vec<PathBuf>,
    /// The folder with the scenarios that come with Muster.
    pub scenarios: PathBuf,
    /// The folder with the optional and house rules that come with Muster.
    pub scripts: PathBuf,
    /// The folder for a person's own scenarios, rules, tables and settings.
    pub data: PathBuf,
    /// The folder for what the program notes about itself: its log.
    pub state: PathBuf,
    /// The folder for compiled modules, which can be deleted at any time.
    pub cache: Option<PathBuf>,
}

impl Places {
    /// The folders that were named, or else those of an installation (beside the program), of a work tree that the
    /// program was built in, and of the platform.
    pub fn of(arguments: &Arguments) -> Places {
        let platform = directories::ProjectDirs::from("", "", "muster");
        let data =
            arguments.data.clone().or_else(|| platform.as_ref().map(|places| places.data_dir().to_owned()));
        let data = data.unwrap_or_else(|| PathBuf::from("muster-data"));
        // Who keeps what is his in a folder of his own finds everything there.
        let state = platform
            .as_ref()
            .filter(|_| arguments.data.is_none())
            .map(|places| places.state_dir().unwrap_or_else(|| places.data_local_dir()).to_owned());
        let state = state.unwrap_or_else(|| data.join("state"));
        let program = std::env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        // An installation has them beside the program; a work tree has the modules beside the folder `debug` in
        // which cargo puts the program, and the scenarios at its top.
        let near = |name: &str| {
            beside.ancestors().take(4).map(|folder| folder.join(name)).find(|folder| folder.is_dir())
        };
        let mut modules = arguments.modules.clone();
        if modules.is_empty() {
            modules.extend(near("modules"));
        }
        // What was installed is there wherever the others come from.
        let installed = data.join(INSTALLED);
        if !modules.iter().any(|folder| is_same_folder(folder, &installed)) {
            modules.push(installed);
        }
        let scripts = arguments.rules.clone().or_else(|| near("scripts"));
        let scenarios = arguments.scenarios.clone().or_else(|| near("scenarios"));
        Places {
            modules,
            scenarios: scenarios.unwrap_or_else(|| PathBuf::from("scenarios")),
            scripts: scripts.unwrap_or_else(|| PathBuf::from("scripts")),
            data,
            state,
            cache: platform.map(|places| places.cache_dir().join("modules")),
        }
    }

    /// The program's own log.
    pub fn log(&self) -> PathBuf {
        self.state.join("muster.log")
    }

    /// A person's own scenarios.
    pub fn own_scenarios(&self) -> PathBuf {
        self.data.join("scenarios")
    }

    /// A person's own rules.
    pub fn own_rules(&self) -> PathBuf {
        self.data.join("rules")
    }

    /// All optional and house rules: those that come with Muster, those that came with a module, and a person's own.
    pub fn rules(&self) -> RuleShelf {
        let shelves = std::iter::once((Origin::Shipped, self.scripts.clone()))
            .chain(self.installed(muster_bundle::SCRIPTS).into_iter().map(|shelf| (Origin::Module, shelf)))
            .chain([(Origin::Own, self.own_rules())]);
        RuleShelf::new(shelves)
    }

    /// The folders that scenarios, rules or installed modules may lie in and that can't be searched now, with why.
    pub fn unreadable(&self) -> Vec<(PathBuf, std::io::Error)> {
        let own = [self.own_modules(), self.own_scenarios(), self.own_rules()];
        let shipped = [self.scenarios.clone(), self.scripts.clone()];
        let all = shipped.into_iter().chain(own);
        all.filter_map(|folder| muster_files::can_be_searched(&folder).err().map(|why| (folder, why)))
            .collect()
    }

    /// This folder of every module that was installed.
    fn installed(&self, name: &str) -> Vec<PathBuf> {
        let modules = std::fs::read_dir(self.own_modules()).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = modules.map(|entry| entry.path().join(name)).collect();
        folders.sort();
        folders
    }

    /// The folder of modules that were installed.
    pub fn own_modules(&self) -> PathBuf {
        self.data.join(INSTALLED)
    }

    /// All scenarios: those that come with Muster, those that came with a module, and a person's own.
    pub fn library(&self) -> Library {
        let shelves = std::iter::once((Origin::Shipped, self.scenarios.clone()))
            .chain(self.installed(muster_bundle::SCENARIOS).into_iter().map(|shelf| (Origin::Module, shelf)))
            .chain([(Origin::Own, self.own_scenarios())]);
        Library::new(shelves)
    }
}

/// Whether the program was built in a work tree and lies there: `target/debug` or the like, at its top.
pub(crate) fn is_in_checkout() -> bool {
    let program = std::env::current_exe().ok();
    program.is_some_and(|program| {
        program.ancestors().skip(1).take(4).any(|folder| folder.join("xtask/Cargo.toml").is_file())
    })
}

/// Says that of two things of the same name one was taken, and where the other is.
pub(crate) fn say_behind(kind: &str, name: &str, taken: &Path, behind: &Path) {
    let shown = |path: &Path| muster_contract::printable::name(&path.to_string_lossy());
    let (name, taken, behind) = (muster_contract::printable::name(name), shown(taken), shown(behind));
    crate::remark(&format_args!(
        "{name} is the {kind} in {taken}; another of this name, in {behind}, stands behind it"
    ));
}

/// Whether two paths lead to one folder, however they are spelt.
pub(crate) fn is_same_folder(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    one == other || canonical(one).is_some_and(|one| Some(one) == canonical(other))
}
