//! Bots: what plays on a seat without a person.
//!
//! A bot never meets the table's game. It gets **samples**, states in which everything that its seat can't know is
//! dealt again, and loads them into a store of its own. With the same samples, seed and number of playouts it chooses
//! the same, on every machine.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    time::{Duration, Instant},
};

use muster_contract::{Choice, ChoiceRole, Decision, Game, Log, Module, Position, Seat, Trouble};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    command::Command,
    history::Snapshot,
    messages::{BotKind, Budget, Holder},
    seed,
    table::Table,
};

/// How many candidates a regular bot looks into at most.
const CANDIDATES: usize = 6;
/// How many samples it judges them by.
const SAMPLES: usize = 4;
/// What the module's policy takes to so many times less than to its favourite isn't looked into.
const HOPELESS: u32 = 16;
/// How often one candidate is played out in a round at most, where the budget is a number of playouts.
const ENOUGH: u32 = 8;
/// How long a bot that counts its playouts thinks at most, for each of them on average and in any case. A rule or module
/// that takes so long is not worth waiting for; any other makes the same choice on every machine.
const SLOWEST: (Duration, Duration) = (Duration::from_millis(60), Duration::from_secs(2));
/// How many choices a playout goes on for before the module estimates.
const HORIZON: u32 = 24;

/// A choice for a bot to make, of a game of this module, and what stops it thinking.
pub(crate) type Work = (BotJob, Arc<dyn Module>, Arc<AtomicBool>);

/// Lets a table know if the thread of its bots fails, so that nobody waits for one.
struct Watched(Sender<Command>);

impl Drop for Watched {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Command::NoBots);
        }
    }
}

/// Starts the thread on which bots think. It ends with the sender of its work.
pub(crate) fn think_beside(commands: Sender<Command>) -> std::io::Result<Sender<Work>> {
    let (bots, jobs) = std::sync::mpsc::channel::<Work>();
    std::thread::Builder::new().name("bots".to_owned()).spawn(move || {
        let _watched = Watched(commands.clone());
        let mut workspace = BotWorkspace::default();
        let mut before = None;
        let mut quiet = None;
        for (job, module, stop) in jobs {
            let same = before.as_ref().is_some_and(|(known, position): &(Arc<dyn Module>, _)| {
                Arc::ptr_eq(known, &module) && Arc::ptr_eq(position, &job.position)
            });
            if !same {
                before = Some((Arc::clone(&module), Arc::clone(&job.position)));
                // What a bot tries out is nothing that the table's log tells of.
                quiet = module.logging(&Log::mute());
                workspace = BotWorkspace::default();
            }
            let thinks = quiet.as_ref().unwrap_or(&module);
            let choice = job.choose(thinks.as_ref(), &mut workspace, &stop);
            if commands.send(Command::Chosen { seat: job.seat, revision: job.revision, choice }).is_err() {
                break;
            }
        }
    })?;
    Ok(bots)
}

/// One choice for a bot to make.
#[derive(Clone, Debug)]
pub struct BotJob {
    /// Whose choice it is.
    pub seat: Seat,
    /// The seat's revision that it is made on.
    pub revision: u64,
    /// How the bot plays.
    pub kind: BotKind,
    /// How much it may think.
    pub budget: Budget,
    /// What its luck follows from.
    pub seed: u64,
    /// What the seat may choose, as any client of it is told.
    pub choices: Vec<String>,
    /// The samples; all else that it knows of the table. A bot that chooses at random or has one choice needs none.
    pub samples: Vec<Snapshot>,
    /// What the samples are loaded with.
    pub position: Arc<Position>,
}

/// Where a bot thinks: a game in a store of its own, kept from choice to choice, beside which samples are loaded.
#[derive(Default)]
pub struct BotWorkspace(Option<Box<dyn Game>>);

impl BotWorkspace {
    /// A sample as a game. What a store takes long for, it makes only for the first.
    fn load(
        &mut self,
        sample: &Snapshot,
        module: &dyn Module,
        position: &Position,
    ) -> Result<Box<dyn Game>, Trouble> {
        // A store that failed once fails for good; and a set-up can change. A new store has the last word.
        if let Some(Ok(Ok(game))) = self.0.as_mut().map(|game| game.load(sample.schema, &sample.save)) {
            return Ok(game);
        }
        let mut first = sample.load(module, position)?;
        let game = first.fork(0)?;
        self.0 = Some(first);
        Ok(game)
    }
}

