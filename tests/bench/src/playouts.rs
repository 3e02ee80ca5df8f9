//! How fast the rules are: playouts, the boundary, and what is found of a position.

use std::error::Error;
use std::time::Duration;

use muster_contract::{Dice, Game, Module, Position};
use muster_engine::WasmModule;
use muster_sdk::{Random, Rules, Shared};
use us_civil_war::{Side, Space, UsCivilWar};

use crate::row::{Row, median, timed};

type Failure = Box<dyn Error>;

/// How often what is compared is measured, in turns.
const TURNS: usize = 7;
/// How many playouts each way are compared, in turns: they are short, and the machine may be busy with others.
const PLAYOUTS: u64 = 41;
/// How many whole random games make one measurement of how many go into a second.
const GAMES: u64 = 50;

/// Dice for games that nobody records.
pub struct Loose(pub Random);

impl Dice for Loose {
    fn roll(&mut self, count: u8, sides: u8, _reason: &str) -> Vec<u8> {
        (0..count).map(|_| self.0.below(u32::from(sides)) as u8 + 1).collect()
    }
}

/// A game in which the first choice has been made.
pub fn begun(module: &dyn Module, position: &Position) -> Result<Box<dyn Game>, Failure> {
    let mut game = module.create(position)?.map_err(|refusal| refusal.reason)?;
    game.apply(0, "begin", &mut Loose(Random::new(1)))?.map_err(|refusal| refusal.reason)?;
    Ok(game)
}

fn rate(choices: u32, time: Duration) -> f64 {
    f64::from(choices) / time.as_secs_f64()
}

/// Playouts inside the component and natively, as both policies choose, and through the boundary.
pub fn speed(
    (title, promised): (&str, Option<f64>),
    wasm: &dyn Module,
    native: &dyn Module,
    position: &Position,
) -> Result<Vec<Row>, Failure> {
    let (mut inside, mut natively) = (begun(wasm, position)?, begun(native, position)?);
    let playout = |game: &mut Box<dyn Game>, policy: &str, turn: u64| -> Result<f64, Failure> {
        let mut fork = game.fork(turn)?;
        let (result, time) = timed(|| fork.playout(policy, turn, u32::MAX));
        Ok(rate(result?.choices, time))
    };
    let mut rows = Vec::new();
    for policy in ["random", "regular"] {
        let (mut ratios, mut rates) = (Vec::new(), Vec::new());
        for turn in 0..PLAYOUTS {
            let native_rate = playout(&mut natively, policy, turn)?;
            let inside_rate = playout(&mut inside, policy, turn)?;
            ratios.push(inside_rate / native_rate);
            rates.push(inside_rate);
        }
        let what = format!("{title}: playouts ({policy}), component against native");
        rows.push(Row::at_least(&what, median(ratios), "x native", 0.6));
        rows.push(match promised.filter(|_| policy == "regular") {
            Some(least) => Row::at_least("  inside the component", median(rates), "choices/s", least),
            None => Row::figure("  inside the component", median(rates), "choices/s"),
        });
    }
    let (mut through, mut lists) = (Vec::new(), Vec::new());
    for turn in 0..PLAYOUTS {
        let inside_rate = playout(&mut inside, "random", turn)?;
        let mut fork = inside.fork(turn)?;
        let (result, time) = timed(|| through_the_boundary(fork.as_mut(), turn));
        let (choices, listed) = result?;
        through.push(rate(choices, time) / inside_rate);
        lists.push(f64::from(listed) / f64::from(choices));
    }
    rows.push(Row::at_least(
        &format!("{title}: through the boundary against inside"),
        median(through),
        "x inside",
        0.5,
    ));
    rows.push(Row::figure("choices in a list, mean", median(lists), "choices"));
    Ok(rows)
}

/// The steps of so many playouts, each of so many choices at most, and the choices made in them; they are the same on every machine.
pub fn steps_of(
    module: &WasmModule,
    position: &Position,
    policy: &str,
    (playouts, most): (u64, u32),
) -> Result<(u64, u32), Failure> {
    let mut game = module.create_game(position)?.map_err(|refusal| refusal.reason)?;
    game.apply(0, "begin", &mut Loose(Random::new(1)))?.map_err(|refusal| refusal.reason)?;
    let (mut steps, mut choices) = (0, 0);
    for seed in 0..playouts {
        let mut fork = game.fork(seed)?;
        choices += fork.playout(policy, seed, most)?.choices;
        steps += game.steps();
    }
    Ok((steps, choices))
}

/// Random games from the start position to the end, inside the component: how many a second on one core.
pub fn whole_games(
    title: &str,
    module: &dyn Module,
    position: &Position,
    least: f64,
) -> Result<Row, Failure> {
    let mut start = begun(module, position)?;
    let mut rates = Vec::new();
    for turn in 0..TURNS as u64 {
        let (result, time) = timed(|| -> Result<(), Failure> {
            for number in 0..GAMES {
                let seed = turn * GAMES + number;
                if !start.fork(seed)?.playout("random", seed, u32::MAX)?.ended {
                    return Err(format!("random game {seed} of {title} doesn't end").into());
                }
            }
            Ok(())
        });
        result?;
        rates.push(GAMES as f64 / time.as_secs_f64());
    }
    let name = format!("{title}: random games to the end inside the component, one core");
    Ok(Row::at_least(&name, median(rates), "games/s", least))
}

/// A whole random game by `choice-count` and `apply-index`; gives the choices made and those listed. Any choice of any
/// seat may be the next: some may be made at any time, and those alone would never end a game.
fn through_the_boundary(game: &mut dyn Game, seed: u64) -> Result<(u32, u32), Failure> {
    let mut random = Random::new(seed);
    let (mut choices, mut listed) = (0, 0);
    let mut all = game.choice_count(0)? + game.choice_count(1)?;
    while all > 0 {
        let index = random.below(all);
        choices += 1;
        listed += all;
        all = game
            .apply_index(None, index)?
            .ok_or_else(|| format!("choice {index} of {all} was counted, and is none"))?;
    }
    Ok((choices, listed))
}

/// §13 of The U.S. Civil War: a supply map of both sides, with Naval Control and the railroads, from nothing and natively.
pub fn supply(title: &str, position: &Position) -> Result<Row, Failure> {
    let world = UsCivilWar::read_world(position).map_err(|refusal| refusal.reason)?;
    let laid = UsCivilWar::start(Shared::new(world), position).map_err(|refusal| refusal.reason)?;
    let spaces: Vec<Space> = laid.world.spaces.all().collect();
    let mut times = Vec::new();
    for _ in 0..PLAYOUTS {
        // Nothing has been asked of it yet.
        let state = laid.clone();
        let (supplied, time) = timed(|| {
            let supplied = |side: Side| spaces.iter().filter(|&&at| state.supply(side).has_loc(at)).count();
            supplied(Side::Us) + supplied(Side::Cs)
        });
        if supplied == 0 {
            return Err("nobody is supplied".into());
        }
        times.push(time.as_secs_f64() * 1e3);
    }
    let name = format!("{title}: a supply map of both sides from nothing, natively");
    Ok(Row::at_most(&name, median(times), "ms", 1.0))
}
