//! §9: standing answers: what a side says beforehand of its reactions, so that it isn't asked at each step of the enemy's. They are no
//! rule: each of them only does what its owner could do himself. The other side isn't told of them.

use muster_contract::{Audience, Event, EventKind, Panel, PanelRow};
use muster_sdk::{Decisions, Resolution, capital};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::reaction::{Reaction, THROWS};
use crate::state::{Named, Reacting, Step, UsCivilWar};
use crate::world::{General, Side, Space};

/// A standing answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Whoever enters this space is let in.
    Never(Space),
    /// Stacks that this general commands don't react.
    Silent(General),
    /// Stacks intercept that succeed in half of all throws or more.
    Intercept,
    /// The stack avoids battle that gets away in half of all throws or more.
    Avoid,
}

/// What a side has said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Where it lets everybody in, in the order of the board file.
    pub never: Vec<Space>,
    /// For whose stacks it isn't asked, in the order of the roster.
    pub silent: Vec<General>,
    /// [`Answer::Intercept`].
    pub intercepts: bool,
    /// [`Answer::Avoid`].
    pub avoids: bool,
}

impl Standing {
    /// Whether this holds.
    pub fn has(&self, answer: Answer) -> bool {
        match answer {
            Answer::Never(at) => self.never.contains(&at),
            Answer::Silent(general) => self.silent.contains(&general),
            Answer::Intercept => self.intercepts,
            Answer::Avoid => self.avoids,
        }
    }

    fn set(&mut self, answer: Answer, holds: bool) {
        match answer {
            Answer::Never(at) => put(&mut self.never, at, holds),
            Answer::Silent(general) => put(&mut self.silent, general, holds),
            Answer::Intercept => self.intercepts = holds,
            Answer::Avoid => self.avoids = holds,
        }
    }

    /// All that hold.
    pub fn all(&self) -> impl Iterator<Item = Answer> {
        let always = [(self.intercepts, Answer::Intercept), (self.avoids, Answer::Avoid)];
        let always = always.into_iter().filter(|(holds, _)| *holds).map(|(_, answer)| answer);
        let silent = self.silent.iter().copied().map(Answer::Silent);
        self.never.iter().copied().map(Answer::Never).chain(silent).chain(always)
    }
}

/// Puts something into a list in order, or takes it out.
fn put<T: Ord>(list: &mut Vec<T>, thing: T, holds: bool) {
    match list.binary_search(&thing) {
        Ok(place) if !holds => drop(list.remove(place)),
        Err(place) if holds => list.insert(place, thing),
        _ => {}
    }
}

/// What becomes of a space that is entered by what a side has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// It is asked.
    Ask,
    /// Nobody reacts.
    Decline,
    /// These intercept.
    Intercept(Vec<Named>),
    /// The stack that is there avoids battle.
    Avoid,
}

/// Whether it succeeds in half of all throws or more.
const fn is_likely(ways: u64) -> bool {
    2 * ways >= THROWS
}

impl UsCivilWar {
    /// What the side that can react has said of the space that is entered. It is asked where both would be done: which comes first is
    /// its choice (§9.3.4). It is asked too where a stack could avoid battle of which it has said nothing: after an Interception it
    /// can't any more.
    pub(crate) fn standing_reply(&self, now: Reacting) -> Reply {
        let Some((march, to)) = self.entry() else { return Reply::Ask };
        let side = march.side.other();
        let said = &self.standing[side as usize];
        if *said == Standing::default() {
            return Reply::Ask;
        }
        if said.never.contains(&to) {
            return Reply::Decline;
        }
        let speaks = |at: Space| {
            let commander = self.commander_in(side, at);
            commander.is_none_or(|general| !said.silent.contains(&general))
        };
        let mut comes: Vec<Reaction> = if now.rolled { Vec::new() } else { self.interceptors() };
        comes.retain(|reaction| speaks(reaction.space));
        let moves = !now.rolled && self.maneuvers().iter().any(|(named, _)| speaks(named.from));
        let goes = speaks(to) && self.could_avoid();
        if comes.is_empty() && !moves && !goes {
            return Reply::Decline;
        }
        // What rules of the table make of the dice isn't known before: it is no answer to weigh.
        if said.intercepts && comes.iter().any(|reaction| reaction.unsure) {
            return Reply::Ask;
        }
        let mut named: Vec<Named> = Vec::new();
        if said.intercepts {
            let likely = comes.iter().filter(|reaction| is_likely(reaction.ways()));
            named.extend(likely.map(|reaction| Named { from: reaction.space, to }));
        }
        let avoids = said.avoids && goes && is_likely(self.avoiding_ways());
        match (named.is_empty(), avoids) {
            (false, false) if said.avoids || !goes => Reply::Intercept(named),
            (true, true) => Reply::Avoid,
            _ => Reply::Ask,
        }
    }

