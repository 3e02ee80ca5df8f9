//! §3.2, §15: Strategic Movement; §S1.3 as far as it limits that.

use muster_contract::{Attribute, Position, Value};
use us_civil_war::state::Step;
use us_civil_war::strategic::{Convoy, Lift, Mode};
use us_civil_war::{Side, UsCivilWar};

use crate::rules::field::{Field, Laid};
use crate::rules::position::*;
use crate::rules::rails::line;

const GAME: &str = "us-civil-war-1862";

/// The spaces to which so many SPs of a side can go from a space by a type, as if nothing had moved.
#[track_caller]
fn legs(game: &UsCivilWar, side: Side, from: &str, sps: u8, mode: Mode) -> Vec<String> {
    let at = game.world.find(from).expect("a space");
    let convoy = Convoy { side, from: at, at, sps, last: None, left: Lift::of(side, 5, false) };
    let mut names: Vec<String> = game.legs(&convoy, mode).map(|to| game.world.space(to).id.clone()).collect();
    names.sort_unstable();
    names
}

/// Whether one of these is where they lead.
#[track_caller]
fn leads(game: &UsCivilWar, side: Side, from: &str, mode: Mode, to: &str) -> bool {
    legs(game, side, from, 1, mode).iter().any(|id| id == to)
}

/// A position in which nobody wins before its end, at the phase of the next turn.
fn played(position: &Position) -> Play {
    let mut play = Play::from(position, Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40)));
    play.until("strategic");
    play
}

/// What the side that moves has left.
#[track_caller]
fn left(play: &Play) -> Lift {
    let Step::Strategic(_, left) = play.state().frames.step() else { panic!("another step") };
    left
}

/// SPs in a space that had none of the side's.
fn with_sps(position: &mut Position, side: &str, at: &str, sps: i32) {
    put(position, side, "sp", at, &[("strength", sps)]);
}

#[test]
fn s3_2_the_union_moves_and_then_the_confederacy_each_within_its_limits() {
    let mut play = played(&set_up(GAME));
    assert_eq!(play.next_decision(), (US, "strategic".to_owned()));
    assert_eq!(left(&play), Lift { rail: 12, river: 3, ocean: 3, road: [1; 3] });
    play.take(US, "end-strategic");
    assert_eq!(play.next_decision(), (CS, "strategic".to_owned()));
    assert_eq!(left(&play), Lift { rail: 7, river: 1, ocean: 0, road: [1; 3] });
    play.take(CS, "end-strategic");
    assert_eq!(play.next_decision().1, "manage");
}

/// S1.3: the ships of 1861 carry one SP, then two; the Confederacy's river is what it always is.
#[test]
fn s1_3_few_ships_in_1861() {
    let mut play = played(&changed("us-civil-war-1861", &[]));
    for ships in [1, 2] {
        assert_eq!(left(&play), Lift { rail: 12, river: ships, ocean: ships, road: [1; 3] });
        play.take(US, "end-strategic");
        assert_eq!(left(&play).river, 1);
        play.take(CS, "end-strategic");
        if ships == 1 {
            play.until("strategic");
        }
    }
}

/// The example of 15.1: by rail to a port, over the ocean to New Orleans, up the Mississippi to Vicksburg, by rail to Jackson.
#[test]
fn s15_1_one_sp_counts_against_each_type_and_twice_against_rail() {
    let mut position =
        changed("us-civil-war-1863", &[("benchmarks", no_benchmark(24)), ("victory", Value::Number(200))]);
    for at in ["4011", "4013", "4610"] {
        clear(&mut position, "cs", at);
        position
            .roster
            .retain(|unit| unit.side != "cs" || unit.place.as_ref().is_none_or(|place| place.space != at));
        with_sps(&mut position, "us", at, 1);
    }
    let mut play = played(&position);
    let before = [play.sps(Side::Us, "1448"), play.sps(Side::Us, "4013")];
    play.all(US, "dispatch 1448, rail chesapeake, ocean 4814, river 4011, rail 4013");
    if play.next_decision().1 == "convoy" {
        play.take(US, "arrive");
    }
    assert_eq!(left(&play), Lift { rail: 10, river: 2, ocean: 2, road: [1; 3] });
    assert_eq!([play.sps(Side::Us, "1448"), play.sps(Side::Us, "4013")], [before[0] - 1, before[1] + 1]);
}

