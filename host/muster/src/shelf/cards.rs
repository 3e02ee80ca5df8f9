//! The cards of the lobby: what each module says of itself, and its scenarios.

use std::collections::BTreeMap;
use std::path::PathBuf;

use muster_app::catalogue::{ModuleCard, ModuleState, ScenarioCard, ScenarioState};
use muster_contract::{Module, printable};
use muster_engine::{Entry, State, WasmModule};
use muster_scripts::Origin;

use super::lists::Lists;
use super::set_ups::{Key, SetUps};
use crate::rules;

/// A card, and what stands behind it.
pub(super) struct Listed {
    pub(super) card: ModuleCard,
    pub(super) entry: Entry,
    /// The folders of its scenarios, by their ids.
    folders: BTreeMap<String, PathBuf>,
}

impl Listed {
    /// The folder of the scenario that has this id on the card.
    pub(super) fn folder(&self, scenario: &str) -> Option<&PathBuf> {
        self.folders.get(scenario)
    }
}

/// Under which a scenario of a folder is set up for a module; none before the module is there.
pub(super) fn key(entry: &Entry, folder: &std::path::Path) -> Option<Key> {
    Some((entry.module.as_ref().map(WasmModule::hash)?, folder.to_owned()))
}

/// The card of a module. `modules` are the ids of all modules.
pub(super) fn card(entry: Entry, lists: &Lists, set_ups: &SetUps, modules: &[String]) -> Listed {
    let (state, description) = match (&entry.state, &entry.module) {
        (State::Ready, Some(module)) => (ModuleState::Ready, Some(module.describe().clone())),
        (State::Refused(why), _) => {
            let reason = why.to_string();
            (
                ModuleState::Refused {
                    reason,
                    remedy: "Put a build for this Muster in its place.".to_owned(),
                },
                None,
            )
        }
        _ => (ModuleState::Compiling { percent: None }, None),
    };
    let manifest = entry.manifest.as_ref();
    let id = manifest.map_or_else(|| entry.folder.display().to_string(), |manifest| manifest.id.clone());
    let text = |of: fn(&muster_engine::Manifest) -> String| manifest.map(of).unwrap_or_default();
    let rows = scenarios(lists, set_ups, &id, modules, &entry);
    let folders = rows.iter().map(|(row, folder)| (row.id.clone(), folder.clone())).collect();
    let card = ModuleCard {
        scenarios: rows.into_iter().map(|(row, _)| row).collect(),
        listing: !lists.whole,
        rules: rules::cards(&lists.rules, &id),
        // They change while the card stays as it is.
        scores: Vec::new(),
        title: manifest.map_or_else(|| id.clone(), |manifest| manifest.title.clone()),
        subtitle: text(|manifest| manifest.summary.clone()),
        period: text(|manifest| {
            let both = [manifest.period.as_str(), manifest.scale.as_str()];
            both.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
        }),
        length: text(|manifest| manifest.length.clone()),
        complexity: manifest.map_or(1, |manifest| manifest.complexity),
        version: text(|manifest| manifest.version.to_string()),
        id,
        state,
        description,
    };
    Listed { card, entry, folders }
}

