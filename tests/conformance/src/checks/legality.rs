//! Legal or refused.

use std::collections::BTreeSet;

use muster_contract::Seat;

use crate::{Evidence, Subject, TestDice, saw, walk::positions};

/// Every listed choice applies, and something comes of it; by number it is the same choice.
pub fn listed_choices_apply(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions / 2, 300, |walk| {
        let at = walk.at();
        let before = walk.game.save()?;
        let decisions = walk.game.decisions()?;
        let (seats, mut first) = (walk.seats()?, 0);
        for seat in 0..seats {
            let ids: Vec<&str> = decisions
                .iter()
                .filter(|decision| decision.seat == seat)
                .flat_map(|decision| &decision.choices)
                .map(|choice| choice.id.as_str())
                .collect();
            let count = walk.game.choice_count(seat)?;
            for policy in subject.policies() {
                let weights = walk.game.weights(seat, policy)?.len();
                if count as usize != ids.len() || weights != ids.len() {
                    let listed = ids.len();
                    return Err(saw(format!(
                        "{at}: seat {seat} has {listed} choices; it is told of {count} and of {weights} weights \
                         ({policy})"
                    )));
                }
            }
            for (number, id) in ids.iter().enumerate() {
                let mut fork = walk.game.fork(number as u64)?;
                let events = fork.apply(seat, id, &mut TestDice::new(0))?.map_err(|refusal| {
                    saw(format!("{at}: \"{id}\" of seat {seat} is listed, yet refused: {}", refusal.reason))
                })?;
                let after = fork.save()?;
                if after == before && events.is_empty() {
                    return Err(saw(format!("{at}: nothing comes of \"{id}\"")));
                }
                fork.decisions()?;
                // By number among the seat's own, or among all seats'.
                let (asked, place) =
                    if number % 2 == 0 { (Some(seat), number) } else { (None, first + number) };
                let mut twin = walk.game.fork(number as u64)?;
                let left = twin.apply_index(asked, place as u32)?;
                if left.is_none() || twin.save()? != after {
                    return Err(saw(format!(
                        "{at}: choice {number} of seat {seat} is not \"{id}\" when taken by number"
                    )));
                }
                let mut then = 0;
                for seat in 0..seats {
                    then += twin.choice_count(seat)?;
                }
                if left != Some(then) {
                    return Err(saw(format!(
                        "{at}: \"{id}\" leaves {then} choices, and is said to leave {left:?}"
                    )));
                }
            }
            first += ids.len();
        }
        Ok(())
    })
}

/// Whatever isn't in the seat's list (a stale choice, another seat's, nonsense) is refused and changes nothing: not on
/// a fork, and not on the game itself.
pub fn unlisted_choices_change_nothing(subject: &Subject<'_>) -> Result<(), Evidence> {
    let mut stale: BTreeSet<String> = ["", "begin", "nonsense", "march", "pass 1"].map(str::to_owned).into();
    positions(subject, subject.scale.positions / 2, 400, |walk| {
        let at = walk.at();
        let before = walk.game.save()?;
        let decisions = walk.game.decisions()?;
        let seats = walk.seats()?;
        let listed: BTreeSet<(Seat, &str)> = decisions
            .iter()
            .flat_map(|decision| decision.choices.iter().map(|choice| (decision.seat, choice.id.as_str())))
            .collect();
        for seat in 0..=seats {
            for id in stale.iter().filter(|id| !listed.contains(&(seat, id.as_str()))) {
                let mut dice = TestDice::new(0);
                if walk.game.apply(seat, id, &mut dice)?.is_ok() {
                    return Err(saw(format!("{at}: \"{id}\" of seat {seat} isn't listed, yet it applied")));
                }
                if walk.game.save()? != before || !dice.rolled.is_empty() {
                    return Err(saw(format!(
                        "{at}: \"{id}\" of seat {seat} was refused, yet it changed the game"
                    )));
                }
            }
            let past = walk.game.choice_count(seat)?;
            if walk.game.apply_index(Some(seat), past)?.is_some() || walk.game.save()? != before {
                return Err(saw(format!("{at}: seat {seat} has {past} choices, yet took number {past}")));
            }
        }
        // What was listed here is stale in what follows.
        let now = decisions.iter().flat_map(|decision| &decision.choices).map(|choice| choice.id.clone());
        stale.extend(now);
        while stale.len() > 120 {
            let at = walk.random.below(stale.len() as u32) as usize;
            let out = stale.iter().nth(at).cloned().unwrap_or_default();
            stale.remove(&out);
        }
        Ok(())
    })
}