/// C93: a stack goes as one, and every SP of it counts.
#[test]
fn s15_2_twelve_sps_go_by_rail() {
    let mut position = changed(GAME, &[]);
    clear(&mut position, "us", "1647");
    with_sps(&mut position, "us", "1647", 20);
    let mut play = played(&position);
    play.all(US, "dispatch 1647, send 7, rail 1448");
    assert_eq!(left(&play).rail, 5, "7 SPs can't go on by anything else");
    play.take(US, "dispatch 1647");
    assert!(!play.lists(US, "send 6") && play.lists(US, "send 4"), "{:?}", play.ids_from(US, "send"));
    play.take(US, "rail 1448");
    assert_eq!((left(&play).rail, play.sps(Side::Us, "1448")), (0, 1 + 12));
    play.take(US, "dispatch 1647");
    assert!(play.ids_from(US, "rail").is_empty() && !play.ids_from(US, "river").is_empty());
}

/// What is begun can be given up, and then nothing has moved.
#[test]
fn s15_1_who_turns_back_has_not_moved() {
    let mut play = played(&set_up(GAME));
    let (before, lift) = (play.sps(Side::Us, "1647"), left(&play));
    play.all(US, "dispatch 1647, send 1, rail chesapeake");
    assert_eq!(play.sps(Side::Us, "1647"), before, "it stands where it was until it has arrived");
    play.take(US, "turn-back");
    assert_eq!((left(&play), play.sps(Side::Us, "1647")), (lift, before));
    assert_eq!(play.sps(Side::Us, "chesapeake"), 0);
}

/// §15.1: SPs stand where they come from until they have arrived: how far they have come is said, and drawn.
#[test]
fn s15_1_the_way_so_far_is_said_and_drawn() {
    let mut play = played(&set_up(GAME));
    let asked = |play: &Play| play.game.decisions().swap_remove(0).prompt;
    play.all(US, "dispatch 1647, send 1");
    assert_eq!(asked(&play), "1 SP from Washington: where to?");
    assert!(play.view(CS).arrows.is_empty());
    let told = |play: &Play, id: &str| play.details(US, id).consequences.swap_remove(0).text;
    assert_eq!(told(&play, "rail chesapeake"), "After that 11 SPs more can go by rail in this phase.");
    let road = play.ids_from(US, "road ").swap_remove(0);
    assert_eq!(told(&play, &road), "No more can go by road in this phase after that.");
    play.take(US, "rail chesapeake");
    assert_eq!(asked(&play), "1 SP from Washington, by now in Chesapeake Bay: where to?");
    let arrow = play.view(CS).arrows.swap_remove(0);
    assert_eq!((arrow.path.join(" "), arrow.style), ("1647 chesapeake".to_owned(), "rail".to_owned()));
    let next = play.ids_from(US, "ocean ").swap_remove(0);
    let way: Vec<String> = play.details(US, &next).path.into_iter().map(|place| place.space).collect();
    assert_eq!(way[..2], ["1647", "chesapeake"], "with the next leg");
    play.take(US, "turn-back");
    assert!(play.view(CS).arrows.is_empty());
}

/// §6.5, §15.2: along railroads under control; only the Union's meet beyond the north edge and at the Chesapeake.
#[test]
fn s15_2_railroads_must_be_controlled() {
    let Laid(game) = line().with(&["us sp 2 1201", "us sp 2 1204", "cs sp 3 1207", "cs sp 1 1212"]).game();
    assert_eq!(legs(&game, Side::Us, "1204", 2, Mode::Rail), ["1201"]);
    assert_eq!(legs(&game, Side::Cs, "1207", 2, Mode::Rail), ["1212"]);
    let Laid(game) = line().with(&["us sp 2 1201", "us sp 2 1204", "cs sp 3 1203", "cs sp 1 1212"]).game();
    assert_eq!(legs(&game, Side::Us, "1204", 2, Mode::Rail), [""; 0], "the enemy stands between");
    let mut play = played(&set_up(GAME));
    assert!(leads(play.state(), Side::Us, "1647", Mode::Rail, "1712"));
    assert!(leads(play.state(), Side::Us, "chesapeake", Mode::Rail, "1712"));
    play.take(US, "end-strategic");
    assert!(!leads(play.state(), Side::Cs, "2516", Mode::Rail, "chesapeake"));
}

