//! Versions of the contract side by side.
//!
//! Each version has a folder of WIT of its own (`plugins/contract/wit/0.1`), and here a file that links what its modules import and calls
//! what they export. Everything else in this crate deals with the types of the newest version that was released;
//! a file of another version turns its own into those. Names of interfaces carry their version, so that one
//! linker holds the imports of all of them.
//!
//! A version that adds something to its imports only (0.1.1) takes the place of the one before it, in the same folder and
//! file; `tests/all/semver.rs` says which changes those are. Any other change begins a new folder and file, and the old
//! ones stay for the modules that were built against them.

mod v0_1;
#[cfg(test)]
mod v0_2;

use std::sync::Arc;

use semver::{Version, VersionReq};
use wasmtime::{
    Result,
    component::{InstancePre, Linker, ResourceAny},
};

use crate::{
    bindings::{
        exports::muster::game::rules::{Description, Setup},
        muster::game::types::{
            Change, ChoiceDetails, Decision, Event, Line, OddsTable, Outcome, OverlayItem, PlayoutResult,
            Refusal, Target, View,
        },
    },
    guest::Guest,
    host::Host,
};

/// A version of the contract that this program supports.
pub(crate) struct Api {
    /// The version of its WIT package.
    pub(crate) version: &'static str,
    /// Adds to a linker what its modules may import.
    link: fn(&mut Linker<Host>) -> Result<()>,
    /// Checks what a component exports.
    prepare: fn(InstancePre<Host>) -> Result<Arc<dyn Prepared>>,
}

/// Every version that this program supports, the oldest first.
const SUPPORTED: &[Api] = &[
    v0_1::API,
    #[cfg(test)]
    v0_2::API,
];

/// A component whose imports are linked and whose exports have the right types.
pub(crate) trait Prepared: Send + Sync {
    /// Makes an instance of it.
    fn instantiate(&self, guest: &mut Guest) -> Result<Box<dyn Exports>>;
}

/// What an instance exports: `rules` of whatever version, in the types of this program's own. Its functions are those of
/// `plugins/contract/wit/0.1/rules.wit`.
#[allow(missing_docs, reason = "each is the function of that name in the WIT")]
pub(crate) trait Exports: Send {
    fn describe(&self, guest: &mut Guest) -> Result<Description>;
    fn create(&self, guest: &mut Guest, setup: &Setup) -> Result<Result<ResourceAny, Refusal>>;
    fn load(&self, guest: &mut Guest, schema: u32, bytes: &[u8]) -> Result<Result<ResourceAny, Refusal>>;
    fn decisions(&self, guest: &mut Guest, game: ResourceAny) -> Result<Vec<Decision>>;
    fn choice_count(&self, guest: &mut Guest, game: ResourceAny, seat: u8) -> Result<u32>;
    fn weights(&self, guest: &mut Guest, game: ResourceAny, seat: u8, policy: &str) -> Result<Vec<u32>>;
    fn apply_index(
        &self,
        guest: &mut Guest,
        game: ResourceAny,
        seat: Option<u8>,
        index: u32,
    ) -> Result<Option<u32>>;
    fn apply(
        &self,
        guest: &mut Guest,
        game: ResourceAny,
        seat: u8,
        choice: &str,
    ) -> Result<Result<Vec<Event>, Refusal>>;
    fn details(
        &self,
        guest: &mut Guest,
        game: ResourceAny,
        seat: u8,
        choices: &[String],
    ) -> Result<Vec<ChoiceDetails>>;
    fn explain(&self, guest: &mut Guest, game: ResourceAny, seat: u8, target: &Target) -> Result<Vec<Line>>;
    fn view(&self, guest: &mut Guest, game: ResourceAny, seat: Option<u8>) -> Result<View>;
    fn odds(&self, guest: &mut Guest, game: ResourceAny, seat: u8, choice: &str) -> Result<Vec<OddsTable>>;
    fn overlay(
        &self,
        guest: &mut Guest,
        game: ResourceAny,
        seat: Option<u8>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>>;
    fn seats(&self, guest: &mut Guest, game: ResourceAny) -> Result<Vec<String>>;
    fn outcome(&self, guest: &mut Guest, game: ResourceAny) -> Result<Option<Outcome>>;
    fn save(&self, guest: &mut Guest, game: ResourceAny) -> Result<Vec<u8>>;
    fn fork(&self, guest: &mut Guest, game: ResourceAny, seed: u64) -> Result<ResourceAny>;
    fn sample(&self, guest: &mut Guest, game: ResourceAny, seat: u8, seed: u64) -> Result<ResourceAny>;
    fn playout(
        &self,
        guest: &mut Guest,
        game: ResourceAny,
        policy: &str,
        seed: u64,
        limit: u32,
    ) -> Result<PlayoutResult>;
    fn edit(&self, guest: &mut Guest, game: ResourceAny, changes: &[Change]) -> Result<Result<(), Refusal>>;
}

impl Api {
    fn semver(&self) -> Version {
        Version::parse(self.version).expect("a version of the API is a version")
    }

    /// The version that a module with this requirement is made for: the newest that fits.
    pub(crate) fn for_requirement(requirement: &VersionReq) -> Option<&'static Self> {
        SUPPORTED.iter().rev().find(|api| requirement.matches(&api.semver()))
    }

    /// The version that speaks to an interface of this version. Versions 0.x fit each other if their second number is
    /// the same; that is how the linker matches them, too.
    pub(crate) fn for_interface(version: &str) -> Option<&'static Self> {
        let wanted = Version::parse(version).ok().filter(|wanted| wanted.pre.is_empty())?;
        SUPPORTED.iter().find(|api| {
            let ours = api.semver();
            (ours.major, ours.minor) == (wanted.major, wanted.minor)
        })
    }

    /// Checks what a component exports.
    pub(crate) fn prepare(&self, component: InstancePre<Host>) -> Result<Arc<dyn Prepared>> {
        (self.prepare)(component)
    }
}

impl PartialEq for Api {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.version)
    }
}

/// Everything that a module may import, in every version, and nothing else.
pub(crate) fn imports(engine: &wasmtime::Engine) -> Result<Linker<Host>> {
    let mut linker = Linker::new(engine);
    for api in SUPPORTED {
        (api.link)(&mut linker)?;
    }
    Ok(linker)
}

/// Returns the versions that this program supports, for a message: "0.1", or "0.1-0.2".
#[must_use]
pub fn supported_versions() -> String {
    let minor = |api: &Api| {
        let version = api.semver();
        format!("{}.{}", version.major, version.minor)
    };
    match SUPPORTED {
        [] => String::new(),
        [only] => minor(only),
        [first, .., last] => format!("{}-{}", minor(first), minor(last)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what fails here fails a test")]
mod tests;
