//! Nothing is lost: the program itself, killed at any moment, and on a disk that is full.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::fixture::Desk;
use crate::fixture::running::{Chosen, Luck, Running, program, test_modules};
use muster_sdk::Native;
use muster_table::journal::{Damage, EntryKind};
use muster_table::messages::Peer;
use muster_table::{Build, Journal, Opened, Table};
use serde_json::{Value, json};

/// What the seats chose, as the journal has it.
fn chosen(opened: &Opened) -> Vec<(u64, String)> {
    let choices = opened.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Choice { seat, choice } | EntryKind::Draft { seat, choice } => Some((seat, choice)),
        _ => None,
    });
    choices.map(|(seat, choice)| (u64::from(*seat), choice.clone())).collect()
}

/// Checks that the table of the program stands where its journal ends, played again by the module compiled into
/// this test.
#[track_caller]
fn stands_where_its_journal_ends(table: &mut Running, opened: &Opened) {
    let build = Build { module: "parley".into(), version: "0.1.0".into(), component: String::new() };
    let mut native = Table::look(Arc::new(Native::<parley::Parley>::new("parley")), build, opened)
        .expect("the same table");
    for seat in [0, 1] {
        let eyes = Peer::host([seat]);
        for request in [json!({"ask": "view", "eyes": seat}), json!({"ask": "decisions", "seat": seat})] {
            let told = native.answer(&eyes, serde_json::from_value(request.clone()).expect("a request"));
            let told = serde_json::to_value(told).expect("JSON");
            let Some(said) = table.ask(request) else { continue };
            for part in ["view", "decisions"] {
                assert_eq!(said.get(part), told.get(part), "{part} of seat {seat}");
            }
        }
    }
}

/// A quick count, or with `MUSTER_FULL=1` two hundred.
fn count(quick: u32) -> u32 {
    if std::env::var_os("MUSTER_FULL").is_some() { 200 } else { quick }
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    if test_modules().is_none() {
        return;
    }
    let most = count(40);
    let desk = Desk::new("kills");
    // The module is compiled once, before anybody is killed.
    let mut first = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "1"]);
    first.hear().expect("it starts");
    first.leave();
    let mut luck = Luck(1862);
    let (mut games, mut made, mut kills, mut mid_choice) = (0, 0, 0, 0);
    // On a slow disk few choices come between two kills; then there are more of these, until there is something to tell by.
    while kills < most || made <= 50 && kills < 10 * most {
        games += 1;
        let path = desk.path(&format!("game-{games}.journal"));
        let name = path.display().to_string();
        let seed = games.to_string();
        let mut acknowledged: Vec<(u64, String)> = Vec::new();
        loop {
            let known = path.exists().then(|| Journal::open(&path).expect("a journal"));
            let mut table = match &known {
                Some(_) => Running::start(&desk, &["table", "--resume", &name]),
                None => {
                    let typed = ["table", "parley", "quarrel", "--seed", &seed, "--journal", &name];
                    Running::start(&desk, &typed)
                }
            };
            // Now and then while it starts, mostly while it plays.
            let starting = luck.below(6) == 0;
            let moment = Duration::from_micros(luck.below(40_000));
            if starting {
                table.kill_after(moment);
            }
            let welcomed = table.hear().is_some();
            if welcomed && !starting {
                if let Some(opened) = known.as_ref().filter(|opened| !opened.entries.is_empty()) {
                    stands_where_its_journal_ends(&mut table, opened);
                }
                table.kill_after(moment);
            }
            let over = loop {
                match table.choose(&mut luck) {
                    Chosen::Done(seat, choice) => acknowledged.push((seat, choice)),
                    Chosen::Gone(open) => {
                        mid_choice += u32::from(open.is_some());
                        break false;
                    }
                    Chosen::Over => break true,
                    Chosen::Refused(reply) => panic!("{reply}"),
                }
            };
            table.leave();
            kills += u32::from(!over);
            let Ok(opened) = Journal::open(&path) else {
                assert!(!welcomed, "a table that began is in its journal");
                let _ = std::fs::remove_file(&path);
                continue;
            };
            assert!(matches!(opened.damage, None | Some(Damage::Torn { .. })), "{:?}", opened.damage);
            let written = chosen(&opened);
            assert!(written.starts_with(&acknowledged), "{written:?} has not all of {acknowledged:?}");
            assert!(written.len() <= acknowledged.len() + 1, "more is written than was chosen");
            acknowledged = written;
            if over || kills >= most {
                break;
            }
        }
        made += acknowledged.len();
        verifies(&desk, &path);
    }
    println!("{kills} kills in {games} games, {mid_choice} of them during a choice; {made} choices");
    assert!(made > 50, "too little was played to tell: {made} choices");
}

