//! The rules in force, by hook; and what the SDK itself lets them have a say in.

use std::sync::Arc;

use muster_contract::hooks::{Effect, Fact, Rule};
use muster_contract::{
    Awaited, DatumType, DecisionKind, EffectKind, HookInfo, InForce, OddsTable, RuleFailure, Rules,
};

use crate::description::fact;

/// The kind of decision that rules offer.
pub(crate) const KIND: &str = "house-rule";

/// The hooks that the SDK calls in every module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hooks {
    /// Before the set-up.
    pub(crate) begin: &'static str,
    /// When a decision is about to open.
    pub(crate) decision: &'static str,
}

/// Their names.
pub(crate) const HOOKS: Hooks = Hooks { begin: "begin", decision: "decision" };

/// How rules' own decisions are described.
pub(crate) fn kind() -> DecisionKind {
    DecisionKind {
        id: KIND.to_owned(),
        title: "House rule".to_owned(),
        text: "A rule that the table has turned on asks something.".to_owned(),
    }
}

impl Hooks {
    /// Their descriptions.
    pub(crate) fn describe() -> Vec<HookInfo> {
        vec![
            HookInfo {
                id: HOOKS.begin.to_owned(),
                text: "The game begins; nothing is set up yet.".to_owned(),
                citation: "set-up".to_owned(),
                facts: vec![fact("sides", DatumType::Texts, "Seat by seat, the side that it plays.")],
                numbers: Vec::new(),
                effects: vec![
                    EffectKind::Set,
                    EffectKind::Note,
                    EffectKind::Roll,
                    EffectKind::Offer,
                    EffectKind::Draw,
                    EffectKind::Seat,
                ],
                example: "fn on_begin(facts) {\n    note(`Seat 0 plays ${facts.sides[0]}.`);\n}".to_owned(),
            },
            HookInfo {
                id: HOOKS.decision.to_owned(),
                text: "A seat is about to be asked for a decision. While decisions are made in secret, a rule without \
                       `hidden: true` can only forbid, add and ask here."
                    .to_owned(),
                citation: "every decision".to_owned(),
                facts: vec![
                    fact("seat", DatumType::Number, "The seat, from 0."),
                    fact("side", DatumType::Text, "The side that it decides for."),
                    fact("kind", DatumType::Text, "The kind of decision, as the module describes them."),
                ],
                numbers: Vec::new(),
                effects: vec![EffectKind::Set, EffectKind::Ask, EffectKind::Forbid, EffectKind::Add],
                example: "fn on_decision(facts) {\n    forbid(\"nothing *\", \"It can't be done.\");\n}"
                    .to_owned(),
            },
        ]
    }
}

/// Which rules want to be called for what.
pub(crate) struct Book {
    rules: Arc<dyn Rules>,
    by_hook: Vec<(String, Vec<Subscriber>)>,
}

/// A rule that wants to be called for a hook.
#[derive(Clone, Debug)]
pub(crate) struct Subscriber {
    pub(crate) rule: u32,
    pub(crate) function: String,
}

impl Book {
    /// The book of the rules of a position; none without rules.
    pub(crate) fn of(in_force: &InForce) -> Option<Arc<Self>> {
        let rules = Arc::clone(in_force.rules()?);
        let mut by_hook: Vec<(String, Vec<Subscriber>)> = Vec::new();
        for (number, rule) in (0..).zip(rules.rules()) {
            for subscription in &rule.subscriptions {
                let one = Subscriber { rule: number, function: subscription.function.clone() };
                match by_hook.iter_mut().find(|(hook, _)| *hook == subscription.hook) {
                    Some((_, subscribers)) => subscribers.push(one),
                    None => by_hook.push((subscription.hook.clone(), vec![one])),
                }
            }
        }
        Some(Arc::new(Self { rules, by_hook }))
    }

    /// Adds to chances, which the module says without them, which rules may change the numbers: those that are called from
    /// a hook that asks about some.
    pub(crate) fn say_what_may_change(&self, hooks: &[HookInfo], tables: &mut [OddsTable]) {
        let numbered = |hook: &str| hooks.iter().any(|known| known.id == hook && !known.numbers.is_empty());
        let changes = |rule: &&Rule| rule.subscriptions.iter().any(|one| numbered(&one.hook));
        let titles: Vec<&str> = self.rules().iter().filter(changes).map(|rule| rule.title.as_str()).collect();
        if titles.is_empty() {
            return;
        }
        for table in tables {
            let note = format!("{} may change them", titles.join(", "));
            table.note = if table.note.is_empty() { note } else { format!("{}; {note}", table.note) };
        }
    }

    /// Where a function of a rule stands, if that is known here.
    pub(crate) fn place(&self, rule: u32, function: &str) -> Option<String> {
        self.rules.place(rule, function)
    }

    pub(crate) fn rules(&self) -> &[Rule] {
        self.rules.rules()
    }

    pub(crate) fn rule(&self, number: u32) -> &Rule {
        &self.rules.rules()[number as usize]
    }

    /// Who wants to be called for a hook.
    pub(crate) fn subscribers(&self, hook: &str) -> &[Subscriber] {
        self.by_hook.iter().find(|(id, _)| id == hook).map_or(&[], |(_, subscribers)| subscribers)
    }

    pub(crate) fn call(
        &self,
        rule: u32,
        hook: &str,
        function: &str,
        facts: &[Fact],
        variables: &[Fact],
    ) -> Result<Vec<Effect>, RuleFailure> {
        let answer = self.rules.call(rule, hook, function, facts, variables, &Awaited::ALWAYS)?;
        Ok(answer.effects)
    }
}

/// What stands behind what a rule does.
pub(crate) fn cite(rule: &Rule) -> &str {
    if rule.citation.is_empty() { &rule.title } else { &rule.citation }
}
