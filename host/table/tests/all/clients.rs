//! The table on its thread: requests, replies, updates, and bots that play beside a person.

use std::time::{Duration, Instant};

use muster_table::{
    Client, Recipient, Table, TableHandle,
    messages::{
        BotKind, Budget, Envelope, FromTable, LogItem, Peer, RefusalCode, Reply, Request, Standing, Update,
    },
};

use crate::{bot, config, human, toy, two_here};

const LONG: Duration = Duration::from_secs(20);

fn standing(client: &mut Client) -> Standing {
    match client.ask(Request::Standing) {
        Reply::Standing(standing) => standing,
        other => panic!("{other:?}"),
    }
}

fn act(client: &mut Client, seat: u8, choice: &str) -> Reply {
    let revision = standing(client).seats[usize::from(seat)].revision.unwrap();
    client.ask(Request::Act { seat, revision, choice: choice.into(), target: None })
}

/// Reads updates until one is what is wanted.
fn until(client: &mut Client, mut wanted: impl FnMut(&Update) -> bool) -> Update {
    let began = Instant::now();
    while began.elapsed() < LONG {
        if let Some(FromTable::Update(update)) = client.next_within(LONG)
            && wanted(&update)
        {
            return update;
        }
    }
    panic!("the update never came");
}

#[test]
fn updates_tell_each_client_only_what_its_eyes_may_know() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let (mut red, mut blue, mut public) = (
        handle.connect(Peer::host([0]), None),
        handle.connect(Peer::host([1]), None),
        handle.connect(Peer::host([]), None),
    );
    assert!(matches!(act(&mut red, 0, "bid 1"), Reply::Done { .. }));
    until(&mut red, |update| matches!(update, Update::Draft { .. }));
    assert!(matches!(act(&mut red, 0, "seal"), Reply::Done { .. }));
    // Of the open draft nobody else was told; the first update is the commit.
    until(&mut blue, |update| matches!(update, Update::Draft { .. }));
    act(&mut blue, 1, "bid 0");
    act(&mut blue, 1, "seal");
    assert!(matches!(act(&mut red, 0, "scout"), Reply::Done { .. }));
    let events = |client: &mut Client| {
        let mut seen: Vec<LogItem> = Vec::new();
        until(client, |update| {
            if let Update::Changed { news, .. } = update {
                seen.extend(news.iter().cloned());
            }
            seen.len() >= 2
        });
        seen
    };
    let (red, blue, public) = (events(&mut red), events(&mut blue), events(&mut public));
    assert_eq!([red[0].events.len(), blue[0].events.len(), public[0].events.len()], [2, 2, 2]);
    assert_eq!([red[1].events.len(), blue[1].events.len(), public[1].events.len()], [2, 1, 1]);
    assert_eq!((red[1].choices.len(), blue[1].choices.len()), (1, 0));
    handle.close();
}

#[test]
fn an_act_for_another_seat_is_refused() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut red = handle.connect(Peer::host([0]), None);
    let reply = red.ask(Request::Act { seat: 1, revision: 1, choice: "bid 1".into(), target: None });
    assert!(matches!(reply, Reply::Refused(refused) if refused.code == RefusalCode::NotYourSeat));
}

#[test]
fn bots_play_beside_a_person_and_the_waker_is_called() {
    let toy = toy::Toy::new();
    let table = Table::start(toy, toy::position(2), config([human("A"), bot(BotKind::Regular)])).unwrap();
    let handle = TableHandle::start(table).unwrap();
    let (wake, woken) = std::sync::mpsc::channel();
    let mut client = handle.connect(Peer::host([0]), Some(Box::new(move || wake.send(()).unwrap_or(()))));
    for _ in 0..200 {
        let now = standing(&mut client);
        if now.outcome.is_some() {
            break;
        }
        if now.seats[0].waited_for {
            let Reply::Decisions { revision, decisions, .. } = client.ask(Request::Decisions { seat: 0 })
            else {
                panic!()
            };
            let choice = decisions[0].choices.last().unwrap().id.clone();
            client.ask(Request::Act { seat: 0, revision, choice, target: None });
        } else {
            client.next_within(Duration::from_millis(20));
        }
    }
    assert!(standing(&mut client).outcome.is_some());
    assert!(woken.try_recv().is_ok());
    client.ask(Request::Quit);
    handle.close();
}

