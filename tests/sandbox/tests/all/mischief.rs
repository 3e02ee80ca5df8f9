//! Modules that turn against their host: each has its one defence, ends in the right words, and leaves the table on its
//! last good state, from which an honest module goes on as if nothing had been.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use muster_contract::{Attribute, Change, Game, Module, Target, Value};
use muster_sandbox::{
    BOTS, CHOICES, HOSTILE, Neighbour, PEOPLE, Switched, TWIN, act, played, position, setting,
};
use muster_table::{
    StartError, Table, TableHandle,
    messages::{Budget, FromTable, Peer, Reach, RefusalCode, Request, Update},
};

/// What is done so that the module comes to its mischief, after some choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Nothing: it comes to it while choices are made.
    Playing,
    View,
    Explain,
    Odds,
    /// Asking for the odds, and then choosing.
    OddsAndPlaying,
    Overlay,
    Edit,
    Undo,
}

/// What stops a mischief: the allowance or the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Defence {
    Steps,
    Stack,
    Memory,
    Handles,
    Answer,
    Text,
    Entries,
    Choices,
    Record,
    Dice,
    Notes,
    Log,
    Unheard,
    State,
    /// The dice are there inside `apply` only, and have sides.
    DiceInApply,
    /// Any trap ends the instance, not the host.
    Trap,
    /// Answers are looked at for what the contract forbids.
    Nonsense,
}

use By::*;
use Defence::*;

