//! How the boards are drawn: everything is in sight, named once, and no link runs through a third city.

use std::collections::BTreeMap;

use muster_contract::SpaceKind;

use crate::board::map::{MAIN, OTHER, file_of, text_of};

fn far(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn far_from_way(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let d = [b[0] - a[0], b[1] - a[1]];
    let t = ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
    let t = t.clamp(0.0, 1.0);
    far(p, [a[0] + d[0] * t, a[1] + d[1] * t])
}

#[test]
fn cities_have_room_and_are_within_the_extent() {
    for scenario in [MAIN[0], OTHER] {
        let picture = file_of(scenario).picture;
        let [low, high] = picture.extent;
        for (i, one) in picture.spaces.iter().enumerate() {
            let [x, y] = one.at;
            assert!(
                x > low[0] + 0.3 && x < high[0] - 0.3 && y > low[1] + 0.3 && y < high[1] - 0.3,
                "{}",
                one.id
            );
            for other in &picture.spaces[i + 1..] {
                assert!(far(one.at, other.at) > 0.7, "{scenario}: {} and {}", one.id, other.id);
            }
        }
    }
}

#[test]
fn no_link_runs_through_a_third_city() {
    for scenario in [MAIN[0], OTHER] {
        let file = file_of(scenario);
        let at: BTreeMap<&str, [f32; 2]> =
            file.picture.spaces.iter().map(|space| (space.id.as_str(), space.at)).collect();
        for (edge, drawn) in file.board.edges.iter().zip(&file.picture.edges) {
            assert_eq!(edge.id, drawn.id);
            let ends = [at[edge.a.as_str()], at[edge.b.as_str()]];
            assert_eq!(
                [drawn.path.first(), drawn.path.last()],
                [Some(&ends[0]), Some(&ends[1])],
                "{}",
                edge.id
            );
            for (city, at) in at.iter().filter(|(city, _)| **city != edge.a && **city != edge.b) {
                for way in drawn.path.windows(2) {
                    assert!(far_from_way(*at, way[0], way[1]) > 0.3, "{scenario}: {} by {city}", edge.id);
                }
            }
        }
    }
}

#[test]
fn every_city_has_its_full_name_written_once() {
    for scenario in [MAIN[0], OTHER] {
        let file = file_of(scenario);
        for space in &file.board.spaces {
            let written = file.picture.labels.iter().filter(|label| label.text == space.title).count();
            assert_eq!(written, 1, "{scenario}: {}", space.title);
        }
    }
}

/// 1.7: fleets that raid lie in a box of the sea, which has room for both and no city near it.
#[test]
fn the_raiding_zone_lies_in_the_open_sea() {
    for scenario in [MAIN[0], OTHER] {
        let file = file_of(scenario);
        let zone = file.board.spaces.iter().find(|space| space.id == "raiding-zone").expect(scenario);
        assert_eq!((zone.kind, zone.features.as_slice()), (SpaceKind::Box, &["sea".to_owned()][..]));
        let drawn = file.picture.spaces.iter().find(|space| space.id == zone.id).expect(scenario);
        let [low, high] = drawn.outline.iter().fold([[f32::MAX; 2], [f32::MIN; 2]], |[low, high], spot| {
            [[low[0].min(spot[0]), low[1].min(spot[1])], [high[0].max(spot[0]), high[1].max(spot[1])]]
        });
        assert!(high[0] - low[0] > 2.0 && high[1] - low[1] > 1.0, "{scenario}: {low:?} {high:?}");
        for city in file.picture.spaces.iter().filter(|space| space.id != zone.id) {
            let [x, y] = city.at;
            let beside = x < low[0] - 1.0 || x > high[0] + 1.0 || y < low[1] - 1.0 || y > high[1] + 1.0;
            assert!(beside, "{scenario}: {}", city.id);
        }
        for label in file.picture.labels.iter().filter(|label| label.along.len() == 1) {
            let [x, y] = label.along[0];
            assert!(x < low[0] || x > high[0] || y < low[1] || y > high[1], "{scenario}: {}", label.text);
        }
    }
}

/// The rivers, seas and the inset have their names.
#[test]
fn the_country_is_named() {
    for scenario in [MAIN[0], OTHER] {
        let labels = file_of(scenario).picture.labels;
        for name in [
            "ATLANTIC OCEAN",
            "GULF OF MEXICO",
            "Lake Erie",
            "Mississippi",
            "Ohio",
            "Tennessee",
            "Cumberland",
            "Potomac",
            "James",
            "Arkansas River",
            "Red River",
            "Virginia and Maryland, enlarged",
        ] {
            assert!(labels.iter().any(|label| label.text == name), "{scenario}: {name}");
        }
    }
}

/// The credit stands in the board itself.
#[test]
fn the_boards_say_whose_facts_they_hold() {
    for scenario in [MAIN[0], OTHER] {
        let source = file_of(scenario).picture.source;
        for word in ["Hutsell (1994)", "David Mackey", "MIT licence", "Copyright (c) 1998-2021", "NOTICE.md"]
        {
            assert!(source.contains(word), "{scenario}: {word}");
        }
    }
    let notice = text_of("..", "NOTICE.md");
    assert!(notice.contains("Copyright (c) 1998-2021 by Dave Mackey and W.R. Hutsell"));
}

/// The map that the guide shows can be read.
#[test]
fn the_guides_map_can_be_read() {
    let guide = text_of("..", "docs/cw-strategy.md");
    let (_, rest) = guide.split_once("```toml\n").expect("an example");
    let text = rest.split("```").next().expect("its end");
    let board = muster_board::file::BoardFile::parse(text, "guide")
        .unwrap_or_else(|problem| panic!("{problem}"))
        .board;
    let cities = crate::board::map::cities(&board);
    let neighbours: Vec<&[usize]> = cities.iter().map(|city| city.neighbours.as_slice()).collect();
    assert_eq!(neighbours, [&[2][..], &[1, 3], &[2]]);
}
