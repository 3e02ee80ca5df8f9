//! `muster table`: a game over lines of JSON.
//!
//! Requests go to the table as they come, and whatever it sends goes out as it comes; the only thing that this
//! adds is a first line that greets the client, and an answer to lines that are no requests.

use std::any::Any;
use std::collections::{BTreeSet, VecDeque};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use muster_contract::{Log, Module, Seat, printable};
use muster_scripts::Known;
use muster_scripts::rules::Rhai;
use muster_table::journal::{Journal, JournalError};
use muster_table::messages::{Envelope, FromTable, Peer, Reply, Request, Standing, Update};
use muster_table::{
    Attendant, Client, Damaged, Remote, StartError, Table, TableConfig, TableHandle, any_seed,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::follow::Follower;
use crate::lines::{self, LONGEST, Line};
use crate::modules::Modules;
use crate::scores::{self, Scores};
use crate::source::{Source, mistaken};
use crate::stopped::Stopped;
use crate::{Failure, Places, TableArguments, date, game, rules};

/// The version of the line protocol that docs/protocol.md describes.
pub const PROTOCOL: u32 = 1;

/// The first line.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Welcome")]
pub(crate) struct Greeting<'a> {
    #[schemars(extend("const" = "welcome"))]
    update: &'static str,
    /// The version of the protocol.
    protocol: u32,
    /// The seats that the client sees for.
    eyes: &'a BTreeSet<Seat>,
    /// Whether it is the table's host.
    host: bool,
    standing: Standing,
}

/// The answer to a line that is no request.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoRequest {
    /// The number of the request, if one could be read.
    id: Option<u64>,
    #[schemars(extend("const" = "error"))]
    reply: &'static str,
    /// Why it is none.
    reason: String,
}

/// How many bytes of lines may wait for their answers, each line counted as [`LINE`] more than it has. A client that sends more
/// isn't read before some are answered, so that no flood of lines is kept; until then a `stop` is found behind any number of
/// others.
const WAITING: usize = 4 * LONGEST;
/// About what a line takes beside its text while it waits.
const LINE: usize = 256;

/// What wakes the session up.
enum Input {
    /// A line, and how many bytes it takes of those that may wait.
    Line(Line, usize),
    Failed(std::io::Error),
    End,
    FromTable,
}

pub(crate) fn run(
    arguments: &TableArguments,
    places: &Places,
    modules: &dyn Modules,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
    beside: &dyn Fn(&Remote) -> Box<dyn Any>,
) -> Result<(), Failure> {
    let kept = Kept::of(arguments)?;
    let (table, begun) = match &arguments.resume {
        Some(journal) => (resume(journal.clone(), arguments, modules)?, None),
        None => begin(arguments, &kept, places, modules).map(|(table, found)| (table, Some(found)))?,
    };
    let seats = &table.header().seats;
    let eyes: Vec<Seat> = match arguments.play.eyes.as_slice() {
        [] => game::people(seats),
        typed => game::eyes(typed, seats.len())?,
    };
    let rules = table.rules().to_vec();
    let header = table.header();
    let library = places.library();
    // A journal knows no more of its scenario than the name.
    let recorded = || library.find_recorded(&header.build.module, &header.scenario.name);
    let (source, scenario) = (Source::of(&table), begun.or_else(recorded));
    if let Some(mistake) = scenario.as_ref().and_then(mistaken) {
        crate::remark(&mistake);
    }
    let scores = scores::at_end(Scores::new(&places.data), None);
    let handle = TableHandle::start_with(table, Attendant { at_end: Some(scores), at_rest: None })
        .map_err(Failure::NoThread)?;
    let _scenario = scenario.and_then(|found| source.follow(&handle.remote(), found.folder, library));
    let _follower = Follower::start(&handle.remote(), &rules, &places.rules());
    let _beside = beside(&handle.remote());
    let peer = if arguments.play.guest { Peer::guest(eyes) } else { Peer::host(eyes) };
    let done = converse(&handle, peer, input, out);
    if !handle.close() {
        return Err(Failure::TableFailed);
    }
    done
}

/// Where the journal is while the game goes on.
struct Kept {
    path: PathBuf,
    /// It is removed when this is dropped, or the program is stopped meanwhile.
    only_for_now: Option<Stopped>,
}

