//! What a kind of script is written in: the functions that it can call, and its limits.

use std::time::Duration;

use crate::function::Function;

/// The limits of a script that depend on what it is for.
pub(crate) struct Limits {
    /// Steps that it may take.
    pub(crate) operations: u64,
    /// What takes them, as the subject of a message.
    pub(crate) subject: &'static str,
    /// Items of a list, or of the lists in a value together. A value can nest as deep as it has items, and whatever goes
    /// through one calls itself as often.
    pub(crate) items: usize,
    /// Keys of a map, or of the maps in a value together.
    pub(crate) keys: usize,
    /// Bytes of a text, or of the texts of a list or map together. A single step can go through all of it.
    pub(crate) text: usize,
    /// Bytes of memory that it may hold while it runs, whatever it holds them with.
    pub(crate) memory: usize,
    /// Bytes that it may hold without its variables being measured as they are read. A list of one item takes 40 of
    /// them, so that this is how deep a value may nest that was never measured.
    pub(crate) unwatched: isize,
    /// How long it may take, whatever its steps are: a single one can go through the whole of a list or text.
    pub(crate) time: Duration,
}

/// A scenario's script, on a stack of its own: about half a second. The largest shipped one holds less than a hundredth of
/// the memory; a machine that plays games of this kind has what is allowed, even twice, as when one set-up follows another.
pub(crate) const SCENARIO: Limits = Limits {
    operations: 2_000_000,
    subject: "it",
    items: 4_000,
    keys: 1_000,
    text: 64 * 1024,
    memory: 256 << 20,
    unwatched: 256 << 10,
    time: Duration::from_secs(5),
};
/// A scenario's script, to learn what the scenario is for a list of many: a few thousandths of a second.
pub(crate) const HEADING: Limits = Limits {
    operations: 20_000,
    subject: "what comes before scenario(…)",
    memory: 64 << 20,
    time: Duration::from_secs(1),
    ..SCENARIO
};
/// The tops of all house rules of a table together, on whatever stack wants to know what they are: the window waits for it.
pub(crate) const RULE: Limits = Limits {
    operations: 200_000,
    subject: "the top of this rule, with those before it,",
    items: 500,
    keys: 200,
    text: 16 * 1024,
    memory: 64 << 20,
    unwatched: 32 << 10,
    time: Duration::from_secs(2),
};
/// A call of a house rule, on the table's stack: a few hundredths of a second. Bots make thousands of them, each on a
/// thread that may be one of several.
pub(crate) const CALL: Limits = Limits { operations: 100_000, subject: "it", ..RULE };

/// What a script is written in: its file and text, for messages, the functions that it can call, and its limits.
#[derive(Clone, Copy)]
pub(crate) struct Dialect<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) functions: &'a [Function],
    /// Functions that it can call elsewhere only, and where that is.
    pub(crate) elsewhere: (&'a [Function], &'static str),
    /// The names of the facts that the function that runs was given, if it is a rule's, as the script writes them.
    pub(crate) fact_names: &'a [String],
    pub(crate) limits: &'static Limits,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number as the page writes it.
    fn grouped(number: u64) -> String {
        let (number, mut written) = (number.to_string(), String::new());
        for (at, digit) in number.chars().enumerate() {
            if at > 0 && (number.len() - at).is_multiple_of(3) {
                written.push(',');
            }
            written.push(digit);
        }
        written
    }

    #[test]
    fn the_page_has_these_numbers() {
        let page = include_str!("../../../docs/sandbox.md");
        let row = |name: &str, of: fn(&Limits) -> String| {
            let kinds = [&SCENARIO, &HEADING, &RULE, &CALL].map(of);
            let line = page.lines().find(|line| line.starts_with(&format!("| {name} |")));
            let cells = line.expect(name).trim_matches('|').split('|').skip(1);
            let cells: Vec<&str> = cells
                .map(|cell| cell.trim().trim_end_matches(" together").trim_end_matches(" each"))
                .collect();
            assert_eq!(cells, kinds, "{name}");
        };
        row("steps", |limits| grouped(limits.operations));
        row("time", |limits| format!("{} s", limits.time.as_secs()));
        row("memory that it holds", |limits| format!("{} MiB", limits.memory >> 20));
        row("bytes of text in a value, with keys of maps", |limits| grouped(limits.text as u64));
        row("items of lists in a value", |limits| grouped(limits.items as u64));
        row("keys of maps in a value", |limits| grouped(limits.keys as u64));
    }
}
