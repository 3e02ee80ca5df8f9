//! Pictures, films and pages of a game, from its journal.

#![cfg(feature = "window")]

use serde_json::json;

use crate::fixture::{Desk, reply};

/// A game of First fight between a person and a bot that hasn't played yet, in which the person took so many choices.
fn journal(desk: &Desk, choices: usize) -> String {
    let path = desk.path("game.journal").display().to_string();
    let begin =
        ["table", "brigade", "first-fight", "--seats", "human,human", "--seed", "3", "--journal", &path];
    desk.session(&begin, &[]);
    let resume = ["table", "--resume", &path];
    for _ in 0..choices {
        let asks: Vec<String> = (0..2)
            .map(|seat| json!({"id": seat + 1, "ask": "decisions", "seat": seat}).to_string())
            .collect();
        let said = desk.session(&resume, &[&asks[0], &asks[1]]);
        let decides = |seat: u64| {
            let answer = reply(&said, seat + 1);
            let choice = answer["decisions"][0]["choices"][0]["id"].as_str()?.to_owned();
            Some(
                json!({"id": 1, "ask": "act", "seat": seat, "revision": answer["revision"], "choice": choice}),
            )
        };
        let act = (0..2).find_map(decides).expect("somebody decides").to_string();
        desk.session(&resume, &[&act]);
    }
    path
}

fn frames(bytes: &[u8]) -> (u16, usize) {
    let mut read = gif::DecodeOptions::new().read_info(bytes).expect("a film");
    let mut frames = 0;
    while read.read_next_frame().expect("whole").is_some() {
        frames += 1;
    }
    (read.width(), frames)
}

#[test]
fn a_game_is_shown_by_a_picture_a_film_and_a_page() {
    let desk = Desk::new("film");
    let path = journal(&desk, 8);
    let file = |name: &str| desk.path(name).display().to_string();
    let [now, begun, film, page] = ["now.png", "begun.png", "game.gif", "game.html"].map(file);
    let told = desk.types(&["picture", &path, &now, "--width", "420"]).unwrap();
    assert!(told.starts_with(&now), "{told}");
    desk.types(&["picture", &path, &begun, "--width", "420", "--step", "0"]).unwrap();
    let pixels = |path: &str| {
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (info.width, bytes)
    };
    let (then, now_seen) = (pixels(&begun), pixels(&now));
    assert_eq!((then.0, now_seen.0), (420, 420));
    assert_ne!(then.1, now_seen.1, "something has happened");

    desk.types(&["film", &path, &film, "--width", "300", "--dark"]).unwrap();
    let (width, shown) = frames(&std::fs::read(&film).unwrap());
    assert!(width == 300 && shown > 1, "{width}, {shown}");

    desk.types(&["page", &path, &page, "--width", "300"]).unwrap();
    let text = std::fs::read_to_string(&page).unwrap();
    for words in
        ["<!DOCTYPE html>", "<h2>Turn 1 ", "data:image/png;base64,", "5.30 a.m.", "Thus far", "class=\"die"]
    {
        assert!(text.contains(words), "{words}");
    }
    // Another of the kind takes its place, a journal's never.
    desk.types(&["page", &path, &page, "--width", "300"]).unwrap();
    let before = std::fs::read(&path).unwrap();
    for typed in [["picture", &path, &path], ["film", &path, &page], ["page", &path, &film]] {
        let refused = desk.types(&typed).unwrap_err().to_string();
        assert!(refused.contains("that file is there, and is something else"), "{refused}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let refused = desk.types(&["picture", &path, &file("none.png"), "--step", "999"]).unwrap_err();
    assert!(refused.to_string().contains("there is no step 999"), "{refused}");
}

#[test]
fn what_a_bot_knows_is_not_shown_while_the_game_goes_on() {
    let desk = Desk::new("picture-eyes");
    let path = desk.path("game.journal").display().to_string();
    let seats = ["--seats", "human,bot:random", "--journal", &path];
    desk.session(&[&["table", "parley", "quarrel"][..], &seats].concat(), &[]);
    let out = desk.path("out").display().to_string();
    for kind in ["picture", "film", "page"] {
        let refused = desk.types(&[kind, &path, &out, "--eyes", "1"]).unwrap_err();
        assert_eq!(refused.remedy(), Some("Give --eyes public, or the number of a person's seat."), "{kind}");
        assert!(!std::path::Path::new(&out).exists());
    }
}
