//! Asking changes nothing.

use crate::{Evidence, Observation, Subject, saw, walk::positions};

/// Asked twice, a game gives the same answers, and it is the same game afterwards.
pub fn asking_changes_nothing(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions / 8, 900, |walk| {
        let at = walk.at();
        let before = walk.game.save()?;
        for seat in 0..walk.seats()? {
            let first = Observation::ask(subject, walk.game.as_mut(), seat, &[])?;
            let second = Observation::ask(subject, walk.game.as_mut(), seat, &[])?;
            if let Some(difference) = first.difference(&second) {
                return Err(saw(format!("{at}: asked twice, {difference}")));
            }
        }
        if walk.game.save()? != before {
            return Err(saw(format!("{at}: what was asked changed the game")));
        }
        Ok(())
    })
}