/// §15.3: from a port to any friendly shore, or from a shore to a port; Munfordville on the Green River is no port, nor is Madison.
#[test]
fn s15_3_one_end_is_a_port() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    assert!(
        leads(game, Side::Us, "2316", Mode::River, "1726")
            && leads(game, Side::Us, "2316", Mode::River, "2224")
    );
    assert!(
        leads(game, Side::Us, "2224", Mode::River, "2025")
            && !leads(game, Side::Us, "2224", Mode::River, "1726")
    );
    assert!(!leads(game, Side::Us, "2316", Mode::River, "1924"), "nobody controls the empty bank");
}

/// §15.3: all the way under Naval Control: the Fort at Columbus shuts the Mississippi.
#[test]
fn s15_3_the_whole_way_is_under_naval_control() {
    for shut in [true, false] {
        let mut position = changed(GAME, &[]);
        clear(&mut position, "cs", "3013");
        with_sps(&mut position, "us", "3013", 2);
        if !shut {
            clear(&mut position, "cs", "2516");
            let polk = position.roster.iter_mut().find(|unit| unit.id == "cs-polk").unwrap();
            polk.place = Some(muster_sdk::place("2423"));
        }
        let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
        assert_eq!(leads(play.state(), Side::Us, "2316", Mode::River, "3013"), !shut);
    }
}

/// §15.3: not into an enemy's zone: Hampton lies beside Yorktown.
#[test]
fn s15_3_nobody_lands_in_an_enemy_zone() {
    let mut position = changed(GAME, &[]);
    let near = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert!(!leads(near.state(), Side::Us, "1647", Mode::River, "2349"));
    clear(&mut position, "cs", "2248");
    position.roster.retain(|unit| unit.id != "cs-magruder");
    let far = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert!(leads(far.state(), Side::Us, "1647", Mode::River, "2349"));
}

/// §15.3, §20.4: the Confederacy moves by river too, but not on the Chesapeake, and nobody over the open sea.
#[test]
fn s15_3_rivers_are_for_both() {
    let play = Play::of(GAME, &[6, 4]);
    assert!(leads(play.state(), Side::Cs, "2516", Mode::River, "4814"));
    assert!(!leads(play.state(), Side::Us, "fort-monroe", Mode::River, "4038"));
    assert!(leads(play.state(), Side::Us, "fort-monroe", Mode::Ocean, "4038"));
}

/// §15.4: from ocean port to ocean port, past no Confederate Coastal Fort; the Union alone.
#[test]
fn s15_4_no_coastal_fort_is_passed() {
    for (fort, open) in [(false, false), (true, true)] {
        let mut position = changed(GAME, &[]);
        clear(&mut position, "cs", "4814");
        with_sps(&mut position, "us", "4814", 3);
        if fort {
            put(&mut position, "us", "control", "fort-st-philip-jackson", &[]);
        }
        let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
        assert_eq!(leads(play.state(), Side::Us, "chesapeake", Mode::Ocean, "4814"), open);
        assert_eq!(leads(play.state(), Side::Us, "4814", Mode::Ocean, "fort-pickens"), open);
    }
    let play = Play::of(GAME, &[6, 4]);
    assert!(leads(play.state(), Side::Us, "chesapeake", Mode::Ocean, "fort-pickens"), "Atlantic and Gulf");
    assert!(
        legs(play.state(), Side::Us, "1647", 1, Mode::Ocean).is_empty(),
        "Washington is a river port (H31)"
    );
    assert!(!leads(play.state(), Side::Us, "chesapeake", Mode::Ocean, "ship-island"), "an Island is no port");
    assert!(!leads(play.state(), Side::Us, "chesapeake", Mode::Ocean, "3839"), "Charleston is Confederate");
    assert!(legs(play.state(), Side::Cs, "4814", 1, Mode::Ocean).is_empty());
}

