//! The window on an acted table, to look at it without a module: `cargo run -p muster-app --example stage`
//! (`lobby` and `dark` as words after it).

#[path = "../tests/all/stage/mod.rs"]
mod stage;

use muster_app::first::First;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let said = |word: &str| words.iter().any(|w| w == word);
    let mut shelf = stage::Shelf::default();
    if said("dark") {
        shelf.settings.theme = muster_app::theme::Theme::Dark;
    }
    let saved = muster_app::catalogue::SavedTable {
        path: "saved".into(),
        title: "Shiloh, turn 5, 9.30 in the morning".into(),
        note: "Saved yesterday at 22.14 after choice 148. You play the Union and decide next.".into(),
        ..Default::default()
    };
    shelf.saved = vec![saved.clone(), saved];
    let first = match said("lobby") {
        true => First::Lobby,
        false => First::Table(Box::new(stage::table(stage::Acted::default()))),
    };
    if let Err(trouble) = muster_app::run(Box::new(shelf), None, first) {
        eprintln!("{trouble}");
    }
}
