//! What doesn't come through the gate, and in what words.

use std::{fs, path::Path};

use crate::rogue::{component, contract, core, rogue};
use muster_contract::Module;
use muster_engine::{Engine, Flaw, LARGEST, Settings, Step};
use tempfile::TempDir;

/// Checks that a file of these bytes is refused for this reason, before it is compiled, in a sentence with these words.
#[track_caller]
fn refused(bytes: &[u8], reason: impl FnOnce(&Flaw) -> bool, words: &str) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    fs::write(&file, bytes).unwrap();
    let unfit = open(&file).expect_err("it should be refused");
    assert!(reason(&unfit.flaw), "{unfit:?}");
    let sentence = unfit.to_string();
    assert!(sentence.contains("rogue.wasm: it "), "{sentence}");
    assert!(sentence.contains(words), "{sentence}");
}

fn open(file: &Path) -> Result<muster_engine::WasmModule, muster_engine::Unfit> {
    let engine = Engine::start(Settings::default()).unwrap();
    engine.open("rogue", file, |step| assert!(step != Step::Compiling, "this shouldn't be compiled"))
}

/// A component of a text in which one thing is replaced by another.
fn changed(from: &str, to: &str) -> Vec<u8> {
    let text = include_str!("../rogue/rogue.wat").replace(from, to);
    component(&wat::parse_str(text).unwrap(), &contract().replace(from, to))
}

#[test]
fn a_file_that_is_not_there() {
    let unfit = open(Path::new("/nowhere/rogue.wasm")).unwrap_err();
    assert!(matches!(unfit.flaw, Flaw::Unreadable(_)));
    assert!(unfit.to_string().starts_with("/nowhere/rogue.wasm: it can't be read: "), "{unfit}");
}

#[test]
fn an_empty_file() {
    refused(b"", |flaw| matches!(flaw, Flaw::Empty), "it is empty");
}

#[test]
fn some_other_kind_of_file() {
    refused(b"#!/bin/sh\n", |flaw| matches!(flaw, Flaw::NotWasm), "isn't WebAssembly");
    refused(b"\x7fELF\x02\x01\x01\x00", |flaw| matches!(flaw, Flaw::NotWasm), "isn't WebAssembly");
    refused(b"x", |flaw| matches!(flaw, Flaw::NotWasm), "isn't WebAssembly");
}

#[test]
fn a_file_that_is_too_large() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    // A hole of a file: it takes no place on the disk.
    fs::File::create(&file).unwrap().set_len(LARGEST + 1).unwrap();
    let unfit = open(&file).unwrap_err();
    assert!(matches!(unfit.flaw, Flaw::TooLarge), "{unfit}");
}

#[test]
fn a_file_that_ends_in_the_middle() {
    let whole = rogue();
    for length in [3, 7, 9, 60, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length], |flaw| matches!(flaw, Flaw::Truncated { .. }), "ends in the middle");
    }
    // Wherever it ends, it is refused without a panic.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    for length in 0..whole.len().min(4_000) {
        fs::write(&file, &whole[..length]).unwrap();
        assert!(open(&file).is_err(), "{length}");
    }
}

#[test]
fn a_core_module() {
    refused(&core(), |flaw| matches!(flaw, Flaw::CoreModule), "core module, not a component");
}

#[test]
fn a_component_that_is_no_game() {
    let nothing = wat::parse_str("(component)").unwrap();
    refused(
        &nothing,
        |flaw| matches!(flaw, Flaw::NoRules),
        "doesn't export muster:game/rules of version 0.1",
    );
}

#[test]
fn another_version_of_the_contract() {
    refused(
        &changed("@0.1.0", "@0.2.0"),
        |flaw| matches!(flaw, Flaw::OtherApi { found, .. } if found == "0.2.0"),
        "it was built for version 0.2.0 of muster:game/",
    );
}

#[test]
fn an_import_that_no_module_may_have() {
    let component = wat::parse_str(
        r#"(component
            (import "wasi:clocks/monotonic-clock@0.2.3" (instance (export "now" (func (result u64))))))"#,
    )
    .unwrap();
    refused(
        &component,
        |flaw| matches!(flaw, Flaw::ForeignImport(name) if name == "wasi:clocks/monotonic-clock@0.2.3"),
        "it imports `wasi:clocks/monotonic-clock@0.2.3`, which no module may have",
    );
    let own = wat::parse_str(r#"(component (import "muster:game/files@0.1.0" (instance)))"#).unwrap();
    refused(&own, |flaw| matches!(flaw, Flaw::ForeignImport(_)), "muster:game/files@0.1.0");
}

#[test]
fn damage_inside_shows_when_it_is_compiled() {
    let mut bytes = rogue();
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + 40] {
        *byte = 0xff;
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    fs::write(&file, bytes).unwrap();
    let unfit = Engine::start(Settings::default()).unwrap().open("rogue", &file, |_| ()).unwrap_err();
    assert!(matches!(unfit.flaw, Flaw::Damaged(_) | Flaw::Truncated { .. }), "{unfit}");
}

#[test]
fn the_right_names_with_other_types() {
    let wit = contract().replace("seats: func() -> list<string>;", "seats: func() -> list<u32>;");
    assert_ne!(wit, contract());
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    fs::write(&file, component(&core(), &wit)).unwrap();
    let unfit = Engine::start(Settings::default()).unwrap().open("rogue", &file, |_| ()).unwrap_err();
    assert!(matches!(unfit.flaw, Flaw::Mismatch { .. }), "{unfit:?}");
    assert!(unfit.to_string().contains("don't fit version 0.1.0 of the contract"), "{unfit}");
}

#[test]
fn a_module_that_traps_when_asked_what_it_is() {
    let text = include_str!("../rogue/rogue.wat").replace(
        r#"(func (export "muster:game/rules@0.1.0#describe") (result i32) (i32.const 0))"#,
        r#"(func (export "muster:game/rules@0.1.0#describe") (result i32) unreachable)"#,
    );
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    fs::write(&file, component(&wat::parse_str(text).unwrap(), &contract())).unwrap();
    let unfit = Engine::start(Settings::default()).unwrap().open("rogue", &file, |_| ()).unwrap_err();
    assert!(
        unfit.to_string().contains("it doesn't say what it is: module rogue failed in describe"),
        "{unfit}"
    );
}

#[test]
fn a_good_one_comes_through() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rogue.wasm");
    fs::write(&file, rogue()).unwrap();
    let mut steps = Vec::new();
    let module =
        Engine::start(Settings::default()).unwrap().open("rogue", &file, |step| steps.push(step)).unwrap();
    assert_eq!(steps, [Step::Reading, Step::Compiling]);
    assert_eq!(module.id(), "rogue");
    assert_eq!(module.hash(), blake3::hash(&rogue()).to_hex().as_str());
}