/// §15.5: one SP in each theater, along a Line of Communication in it.
#[test]
fn s15_5_one_sp_a_theater_goes_by_road() {
    let mut play = played(&set_up(GAME));
    let game = play.state();
    assert!(legs(game, Side::Us, "2316", 2, Mode::Road).is_empty());
    assert!(leads(game, Side::Us, "2316", Mode::Road, "2126"));
    assert!(!leads(game, Side::Us, "2316", Mode::Road, "1712"), "St. Louis lies beyond the Mississippi");
    assert!(!leads(game, Side::Us, "ship-island", Mode::Road, "2316"), "the line would run through the East");
    assert!(!leads(game, Side::Us, "2316", Mode::Road, "2722"), "there is no line to Nashville");
    play.all(US, "dispatch 2316, send 1, road 2126");
    if play.next_decision().1 == "convoy" {
        play.take(US, "arrive");
    }
    assert_eq!(left(&play).road, [1, 0, 1]);
    play.take(US, "dispatch 2224");
    assert!(play.ids_from(US, "road").is_empty());
}

/// §15.5: where Union lines reach the north edge in a theater they meet; the Confederacy's don't.
#[test]
fn s15_5_the_unions_roads_meet_beyond_the_north_edge() {
    let field = || {
        Field::new(9, 14)
            .hex("1001 north-exit OH")
            .hex("1014 north-exit OH")
            .hex("1803 town resource 1")
            .hex("1302 town")
            .hex("1312 town")
            .rail("1001 1101")
            .rail("1014 1114")
    };
    let of = |side: &str, id: &str| {
        field().with(&[&format!("{side} sp 2 1302"), &format!("{side} control {id}")]).game()
    };
    assert!(leads(&of("us", "1312").0, Side::Us, "1302", Mode::Road, "1312"));
    assert!(!leads(&of("cs", "1312").0, Side::Cs, "1302", Mode::Road, "1312"));
    let play = Play::of(GAME, &[6, 4]);
    assert!(leads(play.state(), Side::Us, "1546", Mode::Road, "chesapeake"));
}

/// §15.6: a general keeps an SP, and the Strategic Move ends in a town, port, Fort or Resource of one's own, or with a general.
#[test]
fn s15_6_a_general_keeps_an_sp_and_a_move_has_a_place_to_end() {
    let mut position = changed(GAME, &[]);
    let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    let game = play.state();
    let sps = |game: &UsCivilWar, id: &str| game.strategic_sps(Side::Us, game.world.find(id).unwrap());
    assert_eq!((sps(game, "1546"), sps(game, "1448")), (2, 1), "Banks stands in 1546");
    let ends = |game: &UsCivilWar, side, id: &str, sps| {
        game.may_end_strategic_move(side, game.world.find(id).unwrap(), sps).is_ok()
    };
    // An empty hex on the railroad.
    assert!(!leads(game, Side::Us, "1647", Mode::Rail, "1437") && !ends(game, Side::Us, "1437", 1));
    assert!(ends(game, Side::Us, "1448", 1) && ends(game, Side::Us, "hatteras-inlet", 1));
    assert!(!ends(game, Side::Cs, "1448", 1) && !ends(game, Side::Us, "3839", 1));
    // Fort Monroe has two (10.3.2).
    assert!(ends(game, Side::Us, "fort-monroe", 1) && !ends(game, Side::Us, "fort-monroe", 2));
    with_sps(&mut position, "us", "1437", 1);
    let alone = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert!(!ends(alone.state(), Side::Us, "1437", 1), "SPs alone are no place");
    let sumner = position.roster.iter_mut().find(|unit| unit.id == "us-sumner").unwrap();
    sumner.place = Some(muster_sdk::place("1437"));
    let led = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert!(
        leads(led.state(), Side::Us, "1647", Mode::Rail, "1437") && ends(led.state(), Side::Us, "1437", 1)
    );
    put(&mut position, "us", "fort", "1429", &[("level", 1)]);
    let fort = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert!(ends(fort.state(), Side::Us, "1429", 1) && !ends(led.state(), Side::Us, "1429", 1));
}

/// §15.1, §15.6: only the end of the whole move needs such a place: a hex of the railroad serves an SP from which a road leads to where
/// no line leads from a better stop.
#[test]
fn s15_6_types_are_changed_anywhere() {
    let Laid(game) =
        line().hex("1607 town").with(&["us control 1607", "us sp 2 1202", "cs sp 3 1209"]).game();
    assert_eq!(legs(&game, Side::Us, "1202", 1, Mode::Rail), ["1201", "1205", "1206", "1207"]);
    assert_eq!(legs(&game, Side::Us, "1202", 2, Mode::Rail), ["1201"], "only one could go on by road");
    let at = game.world.find("1206").unwrap();
    let from = game.world.find("1202").unwrap();
    let left = Lift::of(Side::Us, 5, false);
    let there = Convoy { side: Side::Us, from, at, sps: 1, last: Some(Mode::Rail), left };
    let names: Vec<&str> = game.legs(&there, Mode::Road).map(|to| game.world.space(to).id.as_str()).collect();
    assert!(names.contains(&"1607"), "{names:?}");
    assert!(game.legs(&there, Mode::Rail).next().is_none(), "the same railroad leads nowhere else");
}

