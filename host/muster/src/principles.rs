//! Boards whose values follow from principles. A board's text value is a principle if some `…-from` (or, among the values of
//! one direction, `from`) of its spaces and edges names it; `muster check` prints which gave what.

use std::collections::BTreeMap;
use std::io::{self, Write};

use muster_contract::{Attribute, Board, Value};

/// The ends of the names of values that say where another comes from.
const FROM: &str = "from";

/// Which principles gave the values of a board.
pub(crate) struct Principles<'a> {
    /// Each principle, its sentence, and how many values it gave.
    used: BTreeMap<&'a str, (&'a str, usize)>,
    /// What is said of each space and edge: "1/2: width w1, kind b6; into 2: a1 o3".
    lines: Vec<String>,
    /// Names of no principle: where, and which.
    unknown: Vec<String>,
}

fn text(attribute: &Attribute) -> Option<&str> {
    match &attribute.value {
        Value::Text(text) => Some(text),
        Value::Number(_) | Value::Flag(_) => None,
    }
}

impl<'a> Principles<'a> {
    /// Reads them off a board; none if it has none.
    pub(crate) fn of(board: &'a Board) -> Option<Self> {
        let mut all = Self { used: BTreeMap::new(), lines: Vec::new(), unknown: Vec::new() };
        for space in &board.spaces {
            let said = all.sources(board, &space.id, &space.values);
            all.line(&space.id, [said]);
        }
        for edge in &board.edges {
            let ways = [(&edge.b, &edge.forward), (&edge.a, &edge.backward)].map(|(to, values)| {
                let said = all.sources(board, &edge.id, values);
                if said.is_empty() { said } else { format!("into {to}: {said}") }
            });
            let said = all.sources(board, &edge.id, &edge.values);
            all.line(&edge.id, [said].into_iter().chain(ways));
        }
        (!all.lines.is_empty()).then_some(all)
    }

    fn line(&mut self, id: &str, parts: impl IntoIterator<Item = String>) {
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            self.lines.push(format!("{id}: {}", parts.join("; ")));
        }
    }

    // What some values say of where others come from ("width w1, kind b6").
    fn sources(&mut self, board: &'a Board, id: &str, values: &[Attribute]) -> String {
        let mut parts = Vec::new();
        for attribute in values {
            let what = match attribute.name.strip_suffix(FROM).map(|what| (what, what.strip_suffix('-'))) {
                Some(("", _)) => "",
                Some((_, Some(what))) => what,
                _ => continue,
            };
            let Some(said) = text(attribute) else { continue };
            // The reason of a single value may follow a colon: "s1: Evans guards the Stone Bridge".
            let names = said.split(':').next().unwrap_or_default();
            for name in names.split_whitespace() {
                match board.values.iter().find(|value| value.name == name).map(|value| (value, text(value))) {
                    Some((value, Some(sentence))) => {
                        self.used.entry(&value.name).or_insert((sentence, 0)).1 += 1
                    }
                    _ => self.unknown.push(format!(
                        "{id} names the principle {:?}, which the board's values don't have",
                        muster_contract::printable::name(name)
                    )),
                }
            }
            parts.push([what, said].join(" ").trim().to_owned());
        }
        parts.join(", ")
    }

    /// Names of principles that the board doesn't have, each with its place.
    pub(crate) fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// Prints the principles, how often each was applied, and what each value comes from.
    pub(crate) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  {} principles gave its values:", self.used.len())?;
        for (name, (sentence, count)) in &self.used {
            writeln!(out, "  {name} ({count} times): {}", muster_contract::printable::sentence(sentence))?;
        }
        for line in &self.lines {
            writeln!(out, "  {}", muster_contract::printable::sentence(line))?;
        }
        Ok(())
    }
}
