//! The statements of a script, recorded as it runs.
//!
//! The functions that a script calls look at nothing but their own arguments; whether their statements make
//! sense on this module's boards is checked afterwards, in [`resolve`](crate::resolve), for all of it at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_contract::Awaited;
use rhai::{Dynamic, Engine, EvalAltResult, Map, NativeCallContext};

use crate::dialect::{self, Dialect, Limits};
use crate::function::Function;
use crate::measured;
use crate::problem::{At, ScenarioProblem, Wrong};
use crate::raw::{Field, Fields, RawValue};
use crate::sandbox;
use crate::texts::Texts;

/// How many statements a script may make.
const MOST_STATEMENTS: usize = 10_000;
/// How much all of them may weigh together, in bytes of text.
const MOST_WEIGHT: usize = 4 * 1024 * 1024;
/// How many lines `print` keeps, and how long each may be.
const MOST_LINES: usize = 500;
const LONGEST_LINE: usize = 1_000;

/// The functions that a scenario script can call, beside those of the language.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "scenario",
        usage: "scenario(#{ module: \"…\", title: \"…\" })",
        text: "Says what the scenario is; every script has it once.",
    },
    Function {
        name: "brief",
        usage: "brief(\"side\", \"…\")",
        text: "Tells one side what it has and what it wants.",
    },
    Function { name: "board", usage: "board(\"board.toml\")", text: "Lays out a board from a file." },
    Function {
        name: "board",
        usage: "board(#{ id: \"…\", title: \"…\", source: \"…\", hexes: #{ … } })",
        text: "Lays out a small board that is drawn in the script, with the keys of a board file.",
    },
    Function { name: "roster", usage: "roster(\"roster.toml\")", text: "Enlists the units of a file." },
    Function {
        name: "unit",
        usage: "unit(\"side\", \"kind\", \"id\", #{ name: \"…\", at: \"0101\" })",
        text: "Enlists one unit.",
    },
    Function {
        name: "place",
        usage: "place(\"unit\", \"space\")",
        text: "Puts a unit of the roster into a space.",
    },
    Function {
        name: "place",
        usage: "place(\"unit\", \"space\", \"facing\")",
        text: "Puts it there with a facing: N NE E SE S SW W NW, or twelfths of a circle from 0 to 11.",
    },
    Function {
        name: "place",
        usage: "place(\"unit\", #{ at: \"…\", facing: \"…\", edge: \"…\", slot: \"…\", carrier: \"…\" })",
        text: "Puts it there with all that a place can say.",
    },
    Function {
        name: "set",
        usage: "set(\"unit\", \"attribute\", value)",
        text: "Gives a unit of the roster an attribute.",
    },
    Function {
        name: "fact",
        usage: "fact(\"name\", value)",
        text: "Gives the game a fact, as the module's schema has it.",
    },
    Function {
        name: "option",
        usage: "option(\"name\", value)",
        text: "Sets one of the module's optional rules.",
    },
    Function {
        name: "note",
        usage: "note(#{ decision: \"…\", title: \"…\", text: \"…\" })",
        text: "Adds a note for players, shown once when such a decision comes.",
    },
    Function {
        name: "hex",
        usage: "hex(column, row)",
        text: "Gives the id of a hex: hex(3, 11) is \"0311\".",
    },
    Function { name: "print", usage: "print(value)", text: "Writes a line into the set-up's log." },
];

/// One statement of a script.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Scenario(Fields),
    Brief { side: String, text: String, at: At },
    Board { file: String, at: At },
    Drawn { board: RawValue, at: At },
    Roster { file: String, at: At },
    Unit(Fields),
    Place { unit: String, to: Fields },
    Set { unit: String, name: String, value: Field },
    Fact { name: String, value: Field },
    Choose { name: String, value: Field },
    Note(Fields),
}

/// A line that a script printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Where it was printed.
    pub at: At,
    /// What.
    pub text: String,
}

#[derive(Default)]
pub(crate) struct Record {
    pub(crate) statements: Vec<Statement>,
    pub(crate) log: Vec<LogLine>,
    weight: usize,
}

/// What a function answers that a script calls for its effect alone.
pub(crate) type CallResult = Result<(), Box<EvalAltResult>>;

/// Where the functions of one run write to.
#[derive(Clone, Default)]
struct Pen(Arc<Mutex<Record>>);

