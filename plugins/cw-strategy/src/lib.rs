//! Civil War Strategy: the whole war between two sides that order in secret, in turns of two months.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every section:
//!
//! ```text
//! arithmetic.rs       0     rounding, chances
//! world.rs, world/    1     map, roster, facts and options: what never changes
//! state.rs            1     what changes
//! set_up.rs           2     the start, and a varied one
//! sequence.rs         3     a turn; 18.2 sheets are opened
//! recruiting.rs       4     recruits, and who leads them
//! ships.rs            5     fleets; naval_battle.rs: their battles
//! orders.rs           6     what may stand on a sheet
//! commands.rs         7, 8  who may go by train; forts, joins, drill, supply by hand
//! march.rs            6, 7.5, 9 orders to march; arrivals of trains; marches, captures, retreats
//! combat.rs           10    a battle as numbers; battles.rs: on the map
//! economy.rs          11    supply, income, points
//! events.rs           12    random events
//! ending.rs           13    the end and the score
//! classic.rs          15    the computer player of the original
//! hidden.rs           18.1  samples
//! ```
//!
//! `choice` says what each choice is. What a player reads is made in `labels`, `view`, `playback`, `reports`, `overlays` and
//! `explain`; weights for bots in `policy`; house rules come in through `hooks`, corrections through `edit`.
#![forbid(unsafe_code)]

pub mod arithmetic;
mod battles;
mod choice;
pub mod classic;
pub mod combat;
mod commands;
mod describe;
mod economy;
mod edit;
mod ending;
pub mod events;
mod explain;
mod game;
mod hidden;
mod hooks;
mod labels;
mod march;
pub mod naval_battle;
mod orders;
mod overlays;
mod playback;
mod policy;
mod recruiting;
mod reports;
mod saves;
mod sequence;
mod set_up;
mod ships;
pub mod state;
mod view;
pub mod world;

pub use choice::Choice;
pub use economy::{points_after, upkeep};
pub use march::place_in_march;
pub use ships::raid_damage;
pub use state::CwStrategy;
pub use world::{Side, World};

muster_sdk::export!(CwStrategy);
