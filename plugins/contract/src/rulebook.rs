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
        Self { module: format!("house rule {rule}"), call: function, message, backtrace: Vec::new() }
    }
}
