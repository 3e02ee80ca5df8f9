//! Finding modules, and keeping what was compiled.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use crate::rogue::{component, contract, nothing, rogue};
use muster_contract::Module;
use muster_engine::{Engine, NoModule, Registry, Settings, State, Step};
use tempfile::TempDir;

fn put(modules: &Path, folder: &str, manifest: &str, component: &[u8]) -> PathBuf {
    let folder = modules.join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("plugin.toml"), manifest).unwrap();
    fs::write(folder.join("rogue.wasm"), component).unwrap();
    folder
}

fn manifest(id: &str) -> String {
    format!(
        "id = \"{id}\"\nversion = \"0.1.0\"\napi = \"0.1\"\ntitle = \"Rogue\"\nauthors = []\nlicence = \
         \"MIT\"\ncomponent = \"rogue.wasm\"\n"
    )
}

/// Another build of the same module: one text in it is different.
fn rebuilt() -> Vec<u8> {
    let text = include_str!("../rogue/rogue.wat").replace("the weather holds", "the weather hides");
    component(&wat::parse_str(text).unwrap(), &contract())
}

fn engine(cache: &Path) -> Engine {
    Engine::start(Settings { cache: Some(cache.to_owned()), ..Settings::default() }).unwrap()
}

/// The steps of opening the file with this cache.
fn steps(cache: &Path, file: &Path) -> Vec<Step> {
    let mut steps = Vec::new();
    let engine = engine(cache);
    let module = engine.open("rogue", file, |step| steps.push(step)).unwrap();
    assert!(module.create(&nothing()).unwrap().is_ok());
    steps
}

#[test]
fn the_lobby_learns_of_every_module_good_or_bad() {
    let home = TempDir::new().unwrap();
    let modules = home.path().join("modules");
    put(&modules, "a-good", &manifest("good"), &rogue());
    put(&modules, "b-bad", &manifest("bad"), b"");
    put(&modules, "c-worse", "id = ", &rogue());
    put(&modules, "d-again", &manifest("good"), &rogue());
    fs::create_dir(modules.join("no-module")).unwrap();

    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let ear = Arc::clone(&heard);
    let registry =
        Registry::open(&engine(&home.path().join("cache")), std::slice::from_ref(&modules), move |entry| {
            let state = match &entry.state {
                State::Waiting => "waiting".to_owned(),
                State::Compiling => "compiling".to_owned(),
                State::Ready => "ready".to_owned(),
                State::Refused(reason) => reason.to_string(),
            };
            ear.lock().unwrap().push(format!("{}: {state}", entry.id().unwrap_or("?")));
        });
    let good = registry.wait("good").unwrap();
    assert_eq!(good.id(), "good");
    let Err(NoModule::Refused(reason)) = registry.wait("bad") else { panic!("it should be refused") };
    assert!(reason.to_string().contains("rogue.wasm: it is empty"), "{reason}");
    let unknown = registry.wait("other").unwrap_err();
    let unknown = unknown.to_string();
    let words =
        "there is no module `other` among those that can be read; there are good, bad. What can't be read: ";
    assert!(unknown.starts_with(words), "{unknown}");
    assert!(unknown.contains("c-worse/plugin.toml:1: ") && unknown.contains("d-again: "), "{unknown}");
    let others = |folder: &Path| {
        let registry = Registry::open(&engine(&home.path().join("cache")), &[folder.to_owned()], |_| {});
        registry.wait("other").unwrap_err().to_string()
    };
    assert_eq!(others(&modules.join("a-good")), "there is no module `other`; there is good");
    assert_eq!(others(&home.path().join("nowhere")), "there is no module `other`; there are none at all");

    let entries = registry.entries();
    assert_eq!(entries.len(), 4);
    let State::Refused(worse) = &entries[2].state else { panic!("it should be refused") };
    assert!(worse.to_string().contains("c-worse/plugin.toml:1: "), "{worse}");
    let State::Refused(again) = &entries[3].state else { panic!("it should be refused") };
    assert!(again.to_string().contains("d-again: there is already a module `good`, in "), "{again}");
    assert_eq!(heard.lock().unwrap()[..2], ["good: compiling", "good: ready"]);
}

/// As `muster dev` names them: the folder of what it has built, and the one that holds all that was built there.
#[test]
fn a_module_that_is_found_twice_is_one() {
    let home = TempDir::new().unwrap();
    let modules = home.path().join("modules");
    let good = put(&modules, "good", &manifest("good"), &rogue());
    let around = modules.join("good").join("..");
    let folders = [good, around, modules];
    let registry = Registry::open(&engine(&home.path().join("cache")), &folders, |_| {});
    registry.wait("good").unwrap();
    let entries = registry.entries();
    assert_eq!(entries.len(), 1, "{:?}", entries.iter().map(|entry| &entry.folder).collect::<Vec<_>>());
}

