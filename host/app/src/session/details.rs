//! What is told of choices beside their ids: labels, costs and consequences, and chances.

use super::{Session, Wanted};
use muster_contract::{Choice, ChoiceDetails, OddsTable, Seat, Target};
use muster_table::messages::Request;

/// The details of so many choices are asked for at once; of more, in portions, so that the table answers other questions between.
const PORTION: usize = 200;

impl Session {
    /// A choice's details, if they have come.
    pub fn details(&self, id: &str) -> Option<&ChoiceDetails> {
        self.details.get(id)
    }

    /// Asks for the details of all that can be chosen, what has a button first.
    pub(super) fn ask_details(&mut self, seat: Seat) {
        let on_board =
            |choice: &&Choice| matches!(choice.target, Target::Unit(_) | Target::Space(_) | Target::Edge(_));
        let mut choices: Vec<&Choice> = self.decisions.iter().flat_map(|d| &d.choices).collect();
        choices.sort_by_key(on_board);
        self.undetailed = choices.into_iter().map(|choice| choice.id.clone()).collect();
        self.ask_portion(seat);
    }

    /// Asks for the next of those details that are still to be asked for.
    pub(super) fn ask_portion(&mut self, seat: Seat) {
        let portion = self.undetailed.len().min(PORTION);
        let choices: Vec<String> = self.undetailed.drain(..portion).collect();
        if !choices.is_empty() {
            self.ask(Request::Details { seat, choices }, Wanted::Details);
        }
    }

    /// The chances of a choice, if they have come.
    pub fn odds(&self, id: &str) -> Option<&[OddsTable]> {
        self.odds.get(id).map(Vec::as_slice)
    }

    /// Asks for the chances of a choice, once.
    pub fn want_odds(&mut self, id: &str) {
        if let Some(seat) = self.seat
            && self.asked.insert(id.to_owned())
        {
            self.ask(Request::Odds { seat, choice: id.to_owned() }, Wanted::Odds(id.to_owned()));
        }
    }
}
