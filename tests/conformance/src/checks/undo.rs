//! What bars undo follows from the events.

use muster_contract::{Audience, Decision, Event, EventKind, Game, Seat, View};

use crate::seen::{unlike, view_unlike};
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
            let differs = silent.and_then(|silent| outcomes.iter().find_map(|other| silent.unlike(other)));
            if let Some(differs) = differs {
                return Err(saw(format!(
                    "{at}: what comes of \"{}\" is a matter of luck or of hidden facts, yet seat {seat} may get no \
                     event that bars undo; {differs}",
                    choice.id
                )));
            }
        }
        Ok(())
    })
}
