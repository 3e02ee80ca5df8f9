//! How the dice fell at a table.

use muster_contract::{EventKind, Seat};

use crate::{
    history::is_visible,
    messages::{DiceStatistics, DieCount},
    table::Table,
};

impl Table {
    /// How the dice fell in what is in force, as far as the eyes saw them fall.
    #[must_use]
    pub fn dice_statistics(&self, eyes: Option<Seat>) -> DiceStatistics {
        let mut statistics = DiceStatistics::default();
        for step in self.history().steps() {
            for event in step.events.iter().filter(|event| is_visible(event, eyes)) {
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
