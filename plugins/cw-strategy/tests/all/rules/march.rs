//! §9: marches, captures, retreats; what follows a battle (§10.20-10.23).

use cw_strategy::state::{Office, Turn};
use cw_strategy::world::City;
use cw_strategy::{Side, place_in_march, points_after};

use crate::rules::position::{CS, Face, Luck, No, Play, US, Yes};

const BATTLE: &str = "the battle of";
const ORDER: &str = "the order of march";

#[test]
fn s9_1_places_in_the_order_of_march() {
    let play = Play::new(&[]);
    let mut army = play.army("us-1");
    let place = |army, lot, quick| place_in_march(&army, lot, quick);
    assert_eq!([0, 1, 2, 3].map(|lot| place(army, lot, false)), [4, 5, 6, 7]);
    assert_eq!([0, 1, 2, 3].map(|lot| place(army, lot, true)), [2, 3, 4, 5]);
    let mut sized = |size| {
        army.size = size;
        place(army, 0, false)
    };
    assert_eq!([400, 401, 800, 801, 1000, 1001].map(&mut sized), [4, 5, 5, 6, 6, 7]);
    army.supply = 0;
    assert_eq!((place(army, 0, false), place(army, 0, true)), (9, 7));
    let jackson = play.army("cs-2");
    assert_eq!([0, 1, 2, 3].map(|lot| place(jackson, lot, true)), [1, 1, 1, 2]);
}

#[test]
fn s16_12_who_marches_first() {
    let play = Play::new(&[]);
    let chances = |id: &str| -> Vec<(u8, u32)> {
        let army = play.army(id);
        let quick = u32::from(army.rating);
        let lots = (0..4).flat_map(|lot| [(lot, true, quick), (lot, false, 10 - quick)]);
        lots.map(|(lot, fast, chance)| (place_in_march(&army, lot, fast), chance)).collect()
    };
    let (mcdowell, johnston) = (chances("us-1"), chances("cs-1"));
    let first: u32 = mcdowell
        .iter()
        .flat_map(|us| johnston.iter().map(move |cs| if us.0 <= cs.0 { us.1 * cs.1 } else { 0 }))
        .sum();
    // Of 4 x 4 x 10 x 10.
    assert_eq!(first, 336);
}

#[test]
fn s9_1_who_has_drawn_the_same_goes_by_another_lot() {
    let first = |changes: &[&str], last: Luck| {
        let armies = ["us-1 @washington 400 1 9", "cs-1 @richmond 400 1 9", "manassas none"];
        let mut play = Play::new(&[&armies[..], changes].concat());
        // Place, leader and tie of each are the same; then who of the two is last.
        play.luck(ORDER, &[No, No, Face(7), No, No, Face(7), last]).luck(BATTLE, &[No]);
        play.take(US, "move us-1 manassas").take(CS, "move cs-1 manassas").seal();
        play.owner("manassas")
    };
    // Whoever comes first takes Manassas and holds it.
    assert_eq!((first(&[], Face(1)), first(&[], Face(2))), (Some(Side::Cs), Some(Side::Us)));
    assert_eq!(first(&["ties=union"], Face(1)), Some(Side::Us));
}

#[test]
fn s9_3_and_9_8_what_a_march_does_to_supply() {
    let mut play = Play::new(&["us-2 @cincinnati 280 0 5"]);
    play.take(US, "move us-2 columbus").luck("supply found", &[Yes, Yes]).seal();
    // -1, then 1 and two more by luck; then it is paid for, and May eats.
    assert_eq!((play.at("us-2").as_str(), play.army("us-2").supply), ("columbus", 7));
    assert_eq!(play.army("us-2").turn, Turn::Ready);
    let mut plain = Play::new(&["us-2 @cincinnati 280 0 5"]);
    plain.take(US, "move us-2 columbus").seal();
    assert_eq!(plain.army("us-2").supply, 5);
    // A fifth each time: the second of ten faces is the last that finds more.
    let found = |faces: &[Luck]| {
        let mut play = Play::new(&["us-2 @cincinnati 280 0 5"]);
        play.take(US, "move us-2 columbus").luck("supply found", faces).seal();
        play.army("us-2").supply - 5
    };
    assert_eq!(
        [found(&[Face(2), Face(3)]), found(&[Face(3)]), found(&[Face(2), Face(2), Face(3)])],
        [1, 0, 2]
    );
}

