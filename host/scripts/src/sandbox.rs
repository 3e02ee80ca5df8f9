//! The sandbox in which scenario scripts run, and how its errors read.
//!
//! A script can call what [`record`](crate::record) registers and the language's own arithmetic, texts, lists and
//! maps; there are no files, clock, randomness, `eval` or `import`, and every size has a limit.

use std::time::{Duration, Instant};

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, OptimizationLevel, ParseErrorType, Position, Token};

use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::record::Function;
use crate::texts::SCRIPT;

/// How much room a script has, where it depends on what it is for.
pub(crate) struct Room {
    /// Steps that it may take.
    pub(crate) operations: u64,
    /// Items of a list, or of the lists in a value together. A value can nest as deep as it has items, and whatever goes
    /// through one calls itself as often.
    pub(crate) items: usize,
    /// Keys of a map, or of the maps in a value together.
    pub(crate) keys: usize,
}

/// A scenario's script, on a stack of its own: about half a second.
pub(crate) const SCENARIO: Room = Room { operations: 2_000_000, items: 4_000, keys: 1_000 };
/// The top of a house rule, on whatever stack wants to know what it is.
pub(crate) const RULE: Room = Room { operations: 2_000_000, items: 500, keys: 200 };
/// A call of a house rule, on the table's stack: a few hundredths of a second.
pub(crate) const CALL: Room = Room { operations: 100_000, ..RULE };

/// How long a script may take, whatever its steps are: a single one can go through the whole of a list or text.
const MOST_TIME: Duration = Duration::from_secs(5);
/// How deep functions may call each other.
const MOST_CALL_LEVELS: usize = 16;
/// How deep expressions may nest, outside and inside of functions.
const MOST_EXPRESSION_DEPTH: usize = 64;
/// Bytes that a text, or the texts of a list or map together, may have.
const MOST_TEXT: usize = 64 * 1024;
/// Variables at one time in one call. All calls that may wait for one another, with as many variables as they may have, each
/// as large as it may be, take some 300 MiB: that is the most memory that a script can have.
const MOST_VARIABLES: usize = 128;
/// Functions of a script.
const MOST_FUNCTIONS: usize = 256;

/// An engine with the language and its limits, without Muster's own functions.
pub(crate) fn engine(room: &Room) -> Engine {
    let mut engine = Engine::new_raw();
    engine
        // It takes quadratic time, and a script that runs once has nothing of it.
        .set_optimization_level(OptimizationLevel::None)
        .set_max_operations(room.operations)
        .set_max_call_levels(MOST_CALL_LEVELS)
        .set_max_expr_depths(MOST_EXPRESSION_DEPTH, MOST_EXPRESSION_DEPTH)
        .set_max_string_size(MOST_TEXT)
        .set_max_array_size(room.items)
        .set_max_map_size(room.keys)
        .set_max_variables(MOST_VARIABLES)
        .set_max_functions(MOST_FUNCTIONS)
        .set_max_modules(0)
        .set_max_strings_interned(256)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true)
        .disable_symbol("eval")
        .disable_symbol("import")
        .disable_symbol("export");
    // The language reserves this word and uses it for nothing; scenarios begin with it.
    #[allow(deprecated)] // So the language marks what may change with its versions.
    engine.on_parse_token(|token, _, _| match token {
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
    engine
}

/// What a script is written in: its file, for messages, the functions that it can call, and its room.
#[derive(Clone, Copy)]
pub(crate) struct Dialect<'a> {
    pub(crate) file: &'a str,
    pub(crate) functions: &'a [Function],
    pub(crate) room: &'static Room,
}

/// Stops what the engine runs from now on when it has taken [`MOST_TIME`].
pub(crate) fn stop_in_time(engine: &mut Engine) {
    let until = Instant::now() + MOST_TIME;
    engine.on_progress(move |steps| {
        (steps.is_multiple_of(64) && Instant::now() > until).then_some(Dynamic::UNIT)
    });
}