/// §17.1.3: nobody moves into neutral Kentucky.
#[test]
fn s17_1_3_neutral_kentucky_is_no_place_to_move_to() {
    for (holder, open) in [("neutral", false), ("us", true)] {
        let position = changed("us-civil-war-1861", &[("kentucky", Value::Text(holder.to_owned()))]);
        let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
        let to = |mode, id| leads(play.state(), Side::Us, "2316", mode, id);
        assert_eq!([to(Mode::River, "2317"), to(Mode::Road, "2317")], [open; 2], "{holder}");
    }
}

/// §12.2, C85: Demoralization goes along and spreads, a Foraging marker doesn't.
#[test]
fn s12_2_c85_the_demoralized_bring_it_along_and_foragers_leave_their_marker() {
    let mut position = changed(GAME, &[]);
    // A town in Louisiana, far from every source of the Union's, and a general in the next hex.
    put(&mut position, "us", "control", "3905", &[]);
    let general = position.roster.iter_mut().find(|unit| unit.id == "us-rosecrans").unwrap();
    general.place = Some(muster_sdk::place("3906"));
    with_sps(&mut position, "us", "3905", 6);
    let unit = position.roster.last_mut().unwrap();
    unit.attributes.push(Attribute { name: "demoralized".to_owned(), value: Value::Flag(true) });
    // Low rolls for Attrition, high ones for Surrender.
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40));
    let mut play = Play::from(&position, dice.with("Attrition", &[1; 9]).with("Surrender", &[6; 9]));
    play.until("strategic");
    let force = |play: &Play, id: &str| {
        let game = play.state();
        game.spot(game.world.find(id).unwrap()).force
    };
    let before = force(&play, "3905").expect("some are left");
    assert!(before.demoralized && before.foraging, "{before:?}");
    play.all(US, "dispatch 3905, road 3906");
    if play.next_decision().1 == "convoy" {
        play.take(US, "arrive");
    }
    let after = force(&play, "3906").expect("it has come");
    assert!(after.demoralized && !after.foraging && after.sps == 1, "{after:?}");
    assert_eq!(force(&play, "3905").map(|force| force.sps), Some(before.sps - 1));
}

/// §15.1, §15.6: wherever a leg leads the move can end, or another type leads on from there.
#[test]
fn s15_1_no_leg_leads_to_where_nothing_leads_on() {
    let starts = [
        ("us-civil-war-1863", Side::Us, ["1647", "2028", "4722"]),
        ("us-civil-war-1862", Side::Us, ["1448", "2126", "4038"]),
        ("us-civil-war-1862", Side::Cs, ["1946", "2346", "2722"]),
    ];
    for (name, side, spaces) in starts {
        let play = Play::of(name, &[6, 4]);
        let game = play.state();
        let full = Lift::of(side, 5, false);
        for from in spaces.map(|id| game.world.find(id).unwrap()) {
            for mode in Mode::ALL {
                let convoy = Convoy { side, from, at: from, sps: 1, last: None, left: full };
                for at in game.legs(&convoy, mode) {
                    if game.may_end_strategic_move(side, at, 1).is_ok() {
                        continue;
                    }
                    let mut left = full;
                    match mode {
                        Mode::Rail => left.rail -= 1,
                        Mode::River => left.river -= 1,
                        Mode::Ocean => left.ocean -= 1,
                        Mode::Road => left.road[game.world.space(from).theater.unwrap() as usize] -= 1,
                    }
                    let there = Convoy { at, last: Some(mode), left, ..convoy };
                    let on = Mode::ALL.iter().any(|&mode| game.legs(&there, mode).next().is_some());
                    let names = [from, at].map(|at| &game.world.space(at).called);
                    assert!(on, "{name}: {} from {names:?}", mode.label());
                }
            }
        }
    }
}
