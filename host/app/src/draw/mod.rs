//! Drawing that knows nothing of games: curves, ink, letters, symbols, dice.

pub mod clip;
pub mod curve;
pub mod ink;
pub mod letter;
pub mod raster;
mod ships;
pub mod sprite;
pub mod symbol;
