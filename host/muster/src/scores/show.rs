//! `muster scores`.

use std::io::Write;

use super::file::ScoresError;
use super::{Entry, Scores};
use crate::terminal::in_row;
use crate::{Failure, Places, lists};

pub(crate) fn list(
    places: &Places,
    module: Option<&str>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let scores = Scores::new(&places.data);
    let best = scores.read().map_err(|why| match why {
        ScoresError::Disk { path, source } => Failure::File { path, why: source.to_string() },
        other => Failure::Differs(other.to_string()),
    })?;
    let entries: Vec<&Entry> = best.of(module).collect();
    if json {
        return lists::line(out, &entries);
    }
    if entries.is_empty() {
        writeln!(out, "No game has been counted yet. A module that keeps score reports it at a game's end.")?;
    }
    let (mut heading, mut place) = (None, 0);
    for entry in entries {
        let now = Some((&entry.module, &entry.side));
        if heading != now {
            writeln!(out, "{}, {}", in_row(&entry.module), in_row(side(entry)))?;
            (heading, place) = (now, 0);
        }
        place += 1;
        writeln!(
            out,
            "{place:>3}. {:>7}  {:<16} {}",
            entry.score,
            in_row(&entry.who),
            in_row(&about(entry))
        )?;
    }
    Ok(())
}

/// The side as the module's report calls it, or its id.
pub(super) fn side(entry: &Entry) -> &str {
    entry.facts.iter().find(|(title, _)| title == "Side").map_or(&entry.side, |(_, name)| name)
}

/// Scenario, how it ended, and when.
pub(crate) fn about(entry: &Entry) -> String {
    let degree = if entry.degree.is_empty() { String::new() } else { format!(" ({})", entry.degree) };
    let how = match entry.won {
        Some(true) => format!("won{degree}"),
        Some(false) => format!("lost{degree}"),
        None => "drawn".to_owned(),
    };
    let date = entry.date.split('T').next().unwrap_or_default();
    let rules =
        if entry.rules.is_empty() { String::new() } else { format!(", with {}", entry.rules.join(", ")) };
    let parts = [entry.scenario.as_str(), how.as_str(), date].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ") + rules.as_str()
}
