//! Bundles as they should be, and as a stranger might make them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use muster_bundle::{
    Bundle, InstallProblem, Kept, LIST, Limits, Replace, changes, install, installed, pack, recover, remove,
};
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

#[test]
fn it_is_installed_replaced_and_removed() {
    let (_data, home) = home();
    let (bundle, _) = packed();
    assert!(install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap().is_none());
    let found = installed("toy", &home).unwrap();
    assert_eq!(
        fs::read_to_string(found.folder.join("scenarios/skirmish/scenario.rhai")).unwrap(),
        "scenario(#{});"
    );
    fs::write(found.folder.join("left.txt"), "of the old one").unwrap();
    let again = install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    let again = again.unwrap();
    assert_eq!((again.manifest.version.to_string().as_str(), again.same), ("0.1.0", true));
    assert!(found.folder.join("left.txt").exists(), "it is there already, and nothing is done");
    // What an earlier bundle brought and this one doesn't is no part of it any more.
    fs::create_dir_all(found.folder.join("scripts")).unwrap();
    fs::write(found.folder.join("scripts/withdrawn.rhai"), "rule(#{});").unwrap();
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    assert!(!found.folder.join("scripts/withdrawn.rhai").exists());
    fs::write(found.folder.join("left.txt"), "of the old one").unwrap();
    fs::write(found.folder.join("toy.wasm"), "another build").unwrap();
    let replaced = install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    let replaced = replaced.unwrap();
    assert_eq!((replaced.manifest.version.to_string().as_str(), replaced.same), ("0.1.0", false));
    assert!(!found.folder.join("left.txt").exists(), "nothing of the old one is left");
    assert_eq!(remove("toy", &home).unwrap().manifest.id, "toy");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0, "nothing is left over");
    for id in ["toy", "", ".", "..", "../toy", "/"] {
        let problem = remove(id, &home).unwrap_err();
        assert!(matches!(problem, InstallProblem::Unknown(_)), "{id:?}: {problem}");
    }
}

/// A scenario that came with a module and was changed, one that was added, and what else lies there: all of it is kept when the
/// module is replaced or removed, and where one of these is stopped in the middle. What is as it came goes.
#[cfg(unix)]
#[test]
fn what_a_person_changed_in_an_installed_module_is_kept() {
    let (data, home) = home();
    let (bundle, _) = packed();
    let place = home.join("toy");
    let edit = || {
        assert!(changes(&place).unwrap().is_empty(), "as it came");
        fs::write(place.join("scenarios/skirmish/scenario.rhai"), "mine").unwrap();
        fs::create_dir_all(place.join("scenarios/own")).unwrap();
        fs::write(place.join("scenarios/own/scenario.rhai"), "own").unwrap();
        fs::remove_file(place.join("LICENSE")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(place.join("LICENSE")).status().unwrap().success());
        std::os::unix::fs::symlink(data.path(), place.join("link")).unwrap();
    };
    let paths = ["LICENSE", "link", "scenarios/own/scenario.rhai", "scenarios/skirmish/scenario.rhai"];
    let paths = paths.map(PathBuf::from).to_vec();
    let there = |kept: Option<Kept>, name: &str| {
        let kept = kept.unwrap();
        assert_eq!((&kept.files, &kept.folder), (&paths, &data.path().join("modules.kept").join(name)));
        let text = |path: &str| fs::read_to_string(kept.folder.join(path)).unwrap();
        assert_eq!(text("scenarios/skirmish/scenario.rhai"), "mine");
        assert_eq!(text("scenarios/own/scenario.rhai"), "own");
        assert!(kept.folder.join("link").symlink_metadata().unwrap().is_symlink());
        assert!(!kept.folder.join("toy.wasm").exists());
        let entries: Vec<_> = fs::read_dir(&home).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert!(entries.iter().all(|name| name == "toy"), "{entries:?}");
    };
    let fresh = || {
        assert!(
            install(&bundle, &home, Replace::Yes, |_| Ok(()))
                .unwrap()
                .is_none_or(|before| before.kept.is_none())
        );
        edit();
    };
    fresh();
    assert!(!bundle.is_in(&place), "and no pipe is waited for");
    let before = install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap().unwrap();
    assert!(!before.same && bundle.is_in(&place));
    there(before.kept, "toy");
    edit();
    there(remove("toy", &home).unwrap().kept, "toy-2");
    // Killed after the old one was taken away: to be removed, or for the new one, which has taken its place.
    for (number, prefix, name) in
        [(3, ".removing", "old"), (4, ".installing", "old"), (5, ".installing", "new")]
    {
        fresh();
        let aside = home.join(format!("{prefix}-x"));
        fs::create_dir_all(&aside).unwrap();
        fs::rename(&place, aside.join(name)).unwrap();
        if prefix == ".installing" {
            fs::create_dir(&place).unwrap();
        }
        let mut kept = recover(&home);
        assert!(recover(&home).is_empty());
        there(kept.pop(), &format!("toy-{number}"));
        let _ = fs::remove_dir(&place);
    }
    // By a mark from which nothing can be told, all of it may be a person's.
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    fs::write(place.join(".installed"), "some words").unwrap();
    assert_eq!(remove("toy", &home).unwrap().kept.unwrap().files.len(), bundle.files.len());
}

