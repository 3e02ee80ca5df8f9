//! Where rules come from, and whom their failures are told of.

use std::fmt;

use crate::{InForce, Module, RuleFailure, RuleText, Trouble};

/// Makes rules of their texts. It is the program's matter which language they are written in; a table only keeps the texts.
pub trait Rulebook: Send + Sync {
    /// Compiles the texts for a module. The error says in which file and line what is wrong, and what to do.
    fn compile(&self, module: &dyn Module, texts: &[RuleText]) -> Result<InForce, String>;
}

impl fmt::Debug for dyn Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rulebook")
    }
}

impl From<RuleFailure> for Trouble {
    fn from(failure: RuleFailure) -> Self {
        let RuleFailure { rule, function, message } = failure;
        Self { module: format!("{RULE}{rule}"), call: function, message, backtrace: Vec::new() }
    }
}

/// What the name of a house rule begins with where a [`Trouble`] has it in place of a module's.
const RULE: &str = "house rule ";

impl Trouble {
    /// The message of one that came from the stop button.
    pub const STOPPED: &str = "it was stopped";

    /// Whether somebody ended the call, so that nothing is wrong with whoever was called.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.message == Self::STOPPED
    }

    /// Whether a house rule failed, and not the module. Its `call` is then a function of the rule, which may tell what was
    /// chosen in secret.
    #[must_use]
    pub fn is_of_rule(&self) -> bool {
        self.module.starts_with(RULE)
    }

    /// Who failed, in words: the module, or a house rule.
    #[must_use]
    pub fn who(&self) -> String {
        if self.is_of_rule() { self.module.clone() } else { format!("module {}", self.module) }
    }
}
