//! How the dice fell at a table.

use muster_contract::{EventKind, Seat};

use crate::{
    messages::{DiceStatistics, DieCount, LogItem},
    table::Table,
};

impl Table {
    /// How the dice fell in what is in force, as far as the eyes saw them fall.
    #[must_use]
    pub fn dice_statistics(&self, eyes: Option<Seat>) -> DiceStatistics {
        let seats: Vec<Seat> = eyes.into_iter().collect();
        DiceStatistics::of(self.log(&seats, 0).iter().filter(|item| !item.undone))
    }
}

impl DiceStatistics {
    /// How the dice fell in these records.
    #[must_use]
    pub fn of<'a>(items: impl IntoIterator<Item = &'a LogItem>) -> Self {
        let mut statistics = Self::default();
        for item in items {
            for event in &item.events {
                let EventKind::Rolled(roll) = &event.kind else { continue };
                for die in &roll.dice {
                    count(&mut statistics.all, die.sides, die.face, die.counts);
                    if let Some(seat) = item.seat {
                        count(statistics.seats.entry(seat).or_default(), die.sides, die.face, die.counts);
                    }
                }
            }
        }
        statistics
    }
}

impl DieCount {
    /// How many dice were thrown.
    #[must_use]
    pub fn thrown(&self) -> u64 {
        self.faces.iter().sum()
    }

    /// What they came to on the average; none if none was thrown.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = (1..).zip(&self.faces).map(|(face, times)| face * times).sum();
        (self.thrown() > 0).then(|| sum as f64 / self.thrown() as f64)
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
