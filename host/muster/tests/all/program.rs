//! The program itself: what it prints, and its exit codes.

use std::path::PathBuf;
use std::process::{Command, Output};

#[cfg(unix)]
use crate::fixture::running::{cargo_of_parley, source_of_parley};
use crate::fixture::{Desk, json};

/// Runs the program on this desk, without the modules and settings of whoever runs the test.
fn run(desk: &Desk, typed: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
    program.args(typed).env("MUSTER_DATA", desk.path("data")).env("MUSTER_SCENARIOS", desk.path("scenarios"));
    if std::env::var_os("MUSTER_MODULES").is_none() {
        program.env("MUSTER_MODULES", desk.path("modules"));
    }
    program.output().expect("the program runs")
}

#[track_caller]
fn ends(desk: &Desk, typed: &[&str], code: i32, words: &str) {
    let output = run(desk, typed);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn exit_codes_tell_what_went_wrong() {
    let desk = Desk::new("codes");
    ends(&desk, &["--help"], 0, "Where to begin:");
    ends(&desk, &["table", "--help"], 0, "--seats <LIST>");
    ends(&desk, &["dance"], 2, "unrecognized subcommand 'dance'");
    ends(&desk, &["sim"], 2, "<MODULE>");
    ends(&desk, &["check", "/nowhere/at/all"], 2, "there is nothing at");
    ends(&desk, &["verify", "/nowhere/at/all"], 3, "/nowhere/at/all");
    ends(&desk, &["table", "chess", "opening"], 3, "chess");
    let board = desk.path("board.toml");
    std::fs::write(&board, "id = \"x\"\n").expect("a file");
    ends(&desk, &["check", &board.display().to_string()], 1, "board.toml");
}

/// What a desktop puts after the program's name, when a file is opened with it. There is no display here, which tells that the window
/// was to open.
#[test]
fn the_path_of_a_file_in_the_place_of_a_command_is_opened() {
    let desk = Desk::new("opens");
    let file = desk.path("a table.jsonl").display().to_string();
    std::fs::write(&file, "{}").expect("a file");
    let typed = |typed: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args(typed).env("MUSTER_DATA", desk.path("data"));
        program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        let output = program.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let data = desk.path("data").display().to_string();
    for opened in [&[file.as_str()][..], &["open", &file], &["--data", &data, &file]] {
        let (code, said) = typed(opened);
        assert!(code == Some(3) && said.contains("display"), "{opened:?}: {code:?} {said}");
    }
    for wrong in [&["modules", file.as_str()][..], &["dance"], &["/nowhere/at/all.jsonl"]] {
        let (code, said) = typed(wrong);
        assert!(code == Some(2) && !said.contains("display"), "{wrong:?}: {code:?} {said}");
    }
}

/// A variable that is set to nothing is as good as none; an option isn't.
#[test]
fn an_empty_variable_names_no_folder() {
    let desk = Desk::new("empty-variable");
    let with = |typed: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args(typed).env("MUSTER_DATA", "").env("MUSTER_RULES", "").env("MUSTER_PROGRAM_LOG", "");
        program.env("HOME", desk.path("home")).env("XDG_DATA_HOME", desk.path("home"));
        program.env("XDG_STATE_HOME", desk.path("home"));
        program.output().expect("the program runs").status.code()
    };
    assert_eq!(with(&["scenarios"]), Some(0));
    assert_eq!(with(&["scenarios", "--data", ""]), Some(2));
}

