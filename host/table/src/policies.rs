//! A module's own ways of choosing, as bots at a table follow them.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Attribute, Description, Position, Value};

use crate::messages::BotKind;

/// Returns the position with the options of the module's policies set, each to the side that is played by its policy, if
/// exactly one is. Where none or several are, the option stays what the scenario or the table made it. `bots` are seat by seat;
/// none is a person.
pub(crate) fn with_policy_options(
    mut position: Position,
    description: &Description,
    bots: impl Iterator<Item = Option<BotKind>>,
) -> Position {
    let mut played: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (bot, side) in bots.zip(&position.setup.seats) {
        let Some(BotKind::Policy(id)) = bot else { continue };
        let policy = description.policies.iter().find(|policy| policy.id == id.as_str());
        if let Some(option) = policy.and_then(|policy| policy.told.as_deref()) {
            played.entry(option).or_default().insert(side);
        }
    }
    let options: Vec<Attribute> = played
        .into_iter()
        .filter(|(_, sides)| sides.len() == 1)
        .flat_map(|(option, sides)| sides.into_iter().map(move |side| (option, side)))
        .map(|(option, side)| Attribute { name: option.to_owned(), value: Value::Text(side.to_owned()) })
        .collect();
    for option in options {
        position.setup.options.retain(|known| known.name != option.name);
        position.setup.options.push(option);
    }
    position
}
