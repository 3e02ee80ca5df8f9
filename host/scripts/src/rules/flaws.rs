//! Mistakes in a rule's functions that can be found before anything calls them: names and values that stand there as
//! they are, and loops without an end.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use muster_contract::hooks::{Fact, Subscription, Variable};
use muster_contract::{DatumType, HookInfo};
use rhai::{
    AST, ASTFlags, ASTNode, Dynamic, Engine, EvalAltResult, Expr, FnCallExpr, FnPtr, Map, Position, Stmt,
};

use super::argument::Argument;
use super::call::{CALL, Call, Frame};
use super::functions::FUNCTIONS;
use super::{edited, exchange};
use crate::dialect::Dialect;
use crate::problem::{ScenarioProblem, Wrong, meant};
use crate::sandbox;

/// What a rule is made of, as far as its functions depend on it.
pub(super) struct Of<'a> {
    pub(super) engine: &'a Engine,
    pub(super) ast: &'a AST,
    pub(super) dialect: Dialect<'a>,
    pub(super) frame: &'a Arc<Frame>,
    pub(super) hooks: &'a HashMap<String, Arc<HookInfo>>,
    pub(super) subscriptions: &'a [Subscription],
    pub(super) variables: &'a [Variable],
}

/// A hook that a function is called for; none where something goes on after a choice was made.
type Context = Option<String>;

/// A function as it is written.
#[derive(Default)]
struct Body {
    parameter: Option<String>,
    /// Whether the parameter may be something else than what the function was given.
    reused: bool,
    calls: Vec<Written>,
    /// Keys of the parameter that are read.
    keys: Vec<(String, Position)>,
    /// Keys that are looked for before they are read.
    guarded: BTreeSet<String>,
    endless: Vec<Position>,
}

/// A call as it is written.
struct Written {
    name: String,
    arguments: Vec<Argument>,
    place: Position,
}

/// Returns everything that is wrong with these functions whenever they are called, in the order of lines.
pub(super) fn flaws(of: &Of<'_>) -> Vec<ScenarioProblem> {
    let bodies: BTreeMap<(String, usize), Body> = of
        .ast
        .iter_functions()
        .map(|function| {
            let (name, count) = (function.name.to_owned(), function.params.len());
            let parameter = function.params.first().filter(|_| count == 1).map(|name| (*name).to_owned());
            ((name.clone(), count), body(of.ast, &name, count, parameter))
        })
        .collect();
    let contexts = contexts(of, &bodies);
    let calls = || bodies.values().flat_map(|body| &body.calls);
    // Their parameter is whatever the caller gives.
    let called_otherwise: BTreeSet<String> =
        calls().map(|call| call.name.clone()).chain(calls().flat_map(Written::goes_on_with)).collect();
    let mut found = Vec::new();
    for (name, body) in &bodies {
        let ends = body.endless.iter().map(|place| endless_loop(*place));
        found.extend(ends);
        let Some(contexts) = contexts.get(name) else { continue };
        let called = body.calls.iter().filter(|call| !bodies.contains_key(&call.function()));
        found.extend(called.filter_map(|call| problem_in_call(of, call, contexts)));
        if !called_otherwise.contains(&name.0) {
            found.extend(unknown_keys(of, body, contexts));
        }
    }
    for problem in &mut found {
        of.dialect.file.clone_into(&mut problem.at.file);
    }
    found.sort_by(|a, b| a.at.cmp(&b.at));
    found.dedup_by(|a, b| a.at == b.at);
    found
}

impl Written {
    fn function(&self) -> (String, usize) {
        (self.name.clone(), self.arguments.len())
    }

    fn text(&self, argument: usize) -> Option<String> {
        self.arguments.get(argument)?.text()
    }

    /// The functions that it names to go on with.
    fn goes_on_with(&self) -> Vec<String> {
        let position = match (self.name.as_str(), self.arguments.len()) {
            ("roll", 4) => self.text(3),
            ("ask", 3 | 4) => self.text(2),
            _ => None,
        };
        let effects = matches!(self.name.as_str(), "roll" | "add" | "offer");
        let named = self.arguments.iter().filter(|_| effects).filter_map(|argument| argument.entry("then"));
        position.into_iter().chain(named).collect()
    }
}

