//! How the list is made of what may be chosen now: all of it, as much as suffices, or one choice that is sought.

use std::ops::Deref;

use muster_contract::Seat;

use crate::{Listed, OpenDecision};

/// Every open decision with its legal choices, while a module [lists](crate::Rules::decide) them.
pub struct Decisions<'a, C> {
    listed: Listed<C>,
    only_first: bool,
    looks: Looks<'a, C>,
    /// Places of the choices that weren't looked into, in order.
    unchecked: Vec<u32>,
    /// Whether the one that is sought has turned up, legal or not.
    answered: bool,
}

/// Into which choices it is looked that are listed [only if](Decisions::push_when) they are legal.
enum Looks<'a, C> {
    All,
    None,
    Two,
    /// Into the one of a seat that fits, and no other is listed.
    Only(Seat, &'a dyn Fn(&C) -> bool),
}

impl<C> Default for Decisions<'_, C> {
    fn default() -> Self {
        Self::on(Listed::default())
    }
}

/// What is listed so far. It is for whoever made the list: a game that lists can't know whether all is wanted.
impl<C> Deref for Decisions<'_, C> {
    type Target = Listed<C>;

    fn deref(&self) -> &Listed<C> {
        &self.listed
    }
}

/// Legal answers to the decision opened last.
///
/// ```
/// let mut list = muster_sdk::Decisions::default();
/// list.open(0, "colour");
/// list.extend(["red", "blue"]);
/// let open = list.first_waiting().expect("a decision");
/// assert_eq!(list.choices(open), ["red", "blue"]);
/// ```
impl<C> Extend<C> for Decisions<'_, C> {
    fn extend<I: IntoIterator<Item = C>>(&mut self, choices: I) {
        match self.looks {
            Looks::Only(..) => {
                let sought = choices.into_iter().find(|choice| self.wants(choice));
                self.listed.extend(sought);
            }
            _ => self.listed.extend(choices),
        }
    }
}

impl<'a, C> Decisions<'a, C> {
    /// A list that is made where another was.
    pub(crate) fn on(mut listed: Listed<C>) -> Self {
        listed.clear();
        Self { listed, only_first: false, looks: Looks::All, unchecked: Vec::new(), answered: false }
    }

    /// What was listed.
    pub(crate) fn into_listed(self) -> Listed<C> {
        self.listed
    }

    /// Opens a decision that the game waits for; the choices pushed next are its answers.
    pub fn open(&mut self, seat: Seat, kind: &'static str) {
        self.listed.open(seat, kind, true, None);
    }

    /// Opens a decision that may be taken at any time while it is listed; the game doesn't wait for it.
    pub fn open_any_time(&mut self, seat: Seat, kind: &'static str) {
        self.listed.open(seat, kind, false, None);
    }

    /// Opens a decision of a secret group.
    pub fn open_secret(&mut self, seat: Seat, kind: &'static str, group: &'static str) {
        self.listed.open(seat, kind, true, Some(group));
    }

    /// Adds a legal answer to the decision opened last.
    #[inline]
    pub fn push(&mut self, choice: C) {
        if self.wants(&choice) {
            self.listed.push(choice);
        }
    }

    /// Whether an answer is listed if it is legal: all are, unless one is sought, which has turned up then.
    #[inline]
    fn wants(&mut self, choice: &C) -> bool {
        let Looks::Only(seat, fits) = self.looks else { return true };
        let wanted = !self.answered && self.listed.last_seat() == Some(seat) && fits(choice);
        self.answered |= wanted;
        wanted
    }

    /// Adds a legal answer to the decision opened last, if it is one.
    ///
    /// ```
    /// use muster_sdk::Decisions;
    ///
    /// let mut list = Decisions::default();
    /// list.open(0, "order");
    /// list.push_if(true, "march");
    /// list.push_if(false, "fly");
    /// list.extend(["rest", "dig"]);
    /// assert_eq!(list.of_seat(0).copied().collect::<Vec<_>>(), ["march", "rest", "dig"]);
    /// ```
    #[inline]
    pub fn push_if(&mut self, is_legal: bool, choice: C) {
        if is_legal {
            self.push(choice);
        }
    }

    /// Adds an answer to the decision opened last if it turns out to be legal, where that takes more than a glance. Where one choice of
    /// many is wanted (a playout draws one, a journal names one), this is asked of that one alone, so `is_legal` must depend on nothing but
    /// the state; a game's [policies](crate::Policies::weigh) are then given answers to weigh that are not legal.
    ///
    /// ```
    /// use muster_sdk::Decisions;
    ///
    /// let is_in_supply = |hex: u8| hex % 2 == 0;
    /// let mut list = Decisions::default();
    /// list.open(0, "build");
    /// for hex in 1..=4 {
    ///     list.push_when(hex, || is_in_supply(hex));
    /// }
    /// assert_eq!(list.of_seat(0).copied().collect::<Vec<_>>(), [2, 4]);
    /// ```
    #[inline]
    pub fn push_when(&mut self, choice: C, is_legal: impl FnOnce() -> bool) {
        if !self.wants(&choice) {
            return;
        }
        let looks = match self.looks {
            Looks::All | Looks::Only(..) => true,
            Looks::None => false,
            Looks::Two => self.len() < 2,
        };
        if !looks {
            self.unchecked.push(self.len() as u32);
        }
        if !looks || is_legal() {
            self.listed.push(choice);
        }
    }

