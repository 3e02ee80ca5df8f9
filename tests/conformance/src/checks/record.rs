//! Saves, replays and forks.

use crate::{Evidence, Observation, Subject, TestDice, Walk, saw};

/// A loaded game is the game that was saved: in bytes and in what becomes of it, at every choice; and in all that the seats get,
/// at as many of them as the scale has time for.
pub fn saves_hold_everything(subject: &Subject<'_>) -> Result<(), Evidence> {
    let schema = subject.module.describe().state_schema;
    for seed in 500..500 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        let mut random = muster_sdk::Random::new(seed);
        loop {
            let saved = walk.game.save()?;
            let mut loaded = subject.module.load(subject.position, schema, &saved)??;
            if loaded.save()? != saved {
                return Err(saw(format!("{}: saved, loaded and saved again it is another state", walk.at())));
            }
            let closely = walk.taken.is_empty() || random.below(subject.scale.one_in()) == 0;
            for seat in 0..if closely { walk.seats()? } else { 0 } {
                let one = Observation::ask(subject, walk.game.as_mut(), seat, &[])?;
                let two = Observation::ask(subject, loaded.as_mut(), seat, &[])?;
                if let Some(difference) = one.difference(&two) {
                    return Err(saw(format!("{}: after loading, {difference}", walk.at())));
                }
            }
            let mut dice = walk.dice.clone();
            let Some(taken) = walk.step()? else { break };
            let events = loaded.apply(taken.seat, &taken.choice, &mut dice)??;
            if events != taken.events || loaded.save()? != walk.game.save()? {
                let choice = &taken.choice;
                return Err(saw(format!(
                    "{}: \"{choice}\" came to something else in the loaded game",
                    walk.at()
                )));
            }
        }
    }
    Ok(())
}

/// A save is a stranger's file: one with a byte changed or cut off is refused with a reason, or it is a state in which there is
/// something to see and to choose. It never makes the module fail.
pub fn damaged_saves_are_refused(subject: &Subject<'_>) -> Result<(), Evidence> {
    /// After so many choices another state is damaged, so many times, or fewer where the scale has less time.
    const BETWEEN: usize = 17;
    const DAMAGES: u32 = 40;
    const LEAST: u32 = 8;
    let damages = (DAMAGES / subject.scale.one_in()).max(LEAST);
    let schema = subject.module.describe().state_schema;
    for seed in 800..800 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        let mut random = muster_sdk::Random::new(seed);
        loop {
            for damage in 0..if walk.taken.len() % BETWEEN == 0 { damages } else { 0 } {
                let mut bytes = walk.game.save()?;
                let at = random.below(bytes.len() as u32) as usize;
                match damage {
                    0 => bytes.truncate(at),
                    1 => bytes.push(0),
                    _ => bytes[at] = random.below(256) as u8,
                }
                let told = |what: &str, trouble: muster_contract::Trouble| {
                    let value = bytes.get(at);
                    saw(format!("{}: with byte {at} {value:?}, {what}: {}", walk.at(), trouble.message))
                };
                let loaded = subject.module.load(subject.position, schema, &bytes);
                match loaded.map_err(|trouble| told("it doesn't load", trouble))? {
                    Err(refusal) if refusal.reason.is_empty() => {
                        return Err(saw(format!(
                            "{}: a damaged save is refused without a reason",
                            walk.at()
                        )));
                    }
                    Err(_) => {}
                    Ok(mut game) => {
                        game.decisions().map_err(|trouble| told("nothing can be listed", trouble))?;
                        for seat in [None, Some(0), Some(1)] {
                            game.view(seat).map_err(|trouble| told("nothing can be seen", trouble))?;
                        }
                    }
                }
            }
            if walk.step()?.is_none() {
                break;
            }
        }
    }
    Ok(())
}

/// The same position, dice and choices give the same events and the same states, byte for byte.
pub fn replay_agrees(subject: &Subject<'_>) -> Result<(), Evidence> {
    for seed in 600..600 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        let mut events = Vec::new();
        while let Some(taken) = walk.step()? {
            events.push(taken.events);
        }
        let mut again = Walk::new(*subject, seed)?;
        for (number, (seat, choice)) in walk.taken.iter().enumerate() {
            let taken = again.take(*seat, choice)?;
            if taken.events != events[number] {
                return Err(saw(format!("{}: played again, \"{choice}\" tells something else", again.at())));
            }
            if again.saves[number + 1] != walk.saves[number + 1] {
                return Err(saw(format!(
                    "{}: played again, \"{choice}\" leads to another state",
                    again.at()
                )));
            }
        }
    }
    Ok(())
}

/// A fork is the same state, depends on nothing but its seed, and what is done to it doesn't touch the game.
pub fn forks_stand_alone(subject: &Subject<'_>) -> Result<(), Evidence> {
    for seed in 700..700 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        loop {
            let before = walk.game.save()?;
            let mut ends = Vec::new();
            for _ in 0..2 {
                let mut fork = walk.game.fork(seed)?;
                if fork.save()? != before {
                    return Err(saw(format!("{}: a fork is another state than its game", walk.at())));
                }
                let mut random = walk.random.clone();
                for _ in 0..6 {
                    let decisions = fork.decisions()?;
                    let Some((seat, choice)) = crate::walk::choose(&decisions, &mut random) else { break };
                    fork.apply(seat, &choice, &mut TestDice::new(0))??;
                }
                ends.push(fork.save()?);
            }
            if ends[0] != ends[1] {
                return Err(saw(format!("{}: two forks of one seed went different ways", walk.at())));
            }
            if walk.game.save()? != before {
                return Err(saw(format!("{}: what was done to a fork changed its game", walk.at())));
            }
            if walk.step()?.is_none() {
                break;
            }
        }
    }
    Ok(())
}
