//! The chronicle of a game: what happened, turn by turn, as people read and keep it.

mod text;

use std::collections::BTreeMap;

use muster_contract::{Audience, Description, Event, EventKind, Outcome, Reckoning, Roll, Seat};

use crate::{
    messages::{LogItem, Peer, Refused},
    table::Table,
};

pub use text::percent;

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

/// The story of a game. Its text, in lines of at most 78 letters, is what it displays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// The scenario's title.
    pub title: String,
    /// The game's title.
    pub game: String,
    /// What happened before the first turn, if anything did, and then turn by turn.
    pub turns: Vec<Turn>,
    /// How it ended, if it has: who has won, and why.
    pub end: Vec<String>,
}

/// A turn of a story.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Its title; none before the first.
    pub title: String,
    /// The date that it stands for, if the title doesn't say it.
    pub date: Option<String>,
    /// The step in which it began; 0 where none did.
    pub step: u64,
    /// What happened in it.
    pub passages: Vec<Passage>,
}

/// What belongs together.
#[derive(Clone, Debug, PartialEq)]
pub enum Passage {
    /// Sentences of a phase.
    Phase {
        /// Its title; empty where there is none.
        title: String,
        /// What happened, in order.
        sentences: Vec<Sentence>,
    },
    /// A table of figures, and what the chances were.
    Reckoning(Reckoning),
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// The side that alone knew of it, where several seats' knowledge is told together.
    pub side: Option<String>,
    /// What happened.
    pub text: String,
    /// The dice, if it is a roll.
    pub dice: Option<Roll>,
}

impl Table {
    /// The story as a seat's eyes or the public's know it, for a client that may see by these; once the game is over, all of it.
    pub fn story(&mut self, peer: &Peer, eyes: Option<Seat>) -> Result<Story, Refused> {
        self.past_of(peer, eyes)?;
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
        Ok(story(Sources { title, description, dates: &dates, outcome, sides }, &items))
    }
}

/// The story. What was taken back is not in it, nor what a seat only wrote down for itself.
#[must_use]
pub fn story(sources: Sources<'_>, items: &[LogItem]) -> Story {
    let side = |id: &str| {
        let side = sources.description.sides.iter().find(|side| side.id == id);
        side.map_or_else(|| id.to_owned(), |side| side.name.clone())
    };
    let mut writer = Writer { sources, phase: String::new(), turns: vec![Turn::default()] };
    for item in items.iter().filter(|item| !item.undone) {
        for event in &item.events {
            writer.event(event, item.step.unwrap_or_default(), &side);
        }
    }
    let end = sources.outcome.map(|outcome| {
        let winner = outcome
            .winner
            .as_deref()
            .map_or("Nobody has won".to_owned(), |id| format!("{} victory", side(id)));
        let degree = if outcome.degree.is_empty() { String::new() } else { format!(" ({})", outcome.degree) };
        let reasons = outcome.reasons.iter().map(|line| line.text.clone());
        std::iter::once(format!("{winner}{degree}.")).chain(reasons).collect()
    });
    let mut turns = writer.turns;
    turns.retain(|turn| !turn.title.is_empty() || !turn.passages.is_empty());
    Story {
        title: sources.title.to_owned(),
        game: sources.description.title.clone(),
        turns,
        end: end.unwrap_or_default(),
    }
}

/// A story that is being written.
struct Writer<'a> {
    sources: Sources<'a>,
    phase: String,
    turns: Vec<Turn>,
}

impl Writer<'_> {
    fn event(&mut self, event: &Event, step: u64, side: &impl Fn(&str) -> String) {
        match &event.kind {
            EventKind::Phase(id) => self.phase(id, &event.text, step),
            EventKind::Reckoned(reckoning) => {
                if !event.text.is_empty() {
                    self.sentence(Sentence { side: None, text: event.text.clone(), dice: None });
                }
                self.passages().push(Passage::Reckoning(reckoning.clone()));
            }
            EventKind::Rolled(roll) if event.audience == Audience::Everyone => {
                self.sentence(Sentence { side: None, text: event.text.clone(), dice: Some(roll.clone()) });
            }
            _ if is_narrated(event) => {
                let whose = match &event.audience {
                    Audience::Seats(seats) => {
                        seats.first().and_then(|seat| self.sources.sides.get(usize::from(*seat)))
                    }
                    Audience::Everyone => None,
                };
                let side = whose.map(|id| side(id));
                self.sentence(Sentence { side, text: event.text.clone(), dice: None });
            }
            _ => {}
        }
    }

    fn phase(&mut self, id: &str, turn: &str, step: u64) {
        if self.turns.last().is_none_or(|last| last.title != turn) {
            let date = self.sources.dates.get(turn).filter(|date| !turn.contains(date.as_str()));
            self.turns.push(Turn { title: turn.to_owned(), date: date.cloned(), step, passages: Vec::new() });
            self.phase.clear();
        }
        let known = self.sources.description.phases.iter().find(|known| known.id == *id);
        known.map_or(id, |known| known.title.as_str()).clone_into(&mut self.phase);
    }

    fn passages(&mut self) -> &mut Vec<Passage> {
        if self.turns.is_empty() {
            self.turns.push(Turn::default());
        }
        let last = self.turns.len() - 1;
        &mut self.turns[last].passages
    }

    /// Adds a sentence to those of its phase.
    fn sentence(&mut self, mut sentence: Sentence) {
        // In the log each stands in a line of its own.
        if sentence.dice.is_none()
            && sentence.text.ends_with(|last: char| last.is_alphanumeric() || last == ')')
        {
            sentence.text.push('.');
        }
        let phase = self.phase.clone();
        match self.passages().last_mut() {
            Some(Passage::Phase { title, sentences }) if *title == phase => sentences.push(sentence),
            _ => self.passages().push(Passage::Phase { title: phase, sentences: vec![sentence] }),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::LogKind;
    use muster_contract::{Chance, Phase, PieceForm, ReckoningRow};
    use text::WIDTH;

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
        story(sources, items).to_string()
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
    fn dice_are_told() {
        let die = |face| muster_contract::Die { sides: 6, face, counts: face > 4 };
        let roll = Roll { reason: "Fire of Gladden on Miller".into(), dice: vec![die(6), die(2)] };
        let rolled = event(EventKind::Rolled(roll.clone()), Audience::Everyone, "Gladden fires");
        let own = event(EventKind::Rolled(roll), Audience::Seats(vec![0]), "Gladden fires");
        let text = text_of(&[item(1, vec![rolled], false)]);
        assert!(text.ends_with("Fire of Gladden on Miller: 6, 2.\n"), "{text}");
        assert!(
            !text_of(&[item(1, vec![own], false)]).contains("Fire of"),
            "not what one seat rolls for itself"
        );
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
