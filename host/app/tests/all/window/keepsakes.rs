//! What is kept of a game to be shown to others: made beside the window, and saved under a name of its own.

use super::*;
use muster_app::snapshot::{Keeper, Keepsake, Wanted};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

type Asked = Arc<Mutex<Vec<(Wanted, Sender<Result<Vec<u8>, String>>)>>>;

struct Painter(Asked);

impl Keeper for Painter {
    fn make(&self, wanted: Wanted) -> Receiver<Result<Vec<u8>, String>> {
        let (sender, receiver) = channel();
        self.0.lock().expect("no thread panics with it").push((wanted, sender));
        receiver
    }
}

fn press(harness: &mut Harness<'static, Option<Window>>, words: &str) {
    harness.key_press(egui::Key::J);
    harness.run_steps(4);
    harness.get_by_label(words).click_accesskit();
    harness.run_steps(3);
}

#[test]
fn films_pages_and_pictures_are_made_beside_the_window_and_saved() {
    let folder = std::env::temp_dir().join(format!("muster-keepsakes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let asked = Asked::default();
    let title = folder.join("war").display().to_string();
    let keeper: Option<Box<dyn Keeper>> = Some(Box::new(Painter(asked.clone())));
    let table = OpenTable { keeper, title, ..stage::table(Acted::default()) };
    let mut harness = window_with(Shelf::default(), Some(table));
    for (words, keepsake, name, file) in [
        ("Save as a film", Keepsake::Film, "The film", "war film.gif"),
        ("Save as a page", Keepsake::Page, "The page", "war chronicle.html"),
        ("Save the board", Keepsake::Picture(None), "The picture of the board", "war board.png"),
    ] {
        press(&mut harness, words);
        assert!(is_painted(&harness, &format!("{name} is being painted …")), "{name}");
        let (wanted, sender) =
            asked.lock().expect("no thread panics with it").pop().expect("it is asked for");
        assert_eq!((wanted.keepsake, wanted.eyes), (keepsake, Some(1)));
        sender.send(Ok(words.as_bytes().to_vec())).expect("the window waits for it");
        harness.run_steps(3);
        assert_eq!(std::fs::read(folder.join(file)).expect("it was saved"), words.as_bytes());
        assert!(harness.query_by_label_contains(&format!("{name} was saved as")).is_some(), "{name}");
    }
    // Of a moment of the past the board as it stood then.
    harness.key_press(egui::Key::OpenBracket);
    harness.run_steps(4);
    press(&mut harness, "Save the board");
    let (wanted, sender) = asked.lock().expect("no thread panics with it").pop().expect("it is asked for");
    assert!(matches!(wanted.keepsake, Keepsake::Picture(Some(_))), "{wanted:?}");
    sender.send(Err("there is no room".into())).expect("the window waits for it");
    harness.run_steps(3);
    let told = "The picture of the board can’t be made: there is no room";
    assert!(harness.query_by_label_contains(told).is_some());
    std::fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn where_nobody_makes_them_only_the_text_is_offered() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.key_press(egui::Key::J);
    harness.run_steps(4);
    harness.get_by_label("Save as a text");
    assert!(harness.query_by_label("Save as a film").is_none());
}
