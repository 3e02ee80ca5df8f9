//! §10.1.3, §10.2.5, §10.3.2 and others: what battles do to works; the chances that the rulebook prints; battles with Naval Control
//! and supply.

use muster_sdk::Rules as _;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::{Encounter, Plan, Verdict};
use us_civil_war::retreat::Path;
use us_civil_war::stacks::Detachment;
use us_civil_war::state::{Begun, Step, Works};
use us_civil_war::{Choice, Side};

use crate::rules::battlefield::{Field, position};
use crate::rules::position::{Arranged, CS, Play};

const BARE: Plan = Plan { crossing: None, card: false, support: [false; 2], caught: false };
const CARD: Plan = Plan { card: true, ..BARE };

// -------- §10.1.3, §10.2.5, §10.3.2 Works

#[test]
fn s10_2_5_c90_forts_are_captured_a_level_lower_and_an_f1_leaves_a_marker_in_an_enemy_state() {
    let take = |hex: &str, level: u8| {
        let fort = format!("cs fort {level} @0304");
        let mut field = Field::of(&[hex, &fort, "us 4 @0303"]);
        field.march(Us, "0303", 4, &[], "0304");
        field.run(|game, resolution| game.overrun(resolution));
        let spot = *field.game.spot(field.space("0304"));
        (spot.works, spot.marker)
    };
    assert_eq!(take("0304 town", 3), (Works::Fort(Us, 2), None));
    assert_eq!(take("0304 town", 2), (Works::Fort(Us, 1), None));
    assert_eq!(take("0304 town", 1), (Works::None, Some(Us)));
    assert_eq!(take("0304 woods", 1), (Works::None, None), "no marker lies in the open (6.2.3)");
    assert_eq!(take("0304 PA town", 1), (Works::None, None), "his own state");
}

#[test]
fn s10_1_3_an_entrenchment_is_removed_when_all_retreat_and_leaves_its_owners_marker_abroad() {
    // The Union's Entrenchment in Virginia is stormed by the Confederacy.
    let mut field =
        Field::of(&["0304 town", "cs 5 @0303", "cs-lee 3* 4/4 @0303", "us 1 @0304", "us entrenchment @0304"]);
    field.march(Cs, "0303", 5, &["cs-lee"], "0304");
    let fought = field.fight(BARE, &[6], &[1]);
    assert_eq!((fought.verdict, fought.left[1]), (Verdict::Won, 0));
    field.run(|game, resolution| assert!(!game.rout(&fought, resolution)));
    let spot = *field.game.spot(field.space("0304"));
    assert_eq!((spot.works, spot.marker), (Works::None, Some(Us)), "6.2.2 removes it as they move in");
    // Its own in Virginia leaves none.
    let mut field = Field::of(&[
        "0304 town",
        "us 5 @0303",
        "us-grant 3* 4/4 @0303",
        "cs 1 @0304",
        "cs entrenchment @0304",
    ]);
    field.march(Us, "0303", 5, &["us-grant"], "0304");
    let fought = field.fight(BARE, &[6], &[1]);
    field.run(|game, resolution| game.rout(&fought, resolution));
    let spot = *field.game.spot(field.space("0304"));
    assert_eq!((spot.works, spot.marker), (Works::None, None));
}

/// A field on which a side has begun a Fort of this level in 0304.
fn begun(lines: &[&str], side: Side, level: u8) -> Field {
    let mut field = Field::of(lines);
    let at = field.space("0304");
    field.game.spot_mut(at).begun = Some(Begun { side, level, phases: 2 });
    field
}

