//! Where things are on this machine.

use std::path::{Path, PathBuf};

use muster_scripts::{Library, Origin};

use crate::Arguments;

/// The folders that a command works with.
#[derive(Clone, Debug)]
pub struct Places {
    /// Folders with modules.
    pub modules: Vec<PathBuf>,
    /// The folder with the scenarios that come with Muster.
    pub scenarios: PathBuf,
    /// The folder for a person's own scenarios, tables and settings.
    pub data: PathBuf,
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
        let program = std::env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        // An installation has them beside the program; a work tree has the modules beside the folder `debug` in
        // which cargo puts the program, and the scenarios at its top.
        let near = |name: &str| {
            beside.ancestors().take(4).map(|folder| folder.join(name)).find(|folder| folder.is_dir())
        };
        let modules = if arguments.modules.is_empty() {
            near("modules").into_iter().chain([data.join("modules")]).collect()
        } else {
            arguments.modules.clone()
        };
        let scenarios = arguments.scenarios.clone().or_else(|| near("scenarios"));
        Places {
            modules,
            scenarios: scenarios.unwrap_or_else(|| PathBuf::from("scenarios")),
            data,
            cache: platform.map(|places| places.cache_dir().join("modules")),
        }
    }

    /// A person's own scenarios.
    pub fn own_scenarios(&self) -> PathBuf {
        self.data.join("scenarios")
    }

    /// All scenarios.
    pub fn library(&self) -> Library {
        Library::new([(Origin::Shipped, self.scenarios.clone()), (Origin::Own, self.own_scenarios())])
    }
}
