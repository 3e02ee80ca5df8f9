//! Optional rules and house rules at a table: what makes rules of texts, and the position under them.

use muster_contract::{InForce, Module, Position, RuleText, Rulebook};

/// A rulebook for tables without rules.
#[derive(Debug)]
pub struct NoRulebook;

impl Rulebook for NoRulebook {
    fn compile(&self, _module: &dyn Module, texts: &[RuleText]) -> Result<InForce, String> {
        match texts {
            [] => Ok(InForce::NONE),
            [first, ..] => Err(format!("this program can't read the house rule “{}”", first.id)),
        }
    }
}

/// The position with these rules in force.
pub(crate) fn under(
    position: &Position,
    module: &dyn Module,
    rulebook: &dyn Rulebook,
    texts: &[RuleText],
) -> Result<Position, String> {
    let in_force = if texts.is_empty() { InForce::NONE } else { rulebook.compile(module, texts)? };
    let mut position = Position { in_force, ..position.clone() };
    position.setup.rules = texts.iter().map(|rule| rule.id.clone()).collect();
    Ok(position)
}
