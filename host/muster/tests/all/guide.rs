//! What the guides in `docs/` show works as it stands there.

use std::collections::BTreeMap;

use crate::fixture::{Desk, root};
use clap::Parser;
use muster::Arguments;
use muster_contract::Module;
use muster_scripts::{Known, Scenario, Texts, new_scenario, small_scenario};
use muster_sdk::Native;

/// The files that a guide shows, by scenario: its code blocks that are headed by `name=scenario/file`.
fn shown(guide: &str) -> BTreeMap<String, Texts> {
    let text = std::fs::read_to_string(root().join("docs").join(guide)).expect("the guide");
    let mut scenarios = BTreeMap::<String, Texts>::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((_, name)) = line.strip_prefix("```").and_then(|head| head.split_once(" name=")) else {
            continue;
        };
        let (scenario, file) = name.split_once('/').expect("a scenario and a file");
        let body: String =
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        let texts = scenarios
            .entry(scenario.into())
            .or_insert_with(|| Texts::new(scenario, Vec::<(&str, &str)>::new()));
        texts.files.insert(file.into(), body);
    }
    scenarios
}

#[test]
fn the_scenarios_of_the_guide_can_be_played() {
    let module = Native::<brigade::Brigade>::new("brigade");
    let known = Known { id: "brigade", description: module.describe() };
    let scenarios = shown("scenarios.md");
    assert_eq!(scenarios.keys().collect::<Vec<_>>(), ["bridge", "small"]);
    for texts in scenarios.values() {
        let scenario = Scenario::from_texts(texts, &[known]).unwrap_or_else(|problem| panic!("{problem}"));
        module
            .create(&scenario.position)
            .unwrap()
            .map(|_| ())
            .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    }
}

#[test]
fn the_sample_is_the_one_that_the_guide_shows() {
    let module = Native::<brigade::Brigade>::new("brigade");
    let desk = Desk::new("guide-sample");
    let folder = desk.path("two-hills");
    let small = small_scenario("two-hills", "brigade", module.describe()).unwrap();
    new_scenario(&folder, &small).unwrap();
    let written = Texts::read(&folder).unwrap();
    assert_eq!(written.files["scenario.rhai"], shown("scenarios.md")["small"].files["scenario.rhai"]);
}

/// Plays the session of the guide: lines that begin with `>` go in, and those with `<` must come out in this order,
/// where `…` stands for anything.
#[test]
fn the_session_of_the_guide_goes_as_it_says() {
    let text = std::fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let (_, rest) = text.split_once("```text name=session\n").unwrap();
    let (session, _) = rest.split_once("```").unwrap();
    let mut lines = session.lines();
    let typed = lines.next().unwrap().strip_prefix("$ muster ").unwrap();
    let typed: Vec<&str> = typed.split(' ').collect();
    let (input, expected): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("> "));
    let input: String = input.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let out = Desk::new("guide-session").type_with(&typed, input.as_bytes()).unwrap();
    let asked: Vec<&str> = input.lines().collect();
    crate::fixture::schema::check_session(&asked, &crate::fixture::json(&out));
    let mut said = out.lines();
    for pattern in expected {
        let pattern = pattern.strip_prefix("< ").unwrap_or_else(|| panic!("neither > nor <: {pattern}"));
        assert!(said.any(|line| fits(line, pattern)), "nothing like\n  {pattern}\nin\n{out}");
    }
}

fn fits(line: &str, pattern: &str) -> bool {
    let Some((first, others)) = pattern.split_once('…') else { return line == pattern };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = others.split('…').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// A command that a page shows, and where.
struct Shown {
    page: String,
    words: Vec<String>,
}

/// What is typed on a line, if it is this program that is run: straight, through cargo, or by `cargo xtask play`, which passes on
/// what it doesn't know itself.
fn typed(line: &str) -> Option<Vec<String>> {
    let line = line.trim().strip_prefix("$ ").unwrap_or(line.trim());
    let line = line.split_once(" #").map_or(line, |(line, _)| line).trim();
    let ways = ["muster ", "cargo muster ", "cargo run -p muster -- ", "cargo xtask play "];
    let rest = ways.iter().find_map(|way| line.strip_prefix(way))?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// Every command of this program in the pages for players and authors, in the order in which they stand: in blocks, and in the text
/// where more than a command's name is shown.
fn commands() -> Vec<Shown> {
    let docs = std::fs::read_dir(root().join("docs")).unwrap().flatten().map(|entry| entry.path());
    let mut pages: Vec<std::path::PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|kind| kind == "md")).collect();
    pages.extend(["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)));
    pages.sort();
    let mut shown = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let page = page.file_name().unwrap().to_string_lossy().into_owned();
        let mut add = |words: Vec<String>| shown.push(Shown { page: page.clone(), words });
        let mut block = false;
        for line in text.lines() {
            if line.starts_with("```") {
                block = !block;
            } else if block || line.starts_with("    ") {
                typed(line).into_iter().for_each(&mut add);
            } else {
                let spans = line.split('`').skip(1).step_by(2).filter_map(typed);
                let name_alone = |words: &Vec<String>| {
                    words.len() == 1 || *words == ["new", "scenario"] || *words == ["new", "module"]
                };
                spans.filter(|words| !name_alone(words)).for_each(&mut add);
            }
        }
    }
    shown
}

/// Why a command is only looked at, and not carried out.
fn only_looked_at(words: &[String]) -> Option<&'static str> {
    let first = words.first().map(String::as_str).unwrap_or_default();
    match first {
        "dev" => Some(
            "it runs cargo, and goes on until its input ends; tried with a cargo of its own in program.rs",
        ),
        "build" => Some("it runs cargo; tried with a cargo of its own in workshop.rs"),
        "pack" | "install" | "remove" => {
            Some("it needs a component; tried in program.rs, where components are")
        }
        _ if words.iter().any(|word| word == "FOLDER") => Some("it needs a component; tried in program.rs"),
        _ if words.iter().any(|word| word.contains("night-raid")) => {
            Some("the module that the guide makes is built by xtask's tests")
        }
        _ if words.iter().any(|word| word.ends_with("steamers")) => Some(
            "the module in C is built only where there is a compiler for it; tried in conformance's tests",
        ),
        _ => None,
    }
}

