//! The rules of The U.S. Civil War, section by section.

mod charts;
mod field;
mod isolation;
mod naval;
mod playouts;
mod position;
mod rails;
mod sequence;
mod set_up;
mod shores;
mod supply;
mod waters;
