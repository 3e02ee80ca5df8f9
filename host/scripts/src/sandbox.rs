//! The sandbox in which scenario scripts run, and how its errors read.
//!
//! A script can call what [`record`](crate::record) registers and the language's own arithmetic, texts, lists and
//! maps; there are no files, clock, randomness, `eval` or `import`, and every size has a limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, LexError, OptimizationLevel, ParseErrorType, Position, Token};

use crate::dialect::{Dialect, Limits};
use crate::growth::{self, KEY, LONGEST_KEY, Script};
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::spot::at_its_line;
use crate::texts::SCRIPT;
use crate::{calls, grammar};

/// How deep functions may call each other.
const MOST_CALL_LEVELS: usize = 16;
/// How deep expressions may nest, outside and inside of functions.
const MOST_EXPRESSION_DEPTH: usize = 64;
/// Variables at one time in one call. All calls that may wait for one another, with as many variables as they may have, each
/// as large as it may be, take some 300 MiB: that is the most memory that a script can have.
const MOST_VARIABLES: usize = 128;
/// Functions of a script.
const MOST_FUNCTIONS: usize = 256;

/// An engine with the language and its limits, without Muster's own functions. What it reads it must have read within the time
/// of its limits from now on.
pub(crate) fn engine(limits: &Limits) -> Engine {
    let mut engine = Engine::new_raw();
    engine
        // It takes quadratic time, and a script that runs once has nothing of it.
        .set_optimization_level(OptimizationLevel::None)
        .set_max_operations(limits.operations)
        .set_max_call_levels(MOST_CALL_LEVELS)
        .set_max_expr_depths(MOST_EXPRESSION_DEPTH, MOST_EXPRESSION_DEPTH)
        .set_max_string_size(limits.text)
        .set_max_array_size(limits.items)
        .set_max_map_size(limits.keys)
        .set_max_variables(MOST_VARIABLES)
        .set_max_functions(MOST_FUNCTIONS)
        .set_max_modules(0)
        .set_max_strings_interned(256)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true)
        .disable_symbol("eval")
        .disable_symbol("import")
        .disable_symbol("export")
        // What is curried into a function pointer counts towards no size, and chains of such pointers are dropped one inside of the
        // other: memory and the program's stack would have no limit.
        .disable_symbol("curry")
        // What it stands for could be changed without anybody looking at how it grows.
        .disable_symbol("this");
    let until = Instant::now() + limits.time;
    #[allow(deprecated)]
    engine.on_parse_token(move |token, _, _| match token {
        // Reading, too, takes quadratic time: each name is looked for among all before it.
        _ if Instant::now() > until => Token::LexError(LexError::Runtime(String::new()).into()),
        // The language reserves this word and uses it for nothing; scenarios begin with it.
        Token::Reserved(word) if word.as_str() == "module" => Token::Identifier(word),
        token => token,
    });
    // The language core stays out: beside what nobody needs here it has `sleep`.
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    growth::register(&mut engine);
    engine
}

/// Makes a program of a script.
pub(crate) fn compile(engine: &Engine, dialect: Dialect<'_>) -> Result<Script, ScenarioProblem> {
    // Some editors write a mark before the text that isn't part of it.
    let text = dialect.text.strip_prefix('\u{feff}').unwrap_or(dialect.text);
    let compiled = engine.compile(text).map_err(Box::<EvalAltResult>::from);
    compiled.and_then(Script::new).map_err(|error| problem(*error, Dialect { text, ..dialect }))
}

/// Stops what the engine runs from now on when it has taken the time of its limits, and counts its steps.
pub(crate) fn stop_in_time(engine: &mut Engine, limits: &Limits) -> Arc<AtomicU64> {
    let until = Instant::now() + limits.time;
    let counted = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&counted);
    engine.on_progress(move |steps| {
        counter.store(steps, Ordering::Relaxed);
        (steps.is_multiple_of(64) && Instant::now() > until).then_some(Dynamic::UNIT)
    });
    counted
}

/// A place in the script.
pub(crate) fn at(position: Position) -> At {
    At { file: SCRIPT.to_owned(), line: position.line(), column: position.position() }
}

/// Returns what went wrong in a script, in the terms of its writer, with its place.
pub(crate) fn problem(error: EvalAltResult, dialect: Dialect<'_>) -> ScenarioProblem {
    let mut problem = unplaced_problem(error, dialect);
    dialect.file.clone_into(&mut problem.at.file);
    at_its_line(problem, dialect.text)
}

