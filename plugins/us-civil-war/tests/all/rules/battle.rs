//! §11, §12.2 to §12.4: battles, and what they do to works.

use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::{Encounter, Plan, Verdict, is_overwhelming, is_twice};
use us_civil_war::state::{Post, Works};
use us_civil_war::world::Theater;

use crate::rules::battlefield::Field;

const BARE: Plan = Plan { crossing: None, card: false, support: [false; 2], caught: false };
const CARD: Plan = Plan { card: true, ..BARE };
const CAUGHT: Plan = Plan { caught: true, ..BARE };

// -------- §11.1 Beginning

#[test]
fn s11_1_1_sps_militia_and_forts_make_a_battle_and_generals_and_entrenchments_do_not() {
    let lone = |unit: &str| {
        let mut field = Field::of(&["us 3 @0303", "0304 resource", unit]);
        field.march(Us, "0303", 3, &[], "0304");
        field.game.encounter()
    };
    assert_eq!(lone("cs 1 @0304"), Encounter::Battle);
    assert_eq!(lone("cs militia VA @0304"), Encounter::Battle);
    assert_eq!(lone("cs fort 1 @0304"), Encounter::Battle);
    assert_eq!(lone("cs-lee 3* 2/4 @0304"), Encounter::Open, "7.6, C88");
    assert_eq!(lone("cs entrenchment @0304"), Encounter::Open);
    assert_eq!(lone("cs control @0304"), Encounter::Open);
}

#[test]
fn s17_2_4_a_garrison_defends_a_northern_objective_and_flees_from_four() {
    let raid = |sps: u8| {
        let mut field = Field::of(&["0304 PA town objective", "cs 6 @0303"]);
        field.march(Cs, "0303", sps, &[], "0304");
        field
    };
    assert_eq!(raid(3).game.encounter(), Encounter::Battle);
    assert_eq!(raid(3).lines(BARE), "3 +0, 0 +0");
    let mut field = raid(4);
    assert_eq!(field.game.encounter(), Encounter::Overrun);
    field.run(|game, resolution| game.overrun(resolution));
    assert_eq!(field.game.march.as_ref().map(|march| march.at), Some(field.space("0304")));
}

#[test]
fn s11_1_2_seven_to_one_displaces_and_four_are_enough_against_none() {
    assert!(
        is_overwhelming(7, 1) && !is_overwhelming(6, 1) && is_overwhelming(14, 2) && !is_overwhelming(13, 2)
    );
    assert!(is_overwhelming(4, 0) && !is_overwhelming(3, 0));
    // P4, at A: Grant's seven against one that is dug in, and at B Sherman's four against a Fort.
    let mut field = Field::of(&[
        "us 7 @0303",
        "us-grant 3* 3/3 @0303",
        "cs 1 @0304",
        "cs-ewell 2* 1/1 @0304",
        "cs entrenchment @0304",
        "us 4 @0503",
        "cs fort 2 @0504",
    ]);
    field.march(Us, "0303", 7, &["us-grant"], "0304");
    assert_eq!(field.game.encounter(), Encounter::Overrun);
    field.run(|game, resolution| game.overrun(resolution));
    assert_eq!(field.game.displaced(Cs, Theater::East), 1);
    assert_eq!(field.post("cs-ewell"), Post::Displaced(Theater::East, 0));
    assert_eq!(field.game.spot(field.space("0304")).works, Works::None);
    let march = field.game.march.take().expect("it goes on");
    assert_eq!(
        (march.at, march.from, march.entering),
        (field.space("0304"), Some(field.space("0303")), None)
    );
    field.march(Us, "0503", 4, &[], "0504");
    assert_eq!(field.game.encounter(), Encounter::Overrun);
    field.run(|game, resolution| game.overrun(resolution));
    assert_eq!(field.game.spot(field.space("0504")).works, Works::Fort(Us, 1), "C90: taken a level lower");
}

#[test]
fn p5_nobody_is_displaced_across_a_navigable_river_and_c80_interceptors_count() {
    let field = |side: &str| {
        let mut field = Field::of(&[
            side,
            "0304 resource",
            "us 14 @0303",
            "us-grant 3* 3/3 @0303",
            "cs militia VA @0304",
        ]);
        field.march(Us, "0303", 14, &["us-grant"], "0304");
        field
    };
    assert_eq!(field("0303/0304 river bridge railroad").game.encounter(), Encounter::Battle);
    assert_eq!(field("0303/0304 great-river").game.encounter(), Encounter::Battle);
    let mut minor = field("0303/0304 minor-river");
    assert_eq!(minor.game.encounter(), Encounter::Overrun);
    let at = minor.space("0304");
    minor.game.put_down(
        at,
        us_civil_war::state::Force { side: Cs, sps: 3, moved: 0, demoralized: false, foraging: false },
    );
    assert_eq!(minor.game.encounter(), Encounter::Battle, "14 to 3");
}

