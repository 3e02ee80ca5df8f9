//! The scenarios: one map for all, the battle board, what is told to players, notes for the first game.

use std::collections::BTreeSet;

use muster_board::file::BoardFile;

use crate::board::map::{SCENARIOS, has, named, text_of};

#[test]
fn all_are_played_on_one_map() {
    for scenario in SCENARIOS {
        let script = text_of(scenario, "scenario.rhai");
        for file in ["virginia.toml", "battle.toml"] {
            assert!(script.contains(&format!("board(\"shared/bobby-lee/{file}\")")), "{scenario}");
        }
    }
}

#[test]
fn the_battle_board_has_its_positions_opposite_one_another() {
    let text = text_of("shared/bobby-lee", "battle.toml");
    let board = BoardFile::parse(&text, "battle.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let at = |id: &str| board.spaces.iter().find(|space| space.id == id).unwrap_or_else(|| panic!("{id}")).at;
    assert_eq!(board.spaces.len(), 8);
    for (us, cs) in [("left", "right"), ("center", "center"), ("right", "left"), ("reserve", "reserve")] {
        let (us, cs) = (at(&format!("us-{us}")), at(&format!("cs-{cs}")));
        assert!(us.x == cs.x && us.y > cs.y, "{us:?} faces {cs:?}");
    }
}

#[test]
fn scripts_say_what_they_are() {
    for scenario in SCENARIOS {
        let text = text_of(scenario, "scenario.rhai");
        assert!(text.contains("module: \"bobby-lee\""), "{scenario}");
        for side in ["us", "cs"] {
            assert!(text.contains(&format!("brief(\"{side}\", ")), "{scenario}");
        }
        // Players are told that map, values and orders of battle are made for this platform.
        for text in [text_of(scenario, "scenario.rhai"), named(scenario, "board")] {
            assert!(text.contains("reconstruct"), "{scenario}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{scenario}");
    }
}

/// Years and seasons: a year's game begins in spring, 1861 in summer, and ends after autumn (§4.61).
#[test]
fn scenarios_begin_in_their_season() {
    for (scenario, year, quarter, one_year) in [
        ("bobby-lee", 1861, 2, false),
        ("bobby-lee-1861", 1861, 2, true),
        ("bobby-lee-1862", 1862, 1, true),
        ("bobby-lee-1863", 1863, 1, true),
        ("bobby-lee-1864", 1864, 1, true),
        ("bobby-lee-valley", 1862, 1, true),
        ("bobby-lee-lesson", 1861, 3, true),
    ] {
        let text = text_of(scenario, "scenario.rhai");
        assert!(text.contains(&format!("fact(\"year\", {year});")), "{scenario}");
        assert!(text.contains(&format!("fact(\"quarter\", {quarter});")), "{scenario}");
        assert_eq!(text.contains("fact(\"one-year\", true);"), one_year, "{scenario}");
        let spring_alone = text.contains("fact(\"last-quarter\", 1);");
        assert_eq!(spring_alone, scenario == "bobby-lee-valley", "{scenario}");
    }
}

/// Every decision that a first game can ask for has its note, with a section of the rulebook.
#[test]
fn the_lesson_explains_each_decision() {
    let text = text_of("bobby-lee-lesson", "scenario.rhai");
    let explained: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("decision: \""))
        .map(|rest| rest.split('"').next().expect("a kind"))
        .collect();
    let kinds = [
        "activate",
        "bid",
        "choose-battle",
        "combat",
        "deploy-battle",
        "forage",
        "leader-supply",
        "losses",
        "move",
        "move-leader",
        "night",
        "regroup",
        "reinforce",
        "replacements",
        "retreat",
    ];
    assert_eq!(explained, BTreeSet::from(kinds));
    assert_eq!(text.matches("cite: \"").count(), text.matches("note(#{").count());
}

/// The map that the guide shows can be read, and its railroad crosses the river at the bridge.
#[test]
fn the_guides_map_can_be_read() {
    let guide = text_of("..", "docs/bobby-lee.md");
    let (_, rest) = guide.split_once("```toml\n").expect("an example");
    let text = rest.split("```").next().expect("its end");
    let board = BoardFile::parse(text, "guide").unwrap_or_else(|problem| panic!("{problem}")).board;
    let both =
        board.edges.iter().filter(|edge| has(&edge.features, "river") && has(&edge.features, "railroad"));
    let both: Vec<_> = both.collect();
    assert_eq!(both.len(), 1);
    assert!(has(&both[0].features, "bridge"));
}
