//! A version 0.2 that there isn't, for the tests: what it changes is what a version can change. An import has another
//! parameter and answer, the description has lost fields, `create` is told less, and an export has another name.

use std::sync::Arc;

use wasmtime::{
    Result,
    component::{HasSelf, InstancePre, Linker, ResourceAny},
};

use super::{Api, Exports, Prepared, v0_1::of_game};
use crate::{
    bindings::{
        exports::muster::game::rules::{DecisionKind, Description, PieceForm, Setup},
        muster::game::types::{
            Change, ChoiceDetails, Decision, Event, Line, OddsTable, Outcome, OverlayItem, PlayoutResult,
            Refusal, Target, View,
        },
    },
    guest::Guest,
    host::Host,
};

#[allow(dead_code, missing_docs, unsafe_code, clippy::all, clippy::pedantic, clippy::unwrap_used)]
mod bindings {
    wasmtime::component::bindgen!({
        path: ["../../plugins/contract/wit/0.1", "tests/wit/0.2"],
        world: "muster:game/module@0.2.0",
        imports: { default: trappable },
        exports: { default: async },
        with: {
            "muster:game/types@0.1.0": crate::bindings::muster::game::types,
            "muster:game/journal@0.1.0": crate::bindings::muster::game::journal,
        },
    });
}

use bindings::{Module, ModulePre, muster::game0_2_0::dice};

pub(super) const API: Api = Api { version: "0.2.0", link, prepare };

fn link(linker: &mut Linker<Host>) -> Result<()> {
    dice::add_to_linker::<Host, HasSelf<Host>>(linker, |host| host)
}

fn prepare(component: InstancePre<Host>) -> Result<Arc<dyn Prepared>> {
    Ok(Arc::new(ModulePre::new(component)?))
}

impl dice::Host for Host {
    fn roll(&mut self, count: u8, sides: u8, add: i32, reason: String) -> Result<Vec<i32>> {
        let faces = crate::bindings::muster::game::dice::Host::roll(self, count, sides, reason)?;
        Ok(faces.into_iter().map(|face| i32::from(face) + add).collect())
    }
}

impl Prepared for ModulePre<Host> {
    fn instantiate(&self, guest: &mut Guest) -> Result<Box<dyn Exports>> {
        Ok(Box::new(guest.run(async |store| self.instantiate_async(store).await)?))
    }
}

impl Exports for Module {
    fn describe(&self, guest: &mut Guest) -> Result<Description> {
        let told = guest.run(async |store| self.muster_game0_2_0_rules().call_describe(store).await)?;
        let kinds = told.decisions.into_iter();
        let decisions =
            kinds.map(|kind| DecisionKind { id: kind.id, title: kind.title, text: String::new() });
        Ok(Description {
            title: told.title,
            state_schema: told.state_schema,
            decisions: decisions.collect(),
            summary: String::new(),
            sides: Vec::new(),
            options: Vec::new(),
            phases: Vec::new(),
            kinds: Vec::new(),
            schema: Vec::new(),
            overlays: Vec::new(),
            pieces: PieceForm::Counters,
            policies: Vec::new(),
            features: Vec::new(),
            values: Vec::new(),
            hooks: Vec::new(),
            queries: Vec::new(),
            changes: Vec::new(),
        })
    }

    fn create(&self, guest: &mut Guest, setup: &Setup) -> Result<Result<ResourceAny, Refusal>> {
        guest.run(async |store| self.muster_game0_2_0_rules().game().call_create(store, &setup.seats).await)
    }

    fn load(&self, guest: &mut Guest, schema: u32, bytes: &[u8]) -> Result<Result<ResourceAny, Refusal>> {
        guest.run(async |store| self.muster_game0_2_0_rules().game().call_load(store, schema, bytes).await)
    }

    of_game! {
        muster_game0_2_0_rules;
        decisions: call_decisions() -> Vec<Decision>;
        choice_count: call_count_choices(seat: u8) -> u32;
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
