//! §21.6, §21.4.2 to §21.4.4: Naval Battles, retreats, Interception, Port Protection.

use us_civil_war::state::Vessel;

use crate::rules::fleet::has;
use crate::rules::navy::*;
use crate::rules::position::*;

const FROM: &str = "2316 2316/2415";

/// The Union's ships of a berth on their way by a payment, with dice of attack and defense.
#[track_caller]
fn sailing(things: &[&str], (berth, pay): (&str, &str), dice: [&[u8]; 2]) -> Play {
    let all = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]);
    let all = all.with("naval attack", dice[0]).with("naval defense", dice[1]);
    let mut play = Play::from(&bare(5, things), all);
    play.until("action");
    play.take(US, format!("set-sail {berth} {pay}").trim());
    play
}

/// They sail there, nobody reacts, and no card is played.
#[track_caller]
fn attack(play: &mut Play, to: &str) -> String {
    play.take(US, &format!("sail-to {to}"));
    let mut told = play.told();
    loop {
        match &*play.next_decision().1 {
            "naval-reaction" => play.take(CS, "await"),
            "naval-battle" => play.take(US, "engage"),
            _ => return told,
        };
        told.push_str(&play.told());
    }
}

/// §21.6.2 to §21.6.4, §21.6.7: the columns are those of all NSPs; the greater result wins.
#[test]
fn s21_6_3_nsps_of_works_batteries_and_ships_add_up() {
    let things = [
        "us river-nsp 5 2316 2316/2415",
        "cs fort 1 2516",
        "cs battery 1 2516",
        "cs flotilla 2516 2415/2516",
    ];
    let play = sailing(&things, (FROM, "free"), [&[], &[]]);
    let state = play.state();
    let sheet = state.naval_sheet(berth(state, "2516 2415/2516"), false, false);
    assert_eq!((sheet.attacker.nsps, sheet.defender.nsps), (5, 5));
    assert!(sheet.shielded && !sheet.is_twice());
}

/// §21.6.6: the first hit, or without one the damage, falls on the Fort and is nothing.
#[test]
fn s21_6_6_works_take_the_first_hit_or_the_damage() {
    let ships = "us river-nsp 6 2316 2316/2415";
    // Column 5-6 with 6: 0* and 5: A1 of the table.
    let things = [ships, "cs fort 1 2516", "cs flotilla 2516 2415/2516"];
    let mut play = sailing(&things, (FROM, "free"), [&[6], &[1]]);
    let told = attack(&mut play, "2516 2415/2516");
    assert!(told.contains("Union wins the Naval Battle"), "{told}");
    // 1* of column 5-6 at 6: the hit is the Fort's, the damage the Flotilla's.
    assert!(told.contains("is damaged") && !told.contains("is sunk"), "{told}");
    let mut play = sailing(&[ships, "cs flotilla 2516 2415/2516"], (FROM, "free"), [&[6], &[1]]);
    let told = attack(&mut play, "2516 2415/2516");
    assert!(told.contains("1 River Flotilla is sunk"), "{told}");
}

/// §21.6.8, §21.14: who loses goes back along the way and is Demoralized, who ties goes back.
#[test]
fn s21_6_8_the_attacker_who_has_not_won_goes_back() {
    for (attack_die, defense_die, shaken) in [(1, 6, true), (4, 4, false)] {
        let things = ["us river-nsp 3 2316 2316/2415", "cs fort 1 2516"];
        let dice: [&[u8]; 2] = [&[attack_die], &[defense_die]];
        let mut play = sailing(&things, (FROM, "free"), dice);
        let told = attack(&mut play, "2516 2415/2516");
        if shaken {
            assert!(told.contains("Confederacy wins"), "{told}");
        }
        if play.next_decision().1 == "naval-retreat" {
            has(
                &play
                    .ids_from(US, "retreat-to")
                    .iter()
                    .map(|id| id.split(' ').nth(1).unwrap().to_owned())
                    .collect::<Vec<_>>(),
                "2316",
            );
            let back = play.ids_from(US, "retreat-to 2316")[0].clone();
            play.take(US, &back);
        }
        let all = ships(play.state());
        assert!(
            all.iter().all(|ship| ship.contains("2316") && ship.contains("demoralized") == shaken),
            "{all:?}\n{told}"
        );
        assert!(!play.offers(US, "set-sail 2316"), "its activation is over");
    }
}