// -------- §11.3, §11.4 The sheet

#[test]
fn s11_3_one_general_to_six_sps_two_to_twelve_three_beyond() {
    let sheet = |sps: u8| {
        let mut field = Field::of(&[
            "us 18 @0303",
            "us-grant 4* 4/4 @0303",
            "us-meade 3* 1/3 @0303",
            "us-sheridan 2* 2/2 @0303 intrinsic-cavalry",
            "us-couch 2* 1/0 @0303",
            "cs 4 @0304",
        ]);
        field.march(Us, "0303", sps, &["us-grant", "us-meade", "us-sheridan", "us-couch"], "0304");
        field.causes(BARE, true)
    };
    assert_eq!(sheet(6), ["+4 us-grant commands (11.3)"]);
    assert_eq!(
        sheet(7),
        ["+4 us-grant commands (11.3)", "+2 us-sheridan (11.3)"],
        "8.6: his cavalry doesn't limit him"
    );
    assert_eq!(sheet(12).len(), 2);
    assert_eq!(sheet(13).len(), 3);
}

#[test]
fn s8_5_a_cavalry_general_adds_one_at_most_below_another_and_all_alone() {
    let sheet = |generals: &[&str]| {
        let mut field = Field::of(&[
            "us 18 @0303",
            "cs 7 @0304",
            "us-hooker 3* 1/1 @0303",
            "us-custer 1* 3/3 @0303 cavalry limited",
        ]);
        field.march(Us, "0303", 7, generals, "0304");
        field.causes(BARE, true)
    };
    assert_eq!(sheet(&["us-hooker", "us-custer"]), ["+1 us-hooker commands (11.3)", "+1 us-custer (11.3)"]);
    assert_eq!(sheet(&["us-custer"]), ["+3 us-custer commands (11.3)"]);
}

#[test]
fn b14_further_three_stars_in_the_defended_hex_add_their_ratings() {
    let mut field = Field::of(&[
        "us 7 @0303",
        "cs 13 @0304",
        "cs-lee 3* 2/4 @0304",
        "cs-johnston 3* 1/3 @0304",
        "cs-bragg 3* 1/1 @0304",
    ]);
    field.march(Us, "0303", 7, &[], "0304");
    assert_eq!(field.lines(BARE), "7-8 +0, 13-16 +8");
}

#[test]
fn s12_2_the_attacker_alone_suffers_for_demoralization_and_s18_3_2_a_card_adds_two() {
    let mut field = Field::of(&["us 5 @0303 demoralized", "us-pope 2* 1/0 @0303", "cs 5 @0304 demoralized"]);
    field.march(Us, "0303", 5, &["us-pope"], "0304");
    assert_eq!(field.lines(BARE), "5-6 -1, 5-6 +0");
    assert_eq!(
        field.causes(CARD, true),
        ["-2 attacks Demoralized (12.2)", "+1 us-pope commands (11.3)", "+2 a Special Action Card (18.3.2)"]
    );
    let support = Plan { support: [true, false], ..BARE };
    assert_eq!(field.lines(support), "5-6 +0, 5-6 +0");
    assert_eq!(field.lines(Plan { support: [false, true], ..BARE }), "5-6 -1, 5-6 +1");
}

#[test]
fn s11_4_one_of_fortification_and_terrain_counts_and_s9_3_3_none_where_the_defender_was_caught() {
    let sheet = |lines: &[&str], plan: Plan| {
        let mut all = vec!["us 5 @0303", "cs 2 @0304"];
        all.extend(lines);
        let mut field = Field::of(&all);
        field.march(Us, "0303", 3, &[], "0304");
        field.causes(plan, false).join(", ")
    };
    let cases: [(&[&str], &str); 10] = [
        (&[], ""),
        (&["cs entrenchment @0304"], "+2 in an Entrenchment (10.1.1)"),
        (&["cs fort 1 @0304"], "+2 in an F1 Fort (10.2.1)"),
        (&["cs fort 3 @0304", "0303/0304 river"], "+6 in an F3 Fort (10.2.1)"),
        (&["0303/0304 ridge"], "+1 attacked over mountains (11.4)"),
        (&["0303/0304 ridge pass"], "+1 attacked over mountains (11.4)"),
        (&["0303/0304 ridge gap railroad", "0303 marsh"], "+1 attacked over mountains (11.4)"),
        (&["0303/0304 minor-river road", "0304 marsh"], "+1 attacked over a river (11.4)"),
        (&["0303 marsh", "0303/0304 road"], "+1 attacked through a marsh (11.4)"),
        (&["0304 marsh"], "+1 attacked through a marsh (11.4)"),
    ];
    for (lines, words) in cases {
        assert_eq!(sheet(lines, BARE), words, "{lines:?}");
        assert_eq!(sheet(lines, CAUGHT), "", "{lines:?}");
    }
}

