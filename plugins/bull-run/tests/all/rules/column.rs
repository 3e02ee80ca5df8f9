//! §8.6.4: columns.

use crate::rules::position::*;

#[test]
fn s8_6_4_a_column_follows_its_head_group_by_group() {
    let board = board(
        "1 2 3:3 4:3 5 9",
        &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-5 main:pike", "5-9"],
    );
    let units = [
        "us-a infantry 1 @3",
        "us-b infantry 2 @2",
        "us-c artillery 1 @2",
        "us-d infantry 2 @1",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 3/4 pike");
    play.take(US, "by-road 4/5 pike");
    assert_eq!(play.ids(US), ["follow us-b", "follow us-c", "march-off", "cancel"]);
    play.take(US, "follow us-b");
    play.take(US, "follow us-c");
    play.take(US, "follow us-d");
    play.take(US, "march-off");
    assert_eq!(["us-a", "us-b", "us-c", "us-d"].map(|unit| play.at(unit)), ["5", "4", "4", "3"]);
    let cubes = play.view(CS).markers.into_iter().filter(|marker| marker.kind == "road-cube").count();
    assert_eq!(cubes, 4, "one at each boundary, however many groups cross it");
    assert_eq!(play.points(), 5, "for one command point");
    assert!(!play.offers(US, "pick"));
}

#[test]
fn s8_6_4_a_column_goes_three_locales_only_if_all_of_it_is_on_main_roads() {
    let column = |behind: &str| {
        let board = board(
            "1 2 3 4 5 9",
            &[&format!("1-2 {behind}"), "2-3 main:pike", "3-4 main:pike", "4-5 main:pike", "5-9"],
        );
        let units = ["us-a infantry 1 @2", "us-b infantry 2 @1", "cs-a infantry 1 @9"];
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a", "road");
        for step in ["by-road 2/3 pike", "by-road 3/4 pike", "by-road 4/5 pike"] {
            play.take(US, step);
        }
        if play.lists(US, "follow us-b") {
            play.take(US, "follow us-b");
            play.take(US, "march-off");
        }
        [play.at("us-a"), play.at("us-b")]
    };
    assert_eq!(column("main:pike"), ["5", "4"]);
    assert_eq!(column("local:lane"), ["5", "1"], "who stands on a lane doesn't follow so far");
}

#[test]
fn s8_6_4_a_column_keeps_to_capacities_as_it_goes() {
    let board = board("1 2 3:1 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-9"]);
    let units = ["us-a infantry 1 @3", "us-b infantry 2 @2", "us-c infantry 2 @2", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 3/4 pike");
    play.take(US, "follow us-b");
    assert!(!play.lists(US, "follow us-c"), "one fits");
    play.take(US, "march-off");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("4".to_owned(), "3".to_owned()));
}

#[test]
fn s8_6_4_nobody_follows_behind_disrupted_infantry_that_still_waits_for_others() {
    let board = board("1 2 3 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-9"]);
    let units = [
        "us-a infantry 1 @3",
        "us-d disrupted 0 @2",
        "us-b infantry 1 @2",
        "us-c infantry 1 @1",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 3/4 pike");
    play.take(US, "follow us-d");
    assert_eq!(
        play.ids(US),
        ["follow us-b", "cancel"],
        "else us-d would march alone in the midst of the column"
    );
    play.take(US, "follow us-b");
    assert_eq!(play.ids(US), ["follow us-c", "close-up", "march-off", "cancel"]);
    play.take(US, "follow us-c");
    play.take(US, "march-off");
    assert_eq!(["us-d", "us-b", "us-c"].map(|unit| play.at(unit)), ["3", "3", "2"]);
}

#[test]
fn s8_6_4_no_column_takes_in_disrupted_infantry_that_nobody_can_go_with() {
    let follows = |capacity: u8, behind: &[&str]| {
        let board =
            board(&format!("1 2:{capacity} 3 4 9"), &["1-2 main:pike", "2-3 main:pike", "3-4", "4-9"]);
        let mut units = vec!["us-a infantry 1 @2", "cs-a infantry 1 @9"];
        units.extend(behind);
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a", "road");
        play.take(US, "by-road 2/3 pike");
        play
    };
    let play = follows(6, &["us-d disrupted 0 @1"]);
    assert_eq!(play.at("us-a"), "3", "there is nobody to take along, and the march is off");
    let both = ["us-b infantry 1 @1", "us-d disrupted 0 @1", "us-e disrupted 0 @1"];
    let play = follows(1, &both);
    assert_eq!(play.ids(US), ["follow us-b", "march-off", "cancel"], "there is room for one");
    let mut play = follows(2, &both);
    play.take(US, "follow us-d");
    assert_eq!(
        play.ids(US),
        ["follow us-b", "cancel"],
        "a second disrupted unit would leave no room for another"
    );
}

