//! The rules of The U.S. Civil War, section by section.

mod charts;
mod playouts;
mod position;
mod sequence;
mod set_up;
