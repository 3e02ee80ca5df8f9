//! Baptism at Bull Run: the first battle of Bull Run, 21 July 1861, without dice.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every section:
//!
//! ```text
//! units.rs           4.1   units, how they are turned, losses
//! cards.rs           4.2   command cards
//! world.rs, world/   4.3   the map and the roster: what never changes
//! set_up.rs          5     the set-up in its twelve steps
//! sequence.rs        6     rounds, turns, phases
//! preparation.rs     7     shuffling, limbering, playing cards
//! orders.rs          8     field commands in general
//! deployment.rs      8.0.1 the deployment of cavalry after them
//! advance.rs         8.1   advances; 8.5 maneuvers; giving way or standing
//! assault.rs         8.2   assaults; pursuit.rs its last steps
//! bombard.rs         8.3   bombardments
//! charge.rs          8.4   charges
//! march.rs, road.rs  8.6   marches
//! staff.rs           9     staff commands
//! administration.rs  10    objectives, artillery, the end of a turn
//! flight.rs          11    withdrawals; 12 retreats
//! morale.rs          13    morale; losses.rs who takes losses
//! victory.rs         14    demoralization and victory
//! hidden.rs                who knows what: tokens and samples; knowledge_trace.rs how units were mixed
//! ```
//!
//! What can be chosen stands in `choice`, a row each, and what each stage is in `game`, likewise. A chapter's file lists, carries out
//! and explains its choices. What else a player reads is made in `labels`, `view`, `explain`, `odds` and
//! `overlays`; how a bot thinks stands in `plan`, `policy` and `prospects`.
#![forbid(unsafe_code)]

mod administration;
mod advance;
mod assault;
mod bombard;
mod cards;
mod charge;
mod choice;
mod deployment;
mod describe;
mod edit;
mod explain;
mod flight;
mod game;
mod hidden;
mod hooks;
mod knowledge_trace;
mod labels;
mod losses;
mod march;
mod morale;
mod odds;
mod orders;
mod overlays;
mod plan;
mod policy;
mod preparation;
mod prospects;
mod pursuit;
mod reports;
mod road;
mod sequence;
mod set_up;
mod staff;
pub mod state;
mod units;
mod victory;
mod view;
pub mod world;

pub use assault::Term;
pub use cards::{Deck, Pile};
pub use choice::Choice;
pub use knowledge_trace::Trace;
pub use staff::Split;
pub use state::BullRun;
pub use world::{Side, Unit, World};

muster_sdk::export!(BullRun);
