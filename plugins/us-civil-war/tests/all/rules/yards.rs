//! §21.2.6 to §21.2.8, §21.8 to §21.10: coal, shipyards, what comes into the game, leaders who come and go.

use us_civil_war::Level;
use us_civil_war::Side;
use us_civil_war::state::{Flag, Vessel};

use crate::rules::navy::*;
use crate::rules::position::*;

/// The spaces of choices that begin so.
fn spaces(play: &Play, seat: u8, start: &str) -> Vec<String> {
    let ids = play.ids_from(seat, start);
    ids.iter().map(|id| id[start.len()..].split(' ').next().unwrap().to_owned()).collect()
}

/// The Union's next Action Phase.
fn next_phase(play: &mut Play) {
    play.take(US, "end-actions");
    play.until("action");
    play.take(CS, "end-actions");
    play.until("action");
}

#[test]
fn s21_9_1_nsps_arrive_by_the_turn() {
    let mut play = begin(&bare(4, &["us river-nsp 4 1712", "us oceangoing 4 chesapeake"]), 3);
    play.until("commission");
    let yards = spaces(&play, US, "commission ");
    for yard in ["1712", "2316", "1627", "1139"] {
        assert!(yards.iter().any(|at| at == yard), "{yard} in {yards:?}");
    }
    assert_eq!(count(play.state(), Vessel::Oceangoing, "chesapeake"), 5, "one more by itself");
    let cairo = play.ids_from(US, "commission 2316")[0].clone();
    (0..4).for_each(|_| {
        play.take(US, &cairo);
    });
    assert_eq!(count(play.state(), Vessel::River, "2316"), 4);
    assert_ne!(play.next_decision(), (US, "commission".to_owned()));
}

/// §21.2.7: no port, no coal; whoever moves then is lost unless he finds some; and comes back from the pool (§21.9.2).
#[test]
fn s21_2_7_ships_low_on_coal_are_lost_if_they_move_and_find_none() {
    // Nashville lies behind Confederate ports.
    let mut play = begin(&bare(5, &["us river-nsp 2 2722", "us river-nsp 1 2316 2316/2415"]), 3);
    play.until("action");
    next_phase(&mut play);
    let low = |play: &Play| ships(play.state());
    let at = low(&play).into_iter().find(|ship| ship.contains(" 2722 ")).unwrap();
    assert!(at.starts_with("2 river-nsp") && at.ends_with("low"), "{at}");
    assert!(low(&play).iter().any(|ship| ship.starts_with("river-nsp 2316") && !ship.ends_with("low")));
    let berth = play.ids_from(US, "set-sail 2722").into_iter().find(|id| id.ends_with("free")).unwrap();
    play.take(US, &berth);
    // One stays, and loses nothing by that; the other moves a hexside and is lost.
    play.take(US, "leave-ship river-nsp");
    let to = play.ids_from(US, "sail-to 2721")[0].clone();
    play.take(US, &to);
    assert!(play.told().contains("no coal left"), "{}", play.told());
    assert_eq!(play.state().fleets.pool, [0, 1]);
    assert_eq!(count(play.state(), Vessel::River, "2722"), 1);
    // In supply it would have been saved.
    next_phase(&mut play);
    let berth = play.ids_from(US, "set-sail 2722").into_iter().find(|id| id.ends_with("free")).unwrap();
    play.take(US, &berth);
    let to = play.ids_from(US, "sail-to 2316")[0].clone();
    play.take(US, &to);
    assert_eq!(count(play.state(), Vessel::River, "2316"), 2);
    next_phase(&mut play);
    assert!(low(&play).iter().all(|ship| !ship.ends_with("low")), "{:?}", low(&play));
}

#[test]
fn s21_9_2_one_of_each_kind_comes_back_from_the_pool_in_a_turn() {
    let mut play = begin(&bare(5, &["us river-nsp 3 2722"]), 3);
    play.until("action");
    // Out of supply, they check for Surrender once they are Low on Coal: 6 gives a point, three points are too many.
    for _ in 0..3 {
        next_phase(&mut play);
    }
    assert_eq!(play.state().fleets.pool, [0, 0]);
    assert_eq!(play.state().fleets.ships.iter().map(|ship| ship.surrender).max(), Some(2));
    play.take(US, "end-actions");
    assert_eq!(play.state().fleets.pool, [0, 3], "{}", play.told());
    play.until("commission");
    let cairo = play.ids_from(US, "commission 2316")[0].clone();
    play.take(US, &cairo);
    assert_eq!(play.state().fleets.pool, [0, 2]);
    assert_ne!(play.next_decision(), (US, "commission".to_owned()));
}

