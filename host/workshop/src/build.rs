//! Builds modules: cargo compiles them for wasm32-unknown-unknown, which has nothing to import, and components are made out of what it
//! gives.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use wit_component::ComponentEncoder;

use crate::{
    ModulePackage, Problem, Workspace,
    problem::at,
    programs::{answer, cargo, rustc},
    remapped,
};

/// What modules are compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// How modules are optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// For playing and testing.
    Play,
    /// For releases and measurements.
    Shipped,
}

impl Profile {
    /// Its name in Cargo.toml, and that of cargo's folder.
    pub fn cargo(self) -> &'static str {
        match self {
            Self::Play => "module",
            Self::Shipped => "module-shipped",
        }
    }

    /// The folders that the modules go to: the lobby's, and the one for modules that only tests use.
    pub fn folders(self) -> [&'static str; 2] {
        match self {
            Self::Play => ["modules", "test-modules"],
            Self::Shipped => ["modules-shipped", "test-modules-shipped"],
        }
    }
}

/// Whether the compiler that this workspace is built with can compile for a target.
///
/// # Errors
///
/// If the compiler can't be started, or fails.
pub fn has_target(workspace: &Workspace, target: &str) -> Result<bool, Problem> {
    let mut rustc = rustc();
    rustc.current_dir(&workspace.root).args(["--print", "target-libdir", "--target", target]);
    let output = answer(&mut rustc, "rustc")?;
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// The command that compiles these modules; [`assemble`] goes on from what it makes, [`core_of`] each.
///
/// # Errors
///
/// As [`remapped`].
pub fn compile(
    workspace: &Workspace,
    profile: Profile,
    modules: &[&ModulePackage],
) -> Result<Command, Problem> {
    let mut build = cargo();
    build.current_dir(&workspace.root);
    build.args(["build", "--lib", "--target", TARGET, "--profile", profile.cargo()]);
    if profile == Profile::Shipped {
        build.args(remapped(workspace, TARGET)?);
    }
    for module in modules {
        build.args(["--package", &module.name]);
    }
    Ok(build)
}

/// Where cargo puts a module before it is a component.
pub fn core_of(workspace: &Workspace, profile: Profile, module: &ModulePackage) -> PathBuf {
    workspace.target.join(TARGET).join(profile.cargo()).join(module.name.replace('-', "_") + ".wasm")
}

/// Makes the module's folder out of what a compiler has made, and gives it: component, manifest, rules. What hasn't changed isn't
/// made again.
///
/// # Errors
///
/// If a file can't be read or written, the manifest says too little, or what was compiled can't be made a component.
pub fn assemble(
    workspace: &Workspace,
    profile: Profile,
    module: &ModulePackage,
    core: &Path,
) -> Result<PathBuf, Problem> {
    let broken = |detail: String| Problem::Module { name: module.name.clone(), detail };
    let manifest_path = module.folder.join("plugin.toml");
    let manifest = fs::read_to_string(&manifest_path).map_err(at(&manifest_path))?;
    let parsed: toml::Table =
        toml::from_str(&manifest).map_err(|error| broken(format!("plugin.toml: {error}")))?;
    let key = |key: &str| -> Result<String, Problem> {
        let value = parsed.get(key).and_then(toml::Value::as_str);
        value.map(str::to_owned).ok_or_else(|| broken(format!("plugin.toml has no `{key}`")))
    };
    let [lobby, tests] = profile.folders();
    let folder = workspace.target.join(if module.for_tests { tests } else { lobby }).join(key("id")?);
    fs::create_dir_all(&folder).map_err(at(&folder))?;

    let component = folder.join(key("component")?);
    if !is_newer(&component, core) {
        let bytes = fs::read(core).map_err(at(core))?;
        let encoded = ComponentEncoder::default()
            .validate(true)
            .module(&bytes)
            .and_then(|mut encoder| encoder.encode())
            .map_err(|error| broken(format!("can't be made a component: {error:#}")))?;
        write_whole(&component, &encoded)?;
    }
    write_whole(&folder.join("plugin.toml"), manifest.as_bytes())?;
    let rules = folder.join("rules");
    if rules.exists() {
        fs::remove_dir_all(&rules).map_err(at(&rules))?;
    }
    if module.folder.join("rules").is_dir() {
        copy(&module.folder.join("rules"), &rules)?;
    }
    Ok(folder)
}

/// Whether the first file was made after the second, so that it needn't be made again.
pub fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
    matches!((time(made), time(source)), (Ok(made), Ok(source)) if made > source)
}

fn copy(from: &Path, to: &Path) -> Result<(), Problem> {
    fs::create_dir_all(to).map_err(at(to))?;
    for entry in fs::read_dir(from).map_err(at(from))? {
        let entry = entry.map_err(at(from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(at(&source))?;
        }
    }
    Ok(())
}

/// Writes a file beside its place and renames it, so that a running Muster never sees half of it.
///
/// # Errors
///
/// If it can't be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let draft = path.with_extension("draft");
    fs::write(&draft, bytes).map_err(at(&draft))?;
    fs::rename(&draft, path).map_err(at(path))
}
