//! Small files beside a journal, of its name with another ending: what is kept of a table that isn't the game's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::whole;

/// A kind of such files.
pub(super) struct Beside {
    /// The ending of their names.
    pub ending: &'static str,
    /// None is longer, in bytes.
    pub longest: u64,
}

impl Beside {
    /// The file of a journal.
    pub(super) fn path(&self, journal: &Path) -> PathBuf {
        journal.with_extension(self.ending)
    }

    /// Whether a file is of this kind.
    pub(super) fn is(&self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == self.ending)
    }

    /// What is kept of a journal; nothing where that can't be read.
    pub(super) fn read<T: DeserializeOwned + Default>(&self, journal: &Path) -> T {
        let text = muster_files::read_text(&self.path(journal), self.longest).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    pub(super) fn write(&self, journal: &Path, kept: &impl Serialize) -> io::Result<()> {
        let text = toml::to_string(kept).map_err(io::Error::other)?;
        whole::write(&self.path(journal), text.as_bytes())
    }

    pub(super) fn delete(&self, journal: &Path) {
        // It may never have been there, and does no harm.
        let _ = fs::remove_file(self.path(journal));
    }
}
