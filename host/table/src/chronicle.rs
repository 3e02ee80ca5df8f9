//! The chronicle of a game: what happened, turn by turn, as a text that people read and keep.

use std::{collections::BTreeMap, fmt::Write};

use muster_contract::{Audience, Description, Event, EventKind, Outcome, Reckoning, Seat};

use crate::{
    messages::{LogItem, Refused},
    table::Table,
};

/// How wide the text is, in letters.
const WIDTH: usize = 78;

/// What a chronicle is written from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// The module.
    pub description: &'a Description,
    /// Turns' titles, as the events of phases name them, with the dates that they stand for.
    pub dates: &'a BTreeMap<String, String>,
    /// How the game ended, if it has.
    pub outcome: Option<&'a Outcome>,
    /// Seat by seat the sides, where several seats' knowledge is told together: what only one knew is marked with its side.
    pub sides: &'a [String],
}

impl Table {
    /// The chronicle as a seat's eyes or the public's know it; once the game is over, all of it.
    pub fn chronicle(&mut self, eyes: Option<Seat>) -> Result<String, Refused> {
        let over = self.outcome().is_some();
        let all = 0..self.seat_count() as Seat;
        let eyes: Vec<Seat> = if over { all.collect() } else { eyes.into_iter().collect() };
        let items = self.log(&eyes, 0);
        let mut dates = BTreeMap::new();
        let mut last = "";
        for item in items.iter().filter(|item| !item.undone) {
            let mut turns = item.events.iter().filter(|event| matches!(event.kind, EventKind::Phase(_)));
            let (Some(event), Some(step)) = (turns.next_back(), item.step) else { continue };
            if event.text != last {
                last = &event.text;
                let turn = self.moment(None, step, false)?.view.turn;
                if turn.title == event.text && !turn.clock.is_empty() {
                    dates.insert(turn.title, turn.clock);
                }
            }
        }
        let description = self.module().describe();
        let (title, outcome) = (self.header().scenario.title.as_str(), self.outcome());
        let sides: &[String] = if eyes.len() > 1 { self.sides() } else { &[] };
        Ok(chronicle(Sources { title, description, dates: &dates, outcome, sides }, &items))
    }
}

/// The text. What was taken back is not in it, nor are dice, nor what a seat only wrote down for itself.
#[must_use]
pub fn chronicle(sources: Sources<'_>, items: &[LogItem]) -> String {
    let mut text = format!("{}\n{}\n", sources.title.to_uppercase(), sources.description.title);
    let (mut turn, mut phase) = (String::new(), String::new());
    let side = |id: &str| {
        let side = sources.description.sides.iter().find(|side| side.id == id);
        side.map_or_else(|| id.to_owned(), |side| side.name.clone())
    };
    let mut sentences: Vec<String> = Vec::new();
    for event in items.iter().filter(|item| !item.undone).flat_map(|item| &item.events) {
        match &event.kind {
            EventKind::Phase(id) => {
                if event.text != turn {
                    paragraph(&mut text, &phase, &mut sentences);
                    turn.clone_from(&event.text);
                    heading(&mut text, &turn, sources.dates.get(&turn));
                    phase.clear();
                }
                let known = sources.description.phases.iter().find(|known| known.id == *id);
                let title = known.map_or(id.as_str(), |known| known.title.as_str());
                if title != phase {
                    paragraph(&mut text, &phase, &mut sentences);
                    title.clone_into(&mut phase);
                }
            }
            EventKind::Reckoned(reckoning) => {
                sentences.extend(Some(event.text.clone()).filter(|text| !text.is_empty()));
                paragraph(&mut text, &phase, &mut sentences);
                table(&mut text, reckoning);
            }
            _ if is_narrated(event) => {
                let whose = match &event.audience {
                    Audience::Seats(seats) => {
                        seats.first().and_then(|seat| sources.sides.get(usize::from(*seat)))
                    }
                    Audience::Everyone => None,
                };
                let mark = whose.map(|id| format!("[{}] ", side(id))).unwrap_or_default();
                sentences.push(format!("{mark}{}", event.text));
            }
            _ => {}
        }
    }
    paragraph(&mut text, &phase, &mut sentences);
    if let Some(outcome) = sources.outcome {
        heading(&mut text, "The end", None);
        let winner = outcome
            .winner
            .as_deref()
            .map_or("Nobody has won".to_owned(), |id| format!("{} has won", side(id)));
        let degree = if outcome.degree.is_empty() { String::new() } else { format!(" ({})", outcome.degree) };
        let mut sentences = vec![format!("{winner}{degree}.")];
        sentences.extend(outcome.reasons.iter().map(|line| line.text.clone()));
        paragraph(&mut text, "", &mut sentences);
    }
    text
}