/// Each mischief at a table: by what the module comes to it, in which call, what stops it, and in what words.
const AT_THE_TABLE: &[(&str, By, &str, Defence, &str)] = &[
    (
        "loop in load",
        Undo,
        "load",
        Steps,
        "it used up its 20000000 steps without an answer; it may be looping",
    ),
    ("loop in decisions", Playing, "decisions", Steps, "it used up its 10000000 steps"),
    ("loop in apply", Playing, "apply", Steps, "it used up its 20000000 steps"),
    ("loop in details", Playing, "details", Steps, "it used up its 10000000 steps"),
    ("loop in explain", Explain, "explain", Steps, "it used up its 10000000 steps"),
    ("loop in view", View, "view", Steps, "it used up its 10000000 steps"),
    ("loop in odds", Odds, "odds", Steps, "it used up its 10000000 steps"),
    ("loop in overlay", Overlay, "overlay", Steps, "it used up its 10000000 steps"),
    ("loop in seats", Playing, "seats", Steps, "it used up its 10000000 steps"),
    ("loop in outcome", Playing, "outcome", Steps, "it used up its 10000000 steps"),
    ("loop in save", Playing, "save", Steps, "it used up its 10000000 steps"),
    ("loop in sample", Odds, "sample", Steps, "it used up its 10000000 steps"),
    ("loop in edit", Edit, "edit", Steps, "it used up its 20000000 steps"),
    ("loop in drop", OddsAndPlaying, "drop", Steps, "it used up its 10000000 steps"),
    ("trap in load", Undo, "load", Trap, "it gave up without a message"),
    ("trap in apply", Playing, "apply", Trap, "it gave up without a message"),
    ("panic in view", View, "view", Trap, "mischief.rs:"),
    ("panic at length in decisions", Playing, "decisions", Trap, "aaaaaaaaaa"),
    ("cry wolf", Playing, "decisions", Trap, "it gave up without a message"),
    ("recurse in decisions", Playing, "decisions", Stack, "it called itself too deeply (stack overflow)"),
    ("eat memory in apply", Playing, "apply", Memory, "it wanted more than its 16 MiB of memory"),
    ("keep games in view", View, "view", Handles, "handle"),
    (
        "roll in view",
        View,
        "view",
        DiceInApply,
        "it asked for the table's dice outside apply, for: a look ahead",
    ),
    (
        "roll in load",
        Undo,
        "load",
        DiceInApply,
        "it asked for the table's dice outside apply, for: a look ahead",
    ),
    (
        "beg in view",
        View,
        "view",
        DiceInApply,
        "it asked for the table's dice outside apply, for: please please ",
    ),
    ("no dice", Playing, "apply", DiceInApply, "it asked for 0 dice of 6 sides, for: nothing"),
    ("dice without sides", Playing, "apply", DiceInApply, "it asked for 1 dice of 0 sides, for: nothing"),
    ("many dice", Playing, "apply", Dice, "one choice rolled more than 1000 dice"),
    (
        "a long reason",
        Playing,
        "apply",
        Text,
        "it gave a text of 32000 bytes, more than the 16 KiB that one may have, which begins “because because ",
    ),
    (
        "an endless reason",
        Playing,
        "apply",
        Answer,
        "it handed over more than the 512 KiB that one answer may have",
    ),
    ("many notes", Playing, "apply", Notes, "one choice made more than 100 notes"),
    ("many phases", Playing, "apply", Notes, "one choice made more than 100 notes"),
    ("long notes", Playing, "apply", Record, "one choice wanted to leave more than 512 KiB in the record"),
    (
        "a note for many seats",
        Playing,
        "apply",
        Record,
        "one choice wanted to leave more than 512 KiB in the record",
    ),
    (
        "many events",
        Playing,
        "apply",
        Entries,
        "the lists of one answer have 1200 entries, more than the 1000",
    ),
    ("fat events", Playing, "apply", Answer, "it handed over more than the 512 KiB that one answer may have"),
    ("many choices", Playing, "decisions", Choices, "it lists 602 choices, more than the 500"),
    (
        "many decisions",
        Playing,
        "decisions",
        Entries,
        "the lists of one answer have 1500 entries, more than the 1000",
    ),
    ("a long list", View, "view", Entries, "the lists of one answer have 1502 entries, more than the 1000"),
    ("a fat answer", Odds, "odds", Answer, "it handed over more than the 1 MiB that one answer may have"),
    (
        "chances out of nothing",
        Odds,
        "odds",
        Nonsense,
        "in the odds `a step`, `a fall` has the chance 1 out of 0",
    ),
    ("a long text", Playing, "decisions", Text, "which begins “why? why?"),
    ("an id twice", Playing, "decisions", Nonsense, "it offers seat 1 the choice `climb` twice"),
    ("an empty id", Playing, "decisions", Nonsense, "it offers seat 1 a choice of `climb` that has no id"),
    (
        "no such seat",
        Playing,
        "decisions",
        Nonsense,
        "it asks seat 9 to decide `climb`, and there are 2 seats",
    ),
    (
        "no choice",
        Playing,
        "decisions",
        Nonsense,
        "it waits for seat 1 to decide `climb` and offers it no choice",
    ),
    (
        "an unknown kind",
        Playing,
        "decisions",
        Nonsense,
        "a decision of the kind “fall”, which it does not describe",
    ),
    ("nobody waits", Playing, "decisions", Nonsense, "waits for no decision that can be answered"),
    (
        "a unit nowhere",
        View,
        "view",
        Nonsense,
        "it shows the unit `red-climber` at `the moon`, which no board has",
    ),
    ("a unit twice", View, "view", Nonsense, "it shows the unit `red-climber` twice"),
    ("a unit without a name", View, "view", Nonsense, "that has no id"),
    (
        "a marker nowhere",
        View,
        "view",
        Nonsense,
        "it shows a marker `flag` at `the moon`, which no board has",
    ),
    ("a seat too many", Playing, "seats", Nonsense, "it names the sides of 3 seats, and there are 2"),
    ("an unknown side", Playing, "seats", Nonsense, "the side `green`, which it doesn't describe"),
    (
        "an unknown winner",
        Playing,
        "outcome",
        Nonsense,
        "it lets the side `green` win, which it doesn't describe",
    ),
    ("many lines logged", Playing, "apply", Log, "one call wrote more than 100 lines into its log"),
    ("much logged", Playing, "apply", Log, "one call wrote more than 32 KiB into its log"),
    ("notes without end in view", View, "view", Unheard, "it handed over more than the 1 MiB"),
    ("phases without end in view", View, "view", Unheard, "it handed over more than the 1 MiB"),
    (
        "a state that grows",
        Playing,
        "save",
        State,
        "its state takes 70000 bytes, more than the 64 KiB that it may have",
    ),
];