/// §10.2.2: however an enemy comes to stand alone with it.
#[test]
fn s10_2_2_a_fort_that_was_begun_is_removed_by_reaction_and_retreat_too() {
    let mut field = begun(&["0304 town", "cs 2 @0305"], Us, 1);
    let [from, to] = ["0305", "0304"].map(|id| field.space(id));
    let party = Detachment { from, sps: 2, generals: Vec::new() };
    field.run(|game, resolution| game.shift(Cs, &party, to, "9.2.1", resolution));
    assert_eq!((field.sps(Cs, "0304"), field.game.spot(to).begun), (2, None));
    assert!(field.says("is removed"));
    // On their way back from 0404 the beaten pass through it.
    let mut field = begun(&["0304 town", "us 6 @0405", "us-grant 3* 4/3 @0405", "cs 2 @0404"], Us, 1);
    let second = Some(field.space("0203"));
    field.march(Us, "0405", 6, &["us-grant"], "0404");
    let fought = field.fight(BARE, &[6], &[1]);
    let path = Path { first: field.space("0304"), second };
    field.run(|game, resolution| game.retreat(&fought, path, resolution));
    assert_eq!(field.game.spot(path.first).begun, None);
    // Its owner's own SPs don't harm it.
    let mut field = begun(&["0304 town", "us 2 @0305"], Us, 1);
    let party = Detachment { from: field.space("0305"), sps: 2, generals: Vec::new() };
    field.run(|game, resolution| game.shift(Us, &party, to, "9.2.1", resolution));
    assert!(field.game.spot(to).begun.is_some());
}

/// §10.2.5: whoever captures a Fort doesn't let its former owner finish an upgrade.
#[test]
fn s10_2_5_an_upgrade_ends_when_its_fort_is_captured_or_lowered() {
    let mut field = begun(&["0304 town", "cs fort 2 @0304"], Cs, 3);
    let at = field.space("0304");
    field.run(|game, resolution| game.capture_fort(Us, at, resolution));
    assert_eq!((field.game.spot(at).works, field.game.spot(at).begun), (Works::Fort(Us, 1), None));
    let mut field = begun(&["0304 resource", "cs fort 2 @0304"], Cs, 3);
    field.game.phasing = Cs;
    field.game.frames.next(Step::Actions);
    field.run(|game, resolution| game.apply(1, Choice::LowerFort(at), resolution));
    assert_eq!((field.game.spot(at).works, field.game.spot(at).begun), (Works::Fort(Cs, 1), None));
}

/// §10.3.2, §5.9: no more than three come into a Coastal Fort when they are called in.
#[test]
fn s10_3_2_no_more_regroup_in_a_coastal_fort_than_it_holds() {
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 1 @fort-x", "cs 6 @0505"];
    let lines = [&lines[..], &["cs-lee 2* 2/4 @fort-x"]].concat();
    let mut play = Play::from(&position(&lines), Arranged::else_on(3).with("Initiative", &[3, 6]));
    play.all(CS, "activate cs-lee, regroup 0505, send-off");
    assert_eq!(play.state().march.as_ref().map(|march| march.sps), Some(3));
    assert!(play.lists(CS, "halt") && !play.lists(CS, "regroup 0505"), "{:?}", play.ids(CS));
}

/// §10.3.2, §8.2: nor where cavalry turns back to it whose ships have filled it on their way: they go back to where they embarked.
#[test]
fn s10_3_2_no_more_turn_back_to_a_coastal_fort_than_it_holds() {
    let back = |there: &str| {
        let lines = [
            "fort-x us 0505",
            "0505 ocean-port coast town",
            "us 2 @0303",
            "us-stoneman 2* 0/0 @0303 cavalry",
        ];
        let mut field = Field::of(&[&lines[..], &[there]].concat());
        field.march(Us, "0303", 2, &["us-stoneman"], "0505 sea");
        let fort = field.space("fort-x");
        field.game.march.as_mut().unwrap().at = fort;
        assert_eq!(field.game.may_back_up(), Ok(()));
        field.run(|game, resolution| game.back_up(resolution));
        [field.sps(Us, "fort-x"), field.sps(Us, "0303")]
    };
    assert_eq!([back("us 1 @fort-x"), back("us 2 @fort-x")], [[3, 0], [2, 2]]);
}

