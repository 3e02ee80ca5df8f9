//! §5: ships.

use cw_strategy::state::Berth;
use cw_strategy::{CwStrategy, Side, points_after, raid_damage};
use muster_contract::EventKind;

use crate::rules::position::{CS, Face, Luck, No, Play, US, Yes};

fn is_in(play: &Play, side: Side, port: &str) -> bool {
    let game: &CwStrategy = play.state();
    game.fleet_in(side, play.city(port))
}

#[test]
fn s5_1_ships_are_built_while_money_lasts_up_to_ten() {
    let mut play = Play::new(&["us-fleet @philadelphia WWWWWWWWW"]);
    play.edit("cash-us 350").take(US, "build wooden philadelphia");
    assert_eq!((play.us().fleet.unwrap().ships(), play.us().cash), (10, 250));
    assert!(play.ids_from(US, "build").is_empty(), "ten are the most");
    let mut poor = Play::new(&[]);
    poor.edit("cash-us 199").take(US, "build wooden philadelphia");
    assert!(poor.ids_from(US, "build").is_empty());
    assert!(!poor.ids_from(US, "sail").is_empty(), "building is no action");
}

#[test]
fn s5_2_no_ironclads_before_march_1862() {
    let ironclads = |year: &str, month: &str, realism: &str| {
        let play = Play::new(&[year, month, realism]);
        play.lists(US, "build ironclad philadelphia")
    };
    assert!(!ironclads("year=1861", "month=11", "realism=true"));
    assert!(!ironclads("year=1862", "month=1", "realism=true"));
    assert!(ironclads("year=1862", "month=3", "realism=true"));
    assert!(ironclads("year=1861", "month=3", "realism=false"));
}

#[test]
fn s5_1_ironclads_join_at_the_left() {
    let mut play = Play::new(&["realism=false"]);
    play.take(US, "build ironclad philadelphia");
    assert_eq!(play.us().fleet.unwrap().row(), "IWWWW");
    assert_eq!(play.us().cash, 340);
}

#[test]
fn s5_3_and_5_4_where_ships_are_built() {
    let away = Play::new(&["us-fleet @norfolk WW"]);
    assert!(away.ids_from(US, "build").is_empty(), "an enemy port");
    let mut none = Play::new(&["us-fleet off", "cs-fleet off"]);
    assert_eq!(none.ids_from(US, "build"), ["build wooden philadelphia"]);
    none.take(US, "build wooden philadelphia");
    assert!(is_in(&none, Side::Us, "philadelphia"));
    let held = Play::new(&["us-fleet off", "cs-fleet @philadelphia W"]);
    assert!(held.ids_from(US, "build").is_empty(), "the enemy lies in the only port");
}

#[test]
fn s5_5_one_action_and_then_no_building() {
    let mut play = Play::new(&[]);
    play.take(US, "sail baltimore");
    for start in ["build", "sail", "raid", "bombard", "invade"] {
        assert!(play.ids_from(US, start).is_empty(), "{start}");
    }
    assert!(!is_in(&play, Side::Us, "baltimore"), "it waits for the other sheet");
    play.seal();
    assert!(is_in(&play, Side::Us, "baltimore"));
}

#[test]
fn s5_6_to_any_other_port_and_from_the_raiding_zone() {
    let mut play = Play::new(&[]);
    assert_eq!(play.ids_from(US, "sail").len(), 8);
    play.take(US, "raid").luck("raid of", &[Yes]).seal();
    assert_eq!(play.us().fleet.unwrap().at, Berth::Raiding);
    assert_eq!(play.ids_from(US, "sail").len(), 9);
    assert!(play.ids_from(US, "build").is_empty() && play.ids_from(US, "raid").is_empty(), "5.13");
}

