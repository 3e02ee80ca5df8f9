//! A game inside an instance.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_contract::{
    Change, ChoiceDetails, Decision, Dice, Event, EventKind, Game, InForce, Line, OddsTable, Outcome,
    OverlayItem, PlayoutResult, Refusal, Seat, Target, Trouble, Usage, View, fault_in_odds,
    hooks::EDIT_REFUSED,
};
use wasmtime::component::ResourceAny;

use crate::{
    api::Exports,
    bounds::{Bounded, State},
    convert::Convert,
    guest::Guest,
    instance::Instance,
    loaded::Kind,
    response, scoped_dice,
};

/// A game in progress, or a fork of one, in a module's instance.
///
/// It shares the instance with its forks and samples; calls to any of them wait for each other. A trap in one is
/// the end of them all. Dropping it frees its state in the instance.
pub struct WasmGame {
    instance: Arc<Mutex<Instance>>,
    game: ResourceAny,
    /// Whether it has dice of its own, instead of the table's.
    fork: bool,
}

impl WasmGame {
    pub(crate) fn table(instance: Arc<Mutex<Instance>>, game: ResourceAny) -> Self {
        Self { instance, game, fork: false }
    }

    fn fork_of(&self, game: ResourceAny) -> Box<dyn Game> {
        Box::new(Self { instance: Arc::clone(&self.instance), game, fork: true })
    }

    /// How many steps the last call into this game's instance took. They are the same on every machine, so
    /// that a test can notice when something has become slower.
    pub fn steps(&self) -> u64 {
        self.lock().steps()
    }

    /// A host that panicked inside a call (in its dice) left the instance in the middle of something.
    fn lock(&self) -> MutexGuard<'_, Instance> {
        self.instance.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
            let mut instance: MutexGuard<'_, Instance> = poisoned.into_inner();
            if !instance.is_poisoned() {
                instance.poison("a call", "the host's own dice failed during it");
            }
            instance
        })
    }

    fn ask<R: Bounded>(
        &self,
        kind: Kind,
        name: &'static str,
        call: impl FnOnce(&mut Guest, &dyn Exports, ResourceAny) -> wasmtime::Result<R>,
    ) -> Result<R, Trouble> {
        let mut instance = self.lock();
        // Odds are asked of samples, and whoever writes them wants to see how they come about.
        instance.set_logs(!self.fork || name == "odds");
        let call = |guest: &mut Guest, rules: &dyn Exports| call(guest, rules, self.game);
        if self.fork && kind != Kind::Playout {
            instance.untimed(kind, name, call)
        } else {
            instance.call(kind, name, call)
        }
    }
}

impl Drop for WasmGame {
    fn drop(&mut self) {
        let mut instance = self.lock();
        if !instance.is_poisoned() {
            let game = self.game;
            instance.set_logs(!self.fork);
            // A failure poisons the instance, which is all that anybody could do about it.
            let _ = instance.call(Kind::Ask, "drop", |guest, _| {
                guest.run(async |store| game.resource_drop_async(store).await)
            });
        }
    }
}

/// An event with the place of the rule's function that it names, if it is one of those for whoever runs the table.
fn placed(mut event: Event, in_force: &InForce) -> Event {
    if let EventKind::Custom(custom) = &event.kind
        && custom.name == EDIT_REFUSED
    {
        event.text = in_force.placed(event.text);
    }
    event
}

impl Game for WasmGame {
    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble> {
        let decisions: Vec<Decision> =
            self.ask(Kind::Ask, "decisions", |guest, rules, this| rules.decisions(guest, this))?.convert();
        let mut instance = self.lock();
        let (seats, most) = (instance.known().seats, instance.loaded().limits.choices);
        match response::fault_in_decisions(&decisions, seats, most) {
            Some(fault) => Err(instance.poison("decisions", &fault)),
            None => Ok(decisions),
        }
    }

    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble> {
        self.ask(Kind::Ask, "choice-count", |guest, rules, this| rules.choice_count(guest, this, seat))
    }

