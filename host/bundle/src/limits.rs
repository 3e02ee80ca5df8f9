//! How much a bundle may hold, and what can be wrong with one.

use muster_engine::{BadManifest, MANIFEST};

use crate::{BadName, FORMAT, LIST};

/// How much a bundle may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bundle's own size, in bytes. Default: 64 MiB.
    pub packed: u64,
    /// One file's size when unpacked, in bytes. Default: 32 MiB.
    pub file: u64,
    /// The size of all files when unpacked, in bytes. Default: 128 MiB.
    pub all: u64,
    /// How many files. Default: 2,000.
    pub files: usize,
    /// The size of the rules summary, in bytes. Default: 128 KiB.
    pub rules: usize,
    /// How many sections the rules summary has. Default: 1,000.
    pub sections: usize,
    /// The size of one section of it with its heading, in bytes. Default: 16 KiB.
    pub section: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            packed: 64 << 20,
            file: 32 << 20,
            all: 128 << 20,
            files: 2_000,
            rules: 128 << 10,
            sections: 1_000,
            section: 16 << 10,
        }
    }
}

/// What is wrong with a bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleProblem {
    /// It can't be read at all.
    #[error("it can't be read: {0}")]
    Unreadable(String),
    /// It, or something in it, is larger than a bundle may be.
    #[error("{what} is too large: a bundle may have {limit} {unit} there")]
    TooLarge {
        /// What.
        what: String,
        /// How much there may be.
        limit: u64,
        /// Of what.
        unit: &'static str,
    },
    /// It is no archive, or a damaged one.
    #[error("it is no bundle, or a damaged one: {0}. Get it again, or pack it again with `muster pack`")]
    Damaged(String),
    /// The list of the files isn't the first file, or can't be understood.
    #[error("its list of files, {LIST}, {0}. Pack it again with `muster pack`")]
    List(String),
    /// It was packed by another version.
    #[error(
        "it is a bundle of format {0}, and this Muster reads format {FORMAT}; get a newer Muster, or an older bundle"
    )]
    Format(u32),
    /// A file has a name that it can't have.
    #[error(transparent)]
    Name(#[from] BadName),
    /// Two files have names that are one on some systems.
    #[error("it holds two files by the name {0:?}, which some systems can't tell apart")]
    Twice(String),
    /// Something in it is a link, a folder or encrypted.
    #[error("{0:?} in it is no plain file")]
    NoFile(String),
    /// A file isn't in the list, or isn't in the bundle.
    #[error("{0:?} is in its list or among its files, but not in both; it was changed after it was packed")]
    Unlisted(String),
    /// A file isn't what the list says.
    #[error("{0:?} was changed after it was packed: its hash isn't the one in the list")]
    Changed(String),
    /// The manifest is missing or wrong.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// The manifest names a component that isn't there, or there is another one.
    #[error("its {MANIFEST} names the component {0:?}; there has to be that one, and no other")]
    Component(String),
}
