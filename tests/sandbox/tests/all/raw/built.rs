//! Makes components of `game.wat`, with something in the place of one of its marks.

use std::path::Path;

use muster_engine::{Unfit, WasmModule};
use muster_sandbox::ENGINE;
use wit_component::{ComponentEncoder, StringEncoding};
use wit_parser::Resolve;

const GAME: &str = include_str!("game.wat");

/// The contract's WIT, as one text.
pub fn contract() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/contract/wit/0.1");
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(&folder).unwrap();
    let mut printer = wit_component::WitPrinter::default();
    printer.print(&resolve, package, &[]).unwrap();
    printer.output.to_string()
}

/// The text of the game with a deed at this mark.
pub fn text(mark: &str, deed: &str) -> String {
    let mark = format!(";;(do {mark})");
    assert!(GAME.contains(&mark), "there is no {mark}");
    GAME.replace(&mark, deed)
}

/// The component that the text is in this contract.
pub fn component(text: &str, wit: &str) -> Vec<u8> {
    let mut core = wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"));
    let mut resolve = Resolve::default();
    let package = resolve.push_str("contract.wit", wit).unwrap();
    let world = resolve.select_world(&[package], Some("module")).unwrap();
    wit_component::embed_component_metadata(&mut core, &resolve, world, StringEncoding::UTF8).unwrap();
    ComponentEncoder::default().validate(true).module(&core).unwrap().encode().unwrap()
}

/// Takes a component through the gate.
pub fn open(bytes: &[u8]) -> Result<WasmModule, Unfit> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.wasm");
    std::fs::write(&file, bytes).unwrap();
    ENGINE.open("raw", &file, |_| ())
}

/// The game with a deed at a mark, through the gate.
pub fn game(mark: &str, deed: &str) -> Result<WasmModule, Unfit> {
    open(&component(&text(mark, deed), &contract()))
}
