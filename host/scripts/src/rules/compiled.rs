//! Rules that are ready to be called.

use std::collections::HashMap;
use std::sync::Arc;

use muster_contract::hooks::{Fact, Rule, Subscription};
use muster_contract::{
    Awaited, HookInfo, InForce, Module, RuleAnswer, RuleFailure, RuleText, Rulebook, Rules,
};
use rhai::{AST, CallFnOptions, Engine, Scope};

use super::call::{CALL, Call, Frame};
use super::flaws::{self, Of};
use super::functions::FUNCTIONS;
use super::heading::RuleHeading;
use super::{act, exchange, file_of, offers, register};
use crate::dialect::{self, Dialect};
use crate::known::Known;
use crate::measured;
use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::sandbox;

/// The rules that a table plays with, compiled.
pub struct Compiled {
    engine: Engine,
    rules: Vec<Rule>,
    programs: Vec<Program>,
    hooks: HashMap<String, Arc<HookInfo>>,
}

struct Program {
    heading: RuleHeading,
    text: String,
    script: AST,
    frame: Arc<Frame>,
    /// Where its variables are declared, in the order of the rule's.
    variables: Vec<At>,
}

impl Program {
    /// The line on which a function begins.
    fn line_of(&self, function: &str) -> Option<usize> {
        let begins = |line: &str| {
            let rest = line.trim_start().strip_prefix("fn ")?.trim_start().strip_prefix(function)?;
            rest.trim_start().starts_with('(').then_some(())
        };
        self.text.lines().position(|line| begins(line).is_some()).map(|at| at + 1)
    }
}

impl RuleHeading {
    /// Reads what a rule is, without the module that it is for: for lists of rules.
    pub fn from_text(id: &str, text: &str) -> Result<RuleHeading, ScenarioProblem> {
        let script = parse(&sandbox::engine(&dialect::RULE), id, text)?;
        let registered = register::run((id, text), &script, &[], &mut dialect::RULE.operations.clone())?;
        Ok(registered.heading.expect("a script that ran has registered a rule"))
    }
}

/// What a rule's functions are written in.
fn call_dialect<'a>(file: &'a str, text: &'a str, fact_names: &'a [String]) -> Dialect<'a> {
    let elsewhere = (register::FUNCTIONS, "at the top of the script only, outside of its functions");
    Dialect { file, text, functions: FUNCTIONS, elsewhere, fact_names, limits: &dialect::CALL }
}

fn parse(engine: &Engine, id: &str, text: &str) -> Result<AST, ScenarioProblem> {
    let file = file_of(id);
    if text.len() > super::MOST_BYTES {
        let (size, limit) = (text.len() as u64, super::MOST_BYTES as u64);
        let wrong = Wrong::TooLarge { what: "the rule".into(), size, unit: "bytes", limit };
        return Err(ScenarioProblem::new(At::file(file), wrong));
    }
    sandbox::compile(engine, call_dialect(&file, text, &[]))
}

/// Returns what to do about a function that a hook should call and that isn't there.
fn missing_function_remedy(ast: &AST, name: &str, functions: &[String]) -> String {
    if let Some(other) = ast.iter_functions().find(|function| function.name == name) {
        return format!("{name} takes {} parameters; write fn {name}(facts).", other.params.len());
    }
    let near = meant(name, functions.iter().map(String::as_str)).filter(|near| near.starts_with("Did"));
    near.unwrap_or_else(|| format!("Write fn {name}(facts) {{ … }}."))
}

/// The functions that a hook can call: those of one parameter.
fn callable(ast: &AST) -> Vec<String> {
    let functions = ast.iter_functions().filter(|function| function.params.len() == 1);
    functions.map(|function| function.name.to_owned()).collect()
}

