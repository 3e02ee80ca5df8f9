//! A module's rules summary, and how long it may be: the window lays it out.

use muster_contract::Section;

use crate::{BundleProblem, Limits, RULES};

/// The sections of the rules summary in these texts of its files, if it is no longer than a bundle's may be.
pub fn sections<T: AsRef<str>>(
    texts: impl IntoIterator<Item = T>,
    limits: &Limits,
) -> Result<Vec<Section>, BundleProblem> {
    let too_large = |what: &str, limit: usize, unit| {
        let what = format!("{what} of the rules summary, in {RULES}/,");
        BundleProblem::TooLarge { what, limit: limit as u64, unit }
    };
    let mut left = limits.rules;
    let mut within = Vec::new();
    for text in texts {
        let Some(rest) = left.checked_sub(text.as_ref().len()) else {
            return Err(too_large("the text", limits.rules, "bytes"));
        };
        left = rest;
        within.push(text);
    }
    let sections = Section::of(within);
    if sections.len() > limits.sections {
        return Err(too_large("the number of sections", limits.sections, "sections"));
    }
    let length = |one: &Section| one.id.len() + one.title.len() + one.text.len();
    if sections.iter().any(|one| length(one) > limits.section) {
        return Err(too_large("a section", limits.section, "bytes"));
    }
    Ok(sections)
}
