//! The best scores, as tables count them and `muster scores` lists them.

use std::sync::Arc;

use crate::fixture::{Desk, json, reply, root};
use muster::{Failure, Found, Listed, Modules};
use muster_contract::Module;
use muster_sdk::Native;
use muster_table::Build;
use serde_json::{Value, json};

/// Civil War Strategy, compiled into the test.
struct War;

impl Modules for War {
    fn list(&self) -> Vec<Listed> {
        Vec::new()
    }

    fn find(&self, id: &str) -> Result<Found, Failure> {
        let module: Arc<dyn Module> = Arc::new(Native::<cw_strategy::CwStrategy>::new(id));
        let build = Build { module: id.into(), version: "0.1.0".into(), component: String::new() };
        Ok(Found { module, build })
    }

    fn check(&self, folder: &std::path::Path) -> Result<Found, Failure> {
        Err(Failure::NoModule(folder.display().to_string()))
    }
}

/// A desk with the war as it is two months before its end: one turn, and time has run out.
fn desk(name: &str) -> Desk {
    let desk = Desk::new(name);
    let folder = desk.path("scenarios/last-months");
    let shared = desk.path("scenarios/shared/cw-strategy");
    for (from, to) in [("scenarios/cw-strategy", &folder), ("scenarios/shared/cw-strategy", &shared)] {
        std::fs::create_dir_all(to).unwrap();
        for file in std::fs::read_dir(root().join(from)).unwrap().flatten() {
            std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
    let script = folder.join("scenario.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    let ends = "fact(\"end-year\", 1865);\nfact(\"end-month\", 3);";
    assert!(text.contains(ends));
    std::fs::write(&script, text.replace(ends, "fact(\"end-year\", 1861);\nfact(\"end-month\", 4);"))
        .unwrap();
    desk
}

/// Plays on with these lines until the game is over: both people seal their sheets, and answer what they are asked with
/// the last that they are offered.
fn played(desk: &Desk, typed: &[&str]) -> (Vec<Value>, String) {
    let session = |lines: &[String]| {
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        json(&desk.type_at(&War, typed, input.as_bytes()).unwrap())
    };
    let mut acts: Vec<String> = Vec::new();
    for _ in 0..40 {
        let asks = [0, 1].map(|seat| json!({"id": 900 + seat, "ask": "decisions", "seat": seat}).to_string());
        let standing = json!({"id": 999, "ask": "standing"}).to_string();
        let all = [acts.as_slice(), &asks, &[standing]].concat();
        let said = session(&all);
        if !reply(&said, 999)["outcome"].is_null() {
            return (said, acts.join("\n") + "\n");
        }
        let next = [0, 1].into_iter().find_map(|seat| {
            let reply = reply(&said, 900 + seat);
            let decision =
                reply["decisions"].as_array()?.iter().find(|decision| decision["waits"] == true)?;
            let choices = decision["choices"].as_array()?;
            let sealed = choices.iter().find(|choice| choice["id"] == "seal").or(choices.last())?;
            Some((seat, reply["revision"].clone(), sealed["id"].clone()))
        });
        let (seat, revision, choice) = next.expect("somebody decides");
        let act = json!({
            "id": acts.len() + 1, "ask": "act", "seat": seat, "revision": revision, "choice": choice
        });
        acts.push(act.to_string());
    }
    panic!("the war doesn't end");
}

fn listed(desk: &Desk) -> Vec<Value> {
    let lines = json(&desk.types(&["scores", "cw-strategy", "--json"]).unwrap());
    lines[0].as_array().unwrap().clone()
}

#[test]
fn a_game_that_people_play_to_its_end_is_listed_once() {
    let desk = desk("scores");
    let typed = ["table", "cw-strategy", "last-months", "--seed", "7"];
    assert!(desk.types(&["scores"]).unwrap().starts_with("No game has been counted"));
    let (said, acts) = played(&desk, &typed);
    let outcome = &reply(&said, 999)["outcome"];
    let points = outcome["reasons"][1]["text"].as_str().unwrap().to_owned();
    let found = listed(&desk);
    // Each session before the last was left before its end.
    assert_eq!(found.len(), 2, "{found:?}");
    let told = format!("Points: Union {}, Confederacy {}.", found[1]["score"], found[0]["score"]);
    assert_eq!(points, told);
    assert_eq!(
        (&found[0]["side"], &found[0]["won"], &found[0]["degree"]),
        (&json!("cs"), &json!(true), &json!("technical"))
    );
    assert_eq!(
        (&found[1]["who"], &found[1]["scenario"]),
        (&json!("Player 1"), &json!("The war, 1861 to 1865"))
    );
    let text = desk.types(&["scores"]).unwrap();
    assert!(text.contains("cw-strategy, Confederate\n  1. ") && text.contains("won (technical)"), "{text}");

    // A game that is kept, from its first line to its end.
    let lost = || std::fs::remove_file(desk.path("data/scores.json")).unwrap();
    lost();
    let journal = desk.path("game.journal");
    let path = journal.to_str().unwrap();
    let kept = [&typed[..], &["--journal", path]].concat();
    desk.type_at(&War, &kept, acts.as_bytes()).unwrap();
    let counted = listed(&desk);
    assert_eq!(counted.len(), 2);
    for _ in 0..2 {
        desk.type_at(&War, &["table", "--resume", path], b"").unwrap();
    }
    assert_eq!(listed(&desk), counted, "it is no other game for being opened again");
    // What is looked at isn't played; and a list that was lost comes back with the tables.
    lost();
    for look in ["verify", "replay", "chronicle"] {
        desk.type_at(&War, &[look, path], b"").unwrap();
    }
    assert!(listed(&desk).is_empty());
    desk.type_at(&War, &["table", "--resume", path], b"").unwrap();
    let again = listed(&desk);
    assert_eq!((again.len(), &again[0]["game"]), (2, &counted[0]["game"]));
    // Whoever opens it again hears what becomes of its score.
    let heard = || {
        let input = json!({"id": 1, "ask": "standing"}).to_string() + "\n";
        let said = json(&desk.type_at(&War, &["table", "--resume", path], input.as_bytes()).unwrap());
        let notice = said.into_iter().find(|line| line["update"] == "notice");
        notice.map(|notice| notice["text"].as_str().unwrap().to_owned())
    };
    assert_eq!(heard(), None, "nothing is to be said");
    std::fs::write(desk.path("data/scores.json"), "junk").unwrap();
    assert!(heard().expect("it begins anew").contains("begin anew"));
    std::fs::write(desk.path("data/scores.json"), "{\"format\": 99}").unwrap();
    assert!(heard().expect("it isn't counted").starts_with("The best scores can't be kept"));
}

#[test]
fn a_game_that_was_helped_along_or_that_bots_play_is_not_listed() {
    let desk = desk("not-scored");
    let typed = ["table", "cw-strategy", "last-months", "--seed", "7", "--dice", "6"];
    let (said, _) = played(&desk, &typed);
    let told = said.iter().find(|line| line["update"] == "notice").expect("it is told");
    assert!(told["text"].as_str().unwrap().ends_with("among the best scores: dice were arranged."), "{told}");
    assert!(listed(&desk).is_empty());
    let sim = ["sim", "cw-strategy", "last-months", "--games", "1", "--bots", "random,random"];
    desk.type_at(&War, &sim, b"").unwrap();
    assert!(listed(&desk).is_empty());
}
