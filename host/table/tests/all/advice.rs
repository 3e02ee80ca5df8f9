//! A bot's advice for a seat that a person plays.

use std::time::Duration;

use muster_table::{
    Client, Table, TableHandle,
    messages::{BotKind, Budget, FromTable, Peer, RefusalCode, Reply, Request, Update},
};

use crate::{BIDS, bot, config, human, play, toy, two_here};

/// The next advice; panics if none comes.
fn advice(client: &mut Client) -> (u64, Option<String>) {
    while let Some(message) = client.next_within(Duration::from_secs(20)) {
        if let FromTable::Update(Update::Advice { seat: 0, revision, choice }) = message {
            return (revision, choice);
        }
    }
    panic!("no advice came");
}

/// Everything that comes while nothing more happens.
fn heard(client: &mut Client) -> Vec<Update> {
    std::iter::from_fn(|| client.next_within(Duration::from_millis(300)))
        .filter_map(|message| if let FromTable::Update(update) = message { Some(update) } else { None })
        .collect()
}

fn listed(client: &mut Client) -> (u64, Vec<String>) {
    match client.ask(Request::Decisions { seat: 0 }) {
        Reply::Decisions { revision, decisions, .. } => {
            let choices = decisions.into_iter().flat_map(|decision| decision.choices);
            (revision, choices.map(|choice| choice.id).collect())
        }
        other => panic!("{other:?}"),
    }
}

/// Who asked is told, nobody else: not that it was asked, nor that anybody thinks.
#[test]
fn advice_is_for_the_client_that_asks() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut red = handle.connect(Peer::guest([0]), None);
    let mut others =
        [Peer::host([0, 1]), Peer::guest([1]), Peer::guest([])].map(|peer| handle.connect(peer, None));
    let (now, choices) = listed(&mut red);
    assert!(choices.len() > 1, "{choices:?}");
    assert!(matches!(red.ask(Request::Advice { seat: 0 }), Reply::Done { .. }));
    let (revision, choice) = advice(&mut red);
    assert_eq!(revision, now);
    assert!(choice.as_ref().is_some_and(|choice| choices.contains(choice)), "{choice:?} of {choices:?}");
    // Asked again, it is the same; and nothing was chosen.
    red.ask(Request::Advice { seat: 0 });
    assert_eq!(advice(&mut red), (now, choice));
    assert_eq!(listed(&mut red), (now, choices));
    assert_eq!([heard(&mut red), others.each_mut().map(heard).concat()], [vec![], vec![]]);
    handle.close();
}

/// Who asks again while the bot thinks is told once; and nothing once something was chosen.
#[test]
fn advice_is_given_once_and_not_on_what_is_past() {
    let handle = TableHandle::start(two_here(&toy::Toy::new())).unwrap();
    let mut red = handle.connect(Peer::host([0, 1]), None);
    red.ask(Request::Think { budget: Budget::Millis(60_000) });
    let ask = |red: &mut Client| {
        for _ in 0..3 {
            assert!(matches!(red.ask(Request::Advice { seat: 0 }), Reply::Done { .. }));
        }
    };
    ask(&mut red);
    // Whoever thinks is sent on, and takes what looks best.
    red.ask(Request::Stop);
    let (revision, choices) = listed(&mut red);
    assert_eq!(advice(&mut red).0, revision);
    assert_eq!(heard(&mut red), []);
    ask(&mut red);
    let bid = choices.into_iter().find(|choice| choice.starts_with("bid")).unwrap();
    let bid = Request::Act { seat: 0, revision, choice: bid, target: None };
    assert!(matches!(red.ask(bid), Reply::Done { .. }));
    red.ask(Request::Stop);
    assert!(!heard(&mut red).iter().any(|update| matches!(update, Update::Advice { .. })));
    handle.close();
}

#[test]
fn there_is_no_advice_where_nothing_is_asked() {
    let refused = |reply| match reply {
        Reply::Refused(refused) => refused.code,
        other => panic!("{other:?}"),
    };
    let mut table = two_here(&toy::Toy::new());
    play(&mut table, BIDS);
    let wish = |seat| Request::Advice { seat };
    assert_eq!(refused(table.answer(&Peer::host([0]), wish(1))), RefusalCode::NotYourSeat);
    assert_eq!(refused(table.answer(&Peer::host([0, 1]), wish(1))), RefusalCode::NotYourDecision);
    assert!(matches!(table.answer(&Peer::host([0]), wish(0)), Reply::Done { .. }));
}

/// A person who leaves every choice to advice plays a game to its end beside a bot.
#[test]
fn a_game_can_be_played_by_advice() {
    let table = Table::start(toy::Toy::new(), toy::position(2), config([human("A"), bot(BotKind::Regular)]));
    let handle = TableHandle::start(table.unwrap()).unwrap();
    let mut red = handle.connect(Peer::guest([0]), None);
    for _ in 0..200 {
        match red.ask(Request::Advice { seat: 0 }) {
            Reply::Done { .. } => {
                let (revision, choice) = advice(&mut red);
                red.ask(Request::Act { seat: 0, revision, choice: choice.unwrap(), target: None });
            }
            Reply::Refused(refused) if refused.code == RefusalCode::Over => return,
            Reply::Refused(refused) => {
                assert_eq!(refused.code, RefusalCode::NotYourDecision);
                red.next_within(Duration::from_millis(20));
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("the game never ended");
}
