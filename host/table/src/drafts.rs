//! Secret groups: several seats decide at once, each on a draft of its own.
//!
//! A draft is a fork of the table's game on which the seat's choices are applied; it rolls no dice, nobody else
//! learns of it more than whether it is open or committed, and it is in no state and no sample. After the last
//! commit the table carries the drafts out in the group's order, whoever was faster.

use std::collections::BTreeMap;

use muster_contract::{Decision, Dice, EventKind, Game, Refusal, Seat, Trouble};

use crate::journal::SeatDraft;

/// The seed of every draft's fork: a draft has no luck, so its seed must not matter.
const NO_LUCK: u64 = 0;

/// Dice that nobody rolls.
pub struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; usize::from(count)]
    }
}

/// One seat's draft.
pub struct Draft {
    /// What it chose, in order.
    pub choices: Vec<String>,
    /// What it took back, the next to do again last.
    pub undone: Vec<String>,
    /// What a person would call those choices, by id.
    pub labels: BTreeMap<String, String>,
    /// Its fork of the game.
    pub game: Box<dyn Game>,
    /// The seat's decisions in the group, on its fork.
    pub decisions: Vec<Decision>,
}

impl Draft {
    /// Whether nothing has been chosen on it, nor taken back.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.choices.is_empty() && self.undone.is_empty()
    }

    /// Whether the game would wait for nothing more from the seat in this group.
    #[must_use]
    pub fn committed(&self) -> bool {
        !self.decisions.iter().any(|decision| decision.waits)
    }
}

/// The drafts of a group that an undo closed. They are kept with the step that was taken back, and drawn up again where it is
/// done again.
#[derive(Clone)]
pub struct PutAside {
    /// The group's name.
    pub group: String,
    /// The drafts of its seats, without their forks.
    pub drafts: Vec<DraftAside>,
}

/// One seat's draft without its fork: what of it a journal knows.
#[derive(Clone, Default)]
pub struct DraftAside {
    /// Whose it is.
    pub seat: Seat,
    /// What it chose, in order.
    pub choices: Vec<String>,
    /// What it took back, the next to do again last.
    pub undone: Vec<String>,
    /// What a person would call those choices, by id.
    pub labels: BTreeMap<String, String>,
}

impl DraftAside {
    /// Chooses; what was taken back can be done again after it only if this was the next of it.
    pub fn choose(&mut self, choice: String) {
        follow(&mut self.undone, &choice);
        self.choices.push(choice);
    }

    /// Takes the last choices back; none if there are not so many.
    pub fn take_back(&mut self, count: u64) -> Option<()> {
        let left = self.choices.len().checked_sub(usize::try_from(count).ok()?)?;
        self.undone.extend(self.choices.drain(left..).rev());
        Some(())
    }
}

/// What of these choices can still be done again, the next last, after one more was made: choosing the next of them by hand
/// is the same as doing it again.
pub fn follow(undone: &mut Vec<String>, choice: &str) {
    if undone.pop().is_some_and(|next| next != choice) {
        undone.clear();
    }
}

impl PutAside {
    /// The seats that had chosen something.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        self.drafts.iter().filter(|draft| !draft.choices.is_empty()).map(|draft| draft.seat)
    }
}

impl std::fmt::Debug for PutAside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Choices are left out: a log of the program must not tell them.
        f.debug_struct("PutAside").field("group", &self.group).finish_non_exhaustive()
    }
}

/// Why a choice couldn't be taken on a draft.
#[derive(Debug)]
pub enum DraftError {
    /// The module failed.
    Trouble(Trouble),
    /// The module refused.
    Refused(Refusal),
}

impl From<Trouble> for DraftError {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// A secret group that is deciding.
pub struct Group {
    /// Its name.
    pub name: String,
    /// The order in which the drafts are carried out.
    order: Vec<Seat>,
    /// The seats that decide, with their drafts.
    pub drafts: BTreeMap<Seat, Draft>,
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Choices are left out: a log of the program must not tell them.
        let seats: Vec<_> = self.drafts.iter().map(|(seat, draft)| (seat, draft.committed())).collect();
        f.debug_struct("Group").field("name", &self.name).field("seats", &seats).finish_non_exhaustive()
    }
}

