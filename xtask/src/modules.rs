//! Builds modules: compiles them for wasm32-unknown-unknown, which has nothing to import, and makes components out of
//! them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use wit_component::ComponentEncoder;

use crate::{
    Failure,
    in_c::{build_in_c, modules_in_c},
    workspace::{
        ModulePackage, Workspace, at, cargo, ensure_target, remapped, run as run_program, write_whole,
    },
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Which modules, and how.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Optimise as for a release, and write into target/modules-shipped.
    #[arg(long)]
    shipped: bool,
    /// The modules to build; all of them unless named.
    names: Vec<String>,
}

/// How modules are optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// For playing and testing.
    Play,
    /// For releases and measurements.
    Shipped,
}

impl Profile {
    /// Its name in Cargo.toml, and that of cargo's folder.
    fn cargo(self) -> &'static str {
        match self {
            Self::Play => "module",
            Self::Shipped => "module-shipped",
        }
    }

    /// The folders that the modules go to: the lobby's, and the one for modules that only tests use.
    fn folders(self) -> [&'static str; 2] {
        match self {
            Self::Play => ["modules", "test-modules"],
            Self::Shipped => ["modules-shipped", "test-modules-shipped"],
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let profile = if args.shipped { Profile::Shipped } else { Profile::Play };
    let workspace = Workspace::read()?;
    let (in_c, mut names): (Vec<&str>, Vec<&str>) = args
        .names
        .iter()
        .map(String::as_str)
        .partition(|&name| modules_in_c(&workspace).iter().any(|module| module.name == name));
    if args.names.is_empty() {
        names = workspace.modules.iter().map(|module| module.name.as_str()).collect();
    }
    let mut folders = build_modules(&workspace, profile, &names)?;
    if args.names.is_empty() || !in_c.is_empty() {
        folders.extend(build_in_c(&workspace, profile, &in_c)?);
    }
    for folder in folders {
        println!("{}", folder.display());
    }
    Ok(())
}

/// Builds these modules and gives the folders that they are in. What hasn't changed isn't made again.
pub(crate) fn build_modules(
    workspace: &Workspace,
    profile: Profile,
    names: &[&str],
) -> Result<Vec<PathBuf>, Failure> {
    let mut modules = Vec::new();
    for &name in names {
        let module = workspace.modules.iter().find(|module| module.name == name).ok_or_else(|| {
            let known: Vec<&str> = workspace.modules.iter().map(|module| module.name.as_str()).collect();
            Failure::Module {
                name: name.to_owned(),
                detail: format!(
                    "there is no package of that name with a plugin.toml; there are {}",
                    known.join(", ")
                ),
            }
        })?;
        modules.push(module);
    }
    if modules.is_empty() {
        return Ok(Vec::new());
    }
    ensure_target(workspace, TARGET)?;
    let mut build = cargo();
    build.current_dir(&workspace.root);
    build.args(["build", "--quiet", "--lib", "--target", TARGET, "--profile", profile.cargo()]);
    if profile == Profile::Shipped {
        build.args(remapped(workspace, TARGET)?);
    }
    for module in &modules {
        build.args(["--package", &module.name]);
    }
    run_program(&mut build, "building the modules")?;
    modules
        .into_iter()
        .map(|module| assemble(workspace, profile, module, &core_of(workspace, profile, module)))
        .collect()
}

/// Builds a module as it is shipped, but with its calls of house rules compiled out, and gives the folder that its own is
/// in: what it costs to have them is measured against this.
pub(crate) fn build_without_hooks(workspace: &Workspace, name: &str) -> Result<PathBuf, Failure> {
    let bare = Workspace { target: workspace.target.join("bare"), ..workspace.clone() };
    let module = bare.modules.iter().find(|module| module.name == name).ok_or_else(|| Failure::Module {
        name: name.to_owned(),
        detail: "there is no package of that name with a plugin.toml".to_owned(),
    })?;
    let mut build = cargo();
    build.current_dir(&bare.root).args(["build", "--quiet", "--lib", "--target", TARGET, "--package", name]);
    build.args(["--profile", Profile::Shipped.cargo(), "--features", "muster-sdk/bare", "--target-dir"]);
    run_program(build.arg(&bare.target), "building a module without hooks")?;
    assemble(&bare, Profile::Shipped, module, &core_of(&bare, Profile::Shipped, module))?;
    Ok(bare.target.join(Profile::Shipped.folders()[0]))
}

/// Where cargo puts a module before it is a component.
fn core_of(workspace: &Workspace, profile: Profile, module: &ModulePackage) -> PathBuf {
    workspace.target.join(TARGET).join(profile.cargo()).join(module.name.replace('-', "_") + ".wasm")
}

/// Makes the module's folder out of what a compiler has made: component, manifest, rules.
pub(crate) fn assemble(
    workspace: &Workspace,
    profile: Profile,
    module: &ModulePackage,
    core: &Path,
) -> Result<PathBuf, Failure> {
    let broken = |detail: String| Failure::Module { name: module.name.clone(), detail };
    let manifest_path = module.folder.join("plugin.toml");
    let manifest = fs::read_to_string(&manifest_path).map_err(at(&manifest_path))?;
    let parsed: toml::Table =
        toml::from_str(&manifest).map_err(|error| broken(format!("plugin.toml: {error}")))?;
    let key = |key: &str| -> Result<String, Failure> {
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
pub(crate) fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
    matches!((time(made), time(source)), (Ok(made), Ok(source)) if made > source)
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
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