#[test]
fn s5_13_the_raiding_zone_is_on_the_board() {
    use muster_contract::Target;
    let zone = Target::Space("raiding-zone".to_owned());
    let mut play = Play::new(&[]);
    let why = |play: &Play, seat| play.game.explain(seat, &zone).pop().unwrap().text;
    let decisions = play.game.decisions();
    let raid = decisions.iter().flat_map(|decision| &decision.choices).find(|choice| choice.id == "raid");
    assert_eq!(raid.unwrap().target, zone, "it is chosen there");
    assert_eq!(why(&play, US), "It can be chosen now.");
    play.take(US, "raid");
    let arrow = play.game.view(Some(US)).arrows.pop().unwrap();
    assert_eq!(
        (arrow.path, arrow.style.as_str()),
        (["philadelphia", "raiding-zone"].map(str::to_owned).to_vec(), "sea")
    );
    assert_eq!(why(&play, US), "The fleet has its one action.");
    play.luck("raid of", &[Yes]).seal();
    // Everybody saw it go, and sees it there.
    let way = play.events.iter().find_map(|event| match &event.kind {
        EventKind::Moved(way) if event.units == ["us-fleet"] => Some(way.clone()),
        _ => None,
    });
    assert_eq!(way.unwrap().last().unwrap().space, "raiding-zone");
    let units = play.game.view(None).units;
    assert_eq!(units.iter().find(|unit| unit.id == "us-fleet").unwrap().place.space, "raiding-zone");
    assert_eq!(why(&play, US), "Your fleet is there.");
    let lines = play.game.explain(CS, &zone);
    assert!(lines.iter().any(|line| line.text.contains("The Union fleet: WWWW")), "{lines:?}");
    play.take(US, "sail norfolk");
    assert_eq!(play.game.view(Some(US)).arrows.pop().unwrap().path, ["raiding-zone", "norfolk"]);
    play.seal();
    assert!(is_in(&play, Side::Us, "norfolk"));
}

#[test]
fn s1_7_a_correction_puts_a_fleet_into_the_raiding_zone() {
    use muster_contract::Change;
    let mut play = Play::new(&[]);
    let raids = |id: &str| [Change::Place((id.to_owned(), muster_sdk::place("raiding-zone")))];
    play.game.edit(&raids("us-fleet")).unwrap();
    assert_eq!(play.us().fleet.unwrap().at, Berth::Raiding);
    let reason = play.game.edit(&raids("cs-fleet")).unwrap_err().reason;
    assert!(reason.contains("the raiding zone"), "{reason}");
    assert!(
        play.game.edit(&raids("us-1")).unwrap_err().reason.contains("raiding-zone"),
        "no army goes there"
    );
}

#[test]
fn s5_20_a_fleet_may_hold_out_to_its_last_ship() {
    let play = Play::new(&[]);
    let named: Vec<String> = (1..=9).map(|ships| format!("break-off {ships}")).collect();
    assert_eq!(play.ids_from(US, "break-off"), named);
}

#[test]
fn s5_19_to_5_23_a_fleet_is_destroyed() {
    let mut play = Play::new(&[]);
    play.luck("a shot at sea", &[Yes; 10]).take(US, "sail mobile").seal();
    assert!(play.cs().fleet.is_none());
    assert_eq!(play.us().fleet.unwrap().ships(), 4);
    assert!(play.cs().grudge);
    assert_eq!(play.us().points, points_after(200, 290, 11), "ten points for the victor");
    assert_eq!(play.cs().points, points_after(241, 341, 23));
}

#[test]
fn s5_22_the_winners_ship_keeps_its_damage() {
    // Nine hits on the attacker's first ship, ten on the defender's, then one is enough for the next round.
    let mut shots = vec![No; 9];
    shots.extend([Yes; 10]);
    shots.push(No);
    shots.extend([Yes; 10]);
    let mut play = Play::new(&["cs-fleet @mobile WW"]);
    play.luck("a shot at sea", &shots).take(US, "sail mobile").seal();
    assert!(play.cs().fleet.is_none());
    assert_eq!(play.us().fleet.unwrap().ships(), 3);
}

#[test]
fn s5_24_the_attacker_breaks_off_to_an_own_port() {
    let mut play = Play::new(&[]);
    play.all(US, "sail mobile, break-off 1").seal();
    assert_eq!(play.us().fleet.unwrap().ships(), 3);
    assert!(is_in(&play, Side::Us, "philadelphia"));
    assert!(is_in(&play, Side::Cs, "mobile"));
}

#[test]
fn s5_24_each_port_is_taken_with_seven_tenths() {
    let to = |faces: &[Luck]| {
        let mut play = Play::new(&["baltimore us", "jacksonville us", "us-fleet @philadelphia WW"]);
        play.luck("where the fleet retreats to", faces).all(US, "sail mobile, break-off 1").seal();
        match play.us().fleet.unwrap().at {
            Berth::Port(port) => play.game.world().id(port).to_owned(),
            Berth::Raiding => panic!("it is raiding"),
        }
    };
    // In the order of their numbers; the last is taken if none was.
    assert_eq!(to(&[Face(7)]), "baltimore");
    assert_eq!(to(&[Face(8), Face(7)]), "jacksonville");
    assert_eq!(to(&[Face(8), Face(8), Face(8)]), "philadelphia");
}

