//! §21.2.1 to §21.2.3, §21.6.3: Naval Units, where they lie, what they are worth; as read, seen and saved.

use muster_contract::{Attribute, Target, Value};
use us_civil_war::state::{Activity, Flag, Vessel};
use us_civil_war::{Side, UsCivilWar};

use crate::rules::field::laid;
use crate::rules::navy::*;
use crate::rules::position::*;

/// §21.9.1, §21.2.2: what the Union begins with and what arrives later are all that there are.
#[test]
fn s21_2_1_the_set_ups_have_what_the_rulebook_bounds() {
    for (name, oceangoing, river) in [
        ("us-civil-war", 1, 1),
        ("us-civil-war-1861", 1, 1),
        ("us-civil-war-1862", 4, 4),
        ("us-civil-war-1863", 5, 8),
    ] {
        let game = laid(afloat(set_up(name))).0;
        let all = |vessel| game.fleets.ships.iter().filter(|ship| ship.vessel == vessel).count();
        assert_eq!((all(Vessel::Oceangoing), all(Vessel::River)), (oceangoing, river), "{name}");
    }
    let game = laid(afloat(set_up("us-civil-war-1862"))).0;
    let expected = [
        "4 river-nsp 2316 2315/2316",
        "ironclad 2449 damaged",
        "ironclad 4814 4814/4914 damaged",
        "4 oceangoing hatteras-inlet",
        "flotilla roanoke-island",
    ];
    assert_eq!(ships(&game), expected);
    let leaders = &game.world.admiralty.as_ref().unwrap().leaders;
    let with: Vec<(&str, Flag)> =
        leaders.iter().map(|(leader, info)| (&*info.label, game.fleets.leaders[leader].flag)).collect();
    let at = |text| Flag::At(berth(&game, text));
    let expected =
        [("Foote", at("2316 2315/2316")), ("Farragut", at("hatteras-inlet")), ("Porter", Flag::Waiting)];
    assert_eq!(with, expected);
    let game = laid(afloat(set_up("us-civil-war-1863")));
    assert_eq!(game.0.batteries_in(game.at("4011")), 2, "M6");
}

#[test]
fn without_the_naval_game_nothing_is_afloat() {
    let mut play = begin(&changed("us-civil-war-1862", &[]), 3);
    play.until("action");
    let game = play.state();
    assert!(game.fleets.ships.is_empty() && game.fleets.leaders.is_empty());
    assert!(!play.offers(US, "set-sail") && play.view(US).units.iter().all(|unit| unit.place.edge.is_none()));
    assert!(play.view(US).panels.iter().all(|panel| panel.id != "fleets"));
    let mut game = laid(set_up("us-civil-war-1862")).0;
    game.fleets = laid(afloat(set_up("us-civil-war-1862"))).0.fleets;
    let refusal = muster_sdk::Saves::validate(&game).unwrap_err();
    assert!(refusal.reason.contains("without that rule"), "{}", refusal.reason);
}

#[test]
fn mistakes_in_fleets_name_the_unit_and_why() {
    for (unit, words) in [
        ("us ironclad 4814", "Ironclads are the Confederate's"),
        ("cs oceangoing 1 4814", "Oceangoing NSPs are the Union's"),
        ("us oceangoing 6 4814", "more than the 5"),
        ("us oceangoing 1 2316", "2316, where Oceangoing NSPs can't be"),
        ("us river-nsp 1 1746", "1746, where River NSPs can't be"),
        ("us river-nsp 1 9999", "9999, where no Naval Unit can stay"),
        ("us river-nsp 1 2316 2520/2619", "hexside 2520/2619 is no water of 2316"),
        ("cs flotilla 2519", "needs an \"edge\": 2519 is on several waters"),
        ("cs battery 1 1840", "stands in a port, a Fort, a Coastal Fort or an Entrenchment"),
        ("us battery 1 4011", "Naval Batteries are the Confederate's"),
    ] {
        let wrong = refused(&fleet(&[unit]));
        assert!(wrong.contains(words), "{unit}: {wrong}");
        assert!(unit.starts_with("us oceangoing 6") || wrong.contains(&unit[..2]), "{unit}: {wrong}");
    }
    let mut position = navies("us-civil-war-1862");
    position.roster.retain(|unit| unit.kind != "river-nsp");
    assert!(refused(&position).contains("us-foote is in 2316 without NSPs"), "{}", refused(&position));
    for (career, words) in [
        ("4 arrive", "he arrives in a theater"),
        ("21 arrive E", "no turn from 1 to 20"),
        ("4 swim E", "none of arrive, remove"),
        ("4 arrive E for us-grant", "no Naval Leader \"us-grant\""),
    ] {
        let mut position = navies("us-civil-war-1862");
        let porter = position.roster.iter_mut().find(|unit| unit.id == "us-porter").unwrap();
        porter.attributes.retain(|given| given.name != "career");
        porter
            .attributes
            .push(Attribute { name: "career".to_owned(), value: Value::Text(career.to_owned()) });
        let wrong = refused(&position);
        assert!(wrong.contains("us-porter") && wrong.contains(words), "{career}: {wrong}");
    }
}

