//! The map of a made-up country, with one of everything that such a map can have, and blocks on it.

use muster_app::catalogue::OpenTable;
use muster_app::measure;
use muster_board::file::BoardFile;

/// The map.
pub fn map() -> BoardFile {
    BoardFile::parse(include_str!("country.toml"), "country.toml")
        .expect("the map of the country can be read")
}

/// A table with the map and some blocks, of which some may be chosen.
pub fn country() -> OpenTable {
    let map = map();
    measure::manned((map.board, &map.picture))
}
