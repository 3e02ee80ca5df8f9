//! What the workbench shows: the module that runs, and the rules in force.

use muster_contract::hooks::{Fact, Subscription};
use muster_contract::{Allowance, Logged, RuleAct, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What whoever writes a module or a house rule wants to know of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Workbench {
    /// The module's id.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The hash of its component in hexadecimal; empty if it isn't one.
    pub component: String,
    /// The version that played before another build took over; it can take over again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What the game's instance has taken; none for a game that nobody counts, or that has failed. Only for the table's
    /// host where nobody else plays but bots: how many steps a call takes can tell what was chosen in secret.
    pub usage: Option<Usage>,
    /// What it may take.
    pub allowances: Vec<Allowance>,
    /// What the module wrote into its log, the latest last. Only for the table's host where nobody else plays but bots: it
    /// may tell secrets.
    #[serde(default)]
    pub log: Vec<Logged>,
    /// The rules in force, in the order in which they are called.
    pub rules: Vec<RuleStanding>,
    /// What they did in the last steps, the latest last. Only for the table's host where nobody else plays but bots:
    /// rules can be told what not everybody may know.
    pub acts: Vec<StepAct>,
}

/// A rule in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleStanding {
    /// Its id: the name of its file.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is told what not every seat may know.
    pub sees_hidden: bool,
    /// Its text.
    pub text: String,
    /// The hooks from which it is called, with the function of each.
    pub subscriptions: Vec<Subscription>,
    /// Its variables, with the values that it left behind when it was last called. Everybody may know them.
    pub variables: Vec<Fact>,
}

/// Something that a rule did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepAct {
    /// The step in which it did.
    pub step: u64,
    /// What.
    #[serde(flatten)]
    pub act: RuleAct,
}
