//! The rules at work while a choice is carried out: what they are, what they keep, and whether one has failed.

use muster_contract::RuleFailure;

use super::HouseRules;
use super::book::Book;

/// The rules at work while a choice is carried out.
pub(crate) struct Running<'a> {
    pub(super) book: &'a Book,
    pub(crate) house_rules: &'a mut HouseRules,
    pub(super) failed: &'a mut Option<RuleFailure>,
    pub(super) calls: u32,
}

impl<'a> Running<'a> {
    pub(crate) fn new(
        book: &'a Book,
        house_rules: &'a mut HouseRules,
        failed: &'a mut Option<RuleFailure>,
    ) -> Self {
        Self { book, house_rules, failed, calls: 0 }
    }

    pub(crate) fn book(&self) -> &'a Book {
        self.book
    }

    /// Whether some rule wants to be called for a hook.
    pub(crate) fn listens(&self, hook: &str) -> bool {
        self.failed.is_none() && !self.book.subscribers(hook).is_empty()
    }
}
