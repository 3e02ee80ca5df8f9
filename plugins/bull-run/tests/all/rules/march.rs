//! §8.6: marches.

use crate::rules::position::*;

#[test]
fn s8_6_1_cavalry_rides_two_locales_and_shows_its_face() {
    let board = board("1 2 3 4 5", &["1-2", "2-3", "1-4 restricted", "4-3", "3-5"]);
    let units = ["us-a cavalry 1 @1", "us-b infantry 1 @1", "cs-a infantry 2 @5"];
    let mut play = Play::new(&board, &units);
    play.take(US, "pick us-b");
    assert!(!play.offers(US, "ride"));
    play.take(US, "cancel");
    play.take(US, "pick us-a");
    let rides: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("ride")).collect();
    assert_eq!(rides, ["ride 2 3"], "not over the restricted boundary, nor there and back");
    play.take(US, "ride 2 3");
    assert_eq!(play.at("us-a"), "3");
    assert!(play.knows(None, "us-a"));
    assert!(play.lists(US, "deploy us-a 3/5"), "it may deploy");
}

#[test]
fn s8_6_2_a_field_march_goes_to_an_adjacent_locale() {
    let board = board("1 2 3", &["1-2 restricted", "2-3", "1-3 impassable"]);
    let mut play = Play::new(&board, &["us-a infantry 1 @1", "us-g artillery 1 @1", "cs-a infantry 2 @3"]);
    play.pick(US, "us-a us-g");
    assert!(play.lists(US, "march 2"), "over a restricted boundary too");
    assert!(!play.lists(US, "march 3"));
    assert_eq!(play.explain(US, "3").matches("impassable").count(), 1);
    play.take(US, "march 2");
    assert_eq!((play.at("us-a"), play.at("us-g")), ("2".to_owned(), "2".to_owned()));
    assert!(!play.knows(Some(CS), "us-a"), "nobody shows his face for it");
}

#[test]
fn s8_6_2_who_secures_an_approach_marches_over_its_boundary() {
    let board = board("1 2 3 4", &["1-2", "1-3", "2-4"]);
    let mut play = Play::new(&board, &["us-a infantry 1 @1 1/2", "us-b infantry 3 @1", "cs-a cavalry 1 @2"]);
    play.pass(4);
    play.order(CS, "cs-a", "march 4");
    play.pass(4);
    play.take(US, "pick us-a");
    assert_eq!(play.ids(US), ["march 2", "reserve", "cancel"]);
}

#[test]
fn s8_6_3_a_local_march_changes_the_position() {
    let board = board("1 2 3", &["1-2", "1-3"]);
    let mut play = Play::new(
        &board,
        &["us-a infantry 1 @1 1/2", "us-b infantry 3 @1", "us-d disrupted 0 @1", "cs-a infantry 1 @2"],
    );
    play.order(US, "us-a", "reserve");
    assert_eq!(play.at("us-a"), "1");
    play.order(US, "us-b", "secure 1/2");
    assert_eq!(play.at("us-b"), "1 1/2");
    assert!(!play.knows(Some(CS), "us-b"));
    assert!(!play.lists(US, "pick us-d"), "disrupted infantry makes no local march");
}

/// The locales of the rulebook's example of a road march: 11 and 13 are joined by a local road through 12, and 10 lies
/// between them without a road.
fn example() -> String {
    board(
        "10 11 12 13 14",
        &[
            "10-11",
            "10-13",
            "11-12 local:ridge-road",
            "12-13 local:ridge-road local:mill-lane",
            "13-14 local:ridge-road",
        ],
    )
}

#[test]
fn s8_6_4_the_example_of_a_road_march() {
    let units = ["us-r infantry 2 @11", "us-s infantry 1 @11", "us-t infantry 1 @11", "cs-a infantry 1 @14"];
    let mut play = Play::new(&example(), &units);
    play.order(US, "us-r us-s", "road");
    assert_eq!(play.ids(US), ["by-road 11/12 ridge-road", "cancel"], "no road leads to 10");
    play.take(US, "by-road 11/12 ridge-road");
    play.take(US, "by-road 12/13 ridge-road");
    // Two locales by local road are the most; nobody else can follow but the third unit, which stays.
    assert_eq!((play.at("us-r"), play.at("us-s"), play.at("us-t")), ("13".into(), "13".into(), "11".into()));
    let cubes: Vec<String> = play
        .view(CS)
        .markers
        .into_iter()
        .filter(|marker| marker.kind == "road-cube")
        .map(|marker| format!("{} {}", marker.place.edge.unwrap(), marker.label))
        .collect();
    assert_eq!(
        cubes,
        ["11/12 ridge-road", "12/13 ridge-road"],
        "a cube where the road crosses each boundary"
    );
    assert_eq!(play.points(), 5);
}