/// A table is closed or killed while another program wants to go on with its journal, over and over until it gets it: what
/// one acknowledged the other has, and neither writes where the other does.
#[test]
fn whoever_closes_and_reopens_at_once_loses_nothing() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("reopened");
    Running::start(&desk, &["table", "parley", "quarrel", "--seed", "1"]).leave();
    let mut luck = Luck(1863);
    let (most, mut races, mut games, mut refusals) = (count(12), 0, 0, 0);
    while races < most {
        games += 1;
        let path = desk.path(&format!("game-{games}.journal"));
        let name = path.display().to_string();
        let seed = games.to_string();
        let mut acknowledged: Vec<(u64, String)> = Vec::new();
        let mut table =
            Running::start(&desk, &["table", "parley", "quarrel", "--seed", &seed, "--journal", &name]);
        assert!(table.hear().is_some(), "it starts");
        let mut over = false;
        while !over && races < most {
            races += 1;
            let eager = {
                let (desk, name) = (&desk, &name);
                let wait = Duration::from_micros(luck.below(30_000));
                move || {
                    std::thread::sleep(wait);
                    for refused in 0..1_000 {
                        let mut next = Running::start(desk, &["table", "--resume", name]);
                        if next.hear().is_some() {
                            return (next, refused);
                        }
                        next.leave();
                    }
                    panic!("it is never let in");
                }
            };
            let (ending, killed) = (Duration::from_micros(luck.below(60_000)), luck.below(3) == 0);
            let (next, refused) = std::thread::scope(|scope| {
                let next = scope.spawn(eager);
                if killed {
                    table.kill_after(ending);
                }
                let until = std::time::Instant::now() + ending;
                while killed || std::time::Instant::now() < until {
                    match table.choose(&mut luck) {
                        Chosen::Done(seat, choice) => acknowledged.push((seat, choice)),
                        Chosen::Over => over = true,
                        Chosen::Gone(_) => break,
                        Chosen::Refused(reply) => panic!("{reply}"),
                    }
                    if over {
                        break;
                    }
                }
                table.leave();
                next.join().expect("the other program comes in")
            });
            refusals += refused;
            table = next;
            let opened = Journal::open(&path).expect("a journal");
            assert_eq!(opened.damage, None);
            let written = chosen(&opened);
            assert!(written.starts_with(&acknowledged), "{written:?} has not all of {acknowledged:?}");
            assert!(
                written.len() <= acknowledged.len() + usize::from(killed),
                "more is written than was chosen"
            );
            acknowledged = written;
            if !opened.entries.is_empty() {
                stands_where_its_journal_ends(&mut table, &opened);
            }
        }
        table.leave();
        verifies(&desk, &path);
    }
    println!("{races} races in {games} games, {refusals} times too early");
    assert!(refusals > 0, "nobody was ever too early");
}

#[test]
fn a_second_program_is_told_who_has_the_journal() {
    if test_modules().is_none() || cfg!(not(target_os = "linux")) {
        return;
    }
    let desk = Desk::new("whose");
    let path = desk.path("game.journal");
    let name = path.display().to_string();
    let mut table = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "1", "--journal", &name]);
    assert!(table.hear().is_some(), "it starts");
    let words = format!("open at another table (of muster, process {})", table.process());
    for typed in [&["table", "--resume", &name][..], &["table", "parley", "quarrel", "--journal", &name]] {
        let output = program(&desk, typed).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && (said.contains(&words) || typed.len() == 5), "{said}");
    }
    // To look at it is no matter of locks.
    let verified = program(&desk, &["verify", &name]).output().expect("the program runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    table.leave();
}

#[test]
fn what_stands_of_a_damaged_journal_is_gone_on_with_when_that_is_asked() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("damaged");
    let path = desk.path("game.journal");
    let name = path.display().to_string();
    let mut table = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "1", "--journal", &name]);
    assert!(table.hear().is_some(), "it starts");
    let mut luck = Luck(1);
    for _ in 0..6 {
        assert!(matches!(table.choose(&mut luck), Chosen::Done(..)));
    }
    table.leave();
    let lines: Vec<String> = std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    let mut damaged = lines.clone();
    damaged[5] = damaged[5].replace("\"n\":", "\"m\":");
    assert_ne!(damaged, lines);
    let damaged = damaged.join("\n") + "\n";
    std::fs::write(&path, &damaged).unwrap();
    let refused = program(&desk, &["table", "--resume", &name]).output().expect("the program runs");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("at entry 5") && said.contains("--damaged"), "{said}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged, "nothing is changed");
    let mut table = Running::start(&desk, &["table", "--resume", &name, "--damaged"]);
    assert!(table.hear().is_some(), "it goes on");
    table.leave();
    let stands = std::fs::read_to_string(&path).unwrap();
    assert!(stands.starts_with(&lines[..5].join("\n")) && !stands.contains(&lines[6]));
    assert_eq!(std::fs::read_to_string(desk.path("game.journal.damaged")).unwrap(), damaged);
}

