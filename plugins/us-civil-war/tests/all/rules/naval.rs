//! §20.1: who has Naval Control of which waters.

use us_civil_war::{Side, UsCivilWar};

use crate::rules::position::Play;
use crate::rules::shores::{Shores, check, node};

#[track_caller]
fn at(things: &[&str]) -> UsCivilWar {
    Shores::new(things).game()
}

#[test]
fn p10_confederate_ports_stop_the_union_on_rivers_of_type_1() {
    check(
        &at(&[]),
        &[
            "1410/1511, 2215/2315, 2316/2416, 2415/2516, 2515, 3012/3013, 4010/4011, 4814/4914 = us",
            "2317/2318, 2518/2519, 2618/2619, 3119/3219 = us",
            "3120/3219 = cs",
            "2218/2318, 2519/2520 = us",
            "2520/2619, 2521/2620, 2622/2722 = cs",
        ],
    );
}

/// §17.1.2: while Charleston in West Virginia is Confederate it is a port of Virginia, on the Kanawha.
#[test]
fn s17_1_2_a_confederate_port_in_west_virginia_is_virginias() {
    check(&at(&["cs marker 1935"]), &["1934/1935, 1935/2034 = cs", "1734/1834 = us"]);
    check(&at(&["us marker 1935"]), &["1934/1935, 1935/2034 = us"]);
}

#[test]
fn p10_entrenchments_and_a_fort() {
    let game = at(&["cs entrenchment 2317", "cs fort 2516", "us entrenchment 2818"]);
    check(
        &game,
        &[
            // A blocks the Tennessee and has no effect on the Ohio.
            "2217/2317, 2216/2317, 2316/2317 = us",
            "2317/2318, 2417/2418, 2618/2619 = -",
            // C blocks the Confederates from the south, and gives the Union nothing.
            "2719/2818, 2818/2819, 2818/2919 = -",
            "2918/2919, 3120/3219 = cs",
            // Columbus: the Mississippi is the Confederates' at and below the Fort.
            "2315/2316, 2415/2416 = us",
            "2415/2516, 2515, 2514/2614, 3012/3013, 4814/4914, 5014/5015 = cs",
        ],
    );
}

#[test]
fn p10_forts_are_stronger_than_entrenchments() {
    let game = at(&[
        "cs entrenchment 2516",
        "cs entrenchment 2614",
        "cs fort 2619",
        "us entrenchment 2618",
        "us entrenchment 2519",
        "us marker 2521",
        "us fort 2722",
    ]);
    check(
        &game,
        &[
            // Entrenchments don't matter on the Mississippi.
            "2415/2516, 2514/2614, 2613/2614, 3012/3013 = us",
            // Dover's Fort has both rivers, though D faces one of its hexsides.
            "2618/2619, 2520/2619 = cs",
            "2518/2519, 2519/2618, 2519/2520 = us",
            // D keeps the Confederates out of what it faces and the Fort doesn't.
            "2618/2719 = -",
            // The port of Dover has the Cumberland above; a marker in Clarksville is nothing to that.
            "2520/2620, 2521/2620, 2620/2621 = cs",
            // The Fort in Nashville has its own hexsides, and is no source.
            "2622/2722, 2621/2722 = us",
        ],
    );
    let world = &game.world;
    assert!(!game.naval().flows(Side::Us, node(world, "2622/2722")));
    assert!(game.naval().flows(Side::Cs, node(world, "2520/2619")), "from the port of Dover");
    assert_eq!(game.naval().of_edge(world.atlas.edge("2520/2619").unwrap()), Some(Side::Cs));
    assert_eq!(game.naval().of_edge(world.atlas.edge("2619/2620").unwrap()), None, "no river");
}

#[test]
fn h6_the_port_of_dover_is_not_on_the_tennessee() {
    check(&at(&["cs fort 2619"]), &["2618/2619, 2520/2619, 2618/2719 = cs", "2518/2519 = us"]);
    check(&at(&["cs entrenchment 2619"]), &["2618/2619, 2719/2818 = cs", "2520/2619, 2520/2620 = cs"]);
    check(&at(&["us marker 2619"]), &["2520/2619, 2520/2620 = us", "2521/2620 = cs"]);
}

