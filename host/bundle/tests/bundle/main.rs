//! Bundles as they should be, and as a stranger might make them.
#![allow(clippy::unwrap_used, reason = "tests")]

mod installing;

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use muster_bundle::{Bundle, LIST, Limits, pack};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const MANIFEST: &str = r#"id = "toy"
version = "0.1.0"
api = "0.1"
title = "A toy"
authors = ["A. Author"]
licence = "MIT"
component = "toy.wasm"
"#;

/// A folder for installed modules, in one that holds what lies beside it.
fn home() -> (TempDir, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let home = data.path().join("modules");
    fs::create_dir(&home).unwrap();
    (data, home)
}

/// A module's folder and a scenario's, with things in them that have no place in a bundle.
fn folders() -> (TempDir, TempDir) {
    let module = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(module.path().join(name), text).unwrap();
    fs::create_dir(module.path().join("rules")).unwrap();
    write("plugin.toml", MANIFEST);
    write("toy.wasm", "\0asm");
    write("LICENSE", "free");
    write("rules/1-first.md", "# One");
    write("rules/picture.png", "no place");
    write("notes.txt", "no place");
    let scenarios = tempfile::tempdir().unwrap();
    let scenario = scenarios.path().join("skirmish");
    fs::create_dir(&scenario).unwrap();
    fs::write(scenario.join("scenario.rhai"), "scenario(#{});").unwrap();
    (module, scenarios)
}

fn packed() -> (Bundle, Vec<u8>) {
    let (module, scenarios) = folders();
    pack(module.path(), &[scenarios.path().join("skirmish")], &[]).unwrap()
}

/// An archive of these files, as they come.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A list of these files that is right.
fn list(files: &[(&str, &[u8])]) -> String {
    let line =
        |(name, content): &(&str, &[u8])| format!("{name:?} = \"{}\"\n", blake3::hash(content).to_hex());
    format!("format = 1\n[files]\n{}", files.iter().map(line).collect::<String>())
}

/// A bundle of these files with a right list.
fn bundle(files: &[(&str, &[u8])]) -> Vec<u8> {
    let list = list(files);
    let all: Vec<(&str, &[u8])> =
        std::iter::once((LIST, list.as_bytes())).chain(files.iter().copied()).collect();
    archive(&all)
}

const RIGHT: [(&str, &[u8]); 2] = [("plugin.toml", MANIFEST.as_bytes()), ("toy.wasm", b"\0asm")];

#[track_caller]
fn refused(bytes: &[u8], expect: &str) {
    let problem = Bundle::read(bytes, &Limits::default()).expect_err(expect).to_string();
    assert!(problem.contains(expect), "{problem}");
}

#[test]
fn what_is_packed_is_what_is_read() {
    let (bundle, bytes) = packed();
    let names: Vec<&str> = bundle.files.keys().map(|name| name.as_str()).collect();
    let expect =
        ["LICENSE", "plugin.toml", "rules/1-first.md", "scenarios/skirmish/scenario.rhai", "toy.wasm"];
    assert_eq!(names, expect);
    assert_eq!(bundle.scenarios().into_iter().collect::<Vec<_>>(), ["skirmish"]);
    let read = Bundle::read(&bytes, &Limits::default()).unwrap();
    assert_eq!((read.files, read.manifest), (bundle.files, bundle.manifest));
    assert_eq!(packed().1, bytes, "the same files give the same bundle");
    assert!(Bundle::read(&self::bundle(&RIGHT), &Limits::default()).is_ok());
}

#[test]
fn a_file_that_is_no_bundle_is_refused() {
    let (_, bytes) = packed();
    refused(b"", "no bundle, or a damaged one");
    refused(b"not a zip archive at all", "no bundle, or a damaged one");
    refused(&bytes[..bytes.len() / 2], "no bundle, or a damaged one");
    refused(&archive(&RIGHT), "bundle.toml, isn't its first file");
    refused(&archive(&[]), "isn't its first file");
    let absent = Bundle::open(Path::new("/nowhere/x.muster"), &Limits::default()).unwrap_err().to_string();
    assert!(absent.starts_with("it can't be read"), "{absent}");
}

