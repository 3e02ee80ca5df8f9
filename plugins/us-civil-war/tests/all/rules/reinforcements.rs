//! §3.1, §14: the Reinforcement Phase; §10.2.6, §17.1.3, §17.2.3, §18.2 as far as they belong to it.

use muster_contract::Value;
use muster_sdk::{Decisions, Rules as _};
use us_civil_war::charts::Zone;
use us_civil_war::reinforcements::Budget;
use us_civil_war::state::{Force, Post, Step, Works};
use us_civil_war::world::{State, Theater};
use us_civil_war::{Choice, Side};

use crate::rules::battlefield::Field;
use crate::rules::position::*;

/// Turn 4, so that turn 5, in spring, opens first.
const GAME: &str = "us-civil-war-1862";

/// No difference of 4 or more, which would send the Union to Richmond, and never doubles.
fn dice() -> Arranged {
    Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40))
}

/// The 1862 set-up with other facts, at the first decision of this kind.
fn at(kind: &str, facts: &[(&str, Value)]) -> Play {
    let mut play = Play::from(&changed(GAME, facts), dice());
    play.until(kind);
    play
}

/// §14.2.1: 6 SPs in the East and the Chesapeake, 3 in Ohio and Indiana, 3 in Illinois, 2 in St. Louis.
#[test]
fn s14_2_1_the_union_has_fourteen_sps() {
    let mut play = Play::from(&changed(GAME, &[]), dice());
    let st_louis = play.sps(Side::Us, "1712");
    play.until("intake");
    let before = play.all_sps(Side::Us);
    assert_eq!(play.state().turn, 5);
    assert_eq!(play.sps(Side::Us, "1712"), st_louis + 2, "St. Louis is not asked");
    assert!(!play.lists(US, "place 1712"));
    // Baltimore, and Cincinnati and Cairo, which are no Eastern hexes.
    for _ in 0..3 {
        play.all(US, "place chesapeake, place 1448");
    }
    assert!(!play.lists(US, "place chesapeake") && !play.lists(US, "place 1448"), "six are there");
    let (ohio, illinois) = ("place 1627", "place 2316");
    play.all(US, &[ohio; 3].join(","));
    assert!(!play.lists(US, ohio) && play.lists(US, illinois), "{:?}", play.ids(US));
    play.all(US, &[illinois; 3].join(","));
    assert_eq!(play.all_sps(Side::Us), before + 12);
    assert_eq!(play.sps(Side::Us, "chesapeake"), 3);
    assert_ne!(play.next_decision().1, "intake");
}

/// §14.2.1: a St. Louis in Confederate hands takes in nothing.
#[test]
fn s14_2_1_a_lost_st_louis_has_no_sps() {
    let mut position = changed(GAME, &[]);
    clear(&mut position, "us", "1712");
    put(&mut position, "cs", "sp", "1712", &[("strength", 4)]);
    position.roster.retain(|unit| unit.id != "us-halleck" && unit.id != "us-sherman");
    for unit in &mut position.roster {
        unit.attributes.retain(|attribute| attribute.name != "career");
    }
    let mut play = Play::from(&position, dice());
    play.until("intake");
    assert_eq!(play.sps(Side::Us, "1712"), 0);
    assert!(play.sps(Side::Cs, "1712") > 0);
    assert!(play.told().contains("St. Louis takes in no SPs"), "{}", play.told());
}

/// §14.3.1, and P8.
#[test]
fn s14_3_1_ten_build_points_build_an_sp() {
    let second = Budget { resources: 96, arsenals: 2, border: 3, runners: 28, rules: 0, maintenance: 10 };
    assert_eq!((second.total(), second.sps()), (129, 11));
    let fifth = Budget { resources: 92, arsenals: 5, border: 6, runners: 26, rules: 0, maintenance: 10 };
    assert_eq!((fifth.total() - fifth.maintenance, fifth.sps()), (119, 11));
    let ruined = Budget { resources: 3, arsenals: 0, border: 0, runners: 0, rules: 0, maintenance: 16 };
    assert_eq!(ruined.sps(), 0, "nobody owes SPs but in winter");
}