#[test]
fn s21_2_7_ships_are_supplied_by_the_ports_that_they_reach() {
    let things =
        ["us river-nsp 1 2316 2316/2415", "us river-nsp 1 2722", "cs flotilla 4814", "us oceangoing 1 5101"];
    let game = crate::rules::field::laid(bare(5, &things)).0;
    let coal = |side, text| game.coal(side, berth(&game, text));
    assert_eq!(coal(Side::Us, "2316 2316/2415"), Level::Full);
    assert_eq!(coal(Side::Us, "2722 2622/2722"), Level::Out);
    assert_eq!(coal(Side::Cs, "4814 4814/4914"), Level::Full);
    assert_eq!(coal(Side::Us, "5101"), Level::Full, "over the Gulf");
}

#[test]
fn s21_8_2_damaged_ships_are_repaired_in_shipyards() {
    let things = [
        "us river-nsp 1 damaged 2316 2316/2415",
        "us river-nsp 1 damaged 2317 2217/2317",
        "cs flotilla damaged 4814",
    ];
    let mut play = begin(&bare(5, &things), 3);
    play.until("action");
    play.until("strategic");
    let now = ships(play.state());
    assert!(now.iter().any(|ship| ship.contains("river-nsp 2316") && !ship.contains("damaged")), "{now:?}");
    assert!(now.iter().any(|ship| ship.contains("river-nsp 2317") && ship.contains("damaged")), "{now:?}");
    assert!(now.iter().any(|ship| ship.contains("flotilla 4814") && !ship.contains("damaged")), "{now:?}");
}

#[test]
fn s21_10_3_a_five_or_six_completes_an_ironclad() {
    let things = ["cs ironclad unfinished 4814", "cs ironclad unfinished 2245"];
    let mut play = begin(&bare(5, &things), 3);
    play.until("completion");
    assert_eq!(spaces(&play, CS, "complete "), ["2245", "4814"]);
    assert_eq!(play.view(CS).turn.phase, "end");
    let id = play.ids_from(CS, "complete 2245")[0].clone();
    play.take(CS, &id);
    let now = ships(play.state());
    assert!(now.iter().any(|ship| ship.contains("ironclad 2245") && !ship.contains("damaged")), "{now:?}");
    assert!(now.iter().any(|ship| ship.contains("ironclad 4814") && ship.contains("damaged")), "{now:?}");
    let dice = Arranged::else_highest()
        .with("Initiative", &[4, 1, 4, 1, 4, 1, 4, 1])
        .with("Completion of an Ironclad", &[4]);
    let mut play = Play::from(&bare(5, &things), dice);
    play.until("intake");
    assert!(ships(play.state()).iter().filter(|ship| ship.contains("damaged")).count() == 2);
}

/// §21.10.1, §21.10.2
#[test]
fn s21_10_1_the_confederacy_builds_by_dice_where_it_is_in_full_supply() {
    let built = |die: u8, state: [u8; 2]| {
        let dice = Arranged::else_highest()
            .with("Initiative", &[4, 1, 4, 1, 4, 1, 4, 1])
            .with("Naval reinforcement", &[die])
            .with("State that builds", &state);
        let mut play = Play::from(&bare(5, &[]), dice);
        play.until("strategic");
        play
    };
    // Seven is Virginia; the first place of the list is taken.
    let play = built(1, [4, 3]);
    let now = ships(play.state());
    let ironclad = now.iter().find(|ship| ship.starts_with("ironclad")).expect("an Ironclad");
    assert!(ironclad.ends_with("damaged"), "{ironclad}: under construction");
    let play = built(3, [4, 3]);
    let at = play.state().fleets.batteries[0];
    assert!(play.state().world.space(at).states.has(us_civil_war::State::Virginia));
    let play = built(5, [6, 4]);
    // Ten is Mississippi.
    let flotilla = play.state().fleets.ships[0];
    assert_eq!(flotilla.vessel, Vessel::Flotilla);
    assert!(play.state().world.space(flotilla.berth.space).states.has(us_civil_war::State::Mississippi));
}

/// §21.10.4
#[test]
fn s21_10_4_a_card_repositions_a_naval_battery_along_a_line() {
    let mut position = fleet(&["cs battery 1 3107"]);
    position.setup.options.dedup();
    let mut play = begin(&position, 3);
    play.until("action");
    play.take(US, "end-actions");
    play.until("action");
    let cards = play.ids_from(CS, "resite 3107");
    assert!(!cards.is_empty(), "{:?}", play.ids(CS));
    play.take(CS, &cards[0]);
    assert_eq!(play.next_decision(), (CS, "resiting".to_owned()));
    let to = play.ids_from(CS, "emplace ")[0].clone();
    play.take(CS, &to);
    let game = play.state();
    let at = game.world.find(&to["emplace ".len()..]).unwrap();
    assert_eq!((game.batteries_in(at), game.fleets.batteries.len()), (1, 1));
}

