//! Journals: damage is found and told; whatever is continued is a table like any other, and its journal stays whole.
//!
//! The chain of checks is no secret, so a forger's journal has right ones; then it is the replay that meets nonsense.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_contract::{Module, RuleText, Seat, View};
use muster_scripts::rules::Rhai;
use muster_sdk::Native;
use muster_table::messages::{BotKind, Holder, Peer, Reach, RefusalCode, Reply, Request};
use muster_table::{Build, Damaged, Journal, Opened, SeatAssignment, StartError, Table, TableConfig, verify};
use serde_json::Value;
use tempfile::TempDir;

use crate::{Luck, Target, bytes, json, readable};

/// The target.
pub struct Journals {
    desk: TempDir,
    module: Arc<dyn Module>,
}

impl Journals {
    /// The target, with Parley to play.
    pub fn new() -> Self {
        let desk = tempfile::tempdir().expect("there is a place for temporary files");
        Self { desk, module: Arc::new(Native::<parley::Parley>::new("parley")) }
    }

    fn file(&self) -> PathBuf {
        self.desk.path().join("table.journal")
    }
}

impl Default for Journals {
    fn default() -> Self {
        Self::new()
    }
}

/// The lines of a journal with checks that are right.
pub fn signed(lines: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before = String::new();
    for line in lines {
        let mut body = line.to_string();
        if body.ends_with('}') {
            body.pop();
        }
        let check =
            blake3::hash([before.as_bytes(), body.as_bytes()].concat().as_slice()).to_hex()[..16].to_owned();
        bytes.extend(format!("{body},\"check\":\"{check}\"}}\n").into_bytes());
        before = check;
    }
    bytes
}

/// The lines of a journal without their checks.
pub fn lines_of(journal: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(journal);
    let mut lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for line in &mut lines {
        if let Value::Object(entry) = line {
            entry.remove("check");
        }
    }
    lines
}

fn listed(table: &Table, seat: Seat) -> Vec<String> {
    table.decisions_of(seat).flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
}

/// Plays at random, with steps taken back and done again.
fn wander(table: &mut Table, luck: &mut Luck, choices: usize) {
    for _ in 0..choices {
        let seat = if table.waits_for(0) && (luck.once_in(2) || !table.waits_for(1)) { 0 } else { 1 };
        let revision = table.revision_of(seat);
        let reach = if luck.once_in(3) { Reach::Command } else { Reach::Choice };
        // What can't be done is refused, which is as good here.
        let _ = match luck.below(7) {
            0 => table.undo(seat, revision, reach, luck.once_in(3)),
            1 => table.redo(seat, revision, reach),
            2 if luck.once_in(6) => table.arrange(&[1, 2, 3]),
            _ => match luck.one(&listed(table, seat)) {
                Some(choice) => table.act(seat, revision, choice, None),
                None => break,
            },
        };
    }
}

impl Target for Journals {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        let mut journals = Vec::new();
        for (seed, choices) in [(1u64, 3), (2, 12), (3, 40), (4, 400), (5, 25)] {
            let file = self.desk.path().join("whole.journal");
            let sitting = |name: &str, holder| SeatAssignment { holder, name: name.into() };
            let other = if seed == 5 { Holder::Bot(BotKind::Random) } else { Holder::Human };
            let seats = vec![sitting("A", Holder::Human), sitting("B", other)];
            let build = Build { module: "parley".into(), version: "0.1.0".into(), component: String::new() };
            let text = include_str!("../../../rules/opening-bid.rhai").to_owned();
            let bid = RuleText { id: "opening-bid".into(), text, settings: Vec::new() };
            let rules = if seed == 2 { vec![bid] } else { Vec::new() };
            let journal = Some(file.clone());
            let rulebook: Option<Arc<dyn muster_contract::Rulebook>> = Some(Arc::new(Rhai));
            let setting = TableConfig {
                seed: u128::from(seed),
                seats,
                build,
                journal,
                rules,
                rulebook,
                ..TableConfig::default()
            };
            let mut table = Table::start(self.module.clone(), parley::position(), setting).expect("a table");
            wander(&mut table, &mut Luck::new(seed), choices);
            table.sync().expect("the journal is written");
            drop(table);
            journals.push(fs::read(&file).expect("a journal"));
            fs::remove_file(&file).expect("the journal can be removed");
        }
        journals
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        if luck.once_in(5) {
            return bytes::altered(input, others, luck);
        }
        let mut entries = lines_of(input);
        let other = luck.one(others).map(|other| lines_of(other)).unwrap_or_default();
        let mut pieces = json::pieces(entries.iter().skip(1).chain(other.iter().skip(1)));
        pieces.extend(forged());
        for _ in 0..luck.length(6) {
            alter(&mut entries, &other, &pieces, luck);
        }
        if !luck.once_in(12) {
            for (number, entry) in entries.iter_mut().enumerate().skip(1) {
                if let Value::Object(entry) = entry {
                    entry.insert("n".into(), number.into());
                }
            }
        }
        let mut journal = signed(&entries);
        if luck.once_in(12) {
            journal.truncate(luck.below(journal.len() + 1));
        }
        journal
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let file = self.file();
        fs::write(&file, input).map_err(|error| error.to_string())?;
        let said = self.continued(&file);
        for left in fs::read_dir(self.desk.path()).map_err(|error| error.to_string())?.flatten() {
            let name = left.file_name();
            if name != "table.journal" && name != "table.journal.damaged" {
                return Err(format!("{} was written", left.path().display()));
            }
            fs::remove_file(left.path()).map_err(|error| error.to_string())?;
        }
        said
    }
}

