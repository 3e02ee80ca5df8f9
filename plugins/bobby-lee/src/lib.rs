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
//! battles.rs         6.1   skirmishes; 6.9 entrenchments
//! battleline.rs      6.2   deployment; 6.5 battle moves
//! retreat.rs         6.3   retreats, regrouping; 6.7 reinforcements
//! combat.rs          6.4   battle turns, morale, routs
//! night.rs           6.81  nights: another day, or retreat
//! fire.rs            6.6   fires and losses
//! supply.rs          9     supply lines, attrition, forage
//! replacements.rs    9.5   steps and cadres
//! hidden.rs                samples
//! ```
//!
//! `game` has a row for each stage: who decides what, by which section, listed and carried out where. A rule's file has all that its
//! choices are beyond their row in `choice`: when they are listed and what they do, whether and why not (`may_…`), what they cost and
//! bring (`…_details`), their chances (`…_odds`). `why_not` finds which rule keeps a thing from being chosen. `labels`, `view`,
//! `panels`, `battle_sheet`, `odds`, `overlays` and `explain` are what players read, `policy` what bots weigh.
#![forbid(unsafe_code)]

mod battle_sheet;
mod battleline;
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
mod hooks;
mod labels;
mod leaders;
mod movement;
mod night;
mod odds;
mod overlays;
mod panels;
mod policy;
mod replacements;
mod reports;
mod retreat;
mod sequence;
pub mod state;
mod strategic;
mod supply;
mod units;
mod victory;
mod view;
mod why_not;
pub mod world;

pub use choice::Choice;
pub use fire::Fire;
pub use movement::Pace;
pub use state::BobbyLee;
pub use strategic::Means;
pub use world::{Kind, Side, Unit, World};

muster_sdk::export!(BobbyLee);
