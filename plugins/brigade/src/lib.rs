//! Brigade: figures on 400-yard hexes, a brigade a unit.
//!
//! The code stands in the order of the rules: [`units`] (A), [`sequence`] (B), [`activation`] and [`formations`] (C), [`movement`] and
//! [`march`] (D), [`bombardment`] (E), [`combat`] (F), [`victory`] (V) and [`night`] (O). Each lists its choices, carries them out, and
//! adds what they cost and bring; their ids and labels are in [`choice`], a row each. What else a player reads is made in `labels`, `view`,
//! `explain`, `odds` and `overlays`; the bots' weights and estimates are in `policy`.
#![forbid(unsafe_code)]

pub mod activation;
pub mod bombardment;
pub mod choice;
pub mod combat;
mod describe;
mod edit;
mod explain;
pub mod formations;
mod game;
mod hooks;
mod labels;
pub mod march;
pub mod movement;
pub mod night;
mod odds;
mod overlays;
mod policy;
mod reports;
pub mod sequence;
pub mod state;
pub mod units;
pub mod victory;
mod view;
pub mod world;

pub use choice::Choice;
pub use state::Brigade;
pub use world::{Corps, Unit, World};

muster_sdk::export!(Brigade);
