//! The program away from the source that it was built from, as whoever got it from elsewhere has it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fixture::{Desk, running::test_modules};

/// A folder with the program in its `bin`, without a source tree above it.
pub(crate) fn installed(desk: &Desk) -> std::path::PathBuf {
    let prefix = desk.path("a folder with blanks");
    std::fs::create_dir_all(prefix.join("bin")).expect("a folder");
    let (built, put) = (Path::new(env!("CARGO_BIN_EXE_muster")), prefix.join("bin/muster"));
    if std::fs::hard_link(built, &put).is_err() {
        std::fs::copy(built, &put).expect("a copy of the program");
    }
    prefix
}

/// What the program there says, with a home of its own and no settings.
fn says(desk: &Desk, program: &Path, typed: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(typed).current_dir(desk.path("")).env("HOME", desk.path("home"));
    for name in ["MUSTER_MODULES", "MUSTER_SCENARIOS", "MUSTER_RULES", "MUSTER_DATA"] {
        command.env_remove(name);
    }
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    let output = command.output().expect("the program runs");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn nobody_without_the_source_is_told_to_build_from_it() {
    let desk = Desk::new("away-words");
    let program = installed(&desk).join("bin/muster");
    let source = desk.path("source");
    std::fs::create_dir_all(&source).expect("a folder");
    std::fs::write(source.join("Cargo.toml"), "").expect("a file");
    let source = source.display().to_string();
    for (typed, words) in [
        (&["modules"][..], "Those that come with Muster lie beside the program"),
        (&["describe", "brigade"], "If it came with Muster, get Muster anew"),
        (&["new", "module", "raid"], "Get Muster anew, or name the top of its source with --crates FOLDER"),
        (&["check", &source], "With Rust installed, `muster build FOLDER` builds it"),
        (&["build", &source], "`muster new module NAME` begins one"),
    ] {
        let said = says(&desk, &program, typed);
        assert!(said.contains(words), "{typed:?}: {said}");
        assert!(!said.contains("this source tree"), "{typed:?}: {said}");
    }
}

#[test]
fn the_modules_that_come_with_it_are_taken_out_of_their_bundles() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("away-bundles");
    let prefix = installed(&desk);
    let shelf = prefix.join("share/muster/modules");
    std::fs::create_dir_all(&shelf).expect("a folder");
    let (program, link) = (prefix.join("bin/muster"), desk.path("muster"));
    let (folder, bundle) = (modules.join("parley"), shelf.join("parley.muster"));
    let said = says(
        &desk,
        &program,
        &["pack", &folder.display().to_string(), "--out", &bundle.display().to_string()],
    );
    assert!(bundle.is_file(), "{said}");
    std::fs::write(shelf.join("broken.muster"), "no bundle").expect("a file");
    std::os::unix::fs::symlink(&program, &link).expect("a link");
    let cache = desk.path("home/.cache/muster/bundles");
    for _ in 0..2 {
        let said = says(&desk, &link, &["modules"]);
        assert!(said.contains("parley") && !said.contains("can't be played"), "{said}");
        assert!(said.contains("broken.muster: "), "{said}");
        assert_eq!(modules_in(&cache).len(), 1);
    }
    // What is in the cache may be spoilt or gone at any time.
    let module = modules_in(&cache).remove(0);
    std::fs::write(module.join("plugin.toml"), "").expect("it is ours");
    assert!(says(&desk, &program, &["modules"]).contains("Parley"));
    std::fs::remove_dir_all(&cache).expect("it is ours");
    assert!(says(&desk, &program, &["modules"]).contains("Parley"));
    // With a folder for it, all of that stays beside the program.
    std::fs::remove_dir_all(desk.path("home")).expect("it is ours");
    std::fs::create_dir(prefix.join("muster-data")).expect("a folder");
    assert!(says(&desk, &program, &["modules"]).contains("Parley"));
    assert!(prefix.join("muster-data/cache/bundles").is_dir());
    assert!(!desk.path("home").exists());
}

