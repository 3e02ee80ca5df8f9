//! Optional rules and house rules as a game sees them, however they are written and wherever they run.

use std::{fmt, sync::Arc};

use crate::hooks::{Effect, Fact, Rule};
use crate::{Attribute, Awaited};

/// The text of a rule that a table plays with, whatever becomes of the file that it came from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RuleText {
    /// The rule's id: the name of its file.
    pub id: String,
    /// The script.
    pub text: String,
    /// The values that the table gave its settings; what is missing has its default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Attribute>,
}

/// A rule failed: it ran into an error, or ran away. The choice in which it did is not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("house rule {rule} failed in {function}: {message}")]
pub struct RuleFailure {
    /// The rule's id.
    pub rule: String,
    /// Its function that was called.
    pub function: String,
    /// What happened, where in its text, and what to do about it.
    pub message: String,
}

impl RuleFailure {
    /// The failure that a module told of in these words (see [`RuleFailure`]'s `Display`), if it is of a rule that is in
    /// force: what a component finds out of a rule's answer it can only say as its last words.
    #[must_use]
    pub fn from_message(words: &str, rules: &dyn Rules) -> Option<Self> {
        let told = words.strip_prefix("house rule ")?;
        (0..).zip(rules.rules()).find_map(|(number, rule)| {
            let told = told.strip_prefix(rule.id.as_str())?.strip_prefix(" failed in ")?;
            let (function, why) = told.split_once(": ")?;
            rule.functions.iter().any(|known| known == function).then(|| {
                let place =
                    rules.place(number, function).map(|place| format!("{place}: ")).unwrap_or_default();
                Self {
                    rule: rule.id.clone(),
                    function: function.to_owned(),
                    message: format!("{place}{why}"),
                }
            })
        })
    }
}

/// What a game says, to whoever runs the table, of a change that a rule wanted and that it refused. A component doesn't know
/// where the rule's functions stand; whoever has the texts finds it by these words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedEdit<'a> {
    /// The rule's title.
    pub title: &'a str,
    /// Its function that wanted the change.
    pub function: &'a str,
    /// Why it was refused, without a full stop.
    pub reason: &'a str,
}

impl fmt::Display for RefusedEdit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} can't be carried out in {}: {}.", self.title, self.function, self.reason)
    }
}

impl RefusedEdit<'_> {
    /// These words with the place of the function that they name (`weather.rhai:12`), if they are such and somebody knows it.
    #[must_use]
    pub fn placed(words: &str, rules: &dyn Rules) -> Option<String> {
        (0..).zip(rules.rules()).find_map(|(number, rule)| {
            let told = words.strip_prefix(rule.title.as_str())?.strip_prefix(" can't be carried out in ")?;
            let (function, _) = told.split_once(": ")?;
            let known = rule.functions.iter().any(|known| known == function);
            let place = known.then(|| rules.place(number, function))??;
            Some(format!("{place}: {words}"))
        })
    }
}

/// What a rule answers to a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleAnswer {
    /// What it wants done, in this order.
    pub effects: Vec<Effect>,
    /// What it printed meanwhile, line by line, for whoever writes it.
    pub printed: Vec<String>,
}

/// What a rule did at the table, for whoever writes it. It can tell of what not every seat may know.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleAct {
    /// The rule's id.
    pub rule: String,
    /// The hook from which it was called, or on which a chain of calls began.
    pub hook: String,
    /// Its function that was called.
    pub function: String,
    /// What it was told.
    pub facts: Vec<Fact>,
    /// What its variables were.
    pub variables: Vec<Fact>,
    /// What it wanted done.
    pub effects: Vec<Effect>,
    /// What it printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

/// Rules that are in force at a table. They keep no state and have no dice: the same call gets the same answer, on the
/// table's game and in a bot's search alike.
pub trait Rules: Send + Sync {
    /// See `hooks.rules`.
    fn rules(&self) -> &[Rule];

    /// See `hooks.call`. It fails as well once nobody waits for it any more.
    fn call(
        &self,
        rule: u32,
        hook: &str,
        function: &str,
        facts: &[Fact],
        variables: &[Fact],
        awaited: &Awaited,
    ) -> Result<RuleAnswer, RuleFailure>;

    /// Where one of a rule's functions stands in its text (`weather.rhai:12`), for a failure that is found out after its
    /// call; none where nobody knows.
    fn place(&self, _rule: u32, _function: &str) -> Option<String> {
        None
    }

    /// Where one of a rule's variables is declared in its text (`weather.rhai:3:1`); none where nobody knows.
    fn place_of_variable(&self, _rule: u32, _variable: &str) -> Option<String> {
        None
    }
}

/// The rules of a position, or none. Two of them are equal if they are the same rules.
#[derive(Clone, Default)]
pub struct InForce(Option<Arc<dyn Rules>>);

impl InForce {
    /// No rules.
    pub const NONE: Self = Self(None);

    /// These rules.
    #[must_use]
    pub fn new(rules: Arc<dyn Rules>) -> Self {
        Self(Some(rules))
    }

    /// A [`RefusedEdit`]'s words with the place of its function, if these are such; any other words as they are.
    #[must_use]
    pub fn placed(&self, words: String) -> String {
        self.rules().and_then(|rules| RefusedEdit::placed(&words, rules.as_ref())).unwrap_or(words)
    }

    /// The rules, if there are any.
    #[must_use]
    pub fn rules(&self) -> Option<&Arc<dyn Rules>> {
        self.0.as_ref()
    }
}

impl fmt::Debug for InForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = self.0.iter().flat_map(|rules| rules.rules().iter().map(|rule| &rule.id));
        f.debug_list().entries(ids).finish()
    }
}

impl PartialEq for InForce {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One([Rule; 1]);

    impl Rules for One {
        fn rules(&self) -> &[Rule] {
            &self.0
        }

        fn call(
            &self,
            _: u32,
            _: &str,
            _: &str,
            _: &[Fact],
            _: &[Fact],
            _: &Awaited,
        ) -> Result<RuleAnswer, RuleFailure> {
            Ok(RuleAnswer::default())
        }

        fn place(&self, rule: u32, function: &str) -> Option<String> {
            (rule == 0 && function == "act").then(|| "zeal.rhai:3".to_owned())
        }
    }

    #[test]
    fn a_refused_edit_is_placed_by_its_words() {
        let rule = Rule {
            id: "zeal".into(),
            title: "Zeal".into(),
            citation: String::new(),
            subscriptions: Vec::new(),
            functions: vec!["act".into(), "other".into()],
            variables: Vec::new(),
            sees_hidden: false,
            decks: Vec::new(),
        };
        let in_force = InForce::new(Arc::new(One([rule])));
        let refused = |function: &str| {
            RefusedEdit { title: "Zeal", function, reason: "there is no hex: none" }.to_string()
        };
        let words = "zeal.rhai:3: Zeal can't be carried out in act: there is no hex: none.";
        assert_eq!(in_force.placed(refused("act")), words);
        // What has no place stays as it is: another function, other words, words that have it.
        for other in [refused("other"), refused("nobody"), "Zeal is good.".into(), words.into()] {
            assert_eq!(in_force.placed(other.clone()), other);
        }
        assert_eq!(InForce::NONE.placed(refused("act")), refused("act"));
    }
}
