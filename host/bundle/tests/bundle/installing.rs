//! Bundles put among the installed modules, replaced, removed, and what becomes of a person's own files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use muster_bundle::{InstallProblem, Kept, Replace, changes, install, installed, pack, recover, remove};

use crate::{folders, home, packed};

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
