//! Random play ends, and never in a dead end.

use crate::{Evidence, Subject, Walk, saw};

/// Every game that is played at random ends, with an outcome, and nobody is asked anything after it. While it goes on,
/// the game waits for somebody.
pub fn play_ends(subject: &Subject<'_>) -> Result<(), Evidence> {
    for seed in 0..subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        loop {
            let decisions = walk.game.decisions()?;
            let outcome = walk.game.outcome()?;
            let waits = decisions.iter().any(|decision| decision.waits && !decision.choices.is_empty());
            if outcome.is_some() {
                if let Some(decision) = decisions.first() {
                    let kind = &decision.kind;
                    return Err(saw(format!("{}: the game is over, yet it asks for \"{kind}\"", walk.at())));
                }
                break;
            }
            if !waits {
                return Err(saw(format!("{}: a dead end: no outcome, and nothing to choose", walk.at())));
            }
            if walk.taken.len() >= subject.scale.longest {
                return Err(saw(format!("{}: the game does not end", walk.at())));
            }
            walk.step()?;
        }
    }
    Ok(())
}

/// Playouts end too, by any policy, and their prospects are shares of ten thousand.
pub fn playouts_end(subject: &Subject<'_>) -> Result<(), Evidence> {
    let sides = subject.module.describe().sides.len();
    for seed in 0..subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        for _ in 0..seed % 40 {
            walk.step()?;
        }
        let whole = std::iter::once("random").chain(subject.policies()).map(|policy| (policy, 100_000));
        for (policy, limit) in whole.chain([("regular", 3)]) {
            let result = walk.game.fork(seed)?.playout(policy, seed, limit)?;
            let again = walk.game.fork(seed)?.playout(policy, seed, limit)?;
            if result != again {
                return Err(saw(format!("{}: the same playout came to {result:?} and {again:?}", walk.at())));
            }
            if limit > 3 && !result.ended {
                return Err(saw(format!("{}: a {policy} playout does not end", walk.at())));
            }
            if result.prospects.len() != sides || result.prospects.iter().sum::<u32>() != 10_000 {
                let prospects = result.prospects;
                return Err(saw(format!(
                    "{}: the prospects {prospects:?} are no shares of 10,000",
                    walk.at()
                )));
            }
        }
    }
    Ok(())
}
