//! The rules of The U.S. Civil War, section by section.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod armies;
mod battle;
mod battlefield;
mod bots;
mod charts;
mod command;
mod field;
mod fleet;
mod isolation;
mod landings;
mod leaders;
mod lesson;
mod marches;
mod movement;
mod naval;
mod naval_cards;
mod places;
mod playouts;
mod position;
mod rails;
mod reaction;
mod reinforcements;
mod retreat;
mod sequence;
mod set_up;
mod shores;
mod shown;
mod speed;
mod states;
mod strategic;
mod supply;
mod supply_by_water;
mod transport;
mod waters;
mod works;
