//! `cargo xtask fuzz`: searches for input that what reads strangers' files can't cope with.

use crate::{
    Failure,
    workspace::{Workspace, cargo, run as run_program},
};

/// Where to search, and for how long.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The targets: bundle, journal, protocol, scenario, rule, board, gate, manifest; all of them unless named.
    targets: Vec<String>,
    /// How long to search in each.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// What everything follows from: the same seed alters in the same way.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check just this input of a target instead.
    #[arg(long, value_name = "FILE", requires = "targets")]
    input: Option<std::path::PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    // With the whole workspace, so that everything in it is as the tests have it and need not be built again.
    let mut build = cargo();
    build.current_dir(&workspace.root).args(["build", "--quiet", "--workspace", "--bin", "muster-fuzz"]);
    run_program(&mut build, "cargo build")?;
    let program =
        workspace.target.join("debug").join("muster-fuzz").with_extension(std::env::consts::EXE_EXTENSION);
    let mut fuzz = std::process::Command::new(program);
    fuzz.args(&args.targets);
    fuzz.args(["--seconds", &args.seconds.to_string(), "--seed", &args.seed.to_string()]);
    if let Some(input) = &args.input {
        fuzz.arg("--input").arg(input);
    }
    run_program(&mut fuzz, "muster-fuzz")
}
