//! Answers that the types allow and the contract doesn't. Only what a host would stumble over is looked for; the
//! conformance suite looks for the rest.

use std::collections::HashSet;

use muster_contract::{Decision, PlayoutResult};

/// What is wrong with these decisions, if anything.
pub(crate) fn in_decisions(decisions: &[Decision]) -> Option<String> {
    let mut seen = HashSet::with_capacity(decisions.iter().map(|decision| decision.choices.len()).sum());
    for decision in decisions {
        if decision.waits && decision.choices.is_empty() {
            return Some(format!(
                "it waits for seat {} to decide `{}` and offers it no choice",
                decision.seat, decision.kind
            ));
        }
        for choice in &decision.choices {
            if !seen.insert((decision.seat, choice.id.as_str())) {
                return Some(format!("it offers seat {} the choice `{}` twice", decision.seat, choice.id));
            }
        }
    }
    None
}

/// What is wrong with this result, if anything.
pub(crate) fn in_playout(result: &PlayoutResult, sides: usize) -> Option<String> {
    if result.prospects.len() != sides {
        return Some(format!("it has {} sides and gives prospects for {}", sides, result.prospects.len()));
    }
    let sum: u64 = result.prospects.iter().map(|&prospect| u64::from(prospect)).sum();
    (sum != 10_000).then(|| format!("the prospects of its sides add up to {sum}, not 10,000"))
}
