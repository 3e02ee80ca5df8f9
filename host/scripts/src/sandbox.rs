//! The sandbox in which scenario scripts run, and how its errors read.
//!
//! A script can call what [`record`](crate::record) registers and the language's own arithmetic, texts, lists and
//! maps; there are no files, clock, randomness, `eval` or `import`, and every size has a limit.

use std::time::Instant;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, Dynamic, Engine, EvalAltResult, LexError, OptimizationLevel, ParseErrorType, Position, Token,
};

use crate::dialect::{Dialect, Limits};
use crate::measured::{self, Stopped};
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::spot::at_its_line;
use crate::texts::SCRIPT;
use crate::{calls, grammar, memory, sizes, sorting};

/// How deep functions may call each other.
const MOST_CALL_LEVELS: usize = 16;
/// How deep expressions may nest, outside and inside of functions.
const MOST_EXPRESSION_DEPTH: usize = 64;
/// Variables at one time in one call.
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
        // other: the program's stack would have no limit.
        .disable_symbol("curry")
        // By its name it gets at what is taken away here; and the name would count towards no size.
        .disable_symbol("Fn")
        // What it stands for could be changed without anybody looking at how it grows.
        .disable_symbol("this");
    let until = Instant::now() + limits.time;
    #[allow(deprecated)]
    engine.on_parse_token(move |token, _, _| match token {
        // Reading, too, takes quadratic time: each name is looked for among all before it.
        _ if Instant::now() > until || !measured::is_awaited() => {
            Token::LexError(LexError::Runtime(String::new()).into())
        }
        // The language reserves this word and uses it for nothing; scenarios begin with it.
        Token::Reserved(word) if word.as_str() == "module" => Token::Identifier(word),
        // What they give counts towards no size, or is measured only once it is made.
        Token::Identifier(word) if ["chars", "to_json"].contains(&word.as_str()) => Token::Reserved(word),
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
    sizes::register(&mut engine);
    sorting::register(&mut engine);
    sizes::watch(&mut engine, limits);
    measured::stop(&mut engine);
    engine
}

/// Makes a program of a script.
pub(crate) fn compile(engine: &Engine, dialect: Dialect<'_>) -> Result<AST, ScenarioProblem> {
    // Some editors write a mark before the text that isn't part of it.
    let text = dialect.text.strip_prefix('\u{feff}').unwrap_or(dialect.text);
    let before = memory::held();
    let compiled = engine.compile(text).map_err(|error| match measured::is_awaited() {
        true => Box::<EvalAltResult>::from(error),
        false => EvalAltResult::ErrorTerminated(Dynamic::from(Stopped::Unawaited), Position::NONE).into(),
    });
    let compiled = compiled.and_then(|ast| match memory::held().saturating_sub(before) {
        held if held > dialect.limits.memory.cast_signed() => {
            Err(EvalAltResult::ErrorTerminated(Dynamic::from(Stopped::Memory), Position::NONE).into())
        }
        _ => Ok(ast),
    });
    compiled.map_err(|error| problem(*error, Dialect { text, ..dialect }))
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
        EvalAltResult::ErrorTerminated(why, _) => {
            let Limits { operations, subject, memory, time, .. } = dialect.limits;
            match why.try_cast::<Stopped>() {
                Some(Stopped::Steps) => stopped(
                    format!("{subject} took more than {operations} steps"),
                    "Look for a loop that never ends.",
                ),
                Some(Stopped::Memory) => stopped(
                    format!("it holds more than {} MiB", memory >> 20),
                    "Look for long lists or texts that are copied over and over.",
                ),
                Some(Stopped::Unawaited) => {
                    ScenarioProblem::new(place.clone(), Wrong::Runaway("it was stopped".to_owned()))
                }
                Some(Stopped::Time) | None => stopped(
                    format!("it took more than {} seconds", time.as_secs()),
                    "Look for long lists or texts that are gone through over and over.",
                ),
            }
        }
        EvalAltResult::ErrorStackOverflow(_) => stopped(
            format!("its functions call each other more than {MOST_CALL_LEVELS} deep"),
            "Look for a function that calls itself without end.",
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
