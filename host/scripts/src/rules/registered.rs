//! What the top of a rule's script registers.

use muster_contract::Attribute;
use muster_contract::hooks::{Deck, Subscription, Variable};

use super::heading::{RuleHeading, SettingInfo};
use crate::problem::At;

/// What a script registered.
#[derive(Clone, Debug, Default)]
pub(super) struct Registered {
    pub(super) heading: Option<RuleHeading>,
    pub(super) settings: Vec<Attribute>,
    pub(super) variables: Vec<(Variable, At)>,
    pub(super) decks: Vec<Deck>,
    pub(super) subscriptions: Vec<(Subscription, At)>,
    pub(super) settings_info: Vec<SettingInfo>,
}

impl Registered {
    /// The settings as they are in force.
    pub(super) fn settings(&self) -> Vec<Attribute> {
        let of = |info: &SettingInfo| {
            let given = self.settings.iter().find(|one| one.name == info.name);
            given
                .cloned()
                .unwrap_or_else(|| Attribute { name: info.name.clone(), value: info.default.clone() })
        };
        self.settings_info.iter().map(of).collect()
    }
}