/// A seed for one purpose, from a seed and what tells the purpose from others.
#[must_use]
pub fn derive_seed(seed: u128, purpose: &str, number: u64) -> u64 {
    let (bytes, used) = seed::bytes(seed);
    let mut hasher = blake3::Hasher::new_derive_key("muster derived seed");
    hasher.update(&bytes[..used]);
    hasher.update(&number.to_le_bytes());
    hasher.update(purpose.as_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

impl Table {
    /// The next choice that waits for a bot, if one does. What the bot makes of it comes back through
    /// [`Table::act`], like any other client's.
    pub fn bot_job(&mut self) -> Option<BotJob> {
        let (seat, kind) = self.holders().find_map(|(seat, holder)| match holder {
            Holder::Bot(kind) if self.waits_for(seat) => Some((seat, kind)),
            _ => None,
        })?;
        self.job_of(seat, kind)
    }

    /// A choice of this seat, whoever sits there, for such a bot; none where the seat has none to make.
    pub(crate) fn job_of(&mut self, seat: Seat, kind: BotKind) -> Option<BotJob> {
        if self.paused().is_some() || self.outcome().is_some() {
            return None;
        }
        let seed = derive_seed(self.header().seed, "bot", self.revision_of(seat) << 8 | u64::from(seat));
        let schema = self.module().describe().state_schema;
        let choices = ids(self.decisions_of(seat));
        if choices.is_empty() {
            return None;
        }
        let mut samples = Vec::new();
        for number in 0..samples_wanted(kind, &choices) {
            let seed = derive_seed(seed.into(), "sample", number as u64);
            let save = self.ask(Some(seat), |game| game.sample(seat, seed)?.save()).ok()?;
            samples.push(Snapshot { schema, save: save.into() });
        }
        let revision = self.revision_of(seat);
        let (budget, position) = (self.budget(), Arc::clone(self.position()));
        Some(BotJob { seat, revision, kind, budget, seed, choices, samples, position })
    }
}

/// The ids of the choices in some decisions.
pub(crate) fn ids<'a>(decisions: impl Iterator<Item = &'a Decision>) -> Vec<String> {
    decisions.flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
}

/// How many samples such a bot wants.
pub(crate) fn samples_wanted(kind: BotKind, choices: &[String]) -> usize {
    match kind {
        _ if choices.len() < 2 => 0,
        BotKind::Random => 0,
        BotKind::Regular => SAMPLES,
        // It doesn't look ahead, and its weights follow from what its seat knows.
        BotKind::Policy(_) => 1,
    }
}

impl BotJob {
    /// Makes the choice; none if there is nothing to choose. Stopped, it takes what looks best so far.
    pub fn choose(
        &self,
        module: &dyn Module,
        workspace: &mut BotWorkspace,
        stop: &AtomicBool,
    ) -> Result<Option<String>, Trouble> {
        let began = Instant::now();
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        if self.samples.is_empty() {
            let even = vec![1; self.choices.len()];
            return Ok(self.choices.get(pick(&mut luck, &even)).cloned());
        }
        let mut games = Vec::new();
        for sample in &self.samples {
            games.push(workspace.load(sample, module, &self.position)?);
        }
        let choices = choices_of(games[0].as_mut(), self.seat)?;
        let index = match &self.kind {
            BotKind::Policy(policy) => {
                draw_by_weight(games[0].as_mut(), &choices, self.seat, policy.as_str(), &mut luck)?
            }
            _ => choose_by_playouts(&mut games, &choices, self, module, &mut luck, &Clock { began, stop })?,
        };
        Ok(index.and_then(|index| choices.get(index)).map(|choice| choice.id.clone()))
    }
}

/// All choices of the seat, in the order in which `apply-index` counts them.
fn choices_of(game: &mut dyn Game, seat: Seat) -> Result<Vec<Choice>, Trouble> {
    let decisions = game.decisions()?.into_iter().filter(|decision| decision.seat == seat);
    Ok(decisions.flat_map(|decision| decision.choices).collect())
}

/// The number of a choice drawn in proportion to a policy's weights; any, if it never takes one of them.
fn draw_by_weight(
    game: &mut dyn Game,
    choices: &[Choice],
    seat: Seat,
    policy: &str,
    luck: &mut ChaCha8Rng,
) -> Result<Option<usize>, Trouble> {
    if choices.is_empty() {
        return Ok(None);
    }
    let mut weights = game.weights(seat, policy)?;
    weights.resize(choices.len(), 0);
    if weights.iter().all(|weight| *weight == 0) {
        weights.fill(1);
    }
    Ok(Some(pick(luck, &weights)))
}

/// When the thinking began, and whether it is to stop.
struct Clock<'a> {
    began: Instant,
    stop: &'a AtomicBool,
}

/// The number of the choice that the bot makes.
fn choose_by_playouts(
    games: &mut [Box<dyn Game>],
    choices: &[Choice],
    job: &BotJob,
    module: &dyn Module,
    luck: &mut ChaCha8Rng,
    clock: &Clock<'_>,
) -> Result<Option<usize>, Trouble> {
    if choices.is_empty() {
        return Ok(None);
    }
    let weights = games[0].weights(job.seat, "regular")?;
    let candidates = candidates(choices, &weights, luck);
    if let [only] = candidates[..] {
        return Ok(Some(only));
    }
    let side = side_of(games[0].as_mut(), job.seat, module)?;
    halve(games, candidates, side, job, clock).map(Some)
}

/// Where the seat's side stands in the module's description.
fn side_of(game: &mut dyn Game, seat: Seat, module: &dyn Module) -> Result<usize, Trouble> {
    let side = game.seats()?.into_iter().nth(usize::from(seat)).unwrap_or_default();
    Ok(module.describe().sides.iter().position(|other| other.id == side).unwrap_or_default())
}

