//! §6: orders to march; §7: the railroad; §8: other commands.

use cw_strategy::Side;
use cw_strategy::state::{Leader, Office, Turn};

use crate::rules::position::{CS, Play, US, Yes};

#[test]
fn s6_1_to_any_neighbour_whoever_holds_it() {
    let play = Play::new(&[]);
    let ways = ["baltimore", "fredericksburg", "harpers-ferry", "manassas"];
    assert_eq!(play.ids_from(US, "move us-1"), ways.map(|to| format!("move us-1 {to}")));
}

#[test]
fn s6_3_no_campaigns_in_january_unless_they_are_allowed() {
    let january =
        |allowed: &str| Play::new(&["year=1862", "month=1", allowed]).ids_from(US, "move us-1").len();
    assert_eq!(january("january=false"), 1);
    assert_eq!(january("january=true"), 4);
    assert_eq!(Play::new(&["january=false"]).ids_from(US, "move us-1").len(), 4, "in March they are");
}

#[test]
fn s6_4_an_order_is_taken_back() {
    let mut play = Play::new(&[]);
    play.take(US, "move us-1 manassas");
    assert!(play.ids_from(US, "move us-1").is_empty() && play.ids_from(US, "drill us-1").is_empty());
    play.take(US, "cancel us-1");
    assert_eq!(play.army("us-1").turn, Turn::Ready);
    assert_eq!(play.ids_from(US, "move us-1").len(), 4);
}

#[test]
fn s7_1_one_army_goes_by_train_and_is_not_called_back() {
    let mut play = Play::new(&[]);
    play.all(US, "rail us-4, to harpers-ferry");
    assert!(play.ids_from(US, "rail").is_empty() && play.ids_from(US, "cancel").is_empty());
    play.seal();
    assert_eq!(play.at("us-4"), "harpers-ferry");
    // It costs no supply (§9.3): paid for, and May eats.
    assert_eq!(play.army("us-4").supply, 5);
}

#[test]
fn s7_1_an_army_can_stay_after_all() {
    let mut play = Play::new(&[]);
    play.all(US, "rail us-4, back");
    assert!(play.lists(US, "rail us-4"));
}

#[test]
fn s7_2_and_16_28_a_trains_capacity() {
    let mut play = Play::new(&["rail-step=50"]);
    let capacity = |play: &Play, side| play.state().rail_capacity(side);
    assert_eq!((capacity(&play, Side::Us), capacity(&play, Side::Cs)), (600, 300));
    play.edit("owner-tullahoma none").edit("owner-columbia none");
    assert_eq!(capacity(&play, Side::Cs), 200);
    play.edit("owner-atlanta none").edit("owner-raleigh none");
    assert_eq!(capacity(&play, Side::Cs), 150, "half of it at least");
    play.edit("realism false");
    assert_eq!(capacity(&play, Side::Cs), 300);
    let mut original = Play::new(&["rail-step=5"]);
    original.edit("owner-tullahoma none").edit("owner-columbia none");
    assert_eq!(capacity(&original, Side::Cs), 290);
    assert!(Play::new(&["us-1 @washington 600 1 9"]).lists(US, "rail us-1"));
    assert!(!Play::new(&["us-1 @washington 601 1 9"]).lists(US, "rail us-1"));
}

#[test]
fn s7_3_stations_are_part_of_a_chain_of_three() {
    let mut play = Play::new(&[]);
    let stops = |play: &Play, id| play.state().is_station(Side::Us, play.city(id));
    // Harpers Ferry and Harrisburg behind it.
    assert!(stops(&play, "washington") && stops(&play, "charleston-wv"));
    play.edit("owner-harrisburg none");
    assert!(!stops(&play, "washington") && stops(&play, "charleston-wv"));
    assert!(play.ids_from(US, "rail us-1").is_empty());
}

#[test]
fn s7_5_a_train_arrives_and_is_told_of() {
    let mut play = Play::new(&["cs-1 @richmond 100 1 7"]);
    play.all(CS, "rail cs-1, to manassas").seal();
    let told =
        play.events.iter().find(|event| event.text.contains("goes by train from Richmond to Manassas"));
    assert_eq!(told.expect("it is told").citation.as_deref(), Some("7.5"));
}

