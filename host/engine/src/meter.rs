//! Counts what an instance takes, and refuses what is too much.

use wasmtime::{Error, ResourceLimiter};

use crate::excess::Excess;
use crate::limits::Limits;

/// What an instance has taken. It is the instance's whole memory that is limited, which wasmtime's own `StoreLimits`
/// can't say: it counts each memory by itself.
pub(crate) struct Meter {
    limits: Limits,
    memory: usize,
    // Of the call that runs.
    record: usize,
    dice: usize,
    notes: usize,
    logged: usize,
    log_lines: usize,
    ignored: usize,
}

/// What a roll or a note takes in the host besides its texts.
const ENTRY: usize = 64;

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            memory: 0,
            record: 0,
            dice: 0,
            notes: 0,
            logged: 0,
            log_lines: 0,
            ignored: 0,
        }
    }

    /// Bytes of memory that the instance has.
    pub(crate) fn memory(&self) -> u64 {
        self.memory as u64
    }

    /// Another call begins.
    pub(crate) fn begin(&mut self) {
        (self.record, self.dice, self.notes) = (0, 0, 0);
        (self.logged, self.log_lines, self.ignored) = (0, 0, 0);
    }

    /// Counts a roll that the table will keep.
    pub(crate) fn roll(&mut self, dice: u8, reason: &str) -> Result<(), Excess> {
        self.text(reason)?;
        self.dice += usize::from(dice);
        if self.dice > self.limits.dice {
            return Err(Excess::Dice(self.limits.dice));
        }
        self.keep(reason.len() + usize::from(dice))
    }

    /// Counts a note or phase with these texts, for so many seats.
    pub(crate) fn note<'a>(
        &mut self,
        seats: usize,
        texts: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), Excess> {
        self.notes += 1;
        if self.notes > self.limits.notes {
            return Err(Excess::Notes(self.limits.notes));
        }
        let mut length = seats;
        for text in texts {
            self.text(text)?;
            length += text.len();
        }
        self.keep(length)
    }

    /// Counts a line of the log.
    pub(crate) fn log(&mut self, line: &str) -> Result<(), Excess> {
        self.text(line)?;
        self.log_lines += 1;
        if self.log_lines > self.limits.log_lines {
            return Err(Excess::LogLines(self.limits.log_lines));
        }
        self.logged += line.len();
        if self.logged > self.limits.log { Err(Excess::Log(self.limits.log)) } else { Ok(()) }
    }

    /// Counts what is handed over where it does nothing. It has been copied all the same, which takes time and no steps.
    pub(crate) fn ignored(&mut self, length: usize) -> Result<(), Excess> {
        self.ignored = self.ignored.saturating_add(length + ENTRY);
        if self.ignored > self.limits.answer { Err(Excess::Answer(self.limits.answer)) } else { Ok(()) }
    }

    fn keep(&mut self, length: usize) -> Result<(), Excess> {
        self.record += length + ENTRY;
        if self.record > self.limits.record { Err(Excess::Record(self.limits.record)) } else { Ok(()) }
    }

    fn text(&self, text: &str) -> Result<(), Excess> {
        crate::bounds::text(text, &self.limits)
    }
}

impl ResourceLimiter for Meter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool, Error> {
        let total = self.memory.saturating_add(desired.saturating_sub(current));
        // A refusal that the guest could handle would make its state depend on the machine's limits: trap.
        if total > self.limits.memory {
            return Err(Error::new(Excess::Memory(self.limits.memory)));
        }
        self.memory = total;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool, Error> {
        if desired > self.limits.table_elements {
            return Err(Error::new(Excess::Table(self.limits.table_elements)));
        }
        Ok(true)
    }

    fn instances(&self) -> usize {
        self.limits.parts
    }

    fn tables(&self) -> usize {
        self.limits.parts
    }

    fn memories(&self) -> usize {
        self.limits.parts
    }
}
