//! Components that are what they shouldn't be, or take for ever to look at.

use std::fs;
use std::path::Path;

use muster_engine::{Engine, Registry, Settings, State};
use muster_fuzz::targets::component;
use muster_fuzz::{fine, readable};

fn size(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let more = number > 0x7f;
        bytes.push((number & 0x7f) as u8 | if more { 0x80 } else { 0 });
        number >>= 7;
        if !more {
            return bytes;
        }
    }
}

/// A component of these sections.
fn made(sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
    for (kind, content) in sections {
        bytes.push(*kind);
        bytes.extend(size(content.len()));
        bytes.extend(*content);
    }
    bytes
}

#[test]
fn machine_code_is_not_a_component() {
    let said = fine("gate", b"\x7fELF\x02\x01\x01\0wasmtime");
    assert!(said.contains("isn't WebAssembly"), "{said}");
}

#[test]
fn components_within_components_without_end() {
    for depth in [10, 1_000, 20_000] {
        let mut inner = made(&[]);
        // From the inside out; the sizes grow with the depth.
        for _ in 0..depth.min(2_000) {
            inner = made(&[(4, &inner)]);
        }
        fine("gate", &inner);
    }
    let nested = format!("(component {} {})", "(component".repeat(90), ")".repeat(90));
    fine("gate", &wat::parse_str(nested).unwrap());
}

#[test]
fn lists_that_are_said_to_be_longer_than_the_file() {
    let whole = component();
    let claims = size(u32::MAX as usize);
    for kind in 0..=13 {
        fine("gate", &made(&[(kind, &claims)]));
        let mut bytes = whole.clone();
        bytes.push(kind);
        bytes.extend(&claims);
        fine("gate", &bytes);
        bytes.truncate(whole.len());
        bytes.extend(made(&[(kind, &claims)]).split_off(8));
        fine("gate", &bytes);
    }
}

#[test]
fn a_module_that_wants_everything_when_it_is_made() {
    let with = |more: &str| {
        let rogue = include_str!("../../../../host/engine/tests/rogue/rogue.wat");
        let at = rogue.rfind(')').unwrap();
        let core = wat::parse_str(format!("{}{more})", &rogue[..at])).unwrap();
        muster_fuzz::targets::made_of(&core)
    };
    let refused = |bytes: &[u8], words: &str| {
        let said = fine("gate", bytes);
        assert!(said.contains(words), "{said}");
    };
    refused(&with("(func $forever (loop $on (br $on))) (start $forever)"), "used up its");
    refused(&with("(table 100000000 funcref)"), "table");
    refused(&with("(func $deep (call $deep)) (start $deep)"), "stack overflow");
    let huge = include_str!("../../../../host/engine/tests/rogue/rogue.wat")
        .replace("(memory (export \"memory\") 32)", "(memory (export \"memory\") 65536)");
    refused(&muster_fuzz::targets::made_of(&wat::parse_str(huge).unwrap()), "memory");
}

#[test]
fn functions_that_are_hard_to_compile() {
    let with = |body: &str, count: usize| {
        let rogue = include_str!("../../../../host/engine/tests/rogue/rogue.wat");
        let at = rogue.rfind(')').unwrap();
        let more: String =
            (0..count).map(|number| format!("(func $h{number} (param i32) (result i32) {body})")).collect();
        muster_fuzz::targets::made_of(&wat::parse_str(format!("{}{more})", &rogue[..at])).unwrap())
    };
    let blocks = format!("{} (local.get 0) {}", "(block ".repeat(3_000), ")".repeat(3_000))
        .replace("(local.get 0)", "(nop)");
    fine("gate", &with(&format!("{blocks} (i32.const 0)"), 1));
    let ifs = "(if (local.get 0) (then (local.set 0 (i32.add (local.get 0) (i32.const 1)))))".repeat(3_000);
    fine("gate", &with(&format!("{ifs} (local.get 0)"), 1));
    let locals = format!("(local {}) (local.get 0)", "i64 ".repeat(40_000));
    fine("gate", &with(&locals, 1));
    fine("gate", &with("(local.get 0)", 5_000));
}

const MANIFEST: &str = include_str!("../../../modules/parley/plugin.toml");

/// What a registry says of the modules in this folder, each by the name of its own.
fn listed(folder: &Path) -> Vec<(String, String)> {
    let engine = Engine::start(Settings::default()).unwrap();
    let registry = Registry::open(&engine, &[folder.to_owned()], |_| ());
    for id in registry.entries().iter().filter_map(|entry| entry.id().map(str::to_owned)) {
        // Why it is refused stands in its entry.
        let _ = registry.wait(&id);
    }
    let said = |entry: &muster_engine::Entry| match &entry.state {
        State::Refused(why) => why.to_string(),
        other => format!("{other:?}"),
    };
    let name =
        |entry: &muster_engine::Entry| entry.folder.file_name().unwrap().to_string_lossy().into_owned();
    registry.entries().iter().map(|entry| (name(entry), said(entry))).collect()
}

#[cfg(unix)]
#[test]
fn a_folder_of_modules_in_which_nothing_is_what_it_seems() {
    let home = tempfile::tempdir().unwrap();
    let module = |name: &str, manifest: &str| {
        let folder = home.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(
            folder.join("plugin.toml"),
            manifest.replace("id = \"parley\"", &format!("id = \"{name}\"")),
        )
        .unwrap();
        folder
    };
    // A hole of a file: it takes no place on the disk.
    fs::File::options()
        .write(true)
        .open(module("endless", MANIFEST).join("plugin.toml"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    std::os::unix::fs::symlink("/dev/zero", module("device", MANIFEST).join("parley.wasm")).unwrap();
    fs::create_dir(module("folder", MANIFEST).join("parley.wasm")).unwrap();
    let pipe = module("pipe", MANIFEST).join("parley.wasm");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    std::os::unix::fs::symlink("parley.wasm", module("ring", MANIFEST).join("parley.wasm")).unwrap();
    module("twice", &MANIFEST.replace("id = \"parley\"", "id = \"device\""));
    let text = fs::read(module("text", MANIFEST).join("plugin.toml")).unwrap();
    fs::write(home.path().join("text/parley.wasm"), text).unwrap();
    fs::write(module("latin", MANIFEST).join("plugin.toml"), b"title = \"\xff\"").unwrap();
    let said = listed(home.path());
    for (name, words) in [
        ("device", "no plain file"),
        ("endless", "longer than 64 KiB"),
        ("folder", "no plain file"),
        ("latin", "not UTF-8"),
        ("pipe", "no plain file"),
        ("ring", "can't be read"),
        ("text", "isn't WebAssembly"),
        ("twice", "already a module `device`"),
    ] {
        let (_, said) = said.iter().find(|(known, _)| known == name).unwrap();
        assert!(said.contains(words), "{name}: {said}");
        assert_eq!(readable(said), Ok(()), "{name}");
    }
}
