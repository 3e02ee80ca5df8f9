//! The table's dice: a seeded stream whose position is part of the table's state, and dice arranged beforehand.

use std::collections::VecDeque;

use muster_contract::{Audience, Dice, Event, EventKind, Line, RuleAct};
use rand_chacha::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};

use crate::seed;

/// How many calls of house rules are kept of one step: what a rule does more often than this, it does in a loop.
const MOST_ACTS: usize = 40;

/// Dice that were rolled together, as the journal keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// What for.
    pub reason: String,
    /// How many sides each has.
    pub sides: u8,
    /// The faces, from 1.
    pub faces: Vec<u8>,
    /// How many of them, from the first, had been arranged beforehand.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub arranged: u8,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

/// Where the dice stand. A table that goes back to an earlier state goes back to that state's dice as well, so that
/// taking something back never rolls anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceState {
    /// Which of the seeds.
    pub seed: u32,
    /// How many words of its stream are used.
    pub position: u64,
    /// How many of the arranged dice are used.
    pub arranged: u32,
}

/// Why a roll can't stand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceProblem {
    /// The module asked for a die without sides.
    #[error("“{reason}” rolls a die without sides")]
    NoSides {
        /// What it was rolled for.
        reason: String,
    },
    /// The rolls are not those of the journal.
    #[error("the journal has {expected}, the module rolled {found}")]
    Differs {
        /// What the journal has.
        expected: String,
        /// What was rolled.
        found: String,
    },
}

/// The dice of a table.
///
/// Faces come from a ChaCha stream that follows from the seed alone, each an unbiased choice from one or more of its
/// words. Arranged dice come first, in their order; when they are used up the stream goes on where it stands.
#[derive(Debug)]
pub struct TableDice {
    seeds: Vec<u128>,
    stream: ChaCha12Rng,
    arranged: Vec<u8>,
    state: DiceState,
    rolled: Vec<Rolled>,
    notes: Vec<Event>,
    acts: Vec<RuleAct>,
    expected: Option<VecDeque<Rolled>>,
    problem: Option<DiceProblem>,
}

fn stream(seed: u128) -> ChaCha12Rng {
    let (bytes, used) = seed::bytes(seed);
    let mut hasher = blake3::Hasher::new_derive_key("muster table dice");
    hasher.update(&bytes[..used]);
    ChaCha12Rng::from_seed(*hasher.finalize().as_bytes())
}

impl TableDice {
    /// Dice at the beginning of a seed's stream.
    #[must_use]
    pub fn new(seed: u128) -> Self {
        Self {
            seeds: vec![seed],
            stream: stream(seed),
            arranged: Vec::new(),
            state: DiceState::default(),
            rolled: Vec::new(),
            notes: Vec::new(),
            acts: Vec::new(),
            expected: None,
            problem: None,
        }
    }

    /// Where they stand.
    #[must_use]
    pub fn state(&self) -> DiceState {
        self.state
    }

    /// Puts them where they stood, and forgets what was rolled since `take`.
    pub fn restore(&mut self, state: DiceState) {
        if state.seed != self.state.seed {
            self.stream = stream(self.seeds[state.seed as usize]);
        }
        self.stream.set_word_pos(u128::from(state.position));
        self.state = state;
        self.rolled.clear();
        self.notes.clear();
        self.acts.clear();
        self.expected = None;
        self.problem = None;
    }

    /// Arranges the faces that come up next, after those arranged before.
    pub fn arrange(&mut self, faces: &[u8]) {
        self.arranged.extend_from_slice(faces);
    }

    /// How many dice were ever arranged.
    #[must_use]
    pub fn arranged(&self) -> u64 {
        self.arranged.len() as u64
    }

    /// The faces that were ever arranged, in order.
    #[must_use]
    pub fn arranged_faces(&self) -> &[u8] {
        &self.arranged
    }

    /// The faces that are arranged and haven't come up.
    #[must_use]
    pub fn arranged_left(&self) -> &[u8] {
        &self.arranged[self.state.arranged as usize..]
    }

