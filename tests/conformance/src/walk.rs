//! Playing through games at random.

use muster_contract::{Decision, Event, Game, Seat};
use muster_sdk::Random;

use crate::{Evidence, Subject, TestDice, saw};

/// A game on its way, with all that brought it there.
pub struct Walk<'a> {
    /// What is looked at.
    pub subject: Subject<'a>,
    /// The game.
    pub game: Box<dyn Game>,
    /// Its dice.
    pub dice: TestDice,
    /// What else is left to chance in the walk.
    pub random: Random,
    /// The choices so far.
    pub taken: Vec<(Seat, String)>,
    /// The state after each of them, and the first before all.
    pub saves: Vec<Vec<u8>>,
    seed: u64,
}

/// A choice that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// By whom.
    pub seat: Seat,
    /// Its id.
    pub choice: String,
    /// What came of it.
    pub events: Vec<Event>,
}

impl<'a> Walk<'a> {
    /// A new game with its dice; both follow from the seed.
    pub fn new(subject: Subject<'a>, seed: u64) -> Result<Self, Evidence> {
        let mut game = subject.module.create(subject.position)??;
        let saves = vec![game.save()?];
        let (dice, random) = (TestDice::new(seed), Random::new(!seed));
        Ok(Self { subject, game, dice, random, taken: Vec::new(), saves, seed })
    }

    /// How many seats there are.
    pub fn seats(&mut self) -> Result<Seat, Evidence> {
        Ok(self.game.seats()?.len() as Seat)
    }

    /// Takes a choice at random, or none if the game is over. In every other game some choices follow the module's own
    /// weights: that leads to where sensible play goes, the rest to where it doesn't.
    pub fn step(&mut self) -> Result<Option<Taken>, Evidence> {
        let decisions = self.game.decisions()?;
        let Some((seat, mut choice)) = choose(&decisions, &mut self.random) else { return Ok(None) };
        if self.seed % 2 == 1 && self.random.below(2) == 0 {
            let weights = self.game.weights(seat, "regular")?;
            let choices = decisions
                .iter()
                .filter(|decision| decision.seat == seat)
                .flat_map(|decision| &decision.choices);
            let sensible = self.random.weighted(&weights).and_then(|at| choices.into_iter().nth(at));
            choice = sensible.map_or(choice, |sensible| sensible.id.clone());
        }
        self.take(seat, &choice).map(Some)
    }

    /// Takes this choice.
    pub fn take(&mut self, seat: Seat, choice: &str) -> Result<Taken, Evidence> {
        let events = self.game.apply(seat, choice, &mut self.dice)?.map_err(|refusal| {
            saw(format!(
                "{}: \"{choice}\" of seat {seat} is listed, yet refused: {}",
                self.at(),
                refusal.reason
            ))
        })?;
        self.taken.push((seat, choice.to_owned()));
        self.saves.push(self.game.save()?);
        Ok(Taken { seat, choice: choice.to_owned(), events })
    }

    /// Where this is, for evidence: a game can be found again by its seed and choices.
    pub fn at(&self) -> String {
        let last: Vec<&str> =
            self.taken.iter().rev().take(3).rev().map(|(_, choice)| choice.as_str()).collect();
        format!("game {}, after {} choices (… {})", self.seed, self.taken.len(), last.join(", "))
    }
}

/// A choice at random. Decisions that the game doesn't wait for are taken seldom, or games would be made of them.
pub(crate) fn choose(decisions: &[Decision], random: &mut Random) -> Option<(Seat, String)> {
    let seldom = random.below(24) == 0;
    let open: Vec<&Decision> = decisions
        .iter()
        .filter(|decision| decision.waits != seldom && !decision.choices.is_empty())
        .collect();
    let open = if open.is_empty() {
        decisions.iter().filter(|decision| decision.waits && !decision.choices.is_empty()).collect()
    } else {
        open
    };
    let decision = open.get(random.below(open.len() as u32) as usize)?;
    let choice = &decision.choices[random.below(decision.choices.len() as u32) as usize];
    Some((decision.seat, choice.id.clone()))
}

/// Walks through games, showing positions to `look` before the choice that leads on, until so many were seen. Not every
/// position is shown, so that those shown are of more games.
pub(crate) fn positions(
    subject: &Subject<'_>,
    count: usize,
    seed: u64,
    mut look: impl FnMut(&mut Walk<'_>) -> Result<(), Evidence>,
) -> Result<(), Evidence> {
    let mut left = count;
    for game in 0.. {
        let mut walk = Walk::new(*subject, seed + game)?;
        loop {
            if left == 0 {
                return Ok(());
            }
            if walk.taken.is_empty() || walk.random.below(3) == 0 {
                look(&mut walk)?;
                left -= 1;
            }
            if walk.taken.len() >= subject.scale.longest || walk.step()?.is_none() {
                break;
            }
        }
    }
    Ok(())
}