/// The choices worth looking into, the likeliest first: those that the module's own policy takes to, without giving
/// up what was begun or fiddling with standing answers while there is anything else.
fn candidates(choices: &[Choice], weights: &[u32], luck: &mut ChaCha8Rng) -> Vec<usize> {
    let weight = |index: &usize| weights.get(*index).copied().unwrap_or(0);
    let acts = |index: &usize| matches!(choices[*index].role, ChoiceRole::Act | ChoiceRole::Finish);
    let all = || 0..choices.len();
    let mut found: Vec<usize> = all().filter(|index| weight(index) > 0 && acts(index)).collect();
    if found.is_empty() {
        found = all().filter(|index| weight(index) > 0).collect();
    }
    if found.is_empty() {
        return vec![pick(luck, &vec![1; choices.len()])];
    }
    found.sort_by_key(|index| (std::cmp::Reverse(weight(index)), *index));
    found.truncate(CANDIDATES);
    let best = found.first().map_or(0, weight);
    found.retain(|index| weight(index).saturating_mul(HOPELESS) >= best);
    found
}

/// One of these, in proportion to its weight.
fn pick(luck: &mut ChaCha8Rng, weights: &[u32]) -> usize {
    let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    // The bias of a remainder of 64 bits is far below anything a game could show.
    let mut left = luck.next_u64() % total.max(1);
    for (index, weight) in weights.iter().enumerate() {
        match left.checked_sub(u64::from(*weight)) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    weights.len().saturating_sub(1)
}

struct Candidate {
    index: usize,
    prospects: u64,
    playouts: u64,
}

impl Candidate {
    fn mean(&self) -> u64 {
        self.prospects.checked_div(self.playouts).unwrap_or(0)
    }
}

/// Successive halving: every candidate is played out equally often, in the same samples with the same luck; the
/// worse half is dropped; and so on until one is left.
///
/// With a time to think, each turn in which all that are left are played out once is begun only if at least half of it
/// fits, and none is finished when the time is up; only the first is, since it is all that the bot knows.
fn halve(
    games: &mut [Box<dyn Game>],
    candidates: Vec<usize>,
    side: usize,
    job: &BotJob,
    clock: &Clock<'_>,
) -> Result<usize, Trouble> {
    let mut left: Vec<Candidate> =
        candidates.into_iter().map(|index| Candidate { index, prospects: 0, playouts: 0 }).collect();
    let rounds = left.len().next_power_of_two().trailing_zeros().max(1);
    let whole = match job.budget {
        Budget::Playouts(_) => None,
        Budget::Millis(millis) => Some(Duration::from_millis(millis).min(Budget::MOST)),
    };
    let most = match job.budget {
        Budget::Playouts(playouts) => (SLOWEST.0 * playouts).max(SLOWEST.1),
        Budget::Millis(_) => whole.unwrap_or_default(),
    };
    let mut playout = 0;
    'thinking: for round in 1..=rounds {
        let least = match job.budget {
            Budget::Playouts(playouts) => (playouts / (rounds * left.len() as u32)).clamp(1, ENOUGH),
            Budget::Millis(_) => u32::from(playout == 0),
        };
        let until = whole.unwrap_or_default() * round / rounds;
        let (mut done, mut took) = (0, Duration::ZERO);
        while done < least || clock.began.elapsed() + took / 2 < until {
            let turn = Instant::now();
            let seed = derive_seed(job.seed.into(), "playout", playout);
            let sample = (playout % games.len() as u64) as usize;
            for candidate in &mut left {
                if clock.stop.load(Ordering::Relaxed) {
                    return Ok(left[0].index);
                }
                // Candidates that have one playout more than others are still compared by their mean.
                if playout > 0 && clock.began.elapsed() >= most {
                    break 'thinking;
                }
                let prospects =
                    prospects_after(games[sample].as_mut(), job.seat, candidate.index, seed, side)?;
                candidate.prospects += u64::from(prospects);
                candidate.playouts += 1;
            }
            playout += 1;
            done += 1;
            took = turn.elapsed();
        }
        // A stable sort: between equals the module's own preference stands.
        left.sort_by_key(|candidate| std::cmp::Reverse(candidate.mean()));
        left.truncate(left.len().div_ceil(2));
    }
    left.sort_by_key(|candidate| std::cmp::Reverse(candidate.mean()));
    Ok(left[0].index)
}

/// The side's prospects after the choice, in ten-thousandths.
fn prospects_after(
    game: &mut dyn Game,
    seat: Seat,
    index: usize,
    seed: u64,
    side: usize,
) -> Result<u32, Trouble> {
    let mut fork = game.fork(seed)?;
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    if fork.apply_index(Some(seat), index)?.is_none() {
        // What the sample doesn't allow is no good choice; the table itself has the last word.
        return Ok(0);
    }
    let result = fork.playout("regular", seed, HORIZON)?;
    Ok(result.prospects.get(side).copied().unwrap_or(0))
}