#[test]
fn s7_6_a_train_takes_a_station_that_has_become_neutral() {
    let mut play = Play::new(&["us-fleet @jacksonville WWWW", "cs-1 @richmond 100 1 7"]);
    play.take(US, "bombard").all(CS, "rail cs-1, to jacksonville");
    play.luck("the bombardment of", &[Yes]).seal();
    assert_eq!(play.owner("jacksonville"), Some(Side::Cs));
    assert_eq!(play.at("cs-1"), "jacksonville");
    assert_eq!(play.cs().points, cw_strategy::points_after(246, 341, 23));
}

#[test]
fn s8_1_a_fort_costs_200_and_an_army_each_level() {
    let mut play = Play::new(&["us-6 @harrisburg 50 1 5"]);
    play.edit("cash-us 600");
    assert!(!play.lists(US, "fortify philadelphia"), "nobody is there");
    play.take(US, "move us-1 manassas").take(US, "fortify washington");
    assert_eq!((play.us().cash, play.fort("washington")), (400, 2));
    assert_eq!(play.army("us-1").turn, Turn::Spent, "it has lost its order");
    assert!(!play.lists(US, "fortify washington"));
    play.take(US, "fortify harrisburg");
    assert_eq!(play.fort("harrisburg"), 1);
    assert!(!play.lists(US, "fortify harrisburg"), "the army is spent");
}

#[test]
fn s8_1_several_armies_add_a_level_each() {
    let mut play = Play::new(&["us-6 @harrisburg 50 1 5", "us-7 @harrisburg 50 1 5"]);
    play.edit("cash-us 600").all(US, "fortify harrisburg, fortify harrisburg");
    assert_eq!((play.us().cash, play.fort("harrisburg")), (200, 2));
}

#[test]
fn s8_2_armies_join_under_the_best_leader() {
    let mut play = Play::new(&["us-1 @washington 400 1 9", "us-2 @washington 100 5 3"]);
    let best = if play.army("us-2").rating > play.army("us-1").rating { "us-2" } else { "us-1" };
    let other = if best == "us-2" { "us-1" } else { "us-2" };
    play.take(US, "join washington");
    let army = play.army(best);
    // R(.8 x 1 + .2 x 5) and the sum of supply, at most 10.
    assert_eq!((army.size, army.experience, army.supply, army.turn), (500, 2, 10, Turn::Spent));
    assert!(play.find(other).is_none());
    let free = usize::from(other == "us-2");
    assert_eq!(play.us().leaders[free], Office::Available);
}

#[test]
fn s8_2_nobody_joins_beyond_1250() {
    let play = Play::new(&["us-1 @washington 1200 1 9", "us-2 @washington 51 5 3"]);
    assert!(play.ids_from(US, "join").is_empty());
    let play =
        Play::new(&["us-1 @washington 1200 1 9", "us-2 @washington 51 5 3", "us-3 @washington 50 1 1"]);
    assert!(play.lists(US, "join washington"), "the second is skipped and the third joins");
}

#[test]
fn s8_3_and_16_25_supply_by_hand() {
    let mut play = Play::new(&["cs-1 @richmond 120 1 0"]);
    let by_hand = |play: &Play| play.state().supply_by_hand(Side::Cs, &play.army("cs-1"));
    play.edit("cash-cs 30");
    assert_eq!(by_hand(&play), (2, 24));
    play.edit("cash-cs 11");
    assert!(!play.lists(CS, "supply cs-1"));
    play.edit("cash-cs 100");
    assert_eq!(by_hand(&play), (5, 60));
    play.take(CS, "supply cs-1");
    assert_eq!((play.army("cs-1").supply, play.cs().cash), (5, 40));
    assert_eq!(play.army("cs-1").turn, Turn::Ready, "it doesn't use the turn");
    assert!(Play::new(&["cs-1 @richmond 120 1 2"]).ids_from(CS, "supply").is_empty());
}

#[test]
fn s8_3_under_realism_somebody_must_be_near() {
    let can = |realism: &str| {
        let mut play = Play::new(&["cs-5 @jacksonville 50 1 0", realism]);
        play.edit("owner-savannah none");
        play.lists(CS, "supply cs-5")
    };
    assert!(!can("realism=true"));
    assert!(can("realism=false"));
}

#[test]
fn s8_4_the_capital_moves_for_500() {
    let mut play = Play::new(&[]);
    play.edit("cash-cs 499");
    assert!(!play.lists(CS, "capital"));
    play.edit("cash-cs 600").all(CS, "capital, back");
    assert_eq!(play.cs().cash, 600, "it is paid when it is done");
    play.all(CS, "capital, to atlanta");
    assert_eq!((play.cs().cash, play.cs().capital), (100, Some(play.city("atlanta"))));
    play.seal();
    assert_eq!(play.us().points, cw_strategy::points_after(240, 290, 11));
}

