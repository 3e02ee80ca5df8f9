//! §18.1: Naval Assist and Naval Support.

use muster_contract::Value;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::Plan;
use us_civil_war::state::{Means, Works};

use crate::rules::battlefield::Field;
use crate::rules::fleet::*;
use crate::rules::position::*;

const RIVER: &str = "0303/0304 river name=Mississippi";

/// SPs that cross to 0304, with ships or without.
fn crossing(lines: &[&str], assisted: bool) -> Option<u8> {
    let mut field = Field::of(&[lines, &["us 9 @0303", "us-grant 3* 3/3 @0303", "cs 1 @0304"]].concat());
    field.march(Us, "0303", 9, &["us-grant"], "0304");
    field.game.march.as_mut().unwrap().assisted = assisted;
    field.game.crossing_limit()
}

#[test]
fn s18_1_ships_help_over_the_great_rivers_and_what_flows_into_them() {
    let fort = "cs fort 1 @0304";
    for (river, helped) in
        [("river name=Mississippi", true), ("great-river name=Mississippi", true), ("river", false)]
    {
        let river = format!("0303/0304 {river}");
        assert_eq!(crossing(&[&river, fort], false), Some(1), "{river}");
        assert_eq!(crossing(&[&river, fort], true), Some(if helped { 3 } else { 1 }), "{river}");
    }
    // What joins the Mississippi is meant too, but for what leaves it.
    let joined = |name: &str| {
        let side = format!("0303/0304 river name={name}");
        crossing(
            &[
                "0203/0303 great-river name=Mississippi",
                "0203/0304 great-river name=Mississippi",
                &side,
                fort,
            ],
            true,
        )
    };
    assert_eq!((joined("Yazoo"), joined("Atchafalaya")), (Some(3), Some(1)));
}

#[test]
fn s18_1_on_the_map_they_help_on_the_cumberland_and_not_above_the_shoals_or_on_the_james() {
    let field = Field::at(&set_up(GAME));
    let helps = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|id| field.space(id));
        field.game.is_assistable(from, field.game.world.way(from, to).unwrap())
    };
    for (from, to) in [
        ("2619", "2520"),
        ("3119", "3219"),
        ("2415", "2516"),
        ("3912", "4012"),
        ("2324", "2423"),
        ("4508", "4408"),
        ("fort-sumter", "3839"),
        ("5015", "fort-st-philip-jackson"),
    ] {
        assert!(helps(from, to) && helps(to, from), "{from} {to}");
    }
    for (from, to) in [
        ("3221", "3121"),
        ("2829", "2828"),
        ("2246", "2346"),
        ("4609", "4608"),
        ("4912", "4913"),
        ("fort-morgan", "4620"),
        ("1647", "1747"),
        ("3019", "3018"),
    ] {
        let dry = from == "3019";
        assert!(!helps(from, to) && !helps(to, from), "{from} {to} {dry}");
    }
}

/// A card helps over one hexside: the next.
#[test]
fn s18_1_a_card_for_assistance_is_for_one_crossing() {
    let mut field = Field::of(&[RIVER, "0304/0305 river name=Mississippi", "us 3 @0303", "cs fort 1 @0304"]);
    let at = field.space("0304");
    field.march(Us, "0303", 3, &[], "0304");
    field.game.march.as_mut().unwrap().assisted = true;
    field.game.spot_mut(at).works = Works::None;
    field.run(|game, resolution| game.move_in(resolution));
    assert!(!field.game.march.as_ref().unwrap().assisted);
    // Dry land doesn't use it up.
    let mut field = Field::of(&["us 3 @0303"]);
    field.march(Us, "0303", 3, &[], "0304");
    field.game.march.as_mut().unwrap().assisted = true;
    field.run(|game, resolution| game.move_in(resolution));
    assert!(field.game.march.as_ref().unwrap().assisted);
}