impl Journals {
    fn continued(&self, file: &Path) -> Result<String, String> {
        let opened = match Journal::open(file) {
            Ok(opened) => opened.with_rulebook(Arc::new(Rhai)),
            Err(error) => return message_of(&error),
        };
        if let Some(damage) = &opened.damage {
            message_of(damage)?;
        }
        let verified = verify(self.module.clone(), &opened);
        let looked = Table::look(self.module.clone(), Build::default(), &opened);
        let locked =
            Journal::lock(file).map_err(|error| format!("it can be read, but not written: {error}"))?;
        let locked = locked.with_rulebook(Arc::new(Rhai));
        let resumed = Table::resume(self.module.clone(), build(&opened), locked, Damaged::Accept);
        let mut table = match (resumed, verified.as_ref()) {
            (Ok(table), _) => table,
            // What the journal leaves to be done (to begin, to carry out drafts) may not be possible with its dice.
            (Err(error @ StartError::Begin(_)), _) => return message_of(&error),
            (Err(error), Ok(_)) => return Err(format!("it can be verified, but not continued: {error}")),
            (Err(error), _) => return message_of(&error),
        };
        let mut looked =
            looked.map_err(|error| format!("it can be continued, but not looked at: {error}"))?;
        if opened.entries.iter().any(|entry| entry.kind == muster_table::journal::EntryKind::Begin) {
            same(&mut table, &mut looked, "looked at")?;
        }
        wander(&mut table, &mut Luck::new(9), 6);
        if let Some(pause) = table.paused() {
            return Err(format!("the table that was continued is paused: {}", pause.message));
        }
        table.sync().map_err(|error| error.to_string())?;
        drop(looked);
        // The journal is locked while its table is there.
        let kept = Kept::of(&mut table)?;
        drop(table);
        let again = Journal::open(file).map_err(|error| format!("it can't be opened again: {error}"))?;
        let again = again.with_rulebook(Arc::new(Rhai));
        if let Some(damage) = &again.damage {
            return Err(format!("what was written after it is damaged: {damage}"));
        }
        if !again.entries.starts_with(&opened.entries) {
            return Err("entries that stood before are gone".to_owned());
        }
        let verified = match (verified, verify(self.module.clone(), &again)) {
            (Ok(_), Err(error)) => return Err(format!("what was written after it isn't right: {error}")),
            (verified, _) => verified.is_ok(),
        };
        let locked = Journal::lock(file).map_err(|error| format!("it can't be written again: {error}"))?;
        let locked = locked.with_rulebook(Arc::new(Rhai));
        let mut second = Table::resume(self.module.clone(), build(&again), locked, Damaged::Refuse)
            .map_err(|error| format!("it can't be continued a second time: {error}"))?;
        if Kept::of(&mut second)? != kept {
            return Err("continued a second time it is another table".to_owned());
        }
        Ok(format!(
            "a table, verified: {verified}, damage: {:?}",
            opened.damage.map(|damage| damage.to_string())
        ))
    }
}

fn build(opened: &Opened) -> Build {
    opened.header.build.clone()
}

fn message_of(error: &impl std::fmt::Display) -> Result<String, String> {
    let said = error.to_string();
    readable(&said)?;
    Ok(said)
}

/// What a table shows, without the revisions, which begin anew.
#[derive(Debug, PartialEq)]
struct Kept {
    views: Vec<View>,
    choices: Vec<Vec<String>>,
    steps: u64,
}