#[test]
fn s8_6_4_a_group_may_close_up_where_the_group_before_it_ended() {
    let column = |capacity: u8, roads: &str| {
        let board = board(
            &format!("1 2 3 4 5:{capacity} 6 9"),
            &[
                &format!("1-2 {roads}"),
                &format!("2-3 {roads}"),
                &format!("3-4 {roads}"),
                &format!("4-5 {roads}"),
                "5-6",
                "6-9",
            ],
        );
        let units = [
            "us-a infantry 1 @3",
            "us-b infantry 2 @2",
            "us-c artillery 1 @2",
            "us-d infantry 1 @1",
            "cs-a infantry 1 @9",
        ];
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a", "road");
        for step in ["by-road 3/4 pike", "by-road 4/5 pike"] {
            play.take(US, step);
        }
        assert!(!play.lists(US, "close-up"), "the head has nobody before it");
        play.take(US, "follow us-b");
        play
    };
    let mut play = column(6, "main:pike");
    play.take(US, "close-up");
    assert!(!play.lists(US, "close-up"), "nobody passes the group before");
    play.take(US, "follow us-c");
    play.take(US, "follow us-d");
    assert!(!play.lists(US, "close-up"), "that would be a fourth locale");
    play.take(US, "march-off");
    assert_eq!(["us-a", "us-b", "us-c", "us-d"].map(|unit| play.at(unit)), ["5", "5", "5", "4"]);
    assert_eq!(play.points(), 5);
    assert!(!column(1, "main:pike").lists(US, "close-up"), "there is no room");
    let mut play = column(2, "main:pike");
    play.take(US, "close-up");
    assert!(!play.lists(US, "follow us-c"), "there is room for one");
    assert!(!column(6, "local:pike").lists(US, "close-up"), "three locales, and it is a local road");
    let mut play = column(6, "main:pike");
    play.take(US, "follow us-d");
    play.take(US, "close-up");
    play.take(US, "march-off");
    assert_eq!(
        ["us-a", "us-b", "us-d"].map(|unit| play.at(unit)),
        ["5", "4", "4"],
        "the third with the second"
    );
}

#[test]
fn s8_6_4_a_group_of_a_column_has_deployed_before_the_next_one_comes() {
    let board = board("1 2 3 8 9", &["1-2 main:pike", "2-3 main:pike", "3-8", "3-9"]);
    let closed_up = |head: &[&str], behind: &[&str]| {
        let mut units = vec!["cs-a infantry 1 @9", "cs-b infantry 1 @8"];
        units.extend(head.iter().chain(behind));
        let mut play = Play::new(&board, &units);
        let name = |unit: &&str| unit[..4].to_owned();
        let heads: Vec<String> = head.iter().map(name).collect();
        play.order(US, &heads.join(" "), "road");
        play.take(US, "by-road 2/3 pike");
        for unit in behind {
            play.take(US, &format!("follow {}", name(unit)));
        }
        play.take(US, "close-up");
        play.take(US, "march-off");
        assert_eq!((play.at("us-a"), play.at("us-b"), play.points()), ("3".into(), "3".into(), 5));
        play
    };
    let mut play = closed_up(&["us-a cavalry 1 @2"], &["us-b infantry 1 @1"]);
    assert_eq!(play.details(US, "deploy us-a 3/9").cost, "", "when it deployed, nobody else was there");
    play.take(US, "deploy us-a 3/9");
    assert_eq!((play.points(), play.at("us-a")), (5, "3 3/9".to_owned()));
    let play = closed_up(&["us-a infantry 1 @2"], &["us-b cavalry 1 @1"]);
    assert_eq!(
        play.details(US, "deploy us-b 3/9").cost,
        "1 command point",
        "it leaves the head, which was there"
    );
    let mut play = closed_up(&["us-a cavalry 1 @2"], &["us-b cavalry 1 @1"]);
    play.take(US, "deploy us-a 3/8");
    play.take(US, "deploy us-b 3/9");
    assert_eq!(play.points(), 5, "the second came when the first had deployed");
    let mut play = closed_up(&["us-a cavalry 1 @2"], &["us-b cavalry 1 @1", "us-c cavalry 1 @1"]);
    play.take(US, "deploy-all 3/9");
    assert_eq!((play.points(), play.at("us-a"), play.at("us-c")), (5, "3 3/9".into(), "3 3/9".into()));
    let heads = ["us-a cavalry 1 @2", "us-c cavalry 1 @2"];
    let mut play = closed_up(&heads, &["us-b infantry 1 @1"]);
    play.take(US, "deploy-all 3/9");
    assert_eq!((play.points(), play.at("us-a"), play.at("us-c")), (5, "3 3/9".into(), "3 3/9".into()));
    let mut play = closed_up(&heads, &["us-b infantry 1 @1"]);
    play.take(US, "deploy us-a 3/9");
    play.take(US, "deploy us-c 3/8");
    assert_eq!(play.points(), 3, "a point for each approach, since not all of the head secure the same");
}

