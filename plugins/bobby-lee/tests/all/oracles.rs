//! Second models of chapters of the rules, written from the rulebook's text and not from the code, against the game: in
//! positions that arise from games at random both must say the same.
//!
//! The quick count takes seconds; `MUSTER_FULL=1` looks at many more.

mod battles;
mod ground;
mod moves;
mod outcomes;
mod supply;
mod table;
mod walk;