impl Kept {
    fn of(arguments: &TableArguments) -> Result<Kept, Failure> {
        Ok(match &arguments.play.journal {
            Some(path) => Kept { path: path.clone(), only_for_now: None },
            None => {
                let name = format!("muster-table-{}-{:032x}.journal", std::process::id(), any_seed()?);
                let path = std::env::temp_dir().join(name);
                let file = path.clone();
                let stopped = Stopped::does(move || drop(std::fs::remove_file(&file)))?;
                Kept { path, only_for_now: Some(stopped) }
            }
        })
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.only_for_now.is_some() {
            // A file that isn't there, or that the system cleans up later, is as good.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn begin(
    arguments: &TableArguments,
    kept: &Kept,
    places: &Places,
    modules: &dyn Modules,
) -> Result<(Table, muster_scripts::Found), Failure> {
    let (Some(module), Some(scenario)) = (&arguments.module, &arguments.scenario) else {
        return Err(Failure::usage("no game is named", "Write muster table MODULE SCENARIO."));
    };
    let game = game::Game::find(module, scenario, &arguments.play.option, places, modules)?;
    let position = game.scenario.position.clone();
    let setting = TableConfig {
        seed: arguments.play.seed.map_or_else(any_seed, Ok)?,
        seats: game::sittings(
            &arguments.play.seats,
            position.setup.seats.len(),
            &game.found.module.describe().policies,
        )?,
        scenario: game::record(&game.scenario),
        build: game.found.build.clone(),
        journal: Some(kept.path.clone()),
        arranged: arguments.play.dice.clone(),
        created: date::now(),
        rules: rules::chosen(&arguments.play.rule, Known::from(game.found.module.as_ref()), places)?,
        strict_undo: arguments.play.strict_undo,
        rulebook: Some(Arc::new(Rhai)),
    };
    let module = with_log(game.found.module.clone(), arguments.play.log);
    let table = Table::start(module, position, setting).map_err(|error| match error {
        StartError::SetUp(refusal) => game.scenario.refused(&refusal).into(),
        StartError::Journal(JournalError::Disk { path, source }) if kept.only_for_now.is_some() => {
            Failure::NoRoom { path, why: source }
        }
        other => Failure::from(other),
    })?;
    Ok((table, game.entry))
}

/// The module, which tells what it logs if that was asked for.
fn with_log(module: Arc<dyn Module>, log: bool) -> Arc<dyn Module> {
    let log = log.then(|| Log::with_listener(crate::terminal::logged));
    log.and_then(|log| module.logging(&log)).unwrap_or(module)
}

fn resume(journal: PathBuf, arguments: &TableArguments, modules: &dyn Modules) -> Result<Table, Failure> {
    let locked =
        Journal::lock(&journal).map_err(|why| unopened(&journal, why))?.with_rulebook(Arc::new(Rhai));
    let found = modules.find(&locked.header.build.module)?;
    let damaged = if arguments.damaged { Damaged::Accept } else { Damaged::Refuse };
    Ok(Table::resume(with_log(found.module, arguments.play.log), found.build, locked, damaged)?)
}

/// Reads a journal to look at it.
pub(crate) fn open(journal: &Path) -> Result<muster_table::Opened, Failure> {
    let opened = Journal::open(journal).map(|opened| opened.with_rulebook(Arc::new(Rhai)));
    opened.map_err(|why| unopened(journal, why))
}

fn unopened(journal: &Path, why: JournalError) -> Failure {
    match why {
        JournalError::Disk { source, .. } => {
            Failure::File { path: journal.to_owned(), why: format!("it can't be opened: {source}") }
        }
        in_use @ JournalError::InUse { .. } => StartError::from(in_use).into(),
        other => Failure::Differs(other.to_string()),
    }
}

/// Talks until the input ends, or the client quits.
pub(crate) fn converse(
    handle: &TableHandle,
    peer: Peer,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (sender, receiver) = channel();
    let waker = sender.clone();
    let mut client = handle.connect(
        peer.clone(),
        Some(Box::new(move || {
            let _ = waker.send(Input::FromTable);
        })),
    );
    if let Reply::Standing(standing) = client.ask(Request::Standing) {
        let (eyes, host) = (peer.eyes(), peer.is_host());
        say(out, &Greeting { update: "welcome", protocol: PROTOCOL, eyes, host, standing })?;
    }
    let (free, freed) = channel();
    // Not joined: it may wait for a line that never comes, and has nothing to clean up.
    let reader = std::thread::Builder::new().name("input".to_owned());
    reader.spawn(move || read(input, &sender, &freed)).map_err(Failure::NoThread)?;
    let (mut open, mut waiting, mut ended) = (Open::default(), VecDeque::new(), false);
    for event in receiver {
        match event {
            Input::Line(line, bytes) => {
                let request = request(&line);
                // The table may be too busy to take it from the queue: that is what it is for.
                if matches!(&request, Ok(Some(Envelope { request: Request::Stop, .. }))) && peer.is_host() {
                    handle.stop();
                }
                waiting.push_back((request, bytes));
            }
            Input::Failed(why) => return Err(why.into()),
            Input::End => ended = true,
            Input::FromTable => {
                if pass_on(&mut client, &mut open, out)? {
                    return Ok(());
                }
            }
        }
        // One request at a time, so that replies come in the order of the lines.
        while open.request.is_none()
            && let Some((request, bytes)) = waiting.pop_front()
        {
            // Whoever read the last line is gone, and needs no room for another.
            let _ = free.send(bytes);
            match request {
                Ok(None) => {}
                Ok(Some(envelope)) => {
                    open.request = Some(envelope.id);
                    open.leaving = envelope.request == Request::Quit;
                    client.post(envelope);
                }
                Err(no_request) => say(out, &no_request)?,
            }
        }
        if ended && open.request.is_none() {
            break;
        }
    }
    Ok(())
}

/// What has been asked and not answered.
#[derive(Default)]
struct Open {
    /// The number of the request.
    request: Option<u64>,
    /// Whether it takes the client's leave.
    leaving: bool,
}

/// Prints what has come; says whether the table is closed or left.
fn pass_on(client: &mut Client, open: &mut Open, out: &mut dyn Write) -> Result<bool, Failure> {
    while let Some(message) = client.try_next() {
        say(out, &message)?;
        match message {
            FromTable::Reply { .. } if open.leaving => return Ok(true),
            FromTable::Reply { .. } => open.request = None,
            FromTable::Update(Update::Closed) => return Ok(true),
            FromTable::Update(_) => {}
        }
    }
    Ok(false)
}

fn say(out: &mut dyn Write, message: &impl Serialize) -> Result<(), Failure> {
    crate::lists::line(out, message)?;
    out.flush()?;
    Ok(())
}

fn read(input: impl Read, to: &Sender<Input>, freed: &Receiver<usize>) {
    let mut input = BufReader::new(input);
    let mut waiting = 0;
    loop {
        waiting -= freed.try_iter().sum::<usize>();
        while waiting >= WAITING {
            let Ok(bytes) = freed.recv() else { return };
            waiting -= bytes;
        }
        let event = match lines::next(&mut input) {
            Ok(Some(line)) => {
                let bytes = LINE + if let Line::Text(text) = &line { text.len() } else { 0 };
                waiting += bytes;
                Input::Line(line, bytes)
            }
            Ok(None) => Input::End,
            Err(why) => Input::Failed(why),
        };
        let last = !matches!(event, Input::Line(..));
        if to.send(event).is_err() || last {
            return;
        }
    }
}

/// What a line asks for; none if it is empty.
fn request(line: &Line) -> Result<Option<Envelope>, NoRequest> {
    let no = |id, reason: String| NoRequest { id, reply: "error", reason: printable::sentence(&reason) };
    let text = match line {
        Line::Text(text) if text.trim().is_empty() => return Ok(None),
        Line::Text(text) => text,
        Line::TooLong => {
            return Err(no(None, format!("the line is longer than {LONGEST} bytes; it was not read")));
        }
        Line::NoText => return Err(no(None, "the line is not UTF-8 text".into())),
    };
    let value: Value =
        serde_json::from_str(text).map_err(|why| no(None, format!("the line is not JSON: {why}")))?;
    let Value::Object(object) = &value else {
        return Err(no(None, "a request is a JSON object, like {\"id\":1,\"ask\":\"standing\"}".into()));
    };
    let id = object.get("id").and_then(Value::as_u64);
    match object.get("id") {
        None => {
            let why = "the request has no \"id\"; give it a number, which its answer will carry";
            return Err(no(None, why.into()));
        }
        Some(other) if id.is_none() => {
            return Err(no(
                None,
                format!("the \"id\" is {other}; it is a whole number from 0 on, without a point"),
            ));
        }
        Some(_) => {}
    }
    if !object.contains_key("ask") {
        return Err(no(
            id,
            "the request has no \"ask\"; it says what is asked for, like \"standing\"".into(),
        ));
    }
    serde_json::from_value(value)
        .map(Some)
        .map_err(|why| no(id, format!("the request can't be understood: {}", in_words(&why.to_string()))))
}

/// What is wrong with a request, in the protocol's words instead of the language's that it is read by.
fn in_words(why: &str) -> String {
    const WORDS: [(&str, &str); 13] = [
        ("a boolean", "true or false"),
        ("a sequence", "a list"),
        ("a string", "a text"),
        ("a map", "an object"),
        ("unit", "null"),
        ("map with a single key", "a text, or an object with one key"),
        ("i32", "a whole number from -2147483648 to 2147483647"),
        ("i64", "a whole number"),
        ("u16", "a whole number from 0 to 65535"),
        ("u8", "a whole number from 0 to 255"),
        ("u32", "a whole number from 0 on"),
        ("u64", "a whole number from 0 on"),
        ("usize", "a whole number from 0 on"),
    ];
    const FOUND: [(&str, &str); 6] = [
        ("string", "the text"),
        ("integer", "the number"),
        ("floating point", "the number"),
        ("boolean", ""),
        ("sequence", "a list"),
        ("map", "an object"),
    ];
    if let Some(told) = why.strip_prefix("unknown variant ") {
        return format!(
            "there is no {}",
            told.replace(", expected one of ", "; there is ").replace(", expected ", "; there is ")
        );
    }
    let told = why.strip_prefix("invalid type: ").or_else(|| why.strip_prefix("invalid value: "));
    let Some((found, wanted)) = told.and_then(|told| told.rsplit_once(", expected ")) else {
        return why.to_owned();
    };
    let wanted = WORDS.iter().find(|(word, _)| *word == wanted).map_or(wanted, |(_, words)| words);
    let kind = FOUND.iter().find_map(|(kind, words)| Some((found.strip_prefix(kind)?, words)));
    let found = match kind {
        Some((value, words)) => format!("{words}{}", value.replace('`', "")).trim().to_owned(),
        None => found.to_owned(),
    };
    format!("{found} stands where {wanted} is wanted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(line: &str, id: Option<u64>, words: &str) {
        let answer = request(&Line::Text(line.into())).expect_err("this is no request");
        assert_eq!(answer.id, id);
        assert!(answer.reason.contains(words), "{}", answer.reason);
    }

    #[test]
    fn what_is_no_request_is_answered_with_the_reason() {
        refused("{", None, "not JSON");
        refused("[1]", None, "a request is a JSON object");
        refused("{\"ask\":\"standing\"}", None, "no \"id\"");
        refused("{\"id\":-1,\"ask\":\"standing\"}", None, "the \"id\" is -1; it is a whole number");
        refused("{\"id\":\"1\",\"ask\":\"standing\"}", None, "the \"id\" is \"1\"; it is a whole number");
        refused("{\"id\":1.0,\"ask\":\"standing\"}", None, "the \"id\" is 1.0; it is a whole number");
        refused("{\"id\":1,\"ask\":\"stand\"}", Some(1), "there is no `stand`; there is");
        refused("{\"id\":7}", Some(7), "no \"ask\"");
        refused("{\"id\":7,\"ask\":\"cheat\"}", Some(7), "there is no `cheat`; there is `standing`");
        refused("{\"id\":7,\"ask\":\"decisions\"}", Some(7), "missing field `seat`");
        let seat = |seat: &str, words: &str| {
            refused(&format!("{{\"id\":7,\"ask\":\"decisions\",\"seat\":{seat}}}"), Some(7), words);
        };
        seat("-1", "can't be understood: the number -1 stands where a whole number from 0 to 255 is wanted");
        seat("\"2\"", "the text \"2\" stands where a whole number from 0 to 255 is wanted");
        seat("true", "understood: true stands where");
        seat("[1]", "a list stands where");
        seat("{}", "an object stands where");
        seat("1.5", "the number 1.5 stands where");
        seat("null", "null stands where");
        assert_eq!(request(&Line::Text("  ".into())).map_err(|no| no.reason), Ok(None));
    }

    #[test]
    fn requests_are_read() {
        let read = request(&Line::Text("{\"id\":7,\"ask\":\"view\",\"eyes\":1}".into()));
        assert_eq!(
            read.map_err(|no| no.reason),
            Ok(Some(Envelope { id: 7, request: Request::View { eyes: Some(1) } }))
        );
    }
}