/// §21.10.3, §21.10.4: whoever takes the port takes what can't leave it.
#[test]
fn s21_10_4_batteries_and_unfinished_ironclads_fall_with_their_port() {
    let things = ["us sp 3 1747", "cs battery 1 1946", "cs ironclad unfinished 1946"];
    let mut play = begin(&bare(5, &things), 3);
    play.until("action");
    play.take(US, "activate us-1747");
    for to in ["to 1846", "to 1946"] {
        play.take(US, to);
    }
    assert!(
        play.state().fleets.batteries.is_empty() && play.state().fleets.ships.is_empty(),
        "{}",
        play.told()
    );
}

/// §21.2.6
#[test]
fn s21_2_6_nsps_are_redeployed_to_one_port_under_naval_control() {
    let things = [
        "us river-nsp 2 1712",
        "us river-nsp 1 1139",
        "us river-nsp 1 2722",
        "us oceangoing 2 fort-monroe",
        "us oceangoing 1 chesapeake",
    ];
    let mut play = begin(&bare(5, &things), 3);
    play.until("strategic");
    let rivers = spaces(&play, US, "redeploy river-nsp ");
    assert!(rivers.iter().any(|at| at == "2316") && rivers.iter().all(|at| at != "2722"), "{rivers:?}");
    let oceans = spaces(&play, US, "redeploy oceangoing ");
    assert!(oceans.iter().any(|at| at == "chesapeake") && oceans.iter().all(|at| at != "2316"), "{oceans:?}");
    let to = play.ids_from(US, "redeploy river-nsp 2316")[0].clone();
    play.take(US, &to);
    assert!(!play.lists(US, "end-redeployment"), "one at least");
    let from = spaces(&play, US, "bring ");
    assert!(from.iter().any(|at| at == "1712") && from.iter().any(|at| at == "1139"), "{from:?}");
    assert!(from.iter().all(|at| at != "2722"), "past Confederate ports the Union has no control: {from:?}");
    for at in ["1712", "1139"] {
        let id = play.ids_from(US, &format!("bring {at}"))[0].clone();
        play.take(US, &id);
    }
    play.take(US, "end-redeployment");
    assert_eq!(count(play.state(), Vessel::River, "2316"), 2);
    assert!(!play.offers(US, "redeploy river-nsp") && play.offers(US, "redeploy oceangoing"));
}

/// §21.2.8, §16.4
#[test]
fn s21_2_8_porter_replaces_foote() {
    let mut position = bare(7, &["us river-nsp 3 2316 2316/2415"]);
    let leaders = navies("us-civil-war-1862").roster.into_iter().filter(|unit| unit.kind == "naval-leader");
    position.roster.extend(leaders.filter(|unit| unit.id != "us-farragut"));
    let mut play = begin(&position, 3);
    play.until("manage");
    assert_eq!(play.ids_from(US, "manage-naval"), ["manage-naval us-porter"], "Foote waits for him");
    assert!(!play.lists(US, "end-management"));
    play.take(US, "manage-naval us-porter");
    assert!(play.told().contains("Porter replaces Foote"), "{}", play.told());
    play.take(US, "manage-naval us-foote");
    let game = play.state();
    let flag =
        |id| game.fleets.leaders[game.world.admiralty.as_ref().unwrap().leader_named(id).unwrap()].flag;
    assert_eq!(flag("us-porter"), Flag::At(berth(game, "2316 2316/2415")));
    assert_eq!(flag("us-foote"), Flag::Gone);
}

/// §21.2.8, §14.6: a Naval Leader whose ships are gone is displaced, and comes back to others of his theater.
#[test]
fn s21_2_8_who_has_lost_his_ships_is_displaced_and_comes_back() {
    let mut position = bare(5, &["us river-nsp 1 2722", "us river-nsp 1 2316 2316/2415"]);
    let mut leaders = navies("us-civil-war-1862").roster.into_iter();
    let mut foote = leaders.find(|unit| unit.id == "us-foote").unwrap();
    foote.place = Some(muster_sdk::place("2722"));
    position.roster.push(foote);
    let mut play = begin(&position, 3);
    play.until("action");
    for _ in 0..3 {
        next_phase(&mut play);
    }
    play.take(US, "end-actions");
    let flag = |play: &Play| {
        let game = play.state();
        game.fleets.leaders[game.world.admiralty.as_ref().unwrap().leader_named("us-foote").unwrap()].flag
    };
    assert_eq!(flag(&play), Flag::Displaced(us_civil_war::Theater::West), "{}", play.told());
    play.until("strategic");
    assert!(matches!(flag(&play), Flag::At(_)), "{:?}", flag(&play));
}
