//! Second models, written from the rulebook's text, compared with the game over positions of random games.
//!
//! `MUSTER_FULL=1` compares many more.

mod combat;
mod commands;
mod model;
mod walk;