/// Grant before Dover, which commands the Tennessee and the Cumberland by its Fort.
#[test]
fn s18_1_grant_crosses_the_tennessee_before_dover_with_help_from_ships() {
    let mut position = with(&["us 5 2618"]);
    let grant = position.roster.iter_mut().find(|unit| unit.id == "us-grant").unwrap();
    grant.place = Some(muster_sdk::place("2618"));
    let mut play = begin(&position, 3);
    play.take(US, "activate us-grant");
    assert!(!play.lists(US, "to 2619"), "5.8.3: with one SP only");
    assert!(play.lists(US, "assist card-naval"));
    play.take(US, "assist card-naval");
    assert!(play.lists(US, "to 2619") && !play.offers(US, "assist"));
    play.take(US, "to 2619");
    while play.next_decision().1 == "react" {
        play.take(CS, "no-reaction");
    }
    assert_eq!(play.next_decision().1, "battle");
    assert_eq!(play.state().crossing_limit(), Some(3), "11.5.1");
    // Dover's port is on the Cumberland, but its Fort faces both rivers.
    assert!(play.lists(US, "support card-naval"));
    play.take(US, "support card-naval");
    assert!(!play.offers(US, "support"), "once");
    assert_eq!(play.state().holds_card(Us, us_civil_war::charts::Card::Naval), 1);
}

#[test]
fn s18_1_confederates_have_no_such_help_and_s1_3_nobody_has_in_1861() {
    let may = |side, turn: i32| {
        let position =
            changed("us-civil-war-1861", &[("turn", Value::Number(turn)), ("last", Value::Number(8))]);
        let mut field = Field::at(&position);
        field.march(side, "2316", 1, &[], "2516");
        field.game.may_be_supported().map_err(|why| why.citation)
    };
    assert_eq!([1, 3].map(|turn| may(Us, turn)), [Err("S1.3"); 2]);
    assert_eq!(may(Us, 4), Ok(()));
    assert_eq!(may(Cs, 4), Err("18.1"));
}

/// Which places warships get to.
#[test]
fn s18_1_naval_support_at_ports_forts_and_islands_that_warships_reach() {
    let may = |to: &str, fort: bool| {
        let mut field = Field::at(&set_up(GAME));
        let at = field.space(to);
        if fort {
            field.game.spot_mut(at).works = Works::Fort(Cs, 1);
        }
        field.march(Us, "2316", 1, &[], to);
        field.game.march.as_mut().unwrap().means = Means::Land;
        field.game.may_be_supported().is_ok()
    };
    // Inland: Columbus, Memphis, Nashville, Decatur above the shoals, Bowling Green on the Barren, Alexandria on the Red.
    for (at, reached) in [
        ("2516", true),
        ("3013", true),
        ("2722", true),
        ("3221", false),
        ("4814", true),
        ("2245", false),
        ("4137", true),
        ("4718", true),
        ("4815", false),
        ("4915", false),
        ("5011", false),
        ("3047", true),
        ("fort-fisher", true),
        ("roanoke-island", true),
        ("2449", true),
        ("1946", false),
        ("3042", false),
        ("4022", false),
    ] {
        assert_eq!(may(at, false), reached, "{at}");
    }
    // No port: only a Fort can be supported against, and only by the water.
    assert!(!may("2618", false) && may("2618", true));
    assert!(!may("2917", true), "Corinth is inland");
    assert!(may("4723", true) && !may("4723", false), "a coast");
}

#[test]
fn s21_3_1_s18_1_support_adds_one_and_goes_with_a_card_for_the_battle() {
    let mut field = Field::of(&["fort-x cs 0304", "0304 ocean-port coast town", "us 3 @0303"]);
    field.march(Us, "0303", 3, &[], "fort-x sea");
    let plan = Plan { card: true, support: [true, false], ..Plan::default() };
    assert_eq!(field.lines(plan), "3 +3, 0 +2");
}

/// 5.10, 18.1: SPs by themselves march by force too.
#[test]
fn s5_10_sps_by_themselves_make_use_of_cards() {
    let dice =
        Arranged::else_highest().with("Initiative", &[4, 1]).with("the Union draws a card", &[1, 1, 1]);
    let mut play = Play::from(&set_up(GAME), dice);
    play.take(US, "activate us-2224").take(US, "force card-any");
    assert_eq!(play.state().march.as_ref().unwrap().moves, 5);
}