#[test]
fn s10_3_2_a_coastal_fort_changes_sides_and_s20_5_3_an_island_takes_a_marker() {
    let mut field = Field::of(&["fort-x cs 0304", "0304 ocean-port coast town", "us 3 @0303"]);
    field.march(Us, "0303", 3, &[], "fort-x sea");
    let fought = field.fight(BARE, &[6], &[1]);
    assert_eq!(fought.verdict, Verdict::Won);
    assert_eq!(field.game.may_go_on(&fought).unwrap_err().citation, "20.5.3");
    field.run(|game, resolution| {
        assert!(!game.rout(&fought, resolution));
        game.advance(&fought, resolution);
    });
    assert_eq!(field.game.fort(field.space("fort-x")), Some((Us, 1)));
    let mut field = Field::of(&["isle", "cs 1 @isle", "us 3 @0303", "us-burnside 2* 1/1 @0303"]);
    field.march(Us, "0303", 3, &["us-burnside"], "isle sea");
    let fought = field.fight(BARE, &[6], &[1]);
    assert_eq!((fought.verdict, fought.left[1]), (Verdict::Won, 0));
    field.run(|game, resolution| game.rout(&fought, resolution));
    field.run(|game, resolution| game.advance(&fought, resolution));
    assert_eq!(field.game.spot(field.space("isle")).marker, Some(Us));
}

#[test]
fn s17_2_3_militia_add_nothing_and_are_displaced_when_beaten() {
    let mut field = Field::of(&["0304 resource", "us 3 @0303", "cs militia VA @0304"]);
    field.march(Us, "0303", 3, &[], "0304");
    assert_eq!(field.lines(BARE), "3 +0, 0 +0");
    let fought = field.fight(BARE, &[6], &[1]);
    field.run(|game, resolution| assert!(!game.rout(&fought, resolution)));
    assert_eq!(field.game.militia_in(Cs, field.space("0304")), None);
    let mut field = Field::of(&["0304 resource", "us 3 @0303", "cs militia VA @0304", "cs 1 @0304"]);
    field.march(Us, "0303", 3, &[], "0304");
    assert_eq!(field.lines(BARE), "3 +0, 1 +0", "1 and 0 are 1 (P5)");
    // It holds the hex alone when the SP is gone and nobody has won.
    let fought = field.fight(BARE, &[1], &[5]);
    assert_eq!(fought.verdict, Verdict::Tied);
    assert!(field.game.militia_in(Cs, field.space("0304")).is_some());
}

// -------- The printed percentages

#[test]
fn m2_three_sps_with_one_take_a_lone_coastal_fort_in_72_per_cent() {
    let mut field = Field::of(&[
        "fort-x cs 0304",
        "0304 ocean-port coast town",
        "us 3 @0303",
        "us-burnside 2* 1/0 @0303",
    ]);
    field.march(Us, "0303", 3, &["us-burnside"], "fort-x sea");
    assert_eq!((field.lines(BARE).as_str(), field.percent(BARE)), ("3 +1, 0 +2", 72));
}

#[test]
fn m7_one_sp_takes_the_fort_of_cairo_in_22_per_cent_with_a_card_or_morgan_in_44() {
    let mut field = Field::of(&[
        "0304 PA town port",
        "us fort 1 @0304",
        "cs 4 @0303",
        "cs-morgan 1* 2/2 @0303 cavalry limited",
    ]);
    field.march(Cs, "0303", 1, &[], "0304 sea");
    assert_eq!((field.percent(BARE), field.percent(CARD)), (22, 44));
    field.game.march = None;
    field.march(Cs, "0303", 1, &["cs-morgan"], "0304");
    assert_eq!((field.lines(BARE).as_str(), field.percent(BARE)), ("1 +2, 0 +2", 44));
}

/// The 61 per cent hold for column 4 (B1): four SPs that aren't limited displace the Fort without a battle.
#[test]
fn m7_four_sps_would_win_in_61_per_cent_but_b1_displace_it() {
    let mut field = Field::of(&["0304 PA town port", "us fort 1 @0304", "cs 4 @0303"]);
    field.march(Cs, "0303", 4, &[], "0304");
    assert_eq!(field.game.encounter(), Encounter::Overrun);
    assert_eq!((field.lines(BARE).as_str(), field.percent(BARE)), ("4 +0, 0 +2", 61));
}

