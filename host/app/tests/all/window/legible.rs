//! No text is cut off, out of sight or under another, however large the window and its letters are.

use crate::stage::{self, Acted, Shelf};
use egui::{Key, Pos2, Rect, pos2};
use muster_app::catalogue::{OpenTable, SavedTable};
use muster_app::measure::Stage;
use muster_app::settings::Settings;
use std::collections::BTreeSet;

const SIZES: [(f32, f32); 4] = [(1280.0, 720.0), (1600.0, 1000.0), (1920.0, 1080.0), (2560.0, 1440.0)];
const SCALES: [u32; 4] = [85, 100, 125, 150];
/// The tightest, for every day.
const PART: [((f32, f32), u32); 3] = [(SIZES[0], 150), (SIZES[0], 100), (SIZES[1], 150)];

type Scene = (&'static str, fn() -> Option<OpenTable>, &'static [Key]);

const SCENES: [Scene; 15] = [
    ("lobby", || None, &[]),
    ("saved tables", || None, &[Key::O]),
    ("hexes", || Some(stage::table(Acted::default())), &[]),
    ("help", || Some(stage::table(Acted::default())), &[Key::F1]),
    ("go to", || Some(stage::table(Acted::default())), &[Key::G]),
    ("chronicle", || Some(stage::table(Acted::default())), &[Key::J]),
    ("log", || Some(stage::table(Acted::default())), &[Key::I]),
    ("parley", || Some(stage::parley(vec![1])), &[]),
    ("blocks", || Some(stage::blocks()), &[]),
    ("battle", || Some(stage::war::war(stage::war::line(stage::war::picks(&["brave", "battery"])))), &[]),
    ("theatre", || Some(stage::war::war(stage::war::line(stage::war::goes(&["0303", "0503"])))), &[]),
    ("country", || Some(stage::country::country()), &[]),
    ("cities", || Some(stage::cities::cities()), &[]),
    ("reports", || Some(stage::cities::cities()), &[Key::F4]),
    ("carrying", || Some(stage::cities::carrying()), &[]),
];

/// A lobby with saved tables of long titles.
fn shelf() -> Shelf {
    let saved = |n: u32, over: Option<String>| SavedTable {
        path: format!("table-{n}.jsonl").into(),
        title: "The U.S. Civil War: a campaign of the years after Fort Sumter".into(),
        module: "brigade".into(),
        scenario: "The U.S. Civil War: 1861, with the naval game".into(),
        turn: "September and October 1862, Confederate phase".into(),
        decides: "Union and Confederacy".into(),
        note: format!("begun {n} November 2026, 13:54"),
        over,
    };
    let over = "Union victory, decisive: the Confederacy has no city left [19.2]".to_owned();
    Shelf { saved: vec![saved(26, None), saved(27, None), saved(28, Some(over))], ..Shelf::default() }
}

fn faults((name, table, keys): Scene, (width, height): (f32, f32), scale: u32) -> BTreeSet<String> {
    let settings = Settings { scale, reduce_motion: true, ..Settings::default() };
    let shelf = Shelf { settings, ..shelf() };
    let mut stage = Stage::new(Box::new(shelf), Rect::from_min_max(Pos2::ZERO, pos2(width, height)), 0.1);
    if let Some(table) = table() {
        stage.window.open(table);
    }
    for _ in 0..6 {
        stage.faults(Vec::new());
    }
    for key in keys {
        stage.press(*key);
        stage.faults(Vec::new());
    }
    let found = stage.faults(Vec::new()).into_iter();
    found
        .map(|found| {
            let rect = found.rect;
            format!("{name}, {width}x{height}, {scale} %: {:?} is {:?} at {rect:?}", found.text, found.fault)
        })
        .collect()
}

fn all(grid: &[((f32, f32), u32)]) {
    let found: Vec<String> = grid
        .iter()
        .flat_map(|(size, scale)| SCENES.iter().flat_map(|scene| faults(*scene, *size, *scale)))
        .collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_text_is_cut_or_covered() {
    all(&PART);
}

#[test]
#[ignore = "the whole grid takes long"]
fn no_text_is_cut_or_covered_at_any_size() {
    let grid: Vec<_> = SIZES.iter().flat_map(|size| SCALES.map(|scale| (*size, scale))).collect();
    all(&grid);
}
