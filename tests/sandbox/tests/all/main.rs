//! What hostile modules come to: one file for a kind of them.

#![allow(missing_docs, clippy::unwrap_used)]

mod lies;
mod mischief;
mod page;
mod raw;
mod stop;
