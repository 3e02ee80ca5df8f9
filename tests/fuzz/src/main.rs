//! Searches for hostile input for long, and keeps what it finds: see the library.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod watched;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use clap::Parser;
use muster_fuzz::targets::Named;
use muster_fuzz::{Budget, Finding, Found, Search, TARGETS, corpus, kept, on_small_stack, try_out};

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
    /// Let the branches lead that are taken, if this program was built to count them
    #[arg(long)]
    coverage: bool,
    /// Count coverage, but let it lead nowhere, to compare
    #[arg(long, requires = "coverage", hide = true)]
    blind: bool,
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
    if typed.coverage && !cfg!(feature = "coverage") {
        eprintln!(
            "this program was built without coverage; `cargo xtask fuzz --coverage` builds one that has it"
        );
        return ExitCode::from(2);
    }
    if chosen.is_empty() {
        chosen.extend(TARGETS);
    }
    let findings: usize = match (&typed.input, &typed.within) {
        (Some(file), _) => chosen.iter().map(|target| usize::from(one(target, file))).sum(),
        #[cfg(feature = "coverage")]
        (None, Some(now)) if typed.coverage => led(chosen[0], &typed, now),
        (None, Some(now)) => chosen.iter().map(|target| within(target, &typed, now)).sum(),
        (None, None) => chosen.iter().map(|target| watched::search(target, &typed)).sum(),
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

/// Searches in this process, led by coverage, and ends it.
#[cfg(feature = "coverage")]
fn led(target: &'static Named, typed: &Typed, now: &Path) -> ! {
    use muster_fuzz::coverage;
    use std::{fs::File, io::Seek, io::Write};

    struct Watch {
        target: &'static Named,
        began: Arc<AtomicU64>,
        now: File,
    }

    impl coverage::Watch for Watch {
        fn before(&mut self, input: &[u8]) {
            self.began.fetch_add(1, SeqCst);
            // One file stays open: there may be many thousand inputs a second.
            let written = self.now.rewind().and_then(|()| self.now.write_all(input));
            let written = written.and_then(|()| self.now.set_len(input.len() as u64));
            written.expect("the input can be written down");
        }

        fn found(&mut self, finding: &Finding, input: &[u8]) {
            keep(self.target, finding, input);
        }
    }

    let began = Arc::new(AtomicU64::new(0));
    end_what_is_endless(&began);
    let inputs = kept(target.name).into_iter().map(|(_, input)| input);
    let file = File::create(now).expect("the input can be written down");
    let folder = now.with_extension("inputs");
    on_small_stack(|| {
        let watch = Box::new(Watch { target, began, now: file });
        let course = coverage::Course {
            folder: &folder,
            seconds: typed.seconds,
            seed: typed.seed,
            blind: typed.blind,
        };
        coverage::search((target.open)(), inputs, watch, &course)
    })
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
