//! What a seat gets depends on nothing that it may not know.

use crate::{Evidence, Seen, Subject, saw, walk::positions};

/// In every state and for every seat, all that the seat gets is equal in the state and in its samples.
pub fn nothing_leaks(subject: &Subject<'_>) -> Result<(), Evidence> {
    let samples = subject.scale.samples;
    let mut stale: Vec<String> = Vec::new();
    positions(subject, subject.scale.positions, 800, |walk| {
        let at = walk.at();
        let seed = walk.random.seed();
        stale.truncate(6);
        for seat in 0..walk.seats()? {
            let truth = Seen::ask(subject, walk.game.as_mut(), seat, &stale)?;
            for number in 0..samples {
                let mut sample = walk.game.sample(seat, seed.wrapping_add(number))?;
                let seen = Seen::ask(subject, sample.as_mut(), seat, &stale)?;
                if let Some(difference) = truth.difference(&seen) {
                    return Err(saw(format!("{at}: in a sample for seat {seat}, {difference}")));
                }
            }
        }
        let decisions = walk.game.decisions()?;
        stale =
            decisions.iter().flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect();
        Ok(())
    })
}
