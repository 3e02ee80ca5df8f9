//! The policy `regular`, by its weights alone: against chance from either side, and against itself.
//!
//! ```text
//! cargo test -p us-civil-war --release --test all -- --ignored --nocapture bots
//! MUSTER_FLEETS=1 cargo test …       # the same with the naval game
//! ```

use muster_sdk::{Hosted, play};
use us_civil_war::Side;
use us_civil_war::state::UsCivilWar;

use crate::rules::playouts::Numbers;
use crate::rules::position::*;

/// Choices after which a game counts as endless.
const LONGEST: u32 = 30_000;

/// How a game has ended.
struct Ended {
    winner: Side,
    turn: u8,
    balance: i16,
    extras: i16,
    early: bool,
    choices: u32,
}

/// A game of two policies, the Union's first.
fn play(table: &Hosted<UsCivilWar>, seed: u64, policies: [&str; 2]) -> Ended {
    play_out(table, seed, policies).0
}

/// The same, and the game as it ended.
fn play_out(table: &Hosted<UsCivilWar>, seed: u64, policies: [&str; 2]) -> (Ended, Hosted<UsCivilWar>) {
    let mut game = table.fork(seed);
    let (mut dice, mut numbers) = (Numbers(seed * 2 + 1), Numbers(seed * 7 + 3));
    for choices in 0..LONGEST {
        let state = game.state();
        if let Some(winner) = state.winner {
            let early = state.turn < state.world.last_turn;
            let (turn, balance, extras) = (state.turn, state.balance(), state.doubled_extras());
            return (Ended { winner, turn, balance, extras, early, choices }, game);
        }
        let seat = who_decides(&game);
        let index = chosen(&game, seat, policies[usize::from(seat)], &mut numbers);
        game.apply_index(Some(seat), index as u32, &mut dice);
    }
    panic!("it doesn't end");
}

fn who_decides(game: &Hosted<UsCivilWar>) -> u8 {
    [US, CS].into_iter().find(|&seat| game.choice_count(seat) > 0).expect("somebody decides")
}

/// The place in a seat's list of what a policy chooses.
fn chosen(game: &Hosted<UsCivilWar>, seat: u8, policy: &str, numbers: &mut Numbers) -> usize {
    if policy == "random" {
        return numbers.below(game.choice_count(seat) as usize);
    }
    let weights = game.weights(seat, policy);
    let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let mut drawn = numbers.below(sum.max(1) as usize) as u64;
    let found = weights.iter().position(|&weight| {
        let here = drawn < u64::from(weight);
        drawn -= if here { 0 } else { u64::from(weight) };
        here
    });
    found.unwrap_or(0)
}

/// What has weight for `regular`: the ids of choices. Where nothing has, all are alike.
fn weighed(game: &Hosted<UsCivilWar>, seat: u8) -> Vec<String> {
    let weights = game.weights(seat, "regular");
    let decision = game.decisions().into_iter().find(|decision| decision.seat == seat).unwrap();
    let choices = decision.choices.iter().zip(weights).filter(|(_, weight)| *weight > 0);
    choices.map(|(choice, _)| choice.id.clone()).collect()
}

/// Whoever is dispatched goes somewhere: SPs that were turned back would be dispatched again without end.
#[test]
fn bots_regular_dispatches_nobody_in_vain() {
    let mut dispatched = 0;
    for seed in 0..3 {
        let mut play: play::Play<UsCivilWar, Numbers> =
            play::Play::begin(&set_up("us-civil-war-1862"), Numbers(seed));
        for _ in 0..600 {
            if play.outcome().is_some() {
                break;
            }
            let (seat, kind) = play.next_decision();
            let choices = weighed(&play.game, seat);
            for dispatch in choices.iter().filter(|id| kind == "strategic" && id.starts_with("dispatch")) {
                dispatched += 1;
                let mut sent = play::Play { game: play.game.fork(1), dice: Numbers(1), events: Vec::new() };
                sent.take(seat, dispatch);
                assert!(
                    weighed(&sent.game, seat).iter().any(|id| id != "turn-back"),
                    "{dispatch} leads nowhere"
                );
            }
            let id = &choices[seed as usize % choices.len()];
            play.take(seat, id);
        }
    }
    assert!(dispatched > 20, "{dispatched}");
}

