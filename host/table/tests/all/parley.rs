//! Tables of Parley, a module with everything in it: random play with undo and redo, continued, verified, replayed
//! and looked at, comes out the same; and nothing that a seat gets depends on another's draft.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use muster_contract::{Module, Seat, Value, View};
use muster_sdk::Native;
use muster_table::{
    Build, Damaged, Journal, SeatAssignment, Series, Table, TableConfig,
    bots::BotWorkspace,
    messages::{BotKind, Budget, DraftStanding, Holder, LogItem, Peer, Reach, Reply, Request, UndoOffer},
    play_series, verify,
};

fn module() -> Arc<dyn Module> {
    Arc::new(Native::<parley::Parley>::new("parley"))
}

fn build() -> Build {
    Build { module: "parley".into(), ..Build::default() }
}

fn start(journal: Option<&Path>, seed: u64) -> Table {
    let assignment = |name: &str| SeatAssignment { holder: Holder::Human, name: name.into() };
    let seats = vec![assignment("A"), assignment("B")];
    let journal = journal.map(Path::to_owned);
    let config = TableConfig { seed: seed.into(), seats, build: build(), journal, ..TableConfig::default() };
    Table::start(module(), parley::position(), config).unwrap()
}

fn listed(table: &Table, seat: Seat) -> Vec<String> {
    table.decisions_of(seat).flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
}

struct Luck(u64);

impl Luck {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// Plays at random; one time in so many something is taken back or done again.
fn wander(table: &mut Table, luck: &mut Luck, choices: u32, back: usize) {
    for _ in 0..choices {
        if table.outcome().is_some() {
            break;
        }
        let seat = if table.waits_for(0) && (luck.below(2) == 0 || !table.waits_for(1)) { 0 } else { 1 };
        let revision = table.revision_of(seat);
        let reach = if luck.below(3) == 0 { Reach::Command } else { Reach::Choice };
        match luck.below(back) {
            1 => drop(table.undo(seat, revision, reach, luck.below(6) == 0)),
            2 => drop(table.redo(seat, revision, reach)),
            _ => {
                let choices = listed(table, seat);
                table.act(seat, revision, &choices[luck.below(choices.len())], None).unwrap();
            }
        }
        assert!(table.paused().is_none(), "{:?}", table.paused());
    }
}

type Seen = (View, Vec<String>, Vec<LogItem>, UndoOffer);

/// All that a seat gets, without the revisions, which begin anew.
fn seen_by(table: &mut Table, seat: Seat) -> Seen {
    let eyes = Peer::host([seat]);
    let Reply::View { view, .. } = table.answer(&eyes, Request::View { eyes: Some(seat) }) else { panic!() };
    let mut offer = table.undo_offer(seat);
    offer.revision = 0;
    (view, listed(table, seat), table.log(&[seat], 0), offer)
}

/// Drafts belong to the decision that they were made for, also when the journal is read again.
#[test]
fn a_draft_made_after_going_back_to_another_secret_decision_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("table.journal");
    let mut table = start(Some(&journal), 1);
    let choose = |table: &mut Table, seat: Seat, choice: &str| {
        table.act(seat, table.revision_of(seat), choice, None).unwrap();
    };
    let group = |table: &Table| table.standing(&Peer::host([])).group;
    for (seat, choice) in [(0, "bid 1"), (1, "bid 2"), (0, "seal-bid"), (1, "seal-bid")] {
        choose(&mut table, seat, choice);
    }
    assert_eq!(group(&table).as_deref(), Some("ledgers"));
    let entry = listed(&table, 0).remove(0);
    choose(&mut table, 0, &entry);
    table.undo(1, table.revision_of(1), Reach::Command, true).unwrap();
    assert_eq!(group(&table).as_deref(), Some("bids"));
    choose(&mut table, 0, "bid 3");
    let before = [listed(&table, 0), listed(&table, 1)];
    drop(table);
    let opened = Journal::lock(&journal).unwrap();
    let mut table = Table::resume(module(), build(), opened, Damaged::Refuse).unwrap();
    assert_eq!([listed(&table, 0), listed(&table, 1)], before);
    assert!(table.undo_offer(0).choice.is_some(), "the bid is there");
}