#[test]
fn the_lightest_is_ready_first() {
    let home = TempDir::new().unwrap();
    let modules = home.path().join("modules");
    for (folder, id, complexity) in [("a", "heavy", 5), ("b", "middling", 3), ("c", "light", 1)] {
        put(&modules, folder, &format!("{}complexity = {complexity}\n", manifest(id)), &rogue());
    }
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let ear = Arc::clone(&heard);
    let registry = Registry::open(&engine(&home.path().join("cache")), &[modules], move |entry| {
        if matches!(entry.state, State::Ready) {
            ear.lock().unwrap().push(entry.id().unwrap_or("?").to_owned());
        }
    });
    for id in ["light", "middling", "heavy"] {
        registry.wait(id).unwrap();
    }
    while heard.lock().unwrap().len() < 3 {
        std::thread::yield_now();
    }
    assert_eq!(*heard.lock().unwrap(), ["light", "middling", "heavy"]);
    let listed: Vec<String> =
        registry.entries().iter().filter_map(|entry| entry.id()).map(str::to_owned).collect();
    assert_eq!(listed, ["heavy", "middling", "light"]);
}

#[test]
fn a_new_build_takes_its_place_and_a_broken_one_does_not() {
    let home = TempDir::new().unwrap();
    let modules = home.path().join("modules");
    let folder = put(&modules, "rogue", &manifest("rogue"), &rogue());
    let (sender, changes) = std::sync::mpsc::channel();
    let sender = Mutex::new(sender);
    let registry = Registry::open(&engine(&home.path().join("cache")), &[modules], move |entry| {
        sender.lock().unwrap().send(entry.clone()).unwrap();
    });
    let first = registry.wait("rogue").unwrap();
    let next = || loop {
        let entry = changes.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
        if !matches!(entry.state, State::Waiting | State::Compiling) {
            return entry;
        }
    };
    assert_eq!(next().module.unwrap().hash(), first.hash());

    fs::write(folder.join("rogue.wasm"), rebuilt()).unwrap();
    registry.refresh();
    let second = next().module.unwrap();
    assert_ne!(second.hash(), first.hash());

    fs::write(folder.join("rogue.wasm"), b"").unwrap();
    registry.refresh();
    let broken = next();
    assert!(matches!(broken.state, State::Refused(_)));
    assert_eq!(broken.module.unwrap().hash(), second.hash());
}

#[test]
fn what_was_compiled_is_kept() {
    let home = TempDir::new().unwrap();
    let (cache, file) = (home.path().join("cache/compiled"), home.path().join("rogue.wasm"));
    fs::write(&file, rogue()).unwrap();
    assert_eq!(steps(&cache, &file), [Step::Reading, Step::Compiling]);
    assert_eq!(steps(&cache, &file), [Step::Reading]);
    // Another build has another hash.
    fs::write(&file, rebuilt()).unwrap();
    assert_eq!(steps(&cache, &file), [Step::Reading, Step::Compiling]);
}

#[test]
fn a_damaged_entry_is_thrown_away() {
    let home = TempDir::new().unwrap();
    let (cache, file) = (home.path().join("cache"), home.path().join("rogue.wasm"));
    fs::write(&file, rogue()).unwrap();
    steps(&cache, &file);
    let entry = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&entry).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for damaged in [&b""[..], &whole[..20], &whole[..whole.len() - 1], &flipped[..]] {
        fs::write(&entry, damaged).unwrap();
        assert_eq!(steps(&cache, &file), [Step::Reading, Step::Compiling]);
        assert_eq!(steps(&cache, &file), [Step::Reading]);
    }
}

/// What stands under an entry's name and is none: a pipe, a link, a file without an end, a folder.
#[cfg(unix)]
#[test]
fn what_is_no_entry_is_neither_waited_for_nor_read() {
    use std::process::Command;
    let home = TempDir::new().unwrap();
    let (cache, file) = (home.path().join("cache"), home.path().join("rogue.wasm"));
    fs::write(&file, rogue()).unwrap();
    steps(&cache, &file);
    let entry = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let lay: [fn(&Path); 3] = [
        |entry| assert!(Command::new("mkfifo").arg(entry).status().unwrap().success()),
        |entry| std::os::unix::fs::symlink("/dev/zero", entry).unwrap(),
        |entry| fs::File::create(entry).unwrap().set_len(1 << 40).unwrap(),
    ];
    for lay in lay {
        fs::remove_file(&entry).unwrap();
        lay(&entry);
        assert_eq!(steps(&cache, &file), [Step::Reading, Step::Compiling]);
        assert_eq!(steps(&cache, &file), [Step::Reading]);
    }
    fs::remove_file(&entry).unwrap();
    fs::create_dir(&entry).unwrap();
    let engine = engine(&cache);
    engine.open("rogue", &file, |_| ()).unwrap();
    let trouble = engine.cache_problem().unwrap();
    assert!(trouble.starts_with(&entry.display().to_string()), "{trouble}");
    assert!(entry.is_dir(), "what is somebody's stays");
}

#[cfg(unix)]
#[test]
fn a_cache_that_others_can_write_to_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let home = TempDir::new().unwrap();
    let (cache, file) = (home.path().join("cache"), home.path().join("rogue.wasm"));
    fs::write(&file, rogue()).unwrap();
    steps(&cache, &file);
    assert_eq!(fs::metadata(&cache).unwrap().permissions().mode() & 0o777, 0o700);
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(steps(&cache, &file), [Step::Reading, Step::Compiling]);
    let trouble = engine(&cache).cache_problem().unwrap();
    assert!(trouble.contains("others may use the folder"), "{trouble}");
}