#[test]
fn others_choices_are_paced_and_can_be_skipped() {
    let toy = toy::Toy::new();
    let table =
        Table::start(toy, toy::position(3), config([BotKind::Random, BotKind::Random].map(bot))).unwrap();
    let handle = TableHandle::start(table).unwrap();
    let mut client = handle.connect(Peer::host([]), None);
    client.ask(Request::Pace { pause: 60_000 });
    std::thread::sleep(Duration::from_millis(300));
    let slow = standing(&mut client);
    assert!(slow.outcome.is_none() && slow.pace == 60_000, "{slow:?}");
    client.ask(Request::Skip);
    until(
        &mut client,
        |update| matches!(update, Update::Changed { standing, .. } if standing.outcome.is_some()),
    );
    handle.close();
}

/// More than a minute is never meant, and would keep a table for ever.
#[test]
fn nobody_waits_for_ever_for_a_bot() {
    let toy = toy::Toy::new();
    let table =
        Table::start(toy, toy::position(3), config([BotKind::Regular, BotKind::Regular].map(bot))).unwrap();
    let handle = TableHandle::start(table).unwrap();
    let mut client = handle.connect(Peer::host([]), None);
    let refused = |reply: Reply, words: &str| match reply {
        Reply::Refused(refused) => assert!(refused.reason.contains(words), "{refused}"),
        other => panic!("{other:?}"),
    };
    for budget in [Budget::Millis(1 << 63), Budget::Millis(60_001), Budget::Playouts(u32::MAX)] {
        refused(client.ask(Request::Think { budget }), "60 seconds or 100000 playouts at most");
    }
    refused(client.ask(Request::Pace { pause: u64::MAX }), "60 seconds at most");
    // Stopped or skipped over, whoever thinks takes what looks best so far.
    for (hurry, by) in [(Request::Stop, 1), (Request::Skip, 2)] {
        let done = client.ask(Request::Think { budget: Budget::Millis(60_000) });
        assert!(matches!(done, Reply::Done { .. }), "{done:?}");
        std::thread::sleep(Duration::from_millis(400));
        let before = standing(&mut client).revision;
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(standing(&mut client).revision, before, "it thinks");
        client.ask(hurry);
        let began = std::time::Instant::now();
        until(&mut client, |update| matches!(update, Update::Changed { .. } | Update::Draft { .. }));
        assert!(began.elapsed() < Duration::from_secs(10), "the {by}. took {:?}", began.elapsed());
    }
    client.ask(Request::Stop);
    handle.close();
}

#[test]
fn closing_tells_the_clients() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut client = handle.connect(Peer::host([0, 1]), None);
    standing(&mut client);
    let arranged = handle.run(|table| table.arrange(&[6, 6])).recv().unwrap();
    assert_eq!(arranged, Ok(()));
    handle.close();
    until(&mut client, |update| matches!(update, Update::Closed));
    let reply = client.ask(Request::Standing);
    assert!(matches!(reply, Reply::Refused(refused) if refused.code == RefusalCode::Closed));
}

#[test]
fn messages_are_json_as_documented() {
    let line = r#"{"id":2,"ask":"act","seat":0,"revision":4,"choice":"move a1 0302"}"#;
    let envelope: Envelope = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&envelope).unwrap(), line);
    let view: Envelope = serde_json::from_str(r#"{"id":1,"ask":"view"}"#).unwrap();
    assert_eq!(view.request, Request::View { eyes: None });
    let reply = FromTable::Reply { id: 2, reply: Reply::Done { revision: 5 } };
    assert_eq!(serde_json::to_string(&reply).unwrap(), r#"{"id":2,"reply":"done","revision":5}"#);
    let mut table = two_here(&toy::Toy::new());
    for request in [
        Request::Standing,
        Request::View { eyes: Some(0) },
        Request::Decisions { seat: 0 },
        Request::Log { eyes: Some(0), from: 0 },
        Request::UndoOffer { seat: 0 },
        Request::Reports { eyes: Some(0), step: None },
        Request::DiceStatistics { eyes: Some(0) },
        Request::Replay { eyes: None, step: 1 },
        Request::Act { seat: 0, revision: 0, choice: String::new(), target: None },
    ] {
        let reply = FromTable::Reply { id: 1, reply: table.answer(&crate::eyes(&[0]), request) };
        let text = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<FromTable>(&text).unwrap(), reply, "{text}");
    }
}

