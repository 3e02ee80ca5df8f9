//! Frames of the window.

use std::error::Error;

use muster_app::measure::{Frames, Look, frames, large, still};
use muster_contract::Module;
use muster_engine::WasmModule;
use muster_scripts::Scenario;

use crate::play::begun;
use crate::row::Row;

type Failure = Box<dyn Error>;

/// How many frames of each.
const FRAMES: usize = 120;

/// Frames of Shiloh and of a made board, the whole of it seen and panning.
pub fn measure(module: &WasmModule, scenario: &Scenario) -> Result<Vec<Row>, Failure> {
    let mut game = begun(module, &scenario.position)?;
    let (view, decisions) = (game.view(Some(0))?, game.decisions()?);
    let board = scenario.position.boards.first().ok_or("the scenario has no board")?;
    let picture = scenario.pictures.first().ok_or("the scenario has no picture")?;
    let shiloh =
        || still(module.describe().clone(), (board.clone(), picture), view.clone(), decisions.clone());
    let mut rows = Vec::new();
    for (look, how) in [(Look::Whole, "fully zoomed out"), (Look::Panning, "panning")] {
        rows.extend(row("Shiloh", how, frames(shiloh(), look, FRAMES)));
        rows.extend(row("2,500 hexes, 500 units", how, frames(large(), look, FRAMES)));
    }
    Ok(rows)
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
        Row::shown(&format!("  the longest of {FRAMES}"), frames.worst_ms, "ms"),
    ]
}
