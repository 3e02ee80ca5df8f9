//! A function that scripts can call, as its documentation and messages have it.

/// A function that scripts can call.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How to call it.
    pub usage: &'static str,
    /// What it does, in a sentence.
    pub text: &'static str,
}

/// Returns how to call each of these functions that has this name.
pub(crate) fn usages(functions: &[Function], name: &str) -> Vec<&'static str> {
    functions.iter().filter(|function| function.name == name).map(|function| function.usage).collect()
}