#[test]
fn a_continued_table_is_the_one_that_was_left() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..10 {
        let path = folder.path().join(seed.to_string());
        let mut table = start(Some(&path), seed);
        let mut luck = Luck(seed);
        wander(&mut table, &mut luck, 40 + 25 * seed as u32, 9);
        let before = [seen_by(&mut table, 0), seen_by(&mut table, 1)];
        drop(table);
        let opened = Journal::lock(&path).unwrap();
        assert_eq!(opened.damage, None);
        verify(module(), &opened).unwrap();
        let mut table = Table::resume(module(), build(), opened, Damaged::Refuse).unwrap();
        let [first, second] = [seen_by(&mut table, 0), seen_by(&mut table, 1)];
        assert!(first == before[0] && second == before[1], "seed {seed}");
        wander(&mut table, &mut luck, 30, 9);
        drop(table);
        verify(module(), &Journal::open(&path).unwrap()).unwrap();
    }
}

#[test]
fn every_step_looks_in_the_replay_as_it_looked_then() {
    let mut table = start(None, 5);
    let mut luck = Luck(5);
    let mut views = Vec::new();
    for _ in 0..120 {
        wander(&mut table, &mut luck, 1, 1);
        let drafting = table.standing(&Peer::host([])).group.is_some();
        let step = table.standing(&Peer::host([])).steps;
        if !drafting {
            views.push((step, seen_by(&mut table, 0).0, seen_by(&mut table, 1).0));
        }
    }
    assert!(views.len() > 20);
    for (step, first, second) in views.iter().rev().step_by(3).chain(&views) {
        assert_eq!(table.moment(Some(0), *step, false).unwrap().view, *first);
        assert_eq!(table.moment(Some(1), *step, false).unwrap().view, *second);
    }
}

#[test]
fn nothing_that_a_seat_gets_depends_on_anothers_draft() {
    let mut groups = 0;
    for seed in 0..6 {
        let mut table = start(None, seed);
        let mut luck = Luck(seed);
        for _ in 0..300 {
            let standing = table.standing(&Peer::host([]));
            let open = |seat: usize| standing.seats[seat].draft == Some(DraftStanding::Open);
            if table.outcome().is_none() && open(0) && open(1) {
                groups += 1;
                let before = (seen_by(&mut table, 1), table.revision_of(1), table.standing(&Peer::host([1])));
                let choices = listed(&table, 0);
                let choice = choices[luck.below(choices.len())].clone();
                table.act(0, table.revision_of(0), &choice, None).unwrap();
                if table.standing(&Peer::host([])).seats[0].draft == Some(DraftStanding::Open) {
                    let after =
                        (seen_by(&mut table, 1), table.revision_of(1), table.standing(&Peer::host([1])));
                    assert!(after == before, "seed {seed}, {choice}");
                } else {
                    assert!(seen_by(&mut table, 1).0 == before.0.0, "seed {seed}, {choice}");
                }
            }
            wander(&mut table, &mut luck, 1, 1);
        }
    }
    assert!(groups > 5, "only {groups} drafts were looked at");
}

#[test]
fn bots_play_series_of_it() {
    let bots = vec![BotKind::Regular, BotKind::Random];
    let budget = Budget::Playouts(16);
    let series = Series { games: 6, bots, budget, seed: 1, max_choices: 2_000, threads: 0 };
    let result = play_series(module().as_ref(), &parley::position(), &series, &|_| ()).unwrap();
    assert_eq!((result.games, result.unfinished), (6, 0), "{result:?}");
    assert!(result.bot_wins["regular"] > result.bot_wins["random"], "{result:?}");
}

fn headlong() -> BotKind {
    BotKind::named("headlong", &module().describe().policies).unwrap()
}

/// A table of bots, played to its end.
fn played_by(seats: [BotKind; 2]) -> Table {
    let assignment = |kind: BotKind| SeatAssignment { holder: Holder::Bot(kind), name: kind.name().into() };
    let seats = seats.map(assignment).to_vec();
    let config = TableConfig { seed: 5, seats, build: build(), ..TableConfig::default() };
    let mut table = Table::start(module(), parley::position(), config).unwrap();
    let (module, mut workspace) = (module(), BotWorkspace::default());
    for _ in 0..2_000 {
        let Some(job) = table.bot_job() else { break };
        assert!(job.samples.len() <= 1, "a policy doesn't look ahead");
        let choice = job.choose(module.as_ref(), &mut workspace, &AtomicBool::new(false)).unwrap().unwrap();
        assert!(listed(&table, job.seat).contains(&choice));
        table.act(job.seat, job.revision, &choice, None).unwrap();
    }
    table
}

