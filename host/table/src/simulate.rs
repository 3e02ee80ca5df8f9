//! Bots against bots, many games at once: how a scenario balances, and how one bot does against another.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use muster_contract::{
    Decision, Event, EventKind, Module, Outcome, Position, Refusal, Trouble, hooks::EDIT_REFUSED,
};
use serde::{Deserialize, Serialize};

use crate::{
    bots::{BotJob, BotWorkspace, derive_seed, ids, samples_wanted},
    dice::TableDice,
    history::Snapshot,
    messages::{BotKind, Budget},
    policies::with_policy_options,
};

/// How one game between bots went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// How it ended; none if it was broken off.
    pub outcome: Option<Outcome>,
    /// How many choices were made, `begin` included.
    pub choices: u64,
    /// Which bot sat on each seat.
    pub bots: Vec<BotKind>,
    /// The side of each seat.
    pub sides: Vec<String>,
    /// By the rule's id, what house rules wanted changed and the module refused.
    pub refused_edits: BTreeMap<String, RefusedEdits>,
}

/// How often the module refused what a house rule wanted changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedEdits {
    /// So many times.
    pub times: u64,
    /// What the log said of it the first time.
    pub first: String,
}

/// Why a game between bots could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulateError {
    /// The module failed.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The set-up breaks a rule.
    #[error("the scenario can't be set up: {}", .0.reason)]
    SetUp(Refusal),
    /// A listed choice was refused, or none was listed.
    #[error("after {choices} choices the game can't go on: {problem}")]
    Stuck {
        /// So many choices were made.
        choices: u64,
        /// What is wrong.
        problem: String,
    },
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// The bots; from game to game each moves on by one seat.
    pub bots: Vec<BotKind>,
    /// How much a regular bot thinks a choice over.
    pub budget: Budget,
    /// What everything follows from.
    pub seed: u64,
    /// A game is broken off after so many choices.
    pub max_choices: u64,
    /// On how many threads; 0 is one a core. The results are the same on any number.
    pub threads: usize,
}

/// How a series went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeriesResult {
    /// Games played.
    pub games: u64,
    /// Games broken off.
    pub unfinished: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won by each side.
    pub side_wins: BTreeMap<String, u64>,
    /// Games won by each bot; a game of a bot against its like counts for it.
    pub bot_wins: BTreeMap<String, u64>,
    /// Games won by each bot as each side ("regular as us").
    pub bot_side_wins: BTreeMap<String, u64>,
    /// Choices made in all games together.
    pub choices: u64,
    /// By the rule's id, what house rules wanted changed and the module refused.
    pub refused_edits: BTreeMap<String, RefusedEdits>,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// Plays one game between bots. With a budget of playouts it follows from the seed alone.
pub fn simulate(
    module: &dyn Module,
    position: &Arc<Position>,
    bots: &[BotKind],
    budget: Budget,
    seed: u64,
    max_choices: u64,
) -> Result<GameResult, SimulateError> {
    let position = &Arc::new(with_policy_options(
        Position::clone(position),
        module.describe(),
        bots.iter().copied().map(Some),
    ));
    let mut game = module.create(position)?.map_err(SimulateError::SetUp)?;
    let mut dice = TableDice::new(seed.into());
    let stuck = |choices: u64, problem: String| SimulateError::Stuck { choices, problem };
    let begun = game.apply(0, "begin", &mut dice)?.map_err(|refusal| stuck(0, refusal.reason))?;
    let schema = module.describe().state_schema;
    let (never, mut workspace) = (AtomicBool::new(false), BotWorkspace::default());
    let (mut choices, mut refused_edits) = (1, BTreeMap::new());
    count_refused(&begun, &mut refused_edits);
    let outcome = loop {
        if let Some(outcome) = game.outcome()? {
            break Some(outcome);
        }
        if choices >= max_choices {
            break None;
        }
        let decisions = game.decisions()?;
        let seat = next_seat(&decisions).ok_or_else(|| stuck(choices, "no decision waits".into()))?;
        let kind = bots.get(usize::from(seat)).copied().unwrap_or(BotKind::Random);
        let seed = derive_seed(seed.into(), "bot", choices);
        let mut samples = Vec::new();
        let listed = ids(decisions.iter().filter(|decision| decision.seat == seat));
        for number in 0..samples_wanted(kind, &listed) {
            let save = game.sample(seat, derive_seed(seed.into(), "sample", number as u64))?.save()?;
            samples.push(Snapshot { schema, save: save.into() });
        }
        let (revision, position) = (choices, position.clone());
        let job = BotJob { seat, revision, kind, budget, seed, choices: listed, samples, position };
        let choice = job.choose(module, &mut workspace, &never)?;
        let choice = choice.ok_or_else(|| stuck(choices, format!("seat {seat} has nothing to choose")))?;
        let done = game.apply(seat, &choice, &mut dice)?;
        let events =
            done.map_err(|refusal| stuck(choices, format!("seat {seat}, “{choice}”: {}", refusal.reason)))?;
        count_refused(&events, &mut refused_edits);
        let _ = (dice.take(), dice.take_notes());
        choices += 1;
    };
    Ok(GameResult { outcome, choices, bots: bots.to_vec(), sides: game.seats()?, refused_edits })
}

