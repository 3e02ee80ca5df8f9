//! What may be chosen now, in the module's own types.

use muster_contract::Seat;

/// An open decision: the heading of a run of choices in a list.
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

impl OpenDecision {
    /// The place in the whole list of one of its choices.
    pub(crate) fn place(&self, choice: usize) -> u32 {
        self.first + choice as u32
    }
}

/// The open decisions and their choices that [`Decisions`](crate::Decisions) has listed. The SDK keeps one and clears it, so that
/// searching allocates nothing for it after the first choices.
#[derive(Clone, Debug)]
pub struct Listed<C> {
    open: Vec<OpenDecision>,
    choices: Vec<C>,
}

impl<C> Default for Listed<C> {
    fn default() -> Self {
        Self { open: Vec::new(), choices: Vec::new() }
    }
}

/// Answers to the decision opened last.
impl<C> Extend<C> for Listed<C> {
    fn extend<I: IntoIterator<Item = C>>(&mut self, choices: I) {
        self.choices.extend(choices);
        if let Some(open) = self.open.last_mut() {
            open.end = self.choices.len() as u32;
        }
    }
}

impl<C> Listed<C> {
    pub(crate) fn open(&mut self, seat: Seat, kind: &'static str, waits: bool, secret: Option<&'static str>) {
        let at = self.choices.len() as u32;
        self.open.push(OpenDecision { seat, kind, waits, secret, first: at, end: at });
    }

    #[inline]
    pub(crate) fn push(&mut self, choice: C) {
        self.choices.push(choice);
        if let Some(open) = self.open.last_mut() {
            open.end += 1;
        }
    }

    /// Whose decision was opened last.
    pub(crate) fn last_seat(&self) -> Option<Seat> {
        self.open.last().map(|open| open.seat)
    }

    /// Of how many choices it is.
    pub(crate) fn len(&self) -> usize {
        self.choices.len()
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

    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn close_if_empty(&mut self) {
        if self.open.last().is_some_and(|open| open.first == open.end) {
            self.open.pop();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.choices.clear();
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
}
