//! A table follows the files of its rules while it is open.

use std::time::Duration;

use serde_json::json;

use crate::fixture::Desk;
use crate::fixture::running::{Luck, Running};

/// A table of the program that plays with a rule of its own; `edit` saves another text of it.
#[test]
fn the_program_follows_a_rules_file() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("follow");
    let folder = desk.path("data/rules");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dawn.rhai");
    let text = |word: &str| {
        format!(
            "rule(#{{ title: \"Dawn\", modules: [\"parley\"] }});\non(\"turn\", \"dawn\");\nfn dawn(facts) {{ note(\"{word}\"); }}\n"
        )
    };
    std::fs::write(&file, text("one")).unwrap();
    let mut running = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "7", "--rule", "dawn"]);
    // Once it answers it has read the rule.
    running.ask(json!({"ask": "standing"})).expect("it runs");
    // Half a file: the old text stays, and the place is told.
    std::fs::write(&file, &text("two")[..90]).unwrap();
    let notice = running.wait_for("stay in force");
    assert!(notice.to_string().contains("dawn.rhai:"), "{notice}");
    // The rest of it, by an editor that writes beside the file and renames.
    let draft = folder.join(".dawn.rhai.swp");
    std::fs::write(&draft, text("two")).unwrap();
    std::fs::rename(&draft, &file).unwrap();
    running.wait_for("\"changed\":[\"dawn\"]");
    // Ten saves in a second: the last one counts.
    for number in 0..10 {
        std::fs::write(&file, text(&format!("save {number}"))).unwrap();
        std::thread::sleep(Duration::from_millis(30));
    }
    running.wait_for("\"changed\":[\"dawn\"]");
    std::thread::sleep(Duration::from_millis(300));
    // The file is gone: the text in force stays.
    std::fs::remove_file(&file).unwrap();
    running.wait_for("stays in force");
    let mut luck = Luck(3);
    wait_for_note(&mut running, &mut luck, "save 9");
    running.leave();
}

/// Of several rules only the one that was saved takes over, whatever the files of the others say meanwhile.
#[test]
fn a_saved_rule_takes_over_without_the_others() {
    if crate::fixture::running::test_modules().is_none() {
        return;
    }
    let desk = Desk::new("follow-two");
    let folder = desk.path("data/rules");
    std::fs::create_dir_all(&folder).unwrap();
    let text = |word: &str| {
        format!(
            "rule(#{{ title: \"Dawn\", modules: [\"parley\"] }});\non(\"turn\", \"dawn\");\nfn dawn(facts) {{ note(\"{word}\"); }}\n"
        )
    };
    for rule in ["dawn", "dusk"] {
        std::fs::write(folder.join(format!("{rule}.rhai")), text("one")).unwrap();
    }
    let mut running = Running::start(
        &desk,
        &["table", "parley", "quarrel", "--seed", "7", "--rule", "dawn", "--rule", "dusk"],
    );
    running.ask(json!({"ask": "standing"})).expect("it runs");
    std::fs::write(folder.join("dusk.rhai"), &text("two")[..90]).unwrap();
    let notice = running.wait_for("stay in force");
    assert!(notice.to_string().contains("dusk.rhai:"), "{notice}");
    std::fs::write(folder.join("dawn.rhai"), text("two")).unwrap();
    running.wait_for("\"changed\":[\"dawn\"]");
    running.leave();
}

fn wait_for_note(running: &mut Running, luck: &mut Luck, note: &str) {
    for _ in 0..300 {
        running.choose(luck);
        if running.updates.iter().any(|update| update.to_string().contains(note)) {
            return;
        }
    }
    panic!("never told {note:?}");
}
