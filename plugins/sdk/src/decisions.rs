//! The list of what may be chosen now, in the module's own types.

use muster_contract::Seat;

/// An open decision: the heading of a run of choices in [`Decisions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDecision {
    /// Who decides.
    pub seat: Seat,
    /// The kind of decision, see `types.decision`.
    pub kind: &'static str,
    /// Whether the game waits for it.
    pub waits: bool,
    /// The secret group that it belongs to.
    pub secret: Option<&'static str>,
    first: u32,
    end: u32,
}

/// Every open decision with its legal choices. A module fills it in [`crate::Rules::decide`]; the SDK keeps one and
/// clears it, so that searching allocates nothing for it after the first choices.
#[derive(Clone, Debug)]
pub struct Decisions<C> {
    open: Vec<OpenDecision>,
    choices: Vec<C>,
    only_first: bool,
    looks: Looks<C>,
    /// Places of the choices that weren't looked into, in order.
    unchecked: Vec<u32>,
    /// Whether the only one that is looked into has been.
    answered: bool,
}

/// Into which choices it is looked that are listed [only if](Decisions::push_when) they are legal.
#[derive(Clone, Copy, Debug)]
enum Looks<C> {
    All,
    None,
    Only(C),
    Two,
}

impl<C> Default for Decisions<C> {
    fn default() -> Self {
        let (open, choices, unchecked) = (Vec::new(), Vec::new(), Vec::new());
        Self { open, choices, only_first: false, looks: Looks::All, unchecked, answered: false }
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
impl<C> Extend<C> for Decisions<C> {
    fn extend<I: IntoIterator<Item = C>>(&mut self, choices: I) {
        self.choices.extend(choices);
        if let Some(open) = self.open.last_mut() {
            open.end = self.choices.len() as u32;
        }
    }
}

impl<C> Decisions<C> {
    /// Opens a decision that the game waits for; the choices pushed next are its answers.
    pub fn open(&mut self, seat: Seat, kind: &'static str) {
        self.begin(seat, kind, true, None);
    }

    /// Opens a decision that may be taken at any time while it is listed; the game doesn't wait for it.
    pub fn open_any_time(&mut self, seat: Seat, kind: &'static str) {
        self.begin(seat, kind, false, None);
    }

    /// Opens a decision of a secret group.
    pub fn open_secret(&mut self, seat: Seat, kind: &'static str, group: &'static str) {
        self.begin(seat, kind, true, Some(group));
    }

    fn begin(&mut self, seat: Seat, kind: &'static str, waits: bool, secret: Option<&'static str>) {
        let at = self.choices.len() as u32;
        self.open.push(OpenDecision { seat, kind, waits, secret, first: at, end: at });
    }

    /// Adds a legal answer to the decision opened last.
    pub fn push(&mut self, choice: C) {
        self.choices.push(choice);
        if let Some(open) = self.open.last_mut() {
            open.end += 1;
        }
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
    pub fn push_when(&mut self, choice: C, is_legal: impl FnOnce() -> bool)
    where
        C: PartialEq,
    {
        let looks = match &self.looks {
            Looks::All => true,
            Looks::None => false,
            Looks::Only(wanted) => {
                self.answered |= *wanted == choice;
                *wanted == choice
            }
            Looks::Two => self.choices.len() < 2,
        };
        if !looks {
            self.unchecked.push(self.choices.len() as u32);
        }
        self.push_if(!looks || is_legal(), choice);
    }

    /// The open decisions in order.
    pub fn iter(&self) -> impl Iterator<Item = (&OpenDecision, &[C])> {
        self.open.iter().map(|open| (open, self.choices(open)))
    }

    /// The answers to one of them.
    pub fn choices(&self, open: &OpenDecision) -> &[C] {
        &self.choices[open.first as usize..open.end as usize]
    }

    /// The first decision that the game waits for.
    pub fn first_waiting(&self) -> Option<&OpenDecision> {
        self.open.iter().find(|open| open.waits)
    }

    /// A seat's choices over all its decisions, in order.
    pub fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &C> {
        self.open.iter().filter(move |open| open.seat == seat).flat_map(|open| self.choices(open))
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

    /// Whether nothing is wanted but a word on one choice, and it is [said](Self::push_when), or two are listed where no more are
    /// wanted: listing others would be in vain. A game that asks this between the parts of a long list saves time; one that doesn't is
    /// as right.
    #[inline]
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.answered || matches!(self.looks, Looks::Two) && self.choices.len() >= 2
    }

    /// Takes back a decision that turned out to have no answer.
    pub fn close_if_empty(&mut self) {
        if self.open.last().is_some_and(|open| open.first == open.end) {
            self.open.pop();
        }
    }

    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Keeps only the choices that a rule doesn't forbid; a decision that the game waits for keeps all of them if none, and no
    /// other, would be left.
    pub(crate) fn retain(
        &mut self,
        mut keep: impl FnMut(&OpenDecision, &C) -> bool,
        others: impl Fn(&OpenDecision) -> bool,
    ) {
        let mut choices = Vec::with_capacity(self.choices.len());
        let mut rest = std::mem::take(&mut self.choices).into_iter();
        for open in &mut self.open {
            let all: Vec<C> = rest.by_ref().take((open.end - open.first) as usize).collect();
            let kept: Vec<bool> = all.iter().map(|choice| keep(open, choice)).collect();
            let none = open.waits && !kept.contains(&true) && !others(open);
            open.first = choices.len() as u32;
            choices.extend(
                all.into_iter().zip(kept).filter(|(_, kept)| *kept || none).map(|(choice, _)| choice),
            );
            open.end = choices.len() as u32;
        }
        self.choices = choices;
    }

    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.choices.clear();
        self.unchecked.clear();
        (self.only_first, self.looks, self.answered) = (false, Looks::All, false);
    }

    /// Clears it for a playout, to which the [first](Self::is_enough) decision that the game waits for is enough.
    pub(crate) fn clear_for_first(&mut self) {
        self.clear();
        self.only_first = true;
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
        self.unchecked.binary_search(&(open.first + place as u32)).is_err()
    }

    /// The first choice of a seat that `fits`, and whether it is listed as legal.
    pub(crate) fn find(&self, seat: Seat, fits: impl Fn(&C) -> bool) -> Option<(&C, bool)> {
        let mut open = self.open.iter().filter(|open| open.seat == seat);
        open.find_map(|open| {
            let choices = self.choices(open);
            let place = choices.iter().position(&fits)?;
            Some((&choices[place], self.is_checked(open, place)))
        })
    }
}

impl<C: Copy + PartialEq> Decisions<C> {
    /// Whether a choice is legal that is listed unchecked, by the list that is made anew for it alone.
    pub(crate) fn checks(&mut self, seat: Seat, choice: C, decide: impl FnOnce(&mut Self)) -> bool {
        self.clear();
        self.looks = Looks::Only(choice);
        decide(self);
        self.of_seat(seat).any(|one| *one == choice)
    }
}
