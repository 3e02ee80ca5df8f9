//! The suite over the modules, natively and as components: one program of tests, since each links all of it.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod bots;
mod brigade;
mod broken;
mod effects;
mod house_rule_suite;
mod later;
mod parley;
mod parley_facts;
mod reasons;
mod scenario;
mod shipped;
mod steamers;
mod swap;
mod tables;
mod tampered;
mod wasm;