#[test]
fn a_bot_follows_a_policy_of_the_module() {
    let table = played_by([headlong(), BotKind::Random]);
    assert!(table.outcome().is_some());
    let again = played_by([headlong(), BotKind::Random]);
    assert_eq!(table.log(&[0, 1], 0), again.log(&[0, 1], 0), "the same seed, the same choices");
    let own = table.log(&[0], 0).into_iter().filter(|item| item.seat == Some(0));
    let chosen: BTreeSet<String> = own.flat_map(|item| item.choices).collect();
    assert!(!chosen.is_empty() && !chosen.contains("flag") && !chosen.contains("slip always"), "{chosen:?}");
    assert_eq!(BotKind::named("cautious", &module().describe().policies), None);
}

#[test]
fn the_module_is_told_which_side_follows_it() {
    let option_with = |seats| {
        let options = played_by(seats).header().position.setup.options.clone();
        options.into_iter().find(|option| option.name == "headlong").map(|option| option.value)
    };
    let side = |side: &str| Some(Value::Text(side.to_owned()));
    assert_eq!(option_with([headlong(), BotKind::Random]), side("north"));
    assert_eq!(option_with([BotKind::Random, headlong()]), side("south"));
    assert_eq!(option_with([BotKind::Random, BotKind::Random]), None);
    assert_eq!(option_with([headlong(), headlong()]), None, "both are, so neither is named");
}

#[test]
fn the_chronicle_tells_the_public_less_until_the_game_is_over() {
    let mut table = start(None, 3);
    wander(&mut table, &mut Luck(9), 14, 1);
    assert!(table.outcome().is_none());
    let here = Peer::host([0]);
    let mut ask = |eyes| table.answer(&here, Request::Chronicle { eyes });
    let text = |reply| match reply {
        Reply::Chronicle { text } => text,
        other => panic!("{other:?}"),
    };
    let (own, public) = (text(ask(Some(0))), text(ask(None)));
    assert!(own.len() >= public.len());
    assert!(matches!(ask(Some(1)), Reply::Refused(_)), "another's eyes");
    wander(&mut table, &mut Luck(9), 2_000, 1);
    assert!(table.outcome().is_some());
    let mut ask = |eyes| table.answer(&here, Request::Chronicle { eyes });
    let (all, again) = (text(ask(Some(1))), text(ask(None)));
    assert_eq!(all, again, "after the game everybody knows everything");
    assert!(all.contains("The end\n=======") && all.contains("Turn 1\n======"), "{all}");
    assert!(all.contains("[The north]") && !own.contains('['), "{all}");
}

#[test]
fn a_series_counts_policies_by_their_names() {
    let bots = vec![headlong(), BotKind::Random];
    let budget = Budget::Playouts(1);
    let series = Series { games: 6, bots, budget, seed: 1, max_choices: 2_000, threads: 0 };
    let result = play_series(module().as_ref(), &parley::position(), &series, &|_| ()).unwrap();
    assert_eq!((result.games, result.unfinished), (6, 0), "{result:?}");
    assert!(result.bot_wins["headlong"] > result.bot_wins["random"], "{result:?}");
}

#[test]
fn a_long_journal_is_played_again_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let mut entries = 0;
    let mut spent = std::time::Duration::ZERO;
    for seed in 0..8 {
        let path = folder.path().join(seed.to_string());
        let mut table = start(Some(&path), seed);
        wander(&mut table, &mut Luck(seed), 400, 1);
        drop(table);
        let opened = Journal::open(&path).unwrap();
        entries += opened.entries.len();
        let began = Instant::now();
        Table::look(module(), build(), &opened).unwrap();
        spent += began.elapsed();
    }
    println!("{entries} entries played again in {spent:?}");
    // Far more than it needs, for machines that do something else besides.
    assert!(spent.as_millis() < 200 + entries as u128 / 2, "{entries} entries took {spent:?}");
}