fn unplaced_problem(error: EvalAltResult, dialect: Dialect<'_>) -> ScenarioProblem {
    let place = at(error.position());
    let stopped = |why: String, remedy: &str| {
        ScenarioProblem::new(place.clone(), Wrong::Runaway(why)).with_remedy(remedy)
    };
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let mut inner = unplaced_problem(*inner, dialect);
            if inner.at.line.is_none() {
                inner.at = at(position);
            }
            inner
        }
        EvalAltResult::ErrorTooManyOperations(_) => {
            let Limits { operations: most, subject, .. } = dialect.limits;
            stopped(format!("{subject} took more than {most} steps"), "Look for a loop that never ends.")
        }
        EvalAltResult::ErrorTerminated(..) => stopped(
            format!("it took more than {} seconds", dialect.limits.time.as_secs()),
            "Look for long lists or texts that are gone through over and over.",
        ),
        EvalAltResult::ErrorStackOverflow(_) => stopped(
            format!("its functions call each other more than {MOST_CALL_LEVELS} deep"),
            "Look for a function that calls itself without end.",
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) if what == KEY => stopped(
            format!("{KEY} has more than {LONGEST_KEY} bytes"),
            "Give it a short key, and keep long texts as values.",
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let Limits { items, keys, text, .. } = dialect.limits;
            let largest = format!("{text} bytes of text, {items} items of lists or {keys} keys of maps");
            stopped(
                format!("{} grew too large", what.to_lowercase()),
                &format!("A value may have up to {largest}."),
            )
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            stopped(format!("it has more than {MOST_VARIABLES} variables at a time"), "Use a list or a map.")
        }
        EvalAltResult::ErrorParsing(ParseErrorType::BadInput(LexError::Runtime(_)), _) => stopped(
            format!("it can't be read within {} s", dialect.limits.time.as_secs()),
            "Use lists and maps instead of very many variables.",
        ),
        EvalAltResult::ErrorParsing(ParseErrorType::TooManyFunctions, _) => stopped(
            format!("it has more than {MOST_FUNCTIONS} functions"),
            "Merge functions that do the same.",
        ),
        EvalAltResult::ErrorParsing(ParseErrorType::ExprTooDeep, _) => stopped(
            format!("an expression nests more than {MOST_EXPRESSION_DEPTH} deep"),
            "Break it up with variables.",
        ),
        EvalAltResult::ErrorParsing(kind, position) => grammar_problem(&kind, position, dialect),
        EvalAltResult::ErrorVariableNotFound(name, position) => {
            grammar_problem(&ParseErrorType::VariableUndefined(name), position, dialect)
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => calls::unknown(place, &signature, dialect),
        EvalAltResult::ErrorPropertyNotFound(name, _) => {
            let known = dialect.fact_names.iter().map(String::as_str);
            let remedy =
                meant(&name, known).or_else(|| Some("Look how the map's keys are written.".to_owned()));
            let context = " in this map".to_owned();
            ScenarioProblem::meant(place, Wrong::Unknown { what: "key", name, context }, remedy)
        }
        EvalAltResult::ErrorRuntime(thrown, _) => match thrown.try_cast_result::<ScenarioProblem>() {
            Ok(ours) => ours,
            Err(theirs) => ScenarioProblem::new(place, Wrong::Failed(thrown_text(&theirs))),
        },
        other => calls::failed(place, &other),
    }
}

/// Returns the text of what a script threw.
fn thrown_text(thrown: &Dynamic) -> String {
    /// How much of it is repeated, in letters.
    const LONGEST: usize = 400;
    let text: String = thrown.to_string().chars().take(LONGEST).collect();
    if text.trim().is_empty() { "it threw an error without words".to_owned() } else { text }
}

fn grammar_problem(kind: &ParseErrorType, position: Position, dialect: Dialect<'_>) -> ScenarioProblem {
    let mistake = grammar::mistake(kind, position, dialect.text, dialect.functions);
    let place = match mistake.place {
        Some((line, column)) => At { file: String::new(), line: Some(line), column: Some(column) },
        None => at(position),
    };
    ScenarioProblem::meant(place, Wrong::Grammar(mistake.what), mistake.remedy)
}
