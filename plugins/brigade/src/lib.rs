//! Brigade: figures on 400-yard hexes, a brigade a unit.
//!
//! The code stands in the order of the rules: [`units`] (A), [`sequence`] (B), [`activation`] (C), [`movement`] (D),
//! [`bombardment`] (E), [`combat`] (F), [`victory`] (V) and [`night`] (O). What can be chosen stands in [`choice`], a row
//! each; what else a player reads is made in `words`, `view`, `explain`, `odds` and `overlays`; how a bot thinks stands in
//! `policy`.
#![forbid(unsafe_code)]

pub mod activation;
pub mod bombardment;
pub mod choice;
pub mod combat;
mod describe;
mod edit;
mod explain;
mod game;
mod hooks;
pub mod movement;
pub mod night;
mod odds;
mod overlays;
mod policy;
pub mod sequence;
pub mod state;
pub mod units;
pub mod victory;
mod view;
mod words;
pub mod world;

pub use choice::Choice;
pub use state::Brigade;
pub use world::{Corps, Unit, World};

muster_sdk::export!(Brigade);
