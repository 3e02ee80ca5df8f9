//! Makes components for the tests: the misbehaving module of `rogue.wat`, and variations of it.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;

use muster_contract::{Position, Setup};
use wit_component::{ComponentEncoder, StringEncoding};
use wit_parser::Resolve;

/// The core module.
pub fn core() -> Vec<u8> {
    wat::parse_str(include_str!("rogue.wat")).unwrap()
}

/// The contract's WIT.
pub fn contract() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/contract/wit/0.1");
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(&folder).unwrap();
    let mut printer = wit_component::WitPrinter::default();
    printer.print(&resolve, package, &[]).unwrap();
    printer.output.to_string()
}

/// The component that the core module is in this contract.
pub fn component(core: &[u8], wit: &str) -> Vec<u8> {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("contract.wit", wit).unwrap();
    let world = resolve.select_world(&[package], Some("module")).unwrap();
    let mut core = core.to_vec();
    wit_component::embed_component_metadata(&mut core, &resolve, world, StringEncoding::UTF8).unwrap();
    ComponentEncoder::default().validate(true).module(&core).unwrap().encode().unwrap()
}

/// The misbehaving module.
pub fn rogue() -> Vec<u8> {
    component(&core(), &contract())
}

/// A position of nothing.
pub fn nothing() -> Position {
    let setup = Setup { options: Vec::new(), facts: Vec::new(), seats: Vec::new(), rules: Vec::new() };
    Position { boards: Vec::new(), roster: Vec::new(), setup, in_force: Default::default() }
}
