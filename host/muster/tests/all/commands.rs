//! Lists, series of games, checks and samples.

use crate::fixture::{Desk, json, root};
use serde_json::json;

#[test]
fn modules_and_scenarios_are_listed() {
    let desk = Desk::new("lists");
    assert!(desk.types(&["modules"]).unwrap().contains("Parley"));
    assert_eq!(json(&desk.types(&["modules", "--json"]).unwrap())[0][0]["id"], "parley");
    let list = desk.types(&["scenarios", "parley"]).unwrap();
    assert!(list.contains("quarrel") && list.contains("The quarrel in the valley"), "{list}");
    assert!(!list.contains("first-fight"), "{list}");
    let all = &json(&desk.types(&["scenarios", "--json"]).unwrap())[0];
    assert_eq!((&all[0]["id"], &all[0]["module"]), (&json!("first-fight"), &json!("brigade")));
    assert_eq!((&all[1]["id"], &all[1]["module"]), (&json!("quarrel"), &json!("parley")));
}

#[test]
fn a_series_counts_its_games() {
    let desk = Desk::new("sim");
    let typed = [
        "sim",
        "parley",
        "quarrel",
        "--games",
        "4",
        "--seed",
        "3",
        "--bots",
        "random,regular",
        "--playouts",
        "2",
        "--json",
    ];
    let counted = &json(&desk.types(&typed).unwrap())[0];
    let number = |name: &str| counted[name].as_u64().unwrap_or_else(|| panic!("{name} in {counted}"));
    assert_eq!(number("games"), 4);
    let wins =
        |of: &serde_json::Value| of.as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!(wins(&counted["side_wins"]) + number("draws") + number("unfinished"), 4);
    assert_eq!(wins(&counted["side_wins"]), wins(&counted["bot_wins"]));
    let by_bot: u64 = counted["bot_side_wins"].as_object().unwrap().values().map(wins).sum();
    assert_eq!(by_bot, wins(&counted["bot_wins"]), "{counted}");
    assert!(number("choices") > 4 && counted["seconds"].as_f64().is_some());

    let again = &json(&desk.types(&typed).unwrap())[0];
    assert_eq!(again["side_wins"], counted["side_wins"], "the same seed gives the same games");
    assert_eq!(again["choices"], counted["choices"]);
}

#[test]
fn an_option_is_set_once() {
    let desk = Desk::new("option");
    let typed = ["sim", "parley", "quarrel", "--option", "flags=true", "--option", "flags=false"];
    let failure = desk.types(&typed).unwrap_err().to_string();
    assert!(failure.contains("the option flags is set twice"), "{failure}");
}

#[test]
fn a_series_takes_the_policies_of_its_module() {
    let desk = Desk::new("policies");
    let sim = |bots: &str| {
        desk.types(&["sim", "parley", "quarrel", "--games", "2", "--bots", bots, "--playouts", "1", "--json"])
    };
    let counted = &json(&sim("headlong,random").unwrap())[0];
    assert!(counted["bot_wins"]["headlong"].as_u64().is_some(), "{counted}");
    let refused = sim("headlong,cautious").map(|_| ()).expect_err("there is no such policy");
    let remedy = refused.remedy().unwrap_or_default().to_string();
    assert!(remedy.contains("regular, random, headlong"), "{refused} {remedy}");
}