/// For what each function is called. One that nobody calls by a name that stands there isn't among them.
fn contexts(
    of: &Of<'_>,
    bodies: &BTreeMap<(String, usize), Body>,
) -> BTreeMap<(String, usize), BTreeSet<Context>> {
    let mut contexts = BTreeMap::<(String, usize), BTreeSet<Context>>::new();
    for one in of.subscriptions {
        contexts.entry((one.function.clone(), 1)).or_default().insert(Some(one.hook.clone()));
    }
    // What goes on after a roll or an answer does so at once, for the same hook.
    let at_once = |call: &Written| matches!(call.name.as_str(), "roll" | "ask");
    let later = bodies.values().flat_map(|body| &body.calls).filter(|call| !at_once(call));
    for function in later.flat_map(Written::goes_on_with) {
        contexts.entry((function, 1)).or_default().insert(None);
    }
    // Whoever is called by another is called for what that one is.
    loop {
        let before: usize = contexts.values().map(BTreeSet::len).sum();
        for (caller, body) in bodies {
            let Some(of_caller) = contexts.get(caller).cloned() else { continue };
            for call in &body.calls {
                let own = Some(call.function()).filter(|function| bodies.contains_key(function));
                let next = call.goes_on_with().into_iter().filter(|_| at_once(call)).map(|name| (name, 1));
                for function in own.into_iter().chain(next) {
                    contexts.entry(function).or_default().extend(of_caller.iter().cloned());
                }
            }
        }
        if contexts.values().map(BTreeSet::len).sum::<usize>() == before {
            return contexts;
        }
    }
}

/// Returns what is wrong with a call in every context in which it can be made.
fn problem_in_call(of: &Of<'_>, call: &Written, contexts: &BTreeSet<Context>) -> Option<ScenarioProblem> {
    let mut first = None;
    for context in contexts {
        first = first.or(Some(try_call(of, call, context)?));
    }
    first
}

/// Makes the call, with values that will do where none stand there, and returns what goes wrong.
fn try_call(of: &Of<'_>, call: &Written, context: &Context) -> Option<ScenarioProblem> {
    let ours = FUNCTIONS.iter().any(|function| function.name == call.name);
    let arguments: Option<Vec<Dynamic>> = (0..call.arguments.len()).map(|at| filled(of, call, at)).collect();
    let Some(arguments) = arguments else {
        return if ours { None } else { mistyped(call) };
    };
    let function = FnPtr::new(call.name.as_str()).ok()?;
    CALL.set(Some(probe(of, context)));
    let answer = function.call::<Dynamic>(of.engine, &AST::empty(), arguments);
    CALL.take();
    let Err(error) = answer else {
        let is_edit = ours && call.name == "edit";
        return call.arguments.first().filter(|_| is_edit).and_then(|argument| {
            edited::edit_problem(&of.frame.changes, argument, &sandbox::at(call.place))
        });
    };
    let error = match *error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => *inner,
        error => error,
    };
    if !ours && !matches!(error, EvalAltResult::ErrorFunctionNotFound(..)) {
        return None;
    }
    let problem = sandbox::problem(error, of.dialect);
    Some(ScenarioProblem { at: sandbox::at(call.place), ..problem })
}

/// A function that there isn't, if its name is nearly that of one of ours; what it is called with doesn't stand there. None of
/// the language's own functions has such a name.
fn mistyped(call: &Written) -> Option<ScenarioProblem> {
    let remedy = meant(&call.name, FUNCTIONS.iter().map(|function| function.name))?;
    if !remedy.starts_with("Did") {
        return None;
    }
    let wrong = Wrong::NoFunction(format!("function {}(…)", call.name));
    Some(ScenarioProblem::new(sandbox::at(call.place), wrong).with_remedy(remedy))
}