#[test]
fn s20_5_2_a_landing_is_no_attack_across_a_river_but_one_into_a_marsh() {
    let sheet = |lines: &[&str]| {
        let mut all = vec!["us 5 @0303", "cs 2 @0304", "us-burnside 2* 1/0 @0303", "0303/0304 river"];
        all.extend(lines);
        let mut field = Field::of(&all);
        field.march(Us, "0303", 3, &["us-burnside"], "0304 sea");
        field.lines(BARE)
    };
    assert_eq!(sheet(&[]), "3 +1, 2 +0");
    assert_eq!(sheet(&["0303 marsh"]), "3 +1, 2 +0");
    assert_eq!(sheet(&["0304 marsh"]), "3 +1, 2 +1");
    // The example: one SP in a Coastal Fort.
    let mut field = Field::of(&[
        "fort-x cs 0304",
        "0304 ocean-port coast",
        "us 5 @0303",
        "us-burnside 2* 1/0 @0303",
        "cs 1 @fort-x",
    ]);
    field.march(Us, "0303", 3, &["us-burnside"], "fort-x sea");
    assert_eq!(field.lines(BARE), "3 +1, 1 +2");
}

#[test]
fn s13_2_1_foragers_who_are_attacked_fight_one_column_to_the_left_with_fewer_generals() {
    let mut field = Field::of(&[
        "us 7 @0303 foraging",
        "cs 7 @0304 foraging",
        "cs-lee 3* 2/4 @0304",
        "cs-hill 2* 2/2 @0304",
    ]);
    field.march(Us, "0303", 7, &[], "0304");
    assert_eq!(field.lines(BARE), "7-8 +0, 5-6 +4");
    let mut field = Field::of(&["us 7 @0303 foraging", "cs 7 @0304"]);
    field.march(Us, "0303", 7, &[], "0304");
    assert_eq!(field.lines(BARE), "7-8 +0, 7-8 +0", "an attack isn't shifted");
}

// -------- §11.5 Navigable Rivers

#[test]
fn s11_5_1_three_sps_cross_a_navigable_river_bridge_or_not_and_c25_fewer_if_named() {
    for side in ["0303/0304 river", "0303/0304 great-river", "0303/0304 river bridge railroad"] {
        let mut field =
            Field::of(&[side, "us 12 @0303", "us-grant 3* 3/3 @0303", "us-ord 2* 2/2 @0303", "cs 2 @0304"]);
        field.march(Us, "0303", 12, &["us-grant", "us-ord"], "0304");
        assert_eq!(field.game.crossing_limit(), Some(3), "{side}");
        assert_eq!(field.lines(BARE), "3 +3, 2 +1", "one general alone counts");
        assert_eq!(field.lines(Plan { crossing: Some(1), ..BARE }), "1 +3, 2 +1");
        assert_eq!(field.lines(Plan { crossing: Some(9), ..BARE }), "3 +3, 2 +1");
        assert_eq!(field.lines(Plan { crossing: Some(0), ..BARE }), "1 +3, 2 +1");
        // Losses fall on those who cross.
        let chances = field.chances(Plan { crossing: Some(1), ..BARE });
        assert!(chances.rows.iter().all(|(outcome, _)| outcome.lost[0] <= 1));
    }
    let mut field = Field::of(&["0303/0304 minor-river", "us 12 @0303", "cs 2 @0304"]);
    field.march(Us, "0303", 12, &[], "0304");
    assert_eq!((field.game.crossing_limit(), field.lines(BARE).as_str()), (None, "9-12 +0, 2 +1"));
}

