//! The U.S. Civil War: the whole war by hexes, from 1861 to 1865.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every section:
//!
//! ```text
//! world.rs, world/   2     the map, the waters, the generals and the facts: what never changes
//! units.rs           2.2   what players move and what it is called
//! state.rs, state/         what can change, and what follows from it
//! charts.rs                the charts: combat, attrition, surrender, blockade, states, cards, benchmarks, seasons
//! sequence.rs        3     turns; 4.1, 4.2 Action Phases and Initiative
//! strategic.rs, strategic/  3.2, 15  Strategic Movement
//! actions.rs         4.3   actions besides marches, and what pays for them
//! control.rs         6     states, hexes; 9.1 Zones of Influence
//! rails.rs           6.5   railroad control
//! supply.rs          13    supply sources, Supply Paths, Lines of Communication
//! cards.rs           18    Special Action Cards
//! end_phase.rs       19    markers, states, Rally
//! victory.rs         19.3  victory points and the end
//! naval.rs, naval/   20    Naval Control, Naval Transport, landings; 18.1 Naval Assist and Support
//! fleets.rs, fleets/ 21    the advanced naval game, an option
//! command.rs         7, 8  who commands, and whose ratings count
//! reaction.rs        9     Interception and Avoid Battle
//! forts.rs           10.2  Forts that are begun, raised and lowered
//! battle.rs, battle/ 10-12 battles, captured works, Demoralization
//! retreat.rs         11.6  retreats
//! displaced.rs       14.6  into the Displaced Boxes
//! reinforcements.rs, reinforcements/  14  a turn's opening: new SPs, Build Points, returns from the Displaced Boxes
//! leaders.rs, leaders/  16 leader management
//! policy.rs, policy/       what the bot `regular` thinks of choices
//! armies.rs         22.4, 22.5  Army markers and army morale
//! standing.rs              what a side says beforehand of its reactions
//! maneuver.rs       22.6  Maneuver Reaction
//! parties.rs       9.2.3  who of a stack goes that has succeeded with either
//! encounters.rs            what happens where a stack enters a space, in order
//! hooks.rs          22.1 to 22.3, 22.6  what optional and house rules are told, may ask and change
//! stacks.rs                stacks that are parted and put together outside their own activation
//! ```
//!
//! `game` has a row for each step: who decides what, by which section, listed and carried out where. A function `may_…` says whether
//! something may be done, and why not; `why_not` finds which of them keeps a thing from being chosen. `labels`, `details`, `odds`,
//! `explain` and `view` with its files (panels, overlays, reports) are what players read.
#![forbid(unsafe_code)]

mod actions;
pub mod armies;
mod attrition;
pub mod battle;
mod cards;
mod chapters;
pub mod charts;
mod choice;
mod command;
mod control;
mod describe;
mod details;
mod displaced;
mod encounters;
mod end_phase;
mod explain;
pub mod fleets;
mod forts;
mod game;
mod hooks;
mod labels;
mod leaders;
mod maneuver;
mod march;
mod movement;
mod naval;
mod odds;
mod parties;
mod policy;
mod rails;
pub mod reaction;
pub mod reinforcements;
pub mod retreat;
mod richmond;
mod saves;
mod sequence;
pub mod stacks;
pub mod standing;
pub mod state;
pub mod strategic;
pub mod supply;
mod surrender;
mod units;
mod victory;
mod view;
mod why_not;
pub mod world;

pub use choice::{Choice, Pay};
pub use naval::Naval;
pub use rails::Rails;
pub use state::UsCivilWar;
pub use supply::{Along, Group, Isolation, Level, Supply};
pub use units::Piece;
pub use world::{General, Militia, Side, Space, State, Theater, World};

muster_sdk::export!(UsCivilWar);
