//! Whether whoever waits for a script still does.

use std::{fmt, sync::Arc};

type Still = dyn Fn() -> bool + Send + Sync;

/// Whether whoever waits for a script still does: it is asked again and again while the script runs, and the script is
/// stopped once the answer is no.
#[derive(Clone, Default)]
pub struct Awaited(Option<Arc<Still>>);

impl Awaited {
    /// It is waited for until it ends.
    pub const ALWAYS: Self = Self(None);

    /// It is waited for as long as this says so. It is asked some thousands of times a second, on the thread that runs the
    /// script.
    pub fn new(still: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(still)))
    }

    /// Whether it is waited for now.
    #[must_use]
    pub fn is_so(&self) -> bool {
        self.0.as_ref().is_none_or(|still| still())
    }
}

impl fmt::Debug for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Awaited" } else { "Awaited::ALWAYS" })
    }
}