#[test]
fn s11_5_4_c81_the_whole_stack_counts_for_going_on_and_goes_across() {
    assert!(is_twice(1, 0) && is_twice(2, 1) && !is_twice(3, 2) && is_twice(9, 4) && !is_twice(0, 0));
    let mut field = Field::of(&["0303/0304 river", "us 8 @0303", "us-grant 3* 3/3 @0303", "cs 4 @0304"]);
    field.march(Us, "0303", 8, &["us-grant"], "0304");
    let fought = field.fight(BARE, &[6], &[1]);
    assert_eq!((fought.verdict, fought.had), (Verdict::Won, [8, 4]));
    assert_eq!(field.game.may_go_on(&fought), Ok(()));
    field.run(|game, resolution| {
        assert!(game.rout(&fought, resolution));
        let path = game.retreats(&fought)[0];
        game.retreat(&fought, path, resolution);
        game.advance(&fought, resolution);
    });
    let march = field.game.march.as_ref().expect("it stands across the river");
    assert_eq!((march.sps, march.at), (8 - fought.lost[0], field.space("0304")));
    // Seven aren't twice four.
    let mut field = Field::of(&["us 7 @0303", "cs 4 @0304"]);
    field.march(Us, "0303", 7, &[], "0304");
    let fought = field.fight(BARE, &[6, 6], &[1]);
    assert_eq!(fought.verdict, Verdict::Won);
    assert_eq!(field.game.may_go_on(&fought).unwrap_err().citation, "5.11");
}

#[test]
fn s10_3_4_a_coastal_fort_and_its_port_are_attacked_as_across_a_river() {
    let lines = ["fort-x cs 0304", "0304 ocean-port coast town", "us 9 @0304", "us-gillmore 2* 1/1 @0304"];
    let mut field = Field::of(&lines);
    field.march(Us, "0304", 6, &["us-gillmore"], "fort-x");
    assert!(field.game.crossing_limit().is_some());
    assert_eq!(field.game.encounter(), Encounter::Battle, "11.1.2: never displaced there");
    assert_eq!(field.causes(BARE, false), ["+2 in a Coastal Fort (10.3.2)"]);
    let lines = ["fort-x cs 0304", "0304 ocean-port coast town", "us 2 @0304", "cs 3 @fort-x"];
    let mut field = Field::of(&lines);
    field.march(Cs, "fort-x", 3, &[], "0304");
    assert_eq!(field.causes(BARE, false), ["+1 attacked over a river (11.4)"]);
    assert_eq!(field.game.may_attack(field.space("0304")), Ok(()));
}

#[test]
fn s10_3_4_fort_morgan_is_attacked_from_the_sea_alone() {
    let mut field = Field::of(&["fort-morgan cs 0304", "0304 ocean-port coast town", "us 3 @0304"]);
    field.march(Us, "0304", 3, &[], "fort-morgan");
    let fort = field.space("fort-morgan");
    assert_eq!(field.game.may_attack(fort).unwrap_err().citation, "10.3.4");
    field.game.march = None;
    let at = field.space("0304");
    field.game.put_down(
        at,
        us_civil_war::state::Force { side: Us, sps: 3, moved: 0, demoralized: false, foraging: false },
    );
    field.march(Us, "0304", 3, &[], "fort-morgan sea");
    assert_eq!(field.game.may_attack(fort), Ok(()));
}

// -------- §11.2 Dice, losses, what follows

#[test]
fn s10_2_1_a_fort_spares_its_defenders_an_sp_unless_they_are_beaten() {
    let fort = |lines: &[&str], attack: u8, defense: u8, plan: Plan| {
        let mut all = vec!["us 3 @0303", "cs 3 @0304"];
        all.extend(lines);
        let mut field = Field::of(&all);
        field.march(Us, "0303", 3, &[], "0304");
        let fought = field.fight(plan, &[attack], &[defense]);
        (fought.verdict, fought.lost)
    };
    // Column 3: 1 is a bare asterisk, 2 to 4 are 1, 5 and 6 are 1 and a diamond; the Fort adds 2.
    assert_eq!(fort(&[], 3, 3, BARE), (Verdict::Tied, [1, 1]));
    assert_eq!(fort(&["cs fort 1 @0304"], 3, 2, BARE), (Verdict::Tied, [1, 0]), "the example");
    assert_eq!(fort(&["cs fort 1 @0304"], 2, 4, BARE), (Verdict::Lost, [1, 0]));
    assert_eq!(fort(&["cs fort 1 @0304"], 6, 1, BARE), (Verdict::Won, [1, 1]), "beaten");
    assert_eq!(fort(&["cs fort 1 @0304"], 3, 3, CAUGHT), (Verdict::Tied, [1, 1]), "9.3.3");
    assert_eq!(fort(&["cs entrenchment @0304"], 3, 2, BARE), (Verdict::Tied, [1, 1]));
    assert_eq!(fort(&["cs fort 1 @0304"], 1, 4, BARE), (Verdict::Lost, [1, 0]), "never below 0 (C20)");
}