/// The folders in the cache of unpacked bundles.
fn modules_in(cache: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(cache).expect("it was made").flatten().map(|entry| entry.path());
    entries.filter(|entry| entry.is_dir()).collect()
}

/// Another version has other bundles. What the one before had unpacked goes, but not from under it while it runs; what is a person's own
/// stays as it is.
#[test]
fn another_version_keeps_what_is_a_persons_own_and_sweeps_what_it_had_unpacked() {
    let Some(modules) = test_modules() else { return };
    let desk = Desk::new("away-upgrade");
    let prefix = installed(&desk);
    let (program, shelf) = (prefix.join("bin/muster"), prefix.join("share/muster/modules"));
    std::fs::create_dir_all(&shelf).expect("a folder");
    let said = |typed: &[&str]| says(&desk, &program, typed);
    let shown = |path: &Path| path.display().to_string();
    let pack = |version: &str, id: &str, to: &Path| {
        let folder = desk.path(&format!("{id}-{version}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        for file in std::fs::read_dir(modules.join("parley")).expect("it is built").flatten() {
            if file.path().is_file() {
                std::fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
            }
        }
        let manifest = std::fs::read_to_string(folder.join("plugin.toml")).expect("it is there");
        let lines = manifest.lines().map(|line| match line.split_once(" = ") {
            Some(("version", _)) => format!("version = \"{version}\"\n"),
            Some(("id", _)) => format!("id = \"{id}\"\n"),
            _ => format!("{line}\n"),
        });
        std::fs::write(folder.join("plugin.toml"), lines.collect::<String>()).expect("a file");
        let told = said(&["pack", &shown(&folder), "--out", &shown(to)]);
        assert!(to.is_file(), "{told}");
    };
    pack("0.1.0", "parley", &shelf.join("parley.muster"));
    let cache = desk.path("home/.cache/muster/bundles");
    assert!(said(&["modules"]).contains("0.1.0"));
    let first = modules_in(&cache);
    // What a person has by then: a module of somebody else's, a table, settings.
    let data = desk.path("home/.local/share/muster");
    let other = desk.path("other.muster");
    pack("3.0.0", "other", &other);
    let told = said(&["install", &shown(&other)]);
    assert!(told.contains("3.0.0 is installed"), "{told}");
    std::fs::create_dir_all(data.join("tables")).expect("a folder");
    let own = [("settings.toml", "scale = 120\n"), ("tables/one.jsonl", "{}\n")];
    own.iter().for_each(|(name, text)| std::fs::write(data.join(name), text).expect("a file"));

    pack("0.2.0", "parley", &shelf.join("parley.muster"));
    let running = std::fs::File::open(cache.join("in-use")).expect("it was made");
    running.lock_shared().expect("a lock");
    assert!(said(&["modules"]).contains("0.2.0"));
    assert_eq!(modules_in(&cache).len(), 2, "the one before runs");
    drop(running);
    let told = said(&["modules"]);
    assert!(told.contains("0.2.0") && told.contains("3.0.0"), "{told}");
    let left = modules_in(&cache);
    assert!(left.len() == 1 && left != first, "{left:?}");
    for (name, text) in own {
        assert_eq!(std::fs::read_to_string(data.join(name)).ok().as_deref(), Some(text), "{name}");
    }
}

#[test]
fn the_version_is_told_with_the_build_and_the_contract() {
    let desk = Desk::new("away-version");
    let said = says(&desk, Path::new(env!("CARGO_BIN_EXE_muster")), &["--version"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], concat!("muster ", env!("CARGO_PKG_VERSION")), "{said}");
    assert!(lines[1].starts_with("build: ") && lines[2].starts_with("contract: muster:game 0."), "{said}");
    let short = says(&desk, Path::new(env!("CARGO_BIN_EXE_muster")), &["-V"]);
    assert_eq!(short.trim_end(), lines[0]);
}
