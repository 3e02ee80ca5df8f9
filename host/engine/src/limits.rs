//! What a module may use up, as data.

use std::time::Duration;

use muster_contract::Allowance;

/// The largest component that is read. The largest game system so far is a tenth of it.
pub const LARGEST: u64 = 64 << 20;

/// The allowances of one instance of a module. A game and its forks share one instance.
///
/// The defaults are far above what a game needs, and low enough that a module gone wrong is stopped before a
/// person reaches for the power switch. `docs/sandbox.md` has them as a table, which a test compares with
/// [`Limits::allowances`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory, over all the memories of the instance. Default: 512 MiB.
    pub memory: usize,
    /// Bytes of the stack of calls. Those that the engine was started with hold for all of its modules, whatever
    /// [`WasmModule::with_limits`](crate::WasmModule::with_limits) says. Default: 512 KiB.
    pub stack: usize,
    /// Elements of each of its tables of functions. Default: 100,000.
    pub table_elements: usize,
    /// Core instances, memories and tables, each; a component made of one module needs three or four of the
    /// first. Default: 16.
    pub parts: usize,
    /// Games and forks alive at the same time. Default: 100,000.
    pub handles: usize,
    /// How often one call may have rules called. Default: 200,000.
    pub rule_calls: u32,
    /// Bytes that one answer may hand to the host, which are copied into the host's own memory. Default: 64 MiB.
    pub answer: usize,
    /// Bytes of one text in an answer, a roll's reason or a note: all of them can come to be shown. Default: 16 KiB.
    pub text: usize,
    /// Entries of the lists in one answer, all together. Default: 50,000.
    pub entries: usize,
    /// Choices in an answer to `decisions`, over all its decisions. Default: 10,000.
    pub choices: usize,
    /// Bytes that one `apply` may leave to the table, which keeps them for as long as it runs: the reasons of its
    /// rolls and its notes, and once more as much in events. Default: 1 MiB.
    pub record: usize,
    /// Dice that one `apply` may roll. Default: 10,000.
    pub dice: usize,
    /// Notes and phases that one `apply` may announce. Default: 1,000.
    pub notes: usize,
    /// Lines that one call may write into the log for those who write the module. Default: 1,000.
    pub log_lines: usize,
    /// Bytes of these lines. Default: 64 KiB.
    pub log: usize,
    /// Bytes of a saved state. The table keeps many of them. Default: 4 MiB.
    pub state: usize,
    /// Steps (roughly, wasm instructions) for each kind of call.
    pub fuel: Fuel,
    /// The time after which a call is interrupted, whatever it does. It is a matter of the clock, so that two
    /// machines may disagree about it: the fuel should run out first. `None` for tests, which must not
    /// depend on the machine's mood. Default: a minute.
    pub deadline: Option<Duration>,
}

/// Steps for each kind of call. A machine of 2020 takes 0.5 to 2 seconds for a thousand million of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// For `describe`, `create` and `load`, which may prepare tables of a whole map. Default: 20 thousand million.
    pub create: u64,
    /// For questions: decisions, details, explanations, views, odds, overlays, outcome, save, fork, sample.
    /// Default: 5 thousand million.
    pub ask: u64,
    /// For `apply`, `apply-index` and `edit`. Default: 10 thousand million.
    pub apply: u64,
    /// For a whole playout. Default: 100 thousand million.
    pub playout: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 512 << 20,
            stack: 512 << 10,
            table_elements: 100_000,
            parts: 16,
            handles: 100_000,
            rule_calls: 200_000,
            answer: 64 << 20,
            text: 16 << 10,
            entries: 50_000,
            choices: 10_000,
            record: 1 << 20,
            dice: 10_000,
            notes: 1_000,
            log_lines: 1_000,
            log: 64 << 10,
            state: 4 << 20,
            fuel: Fuel::default(),
            deadline: Some(Duration::from_secs(60)),
        }
    }
}

impl Default for Fuel {
    fn default() -> Self {
        Self { create: 20_000_000_000, ask: 5_000_000_000, apply: 10_000_000_000, playout: 100_000_000_000 }
    }
}

impl Limits {
    /// Returns every allowance with its name and amount, for a page or a window that shows them.
    pub fn allowances(&self) -> Vec<Allowance> {
        // Taken apart, so that none can be forgotten here.
        let Self {
            memory,
            stack,
            table_elements,
            parts,
            handles,
            rule_calls,
            answer,
            text,
            entries,
            choices,
            record,
            dice,
            notes,
            log_lines,
            log,
            state,
            fuel: Fuel { create, ask, apply, playout },
            deadline,
        } = self;
        let allowance = |of: &str, amount| Allowance { of: of.to_owned(), amount };
        let count = |number: &usize| grouped(*number as u64);
        let deadline = deadline.map_or("none".to_owned(), |time| format!("{} s", time.as_secs_f64()));
        vec![
            allowance("memory of an instance", bytes(*memory)),
            allowance("stack of calls", bytes(*stack)),
            allowance("elements of a table of functions", count(table_elements)),
            allowance("core instances, memories and tables, each", count(parts)),
            allowance("games and forks alive", count(handles)),
            allowance("calls of house rules during one call", grouped(u64::from(*rule_calls))),
            allowance("one answer", bytes(*answer)),
            allowance("one text", bytes(*text)),
            allowance("entries of the lists in one answer", count(entries)),
            allowance("choices listed at a time", count(choices)),
            allowance("what one choice leaves in the record", bytes(*record)),
            allowance("dice rolled for one choice", count(dice)),
            allowance("notes and phases of one choice", count(notes)),
            allowance("lines that one call logs", count(log_lines)),
            allowance("what one call logs", bytes(*log)),
            allowance("a saved state", bytes(*state)),
            allowance("steps to describe, create or load", grouped(*create)),
            allowance("steps of a question", grouped(*ask)),
            allowance("steps of a choice", grouped(*apply)),
            allowance("steps of a playout", grouped(*playout)),
            allowance("time of any call", deadline),
        ]
    }
}

/// A number of bytes in the largest unit that it is a whole number of.
pub(crate) fn bytes(number: usize) -> String {
    match number {
        0 => "0 bytes".to_owned(),
        whole if whole.is_multiple_of(1 << 20) => format!("{} MiB", whole >> 20),
        whole if whole.is_multiple_of(1 << 10) => format!("{} KiB", whole >> 10),
        odd => format!("{} bytes", grouped(odd as u64)),
    }
}

/// A number with a comma between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_a_person_reads_them() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(100_000_000_000), "100,000,000,000");
        assert_eq!(bytes(512 << 20), "512 MiB");
        assert_eq!(bytes(1536), "1,536 bytes");
        assert_eq!(bytes(16 << 10), "16 KiB");
    }
}
