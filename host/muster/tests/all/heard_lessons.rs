//! The lessons, played by somebody who sees nothing of the screen: by the accessibility tree alone, from the lobby to the result. And on the
//! way no text is cut off, out of sight or under another.

#![cfg(feature = "window")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::fixture::Desk;
use crate::fixture::listener::{LONGEST, Listener};

/// A window's pixels, and hundredths of letters' size.
type Sight = ((f32, f32), u32);

const WIDE: Sight = ((1600.0, 1000.0), 100);
/// Those that leave the least room.
const TIGHT: [Sight; 3] = [((1280.0, 720.0), 150), ((1280.0, 720.0), 100), ((1600.0, 1000.0), 150)];

/// Plays the lesson of a game, by its title in the lobby, in a window of so many pixels whose letters have so many hundredths of their size.
fn lesson(game: &str, (screen, scale): Sight) {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else { return };
    let desk = Desk::new(&format!("heard-{}-{}-{scale}", game.replace(' ', "-"), screen.0));
    let mut listener = Listener::of(modules, &desk, screen, scale);
    listener.presses("Not now");
    listener.waits_for(game, LONGEST);
    listener.waits_for("Open the table", LONGEST);
    // Each fault with where it was seen first.
    let mut faults: BTreeMap<String, String> = BTreeMap::new();
    listener.plays_to_the_end(LONGEST, |listener| {
        for fault in listener.faults() {
            let last = listener.done.last().cloned().unwrap_or_default();
            faults.entry(fault).or_insert_with(|| format!("after {} presses, {last:?}", listener.done.len()));
        }
    });
    assert!(listener.done.len() > 20, "{:?}", listener.done);
    let told: Vec<String> = faults.iter().map(|(fault, place)| format!("{fault}, {place}")).collect();
    assert!(told.is_empty(), "{game}, {screen:?} at {scale} %: {} faults:\n{}", told.len(), told.join("\n"));
}

#[test]
fn first_fight_is_played_by_who_sees_nothing_of_it() {
    lesson("Brigade", WIDE);
}

#[test]
fn matthews_hill_is_played_by_who_sees_nothing_of_it() {
    lesson("Baptism at Bull Run", WIDE);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_bobby_lee_is_played_by_who_sees_nothing_of_it() {
    lesson("Bobby Lee", WIDE);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_civil_war_strategy_is_played_by_who_sees_nothing_of_it() {
    lesson("Civil War Strategy", WIDE);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_the_us_civil_war_is_played_by_who_sees_nothing_of_it() {
    lesson("The U.S. Civil War", WIDE);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_brigade_no_text_is_cut_or_covered_where_room_is_short() {
    TIGHT.iter().for_each(|sight| lesson("Brigade", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_bull_run_no_text_is_cut_or_covered_where_room_is_short() {
    TIGHT.iter().for_each(|sight| lesson("Baptism at Bull Run", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_bobby_lee_no_text_is_cut_or_covered_where_room_is_short() {
    TIGHT.iter().for_each(|sight| lesson("Bobby Lee", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_civil_war_strategy_no_text_is_cut_or_covered_where_room_is_short() {
    TIGHT.iter().for_each(|sight| lesson("Civil War Strategy", *sight));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn in_the_lesson_of_the_us_civil_war_no_text_is_cut_or_covered_where_room_is_short() {
    TIGHT.iter().for_each(|sight| lesson("The U.S. Civil War", *sight));
}