/// The rule is for the module.
fn check_module(heading: &RuleHeading, module: Known<'_>) -> Result<(), ScenarioProblem> {
    if heading.modules.iter().any(|known| known == module.id) {
        return Ok(());
    }
    let context = " among those that the rule is for".to_owned();
    let wrong = Wrong::Unknown { what: "module", name: module.id.to_owned(), context };
    let remedy = format!("Add {:?} to its modules if it works there.", module.id);
    Err(ScenarioProblem::new(heading.at.clone(), wrong).with_remedy(remedy))
}

/// The module has the hook, and the rule the function that it calls.
fn check_subscription(
    one: &Subscription,
    at: &At,
    module: Known<'_>,
    (ast, functions): (&AST, &[String]),
) -> Result<(), ScenarioProblem> {
    if !module.description.hooks.iter().any(|hook| hook.id == one.hook) {
        let mut names: Vec<&str> = module.description.hooks.iter().map(|hook| hook.id.as_str()).collect();
        names.sort_unstable();
        let remedy = meant(&one.hook, names).or_else(|| Some(module.lists("hook")));
        let context = format!(" in {}", module.id);
        let wrong = Wrong::Unknown { what: "hook", name: one.hook.clone(), context };
        return Err(ScenarioProblem::meant(at.clone(), wrong, remedy));
    }
    if !functions.contains(&one.function) {
        let wrong = Wrong::NoFunction(format!("function {}(facts)", one.function));
        let remedy = missing_function_remedy(ast, &one.function, functions);
        return Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(remedy));
    }
    Ok(())
}

impl Compiled {
    /// Compiles rules for a module. The problem is the first that is found.
    pub fn new(texts: &[RuleText], module: Known<'_>) -> Result<Self, ScenarioProblem> {
        let mut engine = act::engine();
        offers::register(&mut engine);
        let description = module.description;
        let hooks: HashMap<_, _> =
            description.hooks.iter().map(|hook| (hook.id.clone(), Arc::new(hook.clone()))).collect();
        let queries: Arc<[_]> = description.queries.clone().into();
        let changes: Arc<[_]> = description.changes.clone().into();
        let (mut rules, mut programs) = (Vec::new(), Vec::<Program>::new());
        let mut left = dialect::RULE.operations;
        for RuleText { id, text, settings } in texts {
            let script = parse(&engine, id, text)?;
            let registered = register::run((id, text), &script, settings, &mut left)?;
            let settings = registered.settings();
            let heading = registered.heading.expect("a script that ran has registered a rule");
            check_module(&heading, module)?;
            if programs.iter().any(|other| other.heading.id == *id) {
                let wrong = Wrong::Twice { what: "the rule", name: id.clone() };
                return Err(ScenarioProblem::new(At::file(file_of(id)), wrong));
            }
            let functions = callable(&script);
            let mut subscriptions = Vec::new();
            for (one, at) in registered.subscriptions {
                let at = At { file: file_of(id), ..at };
                check_subscription(&one, &at, module, (&script, &functions))?;
                subscriptions.push(one);
            }
            let (variables, declared): (Vec<_>, Vec<_>) = registered.variables.into_iter().unzip();
            rules.push(Rule {
                id: id.clone(),
                title: heading.title.clone(),
                citation: heading.citation.clone(),
                subscriptions,
                functions: functions.clone(),
                variables,
                sees_hidden: heading.sees_hidden,
                decks: registered.decks.clone(),
            });
            let frame = Frame {
                functions,
                settings,
                decks: registered.decks.into_iter().map(|deck| deck.name).collect(),
                sees_hidden: heading.sees_hidden,
                sides: description.sides.iter().map(|side| side.id.clone()).collect(),
                queries: Arc::clone(&queries),
                changes: Arc::clone(&changes),
            };
            programs.push(Program {
                heading,
                text: text.clone(),
                script: script.clone_functions_only(),
                frame: Arc::new(frame),
                variables: declared,
            });
        }
        Ok(Self { engine, rules, programs, hooks })
    }