#[test]
fn s9_5_armies_share_a_city() {
    let mut play = Play::new(&[]);
    play.take(US, "move us-2 columbus").seal();
    assert_eq!((play.at("us-2"), play.at("us-5")), ("columbus".to_owned(), "columbus".to_owned()));
}

#[test]
fn s9_9_an_empty_city_is_taken() {
    let mut play = Play::new(&[]);
    play.take(US, "move us-1 manassas").seal();
    assert_eq!(play.owner("manassas"), Some(Side::Us));
    assert_eq!(play.us().points, points_after(200, 290, 11));
    assert_eq!((play.us().cities, play.cs().cities), (12, 22));
    assert_eq!((play.us().income, play.cs().income), (300, 331));
}

#[test]
fn s9_7_a_beaten_attacker_stays_and_the_victor_learns() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.take(US, "move us-1 manassas").seal();
    assert_eq!(play.at("us-1"), "washington");
    assert_eq!(play.owner("manassas"), Some(Side::Cs));
    // 16.1: losses of 46 and 40 when the defender wins, as both deviates are .5.
    assert_eq!((play.army("us-1").size, play.army("cs-1").size), (354, 260));
    assert_eq!(play.army("cs-1").experience, 2);
    assert_eq!((play.cs().battles_won, play.us().battles_won), (1, 0));
    assert_eq!(play.cs().points, points_after(242, 341, 23));
    // §9.3, §10.22; then +1 -1.
    assert_eq!((play.army("us-1").supply, play.army("cs-1").supply), (7, 6));
    assert_eq!((play.us().lost, play.cs().lost), (46, 40));
    let fought = play.state().history[0];
    assert_eq!((fought.won, fought.sizes, fought.losses), (false, [400, 300], [46, 40]));
}

#[test]
fn s9_11_a_beaten_defender_goes_to_the_first_own_city_or_a_better_empty_one() {
    let beaten = |changes: &[&str]| {
        let mut play = Play::new(changes);
        play.take(US, "move us-1 manassas").luck(BATTLE, &[Yes]).seal();
        play
    };
    // Neighbours in their order: Fredericksburg (5), Front Royal (5), Richmond (25).
    let play = beaten(&["cs-1 @manassas 300 1 7"]);
    assert_eq!((play.at("cs-1"), play.at("us-1")), ("richmond".to_owned(), "manassas".to_owned()));
    assert_eq!((play.army("us-1").size, play.army("cs-1").size), (400 - 36, 300 - 47));
    // Somebody is in Richmond.
    let play = beaten(&["cs-1 @manassas 300 1 7", "cs-5 @richmond 50 1 7"]);
    assert_eq!(play.at("cs-1"), "fredericksburg");
    // Front Royal is empty then, and worth no more than the first.
    let play = beaten(&["cs-1 @manassas 300 1 7", "cs-5 @richmond 50 1 7", "cs-2 @norfolk 200 1 6"]);
    assert_eq!(play.at("cs-1"), "fredericksburg");
}

#[test]
fn s9_11_a_sheet_may_say_where_to() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.all(CS, "retreat cs-1, to front-royal").take(US, "move us-1 manassas");
    play.luck(BATTLE, &[Yes]).seal();
    assert_eq!(play.at("cs-1"), "front-royal");
    assert_eq!(play.army("cs-1").retreat.iter().next(), None, "for one turn");
}

#[test]
fn s18_2_7_a_list_of_retreats_is_gone_through_in_its_order() {
    let manassas = |orders: &str, union: &[&str]| {
        let mut play =
            Play::new(&["cs-1 @manassas 300 1 7", "front-royal cs", "us-3 @harpers-ferry 500 1 9"]);
        play.all(CS, orders).take(US, "move us-1 manassas").all(US, union[0]);
        // The first to march is the one that takes what the list names first.
        play.luck(ORDER, &[No, No, No, Face(1), Yes, No]).luck(BATTLE, &[Yes, Yes]).seal();
        play
    };
    let play = manassas("retreat cs-1, to front-royal, retreat cs-1, to fredericksburg", &["drill us-2"]);
    assert_eq!(play.at("cs-1"), "front-royal", "the first that is its own");
    // Jackson leaves Front Royal, and Fremont takes it first.
    let play = manassas(
        "move cs-2 richmond, retreat cs-1, to front-royal, retreat cs-1, to fredericksburg",
        &["move us-3 front-royal"],
    );
    assert_eq!((play.owner("front-royal"), play.at("cs-1").as_str()), (Some(Side::Us), "fredericksburg"));
}