#[test]
fn s12_2_the_loser_is_demoralized_and_loses_an_sp_more_if_he_was() {
    let mut field = Field::of(&["us 3 @0303", "cs 3 @0304 demoralized"]);
    field.march(Us, "0303", 3, &[], "0304");
    let fought = field.fight(BARE, &[6], &[2]);
    assert_eq!((fought.verdict, fought.lost, fought.left), (Verdict::Won, [1, 1], [2, 1]));
    assert!(field.says("Demoralized again"));
    let mut field = Field::of(&["us 3 @0303", "cs 4 @0304", "us-pope 2* 0/0 @0303"]);
    field.march(Us, "0303", 3, &["us-pope"], "0304");
    let fought = field.fight(BARE, &[1], &[6]);
    assert_eq!((fought.verdict, fought.left), (Verdict::Lost, [2, 4]));
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert!(field.is_demoralized("0303") && field.game.march.is_none());
    assert_eq!((field.sps(Us, "0303"), field.sps(Cs, "0304")), (2, 4));
    assert_eq!(field.post("us-pope"), Post::Map(field.space("0303")));
    // Where none of those who have crossed a river is left nobody else is lost for it (11.5.1).
    let mut field = Field::of(&["0303/0304 river", "us 6 @0303 demoralized", "cs 2 @0304"]);
    field.march(Us, "0303", 6, &[], "0304");
    let one = Plan { crossing: Some(1), ..BARE };
    let fought = field.fight(one, &[1], &[6]);
    assert_eq!((fought.verdict, fought.lost[0], fought.left[0]), (Verdict::Lost, 1, 5));
    // The last SP is not lost for it.
    let mut field = Field::of(&["us 1 @0303 demoralized", "cs 4 @0304"]);
    field.march(Us, "0303", 1, &[], "0304");
    let fought = field.fight(BARE, &[1], &[1]);
    assert_eq!(
        (fought.verdict, fought.lost, fought.left),
        (Verdict::Lost, [0, 0], [0, 4]),
        "a bare asterisk beats nothing"
    );
}

#[test]
fn s12_3_three_losses_demoralize_a_victor_but_cost_him_no_more() {
    let mut field =
        Field::of(&["us 18 @0303", "us-grant 4* 4/4 @0303", "cs 12 @0304", "cs-lee 3* 2/4 @0304"]);
    field.march(Us, "0303", 18, &["us-grant"], "0304");
    // 17+ at 15 + 4 is 4*, 9-12 at 9 + 4 is 3.
    let fought = field.fight(BARE, &[5, 5, 5], &[5, 4]);
    assert_eq!((fought.verdict, fought.lost, fought.left), (Verdict::Won, [3, 4], [15, 8]));
    assert!(field.says("The Union force is Demoralized") && field.game.march.as_ref().unwrap().demoralized);
    let mut field = Field::of(&[
        "us 18 @0303 demoralized",
        "us-grant 4* 4/4 @0303",
        "cs 12 @0304",
        "cs-lee 3* 2/4 @0304",
    ]);
    field.march(Us, "0303", 18, &["us-grant"], "0304");
    let fought = field.fight(BARE, &[6, 6, 5], &[5, 4]);
    assert_eq!((fought.lost, fought.left), ([3, 4], [15, 8]));
}

#[test]
fn p4_a_tie_demoralizes_whoever_is_not_in_full_supply_and_the_attacker_goes_back() {
    let mut field = Field::of(&["cs 6 @0303", "cs-lee 3* 2/4 @0303", "us 6 @0304", "us-meade 3* 1/2 @0304"]);
    field.march(Cs, "0303", 6, &["cs-lee"], "0304");
    // Both come to 6, which is 1 and an asterisk.
    let fought = field.fight(BARE, &[4], &[4]);
    assert_eq!((fought.verdict, fought.left), (Verdict::Tied, [5, 5]));
    assert!(!field.is_demoralized("0304"), "it waits for the attacker's return");
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert_eq!((field.sps(Cs, "0303"), field.sps(Us, "0304")), (5, 5));
    // Nobody has supply here.
    assert!(field.is_demoralized("0303") && field.is_demoralized("0304"));
    // Again it costs an SP.
    field.march(Cs, "0303", 5, &["cs-lee"], "0304");
    let fought = field.fight(BARE, &[6], &[4]);
    assert_eq!(fought.verdict, Verdict::Tied);
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert_eq!((field.sps(Cs, "0303"), field.sps(Us, "0304")), (3, 3));
}