/// An argument of a call, with what will do where it isn't known: of the type that is wanted, and a name that there is.
fn filled(of: &Of<'_>, call: &Written, at: usize) -> Option<Dynamic> {
    let argument = &call.arguments[at];
    let name = |names: &[String]| names.first().map(|name| Dynamic::from(name.clone()));
    let text = || Some(Dynamic::from("x".to_owned()));
    let count = call.arguments.len();
    let positional = || match (call.name.as_str(), count, at) {
        ("set", 2, 1) => {
            let variable = call.text(0)?;
            let known = of.variables.iter().find(|one| one.name == variable);
            Some(known.map_or(Dynamic::UNIT, |one| exchange::dynamic(&one.initial)))
        }
        ("modify", 2, 1) | ("roll", 4, 0) | ("draw", 3, 2) => Some(Dynamic::ONE),
        ("roll", 4, 1) => Some(Dynamic::from(6_i64)),
        ("roll", 4, 2) | ("forbid", 2, _) | ("note", 1, 0) | ("note", 2, 1) => text(),
        ("roll", 4, 3) | ("ask", 3 | 4, 2) => name(&of.frame.functions),
        ("ask", 4, 3) => Some(Dynamic::from_map(Map::new())),
        ("ask", 3 | 4, 1) => Some(sample_facts(of, &call.text(0)?)),
        ("note" | "offer", 2, 0) | ("draw", _, 1) | ("seat", 2, 1) => name(&of.frame.sides),
        ("draw", _, 0) => name(&of.frame.decks),
        ("seat", 2, 0) => Some(Dynamic::from(0_i64)),
        _ => None,
    };
    let keyed = |key: &str| match (call.name.as_str(), key) {
        ("ask", _) if at == 1 => {
            let facts = sample_facts(of, &call.text(0)?);
            facts.read_lock::<Map>()?.get(key).cloned().or_else(text)
        }
        ("ask" | "custom", _) | (_, "value") => Some(Dynamic::ONE),
        ("roll", "count") | (_, "weight") => Some(Dynamic::ONE),
        ("roll", "sides") => Some(Dynamic::from(6_i64)),
        ("roll", "hit") => Some(Dynamic::from(0_i64)),
        (_, "data") => Some(Dynamic::from_map(Map::new())),
        (_, "choices") => Some(Dynamic::from_array(vec![text()?])),
        (_, "then") => name(&of.frame.functions),
        ("note", "item") => name(&of.frame.sides),
        ("offer", "hand") => name(&of.frame.decks),
        (_, "facing") => Some(Dynamic::from(0_i64)),
        _ => text(),
    };
    argument.filled(&|key| key.map_or_else(positional, keyed), None)
}

/// Returns facts that will do for a question.
fn sample_facts(of: &Of<'_>, question: &str) -> Dynamic {
    let known = of.frame.queries.iter().find(|query| query.id == question);
    let facts = known.into_iter().flat_map(|query| &query.facts);
    let value = |type_of: DatumType| match type_of {
        DatumType::Number => Dynamic::ONE,
        DatumType::Text => Dynamic::from("x".to_owned()),
        DatumType::Flag => Dynamic::TRUE,
        DatumType::Numbers | DatumType::Texts => Dynamic::from_array(Vec::new()),
    };
    let facts = facts.map(|fact| (fact.name.as_str().into(), value(fact.type_of)));
    Dynamic::from_map(facts.collect())
}

/// A call under way in this context, with variables as they begin.
fn probe(of: &Of<'_>, context: &Context) -> Call {
    let fact = |one: &Variable| Fact { name: one.name.clone(), value: one.initial.clone() };
    Call {
        frame: Arc::clone(of.frame),
        hook: context.as_ref().and_then(|hook| of.hooks.get(hook)).map(Arc::clone),
        variables: of.variables.iter().map(fact).collect(),
        effects: Vec::new(),
        weight: 0,
        printed: Vec::new(),
    }
}