/// Each mischief against a bot: the bot chooses at random, and the table hears of nothing else.
const AGAINST_BOTS: &[(&str, &str)] = &[
    ("loop in weights", "failed in weights: it used up its 10000000 steps"),
    ("loop in apply-index", "failed in apply-index: it used up its 20000000 steps"),
    ("loop in fork", "failed in fork: it used up its 10000000 steps"),
    ("loop in playout", "failed in playout: it used up its 10000000 steps"),
    ("roll in playout", "failed in playout: it asked for the table's dice outside apply"),
    ("logs without end in playout", "failed in playout: it handed over more than the 1 MiB"),
    ("wrong prospects", "failed in playout: the prospects of its sides add up to 20000, not 10,000"),
];

/// Each mischief that has a test of its own.
const ALONE: &[&str] = &[
    "loop in create",
    "loop in choice-count",
    "refuses what it lists",
    "a state that can't be read",
    "tells what it does",
];

/// The lies, which `lies.rs` has.
const LIES: &[&str] = &["accepts what it doesn't list", "refuses and acts", "views that change"];

/// How many choices are made before something else is done; the module misbehaves from then on.
const BEFORE: u32 = 3;

fn provoke(table: &mut Table, by: By) {
    let all = Peer::host([0, 1]);
    let (seat, choice) = muster_sandbox::choice(BEFORE);
    let odds = Request::Odds { seat, choice: choice.to_owned() };
    match by {
        Playing => {}
        View => drop(table.answer(&all, Request::View { eyes: Some(0) })),
        Explain => drop(table.answer(&all, Request::Explain { seat, target: Target::Amount(1) })),
        Odds | OddsAndPlaying => drop(table.answer(&all, odds)),
        Overlay => {
            drop(table.answer(&all, Request::Overlay { eyes: None, name: "reach".into(), focus: None }));
        }
        Edit => {
            let height = Attribute { name: "height".into(), value: Value::Number(1) };
            drop(table.edit("a test", vec![Change::Fact(height)]));
        }
        Undo => {
            let last = muster_sandbox::choice(table.standing(&all).steps as u32 - 2).0;
            let revision = table.revision_of(last);
            drop(table.undo(last, revision, Reach::Choice, true));
        }
    }
}

#[track_caller]
fn is_stopped(mischief: &str, by: By, call: &str, words: &str) {
    let neighbour = Neighbour::sits_down();
    let module = Switched::with_mischief(&HOSTILE, mischief);
    let mut table = Table::start(module.clone(), position(), setting(PEOPLE)).unwrap();
    // Going back to where it misbehaves takes a choice more.
    let before = if by == Undo { BEFORE + 1 } else { BEFORE };
    let mut number = 0;
    while number < before && act(&mut table, number).is_ok() {
        number += 1;
    }
    if number == before {
        provoke(&mut table, by);
    }
    while table.paused().is_none() && number < CHOICES && act(&mut table, number).is_ok() {
        number += 1;
    }
    let pause = table.paused().unwrap_or_else(|| panic!("{mischief}: nothing stopped it")).clone();
    assert_eq!(pause.call, call, "{mischief}: {pause:?}");
    assert!(pause.message.contains(words), "{mischief}: {:.300}", pause.message);
    assert!(pause.message.chars().count() <= 4_002 && pause.backtrace.len() <= 41, "{mischief}");
    assert_eq!(table.standing(&Peer::host([])).steps, u64::from(number) + 1, "{mischief}");
    assert_eq!(act(&mut table, number).unwrap_err().code, RefusalCode::Paused, "{mischief}");

    module.disarm();
    table.retry().unwrap_or_else(|refused| panic!("{mischief}: {refused}"));
    for number in number..CHOICES {
        act(&mut table, number).unwrap_or_else(|refused| panic!("{mischief}: {refused}"));
    }
    assert!(played(&mut table) == *TWIN, "{mischief}: the table went on otherwise than its twin");
    neighbour.is_undisturbed();
}