    fn weights(&mut self, seat: Seat, policy: &str) -> Result<Vec<u32>, Trouble> {
        self.ask(Kind::Ask, "weights", |guest, rules, this| rules.weights(guest, this, seat, policy))
    }

    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble> {
        self.ask(Kind::Apply, "apply-index", |guest, rules, this| rules.apply_index(guest, this, seat, index))
    }

    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
        let mut instance = self.lock();
        instance.set_logs(!self.fork);
        let apply = |instance: &mut Instance| {
            instance.call(Kind::Apply, "apply", |guest, rules| rules.apply(guest, self.game, seat, choice))
        };
        let answer = if self.fork {
            apply(&mut instance)?
        } else {
            instance.set_at_table(true);
            let answer = scoped_dice::lend(dice, || apply(&mut instance));
            instance.set_at_table(false);
            answer?
        };
        Ok(match answer {
            Ok(events) => {
                let events: Vec<Event> = events.convert();
                let in_force = instance.in_force();
                Ok(events.into_iter().map(|event| placed(event, in_force)).collect())
            }
            Err(refusal) => Err(refusal.convert()),
        })
    }

    fn details(&mut self, seat: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble> {
        let answer =
            self.ask(Kind::Ask, "details", |guest, rules, this| rules.details(guest, this, seat, choices))?;
        Ok(answer.convert())
    }

    fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Trouble> {
        let target = target.clone().convert();
        let answer =
            self.ask(Kind::Ask, "explain", |guest, rules, this| rules.explain(guest, this, seat, &target))?;
        Ok(answer.convert())
    }

    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble> {
        let view: View =
            self.ask(Kind::Ask, "view", |guest, rules, this| rules.view(guest, this, seat))?.convert();
        let mut instance = self.lock();
        match response::fault_in_view(&view, instance.spaces()) {
            Some(fault) => Err(instance.poison("view", &fault)),
            None => Ok(view),
        }
    }

    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble> {
        let answer =
            self.ask(Kind::Ask, "odds", |guest, rules, this| rules.odds(guest, this, seat, choice))?;
        let tables: Vec<OddsTable> = answer.convert();
        match fault_in_odds(&tables) {
            Some(fault) => Err(self.lock().poison("odds", &fault)),
            None => Ok(tables),
        }
    }

    fn overlay(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>, Trouble> {
        let focus = focus.cloned().convert();
        let answer = self.ask(Kind::Ask, "overlay", |guest, rules, this| {
            rules.overlay(guest, this, seat, name, focus.as_ref())
        })?;
        Ok(answer.convert())
    }

    fn seats(&mut self) -> Result<Vec<String>, Trouble> {
        let seats = self.ask(Kind::Ask, "seats", |guest, rules, this| rules.seats(guest, this))?;
        let mut instance = self.lock();
        match response::fault_in_seats(&seats, instance.known()) {
            Some(fault) => Err(instance.poison("seats", &fault)),
            None => Ok(seats),
        }
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        let answer = self.ask(Kind::Ask, "outcome", |guest, rules, this| rules.outcome(guest, this))?;
        let outcome: Option<Outcome> = answer.convert();
        let mut instance = self.lock();
        match outcome.as_ref().and_then(|outcome| response::fault_in_outcome(outcome, instance.known())) {
            Some(fault) => Err(instance.poison("outcome", &fault)),
            None => Ok(outcome),
        }
    }

    fn save(&mut self) -> Result<Vec<u8>, Trouble> {
        let state = self.ask(Kind::Ask, "save", |guest, rules, this| rules.save(guest, this).map(State))?;
        Ok(state.0)
    }

    fn load(&mut self, schema: u32, bytes: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let mut instance = self.lock();
        instance.set_logs(true);
        let load = instance
            .call(Kind::Create, "load", |guest, rules| rules.load(guest, schema, bytes))?
            .map_err(Convert::convert);
        Ok(load.map(|game| -> Box<dyn Game> { Box::new(Self::table(Arc::clone(&self.instance), game)) }))
    }

    fn fork(&mut self, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        let game = self.ask(Kind::Ask, "fork", |guest, rules, this| rules.fork(guest, this, seed))?;
        Ok(self.fork_of(game))
    }

    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        let game =
            self.ask(Kind::Ask, "sample", |guest, rules, this| rules.sample(guest, this, seat, seed))?;
        Ok(self.fork_of(game))
    }

    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble> {
        let result: PlayoutResult = self
            .ask(Kind::Playout, "playout", |guest, rules, this| {
                rules.playout(guest, this, policy, seed, limit)
            })?
            .convert();
        let mut instance = self.lock();
        match response::fault_in_playout(&result, instance.known().sides.len()) {
            Some(fault) => Err(instance.poison("playout", &fault)),
            None => Ok(result),
        }
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.lock().usage())
    }

    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble> {
        let changes = changes.to_vec().convert();
        let answer = self.ask(Kind::Apply, "edit", |guest, rules, this| rules.edit(guest, this, &changes))?;
        Ok(answer.map_err(Convert::convert))
    }
}
