//! Outpost: two detachments quarrel over a few posts before first light. The blocks stand face down, so that neither
//! side knows which of the other's are men and which are empty wagons.
//!
//! The files follow the rulebook, as `RULES.md` does, which names the function and the test for every paragraph:
//!
//! ```text
//! world.rs      what never changes: board, roster, who sits where           A1, A2
//! state.rs      what changes: everything that a save holds
//! hidden.rs     who knows what: names, tokens, events, samples              A3
//! cards.rs      the hand                                                    A4
//! orders.rs     orders and marches                                          C
//! combat.rs     contact, cards, dice                                        D
//! turns.rs      the sequence of play and victory                            B, V
//! game.rs       which choices there are in each stage, and where each is carried out
//! choice.rs     what a choice is to the table: id, target, role
//! labels.rs, view.rs, explain.rs, odds.rs, describe.rs    what people are told
//! policy.rs     what a bot thinks of its choices
//! edit.rs, hooks.rs    corrections by hand; what house rules may ask
//! ```

mod cards;
mod choice;
mod combat;
mod describe;
mod edit;
mod explain;
mod game;
mod hidden;
mod hooks;
mod labels;
mod odds;
mod orders;
mod policy;
mod state;
mod turns;
mod view;
mod world;

pub use cards::Card;
pub use choice::Choice;
pub use state::{Block, Fight, Outpost, Side, Stage};
pub use world::{Kind, Post, Unit, UnitInfo, World};

muster_sdk::export!(Outpost);