/// P8: turn 5, with Clarksville and Nashville lost, Springfield and Bowling Green held.
fn fifth_turn() -> Play {
    let mut position = changed(GAME, &[]);
    put(&mut position, "us", "control", "2521", &[]);
    clear(&mut position, "cs", "2722");
    put(&mut position, "us", "control", "2722", &[]);
    clear(&mut position, "us", "2203");
    put(&mut position, "cs", "control", "2203", &[]);
    // Columbus is the Union's, so that two Objective Hexes of Border States are left.
    clear(&mut position, "cs", "2516");
    put(&mut position, "us", "fort", "2516", &[("level", 1)]);
    for unit in &mut position.roster {
        if unit.place.as_ref().is_some_and(|place| place.space == "2516") && unit.id == "cs-polk" {
            unit.place = Some(muster_sdk::place("2423"));
        }
    }
    // 1862: the roll less one, and 4 + 6 + 7 points of open ports, less three: 26 with twelve on three dice.
    let dice = dice().with("Blockade runners", &[4, 4, 4]);
    Play::from(&position, dice)
}

/// P8, §14.3.1 to §14.3.4, §14.4, §14.5: the sum on the map, with the Arsenal of the turn in it.
#[test]
fn p8_the_build_points_of_the_fifth_turn() {
    let mut play = fifth_turn();
    play.until("arsenal");
    assert_eq!((play.state().resource_bp(), play.state().recruits()), (92, 6));
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    let told = "92 of Resource Hexes, 5 of Arsenals, 6 of Border States, 26 of runners, less 10 for maintenance: 11 SPs";
    assert!(play.told().contains(told), "{}", play.told());
}

/// §14.3.3: 3 for each Objective Hex of Kentucky and Missouri, and no more than 9 of a state.
#[test]
fn s14_3_3_a_border_state_recruits_nine_at_most() {
    let mut position = changed(GAME, &[]);
    let kentucky = ["2025", "2224", "2423", "2516", "2126"];
    for at in kentucky {
        clear(&mut position, "us", at);
        clear(&mut position, "cs", at);
        position.roster.retain(|unit| unit.place.as_ref().is_none_or(|place| place.space != at));
    }
    for unit in &mut position.roster {
        unit.attributes.retain(|attribute| attribute.name != "career");
    }
    let bare = Play::from(&position, dice());
    let missouri = bare.state().recruits();
    let objectives: Vec<String> = bare
        .state()
        .world
        .places
        .objectives
        .iter()
        .map(|&at| bare.state().world.space(at))
        .filter(|info| info.states.only() == Some(State::Kentucky))
        .map(|info| info.id.clone())
        .collect();
    assert!(objectives.len() > 3, "{objectives:?}");
    for (number, id) in objectives.iter().enumerate() {
        clear(&mut position, "us", id);
        clear(&mut position, "cs", id);
        put(&mut position, "cs", "sp", id, &[("strength", 1)]);
        let play = Play::from(&position, dice());
        let held = play.state().recruits() - missouri;
        assert_eq!(held, (3 * (number as u8 + 1)).min(9), "{number}");
    }
}

/// §14.3.5: one beyond the Mississippi, the others half and half, no more than two a state; West Virginia, while Confederate, would be
/// Virginia (17.1.2).
#[test]
fn s14_3_5_eleven_sps_go_one_five_five() {
    let mut play = fifth_turn();
    play.until("arsenal");
    let first = play.ids(CS)[0].clone();
    let before = play.all_sps(Side::Cs);
    play.take(CS, &first);
    assert_eq!(play.next_decision(), (CS, "intake".to_owned()));
    let (mut theaters, mut states) = ([0; 3], std::collections::BTreeMap::new());
    while play.next_decision().1 == "intake" {
        let id = play.ids(CS)[0].clone();
        let world = play.state().world.clone();
        let info = world.space(world.find(&id["place ".len()..]).expect("a space"));
        theaters[info.theater.expect("on land") as usize] += 1;
        *states.entry(info.states.only()).or_insert(0) += 1;
        play.take(CS, &id);
    }
    assert_eq!(theaters, [5, 5, 1]);
    assert!(states.values().all(|&sps| sps <= 2), "{states:?}");
    assert_eq!(play.all_sps(Side::Cs), before + 11);
}

