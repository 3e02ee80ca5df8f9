//! A scenario: what it is, and the position that it sets up.

use std::collections::BTreeMap;

use muster_board::picture::Picture;
use muster_contract::{Description, Module, Position, Refusal, Section, is_number, is_told};

use crate::mention::entry_about;
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::record::{self, LogLine, Statement};
use crate::resolve;
use crate::said::Fields;
use crate::spot::at_its_line;
use crate::texts::{SCRIPT, Texts};

/// What a person reads of a scenario before choosing it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Heading {
    /// Its id: the name of its folder.
    pub id: String,
    /// The module whose game it sets up.
    pub module: String,
    /// Its title.
    pub title: String,
    /// What happened, and what the players are to do; may be empty.
    pub story: String,
    /// When it happened, in words; may be empty.
    pub date: String,
    /// How long a game takes, in words; may be empty.
    pub length: String,
    /// How complex it is, from 1 (a first game) to 5; 0 if it doesn't say.
    pub complexity: u8,
    /// What each side is told, by the side's id.
    pub briefs: Vec<Brief>,
}

/// What one side is told.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Brief {
    /// The side's id.
    pub side: String,
    /// What it has and what it wants.
    pub text: String,
}

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

/// A module that a scenario may be for.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Its id.
    pub id: &'a str,
    /// What it says of itself.
    pub description: &'a Description,
}

impl Known<'_> {
    /// Where its names of this sort are to be found, for the end of a message: those that are too many to be told.
    pub(crate) fn lists(&self, what: &str) -> String {
        let plural = match what.split_once(' ') {
            Some((first, rest)) => format!("{first}s {rest}"),
            None => format!("{what}s"),
        };
        format!("`muster describe {}` lists the {plural}.", self.id)
    }
}

impl<'a, M: Module + ?Sized> From<&'a M> for Known<'a> {
    fn from(module: &'a M) -> Known<'a> {
        Known { id: module.id(), description: module.describe() }
    }
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
    /// Where its units and facts were written.
    pub(crate) said_at: SaidAt,
}

/// Where a scenario says what it says.
#[derive(Clone, Debug)]
pub(crate) struct SaidAt {
    /// What it is.
    pub(crate) heading: At,
    /// Its facts and units, by their names.
    pub(crate) named: Vec<(String, At)>,
    /// The words of units' texts: the unit, the word, and where it was written.
    pub(crate) words: Vec<(String, String, At)>,
    /// Where it was said of a unit in which space it stands, and how many were put somewhere before; by the units' names.
    pub(crate) stands: BTreeMap<String, (usize, At)>,
    /// Where units' formations were written; by the units' names.
    pub(crate) formations: BTreeMap<String, At>,
    /// Its notes, in their order.
    pub(crate) notes: Vec<At>,
    /// The files of its boards.
    pub(crate) boards: Vec<String>,
}

impl Scenario {
    /// The notes that cite what isn't there, in these sections of the module's rules summary.
    pub fn uncited(&self, sections: &[Section]) -> Vec<ScenarioProblem> {
        let cites = self.notes.iter().zip(&self.said_at.notes);
        cites.filter_map(|(note, at)| told(note.cite.as_deref()?, sections, at)).collect()
    }

