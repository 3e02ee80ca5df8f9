//! `muster replay` and `muster verify`: journals, read again.

use std::io::Write;
use std::path::Path;

use muster_contract::{EventKind, Module, Seat};
use muster_scripts::{Known, Texts};
use muster_table::messages::{LogItem, LogKind, Peer, RefusalCode, Refused, Reply, Request};
use muster_table::{Opened, Table};

use crate::modules::Modules;
use crate::session::open;
use crate::terminal::in_row;
use crate::{Failure, game};

pub(crate) fn replay(
    modules: &dyn Modules,
    journal: &Path,
    eyes: Option<&str>,
    to: Option<u64>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let PlayedAgain { opened, mut table, here, eyes: seen } = read_again(modules, journal, eyes)?;
    // Nobody's are the public's.
    let eyes = eyes.and(seen);
    if !json {
        let header = &opened.header;
        let (module, version) = (&header.build.module, &header.build.version);
        // Whoever knows the seed knows every die that is still to fall.
        let seed = table.outcome().map(|_| format!(", seed {}", header.seed)).unwrap_or_default();
        writeln!(
            out,
            "{} ({module} {version}), begun {}{seed}",
            in_row(&header.scenario.title),
            header.created
        )?;
    }
    let steps = table.standing(&here).steps;
    for step in 1..=to.unwrap_or(steps).min(steps) {
        let moment = match table.answer(&here, Request::Replay { eyes, step }) {
            Reply::Replay(moment) => moment,
            Reply::Refused(refused) if refused.code == RefusalCode::NotYourSeat => {
                return Err(goes_on());
            }
            Reply::Refused(refused) => return Err(Failure::Differs(format!("step {step}: {refused}"))),
            other => return Err(Failure::Differs(format!("step {step}: {other:?}"))),
        };
        if json {
            crate::lists::line(out, &moment)?;
        } else if let Some(item) = &moment.item {
            write_step(step, item, out)?;
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

/// Whoever has the journal is the people who play from it; what a bot knows they learn when the game is over.
fn people(opened: &Opened) -> Peer {
    Peer::host(game::people(&opened.header.seats))
}

fn goes_on() -> Failure {
    let what = "while the game goes on, only the public and the people who play can look back";
    Failure::usage(what, "Give --eyes public, or the number of a person's seat.")
}

/// A journal that was played again, to be asked of its past.
pub(crate) struct PlayedAgain {
    pub opened: Opened,
    pub table: Table,
    /// Who asks.
    pub here: Peer,
    /// By whose eyes: those that were typed, or else the only person's who plays.
    pub eyes: Option<Seat>,
}

/// Plays a journal again to show what is in it; what is damaged in it is told of and left out.
pub(crate) fn read_again(
    modules: &dyn Modules,
    journal: &Path,
    eyes: Option<&str>,
) -> Result<PlayedAgain, Failure> {
    let opened = open(journal)?;
    let here = people(&opened);
    let eyes = match eyes {
        Some(typed) => game::eyes(&[typed.to_owned()], opened.header.seats.len())?.first().copied(),
        None if here.eyes().len() == 1 => here.eyes().first().copied(),
        None => None,
    };
    if let Some(damage) = &opened.damage {
        crate::remark(&format_args!("{}: {damage}", journal.display()));
    }
    let found = modules.find(&opened.header.build.module)?;
    let table = again(|| Table::look(found.module, found.build, &opened))?;
    Ok(PlayedAgain { opened, table, here, eyes })
}

/// Why a journal's past isn't told.
pub(crate) fn refused(refused: Refused) -> Failure {
    match refused.code {
        RefusalCode::NotYourSeat => goes_on(),
        RefusalCode::NoSuch => Failure::usage(refused.reason, "Name another."),
        _ => Failure::Differs(refused.to_string()),
    }
}

pub(crate) fn chronicle(
    modules: &dyn Modules,
    journal: &Path,
    eyes: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let PlayedAgain { mut table, here, eyes, .. } = read_again(modules, journal, eyes)?;
    let story = table.story(&here, eyes).map_err(refused)?;
    Ok(write!(out, "{story}")?)
}

/// A step as a person reads it: who, and a line for each thing that happened.
fn write_step(step: u64, item: &LogItem, out: &mut dyn Write) -> Result<(), Failure> {
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

pub(crate) fn patch(modules: &dyn Modules, journal: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = open(journal)?;
    let found = modules.find(&opened.header.build.module)?;
    let patched = again(|| muster_table::patch(&found.module, &opened))?;
    let (then, now) = (&opened.header.build, &found.build);
    writeln!(
        out,
        "{}: {} played under {}, again under {}",
        journal.display(),
        then.module,
        build_name(then),
        build_name(now)
    )?;
    if !patched.states {
        writeln!(
            out,
            "The new build writes states in another way: only what is legal and what is rolled is compared."
        )?;
    }
    match (patched.difference, patched.entry) {
        (None, _) => {
            writeln!(out, "All {} entries are legal and end as they did.", patched.entries)?;
            Ok(())
        }
        (Some(difference), entry) => {
            let entry = entry.unwrap_or_default();
            Err(Failure::Differs(format!(
                "the first {} entries are as they were; entry {} ({entry}) is not: {}",
                patched.entries, difference.entry, difference.what
            )))
        }
    }
}

pub(crate) fn verify(modules: &dyn Modules, journal: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = open(journal)?;
    if let Some(damage) = &opened.damage {
        return Err(Failure::Differs(format!("{}: {damage}", journal.display())));
    }
    let found = modules.find(&opened.header.build.module)?;
    let whose = position_of_scenario(&opened, found.module.as_ref())?;
    let verified = again(|| muster_table::verify(found.module, &opened))?;
    writeln!(
        out,
        "{}: {} entries, {} states and {} rolls are as they were written; {} steps are in force",
        journal.display(),
        verified.entries,
        verified.hashes,
        verified.rolls,
        verified.steps
    )?;
    if !whose {
        writeln!(out, "No scenario's texts are in it: the position that it began with is taken as it is.")?;
    }
    let now = &found.build;
    if opened.builds().any(|then| then != now) {
        let mut played: Vec<String> = opened.builds().map(build_name).collect();
        played.dedup();
        let (module, played, now) = (&now.module, played.join(", then "), build_name(now));
        writeln!(out, "It was played under {module} {played}, and verified under {now}.")?;
    }
    Ok(())
}

/// Plays a journal again, which takes as long as there is in it.
fn again<T>(play: impl FnOnce() -> T) -> T {
    crate::progress::waiting_for("playing the journal again", play)
}

/// A build as people tell it from others: its version, and the beginning of its component's hash.
fn build_name(build: &muster_table::Build) -> String {
    match build.component.get(..8) {
        Some(hash) => format!("{} ({hash})", build.version),
        None => format!("{} (no component)", build.version),
    }
}

/// Whether the position that a journal begins with is what its scenario sets up; false where no scenario is in it, and an
/// error where it is another's.
fn position_of_scenario(opened: &Opened, module: &dyn Module) -> Result<bool, Failure> {
    let header = &opened.header;
    if header.scenario.texts.is_empty() {
        return Ok(false);
    }
    let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
    let known = Known { id: header.build.module.as_str(), description: module.describe() };
    let mut position = game::set_up(&texts, known, &[])?.position;
    // Options, rules and who plays for whom are the table's.
    position.setup.options.clone_from(&header.position.setup.options);
    position.setup.rules = header.rules.iter().map(|rule| rule.id.clone()).collect();
    if position == header.position {
        return Ok(true);
    }
    let what = "the position that it begins with is not what its scenario sets up";
    Err(Failure::Differs(format!("{}: {what}", opened.path.display())))
}