    /// What can be said while a space is entered: never there, not for the generals who could react, always where it is likely.
    pub(crate) fn list_standing(&self, side: Side, list: &mut Decisions<Choice>) {
        let Some((_, to)) = self.entry() else { return };
        let said = &self.standing[side as usize];
        let mut able: Vec<Space> = self.interceptors().iter().map(|reaction| reaction.space).collect();
        able.extend(self.maneuvers().iter().map(|(named, _)| named.from));
        able.push(to);
        let mut generals: Vec<General> =
            able.into_iter().filter_map(|at| self.commander_in(side, at)).collect();
        generals.sort_unstable();
        generals.dedup();
        let silent = generals.into_iter().map(Answer::Silent);
        let answers = [Answer::Never(to), Answer::Intercept, Answer::Avoid].into_iter().chain(silent);
        list.extend(answers.filter(|&answer| !said.has(answer)).map(|answer| Choice::Standing(answer, true)));
        self.list_taking_back(side, list);
    }

    /// What a side has said can be taken back whenever it acts or reacts.
    pub(crate) fn list_taking_back(&self, side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.standing[side as usize].all().map(|answer| Choice::Standing(answer, false)));
    }

    /// It is said, or taken back, and counts from now on; its owner alone is told.
    pub(crate) fn take_standing(
        &mut self,
        side: Side,
        (answer, holds): (Answer, bool),
        resolution: &mut Resolution<'_>,
    ) {
        self.standing[side as usize].set(answer, holds);
        let told = Audience::Seats(vec![self.seat_of(side)]);
        resolution.event(|| {
            let text = if holds {
                self.answer_text(answer)
            } else {
                format!("No more: {}", self.answer_text(answer))
            };
            Event::new(EventKind::Text, told, text, "9")
        });
    }

    /// A standing answer as a sentence.
    pub(crate) fn answer_text(&self, answer: Answer) -> String {
        match answer {
            Answer::Never(at) => format!("Don't react at {}.", self.called(at)),
            Answer::Silent(general) => {
                format!("Don't react with stacks of {}.", self.world.general(general).label)
            }
            Answer::Intercept => "Intercept with a chance of 50 % or more.".to_owned(),
            Answer::Avoid => "Avoid battle with a chance of 50 % or more.".to_owned(),
        }
    }

    /// What a side has said, for its own eyes.
    pub(crate) fn standing_panel(&self, side: Side) -> Panel {
        let rows = self.standing[side as usize].all().map(|answer| PanelRow::new(self.answer_text(answer)));
        Panel::new("standing", "Standing answers", "9", rows)
    }

    /// The side that could react lets the stack in because it has said so.
    pub(crate) fn tell_declined(&self, resolution: &mut Resolution<'_>) {
        let Some((march, to)) = self.entry() else { return };
        let owner = Audience::Seats(vec![self.seat_of(march.side.other())]);
        resolution.event(|| {
            let text = format!("As you have said, nobody reacts at {}.", self.called(to));
            Event::new(EventKind::Text, owner, text, "9").at(self.place_of(to))
        });
        self.tell_unopposed(resolution);
    }

    /// The side that enters learns that nobody reacts, whether that was said just now or before, and can't take back its step to try another.
    pub(crate) fn tell_unopposed(&self, resolution: &mut Resolution<'_>) {
        let Some((march, to)) = self.entry() else { return };
        let (enters, reacts) = (self.seat_of(march.side), march.side.other());
        resolution.event(|| {
            let text = format!("{} doesn't react at {}.", capital(reacts.power()), self.called(to));
            Event::new(EventKind::Revealed, Audience::Seats(vec![enters]), text, "9").at(self.place_of(to))
        });
    }

    /// What follows once something was said or taken back while a space is entered.
    pub(crate) fn after_standing(&mut self, resolution: &mut Resolution<'_>) {
        if matches!(self.frames.step(), Step::React(_)) {
            self.react_or_go_on(resolution);
        }
    }
}