impl Pen {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, at: &At, weight: usize, statement: Result<Statement, ScenarioProblem>) -> CallResult {
        let statement = statement.map_err(thrown)?;
        let mut record = self.record();
        record.weight += weight;
        if record.statements.len() >= MOST_STATEMENTS || record.weight > MOST_WEIGHT {
            let most = format!("{MOST_STATEMENTS} statements and {MOST_WEIGHT} bytes");
            return Err(thrown(
                ScenarioProblem::new(at.clone(), Wrong::Runaway("it says too much".into()))
                    .with_remedy(format!("A scenario may have up to {most}.")),
            ));
        }
        record.statements.push(statement);
        Ok(())
    }

    fn line(&self, text: &str, at: At) {
        let mut record = self.record();
        if record.log.len() < MOST_LINES {
            record.log.push(LogLine { at, text: text.chars().take(LONGEST_LINE).collect() });
        }
    }
}

pub(crate) fn thrown(problem: ScenarioProblem) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(problem), rhai::Position::NONE))
}

pub(crate) fn here(context: &NativeCallContext<'_>) -> At {
    sandbox::at(context.call_position())
}

/// How large a stack scripts run on, in bytes. Calls wait for one another inside of expressions, and a value may nest as
/// deep as it has items, so that it takes more than a thread usually has. Only what is used is ever taken.
const STACK: usize = 64 << 20;

/// What a script stated until it ended or was stopped, and why it was stopped if it was.
type Ran = (Record, Result<(), ScenarioProblem>);

/// Runs the script of these texts.
pub(crate) fn run(texts: &Texts) -> Result<Record, ScenarioProblem> {
    let (record, ended) = run_in(&dialect::SCENARIO, texts)?;
    ended.map(|()| record)
}

/// Runs the script of these texts for a short while: it begins with what the scenario is. That the rest takes long or says
/// too much is for whoever sets the scenario up.
pub(crate) fn run_for_heading(texts: &Texts) -> Result<Record, ScenarioProblem> {
    let (record, ended) = run_in(&dialect::HEADING, texts)?;
    let introduced = record.statements.iter().any(|one| matches!(one, Statement::Scenario(_)));
    match ended {
        Err(problem) if introduced && matches!(*problem.wrong, Wrong::Runaway(_)) => Ok(record),
        ended => ended.map(|()| record),
    }
}

fn run_in(limits: &'static Limits, texts: &Texts) -> Result<Ran, ScenarioProblem> {
    let script = texts.script()?;
    let awaited = measured::awaited();
    std::thread::scope(|scope| {
        let running = std::thread::Builder::new()
            .name("scenario script".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || measured::while_awaited(awaited, || run_here(limits, script)));
        match running.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let wrong = Wrong::Failed(format!("there is no thread for it: {error}"));
                Err(ScenarioProblem::new(At::file(crate::texts::SCRIPT), wrong))
            }
        }
    })
}

fn run_here(limits: &'static Limits, script: &str) -> Result<Ran, ScenarioProblem> {
    let pen = Pen::default();
    let engine = engine(&pen, limits);
    let dialect = Dialect {
        file: crate::texts::SCRIPT,
        text: script,
        functions: FUNCTIONS,
        elsewhere: (&[], ""),
        fact_names: &[],
        limits,
    };
    let script = sandbox::compile(&engine, dialect)?;
    let (ended, _) = measured::run(limits, limits.operations, &Awaited::ALWAYS, || engine.run_ast(&script));
    let ended = ended.map_err(|error| sandbox::problem(*error, dialect));
    let mut record = pen.record();
    Ok((std::mem::take(&mut record), ended))
}

fn engine(pen: &Pen, limits: &Limits) -> Engine {
    let mut engine = sandbox::engine(limits);
    let to = pen.clone();
    engine.on_print(move |text| to.line(text, At::file(crate::texts::SCRIPT)));
    let to = pen.clone();
    engine.on_debug(move |text, _, position| to.line(text, sandbox::at(position)));

    let to = pen.clone();
    engine.register_fn("scenario", move |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let fields = Fields::from_script("the scenario", &here(&context), &map);
        to.write(&here(&context), fields.weight(), Ok(Statement::Scenario(fields)))
    });
    let to = pen.clone();
    engine.register_fn(
        "brief",
        move |context: NativeCallContext<'_>, side: &str, text: &str| -> CallResult {
            let at = here(&context);
            let statement = Statement::Brief { side: side.to_owned(), text: text.to_owned(), at: at.clone() };
            to.write(&at, side.len() + text.len(), Ok(statement))
        },
    );
    let to = pen.clone();
    engine.register_fn("board", move |context: NativeCallContext<'_>, file: &str| -> CallResult {
        let at = here(&context);
        to.write(&at, file.len(), Ok(Statement::Board { file: file.to_owned(), at: at.clone() }))
    });
    let to = pen.clone();
    engine.register_fn("board", move |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let (at, board) = (here(&context), RawValue::from_script(&Dynamic::from_map(map)));
        to.write(&at, board.weight(), Ok(Statement::Drawn { board, at: at.clone() }))
    });
    let to = pen.clone();
    engine.register_fn("roster", move |context: NativeCallContext<'_>, file: &str| -> CallResult {
        let at = here(&context);
        to.write(&at, file.len(), Ok(Statement::Roster { file: file.to_owned(), at: at.clone() }))
    });
    let to = pen.clone();
    engine.register_fn("note", move |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let fields = Fields::from_script("the note", &here(&context), &map);
        to.write(&here(&context), fields.weight(), Ok(Statement::Note(fields)))
    });
    engine.register_fn("hex", |context: NativeCallContext<'_>, column: i64, row: i64| {
        if (0..=99).contains(&column) && (0..=99).contains(&row) {
            return Ok(format!("{column:02}{row:02}"));
        }
        let found = format!("({column}, {row})");
        let wrong = Wrong::Type { what: "hex".into(), found, wanted: "a column and a row from 0 to 99" };
        let remedy = "Write the column first: hex(3, 11) is \"0311\".";
        Err(thrown(ScenarioProblem::new(here(&context), wrong).with_remedy(remedy)))
    });
    units(&mut engine, pen);
    values(&mut engine, pen);
    engine
}

