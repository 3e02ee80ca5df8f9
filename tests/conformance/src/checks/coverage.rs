//! Samples really differ.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Evidence, Subject, Walk, saw};

/// Every hidden fact takes every value that the seat can't rule out, and no other. Where nothing is hidden, a sample
/// is the state itself.
pub fn samples_cover(subject: &Subject<'_>) -> Result<(), Evidence> {
    // The positions are spread over a game: each game gives a few, further and further on.
    let each = 4;
    let games = subject.scale.covered.div_ceil(each);
    let mut left = subject.scale.covered;
    for game in 0..games {
        let mut walk = Walk::new(*subject, 900 + game as u64)?;
        for _ in 0..each.min(left) {
            let steps = 1 + walk.random.below(24);
            for _ in 0..steps {
                if walk.game.decisions()?.is_empty() {
                    break;
                }
                walk.step()?;
            }
            look(subject, &mut walk)?;
            left -= 1;
        }
    }
    Ok(())
}

fn look(subject: &Subject<'_>, walk: &mut Walk<'_>) -> Result<(), Evidence> {
    let at = walk.at();
    let truth = walk.game.save()?;
    for seat in 0..walk.seats()? {
        let possible = subject.hidden.possible(subject.position, &walk.saves, seat);
        for (fact, value) in subject.hidden.values(subject.position, &truth, seat) {
            if !possible.get(&fact).is_some_and(|values| values.contains(&value)) {
                return Err(saw(format!(
                    "{at}: {fact} is {value}, which the tests say seat {seat} could rule out"
                )));
            }
        }
        let hidden = possible.values().any(|values| values.len() > 1);
        let mut taken: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let seed = walk.random.seed();
        for number in 0..if hidden { subject.scale.coverage } else { 4 } {
            let sampled = walk.game.sample(seat, seed.wrapping_add(number))?.save()?;
            if !hidden && sampled != truth {
                return Err(saw(format!(
                    "{at}: nothing is hidden from seat {seat}, yet a sample is another state"
                )));
            }
            for (fact, value) in subject.hidden.values(subject.position, &sampled, seat) {
                taken.entry(fact).or_default().insert(value);
            }
        }
        for (fact, values) in possible.iter().filter(|_| hidden) {
            let took = taken.remove(fact).unwrap_or_default();
            if let Some(wrong) = took.difference(values).next() {
                return Err(saw(format!(
                    "{at}: in a sample for seat {seat} {fact} is {wrong}, which it can rule out"
                )));
            }
            if let Some(never) = values.difference(&took).next() {
                return Err(saw(format!(
                    "{at}: seat {seat} can't rule out that {fact} is {never}, yet no sample has it (only {took:?})"
                )));
            }
        }
    }
    Ok(())
}
