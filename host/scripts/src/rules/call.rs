//! The call of a rule's function that is under way, and the names that it may use.

use std::cell::RefCell;
use std::sync::Arc;

use muster_contract::hooks::{Effect, Fact};
use muster_contract::{Attribute, ChangeInfo, EffectKind, HookInfo, QueryInfo};
use rhai::NativeCallContext;

use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::record::{here, thrown};

/// What is the same in all calls of a rule.
#[derive(Debug)]
pub(super) struct Frame {
    /// The functions that take one map.
    pub(super) functions: Vec<String>,
    pub(super) settings: Vec<Attribute>,
    pub(super) decks: Vec<String>,
    pub(super) sees_hidden: bool,
    pub(super) sides: Vec<String>,
    pub(super) queries: Arc<[QueryInfo]>,
    pub(super) changes: Arc<[ChangeInfo]>,
}

/// A call under way.
pub(super) struct Call {
    pub(super) frame: Arc<Frame>,
    /// The hook; none for what goes on after an offer.
    pub(super) hook: Option<Arc<HookInfo>>,
    pub(super) variables: Vec<Fact>,
    pub(super) effects: Vec<Effect>,
    pub(super) weight: usize,
    pub(super) printed: Vec<String>,
}

thread_local! {
    /// The call that this thread is in. A rule's function calls nothing that could lead to another.
    pub(super) static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

impl Call {
    /// Whether such an effect may be written down in it.
    pub(super) fn permits(&self, kind: EffectKind) -> bool {
        match &self.hook {
            Some(hook) => hook.effects.contains(&kind),
            None => !matches!(kind, EffectKind::Modify | EffectKind::Forbid | EffectKind::Add),
        }
    }

    /// A function that goes on with something.
    pub(super) fn then(&self, name: &str, at: &At) -> Result<String, ScenarioProblem> {
        if self.frame.functions.iter().any(|function| function == name) {
            return Ok(name.to_owned());
        }
        let wrong = Wrong::NoFunction(format!("function {name}(facts)"));
        let near = meant(name, self.frame.functions.iter().map(String::as_str));
        let near = near.filter(|near| near.starts_with("Did"));
        let declare = || format!("What goes on takes one parameter: fn {name}(facts) {{ … }}");
        Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(near.unwrap_or_else(declare)))
    }

    pub(super) fn side(&self, name: &str, at: &At) -> Result<String, ScenarioProblem> {
        known("side", name, self.frame.sides.iter().map(String::as_str), at)
    }

    pub(super) fn deck(&self, name: &str, at: &At) -> Result<String, ScenarioProblem> {
        known("deck", name, self.frame.decks.iter().map(String::as_str), at)
    }
}

/// Returns the name, if it is one of these.
pub(super) fn known<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    at: &At,
) -> Result<String, ScenarioProblem> {
    if names.clone().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    Err(unknown(what, name, names, at))
}

/// A name that the rule hasn't given to anything, or that the module doesn't know.
pub(super) fn unknown<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
    at: &At,
) -> ScenarioProblem {
    let wrong = Wrong::Unknown { what, name: name.to_owned(), context: String::new() };
    let declare = match what {
        "variable" => Some(format!("Declare it at the top: variable({name:?}, 0);")),
        "setting" => Some(format!("Declare it at the top: setting({name:?}, 0, \"What it is.\");")),
        "deck" => Some(format!("Declare it at the top: deck({name:?}, \"Its title\", […]);")),
        _ => None,
    };
    ScenarioProblem::meant(at.clone(), wrong, meant(name, names).or(declare))
}

pub(super) fn failed(at: &At, why: impl Into<String>) -> ScenarioProblem {
    ScenarioProblem::new(at.clone(), Wrong::Failed(why.into()))
}

/// Looks at the call under way.
pub(super) fn with_call<T>(
    context: &NativeCallContext<'_>,
    look: impl FnOnce(&mut Call, &At) -> Result<T, ScenarioProblem>,
) -> Result<T, Box<rhai::EvalAltResult>> {
    let at = here(context);
    CALL.with_borrow_mut(|call| {
        let call = call.as_mut().expect("a rule's functions run only in a call");
        look(call, &at).map_err(thrown)
    })
}
