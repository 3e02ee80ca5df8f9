//! `cargo xtask bench`: how fast Muster is and how much memory it takes, with limits on, as shipped.
//!
//! Figures that depend on the machine are given as they are; what compares two ways of doing the same thing is a ratio
//! of medians taken in turns in one run.

mod live;
mod play;
mod playouts;
mod row;
mod window;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use play::Folders;
use row::Row;

/// Measures Muster.
#[derive(Parser)]
struct Arguments {
    /// Print a list of JSON objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Measure only the play of this module: no table, no window, no house rules.
    #[arg(long, value_name = "MODULE")]
    only: Option<String>,
    /// Only compile the modules into this cache. The program starts itself with it, so that the memory which a compiler
    /// takes isn't counted among a table's.
    #[arg(long, hide = true)]
    compile: Option<PathBuf>,
    /// Only say how much memory this module's largest scenario takes on a table, and after its frames, with what that cache has. The program
    /// starts itself with it, so that nothing that was measured before is counted.
    #[arg(long, hide = true, num_args = 2, value_names = ["MODULE", "CACHE"])]
    alone: Option<Vec<String>>,
    /// The folder with the modules, as they are packed.
    #[arg(long, env = "MUSTER_MODULES")]
    modules: PathBuf,
    /// The folder with the scenarios.
    #[arg(long, env = "MUSTER_SCENARIOS")]
    scenarios: PathBuf,
    /// The folder with Brigade built without hooks.
    #[arg(long, env = "MUSTER_BARE")]
    bare: PathBuf,
    /// The folder with the house rules.
    #[arg(long, env = "MUSTER_RULES")]
    rules: PathBuf,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folders = Folders {
        modules: &arguments.modules,
        scenarios: &arguments.scenarios,
        bare: &arguments.bare,
        rules: &arguments.rules,
    };
    if let Some(cache) = &arguments.compile {
        return match play::compile(&arguments.modules, cache) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(error.as_ref()),
        };
    }
    if let Some([module, cache]) = arguments.alone.as_deref() {
        return match play::alone(&folders, module, cache.as_ref()) {
            Ok(mib) => {
                println!("{} {}", mib[0], mib[1]);
                ExitCode::SUCCESS
            }
            Err(error) => failed(error.as_ref()),
        };
    }
    match play::measure(&folders, arguments.only.as_deref()) {
        Ok(rows) => {
            print(&rows, arguments.json);
            ExitCode::SUCCESS
        }
        Err(error) => failed(error.as_ref()),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("bench: {error}");
    ExitCode::FAILURE
}

fn print(rows: &[Row], json: bool) {
    if json {
        match serde_json::to_string_pretty(rows) {
            Ok(text) => println!("{text}"),
            Err(error) => eprintln!("bench: {error}"),
        }
        return;
    }
    println!("{:<58} {:>12} {:<14} {:>12}  met", "what", "value", "unit", "target");
    for row in rows {
        let met = if row.met { "yes" } else { "NO" };
        println!("{:<58} {:>12.3} {:<14} {:>12}  {met}", row.name, row.value, row.unit, row.target);
    }
}
