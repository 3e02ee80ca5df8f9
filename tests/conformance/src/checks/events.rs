//! Events speak to their audience of what it can see.

use std::collections::BTreeSet;

use muster_contract::{Event, EventKind, Seat, View};

use crate::{Evidence, Subject, Walk, checks::undo::hears, saw};

/// An event names units only as its audience sees them, before or after: by key if it can identify them, else by the
/// token that it has. Its text doesn't speak of what only others can identify.
pub fn events_name_what_is_seen(subject: &Subject<'_>) -> Result<(), Evidence> {
    for seed in 1200..1200 + subject.scale.games {
        let mut walk = Walk::new(*subject, seed)?;
        let mut before = all_views(&mut walk)?;
        while let Some(taken) = walk.step()? {
            let after = all_views(&mut walk)?;
            for (reader, _) in &after {
                look(subject, &walk, *reader, &taken.events, &[&before, &after])?;
            }
            before = after;
        }
    }
    Ok(())
}

type Views = Vec<(Option<Seat>, View)>;

fn all_views(walk: &mut Walk<'_>) -> Result<Views, Evidence> {
    let seats = walk.seats()?;
    let readers = (0..seats).map(Some).chain([None]);
    readers.map(|reader| Ok((reader, walk.game.view(reader)?))).collect()
}

fn look(
    subject: &Subject<'_>,
    walk: &Walk<'_>,
    reader: Option<Seat>,
    events: &[Event],
    views: &[&Views],
) -> Result<(), Evidence> {
    let who = reader.map_or("a spectator".to_owned(), |seat| format!("seat {seat}"));
    let views_of =
        |of: Option<Seat>| views.iter().flat_map(move |views| views.iter().filter(move |view| view.0 == of));
    let mut seen: BTreeSet<&str> =
        views_of(reader).flat_map(|(_, view)| view.units.iter().map(|unit| unit.id.as_str())).collect();
    // What some other reader can identify.
    let identified: BTreeSet<&str> = views
        .iter()
        .flat_map(|views| views.iter())
        .flat_map(|(_, view)| &view.units)
        .filter(|unit| unit.face.is_some())
        .map(|unit| unit.id.as_str())
        .collect();
    for event in events {
        let mine = match reader {
            Some(seat) => hears(event, seat),
            None => event.audience == muster_contract::Audience::Everyone,
        };
        if !mine {
            continue;
        }
        if event.kind == EventKind::Revealed {
            seen.extend(event.units.iter().map(String::as_str));
        }
        let hidden = |unit: &str| identified.contains(unit) && !seen.contains(unit);
        if let Some(unit) = event.units.iter().find(|unit| hidden(unit)) {
            let text = &event.text;
            return Err(saw(format!(
                "{}: {who} can't identify {unit}, yet is told of it: {text}",
                walk.at()
            )));
        }
        let said = match &event.kind {
            EventKind::Custom(custom) => format!("{} {}", event.text, custom.json),
            EventKind::UnitChanged(change) => format!("{} {change:?}", event.text),
            _ => event.text.clone(),
        };
        for unit in subject.position.roster.iter().filter(|unit| hidden(&unit.id)) {
            if said.contains(&unit.id) || said.contains(&unit.name) {
                return Err(saw(format!(
                    "{}: {who} can't identify {}, yet is told: {said}",
                    walk.at(),
                    unit.id
                )));
            }
        }
        // A token must be one that this reader has.
        if let Some(unit) =
            event.units.iter().find(|unit| unit.starts_with('?') && !seen.contains(unit.as_str()))
        {
            return Err(saw(format!(
                "{}: {who} is told of {unit}, but has no such token: {said}",
                walk.at()
            )));
        }
    }
    Ok(())
}