#[test]
fn s18_2_7_what_a_list_of_retreats_may_name() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    let named = |play: &mut Play| {
        play.take(CS, "retreat cs-1");
        let to = play.ids_from(CS, "to ");
        play.take(CS, "back");
        to.join(" ")
    };
    assert_eq!(named(&mut play), "to fredericksburg to front-royal to richmond");
    play.all(CS, "retreat cs-1, to richmond");
    assert_eq!(named(&mut play), "to fredericksburg to front-royal", "each once");
    let lines = play.game.explain(CS, &muster_contract::Target::Unit("cs-1".to_owned()));
    assert!(lines.iter().any(|line| line.text.contains("retreats to Richmond, in this order")), "{lines:?}");
    let told = play.game.explain(US, &muster_contract::Target::Unit("cs-1".to_owned()));
    assert!(told.iter().all(|line| !line.text.contains("retreats")), "the enemy isn't told");
    play.all(CS, "retreat cs-1, to front-royal, retreat cs-1, to fredericksburg");
    assert!(!play.lists(CS, "retreat cs-1"), "there is none left");
    play.take(CS, "retreat-any cs-1");
    assert_eq!(play.army("cs-1").retreat.iter().next(), None);
    assert!(!play.lists(CS, "retreat-any cs-1") && play.lists(CS, "retreat cs-1"));
    // Who marches may be attacked where it goes to.
    play.take(CS, "move cs-1 richmond");
    assert!(named(&mut play).contains("to norfolk") && named(&mut play).contains("to manassas"));
}

#[test]
fn s18_2_7_an_army_on_a_train_retreats_from_where_it_goes() {
    let mut play = Play::new(&["cs-1 @richmond 100 1 7", "cs-5 @norfolk 50 1 7"]);
    play.all(CS, "retreat cs-1, to norfolk, rail cs-1, to manassas, retreat cs-1");
    assert_eq!(play.ids_from(CS, "to "), ["to fredericksburg", "to front-royal", "to richmond"]);
    let why = play.game.explain(CS, &muster_contract::Target::Space("mobile".to_owned()));
    assert!(why.iter().any(|line| line.text.contains("Manassas, where the train goes")), "{why:?}");
    // What was named before it went aboard can be struck out.
    play.all(CS, "back, retreat-any cs-1");
    assert!(!play.lists(CS, "retreat-any cs-1") && !play.lists(CS, "relieve cs-1"));
    play.all(CS, "retreat cs-1, to front-royal").take(US, "move us-1 manassas");
    play.luck(BATTLE, &[Yes]).seal();
    // Without the list it would be Richmond.
    assert_eq!((play.at("us-1"), play.at("cs-1")), ("manassas".to_owned(), "front-royal".to_owned()));
}

#[test]
fn s9_12_and_10_20_who_cannot_retreat_surrenders() {
    let mut play =
        Play::new(&["cs-5 @knoxville 50 1 3", "chattanooga us", "us-2 @chattanooga 280 1 5", "knoxville cs"]);
    let before = play.us().points;
    play.take(US, "move us-2 knoxville").luck(BATTLE, &[Yes]).seal();
    assert!(play.find("cs-5").is_none());
    assert_eq!(play.cs().leaders[4], Office::Gone);
    // 25 for the army, 1 for the battle, 4 for the city.
    let income = 290 + 5;
    assert_eq!(play.us().points, points_after(before + 30, income, 12));
    // 5 - 1 (march) - 1 (battle) + what was left of 3 - 1, then 1 on entering, then +1 - 1.
    assert_eq!(play.army("us-2").supply, 6);
}

#[test]
fn s10_20_an_army_of_one_is_crushed() {
    let mut play = Play::new(&["cs-1 @manassas 1 1 7"]);
    play.take(US, "move us-1 manassas").luck(BATTLE, &[Yes]).seal();
    assert!(play.find("cs-1").is_none());
}

