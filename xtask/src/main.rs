//! The project's own commands: `cargo xtask --help` lists them. Each is a file.

mod bench;
mod deny;
mod display;
mod dist;
mod fuzz;
mod in_c;
mod modules;
mod new_module;
mod play;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Muster's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the modules and opens the window.
    Play(play::Args),
    /// Builds the modules and runs every test.
    Test(test::Args),
    /// Builds the modules into target/modules.
    Modules(modules::Args),
    /// Begins a module of your own: a small complete game that can be played and tested at once.
    NewModule(new_module::Args),
    /// Measures speed and memory with the modules as they are packed, and prints a table.
    Bench(bench::Args),
    /// Alters bundles, journals, scenarios and whatever else strangers write, and checks what is made of them.
    Fuzz(fuzz::Args),
    /// Makes what is given away: an archive of the program, the modules and all that belongs to them.
    Dist(dist::Args),
    /// Looks at the licences, sources and known faults of what we depend on.
    Deny,
    /// Checks that the house is in order: names in RULES.md and ARCHITECTURE.md, records of decisions, links, file lengths.
    Tidy,
}

/// A command couldn't do its work; each says what a person can do about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A program failed and has already said why.
    #[error("{0} failed")]
    Failed(String),
    /// A program or a file that is leant on, or what modules are begun and built with.
    #[error(transparent)]
    Workshop(#[from] muster_workshop::Problem),
    /// The window has nowhere to open.
    #[error("{0}")]
    Display(String),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Modules(args) => modules::run(&args),
        Command::NewModule(args) => new_module::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Dist(args) => dist::run(&args),
        Command::Deny => deny::run(),
        Command::Tidy => tidy::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the pages for players and authors tell one to type; whether it does what they say, `new_module`'s tests and use show.
    #[test]
    fn the_commands_of_the_docs_are_understood() {
        let root = workspace::checkout().unwrap();
        let docs = std::fs::read_dir(root.join("docs")).unwrap().flatten().map(|entry| entry.path());
        let pages = docs.chain(["README.md", "ARCHITECTURE.md"].map(|name| root.join(name)));
        let mut understood = 0;
        for page in pages.filter(|path| path.extension().is_some_and(|kind| kind == "md")) {
            let text = std::fs::read_to_string(&page).unwrap();
            let blocks = text.split("```").skip(1).step_by(2).flat_map(str::lines);
            for line in blocks.filter(|line| line.starts_with("cargo xtask ")) {
                let typed = line.split_once(" #").map_or(line, |(typed, _)| typed);
                // "xtask" stands for the program's own name.
                let words = typed.split_whitespace().skip(1);
                Cli::try_parse_from(words).unwrap_or_else(|why| panic!("{}: {line}: {why}", page.display()));
                understood += 1;
            }
        }
        assert!(understood >= 7, "{understood}");
    }
}