impl Kept {
    fn of(table: &mut Table) -> Result<Self, String> {
        let eyes = Peer::host([0, 1]);
        let mut views = Vec::new();
        for seat in [None, Some(0), Some(1)] {
            match table.answer(&eyes, Request::View { eyes: seat }) {
                Reply::View { view, .. } => views.push(view),
                other => return Err(format!("a view was asked for, and it said {other:?}")),
            }
        }
        let steps = table.standing(&eyes).steps;
        for step in [0, 1, steps / 2, steps, steps + 1, u64::MAX] {
            match table.answer(&eyes, Request::Replay { eyes: Some(1), step }) {
                Reply::Replay(_) if step <= steps => {}
                Reply::Refused(refused) if step > steps && refused.code == RefusalCode::NoSuch => {}
                other => return Err(format!("step {step} of {steps} was asked for, and it said {other:?}")),
            }
        }
        for request in [
            Request::Log { eyes: Some(0), from: 0 },
            Request::SinceMine { seat: 1 },
            Request::UndoOffer { seat: 0 },
            Request::DiceStatistics { eyes: None },
        ] {
            if let Reply::Refused(refused) = table.answer(&eyes, request.clone()) {
                return Err(format!("{request:?} was refused: {}", refused.reason));
            }
        }
        Ok(Self { views, choices: vec![listed(table, 0), listed(table, 1)], steps })
    }
}

fn same(one: &mut Table, other: &mut Table, how: &str) -> Result<(), String> {
    if Kept::of(one)? == Kept::of(other)? { Ok(()) } else { Err(format!("{how} it is another table")) }
}

/// Values that no honest journal has.
fn forged() -> Vec<Value> {
    let text = r#"[
        {"n":1,"entry":"begin"}, {"n":1,"entry":"edit","by":"me","changes":[]},
        {"n":1,"entry":"edit","by":"me","changes":[{"Place":["north-axes",{"space":"town","edge":null,"facing":null,"slot":null,"carrier":null}]}]},
        {"n":1,"entry":"edit","by":"me","changes":[{"Remove":"north-axes"}]},
        {"n":1,"entry":"arranged","faces":[0,7,255]}, {"n":1,"entry":"reseeded","seed":18446744073709551615},
        {"n":1,"entry":"swap","build":{"module":"chess","version":"","component":""}},
        {"n":1,"entry":"undo","seat":0,"steps":0}, {"n":1,"entry":"undo","seat":255,"steps":1,"beyond":true},
        {"n":1,"entry":"undo","seat":1,"steps":18446744073709551615}, {"n":1,"entry":"redo","seat":1,"steps":0},
        {"n":1,"entry":"redo","seat":0,"steps":1}, {"n":1,"entry":"draft","seat":200,"choice":"x"},
        {"n":1,"entry":"draft-back","seat":0,"choices":0}, {"n":1,"entry":"draft-back","seat":0,"choices":1},
        {"n":1,"entry":"group","name":"bids","drafts":[]}, {"n":1,"entry":"choice","seat":0,"choice":"begin"},
        {"n":1,"entry":"rules","rules":[]},
        {"n":1,"entry":"rules","rules":[{"id":"opening-bid","text":"rule(#{ title: 1 });"}]},
        "human", "elsewhere", {"bot":"regular"}, "north", "south", "begin", "x"
    ]"#;
    let values: Value = serde_json::from_str(text).expect("it is JSON");
    json::pieces([&values])
}

fn alter(entries: &mut Vec<Value>, other: &[Value], pieces: &[Value], luck: &mut Luck) {
    if entries.is_empty() {
        return;
    }
    // The header is one line of many, and too much depends on it for it to be altered as often as it should.
    let at = if luck.once_in(4) { 0 } else { luck.below(entries.len()) };
    match luck.below(9) {
        0 => drop(entries.remove(at)),
        1 => entries.insert(at, entries[at].clone()),
        2 => {
            let with = luck.below(entries.len());
            entries.swap(at, with);
        }
        3 => {
            if let Some(more) = luck.one(other) {
                entries.insert(at.max(1), more.clone());
            }
        }
        4 | 5 => {
            let whole: Vec<&Value> = pieces.iter().filter(|piece| piece.get("entry").is_some()).collect();
            if let Some(more) = luck.one(&whole) {
                entries.insert((at + 1).min(entries.len()), (*more).clone());
            }
        }
        6 => entries.truncate(at + 1),
        7 => {
            let part = luck.part(entries.len());
            let copy = entries[part].to_vec();
            entries.extend(copy);
        }
        _ => entries[at] = json::altered(&entries[at], pieces, luck),
    }
}
