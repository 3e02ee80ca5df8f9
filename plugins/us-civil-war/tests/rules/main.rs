//! The rules of The U.S. Civil War, section by section.

mod battle;
mod charts;
mod command;
mod field;
mod playouts;
mod position;
mod reaction;
mod retreat;
mod sequence;
mod set_up;
