//! Searches in a process of its own, since a stack that is full or a check without an end takes the process with it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use muster_fuzz::targets::Named;
use muster_fuzz::{Finding, shrunk};

use crate::{Typed, keep};

/// Searches; gives how many findings there were.
pub(crate) fn search(target: &Named, typed: &Typed) -> usize {
    let until = Instant::now() + Duration::from_secs(typed.seconds);
    let folder = std::env::temp_dir().join(format!("muster-fuzz-{}", std::process::id()));
    let now = folder.join(target.name);
    // What gets further than others lies there while the search goes on.
    std::fs::create_dir_all(now.with_extension("inputs")).expect("there is a place for temporary files");
    let (mut findings, mut seed) = (0, typed.seed);
    loop {
        let left = until.saturating_duration_since(Instant::now()).as_secs();
        if left == 0 {
            break;
        }
        let mut command = again(target);
        command.args(["--seconds", &left.to_string(), "--seed", &seed.to_string()]);
        // So what a process leaves behind goes as well.
        command.arg("--within").arg(&now).env("TMPDIR", &folder);
        let status = if typed.coverage {
            command.arg("--coverage").args(typed.blind.then_some("--blind"));
            let told = watch(&mut command, target.name, seed);
            findings += told.findings;
            told.status
        } else {
            command.status().expect("this program can be run again")
        };
        match status.code() {
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
                keep(target, &Finding::Ended(said), &smallest(target, &now));
            }
        }
    }
    // What is left there is of no use.
    let _ = std::fs::remove_dir_all(&folder);
    findings
}

/// The smallest input that ends the program as the one in this file does.
fn smallest(target: &Named, now: &Path) -> Vec<u8> {
    let input = std::fs::read(now).unwrap_or_default();
    shrunk(&input, Duration::from_secs(60), |less| {
        std::fs::write(now, less).expect("the input can be written down");
        let run = again(target).arg("--input").arg(now).output();
        run.is_ok_and(|run| run.status.code().is_none_or(|code| code > 1))
    })
}

fn again(target: &Named) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program is somewhere"));
    command.arg(target.name);
    command
}

/// What came of a search that libFuzzer led.
struct Ended {
    status: ExitStatus,
    findings: usize,
}

/// Runs such a search, and tells in one line what libFuzzer tells in many.
fn watch(command: &mut Command, name: &str, seed: u64) -> Ended {
    let mut child =
        command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be run again");
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let (mut findings, mut inputs, mut first) = (0, 0, None);
    let mut last = (String::new(), String::new(), String::new());
    let mut own = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for line in
                output.into_iter().flat_map(|output| BufReader::new(output).lines().map_while(Result::ok))
            {
                findings += usize::from(line.contains(": FINDING: "));
                println!("{line}");
            }
        });
        let lines =
            errors.into_iter().flat_map(|errors| BufReader::new(errors).split(b'\n').map_while(Result::ok));
        for line in lines.map(|line| String::from_utf8_lossy(&line).into_owned()) {
            if let Some(number) = line.strip_prefix('#') {
                let words: Vec<&str> = number.split_whitespace().collect();
                let after = |key: &str| {
                    let mut words = words.iter().skip_while(|word| **word != key);
                    words.nth(1).map_or_else(String::new, |word| (*word).to_owned())
                };
                inputs = words.first().and_then(|word| word.parse().ok()).unwrap_or(inputs);
                if words.contains(&"cov:") {
                    last = (after("cov:"), after("ft:"), after("corp:"));
                    if words.get(1) == Some(&"INITED") {
                        first = Some(last.clone());
                    }
                }
            } else if !["INFO: ", "Done ", "stat::", "\tNEW_FUNC"].iter().any(|known| line.starts_with(known))
            {
                own.push(line);
            }
        }
    });
    let status = child.wait().expect("it ends");
    let (branches, features, kept) = last;
    let begun = first.map_or_else(String::new, |(branches, ..)| format!(" ({branches} by the first inputs)"));
    println!(
        "{name}: {inputs} inputs, {branches} branches taken{begun}, {features} features, {kept} inputs got further, \
         {findings} findings (seed {seed})"
    );
    if !status.success() {
        own.iter().for_each(|line| eprintln!("{line}"));
    }
    Ended { status, findings }
}
