//! Version 0.1 of the contract.

use std::sync::Arc;

use wasmtime::{
    Result,
    component::{HasSelf, InstancePre, Linker, ResourceAny},
};

use super::{Api, Exports, Prepared};
use crate::{
    bindings::{
        Module, ModulePre,
        exports::muster::game::rules::{Description, Setup},
        muster::game::{
            dice, hooks, journal, log, phases,
            types::{
                Change, ChoiceDetails, Decision, Event, Line, OddsTable, Outcome, OverlayItem, PlayoutResult,
                Refusal, Target, View,
            },
        },
    },
    guest::Guest,
    host::Host,
};

/// Version 0.1.
pub(super) const API: Api = Api { version: "0.1.0", link, prepare };

/// The interface of the boards; `map` and `units` are linked by hand, since the generated bindings would copy
/// every list that they answer with.
const MAP: &str = "muster:game/map@0.1.0";
const UNITS: &str = "muster:game/units@0.1.0";

fn link(linker: &mut Linker<Host>) -> Result<()> {
    linker.instance(MAP)?.func_wrap("boards", |store: wasmtime::StoreContextMut<'_, Host>, (): ()| {
        Ok((Arc::clone(store.data().boards()),))
    })?;
    linker.instance(UNITS)?.func_wrap("roster", |store: wasmtime::StoreContextMut<'_, Host>, (): ()| {
        Ok((Arc::clone(store.data().roster()),))
    })?;
    dice::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)?;
    journal::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)?;
    log::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)?;
    phases::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)?;
    hooks::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)
}

fn prepare(component: InstancePre<Host>) -> Result<Arc<dyn Prepared>> {
    Ok(Arc::new(ModulePre::new(component)?))
}

impl Prepared for ModulePre<Host> {
    fn instantiate(&self, guest: &mut Guest) -> Result<Box<dyn Exports>> {
        Ok(Box::new(guest.run(async |store| self.instantiate_async(store).await)?))
    }
}

/// Functions of the resource `game` whose types are this program's own, in the exports that this method gives.
macro_rules! of_game {
    ($rules:ident; $($name:ident: $call:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => { $(
        fn $name(&self, guest: &mut Guest, game: ResourceAny, $($argument: $type),*) -> Result<$answer> {
            guest.run(async |store| self.$rules().game().$call(store, game, $($argument),*).await)
        }
    )* };
}
#[cfg(test)]
pub(super) use of_game;

impl Exports for Module {
    fn describe(&self, guest: &mut Guest) -> Result<Description> {
        guest.run(async |store| self.muster_game_rules().call_describe(store).await)
    }

    fn create(&self, guest: &mut Guest, setup: &Setup) -> Result<Result<ResourceAny, Refusal>> {
        guest.run(async |store| self.muster_game_rules().game().call_create(store, setup).await)
    }

    fn load(&self, guest: &mut Guest, schema: u32, bytes: &[u8]) -> Result<Result<ResourceAny, Refusal>> {
        guest.run(async |store| self.muster_game_rules().game().call_load(store, schema, bytes).await)
    }

    of_game! {
        muster_game_rules;
        decisions: call_decisions() -> Vec<Decision>;
        choice_count: call_choice_count(seat: u8) -> u32;
        weights: call_weights(seat: u8, policy: &str) -> Vec<u32>;
        apply_index: call_apply_index(seat: Option<u8>, index: u32) -> Option<u32>;
        apply: call_apply(seat: u8, choice: &str) -> Result<Vec<Event>, Refusal>;
        details: call_details(seat: u8, choices: &[String]) -> Vec<ChoiceDetails>;
        explain: call_explain(seat: u8, target: &Target) -> Vec<Line>;
        view: call_view(seat: Option<u8>) -> View;
        odds: call_odds(seat: u8, choice: &str) -> Vec<OddsTable>;
        overlay: call_overlay(seat: Option<u8>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem>;
        seats: call_seats() -> Vec<String>;
        outcome: call_outcome() -> Option<Outcome>;
        save: call_save() -> Vec<u8>;
        fork: call_fork(seed: u64) -> ResourceAny;
        sample: call_sample(seat: u8, seed: u64) -> ResourceAny;
        playout: call_playout(policy: &str, seed: u64, limit: u32) -> PlayoutResult;
        edit: call_edit(changes: &[Change]) -> Result<(), Refusal>;
    }
}
