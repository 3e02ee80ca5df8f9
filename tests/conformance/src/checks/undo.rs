//! What bars undo follows from the events.

use muster_contract::{Audience, Decision, Event, EventKind, Game, Seat, View};

use serde_json::Value;

use crate::observation::{unlike, view_unlike};
use crate::{Evidence, Subject, TestDice, saw, walk::positions};

/// Whether the seat may know of the event.
pub(crate) fn hears(event: &Event, seat: Seat) -> bool {
    match &event.audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
    }
}

/// Whether the event bars undo for a seat that hears it.
fn bars(event: &Event) -> bool {
    matches!(event.kind, EventKind::Rolled(_) | EventKind::Drawn(_) | EventKind::Revealed)
}

/// What a seat has of a choice of its own: what it sees then, what it may choose, what it was told.
struct Outcome {
    view: View,
    decisions: Vec<Decision>,
    told: Vec<Event>,
}

impl Outcome {
    fn unlike(&self, other: &Self) -> Option<String> {
        view_unlike("the view", &self.view, &other.view)
            .or_else(|| unlike("the decisions", &self.decisions, &other.decisions))
            .or_else(|| unlike("what it is told", &self.told, &other.told))
    }

    /// Whether the other one has the same in another order.
    fn is_reordered(&self, other: &Self) -> bool {
        let whole =
            |one: &Self| serde_json::to_value((&one.view, &one.decisions, &one.told)).map(sorted).ok();
        whole(self).is_some_and(|ours| Some(ours) == whole(other))
    }
}

/// A value in which lists have an order of their own.
fn sorted(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => {
            *items = std::mem::take(items).into_iter().map(sorted).collect();
            items.sort_by_cached_key(ToString::to_string);
        }
        Value::Object(entries) => entries.values_mut().for_each(|entry| *entry = sorted(entry.take())),
        _ => {}
    }
    value
}

fn outcome(mut game: Box<dyn Game>, seat: Seat, choice: &str) -> Result<Outcome, Evidence> {
    let told = game.apply(seat, choice, &mut TestDice::new(0))??;
    let told = told.into_iter().filter(|event| hears(event, seat)).collect();
    let mut decisions = game.decisions()?;
    decisions.retain(|decision| decision.seat == seat);
    Ok(Outcome { view: game.view(Some(seat))?, decisions, told })
}

/// Where a seat's choice comes out differently, by other dice or in another sample, the seat has learnt something; then
/// it was told so by an event that bars undo (a roll, a draw, something revealed).
pub fn luck_bars_undo(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions, 1000, |walk| {
        let at = walk.at();
        let decisions = walk.game.decisions()?;
        for decision in &decisions {
            let seat = decision.seat;
            let pick = walk.random.below(decision.choices.len().max(1) as u32) as usize;
            let Some(choice) = decision.choices.get(pick) else { continue };
            let mut outcomes = Vec::new();
            for _ in 0..2 {
                let seed = walk.random.seed();
                outcomes.push(outcome(walk.game.fork(seed)?, seat, &choice.id)?);
                outcomes.push(outcome(walk.game.sample(seat, seed)?, seat, &choice.id)?);
            }
            let silent = outcomes.iter().find(|outcome| !outcome.told.iter().any(bars));
            let Some(silent) = silent else { continue };
            let others = || outcomes.iter().filter_map(|other| Some((other, silent.unlike(other)?)));
            let comes = format!("{at}: what comes of \"{}\"", choice.id);
            // Something else than an order says more.
            if let Some((_, differs)) = others().find(|(other, _)| !silent.is_reordered(other)) {
                return Err(saw(format!(
                    "{comes} is a matter of luck or of hidden facts, yet seat {seat} may get no event that bars undo; \
                     {differs}"
                )));
            }
            if let Some((_, differs)) = others().next() {
                return Err(saw(format!(
                    "{comes} is the same, but in another order by other dice or in another sample: the order of a list \
                     tells seat {seat} what it may not know, or it is a matter of luck; {differs}"
                )));
            }
        }
        Ok(())
    })
}
