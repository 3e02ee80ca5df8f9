//! The whole suite on the two scenarios of the whole field.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use bull_run::BullRun;
use muster_conformance::{Scale, TestDice, suite};
use muster_contract::{Dice, Position, Seat};
use muster_sdk::{Hosted, Random};

use crate::conformance::facts::Hidden;
use crate::conformance::{module, named};

/// A game here has some thousand choices, and each position much to ask; of two games one follows the module's weights.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 6, positions: scale.positions / 4, ..scale }
}

suite!(noon, module(), named("bull-run-noon"), Hidden::default(), scale());
suite!(battle, module(), named("bull-run"), Hidden::default(), scale());

/// How many choices are replayed.
const CHOICES: usize = 3_000;

/// A game as its journal keeps it: choices by their ids, and what was rolled.
struct Journal {
    choices: Vec<(Seat, String)>,
    rolls: Vec<(String, u8, Vec<u8>)>,
    /// What the state came to after each choice.
    fingerprints: Vec<u64>,
}

/// The rolls of a journal, in order.
struct Recorded(std::vec::IntoIter<(String, u8, Vec<u8>)>);

impl Dice for Recorded {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        let (then, of, faces) = self.0.next().unwrap_or_else(|| panic!("nothing was rolled for {reason}"));
        assert_eq!((reason, sides, usize::from(count)), (then.as_str(), of, faces.len()));
        faces
    }
}

fn fingerprint(game: &Hosted<BullRun>) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.save().hash(&mut hasher);
    hasher.finish()
}

fn begin(position: &Position) -> Hosted<BullRun> {
    Hosted::create(position).unwrap_or_else(|refusal| panic!("{}", refusal.reason))
}

/// A game of so many choices at random, unless it ends before.
fn played(position: &Position, seed: u64, most: usize) -> Journal {
    let (mut game, mut dice, mut random) = (begin(position), TestDice::new(seed), Random::new(!seed));
    let mut journal = Journal { choices: Vec::new(), rolls: Vec::new(), fingerprints: Vec::new() };
    while journal.choices.len() < most {
        let decisions = game.decisions();
        let Some(open) = decisions.iter().find(|open| open.waits) else { break };
        let choice = open.choices[random.below(open.choices.len() as u32) as usize].id.clone();
        game.apply(open.seat, &choice, &mut dice).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        journal.choices.push((open.seat, choice));
        journal.fingerprints.push(fingerprint(&game));
    }
    journal.rolls = dice.rolled;
    journal
}

#[test]
fn three_thousand_choices_are_replayed_to_the_same_states() {
    let position = named("bull-run");
    let (mut made, mut games) = (0, 0);
    while made < CHOICES {
        let journal = played(&position, 1861 + games, CHOICES - made);
        let (mut game, mut dice) = (begin(&position), Recorded(journal.rolls.into_iter()));
        for (number, (seat, choice)) in journal.choices.iter().enumerate() {
            let applied = game.apply(*seat, choice, &mut dice);
            applied.unwrap_or_else(|refusal| panic!("game {games}, choice {number}: {}", refusal.reason));
            let after = fingerprint(&game);
            assert_eq!(after, journal.fingerprints[number], "game {games}, choice {number}: {choice}");
        }
        assert!(dice.0.next().is_none(), "game {games}: nothing is rolled that isn't rolled again");
        made += journal.choices.len();
        games += 1;
    }
    println!("{made} choices in {games} games");
}