#[test]
fn s11_2_4_generals_of_a_beaten_force_without_sps_are_displaced_and_those_of_a_victor_by_choice() {
    let mut field = Field::of(&["us 1 @0303", "us-buell 2* 1/1 @0303", "cs 4 @0304"]);
    field.march(Us, "0303", 1, &["us-buell"], "0304");
    let fought = field.fight(BARE, &[1], &[6]);
    assert_eq!((fought.verdict, fought.left[0]), (Verdict::Lost, 0));
    assert_eq!(field.game.may_displace_victors(&fought), None);
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert_eq!(field.post("us-buell"), Post::Displaced(Theater::East, 0));
    // A victor who is eliminated: the defender is beaten all the same (§11.2.3).
    let mut field = Field::of(&["us 1 @0303", "us-buell 2* 3/1 @0303", "cs 4 @0304"]);
    field.march(Us, "0303", 1, &["us-buell"], "0304");
    let fought = field.fight(CARD, &[6], &[2]);
    assert_eq!((fought.verdict, fought.left), (Verdict::Won, [0, 3]), "1 and a diamond against 1");
    assert_eq!(field.game.may_displace_victors(&fought), Some(Us));
    field.run(|game, resolution| {
        assert!(game.rout(&fought, resolution));
        let path = game.retreats(&fought)[0];
        game.retreat(&fought, path, resolution);
        game.advance(&fought, resolution);
    });
    assert_eq!(field.post("us-buell"), Post::Map(field.space("0304")));
    assert_eq!(field.sps(Cs, "0304"), 0);
    // Against a Fort he can't stay, and it holds out.
    let mut field = Field::of(&["us 1 @0303", "us-buell 2* 4/1 @0303", "cs 4 @0304", "cs fort 1 @0304"]);
    field.march(Us, "0303", 1, &["us-buell"], "0304");
    let fought = field.fight(CARD, &[6], &[1]);
    assert_eq!((fought.verdict, fought.left[0]), (Verdict::Won, 0));
    assert_eq!(field.game.may_displace_victors(&fought), None);
    field.run(|game, resolution| {
        game.rout(&fought, resolution);
        let path = game.retreats(&fought)[0];
        game.retreat(&fought, path, resolution);
        game.advance(&fought, resolution);
    });
    assert_eq!(field.post("us-buell"), Post::Displaced(Theater::East, 0));
    assert_eq!(field.game.fort(field.space("0304")), Some((Cs, 1)));
}

#[test]
fn s11_2_4_a_tie_is_a_victory_of_both_for_their_generals() {
    let mut field = Field::of(&["us 1 @0303", "us-buell 2* 1/1 @0303", "cs 1 @0304", "cs-hill 2* 1/1 @0304"]);
    field.march(Us, "0303", 1, &["us-buell"], "0304");
    let fought = field.fight(BARE, &[5], &[5]);
    assert_eq!((fought.verdict, fought.left), (Verdict::Tied, [0, 0]));
    assert_eq!(field.game.may_displace_victors(&fought), Some(Us));
    field.run(|game, resolution| game.displace_victors(&fought, Us, resolution));
    assert_eq!(field.game.may_displace_victors(&fought), Some(Cs));
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert_eq!(
        (field.post("us-buell"), field.post("cs-hill")),
        (Post::Displaced(Theater::East, 0), Post::Map(field.space("0304")))
    );
}

#[test]
fn s8_7_cavalry_stays_in_the_displaced_box_a_turn_longer() {
    let mut field = Field::of(&[
        "us 7 @0303",
        "cs 1 @0304",
        "cs-stuart 1* 2/2 @0304 cavalry limited",
        "cs-price 2* 1/1 @0304 intrinsic-cavalry",
        "cs-hill 2* 1/1 @0304",
    ]);
    field.march(Us, "0303", 7, &[], "0304");
    field.run(|game, resolution| game.overrun(resolution));
    let posts = ["cs-stuart", "cs-price", "cs-hill"].map(|id| field.post(id));
    assert_eq!(posts, [1, 1, 0].map(|delay| Post::Displaced(Theater::East, delay)));
}
