//! What a table's screen shows beside the table: its boards, the rules summary, the scenario's notes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_app::board::chart::Chart;
use muster_app::catalogue::GuideNote;
use muster_contract::{Board, Module, Section};
use muster_engine::Entry;
use muster_scripts::Scenario;

/// What a table's screen shows beside the table.
pub(super) struct Parts {
    pub(super) description: muster_contract::Description,
    pub(super) boards: Vec<(Board, Arc<Chart>)>,
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) rules: Vec<Section>,
    pub(super) notes: Vec<GuideNote>,
}

pub(super) fn parts(entry: &Entry, module: &dyn Module, scenario: &Scenario) -> Parts {
    let title = entry.manifest.as_ref().map(|manifest| manifest.title.clone()).unwrap_or_default();
    let date = &scenario.heading.date;
    let notes = scenario.notes.iter().map(|note| GuideNote {
        decision: note.decision.clone(),
        turn: note.turn,
        side: note.side.clone(),
        unit: note.unit.clone(),
        title: note.title.clone(),
        text: note.text.clone(),
        citation: note.cite.clone(),
    });
    Parts {
        description: module.describe().clone(),
        boards: charts(scenario),
        title: scenario.heading.title.clone(),
        subtitle: if date.is_empty() { title } else { format!("{title} \u{b7} {date}") },
        rules: rules_of(&entry.folder),
        notes: notes.collect(),
    }
}

pub(super) fn charts(scenario: &Scenario) -> Vec<(Board, Arc<Chart>)> {
    let boards = scenario.position.boards.iter().zip(&scenario.pictures);
    boards.map(|(board, picture)| (board.clone(), Arc::new(Chart::of(board, picture)))).collect()
}

/// The files of a module's rules summary, in order.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join(muster_bundle::RULES))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
    files.sort();
    files
}

/// The sections of a module's rules summary.
fn rules_of(folder: &Path) -> Vec<Section> {
    Section::of(rule_files(folder).iter().filter_map(|file| fs::read_to_string(file).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_a_module_are_read_section_by_section() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = folder.path().join("rules");
        fs::create_dir_all(&rules).expect("a folder");
        let write = |name: &str, text: &str| fs::write(rules.join(name), text).expect("a file");
        write("2-second.md", "## T2 The second rule\nIt comes later.\n");
        write(
            "1-first.md",
            "# Toy\n## T1 The first rule\nIt is a rule\nof two lines.\n\n- An item.\n- Another\n  of two.\n",
        );
        write("draft.txt", "## T0 No rule\n");
        let sections = rules_of(folder.path());
        let read: Vec<(&str, &str)> =
            sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        assert_eq!(read, [("T1", "The first rule"), ("T2", "The second rule")]);
        assert_eq!(sections[0].text, "It is a rule of two lines.\n\n- An item.\n- Another of two.");
    }
}
