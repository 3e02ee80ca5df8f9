//! The log: everything that ever happened in the open, as each pair of eyes may know it.

use std::collections::HashMap;

use muster_contract::{EventKind, Seat};

use crate::messages::{DiceStatistics, DieCount, LogItem};

use super::Table;

impl Table {
    /// The records from one on, as these eyes may know them.
    #[must_use]
    pub fn log(&self, eyes: &[Seat], from: u64) -> Vec<LogItem> {
        let steps: HashMap<u64, u64> =
            self.history.steps().iter().zip(1..).map(|(step, number)| (step.record, number)).collect();
        let records = self.records.iter().filter(|record| record.number >= from);
        records.map(|record| record.item(eyes, steps.get(&record.number).copied())).collect()
    }

    /// One record.
    #[must_use]
    pub fn log_item(&self, eyes: &[Seat], record: u64) -> Option<LogItem> {
        let found = self.records.iter().find(|other| other.number == record)?;
        let steps = self.history.steps().iter().rposition(|step| step.record == record);
        Some(found.item(eyes, steps.map(|index| index as u64 + 1)))
    }

    /// What happened since the seat's last decision that is in force.
    #[must_use]
    pub fn since_own(&self, seat: Seat) -> Vec<LogItem> {
        let last = self.history.steps().iter().rfind(|step| !step.action.choices_of(seat).is_empty());
        self.log(&[seat], last.map_or(0, |step| step.record + 1))
    }

    /// How the dice fell in what is in force, as far as the eyes saw them fall.
    #[must_use]
    pub fn dice_statistics(&self, eyes: Option<Seat>) -> DiceStatistics {
        let mut statistics = DiceStatistics::default();
        for step in self.history.steps() {
            for event in step.events.iter().filter(|event| crate::history::knows(event, eyes)) {
                let EventKind::Rolled(roll) = &event.kind else { continue };
                for die in &roll.dice {
                    count(&mut statistics.all, die.sides, die.face, die.counts);
                    if let Some(seat) = step.action.seat() {
                        count(statistics.seats.entry(seat).or_default(), die.sides, die.face, die.counts);
                    }
                }
            }
        }
        statistics
    }
}

fn count(counts: &mut Vec<DieCount>, sides: u8, face: u8, counted: bool) {
    let index = counts.iter().position(|count| count.sides == sides).unwrap_or_else(|| {
        counts.push(DieCount { sides, faces: vec![0; usize::from(sides)], counted: 0 });
        counts.len() - 1
    });
    let count = &mut counts[index];
    if let Some(times) = usize::from(face).checked_sub(1).and_then(|face| count.faces.get_mut(face)) {
        *times += 1;
    }
    count.counted += u64::from(counted);
}
