//! The numbers of the buttons: which digit takes which choice, for as long as something of one kind is asked.

use muster_contract::{Choice, Seat, Target};
use std::ops::RangeInclusive;

/// The digits of what is shown.
#[derive(Default)]
pub struct Numbers {
    // Whom what was asked.
    asked: Option<(Seat, String)>,
    given: Vec<(String, u8)>,
    // Those whose choices went with the last change: whoever presses one a moment too late chooses nothing else.
    resting: Vec<u8>,
    seen: Vec<(String, u8)>,
    seen_before: Vec<(String, u8)>,
}

/// The number that a choice has by itself: "bid 2" is 2.
fn own(choice: &Choice) -> Option<u8> {
    match choice.target {
        Target::Amount(amount) => u8::try_from(amount).ok().filter(|digit| (1..=9).contains(digit)),
        _ => None,
    }
}

impl Numbers {
    /// Begins a frame, in which nothing is seen yet.
    pub(super) fn turn(&mut self) {
        self.seen_before = std::mem::take(&mut self.seen);
    }

    /// Numbers the choices of a question in the order in which they are shown. While something of the same kind is asked a choice keeps
    /// its number, and another gets one that is free.
    pub(super) fn give(&mut self, asked: (Seat, &str), shown: &[&Choice]) {
        let ids: Vec<&str> = shown.iter().map(|choice| choice.id.as_str()).collect();
        let same = self.asked.as_ref().is_some_and(|(seat, kind)| (*seat, kind.as_str()) == asked);
        if !same || !self.given.iter().any(|(id, _)| ids.contains(&id.as_str())) {
            self.asked = Some((asked.0, asked.1.to_owned()));
            self.given.clear();
            self.resting.clear();
        }
        let (kept, gone): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.given).into_iter().partition(|(id, _)| ids.contains(&id.as_str()));
        self.given = kept;
        if !gone.is_empty() {
            self.resting = gone.into_iter().map(|(_, digit)| digit).collect();
        }
        for choice in shown {
            if let Some(own) = own(choice) {
                self.give_one(&choice.id, own..=own);
            }
        }
        ids.into_iter().for_each(|id| self.give_one(id, 1..=9));
    }

    // Gives a choice the first of these numbers that is free, if it has none.
    fn give_one(&mut self, id: &str, mut digits: RangeInclusive<u8>) {
        let taken = |digit: &u8| self.given.iter().any(|(_, given)| given == digit);
        let free = digits.find(|digit| !taken(digit) && !self.resting.contains(digit));
        if let Some(free) = free.filter(|_| self.of(id).is_none()) {
            self.given.push((id.to_owned(), free));
        }
    }

    /// The number of a choice.
    pub fn of(&self, id: &str) -> Option<u8> {
        self.given.iter().find(|(given, _)| given == id).map(|(_, digit)| *digit)
    }

    /// The number of a choice that is painted now.
    pub(in crate::panel) fn paint(&mut self, id: &str) -> Option<u8> {
        let digit = self.of(id)?;
        self.seen.push((id.to_owned(), digit));
        Some(digit)
    }

    /// The choice that a digit takes: the one on which it stands, and stood in the frame before, which is what a person has seen.
    pub fn taken_by(&self, digit: u8) -> Option<&str> {
        let shown = self.seen.iter().find(|(_, seen)| *seen == digit)?;
        self.seen_before.contains(shown).then_some(shown.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::ChoiceRole;

    fn choices(ids: &[&str]) -> Vec<Choice> {
        let choice = |id: &&str| Choice {
            id: (*id).to_owned(),
            target: Target::Button((*id).to_owned()),
            role: ChoiceRole::Act,
        };
        ids.iter().map(choice).collect()
    }

    #[track_caller]
    fn check(numbers: &mut Numbers, kind: &str, ids: &[&str], expected: &[u8]) {
        let choices = choices(ids);
        numbers.give((0, kind), &choices.iter().collect::<Vec<_>>());
        let given: Vec<u8> = ids.iter().map(|id| numbers.of(id).unwrap_or_default()).collect();
        assert_eq!(given, expected);
    }

    #[test]
    fn a_choice_keeps_its_number_while_the_same_is_asked() {
        let mut numbers = Numbers::default();
        check(&mut numbers, "march", &["mark", "dig", "drop 1"], &[1, 2, 3]);
        check(&mut numbers, "march", &["dig", "take 1", "drop 1"], &[2, 4, 3]);
        // Its number has rested for a list by now.
        check(&mut numbers, "march", &["dig", "drop 1", "rest"], &[2, 3, 1]);
        check(&mut numbers, "battle", &["card", "drop 1"], &[1, 2]);
        check(&mut numbers, "battle", &["attack", "stay"], &[1, 2]);
    }

    #[test]
    fn an_amount_is_its_own_number() {
        let bid = |amount: u8| Choice {
            id: format!("bid {amount}"),
            target: Target::Amount(amount.into()),
            role: ChoiceRole::Act,
        };
        let choices: Vec<Choice> = (0..4).map(bid).collect();
        let mut numbers = Numbers::default();
        numbers.give((0, "bid"), &choices.iter().collect::<Vec<_>>());
        let given: Vec<u8> = choices.iter().filter_map(|choice| numbers.of(&choice.id)).collect();
        assert_eq!(given, [4, 1, 2, 3]);
    }

    #[test]
    fn the_tenth_gets_a_number_only_when_one_has_been_free_for_a_while() {
        let mut numbers = Numbers::default();
        let all = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        check(&mut numbers, "march", &all, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
        check(&mut numbers, "march", &all[1..], &[2, 3, 4, 5, 6, 7, 8, 9, 0]);
        check(&mut numbers, "march", &all[2..], &[3, 4, 5, 6, 7, 8, 9, 1]);
    }
}
