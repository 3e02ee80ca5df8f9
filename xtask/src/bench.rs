//! `cargo xtask bench`: measures what was promised, with everything as it is shipped.

use crate::{
    Failure,
    modules::{Profile, build_modules, build_without_hooks},
    workspace::{cargo, here, run as run_program},
};

/// How the figures are printed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print a list of JSON objects with `name`, `value`, `unit`, `target` and `met`.
    #[arg(long)]
    json: bool,
    /// Measure only the play of this module.
    #[arg(long, value_name = "MODULE")]
    only: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let workspace = here()?;
    let names = workspace.games();
    build_modules(&workspace, Profile::Shipped, &names)?;
    let bare = build_without_hooks(&workspace, "brigade")?;
    let mut bench = cargo();
    bench
        .current_dir(&workspace.root)
        .args(["run", "--quiet", "--package", "muster-bench", "--"])
        .env("MUSTER_MODULES", workspace.target.join("modules-shipped"))
        .env("MUSTER_BARE", bare)
        .env("MUSTER_RULES", workspace.root.join("scripts"))
        .env("MUSTER_SCENARIOS", workspace.root.join("scenarios"));
    if args.json {
        bench.arg("--json");
    }
    if let Some(module) = &args.only {
        bench.args(["--only", module]);
    }
    run_program(&mut bench, "muster-bench")
}
