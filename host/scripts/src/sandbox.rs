//! The sandbox in which scenario scripts run, and how its errors read.
//!
//! A script can call what [`record`](crate::record) registers and the language's own arithmetic, texts, lists and
//! maps; there are no files, clock, randomness, `eval` or `import`, and every size has a limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, Dynamic, Engine, EvalAltResult, LexError, OptimizationLevel, ParseErrorType, Position, Token,
};

use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::record::Function;
use crate::spot::at_its_line;
use crate::texts::SCRIPT;
use crate::{calls, grammar};

/// How much room a script has, where it depends on what it is for.
pub(crate) struct Room {
    /// Steps that it may take.
    pub(crate) operations: u64,
    /// What takes them, for messages.
    pub(crate) runs: &'static str,
    /// Items of a list, or of the lists in a value together. A value can nest as deep as it has items, and whatever goes
    /// through one calls itself as often.
    pub(crate) items: usize,
    /// Keys of a map, or of the maps in a value together.
    pub(crate) keys: usize,
    /// Bytes of a text, or of the texts of a list or map together. A single step can go through all of it.
    pub(crate) text: usize,
    /// How long it may take, whatever its steps are: a single one can go through the whole of a list or text.
    pub(crate) time: Duration,
}

/// A scenario's script, on a stack of its own: about half a second.
pub(crate) const SCENARIO: Room =
    Room { operations: 2_000_000, runs: "it", items: 4_000, keys: 1_000, text: 64 * 1024, time: MOST_TIME };
/// A scenario's script, to learn what the scenario is for a list of many: a few thousandths of a second.
pub(crate) const HEADING: Room = Room {
    operations: 20_000,
    runs: "what comes before scenario(…)",
    time: Duration::from_secs(1),
    ..SCENARIO
};
/// The tops of all house rules of a table together, on whatever stack wants to know what they are.
pub(crate) const RULE: Room = Room {
    operations: 200_000,
    runs: "the top of this rule, with those before it,",
    items: 500,
    keys: 200,
    text: 16 * 1024,
    time: MOST_TIME,
};
/// A call of a house rule, on the table's stack: a few hundredths of a second. Bots make thousands of them.
pub(crate) const CALL: Room = Room { operations: 100_000, runs: "it", ..RULE };

/// How long a script may take that isn't one of many.
const MOST_TIME: Duration = Duration::from_secs(5);
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
/// of its room from now on.
pub(crate) fn engine(room: &Room) -> Engine {
    let mut engine = Engine::new_raw();
    engine
        // It takes quadratic time, and a script that runs once has nothing of it.
        .set_optimization_level(OptimizationLevel::None)
        .set_max_operations(room.operations)
        .set_max_call_levels(MOST_CALL_LEVELS)
        .set_max_expr_depths(MOST_EXPRESSION_DEPTH, MOST_EXPRESSION_DEPTH)
        .set_max_string_size(room.text)
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
    let until = Instant::now() + room.time;
    #[allow(deprecated)] // So the language marks what may change with its versions.
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
    engine
}

/// What a script is written in: its file and text, for messages, the functions that it can call, and its room.
#[derive(Clone, Copy)]
pub(crate) struct Dialect<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) functions: &'a [Function],
    /// Functions that it can call elsewhere only, and where that is.
    pub(crate) elsewhere: (&'a [Function], &'static str),
    /// What the function that runs was told, if it is a rule's; the names as the script writes them.
    pub(crate) told: &'a [String],
    pub(crate) room: &'static Room,
}

/// Makes a program of a script.
pub(crate) fn compile(engine: &Engine, dialect: Dialect<'_>) -> Result<AST, ScenarioProblem> {
    // Some editors write a mark before the text that isn't part of it.
    let text = dialect.text.strip_prefix('\u{feff}').unwrap_or(dialect.text);
    engine
        .compile(text)
        .map_err(|error| problem(*Box::<EvalAltResult>::from(error), Dialect { text, ..dialect }))
}

/// Stops what the engine runs from now on when it has taken the time of its room, and counts its steps.
pub(crate) fn stop_in_time(engine: &mut Engine, room: &Room) -> Arc<AtomicU64> {
    let until = Instant::now() + room.time;
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

/// What went wrong in a script, in the words of its writer.
pub(crate) fn problem(error: EvalAltResult, dialect: Dialect<'_>) -> ScenarioProblem {
    let mut problem = place_and_words(error, dialect);
    dialect.file.clone_into(&mut problem.at.file);
    at_its_line(problem, dialect.text)
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
            let Room { operations: most, runs, .. } = dialect.room;
            stopped(format!("{runs} took more than {most} steps"), "Look for a loop that never ends.")
        }
        EvalAltResult::ErrorTerminated(..) => stopped(
            format!("it took more than {} seconds", dialect.room.time.as_secs()),
            "Look for long lists or texts that are gone through over and over.",
        ),
        EvalAltResult::ErrorStackOverflow(_) => stopped(
            format!("its functions call each other more than {MOST_CALL_LEVELS} deep"),
            "Look for a function that calls itself without end.",
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let Room { items, keys, text, .. } = dialect.room;
            let limits = format!("{text} bytes of text, {items} items of lists or {keys} keys of maps");
            stopped(
                format!("{} grew too large", what.to_lowercase()),
                &format!("A value may have up to {limits}."),
            )
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            stopped(format!("it has more than {MOST_VARIABLES} variables at a time"), "Use a list or a map.")
        }
        EvalAltResult::ErrorParsing(ParseErrorType::BadInput(LexError::Runtime(_)), _) => stopped(
            format!("it can't be read within {} s", dialect.room.time.as_secs()),
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
        EvalAltResult::ErrorParsing(kind, position) => grammatical(&kind, position, dialect),
        EvalAltResult::ErrorVariableNotFound(name, position) => {
            grammatical(&ParseErrorType::VariableUndefined(name), position, dialect)
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => calls::unknown(place, &signature, dialect),
        EvalAltResult::ErrorPropertyNotFound(name, _) => {
            let known = dialect.told.iter().map(String::as_str);
            let remedy =
                meant(&name, known).or_else(|| Some("Look how the map's keys are written.".to_owned()));
            let context = " in this map".to_owned();
            ScenarioProblem::meant(place, Wrong::Unknown { what: "key", name, context }, remedy)
        }
        EvalAltResult::ErrorRuntime(thrown, _) => match thrown.try_cast_result::<ScenarioProblem>() {
            Ok(ours) => ours,
            Err(theirs) => ScenarioProblem::new(place, Wrong::Failed(words_of(&theirs))),
        },
        other => calls::failed(place, &other),
    }
}

/// What a script threw, in its own words.
fn words_of(thrown: &Dynamic) -> String {
    /// How much of it is told, in letters.
    const LONGEST: usize = 400;
    let words: String = thrown.to_string().chars().take(LONGEST).collect();
    if words.trim().is_empty() { "it threw an error without words".to_owned() } else { words }
}

fn grammatical(kind: &ParseErrorType, position: Position, dialect: Dialect<'_>) -> ScenarioProblem {
    let told = grammar::told(kind, position, dialect.text, dialect.functions);
    let place = match told.place {
        Some((line, column)) => At { file: String::new(), line: Some(line), column: Some(column) },
        None => at(position),
    };
    ScenarioProblem::meant(place, Wrong::Grammar(told.what), told.remedy)
}
