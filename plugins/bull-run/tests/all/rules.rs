//! The rules, section by section, a file a chapter; and every worked example of the rulebook.

mod administration;
mod assault;
mod basics;
mod bombard;
mod boundaries;
mod charge;
mod column;
mod commands;
mod edits;
mod explained;
mod flight;
mod hidden;
mod losses;
mod maneuver;
mod march;
pub(crate) mod position;
mod pursuit;
mod reasons;
mod scenarios;
mod set_up;
mod shown;
mod staff;
mod turn;
mod victory;
mod ways_on;
