//! Bobby Lee: the war in Virginia, 1861 to 1864, with hidden blocks.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every section:
//!
//! ```text
//! sequence.rs        1     quarters, the bid, player turns, passes
//! world.rs, world/   2, 3  the map and the roster: what never changes
//! control.rs         2.7   whose a hex is; 7.1 railroads; 8.1 ships; 4.31 towns
//! units.rs           3     blocks, what is seen of them, lost steps
//! victory.rs         4     the victory track, the end of the game
//! deployment.rs      4.22  free deployment
//! drafts.rs          4.4   emancipation; 4.5 drafts
//! leaders.rs         5.2   leader rolls, draws and deaths
//! movement.rs        5.1   command range; 5.3 moves and force marches
//! strategic.rs       5.4   strategic moves by rail, sea and pontoon
//! battles.rs         6.1   skirmishes; 6.2 deployment; 6.9 entrenchments
//! retreat.rs         6.3   retreats, regrouping; 6.7 reinforcements
//! combat.rs          6.4   morale, battle moves, routs
//! night.rs           6.81  nights: another day, or retreat
//! fire.rs            6.6   fires and losses
//! supply.rs          9     supply lines, attrition, forage
//! replacements.rs    9.5   steps and cadres
//! hidden.rs                samples
//! ```
//!
//! What each stage is (who decides what, by which section, listed and carried out where) stands in `game`. A rule's file says
//! whether something may be and why not (`may_…`); `hindrances` finds which rule keeps a thing from being chosen. What a player
//! reads is made in `words`, `view`, `panels`, `battle_sheet`, `odds`, `overlays` and `explain`; what bots think of it in `policy`.
#![forbid(unsafe_code)]

mod battle_sheet;
mod battles;
mod choice;
mod combat;
mod control;
mod deployment;
mod describe;
mod drafts;
mod edit;
mod explain;
mod fire;
mod game;
mod hidden;
mod hindrances;
mod hooks;
mod leaders;
mod movement;
mod night;
mod odds;
mod overlays;
mod panels;
mod policy;
mod replacements;
mod retreat;
mod sequence;
pub mod state;
mod strategic;
mod supply;
mod units;
mod victory;
mod view;
mod words;
pub mod world;

pub use choice::Choice;
pub use fire::Fire;
pub use state::BobbyLee;
pub use world::{Kind, Side, Unit, World};

muster_sdk::export!(BobbyLee);