/// §21.6.7: who has won with twice as many NSPs sails on, who has not stays.
#[test]
fn s21_6_7_twice_as_many_sail_on() {
    let things = ["us river-nsp 4 2316 2316/2415", "cs fort 1 2516"];
    let mut play = sailing(&things, (FROM, "free"), [&[6], &[1]]);
    attack(&mut play, "2516 2415/2516");
    assert!(play.offers(US, "sail-to 3013"), "{:?}", play.ids(US));
    let things = ["us river-nsp 3 2316 2316/2415", "cs fort 1 2516"];
    let mut play = sailing(&things, (FROM, "free"), [&[6], &[1]]);
    attack(&mut play, "2516 2415/2516");
    assert_eq!(play.next_decision().1, "action");
    assert_eq!(count(play.state(), Vessel::River, "2516"), 3);
    // §21.2.3, §21.6.9: when the Action Phase ends they go back to where they came from, or what they passed.
    play.take(US, "end-actions");
    if play.next_decision().1 == "naval-retreat" {
        let back = play.ids_from(US, "retreat-to 2316")[0].clone();
        play.take(US, &back);
    }
    assert_eq!(count(play.state(), Vessel::River, "2316"), 3, "{:?}", ships(play.state()));
}

/// §21.6.8, §21.4.4: the beaten defender sails away, or stays in a port that has guns.
#[test]
fn s21_6_8_the_beaten_defender_retreats_or_seeks_port() {
    let things = [
        "us river-nsp 8 2316 2316/2415",
        "cs flotilla 2516 2415/2516",
        "cs flotilla 2516 2415/2516",
        "us fort 1 2915",
    ];
    let mut play = sailing(&things, (FROM, "free"), [&[6, 6], &[1]]);
    attack(&mut play, "2516 2415/2516");
    let left = count(play.state(), Vessel::Flotilla, "2516");
    if left > 0 {
        assert_eq!(play.next_decision().1, "naval-retreat");
        assert!(!play.lists(CS, "seek-port"), "there are no guns");
        let to = play.ids_from(CS, "retreat-to 3013")[0].clone();
        play.take(CS, &to);
    }
    assert_eq!(count(play.state(), Vessel::Flotilla, "2516"), 0);
    // Vicksburg is a port; with a battery it protects.
    let things = [
        "us river-nsp 8 3112 3112/3212",
        "cs flotilla 3013 2913/3013",
        "cs flotilla 3013 2913/3013",
        "cs battery 1 3013",
    ];
    let mut play = sailing(&things, ("3112 3112/3212", "free"), [&[4, 3], &[1]]);
    attack(&mut play, "3013 2913/3013");
    assert!(play.lists(CS, "seek-port"), "{:?}", play.ids(CS));
    play.take(CS, "seek-port");
    assert!(play.state().fleets.ships.iter().any(|ship| ship.sheltered));
}

/// §21.4.2: an Interception needs 7 with two dice, and the battle follows at once.
#[test]
fn s21_4_2_ships_intercept_who_enters_their_zone() {
    let things = ["us river-nsp 2 2316 2316/2415", "cs flotilla 3013 2913/3013"];
    for (dice, comes) in [([3, 4], true), ([3, 3], false)] {
        let all = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]).with("Interception", &dice);
        let mut play =
            Play::from(&bare(5, &things), all.with("naval attack", &[1]).with("naval defense", &[6]));
        play.until("action");
        play.take(US, &format!("set-sail {FROM} free"));
        let to = play.ids_from(US, "sail-to 2914 2913/2914")[0].clone();
        play.take(US, &to);
        assert_eq!(play.next_decision().1, "naval-reaction", "{}", play.told());
        let named = play.ids_from(CS, "intercept-ships")[0].clone();
        play.take(CS, &named);
        let told = play.told();
        assert_eq!(told.contains("intercept."), comes, "{told}");
        let fights = told.contains("Naval Battle") || play.next_decision().1 == "naval-battle";
        assert_eq!(fights, comes, "{told}");
    }
}

/// §21.4.2: a Confederate Ironclad takes 1 away, a Naval Leader of the Union's adds 1.
#[test]
fn s21_4_2_ironclads_intercept_badly() {
    let things = ["us river-nsp 2 2316 2316/2415", "cs ironclad 3013 2913/3013"];
    let mut play = sailing(&things, (FROM, "free"), [&[], &[]]);
    let to = play.ids_from(US, "sail-to 2914 2913/2914")[0].clone();
    play.take(US, &to);
    let state = play.state();
    let found = state.may_intercept_at_sea(berth(state, "3013 2913/3013")).unwrap();
    assert_eq!((found.modifier, found.automatic, found.ways()), (-1, false, 15));
}