/// To an own city, and not to where it is.
#[test]
fn s8_4_the_capital_moves_to_another_own_city() {
    let mut play = Play::new(&[]);
    play.edit("cash-cs 600").take(CS, "capital");
    assert!(play.lists(CS, "to atlanta"));
    assert!(!play.lists(CS, "to richmond"), "it is there");
    assert!(!play.lists(CS, "to washington"), "it is the enemy's");
}

/// Only a fleet in an enemy port has something to bombard.
#[test]
fn s5_8_a_fleet_bombards_an_enemy_port_only() {
    for (berth, can) in [("@jacksonville", true), ("@philadelphia", false), ("off", false)] {
        let play = Play::new(&[&format!("us-fleet {berth} WW")]);
        assert_eq!(play.lists(US, "bombard"), can, "{berth}");
    }
}

/// Who is told of an order is told by which paragraph it is given.
#[test]
fn s18_2_4_an_order_is_noted_with_its_paragraph() {
    let mut play = Play::new(&["us-fleet @jacksonville WW"]);
    play.take(US, "bombard");
    let noted = play.events.iter().find_map(|event| event.citation.clone());
    assert_eq!(noted.as_deref(), Some("5.8"));
}

/// §9.10: an army is told to raze an enemy fort where it marches, once, and nothing where there is none of the enemy's.
#[test]
fn s9_10_razing_is_for_an_enemy_fort_and_told_once() {
    let mut play = Play::new(&["manassas cs 2", "us-2 @harrisburg 50 1 5", "washington us 1"]);
    play.take(US, "move us-1 manassas");
    assert!(play.lists(US, "raze us-1"));
    play.take(US, "raze us-1");
    assert!(!play.lists(US, "raze us-1"), "it knows");
    let mut home = Play::new(&["us-2 @baltimore 50 1 5", "baltimore us", "washington us 2"]);
    home.take(US, "move us-2 washington");
    assert!(!home.lists(US, "raze us-2"), "its own fort");
}

#[test]
fn s8_5_rebels_detach() {
    let mut play = Play::new(&[]);
    assert!(play.ids_from(US, "detach").is_empty());
    play.take(CS, "detach cs-1");
    let (rest, new) = (play.army("cs-1"), play.army("cs-5"));
    assert_eq!((rest.size, rest.supply, rest.turn), (210, 5, Turn::Ready));
    assert_eq!((new.size, new.supply, new.experience, new.turn), (90, 2, 1, Turn::Ready));
    assert_eq!(new.leader, Leader::Named(4));
    assert_eq!(play.at("cs-5"), "richmond");
    assert!(!Play::new(&["cs-1 @richmond 64 1 7"]).lists(CS, "detach cs-1"));
    assert!(Play::new(&["cs-1 @richmond 65 1 7"]).lists(CS, "detach cs-1"));
}

#[test]
fn s8_6_drill_up_to_six_and_to_the_leaders_rating() {
    let mut play = Play::new(&[]);
    play.take(US, "drill us-1");
    assert_eq!((play.army("us-1").experience, play.army("us-1").turn), (2, Turn::Spent));
    let can = |experience: &str| {
        let army = format!("cs-1 @richmond 300 {experience} 7");
        Play::new(&[&army]).lists(CS, "drill cs-1")
    };
    assert!(can("5") && !can("6"));
    assert!(!Play::new(&["us-1 @washington 400 4 9"]).lists(US, "drill us-1"), "McDowell is rated 4");
}

#[test]
fn s8_7_a_leader_is_relieved() {
    let mut play = Play::new(&["us-1 @washington 400 3 9"]);
    let rating = play.us().ratings[7];
    play.all(US, "relieve us-1, appoint us-8");
    let army = play.army("us-1");
    assert_eq!((army.rating, army.experience, army.turn), (rating - 1, 2, Turn::Spent));
    assert_eq!(army.leader, Leader::Named(7));
    assert_eq!((play.us().leaders[0], play.us().leaders[7]), (Office::Available, Office::Commanding));
    assert!(!play.lists(US, "relieve us-1"), "so that he isn't chosen again this turn");
}
