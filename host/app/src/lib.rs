//! Muster's window.
//!
//! It knows tables only by their messages and modules only by the contract's types; what there is to play it
//! learns from a [`catalogue::Catalogue`], which the program gives it. One file a panel: a panel paints what it
//! is given and adds what the person asked for to a list of [`panel::Ask`].

#![forbid(unsafe_code)]

pub mod board;
pub mod catalogue;
pub mod draw;
pub mod first;
pub mod keys;
pub mod lobby;
pub mod measure;
pub mod opening;
pub mod panel;
pub mod piece;
pub mod session;
pub mod settings;
pub mod snapshot;
pub mod sound;
pub mod spoken;
pub mod table;
pub mod theme;
pub mod window;

pub use window::run;