/// A game for which no journal was named is kept among the temporary files: who has no room there is told what it is for.
#[cfg(unix)]
#[test]
fn a_folder_for_temporary_files_that_is_not_there_is_named() {
    if std::env::var_os("MUSTER_MODULES").is_none() {
        return;
    }
    let desk = Desk::new("no-tmpdir");
    let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
    program.args(["table", "brigade", "first-fight"]).env("TMPDIR", desk.path("none"));
    program.env("MUSTER_DATA", desk.path("data")).env("MUSTER_SCENARIOS", desk.path("scenarios"));
    let output = program.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    for words in [
        "the game is kept in the folder for temporary files while it goes on, and can't be: ",
        "/none/muster-table-",
        "Set TMPDIR to a folder that can be written to, or name a file to keep the game in with --journal.",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

/// What can't be looked into may hold what is looked for.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_looked_into_is_named() {
    let desk = Desk::new("loops");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    let turned = |name: &str| {
        let path = desk.path(name);
        std::os::unix::fs::symlink(&path, &path).unwrap();
        path.display().to_string()
    };
    let rules = turned("data/rules");
    let named = format!("{rules}: ");
    ends(&desk, &["rules"], 0, &named);
    ends(&desk, &["check", &rules], 2, "can't be looked into");
    let modules = turned("data/modules");
    ends(&desk, &["remove", "brigade"], 3, &format!("muster: {modules}: "));
    std::fs::create_dir_all(desk.path("data/scenarios")).unwrap();
    turned("data/scenarios/mine");
    ends(&desk, &["scenarios"], 0, "mine");
    std::fs::create_dir_all(desk.path("others")).unwrap();
    turned("others/brigade");
    let others = desk.path("others").display().to_string();
    ends(&desk, &["modules", "--modules", &others], 0, "can't be played");
    let pipe = desk.path("plain").display().to_string();
    std::fs::write(&pipe, "").unwrap();
    ends(&desk, &["modules", "--modules", &pipe], 0, "is named as a folder with modules, and is none");
}

/// The installed component and the module compiled into this test play the same games.
#[test]
fn a_series_of_the_component_is_that_of_the_native_module() {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else {
        eprintln!("not compared: MUSTER_MODULES names no folder with modules; `cargo xtask test` sets it");
        return;
    };
    assert!(modules.join("brigade").is_dir(), "no brigade in {}", modules.display());
    let desk = Desk::new("component");
    let typed =
        ["sim", "brigade", "first-fight", "--games", "2", "--seed", "5", "--bots", "random,random", "--json"];
    let output = run(&desk, &typed);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let component = json(&String::from_utf8_lossy(&output.stdout));
    let native = json(&desk.types(&typed).expect("a series"));
    for count in ["games", "draws", "unfinished", "choices", "side_wins", "bot_side_wins"] {
        assert_eq!(component[0][count], native[0][count], "{count}");
    }
}

/// The board that a scenario shares with others goes with it.
#[test]
fn a_bundle_takes_along_what_its_scenarios_share() {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else {
        eprintln!("not tried: MUSTER_MODULES names no folder with modules; `cargo xtask test` sets it");
        return;
    };
    let desk = Desk::new("bundle-shared");
    let (bundle, empty) = (desk.path("bull-run.muster"), desk.path("empty"));
    std::fs::create_dir_all(&empty).expect("a folder");
    let text = |path: &PathBuf| path.display().to_string();
    let scenarios = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let (morning, noon) = (text(&scenarios.join("bull-run")), text(&scenarios.join("bull-run-noon")));
    let (folder, bundle, empty) = (text(&modules.join("bull-run")), text(&bundle), text(&empty));
    let pack = ["pack", &folder, "--scenario", &morning, "--scenario", &noon, "--out", &bundle];
    ends(&desk, &pack, 0, "scenarios/shared/bull-run/field.toml");
    let there = |typed: &[&str], code: i32, words: &str| {
        let typed = [typed, &["--modules", &empty, "--scenarios", &empty]].concat();
        ends(&desk, &typed, code, words);
    };
    there(&["install", &bundle], 0, "Bull Run");
    there(&["check", "bull-run-noon"], 0, "can be played");
    // A module's bundle holds no other module's board.
    let script = desk.path("scenarios/thief/scenario.rhai");
    std::fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
    let lines = "scenario(#{ module: \"bull-run\", title: \"Thief\" });\nboard(\"shared/bobby-lee/virginia.toml\");\n";
    std::fs::write(&script, lines).expect("a script");
    let thief = text(&desk.path("scenarios/thief"));
    let shipped = text(&scenarios);
    let pack = ["--scenarios", &shipped, "pack", &folder, "--scenario", &thief, "--out", &bundle];
    ends(&desk, &pack, 2, "shared/bobby-lee/virginia.toml belongs to another module");
}

/// A module goes from one desk to another in a bundle, is played there, and goes away again.
#[test]
fn a_module_is_packed_installed_played_and_removed() {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else {
        eprintln!("not tried: MUSTER_MODULES names no folder with modules; `cargo xtask test` sets it");
        return;
    };
    let desk = Desk::new("bundle");
    let (bundle, empty) = (desk.path("brigade.muster"), desk.path("empty"));
    std::fs::create_dir_all(&empty).expect("a folder");
    let text = |path: &PathBuf| path.display().to_string();
    let scenario = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/first-fight");
    let (folder, scenario) = (text(&modules.join("brigade")), text(&scenario));
    let (bundle, empty) = (text(&bundle), text(&empty));
    let pack = ["pack", &folder, "--scenario", &scenario, "--out", &bundle];
    ends(&desk, &pack, 0, "scenarios/first-fight/scenario.rhai");
    // It takes the place of an earlier one, and of nothing else.
    ends(&desk, &pack, 0, "scenarios/first-fight/scenario.rhai");
    let journal = desk.path("a.journal");
    std::fs::write(&journal, "not a bundle").expect("a file");
    let over = ["pack", &folder, "--out", &text(&journal)];
    ends(&desk, &over, 2, "that file is there, and is no bundle");
    assert_eq!(std::fs::read(&journal).expect("the file"), b"not a bundle");
    // Elsewhere, where there is nothing.
    let there = |typed: &[&str], code: i32, words: &str| {
        let typed = [typed, &["--modules", &empty, "--scenarios", &empty]].concat();
        ends(&desk, &typed, code, words);
    };
    there(&["install", &bundle], 0, "Brigade (brigade)");
    there(&["install", &bundle], 0, "It was installed already");
    // What somebody changed in it since is named before it goes, and kept.
    let script = desk.path("data/modules/brigade/scenarios/first-fight/scenario.rhai");
    for (kept, gone) in
        [("brigade", &["install", &bundle, "--replace"][..]), ("brigade-2", &["remove", "brigade"])]
    {
        std::fs::write(&script, "// mine").expect("it is there");
        let changed = "since it was installed: scenarios/first-fight/scenario.rhai";
        there(&["install", &bundle], 2, changed);
        there(gone, 0, "since it was installed, and kept: scenarios/first-fight/scenario.rhai\n");
        let kept = desk.path("data/modules.kept").join(kept).join("scenarios/first-fight/scenario.rhai");
        assert_eq!(std::fs::read_to_string(kept).expect("it is kept"), "// mine");
        there(&["install", &bundle], 0, "Brigade (brigade)");
    }
    // By another name it is the same folder.
    let again = text(&desk.path("data/modules/../modules"));
    let again = ["install", &bundle, "--modules", &again, "--scenarios", &empty];
    ends(&desk, &again, 0, "It was installed already");
    there(&["modules"], 0, "brigade");
    there(&["scenarios", "brigade"], 0, "first-fight");
    there(&["sim", "brigade", "first-fight", "--games", "1", "--bots", "random,random"], 0, "1 game");
    // Where it is already, it isn't put a second time.
    ends(&desk, &["install", &bundle], 1, "there is already a module `brigade`");
    there(&["remove", "brigade"], 0, "is removed");
    there(&["remove", "brigade"], 3, "no module `brigade` is installed");
    there(&["table", "brigade", "first-fight"], 3, "brigade");
    // What is no bundle, or no longer the one that was packed.
    let mut bytes = std::fs::read(&bundle).expect("the bundle");
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    std::fs::write(&bundle, bytes).expect("half of it");
    there(&["install", &bundle], 1, "no bundle, or a damaged one");
    there(&["install", "/nowhere.muster"], 3, "/nowhere.muster");
    there(&["pack", &empty], 1, "plugin.toml");
}

/// A module that says one thing and does another isn't found by looking at its file: it has to be played.
#[test]
fn a_module_that_lies_is_found_out_by_a_check() {
    let Some(folder) = crate::fixture::running::test_modules().map(|modules| modules.join("hostile")) else {
        return;
    };
    let folder = folder.display().to_string();
    let desk = Desk::new("lies");
    ends(&desk, &["check", &folder], 0, "There is no scenario of it, so it was not tried");
    for (mischief, code, words) in [
        ("none", 0, "was played for a while, and it kept to its own rules"),
        ("accepts what it doesn't list", 1, "isn't listed, yet it applied"),
        ("refuses and acts", 1, "was refused, yet it changed the game"),
        ("views that change", 1, "asked twice, the view: status differ"),
        ("panic in view", 1, "module hostile failed in view: panicked at"),
    ] {
        desk.lay_ladder(mischief);
        ends(&desk, &["check", &folder], code, words);
    }
}

/// `dev` is a table like another: its first line is the welcome, and it takes what a table takes.
#[cfg(unix)]
#[test]
fn dev_plays_by_the_line_protocol_with_the_flags_of_a_table() {
    let Some(modules) = crate::fixture::running::test_modules() else { return };
    let desk = Desk::new("dev");
    let (crate_of, cargo) = (source_of_parley(&desk), cargo_of_parley(&desk, "true"));
    // Its cargo has built the component already, and it was made out of that afterwards.
    let (core, made) = ("target/wasm32-unknown-unknown/module", "target/modules/parley");
    [core, made].iter().for_each(|folder| std::fs::create_dir_all(crate_of.join(folder)).unwrap());
    std::fs::write(crate_of.join(core).join("parley.wasm"), "").unwrap();
    std::fs::copy(modules.join("parley/parley.wasm"), crate_of.join(made).join("parley.wasm")).unwrap();
    let journal = desk.path("dev.journal");
    let dev = |more: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args([&["dev", crate_of.to_str().unwrap()], more].concat()).env("CARGO", &cargo);
        program.env("MUSTER_DATA", desk.path("data")).env("MUSTER_SCENARIOS", desk.path("scenarios"));
        program.stdin(std::process::Stdio::null()).output().expect("the program runs")
    };
    let seats = ["--seats", "human,bot:random", "--seed", "7", "--journal", journal.to_str().unwrap()];
    let output = dev(&[&["--scenario", "quarrel"], &seats[..]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("building parley"), "{errors}");
    let said = json(&String::from_utf8_lossy(&output.stdout));
    assert_eq!((&said[0]["update"], &said[0]["eyes"]), (&"welcome".into(), &serde_json::json!([0])));
    assert_eq!(said[0]["standing"]["seats"][1]["holder"], serde_json::json!({ "bot": "random" }));
    assert!(journal.is_file());
    let refused = dev(&["--seed", "7"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("Add --scenario NAME"));
}

/// What a module logs comes on standard error if that is asked for, each line with its call, and never between the lines of the
/// protocol.
#[test]
fn a_table_tells_what_its_module_logs() {
    let Some(modules) = crate::fixture::running::test_modules() else { return };
    let desk = Desk::new("log");
    desk.lay_ladder("tells what it does");
    let lines = (1..12).flat_map(|revision| {
        [0, 1].map(|seat| {
            format!(
                "{{\"id\":1,\"ask\":\"act\",\"seat\":{seat},\"revision\":{revision},\"choice\":\"climb\"}}\n"
            )
        })
    });
    let input = desk.path("input");
    std::fs::write(&input, lines.collect::<String>()).unwrap();
    let table = |more: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args([&["table", "hostile", "ladder"], more].concat());
        program.env("MUSTER_MODULES", &modules).env("MUSTER_SCENARIOS", desk.path("scenarios"));
        program.env("MUSTER_DATA", desk.path("data")).stdin(std::fs::File::open(&input).unwrap());
        let Output { stdout, stderr, .. } = program.output().expect("the program runs");
        json(&String::from_utf8_lossy(&stdout));
        String::from_utf8_lossy(&stderr).into_owned()
    };
    let told = table(&["--log"]);
    assert!(told.contains("log: apply: turn 4\n") && told.contains("log: decisions: turn 5\n"), "{told}");
    assert!(!table(&[]).contains("log: "));
}