/// Whether an event is part of the story.
fn is_narrated(event: &Event) -> bool {
    if event.text.trim().is_empty() {
        return false;
    }
    match event.kind {
        EventKind::Command | EventKind::Text => event.audience == Audience::Everyone,
        EventKind::Rolled(_) | EventKind::Drawn(_) | EventKind::Concealed | EventKind::Custom(_) => false,
        EventKind::UnitChanged(_) | EventKind::MarkerChanged(_) => false,
        _ => true,
    }
}

fn heading(text: &mut String, turn: &str, date: Option<&String>) {
    let heading = match date {
        Some(date) if !turn.contains(date.as_str()) => format!("{turn}: {date}"),
        _ => turn.to_owned(),
    };
    // Writing into a string doesn't fail.
    let _ = write!(text, "\n\n{heading}\n{}\n", "=".repeat(heading.chars().count()));
}

/// Sentences as a paragraph, with the phase that they belong to before them; they are used up.
fn paragraph(text: &mut String, phase: &str, sentences: &mut Vec<String>) {
    if sentences.is_empty() {
        return;
    }
    let mut line = String::new();
    let mut put = |text: &mut String, word: &str| {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    };
    text.push('\n');
    let lead = if phase.is_empty() { String::new() } else { format!("{phase}:") };
    for sentence in std::iter::once(lead).chain(sentences.drain(..)) {
        sentence.split_whitespace().for_each(|word| put(text, word));
    }
    text.push_str(&line);
    text.push('\n');
}

/// A reckoning with its columns under each other, then the chances.
fn table(text: &mut String, reckoning: &Reckoning) {
    let wide = reckoning.rows.iter().map(|row| row.title.chars().count()).max().unwrap_or(0).max(8);
    let columns = reckoning.columns.iter().enumerate().map(|(at, title)| {
        let cells = reckoning.rows.iter().filter_map(|row| row.figures.get(at));
        cells.map(|cell| cell.chars().count()).chain([title.chars().count()]).max().unwrap_or(0) + 2
    });
    let columns: Vec<usize> = columns.collect();
    let _ = write!(text, "\n    {}\n    {:wide$}", reckoning.title, "");
    for (title, width) in reckoning.columns.iter().zip(&columns) {
        let _ = write!(text, "{title:>width$}");
    }
    text.push('\n');
    for row in &reckoning.rows {
        let _ = write!(text, "    {:wide$}", row.title);
        for (figure, width) in row.figures.iter().zip(&columns) {
            let _ = write!(text, "{figure:>width$}");
        }
        text.push('\n');
    }
    for (at, chance) in reckoning.chances.iter().enumerate() {
        let came = if reckoning.came == Some(at as u32) { "  (so it came)" } else { "" };
        let _ = writeln!(text, "    {}: {}{came}", chance.label, percent(chance.of, chance.out_of));
    }
}

