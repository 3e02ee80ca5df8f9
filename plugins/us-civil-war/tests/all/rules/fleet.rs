//! Voyages on the map of 1862: positions and what ships can reach.

use muster_contract::Position;
use us_civil_war::Side;

use crate::rules::position::*;

pub const GAME: &str = "us-civil-war-1862";

/// The Union begins with so many points, 3 or less, goes first later too, and has three Naval cards; the Confederates have a Naval card and two of the
/// Trans-Mississippi.
#[track_caller]
pub fn begin(position: &Position, points: u8) -> Play {
    Play::from(position, Arranged::else_highest().with("Initiative", &[points + 1, 1, 4, 1, 4, 1, 4, 1]))
}

/// The 1862 set-up with other SPs: "us 3 2415", and "us 0 2316" for none.
#[track_caller]
pub fn with(forces: &[&str]) -> Position {
    let mut position = changed(GAME, &[]);
    for force in forces {
        let [side, sps, at] = force.split(' ').collect::<Vec<_>>()[..] else { panic!("{force}") };
        clear(&mut position, side, at);
        let sps: i32 = sps.parse().unwrap();
        if sps > 0 {
            put(&mut position, side, "sp", at, &[("strength", sps)]);
        }
    }
    position
}

/// Where a voyage can go now.
pub fn sails(play: &Play, seat: u8) -> Vec<String> {
    play.ids_from(seat, "sail ").iter().map(|id| id["sail ".len()..].to_owned()).collect()
}

#[track_caller]
pub fn has(list: &[String], ids: &str) {
    for id in ids.split(' ') {
        assert!(list.iter().any(|one| one == id), "{id} isn't in {list:?}");
    }
}

#[track_caller]
pub fn has_none(list: &[String], ids: &str) {
    for id in ids.split(' ') {
        assert!(list.iter().all(|one| one != id), "{id} is in {list:?}");
    }
}

/// Whether a side controls a space.
pub fn holds(play: &Play, side: Side, id: &str) -> bool {
    play.state().controls(side, play.state().world.find(id).unwrap())
}
