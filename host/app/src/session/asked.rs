//! What a seat is asked, and what it may choose.

use super::{Session, Wanted, Word};
use muster_contract::{Choice, ChoiceRole, Decision, Seat, Target};
use muster_table::messages::{DraftStanding, Request, UndoOffer};
use std::collections::HashSet;

impl Session {
    /// Says whether undo keeps to what nobody else has had a part in.
    pub fn keep_to(&mut self, strict: bool) {
        if self.strict != strict
            && let Some(seat) = self.seat
        {
            self.strict = strict;
            self.ask(Request::UndoOffer { seat }, Wanted::Undo);
        }
    }

    pub(super) fn offered(&mut self, offer: UndoOffer) {
        self.undo = offer;
        if self.strict {
            self.undo.beyond = None;
        }
    }

    /// The table has closed, though nobody has left it.
    pub(super) fn end(&mut self) -> Word {
        self.closed = true;
        Word::Notice(None, "The table has ended; its journal has what was done.".into())
    }

    /// Whether a seat of a secret group has committed its draft.
    pub fn sealed(&self, seat: Option<Seat>) -> bool {
        self.standing.as_ref().is_some_and(|s| {
            s.seats.iter().any(|s| Some(s.seat) == seat && s.draft == Some(DraftStanding::Committed))
        })
    }

    /// The decision that the seat is asked first: one that the game waits for.
    pub fn decision(&self) -> Option<&Decision> {
        self.decisions.iter().find(|d| d.waits)
    }

    /// The decisions that can be answered: none while one looks back, since what is shown then isn't what is chosen from.
    fn open(&self) -> &[Decision] {
        if self.moment.is_some() { &[] } else { &self.decisions }
    }

    /// The choices of the decisions that the game waits for.
    pub fn asked(&self) -> impl Iterator<Item = &Choice> {
        self.open().iter().filter(|d| d.waits).flat_map(|d| &d.choices)
    }

    /// Finds the targets of choices that can be seen nowhere: a unit that isn't on the map, a card of no hand.
    pub(super) fn find_unseen(&mut self) {
        let Some(view) = &self.view else { return self.unseen.clear() };
        let on_map = view.units.iter().filter(|unit| !unit.place.space.is_empty());
        let units: HashSet<&str> = on_map.map(|unit| unit.id.as_str()).collect();
        let in_hand = view.cards.iter().filter(|card| card.pile == "hand");
        let cards: HashSet<&str> = in_hand.map(|card| card.id.as_str()).collect();
        let is_unseen = |target: &&Target| match target {
            Target::Unit(id) => !units.contains(id.as_str()),
            Target::Card(id) => !cards.contains(id.as_str()),
            _ => false,
        };
        self.unseen = self.by_target.keys().filter(is_unseen).cloned().collect();
    }

    /// Whether a target of a choice can be seen nowhere.
    pub fn is_unseen(&self, target: &Target) -> bool {
        self.unseen.contains(target)
    }

    /// The choices that have a button each: those that point at nothing, at what can be seen nowhere, or at the very unit that is asked
    /// about, and a few that point at cards.
    pub fn buttons(&self) -> impl Iterator<Item = &Choice> {
        let carded = |c: &&Choice| matches!(c.target, Target::Card(_));
        let cards = self.asked().filter(carded).count() <= 4;
        let itself = |target: &Target| {
            let focus = self.decision().and_then(|decision| decision.focus.as_ref());
            matches!(target, Target::Unit(_)) && focus == Some(target)
        };
        self.asked().filter(|c| matches!(c.role, ChoiceRole::Act | ChoiceRole::Standing)).filter(move |c| {
            matches!(c.target, Target::Button(_) | Target::Amount(_) | Target::Custom(_))
                || cards && carded(c)
                || self.is_unseen(&c.target)
                || itself(&c.target)
        })
    }

    /// Everything that may be written into an order sheet, wherever it points, and what takes orders back; none if the
    /// decision is no such sheet.
    pub fn sheet(&self) -> Vec<&Choice> {
        if self.decision().is_none_or(|d| d.secret.is_none()) {
            return Vec::new();
        }
        self.asked().filter(|c| c.role != ChoiceRole::Finish).collect()
    }

    /// What the seat may choose at any time though nothing waits for it, each with its decision.
    pub fn at_any_time(&self) -> impl Iterator<Item = (&Decision, &Choice)> {
        self.open().iter().filter(|d| !d.waits).flat_map(|d| d.choices.iter().map(move |c| (d, c)))
    }

