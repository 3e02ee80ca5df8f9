//! The pictures of the lobby.

#![cfg(feature = "window")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::fixture::Desk;
use muster::{Places, Shelf};
use muster_app::catalogue::{Catalogue, ModuleState};

/// Each game's picture in the lobby has its pieces, those that come onto the board as it begins too.
#[test]
fn the_first_scenario_of_every_game_is_pictured_with_pieces() {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else { return };
    let desk = Desk::new("pictures");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let places = Places {
        modules: vec![modules],
        scenarios: root.join("scenarios"),
        scripts: root.join("scripts"),
        data: desk.path("data"),
        state: desk.path("state"),
        cache: None,
        source: None,
    };
    let mut shelf = Shelf::open(&places).unwrap();
    let until = Instant::now() + Duration::from_secs(300);
    let mut bare: Vec<String> = vec![String::new()];
    while !bare.is_empty() {
        assert!(Instant::now() < until, "without pieces: {bare:?}");
        std::thread::sleep(Duration::from_millis(20));
        let cards = shelf.modules();
        let there = cards.iter().all(|card| !card.listing && card.state == ModuleState::Ready);
        bare = cards
            .iter()
            .filter(|card| {
                let first = card.scenarios.first().and_then(|first| shelf.preview(&card.id, &first.id));
                !there || first.is_none_or(|preview| preview.units.is_empty())
            })
            .map(|card| card.id.clone())
            .collect();
    }
}