#[test]
fn s5_24_without_an_own_port_nobody_breaks_off() {
    let mut play = Play::new(&["us-fleet @baltimore WW", "philadelphia none"]);
    play.all(US, "sail mobile, break-off 1").seal();
    assert!(play.us().fleet.is_none());
    assert_eq!(play.cs().points, points_after(251, 341, 23));
}

#[test]
fn s18_2_6_of_two_that_arrive_the_smaller_attacks() {
    let mut play = Play::new(&["us-fleet @philadelphia WW", "cs-fleet @mobile W"]);
    play.take(US, "sail baltimore").take(CS, "sail baltimore").seal();
    // No shot hits the defender, who is therefore the Union.
    assert!(play.cs().fleet.is_none());
    assert_eq!(play.us().fleet.unwrap().ships(), 2);
}

#[test]
fn s5_9_an_army_is_bombarded() {
    let mut play = Play::new(&["us-fleet @norfolk WWWW", "cs-5 @norfolk 100 1 5"]);
    play.luck("the bombardment of", &[Face(125)]).take(US, "bombard").seal();
    let army = play.army("cs-5");
    // R(100 x (0.02 + 0.02 x 0.498)) and R(0.5 x 4 + 1); then +1, and -1 for the fleet that lies off (§11.4).
    assert_eq!((army.size, army.supply), (97, 2));
    assert!(is_in(&play, Side::Us, "norfolk"));
    assert_eq!(play.fort("norfolk"), 1);
}

#[test]
fn s5_9_only_the_lead_army_is_bombarded_and_every_one_is_blockaded() {
    let mut play = Play::new(&["us-fleet @norfolk WWWW", "cs-5 @norfolk 100 1 5", "cs-6 @norfolk 200 1 5"]);
    play.edit("cash-cs 900").luck("the bombardment of", &[Face(125)]).take(US, "bombard").seal();
    let [lead, other] = ["cs-5", "cs-6"].map(|id| (play.army(id).size, play.army(id).supply));
    // Both are paid for, and the fleet costs each of them a point (11.4).
    assert_eq!((lead, other), ((97, 2), (200, 5)));
}

#[test]
fn s5_9_a_bombarded_army_keeps_its_last_men() {
    let mut play = Play::new(&["us-fleet @norfolk WWWW", "cs-5 @norfolk 1 1 5"]);
    play.take(US, "bombard").seal();
    assert_eq!(play.army("cs-5").size, 1);
}

#[test]
fn s5_10_forts_without_an_army() {
    let mut play = Play::new(&["us-fleet @norfolk WWWW"]);
    play.luck("the fort of", &[No, Yes]).take(US, "bombard").seal();
    assert_eq!((play.us().fleet.unwrap().ships(), play.fort("norfolk")), (3, 0));
    let mut lost = Play::new(&["us-fleet @norfolk W"]);
    lost.take(US, "bombard").seal();
    assert!(lost.us().fleet.is_none());
    assert_eq!(lost.cs().points, points_after(246, 341, 23));
}

#[test]
fn s1_7_ironclads_are_lost_when_no_wooden_ship_is_left() {
    let row = |lost: usize| {
        let mut play = Play::new(&["realism=false", "us-fleet @norfolk IIIW"]);
        play.luck("the fort of", &[&vec![No; lost][..], &[Yes]].concat()).take(US, "bombard").seal();
        play.us().fleet.map(|fleet| fleet.row()).unwrap_or_default()
    };
    assert_eq!([1, 2, 3].map(row), ["III", "II", "I"]);
    // The last has no second try.
    assert_eq!(row(4), "");
}

#[test]
fn s5_10_the_chance_against_a_fort() {
    // .7 + .03 x (4 - 2) = .76: the 76th of a hundred faces is the last that does it.
    let forts = |face| {
        let mut play = Play::new(&["us-fleet @wilmington WWWW"]);
        play.luck("the fort of", &[Face(face), Yes]).take(US, "bombard").seal();
        play.us().fleet.unwrap().ships()
    };
    assert_eq!((forts(76), forts(77)), (4, 3));
}