/// The scenarios of a module with their folders: one row for each that can be opened by its name, which says what is opened.
fn scenarios(
    lists: &Lists,
    set_ups: &SetUps,
    module: &str,
    modules: &[String],
    entry: &Entry,
) -> Vec<(ScenarioCard, PathBuf)> {
    // A script that can't be read may name no module where a heading does; it is shown with those that it has in quotes, or, if
    // there are none, with all, so that whoever wrote it finds it.
    let is_its = |found: &muster_scripts::Entry| {
        let quoted = || found.quotes(module) || !modules.iter().any(|other| found.quotes(other));
        found.may_be_for(module) && (found.heading.is_ok() || found.origin == Origin::Module || quoted())
    };
    let mut named: BTreeMap<&str, Vec<&muster_scripts::Entry>> = BTreeMap::new();
    for found in lists.scenarios.iter().filter(|found| is_its(found)) {
        named.entry(&found.id).or_default().push(found);
    }
    let mut rows: Vec<Row> = Vec::new();
    for mut same in named.into_values() {
        same.sort_by_key(|found| found.rank());
        // One's own stands where the one stood that it stands before.
        let origin = same.iter().map(|found| found.origin).min();
        if let Some((first, behind)) = same.split_first() {
            let row = scenario(first, behind, set_ups, entry);
            let complexity = first.heading.as_ref().map_or(0, |heading| heading.complexity);
            rows.push(((first.heading.is_err(), origin, complexity), (row, first.folder.clone())));
        }
    }
    // The lightest is what one who has never played looks at first; what can't be read stands last.
    rows.sort_by_key(|(place, _)| *place);
    mark_lightest(&mut rows);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A row of the lobby with what it is sorted by: whether it can't be read, whose it is, and how complex it says that it is.
type Row = ((bool, Option<Origin>, u8), (ScenarioCard, PathBuf));

/// Marks the scenario that one begins with, where it is lighter than every other that says how complex it is.
fn mark_lightest(rows: &mut [Row]) {
    let mut said: Vec<u8> =
        rows.iter().map(|((_, _, complexity), _)| *complexity).filter(|one| *one > 0).collect();
    said.sort_unstable();
    if let [least, next, ..] = said[..]
        && least < next
        && let Some((_, (card, _))) = rows.iter_mut().find(|((_, _, complexity), _)| *complexity == least)
    {
        card.lightest = true;
    }
}

fn scenario(
    found: &muster_scripts::Entry,
    behind: &[&muster_scripts::Entry],
    set_ups: &SetUps,
    entry: &Entry,
) -> ScenarioCard {
    let whose = behind.first().map(|other| match other.origin {
        Origin::Shipped => "Another of this name, which comes with Muster, stands behind it.",
        Origin::Module => "Another of this name, which came with the module, stands behind it.",
        Origin::Own => "Another of this name, also your own, stands behind it.",
    });
    let card = ScenarioCard {
        id: found.id.clone(),
        title: printable::name(&found.id),
        note: "It can’t be read.".to_owned(),
        story: String::new(),
        length: String::new(),
        source: String::new(),
        behind: whose.unwrap_or_default().to_owned(),
        lightest: false,
        state: ScenarioState::Waiting,
    };
    match &found.heading {
        Ok(heading) => {
            let note = [heading.date.as_str(), heading.length.as_str()];
            ScenarioCard {
                title: heading.title.clone(),
                note: note.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "),
                story: heading.story.clone(),
                length: heading.length.clone(),
                state: key(entry, &found.folder).map(|key| set_ups.state(&key)).unwrap_or_default(),
                ..card
            }
        }
        Err(problem) => ScenarioCard { state: ScenarioState::Refused(problem.to_string()), ..card },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_begins_with_what_is_lighter_than_all_others() {
        let marked = |complexities: &[u8]| -> Vec<usize> {
            let card = ScenarioCard {
                id: String::new(),
                title: String::new(),
                note: String::new(),
                story: String::new(),
                length: String::new(),
                source: String::new(),
                behind: String::new(),
                lightest: false,
                state: ScenarioState::Waiting,
            };
            let row = |complexity: &u8| ((false, None, *complexity), (card.clone(), PathBuf::new()));
            let mut rows: Vec<Row> = complexities.iter().map(row).collect();
            mark_lightest(&mut rows);
            (0..rows.len()).filter(|at| rows[*at].1.0.lightest).collect()
        };
        assert_eq!(marked(&[0, 2, 3, 3]), [1], "what says nothing is not counted");
        assert!(marked(&[2, 2, 3]).is_empty() && marked(&[1]).is_empty() && marked(&[0, 0]).is_empty());
    }
}
