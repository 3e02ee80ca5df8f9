//! A game over lines of JSON.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::fixture::{Compiled, Desk, json, reply};
use muster::{Failure, Found, Listed, Modules};
use muster_contract::{Description, Game, Module, Position, Refusal, Trouble};
use serde_json::{Value, json};

const TABLE: [&str; 5] = ["table", "parley", "quarrel", "--seed", "7"];

#[test]
fn a_session_begins_with_how_the_table_stands() {
    let lines = Desk::new("begin").session(&TABLE, &[]);
    assert_eq!(lines.len(), 1);
    let welcome = &lines[0];
    assert_eq!((&welcome["update"], &welcome["protocol"]), (&json!("welcome"), &json!(1)));
    assert_eq!(welcome["eyes"], json!([0, 1]));
    assert_eq!(welcome["standing"]["scenario"], "The quarrel in the valley");
    assert_eq!(welcome["standing"]["module"], "parley");
}

/// A program that lets a stranger connect starts `muster table` so for him.
#[test]
fn a_guest_may_not_write_files_nor_drive_the_table() {
    let desk = Desk::new("guest");
    let stolen = desk.path("stolen.journal");
    let save = json!({"id": 1, "ask": "save", "path": stolen}).to_string();
    let typed = [&TABLE[..], &["--guest", "--eyes", "1"]].concat();
    let asked = [
        &*save,
        r#"{"id":2,"ask":"pace","pause":9}"#,
        r#"{"id":3,"ask":"stop"}"#,
        r#"{"id":4,"ask":"standing"}"#,
    ];
    let lines = desk.session(&typed, &asked);
    assert_eq!((&lines[0]["host"], &lines[0]["eyes"]), (&json!(false), &json!([1])));
    for id in 1..=3 {
        assert_eq!(reply(&lines, id)["code"], "host-only");
    }
    let standing = reply(&lines, 4);
    assert_eq!((&standing["journal"], &standing["pace"]), (&json!(null), &json!(0)));
    assert!(!stolen.exists());
}