#[test]
fn a_bot_that_fails_three_times_in_a_row_chooses_at_random_from_then_on() {
    let toy = toy::Toy::new();
    toy.faults.weights_trap.store(true, std::sync::atomic::Ordering::Relaxed);
    let bots = config([bot(BotKind::Regular), bot(BotKind::Regular)]);
    let handle = TableHandle::start(Table::start(toy, toy::position(3), bots).unwrap()).unwrap();
    let mut client = handle.connect(Peer::host([]), None);
    let mut notices = Vec::new();
    until(&mut client, |update| {
        if let Update::Notice { text, .. } = update {
            notices.push(text.clone());
        }
        matches!(update, Update::Changed { standing, .. } if standing.outcome.is_some())
    });
    assert_eq!(notices.len(), 3, "{notices:?}");
    assert!(notices.iter().all(|text| text.contains("failed in weights: arranged failure")), "{notices:?}");
    let last: Vec<bool> = notices.iter().map(|text| text.contains("as it will from now on")).collect();
    assert_eq!(last, [false, false, true]);
}

#[test]
fn a_notice_names_the_seat_that_it_is_for() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut client = handle.connect(Peer::host([0, 1]), None);
    let to = [Recipient::Seat(1), Recipient::Everybody, Recipient::Host];
    drop(handle.run(move |table| to.map(|to| table.notify(to, "something to read"))));
    let mut seats = Vec::new();
    until(&mut client, |update| {
        if let Update::Notice { seat, .. } = update {
            seats.push(*seat);
        }
        seats.len() == to.len()
    });
    assert_eq!(seats, [Some(1), None, None]);
}

/// A panic on the table's thread is a mistake in it; nobody waits for an answer for ever.
#[test]
fn a_table_that_panics_is_closed_to_its_clients() {
    let toy = toy::Toy::new();
    let handle = TableHandle::start(two_here(&toy)).unwrap();
    let (woken, wakes) = std::sync::mpsc::channel();
    let mut client = handle.connect(
        Peer::host([0, 1]),
        Some(Box::new(move || {
            let _ = woken.send(());
        })),
    );
    toy.faults.view_panics.store(true, std::sync::atomic::Ordering::Relaxed);
    client.send(Request::View { eyes: None });
    until(&mut client, |update| matches!(update, Update::Closed));
    wakes.recv_timeout(LONG).unwrap();
    assert!(!handle.close(), "it didn't come to its end as it should");
    assert!(TableHandle::start(two_here(&toy)).unwrap().close());
}

/// What could not be done while a table was opened is told to whoever comes.
#[test]
fn a_notice_waits_until_somebody_is_there() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    handle.remote().notify_host("the scenario is not followed".to_owned());
    handle.run(|_| ()).recv().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let mut client = handle.connect(Peer::host([0, 1]), None);
    let heard = until(&mut client, |update| matches!(update, Update::Notice { .. }));
    assert_eq!(heard, Update::Notice { seat: None, text: "the scenario is not followed".into() });
}

/// Whoever asked may leave for the new table with the answer.
#[test]
fn how_far_a_game_that_is_begun_again_came_is_told_before_it_is_there() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut client = handle.connect(Peer::host([0, 1]), None);
    let revised = handle.run(|table| table.revise_scenario(Default::default(), toy::position(2)).unwrap());
    revised.recv().unwrap();
    let folder = tempfile::tempdir().unwrap();
    client.send(Request::BeginAgain { path: folder.path().join("again"), replay: true });
    let mut told = Vec::new();
    loop {
        match client.next_within(LONG).expect("the table answers") {
            FromTable::Update(Update::Notice { text, .. }) => told.push(text),
            FromTable::Update(_) => {}
            FromTable::Reply { reply, .. } => {
                assert!(matches!(reply, Reply::Written { .. }), "{reply:?}");
                break;
            }
        }
    }
    assert_eq!(told, ["the game begins under the changed scenario"]);
}