    /// What a module said that refuses to set this scenario up, with the file and line of what it names: the longest of
    /// the names of facts and units in its words, else the unit that came last to a space of too many, else the entry of a
    /// board, or else the scenario as a whole.
    pub fn refused(&self, refusal: &Refusal) -> ScenarioProblem {
        let SaidAt { heading, named, words, boards, .. } = &self.said_at;
        let named = named.iter().filter(|(name, _)| mentions(&refusal.reason, name));
        // The first of those as long: the reason names it, and the later one has it too.
        let longest = named.rev().max_by_key(|(name, _)| name.len());
        // What is wrong with a unit may be one of its own words.
        let word = longest.and_then(|(unit, _)| {
            let its = words.iter().filter(|(of, word, _)| of == unit && mentions(&refusal.reason, word));
            its.max_by_key(|(_, word, _)| word.len())
        });
        let place = word.map(|(.., at)| at).or(longest.map(|(_, at)| at));
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

    /// Where the last of several units was put into a space, if the sentence speaks of units there.
    fn last_of_many(&self, sentence: &str) -> Option<&At> {
        let of_units = ["unit", "units", "block", "blocks"].iter().any(|word| mentions(sentence, word));
        let stands = |unit: &&muster_contract::Unit| {
            of_units && unit.place.as_ref().is_some_and(|place| mentions(sentence, &place.space))
        };
        let there: Vec<&str> =
            self.position.roster.iter().filter(stands).map(|unit| unit.id.as_str()).collect();
        let placed =
            there.iter().filter(|_| there.len() > 1).filter_map(|unit| self.said_at.stands.get(*unit));
        placed.max_by_key(|(order, _)| *order).map(|(_, at)| at)
    }

    /// Sets a scenario up: runs its script and checks what it says against the module that it is for. The problem
    /// is the first of [`Scenario::check`].
    pub fn from_texts(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, ScenarioProblem> {
        Self::check(texts, modules).map_err(|problems| {
            problems.into_iter().next().expect("a scenario that can't be set up has a problem")
        })
    }

    /// Sets a scenario up, and says everything that is wrong with it if that fails.
    pub fn check(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, Vec<ScenarioProblem>> {
        Self::resolve(texts, modules).map_err(|problems| {
            let script = texts.script().unwrap_or_default();
            let of_script = |problem: ScenarioProblem| match problem.at.file == SCRIPT {
                true => at_its_line(problem, script),
                false => problem,
            };
            problems.into_iter().map(of_script).collect()
        })
    }

    fn resolve(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, Vec<ScenarioProblem>> {
        let record = record::run(texts).map_err(|problem| vec![problem])?;
        let heading = heading(texts, &record.statements).map_err(|problem| vec![problem])?;
        let module = modules.iter().find(|module| module.id == heading.value.module).ok_or_else(|| {
            let known = modules.iter().map(|module| module.id);
            let remedy = crate::problem::meant(&heading.value.module, known);
            let wrong =
                Wrong::Unknown { what: "module", name: heading.value.module.clone(), context: String::new() };
            vec![ScenarioProblem::meant(heading.at.clone(), wrong, remedy)]
        })?;
        resolve::scenario(texts, *module, (heading.value, heading.at), record)
    }
}

/// A citation that names no section of the module's rules summary, if it looks like the number of one.
fn told(citation: &str, sections: &[Section], at: &At) -> Option<ScenarioProblem> {
    let untold = |number: &&str| is_number(number) && !is_told(sections, number);
    let citation = citation.split(',').map(str::trim).find(untold).filter(|_| !sections.is_empty())?;
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

impl Heading {
    /// Reads what a scenario is, without the module that it is for: for lists of scenarios. The script runs for 20,000 steps at
    /// most; what it says of sides later isn't among the briefs then.
    pub fn from_texts(texts: &Texts) -> Result<Heading, ScenarioProblem> {
        let record = record::run_for_heading(texts)?;
        let heading = heading(texts, &record.statements);
        let heading = heading.map_err(|problem| at_its_line(problem, texts.script().unwrap_or_default()))?;
        Ok(heading.value)
    }
}

/// A heading, and where it was written.
struct Written {
    value: Heading,
    at: crate::problem::At,
}

fn heading(texts: &Texts, statements: &[Statement]) -> Result<Written, ScenarioProblem> {
    let mut written = None::<Written>;
    let mut briefs = Vec::new();
    for statement in statements {
        match statement {
            Statement::Scenario(fields) if written.is_some() => {
                let wrong = Wrong::Twice { what: "the call", name: "scenario".into() };
                return Err(ScenarioProblem::new(fields.at.clone(), wrong)
                    .with_remedy("Say what the scenario is once, at the top of the script."));
            }
            Statement::Scenario(fields) => written = Some(read(&texts.id, fields.clone())?),
            Statement::Brief { side, text, .. } => {
                briefs.push(Brief { side: side.clone(), text: text.clone() })
            }
            _ => {}
        }
    }
    let Some(mut written) = written else {
        let at = crate::problem::At::byte(crate::texts::SCRIPT, "", 0);
        let wrong = Wrong::Missing { what: "the script".into(), name: "scenario".into() };
        return Err(ScenarioProblem::new(at, wrong)
            .with_remedy("Begin it with scenario(#{ module: \"…\", title: \"…\" });"));
    };
    written.value.briefs = briefs;
    Ok(written)
}

fn read(id: &str, mut fields: Fields) -> Result<Written, ScenarioProblem> {
    let at = fields.at.clone();
    let complexity = fields.number("complexity")?;
    let value = Heading {
        id: id.to_owned(),
        module: fields.wanted("module")?,
        title: fields.wanted("title")?,
        story: fields.text("story")?.unwrap_or_default(),
        date: fields.text("date")?.unwrap_or_default(),
        length: fields.text("length")?.unwrap_or_default(),
        complexity: match complexity {
            None => 0,
            Some(complexity @ 1..=5) => u8::try_from(complexity).unwrap_or_default(),
            Some(other) => {
                let what = "\"complexity\" of the scenario".to_owned();
                let wrong = Wrong::Type {
                    what,
                    found: format!("the number {other}"),
                    wanted: "a number from 1 to 5",
                };
                let remedy = "1 is for a first game and 5 for the longest evening.";
                return Err(ScenarioProblem::new(at, wrong).with_remedy(remedy));
            }
        },
        briefs: Vec::new(),
    };
    fields.nothing_else(&["module", "title", "story", "date", "length", "complexity"])?;
    Ok(Written { value, at })
}