    /// Every choice of every decision.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.open().iter().flat_map(|d| &d.choices)
    }

    /// The choices that point at a target, those last that are asked back about: what gives something up isn't said first.
    pub fn pointing_at<'a>(&'a self, target: &'a Target) -> impl Iterator<Item = &'a Choice> {
        let at = || self.by_target.get(target).map_or(&[][..], Vec::as_slice).iter();
        let choices = move || at().filter_map(|(d, c)| self.open().get(*d)?.choices.get(*c));
        choices().filter(|choice| !self.warns(choice)).chain(choices().filter(|choice| self.warns(choice)))
    }

    /// Whether a decision is about a unit: it is under way, or among those that were picked.
    pub fn is_about(&self, unit: &str) -> bool {
        self.open().iter().any(|decision| about(decision, unit))
    }

    /// The choices that take a unit from where it stands to something else on a board: to a place, over an edge, against another side's
    /// unit. They belong to what is asked about it, or name it ("march us-grant memphis").
    pub fn ways_of<'a>(&'a self, unit: &'a str) -> impl Iterator<Item = &'a Choice> {
        let seen = |id: &str| self.shown().and_then(|view| view.units.iter().find(|one| one.id == id));
        let itself = seen(unit);
        let place = itself.map(|unit| unit.place.space.as_str());
        let side = itself.and_then(|unit| unit.side.as_deref());
        let leads = move |choice: &&Choice| match &choice.target {
            Target::Space(space) => Some(space.as_str()) != place,
            Target::Edge(_) => true,
            Target::Unit(id) => id != unit && seen(id).is_some_and(|other| other.side.as_deref() != side),
            _ => false,
        };
        let of = move |decision: &'a Decision| {
            let all = about(decision, unit);
            let named = move |choice: &&Choice| all || choice.id.split(' ').any(|word| word == unit);
            decision.choices.iter().filter(named)
        };
        self.open().iter().flat_map(of).filter(leads).filter(|choice| choice.role == ChoiceRole::Act)
    }

    /// The only choice that points at a unit and isn't asked back about: it takes the unit up.
    pub fn taking_up(&self, unit: &str) -> Option<&Choice> {
        let target = Target::Unit(unit.to_owned());
        let mut able =
            self.by_target.get(&target)?.iter().filter_map(|(d, c)| self.open().get(*d)?.choices.get(*c));
        let only = able.next()?;
        (able.next().is_none() && only.role == ChoiceRole::Act && !self.warns(only)).then_some(only)
    }

    /// Whether a choice is asked back about before it is done.
    pub fn warns(&self, choice: &Choice) -> bool {
        self.details(&choice.id).is_some_and(|details| details.warning.is_some())
    }

    /// Whether a target is lit: something can be chosen there that isn't asked back about.
    pub fn is_lit(&self, target: &Target) -> bool {
        self.pointing_at(target).next().is_some_and(|choice| !self.warns(choice))
    }

    /// Whether it is asked who or what acts next: nothing is under way, and units can be chosen as well as places. What is lit then
    /// are many small offers, no destinations.
    pub fn asks_who_acts(&self) -> bool {
        let nothing = |d: &Decision| d.focus.is_none() && d.picked.is_empty() && d.secret.is_none();
        let any = |wanted: fn(&Target) -> bool| self.asked().any(|c| wanted(&c.target));
        self.decision().is_some_and(nothing)
            && any(|target| matches!(target, Target::Unit(_)))
            && any(|target| matches!(target, Target::Space(_)))
    }

    /// The button of the only thing that can be done, which is the main one, and Enter's: giving it up, and answers that stand for later,
    /// are beside it.
    pub fn main_choice(&self) -> Option<&Choice> {
        let mut able = self.asked().filter(|c| matches!(c.role, ChoiceRole::Act | ChoiceRole::Finish));
        let only = able.next().filter(|_| able.next().is_none())?;
        let has_button = |choice: &Choice| {
            choice.role == ChoiceRole::Finish || self.buttons().any(|button| button.id == choice.id)
        };
        has_button(only).then_some(only)
    }

    /// The choice that ends what is being done, or cancels it.
    pub fn with_role(&self, role: ChoiceRole) -> Option<&Choice> {
        self.asked().find(|c| c.role == role)
    }
}

/// Whether a decision is about a unit.
fn about(decision: &Decision, unit: &str) -> bool {
    let is = |target: &Target| matches!(target, Target::Unit(id) if id == unit);
    decision.focus.iter().chain(&decision.picked).any(is)
}
