//! A program that is run for what it prints: no more of that is kept than is told, nobody waits for what it leaves running, and it
//! is stopped with all that it started when nobody wants to know any more.

use std::io::{BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::lines::{self, Line};

/// How many lines of what went wrong are kept.
const LINES: usize = 24;
/// How much of a line is kept, in letters.
const LENGTH: usize = 1_000;
/// How long a path can be, in letters.
const PATH: usize = 8_192;
/// How long what the program has printed is waited for when it has ended: something that it left running may hold its output.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often it is looked at.
const OFTEN: Duration = Duration::from_millis(10);

/// What a program said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// How it ended.
    pub status: ExitStatus,
    /// The last line of its output that isn't empty.
    pub last: Option<String>,
    /// The first lines of its errors.
    pub errors: Vec<String>,
}

impl Report {
    /// What went wrong, in the program's own words; or, if it had none, how it ended.
    pub(crate) fn trouble(&self, program: &str) -> Option<String> {
        match (self.status.success(), self.errors.as_slice()) {
            (true, _) => None,
            (false, []) => Some(format!("{program} ended without a word ({})", self.status)),
            (false, errors) => Some(errors.join("\n")),
        }
    }
}

/// The button that stops a program, and keeps others from being started afterwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halt(Arc<Mutex<Running>>);

#[derive(Debug, Default)]
struct Running {
    halted: bool,
    /// The process that runs. It is its group's first, so what it starts is in that as well.
    group: Option<u32>,
}

impl Halt {
    fn lock(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops what runs, with all that it started.
    pub(crate) fn press(&self) {
        let mut running = self.lock();
        running.halted = true;
        if let Some(group) = running.group {
            kill(group);
        }
    }

    fn start(&self, command: &mut Command) -> Result<Child, String> {
        let mut running = self.lock();
        if running.halted {
            return Err("it was stopped".to_owned());
        }
        let child = command.spawn().map_err(|why| why.to_string())?;
        running.group = Some(child.id());
        Ok(child)
    }

    /// Says whether it has ended. As long as it hasn't, its number is nobody else's.
    fn ended(&self, child: &mut Child) -> Result<Option<ExitStatus>, String> {
        let mut running = self.lock();
        let status = child.try_wait().map_err(|why| why.to_string())?;
        if status.is_some() {
            running.group = None;
            if running.halted {
                return Err("it was stopped".to_owned());
            }
        }
        Ok(status)
    }
}

#[cfg(unix)]
fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(process: u32) {
    let _ = Command::new("taskkill").args(["/f", "/t", "/pid", &process.to_string()]).status();
}

/// Runs a program to its end, or until it is halted.
pub(crate) fn run(command: &mut Command, halt: &Halt) -> Result<Report, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = halt.start(command)?;
    let said: Arc<Mutex<Report>> = Arc::default();
    let (done, ends) = channel();
    let keep_last = |said: &mut Report, line: String| said.last = Some(cut(&line, PATH));
    let keep_first = |said: &mut Report, line: String| {
        if said.errors.len() < LINES {
            said.errors.push(cut(&line, LENGTH));
        }
    };
    hear(child.stdout.take(), &said, &done, keep_last)?;
    hear(child.stderr.take(), &said, &done, keep_first)?;
    drop(done);
    let status = loop {
        match halt.ended(&mut child)? {
            Some(status) => break status,
            None => std::thread::sleep(OFTEN),
        }
    };
    // Both say that there is no more, or one of them doesn't.
    let until = Instant::now() + PATIENCE;
    while ends.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
    let said = said.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Report { status, ..said })
}

/// Reads to the end, and keeps what is to be kept of the lines.
fn hear(
    from: Option<impl Read + Send + 'static>,
    said: &Arc<Mutex<Report>>,
    done: &Sender<()>,
    keep: impl Fn(&mut Report, String) + Send + 'static,
) -> Result<(), String> {
    let (Some(from), said, done) = (from, Arc::clone(said), done.clone()) else { return Ok(()) };
    let read = move || {
        let mut input = BufReader::new(from);
        while let Ok(Some(line)) = lines::next(&mut input) {
            let text = match line {
                Line::Text(text) if text.trim().is_empty() => continue,
                Line::Text(text) => text.trim_end().to_owned(),
                Line::TooLong => "(a line that is too long to be told)".to_owned(),
                Line::NoText => "(a line that is no text)".to_owned(),
            };
            keep(&mut said.lock().unwrap_or_else(PoisonError::into_inner), text);
        }
        let _ = done.send(());
    };
    std::thread::Builder::new().spawn(read).map(drop).map_err(|why| why.to_string())
}

fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_it_says_is_kept_as_far_as_it_is_told() {
        let halt = Halt::default();
        let said =
            run(&mut shell("echo one; echo; echo ' two'; echo; echo wrong >&2; exit 3"), &halt).unwrap();
        assert_eq!((said.status.success(), said.last.as_deref()), (false, Some(" two")));
        assert_eq!(said.errors, ["wrong"]);
        // A line without an end, and lines without number.
        let flood =
            "head -c 60000000 /dev/zero | tr '\\0' x >&2; echo >&2; yes | head -n 100000 >&2; echo done";
        let said = run(&mut shell(flood), &halt).unwrap();
        assert_eq!(
            (said.status.success(), said.last.as_deref(), said.errors.len()),
            (true, Some("done"), LINES)
        );
        let long: usize = said.errors.iter().map(String::len).sum();
        assert!(long < 2 * LENGTH, "{long}");
    }

    #[test]
    fn what_ends_without_a_word_is_told_by_how_it_ended() {
        let told = |script: &str| run(&mut shell(script), &Halt::default()).unwrap().trouble("cargo");
        assert_eq!(told("exit 7").unwrap(), "cargo ended without a word (exit status: 7)");
        assert!(told("kill -9 $$").unwrap().starts_with("cargo ended without a word (signal: 9"));
        assert_eq!((told("echo wrong >&2; exit 1").as_deref(), told("exit 0")), (Some("wrong"), None));
    }

    #[test]
    fn what_it_leaves_running_is_not_waited_for() {
        let began = Instant::now();
        let said = run(&mut shell("sleep 20 & echo folder"), &Halt::default()).unwrap();
        assert_eq!((said.status.success(), said.last.as_deref()), (true, Some("folder")));
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }

    #[test]
    fn it_is_stopped_with_all_that_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let pid = folder.path().join("pid");
        let script = format!("sleep 1000 & echo $! > {0}.tmp; mv {0}.tmp {0}; wait", pid.display());
        let halt = Halt::default();
        let button = halt.clone();
        let running = std::thread::spawn(move || run(&mut shell(&script), &button));
        while !pid.exists() {
            std::thread::sleep(OFTEN);
        }
        halt.press();
        assert_eq!(running.join().unwrap().unwrap_err(), "it was stopped");
        let process = std::fs::read_to_string(&pid).unwrap();
        let is_there = || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", process.trim()));
            status.is_ok_and(|status| !status.contains("State:\tZ"))
        };
        let until = Instant::now() + Duration::from_secs(10);
        while is_there() {
            assert!(Instant::now() < until, "what it started runs on");
            std::thread::sleep(OFTEN);
        }
        assert!(run(&mut shell("exit 0"), &halt).is_err(), "nothing is started any more");
    }
}