#[test]
fn the_seed_of_a_game_is_told_when_it_is_over() {
    let desk = Desk::new("seed");
    let name = desk.path("kept.journal").display().to_string();
    let seed = u128::MAX.to_string();
    let typed = ["table", "parley", "quarrel", "--seed", &seed, "--journal", &name];
    desk.session(&typed, &[r#"{"id":1,"ask":"quit"}"#]);
    assert!(std::fs::read_to_string(&name).unwrap().contains(&format!("\"seed\":\"{seed}\"")));
    let told = desk.types(&["replay", &name]).unwrap();
    assert!(told.contains("The quarrel in the valley"), "{told}");
    assert!(!told.contains(&seed), "{told}");
}

/// The first choice that somebody may make now: seat, revision, choice.
fn first_choice(desk: &Desk, typed: &[&str], before: &[String]) -> (u64, u64, String) {
    let asks: Vec<String> = (0..2)
        .map(|seat| format!("{{\"id\":{},\"ask\":\"decisions\",\"seat\":{seat}}}", 900 + seat))
        .collect();
    let lines: Vec<&str> = before.iter().chain(&asks).map(String::as_str).collect();
    let said = desk.session(typed, &lines);
    let found = (0..2).find_map(|seat| {
        let reply = reply(&said, 900 + seat);
        let decision = reply["decisions"].as_array()?.iter().find(|decision| decision["waits"] == true)?;
        let choice = decision["choices"][0]["id"].as_str()?.to_owned();
        Some((seat, reply["revision"].as_u64()?, choice))
    });
    found.expect("somebody decides")
}

#[test]
fn a_choice_is_taken_and_an_old_revision_is_not() {
    let desk = Desk::new("act");
    let (seat, revision, choice) = first_choice(&desk, &TABLE, &[]);
    let act = |id: u64| {
        json!({"id": id, "ask": "act", "seat": seat, "revision": revision, "choice": choice}).to_string()
    };
    let lines = desk
        .session(&TABLE, &[&act(1), &act(2), "{\"id\":3,\"ask\":\"log\"}", "{\"id\":4,\"ask\":\"quit\"}"]);
    assert_eq!(reply(&lines, 1)["reply"], "done");
    assert_eq!(
        (&reply(&lines, 2)["reply"], &reply(&lines, 2)["code"]),
        (&json!("refused"), &json!("stale-revision"))
    );
    assert_eq!(reply(&lines, 4)["reply"], "done");
    assert_eq!(lines.last(), Some(reply(&lines, 4)), "after quit nothing comes");
}

#[test]
fn every_request_is_answered() {
    let desk = Desk::new("requests");
    let journal = desk.path("copy.journal");
    let save = json!({"id": 11, "ask": "save", "path": journal}).to_string();
    let lines = desk.session(
        &TABLE,
        &[
            r#"{"id":1,"ask":"standing"}"#,
            r#"{"id":2,"ask":"view"}"#,
            r#"{"id":3,"ask":"view","eyes":1}"#,
            r#"{"id":4,"ask":"decisions","seat":0}"#,
            r#"{"id":5,"ask":"details","seat":0}"#,
            r#"{"id":6,"ask":"explain","seat":0,"target":{"Space":"town"}}"#,
            r#"{"id":7,"ask":"overlay","name":"none"}"#,
            r#"{"id":8,"ask":"undo-offer","seat":0}"#,
            r#"{"id":9,"ask":"log","eyes":0}"#,
            r#"{"id":10,"ask":"replay","step":1}"#,
            &save,
            r#"{"id":12,"ask":"undo","seat":0,"revision":99}"#,
            r#"{"id":13,"ask":"redo","seat":0,"revision":99}"#,
            r#"{"id":14,"ask":"odds","seat":0,"choice":"none"}"#,
        ],
    );
    let kind = |id: u64| reply(&lines, id)["reply"].as_str().unwrap().to_owned();
    assert_eq!(
        (1..=6).map(kind).collect::<Vec<_>>(),
        ["standing", "view", "view", "decisions", "details", "explained"]
    );
    assert_eq!((8..=11).map(kind).collect::<Vec<_>>(), ["undo-offer", "log", "replay", "written"]);
    assert_eq!(kind(12), "refused");
    assert!(journal.is_file());
}

#[test]
fn bad_lines_are_answered_and_the_table_goes_on() {
    let desk = Desk::new("bad");
    let mut input = b"{broken\n\xff\xfe\n{\"id\":5,\"ask\":\"win\"}\n\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', muster::lines::LONGEST + 10));
    input.extend_from_slice(b"\n{\"id\":6,\"ask\":\"standing\"}\n");
    let lines = json(&desk.type_with(&TABLE, &input).unwrap());
    let errors: Vec<&Value> = lines.iter().filter(|line| line["reply"] == "error").collect();
    assert_eq!(errors.len(), 4, "{lines:#?}");
    assert!(errors[0]["reason"].as_str().unwrap().contains("not JSON"));
    assert!(errors[1]["reason"].as_str().unwrap().contains("not UTF-8"));
    assert_eq!(errors[2]["id"], 5);
    assert!(errors[3]["reason"].as_str().unwrap().contains("longer than"));
    assert_eq!(reply(&lines, 6)["reply"], "standing");
}

#[test]
fn eyes_see_only_for_themselves() {
    let desk = Desk::new("eyes");
    let typed = [&TABLE[..], &["--eyes", "1"]].concat();
    let lines =
        desk.session(&typed, &[r#"{"id":1,"ask":"view","eyes":0}"#, r#"{"id":2,"ask":"view","eyes":1}"#]);
    assert_eq!(reply(&lines, 1)["code"], "not-your-seat");
    assert_eq!(reply(&lines, 2)["reply"], "view");
    let public = [&TABLE[..], &["--eyes", "public"]].concat();
    let lines = desk.session(&public, &[r#"{"id":1,"ask":"decisions","seat":0}"#]);
    assert_eq!((&lines[0]["eyes"], &reply(&lines, 1)["code"]), (&json!([]), &json!("not-your-seat")));
}

#[test]
fn what_cannot_be_meant_is_refused_with_a_remedy() {
    let desk = Desk::new("usage");
    let refused = |more: &[&str], words: &str| {
        let failure = desk.types(&[&["table"], more].concat()).map(|_| ()).expect_err("a refusal");
        let text = format!("{failure} {}", failure.remedy().unwrap_or_default());
        assert!(text.contains(words), "{text}");
    };
    refused(&["parley", "quarel"], "Did you mean \"quarrel\"?");
    refused(&["chess", "quarrel"], "there is no module `chess`");
    refused(
        &["parley", "quarrel", "--seats", "human,robot"],
        "human, bot:regular or bot:random, bot:headlong",
    );
    refused(&["parley", "quarrel", "--option", "headlong=west"], "It is none, north or south.");
    refused(&["parley", "quarrel", "--seats", "human,human,human"], "the scenario has 2");
    refused(&["parley", "quarrel", "--eyes", "2"], "Seats are 0 to 1");
    refused(&["parley", "quarrel", "--option", "x=1"], "there is no option \"x\"");
    refused(&["parley", "quarrel", "--option", "x"], "Write --option name=value.");
}

#[test]
fn a_kept_game_is_continued_replayed_and_verified() {
    let desk = Desk::new("kept");
    let journal = desk.path("game.journal");
    let path = journal.to_str().unwrap();
    let typed = [&TABLE[..], &["--journal", path]].concat();
    let (seat, revision, choice) = first_choice(&desk, &TABLE, &[]);
    let act =
        json!({"id": 1, "ask": "act", "seat": seat, "revision": revision, "choice": choice}).to_string();
    assert_eq!(reply(&desk.session(&typed, &[&act]), 1)["reply"], "done");

    let again = desk.session(&["table", "--resume", path], &[]);
    let fresh = desk.session(&TABLE, &[&act, r#"{"id":2,"ask":"standing"}"#]);
    assert_eq!(again[0]["standing"]["steps"], reply(&fresh, 2)["steps"]);

    assert!(desk.types(&["verify", path]).unwrap().contains("are as they were written"));
    let told = desk.types(&["replay", path]).unwrap();
    assert!(told.starts_with("The quarrel in the valley (parley 0.1.0), begun "), "{told}");
    let steps = json(&desk.types(&["replay", path, "--json", "--eyes", "0", "--to", "1"]).unwrap());
    assert_eq!((steps.len(), &steps[0]["eyes"]), (1, &json!(0)));

    let text = std::fs::read_to_string(&journal).unwrap().replacen("\"seed\":7", "\"seed\":8", 1);
    std::fs::write(&journal, text).unwrap();
    assert!(desk.types(&["verify", path]).is_err(), "an altered journal is found out");
}

/// What a stranger's journal begins with is compared with the scenario that it says it is of.
#[test]
fn a_journal_of_another_position_is_not_verified() {
    use muster_table::Journal;
    let desk = Desk::new("strange");
    let journal = desk.path("game.journal");
    let path = journal.to_str().unwrap();
    let _ = desk.session(&[&TABLE[..], &["--journal", path]].concat(), &[]);
    let header = Journal::open(&journal).unwrap().header;
    let strange = |name: &str, header: &muster_table::journal::Header| {
        let path = desk.path(name);
        drop(Journal::create(&path, header).unwrap());
        desk.types(&["verify", path.to_str().unwrap()])
    };
    assert!(strange("same", &header).unwrap().contains("are as they were written"));

    let mut moved = header.clone();
    let first = moved.position.roster.first_mut().unwrap();
    first.name.push_str(" the Strong");
    let problem = strange("moved", &moved).unwrap_err().to_string();
    assert!(
        problem.ends_with("the position that it begins with is not what its scenario sets up"),
        "{problem}"
    );
    assert!(problem.contains("moved"), "{problem}");

    moved.scenario.texts.clear();
    let told = strange("no-texts", &moved).unwrap();
    assert!(told.contains("No scenario's texts are in it"), "{told}");

    let mut other = header.clone();
    other.build.component = "0123456789abcdef".into();
    let told = strange("other", &other).unwrap();
    let words = "It was played under parley 0.1.0 (01234567), and verified under 0.1.0 (no component).";
    assert!(told.contains(words), "{told}");
}

#[test]
fn bots_play_on_their_own_seats() {
    let desk = Desk::new("bots");
    let typed = [&TABLE[..], &["--seats", "human,bot:random"]].concat();
    let lines = desk.session(&typed, &[r#"{"id":1,"ask":"standing"}"#]);
    assert_eq!(lines[0]["eyes"], json!([0]));
    assert_eq!(reply(&lines, 1)["seats"][1]["holder"], json!({"bot": "random"}));
}

#[test]
fn while_a_game_goes_on_its_journal_tells_nothing_that_only_a_bot_knows() {
    let desk = Desk::new("looking-back");
    let journal = desk.path("game.journal");
    let path = journal.to_str().unwrap();
    desk.session(&[&TABLE[..], &["--seats", "human,bot:random", "--journal", path]].concat(), &[]);
    let before = std::fs::read(&journal).unwrap();
    for eyes in ["0", "public"] {
        assert!(!desk.types(&["replay", path, "--json", "--eyes", eyes]).unwrap().is_empty());
    }
    let refused = desk.types(&["replay", path, "--eyes", "1"]).unwrap_err();
    assert_eq!(refused.remedy(), Some("Give --eyes public, or the number of a person's seat."));
    let refused = desk.types(&["chronicle", path, "--eyes", "1"]).unwrap_err();
    assert_eq!(refused.remedy(), Some("Give --eyes public, or the number of a person's seat."));
    for eyes in ["0", "public"] {
        let told = desk.types(&["chronicle", path, "--eyes", eyes]).unwrap();
        assert!(told.starts_with("THE QUARREL IN THE VALLEY\nParley\n"), "{told}");
    }
    assert_eq!(std::fs::read(&journal).unwrap(), before, "looking changes nothing");
}

#[test]
fn the_chronicle_of_a_game_is_a_text_for_the_eyes_that_ask() {
    let desk = Desk::new("chronicle");
    let journal = desk.path("game.journal");
    let path = journal.to_str().unwrap();
    let asked = r#"{"id":1,"ask":"chronicle"}"#;
    let lines =
        desk.session(&[&TABLE[..], &["--seats", "human,human", "--journal", path]].concat(), &[asked]);
    let public = reply(&lines, 1)["text"].as_str().unwrap().to_owned();
    assert!(public.starts_with("THE QUARREL IN THE VALLEY"), "{public}");
    assert_eq!(desk.types(&["chronicle", path]).unwrap(), public, "two people play: the public's");
    let other =
        desk.session(&[&TABLE[..], &["--eyes", "0"]].concat(), &[r#"{"id":1,"ask":"chronicle","eyes":1}"#]);
    assert_eq!(reply(&other, 1)["code"], "not-your-seat");
}

/// Parley as a module that never comes back from loading a game until it is interrupted.
struct Stuck {
    parley: Arc<dyn Module>,
    interrupted: Mutex<bool>,
    told: Condvar,
}

impl Module for Stuck {
    fn id(&self) -> &str {
        self.parley.id()
    }

    fn describe(&self) -> &Description {
        self.parley.describe()
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        self.parley.create(position)
    }

    fn load(&self, _: &Position, _: u32, _: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let long = Duration::from_secs(20);
        let waiting = self.interrupted.lock().expect("nobody panics with it");
        let (interrupted, _) =
            self.told.wait_timeout_while(waiting, long, |yes| !*yes).expect("nobody panics with it");
        let message = if *interrupted { "it was stopped" } else { "nobody stopped it" }.to_owned();
        Err(Trouble { module: "parley".into(), call: "load".into(), message, backtrace: Vec::new() })
    }

    fn interrupt(&self) {
        *self.interrupted.lock().expect("nobody panics with it") = true;
        self.told.notify_all();
    }
}

struct OnlyStuck;

impl Modules for OnlyStuck {
    fn list(&self) -> Vec<Listed> {
        Vec::new()
    }

    fn find(&self, id: &str) -> Result<Found, Failure> {
        let Found { module: parley, build } = Compiled.find(id)?;
        let module = Arc::new(Stuck { parley, interrupted: Mutex::default(), told: Condvar::new() });
        Ok(Found { module, build })
    }

    fn check(&self, folder: &Path) -> Result<Found, Failure> {
        Compiled.check(folder)
    }
}

#[test]
fn stop_reaches_a_table_that_is_busy() {
    let lines = "{\"id\":1,\"ask\":\"replay\",\"step\":1}\n{\"id\":2,\"ask\":\"stop\"}\n";
    let said = json(&Desk::new("stop").type_at(&OnlyStuck, &TABLE, lines.as_bytes()).expect("a session"));
    let refused = reply(&said, 1);
    assert_eq!(refused["reply"], "refused");
    assert_eq!(refused["reason"], "module parley failed in load: it was stopped");
    assert_eq!(reply(&said, 2)["reply"], "done");
}

#[test]
fn stop_is_found_behind_many_requests_that_wait() {
    let many: String = (3..1_000).map(|id| format!("{{\"id\":{id},\"ask\":\"standing\"}}\n")).collect();
    let lines = format!("{{\"id\":1,\"ask\":\"replay\",\"step\":1}}\n{many}{{\"id\":2,\"ask\":\"stop\"}}\n");
    let said =
        json(&Desk::new("stop-late").type_at(&OnlyStuck, &TABLE, lines.as_bytes()).expect("a session"));
    assert_eq!(reply(&said, 1)["reason"], "module parley failed in load: it was stopped");
    assert_eq!(reply(&said, 999)["reply"], "standing", "and every other is answered");
    assert_eq!(reply(&said, 2)["reply"], "done");
}
