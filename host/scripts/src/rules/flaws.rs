//! Mistakes in a rule's functions that can be found before anything calls them: names and values that stand there as
//! they are, and loops without an end.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use muster_contract::HookInfo;
use muster_contract::hooks::{Fact, Subscription, Variable};
use rhai::{AST, ASTFlags, ASTNode, Dynamic, Engine, EvalAltResult, Expr, FnCallExpr, FnPtr, Position, Stmt};

use super::act::{CALL, Call, Frame};
use super::exchange;
use super::functions::FUNCTIONS;
use crate::problem::{ScenarioProblem, Wrong, meant};
use crate::sandbox::{self, Dialect};

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

/// A hook that a function is called for; none where something goes on after a roll, an answer or an offer.
type Context = Option<String>;

/// A function as it is written.
#[derive(Default)]
struct Body {
    parameter: Option<String>,
    /// Whether the parameter may be something else than what the function was told.
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
    /// The values, as far as they stand there.
    arguments: Vec<Option<Dynamic>>,
    /// The texts that stand in the maps among the arguments, by their keys.
    texts: Vec<(String, String)>,
    place: Position,
}

/// Everything that is wrong with these functions whenever they are called, in the order of lines.
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
    let mut found = Vec::new();
    for (name, body) in &bodies {
        let ends = body.endless.iter().map(|place| endless(*place));
        found.extend(ends);
        let Some(contexts) = contexts.get(name) else { continue };
        let called = body.calls.iter().filter(|call| !bodies.contains_key(&call.function()));
        found.extend(called.filter_map(|call| in_call(of, call, contexts)));
        found.extend(in_keys(of, &name.0, body, contexts));
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
        self.arguments.get(argument)?.clone()?.into_string().ok()
    }

    /// The functions that it names to go on with.
    fn goes_on_with(&self) -> Vec<String> {
        let position = match (self.name.as_str(), self.arguments.len()) {
            ("roll", 4) => self.text(3),
            ("ask", 3 | 4) => self.text(2),
            _ => None,
        };
        let effects = matches!(self.name.as_str(), "roll" | "add" | "offer");
        let named = self.texts.iter().filter(|(key, _)| effects && key == "then");
        position.into_iter().chain(named.map(|(_, function)| function.clone())).collect()
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
    for function in bodies.values().flat_map(|body| &body.calls).flat_map(Written::goes_on_with) {
        contexts.entry((function, 1)).or_default().insert(None);
    }
    // Whoever is called by another is called for what that one is.
    loop {
        let before: usize = contexts.values().map(BTreeSet::len).sum();
        for (caller, body) in bodies {
            let Some(of_caller) = contexts.get(caller).cloned() else { continue };
            for call in body.calls.iter().filter(|call| bodies.contains_key(&call.function())) {
                contexts.entry(call.function()).or_default().extend(of_caller.iter().cloned());
            }
        }
        if contexts.values().map(BTreeSet::len).sum::<usize>() == before {
            return contexts;
        }
    }
}

/// What is wrong with a call in every context in which it can be made.
fn in_call(of: &Of<'_>, call: &Written, contexts: &BTreeSet<Context>) -> Option<ScenarioProblem> {
    let mut first = None;
    for context in contexts {
        let problem = named(of, call, context).or_else(|| tried(of, call, context));
        first = first.or(Some(problem?));
    }
    first
}

/// A name that stands there and is nobody's.
fn named(of: &Of<'_>, call: &Written, context: &Context) -> Option<ScenarioProblem> {
    let at = sandbox::at(call.place);
    let state = probe(of, context);
    let then = || call.goes_on_with().into_iter().find_map(|name| state.then(&name, &at).err());
    let side = |argument: usize| state.side(&call.text(argument)?, &at).err();
    match (call.name.as_str(), call.arguments.len()) {
        ("draw", _) => state.deck(&call.text(0)?, &at).err().or_else(|| side(1)),
        ("note" | "offer", 2) => side(0).or_else(then),
        ("seat", 2) => side(1),
        ("roll" | "ask" | "add", _) => then(),
        _ => None,
    }
}

