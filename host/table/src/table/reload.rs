//! Other texts of a table's rules take over.

use std::sync::Arc;

use muster_contract::{InForce, RuleText, hooks::Datum};

use crate::{
    event::Recipient,
    messages::{RefusalCode, Refused},
};

use super::{Table, health::paused, live::commit::Transition};

impl Table {
    /// Other texts of the table's rules take over, between two choices. If they can't be compiled, or can't go on with the
    /// game as it stands, the old ones stay in force and nothing has changed.
    pub fn reload(&mut self, texts: Vec<RuleText>) -> Result<(), Refused> {
        let refuse = |reason: String| Refused::new(RefusalCode::Rules, reason);
        let ids = |rules: &[RuleText]| rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
        if ids(&texts) != ids(self.rules()) {
            return Err(refuse("rules are turned on and off only before a game begins".to_owned()));
        }
        let changed: Vec<String> = texts
            .iter()
            .zip(self.rules())
            .filter(|(new, old)| new != old)
            .map(|(new, _)| new.id.clone())
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let position = self.system.position_under(self.position(), self.module().as_ref(), &texts);
        let position = Arc::new(position.map_err(refuse)?);
        if let Some(fault) = fault_in_variables(&self.position().in_force, &position.in_force) {
            return Err(refuse(fault));
        }
        let good = self.history().last().ok_or_else(paused)?.clone();
        let module = self.module().as_ref();
        let loaded = module.load(&position, good.schema, &good.save);
        let loaded = loaded.map_err(|trouble| refuse(trouble.message))?;
        let mut game = loaded.map_err(|refusal| {
            refuse(format!("this game can't go on under the changed ones: {}", refusal.reason))
        })?;
        let next = self.live.inspect_other(game.as_mut(), module);
        let next = next.map_err(|trouble| refuse(trouble.to_string()))?;
        let snapshot = next.snapshot();
        let told_more = told_more(&self.position().in_force, &position.in_force);
        let (was_paused, drafts) = (self.health.is_paused(), self.live.drafts_or_parked());
        let rules = Transition::Rules { position, texts, changed: changed.clone(), game, snapshot };
        self.commit(Vec::new(), rules, Some(next))?;
        for rule in told_more {
            self.notify(Recipient::Everybody, format!("the house rule “{rule}” was changed, and sees hidden facts from now on: what it does can tell what only some seats know"));
        }
        tracing::info!(?changed, "other texts of house rules take over at a table");
        if was_paused {
            self.live.park_as(drafts);
            // They are in force, whatever comes of it; that the table is paused again is told as any pause is.
            let _ = self.end_pause();
        }
        Ok(())
    }
}

/// The titles of the rules that see hidden facts under these texts and didn't under the old ones.
fn told_more(old: &InForce, new: &InForce) -> Vec<String> {
    let seeing = |rules: &InForce| {
        let rules = rules.rules().into_iter().flat_map(|rules| rules.rules());
        rules
            .filter(|rule| rule.sees_hidden)
            .map(|rule| (rule.id.clone(), rule.title.clone()))
            .collect::<Vec<_>>()
    };
    let saw = seeing(old);
    let more = seeing(new).into_iter().filter(|(id, _)| !saw.iter().any(|(known, _)| known == id));
    more.map(|(_, title)| title).collect()
}

/// What is wrong where a variable of a rule has another type under these texts than it has had so far, with its place.
fn fault_in_variables(old: &InForce, new: &InForce) -> Option<String> {
    let (old, new) = (old.rules()?, new.rules()?);
    let rules = (0..)
        .zip(new.rules())
        .filter_map(|(number, rule)| Some((number, rule, old.rules().iter().find(|old| old.id == rule.id)?)));
    let mut faults = rules.filter_map(|(number, rule, old)| {
        let (now, then) = rule.variables.iter().find_map(|now| {
            let then = old.variables.iter().find(|then| then.name == now.name)?;
            let is_other = std::mem::discriminant(&now.initial) != std::mem::discriminant(&then.initial);
            is_other.then_some((now, then))
        })?;
        let place = new.place_of_variable(number, &now.name).unwrap_or_else(|| rule.id.clone());
        let (name, now, then) = (&now.name, type_of(&now.initial), type_of(&then.initial));
        Some(format!(
            "{place}: the variable \"{name}\" is {now}, and in this game it is {then}. Let it begin as {then}, or give it another name: while a game goes on, a variable keeps its type"
        ))
    });
    faults.next()
}

/// What a value of a variable is, in words.
fn type_of(value: &Datum) -> &'static str {
    match value {
        Datum::Number(_) => "a number",
        Datum::Text(_) => "a text",
        Datum::Flag(_) => "true or false",
        Datum::Numbers(_) => "a list of numbers",
        Datum::Texts(_) => "a list of texts",
    }
}