    /// A seed by its number.
    #[must_use]
    pub fn seed_of(&self, number: u32) -> u128 {
        self.seeds[number as usize]
    }

    /// The seed that a table that was played on goes on with; none where they fall by the table's own.
    #[must_use]
    pub fn another_seed(&self) -> Option<u128> {
        self.seeds[1..].last().copied()
    }

    /// Goes on with the stream of another seed.
    pub fn reseed(&mut self, seed: u128) {
        self.seeds.push(seed);
        let number = u32::try_from(self.seeds.len() - 1).unwrap_or(u32::MAX);
        self.stream = stream(seed);
        self.state = DiceState { seed: number, position: 0, arranged: self.state.arranged };
    }

    /// From here to the next `take`, the rolls must be these.
    pub fn expect(&mut self, rolls: &[Rolled]) {
        self.expected = Some(rolls.iter().cloned().collect());
    }

    /// What was rolled since the last `take`, or why it can't stand.
    pub fn take(&mut self) -> Result<Vec<Rolled>, DiceProblem> {
        let rolled = std::mem::take(&mut self.rolled);
        let left = self.expected.take().and_then(|mut expected| expected.pop_front());
        if let Some(problem) = self.problem.take() {
            return Err(problem);
        }
        match left {
            Some(missing) => {
                Err(DiceProblem::Differs { expected: roll_text(&missing), found: "nothing".into() })
            }
            None => Ok(rolled),
        }
    }

    /// The notes that the module made since the last time, as events.
    pub fn take_notes(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.notes)
    }

    /// What house rules did since the last time.
    pub fn take_acts(&mut self) -> Vec<RuleAct> {
        std::mem::take(&mut self.acts)
    }

    /// The next arranged face that a die of so many sides has. Those before it that it hasn't are passed over: a table that
    /// waited for a die which they fit might wait for ever.
    fn next_arranged(&mut self, sides: u8) -> Option<u8> {
        let left = &self.arranged[self.state.arranged as usize..];
        let passed = left.iter().take_while(|face| !(1..=sides).contains(*face)).count();
        let next = left.get(passed).copied();
        self.state.arranged += (passed + usize::from(next.is_some())) as u32;
        next
    }

    fn face(&mut self, sides: u8) -> u8 {
        let sides = u32::from(sides);
        let whole = u32::MAX - u32::MAX % sides;
        loop {
            let word = self.stream.next_u32();
            if word < whole {
                return u8::try_from(word % sides + 1).unwrap_or(u8::MAX);
            }
        }
    }
}

fn roll_text(rolled: &Rolled) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(u8::to_string).collect();
    format!("{} on d{} for “{}”", faces.join(" "), rolled.sides, rolled.reason)
}

impl Dice for TableDice {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        if sides == 0 {
            self.problem.get_or_insert(DiceProblem::NoSides { reason: reason.into() });
            return vec![1; usize::from(count)];
        }
        let mut faces = Vec::with_capacity(usize::from(count));
        let mut arranged = 0;
        for _ in 0..count {
            let next = self.next_arranged(sides);
            arranged += u8::from(next.is_some());
            faces.push(next.unwrap_or_else(|| self.face(sides)));
        }
        self.state.position = u64::try_from(self.stream.get_word_pos()).unwrap_or(u64::MAX);
        let rolled = Rolled { reason: reason.into(), sides, faces: faces.clone(), arranged };
        if let Some(expected) = &mut self.expected {
            let next = expected.pop_front();
            if next.as_ref() != Some(&rolled) {
                let expected = next.map_or_else(|| "nothing".into(), |next| roll_text(&next));
                self.problem.get_or_insert(DiceProblem::Differs { expected, found: roll_text(&rolled) });
            }
        }
        self.rolled.push(rolled);
        faces
    }

    fn note(&mut self, audience: Audience, line: Line) {
        let Line { text, citation } = line;
        let kind = EventKind::Text;
        self.notes.push(Event { kind, audience, place: None, units: Vec::new(), text, citation });
    }

    fn ruled(&mut self, act: RuleAct) {
        if self.acts.len() < MOST_ACTS {
            self.acts.push(act);
        }
    }
}

