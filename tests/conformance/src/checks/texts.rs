//! Prompts, citations, ids, labels and explanations.

use std::collections::BTreeSet;

use muster_contract::{Decision, OddsTable, Target, fault_in_odds, fault_in_reports};

use crate::{Evidence, Subject, observation::targets, saw, walk::positions};

/// What an explanation of something that can be chosen never says.
const DENIALS: [&str; 4] = ["can't be chosen", "cannot be chosen", "can't be taken", "not now"];

/// Every decision has a prompt, a citation, a frame and the side of its seat; every choice has an id of its own among
/// its seat's, and a label.
pub fn decisions_are_well_formed(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions, 100, |walk| {
        let at = walk.at();
        let decisions = walk.game.decisions()?;
        let sides = walk.game.seats()?;
        for decision in &decisions {
            let kind = &decision.kind;
            // `begin` is the host's.
            let kinds = &subject.module.describe().decisions;
            let is_described = walk.taken.is_empty() || kinds.iter().any(|known| known.id == *kind);
            if let Some(what) = missing_in(decision, is_described) {
                return Err(saw(format!("{at}: the decision \"{kind}\" has no {what}")));
            }
            if sides.get(usize::from(decision.seat)) != Some(&decision.side) {
                return Err(saw(format!(
                    "{at}: \"{kind}\" names the side {}, the seats are {sides:?}",
                    decision.side
                )));
            }
        }
        for seat in 0..sides.len() as u8 {
            let ids: Vec<String> = decisions
                .iter()
                .filter(|decision| decision.seat == seat)
                .flat_map(|decision| &decision.choices)
                .map(|choice| choice.id.clone())
                .collect();
            let mut own = BTreeSet::new();
            if let Some(twice) = ids.iter().find(|id| !own.insert(id.as_str())) {
                return Err(saw(format!("{at}: seat {seat} has two choices called \"{twice}\"")));
            }
            if walk.taken.is_empty() {
                continue; // `begin` is the host's, and needs no label.
            }
            let details = walk.game.details(seat, &ids)?;
            for id in &ids {
                match details.iter().find(|details| details.id == *id) {
                    Some(details) if !details.label.trim().is_empty() => {}
                    _ => return Err(saw(format!("{at}: the choice \"{id}\" has no label"))),
                }
            }
            let view = walk.game.view(Some(seat))?;
            let mut names = BTreeSet::new();
            if let Some(unit) = view.units.iter().find(|unit| !names.insert(unit.id.as_str())) {
                return Err(saw(format!("{at}: seat {seat} sees two units called \"{}\"", unit.id)));
            }
            if let Some(fault) = fault_in_reports(&view.reports) {
                return Err(saw(format!("{at}: in what seat {seat} sees, {fault}")));
            }
        }
        Ok(())
    })
}

fn missing_in(decision: &Decision, is_described: bool) -> Option<&'static str> {
    let lacks = [
        (decision.kind.is_empty(), "kind"),
        (!is_described, "description of its kind"),
        (decision.prompt.trim().is_empty(), "prompt"),
        (decision.citation.trim().is_empty(), "citation"),
        (decision.frame.iter().all(String::is_empty), "frame"),
        (decision.waits && decision.choices.is_empty(), "choice"),
    ];
    lacks.into_iter().find(|(lacks, _)| *lacks).map(|(_, what)| what)
}

/// One of the results that a table of chances lists comes about and no other: exact and simulated ones add up to certainty, and of a
/// range no less is possible and no more is sure.
pub fn odds_add_up(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions / 2, 150, |walk| {
        let at = walk.at();
        for decision in walk.game.decisions()? {
            for choice in &decision.choices {
                let tables = walk.game.odds(decision.seat, &choice.id)?;
                let fault = fault_in_odds(&tables).or_else(|| tables.iter().find_map(OddsTable::sum_fault));
                if let Some(fault) = fault {
                    return Err(saw(format!("{at}: of \"{}\", {fault}", choice.id)));
                }
            }
        }
        Ok(())
    })
}

/// An explanation is never silent, and never says that what is listed can't be chosen. Something that can't be
/// chosen gets a reason.
pub fn explanations_follow_the_list(subject: &Subject<'_>) -> Result<(), Evidence> {
    positions(subject, subject.scale.positions / 2, 200, |walk| {
        let at = walk.at();
        let decisions = walk.game.decisions()?;
        for seat in 0..walk.seats()? {
            let own: Vec<_> = decisions.iter().filter(|decision| decision.seat == seat).cloned().collect();
            let listed: Vec<&Target> =
                own.iter().flat_map(|decision| &decision.choices).map(|choice| &choice.target).collect();
            if walk.taken.is_empty() {
                continue;
            }
            let view = walk.game.view(Some(seat))?;
            for target in targets(subject, &own, &view) {
                let lines = walk.game.explain(seat, &target)?;
                if lines.iter().all(|line| line.text.trim().is_empty()) {
                    return Err(saw(format!("{at}: nothing explains {target:?} to seat {seat}")));
                }
                let denied =
                    lines.iter().find(|line| DENIALS.iter().any(|denial| line.text.contains(denial)));
                if let (true, Some(line)) = (listed.contains(&&target), denied) {
                    let text = &line.text;
                    return Err(saw(format!("{at}: seat {seat} can choose {target:?}, yet is told: {text}")));
                }
            }
        }
        Ok(())
    })
}
