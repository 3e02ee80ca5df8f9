//! §11: supply, income, victory points; §16.21-16.28.

use cw_strategy::{Side, points_after, upkeep};

use crate::rules::position::{Face, No, Play, Yes};

#[test]
fn s16_21_a_turn_without_orders() {
    let money = [("money of", &[Face(51), Face(51)] as &[_])];
    let mut play = Play::with(&[], &money);
    let before: Vec<_> = ["us-1", "us-2", "us-5", "cs-1", "cs-4"].map(|id| play.army(id).supply).to_vec();
    play.seal();
    assert_eq!((play.us().cash, play.cs().cash), (609, 514));
    assert_eq!((play.us().points, play.cs().points), (242, 302));
    let after: Vec<_> = ["us-1", "us-2", "us-5", "cs-1", "cs-4"].map(|id| play.army(id).supply).to_vec();
    assert_eq!(before, after);
    let state = play.state();
    assert_eq!((state.turn, state.year, state.month), (2, 1861, 5));
}

#[test]
fn s11_2_what_supply_costs() {
    assert_eq!([400, 280, 75, 100, 125, 1, 3].map(upkeep), [80, 56, 15, 20, 25, 0, 1]);
}

#[test]
fn s16_23_ports_and_blockades() {
    let supply = |changes: &[&str], cash| {
        let play = Play::new(changes);
        play.state().supply_after(Side::Cs, &play.army("cs-5"), 11, cash, play.us().fleet)
    };
    let army = "cs-5 @mobile 90 1 5";
    assert_eq!(supply(&[army], 200), (6, 182));
    let blockade = [army, "cs-fleet off", "us-fleet @mobile W"];
    assert_eq!(supply(&blockade, 200), (5, 182));
    assert_eq!(supply(&blockade, 17), (4, 17));
}

#[test]
fn s11_2_under_realism_a_city_that_is_cut_off_gets_nothing() {
    let supply = |realism: &str| {
        let mut play = Play::new(&["cs-5 @jacksonville 50 1 5", realism]);
        play.edit("owner-savannah none");
        play.state().supply_after(Side::Cs, &play.army("cs-5"), 7, 100, None)
    };
    assert_eq!(supply("realism=true"), (5, 100));
    assert_eq!(supply("realism=false"), (6, 90));
}

#[test]
fn s11_3_months_that_eat() {
    let play = Play::new(&[]);
    let month = |month| play.state().supply_after(Side::Cs, &play.army("cs-1"), month, 0, None).0;
    assert_eq!([1, 3, 5, 7, 9, 11].map(month), [6, 6, 6, 7, 7, 6]);
}

#[test]
fn s11_5_supply_is_at_most_ten() {
    let play = Play::new(&["cs-5 @mobile 90 1 10"]);
    assert_eq!(play.state().supply_after(Side::Cs, &play.army("cs-5"), 7, 100, None).0, 10);
}

#[test]
fn s11_6_hunger() {
    let hungry = |size: &str, luck| {
        let army = format!("cs-1 @richmond {size} 1 1");
        let mut play = Play::new(&[&army]);
        play.edit("cash-cs 0").luck("hunger", &[luck]).seal();
        (play.army("cs-1").supply, play.army("cs-1").size)
    };
    assert_eq!(hungry("300", Yes), (0, 270));
    assert_eq!(hungry("300", No), (0, 300));
    assert_eq!(hungry("50", Yes), (0, 50), "it must have more than 50");
    assert_eq!(hungry("51", Yes), (0, 46));
    // A fifth: the second of ten faces is the last that starves.
    assert_eq!((hungry("300", Face(2)).1, hungry("300", Face(3)).1), (270, 300));
}

#[test]
fn s11_7_what_comes_from_outside() {
    let income = |changes: &[&str]| {
        let play = Play::new(changes);
        [Side::Us, Side::Cs].map(|side| play.state().income_of(side))
    };
    assert_eq!(income(&[]), [290, 341]);
    assert_eq!(income(&["outside-income=true"]), [395, 341]);
    assert_eq!(income(&["outside-income=true", "realism=false"]), [440, 341]);
    assert_eq!(income(&["computer=us", "balance=1"]), [290 + 84, 341]);
    assert_eq!(income(&["computer=us", "balance=5"]), [290 + 420, 341]);
    assert_eq!(income(&["computer=us", "balance=3", "realism=false"]), [290 + 360, 341]);
    assert_eq!(income(&["computer=cs", "outside-income=true"]), [290, 341], "none for a human Union");
}

#[test]
fn s11_8_cash_is_cut_before_income() {
    let mut play = Play::new(&["alone", "us-1 @washington 4 1 9", "cs-1 @richmond 4 1 7"]);
    play.edit("cash-us 19999").seal();
    assert_eq!(play.us().cash, 19_998 + 290);
}

#[test]
fn s11_9_points_drift() {
    // Toward one and a half times income and cities, with bonuses for more than 29 and 34 cities.
    assert_eq!(points_after(0, 0, 29), 9);
    assert_eq!(points_after(0, 0, 30), 59);
    assert_eq!(points_after(0, 0, 35), 160);
}

#[test]
fn s16_27_points_settle_and_bonuses_fade() {
    assert_eq!(points_after(451, 290, 11), 451);
    let once = points_after(451 + 125, 290, 11);
    let twice = points_after(once, 290, 11);
    assert_eq!((once - 451, twice - 451), (100, 80));
}

#[test]
fn s3_4_f_november_is_followed_by_january() {
    let mut play = Play::new(&["month=11"]);
    play.seal();
    assert_eq!((play.state().year, play.state().month), (1862, 1));
    // §17.6: the other calendar's December too.
    let mut even = Play::new(&["month=12"]);
    even.seal();
    assert_eq!((even.state().year, even.state().month), (1862, 1));
}

#[test]
fn s11_10_boldness() {
    let mut play = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 200 1 7"]);
    assert_eq!(play.state().boldness, [0, 0], "0 on the first turn");
    play.seal();
    assert_eq!(play.state().boldness, [2000, 500]);
}
