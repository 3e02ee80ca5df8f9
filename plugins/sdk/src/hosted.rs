//! A running game: the module's state with everything that is the same in all modules around it.

mod found;
mod saved;

pub(crate) use found::Found;
pub use saved::{corrupt_save, within};

use std::cell::RefCell;
use std::sync::Arc;

use muster_contract::{
    Change, Choice, ChoiceDetails, ChoiceRole, Decision, Dice, Event, Line, OddsTable, Outcome, OverlayItem,
    Position, Refusal, RuleFailure, Seat, SecretGroup, Setup, Target, View,
};

use crate::choice::Written;
use crate::fixed::Fixed;
use crate::house_rules::{Book, HouseRules, Running};
use crate::resolution::Luck;
use crate::{
    ChoiceOf as _, ChoiceRow, Decisions, Game, Listed, OpenDecision, Random, Resolution, details_of, refuse,
};

/// The id of the choice with which every game begins.
const BEGIN: &str = "begin";

/// A game, or a fork of one.
pub struct Hosted<G: Game> {
    setup: Arc<Setup>,
    pub(crate) state: G,
    pub(crate) begun: bool,
    /// What the rules in force keep, and the rules; none without rules.
    pub(crate) house_rules: Option<HouseRules>,
    pub(crate) book: Option<Arc<Book>>,
    /// The rule that failed in the last call; the state is then worth nothing.
    failed: Option<RuleFailure>,
    /// A fork's own dice; the table's game has none.
    pub(crate) luck: Option<Random>,
    /// The list of legal choices, kept until the state changes.
    pub(crate) list: RefCell<Current<G::Choice>>,
}

pub(crate) struct Current<C> {
    pub(crate) fresh: bool,
    listed: Listed<C>,
}

impl<C> Default for Current<C> {
    fn default() -> Self {
        Self { fresh: false, listed: Listed::default() }
    }
}

impl<G: Game> Hosted<G> {
    /// See `rules.game.create`.
    pub fn create(position: &Position) -> Result<Self, Refusal> {
        let fixed = Fixed::of::<G>(position.clone())?;
        let state = G::start(fixed.world.clone(), position)?;
        let house_rules = fixed.book.as_ref().map(|book| HouseRules::new(book, G::sides().len()));
        Ok(Self::on(fixed, state, house_rules, false))
    }

    fn on(fixed: Fixed<G::World>, state: G, house_rules: Option<HouseRules>, begun: bool) -> Self {
        let Fixed { setup, book, .. } = fixed;
        Self { setup, state, begun, house_rules, book, failed: None, luck: None, list: RefCell::default() }
    }

    /// What it shares with the other games of its store.
    pub(crate) fn fixed(&self) -> Fixed<G::World> {
        Fixed { world: self.state.world().clone(), setup: Arc::clone(&self.setup), book: self.book.clone() }
    }

    /// The rule that failed since the last time this was asked. Then the state is worth nothing.
    pub fn take_failure(&mut self) -> Option<RuleFailure> {
        self.failed.take()
    }

    /// The module's state, for its own tests.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What never changes, for the module's own tests.
    pub fn world(&self) -> &G::World {
        self.state.world()
    }

    pub(crate) fn with_list<T>(&self, read: impl FnOnce(&Listed<G::Choice>) -> T) -> T {
        let mut list = self.list.borrow_mut();
        if !list.fresh {
            let mut decisions = Decisions::on(std::mem::take(&mut list.listed));
            if self.begun {
                self.state.decide(&mut decisions);
            }
            list.listed = decisions.into_listed();
            self.keep_legal(&mut list.listed);
            list.fresh = true;
        }
        read(&list.listed)
    }

    /// See `rules.game.decisions`.
    pub fn decisions(&self) -> Vec<Decision> {
        if !self.begun {
            let choice = Choice {
                id: BEGIN.to_owned(),
                target: Target::Button(BEGIN.to_owned()),
                role: ChoiceRole::Act,
            };
            return vec![Decision {
                seat: 0,
                side: self.side_of(0),
                kind: BEGIN.to_owned(),
                prompt: "Begin the game.".to_owned(),
                citation: "set-up".to_owned(),
                frame: vec!["Set-up".to_owned()],
                focus: None,
                picked: Vec::new(),
                waits: true,
                secret: None,
                choices: vec![choice],
            }];
        }
        if let Some(decisions) = self.offered() {
            return decisions;
        }
        let mut decisions: Vec<Decision> =
            self.with_list(|list| list.iter().map(|(open, choices)| self.decision(open, choices)).collect());
        self.add_rules_choices(&mut decisions);
        decisions
    }

    fn side_of(&self, seat: Seat) -> String {
        self.state.sides_of_seats().get(usize::from(seat)).cloned().unwrap_or_default()
    }

