//! The past of a table, step by step.

use muster_contract::Seat;

use crate::messages::{Moment, RefusalCode, Refused};

use super::Table;

impl Table {
    /// The table after a step, from these eyes. If the module fails over it, only one who `may_know` everything is told why:
    /// how it failed can tell what was chosen in secret.
    pub fn moment(&mut self, eyes: Option<Seat>, step: u64, may_know: bool) -> Result<Moment, Refused> {
        let steps = self.history().len();
        if step > steps {
            let reason = format!("there is no step {step}; the last is {steps}");
            return Err(Refused::new(RefusalCode::NoSuch, reason));
        }
        let side = eyes.and_then(|seat| self.live.sides().get(usize::from(seat)).cloned());
        let past = self.live.past(step, self.system.module().as_ref());
        let view = past.and_then(|game| {
            // Where seats have changed sides since, a seat sees what its side of today saw.
            let then = match &side {
                Some(side) => game.seats()?.iter().position(|then| then == side),
                None => None,
            };
            game.view(then.map_or(eyes, |then| Some(then as Seat)))
        });
        let view = view.map_err(|trouble| {
            // It failed in an instance of its own; the table's game is as it was.
            self.live.forget_past();
            let reason = match may_know {
                true => trouble.to_string(),
                false => format!("{} failed in {}", trouble.who(), trouble.call),
            };
            Refused::new(RefusalCode::Module, reason)
        })?;
        let seats: Vec<Seat> = eyes.into_iter().collect();
        let record = step.checked_sub(1).map(|index| self.history().steps()[index as usize].record);
        let item = record.and_then(|record| self.log_item(&seats, record));
        Ok(Moment { step, steps, eyes, view, item })
    }
}
