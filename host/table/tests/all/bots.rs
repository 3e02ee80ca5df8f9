//! Bots: the same choices from the same seed, better ones than chance, and a series that follows from its seed.

use std::sync::{Arc, atomic::AtomicBool};

use muster_table::{
    Series, Table,
    bots::BotWorkspace,
    messages::{BotKind, Budget, Reply, Request},
    play_series, share, simulate,
};

use crate::{act, bot, config, toy};

fn played_by(seats: [BotKind; 2]) -> Table {
    let toy = toy::Toy::new();
    let mut table = Table::start(toy.clone(), toy::position(3), config(seats.map(bot))).unwrap();
    for _ in 0..500 {
        let Some(job) = table.bot_job() else { break };
        let choice =
            job.choose(toy.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(false)).unwrap().unwrap();
        act(&mut table, job.seat, &choice).unwrap();
    }
    table
}

#[test]
fn bots_play_a_table_to_its_end_and_the_same_way_again() {
    for kind in [BotKind::Random, BotKind::Regular] {
        let table = played_by([kind, kind]);
        assert!(table.outcome().is_some(), "{kind:?}");
        assert_eq!(table.log(&[0, 1], 0), played_by([kind, kind]).log(&[0, 1], 0));
    }
}

#[test]
fn a_bot_with_one_choice_gets_no_sample() {
    let toy = toy::Toy::new();
    let mut table = Table::start(toy, toy::position(3), config([BotKind::Regular; 2].map(bot))).unwrap();
    assert_eq!(table.bot_job().unwrap().samples.len(), 4);
    act(&mut table, 0, "bid 1").unwrap();
    assert!(table.bot_job().unwrap().samples.is_empty());
}

#[test]
fn a_bots_sample_tells_nothing_of_another_draft() {
    let toy = toy::Toy::new();
    let samples = |bid: &str| {
        let assignment = [crate::human("A"), bot(BotKind::Regular)];
        let mut table = Table::start(toy.clone(), toy::position(3), config(assignment)).unwrap();
        act(&mut table, 0, bid).unwrap();
        let job = table.bot_job().unwrap();
        job.samples.iter().map(|sample| sample.save.to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(samples("bid 0"), samples("bid 3"));
}

#[test]
fn a_stopped_or_hurried_bot_still_chooses() {
    let toy = toy::Toy::new();
    let mut table =
        Table::start(toy.clone(), toy::position(3), config([BotKind::Regular; 2].map(bot))).unwrap();
    let mut job = table.bot_job().unwrap();
    job.budget = Budget::Millis(1_000_000);
    assert!(
        job.choose(toy.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(true)).unwrap().is_some()
    );
    job.budget = Budget::Millis(20);
    let began = std::time::Instant::now();
    assert!(
        job.choose(toy.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(false)).unwrap().is_some()
    );
    assert!(began.elapsed().as_millis() >= 16);
}

#[test]
fn a_bot_thinks_as_long_as_it_may() {
    let toy = toy::Toy::new();
    let mut table =
        Table::start(toy.clone(), toy::position(3), config([BotKind::Regular; 2].map(bot))).unwrap();
    let done = table.answer(&crate::eyes(&[0]), Request::Think { budget: Budget::Millis(200) });
    assert!(matches!(done, Reply::Done { .. }));
    let job = table.bot_job().unwrap();
    // The machine may be busy with something else, now and then.
    let took = (0..5).map(|_| {
        let began = std::time::Instant::now();
        assert!(
            job.choose(toy.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(false))
                .unwrap()
                .is_some()
        );
        began.elapsed().as_millis()
    });
    let took: Vec<_> = took.collect();
    assert!(took.iter().any(|took| (160..=240).contains(took)), "{took:?}");
}

/// A module or rule that takes its time in each playout is no reason to wait for all of them.
#[test]
fn a_bot_that_counts_its_playouts_has_an_end() {
    let toy = toy::Toy::new();
    let mut table =
        Table::start(toy.clone(), toy::position(3), config([BotKind::Regular; 2].map(bot))).unwrap();
    let mut job = table.bot_job().unwrap();
    job.budget = Budget::Playouts(8);
    toy.faults.slow_playouts.store(true, std::sync::atomic::Ordering::Relaxed);
    let began = std::time::Instant::now();
    assert!(
        job.choose(toy.as_ref(), &mut BotWorkspace::default(), &AtomicBool::new(false)).unwrap().is_some()
    );
    let took = began.elapsed();
    assert!(took.as_millis() >= 1_500 && took.as_millis() < 4_000, "{took:?}");
}

#[test]
fn a_share_is_known_the_better_the_more_games_there_were() {
    let rounded = |won, of| {
        let (least, most) = share(won, of);
        (least.round() as u32, most.round() as u32)
    };
    // Of none or all it doesn't go beyond them, whatever rounding does.
    for of in 1..100 {
        assert!(share(0, of).0.is_sign_positive() && share(of, of).1 <= 100.0, "{of}");
    }
    // Wilson's interval as statistical tables have it.
    assert_eq!(rounded(10, 20), (30, 70));
    assert_eq!(rounded(100, 200), (43, 57));
    assert_eq!(rounded(0, 10), (0, 28));
    assert_eq!(rounded(0, 0), (0, 100));
}

fn series(games: u64, threads: usize, seed: u64) -> muster_table::SeriesResult {
    let bots = vec![BotKind::Regular, BotKind::Random];
    let series = Series { games, bots, budget: Budget::Playouts(16), seed, max_choices: 400, threads };
    let toy = toy::Toy::new();
    let mut result = play_series(toy.as_ref(), &toy::position(4), &series, &|_| ()).unwrap();
    result.seconds = 0.0;
    result
}

#[test]
fn a_series_follows_from_its_seed_on_any_number_of_threads() {
    let one = series(8, 1, 3);
    assert_eq!(series(8, 3, 3), one);
    assert_ne!(series(8, 3, 4), one);
    assert_eq!(one.games, 8);
    let won: u64 = one.side_wins.values().sum();
    assert_eq!(won + one.draws + one.unfinished, 8);
    assert_eq!(one.bot_wins.values().sum::<u64>(), won);
}

#[test]
fn the_regular_bot_beats_chance() {
    let result = series(40, 0, 1);
    assert!(result.bot_wins["regular"] > 3 * result.bot_wins["random"], "{result:?}");
    assert!(result.bot_side_wins["regular as blue"] > 0 && result.bot_side_wins["regular as red"] > 0);
}

#[test]
fn a_game_is_broken_off_after_so_many_choices() {
    let toy = toy::Toy::new();
    let position = Arc::new(toy::position(1_000));
    let bots = [BotKind::Random, BotKind::Random];
    let result = simulate(toy.as_ref(), &position, &bots, Budget::default(), 1, 50).unwrap();
    assert_eq!((result.outcome, result.choices), (None, 50));
}
