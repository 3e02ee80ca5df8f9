//! The line protocol's schema is what the program reads and writes.

use std::collections::BTreeSet;

use crate::fixture::running::{Chosen, Luck, Running, test_modules};
use crate::fixture::schema::is_request;
use crate::fixture::{Desk, reply, root};
use serde_json::{Value, json};

/// docs/protocol.schema.json is what the code says; MUSTER_DOCS=write writes it.
#[test]
fn the_published_schema_is_not_stale() {
    let written = Desk::new("schema").types(&["protocol"]).unwrap();
    let path = root().join("docs/protocol.schema.json");
    if std::env::var("MUSTER_DOCS").is_ok_and(|write| write == "write") {
        std::fs::write(&path, &written).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == written, "{} is stale; run this test with MUSTER_DOCS=write", path.display());
}

/// Every value that a field has in a schema: the kinds of a tagged message.
fn kinds(schema: &Value, field: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut parts = vec![schema];
    while let Some(part) = parts.pop() {
        if let Some(kind) = part["properties"][field]["const"].as_str() {
            found.insert(kind.to_owned());
        }
        match part {
            Value::Array(items) => parts.extend(items),
            Value::Object(fields) => parts.extend(fields.values()),
            _ => {}
        }
    }
    found
}

/// A game of Parley by the real program, in which everything is asked. `Running` holds each line against the schema.
#[test]
fn every_line_of_a_played_game_fits_the_schema() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("schema-game");
    let mut table = Running::start(&desk, &["table", "parley", "quarrel", "--seed", "7"]);
    let welcome = table.hear().expect("it starts");
    assert_eq!(welcome["update"], "welcome");
    let (mut asked, mut replied) = (BTreeSet::new(), BTreeSet::from(["error".to_owned()]));
    let mut ask = |table: &mut Running, request: Value| {
        asked.insert(request["ask"].as_str().expect("what is asked").to_owned());
        let reply = table.ask(request).expect("it runs");
        replied.insert(reply["reply"].as_str().expect("a reply").to_owned());
        reply
    };
    let mut luck = Luck(1861);
    for turn in 0..60 {
        let seat = turn % 2;
        let decided = ask(&mut table, json!({"ask": "decisions", "seat": seat}));
        let revision = &decided["revision"];
        for decision in decided["decisions"].as_array().expect("decisions") {
            for choice in decision["choices"].as_array().expect("choices").iter().take(2) {
                ask(&mut table, json!({"ask": "odds", "seat": seat, "choice": choice["id"]}));
                ask(&mut table, json!({"ask": "explain", "seat": seat, "target": choice["target"]}));
            }
        }
        for request in [
            json!({"ask": "standing"}),
            json!({"ask": "view"}),
            json!({"ask": "view", "eyes": seat}),
            json!({"ask": "details", "seat": seat}),
            json!({"ask": "details", "seat": seat, "choices": ["none"]}),
            json!({"ask": "act", "seat": seat, "revision": revision, "choice": "none", "target": {"Facing": 2}}),
            json!({"ask": "advice", "seat": seat}),
            json!({"ask": "overlay", "name": "none", "focus": {"Space": "town"}}),
            json!({"ask": "overlay", "eyes": seat, "name": "danger"}),
            json!({"ask": "overlay", "eyes": seat, "name": "reach", "focus": {"Unit": "north-chief"}}),
            json!({"ask": "undo-offer", "seat": seat}),
            json!({"ask": "log", "eyes": seat, "from": 2}),
            json!({"ask": "chronicle"}),
            json!({"ask": "since-mine", "seat": seat}),
            json!({"ask": "reports", "eyes": seat}),
            json!({"ask": "dice-statistics", "eyes": seat}),
            json!({"ask": "replay", "step": 1}),
            json!({"ask": "workbench"}),
        ] {
            ask(&mut table, request);
        }
        if turn % 10 == 9 {
            let beyond = json!({"ask": "undo", "seat": seat, "revision": revision, "beyond": true});
            ask(&mut table, beyond);
            ask(&mut table, json!({"ask": "redo", "seat": seat, "revision": revision, "reach": "command"}));
        }
        if matches!(table.choose(&mut luck), Chosen::Over) {
            break;
        }
    }
    let path = |name: &str| desk.path(name).display().to_string();
    for request in [
        json!({"ask": "save", "path": path("copy.journal")}),
        json!({"ask": "play-on", "step": 2, "path": path("on.journal"), "seed": u128::MAX.to_string()}),
        json!({"ask": "pace", "pause": 0}),
        json!({"ask": "skip"}),
        json!({"ask": "think", "budget": {"playouts": 8}}),
        json!({"ask": "think", "budget": {"millis": 8}}),
        json!({"ask": "retry"}),
        json!({"ask": "swap-back"}),
        json!({"ask": "begin-again", "path": path("again.journal"), "replay": true}),
        json!({"ask": "stop"}),
        json!({"ask": "quit"}),
    ] {
        ask(&mut table, request);
    }
    let schema = muster::protocol::schema();
    assert_eq!(asked, kinds(&schema["$defs"]["Request"], "ask"), "not everything was asked");
    let unheard: Vec<String> = kinds(&schema, "reply").difference(&replied).cloned().collect();
    assert_eq!(unheard, Vec::<String>::new(), "not every reply was given");
    let updates: BTreeSet<&str> =
        table.updates.iter().filter_map(|update| update["update"].as_str()).collect();
    assert!(updates.contains("changed") && updates.contains("draft"), "{updates:?}");
}

