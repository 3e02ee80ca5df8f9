//! The boards, rosters and scenarios, read from their files alone: every city, link, leader, army and fleet against the
//! figures of the data files that they were decoded from, and the shape of the two maps (§17).

mod cities;
mod map;
mod rosters;
mod scenarios;
mod shape;
