//! What a person's own files come to that hold a mistake, or have names that no text spells.

use std::path::Path;
use std::process::Stdio;

use crate::fixture::Desk;
use crate::fixture::running::{program, test_modules};

/// What was typed and refused, in words.
#[track_caller]
fn refused(desk: &Desk, typed: &[&str]) -> String {
    desk.types(typed).unwrap_err().to_string()
}

#[test]
fn a_mistake_in_one_s_own_scenario_is_named_and_no_other_is_played() {
    let desk = Desk::new("own-mistake");
    let own = desk.path("data/scenarios/quarrel");
    std::fs::create_dir_all(&own).unwrap();
    for text in [
        "scenario(#{ module: \"parley\" title: \"Mine\" });",
        "scenario(#{ module: \"parley\", title: \"Mine\" });\nuniit();",
        "",
    ] {
        std::fs::write(own.join("scenario.rhai"), text).unwrap();
        for typed in [&["table", "parley", "quarrel"][..], &["sim", "parley", "quarrel", "--games", "1"]] {
            let why = refused(&desk, typed);
            assert!(why.contains("scenario.rhai"), "{typed:?} of {text:?}: {why}");
        }
    }
    // One that is for another game is not meant.
    std::fs::write(own.join("scenario.rhai"), "scenario(#{ module: \"brigade\" title: \"Mine\" });").unwrap();
    desk.types(&["sim", "parley", "quarrel", "--games", "1"]).unwrap();
}

#[test]
fn a_game_goes_on_and_the_mistake_in_its_scenario_is_named() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("mistake-later");
    let (own, shipped) = (desk.path("data/scenarios/quarrel"), desk.path("scenarios/quarrel"));
    std::fs::create_dir_all(&own).unwrap();
    for file in std::fs::read_dir(shipped).unwrap().flatten() {
        std::fs::copy(file.path(), own.join(file.file_name())).unwrap();
    }
    let journal = desk.path("g.journal");
    let said = |typed: &[&str]| {
        let output = program(&desk, typed).arg(&journal).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    said(&["table", "parley", "quarrel", "--journal"]);
    std::fs::write(own.join("scenario.rhai"), "scenario(#{ module: \"parley\" title: \"Mine\" });").unwrap();
    let said = said(&["table", "--resume"]);
    assert!(said.contains("data/scenarios/quarrel can't be now: scenario.rhai:1:"), "{said}");
}

#[test]
fn a_name_of_a_rule_is_one_line_wherever_it_is_told() {
    let desk = Desk::new("rule-names");
    let rules = desk.path("data/rules");
    std::fs::create_dir_all(&rules).unwrap();
    let rule = "rule(#{ title: \"T\", modules: [\"parley\"], text: \"One\\nfog  Fog (parley)\" });";
    let strange = ["a\nweather  Weather (parley)", "a\u{fe0f}", "\u{5e9}\u{5dc}", "..."];
    for name in strange.into_iter().chain(["plain"]) {
        // A file system that takes no such name has none to show.
        let _ = std::fs::write(rules.join(format!("{name}.rhai")), rule);
    }
    let list = desk.types(&["rules", "parley"]).unwrap();
    let begins = |with: &str| list.lines().any(|line| line.starts_with(with));
    assert!(!begins("weather") && !begins("fog") && !list.contains('\u{fe0f}'), "{list}");
    assert!(begins("plain ") && !list.contains("file .rhai"), "{list}");
    for name in strange {
        let why = refused(&desk, &["table", "parley", "quarrel", "--rule", name]);
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(!why.contains('\u{fe0f}') && !why.contains("file .rhai"), "{why}");
    }
}

/// The names of a person's folders, in bytes that are no UTF-8.
#[cfg(unix)]
mod no_text {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    use serde_json::{Value, json};

    use super::*;
    use crate::fixture::running::Running;

    /// A folder whose name is no text; none on a system that has no such names.
    fn folder(desk: &Desk) -> Option<std::path::PathBuf> {
        let folder = desk.path("").join(OsStr::from_bytes(b"j\xf6rg"));
        std::fs::create_dir_all(&folder).ok().map(|()| folder)
    }

    fn succeeds(command: &mut Command) {
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.unwrap().success(), "{command:?}");
    }

    #[test]
    fn a_new_rule_is_written_to_the_data_folder_and_nowhere_else() {
        if test_modules().is_none() {
            return;
        }
        let desk = Desk::new("latin-rule");
        let Some(folder) = folder(&desk) else { return };
        let data = folder.join("data");
        succeeds(
            program(&desk, &["new", "rule", "hard-luck", "--module", "parley"]).env("MUSTER_DATA", &data),
        );
        assert!(data.join("rules/hard-luck.rhai").is_file());
        let beside = std::fs::read_dir(desk.path("")).unwrap().flatten().map(|entry| entry.file_name());
        let beside: Vec<_> = beside.filter(|name| name.to_string_lossy().starts_with('j')).collect();
        assert_eq!(beside, [folder.file_name().unwrap()], "no folder was made beside it");
    }

    #[test]
    fn a_game_is_played_from_a_journal_there() {
        if test_modules().is_none() {
            return;
        }
        let desk = Desk::new("latin-journal");
        let Some(folder) = folder(&desk) else { return };
        let journal = folder.join("g.journal");
        let played = |typed: &[&str], option: &str, path: &Path| {
            let mut program = program(&desk, typed);
            let mut table = Running::begin(program.arg(option).arg(path));
            let welcome = table.hear().expect("it plays");
            assert!(
                welcome["standing"]["journal"].as_str().unwrap().ends_with("j\u{fffd}rg/g.journal"),
                "{welcome}"
            );
            let Value::Array(decisions) =
                &table.ask(json!({"ask": "decisions", "seat": 0})).unwrap()["decisions"]
            else {
                panic!("no decisions")
            };
            let decisions = decisions.len();
            table.leave();
            decisions
        };
        let begun = played(&["table", "parley", "quarrel", "--seed", "1"], "--journal", &journal);
        assert!(journal.is_file());
        assert_eq!(played(&["table"], "--resume", &journal), begun);
    }
}