#[test]
fn s9_6_all_that_stand_there_are_fought_in_one_move() {
    let mut play = Play::new(&["cs-1 @manassas 100 1 7", "cs-5 @manassas 50 1 7"]);
    play.take(US, "move us-1 manassas").luck(BATTLE, &[Yes, Yes]).seal();
    assert_eq!((play.at("us-1").as_str(), play.state().history.len()), ("manassas", 2));
    let mut half = Play::new(&["cs-1 @manassas 100 1 7", "cs-5 @manassas 50 1 7"]);
    half.take(US, "move us-1 manassas").luck(BATTLE, &[Yes, No]).seal();
    assert_eq!((half.at("us-1").as_str(), half.at("cs-5").as_str()), ("washington", "manassas"));
    assert_eq!(half.at("cs-1"), "richmond", "9.11");
}

#[test]
fn s9_9_a_fort_falls_by_a_level_when_it_was_fought_for() {
    let mut play = Play::new(&["manassas cs 2", "cs-1 @manassas 300 1 7"]);
    play.take(US, "move us-1 manassas").luck(BATTLE, &[Yes]).seal();
    assert_eq!(play.fort("manassas"), 1);
    let mut empty = Play::new(&["manassas cs 2"]);
    empty.take(US, "move us-1 manassas").seal();
    assert_eq!(empty.fort("manassas"), 2);
}

#[test]
fn s9_10_an_empty_fort_is_razed_by_order() {
    let mut play = Play::new(&["manassas cs 2"]);
    play.all(US, "move us-1 manassas, raze us-1").seal();
    assert_eq!(play.fort("manassas"), 0);
    let mut fought = Play::new(&["manassas cs 2", "cs-1 @manassas 300 1 7"]);
    fought.all(US, "move us-1 manassas, raze us-1").luck(BATTLE, &[Yes]).seal();
    assert_eq!(fought.fort("manassas"), 1, "not after a battle");
    assert!(Play::new(&[]).take(US, "move us-1 manassas").ids_from(US, "raze").is_empty(), "no fort");
}

#[test]
fn s9_10_a_computer_razes_forts_far_down_under_realism() {
    let fort = |changes: &[&str], march: &str, city: &str| {
        let mut play = Play::new(&[&["us-6 @paducah 50 1 5", "paducah us 0"], changes].concat());
        play.all(US, march).seal();
        assert_eq!(play.owner(city), Some(Side::Us));
        play.fort(city)
    };
    let south = |changes: &[&str]| fort(changes, "move us-6 fort-donelson", "fort-donelson");
    assert_eq!(south(&["computer=us"]), 0, "it lies at 200, lower than 150");
    assert_eq!(south(&["computer=us", "realism=false"]), 1);
    assert_eq!(south(&["computer=cs"]), 1, "a human says so, or doesn't");
    assert_eq!(south(&[]), 1);
    // Manassas lies at 110: the computer keeps its fort, whatever a sheet says.
    let north = |changes: &[&str]| {
        fort(&[&["manassas cs 2"], changes].concat(), "move us-1 manassas, raze us-1", "manassas")
    };
    assert_eq!((north(&["computer=us"]), north(&[])), (2, 0));
    let as_far_down_as = |y: u8| south(&["computer=us", &format!("fort-donelson cs 1 {y}")]);
    assert_eq!((as_far_down_as(150), as_far_down_as(151)), (1, 0));
}

#[test]
fn s9_10_where_no_fort_is_left_none_is_razed() {
    let razed = |play: &Play| play.events.iter().any(|event| event.text.contains("is razed"));
    let taken = |fleet: &str| {
        let mut play =
            Play::new(&[fleet, "cs-fleet off", "jackson us", "us-2 @jackson 280 1 9", "mobile cs 1"]);
        play.all(US, "move us-2 mobile, raze us-2");
        if play.lists(US, "bombard") {
            play.take(US, "bombard").luck("the fort of", &[Yes]);
        }
        play.seal();
        assert_eq!((play.owner("mobile"), play.fort("mobile")), (Some(Side::Us), 0));
        razed(&play)
    };
    assert!(taken("us-fleet @philadelphia WWWW"));
    assert!(!taken("us-fleet @mobile WWWW"), "the fleet has silenced it");
}