/// §14.4.3: Wilmington and Roanoke Island alone make +3; a zone without an open port has -1.
#[test]
fn s14_4_3_open_ports_add_to_the_die() {
    let mut position = changed(GAME, &[]);
    put(&mut position, "us", "control", "3148", &[]);
    let play = Play::from(&position, dice());
    assert_eq!(play.state().blockade_modifier(Zone::NorthAtlantic), 3);
    for at in ["3839", "4137", "4038", "4537", "4636", "4837"] {
        clear(&mut position, "cs", at);
        clear(&mut position, "us", at);
        position.roster.retain(|unit| unit.place.as_ref().is_none_or(|place| place.space != at));
        put(&mut position, "us", "control", at, &[]);
    }
    for unit in &mut position.roster {
        unit.attributes.retain(|attribute| attribute.name != "career");
    }
    let play = Play::from(&position, dice());
    assert_eq!(play.state().blockade_modifier(Zone::SouthAtlantic), -1);
}

/// §14.4.6, C37: Brownsville runs while Galveston is the Union's, in its place.
#[test]
fn s14_4_6_brownsville_runs_instead_of_galveston() {
    let open = Play::from(&changed(GAME, &[]), dice()).state().open_ports(Zone::Gulf);
    let mut position = changed(GAME, &[]);
    clear(&mut position, "cs", "5101");
    put(&mut position, "us", "control", "5101", &[]);
    assert_eq!(Play::from(&position, dice()).state().open_ports(Zone::Gulf), open);
    put(&mut position, "us", "control", "brownsville", &[]);
    assert_eq!(Play::from(&position, dice()).state().open_ports(Zone::Gulf), open - 1);
}

/// §14.4.5: inflation raises the Maintenance Cost by 2 at once, and for good.
#[test]
fn s14_4_5_inflation_raises_maintenance() {
    // 1865: the roll less four, and inflation at 4 or less.
    let facts = [("turn", Value::Number(19)), ("last", Value::Number(20)), ("benchmarks", no_benchmark(4))];
    let mut play = Play::from(&changed(GAME, &facts), dice().with("Blockade runners", &[1, 1, 1]));
    let points: Vec<u8> = Zone::ALL.iter().map(|&zone| play.state().open_ports(zone)).collect();
    assert_eq!(points, [4, 6, 7], "5, 7 and 8");
    play.until("arsenal");
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert_eq!(play.state().maintenance, 10, "5, 7 and 8 bring BPs even in 1865");
    let mut position = changed(GAME, &facts);
    put(&mut position, "us", "control", "3148", &[]);
    let mut play = Play::from(&position, dice().with("Blockade runners", &[1, 1, 1]));
    play.until("arsenal");
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert_eq!(play.state().maintenance, 12);
    assert!(play.told().contains("less 12 for maintenance"), "{}", play.told());
}

/// §14.1.2: no Union SPs in winter, and ten Confederate ones less: 8 built make 2 that leave the map.
#[test]
fn s14_1_2_winter_takes_ten_sps() {
    let facts = |maintenance| {
        [
            ("turn", Value::Number(8)),
            ("last", Value::Number(20)),
            ("benchmarks", no_benchmark(4)),
            ("maintenance", Value::Number(maintenance)),
        ]
    };
    let mut play = at("arsenal", &facts(46));
    assert!(play.state().is_winter());
    let union = play.all_sps(Side::Us);
    let before = play.all_sps(Side::Cs);
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert!(play.told().contains(": 8 SPs."), "{}", play.told());
    assert_eq!(play.next_decision(), (CS, "disband".to_owned()));
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert_eq!(play.next_decision(), (CS, "disband".to_owned()), "one more");
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert_eq!(play.all_sps(Side::Cs), before - 2);
    assert_eq!(play.all_sps(Side::Us), union);
    assert_ne!(play.next_decision().1, "disband");
    let mut even = at("arsenal", &facts(26));
    let first = even.ids(CS)[0].clone();
    even.take(CS, &first);
    assert!(even.told().contains(": 10 SPs."), "{}", even.told());
    assert!(!["disband", "intake"].contains(&even.next_decision().1.as_str()), "neither new nor lost");
}

/// §14.5: Atlanta starts at 2 and grows to 6, and no farther.
#[test]
fn s14_5_atlanta_grows_to_three_times_its_value() {
    let sites = |arsenals: i32| {
        let mut position = changed(GAME, &[]);
        put(&mut position, "cs", "arsenal", "3529", &[("bp", arsenals)]);
        let mut play = Play::from(&position, dice());
        play.until("arsenal");
        play
    };
    // Two threes: Georgia.
    let mut play = sites(3);
    assert!(play.lists(CS, "arsenal 3529"), "{:?}", play.ids(CS));
    play.take(CS, "arsenal 3529");
    assert_eq!(play.state().spot(play.state().world.find("3529").unwrap()).arsenals, 4);
    assert!(!sites(4).lists(CS, "arsenal 3529"));
}

