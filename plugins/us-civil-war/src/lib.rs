//! The U.S. Civil War: the whole war by hexes, from 1861 to 1865.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every section:
//!
//! ```text
//! world.rs, world/   2     the map, the waters, the generals and the facts: what never changes
//! state.rs, state/         what can change, and what follows from it
//! charts.rs                the charts: combat, attrition, surrender, blockade, states, cards, benchmarks, seasons
//! control.rs         6     states, hexes; 9.1 Zones of Influence
//! rails.rs           6.5   railroad control
//! supply.rs          13    supply sources, Supply Paths, Lines of Communication
//! naval.rs           20.1  Naval Control
//! command.rs         7, 8  who commands, and whose ratings count
//! reaction.rs        9     Interception and Avoid Battle
//! battle.rs, battle/ 10-12 battles, captured works, Demoralization
//! retreat.rs         11.6  retreats
//! displaced.rs       14.6  into the Displaced Boxes
//! stacks.rs                stacks that are parted and put together outside their own activation
//! ```
#![forbid(unsafe_code)]

pub mod battle;
pub mod charts;
mod command;
mod control;
mod displaced;
mod naval;
mod rails;
pub mod reaction;
pub mod retreat;
pub mod stacks;
pub mod state;
mod supply;
pub mod world;

pub use state::UsCivilWar;
pub use world::{General, Militia, Side, Space, State, Theater, World};
