//! Why a call failed: what the module, a house rule or the system did, as the contract's `Trouble`.

use muster_contract::{InForce, RuleFailure, Trouble};
use wasmtime::{Error, Trap, WasmBacktrace};

use crate::{
    excess::Excess,
    interrupt::Interrupted,
    loaded::{Kind, Loaded},
};

/// The longest backtrace that is worth reading; an endless recursion has thousands of frames.
const FRAMES: usize = 40;

/// How much of a message is kept. Much of it comes from the module, and it is shown.
const LENGTH: usize = 4_000;

/// How much of a function's name is kept.
const NAME: usize = 200;

/// The call that a trouble names where the system refused what a call takes: that is no failure of the call itself.
pub(crate) const SYSTEM: &str = "system";

/// Returns the system's message, if it is the system that refused something.
pub(crate) fn system_message(error: &Error) -> Option<String> {
    let message = error.chain().find_map(|cause| {
        let of_library = cause.downcast_ref::<std::io::Error>().map(ToString::to_string);
        #[cfg(unix)]
        let of_library =
            of_library.or_else(|| cause.downcast_ref::<rustix::io::Errno>().map(ToString::to_string));
        of_library
    });
    message.or_else(|| error.downcast_ref::<wasmtime::OutOfMemory>().map(ToString::to_string))
}

/// What is known of a call that failed.
pub(crate) struct Failure<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) kind: Kind,
    pub(crate) call: &'static str,
    pub(crate) error: &'a Error,
    /// The rules that it could call.
    pub(crate) in_force: InForce,
    /// The message of the module's own panic, if there was one.
    pub(crate) panic: Option<String>,
}

impl Failure<'_> {
    /// Returns the trouble that the contract reports a failed call by.
    pub(crate) fn into_trouble(self) -> Trouble {
        if let Some(failure) = self.error.downcast_ref::<RuleFailure>() {
            return failure.clone().into();
        }
        if let Some(failure) = self.rule_failure() {
            return failure.into();
        }
        if let Some(message) = system_message(self.error) {
            let (module, call) = (self.loaded.id.clone(), SYSTEM.to_owned());
            return Trouble { module, call, message, backtrace: Vec::new() };
        }
        Trouble {
            module: self.loaded.id.clone(),
            call: self.call.to_owned(),
            message: clipped(&self.message()),
            backtrace: backtrace(self.error),
        }
    }

    /// Returns the failure of the rule whose answer the module couldn't carry out, read from the message of its panic: a
    /// component has no other way to report it.
    fn rule_failure(&self) -> Option<RuleFailure> {
        let panic = self.panic.as_deref()?;
        // The first line says where in the module that was found out.
        let message = panic.split_once('\n').map_or(panic, |(_, message)| message);
        RuleFailure::from_message(message, self.in_force.rules()?.as_ref())
    }

    fn message(&self) -> String {
        if let Some(panic) = &self.panic {
            return panic.clone();
        }
        if let Some(excess) = excess_of(self.error, self.loaded, self.kind) {
            return excess.to_string();
        }
        match self.error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => {
                let steps = self.loaded.fuel(self.kind);
                format!("it used up its {steps} steps without an answer; it may be looping")
            }
            Some(Trap::StackOverflow) => "it called itself too deeply (stack overflow)".to_owned(),
            Some(Trap::UnreachableCodeReached) => "it gave up without a message".to_owned(),
            Some(trap) => trap.to_string(),
            None => self.error.root_cause().to_string(),
        }
    }
}

/// Returns what the module wanted too much of, if that is why it failed.
fn excess_of(error: &Error, loaded: &Loaded, kind: Kind) -> Option<Excess> {
    if let Some(excess) = error.downcast_ref::<Excess>() {
        return Some(excess.clone());
    }
    // To these two wasmtime gives no type that could be asked for.
    let cause = error.root_cause().to_string();
    if cause.starts_with("too much data is being copied") {
        Some(Excess::Answer(loaded.answer(kind)))
    } else if cause.starts_with("resource limit exceeded") {
        Some(Excess::Parts(loaded.limits.parts))
    } else {
        None
    }
}

/// Whether the module trapped or took too much, rather than not fitting the contract.
pub(crate) fn is_guest_fault(error: &Error, loaded: &Loaded) -> bool {
    error.is::<Trap>() || error.is::<Interrupted>() || excess_of(error, loaded, Kind::Create).is_some()
}

/// Returns as much of a message as is kept.
pub(crate) fn clipped(message: &str) -> String {
    shortened(message, LENGTH)
}

fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// The functions that were being called, innermost first, by the names in the module's name section.
fn backtrace(error: &Error) -> Vec<String> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else { return Vec::new() };
    let frames = backtrace.frames();
    let mut names: Vec<String> = frames
        .iter()
        .take(FRAMES)
        .map(|frame| match frame.func_name() {
            Some(name) => shortened(&format!("{:#}", rustc_demangle::demangle(name)), NAME),
            None => format!("function {}", frame.func_index()),
        })
        .collect();
    if frames.len() > FRAMES {
        names.push(format!("and {} more", frames.len() - FRAMES));
    }
    names
}
