//! What a table shows those who write modules and house rules.

use muster_contract::{
    Log,
    hooks::{Effect, Fact},
};

use crate::{
    messages::{Peer, RuleStanding, StepAct, Workbench},
    table::Table,
};

/// How many of the things that rules did are listed, the last ones.
const MOST_ACTS: usize = 60;

impl Table {
    /// What the workbench shows at this peer.
    #[must_use]
    pub fn workbench(&self, peer: &Peer) -> Workbench {
        let mut acts: Vec<StepAct> = Vec::new();
        let all = self.knows_all(peer);
        if all {
            let steps = (1..).zip(self.history().steps());
            let taken = steps.flat_map(|(step, taken)| {
                taken.acts.iter().map(move |act| StepAct { step, act: act.clone() })
            });
            acts.extend(taken);
            acts.drain(..acts.len().saturating_sub(MOST_ACTS));
        }
        Workbench {
            module: self.build().module.clone(),
            version: self.build().version.clone(),
            component: self.build().component.clone(),
            before: self.build_before().map(|build| build.version.clone()),
            usage: if all { self.usage() } else { None },
            allowances: self.module().allowances(),
            log: self.module().log().filter(|_| all).map(Log::lines).unwrap_or_default(),
            rules: self.rules_standing(),
            acts,
        }
    }

    fn rules_standing(&self) -> Vec<RuleStanding> {
        let in_force = self.position().in_force.rules();
        let rules = in_force.iter().flat_map(|rules| rules.rules());
        let texts = self.rules();
        rules
            .map(|rule| RuleStanding {
                id: rule.id.clone(),
                title: rule.title.clone(),
                sees_hidden: rule.sees_hidden,
                text: texts
                    .iter()
                    .find(|text| text.id == rule.id)
                    .map(|text| text.text.clone())
                    .unwrap_or_default(),
                subscriptions: rule.subscriptions.clone(),
                variables: self.variables_of(&rule.id).unwrap_or_else(|| {
                    let initial = rule.variables.iter();
                    initial.map(|one| Fact { name: one.name.clone(), value: one.initial.clone() }).collect()
                }),
            })
            .collect()
    }

    /// A rule's variables after it was last called; none if it never was.
    fn variables_of(&self, rule: &str) -> Option<Vec<Fact>> {
        let mut acts = self.history().steps().iter().rev().flat_map(|step| step.acts.iter().rev());
        let last = acts.find(|act| act.rule == rule)?;
        let mut variables = last.variables.clone();
        for effect in &last.effects {
            if let Effect::Set(set) = effect
                && let Some(known) = variables.iter_mut().find(|known| known.name == set.name)
            {
                known.value = set.value.clone();
            }
        }
        Some(variables)
    }
}
