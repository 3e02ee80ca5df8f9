//! How long a frame takes on a board of 2,500 hexes with 500 units: `cargo run -p muster-app --example frames`
//! (with a word of `Whole`, `Panning`, `Near` only that).

use muster_app::measure::{Look, frames, large};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for look in [Look::Whole, Look::Panning, Look::Near] {
        if !format!("{look:?}").contains(&wanted) {
            continue;
        }
        let f = frames(large(), look, 240);
        println!(
            "{look:?}: median {:.2} ms (ui {:.2}), worst {:.2} ms, processor {:.2} ms, {} triangles",
            f.median_ms,
            f.ui_ms,
            f.worst_ms,
            f.cpu_ms.unwrap_or_default(),
            f.triangles
        );
    }
}