#[test]
fn s5_11_an_empty_port_yields() {
    let yields = |luck, port: &str| {
        let fleet = format!("us-fleet @{port} WWWW");
        let mut play = Play::new(&[&fleet]);
        play.luck("the bombardment of", &[luck]).take(US, "bombard").seal();
        (play.owner(port), play.us().points)
    };
    assert_eq!(yields(Face(53), "jacksonville"), (None, points_after(195, 290, 11)));
    assert_eq!(yields(Face(54), "jacksonville"), (Some(Side::Cs), points_after(190, 290, 11)));
}

#[test]
fn s5_12_an_invasion() {
    let mut play = Play::new(&["us-fleet @baltimore WW"]);
    play.luck("supply of a new army", &[Yes]).take(US, "invade").seal();
    assert_eq!(play.owner("baltimore"), Some(Side::Us));
    let army = play.army("us-6");
    assert_eq!((army.size, army.experience), (35, 1));
    assert_eq!(play.at("us-6"), "baltimore");
    // Seven with what the sheet's end gives it of supply: 5, paid for, and a port eats nothing.
    assert_eq!(army.supply, 6);
    assert_eq!(play.us().fleet.unwrap().ships(), 1);
    assert_eq!(play.us().points, points_after(230, 290, 11));
    assert!(Play::new(&["us-fleet @baltimore W"]).ids_from(US, "invade").is_empty());
    assert!(Play::new(&[]).ids_from(US, "invade").is_empty());
}

#[test]
fn s5_12_the_rebels_invade_without_realism_only() {
    let can =
        |realism: &str| Play::new(&["cs-fleet @baltimore WW", "us-fleet off", realism]).lists(CS, "invade");
    assert!(!can("realism=true"));
    assert!(can("realism=false"));
}

#[test]
fn s5_14_a_port_that_is_taken_keeps_its_fleet() {
    let mut play = Play::new(&["jackson us", "us-2 @jackson 280 1 9"]);
    play.take(US, "move us-2 mobile").seal();
    assert_eq!(play.owner("mobile"), Some(Side::Us));
    assert!(is_in(&play, Side::Cs, "mobile"));
}

#[test]
fn s5_27_and_5_28_a_raid() {
    let mut play = Play::new(&["us-fleet @philadelphia WW"]);
    let before = play.cs().cash;
    play.luck("raid of", &[Yes, Face(125)]).take(US, "raid").seal();
    // R(0.05 x 2 x 1.498 x 341), after the armies are paid.
    assert_eq!(play.cs().cash, before - 143 + 341 - 51);
    assert!(play.cs().grudge);
    let mut unlucky = Play::new(&["us-fleet @philadelphia WW"]);
    unlucky.luck("raid of", &[No, Yes, Yes]).take(US, "raid").seal();
    assert_eq!(unlucky.us().fleet.unwrap().ships(), 1);
    let mut lost = Play::new(&["us-fleet @philadelphia WW"]);
    lost.take(US, "raid").seal();
    assert!(lost.us().fleet.is_none());
}

#[test]
fn s5_27_the_chance_of_a_raid() {
    let left = |ships: &str, faces: &[Luck]| {
        let mut play = Play::new(&[&format!("us-fleet @philadelphia {ships}")]);
        play.luck("raid of", faces).take(US, "raid").seal();
        play.us().fleet.map_or(0, |fleet| fleet.ships())
    };
    // .8 and .02 for each ship, in hundredths.
    assert_eq!((left("WW", &[Face(84), Yes]), left("WW", &[Face(85), Yes, Yes])), (2, 1));
    assert_eq!((left("WWWWWWW", &[Face(94), Yes]), left("WWWWWWW", &[Face(95), Yes, Yes])), (7, 6));
    // After a loss it is rolled for with one ship less: .82.
    assert_eq!((left("WW", &[No, Face(82), Yes]), left("WW", &[No, Face(83)])), (1, 0));
    // Ten ships can't fail.
    assert_eq!(left("WWWWWWWWWW", &[]), 10);
}

#[test]
fn s5_27_damage_is_at_most_three_tenths() {
    assert_eq!(raid_damage(10, 341, 499), 102);
    assert_eq!(raid_damage(1, 1, 1), 0, "three tenths of 1 are none");
    assert_eq!(raid_damage(1, 10, 1), 1);
    assert_eq!(raid_damage(5, 0, 250), 0);
}