/// Makes a call whose values all stand there.
fn tried(of: &Of<'_>, call: &Written, context: &Context) -> Option<ScenarioProblem> {
    let ours = FUNCTIONS.iter().any(|function| function.name == call.name);
    // A variable's name is enough; its value need not stand there.
    let arguments = match call.name.as_str() {
        "set" if call.arguments.len() == 2 => {
            let name = call.text(0)?;
            let as_it_is = of.variables.iter().find(|one| one.name == name);
            let initial = as_it_is.map_or(Dynamic::UNIT, |one| exchange::dynamic(&one.initial));
            vec![name.into(), call.arguments[1].clone().unwrap_or(initial)]
        }
        "modify" if call.arguments.len() == 2 => {
            vec![call.text(0)?.into(), call.arguments[1].clone().unwrap_or(Dynamic::ONE)]
        }
        _ => call.arguments.iter().cloned().collect::<Option<Vec<Dynamic>>>()?,
    };
    let function = FnPtr::new(call.name.as_str()).ok()?;
    CALL.set(Some(probe(of, context)));
    let answer = function.call::<Dynamic>(of.engine, &AST::empty(), arguments);
    CALL.take();
    let error = match *answer.err()? {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => *inner,
        error => error,
    };
    if !ours && !matches!(error, EvalAltResult::ErrorFunctionNotFound(..)) {
        return None;
    }
    let problem = sandbox::problem(error, of.dialect);
    Some(ScenarioProblem { at: sandbox::at(call.place), ..problem })
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

/// Keys that none of the hooks tells for which a function is called.
fn in_keys(of: &Of<'_>, name: &str, body: &Body, contexts: &BTreeSet<Context>) -> Vec<ScenarioProblem> {
    let subscribed = of.subscriptions.iter().filter(|one| one.function == name);
    // What goes on after something, or is called by another function, is told what that one likes.
    if body.reused || subscribed.count() != contexts.len() || contexts.contains(&None) {
        return Vec::new();
    }
    let told = contexts.iter().flatten().filter_map(|hook| of.hooks.get(hook));
    let told: BTreeSet<String> = told
        .flat_map(|hook| hook.facts.iter().map(|fact| &fact.name).chain(&hook.numbers))
        .map(|name| exchange::key(name))
        .collect();
    let unknown = body.keys.iter().filter(|(key, _)| !told.contains(key) && !body.guarded.contains(key));
    unknown
        .map(|(key, place)| {
            let wrong = Wrong::Unknown { what: "key", name: key.clone(), context: " in this map".to_owned() };
            let remedy = meant(key, told.iter().map(String::as_str));
            let remedy = remedy.or_else(|| Some("The hook tells nothing by a name.".to_owned()));
            ScenarioProblem::meant(sandbox::at(*place), wrong, remedy)
        })
        .collect()
}

fn endless(place: Position) -> ScenarioProblem {
    ScenarioProblem::new(sandbox::at(place), Wrong::Grammar("this loop never ends".to_owned()))
        .with_remedy("Leave it with break; or go through a range: for n in 0..10 { … }.")
}

/// Goes through a function.
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
        let arguments: Vec<Option<Dynamic>> =
            call.args.iter().map(|argument| argument.get_literal_value(None)).collect();
        if name == "contains"
            && let Some(key) = arguments.get(1).cloned().flatten()
        {
            self.guarded.extend(key.into_string());
        }
        let is_name = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        // What the language itself makes of a name.
        let is_own = matches!(
            name,
            "Fn" | "call" | "curry" | "is_def_fn" | "is_def_var" | "is_shared" | "type_of" | "contains"
        );
        if call.op_token.is_some() || !is_name || is_own {
            return;
        }
        let maps = call.args.iter().filter_map(|argument| match argument {
            Expr::Map(entries, _) => Some(entries),
            _ => None,
        });
        let texts = maps.flat_map(|entries| &entries.0).filter_map(|(key, value)| {
            Some((key.as_str().to_owned(), value.get_literal_value(None)?.into_string().ok()?))
        });
        let texts = texts.collect();
        self.calls.push(Written { name: name.to_owned(), arguments, texts, place });
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