#[test]
fn each_mischief_at_a_table_is_stopped_and_leaves_nothing_behind() {
    for &(mischief, by, call, _, words) in AT_THE_TABLE {
        is_stopped(mischief, by, call, words);
    }
}

#[test]
fn every_defence_is_needed_and_every_mischief_is_tried() {
    let defences: BTreeSet<Defence> = AT_THE_TABLE.iter().map(|case| case.3).collect();
    assert_eq!(defences.len(), Nonsense as usize + 1, "{defences:?}");
    let tried = AT_THE_TABLE.iter().map(|case| case.0).chain(AGAINST_BOTS.iter().map(|case| case.0));
    let tried: BTreeSet<&str> = tried.chain(ALONE.iter().chain(LIES).copied()).collect();
    let known: BTreeSet<&str> = HOSTILE.describe().options.iter().map(|option| option.id.as_str()).collect();
    assert_eq!(tried, known);
}

#[test]
fn a_bot_that_is_misled_chooses_at_random_and_the_table_plays_on() {
    for &(mischief, words) in AGAINST_BOTS {
        let neighbour = Neighbour::sits_down();
        let module = Switched::with_mischief(&HOSTILE, mischief);
        let handle = TableHandle::start(Table::start(module, position(), setting(BOTS)).unwrap()).unwrap();
        let mut client = handle.connect(Peer::host([]), None);
        client.ask(Request::Think { budget: Budget::Playouts(2) });
        let mut notices = Vec::new();
        loop {
            match client.next_within(Duration::from_secs(60)) {
                Some(FromTable::Update(Update::Notice { text, .. })) => notices.push(text),
                Some(FromTable::Update(Update::Paused { pause })) => panic!("{mischief}: {pause:?}"),
                Some(FromTable::Update(Update::Changed { standing, .. })) if standing.outcome.is_some() => {
                    break;
                }
                Some(_) => {}
                None => panic!("{mischief}: the game doesn't come to its end"),
            }
        }
        assert_eq!(notices.len(), 3, "{mischief}: {notices:?}");
        assert!(notices.iter().all(|notice| notice.contains(words)), "{mischief}: {notices:?}");
        handle.close();
        neighbour.is_undisturbed();
    }
}

#[test]
fn a_table_whose_module_loops_at_the_start_is_not_opened() {
    let neighbour = Neighbour::sits_down();
    let module = Switched::with_mischief(&HOSTILE, "loop in create");
    match Table::start(module, position(), setting(PEOPLE)) {
        Err(StartError::Trouble(trouble)) => {
            assert_eq!(trouble.call, "create");
            assert!(trouble.message.contains("it used up its 20000000 steps"), "{trouble}");
        }
        other => panic!("{other:?}"),
    }
    neighbour.is_undisturbed();
}

#[test]
fn what_no_table_asks_for_is_stopped_as_well() {
    let module = Switched::with_mischief(&HOSTILE, "loop in choice-count");
    // Turn 4 of a game on the ground.
    let state = [4_i32, 0, 0].map(i32::to_le_bytes).concat();
    let mut game: Box<dyn Game> = Module::load(module.as_ref(), &position(), 1, &state).unwrap().unwrap();
    let trouble = game.choice_count(0).unwrap_err();
    assert!(trouble.message.contains("it used up its 10000000 steps"), "{trouble}");
}

#[test]
fn a_listed_choice_that_is_refused_changes_nothing() {
    let module = Switched::with_mischief(&HOSTILE, "refuses what it lists");
    let mut table = Table::start(module.clone(), position(), setting(PEOPLE)).unwrap();
    (0..BEFORE).for_each(|number| act(&mut table, number).unwrap());
    let refused = act(&mut table, BEFORE).unwrap_err();
    assert_eq!((refused.code, refused.reason.as_str()), (RefusalCode::Module, "it has thought better of it"));
    assert_eq!(table.paused(), None);
    // The table has gone back to its last good state, dice included, and so to an honest game.
    module.disarm();
    act(&mut table, BEFORE).unwrap_err();
    (BEFORE..CHOICES).for_each(|number| act(&mut table, number).unwrap());
    assert!(played(&mut table) == *TWIN);
}