    fn decision(&self, open: &OpenDecision, choices: &[G::Choice]) -> Decision {
        let prompt = self.state.prompt(open);
        let secret = open
            .secret
            .map(|group| SecretGroup { name: group.to_owned(), order: self.state.secret_order(group) });
        let choices = choices
            .iter()
            .map(|&choice| {
                let (written, row) = self.row_of(open.seat, choice);
                Choice {
                    id: written.id_of(&row),
                    target: self.target_of(open.seat, choice),
                    role: row.role(),
                }
            })
            .collect();
        Decision {
            seat: open.seat,
            side: self.side_of(open.seat),
            kind: open.kind.to_owned(),
            prompt: prompt.question,
            citation: prompt.citation,
            frame: prompt.frame,
            focus: prompt.focus,
            picked: prompt.picked,
            waits: open.waits,
            secret,
            choices,
        }
    }

    /// See `rules.game.choice-count`.
    pub fn choice_count(&self, seat: Seat) -> u32 {
        if !self.begun {
            return u32::from(seat == 0);
        }
        match self.entries(seat) {
            Some(entries) => entries.len() as u32,
            None => self.with_list(|list| list.of_seat(seat).count() as u32),
        }
    }

    /// See `rules.game.weights`.
    pub fn weights(&self, seat: Seat, policy: &str) -> Vec<u32> {
        if !self.begun {
            return vec![1; self.choice_count(seat) as usize];
        }
        if self.house_rules.is_some() {
            return self.weights_under_rules(seat, policy);
        }
        self.with_list(|list| {
            let mut weights = Vec::new();
            for (open, choices) in list.iter().filter(|(open, _)| open.seat == seat) {
                self.weigh(open, policy, choices, &mut weights);
            }
            weights
        })
    }

    pub(crate) fn weigh(
        &self,
        open: &OpenDecision,
        policy: &str,
        choices: &[G::Choice],
        weights: &mut Vec<u32>,
    ) {
        let before = weights.len();
        self.state.weigh(open, policy, choices, weights);
        // A policy that gives too few or too many weights must not shift the others'.
        weights.resize(before + choices.len(), 0);
    }

    /// See `rules.game.apply-index`. On the table's game, `dice` are rolled; a fork has its own.
    pub fn apply_index(&mut self, seat: Option<Seat>, index: u32, dice: &mut dyn Dice) -> Option<u32> {
        let mut index = index;
        let seat = match seat {
            Some(seat) => seat,
            None => self.all_seats().find(|&seat| {
                let choices = self.choice_count(seat);
                let here = index < choices;
                index -= if here { 0 } else { choices };
                here
            })?,
        };
        let taken = self.take_index(seat, index, dice);
        taken.then(|| self.all_seats().map(|seat| self.choice_count(seat)).sum())
    }

    fn all_seats(&self) -> std::ops::Range<Seat> {
        0..self.setup.seats.len() as Seat
    }

    /// Takes the seat's choice of that number. Whether there is one: if not, nothing changes.
    pub(crate) fn take_index(&mut self, seat: Seat, index: u32, dice: &mut dyn Dice) -> bool {
        if !self.begun {
            let begins = seat == 0 && index == 0;
            if begins {
                self.begin(dice, None);
            }
            return begins;
        }
        let choice = match self.entries(seat) {
            Some(entries) => entries.into_iter().nth(index as usize),
            None => self.with_list(|list| list.of_seat(seat).nth(index as usize).cloned()).map(Found::Game),
        };
        let Some(choice) = choice else { return false };
        self.carry_out(seat, &choice, dice, None);
        true
    }

    /// See `rules.game.apply`.
    pub fn apply(&mut self, seat: Seat, id: &str, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        if !self.begun {
            if seat != 0 || id != BEGIN {
                return Err(refuse(format!("the game has not begun; \"{id}\" can't be chosen yet"), ""));
            }
            self.begin(dice, Some(&mut events));
            return Ok(events);
        }
        let choice = self
            .find(seat, id)
            .ok_or_else(|| refuse(format!("\"{id}\" is not among the choices of seat {seat} now"), ""))?;
        self.carry_out(seat, &choice, dice, Some(&mut events));
        Ok(events)
    }

    fn row_of(&self, seat: Seat, choice: G::Choice) -> (Written<'_, G>, ChoiceRow<'_, G>) {
        let game = &self.state;
        (Written { game, seat }, choice.row(game, seat))
    }

    pub(crate) fn id_of(&self, seat: Seat, choice: G::Choice) -> String {
        let (written, row) = self.row_of(seat, choice);
        written.id_of(&row)
    }

    pub(crate) fn target_of(&self, seat: Seat, choice: G::Choice) -> Target {
        let (written, row) = self.row_of(seat, choice);
        choice.custom_target(&self.state, seat).unwrap_or_else(|| written.target(&row))
    }

    pub(crate) fn role_of(&self, seat: Seat, choice: G::Choice) -> ChoiceRole {
        self.row_of(seat, choice).1.role()
    }

    fn details_of(&self, seat: Seat, choice: G::Choice) -> ChoiceDetails {
        details_of(&self.state, seat, choice)
    }

    fn begin(&mut self, dice: &mut dyn Dice, events: Option<&mut Vec<Event>>) {
        self.begun = true;
        let (state, mut resolution) = self.at_work(dice, events);
        match resolution.rules.take() {
            None => state.begin(&mut resolution),
            Some(rules) => rules.begin(&mut resolution, state),
        }
        self.list.get_mut().fresh = false;
    }

