//! Walks over a state that has all that serde knows of: what is found where, what is exchanged, and what a save is refused for.

use std::collections::BTreeMap;

use muster_sdk::walk::{Found, exchange, stands_for, walk};
use muster_sdk::{Index, Table};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

muster_sdk::index! {
    /// A unit.
    struct Unit(u8) of "units";
}

muster_sdk::index! {
    /// A town.
    struct Town(u16) of "towns";
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flag(u8);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Stage {
    Over,
    March(Unit),
    Battle(Unit, Town),
    Rally { unit: Unit, turns: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Block {
    at: Option<Town>,
    carries: Option<Unit>,
    known: Flag,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    stage: Stage,
    blocks: Table<Unit, Block>,
    plans: [Vec<(Unit, i32)>; 2],
    supplied: BTreeMap<Town, Unit>,
    boxed: Option<Box<Block>>,
    name: String,
}

fn units() -> impl Strategy<Value = Unit> {
    (0..255usize).prop_map(Unit::nth)
}

fn towns() -> impl Strategy<Value = Town> {
    (0..65_535usize).prop_map(Town::nth)
}

fn stages() -> impl Strategy<Value = Stage> {
    prop_oneof![
        Just(Stage::Over),
        units().prop_map(Stage::March),
        (units(), towns()).prop_map(|(unit, town)| Stage::Battle(unit, town)),
        (units(), any::<u8>()).prop_map(|(unit, turns)| Stage::Rally { unit, turns }),
    ]
}

fn blocks() -> impl Strategy<Value = Block> {
    let parts = (proptest::option::of(towns()), proptest::option::of(units()), any::<u8>());
    parts.prop_map(|(at, carries, known)| Block { at, carries, known: Flag(known) })
}

fn states() -> impl Strategy<Value = State> {
    let plans = || proptest::collection::vec((units(), any::<i32>()), 0..4);
    let blocks_of = proptest::collection::vec(blocks(), 0..6);
    let supplied = proptest::collection::btree_map(towns(), units(), 0..4);
    let boxed = proptest::option::of(blocks());
    (stages(), blocks_of, plans(), plans(), supplied, boxed, "[a-z]{0,4}").prop_map(
        |(stage, rows, one, two, supplied, boxed, name)| State {
            stage,
            blocks: Table::new(rows),
            plans: [one, two],
            supplied,
            boxed: boxed.map(Box::new),
            name,
        },
    )
}

/// The units that a state names, by hand.
fn named(state: &State) -> Vec<Unit> {
    let stage = match state.stage {
        Stage::Over => None,
        Stage::March(unit) | Stage::Battle(unit, _) | Stage::Rally { unit, .. } => Some(unit),
    };
    let carried = state.blocks.rows().filter_map(|block| block.carries);
    let planned = state.plans.iter().flatten().map(|&(unit, _)| unit);
    let boxed = state.boxed.iter().filter_map(|block| block.carries);
    stage
        .into_iter()
        .chain(carried)
        .chain(planned)
        .chain(state.supplied.values().copied())
        .chain(boxed)
        .collect()
}

/// The units that a walk finds.
fn walked(state: &State) -> Vec<Unit> {
    let mut found = Vec::new();
    walk(state, |_, seen| {
        if let Found::Number("Unit", number) = seen {
            found.push(Unit::nth(number as usize));
        }
    });
    found
}

proptest! {
    #[test]
    fn every_unit_is_found(state in states()) {
        prop_assert_eq!(walked(&state), named(&state));
    }

    #[test]
    fn an_exchange_changes_the_units_and_nothing_else(state in states(), by in 0..255usize) {
        let other = |unit: Unit| Unit::nth((unit.place() + by) % 255);
        let exchanged: State = exchange(&state, other);
        let expected: Vec<Unit> = named(&state).into_iter().map(other).collect();
        prop_assert_eq!(named(&exchanged), expected);
        let back: State = exchange(&exchanged, |unit: Unit| Unit::nth((unit.place() + 255 - by) % 255));
        prop_assert_eq!(back, state);
    }

    #[test]
    fn a_save_has_the_bytes_of_plain_numbers(unit in units(), town in towns()) {
        let typed = postcard::to_allocvec(&(unit, Some(town), Table::<Unit, u8>::new(vec![1, 2]))).unwrap();
        let plain = (unit.place() as u8, Some(town.place() as u16), vec![1u8, 2]);
        prop_assert_eq!(postcard::to_allocvec(&plain).unwrap(), typed);
    }
}

#[test]
fn paths_are_as_one_would_write_them() {
    let block = |carries| Block { at: None, carries, known: Flag(3) };
    let state = State {
        stage: Stage::Rally { unit: Unit::nth(4), turns: 2 },
        blocks: Table::new(vec![block(None), block(Some(Unit::nth(7)))]),
        plans: [Vec::new(), vec![(Unit::nth(1), 5)]],
        supplied: BTreeMap::from([(Town::nth(9), Unit::nth(2))]),
        boxed: None,
        name: String::new(),
    };
    let mut seen = Vec::new();
    walk(&state, |path, what| seen.push((path.to_string(), path.field(), path.is_in_row(), what)));
    let found = |path: &str, field, in_row, what| (path.to_owned(), field, in_row, what);
    assert_eq!(
        seen,
        [
            found("stage.Rally.unit", "stage", false, Found::Number("Unit", 4)),
            found("blocks", "blocks", false, Found::Table("units", 2)),
            found("blocks[0].known", "blocks", true, Found::Number("Flag", 3)),
            found("blocks[1].carries", "blocks", true, Found::Number("Unit", 7)),
            found("blocks[1].known", "blocks", true, Found::Number("Flag", 3)),
            found("plans[1][0][0]", "plans", false, Found::Number("Unit", 1)),
            found("supplied[0]", "supplied", false, Found::Number("Town", 9)),
            found("supplied[0]", "supplied", false, Found::Number("Unit", 2)),
        ]
    );
}

#[test]
fn in_a_sample_the_first_of_each_pair_stands_where_the_second_stood() {
    let [one, two, three] = [0, 1, 2].map(Unit::nth);
    let block = |carries| Block { at: None, carries, known: Flag(0) };
    let mut blocks = Table::new(vec![block(Some(one)), block(Some(two)), block(Some(three))]);
    let pairs = [(one, two), (two, three), (three, one)];
    let plans: Vec<(Unit, i32)> = vec![(one, 0), (two, 0), (three, 0)];
    let there: Vec<(Unit, i32)> = exchange(&plans, stands_for(&pairs));
    assert_eq!(there, [(three, 0), (one, 0), (two, 0)], "where two stood, one stands");
    blocks.take_over(&pairs);
    assert_eq!(
        blocks.rows().map(|block| block.carries).collect::<Vec<_>>(),
        [Some(two), Some(three), Some(one)]
    );
}

#[test]
fn an_index_takes_no_more_room_than_its_number() {
    assert_eq!((size_of::<Unit>(), size_of::<Option<Unit>>()), (1, 1));
    assert_eq!((size_of::<Town>(), size_of::<Option<Town>>()), (2, 2));
    assert!(Unit::nth(3) < Unit::nth(4));
    assert_eq!(format!("{:?}", Unit::nth(3)), "Unit(3)");
    // The one number that stands for none can't be read.
    assert!(postcard::from_bytes::<Unit>(&[255]).is_err());
    assert_eq!(postcard::from_bytes::<Unit>(&[254]), Ok(Unit::nth(254)));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Came {
    #[serde(with = "muster_sdk::or_none")]
    by: Option<Unit>,
    over: u8,
    #[serde(with = "muster_sdk::or_none")]
    at: Option<Town>,
}

#[test]
fn none_may_be_the_greatest_number() {
    for (by, at) in [(None, None), (Some(Unit::nth(7)), None), (None, Some(Town::nth(300)))] {
        let came = Came { by, over: 1, at };
        let plain =
            (by.map_or(255, |unit| unit.place() as u8), 1u8, at.map_or(65_535, |town| town.place() as u16));
        let bytes = postcard::to_allocvec(&came).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&plain).unwrap());
        assert_eq!(postcard::from_bytes::<Came>(&bytes).unwrap(), came);
    }
}

#[test]
#[should_panic(expected = "a place that the index can number")]
fn there_is_no_index_past_the_last() {
    let _ = Unit::nth(255);
}
