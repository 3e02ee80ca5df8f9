//! What whoever writes a module gets without the source: the game that it begins from, and the crates that it and its tests are
//! compiled with. They lie as in the source, a small workspace of their own which is only read.

use std::{fs, path::Path};

use toml::{Table, Value};

use muster_workshop::Problem;

use crate::{
    Failure,
    workspace::{at, tracked},
};

/// The crates: those that a module is made of, and those that its tests need beside them.
const CRATES: [&str; 7] = [
    "plugins/contract",
    "plugins/board",
    "plugins/sdk",
    "host/files",
    "host/table",
    "host/scripts",
    "tests/conformance",
];

/// Of a crate's folder: what it is compiled from, and what is read by people. Its own tests stay behind, and what they need.
const PARTS: [&str; 4] = ["Cargo.toml", "README.md", "src", "wit/0.1"];

/// The game that a new module begins from, and its scenarios.
const TEMPLATE: [&str; 2] = ["tests/modules/outpost", "tests/scenarios/outpost-*"];

/// What a workspace gives to its members, and is given to a new one.
const WHOLE: [&str; 7] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "clippy.toml",
    "rust-toolchain.toml",
    "rustfmt.toml",
];

/// What the folder is, for whoever finds it.
const README: &str = "# For authors of modules\n\nFrom this `muster new module` begins a game of your own, and cargo compiles it with the \
crates in here, wherever this folder lies.\nNothing is written here. They are those of Muster's source without their own tests, under MIT or \
Apache-2.0, as you like.\n";

/// Every file, by its path in the folder.
pub(super) fn files(root: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let parts = CRATES.iter().flat_map(|of| PARTS.map(|part| format!("{of}/{part}")));
    let places: Vec<String> =
        parts.chain([TEMPLATE.as_slice(), &WHOLE].concat().into_iter().map(str::to_owned)).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let mut files = vec![("README.md".to_owned(), README.as_bytes().to_vec())];
    let mut used = Vec::new();
    for name in tracked(root, &places)? {
        let path = root.join(&name);
        let bytes = fs::read(&path).map_err(at(&path))?;
        let of_crate = name.strip_suffix("/Cargo.toml").is_some_and(|of| CRATES.contains(&of));
        let bytes = if of_crate { without_tests(&path, &mut used)?.into_bytes() } else { bytes };
        files.push((name, bytes));
    }
    // The new workspace's dependencies are taken from here too.
    dependencies(&table(&root.join(TEMPLATE[0]).join("Cargo.toml"))?, &mut used);
    let workspace = workspace(table(&root.join("Cargo.toml"))?, &used);
    files.push(("Cargo.toml".to_owned(), workspace.to_string().into_bytes()));
    files.sort();
    Ok(files)
}

fn table(path: &Path) -> Result<Table, Problem> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let wrong = |error: toml::de::Error| Problem::Answer {
        program: path.display().to_string(),
        detail: error.to_string(),
    };
    toml::from_str(&text).map_err(wrong)
}

/// A crate's manifest without what only its own tests need. Adds what it depends on.
fn without_tests(path: &Path, used: &mut Vec<String>) -> Result<String, Failure> {
    let mut manifest = table(path)?;
    manifest.remove("dev-dependencies");
    dependencies(&manifest, used);
    Ok(manifest.to_string())
}

/// Adds what a manifest depends on.
fn dependencies(manifest: &Table, used: &mut Vec<String>) {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let targets = targets.filter_map(|(_, target)| target.as_table());
    for part in std::iter::once(manifest).chain(targets) {
        for kind in ["dependencies", "dev-dependencies"] {
            let named = part.get(kind).and_then(Value::as_table);
            used.extend(named.into_iter().flat_map(Table::keys).cloned());
        }
    }
}

