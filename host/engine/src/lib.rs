//! Runs modules as sandboxed WebAssembly components.
