//! What only the table's host may ask, and what only somebody who may know everything is told.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use muster_table::messages::{
    Asker, BotKind, Budget, Envelope, Holder, Peer, Reach, RefusalCode, Reply, Request, Update,
};
use muster_table::{Client, Recipient, Table, TableEvent, TableHandle};

use crate::{BIDS, act, bot, config, human, in_folder, play, toy, two_here};

/// One of each request that only the host may make, with the word that names it.
fn host_only(path: &std::path::Path) -> Vec<(&'static str, Request)> {
    vec![
        ("save", Request::Save { path: path.join("a") }),
        ("play-on", Request::PlayOn { step: 1, path: path.join("b"), seed: None }),
        ("begin-again", Request::BeginAgain { path: path.join("c"), replay: false }),
        ("pace", Request::Pace { pause: 77 }),
        ("skip", Request::Skip),
        ("think", Request::Think { budget: Budget::Playouts(1) }),
        ("retry", Request::Retry),
        ("swap-back", Request::SwapBack),
        ("stop", Request::Stop),
        ("undo", Request::Undo { seat: 0, revision: 1, reach: Reach::Choice, beyond: true }),
    ]
}

#[test]
fn what_drives_the_table_or_writes_files_only_its_host_may_ask() {
    let (mut table, folder, _) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    let before = std::fs::read_dir(folder.path()).unwrap().count();
    for (name, request) in host_only(folder.path()) {
        for guest in [Peer::guest([]), Peer::guest([0]), Peer::guest([0, 1])] {
            match table.answer(&guest, request.clone()) {
                Reply::Refused(refused) => assert_eq!(refused.code, RefusalCode::HostOnly, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
        let answer = table.answer(&Peer::host([0, 1]), request);
        assert!(!matches!(&answer, Reply::Refused(no) if no.code == RefusalCode::HostOnly), "{name}");
    }
    let written = std::fs::read_dir(folder.path()).unwrap().count() - before;
    assert_eq!(written, 2, "the host saved a copy and played on; no guest wrote anything");
}

/// The table of requests in docs/protocol.md says of each who may ask for it.
#[test]
fn the_documented_askers_are_the_ones_that_are_let_ask() {
    let docs = std::fs::read_to_string("../../docs/protocol.md").unwrap();
    let rows: Vec<Vec<&str>> = docs
        .lines()
        .filter(|line| {
            line.starts_with("| `") && !line.starts_with("| `ask`") && line.split('|').count() == 6
        })
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let asker = |name: &str| {
        let row = rows.iter().find(|row| row[1].split(", ").any(|word| word == format!("`{name}`")));
        row.unwrap_or_else(|| panic!("{name} is not in the docs' table"))[2].to_owned()
    };
    for (name, request) in
        host_only(std::path::Path::new("/")).into_iter().filter(|(name, _)| *name != "undo")
    {
        assert_eq!((asker(name).as_str(), request.asker()), ("host", Asker::Host), "{name}");
    }
    let mut counted = 0;
    for row in &rows {
        for name in row[1].split(", ").map(|name| name.trim_matches('`')) {
            let fields = r#""eyes":0,"seat":0,"revision":1,"choice":"x","name":"x","step":1,"target":{"Amount":1},"path":"x","pause":1,"budget":{"playouts":1}"#;
            // Only the fields that the request has.
            let fields: serde_json::Map<_, _> = serde_json::from_str(&format!("{{{fields}}}")).unwrap();
            let wanted = fields.iter().filter(|(field, _)| row[3].contains(&format!("`{field}`")));
            let mut envelope: serde_json::Map<_, _> =
                wanted.map(|(name, value)| (name.clone(), value.clone())).collect();
            envelope.insert("id".into(), 1.into());
            envelope.insert("ask".into(), name.into());
            let read: Envelope =
                serde_json::from_value(envelope.into()).unwrap_or_else(|why| panic!("{name}: {why}"));
            let asker = match read.request.asker() {
                Asker::Anyone => "anyone",
                Asker::Seat => "seat",
                Asker::Host => "host",
            };
            assert_eq!(row[2], asker, "{name}");
            counted += 1;
        }
    }
    assert_eq!(counted, 29, "every request is in the table once");
}

#[test]
fn a_field_that_a_request_has_not_is_refused() {
    for (line, field) in [
        (r#"{"id":1,"ask":"standing","seat":0}"#, "seat"),
        (r#"{"id":1,"ask":"quit","now":true}"#, "now"),
        (r#"{"id":1,"ask":"view","eye":0}"#, "eye"),
        (r#"{"id":1,"ask":"act","seat":0,"revision":1,"choice":"x","targets":null}"#, "targets"),
        (r#"{"id":1,"ask":"undo","seat":0,"revision":1,"beyound":true}"#, "beyound"),
        (r#"{"id":1,"ask":"play-on","step":1,"path":"x","seeds":1}"#, "seeds"),
    ] {
        let why = serde_json::from_str::<Envelope>(line).unwrap_err().to_string();
        assert!(why.contains(&format!("unknown field `{field}`")), "{line}: {why}");
    }
    for line in [
        r#"{"id":1,"ask":"standing"}"#,
        r#"{"ask":"quit","id":7}"#,
        r#"{"id":1,"ask":"act","seat":0,"revision":1,"choice":"x","target":null}"#,
        r#"{"id":1,"ask":"play-on","step":1,"path":"x","seed":"340282366920938463463374607431768211455"}"#,
    ] {
        serde_json::from_str::<Envelope>(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
}

#[test]
fn where_the_journal_is_only_the_host_is_told() {
    let (table, _folder, path) = in_folder(&toy::Toy::new(), [human("A"), human("B")]);
    assert_eq!(table.standing(&Peer::host([0])).journal, Some(path));
    assert_eq!(table.standing(&Peer::guest([0, 1])).journal, None);
}

#[test]
fn why_a_module_failed_only_one_who_may_know_everything_is_told() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    toy.faults.halt_traps.store(true, Relaxed);
    act(&mut table, 0, "march").unwrap();
    act(&mut table, 0, "step 1").unwrap();
    act(&mut table, 0, "stop").unwrap();
    let refused = act(&mut table, 0, "halt").unwrap_err();
    assert!(!refused.reason.contains("arranged"), "{}", refused.reason);
    let pause_seen = |table: &Table, peer: Peer| {
        let pause = table.standing(&peer).paused.unwrap();
        (pause.message, pause.backtrace.len(), pause.remedy.is_empty())
    };
    assert_eq!(pause_seen(&table, Peer::host([0, 1])), ("arranged failure".into(), 1, false));
    for peer in [Peer::host([0]), Peer::guest([0, 1]), Peer::guest([])] {
        assert_eq!(pause_seen(&table, peer), (String::new(), 0, false));
    }
}

/// The name of a rule's function can tell what was chosen in secret: beside the pause a refusal doesn't have it either.
#[test]
fn which_function_of_a_rule_failed_no_refusal_tells() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    toy.faults.rule_traps.store(true, Relaxed);
    play(&mut table, "0 march; 0 step 1; 0 stop");
    let refused = act(&mut table, 0, "halt").unwrap_err();
    assert_eq!(refused.reason, "a house rule failed");
    let pause_seen = |peer: Peer| {
        let pause = table.standing(&peer).paused.unwrap();
        (pause.module.clone(), pause.call.clone(), pause.what(), pause.remedy)
    };
    let (module, call, what, remedy) = pause_seen(Peer::host([0, 1]));
    assert_eq!((module.as_str(), call.as_str()), ("house rule two", "chose_x"));
    assert_eq!(what, "house rule two failed in “chose_x”");
    assert!(remedy.contains("Try again"), "{remedy}");
    // Which rule it was can tell it as well, and a guest is told of nothing that only the host may do.
    let (module, call, what, remedy) = pause_seen(Peer::guest([0]));
    assert_eq!((module.as_str(), call.as_str(), what.as_str()), ("a house rule", "", "a house rule failed"));
    assert!(!remedy.contains("Try again") && remedy.contains("host"), "{remedy}");
    for peer in [Peer::host([0, 1]), Peer::guest([0])] {
        let revision = table.revision_of(0);
        let request = Request::Act { seat: 0, revision, choice: "halt".into(), target: None };
        let Reply::Refused(refused) = table.answer(&peer, request) else { panic!("the table is paused") };
        let remedy = table.standing(&peer).paused.unwrap().remedy;
        assert_eq!(refused.reason, format!("the table is paused: a house rule failed. {remedy}"));
    }
}

/// Whether a table is set up anew or a new game is offered is seen by all.
#[test]
fn a_changed_scenario_does_not_tell_whether_somebody_has_chosen_in_secret() {
    let toy = toy::Toy::new();
    for chosen in ["", "0 bid 3", "0 bid 3; 0 seal"] {
        let mut table = two_here(&toy);
        if !chosen.is_empty() {
            play(&mut table, chosen);
        }
        table.take_events();
        let scenario = muster_table::ScenarioRecord::default();
        let changed = table.revise_scenario(scenario, toy::position(2)).unwrap();
        let heard = table.take_events();
        assert_eq!(
            (changed, heard),
            (muster_table::Revision::Offered, vec![TableEvent::Standing]),
            "{chosen}"
        );
    }
}

/// The past is seen through the same module.
#[test]
fn why_the_past_can_not_be_shown_only_one_who_may_know_everything_is_told() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, BIDS);
    toy.faults.view_traps.store(true, Relaxed);
    let whole = "module toy failed in view: arranged failure";
    let peers = [(Peer::host([0, 1]), whole), (Peer::guest([1]), "module toy failed in view")];
    for (peer, words) in peers {
        let reply = table.answer(&peer, Request::Replay { eyes: Some(1), step: 1 });
        let Reply::Refused(refused) = reply else { panic!("{reply:?}") };
        assert_eq!(refused.reason, words);
    }
}

#[test]
fn a_peer_may_know_everything_where_nobody_else_plays_but_bots() {
    let with = |holders: [Holder; 2]| {
        let seats = holders.map(|holder| muster_table::SeatAssignment { holder, name: String::new() });
        Table::start(toy::Toy::new(), toy::position(1), config(seats)).unwrap()
    };
    let bot = Holder::Bot(BotKind::Random);
    let knows = |holders, peer: Peer| with(holders).knows_all(&peer);
    assert!(knows([Holder::Human, bot], Peer::host([0])));
    assert!(knows([Holder::Human, Holder::Human], Peer::host([0, 1])));
    assert!(knows([bot, bot], Peer::host([])));
    assert!(!knows([Holder::Human, bot], Peer::guest([0])));
    assert!(!knows([Holder::Human, Holder::Human], Peer::host([0])));
    assert!(!knows([Holder::Human, Holder::Elsewhere], Peer::host([0])));
}

/// What the notices of a game that is begun again say, and to whom; and the game's journal.
fn begun_again(table: &mut Table, rounds: i32) -> (Vec<(Recipient, String)>, muster_table::Opened) {
    let texts = [("scenario.rhai".to_owned(), "// other words".to_owned())].into();
    let scenario = muster_table::ScenarioRecord { texts, ..Default::default() };
    table.revise_scenario(scenario, toy::position(rounds)).unwrap();
    table.take_events();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again");
    let answer = table.answer(&Peer::host([0, 1]), Request::BeginAgain { path: path.clone(), replay: true });
    assert!(matches!(answer, Reply::Written { .. }), "{answer:?}");
    let notice = |news| if let TableEvent::Notice { to, text } = news { Some((to, text)) } else { None };
    let notices = table.take_events().into_iter().filter_map(notice).collect();
    (notices, muster_table::Journal::open(&path).unwrap())
}

#[test]
fn what_is_chosen_in_secret_is_chosen_again_and_told_to_nobody_else() {
    let toy = toy::Toy::new();
    let drafts = |journal: &muster_table::Opened| {
        let kinds = journal.entries.iter().map(|entry| &entry.kind);
        let drafts = kinds.filter_map(|kind| match kind {
            muster_table::journal::EntryKind::Draft { seat, choice } => Some(format!("{seat} {choice}")),
            _ => None,
        });
        drafts.collect::<Vec<_>>().join("; ")
    };
    let begins = (Recipient::Everybody, "the game begins under the changed scenario".to_owned());
    for chosen in ["1 bid 2; 1 seal; 0 bid 1", "1 bid 3; 0 bid 1; 0 seal"] {
        let mut table = two_here(&toy);
        play(&mut table, chosen);
        let (notices, journal) = begun_again(&mut table, 3);
        assert_eq!(notices, std::slice::from_ref(&begins));
        let mut again: Vec<String> = drafts(&journal).split("; ").map(str::to_owned).collect();
        let mut had: Vec<String> = chosen.split("; ").map(str::to_owned).collect();
        again.sort();
        had.sort();
        assert_eq!(again, had);
    }
    // With two rounds nobody can bid three.
    let mut table = two_here(&toy);
    play(&mut table, "1 bid 3; 1 seal; 0 bid 1");
    let (notices, journal) = begun_again(&mut table, 2);
    let [all, (own, why)] = notices.as_slice() else { panic!("{notices:?}") };
    assert_eq!((all, *own), (&begins, Recipient::Seat(1)));
    assert!(why.contains("0 of 2"), "{why}");
    assert_eq!(drafts(&journal), "0 bid 1");
    // Nor does anything stand after a choice that doesn't.
    let mut table = two_here(&toy);
    play(&mut table, "1 bid 3; 1 seal; 0 bid 3; 0 seal; 0 halt; 1 bid 1");
    let (notices, journal) = begun_again(&mut table, 2);
    let told: Vec<Recipient> = notices.iter().map(|(to, _)| *to).collect();
    assert_eq!(told, [Recipient::Everybody, Recipient::Seat(1), Recipient::Seat(1)], "{notices:?}");
    assert_eq!(drafts(&journal), "");
}

#[test]
fn which_choice_does_not_stand_under_a_changed_scenario_only_its_seat_is_told() {
    let toy = toy::Toy::new();
    let mut table = two_here(&toy);
    play(&mut table, "0 bid 3; 0 seal; 1 bid 0; 1 seal");
    table.take_events();
    let changed = table.revise_scenario(muster_table::ScenarioRecord::default(), toy::position(2)).unwrap();
    assert_eq!(changed, muster_table::Revision::Offered);
    let folder = tempfile::tempdir().unwrap();
    let request = Request::BeginAgain { path: folder.path().join("again"), replay: true };
    let answer = table.answer(&Peer::host([0, 1]), request);
    assert!(matches!(answer, Reply::Written { .. }), "{answer:?}");
    let notices: Vec<(Recipient, String)> = table
        .take_events()
        .into_iter()
        .filter_map(|news| match news {
            TableEvent::Notice { to, text } => Some((to, text)),
            _ => None,
        })
        .collect();
    let [(all, said), (own, why)] = notices.as_slice() else { panic!("{notices:?}") };
    assert_eq!(
        (*all, said.as_str()),
        (Recipient::Everybody, "0 of 1 decisions stand under the changed scenario")
    );
    assert_eq!(*own, Recipient::Seat(0));
    assert!(why.contains("bid 3"), "{why}");
}

fn updates_until(client: &mut Client, until: impl Fn(&Update) -> bool) -> Vec<Update> {
    let mut all = Vec::new();
    while let Some(message) = client.next_within(Duration::from_secs(20)) {
        if let muster_table::messages::FromTable::Update(update) = message {
            let last = until(&update);
            all.push(update);
            if last {
                return all;
            }
        }
    }
    panic!("{all:?}");
}

/// A bot's draft takes two choices (a bid and its seal), and as many more as it changes its mind; it thinks once.
#[test]
fn how_many_choices_a_bot_makes_in_secret_nobody_hears() {
    let table = Table::start(toy::Toy::new(), toy::position(1), config([human("A"), bot(BotKind::Random)]));
    let handle = TableHandle::start(table.unwrap()).unwrap();
    let mut client = handle.connect(Peer::host([0]), None);
    let all = updates_until(&mut client, |update| matches!(update, Update::Thinking { seat: None }));
    let thinking: Vec<_> = all
        .iter()
        .filter_map(|update| if let Update::Thinking { seat } = update { Some(*seat) } else { None })
        .collect();
    assert_eq!(thinking, [Some(1), None], "{all:?}");
    let committed = |update: &Update| matches!(update, Update::Draft { .. });
    assert!(all.iter().any(committed), "its draft is committed by then: {all:?}");
    handle.close();
}