/// The workspace's manifest with these crates as its members.
fn workspace(mut whole: Table, used: &[String]) -> Table {
    if let Some(workspace) = whole.get_mut("workspace").and_then(Value::as_table_mut) {
        workspace.remove("default-members");
        workspace.insert("members".into(), Value::from(CRATES.to_vec()));
        if let Some(all) = workspace.get_mut("dependencies").and_then(Value::as_table_mut) {
            all.retain(|name, _| used.iter().any(|used| used == name));
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use muster_workshop::{Crates, Name, Outside, Template, settled, taken};

    use super::*;
    use crate::{
        dist::newcomer::Newcomer,
        workspace::{answer, cargo, checkout},
    };

    /// A folder for one test, which goes with it.
    struct Home(PathBuf);

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// The folder as it comes with Muster.
    fn laid(test: &str) -> Home {
        let home = Home(std::env::temp_dir().join(format!("xtask-authors-{}-{test}", std::process::id())));
        for (name, bytes) in files(&checkout().unwrap()).unwrap() {
            let path = home.0.join("share/muster/authors").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        home
    }

    #[test]
    fn a_module_is_begun_from_it_and_cargo_finds_all_that_it_and_its_tests_need() {
        let home = laid("whole");
        let (source, folder) = (home.0.join("share/muster/authors"), home.0.join("night-raid"));
        let (template, name) = (Template::read(&source).unwrap(), Name::parse("night-raid").unwrap());
        assert_eq!(taken(&source, &template, &name).unwrap(), None);
        assert!(taken(&source, &template, &Name::parse("serde").unwrap()).unwrap().is_some());
        let crates = &Crates::In(source.clone());
        let files = Outside { source: &source, template: &template, crates, guide: "" }.files(&name).unwrap();
        muster_workshop::begin(&folder, (&source, ""), &files).unwrap();
        settled(&folder, &name).unwrap();
        let mut metadata = cargo();
        metadata.current_dir(&folder).args(["metadata", "--locked", "--offline", "--format-version", "1"]);
        let output = answer(&mut metadata, "cargo metadata").unwrap();
        let metadata = crate::workspace::metadata_of(&output).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        let ours: Vec<&str> = packages
            .iter()
            .filter(|package| package["source"].is_null())
            .map(|package| package["manifest_path"].as_str().unwrap())
            .filter(|path| !path.starts_with(folder.to_str().unwrap()))
            .collect();
        assert_eq!(ours.len(), CRATES.len(), "{ours:?}");
        assert!(ours.iter().all(|path| path.starts_with(source.to_str().unwrap())), "{ours:?}");
        // Neither the engine nor the window is among what the tests are compiled with.
        for heavy in ["wasmtime", "eframe", "muster-engine"] {
            assert!(packages.iter().all(|package| package["name"] != heavy), "{heavy}");
        }
    }

    #[test]
    #[ignore = "compiles a module and all that its tests need; `cargo xtask test --full` does"]
    fn the_program_alone_begins_a_module_with_it() {
        let home = laid("alone");
        let program = home.0.join("bin/muster");
        // Beside the folder in which cargo puts the programs of tests.
        let built = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("muster");
        fs::create_dir_all(home.0.join("bin")).unwrap();
        fs::copy(&built, &program).unwrap();
        let place = home.0.join("somebody's");
        fs::create_dir_all(&place).unwrap();
        let newcomer = Newcomer { program: &program, home: &place };
        newcomer.begins_a_module(&home.0.join("share/muster/authors")).unwrap();
    }

    #[test]
    fn the_crates_come_without_their_own_tests() {
        let files = files(&checkout().unwrap()).unwrap();
        let text = |wanted: &str| {
            let found = files.iter().find(|(name, _)| name == wanted);
            String::from_utf8(found.unwrap_or_else(|| panic!("{wanted}")).1.clone()).unwrap()
        };
        assert!(text("plugins/contract/wit/0.1/world.wit").contains("package muster:game"));
        assert!(text("tests/conformance/src/lib.rs").contains("//!"));
        assert!(!text("tests/conformance/Cargo.toml").contains("parley"));
        let workspace: Table = toml::from_str(&text("Cargo.toml")).unwrap();
        let dependencies = workspace["workspace"]["dependencies"].as_table().unwrap();
        assert!(dependencies.contains_key("muster-sdk") && dependencies.contains_key("rustix"));
        assert!(!dependencies.contains_key("wasmtime") && !dependencies.contains_key("brigade"));
        for (name, _) in &files {
            assert!(!CRATES.iter().any(|of| name.starts_with(&format!("{of}/tests/"))), "{name}");
        }
    }
}
