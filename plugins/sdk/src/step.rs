//! What a step of the sequence of play is, in one row: its phase, its section, who decides what, and which functions list and carry
//! out the choices.

use muster_contract::Seat;

use crate::{Decisions, Resolution, Rules};

/// Who decides in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<S> {
    /// Nobody: the game goes on by itself, or is over.
    Nobody,
    /// This side, by the first seat that plays it.
    One(S),
    /// Every side that isn't done, in a secret group of this name.
    Each(&'static str),
}

/// Lists the choices of a side; the row has opened the decision.
pub type List<G, S> = fn(&G, S, &mut Decisions<<G as Rules>::Choice>);
/// Carries out a choice of a side, up to the next decision.
pub type Take<G, S> = fn(&mut G, S, <G as Rules>::Choice, &mut Resolution<'_>);

/// What a step of the sequence of play is. A game has one function that gives the row of the step that it is in, from which come the
/// list of choices, where a choice is carried out, who decides, the phase and its section; so a step is described in one place.
/// A game holds the step itself in its state; where steps interrupt one another, it holds [`Frames`](crate::Frames) of them.
///
/// ```
/// # use muster_sdk::{Decisions, Resolution, Rules, StepRow, Who};
/// # fn rows<G: Rules>(list: fn(&G, u8, &mut Decisions<G::Choice>), take: fn(&mut G, u8, G::Choice, &mut Resolution<'_>)) -> [StepRow<G, u8>; 3] {
/// [
///     StepRow::new("bid", "1.1", "bid", Who::Each("initiative")).by(list, take),
///     StepRow::new("move", "5.3", "move", Who::One(0)).by(list, take),
///     StepRow::new("end", "4", "", Who::Nobody),
/// ]
/// # }
/// ```
pub struct StepRow<G: Rules, S> {
    /// The phase, by its id in the description.
    pub phase: &'static str,
    /// The section of the rules behind it.
    pub section: &'static str,
    /// The kind of decision, see `types.decision`; empty where nobody decides.
    pub kind: &'static str,
    /// Who decides.
    pub who: Who<S>,
    list: List<G, S>,
    take: Take<G, S>,
}

impl<G: Rules, S: Copy + PartialEq> StepRow<G, S> {
    /// A step of this phase, by this section, in which these decide by a decision of this kind. There is nothing to choose from until
    /// [`by`](Self::by) says where that is listed.
    pub fn new(phase: &'static str, section: &'static str, kind: &'static str, who: Who<S>) -> Self {
        Self { phase, section, kind, who, list: |_, _, _| {}, take: |_, _, _, _| {} }
    }

    /// The same, with the functions that list the choices and carry them out.
    pub fn by(self, list: List<G, S>, take: Take<G, S>) -> Self {
        Self { list, take, ..self }
    }

    /// Opens its decisions and lists their choices. `seats` are the sides that the seats play; `is_done` is asked where each side
    /// decides in secret.
    pub fn decide(
        &self,
        game: &G,
        seats: &[S],
        is_done: impl Fn(S) -> bool,
        list: &mut Decisions<G::Choice>,
    ) {
        let mut seats = (0 as Seat..).zip(seats);
        match self.who {
            Who::Nobody => {}
            Who::One(side) => {
                if let Some((seat, _)) = seats.find(|(_, one)| **one == side) {
                    list.open(seat, self.kind);
                    (self.list)(game, side, list);
                }
            }
            Who::Each(group) => {
                for (seat, &side) in seats.filter(|(_, side)| !is_done(**side)) {
                    if list.is_enough() {
                        return;
                    }
                    list.open_secret(seat, self.kind, group);
                    (self.list)(game, side, list);
                }
            }
        }
    }

    /// Carries out a choice of a side.
    pub fn apply(&self, game: &mut G, side: S, choice: G::Choice, resolution: &mut Resolution<'_>) {
        (self.take)(game, side, choice, resolution);
    }
}
