//! What strangers wrote gives no orders to the terminal of whoever types a command.

use std::path::Path;
use std::process::Command as Program;

use clap::Parser;
use muster::{Arguments, Command, Failure, Found, Listed, Modules};

use crate::fixture::{Compiled, Desk, json};

/// Clears the screen, rings, sets a title, begins the line anew, turns the writing round; C0, C1 and invisible letters.
const TRICKS: &str = "\u{1b}[2J\u{7}\u{9b}31m\r\u{202e}\u{feff}\u{b}";

/// The same as it stands in a script.
const WRITTEN: &str = "\\u001b[2J\\u0007\\u009b31m\\r\\u202e\\ufeff\\u000b";

fn plays_tricks(letter: char) -> bool {
    letter != '\n' && letter.is_control() || ['\u{202e}', '\u{feff}'].contains(&letter)
}

/// The modules of the other tests, under a title that plays tricks.
struct Tricky;

impl Modules for Tricky {
    fn list(&self) -> Vec<Listed> {
        let poisoned = |mut listed: Listed| {
            listed.title = format!("Parley{TRICKS}");
            listed.state = format!("not here{TRICKS}");
            listed
        };
        Compiled.list().into_iter().map(poisoned).collect()
    }

    fn find(&self, id: &str) -> Result<Found, Failure> {
        Compiled.find(id)
    }

    fn check(&self, folder: &Path) -> Result<Found, Failure> {
        Compiled.check(folder)
    }
}

