//! A game under optional rules and house rules: the list of choices with theirs in it, and playing on with them.
//!
//! Without rules none of this runs.

use muster_contract::{ChoiceDetails, ChoiceRole, Decision, Dice, Line, PlayoutResult, Seat, Target, View};

use crate::hosted::Found;
use crate::house_rules::{Book, HouseRules};
use crate::{Decisions, Game, Hosted, Listed, Random};

/// Forks have their own dice; nobody asks these.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; count.into()]
    }
}

impl<G: Game> Hosted<G> {
    fn ruled(&self) -> Option<(&HouseRules, &Book)> {
        self.house_rules.as_ref().zip(self.book.as_deref())
    }

    /// Takes out of the list what the rules forbid. What ends, cancels or takes back is never forbidden, nor the last choice
    /// of a decision that the game waits for.
    pub(crate) fn keep_legal(&self, list: &mut Listed<G::Choice>) {
        let Some(house_rules) = &self.house_rules else { return };
        if house_rules.has_offers() {
            return list.clear();
        }
        list.retain(
            |open, choice| {
                !house_rules.forbids_any(open.seat, open.kind)
                    || self.role_of(open.seat, *choice) != ChoiceRole::Act
                    || house_rules.forbids(open.seat, open.kind, &self.id_of(open.seat, *choice)).is_none()
            },
            |open| house_rules.added(open.seat, open.kind).next().is_some(),
        );
    }

    /// The decisions that rules have offered, if the game waits for such.
    pub(crate) fn offered(&self) -> Option<Vec<Decision>> {
        let (house_rules, book) = self.ruled().filter(|(house_rules, _)| house_rules.has_offers())?;
        let turn = self.state.view(None).turn.title;
        let open = house_rules.open_offers(book, G::sides(), &self.state.sides_of_seats());
        Some(open.iter().map(|open| house_rules.decision(book, open, turn.clone())).collect())
    }

    /// Adds the choices of rules to the game's decisions.
    pub(crate) fn add_rules_choices(&self, decisions: &mut [Decision]) {
        let Some((house_rules, _)) = self.ruled() else { return };
        for at in 0..decisions.len() {
            let (before, rest) = decisions.split_at_mut(at);
            let decision = &mut rest[0];
            let first = !before.iter().any(|one| (one.seat, &one.kind) == (decision.seat, &decision.kind));
            if first {
                let added = house_rules.added(decision.seat, &decision.kind).map(|choice| choice.listed());
                decision.choices.extend(added);
            }
        }
    }

    /// Everything that a seat may choose, in the order of the decisions. None without rules.
    pub(crate) fn entries(&self, seat: Seat) -> Option<Vec<Found<G::Choice>>> {
        let (house_rules, book) = self.ruled()?;
        let open = house_rules.open_offers(book, G::sides(), &self.state.sides_of_seats());
        let offered = open.into_iter().filter(|open| open.seat == seat);
        let mut entries: Vec<_> = offered
            .flat_map(|open| open.choices.into_iter().map(move |choice| Found::Offer(open.at, choice)))
            .collect();
        self.with_list(|list| {
            let mut seen: Vec<&str> = Vec::new();
            for (open, choices) in list.iter().filter(|(open, _)| open.seat == seat) {
                entries.extend(choices.iter().cloned().map(Found::Game));
                if !seen.contains(&open.kind) {
                    seen.push(open.kind);
                    entries.extend(house_rules.added(seat, open.kind).cloned().map(Found::Added));
                }
            }
        });
        Some(entries)
    }

    /// A choice that a rule made, by its id.
    pub(crate) fn rules_choice(&self, seat: Seat, id: &str) -> Option<Found<G::Choice>> {
        self.entries(seat)?.into_iter().find(|entry| match entry {
            Found::Offer(_, choice) | Found::Added(choice) => choice.id == id,
            Found::Game(_) => false,
        })
    }