/// §21.6.6: the die of an Ironclad that is hit, 4 to 6, makes a hit a damage and a damage nothing.
#[test]
fn s21_6_6_ironclads_are_hard_to_sink() {
    for (armor, fate) in [(3, "Ironclad is sunk"), (4, "Ironclad is damaged")] {
        let things = ["us river-nsp 5 2316 2316/2415", "cs ironclad 2516 2415/2516"];
        let all = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]).with("armor", &[armor, 6]);
        let all = all.with("naval attack", &[2]).with("naval defense", &[1]);
        let mut play = Play::from(&bare(5, &things), all);
        play.until("action");
        play.take(US, &format!("set-sail {FROM} free"));
        let told = attack(&mut play, "2516 2415/2516");
        assert!(told.contains(fate), "{armor}: {told}");
    }
}

/// §21.5: on an even turn the Oceangoing Ironclads add half of its number, if a card sends them to a Coastal Fort.
#[test]
fn s21_5_oceangoing_ironclads_join_a_stack_that_a_card_has_sent() {
    let things = ["us oceangoing 3 chesapeake", "us control hatteras-inlet"];
    let mut play = sailing(&things, ("chesapeake", "card-naval"), [&[], &[]]);
    play.take(US, "sail-to fort-fisher");
    assert_eq!(play.next_decision().1, "naval-battle", "{}", play.told());
    assert!(play.lists(US, "ironclads"), "{:?}", play.ids(US));
    let state = play.state();
    let with = state.naval_sheet(berth(state, "fort-fisher"), false, true);
    assert_eq!((with.attacker.nsps, with.defender.nsps), (5, 4), "turn 5: two");
    let mut play = sailing(&things, ("chesapeake", "free"), [&[], &[]]);
    play.take(US, "sail-to fort-fisher");
    assert!(!play.lists(US, "ironclads"));
}

/// The rows of a choice's odds, by table.
fn told(play: &Play, id: &str) -> Vec<Vec<String>> {
    let tables = play.game.odds(US, id);
    let rows = |table: muster_contract::OddsTable| {
        let rows = table.rows.exact().expect("they are exact");
        rows.iter().map(|row| row.label.clone()).collect()
    };
    tables.into_iter().map(rows).collect()
}

/// §21.6.6: nothing is sunk or damaged that isn't there; who is hit twice sinks.
#[test]
fn s21_6_6_only_ships_that_are_there_are_hit_in_the_odds() {
    let to = "sail-to 2516 2415/2516";
    let ships = "us river-nsp 2 2316 2316/2415";
    let fort = sailing(&[ships, "cs fort 2 2516"], (FROM, "free"), [&[], &[]]);
    let [ends, hits] = &told(&fort, to)[..] else { panic!("who wins, and the hits") };
    assert!(ends.iter().all(|end| ["won", "tied", "lost"].contains(&&**end)), "{ends:?}");
    assert!(hits.iter().all(|row| !row.contains("theirs")), "{hits:?}");
    assert!(hits.iter().any(|row| row.contains("yours: 1")), "{hits:?}");
    // The greatest column: what hits a lone ship is never more than it.
    let alone = ["us river-nsp 8 2316 2316/2415", "cs flotilla 2516 2415/2516"];
    let rows = told(&sailing(&alone, (FROM, "free"), [&[], &[]]), to).concat();
    let theirs: Vec<&str> =
        rows.iter().filter_map(|row| row.split("theirs: ").nth(1)?.split(';').next()).collect();
    assert!(
        !theirs.is_empty() && theirs.iter().all(|hit| ["1 sunk", "1 damaged"].contains(hit)),
        "{theirs:?}"
    );
}

/// §21.1, §21.2.4: what is asked, and why ships can't be chosen.
#[test]
fn s21_1_the_free_naval_action_is_named_and_a_damaged_ship_says_who_sends_it() {
    let things = ["us river-nsp 2 2316 2316/2415", "us river-nsp damaged 1 2316 2316/2415"];
    let mut play = Play::from(&bare(5, &things), Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]));
    play.until("action");
    let asked = |play: &Play| play.game.decisions()[0].prompt.clone();
    assert!(asked(&play).contains("The free naval action hasn't been taken."), "{}", asked(&play));
    let warning = play.details(US, "end-actions").warning.expect("points are left");
    assert!(warning.contains("and the free naval action are left"), "{warning}");
    let hurt = muster_contract::Target::Unit("river-nsp-damaged-2316-2316/2415".to_owned());
    let why: Vec<String> = play.explain(US, &hurt).into_iter().map(|line| line.text).collect();
    assert!(why.iter().any(|line| line == "Its stack is sent by another of its ships."), "{why:?}");
    play.take(US, "set-sail 2316 2316/2415 free");
    assert!(asked(&play).ends_with("where to?"), "{}", asked(&play));
    play.take(US, "sail-to 2415 2316/2415");
    assert!(!asked(&play).ends_with("where to?"), "{}", asked(&play));
}
