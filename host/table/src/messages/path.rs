//! Paths in messages. A message is text, and a path need not be any.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

/// A path that can be written, or that may be missing.
pub trait PathText {
    /// It as text, with U+FFFD for what is none.
    fn text(&self) -> Option<Cow<'_, str>>;
}

impl PathText for PathBuf {
    fn text(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string_lossy())
    }
}

impl PathText for Option<PathBuf> {
    fn text(&self) -> Option<Cow<'_, str>> {
        self.as_deref().map(Path::to_string_lossy)
    }
}

/// Writes a path as text: a game isn't given up because its journal lies in a folder whose name is no text.
pub fn as_text<S: Serializer>(path: &impl PathText, to: S) -> Result<S::Ok, S::Error> {
    path.text().serialize(to)
}
