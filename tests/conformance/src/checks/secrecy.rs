//! What a seat gets depends on nothing that it may not know.

use muster_contract::{Decision, Game, Seat};
use muster_sdk::Random;

use crate::{
    Evidence, Observation, Subject, TestDice,
    checks::undo::hears,
    saw,
    walk::{choose, positions},
};

/// In every state and for every seat, all that the seat gets is equal in the state and in its samples.
pub fn nothing_leaks(subject: &Subject<'_>) -> Result<(), Evidence> {
    let samples = subject.scale.samples;
    let mut stale: Vec<String> = Vec::new();
    positions(subject, subject.scale.positions, 800, |walk| {
        let at = walk.at();
        let seed = walk.random.seed();
        stale.truncate(6);
        for seat in 0..walk.seats()? {
            let truth = Observation::ask(subject, walk.game.as_mut(), seat, &stale)?;
            for number in 0..samples {
                let mut sample = walk.game.sample(seat, seed.wrapping_add(number))?;
                let seen = Observation::ask(subject, sample.as_mut(), seat, &stale)?;
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

/// How far two games are played side by side.
const STEPS: usize = 6;

/// Two games that differ only in what one seat chose look the same to another for as long as it sees and hears the same in
/// both: then all else that it gets is the same, too. Samples can't show that where they keep what was chosen.
pub fn secret_choices_stay_secret(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions, 2_400, |walk| {
        let (at, seats) = (walk.at(), walk.seats()?);
        let Some((chooser, pair)) = two_choices(&walk.game.decisions()?, &mut walk.random) else {
            return Ok(());
        };
        let seed = walk.random.seed();
        let mut games = [walk.game.fork(seed)?, walk.game.fork(seed)?];
        let (mut next, mut trail) = ((chooser, pair.clone()), Vec::new());
        // Who can't tell the games apart so far.
        let mut unsure: Vec<Seat> = (0..seats).filter(|&seat| seat != chooser).collect();
        for _ in 0..STEPS {
            let (seat, choices) = next;
            let [one, two] = &mut games;
            let heard = [apply(one.as_mut(), seat, &choices[0])?, apply(two.as_mut(), seat, &choices[1])?];
            let Some(heard) = both(heard) else { return Ok(()) };
            trail.push(choices[0].clone());
            let mut left = Vec::new();
            for reader in unsure {
                let of =
                    |at: usize| heard[at].iter().filter(|event| hears(event, reader)).collect::<Vec<_>>();
                if of(0) != of(1) {
                    continue;
                }
                let seen = [
                    Observation::ask(subject, one.as_mut(), reader, &[])?,
                    Observation::ask(subject, two.as_mut(), reader, &[])?,
                ];
                if !seen[0].looks_like(&seen[1]) {
                    continue;
                }
                if let Some(difference) = seen[0].difference(&seen[1]) {
                    let [a, b] = &pair;
                    return Err(saw(format!(
                        "{at}: seat {reader} learns whether seat {chooser} chose \"{a}\" or \"{b}\" (then {}): {difference}",
                        trail[1..].join(", ")
                    )));
                }
                left.push(reader);
            }
            unsure = left;
            let listed = [one.decisions()?, two.decisions()?];
            let Some((seat, choice)) = choose(&listed[0], &mut walk.random) else { return Ok(()) };
            let is_listed = listed[1]
                .iter()
                .filter(|decision| decision.seat == seat)
                .any(|decision| decision.choices.iter().any(|listed| listed.id == choice));
            if unsure.is_empty() || !is_listed {
                return Ok(());
            }
            next = (seat, [choice.clone(), choice]);
        }
        Ok(())
    })
}

/// Two choices of one decision that waits, at random.
fn two_choices(decisions: &[Decision], random: &mut Random) -> Option<(Seat, [String; 2])> {
    let open: Vec<&Decision> =
        decisions.iter().filter(|decision| decision.waits && decision.choices.len() > 1).collect();
    let decision = open.get(random.below(open.len().max(1) as u32) as usize)?;
    let count = decision.choices.len() as u32;
    let one = random.below(count);
    let two = (one + 1 + random.below(count - 1)) % count;
    Some((decision.seat, [one, two].map(|at| decision.choices[at as usize].id.clone())))
}

/// Takes a choice on a fork, and gives what is told; none where it is refused.
fn apply(
    game: &mut dyn Game,
    seat: Seat,
    choice: &str,
) -> Result<Option<Vec<muster_contract::Event>>, Evidence> {
    Ok(game.apply(seat, choice, &mut TestDice::new(0))?.ok())
}

fn both<T>([one, two]: [Option<T>; 2]) -> Option<[T; 2]> {
    Some([one?, two?])
}
