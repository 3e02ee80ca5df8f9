//! Where things are on this machine.

mod installation;
mod shipped;

use std::path::{Path, PathBuf};

use muster_files::is_same_folder;
use muster_scripts::rules::RuleShelf;
use muster_scripts::{Library, Origin};

use muster_workshop::Profile;

use crate::Arguments;

pub(crate) use self::installation::Installation;

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
    /// The folder of the module whose source is worked on, if one is: its scenarios are found as well.
    pub source: Option<PathBuf>,
}

impl Places {
    /// The folders that were named, or else those of the installation or work tree that the program lies in, and of the platform.
    pub fn of(arguments: &Arguments) -> Places {
        Self::of_installation(arguments, &Installation::of_this_program())
    }

    fn of_installation(arguments: &Arguments, here: &Installation) -> Places {
        let portable = here.portable();
        // Who keeps what is his beside the program leaves nothing on the machine.
        let platform = match portable {
            Some(_) => None,
            None => directories::ProjectDirs::from("", "", "muster"),
        };
        let cache = match &portable {
            Some(own) => Some(own.join("cache/modules")),
            None => platform.as_ref().map(|places| places.cache_dir().join("modules")),
        };
        let data = arguments.data.clone().or(portable);
        let data = data.or_else(|| platform.as_ref().map(|places| places.data_dir().to_owned()));
        let data = data.unwrap_or_else(|| PathBuf::from("muster-data"));
        // Who keeps what is his in a folder of his own finds everything there.
        let state = platform
            .as_ref()
            .filter(|_| arguments.data.is_none())
            .map(|places| places.state_dir().unwrap_or_else(|| places.data_local_dir()).to_owned());
        let state = state.unwrap_or_else(|| data.join("state"));
        let mut modules = arguments.modules.clone();
        if modules.is_empty() {
            modules.extend(here.folder("modules"));
        }
        let source = std::env::current_dir().ok().filter(|folder| muster_workshop::lacks(folder).is_none());
        if let Some(source) = source.as_ref().filter(|_| arguments.modules.is_empty()) {
            modules.splice(0..0, built_in(source));
        }
        // What was installed is there wherever the others come from.
        let installed = data.join(INSTALLED);
        if !modules.iter().any(|folder| is_same_folder(folder, &installed)) {
            modules.push(installed);
        }
        let scripts = arguments.rules.clone().or_else(|| here.folder("scripts"));
        let scenarios = arguments.scenarios.clone().or_else(|| here.folder("scenarios"));
        Places {
            modules,
            scenarios: scenarios.unwrap_or_else(|| PathBuf::from("scenarios")),
            scripts: scripts.unwrap_or_else(|| PathBuf::from("scripts")),
            data,
            state,
            cache,
            source,
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
        // Those of a module that is worked on, unless they were named.
        let source = self.source.iter().map(|source| source.join(muster_bundle::SCENARIOS));
        let source = source.filter(|folder| !is_same_folder(folder, &self.scenarios));
        let shelves = std::iter::once((Origin::Shipped, self.scenarios.clone()))
            .chain(self.installed(muster_bundle::SCENARIOS).into_iter().map(|shelf| (Origin::Module, shelf)))
            .chain(source.map(|shelf| (Origin::Own, shelf)))
            .chain([(Origin::Own, self.own_scenarios())]);
        Library::new(shelves)
    }
}

/// The folder of the modules that were built from the source in this folder, if there is one.
fn built_in(source: &Path) -> Option<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| source.join("target"), PathBuf::from);
    Some(target.join(Profile::Play.folders()[0])).filter(|folder| folder.is_dir())
}

/// Whether the program was built in a work tree and lies there: `target/debug` or the like, at its top.
pub(crate) fn is_in_checkout() -> bool {
    Installation::of_this_program().checkout().is_some()
}

/// A page of the documentation, as a person finds it: where it lies, or its name in the source.
pub(crate) fn page(name: &str) -> String {
    Installation::of_this_program().page(name)
}

/// Says that of two things of the same name one was taken, and where the other is.
pub(crate) fn say_behind(kind: &str, name: &str, taken: &Path, behind: &Path) {
    let shown = |path: &Path| muster_contract::printable::name(&path.to_string_lossy());
    let (name, taken, behind) = (muster_contract::printable::name(name), shown(taken), shown(behind));
    crate::remark(&format_args!(
        "{name} is the {kind} in {taken}; another of this name, in {behind}, stands behind it"
    ));
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn a_portable_muster_keeps_everything_in_its_own_folder() {
        let root = tempfile::tempdir().expect("a folder");
        for folder in ["bin", "muster-data", "share/muster/modules"] {
            std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        let here = Installation::with_program_in(&root.path().join("bin"));
        let arguments = Arguments::try_parse_from(["muster", "--scenarios", "s"]).expect("a command");
        let places = Places::of_installation(&arguments, &here);
        let own = root.path().join("muster-data");
        assert_eq!((&places.data, &places.state), (&own, &own.join("state")));
        assert_eq!(places.cache, Some(own.join("cache/modules")));
        assert!(places.modules.contains(&own.join(INSTALLED)), "{:?}", places.modules);
        std::fs::remove_dir(&own).expect("it is empty");
        let places = Places::of_installation(&arguments, &here);
        assert!(!places.data.starts_with(root.path()), "{:?}", places.data);
    }
}