/// A chance in words, to the nearest tenth: "37.5 %".
fn percent(of: u64, out_of: u64) -> String {
    let out_of = u128::from(out_of.max(1));
    let tenths = (u128::from(of) * 1_000 + out_of / 2) / out_of;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::LogKind;
    use muster_contract::{Chance, Phase, PieceForm, ReckoningRow};

    fn description() -> Description {
        let phase = |id: &str, title: &str| Phase {
            id: id.into(),
            title: title.into(),
            citation: String::new(),
            depth: 0,
        };
        Description {
            title: "A war".into(),
            phases: vec![phase("march", "Marches"), phase("battle", "Battles")],
            pieces: PieceForm::Flags,
            ..Description::blank()
        }
    }

    fn event(kind: EventKind, audience: Audience, text: &str) -> Event {
        Event { kind, audience, place: None, units: vec![], text: text.into(), citation: None }
    }

    fn item(record: u64, events: Vec<Event>, undone: bool) -> LogItem {
        let (step, seat, kind, choices) = (Some(record), None, LogKind::Choice, vec![]);
        LogItem { record, step, seat, kind, choices, events, command: false, undone }
    }

    fn battle() -> EventKind {
        let row = |title: &str, figures: [&str; 2]| ReckoningRow {
            title: title.into(),
            figures: figures.map(str::to_owned).to_vec(),
            citation: None,
        };
        let chance = |label: &str, of| Chance { label: label.into(), of, out_of: 8 };
        EventKind::Reckoned(Reckoning {
            title: "Strengths at Manassas".into(),
            columns: ["Union", "Confederate"].map(str::to_owned).to_vec(),
            rows: vec![row("size", ["1,240", "980"]), row("with the leader", ["1,488", "1,372"])],
            chances: vec![chance("the Union", 3), chance("the Confederacy", 5)],
            came: Some(1),
        })
    }

    fn text_of(items: &[LogItem]) -> String {
        let dates = BTreeMap::from([("Turn 1".to_owned(), "May 1861".to_owned())]);
        let description = description();
        let sources =
            Sources { title: "1861", description: &description, dates: &dates, outcome: None, sides: &[] };
        chronicle(sources, items)
    }

    #[test]
    fn chances_are_rounded_to_the_nearest_tenth() {
        assert_eq!([percent(2, 3), percent(1, 3), percent(1, 0)], ["66.7 %", "33.3 %", "100.0 %"]);
        assert_eq!([percent(3, 8), percent(1, 2_000), percent(1, 2_001)], ["37.5 %", "0.1 %", "0.0 %"]);
    }

    #[test]
    fn turns_have_their_dates_and_battles_their_reckoning() {
        let all = Audience::Everyone;
        let text = text_of(&[
            item(1, vec![event(EventKind::Phase("march".into()), all.clone(), "Turn 1")], false),
            item(2, vec![event(EventKind::Moved(vec![]), all.clone(), "McDowell goes to Manassas.")], false),
            item(3, vec![event(EventKind::Phase("battle".into()), all.clone(), "Turn 1")], false),
            item(
                4,
                vec![
                    event(battle(), all.clone(), "They meet at Manassas."),
                    event(EventKind::Lost, all.clone(), "The Union loses 210."),
                    event(EventKind::Phase("march".into()), all.clone(), "Turn 2"),
                    event(EventKind::Taken(None), all, "Nobody holds Norfolk."),
                ],
                false,
            ),
        ]);
        let expected = "1861\nA war\n\n\nTurn 1: May 1861\n================\n\
            \nMarches: McDowell goes to Manassas.\n\
            \nBattles: They meet at Manassas.\n\
            \n    Strengths at Manassas\
            \n                     Union  Confederate\
            \n    size             1,240          980\
            \n    with the leader  1,488        1,372\
            \n    the Union: 37.5 %\
            \n    the Confederacy: 62.5 %  (so it came)\n\
            \nBattles: The Union loses 210.\n\
            \n\nTurn 2\n======\n\nMarches: Nobody holds Norfolk.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_was_taken_back_and_what_one_wrote_for_oneself_is_not_told() {
        let text = text_of(&[
            item(1, vec![event(EventKind::Text, Audience::Everyone, "It rains.")], false),
            item(2, vec![event(EventKind::Text, Audience::Seats(vec![0]), "You bid 2.")], false),
            item(3, vec![event(EventKind::Lost, Audience::Everyone, "A fleet is lost.")], true),
        ]);
        assert!(text.contains("It rains.") && !text.contains("You bid") && !text.contains("fleet"), "{text}");
    }

    #[test]
    fn lines_are_not_too_long() {
        let long = "The army goes on and on. ".repeat(20);
        let text = text_of(&[item(1, vec![event(EventKind::Text, Audience::Everyone, &long)], false)]);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("on and on.").count() + text.matches("on and\non.").count(), 20);
    }
}