/// §14.3.1, §14.5: only Arsenals that the Confederacy has count; what was destroyed may grow to three times what it was.
#[test]
fn s14_5_arsenals_of_lost_hexes_give_nothing_and_a_destroyed_one_grows_as_far() {
    let mut field = Field::at(&set_up(GAME));
    let [selma, atlanta] = ["4022", "3529"].map(|id| field.space(id));
    assert_eq!(field.game.arsenal_bp(), 4);
    let sp = Force { side: Side::Us, sps: 1, moved: 0, demoralized: false, foraging: false };
    let spot = field.game.spot_mut(selma);
    (spot.force, spot.militia) = (Some(sp), None);
    assert_eq!(field.game.arsenal_bp(), 3);
    let mut grows = |arsenals: u8| {
        let spot = field.game.spot_mut(atlanta);
        (spot.destroyed, spot.arsenals) = (true, arsenals);
        field.game.frames.next(Step::Arsenal(State::Georgia));
        let mut list = Decisions::default();
        field.game.decide(&mut list);
        list.of_seat(CS).any(|&choice| choice == Choice::Arsenal(atlanta))
    };
    assert!(grows(4) && !grows(5), "1 and 5 are three times 2");
}

/// §14.5, C38: a state without a place is rolled again.
#[test]
fn c38_a_state_without_a_place_is_rolled_again() {
    let mut position = changed(GAME, &[]);
    let georgia: Vec<(String, i32)> = {
        let play = Play::from(&position, dice());
        let world = &play.state().world;
        let own = world.places.resources.iter().map(|&at| world.space(at));
        own.filter(|info| info.states.only() == Some(State::Georgia))
            .map(|info| (info.id.clone(), 2 * i32::from(info.resource)))
            .collect()
    };
    position.roster.retain(|unit| unit.kind != "arsenal");
    for (id, most) in &georgia {
        put(&mut position, "cs", "arsenal", id, &[("bp", *most)]);
    }
    let mut play = Play::from(&position, dice().with("State of the Arsenal", &[3, 3, 3, 4]));
    play.until("arsenal");
    assert!(georgia.iter().all(|(id, _)| !play.lists(CS, &format!("arsenal {id}"))));
    let world = &play.state().world;
    let id = &play.ids(CS)[0]["arsenal ".len()..];
    assert_eq!(world.space(world.find(id).unwrap()).states.only(), Some(State::Virginia), "a sum of seven");
}

/// §14.6: of five SPs in the Union's box of the West two come back, two are lost, and one stays. SPs need a place in Full Supply of their
/// own theater.
#[test]
fn s14_6_of_five_displaced_two_come_back() {
    let mut play = Play::from(&changed(GAME, &[]), dice());
    play.all(US, &["disperse 2224"; 5].join(","));
    assert_eq!(play.state().displaced(Side::Us, Theater::West), 5);
    play.until("arsenal");
    let before = play.all_sps(Side::Us);
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    while play.next_decision().0 == CS {
        let first = play.ids(CS)[0].clone();
        play.take(CS, &first);
    }
    assert_eq!(play.next_decision(), (US, "intake".to_owned()));
    assert!(!play.lists(US, "place chesapeake") && !play.lists(US, "place 1712"), "another theater");
    play.take(US, "place 2316");
    assert_eq!(play.state().displaced(Side::Us, Theater::West), 3);
    play.take(US, "place 1627");
    assert_eq!(play.state().displaced(Side::Us, Theater::West), 1);
    assert_eq!(play.all_sps(Side::Us), before + 2);
    assert_ne!(play.next_decision(), (US, "intake".to_owned()));
}

/// §14.6, §8.7: a displaced general comes back to an SP of his theater, the Union's before the Confederacy's; cavalry a turn later.
#[test]
fn s14_6_displaced_generals_come_back_and_cavalry_later() {
    let mut play = Play::from(&changed(GAME, &[]), dice());
    play.take(US, "disperse us-thomas").take(US, "end-actions");
    while play.next_decision() != (CS, "action".to_owned()) {
        let seat = play.next_decision().0;
        let first = play.ids(seat)[0].clone();
        play.take(seat, &first);
    }
    play.all(CS, "disperse cs-forrest, disperse cs-polk");
    play.until("recall");
    assert_eq!(play.next_decision().0, US);
    assert!(play.lists(US, "post 2316") && !play.lists(US, "post 1647"), "{:?}", play.ids(US));
    play.take(US, "post 2316");
    assert_eq!(play.stands("us-thomas"), "2316");
    play.until("recall");
    assert_eq!(play.next_decision().0, CS, "Polk");
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert!(!play.stands("cs-polk").is_empty());
    assert_eq!(play.officer("cs-forrest").post, Post::Displaced(Theater::West, 0));
    play.until("recall");
    assert_eq!(play.state().turn, 6);
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert!(!play.stands("cs-forrest").is_empty());
}