#[test]
fn s20_1_5_forts_that_face_each_other_cancel_out() {
    let game = at(&["us fort 2516", "cs fort 2415"]);
    check(&game, &["2415/2516 = -", "2315/2316 = us", "2514/2614 = cs"]);
    let game = at(&["us fort 1647", "cs entrenchment 1747"]);
    check(&game, &["1647/1747, 1948/2047 = us", "1747/1748 = -"]);
    let edge = |game: &UsCivilWar, name| game.naval().of_edge(game.world.atlas.edge(name).unwrap());
    assert_eq!(edge(&game, "1647/1747"), Some(Side::Us));
    // H31: a Fort in Alexandria cancels the one in Washington.
    let game = at(&["us fort 1647", "cs fort 1747"]);
    assert_eq!(edge(&game, "1647/1747"), None);
}

/// §13.4.3, §20.3.3: where a Fort trumps an Entrenchment control goes on, paths and ships don't.
#[test]
fn s20_3_3_what_is_trumped_still_stops_ships() {
    let game = at(&["cs entrenchment 2518", "us fort 2519"]);
    check(&game, &["2418/2518 = -", "2518/2519, 2519/2618 = us"]);
    let game = at(&["cs entrenchment 2418", "us fort 2417", "us fort 2518", "us fort 2319", "us fort 2419"]);
    check(&game, &["2417/2418, 2418/2518, 2518/2519 = us"]);
    let (world, naval) = (&game.world, game.naval());
    let [before, first, second, beyond] =
        ["2318/2417", "2417/2418", "2418/2518", "2518/2519"].map(|name| node(world, name));
    assert!(naval.flows(Side::Us, beyond));
    assert!(naval.passes(Side::Us, before) && naval.passes(Side::Us, beyond));
    assert!(!naval.passes(Side::Us, first) && !naval.passes(Side::Us, second));
    let body = |at| naval.body(Side::Us, at);
    assert_ne!(body(before), body(beyond));
    assert_eq!(body(before), body(first), "a path may end there");
    let reached = game.reach(Side::Us, world.find("2316").unwrap());
    assert!(reached.contains(&first) && !reached.contains(&second) && !reached.contains(&beyond));
}

#[test]
fn s20_1_3_muscle_shoals_go_with_decatur_and_stevenson() {
    check(&at(&[]), &["3121/3221, 3125/3126, 2730/2829 = cs"]);
    check(&at(&["us marker 3221"]), &["3121/3221, 3125/3126 = cs"]);
    let game = at(&["us marker 3221", "us marker 3125"]);
    check(&game, &["3121/3221, 3222/3322, 3125/3225 = us", "3125/3126, 3025/3126, 2730/2829 = cs"]);
    check(&at(&["us marker 3221", "us marker 3125", "us marker 3126"]), &["3125/3126, 2828/2928 = us"]);
}

#[test]
fn h26_simmesport_is_the_key_to_the_red() {
    check(&at(&[]), &["4509/4510 = us", "4408/4509, 4409/4509, 4509/4609 = cs"]);
    check(&at(&["cs fort 4509"]), &["4509/4510, 4510/4609 = us", "4409/4509, 4509/4609 = cs"]);
    // Alexandria is the next port on the Red.
    check(&at(&["us marker 4509"]), &["4409/4509, 4509/4609 = us", "4307/4406 = cs"]);
}

#[test]
fn h20_entrenchments_where_a_river_runs_through_the_hex() {
    check(&at(&["cs entrenchment 2515"]), &["2515, 2514/2614 = us"]);
    check(&at(&["cs fort 2515"]), &["2415/2516 = us", "2515, 2514/2614 = cs"]);
    let open = ["us marker 3511", "us marker 3409"];
    check(&at(&open), &["3410/3511, 3409, 3309/3408 = us"]);
    check(&at(&open[..1]), &["3410/3510 = us", "3409, 3309/3408 = cs"]);
    let game = at(&["us marker 3511", "us marker 3409", "us entrenchment 3409"]);
    check(&game, &["3409 = us"]);
}

