//! What a bot would choose for the seat, and letting it go on choosing.

use super::{Session, Wanted, Word};
use muster_contract::{Choice, Seat};
use muster_table::messages::Request;

/// A bot's advice on what the seat is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// It is thinking.
    Awaited,
    /// It would choose the choice of this id.
    Given(String),
}

/// A bot chooses for the seat as long as what it is asked is part of this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoingOn {
    seat: Seat,
    /// Where in the turn, from the outside in, as the decisions' frames have it; never empty.
    frame: Vec<String>,
    /// How many choices it has made.
    pub made: u32,
}

impl GoingOn {
    /// Of what it chooses all.
    pub fn part(&self) -> &str {
        self.frame.last().map_or("", String::as_str)
    }
}

impl Session {
    /// Asks a bot what it would choose for the seat, if that is asked anything.
    pub fn want_advice(&mut self) {
        if let Some(seat) = self.seat.filter(|_| self.moment.is_none() && self.decision().is_some())
            && self.advice.is_none()
        {
            self.advice = Some(Advice::Awaited);
            self.ask(Request::Advice { seat }, Wanted::Advice);
        }
    }

    /// Whether a bot is thinking for the seat, has advised it, or goes on for it.
    pub fn is_advised(&self) -> bool {
        let over = self.outcome().is_some();
        !over && (self.advice.is_some() || self.going_on.is_some())
    }

    /// The choice that a bot would make.
    pub fn advised(&self) -> Option<&Choice> {
        let Some(Advice::Given(id)) = &self.advice else { return None };
        self.asked().find(|choice| choice.id == *id)
    }

    /// Lets a bot choose for the seat from here on, until that is asked something that isn't part of so many of the outer frames of
    /// what it is asked now.
    pub fn let_go_on(&mut self, frames: usize) {
        let Some((seat, decision)) = self.seat.zip(self.decision()) else { return };
        let frame: Vec<String> = decision.frame.iter().take(frames.max(1)).cloned().collect();
        if frame.is_empty() {
            return;
        }
        self.going_on = Some(GoingOn { seat, frame, made: 0 });
        self.take_advice();
        self.want_advice();
    }

    /// Forgets what a bot would choose, and lets it choose nothing more.
    pub fn put_advice_away(&mut self) {
        (self.advice, self.going_on) = (None, None);
    }

    /// The seat is asked anew: the bot goes on if that is still its part.
    pub(super) fn go_on(&mut self) {
        self.advice = None;
        let Some(going) = &self.going_on else { return };
        let over = self.outcome().is_some()
            || Some(going.seat) != self.seat
            || self.decision().is_some_and(|decision| !decision.frame.starts_with(&going.frame));
        if over {
            self.going_on = None;
        } else {
            self.want_advice();
        }
    }

    /// The bot has thought.
    pub(super) fn hear_advice(&mut self, seat: Seat, revision: u64, choice: Option<String>) -> Option<Word> {
        let wanted = self.advice == Some(Advice::Awaited);
        if !wanted || Some(seat) != self.seat || revision != self.revision {
            return None;
        }
        self.advice = choice.map(Advice::Given);
        if self.going_on.is_some() && self.take_advice() {
            return None;
        }
        let Some(advised) = self.advised() else {
            self.put_advice_away();
            return Some(Word::Notice(self.seat, "The bot has no advice on this.".to_owned()));
        };
        Some(Word::Advised(advised.target.clone()))
    }

    // Makes the choice that was advised, if one was.
    fn take_advice(&mut self) -> bool {
        let Some(choice) = self.advised().cloned() else { return false };
        if let Some(going) = &mut self.going_on {
            going.made += 1;
        }
        self.act(&choice);
        true
    }
}
