//! `muster sim`: bots against bots.

use std::collections::BTreeMap;
use std::io::Write;

use muster_contract::{Module, Position, RuleText, Rulebook as _};
use muster_scripts::Known;
use muster_scripts::rules::Rhai;
use muster_table::messages::Budget;
use muster_table::{RefusedEdits, Series, SeriesResult, SimulateError, play_series, share};
use serde::Serialize;

use crate::modules::Modules;
use crate::{Failure, Places, SimArguments, game, rules};

/// What the JSON object has.
#[derive(Serialize)]
struct Counted {
    games: u64,
    unfinished: u64,
    draws: u64,
    side_wins: BTreeMap<String, u64>,
    bot_wins: BTreeMap<String, u64>,
    /// By bot, then by side.
    bot_side_wins: BTreeMap<String, BTreeMap<String, u64>>,
    choices: u64,
    /// By the rule's id: how often the module refused what it wanted changed, and what was said the first time.
    refused_edits: BTreeMap<String, RefusedEdits>,
    seconds: f64,
}

pub(crate) fn run(
    arguments: &SimArguments,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if arguments.games == 0 {
        return Err(Failure::usage("no games are to be played", "Write --games 10, or another number."));
    }
    let game = game::Game::find(&arguments.module, &arguments.scenario, &arguments.option, places, modules)?;
    let policies = &game.found.module.describe().policies;
    let bots = arguments.bots.iter().map(|name| game::bot(name, policies)).collect::<Result<Vec<_>, _>>()?;
    let texts = rules::chosen(&arguments.rule, Known::from(game.found.module.as_ref()), places)?;
    let position = under_rules(game.scenario.position.clone(), game.found.module.as_ref(), &texts)?;
    let series = Series {
        games: arguments.games,
        bots,
        budget: Budget::Playouts(arguments.playouts),
        seed: arguments.seed,
        max_choices: arguments.longest,
        threads: 0,
    };
    let bar = crate::progress::of_games(arguments.games);
    let result = play_series(game.found.module.as_ref(), &position, &series, &|done| bar.set_position(done));
    bar.finish_and_clear();
    let result = result.map_err(|error| match error {
        SimulateError::SetUp(refusal) => game.scenario.refused(&refusal).into(),
        other => Failure::from(other),
    })?;
    let counted = counted(result, &position.setup.seats, &arguments.bots);
    if arguments.json { crate::lists::line(out, &counted) } else { print(&counted, out) }
}

/// The position with rules in force.
fn under_rules(position: Position, module: &dyn Module, texts: &[RuleText]) -> Result<Position, Failure> {
    if texts.is_empty() {
        return Ok(position);
    }
    let in_force = Rhai.compile(module, texts).map_err(|problem| Failure::Problems(vec![problem.into()]))?;
    let mut position = Position { in_force, ..position };
    position.setup.rules = texts.iter().map(|text| text.id.clone()).collect();
    Ok(position)
}

/// With a row for every side and bot that played, also for those that never won.
fn counted(result: SeriesResult, sides: &[String], bots: &[String]) -> Counted {
    let mut bot_side_wins: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let (mut side_wins, mut bot_wins) = (result.side_wins, result.bot_wins);
    for side in sides {
        side_wins.entry(side.clone()).or_default();
    }
    for bot in bots {
        bot_wins.entry(bot.clone()).or_default();
        for side in sides {
            let wins = result.bot_side_wins.get(&format!("{bot} as {side}")).copied().unwrap_or_default();
            bot_side_wins.entry(bot.clone()).or_default().insert(side.clone(), wins);
        }
    }
    Counted {
        games: result.games,
        unfinished: result.unfinished,
        draws: result.draws,
        side_wins,
        bot_wins,
        bot_side_wins,
        choices: result.choices,
        refused_edits: result.refused_edits,
        seconds: result.seconds,
    }
}

fn print(counted: &Counted, out: &mut dyn Write) -> Result<(), Failure> {
    let Counted {
        games, unfinished, draws, side_wins, bot_side_wins, choices, refused_edits, seconds, ..
    } = counted;
    writeln!(
        out,
        "{games} {}, {draws} drawn, {unfinished} broken off; {choices} choices in {seconds:.1} s",
        if *games == 1 { "game" } else { "games" }
    )?;
    for (side, wins) in side_wins {
        let decided = games - draws - unfinished;
        if decided == 0 {
            writeln!(out, "  {side} won none; no game was decided")?;
            continue;
        }
        let (least, most) = share(*wins, decided);
        writeln!(out, "  {side} won {wins}, with 95 % certainty {least:.0} to {most:.0} % of decided games")?;
    }
    for (bot, sides) in bot_side_wins {
        for (side, wins) in sides {
            writeln!(out, "  the {bot} bot as {side} won {wins}")?;
        }
    }
    for (rule, RefusedEdits { times, first }) in refused_edits {
        let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
        writeln!(out, "  what the rule {rule} wanted changed was refused {times}; the first time: {first}")?;
    }
    Ok(())
}
