//! Parley: a small made-up game with everything in it that a module can need. It proves the contract; nobody has to
//! like it. The files follow the chapters of `RULES.md`.

mod battle;
mod bid;
mod blocks;
mod cards;
mod choice;
mod describe;
mod edit;
mod explain;
mod fault;
mod game;
mod hooks;
mod labels;
mod ledger;
mod march;
mod names;
mod policy;
mod possible;
mod sample;
mod scenario;
mod scouting;
mod setup;
mod state;
mod turn;
mod view;
mod world;

pub use choice::Choice;
pub use fault::Fault;
pub use scenario::{position, position_with_fault};
pub use state::{NORTH, Parley, SOUTH, Stage};
pub use world::{Unit, World};

#[cfg(test)]
mod tests;

muster_sdk::export!(Parley);