    /// What is wrong with the rules' functions whenever they are called, as far as it can be found before: names that are
    /// nobody's, values of the wrong kind, loops without an end. A rule is in force without this being asked, so that
    /// old games are what they were.
    pub fn flaws(&self) -> Vec<ScenarioProblem> {
        let of = |(program, rule): (&Program, &Rule)| {
            let file = file_of(&program.heading.id);
            flaws::flaws(&Of {
                engine: &self.engine,
                ast: &program.script,
                dialect: call_dialect(&file, &program.text, &[]),
                frame: &program.frame,
                hooks: &self.hooks,
                subscriptions: &rule.subscriptions,
                variables: &rule.variables,
            })
        };
        self.programs.iter().zip(&self.rules).flat_map(of).collect()
    }

    /// What the rules say of themselves.
    pub fn headings(&self) -> impl Iterator<Item = &RuleHeading> {
        self.programs.iter().map(|program| &program.heading)
    }
}

impl Rules for Compiled {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn call(
        &self,
        rule: u32,
        hook: &str,
        function: &str,
        facts: &[Fact],
        variables: &[Fact],
        awaited: &Awaited,
    ) -> Result<RuleAnswer, RuleFailure> {
        let failure = |rule: &str, message: String| {
            let (rule, function) = (rule.to_owned(), function.to_owned());
            RuleFailure { rule, function, message }
        };
        let Some(program) = self.programs.get(rule as usize) else {
            return Err(failure(&rule.to_string(), "there is no such rule".to_owned()));
        };
        let id = &program.heading.id;
        let call = Call {
            frame: Arc::clone(&program.frame),
            hook: self.hooks.get(hook).map(Arc::clone),
            variables: variables.to_vec(),
            effects: Vec::new(),
            weight: 0,
            printed: Vec::new(),
        };
        if CALL.replace(Some(call)).is_some() {
            return Err(failure(id, "it was called inside a call".to_owned()));
        }
        let options = CallFnOptions::new().eval_ast(false);
        let (answer, _) = measured::run(&dialect::CALL, dialect::CALL.operations, awaited, || {
            let (scope, facts) = (&mut Scope::new(), (exchange::map(facts),));
            self.engine.call_fn_with_options::<rhai::Dynamic>(
                options,
                scope,
                &program.script,
                function,
                facts,
            )
        });
        let call = CALL.take();
        let Call { effects, printed, .. } = call.expect("the call was put there above");
        match answer {
            Ok(_) => Ok(RuleAnswer { effects, printed }),
            Err(error) => {
                let file = file_of(id);
                let names: Vec<String> = facts.iter().map(|fact| exchange::key(&fact.name)).collect();
                let mut problem = sandbox::problem(*error, call_dialect(&file, &program.text, &names));
                // What is found out between two steps has no place of its own.
                problem.at.line = problem.at.line.or_else(|| program.line_of(function));
                Err(failure(id, problem.to_string()))
            }
        }
    }

    fn place(&self, rule: u32, function: &str) -> Option<String> {
        let program = self.programs.get(rule as usize)?;
        let line = program.line_of(function).map(|line| format!(":{line}")).unwrap_or_default();
        Some(format!("{}{line}", file_of(&program.heading.id)))
    }

    fn place_of_variable(&self, rule: u32, variable: &str) -> Option<String> {
        let (program, rule) = (self.programs.get(rule as usize)?, self.rules.get(rule as usize)?);
        let at = rule.variables.iter().zip(&program.variables).find(|(one, _)| one.name == variable)?.1;
        Some(At { file: file_of(&program.heading.id), ..at.clone() }.to_string())
    }
}

/// The language that rules are written in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rhai;

impl Rulebook for Rhai {
    fn compile(&self, module: &dyn Module, texts: &[RuleText]) -> Result<InForce, String> {
        let compiled = Compiled::new(texts, Known::from(module)).map_err(|problem| problem.to_string())?;
        Ok(InForce::new(Arc::new(compiled)))
    }
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|rule| &rule.id)).finish()
    }
}