/// §17.2.1, §17.2.3: Militia come from their Holding Box to an own Objective or Resource Hex of their state.
#[test]
fn s17_2_3_militia_come_to_the_map() {
    let mut position = changed(GAME, &[]);
    position.roster.retain(|unit| unit.id != "cs-militia-ga");
    let mut play = Play::from(&position, dice());
    play.until("intake");
    while play.next_decision() != (CS, "militia".to_owned()) {
        let (seat, _) = play.next_decision();
        let ids = play.ids(seat);
        let id = ids.iter().find(|id| id.starts_with("end-")).unwrap_or(&ids[0]).clone();
        play.take(seat, &id);
    }
    assert!(play.lists(CS, "muster cs-militia-ga 3529"), "{:?}", play.ids(CS));
    assert!(!play.lists(CS, "muster cs-militia-ga 2245"), "Richmond is in Virginia");
    play.take(CS, "muster cs-militia-ga 3529");
    assert!(play.state().spot(play.state().world.find("3529").unwrap()).militia.is_some());
}

/// §10.2.6: a Fort for nothing, complete at the end of the Union's first Action Phase.
#[test]
fn s10_2_6_a_fort_of_the_turn_takes_one_phase() {
    let mut play = at("free-fort", &[]);
    let hand = play.state().hand(Side::Us);
    play.take(US, "free-fort 1712");
    let st_louis = play.state().world.find("1712").unwrap();
    assert!(play.state().spot(st_louis).begun.is_some());
    assert!(play.state().hand(Side::Us) >= hand, "no card is played for it; two are drawn");
    while play.state().cycle < 1 || play.next_decision() != (US, "action".to_owned()) {
        let (seat, _) = play.next_decision();
        let ids = play.ids(seat);
        let id = ids.iter().find(|id| id.starts_with("end-")).unwrap_or(&ids[0]).clone();
        play.take(seat, &id);
    }
    assert_eq!(play.state().spot(st_louis).works, Works::None);
    play.take(US, "end-actions");
    while play.next_decision().0 == US {
        let first = play.ids(US)[0].clone();
        play.take(US, &first);
    }
    assert_eq!(play.state().spot(st_louis).works, Works::Fort(Side::Us, 1));
}

/// §18.2, §S1.3: two cards at the start of a turn, one in 1861.
#[test]
fn s18_2_cards_come_at_the_start_of_a_turn() {
    for (name, drawn) in [(GAME, 2), ("us-civil-war", 1)] {
        let mut play = Play::from(&changed(name, &[]), dice());
        play.until("arsenal");
        let before = play.state().hand(Side::Cs);
        let us = play.state().hand(Side::Us);
        let first = play.ids(CS)[0].clone();
        play.take(CS, &first);
        play.until("action");
        assert_eq!(play.state().hand(Side::Cs), before + drawn, "{name}");
        assert_eq!(play.state().hand(Side::Us), us, "the Union drew before");
        let start = Play::from(&changed(name, &[]), dice()).state().hand(Side::Us);
        assert_eq!(us, start + drawn, "{name}");
    }
}

/// §17.1.3: Kentucky, if nobody has invaded it, is the Union's from turn 4 on.
#[test]
fn s17_1_3_neutral_kentucky_joins_the_union_in_1862() {
    let facts = [("turn", Value::Number(2)), ("benchmarks", no_benchmark(2))];
    let mut play = Play::from(&changed("us-civil-war", &facts), dice());
    play.until("manage");
    assert_eq!((play.state().turn, play.state().state_of(State::Kentucky)), (3, None));
    while play.state().turn == 3 {
        play.until("action");
        let seat = play.next_decision().0;
        play.take(seat, "end-actions");
    }
    assert_eq!((play.state().turn, play.state().state_of(State::Kentucky)), (4, Some(Side::Us)));
}