fn units(engine: &mut Engine, pen: &Pen) {
    let to = pen.clone();
    engine.register_fn(
        "unit",
        move |context: NativeCallContext<'_>, side: &str, kind: &str, id: &str, map: Map| -> CallResult {
            let at = here(&context);
            let fields = Fields::from_script(format!("unit {id:?}"), &at, &map);
            let weight = fields.weight() + side.len() + kind.len() + 2 * id.len();
            let whole =
                fields.with("side", side).and_then(|f| f.with("kind", kind)).and_then(|f| f.with("id", id));
            to.write(&at, weight, whole.map(Statement::Unit))
        },
    );
    let to = pen.clone();
    engine.register_fn(
        "place",
        move |context: NativeCallContext<'_>, unit: &str, space: &str| -> CallResult {
            let at = here(&context);
            let place = Fields::from_script(format!("unit {unit:?}"), &at, &Map::new()).with("at", space);
            to.write(
                &at,
                space.len() + 2 * unit.len(),
                place.map(|place| Statement::Place { unit: unit.to_owned(), to: place }),
            )
        },
    );
    let to = pen.clone();
    engine.register_fn(
        "place",
        move |context: NativeCallContext<'_>, unit: &str, space: &str, facing: Dynamic| -> CallResult {
            let at = here(&context);
            let map = Map::from([("facing".into(), facing)]);
            let place = Fields::from_script(format!("unit {unit:?}"), &at, &map).with("at", space);
            to.write(
                &at,
                space.len() + 2 * unit.len(),
                place.map(|place| Statement::Place { unit: unit.to_owned(), to: place }),
            )
        },
    );
    let to = pen.clone();
    engine.register_fn("place", move |context: NativeCallContext<'_>, unit: &str, map: Map| -> CallResult {
        let at = here(&context);
        let place = Fields::from_script(format!("unit {unit:?}"), &at, &map);
        to.write(
            &at,
            place.weight() + 2 * unit.len(),
            Ok(Statement::Place { unit: unit.to_owned(), to: place }),
        )
    });
    let to = pen.clone();
    engine.register_fn(
        "set",
        move |context: NativeCallContext<'_>, unit: &str, name: &str, value: Dynamic| -> CallResult {
            let value = Field::new(RawValue::from_script(&value), here(&context));
            let weight = value.raw.weight() + unit.len() + name.len();
            let statement = Statement::Set { unit: unit.to_owned(), name: name.to_owned(), value };
            to.write(&here(&context), weight, Ok(statement))
        },
    );
}

fn values(engine: &mut Engine, pen: &Pen) {
    let to = pen.clone();
    engine.register_fn(
        "fact",
        move |context: NativeCallContext<'_>, name: &str, value: Dynamic| -> CallResult {
            let value = Field::new(RawValue::from_script(&value), here(&context));
            to.write(
                &here(&context),
                value.raw.weight() + name.len(),
                Ok(Statement::Fact { name: name.to_owned(), value }),
            )
        },
    );
    let to = pen.clone();
    engine.register_fn(
        "option",
        move |context: NativeCallContext<'_>, name: &str, value: Dynamic| -> CallResult {
            let value = Field::new(RawValue::from_script(&value), here(&context));
            to.write(
                &here(&context),
                value.raw.weight() + name.len(),
                Ok(Statement::Choose { name: name.to_owned(), value }),
            )
        },
    );
}