/// §21.6.3, §21.6.4
#[test]
fn s21_6_3_works_batteries_and_ships_have_nsps_on_the_waters_that_they_face() {
    let things = [
        "cs fort 1 2516",
        "cs battery 2 3013",
        "cs entrenchment 2715",
        "cs ironclad 4814",
        "cs ironclad unfinished 4019",
        "cs flotilla 2722",
        "us river-nsp 3 2316 2316/2415",
        "us river-nsp 2 damaged 2316 2315/2316",
        "us control ship-island",
    ];
    let game = laid(bare(5, &things)).0;
    let nsps = |side, text| game.nsps(side, berth(&game, text));
    assert_eq!(nsps(Side::Cs, "2516 2415/2516"), Some(2), "a Fort");
    assert_eq!(nsps(Side::Cs, "2415 2415/2516"), None, "on the other bank");
    assert_eq!(nsps(Side::Cs, "3013 2913/3013"), Some(4), "two Batteries");
    assert_eq!(nsps(Side::Cs, "2715 2714/2715"), Some(0), "an Entrenchment");
    assert_eq!(nsps(Side::Cs, "fort-sumter"), Some(4), "a Coastal Fort");
    assert_eq!(nsps(Side::Cs, "4814 4814/4914"), Some(2), "an Ironclad");
    assert_eq!(nsps(Side::Us, "2316 2316/2415"), Some(3));
    assert_eq!(nsps(Side::Us, "2316 2315/2316"), Some(0), "damaged");
    assert_eq!(nsps(Side::Us, "2316 2316/2317"), None, "on another hexside");
    assert_eq!(nsps(Side::Us, "ship-island"), Some(0), "a Union marker in a port from the sea");
    assert_eq!(nsps(Side::Cs, "4011 3911/4011"), None, "M6");
}

/// §21.2.2: as one unit for each kind at a place; the Confederacy's are units of their own.
#[test]
fn s21_2_2_ships_are_seen_with_their_strength_their_hexside_and_their_marks() {
    let things =
        ["us river-nsp 5 2316 2316/2415", "us river-nsp 1 damaged 2316 2316/2415", "cs battery 2 4011"];
    let mut play = begin(&bare(5, &things), 3);
    play.until("action");
    let unit = play.unit("river-nsp-2316-2316/2415").expect("the sound ones");
    assert_eq!(unit.place.edge.as_deref(), Some("2316/2415"));
    assert_eq!(unit.face.unwrap().strength, Some(5));
    let hurt = play.unit("river-nsp-damaged-2316-2316/2415").expect("the damaged one").face.unwrap();
    assert_eq!((hurt.strength, hurt.marks), (Some(0), vec!["damaged".to_owned()]));
    let report = play.view(CS).reports.into_iter().find(|report| report.id == "fleets").unwrap();
    let muster_contract::ReportBody::Table(table) = report.body else { panic!("it is a table") };
    assert_eq!(table.rows.len(), 1);
    assert_eq!(table.rows[0].cells[3], Value::Text("5 River NSPs and 1 damaged River NSP".to_owned()));
    let battery = play.view(CS).markers.into_iter().find(|marker| marker.kind == "battery").unwrap();
    assert_eq!((&*battery.place.space, &*battery.label), ("4011", "2 Batteries"));
}

/// §21.10.4: the report of Naval Batteries has a row for each place, that leads to it.
#[test]
fn s21_10_4_naval_batteries_are_in_a_report_of_their_own() {
    let play = begin(&bare(5, &["cs battery 2 4011", "cs battery 3013"]), 3);
    for seat in [US, CS] {
        let report = play.view(seat).reports.into_iter().find(|report| report.id == "batteries").unwrap();
        let muster_contract::ReportBody::Table(table) = report.body else { panic!("it is a table") };
        let rows = table.rows.iter().map(|row| match (&row.target, &row.cells[2], &row.cells[3]) {
            (Some(Target::Space(at)), &Value::Number(batteries), &Value::Number(nsps)) => {
                (at.as_str(), batteries, nsps)
            }
            other => panic!("{other:?}"),
        });
        let mut rows: Vec<(&str, i32, i32)> = rows.collect();
        rows.sort_unstable();
        assert_eq!(rows, [("3013", 1, 2), ("4011", 2, 4)]);
    }
}

/// The water is told as on the map: a hexside or a coast by its number, an island by its name.
#[test]
fn the_report_names_waters_as_the_map_does() {
    let things = ["us oceangoing 2 ship-island", "us river-nsp 2 2316 2316/2415", "cs ironclad 2449"];
    let play = begin(&bare(5, &things), 3);
    let report = play.view(US).reports.into_iter().find(|report| report.id == "fleets").unwrap();
    let muster_contract::ReportBody::Table(table) = report.body else { panic!("it is a table") };
    let waters = table.rows.into_iter().map(|mut row| match row.cells.swap_remove(1) {
        Value::Text(water) => water,
        other => panic!("{other:?}"),
    });
    let mut waters: Vec<String> = waters.collect();
    waters.sort();
    assert_eq!(waters, ["2316/2415", "2449", "Ship Island"]);
}

/// What is on its way is saved, and comes back as it was.
#[test]
fn ships_on_their_way_are_saved() {
    let mut play = begin(&navies("us-civil-war-1862"), 3);
    play.until("action");
    play.all(US, "set-sail 2316 2315/2316 free, leave-ship river-nsp");
    let schema = <UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
    let anew =
        play.game.load_another(schema, &play.game.save()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(anew.state().fleets, play.state().fleets);
    let underway = anew.state().fleets.ships.iter().filter(|ship| ship.activity == Activity::Underway);
    assert_eq!(underway.count(), 3);
    let wrong = |change: fn(&mut UsCivilWar)| {
        let mut game = play.state().clone();
        change(&mut game);
        muster_sdk::Saves::validate(&game).expect_err("it can't be").reason
    };
    assert!(wrong(|game| game.fleets.sortie = None).contains("on their way"));
    assert!(wrong(|game| game.fleets.ships.reverse()).contains("out of order"));
    assert!(wrong(|game| game.fleets.pool = [0, 9]).contains("more NSPs"));
    assert!(wrong(|game| game.fleets.ships[0].surrender = 3).contains("Surrender Points"));
}