/// Dice that fall as they fell before: for going back to a state of this table's own past.
#[derive(Debug)]
pub struct PastDice<'a> {
    faces: std::slice::Iter<'a, Rolled>,
}

impl<'a> PastDice<'a> {
    /// These rolls, in order.
    #[must_use]
    pub fn new(rolls: &'a [Rolled]) -> Self {
        Self { faces: rolls.iter() }
    }
}

impl Dice for PastDice<'_> {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        let mut faces = self.faces.next().map(|rolled| rolled.faces.clone()).unwrap_or_default();
        faces.resize(usize::from(count), 1);
        faces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_rolls_the_same_for_ever() {
        let mut dice = TableDice::new(1862);
        assert_eq!(dice.roll(10, 6, "a fixed record of the stream"), FIXED);
        let state = dice.state();
        let next = dice.roll(5, 6, "next");
        dice.restore(state);
        assert_eq!(dice.roll(5, 6, "again"), next);
        assert_eq!(dice.take().unwrap().len(), 1);
    }

    const FIXED: [u8; 10] = [3, 3, 6, 3, 6, 5, 4, 6, 6, 1];

    #[test]
    fn every_face_of_every_die_comes_up() {
        let mut dice = TableDice::new(7);
        for sides in [2, 3, 6, 10, 20, 255] {
            let mut seen = vec![false; usize::from(sides)];
            for _ in 0..200 {
                for face in dice.roll(50, sides, "faces") {
                    seen[usize::from(face) - 1] = true;
                }
            }
            assert!(seen.iter().all(|seen| *seen), "d{sides}");
        }
    }

    #[test]
    fn arranged_dice_come_first_and_then_the_stream_goes_on() {
        let mut plain = TableDice::new(3);
        let stream = plain.roll(2, 6, "plain");
        let mut dice = TableDice::new(3);
        dice.arrange(&[6, 1]);
        let faces = dice.roll(4, 6, "arranged");
        assert_eq!(faces[..2], [6, 1]);
        assert_eq!(faces[2..], stream[..]);
        assert_eq!(dice.take().unwrap()[0].arranged, 2);
    }

    #[test]
    fn an_arranged_face_that_the_die_has_not_is_passed_over() {
        let mut dice = TableDice::new(3);
        dice.arrange(&[6, 0, 3, 9]);
        assert_eq!(dice.roll(1, 4, "a d4"), [3]);
        let mut plain = TableDice::new(3);
        assert_eq!(
            dice.roll(2, 6, "d6s"),
            plain.roll(2, 6, "d6s"),
            "the 9 fits none, and the stream goes on"
        );
        let rolled = dice.take().unwrap();
        assert_eq!((rolled[0].arranged, rolled[1].arranged, dice.state().arranged), (1, 0, 4));
    }

    #[test]
    fn other_rolls_than_the_journals_are_told() {
        let mut dice = TableDice::new(3);
        dice.expect(&[]);
        dice.roll(1, 6, "unexpected");
        assert!(dice.take().unwrap_err().to_string().contains("unexpected"));
        let expected = Rolled { reason: "missing".into(), sides: 6, faces: vec![1], arranged: 0 };
        dice.expect(&[expected]);
        assert!(dice.take().unwrap_err().to_string().contains("missing"));
    }

    #[test]
    fn a_new_seed_is_left_again_when_the_state_goes_back() {
        let mut dice = TableDice::new(3);
        let before = dice.state();
        let first = dice.roll(8, 6, "first");
        dice.reseed(4);
        assert_ne!(dice.roll(8, 6, "other"), first);
        dice.restore(before);
        assert_eq!(dice.roll(8, 6, "first"), first);
    }
}