#[test]
fn every_byte_that_is_changed_is_noticed_or_makes_no_difference() {
    let (bundle, bytes) = packed();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 0x20;
        if let Ok(read) = Bundle::read(&changed, &Limits::default()) {
            assert_eq!(read.files, bundle.files, "byte {place}");
        }
    }
}

#[test]
fn the_list_has_to_be_right() {
    let with = |list: &str| archive(&[(LIST, list.as_bytes()), RIGHT[0], RIGHT[1]]);
    let right = list(&RIGHT);
    assert!(Bundle::read(&with(&right), &Limits::default()).is_ok());
    refused(&with(&right.replace("format = 1", "format = 2")), "bundle of format 2");
    refused(&with("format = "), "can't be read");
    refused(&with("\u{feff}hm"), "can't be read");
    refused(&archive(&[(LIST, &[0xff, 0xfe]), RIGHT[0], RIGHT[1]]), "isn't UTF-8");
    refused(&with(&list(&RIGHT[..1])), "\"toy.wasm\" is in its list or among its files, but not in both");
    refused(&with(&format!("{right}\"rules/1.md\" = \"00\"\n")), "\"rules/1.md\" is in its list or among");
    refused(&with(&right.replacen("= \"", "= \"0", 2)), "was changed after it was packed");
    refused(&archive(&[RIGHT[0], (LIST, right.as_bytes()), RIGHT[1]]), "it is the list");
}

#[test]
fn names_that_lead_out_or_could_be_run_are_refused() {
    for name in [
        "../evil.md",
        "scenarios/../../evil.md",
        "/etc/evil.md",
        "C:\\evil.md",
        "rules\\..\\evil.md",
        "rules/../evil.md",
        "toy.cwasm",
        "run.sh",
        ".bashrc",
        "scenarios/x/y/z.toml",
    ] {
        let files = [RIGHT[0], RIGHT[1], (name, b"evil".as_slice())];
        refused(&bundle(&files), "a bundle can't hold a file");
    }
    refused(&bundle(&[RIGHT[0], RIGHT[1], ("rules/a.md", b"1"), ("rules/A.md", b"2")]), "can't tell apart");
}

#[test]
fn folders_that_differ_in_capitals_alone_are_refused() {
    let with =
        |names: [&'static str; 2]| bundle(&[&RIGHT[..], &names.map(|name| (name, &b"text"[..]))].concat());
    for names in [
        ["scenarios/Ab/scenario.rhai", "scenarios/ab/notes.md"],
        ["scenarios/shared/Toy/a.toml", "scenarios/shared/toy/b.toml"],
    ] {
        refused(&with(names), "which some systems can't tell apart");
    }
    let fine = with(["scenarios/ab/scenario.rhai", "scenarios/ab/notes.md"]);
    assert!(Bundle::read(&fine, &Limits::default()).is_ok());
}

#[test]
fn links_and_folders_are_refused() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    archive.start_file(LIST, options).unwrap();
    archive.write_all(list(&RIGHT).as_bytes()).unwrap();
    archive.add_symlink("rules/passwd.md", "/etc/passwd", options).unwrap();
    refused(&archive.finish().unwrap().into_inner(), "\"rules/passwd.md\" in it is no plain file");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file(LIST, options).unwrap();
    archive.add_directory("rules", options).unwrap();
    refused(&archive.finish().unwrap().into_inner(), "a bundle can't hold a file \"rules/\"");
}

