//! The board of the whole field, read from its file alone: its shape, the principles that gave its values, what is
//! known of its places, its roads.

mod facts;
mod field;
mod principles;
mod shape;
mod ways;