/// The seats that decide together in the group that the decisions open, if they open one. A group of one seat is no
/// secret: there is nobody to be faster than.
#[must_use]
pub fn group_in(decisions: &[Decision]) -> Option<(String, Vec<Seat>, Vec<Seat>)> {
    let mut groups: BTreeMap<&str, (Vec<Seat>, Vec<Seat>)> = BTreeMap::new();
    for decision in decisions.iter().filter(|decision| decision.waits) {
        if let Some(secret) = &decision.secret {
            let (_, seats) = groups.entry(&secret.name).or_insert_with(|| (secret.order.clone(), Vec::new()));
            if !seats.contains(&decision.seat) {
                seats.push(decision.seat);
            }
        }
    }
    let (name, (order, mut seats)) = groups.into_iter().find(|(_, (_, seats))| seats.len() > 1)?;
    seats.sort_unstable();
    Some((name.to_owned(), order, seats))
}

impl Group {
    /// Opens the group that the base game's decisions call for, each seat with an empty draft.
    pub fn open(base: &mut dyn Game, decisions: &[Decision]) -> Result<Option<Self>, Trouble> {
        let Some((name, order, seats)) = group_in(decisions) else { return Ok(None) };
        let mut group = Self { name, order, drafts: BTreeMap::new() };
        for seat in seats {
            let draft = group.draw_up(base, seat, &[])?;
            group.drafts.insert(seat, draft);
        }
        Ok(Some(group))
    }

    /// A draft with these choices, or as many of them, from the first, as are still legal.
    fn draw_up(&self, base: &mut dyn Game, seat: Seat, choices: &[String]) -> Result<Draft, Trouble> {
        let game = base.fork(NO_LUCK)?;
        let mut draft = Draft {
            choices: Vec::new(),
            undone: Vec::new(),
            labels: BTreeMap::new(),
            game,
            decisions: Vec::new(),
        };
        draft.decisions = self.listed(draft.game.as_mut(), seat)?;
        for choice in choices {
            if !lists(&draft.decisions, choice) {
                break;
            }
            // A journal has only ids; what a person calls the choice is known while it can be chosen.
            let details = draft.game.details(seat, std::slice::from_ref(choice))?;
            if let Some(label) = details.into_iter().next().map(|details| details.label)
                && !label.is_empty()
            {
                draft.labels.insert(choice.clone(), label);
            }
            match draft.game.apply(seat, choice, &mut NoDice)? {
                Ok(_) => draft.choices.push(choice.clone()),
                Err(_) => break,
            }
            draft.decisions = self.listed(draft.game.as_mut(), seat)?;
        }
        Ok(draft)
    }

    fn listed(&self, game: &mut dyn Game, seat: Seat) -> Result<Vec<Decision>, Trouble> {
        let mut decisions = game.decisions()?;
        decisions.retain(|decision| {
            decision.seat == seat && decision.secret.as_ref().is_some_and(|secret| secret.name == self.name)
        });
        Ok(decisions)
    }

    /// Takes a choice on the seat's draft. On an error the draft may be spoilt and must be drawn up again.
    pub fn choose(&mut self, seat: Seat, choice: &str, module: &str) -> Result<(), DraftError> {
        let name = self.name.clone();
        let Some(draft) = self.drafts.get_mut(&seat) else { return Ok(()) };
        let events = draft.game.apply(seat, choice, &mut NoDice)?.map_err(DraftError::Refused)?;
        let lucky =
            events.iter().any(|event| matches!(event.kind, EventKind::Rolled(_) | EventKind::Drawn(_)));
        if lucky {
            return Err(DraftError::Trouble(Trouble {
                module: module.to_owned(),
                call: "apply".into(),
                message: format!("“{name}” is decided in secret, and a secret decision rolled dice or drew"),
                backtrace: Vec::new(),
            }));
        }
        draft.choices.push(choice.to_owned());
        let mut decisions = draft.game.decisions()?;
        decisions.retain(|decision| {
            decision.seat == seat && decision.secret.as_ref().is_some_and(|secret| secret.name == name)
        });
        draft.decisions = decisions;
        Ok(())
    }

