//! Board files: a mistake names its line; what is read is a board that can be asked everything, and a picture of it.

use muster_board::Atlas;
use muster_board::file::{BoardFile, MOST_EDGES, MOST_MISTAKES, MOST_SPACES};
use muster_board::picture::{Picture, Spot};

use crate::{Luck, Target, readable, text};

/// The target.
pub struct BoardFiles;

/// Board files that are as they should be: one of each kind of board.
pub const WHOLE: [&str; 4] = [
    include_str!("../../../scenarios/parley/valley.toml"),
    include_str!("../../../scenarios/parley/field.toml"),
    include_str!("../../../../scenarios/first-fight/board.toml"),
    SMALL,
];

/// Something of everything on little room.
const SMALL: &str = r#"id = "small"
title = "Small"
source = "Made up."
values = { yards = 400, name = "x", on = true }
extent = [[-1.0, -1.0], [4.0, "0202 +0.5 0.5"]]
[hexes]
grid = "flat"
shifted = "odd"
ids = "column-row"
first = "0101"
terrain = """
. w f
~ - h
t . .
"""
key = { "." = ["clear"], x = { features = ["odd"], values = { height = 3 } } }
[[hex]]
id = "0101"
title = "One"
features = ["town"]
values = { height = -2 }
[[line]]
feature = "road"
rank = 1
through = "<0101 0102 0103>"
[[line]]
feature = "stream"
values = { depth = 1 }
title = "Brook"
along = "0101/0201 0101/0102"
[[line]]
feature = "rail"
course = [[0, 0], "0101", [1.5, -2e1]]
[[side]]
between = "0102/0103"
features = ["bridge"]
forward = { price = 2 }
[[box]]
id = "off"
at = [9.0, 9.0]
size = [2.0, 1.0]
[[area]]
id = "land"
outline = [[5, 5], [6, 5], [6, 6]]
[[area]]
id = "sea"
at = "land 0.1 0.1"
outline = [[6, 5], [6, 6], [7, 7]]
[[point]]
id = "peak"
at = "0303"
[[edge]]
a = "land"
b = "sea"
values = { sail = true }
[[edge]]
id = "up/down"
a = "peak"
b = "off"
path = [[1, 2], "off"]
[[shape]]
kind = "hill"
outline = ["0101", "0102", [1, 1]]
[[house]]
at = "0101 0.2 0.2"
[[label]]
text = "Here"
style = "place"
at = "0101"
angle = 30
size = 0.5
[[label]]
text = "There"
along = [[1, 1], [2, 2]]
"#;

impl Target for BoardFiles {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        WHOLE.iter().map(|text| text.as_bytes().to_vec()).collect()
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        let text = String::from_utf8_lossy(input);
        let other = luck.one(others).map(|other| String::from_utf8_lossy(other)).unwrap_or_default();
        text::altered(&text, &[&other, SMALL], luck).into_bytes()
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let Ok(text) = std::str::from_utf8(input) else { return Ok("not text".to_owned()) };
        match BoardFile::parse(text, "board.toml") {
            Err(problem) => {
                let lines = text.lines().count().max(1);
                if problem.mistakes.is_empty() || problem.mistakes.len() > MOST_MISTAKES {
                    return Err(format!("{} mistakes are told", problem.mistakes.len()));
                }
                for mistake in &problem.mistakes {
                    readable(&mistake.what)?;
                    readable(&mistake.instead)?;
                    if !mistake.line.is_some_and(|line| (1..=lines + 1).contains(&line)) {
                        return Err(format!(
                            "{mistake:?} names a line that the file of {lines} doesn't have"
                        ));
                    }
                }
                Ok(problem.mistakes[0].what.clone())
            }
            Ok(BoardFile { board, picture }) => {
                if board.spaces.len() > MOST_SPACES || board.edges.len() > MOST_EDGES {
                    return Err("the board has more than a board may have".to_owned());
                }
                if picture.spaces.len() != board.spaces.len() || picture.edges.len() != board.edges.len() {
                    return Err("the picture shows other things than the board has".to_owned());
                }
                drawable(&picture)?;
                let atlas = Atlas::new(std::slice::from_ref(&board))
                    .map_err(|problem| format!("what was read is no board: {problem}"))?;
                query(&atlas)?;
                Ok(format!("a board with {:?}", board.grid))
            }
        }
    }
}

/// Whether all points of the picture are numbers that can be drawn.
fn drawable(picture: &Picture) -> Result<(), String> {
    let spots = picture.spaces.iter().flat_map(|space| space.outline.iter().chain([&space.at]));
    let spots = spots.chain(picture.edges.iter().flat_map(|edge| &edge.path));
    let spots = spots.chain(picture.lines.iter().flat_map(|line| &line.points));
    let spots = spots.chain(picture.shapes.iter().flat_map(|shape| &shape.outline));
    let spots = spots.chain(picture.houses.iter().map(|house| &house.at));
    let spots = spots.chain(picture.labels.iter().flat_map(|label| &label.along)).chain(&picture.extent);
    let wild = |spot: &&Spot| spot.iter().any(|number| !number.is_finite());
    match { spots }.find(wild) {
        None => Ok(()),
        Some(spot) => Err(format!("the picture has a point at {spot:?}")),
    }
}

/// Asks for ways and sights between some of the spaces.
fn query(atlas: &Atlas) -> Result<(), String> {
    const SOME: usize = 12;
    let spaces: Vec<_> = atlas.spaces().collect();
    let step = spaces.len().div_ceil(SOME).max(1);
    for &from in spaces.iter().step_by(step) {
        for &to in spaces.iter().step_by(step) {
            let there = atlas.distance(from, to);
            if there != atlas.distance(to, from) {
                return Err("the way back is longer than the way there".to_owned());
            }
        }
    }
    Ok(())
}
