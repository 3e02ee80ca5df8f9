//! What a game's end comes to: its scores, whether they count, and what is told of it.

use muster_contract::{Outcome, Report, ReportBody, Value};
use muster_table::journal::{Header, state_hash};
use muster_table::messages::{Holder, Mark, Peer, Reply, Request, Standing};
use muster_table::{AtEnd, Recipient, Table};

use super::{Entry, Scores};
use crate::date;

/// The id of the report that a module reports its score by.
const REPORT: &str = "score";

/// What is shown of the best scores when a game is over.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// The module's list; with each whether it is this game's.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window has a page for it"))]
    pub lines: Vec<(Entry, bool)>,
    /// Why this game isn't counted, or what went wrong; may be empty.
    pub note: String,
}

/// Counts a table's game when it is over, and hands over what there is to show, if anybody wants it. Whoever has no page
/// for that gets a notice.
pub(crate) fn at_end(scores: Scores, show: Option<Box<dyn Fn(Sheet) + Send>>) -> AtEnd {
    Box::new(move |table| {
        let Some(sheet) = over(table, &scores) else { return };
        match &show {
            Some(show) => show(sheet),
            None => {
                if !sheet.note.is_empty() {
                    table.notify(Recipient::Host, sheet.note);
                }
            }
        }
    })
}

fn over(table: &mut Table, scores: &Scores) -> Option<Sheet> {
    let public = Peer::guest([]);
    let standing = table.standing(&public);
    let outcome = standing.outcome.clone()?;
    // A game of bots alone is nobody's, and isn't spoken of.
    standing.seats.iter().find(|seat| seat.holder == Holder::Human)?;
    let Reply::View { view, .. } = table.answer(&public, Request::View { eyes: None }) else { return None };
    let report = view.reports.iter().find(|report| report.id == REPORT)?;
    let game = identity(table.header());
    let entries = entries(report, &outcome, &standing, &game);
    if entries.is_empty() {
        return None;
    }
    let helped = why_not(&standing.marks);
    let (best, note) = match helped {
        Some(why) => (scores.read(), format!("This game isn't among the best scores: {why}.")),
        None => match scores.count(&game, entries) {
            Ok(written) => {
                let aside = written.aside.map(|path| {
                    format!(
                        "The best scores couldn't be read and begin anew; what was there is in {}.",
                        path.display()
                    )
                });
                (Ok(written.best), aside.unwrap_or_default())
            }
            Err(why) => (Err(why), String::new()),
        },
    };
    let (best, note) = match best {
        Ok(best) => (best, note),
        Err(why) => (super::Best::default(), unkept(&why.to_string(), &note, helped.is_some())),
    };
    let lines = best.of(Some(&standing.module)).map(|entry| (entry.clone(), entry.game == game));
    Some(Sheet { lines: lines.collect(), note })
}

/// The words where the scores can't be read or written; `note` is why this game isn't among them anyhow, if it isn't.
fn unkept(why: &str, note: &str, never_counts: bool) -> String {
    match never_counts {
        true => format!("{note} The best scores can't be read: {why}."),
        false => format!(
            "The best scores can't be kept: {why}. A table with a journal counts when it is opened again and they can be."
        ),
    }
}

/// Which game it is, as its journal's first line tells, whatever becomes of the file; a copy of it is the same game.
fn identity(header: &Header) -> String {
    let names: Vec<&str> = header.seats.iter().map(|seat| seat.name.as_str()).collect();
    let (created, seed) = (&header.created, header.seed);
    let facts = (created, seed, &header.build.module, &header.scenario.name, &header.scenario.title, names);
    state_hash(format!("{facts:?}").as_bytes())
}

/// Why a game doesn't count, if it doesn't: it was helped along.
fn why_not(marks: &[Mark]) -> Option<&'static str> {
    marks.first().map(|mark| match mark {
        Mark::BeyondUndo { .. } => "something was taken back that the table's rules don't let be taken back",
        Mark::ArrangedDice { .. } => "dice were arranged",
        Mark::Edited { .. } => "the position was changed",
        Mark::Swapped { .. } => "another build of the module took over",
        Mark::PlayedOn => "it goes on from another table's game, or has the dice of one",
    })
}

/// A side's score is the first number in its row; the other cells are kept beside it.
fn entries(report: &Report, outcome: &Outcome, standing: &Standing, game: &str) -> Vec<Entry> {
    let ReportBody::Table(table) = &report.body else { return Vec::new() };
    let counted = date::now();
    let rows = table.rows.iter().filter_map(|row| {
        let side = row.side.clone()?;
        let number = |cell: &Value| if let Value::Number(number) = cell { Some(*number) } else { None };
        let (at, score) = row.cells.iter().enumerate().find_map(|(at, cell)| Some((at, number(cell)?)))?;
        let cells = table.columns.iter().zip(&row.cells).enumerate().filter(|(column, _)| *column != at);
        let facts = cells.map(|(_, (column, cell))| (column.title.clone(), cell_text(cell)));
        let names = standing.seats.iter().filter(|seat| seat.side == side).map(|seat| seat.name.as_str());
        let entry = Entry {
            module: standing.module.clone(),
            score,
            who: names.collect::<Vec<_>>().join(", "),
            scenario: standing.scenario.clone(),
            won: outcome.winner.as_ref().map(|winner| *winner == side),
            degree: outcome.degree.clone(),
            date: counted.clone(),
            game: game.to_owned(),
            rules: standing.rules.clone(),
            facts: facts.collect(),
            side,
        };
        Some(entry.clean())
    });
    // More sides than this no game has.
    rows.take(16).collect()
}

fn cell_text(cell: &Value) -> String {
    match cell {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Flag(true) => "yes".to_owned(),
        Value::Flag(false) => "no".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What never counts is not told that it will.
    #[test]
    fn scores_that_can_not_be_read_promise_nothing_to_a_game_that_never_counts() {
        let note = "This game isn't among the best scores: dice were arranged.";
        assert_eq!(unkept("no room", note, true), format!("{note} The best scores can't be read: no room."));
        assert!(unkept("no room", "", false).ends_with("counts when it is opened again and they can be."));
    }
}
