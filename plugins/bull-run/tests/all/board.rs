//! The board of the whole field, read from its file alone: its shape, the principles that gave its values, what is
//! known of its places, its roads; and the orders of battle that stand on it.

mod facts;
mod field;
mod principles;
mod rosters;
mod shape;
mod ways;