#[test]
fn a_bomb_stops_at_the_limit() {
    let limits = Limits { packed: 1 << 20, file: 1 << 20, all: 3 << 20, files: 20, ..Limits::default() };
    let zeros = vec![0u8; 8 << 20];
    let bytes = bundle(&[RIGHT[0], RIGHT[1], ("rules/a.md", &zeros)]);
    assert!(bytes.len() < 64 << 10, "it is small as long as it is packed");
    let problem = Bundle::read(&bytes, &limits).unwrap_err().to_string();
    assert!(problem.contains("rules/a.md is too large"), "{problem}");
    // Each within the limit of one file, but not all of them.
    let million = vec![0u8; 1 << 20];
    let names: Vec<String> = (0..4).map(|number| format!("rules/{number}.md")).collect();
    let files: Vec<(&str, &[u8])> =
        RIGHT.into_iter().chain(names.iter().map(|name| (name.as_str(), million.as_slice()))).collect();
    let problem = Bundle::read(&bundle(&files), &limits).unwrap_err().to_string();
    assert!(problem.contains("is too large"), "{problem}");
    let names: Vec<String> = (0..30).map(|number| format!("rules/{number}.md")).collect();
    let files: Vec<(&str, &[u8])> =
        RIGHT.into_iter().chain(names.iter().map(|name| (name.as_str(), b"x".as_slice()))).collect();
    let problem = Bundle::read(&bundle(&files), &limits).unwrap_err().to_string();
    assert!(problem.contains("number of its files"), "{problem}");
    let problem = Bundle::read(&vec![0; 2 << 20], &limits).unwrap_err().to_string();
    assert!(problem.contains("the bundle is too large"), "{problem}");
}

#[test]
fn a_rules_summary_is_as_long_as_the_window_can_lay_out() {
    let with = |text: &str| bundle(&[RIGHT[0], RIGHT[1], ("rules/a.md", text.as_bytes())]);
    let sections =
        |count: usize, words: usize| format!("## T1 A rule\n{}\n", "word ".repeat(words)).repeat(count);
    refused(
        &with(&sections(40, 800)),
        "the text of the rules summary, in rules/, is too large: a bundle may have 131072 bytes",
    );
    refused(
        &with(&sections(1_001, 1)),
        "the number of sections of the rules summary, in rules/, is too large",
    );
    refused(&with(&sections(1, 4_000)), "a section of the rules summary, in rules/, is too large");
    Bundle::read(&with(&sections(30, 800)), &Limits::default()).unwrap();
    // What is packed has to be what can be installed.
    let (module, _) = folders();
    fs::write(module.path().join("rules/2-long.md"), sections(1, 4_000)).unwrap();
    let problem = pack(module.path(), &[], &[]).unwrap_err().to_string();
    assert!(problem.contains("a section of the rules summary"), "{problem}");
}

#[test]
fn the_manifest_has_to_name_the_only_component() {
    refused(&bundle(&RIGHT[1..]), "plugin.toml");
    refused(&bundle(&RIGHT[..1]), "names the component \"toy.wasm\"");
    refused(&bundle(&[RIGHT[0], RIGHT[1], ("other.wasm", b"\0asm")]), "and no other");
    let other = MANIFEST.replace("api = \"0.1\"", "api = \"0.9\"");
    refused(&bundle(&[("plugin.toml", other.as_bytes()), RIGHT[1]]), "is made for version ^0.9");
}

#[test]
fn what_cannot_be_packed_is_said() {
    let (module, scenarios) = folders();
    let empty = tempfile::tempdir().unwrap();
    let problem = |module: &Path, scenarios: &[std::path::PathBuf]| {
        pack(module, scenarios, &[]).unwrap_err().to_string()
    };
    assert!(problem(empty.path(), &[]).contains("plugin.toml"));
    assert!(problem(module.path(), &[empty.path().to_owned()]).contains("nothing of a scenario"));
    assert!(problem(module.path(), &[empty.path().join("nowhere")]).contains("nowhere"));
    let unnamed = scenarios.path().join("a b");
    fs::create_dir(&unnamed).unwrap();
    fs::write(unnamed.join("scenario.rhai"), "scenario(#{});").unwrap();
    assert!(problem(module.path(), &[unnamed]).contains("can't have the name of this folder"));
    let twice = [scenarios.path().join("skirmish"), scenarios.path().join("skirmish")];
    assert!(problem(module.path(), &twice).contains("two scenarios are called \"skirmish\""));
}

#[cfg(unix)]
#[test]
fn a_link_is_not_packed() {
    let (module, _) = folders();
    std::os::unix::fs::symlink("/etc/passwd", module.path().join("rules/passwd.md")).unwrap();
    let (bundle, _) = pack(module.path(), &[], &[]).unwrap();
    assert!(bundle.files.keys().all(|name| !name.as_str().contains("passwd")));
}
