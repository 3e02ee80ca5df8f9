//! Where scenarios and rules come from.

/// Whose scenarios or rules a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// They come with Muster.
    Shipped,
    /// They came with a module that was installed.
    Module,
    /// A person put them there.
    Own,
}
