//! The module's log.

/// Writes a line into the log that whoever runs the table reads, to see what a module does: in the window's workbench, with
/// `muster table --log` and in `muster dev`. Natively, where tests run, it goes to standard error. Nobody who plays sees it, so it may tell
/// secrets; on forks and samples, but for `odds`, it does nothing.
pub fn log(line: impl std::fmt::Display) {
    #[cfg(target_arch = "wasm32")]
    muster_contract::bindings::muster::game::log::write(&line.to_string());
    #[cfg(not(target_arch = "wasm32"))]
    eprintln!("{line}");
}
