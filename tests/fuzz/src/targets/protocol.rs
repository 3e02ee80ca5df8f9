//! The line protocol: every line gets one answer, in order, that can be read; and the journal is right afterwards.
//!
//! An input is a session: its first line says who sits where, the others are sent as they are. Where a line has `"@"`
//! for a revision or `"@3"` for a choice, the seat's own is asked for first and put in, so that a session goes deep into
//! a game whatever was altered before.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Parser;
use muster::{Arguments, Failure, Found, Listed, Modules, Places};
use muster_contract::Module;
use muster_sdk::Native;
use muster_table::messages::{Envelope, Request};
use muster_table::{Build, Journal, verify};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Allowance, Luck, Target, bytes, json, readable, text};

/// The target.
pub struct Protocol {
    desk: TempDir,
}

impl Protocol {
    /// The target, with Parley and its scenario.
    pub fn new() -> Self {
        Self { desk: tempfile::tempdir().expect("there is a place for temporary files") }
    }
}

impl Default for Protocol {
    fn default() -> Self {
        Self::new()
    }
}

struct Compiled;

impl Compiled {
    fn module() -> Arc<dyn Module> {
        Arc::new(Native::<parley::Parley>::new("parley"))
    }
}

impl Modules for Compiled {
    fn list(&self) -> Vec<Listed> {
        Vec::new()
    }

    fn find(&self, id: &str) -> Result<Found, Failure> {
        let build = Build { module: id.into(), version: "0.1.0".into(), component: String::new() };
        Ok(Found { module: Self::module(), build })
    }

    fn check(&self, folder: &Path) -> Result<Found, Failure> {
        Err(Failure::NoModule(folder.display().to_string()))
    }
}

/// Who may sit where.
const SEATS: [&str; 4] = ["human,human", "human,bot:random", "bot:random,human", "human,bot:regular"];

