//! The window on acted tables: played by keyboard and by screen reader, and painted.

mod pictures;
mod stage;
mod window;