/// Every command that the pages show is understood, and does what it says where no component, cargo or window is needed.
#[test]
fn the_commands_of_the_docs_work() {
    let desk = Desk::new("guide-commands");
    let journal = desk.path("game.journal").display().to_string();
    let begun = ["table", "parley", "quarrel", "--seats", "bot:random,bot:random", "--journal", &journal];
    desk.types(&begun).unwrap();
    let board = desk.path("scenarios/quarrel/valley.toml").display().to_string();
    let shiloh = desk.path("scenarios/shiloh");
    std::fs::create_dir_all(&shiloh).unwrap();
    for file in std::fs::read_dir(root().join("scenarios/shiloh")).unwrap().flatten() {
        std::fs::copy(file.path(), shiloh.join(file.file_name())).unwrap();
    }
    let written = ["FILE.html", "FILE.gif", "FILE.png"].map(|name| desk.path(name).display().to_string());
    let (mut tried, mut looked_at) = (0, 0);
    for Shown { page, words } in commands() {
        let mut words: Vec<&str> = words
            .iter()
            .map(|word| match word.as_str() {
                "JOURNAL" => &journal,
                "MODULE" => "brigade",
                "SCENARIO" => "first-fight",
                "FILE.toml" => &board,
                file if file.starts_with("FILE.") => {
                    written.iter().find(|path| path.ends_with(file)).map_or(file, String::as_str)
                }
                // Parts that are left out.
                "…" => "--games=1",
                other => other,
            })
            .collect();
        if words[0] == "sim" {
            // The series are as long as the page says, the games aren't.
            let short = ["--longest", "4", "--playouts", "1"];
            words = if words.len() < 3 || words[1].starts_with('-') {
                [&["sim", "brigade", "first-fight"], &words[1..], &short].concat()
            } else {
                [&words[..], &short].concat()
            };
        }
        let line = words.join(" ");
        Arguments::try_parse_from([&["muster"], &words[..]].concat())
            .unwrap_or_else(|error| panic!("{page}: {line}: {error}"));
        let words_owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        if only_looked_at(&words_owned).is_some() {
            looked_at += 1;
            continue;
        }
        desk.types(&words).unwrap_or_else(|why| panic!("{page}: {line}: {why}"));
        tried += 1;
    }
    assert!(tried >= 20 && looked_at >= 8, "{tried} were tried and {looked_at} looked at");
}

/// The rule that the guide shows whole can be turned on, and what it shows of going on later fits it.
#[test]
fn the_rules_of_the_guide_work() {
    let text = std::fs::read_to_string(root().join("docs/house-rules.md")).unwrap();
    let blocks = text.split("```rhai\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let blocks: Vec<&str> = blocks.map(|(block, _)| block).collect();
    assert!(blocks.len() >= 3 && blocks[0].starts_with("rule("), "{blocks:?}");
    let desk = Desk::new("guide-rules");
    let rules = desk.path("data/rules");
    std::fs::create_dir_all(&rules).unwrap();
    for (number, block) in blocks.iter().enumerate() {
        let head = "rule(#{ title: \"T\", modules: [\"brigade\"] });\n";
        let whole = if number == 0 { (*block).to_owned() } else { format!("{head}{block}") };
        std::fs::write(rules.join(format!("shown-{number}.rhai")), whole).unwrap();
        let name = format!("shown-{number}");
        desk.types(&["check", &name]).unwrap_or_else(|why| panic!("{block}{why}"));
    }
    let typed = [
        "sim",
        "brigade",
        "first-fight",
        "--games",
        "1",
        "--playouts",
        "1",
        "--longest",
        "60",
        "--rule",
        "shown-0:most=3",
    ];
    desk.types(&typed).unwrap();
}

/// A note may name any key of the window's, by the window's own name for what it does.
#[cfg(feature = "window")]
#[test]
fn a_note_names_the_keys_of_the_window() {
    let own: Vec<&str> = muster_app::keys::Action::all().map(muster_app::keys::Action::name).collect();
    assert_eq!(own, muster_scripts::KEYS);
    let guide = std::fs::read_to_string(root().join("docs/scenarios.md")).expect("the guide");
    for key in own {
        assert!(guide.contains(&format!("`{key}`")), "the guide doesn't name {key}");
    }
}
