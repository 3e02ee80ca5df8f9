//! The modules that are installed, as far as scripts depend on them.

use muster_contract::{Description, Module};

/// A module that a scenario may be for.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its description.
    pub description: &'a Description,
}

impl Known<'_> {
    /// Returns where its names of this sort are listed, for the end of a message that can't list so many.
    pub(crate) fn lists(&self, what: &str) -> String {
        let plural = match what.split_once(' ') {
            Some((first, rest)) => format!("{first}s {rest}"),
            None => format!("{what}s"),
        };
        format!("`muster describe {}` lists the {plural}.", self.id)
    }
}

impl<'a, M: Module + ?Sized> From<&'a M> for Known<'a> {
    fn from(module: &'a M) -> Known<'a> {
        Known { id: module.id(), description: module.describe() }
    }
}