    fn carry_out(
        &mut self,
        seat: Seat,
        choice: &Found<G::Choice>,
        dice: &mut dyn Dice,
        events: Option<&mut Vec<Event>>,
    ) {
        let (state, mut resolution) = self.at_work(dice, events);
        match choice {
            Found::Game(choice) => state.apply(seat, *choice, &mut resolution),
            Found::Offer(at, choice) => {
                if let Some(mut rules) = resolution.rules.take() {
                    rules.answer(&mut resolution, &mut *state, (*at, seat), choice);
                    resolution.rules = Some(rules);
                }
            }
            Found::Added(choice) => {
                if let Some(mut rules) = resolution.rules.take() {
                    rules.take_added(&mut resolution, &mut *state, seat, choice);
                    resolution.rules = Some(rules);
                }
            }
        }
        if let Some(rules) = resolution.rules.take() {
            rules.settle(&mut resolution, state);
        }
        self.list.get_mut().fresh = false;
    }

    /// What carrying a choice out needs.
    fn at_work<'a>(
        &'a mut self,
        dice: &'a mut dyn Dice,
        events: Option<&'a mut Vec<Event>>,
    ) -> (&'a mut G, Resolution<'a>) {
        let Self { state, luck, book, house_rules, failed, .. } = self;
        let rules = book
            .as_ref()
            .zip(house_rules.as_mut())
            .map(|(book, house_rules)| Running::new(book, house_rules, failed));
        (state, Resolution::new(choose_luck(luck, dice), events).under(rules))
    }

    /// See `rules.game.details`.
    pub fn details(&self, seat: Seat, ids: &[String]) -> Vec<ChoiceDetails> {
        if !self.begun {
            return Vec::new();
        }
        let mut details: Vec<ChoiceDetails> = self.with_list(|list| {
            list.of_seat(seat)
                .filter(|&&choice| ids.contains(&self.id_of(seat, choice)))
                .map(|&choice| self.details_of(seat, choice))
                .collect()
        });
        details.extend(self.details_of_rules_choices(seat, ids));
        details
    }

    /// See `rules.game.explain`.
    pub fn explain(&self, seat: Seat, target: &Target) -> Vec<Line> {
        if let Some(lines) = self.rules_explanation(seat, target) {
            return lines;
        }
        let choosable = self.begun
            && self
                .with_list(|list| list.of_seat(seat).any(|&choice| self.target_of(seat, choice) == *target));
        self.state.explain(seat, target, choosable)
    }

    /// See `rules.game.view`.
    pub fn view(&self, seat: Option<Seat>) -> View {
        let mut view = self.state.view(seat);
        self.show_rules(seat, &mut view);
        view
    }

    /// See `rules.game.odds`.
    pub fn odds(&self, seat: Seat, id: &str) -> Vec<OddsTable> {
        if !self.begun {
            return Vec::new();
        }
        let choice = self.find_own(seat, id);
        let mut tables = choice.map(|it| self.state.odds(seat, it)).unwrap_or_default();
        if let Some(book) = &self.book {
            book.say_what_may_change(&G::describe().hooks, &mut tables);
        }
        tables
    }

    /// See `rules.game.overlay`.
    pub fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        self.state.overlay(seat, name, focus)
    }

    /// See `rules.game.seats`.
    pub fn seats(&self) -> Vec<String> {
        self.state.sides_of_seats()
    }

    /// See `rules.game.outcome`.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.started() { self.state.outcome() } else { None }
    }

    /// See `rules.game.fork`.
    pub fn fork(&self, seed: u64) -> Self {
        let fork = Self::on(self.fixed(), self.state.clone(), self.house_rules.clone(), self.begun);
        Self { luck: Some(Random::new(seed)), ..fork }
    }

    /// Whether `begin` was chosen.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether a rule failed in the last call.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Whether the module's own game has begun.
    fn started(&self) -> bool {
        self.begun && self.house_rules.as_ref().is_none_or(|house_rules| house_rules.started)
    }

    /// See `rules.game.sample`.
    pub fn sample(&self, seat: Seat, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut fork = self.fork(random.seed());
        fork.state.sample(seat, &mut random);
        if let Some(house_rules) = &mut fork.house_rules {
            house_rules.sample(seat, G::sides(), &fork.state.sides_of_seats(), &mut random);
        }
        fork
    }

    /// See `rules.game.edit`.
    pub fn edit(&mut self, changes: &[Change]) -> Result<(), Refusal> {
        let mut edited = self.state.clone();
        for change in changes {
            edited.edit(change)?;
        }
        self.state = edited;
        self.list.get_mut().fresh = false;
        Ok(())
    }
}

fn choose_luck<'a>(own: &'a mut Option<Random>, dice: &'a mut dyn Dice) -> Luck<'a> {
    match own {
        Some(random) => Luck::Fork(random),
        None => Luck::Table(dice),
    }
}