#[test]
fn m6_vicksburg_has_no_say_on_the_yazoo() {
    let game = at(&["cs fort 4011"]);
    check(&game, &["3911/4010, 3911/4011, 3912/4011, 3912/4012 = us", "4010/4011, 4209/4210 = cs"]);
    assert_eq!(game.naval().of_space(game.world.find("4011").unwrap()), None, "a port on a river");
}

#[test]
fn m3_mobile_bay() {
    let bay = "4619/4620, 4520/4619, 4519/4520";
    let held = |things: &[&str], side: &str| check(&at(things), &[&format!("{bay} = {side}")]);
    held(&[], "cs");
    // Without the Fort the Union doesn't get in, though it has both ports.
    held(&["us marker 4619", "us marker 4620"], "cs");
    let game = at(&["us marker 4619", "us marker 4620"]);
    check(&game, &["fort-morgan, 4619, 4620 = cs"]);
    // With it the ports block the river.
    let game = at(&["us marker fort-morgan"]);
    check(&game, &["fort-morgan, 4619, 4620 = us", "4619/4620, 4520/4619, 4520/4620 = cs"]);
    // A Fort in one port leaves the other its way to the river.
    let game = at(&["us fort 4619"]);
    check(&game, &["4619, 4520/4619, 4619/4620 = us", "4520/4620, 4519/4520, 4620, fort-morgan = cs"]);
    let game = at(&["us fort 4620"]);
    check(&game, &["4620, 4520/4620, 4619/4620 = us", "4520/4619, 4619, fort-morgan = cs"]);
}

#[test]
fn h17_hatteras_is_the_way_into_pamlico_sound() {
    let sound = |things: &[&str]| {
        let game = at(things);
        let at = node(&game.world, "Pamlico Sound");
        Side::ALL.map(|side| game.naval().flows(side, at))
    };
    assert_eq!(sound(&[]), [false, true]);
    assert_eq!(sound(&["us marker fort-macon"]), [false, true], "Beaufort is no way through");
    // §20.4: neither side shuts the other out of a Tidal River Path.
    assert_eq!(sound(&["us marker hatteras-inlet"]), [true, true]);
    let game = at(&["us marker hatteras-inlet"]);
    check(&game, &["hatteras-inlet, 3047, 2948, 3148 coast = us", "3148, fort-macon, 3047/3048 = cs"]);
    check(&game, &["roanoke-island, 2649 = cs"]);
    check(
        &at(&["us marker hatteras-inlet", "us marker roanoke-island"]),
        &["roanoke-island, 2649, 2749 = us"],
    );
    check(
        &at(&["cs marker hatteras-inlet", "cs fort roanoke-island"]),
        &["hatteras-inlet, roanoke-island = cs"],
    );
}

/// Supply from Pearlington to Proctorville, if both keep the Union out by a Fort.
#[test]
fn h23_tidal_paths_cant_be_blocked() {
    let game = at(&[]);
    check(&game, &["4815, 4915, 5011 coast, ship-island, atchafalaya-bay = us"]);
    let game = at(&["cs fort 4815", "cs fort 4915"]);
    check(&game, &["4815, 4915 = cs"]);
    let body = |name: &str| game.naval().body(Side::Cs, node(&game.world, name));
    assert!(body("4815").is_some());
    assert_eq!(body("4815"), body("4915"));
    assert!(game.naval().flows(Side::Us, node(&game.world, "Lake Borgne")));
}

#[test]
fn s20_1_3_the_union_always_has_ship_island_and_atchafalaya_bay() {
    let game = at(&["cs fort ship-island", "cs marker atchafalaya-bay"]);
    check(&game, &["ship-island, atchafalaya-bay, 4718 = us"]);
    let ship_island = node(&game.world, "ship-island");
    assert!(!game.naval().passes(Side::Us, ship_island), "past a Fort no ship carries SPs");
}