/// The keys that none of the hooks gives for which a function is called.
fn unknown_keys(of: &Of<'_>, body: &Body, contexts: &BTreeSet<Context>) -> Vec<ScenarioProblem> {
    if body.reused {
        return Vec::new();
    }
    let hooks = contexts.iter().flatten().filter_map(|hook| of.hooks.get(hook));
    let given: BTreeSet<String> = hooks
        .flat_map(|hook| hook.facts.iter().map(|fact| &fact.name).chain(&hook.numbers))
        .map(|name| exchange::key(name))
        .collect();
    let unknown = body.keys.iter().filter(|(key, _)| !given.contains(key) && !body.guarded.contains(key));
    unknown
        .map(|(key, place)| {
            let wrong = Wrong::Unknown { what: "key", name: key.clone(), context: " in this map".to_owned() };
            let remedy = meant(key, given.iter().map(String::as_str));
            let remedy = remedy.or_else(|| Some("The hook tells nothing by a name.".to_owned()));
            ScenarioProblem::meant(sandbox::at(*place), wrong, remedy)
        })
        .collect()
}

fn endless_loop(place: Position) -> ScenarioProblem {
    ScenarioProblem::new(sandbox::at(place), Wrong::Grammar("this loop never ends".to_owned()))
        .with_remedy("Leave it with break; or go through a range: for n in 0..10 { … }.")
}

/// Collects what is written in a function.
fn body(ast: &AST, name: &str, count: usize, parameter: Option<String>) -> Body {
    let mut one = ast.clone_functions_only();
    one.retain_functions(|_, _, known, parameters| known == name && parameters == count);
    let mut body = Body { parameter, ..Body::default() };
    one.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Expr(expression)) => body.expression(expression),
            Some(ASTNode::Stmt(statement)) => body.statement(statement),
            _ => {}
        }
        true
    });
    body
}

impl Body {
    fn is_parameter(&self, expression: &Expr) -> bool {
        let of = |name: &str| self.parameter.as_deref() == Some(name);
        matches!(expression, Expr::Variable(variable, ..) if of(&variable.1))
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::FnCall(call, place) => self.call(call, *place),
            Expr::Dot(both, flags, _) if self.is_parameter(&both.lhs) => {
                let first = match &both.rhs {
                    Expr::Dot(inner, ..) | Expr::Index(inner, ..) => &inner.lhs,
                    other => other,
                };
                if let (Expr::Property(property, place), false) = (first, flags.intersects(ASTFlags::NEGATED))
                {
                    self.keys.push((property.2.to_string(), *place));
                }
            }
            _ => {}
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::FnCall(call, place) => self.call(call, *place),
            Stmt::Var(declared, ..) if self.parameter.as_deref() == Some(declared.0.as_str()) => {
                self.reused = true;
            }
            // An entry that a function gives its parameter itself is one that it has.
            Stmt::Assignment(assigned) => match &assigned.1.lhs {
                Expr::Dot(both, ..) | Expr::Index(both, ..) => {
                    self.reused |= self.is_parameter(&both.lhs);
                }
                whole => self.reused |= self.is_parameter(whole),
            },
            Stmt::While(flow, place) => {
                let always = matches!(flow.expr, Expr::Unit(..) | Expr::BoolConstant(true, _));
                if always && !leaves(flow.body.iter()) {
                    self.endless.push(*place);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, call: &FnCallExpr, place: Position) {
        let name = call.name.as_str();
        let arguments: Vec<Argument> = call.args.iter().map(Argument::of).collect();
        if name == "contains"
            && let Some(key) = arguments.get(1)
        {
            self.guarded.extend(key.text());
        }
        let is_name = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        // What the language itself makes of a name.
        let is_own =
            matches!(name, "Fn" | "call" | "is_def_fn" | "is_def_var" | "is_shared" | "type_of" | "contains");
        if call.op_token.is_some() || !is_name || is_own {
            return;
        }
        self.calls.push(Written { name: name.to_owned(), arguments, place });
    }
}

/// Whether these statements leave a loop somewhere.
fn leaves<'a>(mut statements: impl Iterator<Item = &'a Stmt>) -> bool {
    statements.any(|statement| {
        let mut found = false;
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
            found |= match path.last() {
                Some(ASTNode::Stmt(Stmt::BreakLoop(_, flags, _))) => flags.intersects(ASTFlags::BREAK),
                Some(ASTNode::Stmt(Stmt::Return(..))) => true,
                _ => false,
            };
            !found
        });
        found
    })
}
