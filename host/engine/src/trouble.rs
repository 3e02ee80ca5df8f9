//! Says in words why a call failed.

use muster_contract::{RuleFailure, Trouble};
use wasmtime::{Error, Trap, WasmBacktrace};

use crate::limits::Excess;

/// The longest backtrace that is worth reading; an endless recursion has thousands of frames.
const FRAMES: usize = 40;

/// What the store knows of a call that failed.
pub(crate) struct Failure<'a> {
    pub(crate) module: &'a str,
    pub(crate) call: &'static str,
    pub(crate) error: &'a Error,
    /// The message of the module's own panic, if there was one.
    pub(crate) panic: Option<String>,
    /// The steps that the call was allowed.
    pub(crate) fuel: u64,
    /// Whether a press of the stop button, not the clock, interrupted it.
    pub(crate) stopped: bool,
}

impl Failure<'_> {
    pub(crate) fn trouble(self) -> Trouble {
        if let Some(failure) = self.error.downcast_ref::<RuleFailure>() {
            return failure.clone().into();
        }
        Trouble {
            module: self.module.to_owned(),
            call: self.call.to_owned(),
            message: self.message(),
            backtrace: backtrace(self.error),
        }
    }

    fn message(&self) -> String {
        if let Some(panic) = &self.panic {
            return panic.clone();
        }
        if let Some(excess) = self.error.downcast_ref::<Excess>() {
            return excess.to_string();
        }
        match self.error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => {
                format!("it used up its {} steps without an answer; it may be looping", self.fuel)
            }
            Some(Trap::Interrupt) if self.stopped => "it was stopped".to_owned(),
            Some(Trap::Interrupt) => "it took too long".to_owned(),
            Some(Trap::StackOverflow) => "it called itself too deeply (stack overflow)".to_owned(),
            Some(Trap::UnreachableCodeReached) => "it gave up without a message".to_owned(),
            Some(trap) => trap.to_string(),
            None => self.error.root_cause().to_string(),
        }
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
            Some(name) => format!("{:#}", rustc_demangle::demangle(name)),
            None => format!("function {}", frame.func_index()),
        })
        .collect();
    if frames.len() > FRAMES {
        names.push(format!("and {} more", frames.len() - FRAMES));
    }
    names
}