/// A scenario and a rule whose every text plays tricks.
fn lay(desk: &Desk) {
    let script = desk.path("scenarios/quarrel/scenario.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    let text = text.replace("in the valley", WRITTEN).replace("10 minutes", WRITTEN);
    std::fs::write(&script, text).unwrap();
    let roster = desk.path("scenarios/quarrel/roster.toml");
    let text = std::fs::read_to_string(&roster).unwrap();
    let toml = WRITTEN.replace("\\u000b", "\\u000B");
    std::fs::write(&roster, text.replace("Ulf's", &toml).replace("Inga's", &toml).replace("Rolf's", &toml))
        .unwrap();
    let rules = desk.path("data/rules");
    std::fs::create_dir_all(&rules).unwrap();
    let rule = format!(
        "rule(#{{ title: \"{WRITTEN}\", modules: [\"parley\"], text: \"{WRITTEN}\" }});\n\
         on(\"begin\", \"tell\");\nfn tell(facts) {{ note(\"{WRITTEN}\"); }}\n"
    );
    std::fs::write(rules.join("tricks.rhai"), rule).unwrap();
}

/// Whether these tests print with a command what strangers wrote. A new one has to be thought of here.
fn is_tried(command: &Command) -> bool {
    match command {
        Command::Modules { .. }
        | Command::Scenarios { .. }
        | Command::Rules { .. }
        | Command::Describe { .. }
        | Command::Table(_)
        | Command::Sim(_)
        | Command::Replay { .. }
        | Command::Chronicle { .. }
        | Command::Verify { .. }
        | Command::Patch { .. }
        | Command::Check { .. } => true,
        // They say names that are nothing but letters, or a path of whoever typed them; what they refuse is below.
        Command::New(_) | Command::Pack(_) | Command::Install { .. } | Command::Remove { .. } => true,
        // Its list's texts are cleaned as they are read (scores::file).
        Command::Scores { .. } => true,
        // They print the path of whoever typed them; what they write is no terminal's.
        #[cfg(feature = "window")]
        Command::Picture { .. } | Command::Film(_) | Command::Page(_) => false,
        // They print nothing but our own commands.
        Command::Completions { .. } | Command::Manual { .. } | Command::Protocol => false,
        // It prints through the same as a table.
        Command::Dev { .. } => false,
        // What the compiler says is its own, to a terminal that it knows of.
        Command::Build { .. } => false,
        // What it refuses is told in the window.
        Command::Open { .. } => false,
        #[cfg(windows)]
        Command::Register | Command::Unregister => false,
    }
}

#[test]
fn nothing_that_a_command_prints_plays_tricks() {
    let desk = Desk::new("tricks");
    lay(&desk);
    let journal = desk.path("game.journal");
    let journal = journal.to_str().unwrap();
    let folder = desk.path("scenarios/quarrel");
    let table = ["table", "parley", "quarrel", "--seed", "3", "--rule", "tricks", "--journal", journal];
    let bots = ["--seats", "bot:random,bot:random"];
    // What is printed, and whether something that plays tricks must be in it.
    let typed: [(&[&str], bool); 17] = [
        (&["modules"], true),
        (&["modules", "--json"], true),
        (&["scenarios"], true),
        (&["scenarios", "--json"], true),
        (&["rules"], true),
        (&["rules", "--json"], true),
        (&["describe", "parley"], false),
        (&["scores"], false),
        (&["scores", "--json"], false),
        (&[&table[..], &bots[..]].concat(), true),
        (&["replay", journal], true),
        (&["replay", journal, "--json"], true),
        (&["chronicle", journal, "--eyes", "public"], true),
        (&["verify", journal], false),
        (&["patch", journal], false),
        (&["sim", "parley", "quarrel", "--games", "1", "--playouts", "1", "--rule", "tricks"], false),
        (&["check", folder.to_str().unwrap()], false),
    ];
    for (typed, tricks) in typed {
        let arguments = Arguments::try_parse_from([&["muster"], typed].concat()).expect("a command");
        assert!(arguments.command.as_ref().is_some_and(is_tried), "{typed:?}");
        let lines = "{\"id\":1,\"ask\":\"view\"}\n{\"id\":2,\"ask\":\"log\"}\n";
        let said = desk.type_at(&Tricky, typed, lines.as_bytes());
        let said = said.unwrap_or_else(|why| panic!("{typed:?}: {why}"));
        assert!(!said.contains(plays_tricks), "{typed:?}: {said:?}");
        assert!(!tricks || said.contains("\\u001b[2J\\u0007\\u009b31m"), "{typed:?}: {said}");
        if typed.contains(&"--json") || typed[0] == "table" {
            let values = json(&said);
            assert!(
                !tricks || values.iter().any(|value| is_in(value, TRICKS)),
                "{typed:?}: it reads as it was"
            );
        }
    }
}

/// Whether the text is in a value somewhere.
fn is_in(value: &serde_json::Value, text: &str) -> bool {
    match value {
        serde_json::Value::String(string) => string.contains(text),
        serde_json::Value::Array(values) => values.iter().any(|value| is_in(value, text)),
        serde_json::Value::Object(values) => values.values().any(|value| is_in(value, text)),
        _ => false,
    }
}

/// Of the program itself, since what is refused is told beside the output.
#[test]
fn nothing_that_is_refused_plays_tricks() {
    let desk = Desk::new("refused-tricks");
    lay(&desk);
    let write = |name: &str, text: &str| {
        std::fs::write(desk.path(name), text).unwrap();
        desk.path(name).display().to_string()
    };
    let board = write("board.toml", &format!("id = \"{TRICKS}\"\n{TRICKS}\n"));
    let rule = write(
        "tricks.rhai",
        &format!(
            "rule(#{{ title: \"x\", modules: [\"parley\"] }}); nobody(\"{WRITTEN}\"); throw \"{WRITTEN}\";"
        ),
    );
    let bundle = write("x.muster", TRICKS);
    let journal = write("x.journal", &format!("{{\"{TRICKS}\":1}}\n"));
    let scenario = desk.path("scenarios/quarrel").display().to_string();
    let text = std::fs::read_to_string(desk.path("scenarios/quarrel/scenario.rhai")).unwrap();
    write("scenarios/quarrel/scenario.rhai", &format!("{text}\nplace(\"{WRITTEN}\", \"town\");\n"));
    let strange = format!("/nowhere/{TRICKS}");
    let name = format!("a{TRICKS}b");
    // A file that a shell puts in for `*`.
    let option = format!("--{TRICKS}");
    for typed in [
        &["check", &board][..],
        &["check", &rule],
        &["check", &scenario],
        &["check", &strange],
        &["verify", &journal],
        &["verify", &strange],
        &["replay", &journal],
        &["chronicle", &journal],
        &["patch", &journal],
        &["install", &bundle],
        &["install", &strange],
        &["remove", &name],
        &["new", "scenario", &name],
        &["new", "rule", &name],
        &["pack", &strange],
        &["table", &name, &name],
        &["sim", &name, &name],
        &["table", "--resume", &journal],
        &["verify", &option],
        &[&name],
        &["table", "parley", "quarrel", "--seed", &name],
    ] {
        let mut program = Program::new(env!("CARGO_BIN_EXE_muster"));
        program
            .args(typed)
            .env("MUSTER_DATA", desk.path("data"))
            .env("MUSTER_SCENARIOS", desk.path("scenarios"));
        let output = program.env("MUSTER_MODULES", desk.path("modules")).output().expect("the program runs");
        assert!(!output.status.success(), "{typed:?}");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        assert!(!said.contains(plays_tricks), "{typed:?}: {said:?}");
        let begins = said.starts_with("muster: ") || said.starts_with("error: ");
        assert!(begins && said.len() > 20, "{typed:?}: {said}");
    }
    let log = std::fs::read_to_string(desk.path("data/state/muster.log")).unwrap();
    assert!(log.contains("WARN") && !log.contains(plays_tricks), "{log:?}");
}
