//! The window: how soon its lobby is there, its frames, and its memory.

use std::error::Error;
use std::path::Path;

use muster::{Places, Shelf};
use muster_app::measure::{Frames, Look, SCREEN, Stage, frames, large, still};
use muster_contract::Module;
use muster_engine::WasmModule;
use muster_scripts::Scenario;

use crate::playouts::begun;
use crate::row::{Row, median, timed};

type Failure = Box<dyn Error>;

/// How many frames of each.
const FRAMES: usize = 120;

/// How often the lobby is opened.
const LOBBIES: usize = 5;

/// From opening the folders to a lobby with its pictures, the modules being compiled. The graphics card and the system's
/// window have no share in it.
pub fn lobby(modules: &Path, scenarios: &Path, cache: &Path) -> Result<Row, Failure> {
    let mut times = Vec::new();
    for _ in 0..LOBBIES {
        let places = Places {
            modules: vec![modules.to_owned()],
            scenarios: scenarios.to_owned(),
            scripts: "scripts".into(),
            data: cache.join("data"),
            state: cache.join("state"),
            cache: Some(cache.to_owned()),
            source: None,
        };
        let (result, time) = timed(|| -> Result<Stage, Failure> {
            let mut stage = Stage::new(Box::new(Shelf::open(&places)?), SCREEN, 1.0 / 60.0);
            stage.settle();
            Ok(stage)
        });
        drop(result?);
        times.push(time.as_secs_f64() * 1e3);
    }
    Ok(Row::at_most("lobby drawn, without the graphics card", median(times), "ms", 1_000.0))
}

/// The ways in which a board is looked at.
const LOOKS: [(Look, &str); 2] = [(Look::Whole, "fully zoomed out"), (Look::Panning, "panning")];

/// Frames of a scenario, the whole of it seen and panning.
pub fn measure(title: &str, module: &WasmModule, scenario: &Scenario) -> Result<Vec<Row>, Failure> {
    let mut game = begun(module, &scenario.position)?;
    let (view, decisions) = (game.view(Some(0))?, game.decisions()?);
    let board = scenario.position.boards.first().ok_or("the scenario has no board")?;
    let picture = scenario.pictures.first().ok_or("the scenario has no picture")?;
    let seen = || still(module.describe().clone(), (board.clone(), picture), view.clone(), decisions.clone());
    let mut rows = Vec::new();
    for (look, how) in LOOKS {
        rows.extend(row(title, how, frames(seen(), look, FRAMES)));
    }
    Ok(rows)
}

/// The same of a made board.
pub fn made() -> Vec<Row> {
    LOOKS
        .into_iter()
        .flat_map(|(look, how)| row("2,500 hexes, 500 units", how, frames(large(), look, FRAMES)))
        .collect()
}

fn row(what: &str, how: &str, frames: Frames) -> [Row; 2] {
    [
        // Where the system doesn't tell the processor's time, the clock on the wall has to do.
        Row::at_most(
            &format!("a frame, {what}, {how}"),
            frames.cpu_ms.unwrap_or(frames.median_ms),
            "ms CPU",
            4.0,
        ),
        Row::figure(&format!("  the longest of {FRAMES}"), frames.worst_ms, "ms"),
    ]
}