    /// Whether the decisions that are open suffice, so that listing others would be in vain: a playout takes the first one that the game
    /// waits for. Where several are open at once (each side's plan, in secret), a game that asks this between them saves time; one that
    /// doesn't is as right.
    ///
    /// ```
    /// use muster_sdk::Decisions;
    ///
    /// /// Both sides plan at once.
    /// fn plans(list: &mut Decisions<u8>) {
    ///     for seat in 0..2 {
    ///         if list.is_enough() {
    ///             return;
    ///         }
    ///         list.open_secret(seat, "plan", "plans");
    ///         list.extend(0..100);
    ///     }
    /// }
    ///
    /// // The table wants to know all of them.
    /// let mut list = Decisions::default();
    /// plans(&mut list);
    /// assert_eq!(list.iter().count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.only_first && self.first_waiting().is_some()
    }

    /// A list to see whether there is one choice alone: it is looked into no more [answers](Self::push_when) once two are listed.
    ///
    /// ```
    /// let mut list = muster_sdk::Decisions::of_two();
    /// list.open(0, "build");
    /// for hex in 1..=4 {
    ///     list.push_when(hex, || hex % 2 == 0);
    /// }
    /// assert!(list.is_answered());
    /// ```
    #[must_use]
    pub fn of_two() -> Self {
        Self { looks: Looks::Two, ..Self::default() }
    }

    /// Whether one choice is sought and has turned up, legal or [not](Self::push_when), or two are listed where no more are
    /// wanted: listing others would be in vain. A game that asks this between the parts of a long list saves time; one that doesn't is
    /// as right.
    #[inline]
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.answered || matches!(self.looks, Looks::Two) && self.len() >= 2
    }

    /// Takes back a decision that turned out to have no answer.
    pub fn close_if_empty(&mut self) {
        self.listed.close_if_empty();
    }

    /// Clears it for a playout, to which the [first](Self::is_enough) decision that the game waits for is enough.
    pub(crate) fn clear_for_first(&mut self) -> &mut Self {
        self.listed.clear();
        self.unchecked.clear();
        (self.only_first, self.looks) = (true, Looks::All);
        self
    }

    /// Lists from now on whatever [could be](Self::push_when) legal.
    pub(crate) fn unchecked(&mut self) -> &mut Self {
        self.looks = Looks::None;
        self
    }

    /// Whether something is listed that wasn't looked into.
    pub(crate) fn is_unchecked(&self) -> bool {
        !self.unchecked.is_empty()
    }

    /// Whether an answer of a decision, by its place, is listed as legal.
    pub(crate) fn is_checked(&self, open: &OpenDecision, place: usize) -> bool {
        self.unchecked.binary_search(&open.place(place)).is_err()
    }
}

impl<'a, C: Copy> Decisions<'a, C> {
    /// The choice of a seat that `fits`, if it is legal, by a list that is made for it alone and no farther than to it.
    pub(crate) fn seek(
        seat: Seat,
        fits: &'a dyn Fn(&C) -> bool,
        decide: impl FnOnce(&mut Self),
    ) -> Option<C> {
        let mut list = Self { looks: Looks::Only(seat, fits), ..Self::default() };
        decide(&mut list);
        list.of_seat(seat).next().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists what two seats may choose: numbers below ten, for the first seat all, for the second the even ones.
    fn decide(list: &mut Decisions<u8>, asked: &mut Vec<u8>) {
        list.open(0, "any");
        list.push(0);
        list.extend(1..10);
        list.open(1, "even");
        for number in 0..10 {
            list.push_when(number, || {
                asked.push(number);
                number % 2 == 0
            });
        }
    }

    #[test]
    fn what_is_sought_is_found_where_the_whole_list_has_it() {
        let mut whole = Decisions::default();
        decide(&mut whole, &mut Vec::new());
        for seat in 0..3 {
            for number in 0..12 {
                let mut asked = Vec::new();
                let found = Decisions::seek(seat, &|&one| one == number, |list| decide(list, &mut asked));
                assert_eq!(found, whole.of_seat(seat).find(|&&one| one == number).copied());
                let looked_into = (seat == 1 && number < 10).then_some(number);
                assert_eq!(asked, looked_into.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
