//! The lessons, played by somebody who sees nothing of the screen: by the accessibility tree alone, from the lobby to the result. With
//! `--full` every text is measured on the way: none is cut off, out of sight or under another.

#![cfg(feature = "window")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::fixture::Desk;
use crate::fixture::listener::{LONGEST, Listener};

/// A window's pixels, and hundredths of letters' size.
type Sight = ((f32, f32), u32);

const WIDE: Sight = ((1600.0, 1000.0), 100);
/// One with room, and those that leave the least.
const SIGHTS: [Sight; 4] = [WIDE, ((1280.0, 720.0), 150), ((1280.0, 720.0), 100), ((1600.0, 1000.0), 150)];

/// Plays the lesson of a game, by its title in the lobby, in such a window; `seen` looks at it whenever something is asked.
fn played(game: &str, (screen, scale): Sight, seen: impl FnMut(&mut Listener)) {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else { return };
    let desk = Desk::new(&format!("heard-{}-{}-{scale}", game.replace(' ', "-"), screen.0));
    let mut listener = Listener::of(modules, &desk, screen, scale);
    listener.presses("Not now");
    listener.waits_for(game, LONGEST);
    listener.waits_for("Open the table", LONGEST);
    listener.plays_to_the_end(LONGEST, seen);
    assert!(listener.done.len() > 20, "{:?}", listener.done);
}

fn lesson(game: &str) {
    played(game, WIDE, |_| {});
}

/// Plays it and measures its texts. Every game is another, so that this finds more the more often it is run.
fn measured(game: &str, sight: Sight) {
    // Each fault with where it was seen first.
    let mut faults: BTreeMap<String, String> = BTreeMap::new();
    played(game, sight, |listener| {
        for fault in listener.faults() {
            let last = listener.done.last().cloned().unwrap_or_default();
            faults.entry(fault).or_insert_with(|| format!("after {} presses, {last:?}", listener.done.len()));
        }
    });
    let told: Vec<String> = faults.iter().map(|(fault, place)| format!("{fault}, {place}")).collect();
    assert!(told.is_empty(), "{game} in {sight:?}: {} faults:\n{}", told.len(), told.join("\n"));
}

#[test]
fn first_fight_is_played_by_who_sees_nothing_of_it() {
    lesson("Brigade");
}

#[test]
fn matthews_hill_is_played_by_who_sees_nothing_of_it() {
    lesson("Baptism at Bull Run");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_bobby_lee_is_played_by_who_sees_nothing_of_it() {
    lesson("Bobby Lee");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_civil_war_strategy_is_played_by_who_sees_nothing_of_it() {
    lesson("Civil War Strategy");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_the_us_civil_war_is_played_by_who_sees_nothing_of_it() {
    lesson("The U.S. Civil War");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_brigade_no_text_is_cut_or_covered() {
    SIGHTS.iter().for_each(|sight| measured("Brigade", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_bull_run_no_text_is_cut_or_covered() {
    SIGHTS.iter().for_each(|sight| measured("Baptism at Bull Run", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_bobby_lee_no_text_is_cut_or_covered() {
    SIGHTS.iter().for_each(|sight| measured("Bobby Lee", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_civil_war_strategy_no_text_is_cut_or_covered() {
    SIGHTS.iter().for_each(|sight| measured("Civil War Strategy", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_the_us_civil_war_no_text_is_cut_or_covered() {
    SIGHTS.iter().for_each(|sight| measured("The U.S. Civil War", *sight));
}
