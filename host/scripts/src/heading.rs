//! What a scenario is: what is read of it before anybody sets it up.

use crate::problem::{At, ScenarioProblem, Wrong};
use crate::raw::Fields;
use crate::record::{self, Statement};
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
    /// The briefs of the sides.
    pub briefs: Vec<Brief>,
}

/// The brief of one side.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Brief {
    /// The side's id.
    pub side: String,
    /// What it has and what it wants.
    pub text: String,
}

impl Heading {
    /// Reads what a scenario is, without the module that it is for: for lists of scenarios. The script runs for 20,000 steps at
    /// most; briefs that it has later are missing then.
    pub fn from_texts(texts: &Texts) -> Result<Heading, ScenarioProblem> {
        let record = record::run_for_heading(texts)?;
        let heading = heading(texts, &record.statements);
        let heading = heading.map_err(|problem| at_its_line(problem, texts.script().unwrap_or_default()))?;
        Ok(heading.value)
    }
}

/// A heading, and where it was written.
pub(crate) struct WrittenHeading {
    pub(crate) value: Heading,
    pub(crate) at: At,
}

/// Returns the heading that the statements of a scenario's script give.
pub(crate) fn heading(texts: &Texts, statements: &[Statement]) -> Result<WrittenHeading, ScenarioProblem> {
    let mut written = None::<WrittenHeading>;
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
        let at = At::byte(SCRIPT, "", 0);
        let wrong = Wrong::Missing { what: "the script".into(), name: "scenario".into() };
        return Err(ScenarioProblem::new(at, wrong)
            .with_remedy("Begin it with scenario(#{ module: \"…\", title: \"…\" });"));
    };
    written.value.briefs = briefs;
    Ok(written)
}

fn read(id: &str, mut fields: Fields) -> Result<WrittenHeading, ScenarioProblem> {
    let at = fields.at.clone();
    let complexity = fields.number("complexity")?;
    let value = Heading {
        id: id.to_owned(),
        module: fields.wanted("module")?,
        title: fields.title()?,
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
    Ok(WrittenHeading { value, at })
}
