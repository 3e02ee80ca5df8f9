//! Second models of rules that work together, written from the rulebook's text and not from the code: deliberately simple, by another
//! way than the module's, and compared with it over random positions of the map.
//!
//! The quick count takes seconds; `MUSTER_FULL=1` looks at many more.

mod battles;
mod encounters;
mod lines;
mod naval;
mod passages;
mod reactions;
mod retreats;
mod steps;
mod supply;