/// Where a folder in it can't be listed, nobody knows what is a person's: nothing is replaced or removed, and nothing deleted later.
#[cfg(unix)]
#[test]
fn what_cannot_be_listed_is_not_lost() {
    use std::os::unix::fs::PermissionsExt;
    let (data, home) = home();
    let (bundle, _) = packed();
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    let own = home.join("toy/scenarios/own");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("scenario.rhai"), "own").unwrap();
    let rights = |mode| fs::set_permissions(&own, fs::Permissions::from_mode(mode)).unwrap();
    rights(0o300);
    // Whoever may do everything can list it.
    if fs::read_dir(&own).is_err() {
        assert!(changes(&home.join("toy")).is_err());
        assert!(remove("toy", &home).is_err());
        fs::write(home.join("toy/LICENSE"), "another").unwrap();
        assert!(install(&bundle, &home, Replace::Yes, |_| Ok(())).is_err());
        assert!(home.join("toy/toy.wasm").is_file() && recover(&home).is_empty());
    }
    rights(0o700);
    assert!(home.join("toy/scenarios/own/scenario.rhai").is_file());
    // An old module whose mark was deleted before the rest: all that is left may be a person's.
    let aside = home.join(".removing-x");
    fs::create_dir_all(&aside).unwrap();
    fs::rename(home.join("toy"), aside.join("old")).unwrap();
    fs::remove_file(aside.join("old/.installed")).unwrap();
    let kept = recover(&home).pop().unwrap();
    assert!(
        kept.files.contains(&PathBuf::from("scenarios/own/scenario.rhai"))
            && kept.folder.starts_with(data.path())
    );
    // One of which everything is kept is only deleted.
    fs::create_dir_all(home.join(".removing-x/spent")).unwrap();
    fs::write(home.join(".removing-x/spent/toy.wasm"), "").unwrap();
    assert!(recover(&home).is_empty() && fs::read_dir(&home).unwrap().next().is_none());
}

