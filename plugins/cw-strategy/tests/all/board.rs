//! The boards, rosters and scripts of the scenarios, read from their files alone: the data sheet's figures, the map check of
//! section 17, and what players are told.

mod cities;
mod links;
mod map;
mod picture;
mod rosters;
mod scenarios;
mod sheet;