    /// Draws a seat's draft up again with these choices; returns how many of the last ones couldn't be taken.
    pub fn redraw(&mut self, base: &mut dyn Game, seat: Seat, choices: &[String]) -> Result<u64, Trouble> {
        let mut draft = self.draw_up(base, seat, choices)?;
        let lost = choices.len() - draft.choices.len();
        if let Some(old) = self.drafts.get_mut(&seat) {
            draft.undone = std::mem::take(&mut old.undone);
            draft.labels.append(&mut old.labels);
        }
        self.drafts.insert(seat, draft);
        Ok(lost as u64)
    }

    /// The group's drafts without their forks.
    #[must_use]
    pub fn asides(&self) -> Vec<DraftAside> {
        let drafts = self.drafts.iter().map(|(seat, draft)| DraftAside {
            seat: *seat,
            choices: draft.choices.clone(),
            undone: draft.undone.clone(),
            labels: draft.labels.clone(),
        });
        drafts.collect()
    }

    /// The same, of a group that is closed.
    #[must_use]
    pub fn put_aside(&self) -> PutAside {
        PutAside { group: self.name.clone(), drafts: self.asides() }
    }

    /// Draws these drafts up in the place of those of the same seats. Returns how many of its last choices each seat lost.
    pub fn draw_up_all(
        &mut self,
        base: &mut dyn Game,
        drafts: &[DraftAside],
    ) -> Result<Vec<(Seat, u64)>, Trouble> {
        let mut lost = Vec::new();
        for DraftAside { seat, choices, undone, labels } in drafts {
            if !self.drafts.contains_key(seat) {
                continue;
            }
            // What was taken back is drawn up with the rest for its names, and for how much of it is still legal.
            let whole: Vec<String> = choices.iter().chain(undone.iter().rev()).cloned().collect();
            let mut draft = self.draw_up(base, *seat, &whole)?;
            if draft.choices.len() < choices.len() {
                lost.push((*seat, (choices.len() - draft.choices.len()) as u64));
            } else if draft.choices.len() > choices.len() {
                let mut again = draft.choices.split_off(choices.len());
                again.reverse();
                let names = draft.labels;
                draft = self.draw_up(base, *seat, choices)?;
                (draft.undone, draft.labels) = (again, names);
            }
            for (choice, label) in labels {
                draft.labels.entry(choice.clone()).or_insert_with(|| label.clone());
            }
            self.drafts.insert(*seat, draft);
        }
        Ok(lost)
    }

    /// Draws drafts that were put aside up again, for seats that have chosen nothing since, as far as their choices are still
    /// legal. Returns what was chosen again.
    pub fn take_up(&mut self, base: &mut dyn Game, aside: &PutAside) -> Result<Vec<SeatDraft>, Trouble> {
        let mut again = Vec::new();
        if aside.group != self.name {
            return Ok(again);
        }
        let untouched = |seat: &Seat| self.drafts.get(seat).is_some_and(|draft| draft.choices.is_empty());
        let drafts: Vec<DraftAside> =
            aside.drafts.iter().filter(|draft| untouched(&draft.seat)).cloned().collect();
        self.draw_up_all(base, &drafts)?;
        for DraftAside { seat, .. } in drafts {
            let choices = self.drafts[&seat].choices.clone();
            if !choices.is_empty() {
                again.push(SeatDraft { seat, choices });
            }
        }
        Ok(again)
    }

    /// Whether every seat has committed.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.drafts.values().all(Draft::committed)
    }

    /// The drafts in the order in which they are carried out: the group's, and seats that it forgets after them.
    #[must_use]
    pub fn in_order(&self) -> Vec<SeatDraft> {
        let mut seats: Vec<Seat> = Vec::new();
        for seat in self.order.iter().chain(self.drafts.keys()) {
            if self.drafts.contains_key(seat) && !seats.contains(seat) {
                seats.push(*seat);
            }
        }
        seats
            .into_iter()
            .map(|seat| SeatDraft { seat, choices: self.drafts[&seat].choices.clone() })
            .collect()
    }
}

/// Whether a choice is in these decisions.
#[must_use]
pub fn lists(decisions: &[Decision], choice: &str) -> bool {
    decisions.iter().any(|decision| decision.choices.iter().any(|listed| listed.id == choice))
}