/// As it is between the two steps in which a build takes the place of another, and when the folder of the old one is half
/// deleted.
#[test]
fn an_install_that_was_killed_loses_nothing() {
    let (_data, home) = home();
    let (bundle, _) = packed();
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    let names = || -> Vec<String> {
        let entries = fs::read_dir(&home).unwrap().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let kill = |prefix: &str| {
        let aside = home.join(format!("{prefix}-x"));
        fs::create_dir_all(aside.join("new")).unwrap();
        fs::rename(home.join("toy"), aside.join("old")).unwrap();
        aside
    };

    kill(".installing");
    recover(&home);
    assert_eq!(names(), ["toy"], "it was replaced by nothing");

    kill(".installing");
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    assert_eq!(names(), ["toy"], "the next install does it as well");

    let aside = kill(".installing");
    fs::rename(aside.join("new"), home.join("toy")).unwrap();
    fs::copy(aside.join("old/plugin.toml"), home.join("toy/plugin.toml")).unwrap();
    recover(&home);
    assert_eq!(names(), ["toy"]);
    assert!(!home.join("toy/toy.wasm").exists(), "the new one has taken its place");

    kill(".removing");
    recover(&home);
    assert!(names().is_empty(), "a removal goes on: {:?}", names());

    let unknown = home.join(".installing-x/old");
    fs::create_dir_all(&unknown).unwrap();
    fs::write(unknown.join("plugin.toml"), "id = \"../toy\"").unwrap();
    recover(&home);
    assert_eq!(names(), [".installing-x"], "nobody knows what it is");
}

#[test]
fn nothing_is_recovered_while_another_installs() {
    let (_data, home) = home();
    let (bundle, _) = packed();
    let during = |fresh: &Path| {
        recover(&home);
        assert!(fresh.join("toy.wasm").is_file(), "what is being installed is nobody's leftover");
        Ok(())
    };
    install(&bundle, &home, Replace::Yes, during).unwrap();
    assert!(installed("toy", &home).is_some());
}

/// A module that a person built into the folder is his own, also where it can be played.
#[test]
fn what_came_in_no_bundle_is_neither_replaced_nor_removed() {
    let (_data, home) = home();
    let (bundle, _) = packed();
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    fs::remove_file(home.join("toy/.installed")).unwrap();
    fs::write(home.join("toy/notes.txt"), "mine").unwrap();
    let problem = install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap_err().to_string();
    assert!(problem.contains("came in no bundle, and is not replaced"), "{problem}");
    assert!(remove("toy", &home).is_err());
    assert_eq!(fs::read_to_string(home.join("toy/notes.txt")).unwrap(), "mine");
}

/// Somebody's own work under the module's name, half done: a folder whose manifest can't be read, a file, a link.
#[test]
fn what_lies_there_and_is_no_installed_module_is_not_replaced() {
    let (bundle, _) = packed();
    let lay: [fn(&Path); 3] = [
        |place| {
            fs::create_dir_all(place.join("src")).unwrap();
            fs::write(place.join("plugin.toml"), "id = ").unwrap();
        },
        |place| fs::write(place, "notes").unwrap(),
        |place| std::os::unix::fs::symlink("/nowhere", place).unwrap(),
    ];
    for lay in lay {
        let (_data, home) = home();
        let place = home.join("toy");
        lay(&place);
        let before = place.symlink_metadata().unwrap().file_type();
        let problem = install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap_err().to_string();
        assert!(problem.contains("came in no bundle, and is not replaced"), "{problem}");
        assert_eq!(place.symlink_metadata().unwrap().file_type(), before);
        assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "nothing is left over");
    }
}

#[test]
fn a_linked_folder_is_not_packed() {
    let (module, _) = folders();
    let private = tempfile::tempdir().unwrap();
    fs::write(private.path().join("diary.md"), "secret").unwrap();
    fs::write(private.path().join("scenario.rhai"), "secret").unwrap();
    fs::remove_dir_all(module.path().join("rules")).unwrap();
    for (name, to) in [("rules", private.path()), ("scenarios/mine", private.path())] {
        fs::create_dir_all(module.path().join("scenarios")).unwrap();
        std::os::unix::fs::symlink(to, module.path().join(name)).unwrap();
    }
    let (bundle, _) = pack(module.path(), &[], &[]).unwrap();
    let of_link = |name: &str| name.contains("diary") || name.contains("mine");
    assert!(bundle.files.keys().all(|name| !of_link(name.as_str())), "{:?}", bundle.files.keys());
}

#[test]
fn what_is_refused_leaves_the_old_one_as_it_was() {
    let (_data, home) = home();
    let (bundle, _) = packed();
    install(&bundle, &home, Replace::Yes, |_| Ok(())).unwrap();
    let old = home.join("toy");
    fs::write(old.join("mark"), "the old one").unwrap();
    let seen = |folder: &Path| {
        assert!(folder.join("toy.wasm").is_file(), "it can be looked at before it takes its place");
        Err("it imports a clock".to_owned())
    };
    let problem = install(&bundle, &home, Replace::Yes, seen).unwrap_err().to_string();
    assert_eq!(problem, "the module can't be played: it imports a clock");
    assert!(old.join("mark").is_file());
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "nothing is left over");
}
