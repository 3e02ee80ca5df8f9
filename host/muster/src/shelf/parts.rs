//! What a table's screen shows beside the table: its boards, the rules summary, the scenario's notes.

use std::sync::Arc;

use muster_app::board::chart::Chart;
use muster_app::catalogue::GuideNote;
use muster_contract::{Board, Module, Section};
use muster_engine::Entry;
use muster_scripts::Scenario;

use crate::modules::rules_of;

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

pub(crate) fn charts(scenario: &Scenario) -> Vec<(Board, Arc<Chart>)> {
    let boards = scenario.position.boards.iter().zip(&scenario.pictures);
    boards.map(|(board, picture)| (board.clone(), Arc::new(Chart::of(board, picture)))).collect()
}