/// A scenario, with the naval game (§21) if `MUSTER_FLEETS` is set.
pub fn begun(name: &str) -> muster_contract::Position {
    if std::env::var_os("MUSTER_FLEETS").is_some() { crate::rules::navy::navies(name) } else { set_up(name) }
}

/// Plays so many games and prints how they ended. Gives how many of them the Union won.
fn series(name: &str, games: u64, policies: [&str; 2]) -> u64 {
    let table = Hosted::<UsCivilWar>::create(&begun(name)).unwrap();
    let ended: Vec<Ended> = (0..games).map(|seed| play(&table, seed, policies)).collect();
    let us = ended.iter().filter(|ended| ended.winner == Side::Us).count() as u64;
    let early = ended.iter().filter(|ended| ended.early).count();
    let mean = |of: &dyn Fn(&Ended) -> i64| ended.iter().map(of).sum::<i64>() / games as i64;
    println!(
        "{name}, Union {}, Confederacy {}: the Union won {us} of {games}, {early} were over early; on the average turn {}, balance {}, twice {} of extras, {} choices",
        policies[0],
        policies[1],
        mean(&|ended| ended.turn.into()),
        mean(&|ended| ended.balance.into()),
        mean(&|ended| ended.extras.into()),
        mean(&|ended| ended.choices.into()),
    );
    us
}