#[track_caller]
fn verifies(desk: &Desk, journal: &Path) {
    // A torn last line was never acknowledged; going on cuts it off.
    let name = journal.display().to_string();
    Running::start(desk, &["table", "--resume", &name]).leave();
    let told = desk.types(&["verify", &name]).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(told.contains("are as they were written"), "{told}");
}

#[test]
fn a_full_disk_refuses_choices_and_loses_none() {
    if test_modules().is_none() || cfg!(not(unix)) {
        return;
    }
    let desk = Desk::new("full");
    let path = desk.path("game.journal");
    let name = path.display().to_string();
    let typed = ["table", "parley", "quarrel", "--seed", "7", "--journal", &name];
    let mut table = Running::start(&desk, &typed);
    assert!(table.hear().is_some(), "it starts");
    let size = std::fs::metadata(&path).expect("a journal").len();
    let mut luck = Luck(7);

    // Room for a few choices, and for a part of the next: that is what a disk looks like that fills up.
    if !table.limit_files(Some(size + 1000)) {
        eprintln!("not tried: there is no prlimit here to make the disk look full");
        return table.leave();
    }
    let mut acknowledged = Vec::new();
    let refused = loop {
        match table.choose(&mut luck) {
            Chosen::Done(seat, choice) => acknowledged.push((seat, choice)),
            Chosen::Refused(reply) => break reply,
            other => panic!("the disk is never full: {other:?}"),
        }
    };
    assert!(!acknowledged.is_empty(), "there was room for nothing");
    assert_eq!(refused["code"], "disk", "{refused}");
    let reason = refused["reason"].as_str().expect("a reason");
    for words in ["it was not made", &name, "Make room on that disk, and choose again"] {
        assert!(reason.contains(words), "no {words:?} in {reason:?}");
    }
    // Nothing has changed, and it goes on answering and refusing.
    let opened = Journal::open(&path).expect("a journal");
    assert_eq!((chosen(&opened), &opened.damage), (acknowledged.clone(), &None));
    stands_where_its_journal_ends(&mut table, &opened);
    let told = |update: &Value| update["update"] == "notice" && update["text"] == refused["reason"];
    assert!(table.updates.iter().any(told), "everybody at the table is told: {:?}", table.updates);
    let full = || std::fs::metadata(&path).ok().map(|file| file.len());
    assert!(table.limit_files(full()), "the disk can be full to the last byte");
    for _ in 0..3 {
        assert!(matches!(table.choose(&mut luck), Chosen::Refused(_)), "there is no room");
    }

    // With room the same table goes on …
    assert!(table.limit_files(None), "the limit can be taken away");
    let Chosen::Done(seat, choice) = table.choose(&mut luck) else { panic!("there is room now") };
    acknowledged.push((seat, choice));
    assert!(table.limit_files(full()), "the disk can be full again");
    assert!(matches!(table.choose(&mut luck), Chosen::Refused(_)), "there is no room again");
    table.leave();
    let opened = Journal::open(&path).expect("a journal");
    assert_eq!((chosen(&opened), &opened.damage), (acknowledged.clone(), &None));

    // … and the program, started again, goes on from the last choice that was acknowledged.
    let mut table = Running::start(&desk, &["table", "--resume", &name]);
    assert!(table.hear().is_some(), "it starts again");
    stands_where_its_journal_ends(&mut table, &opened);
    let Chosen::Done(seat, choice) = table.choose(&mut luck) else { panic!("there is room now") };
    acknowledged.push((seat, choice));
    table.leave();
    assert_eq!(chosen(&Journal::open(&path).expect("a journal")), acknowledged);
    verifies(&desk, &path);
}

/// A table without a journal of its own keeps one for as long as it is played.
#[cfg(unix)]
#[test]
fn a_table_for_now_leaves_nothing_when_it_is_stopped() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("stopped");
    let there = desk.path("tmp");
    let journals = || std::fs::read_dir(&there).expect("the folder").count();
    std::fs::create_dir_all(&there).expect("a folder");
    let mut program = program(&desk, &["table", "parley", "quarrel", "--seed", "7"]);
    let mut table = Running::begin(program.env("TMPDIR", &there));
    assert!(table.hear().is_some(), "it starts");
    assert!(matches!(table.choose(&mut Luck(7)), Chosen::Done(..)), "it plays");
    assert_eq!(journals(), 1);
    let killed = Command::new("kill").arg(table.process().to_string()).status();
    assert!(killed.expect("a program to kill with").success());
    // It may still answer until the signal has come.
    let stopped = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        table.ask(json!({"ask": "standing"})).is_none()
    });
    assert!(stopped, "it goes on");
    table.leave();
    assert_eq!(journals(), 0);
}
