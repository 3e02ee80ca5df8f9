//! Builds modules, those in Rust as whoever has the program alone does with `muster build`.

use std::path::PathBuf;

pub(crate) use muster_workshop::Profile;
use muster_workshop::{Problem, TARGET, assemble, compile, core_of};

use crate::{
    Failure,
    in_c::{build_in_c, modules_in_c},
    workspace::{Workspace, cargo, ensure_target, here, run as run_program},
};

/// Which modules, and how.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Optimise as for a release, and write into target/modules-shipped.
    #[arg(long)]
    shipped: bool,
    /// The modules to build; all of them unless named.
    names: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let profile = if args.shipped { Profile::Shipped } else { Profile::Play };
    let workspace = here()?;
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
            Problem::Module {
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
    let mut build = compile(workspace, profile, &modules)?;
    run_program(build.arg("--quiet"), "building the modules")?;
    modules
        .into_iter()
        .map(|module| Ok(assemble(workspace, profile, module, &core_of(workspace, profile, module))?))
        .collect()
}

/// Builds a module as it is shipped, but with its calls of house rules compiled out, and gives the folder that its own is
/// in: what it costs to have them is measured against this.
pub(crate) fn build_without_hooks(workspace: &Workspace, name: &str) -> Result<PathBuf, Failure> {
    let bare = Workspace { target: workspace.target.join("bare"), ..workspace.clone() };
    let module = bare.modules.iter().find(|module| module.name == name).ok_or_else(|| Problem::Module {
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
