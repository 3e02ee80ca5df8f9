//! A game's story as a page: the chronicle with its dates, dice and tables, and the board at the beginning of each turn.

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use muster_app::snapshot::Snapshots;
use muster_contract::printable::sentence as plain;
use muster_contract::{Die, Reckoning, Roll};
use muster_table::chronicle::{Passage, Sentence, Story, Turn, percent};

use super::past::{Past, Unshown};
use super::png::png;

/// How it looks, on a screen and on paper.
const STYLE: &str = include_str!("page.css");
/// No page has more pictures; of a longer game the later turns have none, but for the end.
const MOST_PICTURES: usize = 120;

/// Makes the page. All of it is in one file: it loads nothing, and runs nothing.
pub(super) fn page(snapshots: &mut Snapshots, past: &mut dyn Past) -> Result<Vec<u8>, Unshown> {
    let story = past.story()?;
    let last = past.steps()?;
    let mut board = |step: u64, words: &str| -> Result<Markup, Unshown> {
        let source = BASE64.encode(&png(snapshots, &past.moment(step)?)?);
        Ok(html! { figure { img src={ "data:image/png;base64," (source) } alt={ "The board: " (words) }; } })
    };
    let mut pictures = Vec::new();
    for turn in story.turns.iter().take(MOST_PICTURES) {
        // Before the first turn nothing stands yet.
        let begins = (!turn.title.is_empty()).then_some(turn);
        pictures.push(begins.map(|turn| board(turn.step, &turn.title)).transpose()?);
    }
    let end = board(last, heading_of_end(&story))?;
    Ok(written(&story, &pictures, &end).into_string().into_bytes())
}

fn heading_of_end(story: &Story) -> &'static str {
    if story.end.is_empty() { "Thus far" } else { "The end" }
}

fn written(story: &Story, pictures: &[Option<Markup>], end: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'";
                title { (plain(&story.title)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { h1 { (plain(&story.title)) } p { (plain(&story.game)) } }
                @for (at, turn) in story.turns.iter().enumerate() {
                    (of_turn(turn, pictures.get(at).and_then(Option::as_ref)))
                }
                section {
                    h2 { (heading_of_end(story)) }
                    (end)
                    @for sentence in &story.end { p { (plain(sentence)) } }
                }
            }
        }
    }
}

fn of_turn(turn: &Turn, picture: Option<&Markup>) -> Markup {
    html! {
        section {
            @if !turn.title.is_empty() {
                h2 { (plain(&turn.title)) @if let Some(date) = &turn.date { " " span.date { (plain(date)) } } }
            }
            @if let Some(picture) = picture { (picture) }
            @for passage in &turn.passages {
                @match passage {
                    Passage::Phase { title, sentences } => {
                        p {
                            @if !title.is_empty() { span.phase { (plain(title)) } " " }
                            @for sentence in sentences { (of_sentence(sentence)) " " }
                        }
                    }
                    Passage::Reckoning(reckoning) => (of_reckoning(reckoning)),
                }
            }
        }
    }
}

fn of_sentence(sentence: &Sentence) -> Markup {
    html! {
        @if let Some(side) = &sentence.side { span.side { (plain(side)) } " " }
        @match &sentence.dice {
            Some(roll) => (of_roll(roll)),
            None => (plain(&sentence.text)),
        }
    }
}

fn of_roll(roll: &Roll) -> Markup {
    html! {
        span.roll {
            @if !roll.reason.is_empty() { (plain(&roll.reason)) " " }
            @for die in &roll.dice {
                span.die.hit[die.counts] title={ (die.face) " of " (die.sides) } { (face(die)) }
            }
        }
    }
}

/// A die's face: with its pips where it has six sides.
fn face(die: &Die) -> String {
    match (die.sides, die.face) {
        (6, 1..=6) => char::from_u32(0x2680 + u32::from(die.face) - 1).map(String::from).unwrap_or_default(),
        _ => die.face.to_string(),
    }
}

fn of_reckoning(reckoning: &Reckoning) -> Markup {
    html! {
        table {
            caption { (plain(&reckoning.title)) }
            tr { th {} @for column in &reckoning.columns { th { (plain(column)) } } }
            @for row in &reckoning.rows {
                tr { th { (plain(&row.title)) } @for figure in &row.figures { td { (plain(figure)) } } }
            }
        }
        @if !reckoning.chances.is_empty() {
            ul {
                @for (at, chance) in reckoning.chances.iter().enumerate() {
                    li.came[reckoning.came == Some(at as u32)] {
                        (plain(&chance.label)) ": " (percent(chance.of, chance.out_of))
                        @if reckoning.came == Some(at as u32) { ", and so it came" }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_says_is_text_and_nothing_else() {
        let die = |face, sides, counts| Die { face, sides, counts };
        let roll = Roll { reason: "fire".into(), dice: vec![die(6, 6, true), die(17, 20, false)] };
        let sentence = |side: Option<&str>, text: &str, dice| Sentence {
            side: side.map(str::to_owned),
            text: text.into(),
            dice,
        };
        let sentences = vec![
            sentence(Some("Union"), "<script>alert(1)</script>\u{202e}", None),
            sentence(None, "", Some(roll)),
        ];
        let turn = Turn {
            title: "Turn 1 & \"more\"".into(),
            date: Some("May 1861".into()),
            step: 4,
            passages: vec![Passage::Phase { title: "Fire".into(), sentences }],
        };
        let story = Story {
            title: "</title>".into(),
            game: "A war".into(),
            turns: vec![turn],
            end: vec!["Nobody has won.".into()],
        };
        let page = written(&story, &[], &html! {}).into_string();
        for words in [
            "<title>&lt;/title&gt;</title>",
            "<h2>Turn 1 &amp; &quot;more&quot; <span class=\"date\">May 1861</span></h2>",
            "<span class=\"side\">Union</span> &lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}",
            "<span class=\"die hit\" title=\"6 of 6\">\u{2685}</span>",
            "<span class=\"die\" title=\"17 of 20\">17</span>",
            "<p>Nobody has won.</p>",
        ] {
            assert!(page.contains(words), "{words} in {page}");
        }
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"));
    }
}