#[test]
fn m6_two_sps_a_general_and_an_f3_hold_vicksburg_against_every_landing() {
    let mut field = Field::of(&[
        "0304 town port resource",
        "cs 2 @0304",
        "cs-pemberton 2* 0/1 @0304",
        "cs fort 3 @0304",
        "us 3 @0303",
        "us-sherman 2* 2/2 @0303",
    ]);
    field.march(Us, "0303", 3, &["us-sherman"], "0304 sea");
    let all = Plan { card: true, support: [true, false], ..BARE };
    assert_eq!(field.lines(all), "3 +5, 2 +7");
    assert_eq!(field.chances(all).of(Verdict::Won), 0);
}

// -------- §11.5.3, §13.1.5 with Naval Control and supply

/// A Fort controls the Navigable River at its own hex (§20.1), whoever attacks over it.
#[test]
fn s11_5_3_over_a_river_that_the_enemy_controls_one_sp_fights_unless_a_naval_card_helps() {
    let mut field = Field::of(&[
        "0303/0304 river name=Mississippi",
        "us 9 @0303",
        "us-grant 3* 3/3 @0303",
        "cs 1 @0304",
        "cs fort 1 @0304",
    ]);
    field.march(Us, "0303", 9, &["us-grant"], "0304");
    assert_eq!((field.game.crossing_limit(), field.lines(BARE).as_str()), (Some(1), "1 +3, 1 +2"));
    field.game.march.as_mut().unwrap().assisted = true;
    assert_eq!(field.game.crossing_limit(), Some(3), "18.1");
    // His own Fort on the near bank makes neither side's control count, and an own river limits him to three.
    let mut field = Field::of(&["0303/0304 river", "us 9 @0303", "us fort 1 @0303", "cs 1 @0304"]);
    field.march(Us, "0303", 9, &[], "0304");
    assert_eq!(field.game.crossing_limit(), Some(3));
}

#[test]
fn s5_4_3_s9_4_a_bridge_that_the_enemy_controls_is_none_for_reactions_and_retreats() {
    let lines = [
        "0304/0305 river bridge railroad",
        "0204/0305 river",
        "us 3 @0303",
        "cs 3 @0304",
        "cs-lee 3* 2/4 @0304",
    ];
    let over = |port: &str| {
        let mut field = Field::of(&[&lines[..], &[port]].concat());
        field.march(Us, "0303", 3, &[], "0304");
        let (to, fought) = (field.space("0305"), field.fight(BARE, &[6], &[1]));
        let avoids = field.game.avoidances().any(|one| one.space == to);
        (avoids, field.retreats(&fought).iter().any(|path| path.starts_with("0305")))
    };
    assert_eq!(over("0204 PA town"), (true, true));
    assert_eq!(over("0204 PA town port waters=James"), (false, false), "a Northern port controls the river");
}

/// The example: Lee is in Full Supply, Meade is not.
#[test]
fn s13_1_5_a_tie_spares_whoever_is_in_full_supply_after_the_attacker_has_gone_back() {
    let mut field = Field::of(&[
        "0101 north-exit",
        "0101/0102 railroad",
        "0102/0103 railroad",
        "us 6 @0103",
        "us-meade 3* 1/2 @0103",
        "cs 6 @0104",
        "cs-lee 3* 2/2 @0104",
    ]);
    field.march(Us, "0103", 6, &["us-meade"], "0104");
    let fought = field.fight(BARE, &[5], &[4]);
    assert_eq!(fought.verdict, Verdict::Tied);
    field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
    assert!(!field.is_demoralized("0103"), "he stands on a railroad that leads to a source");
    assert!(field.is_demoralized("0104"));
}

// -------- §6.4.1, §10.2.2, §10.2.3

const ATLANTA: &str = "3529";