#[test]
fn a_state_that_cannot_be_read_again_can_be_taken_back() {
    let module: Arc<Switched> = Switched::with_mischief(&HOSTILE, "a state that can't be read");
    let mut table = Table::start(module.clone(), position(), setting(PEOPLE)).unwrap();
    (0..BEFORE).for_each(|number| act(&mut table, number).unwrap());
    provoke(&mut table, Edit);
    let pause = table.paused().unwrap();
    assert_eq!(pause.call, "load");
    assert!(
        pause.message.contains("it can't read the table's own last state: the state is torn"),
        "{pause:?}"
    );
    module.disarm();
    assert_eq!(table.retry().unwrap_err().code, RefusalCode::Paused);
    provoke(&mut table, Undo);
    assert_eq!(table.paused(), None);
    (BEFORE - 1..CHOICES).for_each(|number| act(&mut table, number).unwrap());
    let last = CHOICES - 1;
    assert_eq!(table.standing(&Peer::host([])).steps, u64::from(last) + 2);
}

/// What a module logs comes to the table's host, where nobody else plays but bots, and to nobody else; what bots try out isn't in it.
#[test]
fn what_a_module_logs_is_for_the_hosts_eyes() {
    let module = Switched::with_mischief(&HOSTILE, "tells what it does");
    let log = |table: &mut Table, peer: &Peer| table.workbench(peer).log;
    let mut table = Table::start(module.clone(), position(), setting(PEOPLE)).unwrap();
    (0..BEFORE - 1).for_each(|number| act(&mut table, number).unwrap());
    let host = Peer::host([0, 1]);
    assert_eq!(log(&mut table, &host), [], "it says nothing yet");
    (BEFORE - 1..=BEFORE).for_each(|number| act(&mut table, number).unwrap());
    provoke(&mut table, Odds);
    let lines = log(&mut table, &host);
    let calls: BTreeSet<&str> = lines.iter().map(|line| line.call.as_str()).collect();
    assert!(calls.is_superset(&["apply", "decisions", "odds", "save"].into()), "{calls:?}");
    assert!(!calls.contains("apply-index"), "{calls:?}");
    assert_eq!(
        lines.iter().map(|line| line.number).collect::<Vec<_>>(),
        (1..=lines.len() as u64).collect::<Vec<_>>()
    );
    assert!(lines.iter().all(|line| line.text.starts_with("turn ")), "{lines:?}");
    for stranger in [Peer::host([0]), Peer::guest([0, 1]), Peer::guest([])] {
        assert_eq!(log(&mut table, &stranger), [], "{stranger:?}");
    }
    // Another table's log is another.
    let mut other = Table::start(module.clone(), position(), setting(PEOPLE)).unwrap();
    assert_eq!(log(&mut other, &host), []);
    // A game that is loaded for an undo goes on in the same log.
    let last = log(&mut table, &host).len();
    let revision = table.revision_of(1);
    drop(table.undo(1, revision, Reach::Choice, true));
    assert!(log(&mut table, &host).len() > last);
    // Bots play the whole game, and what is logged is the table's game alone.
    let handle = TableHandle::start(Table::start(module, position(), setting(BOTS)).unwrap()).unwrap();
    let mut client = handle.connect(Peer::host([]), None);
    client.ask(Request::Think { budget: Budget::Playouts(2) });
    while !matches!(
        client.next_within(Duration::from_secs(60)).expect("the game comes to its end"),
        FromTable::Update(Update::Changed { standing, .. }) if standing.outcome.is_some()
    ) {}
    let lines = handle.run(|table| table.workbench(&Peer::host([])).log).recv().unwrap();
    assert!(lines.iter().any(|line| line.call == "apply"));
    assert!(
        !lines
            .iter()
            .any(|line| ["load", "playout", "weights", "choice-count"].contains(&line.call.as_str()))
    );
}
