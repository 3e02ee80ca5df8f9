//! `muster replay` and `muster verify`: journals, read again.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_contract::EventKind;
use muster_table::messages::{LogItem, LogKind};
use muster_table::{Damaged, Table};

use crate::modules::Modules;
use crate::session::open;
use crate::{Failure, game};

/// A copy of a journal, so that looking at it neither locks nor mends it.
struct Copy(PathBuf);

impl Copy {
    fn of(journal: &Path) -> Result<Copy, Failure> {
        let name =
            format!("muster-replay-{}-{}.journal", std::process::id(), crate::date::now().replace(':', ""));
        let path = std::env::temp_dir().join(name);
        let failed = |why: std::io::Error| Failure::File { path: journal.to_owned(), why: why.to_string() };
        std::fs::copy(journal, &path).map_err(failed)?;
        Ok(Copy(path))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_file(self.0.with_extension("journal.damaged"));
    }
}

pub(crate) fn replay(
    modules: &dyn Modules,
    journal: &Path,
    eyes: Option<&str>,
    to: Option<u64>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let copy = Copy::of(journal)?;
    let opened = open(&copy.0)?;
    let eyes = match eyes {
        None => None,
        Some(typed) => game::eyes(&[typed.to_owned()], opened.header.seats.len())?.first().copied(),
    };
    if let Some(damage) = &opened.damage {
        eprintln!("muster: {}: {damage}", journal.display());
    }
    let found = modules.find(&opened.header.build.module)?;
    if !json {
        let header = &opened.header;
        let (module, version) = (&header.build.module, &header.build.version);
        writeln!(
            out,
            "{} ({module} {version}), begun {}, seed {}",
            header.scenario.title, header.created, header.seed
        )?;
    }
    let mut table = Table::resume(found.module, found.build, &opened, Damaged::Accept)?;
    let steps = table.standing(&std::collections::BTreeSet::new()).steps;
    for step in 1..=to.unwrap_or(steps).min(steps) {
        let moment = table
            .moment(eyes, step)
            .map_err(|refused| Failure::Differs(format!("step {step}: {refused}")))?;
        if json {
            crate::lists::line(out, &moment)?;
        } else if let Some(item) = &moment.item {
            told(step, item, out)?;
        }
    }
    if to.is_none_or(|to| to >= steps)
        && !json
        && let Some(outcome) = table.outcome()
    {
        let winner = outcome.winner.as_deref().map_or_else(|| "nobody".to_owned(), ToOwned::to_owned);
        writeln!(out, "Won by {winner} {}", outcome.degree)?;
        for reason in &outcome.reasons {
            writeln!(out, "  {}", with_rule(&reason.text, reason.citation.as_deref()))?;
        }
    }
    Ok(())
}

/// A step as a person reads it: who, and a line for each thing that happened.
fn told(step: u64, item: &LogItem, out: &mut dyn Write) -> Result<(), Failure> {
    let who = match (&item.kind, item.seat) {
        (_, Some(seat)) => format!("seat {seat}"),
        (LogKind::Group { name }, None) => name.clone(),
        _ => "table".to_owned(),
    };
    let mut lines = item.events.iter().filter(|event| !event.text.is_empty()).map(|event| {
        let dice = match &event.kind {
            EventKind::Rolled(roll) => {
                let faces: Vec<String> = roll.dice.iter().map(|die| die.face.to_string()).collect();
                format!(" [{}]", faces.join(" "))
            }
            _ => String::new(),
        };
        format!("{}{dice}", with_rule(&event.text, event.citation.as_deref()))
    });
    let choices = || if item.choices.is_empty() { "…".to_owned() } else { item.choices.join("; ") };
    writeln!(out, "{step:>5}  {who:<7} {}", lines.next().unwrap_or_else(choices))?;
    for line in lines {
        writeln!(out, "{:>5}  {:<7} {line}", "", "")?;
    }
    Ok(())
}

fn with_rule(text: &str, rule: Option<&str>) -> String {
    match rule {
        Some(rule) if !rule.is_empty() => format!("{text} ({rule})"),
        _ => text.to_owned(),
    }
}

pub(crate) fn verify(modules: &dyn Modules, journal: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = open(journal)?;
    if let Some(damage) = &opened.damage {
        return Err(Failure::Differs(format!("{}: {damage}", journal.display())));
    }
    let found = modules.find(&opened.header.build.module)?;
    let verified = muster_table::verify(found.module, &opened)?;
    writeln!(
        out,
        "{}: {} entries, {} states and {} rolls are as they were written; {} steps are in force",
        journal.display(),
        verified.entries,
        verified.hashes,
        verified.rolls,
        verified.steps
    )?;
    let (then, now) = (&opened.header.build, &found.build);
    if then != now {
        writeln!(
            out,
            "It was played under version {} of {}, and verified under {}.",
            then.version, then.module, now.version
        )?;
    }
    Ok(())
}
