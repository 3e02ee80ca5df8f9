//! Searches for hostile input for long, and keeps what it finds: see the library.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use clap::Parser;
use muster_fuzz::targets::Named;
use muster_fuzz::{Budget, Finding, Found, Search, TARGETS, corpus, kept, on_small_stack, shrunk, try_out};

/// Alters what strangers write, and checks what its readers make of it.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz", bin_name = "cargo xtask fuzz")]
struct Typed {
    /// The targets; all of them unless named
    targets: Vec<String>,
    /// How long to search in each
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// What everything follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check just this input
    #[arg(long, value_name = "FILE", requires = "targets")]
    input: Option<PathBuf>,
    /// Search in this very process, writing down each input here before it is checked
    #[arg(long, value_name = "FILE", hide = true)]
    within: Option<PathBuf>,
}

/// A check that takes longer than this never ends.
const ENDLESS: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let typed = Typed::parse();
    let mut chosen = Vec::new();
    for name in &typed.targets {
        match TARGETS.iter().find(|target| target.name == name) {
            Some(target) => chosen.push(target),
            None => {
                let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                eprintln!("there is no target {name:?}; there are {}", known.join(", "));
                return ExitCode::from(2);
            }
        }
    }
    if chosen.is_empty() {
        chosen.extend(TARGETS);
    }
    let findings: usize = match (&typed.input, &typed.within) {
        (Some(file), _) => chosen.iter().map(|target| usize::from(one(target, file))).sum(),
        (None, Some(now)) => chosen.iter().map(|target| within(target, &typed, now)).sum(),
        (None, None) => chosen.iter().map(|target| watched(target, &typed)).sum(),
    };
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks one input, and says whether it is a finding.
fn one(target: &Named, file: &Path) -> bool {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return true;
        }
    };
    let began = Arc::new(AtomicU64::new(0));
    end_what_is_endless(&began);
    let checked = on_small_stack(|| try_out((target.open)().as_mut(), &bytes));
    match &checked {
        Ok(said) => println!("{}: {}: {said}", target.name, file.display()),
        Err(finding) => println!("{}: {}: FINDING: {finding}", target.name, file.display()),
    }
    checked.is_err()
}

/// Searches in this process.
fn within(target: &Named, typed: &Typed, now: &Path) -> usize {
    let began = Arc::new(AtomicU64::new(0));
    end_what_is_endless(&began);
    let inputs = kept(target.name).into_iter().map(|(_, input)| input);
    let found = on_small_stack(|| {
        let mut open = (target.open)();
        Search::new(open.as_mut(), inputs, typed.seed).run(
            Budget::Time(Duration::from_secs(typed.seconds)),
            |input| {
                began.fetch_add(1, SeqCst);
                std::fs::write(now, input).expect("the input can be written down");
            },
        )
    });
    let Found { inputs, answers, findings } = found;
    println!(
        "{}: {inputs} inputs, {answers} different answers, {} findings (seed {})",
        target.name,
        findings.len(),
        typed.seed
    );
    for (finding, input) in &findings {
        keep(target, finding, input);
    }
    findings.len()
}

/// Ends the program when a check doesn't end by itself.
fn end_what_is_endless(checks: &Arc<AtomicU64>) {
    let checks = Arc::clone(checks);
    std::thread::spawn(move || {
        let (mut last, mut since) = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let number = checks.load(SeqCst);
            if number != last {
                (last, since) = (number, Instant::now());
            } else if since.elapsed() > ENDLESS {
                eprintln!("a check doesn't end");
                std::process::abort();
            }
        }
    });
}

/// Searches in a process of its own, since a stack that is full or a check without an end takes the process with it.
fn watched(target: &Named, typed: &Typed) -> usize {
    let until = Instant::now() + Duration::from_secs(typed.seconds);
    let folder = std::env::temp_dir().join(format!("muster-fuzz-{}", std::process::id()));
    let now = folder.join(target.name);
    std::fs::create_dir_all(&folder).expect("there is a place for temporary files");
    let (mut findings, mut seed) = (0, typed.seed);
    loop {
        let left = until.saturating_duration_since(Instant::now()).as_secs();
        if left == 0 {
            break;
        }
        let status = again(target)
            .args(["--seconds", &left.to_string(), "--seed", &seed.to_string()])
            .arg("--within")
            .arg(&now)
            .status();
        match status.expect("this program can be run again").code() {
            Some(0) => break,
            // It went on to its end, and has told of its findings.
            Some(1) => {
                findings += 1;
                break;
            }
            code => {
                findings += 1;
                seed = seed.wrapping_add(1);
                let said = code.map_or_else(|| "it was killed".to_owned(), |code| format!("code {code}"));
                let input = std::fs::read(&now).unwrap_or_default();
                let small = shrunk(&input, Duration::from_secs(60), |less| {
                    std::fs::write(&now, less).expect("the input can be written down");
                    let run = again(target).arg("--input").arg(&now).output();
                    run.is_ok_and(|run| run.status.code().is_none_or(|code| code > 1))
                });
                keep(target, &Finding::Ended(said), &small);
            }
        }
    }
    // What is left there is of no use.
    let _ = std::fs::remove_dir_all(&folder);
    findings
}

fn again(target: &Named) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program is somewhere"));
    command.arg(target.name);
    command
}

/// Keeps a finding's input where the tests read it.
fn keep(target: &Named, finding: &Finding, input: &[u8]) {
    let file = corpus(target.name).join(format!("found-{}.input", &blake3::hash(input).to_hex()[..8]));
    println!("{}: FINDING: {finding}", target.name);
    let written = std::fs::create_dir_all(corpus(target.name)).and_then(|()| std::fs::write(&file, input));
    match written {
        Ok(()) => println!("  its input is in {}: give it a name, and mend what reads it", file.display()),
        Err(error) => println!("  its input can't be written to {}: {error}", file.display()),
    }
}
