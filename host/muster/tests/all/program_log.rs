//! The program's own log: it says what was done, and nothing that a seat may not know.

use std::collections::BTreeSet;
use std::io::Write as _;

use crate::fixture::Desk;
use crate::fixture::running::{Chosen, Luck, Running, test_modules};
use serde_json::{Value, json};

const LOG: &str = "data/state/muster.log";

fn logged(desk: &Desk) -> String {
    std::fs::read_to_string(desk.path(LOG)).unwrap_or_default()
}

/// Every id, name and text of a reply that says something of the game.
fn texts(part: &Value, into: &mut BTreeSet<String>) {
    match part {
        Value::String(text) => drop(into.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, into)),
        _ => {}
    }
}

/// A game of Parley with its secret bids, ledgers and hidden blocks, at the highest level: then its journal's last line is
/// torn, and the game goes on.
#[test]
fn the_log_tells_what_was_done_and_no_secrets() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("program-log");
    let journal = desk.path("game.journal");
    let name = journal.display().to_string();
    let seed = (u128::MAX - 1861).to_string();
    let typed = [
        "--program-log",
        "debug",
        "table",
        "parley",
        "quarrel",
        "--seed",
        &seed,
        "--log",
        "--journal",
        &name,
    ];
    let mut table = Running::start(&desk, &typed);
    let mut luck = Luck(1861);
    let (mut said, mut drafted) = (BTreeSet::new(), 0);
    for _ in 0..80 {
        for seat in 0..2 {
            let decided = table.ask(json!({"ask": "decisions", "seat": seat})).expect("it runs");
            for decision in decided["decisions"].as_array().expect("decisions") {
                drafted += usize::from(!decision["secret"].is_null());
                texts(decision, &mut said);
            }
            for asked in ["view", "log"] {
                let reply = table.ask(json!({"ask": asked, "eyes": seat})).expect("it runs");
                texts(&reply[if asked == "log" { "items" } else { asked }], &mut said);
            }
        }
        if matches!(table.choose(&mut luck), Chosen::Over) {
            break;
        }
    }
    table.leave();
    assert!(drafted > 4, "nothing was decided in secret");
    let mut file = std::fs::OpenOptions::new().append(true).open(&journal).expect("the journal");
    file.write_all(b"{\"n\":9999,\"seat\":0,\"choice\":\"bid 3").expect("a torn line");
    drop(file);
    let mut table = Running::start(&desk, &["--program-log", "debug", "table", "--resume", &name]);
    table.hear().expect("it goes on");
    table.leave();

    let log = logged(&desk);
    for words in [
        "INFO muster: muster begins",
        "what=\"table\"",
        "DEBUG muster_engine::registry: a module is found module=\"parley\"",
        "INFO muster_engine::registry: a module is ready",
        "DEBUG muster_table::journal::write: a journal is begun and locked",
        "INFO muster_table::table: a table is opened",
        "INFO muster_table::handle: a table is closed",
        "WARN muster_table::journal::write: a journal is repaired",
        "INFO muster_table::table: a table is resumed",
        "INFO muster: muster ends",
    ] {
        assert!(log.contains(words), "no {words:?} in\n{log}");
    }
    // What the game said, but for words that stand in paths and sentences as well.
    let common = |text: &str| text.len() < 4 || text.chars().all(|letter| letter.is_ascii_lowercase());
    let secrets: Vec<&String> = said.iter().filter(|text| !common(text)).collect();
    assert!(secrets.len() > 100 && said.contains("bid 3") && said.contains("seal-bid"), "{said:?}");
    for secret in secrets.into_iter().chain([&seed]) {
        assert!(!log.contains(secret.as_str()), "{secret:?} is in\n{log}");
    }
    // The beginning of the seed is the seed's too.
    assert!(!log.contains(&seed[..12]) && !log.contains("bid 3"), "{log}");
}

/// What a module says when it fails can follow from what only one seat knows.
#[test]
fn what_a_module_says_as_it_fails_is_not_logged() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("program-log-failure");
    desk.lay_ladder("panic in view");
    let mut table = Running::start(&desk, &["--program-log", "debug", "table", "hostile", "ladder"]);
    let mut luck = Luck(7);
    let paused = (0..30).find_map(|_| {
        table.ask(json!({"ask": "view"}));
        let at = table.updates.iter().position(|update| update["update"] == "paused");
        at.map(|at| table.updates.swap_remove(at)).or_else(|| {
            table.choose(&mut luck);
            None
        })
    });
    let pause = paused.expect("it fails")["pause"].clone();
    table.leave();
    let (log, message) = (logged(&desk), pause["message"].as_str().expect("a message"));
    assert!(log.contains("a module failed, and its table is paused module=\"hostile\""), "{log}");
    assert!(log.contains("call=\"view\""), "{log}");
    assert!(!message.is_empty() && !log.contains(message) && !log.contains("panic"), "{message}\n{log}");
}

#[test]
fn a_level_says_how_much_is_logged_and_off_that_nothing_is() {
    let desk = Desk::new("program-log-level");
    let run = |level: &[&str]| {
        let _ = std::fs::remove_dir_all(desk.path("data/state"));
        let mut muster = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
        muster.env("MUSTER_DATA", desk.path("data")).env("MUSTER_MODULES", desk.path("modules"));
        muster.env_remove("MUSTER_PROGRAM_LOG").args(level).args(["modules"]);
        assert!(muster.output().expect("the program runs").status.success());
        logged(&desk)
    };
    assert!(run(&[]).contains("INFO muster: muster begins"));
    assert_eq!(run(&["--program-log", "warn"]), "");
    assert_eq!(run(&["--program-log", "off"]), "");
    assert!(!desk.path(LOG).exists());
}

/// It is in a folder and a file that nobody else can read.
#[cfg(unix)]
#[test]
fn nobody_else_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new("program-log-mode");
    let mut muster = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
    muster
        .env("MUSTER_DATA", desk.path("data"))
        .env("MUSTER_MODULES", desk.path("modules"))
        .args(["modules"]);
    assert!(muster.output().expect("the program runs").status.success());
    let mode =
        |name: &str| std::fs::metadata(desk.path(name)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(LOG), mode("data/state")), (0o600, 0o700));
}
