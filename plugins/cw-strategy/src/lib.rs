//! The Civil War between two sides that order in secret.
#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod classic;
pub mod combat;
pub mod events;
pub mod naval_battle;
pub mod state;
pub mod world;

pub use state::CwStrategy;
pub use world::{Side, World};
