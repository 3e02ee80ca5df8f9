//! The secret drafts of a table: those of the group that is deciding, and those that wait for a game to be loaded again.

use muster_contract::{Seat, Trouble};

use crate::{
    action::Action,
    drafts::{Draft, DraftAside, DraftError, Group, follow, lists},
    journal::SeatDraft,
};

use super::Live;

impl Live {
    /// The name of the group that is deciding.
    pub fn group_name(&self) -> Option<&str> {
        self.group.as_ref().map(|group| group.name.as_str())
    }

    /// The seat's draft, if it is in the group that is deciding.
    pub fn draft_of(&self, seat: Seat) -> Option<&Draft> {
        self.group.as_ref().and_then(|group| group.drafts.get(&seat))
    }

    fn draft_mut(&mut self, seat: Seat) -> Option<&mut Draft> {
        self.group.as_mut().and_then(|group| group.drafts.get_mut(&seat))
    }

    /// Whether the seat works on a draft that it hasn't committed.
    pub fn is_drafting(&self, seat: Seat) -> bool {
        self.draft_of(seat).is_some_and(|draft| !draft.committed())
    }

    /// Whether a seat other than this one has committed its draft.
    pub fn another_has_committed(&self, seat: Seat) -> bool {
        let mut drafts = self.group.iter().flat_map(|group| &group.drafts);
        drafts.any(|(other, draft)| *other != seat && draft.committed())
    }

    /// Whether the choice is one of the seat's draft.
    pub fn is_on_draft(&self, seat: Seat, choice: &str) -> bool {
        self.draft_of(seat).is_some_and(|draft| lists(&draft.decisions, choice))
    }

    /// Keeps what a person would call a choice of the seat's draft.
    pub fn label_on_draft(&mut self, seat: Seat, choice: &str, label: String) {
        if let Some(draft) = self.draft_mut(seat) {
            draft.labels.insert(choice.to_owned(), label);
        }
    }

    /// Takes a choice on the seat's draft; none if no group is deciding. On an error the draft must be
    /// [drawn up again](Self::redraw).
    pub fn choose_on_draft(
        &mut self,
        seat: Seat,
        choice: &str,
        module: &str,
    ) -> Option<Result<(), DraftError>> {
        self.group.as_mut().map(|group| group.choose(seat, choice, module))
    }

    /// The action that carries the drafts out, if every seat has committed.
    pub fn complete_group(&self) -> Option<Action> {
        let group = self.group.as_ref().filter(|group| group.complete())?;
        Some(Action::Group { name: group.name.clone(), drafts: group.in_order() })
    }

    /// The seat's draft has changed: its revision grows. Returns whether the draft is committed now.
    pub fn touch_draft(&mut self, seat: Seat) -> bool {
        self.seats[usize::from(seat)].revision += 1;
        self.remember(seat);
        self.draft_of(seat).is_some_and(Draft::committed)
    }

    /// Draws the seat's draft up again with these choices.
    pub fn redraw(&mut self, seat: Seat, choices: &[String]) -> Result<(), Trouble> {
        match (&mut self.group, &mut self.game) {
            (Some(group), Some(game)) => group.redraw(game.as_mut(), seat, choices).map(|_| ()),
            (Some(_), None) => Ok(()),
            (None, _) => {
                if let Some(parked) = self.parked.iter_mut().find(|draft| draft.seat == seat) {
                    parked.choices = choices.to_vec();
                }
                Ok(())
            }
        }
    }

    /// Takes the last choices of the seat's draft back. Returns whether the draft was committed; none if there is no draft.
    pub fn take_back_on_draft(&mut self, seat: Seat, count: usize) -> Option<Result<bool, Trouble>> {
        let (group, game) = (self.group.as_mut()?, self.game.as_mut()?);
        let draft = group.drafts.get_mut(&seat)?;
        let was_committed = draft.committed();
        let kept = draft.choices[..draft.choices.len() - count].to_vec();
        draft.undone.extend(draft.choices.drain(kept.len()..).rev());
        // On an error the draft's choices are cut already, so that it is drawn up again as it should be.
        Some(group.redraw(game.as_mut(), seat, &kept).map(|_| was_committed))
    }

    /// After a choice on the seat's draft: what was taken back can be done again only if it was the next of it.
    pub fn follow_on_draft(&mut self, seat: Seat, choice: &str) {
        if let Some(draft) = self.draft_mut(seat) {
            follow(&mut draft.undone, choice);
        }
    }

    /// The drafts of the group that is deciding, in order.
    pub fn drafts_in_order(&self) -> Vec<SeatDraft> {
        self.group.as_ref().map(Group::in_order).unwrap_or_default()
    }

    /// The drafts, or those that wait for a game.
    pub fn drafts_or_parked(&self) -> Vec<DraftAside> {
        self.group.as_ref().map(Group::asides).unwrap_or_else(|| self.parked.clone())
    }

    /// Whether there are drafts that can't be looked at, because no game could be loaded.
    pub fn drafts_are_out_of_reach(&self) -> bool {
        self.game.is_none() && !self.parked.is_empty()
    }

    /// Lets these drafts wait until the game is [loaded again](Self::reload_good_state).
    pub fn park_as(&mut self, drafts: Vec<DraftAside>) {
        self.group = None;
        self.parked = drafts;
    }

    /// Draws up the drafts of the group that is deciding, as a journal has them. Returns how many choices each seat lost; on
    /// an error there are no drafts.
    pub fn draw_up(&mut self, drafts: &[DraftAside]) -> Result<Vec<(Seat, u64)>, Trouble> {
        let (Some(mut group), Some(game)) = (self.group.take(), self.game.as_mut()) else {
            return Ok(Vec::new());
        };
        let lost = group.draw_up_all(game.as_mut(), drafts)?;
        self.group = Some(group);
        Ok(lost)
    }
}