#[test]
fn m1_who_has_galveston_has_its_bay() {
    let edge = |game: &UsCivilWar| game.naval().of_edge(game.world.atlas.edge("5001/5101").unwrap());
    let game = at(&[]);
    check(&game, &["5101, Galveston Bay, 4901, 5001, 4801/4901 = cs"]);
    assert_eq!(edge(&game), Some(Side::Cs));
    let game = at(&["us marker 5101"]);
    check(&game, &["5101, Galveston Bay, 4901, 5001 = us", "4801/4901 = cs"]);
    assert_eq!(edge(&game), Some(Side::Us));
    let game = at(&["us marker 5101", "cs fort 5001"]);
    assert_eq!(edge(&game), Some(Side::Us), "nothing else affects it");
}

#[test]
fn h3_grand_lake_is_reached_from_the_rivers_alone() {
    check(&at(&["us marker 5011"]), &["5011 coast = us", "4911/5011 = cs"]);
    let game = at(&["us marker 5011", "us marker 4811"]);
    check(&game, &["4810/4811, 4911/5011 = us"]);
}

#[test]
fn h8_fort_monroe() {
    let game = at(&["us marker 2349"]);
    // Norfolk's port blocks the James, not its coast.
    check(&game, &["Chesapeake Bay = -", "2349 coast, 2349, 2449 = us", "2349/2449 = cs"]);
    let game = at(&["cs marker fort-monroe"]);
    check(&game, &["2349 coast, 2348, 1949/2048 = us", "fort-monroe, 2349, 2449, 2349/2449 = cs"]);
    // The water between the Fort and Hampton is the Fort's, unless a Fort stands in Hampton.
    let edge = |game: &UsCivilWar| game.naval().of_edge(game.world.atlas.edge("fort-monroe/2349").unwrap());
    assert_eq!(edge(&game), Some(Side::Cs));
    assert_eq!(edge(&at(&[])), Some(Side::Us));
    assert_eq!(edge(&at(&["cs fort 2349"])), None);
}

/// H31: from Washington to Norfolk and up the James to Richmond.
#[test]
fn h31_from_washington_to_richmond() {
    let ports = ["us marker 2349", "us marker 2449", "us marker 2245", "us marker 2347"];
    let game = at(&ports);
    let reached = game.reach(Side::Us, game.world.find("1647").unwrap());
    for name in ["1647/1747", "Chesapeake Bay", "2449", "2349/2449", "2245/2346"] {
        assert!(reached.contains(&node(&game.world, name)), "{name}");
    }
    assert!(!reached.contains(&node(&game.world, "atlantic")));
    // The Confederates may not sail the bay (§20.3.4, §20.4).
    let game = at(&["cs fort 2248"]);
    let reached = game.reach(Side::Cs, game.world.find("2248").unwrap());
    assert!(!reached.is_empty() && !reached.contains(&node(&game.world, "Chesapeake Bay")));
}

#[test]
fn h11_the_forts_below_new_orleans() {
    let edge = |game: &UsCivilWar, name: &str| game.naval().of_edge(game.world.atlas.edge(name).unwrap());
    let game = at(&["cs fort 2516"]);
    check(&game, &["fort-st-philip-jackson, 5014/5015 = cs"]);
    assert_eq!(edge(&game, "fort-st-philip-jackson/5015"), Some(Side::Cs));
    assert_eq!(edge(&game, "5015/5115"), Some(Side::Us), "below the forts the river is the Gulf's");
    let game = at(&["cs fort 2516", "us marker fort-st-philip-jackson"]);
    check(&game, &["5014/5015, 4814/4914, 3012/3013, 2515 = us", "2415/2516 = cs"]);
    assert!(game.naval().opens_to_sea(game.world.find("4814").unwrap()));
    assert!(!game.naval().is_mississippi_open());
    let forts = at(&[]);
    check(&forts, &["5014/5015, 4814/4914 = us"]);
    assert!(!forts.naval().is_mississippi_open(), "19.3.1: down to the forts alone");
    assert!(at(&["us marker fort-st-philip-jackson"]).naval().is_mississippi_open(), "19.3.1");
    assert!(!at(&["cs fort 4011"]).naval().is_mississippi_open());
}

