//! Journals that a forger wrote, with checks that are right.

use muster_fuzz::Target;
use muster_fuzz::fine;
use muster_fuzz::targets::{Journals, signed};
use serde_json::{Value, json};

/// The lines of a short game, without checks.
fn lines() -> Vec<Value> {
    muster_fuzz::targets::lines_of(&Journals::new().whole()[0])
}

#[track_caller]
fn said(lines: &[Value], words: &str) {
    let said = fine("journal", &signed(lines));
    assert!(said.contains(words), "{said}");
}

/// The game's first lines with these entries after them.
fn with(kept: usize, entries: &[Value]) -> Vec<Value> {
    let mut all = lines();
    all.truncate(kept);
    for entry in entries {
        let mut entry = entry.clone();
        entry["n"] = all.len().into();
        all.push(entry);
    }
    all
}

#[test]
fn a_game_begins_once_and_first() {
    said(&with(1, &[json!({"entry": "edit", "by": "me", "changes": []})]), "begin");
    said(&with(1, &[json!({"entry": "choice", "seat": 0, "choice": "begin"})]), "begin");
    said(&with(2, &[json!({"entry": "begin"})]), "begin");
}

#[test]
fn seats_that_are_not_there() {
    for seat in [2, 200, 255] {
        said(&with(2, &[json!({"entry": "draft", "seat": seat, "choice": "bid 0"})]), "seat");
        fine("journal", &signed(&with(2, &[json!({"entry": "undo", "seat": seat, "steps": 1})])));
        fine("journal", &signed(&with(2, &[json!({"entry": "redo", "seat": seat, "steps": 0})])));
        said(&with(2, &[json!({"entry": "choice", "seat": seat, "choice": "x"})]), "differs at entry 2");
    }
    for count in [0, 1, 3, 255, 256, 257, 100_000] {
        let mut all = with(2, &[]);
        all[0]["seats"] = vec![json!({"holder": "human", "name": "A"}); count].into();
        fine("journal", &signed(&all));
        all[0]["position"]["setup"]["seats"] = vec![json!("north"); count].into();
        fine("journal", &signed(&all));
    }
}

#[test]
fn more_taken_back_than_was_done() {
    for steps in [json!(0), json!(2), json!(1_u64 << 32), json!(u64::MAX)] {
        for entry in ["undo", "redo"] {
            fine("journal", &signed(&with(4, &[json!({"entry": entry, "seat": 0, "steps": steps})])));
        }
        fine("journal", &signed(&with(2, &[json!({"entry": "draft-back", "seat": 0, "choices": steps})])));
    }
}

#[test]
fn depth_and_size_without_end() {
    for depth in [100, 200, 100_000] {
        let nested = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!("{{\"muster\":{nested}}}");
        fine("journal", text.as_bytes());
        let mut journal = signed(&with(2, &[]));
        journal.extend(format!("{{\"n\":2,\"entry\":{nested},\"check\":\"0\"}}\n").as_bytes());
        fine("journal", &journal);
    }
    fine("journal", &vec![b'\n'; 4 << 20]);
    fine("journal", &vec![b'{'; 4 << 20]);
    let long = with(2, &[json!({"entry": "choice", "seat": 0, "choice": "x".repeat(1 << 20)})]);
    fine("journal", &signed(&long));
    let many = vec![json!({"entry": "reseeded", "seed": 1}); 20_000];
    fine("journal", &signed(&with(2, &many)));
    let faces = vec![json!({"entry": "arranged", "faces": vec![1; 1 << 20]})];
    fine("journal", &signed(&with(2, &faces)));
    let back_and_forth: Vec<Value> = (0..400)
        .flat_map(|_| {
            [json!({"entry": "undo", "seat": 0, "steps": 1}), json!({"entry": "redo", "seat": 0, "steps": 1})]
        })
        .collect();
    let long = muster_fuzz::targets::lines_of(&Journals::new().whole()[3]);
    let mut all = long.clone();
    for entry in back_and_forth {
        let mut entry = entry.clone();
        entry["n"] = all.len().into();
        all.push(entry);
    }
    fine("journal", &signed(&all));
}

#[test]
fn a_board_that_is_larger_than_a_module_can_count() {
    for spaces in [255, 256, 257, 70_000] {
        let mut all = with(2, &[]);
        let valley = &mut all[0]["position"]["boards"][0];
        let one = valley["spaces"][1].clone();
        let named = |number: usize| {
            let mut space = one.clone();
            space["id"] = format!("s{number}").into();
            space
        };
        let list = valley["spaces"].as_array_mut().expect("a list");
        list.extend((0..spaces).map(named));
        fine("journal", &signed(&all));
        let mut all = with(2, &[]);
        let valley = &mut all[0]["position"]["boards"][0];
        let one = valley["edges"][1].clone();
        valley["edges"].as_array_mut().expect("a list").extend(std::iter::repeat_n(one, spaces));
        fine("journal", &signed(&all));
    }
}

#[test]
fn a_file_without_an_end() {
    let _one = muster_fuzz::one_at_a_time();
    // Nothing is written of it: it takes no room.
    let endless = tempfile::NamedTempFile::new().expect("room for a file");
    endless.as_file().set_len(1 << 40).expect("a file with a hole");
    for (path, words) in [(endless.path(), "too large"), ("/dev/zero".as_ref(), "no plain file")] {
        let (opened, memory) = muster_fuzz::meter::most_bytes(|| muster_table::Journal::open(path));
        let said = opened.map(|_| ()).expect_err("it is no journal").to_string();
        assert!(said.contains(words), "{said}");
        assert!(memory < 1 << 30, "{memory}");
    }
}
