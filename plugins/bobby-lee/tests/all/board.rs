//! The map of Virginia, read from its file alone: what the rulebook says of places, that rivers, ridges and railroads
//! fit together, the principles that gave its values; and the orders of battle that stand on it.

mod commanders;
mod facts;
mod ground;
mod map;
mod principles;
mod rosters;
mod scenarios;
mod supply;
