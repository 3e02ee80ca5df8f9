//! The tests' dice.

use muster_contract::{Audience, Dice, Line, TurnStatus};
use muster_sdk::Random;

/// Dice that follow from a seed, and remember how they fell and what was noted.
#[derive(Clone, Debug)]
pub struct TestDice {
    random: Random,
    /// What was rolled since this was cleared: reason, sides, faces.
    pub rolled: Vec<(String, u8, Vec<u8>)>,
    /// What was noted.
    pub notes: Vec<(Audience, Line)>,
    /// Turns and phases that were announced.
    pub entered: Vec<TurnStatus>,
}

impl TestDice {
    /// The dice of this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), rolled: Vec::new(), notes: Vec::new(), entered: Vec::new() }
    }
}

impl Dice for TestDice {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        let faces: Vec<u8> = (0..count).map(|_| self.random.below(u32::from(sides)) as u8 + 1).collect();
        self.rolled.push((reason.to_owned(), sides, faces.clone()));
        faces
    }

    fn note(&mut self, audience: Audience, line: Line) {
        self.notes.push((audience, line));
    }

    fn enter(&mut self, status: TurnStatus) {
        self.entered.push(status);
    }
}