#[test]
fn s5_27_who_loses_nothing_bears_no_grudge() {
    // What Tullahoma pays of 1 is too little to take anything of.
    let grudge = |held: &str| {
        let mut changes = vec!["alone", "us-1 @washington 400 1 9", "us-fleet @philadelphia WW"];
        changes.extend(["end-capital=false", "end-ratio=false", "end-income=false", "end-cities=false"]);
        let army = format!("cs-3 @{held} 140 1 7");
        let mut play = Play::new(&[&changes[..], &[&army]].concat());
        let cities: Vec<String> =
            play.game.world().all().map(|city| play.game.world().id(city).to_owned()).collect();
        for id in cities.iter().filter(|id| *id != held) {
            if play.owner(id) == Some(Side::Cs) {
                play.edit(&format!("owner-{id} none"));
            }
        }
        play.seal();
        let income = play.cs().income;
        play.take(US, "raid").luck("raid of", &[Yes]).seal();
        (income, play.cs().grudge)
    };
    assert_eq!((grudge("tullahoma"), grudge("columbia")), ((1, false), (5, true)));
}

#[test]
fn s5_28_cash_does_not_fall_below_nothing() {
    // Richmond falls in the turn of the raid: what is left pays less than was taken, three tenths of what came before.
    let cash = |raids: bool, hoard: i32| {
        let mut play = Play::new(&[
            "alone",
            "us-1 @manassas 900 1 9",
            "manassas us",
            "cs-4 @vicksburg 300 1 7",
            "us-fleet @philadelphia WWWWWWWWWW",
            "end-capital=false",
            "end-ratio=false",
            "end-income=false",
        ]);
        let cities: Vec<String> =
            play.game.world().all().map(|city| play.game.world().id(city).to_owned()).collect();
        for id in cities.iter().filter(|id| !["vicksburg", "jackson", "richmond"].contains(&id.as_str())) {
            if play.owner(id) == Some(Side::Cs) {
                play.edit(&format!("owner-{id} none"));
            }
        }
        play.edit(&format!("cash-cs {hoard}")).luck("raid of", &[Face(250)]).take(US, "move us-1 richmond");
        if raids {
            play.take(US, "raid");
        }
        play.seal();
        (play.cs().income, play.cs().cash)
    };
    // The army of 300 is paid 60 of what there is; 20 is left of the income, of which 99 were taken when it was 331.
    assert_eq!((cash(false, 0), cash(false, 200)), ((20, 20), (20, 160)));
    assert_eq!(cash(true, 200), (20, 160 - 99));
    assert_eq!(cash(true, 0), (20, 0), "and not 79 less than nothing");
}

#[test]
fn s5_1_a_hundred_is_enough_for_a_wooden_ship() {
    let builds = |cash: &str| Play::new(&[]).edit(cash).ids_from(US, "build");
    assert_eq!(builds("cash-us 100"), ["build wooden philadelphia"]);
    assert!(builds("cash-us 99").is_empty());
    let iron = |cash: &str| Play::new(&["realism=false"]).edit(cash).lists(US, "build ironclad philadelphia");
    assert!(iron("cash-us 200") && !iron("cash-us 199"));
}

#[test]
fn s5_11_a_capital_does_not_yield() {
    let owner = |orders: &str| {
        let mut play = Play::new(&["us-fleet @jacksonville WWWW"]);
        play.edit("cash-cs 600")
            .luck("the bombardment of", &[Yes])
            .take(US, "bombard")
            .all(CS, orders)
            .seal();
        (play.owner("jacksonville"), play.us().points)
    };
    assert_eq!(owner("drill cs-1"), (None, points_after(195, 290, 11)));
    // 50 for the Union, since the capital was moved there (8.4).
    assert_eq!(owner("capital, to jacksonville"), (Some(Side::Cs), points_after(240, 290, 11)));
}

#[test]
fn s18_2_6_of_two_equal_fleets_that_arrive_a_coin_says_who_attacks() {
    let left = |face| {
        let mut play = Play::new(&["us-fleet @philadelphia WW", "cs-fleet @mobile WW"]);
        play.luck("which fleet attacks", &[face])
            .take(US, "sail baltimore")
            .take(CS, "sail baltimore")
            .seal();
        // No shot hits the defender.
        (play.us().fleet.is_some(), play.cs().fleet.is_some())
    };
    assert_eq!((left(Face(1)), left(Face(2))), ((false, true), (true, false)));
}
