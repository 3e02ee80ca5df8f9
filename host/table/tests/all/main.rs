//! The table's behaviour, one file a subject, on a toy game.

#![allow(missing_docs, clippy::unwrap_used)]

mod acting;
mod advice;
mod bots;
mod by_turn;
mod clients;
mod drafts;
mod journal;
mod journal_site;
mod journal_whole;
mod parley;
mod replay;
mod secrets;
mod toy;
mod trouble;
mod undo;

use std::{path::PathBuf, sync::Arc};

use muster_contract::Seat;
use muster_table::{
    Build, SeatAssignment, Table, TableConfig,
    messages::{BotKind, Holder, Peer, Refused},
};

pub fn human(name: &str) -> SeatAssignment {
    SeatAssignment { holder: Holder::Human, name: name.into() }
}

pub fn bot(kind: BotKind) -> SeatAssignment {
    SeatAssignment { holder: Holder::Bot(kind), name: "bot".into() }
}

pub fn build() -> Build {
    Build { module: "toy".into(), version: "1".into(), component: String::new() }
}

pub fn config(seats: [SeatAssignment; 2]) -> TableConfig {
    TableConfig { seed: 7, seats: seats.into(), build: build(), ..TableConfig::default() }
}

/// A table of two people at one screen whose dice give seat 0 the number 1, seat 1 the number 2, and seat 0 the lead.
pub fn two_here(toy: &Arc<toy::Toy>) -> Table {
    let arranged = vec![1, 2, 6, 1];
    Table::start(toy.clone(), toy::position(3), TableConfig { arranged, ..config([human("A"), human("B")]) })
        .unwrap()
}

pub fn in_folder(toy: &Arc<toy::Toy>, seats: [SeatAssignment; 2]) -> (Table, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let config = TableConfig { journal: Some(path.clone()), arranged: vec![1, 2, 6, 1], ..config(seats) };
    (Table::start(toy.clone(), toy::position(3), config).unwrap(), folder, path)
}

pub fn act(table: &mut Table, seat: Seat, choice: &str) -> Result<(), Refused> {
    let revision = table.revision_of(seat);
    table.act(seat, revision, choice, None)
}

/// Acts for the seats named before each choice: "0 bid 1; 0 seal; 1 bid 0".
#[track_caller]
pub fn play(table: &mut Table, choices: &str) {
    for choice in choices.split(';').map(str::trim) {
        let (seat, choice) = choice.split_once(' ').unwrap();
        if let Err(refused) = act(table, seat.parse().unwrap(), choice) {
            panic!("{choice}: {refused:?}");
        }
    }
}

/// Both bid nothing, after which seat 0 leads if the dice are arranged so.
pub const BIDS: &str = "0 bid 0; 0 seal; 1 bid 0; 1 seal";

pub fn listed(table: &Table, seat: Seat) -> Vec<String> {
    table.decisions_of(seat).flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
}

/// The host's screen, with these seats.
pub fn eyes(seats: &[Seat]) -> Peer {
    Peer::host(seats.iter().copied())
}

/// What the eyes see of the state, in short.
pub fn status(table: &mut Table, seat: Option<Seat>) -> Vec<String> {
    let seats: Vec<Seat> = seat.into_iter().collect();
    let request = muster_table::messages::Request::View { eyes: seat };
    match table.answer(&eyes(&seats), request) {
        muster_table::messages::Reply::View { view, .. } => {
            view.status.into_iter().map(|line| line.text).collect()
        }
        other => panic!("{other:?}"),
    }
}