/// The Union holds a hex with an Arsenal on this turn and does something there: whether the industry is destroyed, and the Arsenals.
#[track_caller]
fn burns(turn: i32, hex: &str, held: bool, work: &str) -> [bool; 2] {
    use crate::rules::position::{US, changed, clear, put};
    let turns =
        [("turn", turn), ("last", 20)].map(|(fact, turn)| (fact, muster_contract::Value::Number(turn)));
    let mut position = changed("us-civil-war-1862", &turns);
    clear(&mut position, "cs", hex);
    put(&mut position, "us", "sp", hex, &[("strength", 3)]);
    put(&mut position, "cs", "arsenal", hex, &[("bp", 2)]);
    if held {
        put(&mut position, "us", "control", hex, &[]);
    }
    let dice = Arranged::else_highest().with("Initiative", &[6, 3]);
    let mut play = Play::from(&position, dice);
    play.all(US, &format!("activate us-{hex}, {work}"));
    let spot = play.state().spot(play.state().world.find(hex).unwrap());
    [spot.destroyed, spot.arsenals == 0]
}

/// §6.4.1, C11: a Union marker or fortification destroys Arsenals on any turn, and from turn 9 the industry of the Heartland, but of a hex
/// that was the Union's before, or is worth 1.
#[test]
fn s6_4_1_c11_the_heartland_burns_from_turn_9() {
    assert_eq!(burns(8, ATLANTA, false, "mark"), [false, true]);
    assert_eq!(burns(9, ATLANTA, false, "mark"), [true, true]);
    assert_eq!(burns(9, ATLANTA, false, "dig-in"), [true, true]);
    assert_eq!(burns(9, ATLANTA, true, "dig-in"), [false, true], "held before");
    let field = Play::of("us-civil-war-1862", &[6, 3]);
    let world = &field.state().world;
    let worth = |heartland: bool, one: bool| {
        let fits = |at: &us_civil_war::Space| {
            let (info, spot) = (world.space(*at), field.state().spot(*at));
            let states = info.states.only();
            let inside = states.is_some_and(us_civil_war::world::State::is_heartland);
            let bare = spot.is_empty() || spot.arsenals > 0;
            info.resource > 0
                && (info.resource == 1) == one
                && states.is_some()
                && inside == heartland
                && bare
        };
        world.space(world.spaces.all().find(fits).expect("there is one")).id.clone()
    };
    assert_eq!(burns(9, &worth(true, true), false, "mark"), [false, true], "worth 1");
    assert_eq!(burns(9, &worth(false, false), false, "mark"), [false, true], "no Heartland");
}

/// §10.2.2, §10.2.3: a Fort that is begun in an own Action Phase, or its upgrade, is complete at the end of the next; upgrades are for
/// Objective and Resource Hexes, up to an F3.
#[test]
fn s10_2_2_s10_2_3_forts_and_upgrades_take_until_the_end_of_the_next_phase() {
    let lines = [
        "0808 VA city capital resource",
        "0907 VA town resource",
        "0807 VA town",
        "cs fort 1 @0807",
        "cs fort 3 @0907",
        "cs 1 @0808",
    ];
    let mut position = position(&lines);
    position.setup.facts.retain(|fact| fact.name != "cards");
    let cards = muster_contract::Value::Number(3);
    position.setup.facts.push(muster_contract::Attribute { name: "cards".to_owned(), value: cards });
    let dice = Arranged::else_on(1).with("Initiative", &[3, 6, 3, 6, 3, 6, 3, 6]);
    let mut play = Play::from(&position, dice.with("the Confederacy draws a card", &[1, 1, 1]));
    let phase = |play: &mut Play| {
        play.take(CS, "end-actions");
        while play.until("action").next_decision().0 != CS {
            play.take(0, "end-actions");
        }
    };
    let works = |play: &Play| play.state().spot(play.state().world.find("0808").unwrap()).works;
    for level in 1..=2 {
        let before = works(&play);
        for shut in ["begin-fort 0807", "begin-fort 0907"] {
            assert!(play.ids_from(CS, shut).is_empty(), "{shut}");
        }
        let id = play.ids_from(CS, "begin-fort 0808")[0].clone();
        play.take(CS, &id);
        assert!(play.ids_from(CS, "begin-fort 0808").is_empty(), "it is being built");
        phase(&mut play);
        assert_eq!(works(&play), before, "the phase in which it was begun doesn't count");
        if level == 2 {
            play.take(CS, "end-actions");
        } else {
            phase(&mut play);
        }
        assert_eq!(works(&play), Works::Fort(Cs, level));
    }
}
