//! The stop button of a table: it works while the table's own thread is inside the module, and on no other table.

use std::{sync::Arc, time::Duration};

use muster_engine::{Stop, WasmModule};
use muster_sandbox::{BOTS, HOSTILE, Neighbour, PEOPLE, Switched, position, setting, tight};
use muster_table::{
    Build, Client, Table, TableHandle,
    messages::{FromTable, Holder, Peer, RefusalCode, Refused, Reply, Request, Update},
};

/// The hostile module with nothing but the stop button to end its loops.
fn endless() -> WasmModule {
    let mut limits = tight();
    limits.fuel.create = u64::MAX;
    limits.fuel.ask = u64::MAX;
    limits.fuel.playout = u64::MAX;
    HOSTILE.with_limits(limits).with_stop(Stop::default())
}

/// A table whose module does this from the fourth turn on, which has come.
fn table(mischief: &str, holders: [Holder; 2]) -> (Arc<Switched>, TableHandle, Client) {
    let module = Switched::with_mischief(&endless(), mischief);
    let mut table = Table::start(module.clone(), position(), setting(holders)).unwrap();
    (0..3).for_each(|number| muster_sandbox::act(&mut table, number).unwrap());
    let handle = TableHandle::start(table).unwrap();
    let client = handle.connect(Peer::host([0, 1]), None);
    (module, handle, client)
}

/// Long enough for anything that isn't a loop.
const LONG: Duration = Duration::from_secs(60);
/// Long enough to be inside a call.
const SHORT: Duration = Duration::from_millis(200);

#[track_caller]
fn refused(client: &mut Client, id: u64) -> Refused {
    loop {
        match client.next_within(LONG) {
            Some(FromTable::Reply { id: of, reply: Reply::Refused(refused) }) if of == id => return refused,
            Some(FromTable::Reply { reply, .. }) => panic!("{reply:?}"),
            Some(FromTable::Update(_)) => {}
            None => panic!("nothing came"),
        }
    }
}

/// Why the table is paused.
#[track_caller]
fn why(client: &mut Client) -> String {
    match client.ask(Request::Standing) {
        Reply::Standing(standing) => standing.paused.expect("it is paused").message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_stops_what_the_table_is_in_the_middle_of_and_nothing_else() {
    let neighbour = Neighbour::sits_down();
    let (module, handle, mut client) = table("loop in view", PEOPLE);
    let (_, other, mut other_client) = table("loop in view", PEOPLE);
    // While no call runs it does nothing.
    handle.stop();
    assert!(matches!(client.ask(Request::Decisions { seat: 0 }), Reply::Decisions { .. }));

    let (first, second) =
        (client.send(Request::View { eyes: None }), other_client.send(Request::View { eyes: None }));
    assert_eq!(client.next_within(SHORT), None);
    handle.stop();
    let stopped = refused(&mut client, first);
    assert_eq!(stopped.code, RefusalCode::Paused);
    assert_eq!(
        (stopped.reason.as_str(), why(&mut client).as_str()),
        ("hostile failed in view", "it was stopped")
    );
    assert_eq!(other_client.next_within(SHORT), None, "the other table was stopped as well");

    module.disarm();
    assert!(matches!(client.ask(Request::Retry), Reply::Done { .. }));
    assert!(matches!(client.ask(Request::View { eyes: None }), Reply::View { .. }));
    handle.close();

    // The request alone, which waits for its turn like any other, presses nothing.
    other_client.send(Request::Stop);
    assert_eq!(other_client.next_within(SHORT), None);
    other.stop();
    assert_eq!(refused(&mut other_client, second).code, RefusalCode::Paused);
    assert_eq!(why(&mut other_client), "it was stopped");
    other.close();
    neighbour.is_undisturbed();
}

#[test]
fn it_stops_a_bot_that_thinks_for_ever() {
    let (_, handle, mut client) = table("loop in playout", BOTS);
    let mut notices = Vec::new();
    while notices.len() < 3 {
        match client.next_within(SHORT) {
            Some(FromTable::Update(Update::Notice { text, .. })) => notices.push(text),
            Some(FromTable::Update(Update::Paused { pause })) => panic!("{pause:?}"),
            Some(_) => {}
            None => handle.stop(),
        }
    }
    assert!(notices.iter().all(|text| text.contains("failed in playout: it was stopped")), "{notices:?}");
    handle.close();
}

#[test]
fn it_stops_a_build_that_is_about_to_take_over() {
    let (module, handle, mut client) = table("loop in view", PEOPLE);
    module.disarm();
    let newer = Switched::with_mischief(&endless(), "loop in load");
    // By the way that whoever writes a module has: not the table's owner hands it over.
    let build = Build { module: "hostile".into(), version: "2".into(), ..Build::default() };
    let swapped = handle.remote().swap(newer, build);
    assert!(swapped.recv_timeout(SHORT).is_err());
    handle.stop();
    let refused = swapped.recv_timeout(LONG).unwrap().unwrap_err();
    assert!(refused.reason.contains("failed in load: it was stopped"), "{refused}");
    // The old build plays on.
    let Reply::Standing(standing) = client.ask(Request::Standing) else { panic!() };
    let (seat, choice) = muster_sandbox::choice(3);
    let revision = standing.seats[usize::from(seat)].revision.unwrap();
    let act = Request::Act { seat, revision, choice: choice.into(), target: None };
    assert!(matches!(client.ask(act), Reply::Done { .. }));
    handle.close();
}
