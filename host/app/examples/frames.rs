//! How long a frame takes on a board of 2,500 hexes with 500 units: `cargo run -p muster-app --example frames`
//! (with a word of `Whole`, `Panning`, `Near` only that; with the path of a board file, on that board with blocks on it).

use muster_app::measure::{Look, frames, large, manned};
use muster_board::file::BoardFile;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let looks = [Look::Whole, Look::Panning, Look::Near];
    let wanted = |look: &Look| {
        words
            .iter()
            .find(|word| looks.iter().any(|l| format!("{l:?}") == **word))
            .is_none_or(|word| format!("{look:?}") == *word)
    };
    let path = words.iter().find(|word| word.ends_with(".toml"));
    let file = path.map(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        BoardFile::parse(&text, path).unwrap_or_else(|problem| panic!("{problem:?}"))
    });
    for look in looks.into_iter().filter(wanted) {
        let table = match &file {
            Some(file) => manned((file.board.clone(), &file.picture)),
            None => large(),
        };
        let f = frames(table, look, 240);
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