const SESSIONS: [&str; 4] = [
    r#"human,human
{"id":1,"ask":"standing"}
{"id":2,"ask":"decisions","seat":0}
{"id":3,"ask":"details","seat":0}
{"id":4,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":5,"ask":"act","seat":1,"revision":"@","choice":"@1"}
{"id":6,"ask":"act","seat":1,"revision":"@","choice":"@0"}
{"id":7,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":8,"ask":"undo-offer","seat":0}
{"id":9,"ask":"undo","seat":0,"revision":"@"}
{"id":10,"ask":"redo","seat":0,"revision":"@"}
{"id":11,"ask":"view","eyes":1}
{"id":12,"ask":"act","seat":0,"revision":"@","choice":"@2"}
{"id":13,"ask":"act","seat":1,"revision":"@","choice":"@2"}
{"id":14,"ask":"undo","seat":1,"revision":"@","reach":"command","beyond":true}
{"id":15,"ask":"log","eyes":0,"from":1}
{"id":16,"ask":"since-mine","seat":1}
{"id":17,"ask":"dice-statistics"}
{"id":17,"ask":"chronicle","eyes":0}
{"id":18,"ask":"replay","step":1,"eyes":0}
{"id":19,"ask":"save","path":"copy.journal"}
{"id":20,"ask":"play-on","path":"other.journal","step":1,"seed":3}
{"id":21,"ask":"quit"}
"#,
    r#"human,human
{"id":1,"ask":"act","seat":0,"revision":"@","choice":"@0","target":{"Space":"town"}}
{"id":2,"ask":"act","seat":1,"revision":"@","choice":"@0"}
{"id":3,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":4,"ask":"act","seat":1,"revision":"@","choice":"@0"}
{"id":5,"ask":"explain","seat":0,"target":{"Unit":"north-axes"}}
{"id":6,"ask":"odds","seat":0,"choice":"@0"}
{"id":7,"ask":"overlay","name":"reach","eyes":0,"focus":{"Edge":"low-road"}}
{"id":8,"ask":"retry"}
{"id":9,"ask":"pace","pause":1}
{"id":10,"ask":"skip"}
{"id":11,"ask":"think","budget":{"playouts":2}}
"#,
    r#"human,bot:random
{"id":1,"ask":"think","budget":{"millis":5}}
{"id":2,"ask":"pace","pause":0}
{"id":3,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":4,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":5,"ask":"view","eyes":0}
{"id":6,"ask":"undo","seat":0,"revision":"@","beyond":true}
"#,
    r#"human,bot:regular
{"id":1,"ask":"think","budget":{"playouts":1}}
{"id":2,"ask":"act","seat":0,"revision":"@","choice":"@0"}
{"id":3,"ask":"act","seat":0,"revision":"@","choice":"@1"}
"#,
];

impl Target for Protocol {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        SESSIONS.iter().map(|session| session.as_bytes().to_vec()).collect()
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        let mut lines: VecDeque<Vec<u8>> = input.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let head = if luck.once_in(8) {
            luck.one(&SEATS).map(|seats| seats.as_bytes().to_vec())
        } else {
            lines.front().cloned()
        };
        lines.pop_front();
        let other: Vec<&[u8]> =
            luck.one(others).map_or(Vec::new(), |other| other.split(|&byte| byte == b'\n').skip(1).collect());
        let values = lines.iter().map(Vec::as_slice).chain(other.iter().copied());
        let values: Vec<Value> = values.filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let pieces = json::pieces(&values);
        for _ in 0..luck.length(6) {
            let at = luck.below(lines.len());
            match luck.below(8) {
                0 => drop(lines.remove(at)),
                1 => {
                    let copy = lines.get(at).cloned().unwrap_or_default();
                    lines.insert(at, copy);
                }
                2 | 3 => {
                    let line = luck.one(&other).map(|line| line.to_vec()).unwrap_or_default();
                    lines.insert(at, line);
                }
                4 => {
                    if let Some(line) = lines.get_mut(at) {
                        *line = bytes::altered(line, &[], luck);
                        line.retain(|&byte| byte != b'\n');
                    }
                }
                5 => {
                    if let Some(line) = lines.get_mut(at) {
                        let altered = text::altered(&String::from_utf8_lossy(line), &[SESSIONS[0]], luck);
                        *line = altered.replace('\n', " ").into_bytes();
                    }
                }
                _ => {
                    if let Some(line) = lines.get_mut(at)
                        && let Ok(value) = serde_json::from_slice::<Value>(line)
                    {
                        *line = json::altered(&value, &pieces, luck).to_string().into_bytes();
                    }
                }
            }
        }
        let mut session = head.unwrap_or_default();
        for line in lines {
            session.push(b'\n');
            session.extend(line);
        }
        session
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let journal = self.desk.path().join("game.journal");
        let files = self.desk.path().join("files");
        std::fs::create_dir_all(&files).map_err(|error| error.to_string())?;
        let mut lines = input.split(|&byte| byte == b'\n');
        let head = lines.next().unwrap_or_default();
        let seats = SEATS.iter().find(|seats| seats.as_bytes() == head.trim_ascii()).unwrap_or(&SEATS[0]);
        let lines: VecDeque<Vec<u8>> = lines.map(|line| placed(line, &files, &journal)).collect();
        let talk = Arc::new(Talk::default());
        let done = session(&journal, seats, Client::new(lines, &talk), &mut Listener::new(&talk));
        let said =
            done.map_err(|failure| format!("the session failed: {failure}")).and_then(|()| talk.answered());
        let opened = Journal::open(&journal).map_err(|error| error.to_string());
        let right = opened.and_then(|opened| match &opened.damage {
            Some(damage) => Err(damage.to_string()),
            None => verify(Compiled::module(), &opened).map_err(|error| error.to_string()),
        });
        std::fs::remove_file(&journal).map_err(|error| error.to_string())?;
        std::fs::remove_dir_all(&files).map_err(|error| error.to_string())?;
        let said = said?;
        right.map_err(|error| format!("its journal isn't right: {error}"))?;
        Ok(said)
    }

    fn allowance(&self) -> Allowance {
        Allowance { time: Duration::from_secs(30), ..Allowance::default() }
    }
}

/// The line, if it names a path with one on the desk instead: it is the client's right to write where it says.
fn placed(line: &[u8], files: &Path, journal: &Path) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(line) else { return line.to_vec() };
    let Some(Value::String(path)) = value.get_mut("path") else { return line.to_vec() };
    let place: PathBuf = match path.len() % 5 {
        0 => journal.to_owned(),
        1 => files.to_owned(),
        2 => files.join("nowhere").join("x"),
        _ => files.join(blake3::hash(path.as_bytes()).to_hex().as_str()),
    };
    *path = place.display().to_string();
    value.to_string().into_bytes()
}

fn session(
    journal: &Path,
    seats: &str,
    client: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/parley");
    let (scenario, journal) = (scenario.display().to_string(), journal.display().to_string());
    let typed =
        ["muster", "table", "parley", &scenario, "--seed", "7", "--seats", seats, "--journal", &journal];
    let arguments = Arguments::try_parse_from(typed).expect("it is a command");
    let places = Places {
        modules: Vec::new(),
        scenarios: PathBuf::new(),
        scripts: PathBuf::new(),
        data: PathBuf::new(),
        state: PathBuf::new(),
        cache: None,
        source: None,
    };
    muster::perform(&arguments.command.expect("it is a command"), &places, &Compiled, client, out)
}

/// How many answers a client gets that sends the same line so many times without waiting for any.
///
/// # Errors
///
/// Says why the session ended otherwise.
pub fn flooded(line: &str, times: usize) -> Result<usize, String> {
    let desk = tempfile::tempdir().map_err(|error| error.to_string())?;
    let talk = Talk::default();
    let flood = Flood { line: format!("{line}\n").into_bytes(), at: 0, left: times };
    session(
        &desk.path().join("game.journal"),
        SEATS[0],
        flood,
        &mut Listener { count: true, ..Listener::new(&talk) },
    )
    .map_err(|failure| failure.to_string())?;
    let said = talk.output();
    match &said.wrong {
        Some(wrong) => Err(wrong.clone()),
        None => Ok(said.counted),
    }
}

/// The same line so many times.
struct Flood {
    line: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Flood {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let read = (&self.line[self.at..]).read(into)?;
        self.at += read;
        if self.at == self.line.len() {
            (self.at, self.left) = (0, self.left - 1);
        }
        Ok(read)
    }
}

/// What client and program have said.
#[derive(Default)]
struct Talk {
    said: Mutex<Output>,
    more: Condvar,
}

#[derive(Default)]
struct Output {
    /// The numbers of the requests that were sent, where they have one.
    sent: Vec<Option<u64>>,
    answers: Vec<Value>,
    /// How many answers were only counted.
    counted: usize,
    /// What isn't as it should be.
    wrong: Option<String>,
    over: bool,
}

impl Talk {
    fn output(&self) -> MutexGuard<'_, Output> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until everything sent has been answered; none if the program is gone, or says nothing.
    fn wait(&self) -> Option<MutexGuard<'_, Output>> {
        const PATIENCE: Duration = Duration::from_secs(20);
        let until = Instant::now() + PATIENCE;
        let mut said = self.output();
        while said.answers.len() < said.sent.len() && !said.over {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                said.wrong.get_or_insert("a line gets no answer".to_owned());
                return None;
            }
            said = self.more.wait_timeout(said, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        (!said.over).then_some(said)
    }

    /// What was said last, if every line was answered, in order.
    fn answered(&self) -> Result<String, String> {
        let mut said = self.output();
        said.over = true;
        self.more.notify_all();
        if let Some(wrong) = said.wrong.take() {
            return Err(wrong);
        }
        if said.answers.len() != said.sent.len() {
            return Err(format!("{} lines got {} answers", said.sent.len(), said.answers.len()));
        }
        let mut kinds = Vec::new();
        for (id, answer) in said.sent.iter().zip(&said.answers) {
            if answer["id"].as_u64() != *id {
                return Err(format!("the line of the number {id:?} was answered by {answer}"));
            }
            if let Some(reason) = answer.get("reason") {
                readable(reason.as_str().unwrap_or_default())?;
            }
            let kind = answer["reply"].as_str().unwrap_or_default();
            kinds.push(format!("{kind} {}", answer["reason"].as_str().unwrap_or_default()));
        }
        // Which answers there were, not how many: else every session would be a new one.
        kinds.sort();
        kinds.dedup();
        Ok(kinds.last().cloned().unwrap_or_default())
    }
}

/// The program's output.
struct Listener<'a> {
    talk: &'a Talk,
    line: Vec<u8>,
    /// Whether answers are only counted.
    count: bool,
}

