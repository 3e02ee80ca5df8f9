//! Recorded playthroughs: whole games as text files, compared line by line.
//!
//! A file holds what was asked, chosen, rolled and told. When the rules change on purpose, `MUSTER_RECORD=1` writes the
//! files anew, and the difference shows what the change means:
//!
//! ```text
//! # parley, seed 7
//! = 0 bid | Before the bid
//! ? 0 bid: bid 0, bid 1, bid 2, bid 3
//! > 0 bid 2
//!   0 | Text | You bid 2. (P1)
//! ```

use std::sync::{Arc, atomic::AtomicBool};
use std::{collections::BTreeSet, fs, path::Path};

use muster_contract::{Audience, Event, EventKind};
use muster_table::bots::{BotJob, BotWorkspace, derive_seed};
use muster_table::history::Snapshot;
use muster_table::messages::{BotKind, Budget};

use crate::{Evidence, Finding, Subject, Walk, saw};

/// Games that are tried when playthroughs are recorded anew.
const TRIED: u64 = 480;
/// Samples that a bot thinks on.
const SAMPLES: u64 = 4;

/// Plays a game at random and writes it down.
pub fn record(subject: &Subject<'_>, seed: u64) -> Result<String, Evidence> {
    write_down(subject, seed, None)
}

/// Plays a game of `regular` against itself, with so many playouts before a choice, and writes it down.
pub fn between_bots(subject: &Subject<'_>, seed: u64, playouts: u32) -> Result<String, Evidence> {
    let position = Arc::new(subject.position.clone());
    let schema = subject.module.describe().state_schema;
    let (never, mut desk) = (AtomicBool::new(false), BotWorkspace::default());
    let mut walk = Walk::new(*subject, seed)?;
    let mut text = format!("# {}, seed {seed}\n", subject.module.id());
    while walk.game.outcome()?.is_none() {
        let decisions = walk.game.decisions()?;
        let waiting = decisions.iter().find(|decision| decision.waits);
        let seat = waiting.ok_or_else(|| saw("the game waits for nobody, and isn't over"))?.seat;
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        let choices: Vec<String> =
            own.flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect();
        let revision = walk.taken.len() as u64;
        let seed = derive_seed(seed.into(), "bot", revision);
        let mut samples = Vec::new();
        for number in 0..if choices.len() < 2 { 0 } else { SAMPLES } {
            let mut sample = walk.game.sample(seat, derive_seed(seed.into(), "sample", number))?;
            samples.push(Snapshot { schema, save: sample.save()?.into() });
        }
        let (kind, budget, position) = (BotKind::Regular, Budget::Playouts(playouts), Arc::clone(&position));
        let job = BotJob { seat, revision, kind, budget, seed, choices, samples, position };
        let choice = job.choose(subject.module, &mut desk, &never)?;
        let choice = choice.ok_or_else(|| saw("the bot finds nothing to choose"))?;
        walk.take(seat, &choice)?;
        text += &format!("> {seat} {choice}\n");
    }
    again(subject, &text)
}

/// Plays the recorded choices again, with the same dice, and compares.
pub fn compare(subject: &Subject<'_>, name: &str, recorded: &str) -> Result<(), Finding> {
    again(subject, recorded)
        .and_then(|now| match first_difference(recorded, &now) {
            Some((line, was, is)) => Err(saw(format!(
                "{name}:{line}: recorded \"{was}\", now \"{is}\". MUSTER_RECORD=1 records anew"
            ))),
            None => Ok(()),
        })
        .map_err(|evidence| Finding { check: "playthroughs-agree", evidence })
}

fn first_difference<'a>(was: &'a str, is: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let (mut was, mut is) = (was.lines(), is.lines());
    for line in 1.. {
        match (was.next(), is.next()) {
            (None, None) => return None,
            (was, is) if was == is => {}
            (was, is) => return Some((line, was.unwrap_or("the end"), is.unwrap_or("the end"))),
        }
    }
    None
}

/// Plays the choices of a playthrough again, with the same dice, and writes everything down anew. The text needs no more
/// than its first line and the choices, so that whoever has chosen can make a playthrough of it.
pub fn again(subject: &Subject<'_>, recorded: &str) -> Result<String, Evidence> {
    let seed =
        recorded.lines().next().and_then(|line| line.rsplit(' ').next()).and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.ok_or_else(|| saw("the first line names no seed"))?;
    let choices = recorded.lines().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
    let choices: Option<Vec<(u8, String)>> =
        choices.map(|(seat, choice)| Some((seat.parse().ok()?, choice.to_owned()))).collect();
    write_down(subject, seed, Some(&choices.ok_or_else(|| saw("a choice names no seat"))?))
}

fn write_down(
    subject: &Subject<'_>,
    seed: u64,
    choices: Option<&[(u8, String)]>,
) -> Result<String, Evidence> {
    let mut walk = Walk::new(*subject, seed)?;
    let mut text = format!("# {}, seed {seed}\n", subject.module.id());
    let mut stood = String::new();
    loop {
        let turn = walk.game.view(None)?.turn;
        let stands = format!("= {} {} | {}\n", turn.number, turn.phase, turn.title);
        if stands != stood {
            text += &stands;
            stood = stands;
        }
        for decision in walk.game.decisions()? {
            let ids: Vec<&str> = decision.choices.iter().map(|choice| choice.id.as_str()).collect();
            text += &format!("? {} {}: {}\n", decision.seat, decision.kind, ids.join(", "));
        }
        walk.dice.rolled.clear();
        let taken = match choices {
            None => walk.step()?,
            Some(choices) => match choices.get(walk.taken.len()) {
                Some((seat, choice)) => match walk.take(*seat, choice) {
                    Ok(taken) => Some(taken),
                    // The text so far shows where it went another way.
                    Err(refused) => {
                        text += &format!("> {seat} {choice} is not to be had: {refused}\n");
                        return Ok(text);
                    }
                },
                None => None,
            },
        };
        let Some(taken) = taken else { break };
        text += &format!("> {} {}\n", taken.seat, taken.choice);
        for (reason, sides, faces) in &walk.dice.rolled {
            text += &format!("  d{sides} {faces:?} {reason}\n");
        }
        for event in &taken.events {
            text += &line(event);
        }
    }
    let outcome = walk.game.outcome()?;
    let ended = outcome.map(|outcome| {
        let reasons: Vec<String> = outcome.reasons.into_iter().map(|line| line.text).collect();
        format!("{} {} {}", outcome.winner.unwrap_or("nobody".to_owned()), outcome.degree, reasons.join(" "))
    });
    text += &format!("= {}\n", ended.unwrap_or("it goes on".to_owned()));
    Ok(text)
}

