//! Secret groups: each seat works on a draft of its own.

use std::collections::BTreeSet;

use muster_contract::{Audience, Decision, Game, Seat};
use muster_sdk::Random;

use crate::{Evidence, Observation, Subject, TestDice, Walk, saw};

/// Choices after which a draft counts as endless.
const LONGEST: usize = 500;

/// A draft rolls nothing, tells nobody and shows nobody anything; the other seats' drafts are the same whether it is
/// already there or not, and after the last commit all can be carried out in the group's order.
pub fn drafts_are_secret(subject: &Subject<'_>) -> Result<(), Evidence> {
    for seed in 1100..1100 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        loop {
            let decisions = walk.game.decisions()?;
            if let Some((group, order)) = group_of(&decisions) {
                look(subject, &mut walk, &group, &order)?;
                // On to the end of the group.
                while group_of(&walk.game.decisions()?).is_some_and(|(now, _)| now == group) {
                    walk.step()?;
                }
                continue;
            }
            if walk.step()?.is_none() {
                break;
            }
        }
    }
    Ok(())
}

/// The group that several seats decide in, with the seats in its order.
fn group_of(decisions: &[Decision]) -> Option<(String, Vec<Seat>)> {
    let secret = decisions.iter().find_map(|decision| decision.secret.as_ref())?;
    let deciding: BTreeSet<Seat> = decisions
        .iter()
        .filter(|decision| decision.secret.as_ref().is_some_and(|other| other.name == secret.name))
        .map(|decision| decision.seat)
        .collect();
    let order = secret.order.iter().copied().filter(|seat| deciding.contains(seat)).collect();
    Some((secret.name.clone(), order))
}

fn still_drafting(game: &mut dyn Game, seat: Seat, group: &str) -> Result<Option<Decision>, Evidence> {
    Ok(game.decisions()?.into_iter().find(|decision| {
        decision.seat == seat && decision.secret.as_ref().is_some_and(|secret| secret.name == group)
    }))
}

fn look(subject: &Subject<'_>, walk: &mut Walk<'_>, group: &str, order: &[Seat]) -> Result<(), Evidence> {
    let at = format!("{}, group \"{group}\"", walk.at());
    let mut drafts: Vec<(Seat, Vec<String>)> = Vec::new();
    for &seat in order {
        // Two working copies with other dice: a draft must not notice.
        let (one, choices) = draft(walk, seat, group, 1, None)?;
        let (two, _) = draft(walk, seat, group, 2, Some(&choices))?;
        if one != two && order.len() > 1 {
            return Err(saw(format!("{at}: the draft of seat {seat} depends on dice")));
        }
        drafts.push((seat, choices));
    }
    // Carried out one after the other: until the last choice of all, nobody else sees or hears anything.
    // On a copy that rolls the tests' dice, as the table's own game would.
    let schema = subject.module.describe().state_schema;
    let mut game = subject.module.load(subject.position, schema, &walk.game.save()?)??;
    let mut dice = TestDice::new(3);
    let last = drafts.last().map(|(seat, _)| *seat);
    for (seat, choices) in &drafts {
        let before = others(subject, game.as_mut(), order, *seat)?;
        for (number, choice) in choices.iter().enumerate() {
            let events = game.apply(*seat, choice, &mut dice)?.map_err(|refusal| {
                saw(format!(
                    "{at}: \"{choice}\" of seat {seat} was in its draft; carried out: {}",
                    refusal.reason
                ))
            })?;
            if Some(*seat) == last && number + 1 == choices.len() {
                continue;
            }
            if let Some((reason, ..)) = dice.rolled.first() {
                return Err(saw(format!(
                    "{at}: \"{choice}\" of seat {seat}, in a draft, rolls dice: {reason}"
                )));
            }
            let told = events.iter().find(|event| event.audience != Audience::Seats(vec![*seat]));
            if let Some(event) = told {
                let text = &event.text;
                return Err(saw(format!("{at}: \"{choice}\" of seat {seat} tells others: {text}")));
            }
            let after = others(subject, game.as_mut(), order, *seat)?;
            for (was, is) in before.iter().zip(&after) {
                if let Some(difference) = was.difference(is) {
                    return Err(saw(format!(
                        "{at}: after \"{choice}\" of seat {seat}, for another seat {difference}"
                    )));
                }
            }
        }
    }
    let all = order.len() > 1 && drafts.len() == order.len() && !drafts[0].1.is_empty();
    for &seat in order.iter().filter(|_| all) {
        if still_drafting(game.as_mut(), seat, group)?.is_some() {
            return Err(saw(format!("{at}: all drafts are carried out, yet seat {seat} is asked again")));
        }
    }
    Ok(())
}

/// What the others in the group get, but for who is asked.
fn others(
    subject: &Subject<'_>,
    game: &mut dyn Game,
    order: &[Seat],
    seat: Seat,
) -> Result<Vec<Observation>, Evidence> {
    let others = order.iter().filter(|&&other| other != seat);
    others.map(|&other| Ok(Observation::ask(subject, game, other, &[])?.without_others())).collect()
}

/// Makes a draft on a working copy, at random or by these choices; gives the state that it leads to and the choices.
fn draft(
    walk: &mut Walk<'_>,
    seat: Seat,
    group: &str,
    seed: u64,
    given: Option<&[String]>,
) -> Result<(Vec<u8>, Vec<String>), Evidence> {
    let mut copy = walk.game.fork(seed)?;
    let mut random: Random = walk.random.clone();
    let mut choices = Vec::new();
    while let Some(decision) = still_drafting(copy.as_mut(), seat, group)? {
        let choice = match given {
            Some(given) => match given.get(choices.len()) {
                Some(choice) => choice.clone(),
                None => break,
            },
            None => {
                let choice = &decision.choices[random.below(decision.choices.len() as u32) as usize];
                choice.id.clone()
            }
        };
        if choices.len() > LONGEST {
            return Err(saw(format!("{}: the draft of seat {seat} does not end", walk.at())));
        }
        copy.apply(seat, &choice, &mut TestDice::new(seed))??;
        choices.push(choice);
    }
    Ok((copy.save()?, choices))
}