impl<'a> Listener<'a> {
    fn new(talk: &'a Talk) -> Self {
        Self { talk, line: Vec::new(), count: false }
    }
}

impl Write for Listener<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let mut said = self.talk.output();
            match serde_json::from_slice::<Value>(&self.line) {
                Ok(value) if self.count => said.counted += usize::from(value.get("reply").is_some()),
                Ok(value) if value.get("reply").is_some() => said.answers.push(value),
                Ok(_) => {}
                Err(error) => said.wrong = Some(format!("it printed what isn't JSON: {error}")),
            }
            self.talk.more.notify_all();
            self.line.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A client that sends its lines one by one, each after the answer to the last.
struct Client {
    lines: VecDeque<Vec<u8>>,
    talk: Arc<Talk>,
    /// What is left to be read of the line that is being sent.
    sending: VecDeque<u8>,
    /// The number of its own questions.
    own: u64,
    /// Whether the last line took its leave.
    leaving: bool,
}

/// Numbers of the client's own questions begin here.
const OWN: u64 = 1 << 40;

impl Client {
    fn new(lines: VecDeque<Vec<u8>>, talk: &Arc<Talk>) -> Self {
        Self { lines, talk: Arc::clone(talk), sending: VecDeque::new(), own: OWN, leaving: false }
    }

