//! What is cited can be opened.

use std::{collections::BTreeMap, path::Path};

use muster_contract::{Decision, Game, Line, Section, Target, has_section};

use crate::{Evidence, Subject, Walk, observation::targets, saw};

/// Each citation that a seat meets while games are played (in decisions, labels, explanations, odds, events, panels, reports and
/// refusals) is told of in a section of the rules summary in this folder: its own, or that of a paragraph that it is a part of; a
/// whole chapter is not enough for a paragraph. Gives how many different ones were met.
pub fn citations(subject: &Subject<'_>, rules: &Path) -> Result<usize, Evidence> {
    let sections = sections(rules)?;
    let mut met: BTreeMap<String, String> = BTreeMap::new();
    let (mut left, mut game) = (subject.scale.positions, 0);
    while left > 0 {
        let mut walk = Walk::new(*subject, 60 + game)?;
        game += 1;
        while left > 0 && walk.taken.len() < subject.scale.longest {
            let at = walk.at();
            let mut note = |citation: &str, what: &str| {
                if !citation.is_empty() && !met.contains_key(citation) {
                    met.insert(citation.to_owned(), format!("{at}: {what}"));
                }
            };
            if walk.random.below(3) == 0 {
                look(subject, walk.game.as_mut(), &mut note)?;
                left -= 1;
            }
            let Some(taken) = walk.step()? else { break };
            for event in &taken.events {
                note(event.citation.as_deref().unwrap_or_default(), &event.text);
            }
        }
    }
    let untold: Vec<String> = met
        .iter()
        .filter(|(citation, _)| !has_section(&sections, citation))
        .map(|(citation, what)| format!("{what} cites {citation}, of which no section tells"))
        .collect();
    if untold.is_empty() { Ok(met.len()) } else { Err(saw(untold.join("\n"))) }
}

/// All that anybody is told with a citation in a position.
fn look(
    subject: &Subject<'_>,
    game: &mut dyn Game,
    note: &mut impl FnMut(&str, &str),
) -> Result<(), Evidence> {
    let decisions = game.decisions()?;
    // `begin` is the host's, and cites no rule.
    for decision in decisions.iter().filter(|decision| decision.citation != "set-up") {
        note(&decision.citation, &format!("the decision \"{}\"", decision.kind));
    }
    for seat in 0..game.seats()?.len() as u8 {
        let own: Vec<Decision> = decisions.iter().filter(|decision| decision.seat == seat).cloned().collect();
        note_citations(subject, game, seat, &own, note)?;
    }
    Ok(())
}

/// All that a seat is told with a citation.
fn note_citations(
    subject: &Subject<'_>,
    game: &mut dyn Game,
    seat: u8,
    own: &[Decision],
    note: &mut impl FnMut(&str, &str),
) -> Result<(), Evidence> {
    let ids: Vec<String> = own
        .iter()
        .flat_map(|decision| &decision.choices)
        .map(|choice| choice.id.clone())
        .take(MOST)
        .collect();
    let lines = |lines: &[Line], what: &str, note: &mut dyn FnMut(&str, &str)| {
        for line in lines {
            note(line.citation.as_deref().unwrap_or_default(), &format!("{what}: {}", line.text));
        }
    };
    for details in game.details(seat, &ids)? {
        lines(&details.consequences, &details.label, note);
    }
    for id in &ids {
        for table in game.odds(seat, id)? {
            note(table.citation.as_deref().unwrap_or_default(), &format!("the odds of {id}"));
        }
    }
    let view = game.view(Some(seat))?;
    for target in targets(subject, own, &view) {
        let what = explanation_of(&target);
        lines(&game.explain(seat, &target)?, &what, note);
    }
    for panel in &view.panels {
        note(panel.citation.as_deref().unwrap_or_default(), &format!("the panel {}", panel.title));
    }
    for report in &view.reports {
        note(report.citation.as_deref().unwrap_or_default(), &format!("the report {}", report.title));
    }
    Ok(())
}

/// So many choices of a position are asked about.
const MOST: usize = 40;

fn explanation_of(target: &Target) -> String {
    format!("the explanation of {target:?}")
}

fn sections(folder: &Path) -> Result<Vec<Section>, Evidence> {
    let wrong = |why: std::io::Error| saw(format!("{}: {why}", folder.display()));
    let files = std::fs::read_dir(folder).map_err(wrong)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    files.sort();
    let texts = files.iter().map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    Ok(Section::of(texts))
}
