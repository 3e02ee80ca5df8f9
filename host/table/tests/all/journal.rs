//! Nothing acknowledged is ever lost, and nothing altered goes unnoticed.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use muster_table::{
    Damaged, Journal, StartError, Table, TableEvent,
    journal::{Damage, EntryKind, JournalError},
    messages::{Reach, RefusalCode},
    verify,
};

use crate::journal_site::resumed;
use crate::{BIDS, act, build, config, eyes, human, in_folder, listed, play, status, toy};

/// A journal with an undo and a draft that is still open, and how many entries it has.
fn written() -> (tempfile::TempDir, std::path::PathBuf, u64) {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    play(&mut table, "0 march; 0 step 2; 0 step 3");
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, false).unwrap();
    play(&mut table, "0 stop; 0 attack; 1 bid 2");
    (folder, path, table.entries())
}

#[test]
fn it_is_one_json_object_a_line() {
    let (_folder, path, entries) = written();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len() as u64, entries + 1);
    assert_eq!(lines[0]["muster"], "journal");
    assert_eq!(lines[0]["seed"], 7);
    assert_eq!(lines[2]["entry"], "begin");
    assert_eq!(lines[2]["rolls"][0]["reason"], "a number");
    assert!(lines.iter().all(|line| line["check"].is_string()));
}

#[test]
fn a_torn_last_line_is_cut_off_and_nothing_is_lost() {
    let (_folder, path, entries) = written();
    let bytes = fs::read(&path).unwrap();
    let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for end in [last + 1, last + 20, bytes.len() - 2] {
        fs::write(&path, &bytes[..end]).unwrap();
        let opened = Journal::lock(&path).unwrap();
        assert_eq!(opened.damage, Some(Damage::Torn { entry: entries }));
        let mut table = Table::resume(toy::Toy::new(), build(), opened, Damaged::Refuse).unwrap();
        assert_eq!(listed(&table, 1).len(), 4, "the bid that was torn is to be made again");
        let told = table.take_events();
        assert!(
            matches!(&told[..], [TableEvent::Notice { text, .. }] if text.contains("in part")),
            "{told:?}"
        );
        play(&mut table, "1 bid 3");
        drop(table);
        assert_eq!(Journal::open(&path).unwrap().damage, None);
    }
}

/// An editor may take the last line feed away, or leave blank lines.
#[test]
fn what_is_whole_but_for_what_follows_it_stands() {
    let (_folder, path, entries) = written();
    let text = fs::read_to_string(&path).unwrap();
    for end in ["", "\n\n", "\n \r\n\t"] {
        fs::write(&path, format!("{}{end}", text.trim_end())).unwrap();
        let opened = Journal::lock(&path).unwrap();
        assert_eq!((&opened.damage, opened.entries.len() as u64), (&None, entries), "{end:?}");
        let mut table = Table::resume(toy::Toy::new(), build(), opened, Damaged::Refuse).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{end:?}");
        table.sync().unwrap();
        drop(table);
        assert_eq!(Journal::open(&path).unwrap().damage, None);
    }
}

#[test]
fn an_altered_entry_is_found_and_what_stands_is_offered() {
    let (folder, path, _) = written();
    let text = fs::read_to_string(&path).unwrap();
    let altered = text.replace("\"choice\":\"step 2\"", "\"choice\":\"step 3\"");
    assert_ne!(altered, text);
    fs::write(&path, &altered).unwrap();
    let opened = Journal::lock(&path).unwrap();
    let Some(Damage::Altered { entry }) = opened.damage else { panic!("{:?}", opened.damage) };
    assert_eq!(opened.entries.len() as u64, entry - 1);
    assert!(
        matches!(opened.entries.last().unwrap().kind, EntryKind::Choice { ref choice, .. } if choice == "march")
    );
    let refused = Table::resume(toy::Toy::new(), build(), opened, Damaged::Refuse).unwrap_err();
    assert!(matches!(refused, StartError::Damaged(_)), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), altered);
    // What somebody kept under the name of the copy is not written over.
    fs::write(folder.path().join("table.jsonl.damaged"), "mine").unwrap();
    let mut table = resumed(&path, Damaged::Accept).unwrap();
    play(&mut table, "0 step 1");
    assert_eq!(fs::read_to_string(folder.path().join("table.jsonl.damaged")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(folder.path().join("table.jsonl.damaged-2")).unwrap(), altered);
    drop(table);
    assert_eq!(Journal::open(&path).unwrap().damage, None);
}

