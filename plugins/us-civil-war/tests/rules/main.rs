//! The rules of The U.S. Civil War, section by section.

mod charts;
mod field;
mod isolation;
mod rails;
mod supply;