#[test]
fn s8_6_4_no_column_follows_by_a_road_that_another_march_has_used() {
    let board = board("1 2 3 9", &["1-2 main:pike", "2-3 main:pike", "3-9"]);
    let units = ["us-x infantry 1 @1", "us-a infantry 1 @2", "us-b infantry 1 @1", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-x", "road");
    play.take(US, "by-road 1/2 pike");
    play.take(US, "halt");
    play.order(US, "us-a", "road");
    play.take(US, "by-road 2/3 pike");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("3".into(), "1".into()), "nobody could follow");
}

#[test]
fn s8_6_4_a_column_comes_by_roads_that_meet_and_by_a_main_road_if_there_is_one() {
    let column = |locales: &str, behind: &str| {
        let board =
            board(locales, &["5-9 local:lane", behind, "2-3 main:pike", "3-4 main:pike", "4-5 main:pike"]);
        let mut play = Play::new(&board, &["us-a infantry 1 @2", "us-b infantry 1 @1", "cs-a infantry 1 @9"]);
        play.order(US, "us-a", "road");
        for step in ["by-road 2/3 pike", "by-road 3/4 pike", "by-road 4/5 pike"] {
            play.take(US, step);
        }
        play
    };
    assert!(column("1 2 3 4 5 9", "1-2 main:railroad").lists(US, "follow us-b"));
    assert_eq!(
        column("1 2:6:apart=railroad 3 4 5 9", "1-2 main:railroad").at("us-a"),
        "5",
        "the roads don't meet in 2"
    );
    // The lane has the lower number, and would let nobody go three locales.
    let mut play = column("1 2 3 4 5 9", "1-2 local:lane main:pike");
    assert!(play.lists(US, "follow us-b"));
    play.take(US, "follow us-b");
    play.take(US, "march-off");
    assert_eq!(play.at("us-b"), "4");
}

#[test]
fn s8_6_4_the_units_of_a_locale_are_one_group_of_a_column() {
    let board = board("1 2 3 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-9"]);
    let units = [
        "us-a infantry 1 @3",
        "us-b infantry 1 @2",
        "us-d infantry 1 @2",
        "us-c infantry 1 @1",
        "us-e infantry 1 @1",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 3/4 pike");
    play.take(US, "follow us-b");
    play.take(US, "follow us-c");
    assert!(
        play.lists(US, "follow us-e") && !play.lists(US, "follow us-d"),
        "its locale's group has joined already"
    );
    let mut play = Play::new(&board, &units);
    play.order(US, "us-c", "march 2");
    play.order(US, "us-a", "road");
    play.take(US, "by-road 3/4 pike");
    assert!(play.lists(US, "follow us-b") && !play.lists(US, "follow us-c"), "us-c had its command");
}

#[test]
fn s8_6_4_cavalry_of_each_group_deploys_by_itself() {
    let board = board("1 2 3 4 8 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "3-8", "4-9"]);
    let march = |more: &[&str]| {
        let mut units =
            vec!["us-a cavalry 1 @2", "us-b cavalry 1 @1", "cs-a infantry 1 @8", "cs-b infantry 1 @9"];
        units.extend(more);
        let mut play = Play::new(&board, &units);
        play.fact("points", 1);
        play.order(US, "us-a", "road");
        play.take(US, "by-road 2/3 pike");
        play.take(US, "by-road 3/4 pike");
        play.take(US, "follow us-b");
        if !more.is_empty() {
            play.take(US, "follow us-c");
        }
        if play.lists(US, "march-off") {
            play.take(US, "march-off");
        }
        assert_eq!((play.points(), play.at("us-a"), play.at("us-b")), (0, "4".into(), "3".into()));
        play
    };
    let mut play = march(&[]);
    assert!(!play.offers(US, "deploy-all"), "they ended in two locales");
    play.take(US, "deploy us-a 4/9");
    play.take(US, "deploy us-b 3/8");
    assert_eq!(play.points(), 0, "neither leaves anybody behind");
    let mut play = march(&["us-c cavalry 2 @1"]);
    play.take(US, "deploy us-a 4/9");
    assert!(!play.offers(US, "deploy us-b"), "it would leave the other of its group");
    play.take(US, "deploy-all 3/8");
    assert_eq!((play.points(), play.at("us-c")), (0, "3 3/8".to_owned()));
}

#[test]
fn s8_6_4_where_a_road_forks_a_column_comes_by_one_branch() {
    let board = board("1 2 3 4 9", &["1-3 main:pike", "2-3 main:lane", "3-4 main:pike", "4-9"]);
    let units = ["us-h infantry 1 @3", "us-a infantry 1 @1", "us-b infantry 1 @2", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-h", "road");
    play.take(US, "by-road 3/4 pike");
    assert!(play.lists(US, "follow us-a") && play.lists(US, "follow us-b"), "{:?}", play.ids(US));
    play.take(US, "follow us-a");
    if play.lists(US, "march-off") {
        assert!(!play.offers(US, "follow"), "no merging");
        play.take(US, "march-off");
    }
    assert_eq!(["us-h", "us-a", "us-b"].map(|unit| play.at(unit)), ["4", "3", "2"]);
}