    /// The weights of everything that a seat may choose.
    pub(crate) fn weights_under_rules(&self, seat: Seat, policy: &str) -> Vec<u32> {
        let mut own = Vec::new();
        self.with_list(|list| {
            for (open, choices) in list.iter().filter(|(open, _)| open.seat == seat) {
                self.weigh(open, policy, choices, &mut own);
            }
        });
        let mut own = own.into_iter();
        let entries = self.entries(seat).unwrap_or_default();
        let weight = |entry: &Found<G::Choice>| match entry {
            Found::Offer(_, choice) | Found::Added(choice) => choice.weight,
            Found::Game(_) => own.next().unwrap_or(0),
        };
        entries.iter().map(weight).collect()
    }

    /// Details of the choices that rules made.
    pub(crate) fn details_of_rules_choices(&self, seat: Seat, ids: &[String]) -> Vec<ChoiceDetails> {
        let Some((_, book)) = self.ruled() else { return Vec::new() };
        let entries = self.entries(seat).unwrap_or_default();
        let details = entries.iter().filter_map(|entry| match entry {
            Found::Offer(_, choice) | Found::Added(choice) if ids.contains(&choice.id) => {
                Some(choice.details(book))
            }
            _ => None,
        });
        details.collect()
    }

    /// What the rules have to say to why a target can't be chosen.
    pub(crate) fn rules_explanation(&self, seat: Seat, target: &Target) -> Option<Vec<Line>> {
        let (house_rules, book) = self.ruled()?;
        let offered = |entry: &Found<G::Choice>| match entry {
            Found::Offer(_, choice) | Found::Added(choice) => choice.listed().target == *target,
            Found::Game(_) => false,
        };
        if self.entries(seat)?.iter().any(offered) {
            return None;
        }
        if let Some(line) = house_rules.waiting(book) {
            return Some(vec![line]);
        }
        let points = |choice: &G::Choice| self.target_of(seat, *choice) == *target;
        if self.with_list(|list| list.of_seat(seat).any(points)) {
            return None;
        }
        let mut all = Decisions::default();
        self.state.decide(&mut all);
        let mut lines: Vec<Line> = Vec::new();
        for (open, choices) in all.iter().filter(|(open, _)| open.seat == seat) {
            for choice in choices.iter().filter(|choice| points(choice)) {
                let why = house_rules.forbids(seat, open.kind, &self.id_of(seat, *choice));
                lines.extend(why.filter(|why| !lines.contains(why)).cloned());
            }
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// Adds to a view what the rules show.
    pub(crate) fn show_rules(&self, seat: Option<Seat>, view: &mut View) {
        if let Some((house_rules, book)) = self.ruled() {
            house_rules.show(book, seat, G::sides(), &self.state.sides_of_seats(), view);
        }
    }

    /// See `rules.game.playout`, under rules.
    pub(crate) fn playout_under_rules(
        &mut self,
        policy: Option<&str>,
        mut random: Random,
        dice: Random,
        limit: u32,
    ) -> PlayoutResult {
        self.luck = Some(dice);
        let mut choices = 0;
        if !self.has_begun() {
            // A game that hasn't begun has this one choice.
            let _ = self.take_index(0, 0, &mut NoDice);
        }
        let mut ended = false;
        while choices < limit && !self.has_failed() {
            let Some(seat) = self.waits_for() else {
                ended = true;
                break;
            };
            let count = self.choice_count(seat);
            let at = if count == 1 {
                0
            } else if let Some(policy) = policy {
                random.weighted(&self.weights(seat, policy)).unwrap_or(0) as u32
            } else {
                random.below(count)
            };
            if !self.take_index(seat, at, &mut NoDice) {
                ended = true;
                break;
            }
            choices += 1;
        }
        ended |= self.outcome().is_some();
        PlayoutResult { prospects: self.prospects(), choices, ended }
    }

    /// The first seat that the game waits for.
    fn waits_for(&self) -> Option<Seat> {
        let (house_rules, book) = self.ruled()?;
        if house_rules.has_offers() {
            let open = house_rules.open_offers(book, G::sides(), &self.state.sides_of_seats());
            return open.first().map(|open| open.seat);
        }
        self.with_list(|list| list.first_waiting().map(|open| open.seat))
    }

    /// The description, with what the SDK adds to every module's.
    pub fn describe() -> muster_contract::Description {
        let mut description = G::describe();
        description.decisions.push(crate::house_rules::kind());
        let mut hooks = crate::house_rules::Hooks::describe();
        hooks.append(&mut description.hooks);
        description.hooks = hooks;
        description
    }
}