#[test]
fn s8_6_4_a_marked_road_serves_no_other_march_this_turn() {
    let units = ["us-r infantry 2 @11", "us-s infantry 1 @11", "us-t infantry 1 @12", "cs-a infantry 1 @14"];
    let mut play = Play::new(&example(), &units);
    play.order(US, "us-r", "road");
    play.take(US, "by-road 11/12 ridge-road");
    play.take(US, "by-road 12/13 ridge-road");
    play.take(US, "pick us-s");
    assert!(!play.lists(US, "road"));
    play.take(US, "cancel");
    play.order(US, "us-t", "road");
    assert_eq!(play.ids(US)[0], "by-road 12/13 mill-lane", "another road over the same boundary does");
    play.take(US, "cancel");
    play.pass(4);
    assert!(
        play.view(US).markers.iter().all(|marker| marker.kind != "road-cube"),
        "the cubes go with the turn"
    );
}

#[test]
fn s8_6_4_main_roads_lead_three_locales_and_the_railroad_is_one() {
    let road = |roads: [&str; 3]| {
        board(
            "1 2 3 4 9",
            &[
                &format!("1-2 {}", roads[0]),
                &format!("2-3 {}", roads[1]),
                &format!("3-4 {}", roads[2]),
                "4-9",
            ],
        )
    };
    let farthest = |board: &str| {
        let mut play = Play::new(board, &["us-a infantry 1 @1", "cs-a infantry 1 @9"]);
        play.order(US, "us-a", "road");
        while let Some(step) = play.ids(US).into_iter().find(|id| id.starts_with("by-road")) {
            play.take(US, &step);
        }
        play.at("us-a")
    };
    assert_eq!(farthest(&road(["main:pike", "main:pike", "main:railroad"])), "4");
    assert_eq!(
        farthest(&road(["main:pike", "main:pike", "local:lane"])),
        "3",
        "two by main road, and no lane after them"
    );
    assert_eq!(farthest(&road(["local:lane", "main:pike", "main:pike"])), "3", "any local road: two");
}

#[test]
fn s8_6_4_roads_that_are_apart_do_not_meet() {
    let roads = |locales: &str| {
        let board = board(locales, &["1-2 main:pike", "2-3 main:railroad", "2-4 main:pike", "4-9"]);
        let mut play = Play::new(&board, &["us-a infantry 1 @1", "cs-a infantry 1 @9"]);
        play.order(US, "us-a", "road");
        play.take(US, "by-road 1/2 pike");
        play.ids(US)
    };
    assert!(roads("1 2 3 4 9").contains(&"by-road 2/3 railroad".to_owned()));
    assert!(!roads("1 2:6:apart=railroad 3 4 9").contains(&"by-road 2/3 railroad".to_owned()));
}

#[test]
fn s8_6_4_no_road_march_over_restricted_boundaries_or_into_the_enemy() {
    let board = board("1 2 3 9", &["1-2 restricted main:pike", "1-3 main:lane", "1-9 main:street"]);
    let mut play = Play::new(&board, &["us-a infantry 1 @1", "cs-a infantry 1 @9"]);
    play.order(US, "us-a", "road");
    assert_eq!(play.ids(US), ["by-road 1/3 lane", "cancel"]);
}

#[test]
fn s8_6_4_disrupted_infantry_marches_by_road_only_with_others_of_its_position() {
    let board = board("1 2 3 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4", "4-9"]);
    let units = ["us-a infantry 1 @2", "us-d disrupted 0 @1", "us-b infantry 2 @1", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 2/3 pike");
    play.take(US, "follow us-d");
    assert!(!play.lists(US, "march-off"));
    play.take(US, "follow us-b");
    play.take(US, "march-off");
    assert_eq!((play.at("us-d"), play.at("us-b")), ("2".to_owned(), "2".to_owned()));
}

#[test]
fn s4_4_cubes_mark_roads() {
    let board = board("1 2 9", &["1-2 main:pike", "2-9"]);
    let mut play = Play::new(&board, &["us-a infantry 1 @1", "cs-a infantry 1 @9"]);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 1/2 pike");
    let marker = play.view(CS).markers.into_iter().find(|marker| marker.kind == "road-cube").unwrap();
    assert_eq!((marker.side.as_deref(), marker.label.as_str()), (Some("us"), "pike"));
}

#[test]
fn s8_6_only_who_is_in_reserve_rides_or_marches_by_road_and_nobody_through_the_enemy() {
    let board =
        board("1 2 3 4 5", &["1-2 main:pike", "2-3 main:pike", "1-4 main:pike", "4-3 main:pike", "3-5"]);
    let units = ["us-a cavalry 1 @1", "us-b cavalry 1 @1 1/4", "cs-a infantry 1 @4"];
    let mut play = Play::new(&board, &units);
    play.take(US, "pick us-b");
    assert_eq!(play.ids(US), ["advance 4", "reserve", "cancel"]);
    play.take(US, "cancel");
    play.take(US, "pick us-a");
    let rides: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("ride")).collect();
    assert_eq!(rides, ["ride 2 3"], "not through 4, nor into it");
    play.take(US, "road");
    play.take(US, "by-road 1/2 pike");
    play.take(US, "by-road 2/3 pike");
    assert_eq!(play.at("us-a"), "3", "the road goes on into 4, where the enemy is");
}
