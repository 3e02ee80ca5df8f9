//! Two builds of one module.

use muster_contract::Module;

use crate::{Evidence, Finding, Observation, Subject, Walk, saw};

/// Plays games on two builds of a module (natively and as a component) with the same dice and choices: their events, samples
/// and saves agree, byte for byte, at every choice; and so do their lists and views, at as many as the scale has time for.
pub fn agree(subject: &Subject<'_>, twin: &dyn Module) -> Result<(), Finding> {
    compare(subject, twin).map_err(|evidence| Finding { check: "twins-agree", evidence })
}

fn compare(subject: &Subject<'_>, twin: &dyn Module) -> Result<(), Evidence> {
    if subject.module.describe() != twin.describe() {
        return Err(saw("they describe themselves differently"));
    }
    let other = Subject { module: twin, ..*subject };
    for seed in 1300..1300 + subject.scale.games {
        let mut one = Walk::new(*subject, seed)?;
        let mut two = Walk::new(other, seed)?;
        let mut random = muster_sdk::Random::new(seed);
        loop {
            let (first, second) = (one.game.save()?, two.game.save()?);
            if first != second {
                return Err(saw(format!("{}: their saves differ", one.at())));
            }
            let closely = one.taken.is_empty() || random.below(subject.scale.one_in()) == 0;
            let seats = one.seats()?;
            for seat in 0..seats {
                if closely {
                    let seen = Observation::ask(subject, one.game.as_mut(), seat, &[])?;
                    let other = Observation::ask(&other, two.game.as_mut(), seat, &[])?;
                    if let Some(difference) = seen.difference(&other) {
                        return Err(saw(format!("{}: for seat {seat} {difference}", one.at())));
                    }
                }
                let sampled = |walk: &mut Walk<'_>| walk.game.sample(seat, seed)?.save();
                if sampled(&mut one)? != sampled(&mut two)? {
                    return Err(saw(format!("{}: their samples differ", one.at())));
                }
            }
            if one.taken.len() % 16 == 0 {
                let played = |walk: &mut Walk<'_>| walk.game.fork(seed)?.playout("regular", seed, 200);
                if played(&mut one)? != played(&mut two)? {
                    return Err(saw(format!("{}: their playouts differ", one.at())));
                }
            }
            let Some(taken) = one.step()? else { break };
            let same = two.take(taken.seat, &taken.choice)?;
            if same.events != taken.events || one.dice.rolled != two.dice.rolled {
                let choice = &taken.choice;
                return Err(saw(format!("{}: \"{choice}\" tells different things", one.at())));
            }
        }
    }
    Ok(())
}