#[test]
fn s13_3_1_ports_that_are_open_to_the_sea() {
    let open = |things: &[&str], port: &str| {
        let game = at(things);
        game.naval().opens_to_sea(game.world.find(port).unwrap())
    };
    for port in ["4038", "2349", "2449", "4722", "4928", "chesapeake", "4137"] {
        let blocked = port == "4137";
        assert_eq!(open(&[], port), !blocked, "{port}");
    }
    assert!(open(&["us marker fort-pulaski"], "4137"));
    assert!(!open(&["us marker 3047"], "3047"), "behind Hatteras Inlet");
    assert!(open(&["us marker hatteras-inlet"], "3047"));
    assert!(open(&["us marker hatteras-inlet"], "3148"), "Beaufort past its fort, from the sound");
    assert!(!open(&["us marker 4814"], "4814"));
    assert!(!open(&["us marker 2449", "cs marker fort-monroe"], "2449"));
}

#[test]
fn s1_3_in_1861_the_union_stops_above_new_madrid() {
    let game = Shores::new(&[]).in_1861(1).game();
    check(&game, &["2316/2416, 2415/2516 = us", "2515 = -", "2514/2614, 3012/3013 = cs"]);
    // C45: the Ohio is open, what lies within Kentucky isn't (§17.1.3).
    check(&game, &["2217/2317, 1924/2024 = us", "2317/2318, 2417/2418, 1827/1927 = -"]);
    let mut shores = Shores::new(&[]).in_1861(3);
    shores.world.start.border[1] = Some(Side::Us);
    check(&shores.game(), &["2415/2516 = us", "2515, 2514/2614 = cs"]);
    let mut shores = Shores::new(&[]).in_1861(4);
    shores.world.start.border[1] = Some(Side::Us);
    check(&shores.game(), &["2515, 2514/2614, 3012/3013 = us"]);
}

/// The set-ups, as the history of the war has the rivers.
#[test]
fn the_rivers_of_1862() {
    let play = Play::of("us-civil-war-1862", &[6, 2]);
    check(
        play.state(),
        &[
            "2315/2316, 2415/2416, 2216/2317 = us",
            "2415/2516, 2515, 3012/3013, 4814/4914, 5014/5015 = cs",
            "2317/2318, 2518/2519, 2519/2520 = us",
            "2618/2619, 2520/2619, 2622/2722, 3120/3219 = cs",
            "hatteras-inlet, 3047 = us",
            "roanoke-island, 2649, 4619, 3839, 4137 = cs",
        ],
    );
}

#[test]
fn the_rivers_of_1863() {
    let play = Play::of("us-civil-war-1863", &[6, 2]);
    check(
        play.state(),
        &[
            "2415/2516, 3012/3013, 3312/3313, 3911/4010, 3912/4012 = us",
            "4010/4011, 4209/4210, 4609/4610 = cs",
            "4710/4711, 4814/4914, 5014/5015, fort-st-philip-jackson = us",
            "2618/2619, 2520/2619, 2622/2722, 3119/3219 = us",
            "roanoke-island, 2649, 3047, 2449, 4928 = us",
            "4619, 3839, 3345, 5101 = cs",
        ],
    );
}

/// How long Naval Control takes from nothing, in the set-up with the most works.
#[test]
#[ignore = "measures"]
fn how_long_it_takes() {
    let play = Play::of("us-civil-war-1863", &[6, 2]);
    let fresh = Shores { world: (*play.state().world).clone() }.game();
    let rounds = 2_000;
    let copied = std::time::Instant::now();
    for _ in 0..rounds {
        std::hint::black_box(fresh.clone());
    }
    let copied = copied.elapsed();
    let found = std::time::Instant::now();
    for _ in 0..rounds {
        std::hint::black_box(fresh.clone().naval().is_mississippi_open());
    }
    let each = (found.elapsed() - copied) / rounds;
    assert!(each < std::time::Duration::from_micros(200), "{each:?}");
    println!("{each:?}");
}
