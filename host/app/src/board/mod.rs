//! Boards: where everything lies, and how it is drawn.

pub mod bars;
mod borders;
pub mod chart;
mod country;
mod distance;
mod drawn;
pub mod ground;
pub mod lettering;
mod naming;
mod ranges;
pub mod region;
mod squares;
pub mod surface;
mod theatre;
mod towns;
pub mod waters;
pub mod ways;

/// How wide a hex is on the screen at zoom 1, in points: the scale in which boards are laid out.
pub const HEX: f32 = 78.0;