#[test]
fn a_scenario_is_checked() {
    let desk = Desk::new("check");
    let folder = desk.path("scenarios/quarrel");
    let path = folder.to_str().unwrap();
    let told = desk.types(&["check", path]).unwrap();
    assert!(told.contains("can be played: "), "{told}");
    assert!(desk.types(&["check", "quarrel"]).is_ok(), "by its name too");

    let script = folder.join("scenario.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, text + "place(\"nobody\", \"town\");\nfact(\"turn\", 3);\n").unwrap();
    let problem = desk.types(&["check", path]).unwrap_err().to_string();
    assert!(problem.starts_with("2 problems\n"), "{problem}");
    assert!(problem.contains("scenario.rhai:13:1: there is no unit \"nobody\""), "{problem}");

    let board = folder.join("valley.toml");
    assert!(desk.types(&["check", board.to_str().unwrap()]).unwrap().contains("\"The valley\" has 7 spaces"));
    std::fs::write(&board, "id = \"x\"\n[[space]]\n").unwrap();
    assert!(
        desk.types(&["check", board.to_str().unwrap()]).unwrap_err().to_string().contains("valley.toml:")
    );
    assert!(desk.types(&["check", "/nowhere"]).unwrap_err().to_string().contains("there is nothing at"));
}

#[test]
fn a_board_says_which_principle_gave_each_value() {
    let desk = Desk::new("principles");
    let board = desk.path("field.toml");
    let text = r#"
        id = "field"
        title = "The field"
        source = "Invented."
        values = { n1 = "As many as its ground holds.", w1 = "It is long.", length = 3 }

        [[area]]
        id = "1"
        outline = [[0, 0], [2, 0], [2, 1], [0, 1]]
        values = { capacity = 4, capacity-from = "n1", setup-from = "n1: the first ground" }

        [[area]]
        id = "2"
        outline = [[0, 1], [2, 1], [2, 2], [0, 2]]

        [[edge]]
        a = "1"
        b = "2"
        features = ["wide"]
        values = { width-from = "w1" }
        forward = { infantry = 1, from = "n1 w1" }
    "#;
    std::fs::write(&board, text).unwrap();
    let told = desk.types(&["check", board.to_str().unwrap()]).unwrap();
    assert!(told.contains("2 principles gave its values"), "{told}");
    assert!(told.contains("n1 (3 times): As many as its ground holds."), "{told}");
    assert!(told.contains("1: capacity n1, setup n1: the first ground"), "{told}");
    assert!(told.contains("1/2: width w1; into 2: n1 w1"), "{told}");
    std::fs::write(&board, text.replace("\"w1\" }", "\"w2\" }")).unwrap();
    let problem = desk.types(&["check", board.to_str().unwrap()]).unwrap_err().to_string();
    assert!(problem.contains("1/2 names the principle \"w2\""), "{problem}");
}

#[test]
fn what_is_new_gets_a_name_that_any_system_can_hold() {
    let desk = Desk::new("names");
    for what in ["scenario", "rule"] {
        for name in [
            "../../x",
            "a/../b",
            "..",
            ".",
            "",
            "CON",
            "con",
            "lpt1",
            "a b",
            " ",
            "x\u{1b}[2J",
            "Größe",
            "a.b",
            "-\n",
            "-x",
            "--",
            "drafts/-x",
        ] {
            let typed = ["new", what, "--module", "parley", "--", name];
            let refused = desk.types(&typed).expect_err(name).to_string();
            let words = [format!("is no name for a {what}"), "by way of \"..\"".to_owned()];
            assert!(words.iter().any(|words| refused.contains(words)), "{name:?}: {refused}");
        }
    }
    assert!(!desk.path("data").exists(), "nothing was written");
    let path = desk.path("drafts/two-hills");
    desk.types(&["new", "scenario", path.to_str().unwrap(), "--module", "parley"]).unwrap();
    assert!(path.join("scenario.rhai").is_file(), "a path is a path");
}

/// Whoever names a pipe is told, and waits for nobody.
#[cfg(unix)]
#[test]
fn no_command_waits_for_a_pipe() {
    let desk = Desk::new("pipes");
    let pipe = |name: &str| {
        let path = desk.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        path.display().to_string()
    };
    let (board, rule, other) = (pipe("board.toml"), pipe("mud.rhai"), pipe("pipe"));
    pipe("module/plugin.toml");
    pipe("scenarios/quarrel/more.rhai");
    pipe("data/rules/rain.rhai");
    let module = desk.path("module").display().to_string();
    for typed in [
        &["check", &board][..],
        &["check", &rule],
        &["check", &module],
        &["pack", &module],
        &["install", &other],
        &["verify", &other],
        &["replay", &other],
        &["chronicle", &other],
        &["patch", &other],
        &["table", "--resume", &other],
        &["rules"],
        &["scenarios"],
        &["check", "quarrel"],
    ] {
        let (sender, done) = std::sync::mpsc::channel();
        let typed: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
        program
            .args(&typed)
            .env("MUSTER_DATA", desk.path("data"))
            .env("MUSTER_SCENARIOS", desk.path("scenarios"));
        let mut child = program
            .env("MUSTER_MODULES", desk.path("modules"))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .stdin(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let waits = std::thread::spawn(move || {
            for _ in 0..200 {
                if child.try_wait().unwrap().is_some() {
                    return sender.send(true).unwrap();
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            child.kill().unwrap();
            sender.send(false).unwrap();
        });
        assert!(done.recv().unwrap(), "{typed:?} waits");
        waits.join().unwrap();
    }
}

#[test]
fn a_new_scenario_can_be_checked_at_once() {
    let desk = Desk::new("new");
    let told = desk.types(&["new", "scenario", "two-hills", "--module", "parley"]);
    // Parley wants more of its boards than a small sample has: it is a copy of the one that there is.
    let script = desk.path("data/scenarios/two-hills/scenario.rhai");
    assert!(script.is_file(), "{told:?}");
    assert!(told.unwrap().starts_with(script.to_str().unwrap()));
    let checked = desk.types(&["check", "two-hills"]).unwrap();
    assert!(checked.contains("\"Two hills\" can be played"), "{checked}");
    assert!(
        desk.types(&["new", "scenario", "two-hills", "--module", "parley"]).is_err(),
        "nothing is overwritten"
    );
    assert!(desk.types(&["scenarios"]).unwrap().contains("(yours)"));
}

/// A name can't look like a line of its own.
#[cfg(unix)]
#[test]
fn a_name_is_one_line_of_the_list() {
    let desk = Desk::new("lines");
    let folder = desk.path("data/scenarios/a\nb");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("scenario.rhai"), "scenario(#{ module: \"parley\", title: \"T\" });").unwrap();
    let list = desk.types(&["scenarios"]).unwrap();
    assert!(list.lines().any(|line| line.starts_with("a\\nb ")), "{list}");
}

/// A folder that can't be read now is no folder without scenarios.
#[test]
fn scenarios_that_cannot_be_read_are_not_told_as_missing() {
    let desk = Desk::new("unread");
    std::fs::create_dir_all(desk.path("data")).unwrap();
    std::fs::write(desk.path("data/scenarios"), "no folder").unwrap();
    let refused = desk.types(&["sim", "parley", "mine", "--games", "1"]).unwrap_err().to_string();
    assert!(refused.contains("data/scenarios: ") && !refused.contains("there is no scenario"), "{refused}");
    assert!(desk.types(&["scenarios", "parley"]).unwrap().contains("quarrel"), "the others are there");
}

/// Parley's tests play from a position in Rust; the window and the command line from its scenario.
#[test]
fn parleys_scenario_sets_up_the_position_of_its_tests() {
    let module = muster_sdk::Native::<parley::Parley>::new("parley");
    let texts = muster_scripts::Texts::read(&root().join("tests/scenarios/parley")).unwrap();
    let known = muster_scripts::Known::from(&module);
    let scenario =
        muster_scripts::Scenario::from_texts(&texts, &[known]).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(scenario.position, parley::position());
}

#[test]
fn the_scenarios_of_this_tree_can_be_read() {
    for folder in muster_bundle::own_scenarios(&root()) {
        let texts = muster_scripts::Texts::read(&folder).unwrap();
        muster_scripts::Heading::from_texts(&texts).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[test]
fn no_file_is_written_over_by_a_journal() {
    let desk = Desk::new("taken");
    let file = desk.path("notes.txt");
    std::fs::write(&file, "mine").unwrap();
    let typed = ["table", "parley", "quarrel", "--journal", file.to_str().unwrap()];
    let why = desk.types(&typed).unwrap_err().to_string();
    assert!(why.contains("there is a file of that name already") && !why.contains("os error"), "{why}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn shells_and_manual_readers_are_served() {
    let desk = Desk::new("shells");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = desk.types(&["completions", shell]).unwrap();
        assert!(script.contains("chronicle") && script.contains("muster"), "{shell}");
    }
    let folder = desk.path("man");
    desk.types(&["manual", folder.to_str().unwrap()]).unwrap();
    for (page, words) in
        [("muster.1", "completions"), ("muster-table.1", "JSON"), ("muster-new-rule.1", "shadow")]
    {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(words), "{page}: {text}");
    }
}

/// A page takes the place of a plain file only: nothing is written through a link, and a pipe isn't waited for.
#[cfg(unix)]
#[test]
fn manual_pages_are_written_over_plain_files_only() {
    let desk = Desk::new("pages");
    let folder = tempfile::tempdir().unwrap();
    let (pages, precious) = (folder.path().join("pages"), folder.path().join("precious"));
    std::fs::create_dir(&pages).unwrap();
    std::fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink(&precious, pages.join("muster.1")).unwrap();
    let typed = ["manual", pages.to_str().unwrap()];
    let failure = desk.types(&typed).unwrap_err().to_string();
    assert!(failure.contains("no plain file"), "{failure}");
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
    std::fs::remove_file(pages.join("muster.1")).unwrap();
    std::fs::write(pages.join("muster.1"), "an older page").unwrap();
    desk.types(&typed).unwrap();
    assert!(std::fs::read_to_string(pages.join("muster.1")).unwrap().contains(".TH"));
}

#[test]
fn a_scenario_for_a_module_that_is_not_installed_says_so_where_it_names_it() {
    let desk = Desk::new("not-installed");
    let script = desk.path("scenarios/chess/scenario.rhai");
    std::fs::create_dir_all(script.parent().unwrap()).unwrap();
    let check = |module: &str, lines: &str| {
        std::fs::write(
            &script,
            format!("scenario(#{{\n  module: \"{module}\",\n  title: \"X\" }});\n{lines}"),
        )
        .unwrap();
        desk.types(&["check", "chess"]).expect_err(module).to_string()
    };
    let said = check("chess", "");
    let words =
        "scenario.rhai:2:12: there is no module \"chess\". Install its bundle with `muster install FILE`";
    assert!(said.contains(words) && said.contains("there is no module `chess`"), "{said}");
    let said = check("parlay", "");
    assert!(said.ends_with("there is no module \"parlay\". Did you mean \"parley\"?"), "{said}");
    // To install it mends nothing else.
    let said = check("chess", "loop { }");
    assert!(said.contains("Look for a loop that never ends.") && !said.contains("muster install"), "{said}");
}

#[test]
fn help_tells_a_newcomer_where_to_begin() {
    use clap::CommandFactory;
    let help = muster::Arguments::command().render_long_help().to_string();
    for words in [
        "Where to begin:",
        "muster scenarios brigade",
        "Exit codes:",
        "table",
        "sim",
        "replay",
        "verify",
        "check",
        "new",
    ] {
        assert!(help.contains(words), "no {words:?} in\n{help}");
    }
    assert_eq!(json!(muster::Arguments::command().get_name()), "muster");
}
