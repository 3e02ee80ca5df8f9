//! A scenario that has been set up: its position, and where its script says what.

use std::collections::BTreeMap;

use muster_board::file::BoardFile;
use muster_board::picture::Picture;
use muster_contract::{Board, Position, Refusal, Section, has_section, is_number};

use crate::heading::Heading;
use crate::mention::entry_about;
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::raw::{Field, RawValue};
use crate::record::LogLine;
use crate::texts::{SCRIPT, Texts};

/// A note that guides players, shown once: when the first decision comes that it fits.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Note {
    /// The kind of decision that it is about (`muster_contract::Decision::kind`).
    pub decision: String,
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The rule that it explains.
    pub cite: Option<String>,
    /// Only in this turn.
    pub turn: Option<u32>,
    /// Only for this side.
    pub side: Option<String>,
    /// Only when the decision is about this unit.
    pub unit: Option<String>,
}

/// A scenario that has been set up.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is.
    pub heading: Heading,
    /// What a game of it is created from. Its options are those that the scenario sets; its seats are the
    /// module's sides in their order.
    pub position: Position,
    /// How its boards are drawn, in the order of the position's boards.
    pub pictures: Vec<Picture>,
    /// Notes for players.
    pub notes: Vec<Note>,
    /// What the script printed.
    pub log: Vec<LogLine>,
    /// The texts that it was made from.
    pub texts: Texts,
    /// Where its parts were written.
    pub(crate) source_map: SourceMap,
}

/// Where in a scenario's files its parts were written.
#[derive(Clone, Debug)]
pub(crate) struct SourceMap {
    /// What it is.
    pub(crate) heading: At,
    /// Its facts and units, by their names.
    pub(crate) named: Vec<(String, At)>,
    /// What the attributes of units are called, and the words of their texts.
    pub(crate) unit_words: Vec<UnitWord>,
    /// Where each unit's place was written, and how many places were given before; by the units' names.
    pub(crate) placed: BTreeMap<String, (usize, At)>,
    /// Where units' formations were written; by the units' names.
    pub(crate) formations: BTreeMap<String, At>,
    /// Its notes, in their order.
    pub(crate) notes: Vec<At>,
    /// The files of its boards.
    pub(crate) boards: Vec<String>,
}

/// A word that was written of a unit.
#[derive(Clone, Debug)]
pub(crate) struct UnitWord {
    /// The unit's id.
    pub(crate) unit: String,
    /// The attribute that it belongs to.
    pub(crate) attribute: String,
    /// The attribute's name, or a word of its text.
    pub(crate) word: String,
    /// Where it was written last.
    pub(crate) at: At,
}

impl UnitWord {
    /// What an attribute's name and text are made of, each with the attribute's place.
    pub(crate) fn of<'a>(
        unit: &'a str,
        attribute: &'a str,
        value: &'a Field,
    ) -> impl Iterator<Item = Self> + 'a {
        let text = if let RawValue::Text(text) = &value.raw { text.as_str() } else { "" };
        let words = text.split_whitespace().filter(|word| word.len() > 1);
        words.chain([attribute]).map(|word| Self {
            unit: unit.to_owned(),
            attribute: attribute.to_owned(),
            word: word.to_owned(),
            at: value.at.clone(),
        })
    }
}

impl Scenario {
    /// The scenario of a game of a module that was recorded with these texts, without its script: what it set up is in the recorded
    /// position, and the pictures are in the files of the boards. It has no notes. None where a board isn't that of a file.
    pub fn recorded(texts: &Texts, module: &str, title: String, position: &Position) -> Option<Scenario> {
        let files = texts.files.iter().filter(|(name, _)| name.ends_with(".toml"));
        let read: Vec<BoardFile> =
            files.filter_map(|(name, text)| BoardFile::parse(text, name).ok()).collect();
        let picture =
            |board: &Board| read.iter().find(|file| file.board == *board).map(|file| file.picture.clone());
        let pictures = position.boards.iter().map(picture).collect::<Option<_>>()?;
        let heading = Heading {
            id: texts.id.clone(),
            module: module.to_owned(),
            title,
            story: String::new(),
            date: String::new(),
            length: String::new(),
            complexity: 0,
            briefs: Vec::new(),
        };
        let source_map = SourceMap {
            heading: At::file(SCRIPT),
            named: Vec::new(),
            unit_words: Vec::new(),
            placed: BTreeMap::new(),
            formations: BTreeMap::new(),
            notes: Vec::new(),
            boards: Vec::new(),
        };
        let (position, texts) = (position.clone(), texts.clone());
        Some(Scenario { heading, position, pictures, notes: Vec::new(), log: Vec::new(), texts, source_map })
    }

