//! The rules of The U.S. Civil War, section by section.

mod charts;
mod naval;
mod playouts;
mod position;
mod sequence;
mod set_up;
mod shores;
mod waters;
