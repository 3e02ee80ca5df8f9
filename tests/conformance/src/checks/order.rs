//! The order in which things happen says nothing, either.

use std::collections::BTreeSet;

use muster_contract::{Audience, Decision, Dice, Event, Game, Line, Seat, TurnStatus, View};
use serde_json::Value;

use crate::{Evidence, Subject, checks::undo::hears, saw, walk::positions};

/// A choice that brings the same about in a state and in a sample of it brings it about in the same order: what happens to
/// several hidden units at once doesn't come in the order of the roster, which would tell what they are. All dice show the
/// same, so that it makes no difference in which order they are rolled.
pub fn order_says_nothing(subject: &Subject<'_>) -> Result<(), Evidence> {
    // Several hidden units suffer at once in few positions, and a position takes little time.
    positions(subject, 20 * subject.scale.positions, 3_600, |walk| {
        let (at, seats) = (walk.at(), walk.seats()?);
        let decisions = walk.game.decisions()?;
        let seed = walk.random.seed();
        let chosen: Vec<(Seat, String)> =
            decisions.iter().filter(|one| one.waits).flat_map(|one| some_of(one, seed)).collect();
        for reader in 0..seats {
            let known = units_of(&walk.game.view(Some(reader))?);
            let highest = seed % 2 == 0;
            for number in 0..subject.scale.samples {
                let mut sample = walk.game.sample(reader, seed.wrapping_add(number))?;
                let listed = sample.decisions()?;
                for (seat, choice) in chosen.iter().filter(|(seat, choice)| is_listed(&listed, *seat, choice))
                {
                    let told = |game: &mut dyn Game| -> Result<Option<Vec<String>>, Evidence> {
                        let taken = game.apply(*seat, choice, &mut Level { highest })?;
                        Ok(taken.ok().map(|events| told_to(&events, reader, &known)))
                    };
                    let truth = told(walk.game.fork(seed)?.as_mut())?;
                    let other = told(sample.fork(seed)?.as_mut())?;
                    if let Some((truth, other)) = truth.zip(other).filter(|(one, two)| is_reordered(one, two))
                    {
                        return Err(saw(format!(
                            "{at}: after \"{choice}\" seat {reader} is told the same in a sample, but in another order: {}",
                            first_unlike(&truth, &other)
                        )));
                    }
                }
            }
        }
        Ok(())
    })
}

/// The last choice of a decision, with which phases end, and one at random.
fn some_of(decision: &Decision, seed: u64) -> Vec<(Seat, String)> {
    let count = decision.choices.len() as u64;
    let places: BTreeSet<u64> = count.checked_sub(1).into_iter().chain(seed.checked_rem(count)).collect();
    places.into_iter().map(|at| (decision.seat, decision.choices[at as usize].id.clone())).collect()
}

fn is_listed(decisions: &[Decision], seat: Seat, choice: &str) -> bool {
    let of_seat = decisions.iter().filter(|decision| decision.seat == seat);
    of_seat.flat_map(|decision| &decision.choices).any(|listed| listed.id == choice)
}

fn units_of(view: &View) -> BTreeSet<String> {
    view.units.iter().map(|unit| unit.id.clone()).collect()
}

/// What a seat is told, an entry an event. Names that were dealt since are left out: which block gets which is chance. So are
/// events that name a unit which the seat couldn't tell before: which of two blocks is which is what they are there to say.
fn told_to(events: &[Event], reader: Seat, known: &BTreeSet<String>) -> Vec<String> {
    let written = |event: &Event| {
        let mut value = serde_json::to_value(event).unwrap_or_default();
        if let Some(Value::Array(units)) = value.get_mut("units") {
            units.retain(|unit| unit.as_str().is_some_and(|unit| known.contains(unit)));
        }
        value.to_string()
    };
    let told = |event: &&Event| {
        hears(event, reader) && event.units.iter().all(|unit| unit.starts_with('?') || known.contains(unit))
    };
    events.iter().filter(told).map(written).collect()
}

/// Whether both hold the same, in different orders.
fn is_reordered(one: &[String], two: &[String]) -> bool {
    let sorted = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    one != two && one.len() == two.len() && sorted(one) == sorted(two)
}

fn first_unlike(one: &[String], two: &[String]) -> String {
    let pair = one.iter().zip(two).find(|(one, two)| one != two);
    pair.map(|(one, two)| format!("{one}, and there {two}")).unwrap_or_default()
}

/// Dice that all show their lowest or highest face.
struct Level {
    highest: bool,
}

impl Dice for Level {
    fn roll(&mut self, count: u8, sides: u8, _reason: &str) -> Vec<u8> {
        vec![if self.highest { sides } else { 1 }; usize::from(count)]
    }

    fn note(&mut self, _audience: Audience, _line: Line) {}

    fn enter(&mut self, _status: TurnStatus) {}
}
