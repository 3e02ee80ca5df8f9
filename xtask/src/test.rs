//! `cargo xtask test`: builds the modules and runs every test.

use crate::{
    Failure,
    modules::{Profile, build_modules},
    workspace::{Workspace, cargo, run as run_program},
};

/// How much is tested.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Also the long tests: many more games, and every position of them.
    #[arg(long)]
    full: bool,
    /// Arguments for `cargo test` ("-p brigade", "-- retreat").
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    cargo: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let names: Vec<&str> = workspace.modules.iter().map(|module| module.name.as_str()).collect();
    println!("building the modules: {}", names.join(", "));
    build_modules(&workspace, Profile::Play, &names)?;
    let mut test = cargo();
    test.current_dir(&workspace.root).args(["test", "--quiet"]);
    if !args.cargo.iter().any(|argument| argument == "-p" || argument == "--package") {
        test.arg("--workspace");
    }
    test.args(&args.cargo);
    if args.full {
        if !args.cargo.iter().any(|argument| argument == "--") {
            test.arg("--");
        }
        test.arg("--include-ignored").env("MUSTER_FULL", "1");
    }
    test.env("MUSTER_MODULES", workspace.target.join("modules"))
        .env("MUSTER_TEST_MODULES", workspace.target.join("test-modules"));
    run_program(&mut test, "cargo test")
}