    /// Gets the next line ready; false at the end.
    fn next(&mut self) -> bool {
        let Some(said) = self.talk.wait() else { return false };
        // After its leave nothing is answered.
        if self.leaving && said.answers.last().is_some_and(|answer| answer["reply"] == "done") {
            return false;
        }
        let asked = said.answers.last().filter(|answer| answer["id"] == self.own).cloned();
        drop(said);
        let Some(mut line) = self.lines.pop_front() else { return false };
        if let Ok(mut value) = serde_json::from_slice::<Value>(&line)
            && value.get("revision").is_some_and(|revision| revision == "@")
        {
            let Some(answer) = asked else {
                self.lines.push_front(line);
                self.own += 1;
                let seat = value.get("seat").and_then(Value::as_u64).unwrap_or(0);
                self.send(json!({"id": self.own, "ask": "decisions", "seat": seat}).to_string().into_bytes());
                return true;
            };
            value["revision"] = answer.get("revision").cloned().unwrap_or(json!(1));
            if let Some(number) =
                value.get("choice").and_then(Value::as_str).and_then(|choice| choice.strip_prefix('@'))
            {
                let lists = answer["decisions"].as_array().into_iter().flatten();
                let ids: Vec<&Value> = lists
                    .flat_map(|decision| decision["choices"].as_array().into_iter().flatten())
                    .map(|choice| &choice["id"])
                    .collect();
                let number: usize = number.parse().unwrap_or(0);
                let id = ids.get(number % ids.len().max(1)).map_or(json!("none"), |id| (*id).clone());
                value["choice"] = id;
            }
            line = value.to_string().into_bytes();
        }
        self.send(line);
        true
    }

    fn send(&mut self, line: Vec<u8>) {
        let blank = std::str::from_utf8(&line).is_ok_and(|text| text.trim().is_empty());
        if !blank {
            let value = serde_json::from_slice::<Value>(&line).ok();
            let id = value.as_ref().and_then(Value::as_object).and_then(|object| object.get("id")?.as_u64());
            let request = value.and_then(|value| serde_json::from_value::<Envelope>(value).ok());
            self.leaving = request.is_some_and(|envelope| envelope.request == Request::Quit);
            self.talk.output().sent.push(id);
        }
        self.sending.extend(line);
        self.sending.push_back(b'\n');
    }
}

impl Read for Client {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.sending.is_empty() && !self.next() {
            return Ok(0);
        }
        self.sending.read(into)
    }
}
