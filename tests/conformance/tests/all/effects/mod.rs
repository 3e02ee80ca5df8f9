//! What rules can have done: each effect by a rule of a few lines, on Parley and on Brigade's first fight.

mod cards;
mod decisions;
mod failures;
mod moments;
mod play;