/// Games of each pairing; `MUSTER_GAMES` says another number.
fn games() -> u64 {
    std::env::var("MUSTER_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(50)
}

/// Few games, for every run: `regular` wins at least seven of ten from either side.
#[test]
fn bots_regular_beats_chance_in_a_few_games() {
    const GAMES: u64 = 10;
    let us = series("us-civil-war-1862", GAMES, ["regular", "random"]);
    let cs = GAMES - series("us-civil-war-1862", GAMES, ["random", "regular"]);
    assert!(us * 10 >= GAMES * 7 && cs * 10 >= GAMES * 7, "{us} as the Union, {cs} as the Confederacy");
}

/// §21: the same with ships, which it uses: it fights and seldom loses a Naval Battle that it has begun.
#[test]
fn bots_regular_sails_and_fights_at_sea() {
    let tables = ["us-civil-war-1862", "us-civil-war-1863"]
        .map(|name| Hosted::<UsCivilWar>::create(&crate::rules::navy::navies(name)).unwrap());
    let (mut won, mut told) = (0, [0; 3]);
    for seed in 0..16 {
        let policies = if seed % 2 == 0 { ["regular", "random"] } else { ["random", "regular"] };
        let regular = (seed % 2) as u8;
        let mut game = tables[seed as usize / 8].fork(seed);
        let (mut dice, mut numbers) = (Numbers(seed * 2 + 1), Numbers(seed * 7 + 3));
        for _ in 0..LONGEST {
            if let Some(winner) = game.state().winner {
                won += u32::from(winner as u8 == regular);
                break;
            }
            let seat = who_decides(&game);
            let index = chosen(&game, seat, policies[usize::from(seat)], &mut numbers);
            let own = game.state().phasing as u8 == regular;
            let id = game.decisions().iter().find(|one| one.seat == seat).unwrap().choices[index].id.clone();
            told[0] += u32::from(seat == regular && id.starts_with("sail-to"));
            let events = game.apply(seat, &id, &mut dice).unwrap();
            for event in events.iter().filter(|event| own && event.text.contains("Naval Battle.")) {
                let us = event.text.contains("the Union wins");
                let cs = event.text.contains("the Confederacy wins");
                told[1] += u32::from(us && regular == US || cs && regular == CS);
                told[2] += u32::from(us && regular == CS || cs && regular == US);
            }
        }
    }
    println!("{won} of 16 won; {} sorties, {} Naval Battles won, {} lost", told[0], told[1], told[2]);
    assert!(won >= 12, "{won} of 16");
    assert!(told[0] > 40 && told[1] > 2 * told[2] && told[1] >= 4, "{told:?}");
}

#[test]
#[ignore = "some minutes of games"]
fn bots_regular_beats_chance_from_either_side() {
    for name in ["us-civil-war-1862", "us-civil-war-1863"] {
        let us = series(name, games(), ["regular", "random"]);
        let cs = games() - series(name, games(), ["random", "regular"]);
        assert!(
            us * 10 >= games() * 8 && cs * 10 >= games() * 8,
            "{name}: {us} as the Union, {cs} as the Confederacy"
        );
    }
}

/// Whether the 95 % interval of the share of games won reaches into what is fair, 40 to 60 per cent.
fn is_fair(won: u64, games: u64) -> bool {
    // By how much the share is outside, times the number of games, against twice its deviation.
    let [won, games] = [won, games].map(|number| number as i64);
    let outside = (won * 10 - games * 6).max(games * 4 - won * 10).max(0);
    outside * outside * games <= 384 * won * (games - won)
}

#[test]
#[ignore = "some minutes of games"]
fn bots_neither_side_has_the_better_of_it() {
    let names = ["us-civil-war-1862", "us-civil-war-1863", "us-civil-war-lesson"];
    let won = names.map(|name| series(name, games(), ["regular"; 2]));
    assert!(won.iter().all(|&us| is_fair(us, games())), "{won:?} of {}", games());
}

/// Campaigns by chance come to their end, without a decision that nobody can answer.
#[test]
#[ignore = "some minutes of games"]
fn bots_by_chance_end_every_campaign() {
    series("us-civil-war", games(), ["random", "random"]);
}

/// The campaign: nobody wins always. Prints how many SPs the Confederacy builds by turns.
#[test]
#[ignore = "some minutes of games"]
fn bots_nobody_always_wins_the_campaign() {
    let table = Hosted::<UsCivilWar>::create(&set_up("us-civil-war")).unwrap();
    let (mut us, mut built) = (0, vec![(0, 0); 21]);
    for seed in 0..games() {
        let (ended, game) = play_out(&table, seed, ["regular"; 2]);
        us += u64::from(ended.winner == Side::Us);
        for tally in &game.state().tallies {
            if let Some(budget) = tally.budget {
                let (games, sps) = &mut built[usize::from(tally.turn)];
                (*games, *sps) = (*games + 1, *sps + budget.sps());
            }
        }
    }
    println!("the Union won {us} of {}", games());
    for (turn, (games, sps)) in built.into_iter().enumerate().filter(|(_, (games, _))| *games > 0) {
        println!(
            "turn {turn}: {games} games, the Confederacy built {}.{} SPs",
            sps / games,
            sps % games * 10 / games
        );
    }
    assert!(us > 0 && us < games(), "one side wins always");
}

/// Whoever embarks by the policy's choice sails: a stack that stayed aboard would have cost points for nothing.
#[test]
fn bots_regular_embarks_nobody_in_vain() {
    let mut embarked = 0;
    for seed in 0..2 {
        let mut play: play::Play<UsCivilWar, Numbers> =
            play::Play::begin(&set_up("us-civil-war-1862"), Numbers(seed));
        let mut numbers = Numbers(seed);
        for _ in 0..300 {
            let (seat, kind) = play.next_decision();
            let choices = weighed(&play.game, seat);
            for embark in choices.iter().filter(|id| kind == "action" && id.starts_with("embark")) {
                embarked += 1;
                let mut aboard = play::Play { game: play.game.fork(1), dice: Numbers(1), events: Vec::new() };
                aboard.take(seat, embark);
                let mut next = weighed(&aboard.game, seat);
                if next.iter().all(|id| id.starts_with("drop")) {
                    aboard.take(seat, &next[0]);
                    next = weighed(&aboard.game, seat);
                }
                assert!(next.iter().all(|id| id.starts_with("sail")), "{embark} leads to {next:?}");
            }
            let index = chosen(&play.game, seat, "regular", &mut numbers);
            let id = play.ids(seat)[index].clone();
            play.take(seat, &id);
        }
    }
    assert!(embarked > 20, "{embarked}");
}

/// A game of `regular` against itself, told choice by choice: `MUSTER_SCENARIO` and `MUSTER_SEED` say which.
#[test]
#[ignore = "for reading"]
fn diary_of_a_game() {
    let of = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    let seed: u64 = of("MUSTER_SEED", "1").parse().unwrap();
    let table = Hosted::<UsCivilWar>::create(&begun(&of("MUSTER_SCENARIO", "us-civil-war-1862"))).unwrap();
    let mut game = table.fork(seed);
    let (mut dice, mut numbers) = (Numbers(seed * 2 + 1), Numbers(seed * 7 + 3));
    let mut told = 0;
    while game.state().winner.is_none() {
        let state = game.state();
        if usize::from(state.turn) + state.tallies.len() != told {
            told = usize::from(state.turn) + state.tallies.len();
            println!("{}", standing(state));
        }
        let seat = who_decides(&game);
        let index = chosen(&game, seat, "regular", &mut numbers);
        let decisions = game.decisions().into_iter().filter(|decision| decision.seat == seat);
        let ids: Vec<String> = decisions.flat_map(|open| open.choices).map(|choice| choice.id).collect();
        println!("{} {}", ["us", "cs"][usize::from(seat)], ids[index]);
        if std::env::var("MUSTER_WEIGHTS").is_ok() {
            let weights = game.weights(seat, "regular");
            let mut best: Vec<(u32, &String)> = weights.into_iter().zip(&ids).collect();
            best.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
            let named = std::env::var("MUSTER_NAMED").unwrap_or_default();
            let best: Vec<String> = best
                .into_iter()
                .enumerate()
                .filter(|(place, (_, id))| *place < 6 || !named.is_empty() && id.contains(&named))
                .map(|(_, one)| one)
                .map(|(weight, id)| format!("{id}: {weight}"))
                .collect();
            println!("      of {}", best.join(", "));
        }
        let events = game.apply(seat, &ids[index], &mut dice).unwrap();
        events.iter().filter(|event| !event.text.is_empty()).for_each(|event| println!("    {}", event.text));
    }
    println!("{}", standing(game.state()));
}

/// Where everybody stands, a line for each side.
fn standing(game: &UsCivilWar) -> String {
    let mut text =
        format!("== turn {}, {} VPs, {:?} of blockade", game.turn, game.balance(), game.doubled_extras());
    for side in Side::ALL {
        text += &format!(
            "\n{side:?} {} in all:",
            game.laid().map(|(_, spot)| u32::from(spot.sps(side))).sum::<u32>()
        );
        for (space, spot) in game.laid().filter(|(space, spot)| {
            spot.sps(side) > 0 || game.fort(*space).is_some_and(|(holder, _)| holder == side)
        }) {
            let generals = game.generals_in(side, space).map(|one| game.world.general(one).label.clone());
            let fort = game.fort(space).map_or(String::new(), |(_, level)| format!(" F{level}"));
            let names = generals.collect::<Vec<_>>().join(" ");
            text += &format!(" [{} {}{fort} {names}]", game.world.space(space).called, spot.sps(side));
        }
        let places = &game.world.places;
        let all = places.resources.iter().chain(&places.objectives).chain(&places.ports);
        let away = all.filter(|&&at| game.controls(side, at) && !game.is_home(side, at));
        let names: Vec<&str> = away.map(|&at| game.world.space(at).called.as_str()).collect();
        text += &format!("\n{side:?} holds {}", names.join(", "));
    }
    text
}