#[test]
fn every_single_changed_or_missing_line_is_found() {
    let (_folder, path, entries) = written();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The entries of one change stand together or not at all.
    let begun_at = |entry: u64| {
        let goes_on = |entry: &u64| lines[*entry as usize - 1].contains("\"more\":");
        (1..=entry).rev().find(|entry| *entry == 1 || !goes_on(entry)).unwrap_or(entry)
    };
    for number in 1..=entries as usize {
        let mut missing = lines.clone();
        missing.remove(number);
        let mut swapped = lines.clone();
        swapped.swap(number - 1, number);
        let changed = lines[number].replace(&format!("\"n\":{number}"), &format!("\"n\":{}", number + 1));
        let mut other = lines.clone();
        other[number] = &changed;
        for (what, lines) in [("missing", missing), ("changed", other), ("swapped", swapped)] {
            fs::write(&path, lines.join("\n") + "\n").unwrap();
            match Journal::open(&path) {
                Ok(opened) if number as u64 == entries && what == "missing" => {
                    assert_eq!(opened.entries.len() as u64, entries - 1);
                }
                Ok(opened) => {
                    let from = begun_at(number as u64 - u64::from(what == "swapped"));
                    assert_eq!(opened.damage, Some(Damage::Altered { entry: from }), "{what}");
                }
                Err(error) => {
                    assert!(matches!(error, JournalError::NoJournal { .. }) && number == 1, "{error}")
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_no_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(matches!(Journal::open(&path), Err(JournalError::Disk { .. })));
    fs::write(&path, "hello\n").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::NoJournal { .. })));
}

#[test]
fn a_format_that_never_was_and_one_that_is_to_come_are_refused() {
    let (table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    drop(table);
    let text = fs::read_to_string(&path).unwrap();
    for (format, words) in [(0, "there is no format 0"), (2, "has format 2; this program reads up to 1")] {
        let header = text.lines().next().unwrap().replace("\"format\":1,", &format!("\"format\":{format},"));
        fs::write(&path, rechecked(&header)).unwrap();
        let why = Journal::open(&path).unwrap_err().to_string();
        assert!(why.contains(words), "{why}");
    }
}

/// A journal without the hashes of its states, chained anew, isn't what it was: nothing in it can be compared.
#[test]
fn an_entry_without_its_hash_is_not_verified() {
    let (_folder, path, _) = written();
    let text = fs::read_to_string(&path).unwrap();
    verify(toy::Toy::new(), &Journal::open(&path).unwrap()).unwrap();
    let mut without = 0;
    for (number, line) in text.lines().enumerate() {
        let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
        if entry.as_object_mut().unwrap().remove("hash").is_none() {
            continue;
        }
        without += 1;
        let stripped = strip_hash(line);
        let lines: Vec<&str> =
            text.lines().enumerate().map(|(n, l)| if n == number { stripped.as_str() } else { l }).collect();
        fs::write(&path, rechecked(&lines.join("\n"))).unwrap();
        let opened = Journal::open(&path).unwrap();
        assert_eq!(opened.damage, None, "the chain is whole");
        let why = verify(toy::Toy::new(), &opened).unwrap_err().to_string();
        assert!(why.contains("differs at entry") && why.contains("no hash"), "{why}");
    }
    assert!(without > 5, "{without} entries with a hash");
}

/// What no table writes is refused as it is read, in words about the journal: the module has no part in it.
#[test]
fn an_entry_that_no_table_writes_is_not_read() {
    let (_folder, path, _) = written();
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    let swap = |module: &str, version: &str| {
        format!(r#""entry":"swap","build":{{"module":"{module}","version":"{version}","component":""}}"#)
    };
    let faces =
        |face: &str, count: usize| format!(r#""entry":"arranged","faces":[{}]"#, vec![face; count].join(","));
    let long = "x".repeat(4_097);
    let choice = "has 4097 bytes, and a choice has 4096 at most";
    for (body, words) in [
        (format!(r#""entry":"choice","seat":1,"choice":"{long}""#), choice),
        (format!(r#""entry":"draft","seat":1,"choice":"{long}""#), choice),
        (format!(r#""entry":"group","name":"bids","drafts":[{{"seat":1,"choices":["{long}"]}}]"#), choice),
        (swap("../../etc", "1"), "a build of \"../../etc\" takes over, and this is a game of \"toy\""),
        (swap("toy", &long), "the build's version has 4097 bytes, and it has 200 at most"),
        (swap("toy", "1\\u001b[2J"), "the build's version has letters that can't be printed: 1\\u{1b}[2J"),
        (faces("6", 10_001), "it arranges 10001 dice, and an entry arranges 10000 at most"),
        (faces("6", 1_000_000), "it has more values than the 400000 that an entry may have"),
        (faces("101", 1), "it arranges the face 101; faces are 1 to 100"),
        (faces("0", 1), "it arranges the face 0; faces are 1 to 100"),
    ] {
        let entry = format!(r#"{{"n":1,{body},"check":""}}"#);
        fs::write(&path, rechecked(&format!("{first}\n{entry}"))).unwrap();
        let opened = Journal::open(&path).unwrap();
        let damage = opened.damage.expect(words).to_string();
        assert!(damage.starts_with("entry 1 can't be read: ") && damage.contains(words), "{damage}");
        assert!(damage.len() < 1_500 && opened.entries.is_empty(), "{damage}");
    }
    // As much as a table writes is read.
    for body in [
        faces("100", 10_000),
        swap("toy", "2"),
        format!(r#""entry":"draft","seat":1,"choice":"{}""#, &long[1..]),
    ] {
        let entry = format!(r#"{{"n":1,{body},"check":""}}"#);
        fs::write(&path, rechecked(&format!("{first}\n{entry}"))).unwrap();
        assert_eq!(Journal::open(&path).unwrap().damage, None, "{body:.50}");
    }
    let header = first.replace(r#""version":"1""#, &format!(r#""version":"{long}""#));
    fs::write(&path, rechecked(&header)).unwrap();
    let why = Journal::open(&path).unwrap_err().to_string();
    assert!(why.contains("the build's version has 4097 bytes"), "{why}");
}

/// More dice than one entry arranges are arranged by several, and so they are in what is written from the table.
#[test]
fn many_dice_are_arranged_by_several_entries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let arranged = vec![1; 25_000];
    let config = muster_table::TableConfig {
        journal: Some(path.clone()),
        arranged,
        ..config([human("A"), human("B")])
    };
    let mut table = Table::start(toy::Toy::new(), toy::position(3), config).unwrap();
    let arrangements = |path: &Path| {
        let opened = Journal::open(path).unwrap();
        assert_eq!(opened.damage, None);
        opened.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Arranged { .. })).count()
    };
    assert_eq!(arrangements(&path), 3);
    let copy = folder.path().join("copy.jsonl");
    let step = table.standing(&eyes(&[0, 1])).steps;
    let asked = muster_table::messages::Request::PlayOn { step, path: copy.clone(), seed: None };
    assert!(matches!(table.answer(&eyes(&[0, 1]), asked), muster_table::messages::Reply::Written { .. }));
    assert_eq!(arrangements(&copy), 4, "what came up, and what is left");
}

/// A line without its hash.
fn strip_hash(line: &str) -> String {
    let at = line.find(",\"hash\":\"").unwrap();
    let end = at + 9 + line[at + 9..].find('"').unwrap() + 1;
    format!("{}{}", &line[..at], &line[end..])
}

/// The lines with checks that are right, as somebody would make them who changes a journal.
fn rechecked(text: &str) -> String {
    let mut before = String::new();
    let lines = text.lines().map(|line| {
        let body = &line[..line.rfind(",\"check\":\"").unwrap()];
        let mut hasher = blake3::Hasher::new();
        hasher.update(before.as_bytes());
        hasher.update(body.as_bytes());
        before = hasher.finalize().to_hex()[..16].to_owned();
        format!("{body},\"check\":\"{before}\"}}\n")
    });
    lines.collect()
}

#[test]
fn an_existing_file_is_never_written_over() {
    let (mut table, folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    let config =
        muster_table::TableConfig { journal: Some(path.clone()), ..config([human("A"), human("B")]) };
    assert!(Table::start(toy::Toy::new(), toy::position(3), config).is_err());
    let save = muster_table::messages::Request::Save { path };
    assert!(matches!(table.answer(&eyes(&[0]), save), muster_table::messages::Reply::Refused(_)));
    let save = muster_table::messages::Request::Save { path: "".into() };
    let muster_table::messages::Reply::Refused(refused) = table.answer(&eyes(&[0]), save) else { panic!() };
    assert_eq!(refused.reason, "the file to write has no name");
    let path = folder.path().join("copy.jsonl");
    let save = muster_table::messages::Request::Save { path: path.clone() };
    assert!(matches!(table.answer(&eyes(&[0]), save), muster_table::messages::Reply::Written { .. }));
    assert_eq!(Journal::open(&path).unwrap().entries.len() as u64, table.entries());
}

#[test]
fn what_an_earlier_write_left_in_part_is_repaired_by_the_next() {
    let (mut table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    play(&mut table, BIDS);
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(
        b"{\"n\":8,\"entry\":\"choice\",\"seat\":0,\"choice\":\"a very long choice that was never",
    )
    .unwrap();
    play(&mut table, "0 halt");
    let opened = Journal::open(&path).unwrap();
    assert_eq!((opened.damage.clone(), opened.entries.len() as u64), (None, table.entries()));
}

const CHILD: &str = "MUSTER_TABLE_TEST_JOURNAL";

/// Plays on at the journal that the parent names, telling of each choice once it is acknowledged.
#[test]
fn child() {
    let Ok(path) = std::env::var(CHILD) else { return };
    let path = Path::new(&path);
    let toy = toy::Toy::new();
    let mut table = if path.exists() {
        let opened = Journal::lock(path).unwrap();
        Table::resume(toy, build(), opened, Damaged::Refuse).unwrap()
    } else {
        let config =
            muster_table::TableConfig { journal: Some(path.into()), ..config([human("A"), human("B")]) };
        Table::start(toy, toy::position(1_000_000), config).unwrap()
    };
    let mut out = std::io::stdout();
    for turn in table.entries().. {
        let seat = if table.waits_for((turn % 2) as u8) { (turn % 2) as u8 } else { 1 - (turn % 2) as u8 };
        let choices = listed(&table, seat);
        let choice = choices[turn as usize * 7 % choices.len()].clone();
        let before = (status(&mut table, Some(seat)), table.standing(&eyes(&[0, 1])));
        match act(&mut table, seat, &choice) {
            Ok(()) => writeln!(out, "\nacknowledged {} {seat} {choice}", table.entries()).unwrap(),
            Err(refused) => {
                assert_eq!(refused.code, RefusalCode::Disk, "{refused:?}");
                assert_eq!((status(&mut table, Some(seat)), table.standing(&eyes(&[0, 1]))), before);
                writeln!(out, "\nfull {} {}", table.entries(), refused.reason).unwrap();
                break;
            }
        }
    }
}

fn child_command(program: &str, path: &Path) -> Command {
    let mut command = Command::new(program);
    command.env(CHILD, path).stdout(Stdio::piped()).stderr(Stdio::inherit());
    command
}

const ARGUMENTS: [&str; 3] = ["--exact", "journal::child", "--nocapture"];

fn choices_in(path: &Path) -> Vec<String> {
    let opened = Journal::open(path).unwrap();
    assert!(matches!(opened.damage, None | Some(Damage::Torn { .. })), "{:?}", opened.damage);
    let entries = opened.entries.into_iter().filter_map(|entry| match entry.kind {
        EntryKind::Choice { seat, choice } | EntryKind::Draft { seat, choice } => {
            Some(format!("{seat} {choice}"))
        }
        _ => None,
    });
    entries.collect()
}

#[test]
fn after_a_kill_at_any_moment_every_acknowledged_choice_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let program = std::env::current_exe().unwrap();
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..12_u64 {
        let mut child = child_command(program.to_str().unwrap(), &path).args(ARGUMENTS).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let reader = std::thread::spawn(move || {
            let told = output.lines().map_while(Result::ok);
            let told = told.filter_map(|line| line.strip_prefix("acknowledged ").map(str::to_owned));
            told.collect::<Vec<String>>()
        });
        std::thread::sleep(Duration::from_millis(40 + round * 37 % 90));
        child.kill().unwrap();
        child.wait().unwrap();
        let told = reader.join().unwrap();
        let written = if path.exists() { choices_in(&path) } else { Vec::new() };
        let known = acknowledged.len();
        for (index, line) in told.iter().enumerate() {
            let choice = line.split_once(' ').unwrap().1;
            assert_eq!(written.get(known + index).map(String::as_str), Some(choice), "round {round}");
        }
        assert!(written.len() <= known + told.len() + 1, "at most the choice that was being written");
        acknowledged = written;
    }
    assert!(acknowledged.len() > 20, "only {} choices were made", acknowledged.len());
    verify(toy::Toy::new(), &Journal::open(&path).unwrap()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_full_disk_refuses_the_choice_and_the_table_stands() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jsonl");
    let program = std::env::current_exe().unwrap();
    let mut child = child_command("sh", &path);
    let script = "ulimit -f 16; trap '' XFSZ; exec \"$0\" \"$@\"";
    let output = child.args(["-c", script]).arg(program).args(ARGUMENTS).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let full = output.lines().find_map(|line| line.strip_prefix("full ")).expect(&output);
    let entries: usize = full.split(' ').next().unwrap().parse().unwrap();
    assert!(full.contains("could not be written down"), "{full}");
    let opened = Journal::lock(&path).unwrap();
    assert_eq!((opened.damage.clone(), opened.entries.len()), (None, entries));
    // With room again the table goes on where it stood.
    let mut table = Table::resume(toy::Toy::new(), build(), opened, Damaged::Refuse).unwrap();
    let seat = if table.waits_for(0) { 0 } else { 1 };
    let choice = listed(&table, seat).swap_remove(0);
    act(&mut table, seat, &choice).unwrap();
    drop(table);
    verify(toy::Toy::new(), &Journal::open(&path).unwrap()).unwrap();
}