/// Requests with everything that they may have, and what may be left out.
fn requests() -> Vec<(Value, &'static [&'static str])> {
    let target = json!({"Custom": {"name": "plan", "json": "{}"}});
    vec![
        (json!({"ask": "standing"}), &[]),
        (json!({"ask": "view", "eyes": 1}), &["eyes"]),
        (json!({"ask": "decisions", "seat": 0}), &[]),
        (json!({"ask": "details", "seat": 0, "choices": ["a"]}), &["choices"]),
        (json!({"ask": "act", "seat": 0, "revision": 9, "choice": "a", "target": target}), &["target"]),
        (json!({"ask": "explain", "seat": 0, "target": {"Amount": -3}}), &[]),
        (json!({"ask": "odds", "seat": 0, "choice": "a"}), &[]),
        (json!({"ask": "overlay", "eyes": 0, "name": "a", "focus": target}), &["eyes", "focus"]),
        (json!({"ask": "undo-offer", "seat": 0}), &[]),
        (
            json!({"ask": "undo", "seat": 0, "revision": 9, "reach": "choice", "beyond": false}),
            &["reach", "beyond"],
        ),
        (json!({"ask": "redo", "seat": 0, "revision": 9, "reach": "command"}), &["reach"]),
        (json!({"ask": "log", "eyes": 0, "from": 1}), &["eyes", "from"]),
        (json!({"ask": "chronicle", "eyes": 0}), &["eyes"]),
        (json!({"ask": "since-mine", "seat": 0}), &[]),
        (json!({"ask": "reports", "eyes": 0, "step": 1}), &["eyes", "step"]),
        (json!({"ask": "dice-statistics", "eyes": 0}), &["eyes"]),
        (json!({"ask": "replay", "eyes": 0, "step": 1}), &["eyes"]),
        (json!({"ask": "save", "path": "/"}), &[]),
        (json!({"ask": "play-on", "step": 900, "path": "/", "seed": 7}), &["seed"]),
        (json!({"ask": "pace", "pause": 0}), &[]),
        (json!({"ask": "skip"}), &[]),
        (json!({"ask": "think", "budget": {"playouts": 8}}), &[]),
        (json!({"ask": "retry"}), &[]),
        (json!({"ask": "swap-back"}), &[]),
        (json!({"ask": "begin-again", "path": "/", "replay": true}), &["replay"]),
        (json!({"ask": "workbench"}), &[]),
        (json!({"ask": "stop"}), &[]),
        (json!({"ask": "quit"}), &[]),
    ]
}

/// Each request as it is, without each of its fields, with each of them as something else, and with one that it hasn't:
/// `Desk::session` compares what the program says of each with the schema.
#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let mut lines: Vec<Value> = Vec::new();
    let mut wrong = 0;
    let quits = |request: &Value| *request == json!({"ask": "quit"});
    for (request, optional) in requests() {
        let fields: Vec<String> = request.as_object().expect("an object").keys().cloned().collect();
        let mut add = |request: Value, is_right: Option<bool>| {
            let mut numbered = request.clone();
            numbered["id"] = json!(lines.len());
            if let Some(is_right) = is_right {
                assert_eq!(is_request(&numbered), is_right, "{numbered}");
                wrong += usize::from(!is_right);
            }
            if !quits(&request) {
                lines.push(numbered);
            }
        };
        add(request.clone(), Some(true));
        let changed = |change: &dyn Fn(&mut Value)| {
            let mut request = request.clone();
            change(&mut request);
            request
        };
        add(changed(&|request| request["budgte"] = json!(1)), Some(false));
        add(changed(&|request| request["reply"] = json!("done")), Some(false));
        for field in &fields {
            let without = changed(&|request| drop(request.as_object_mut().map(|all| all.remove(field))));
            add(without, Some(optional.contains(&field.as_str())));
            for other in [
                json!(-1),
                json!(1.5),
                json!(256),
                json!(u64::MAX),
                json!(true),
                json!(null),
                json!("/"),
                json!(["a"]),
                json!({"Space": "town", "Unit": "a"}),
                json!({"Space": 5}),
                json!({"Amount": 3_000_000_000_u64}),
                json!({"playouts": 5_000_000_000_u64}),
                json!({"millis": null}),
            ] {
                add(changed(&|request| request[field] = other.clone()), None);
            }
        }
    }
    let typed: Vec<String> = lines.iter().map(Value::to_string).collect();
    let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
    let said = Desk::new("schema-refuses").session(&["table", "parley", "quarrel", "--seed", "7"], &typed);
    let errors = said.iter().filter(|line| line["reply"] == "error").count();
    assert!(wrong > 80 && errors > 400, "{wrong} wrong, {errors} errors of {}", lines.len());
    // Nothing has kept the program from answering all of them.
    for line in &lines {
        reply(&said, line["id"].as_u64().expect("a number"));
    }
}
