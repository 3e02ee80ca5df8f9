//! `cargo xtask play`: builds the modules and opens the window.

use crate::{
    Failure, display,
    modules::{Profile, build_modules},
    workspace::{cargo, checkout, here, run as run_program},
};

/// What goes on to Muster itself.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Arguments for `muster`; without any, the lobby opens.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    muster: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.muster.is_empty() {
        display::ensure()?;
    }
    let workspace = here()?;
    let names = workspace.games();
    println!("building the modules: {}", names.join(", "));
    build_modules(&workspace, Profile::Play, &names)?;
    println!("building and starting Muster; the first time it takes some minutes");
    let mut muster = cargo();
    muster
        .args(["run", "--quiet", "--manifest-path"])
        .arg(checkout()?.join("Cargo.toml"))
        .args(["--package", "muster", "--"])
        .args(&args.muster)
        .env("MUSTER_MODULES", workspace.target.join("modules"))
        .env("MUSTER_SCENARIOS", workspace.root.join("scenarios"));
    run_program(&mut muster, "muster")
}
