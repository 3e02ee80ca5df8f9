//! `cargo xtask fuzz`: searches for input that what reads strangers' files can't cope with.

use std::{path::PathBuf, process::Command};

use muster_workshop::Problem;

use crate::{
    Failure,
    workspace::{Workspace, answer, cargo, here, run as run_program},
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
    /// Let the branches lead that an input is the first to take: libFuzzer, in a build of its own that counts them.
    #[arg(long)]
    coverage: bool,
    /// With `--coverage`: count the branches only, to compare.
    #[arg(long, requires = "coverage", hide = true)]
    blind: bool,
    /// Check just this input of a target instead.
    #[arg(long, value_name = "FILE", requires = "targets")]
    input: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let workspace = here()?;
    let program = if args.coverage { build_counting(&workspace)? } else { build(&workspace)? };
    let mut fuzz = Command::new(program);
    fuzz.args(&args.targets);
    fuzz.args(["--seconds", &args.seconds.to_string(), "--seed", &args.seed.to_string()]);
    fuzz.args(args.coverage.then_some("--coverage")).args(args.blind.then_some("--blind"));
    if let Some(input) = &args.input {
        fuzz.arg("--input").arg(input);
    }
    run_program(&mut fuzz, "muster-fuzz")
}

fn build(workspace: &Workspace) -> Result<PathBuf, Failure> {
    // With the whole workspace, so that everything in it is as the tests have it and need not be built again.
    let mut build = cargo();
    build.current_dir(&workspace.root).args(["build", "--quiet", "--workspace", "--bin", "muster-fuzz"]);
    run_program(&mut build, "cargo build")?;
    Ok(workspace.target.join("debug").join("muster-fuzz").with_extension(std::env::consts::EXE_EXTENSION))
}

/// What has the compiler count branches for libFuzzer, and tell it what is compared. A stable compiler knows them.
const COUNTING: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Builds the program with counted branches, in a folder of its own.
fn build_counting(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let compiler = answer(Command::new("rustc").arg("-vV").current_dir(&workspace.root), "rustc")?;
    let about = String::from_utf8_lossy(&compiler.stdout);
    let host = about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or_else(|| Problem::Answer { program: "rustc -vV".into(), detail: "it names no host".into() })?;
    let folder = workspace.target.join("coverage");
    println!("building with counted branches, in {}; the first time it takes some minutes", folder.display());
    let mut build = cargo();
    build.current_dir(&workspace.root).args(["build", "--quiet", "--package", "muster-fuzz"]);
    build.args(["--bin", "muster-fuzz", "--features", "coverage", "--target-dir"]).arg(&folder);
    // With a target, what only runs while building isn't counted.
    build.args(["--target", host]).env("RUSTFLAGS", COUNTING.join(" ")).env("CARGO_INCREMENTAL", "0");
    run_program(&mut build, "cargo build (libFuzzer is compiled by the system's C++ compiler)")?;
    let program = folder.join(host).join("debug").join("muster-fuzz");
    Ok(program.with_extension(std::env::consts::EXE_EXTENSION))
}
