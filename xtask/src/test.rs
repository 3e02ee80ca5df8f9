//! `cargo xtask test`: builds the modules and runs every test, several programs of tests at a time: most of them have one
//! long test that keeps one core busy.

use std::{
    path::PathBuf,
    process::{Command, Output},
    sync::Mutex,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    Failure,
    in_c::build_in_c,
    modules::{Profile, build_modules},
    workspace::{Workspace, answer_with_stderr, cargo, here, run as run_program},
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

/// What the arguments ask for.
struct Plan {
    workspace: Workspace,
    /// For cargo.
    cargo: Vec<String>,
    /// For each program of tests, after "--".
    tests: Vec<String>,
    full: bool,
}

/// A program of tests that cargo has built.
#[derive(Debug, PartialEq)]
struct Program {
    /// What it is called here: its package, and its target if that has another name.
    name: String,
    executable: PathBuf,
    /// Its package's folder, which it runs in.
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let plan = Plan::of(args, here()?);
    let names: Vec<&str> = plan.workspace.modules.iter().map(|module| module.name.as_str()).collect();
    println!("building the modules: {}", names.join(", "));
    build_modules(&plan.workspace, Profile::Play, &names)?;
    build_in_c(&plan.workspace, Profile::Play, &[])?;
    println!("building the tests");
    let programs = plan.build()?;
    if plan.has_option("--no-run") {
        return Ok(());
    }
    let failed = plan.run_all(programs);
    // Examples in the documentation are cargo's own business.
    let chosen = ["--test", "--tests", "--lib", "--bin", "--bins", "--all-targets", "--bench", "--example"];
    if !chosen.iter().any(|option| plan.has_option(option)) && (failed.is_empty() || plan.goes_on()) {
        run_program(plan.of_cargo().arg("--doc").arg("--").args(&plan.tests), "cargo test --doc")?;
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::Failed(failed.join(", "))) }
}

impl Plan {
    fn of(args: &Args, workspace: Workspace) -> Self {
        let mut parts = args.cargo.splitn(2, |argument| argument == "--");
        let cargo = parts.next().unwrap_or_default().to_vec();
        let mut tests = parts.next().unwrap_or_default().to_vec();
        if args.full {
            tests.push("--include-ignored".to_owned());
        }
        Self { workspace, cargo, tests, full: args.full }
    }

    fn has_option(&self, option: &str) -> bool {
        self.cargo.iter().any(|argument| argument == option || argument.starts_with(&format!("{option}=")))
    }

    /// Whether the other programs are run though one has failed.
    fn goes_on(&self) -> bool {
        self.has_option("--no-fail-fast")
    }

    fn of_cargo(&self) -> Command {
        let mut test = cargo();
        test.current_dir(&self.workspace.root).args(["test", "--quiet"]);
        if !self.has_option("-p") && !self.has_option("--package") {
            test.arg("--workspace");
        }
        test.args(&self.cargo);
        self.surround(&mut test);
        test
    }

    // What tests find in their environment.
    fn surround(&self, command: &mut Command) {
        command
            .env("MUSTER_MODULES", self.workspace.target.join("modules"))
            .env("MUSTER_TEST_MODULES", self.workspace.target.join("test-modules"));
        if self.full {
            command.env("MUSTER_FULL", "1");
        }
    }

    fn build(&self) -> Result<Vec<Program>, Failure> {
        let mut build = self.of_cargo();
        if !self.has_option("--no-run") {
            build.arg("--no-run");
        }
        let built =
            answer_with_stderr(build.arg("--message-format=json-render-diagnostics"), "building the tests")?;
        let text = String::from_utf8_lossy(&built.stdout);
        Ok(text.lines().filter_map(|line| program(&serde_json::from_str(line).ok()?)).collect())
    }

    /// Runs the programs, as many at a time as there are cores; gives the names of those that failed.
    fn run_all(&self, programs: Vec<Program>) -> Vec<String> {
        let count = programs.len();
        let todo = Mutex::new(programs.into_iter());
        let failed = Mutex::new(Vec::new());
        let next = || {
            let stop = !self.goes_on() && !failed.lock().expect("nobody panics with it").is_empty();
            if stop { None } else { todo.lock().expect("nobody panics with it").next() }
        };
        let work = || {
            while let Some(program) = next() {
                let begun = Instant::now();
                if !self.report(&program, self.run_one(&program), begun.elapsed()) {
                    failed.lock().expect("nobody panics with it").push(program.name);
                }
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
        let failed = failed.into_inner().expect("nobody panics with it");
        println!("{count} programs of tests, {} failed", failed.len());
        failed
    }

    fn run_one(&self, program: &Program) -> std::io::Result<Output> {
        let mut command = Command::new(&program.executable);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder).args(&self.tests);
        self.surround(&mut command);
        command.output()
    }

    // Prints how it went, all at once; gives whether it went well.
    fn report(&self, program: &Program, ended: std::io::Result<Output>, took: Duration) -> bool {
        let (well, said) = match ended {
            Ok(output) => {
                let said = [output.stdout, output.stderr].concat();
                (output.status.success(), String::from_utf8_lossy(&said).into_owned())
            }
            Err(error) => (false, format!("it can't be started: {error}\n")),
        };
        let result = said.lines().rev().find_map(|line| line.strip_prefix("test result: "));
        let counted = result.map_or("", |result| result.split("; 0 measured").next().unwrap_or(result));
        let words = format!("{}: {counted} ({:.1} s)\n", program.name, took.as_secs_f32());
        // Whoever chose some tests wants to see what they say.
        let whole = !well || !self.tests.is_empty() && !self.full;
        print!("{}{words}", if whole { said } else { String::new() });
        well
    }
}

// The program of tests that one of cargo's messages tells of.
fn program(message: &Value) -> Option<Program> {
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let target = message["target"]["name"].as_str()?;
    let kind = message["target"]["kind"][0].as_str()?;
    let name = if kind == "test" { format!("{package}/{target}") } else { package };
    Some(Program { name, executable: message["executable"].as_str()?.into(), folder })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn programs_of_tests_are_found_among_what_cargo_says() {
        let message = |test: bool, executable: Value| {
            json!({
                "reason": "compiler-artifact",
                "manifest_path": "/game/plugins/brigade/Cargo.toml",
                "target": { "name": "rules", "kind": ["test"] },
                "profile": { "test": test },
                "executable": executable,
            })
        };
        let found = program(&message(true, json!("/target/rules-1"))).expect("a program");
        assert_eq!((found.name.as_str(), found.folder), ("brigade/rules", "/game/plugins/brigade".into()));
        assert_eq!(program(&message(false, json!("/target/rules-1"))), None);
        assert_eq!(program(&message(true, Value::Null)), None);
        assert_eq!(program(&json!({ "reason": "build-finished" })), None);
    }
}