fn line(event: &Event) -> String {
    let audience = match &event.audience {
        Audience::Everyone => "all".to_owned(),
        Audience::Seats(seats) => seats.iter().map(u8::to_string).collect::<Vec<_>>().join("+"),
    };
    let kind = match &event.kind {
        EventKind::Moved(path) => {
            let path: Vec<&str> = path.iter().map(|place| place.space.as_str()).collect();
            format!("Moved {}", path.join(" "))
        }
        EventKind::Rolled(roll) => {
            let faces: Vec<String> = roll
                .dice
                .iter()
                .map(|die| format!("{}{}", die.face, if die.counts { "!" } else { "" }))
                .collect();
            format!("Rolled {}", faces.join(" "))
        }
        EventKind::Scored(score) => format!("Scored {} {}", score.side, score.points),
        EventKind::Custom(custom) => format!("Custom {} {}", custom.name, custom.json),
        EventKind::UnitChanged(change) => format!("UnitChanged {change:?}"),
        EventKind::MarkerChanged(change) => format!("MarkerChanged {change:?}"),
        EventKind::Phase(phase) => format!("Phase {phase}"),
        EventKind::Drawn(count) => format!("Drawn {count}"),
        other => format!("{other:?}").split(['(', ' ', ':']).next().unwrap_or_default().to_owned(),
    };
    let units = if event.units.is_empty() { String::new() } else { format!(" [{}]", event.units.join(", ")) };
    let citation = event.citation.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("  {audience} | {kind}{units} | {}{citation}\n", event.text)
}

/// What a playthrough meets: the phases of the sequence of play, the kinds of decision, and the first words of choices.
pub fn met(text: &str) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    for line in text.lines() {
        if let Some(stands) = line.strip_prefix("= ") {
            met.extend(stands.split(' ').nth(1).map(|phase| format!("phase {phase}")));
        } else if let Some(asked) = line.strip_prefix("? ") {
            met.extend(asked.split([' ', ':']).nth(1).map(|kind| format!("decision {kind}")));
        } else if let Some(taken) = line.strip_prefix("> ") {
            met.extend(taken.split(' ').nth(1).map(|word| format!("choice {word}")));
        } else if let Some((_, told)) = line.split_once(" | Phase ") {
            // One in which nobody decides is only told.
            met.extend(told.split(' ').next().map(|phase| format!("phase {phase}")));
        }
    }
    met
}

/// Compares every playthrough in the folder that begins with the module's id, and demands that between them they meet
/// every phase of the description and every one of these kinds of decision. With `MUSTER_RECORD=1` it first writes
/// new ones, as few as meet all that many games meet.
///
/// # Panics
///
/// If the folder can't be read or written.
pub fn compare_folder(subject: &Subject<'_>, folder: &Path, kinds: &[&str]) -> Result<(), Finding> {
    let finding = |evidence| Finding { check: "playthroughs-agree", evidence };
    let prefix = format!("{}-", subject.module.id());
    let files = || {
        let entries = fs::read_dir(folder).expect("the folder of playthroughs can be read");
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix)))
            .collect();
        files.sort();
        files
    };
    if std::env::var("MUSTER_RECORD").is_ok_and(|record| record == "1") {
        for old in files() {
            fs::remove_file(old).expect("an old playthrough can be removed");
        }
        for (number, text) in covering(subject).map_err(finding)?.into_iter().enumerate() {
            let path = folder.join(format!("{prefix}{}.txt", number + 1));
            fs::write(path, text).expect("a playthrough can be written");
        }
    }
    let mut all_met = BTreeSet::new();
    for file in files() {
        let recorded = fs::read_to_string(&file).expect("a playthrough can be read");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        compare(subject, &name, &recorded)?;
        all_met.append(&mut met(&recorded));
    }
    let phases = subject.module.describe().phases.iter().map(|phase| format!("phase {}", phase.id));
    let wanted = phases.chain(kinds.iter().map(|kind| format!("decision {kind}")));
    let missing: Vec<String> = wanted.filter(|wanted| !all_met.contains(wanted)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(finding(saw(format!("no playthrough meets {}", missing.join(", ")))))
}

/// Few games that meet all that many meet: always the one next that meets the most that is new.
fn covering(subject: &Subject<'_>) -> Result<Vec<String>, Evidence> {
    let mut games = Vec::new();
    for seed in 0..TRIED {
        let text = record(subject, seed)?;
        games.push((met(&text), text));
    }
    let mut all_met = BTreeSet::new();
    let mut chosen = Vec::new();
    while let Some((met, text)) = games.iter().max_by_key(|(met, _)| met.difference(&all_met).count()) {
        if met.is_subset(&all_met) {
            break;
        }
        all_met.extend(met.iter().cloned());
        chosen.push(text.clone());
    }
    Ok(chosen)
}