#[test]
fn s9_9_an_enemy_capital() {
    let mut play = Play::new(&[
        "end-capital=false",
        "cs-1 off",
        "cs-5 @norfolk 75 1 5",
        "us-1 @manassas 400 1 9",
        "manassas us",
    ]);
    let (us, cs) = (play.us().points, play.cs().points);
    play.take(US, "move us-1 richmond").seal();
    assert_eq!(play.cs().capital, None);
    assert_eq!(play.us().points, points_after(us + 125, 300, 12));
    assert_eq!(play.cs().points, points_after(cs - 100, 331, 22));
    assert_eq!(play.cs().income, 341 - 10 - 25 - 100);
    play.edit("cash-cs 2000");
    assert!(!play.lists(CS, "capital"), "for the rest of the game");
}

#[test]
fn s9_13_a_victor_with_an_order_may_lose_it() {
    let march = |keeps| {
        let mut play = Play::new(&["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"]);
        // The Union marches first.
        play.luck(ORDER, &[Face(1), No, Face(1), Face(4)]);
        play.take(US, "move us-1 manassas").take(CS, "move cs-1 front-royal");
        play.luck("whether the victor marches on", &[keeps]).seal();
        play.at("cs-1")
    };
    assert_eq!(march(Yes), "front-royal");
    assert_eq!(march(No), "manassas");
    // Johnston's rating is 8: the eighth of eleven faces is the last that keeps the order.
    assert_eq!((march(Face(8)).as_str(), march(Face(9)).as_str()), ("front-royal", "manassas"));
}

#[test]
fn s9_4_two_that_change_places_fight_in_the_city_of_the_second() {
    let mut play = Play::new(&["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"]);
    // Union's lot, leader and tie, then the Rebels'.
    play.luck(ORDER, &[No, No, No, Face(1), No, No]).luck(BATTLE, &[No, No]);
    play.luck("whether the victor marches on", &[Yes]);
    play.take(US, "move us-1 manassas").take(CS, "move cs-1 washington").seal();
    let places: Vec<(Side, City)> =
        play.state().history.iter().map(|fought| (fought.attacker, fought.at)).collect();
    // The Rebels attack Washington, lose, and are attacked in their turn.
    assert_eq!(places, [(Side::Cs, play.city("washington")), (Side::Us, play.city("manassas"))]);
}

#[test]
fn s9_14_a_beaten_defender_does_not_march() {
    let mut play = Play::new(&["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"]);
    play.luck(ORDER, &[Face(1), No, No, No, No, No]).luck(BATTLE, &[Yes]);
    play.take(US, "move us-1 manassas").take(CS, "move cs-1 front-royal").seal();
    assert_eq!(play.at("cs-1"), "richmond");
}

#[test]
fn s9_7_a_beaten_attacker_has_no_fort_for_the_rest_of_the_turn() {
    let fort_counts = |orders: &str| {
        let mut play =
            Play::new(&["washington us 2", "cs-1 @manassas 300 1 7", "cs-2 @fredericksburg 200 1 6"]);
        // The Union marches first, by a tie with Jackson, who is always quick, and loses.
        play.luck(ORDER, &[Face(1), Yes, Face(1)]).all(US, orders).take(CS, "move cs-2 washington").seal();
        let at = play.city("washington");
        assert!(play.state().history.iter().any(|fought| fought.at == at && fought.attacker == Side::Cs));
        play.events.iter().any(|event| match &event.kind {
            muster_contract::EventKind::Reckoned(reckoning) => {
                reckoning.title == "Battle of Washington"
                    && reckoning.rows.iter().any(|row| row.citation.as_deref() == Some("10.13"))
            }
            _ => false,
        })
    };
    assert!(fort_counts("drill us-3"), "who stays is helped by it");
    assert!(!fort_counts("move us-1 manassas"));
}

#[test]
fn s9_8_supply_found_is_at_most_ten() {
    let mut play = Play::new(&["us-2 @cincinnati 280 0 10"]);
    play.edit("cash-us 0").take(US, "move us-2 columbus").luck("supply found", &[Yes; 5]).seal();
    // 9, 10, and then May eats one that isn't paid for.
    assert_eq!(play.army("us-2").supply, 9);
}
