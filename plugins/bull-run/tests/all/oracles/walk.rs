//! Random games through which the models go.

use bull_run::BullRun;
use muster_conformance::scenario;
use muster_contract::{ChoiceRole, Decision, Dice, Seat};
use muster_sdk::{Hosted, Native};

pub type Played = Hosted<BullRun>;

/// A small generator of chance: xorshift.
pub struct Chance(u64);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(seed * 7919 + 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Draws by the chance of a walk.
pub struct Draws<'a>(pub &'a mut Chance);

impl Dice for Draws<'_> {
    fn roll(&mut self, count: u8, sides: u8, _reason: &str) -> Vec<u8> {
        (0..count).map(|_| 1 + self.0.below(sides.into()) as u8).collect()
    }
}

/// How many times more positions are compared than in the ordinary run.
pub fn more() -> usize {
    if std::env::var("MUSTER_FULL").is_ok_and(|full| full == "1") { 12 } else { 1 }
}

/// Games of several scenarios; so many times as many as in the shortest run.
pub fn games(times: usize) -> impl Iterator<Item = (&'static str, u64, Played)> {
    let module = Native::<BullRun>::new("bull-run");
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    [("in-contact", 8), ("bull-run-lesson", 6), ("bull-run-noon", 4)].into_iter().flat_map(
        move |(name, seeds)| {
            let position = scenario(&module, near, name);
            let game = Played::create(&position).unwrap();
            (1..=seeds * (times * more()) as u64).map(move |seed| (name, seed, game.fork(seed)))
        },
    )
}

/// The decision that is open.
pub fn open(game: &Played) -> Option<Decision> {
    game.decisions().into_iter().next()
}

/// The game after a choice.
pub fn after(game: &Played, seat: Seat, id: &str) -> Played {
    let mut next = game.fork(1);
    take(&mut next, seat, id, &mut Chance::of(1));
    next
}

pub fn take(game: &mut Played, seat: Seat, id: &str, chance: &mut Chance) {
    if let Err(refusal) = game.apply(seat, id, &mut Draws(chance)) {
        panic!("{id}: {}", refusal.reason);
    }
}

/// One of the choices, by chance: commands are seldom taken back, and phases seldom ended.
pub fn any(decision: &Decision, chance: &mut Chance) -> String {
    let weight = |id: &str, role: ChoiceRole| match (role, id.split(' ').next().unwrap_or(id)) {
        (ChoiceRole::Cancel, _) | (_, "limber") => 1,
        (ChoiceRole::Finish, _) => 2,
        (_, "charge" | "bombard") => 200,
        (_, "assault" | "advance" | "maneuver" | "range") => 40,
        _ => 8,
    };
    let weights: Vec<usize> = decision.choices.iter().map(|choice| weight(&choice.id, choice.role)).collect();
    let mut left = chance.below(weights.iter().sum());
    let at = weights.iter().position(|&weight| match left.checked_sub(weight) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    });
    decision.choices[at.unwrap()].id.clone()
}