/// Counts what rules wanted changed and the module refused.
fn count_refused(events: &[Event], counts: &mut BTreeMap<String, RefusedEdits>) {
    for event in events {
        if let EventKind::Custom(custom) = &event.kind
            && custom.name == EDIT_REFUSED
        {
            let once = RefusedEdits { times: 1, first: event.text.clone() };
            add_refused(counts, custom.json.trim_matches('"'), once);
        }
    }
}

/// Adds to what is counted of a rule; what was first stays first.
fn add_refused(counts: &mut BTreeMap<String, RefusedEdits>, rule: &str, more: RefusedEdits) {
    let times = more.times;
    counts.entry(rule.to_owned()).and_modify(|counted| counted.times += times).or_insert(more);
}

/// Who is to decide: the first decision that waits. A secret group is decided in its own order; since each bot knows
/// only its sample, that is as good as at once.
fn next_seat(decisions: &[Decision]) -> Option<u8> {
    let first = decisions.iter().find(|decision| decision.waits)?;
    let Some(group) = &first.secret else { return Some(first.seat) };
    let waiting = |seat: &&u8| decisions.iter().any(|decision| decision.waits && decision.seat == **seat);
    Some(group.order.iter().find(waiting).copied().unwrap_or(first.seat))
}

/// Plays a series, on all cores. `progress` is told how many games are done, from any thread.
pub fn play_series(
    module: &dyn Module,
    position: &Position,
    series: &Series,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SeriesResult, SimulateError> {
    let began = Instant::now();
    let position = Arc::new(position.clone());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if series.threads == 0 { cores } else { series.threads };
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= series.games {
                        break;
                    }
                    let bots = rotated(series, &position, number);
                    let seed = derive_seed(series.seed.into(), "game", number);
                    let result = simulate(module, &position, &bots, series.budget, seed, series.max_choices);
                    if result.is_err() {
                        next.fetch_max(series.games, Ordering::Relaxed);
                    }
                    results.lock().unwrap_or_else(|poison| poison.into_inner()).insert(number, result);
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let mut sum = SeriesResult::default();
    for result in results.into_values() {
        sum.add(&result?);
    }
    sum.seconds = began.elapsed().as_secs_f64();
    Ok(sum)
}

/// The bots of a game: each seat has the next bot, moved on by one from game to game.
fn rotated(series: &Series, position: &Position, number: u64) -> Vec<BotKind> {
    let count = series.bots.len().max(1) as u64;
    let seats = position.setup.seats.len() as u64;
    let bot = |seat: u64| series.bots.get(((seat + number) % count) as usize).copied();
    (0..seats).map(|seat| bot(seat).unwrap_or(BotKind::Random)).collect()
}

impl SeriesResult {
    fn add(&mut self, game: &GameResult) {
        self.games += 1;
        self.choices += game.choices;
        for (rule, refused) in &game.refused_edits {
            add_refused(&mut self.refused_edits, rule, refused.clone());
        }
        for side in &game.sides {
            self.side_wins.entry(side.clone()).or_default();
        }
        for (bot, side) in game.bots.iter().zip(&game.sides) {
            self.bot_wins.entry(bot.name().into()).or_default();
            self.bot_side_wins.entry(format!("{} as {side}", bot.name())).or_default();
        }
        let Some(outcome) = &game.outcome else {
            self.unfinished += 1;
            return;
        };
        let Some(winner) = &outcome.winner else {
            self.draws += 1;
            return;
        };
        *self.side_wins.entry(winner.clone()).or_default() += 1;
        // A side with several seats is won once by each kind of bot on it.
        let mut bots: Vec<&str> = game
            .bots
            .iter()
            .zip(&game.sides)
            .filter(|(_, side)| *side == winner)
            .map(|(bot, _)| bot.name())
            .collect();
        bots.sort_unstable();
        bots.dedup();
        for bot in bots {
            *self.bot_wins.entry(bot.into()).or_default() += 1;
            *self.bot_side_wins.entry(format!("{bot} as {winner}")).or_default() += 1;
        }
    }
}

/// With 95 % certainty, between what shares of all such games somebody wins who won these, in hundredths: Wilson's score
/// interval. Of no games at all anything can be.
#[must_use]
pub fn share(won: u64, of: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if of == 0 {
        return (0.0, 100.0);
    }
    let (won, of) = (won as f64, of as f64);
    let (middle, spread) = (won / of + Z * Z / (2.0 * of), 1.0 + Z * Z / of);
    let reach = Z * (won / of * (1.0 - won / of) / of + Z * Z / (4.0 * of * of)).sqrt();
    // Rounding may leave a trace beyond either end.
    let within = |share: f64| (100.0 * share / spread).clamp(0.0, 100.0);
    (within(middle - reach), within(middle + reach))
}