/// A place in the script.
pub(crate) fn at(position: Position) -> At {
    At { file: SCRIPT.to_owned(), line: position.line(), column: position.position() }
}

/// What went wrong in a script, in the words of its writer.
pub(crate) fn problem(error: EvalAltResult, dialect: Dialect<'_>) -> ScenarioProblem {
    let mut problem = place_and_words(error, dialect);
    dialect.file.clone_into(&mut problem.at.file);
    problem
}

fn place_and_words(error: EvalAltResult, dialect: Dialect<'_>) -> ScenarioProblem {
    let place = at(error.position());
    let stopped = |why: String, remedy: &str| {
        ScenarioProblem::new(place.clone(), Wrong::Runaway(why)).with_remedy(remedy)
    };
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let mut inner = place_and_words(*inner, dialect);
            if inner.at.line.is_none() {
                inner.at = at(position);
            }
            inner
        }
        EvalAltResult::ErrorTooManyOperations(_) => {
            let most = dialect.room.operations;
            stopped(format!("it took more than {most} steps"), "Look for a loop that never ends.")
        }
        EvalAltResult::ErrorTerminated(..) => stopped(
            format!("it took more than {} seconds", MOST_TIME.as_secs()),
            "Look for long lists or texts that are gone through over and over.",
        ),
        EvalAltResult::ErrorStackOverflow(_) => stopped(
            format!("its functions call each other more than {MOST_CALL_LEVELS} deep"),
            "Look for a function that calls itself without end.",
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let Room { items, keys, .. } = dialect.room;
            let limits = format!("{MOST_TEXT} bytes of text, {items} items of lists or {keys} keys of maps");
            stopped(format!("{} grew too large", what.to_lowercase()), &format!("A value may have up to {limits}."))
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            stopped(format!("it has more than {MOST_VARIABLES} variables at a time"), "Use a list or a map.")
        }
        EvalAltResult::ErrorParsing(ParseErrorType::TooManyFunctions, _) => {
            stopped(format!("it has more than {MOST_FUNCTIONS} functions"), "Merge functions that do the same.")
        }
        EvalAltResult::ErrorParsing(ParseErrorType::ExprTooDeep, _) => stopped(
            format!("an expression nests more than {MOST_EXPRESSION_DEPTH} deep"),
            "Break it up with variables.",
        ),
        EvalAltResult::ErrorParsing(ParseErrorType::VariableUndefined(name), _)
        | EvalAltResult::ErrorVariableNotFound(name, _) => {
            ScenarioProblem::new(place, Wrong::Unknown { what: "variable", name, context: String::new() })
                .with_remedy("Declare it with let or const before this line; inside a function only its own parameters are known.")
        }
        EvalAltResult::ErrorParsing(kind, _) => ScenarioProblem::new(place, Wrong::Grammar(kind.to_string())),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => unknown_function(place, signature, dialect.functions),
        EvalAltResult::ErrorRuntime(thrown, _) => match thrown.try_cast::<ScenarioProblem>() {
            Some(ours) => ours,
            None => ScenarioProblem::new(place, Wrong::Failed("it threw an error".into())),
        },
        other => ScenarioProblem::new(place, Wrong::Failed(plain(&other.to_string()))),
    }
}

/// Rhai ends its messages with the place, which stands in front of ours.
fn plain(message: &str) -> String {
    message.split(" (line ").next().unwrap_or(message).to_owned()
}

fn unknown_function(place: At, signature: String, functions: &[Function]) -> ScenarioProblem {
    let name = signature.split([' ', '(']).next().unwrap_or_default().to_owned();
    let usages: Vec<&str> =
        functions.iter().filter(|function| function.name == name).map(|function| function.usage).collect();
    let remedy = if usages.is_empty() {
        meant(&name, functions.iter().map(|function| function.name))
    } else {
        Some(format!("Write {}.", usages.join(", or ")))
    };
    ScenarioProblem::meant(place, Wrong::NoFunction(format!("function {signature}")), remedy)
}
