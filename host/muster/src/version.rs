//! Which Muster this is: what `muster --version` prints.

use std::sync::OnceLock;

/// What it was built from, if whoever built it to be given away has said so. Nothing is asked of the machine that it runs on.
const BUILD: Option<&str> = option_env!("MUSTER_BUILD");

/// The version, what it was built from, and the contract that modules keep with it.
pub(crate) fn long() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let build = BUILD.unwrap_or("from a source tree");
        let contract = muster_engine::supported_versions();
        format!("{}\nbuild: {build}\ncontract: muster:game {contract}", env!("CARGO_PKG_VERSION"))
    })
}
