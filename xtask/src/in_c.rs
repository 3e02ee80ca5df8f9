//! Modules that are written in C: folders with a plugin.toml and sources in C. `wit-bindgen` makes their bindings, clang compiles
//! them. Where these programs aren't installed they are left out, and it is said why.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use muster_workshop::{Problem, Profile, assemble, is_newer};

use crate::{
    Failure,
    workspace::{ModulePackage, Workspace, answer, at, checkout, run as run_program},
};

/// The bindings of other versions have other names. It is the version of which the Rust modules' are.
const WIT_BINDGEN: &str = "0.60";

/// The interfaces whose names are shortened in the bindings; in full, every type begins with `exports_muster_game_rules_`.
const SHORT_NAMES: [&str; 7] = ["types", "map", "units", "dice", "journal", "phases", "rules"];

/// The modules in C of this workspace, in the folders that hold modules.
pub(crate) fn modules_in_c(workspace: &Workspace) -> Vec<ModulePackage> {
    let mut found = Vec::new();
    for (place, for_tests) in [("plugins", false), ("tests/modules", true)] {
        let Ok(entries) = fs::read_dir(workspace.root.join(place)) else { continue };
        for folder in entries.flatten().map(|entry| entry.path()) {
            let is_in_c = folder.join("plugin.toml").is_file() && !folder.join("Cargo.toml").exists();
            if let (true, Some(name)) = (is_in_c, folder.file_name().and_then(|name| name.to_str())) {
                let (name, elsewhere) = (name.to_owned(), Vec::new());
                found.push(ModulePackage { name, folder: folder.clone(), for_tests, elsewhere });
            }
        }
    }
    found.sort_by(|one, two| one.name.cmp(&two.name));
    found
}

/// Builds the modules in C that are named, or all, and gives their folders. Where they can't be built here a line says so.
pub(crate) fn build_in_c(
    workspace: &Workspace,
    profile: Profile,
    names: &[&str],
) -> Result<Vec<PathBuf>, Failure> {
    let mut folders = Vec::new();
    for module in modules_in_c(workspace) {
        if !names.is_empty() && !names.contains(&module.name.as_str()) {
            continue;
        }
        match missing() {
            Some(why) => {
                println!("{} isn't built: {why} (docs/modules.md, \"In another language\")", module.name)
            }
            None => folders.push(build(workspace, profile, &module)?),
        }
    }
    Ok(folders)
}

/// What is missing on this machine, if anything is.
fn missing() -> Option<String> {
    let says = |program: &str, option: &str| {
        let output = answer(Command::new(program).arg(option), program).ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    if !says("clang", "-print-targets").is_some_and(|targets| targets.contains("wasm32")) {
        return Some("there is no clang that compiles for wasm32".to_owned());
    }
    if says("wasm-ld", "--version").is_none() {
        return Some("there is no wasm-ld, which comes with lld".to_owned());
    }
    match says("wit-bindgen", "--version") {
        None => Some(format!("there is no wit-bindgen {WIT_BINDGEN}")),
        Some(version) if is_right(&version) => None,
        Some(version) => Some(format!("{WIT_BINDGEN} is needed, and there is {}", version.trim())),
    }
}

/// Whether this is how the right wit-bindgen names itself.
fn is_right(version: &str) -> bool {
    version.split_whitespace().any(|word| word.starts_with(&format!("{WIT_BINDGEN}.")))
}

fn build(workspace: &Workspace, profile: Profile, module: &ModulePackage) -> Result<PathBuf, Failure> {
    let contract = checkout()?.join("plugins/contract/wit/0.1");
    let folder = workspace.target.join("in-c").join(&module.name);
    let core = folder.join(format!("{}.wasm", module.name));
    let sources = files_of(&module.folder.join("src"))?;
    let others = [files_of(&module.folder.join("include"))?, files_of(&contract)?].concat();
    if !sources.iter().chain(&others).all(|source| is_newer(&core, source)) {
        let bindings = folder.join("bindings");
        fs::create_dir_all(&bindings).map_err(at(&bindings))?;
        run_quietly(&mut bind(&contract, &bindings), "wit-bindgen")?;
        run_program(&mut compile(module, &sources, &bindings, &core), "clang")?;
    }
    Ok(assemble(workspace, profile, module, &core)?)
}

/// Makes the bindings: muster.h, muster.c, and an object with the types of the contract, from which the component is made.
fn bind(contract: &Path, bindings: &Path) -> Command {
    let mut bind = Command::new("wit-bindgen");
    bind.args(["c", "--rename-world", "muster", "--out-dir"]).arg(bindings);
    for name in SHORT_NAMES {
        bind.args(["--rename", &format!("muster:game/{name}@0.1.0={name}")]);
    }
    bind.arg(contract);
    bind
}

/// Runs a program that names each file which it writes, and shows what it says only if it fails.
fn run_quietly(command: &mut Command, name: &str) -> Result<(), Failure> {
    let missing = |error| Problem::Missing { program: name.to_owned(), error };
    let output = command.output().map_err(missing)?;
    if output.status.success() {
        return Ok(());
    }
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Err(Failure::Failed(name.to_owned()))
}

/// Compiles and links the module: for no operating system, with no library, so that it imports nothing but the contract.
fn compile(module: &ModulePackage, sources: &[PathBuf], bindings: &Path, core: &Path) -> Command {
    let mut clang = Command::new("clang");
    clang.args(["--target=wasm32", "-std=c11", "-O2", "-ffreestanding", "-nostdlib", "-Wall", "-Wextra"]);
    clang.arg("-I").arg(bindings).arg("-isystem").arg(module.folder.join("include"));
    // The stack lies first, so that whatever grows beyond it traps instead of writing over data.
    clang.args(["-Wl,--no-entry", "-Wl,--stack-first", "-Wl,-z,stack-size=65536", "-o"]).arg(core);
    clang.args(sources.iter().filter(|source| source.extension().is_some_and(|kind| kind == "c")));
    clang.arg(bindings.join("muster.c")).arg(bindings.join("muster_component_type.o"));
    clang
}

/// The files of a folder, in a stable order; none if there is no such folder.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(at(folder))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bindings_are_of_the_version_that_the_rust_modules_have() {
        let manifest = fs::read_to_string(checkout().unwrap().join("Cargo.toml")).unwrap();
        let used = manifest.lines().find(|line| line.starts_with("wit-bindgen = ")).unwrap();
        assert!(used.contains(&format!("\"~{WIT_BINDGEN}.")), "{used}");
        assert!(is_right(&format!("wit-bindgen-cli {WIT_BINDGEN}.3\n")));
        assert!(!is_right("wit-bindgen-cli 0.61.1\n") && !is_right("wit-bindgen-cli 0.600.1\n"));
    }

    #[test]
    fn the_module_in_c_is_found() {
        let root = checkout().unwrap();
        let workspace = Workspace { target: root.join("target"), root, modules: Vec::new() };
        let names: Vec<String> = modules_in_c(&workspace).into_iter().map(|module| module.name).collect();
        assert_eq!(names, ["steamers"]);
    }
}
