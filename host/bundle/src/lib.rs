//! Bundles: a module with its scenarios, rules summary and licences in one file, `NAME.muster`, which one person packs
//! and another installs.
//!
//! A bundle is a zip archive. Its first file, `bundle.toml`, names every other with its BLAKE3 hash:
//!
//! ```toml
//! format = 1
//!
//! [files]
//! "plugin.toml" = "64 hexadecimal digits"
//! "brigade.wasm" = "…"
//! "rules/1-command.md" = "…"
//! "scenarios/shiloh/scenario.rhai" = "…"
//! ```
//!
//! What arrives in a bundle is a stranger's. Before anything of it is written, the whole of it is read into memory within
//! [`Limits`], every name must be one of the few kinds that a bundle may hold ([`Name`]), and every file must have the hash
//! that stands in the list. A name can't lead out of the bundle's own folder, links and folders are no files, and there is
//! no kind of file that would be run as it is: the component is compiled here, by the engine, after its own gate.

#![forbid(unsafe_code)]

mod changes;
mod install;
mod limits;
mod name;
mod pack;
mod read;
mod rules;

pub use changes::{Kept, changes};
pub use install::{
    Before, InstallProblem, Installed, Removed, Replace, install, installed, module_in, recover, remove,
};
pub use limits::{BundleProblem, Limits};
pub use name::{BadName, Name};
pub use pack::{PackProblem, SharedFile, own_scenarios, pack};
pub use read::Bundle;
pub use rules::sections;

/// The ending of a bundle's file name.
pub const ENDING: &str = "muster";

/// The list of the files, itself the first of them.
pub const LIST: &str = "bundle.toml";

/// The version of the format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// The folder of scenarios in a bundle and in an installed module.
pub const SCENARIOS: &str = "scenarios";
/// The folder of files that several scenarios name, in the folder of scenarios.
pub const SHARED: &str = "shared";

/// The folder of the rules summary in a bundle and in an installed module.
pub const RULES: &str = "rules";

/// The folder of optional and house rules in a bundle and in an installed module.
pub const SCRIPTS: &str = "scripts";

/// `bundle.toml`.
#[derive(Debug, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
struct List {
    format: u32,
    files: std::collections::BTreeMap<String, String>,
}