    /// Returns a problem for each note that cites a section which isn't among these of the module's rules summary.
    pub fn uncited(&self, sections: &[Section]) -> Vec<ScenarioProblem> {
        let cites = self.notes.iter().zip(&self.source_map.notes);
        cites.filter_map(|(note, at)| unknown_section(note.cite.as_deref()?, sections, at)).collect()
    }

    /// Returns the module's refusal to set this scenario up, with the file and line of what it names: the longest of
    /// the names of facts and units in its words, else the unit that came last to a space of too many, else the entry of a
    /// board, or else the scenario as a whole.
    pub fn refused(&self, refusal: &Refusal) -> ScenarioProblem {
        let SourceMap { heading, named, unit_words, boards, .. } = &self.source_map;
        let named = named.iter().filter(|(name, _)| mentions(&refusal.reason, name));
        // The first of those as long: the reason names it, and the later one has it too.
        let longest = named.rev().max_by_key(|(name, _)| name.len());
        // What is wrong with a unit may be one of its own words.
        let word = longest.and_then(|(unit, _)| {
            let its =
                unit_words.iter().filter(|its| its.unit == *unit && mentions(&refusal.reason, &its.word));
            its.max_by_key(|its| its.word.len())
        });
        let place = word.map(|its| &its.at).or(longest.map(|(_, at)| at));
        let place = place.or_else(|| self.last_of_many(&refusal.reason));
        let of_board = |file: &String| {
            let text = self.texts.named(file, heading).ok()?;
            entry_about(file, text, |name| mentions(&refusal.reason, name))
        };
        let at =
            place.cloned().or_else(|| boards.iter().find_map(of_board)).unwrap_or_else(|| heading.clone());
        let reason = match &refusal.citation {
            Some(rule) => format!("{} ({rule})", refusal.reason),
            None => refusal.reason.clone(),
        };
        ScenarioProblem::new(at, Wrong::Refused { module: self.heading.module.clone(), reason })
    }

    /// Returns where the last of several units was put into a space, if the sentence is about units there.
    fn last_of_many(&self, sentence: &str) -> Option<&At> {
        let of_units = ["unit", "units", "block", "blocks"].iter().any(|word| mentions(sentence, word));
        let stands = |unit: &&muster_contract::Unit| {
            of_units && unit.place.as_ref().is_some_and(|place| mentions(sentence, &place.space))
        };
        let there: Vec<&str> =
            self.position.roster.iter().filter(stands).map(|unit| unit.id.as_str()).collect();
        let placed =
            there.iter().filter(|_| there.len() > 1).filter_map(|unit| self.source_map.placed.get(*unit));
        placed.max_by_key(|(order, _)| *order).map(|(_, at)| at)
    }
}

/// Returns the problem of a citation that looks like the number of a section and names none of the module's rules summary.
fn unknown_section(citation: &str, sections: &[Section], at: &At) -> Option<ScenarioProblem> {
    let is_unknown = |number: &&str| is_number(number) && !has_section(sections, number);
    let citation = citation.split(',').map(str::trim).find(is_unknown).filter(|_| !sections.is_empty())?;
    let wrong = Wrong::Unknown {
        what: "section",
        name: citation.to_owned(),
        context: " in the module's rules summary".into(),
    };
    let known: Vec<&str> = sections.iter().map(|section| section.id.as_str()).collect();
    let remedy = format!("Its sections are {}.", known.join(", "));
    Some(
        ScenarioProblem::new(at.clone(), wrong)
            .with_remedy(meant(citation, known).filter(|near| near.starts_with("Did")).unwrap_or(remedy)),
    )
}

/// Whether a sentence has this name, not as a part of a longer one.
fn mentions(sentence: &str, name: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    sentence.match_indices(name).any(|(at, _)| {
        let (before, after) = (&sentence[..at], &sentence[at + name.len()..]);
        !name.is_empty() && !before.ends_with(part) && !after.starts_with(part)
    })
}
