//! §4.1 to §4.3: Initiative, points, actions; §18: cards.

use muster_contract::{Attribute, Value};
use muster_sdk::Rules as _;
use us_civil_war::state::{Step, Works};
use us_civil_war::{Choice, Side};

use crate::rules::battlefield::Field;
use crate::rules::position::*;

const GAME: &str = "us-civil-war-1862";

/// §4.1.1: the higher roll goes first, the difference is what both have.
#[test]
fn s4_1_1_the_higher_roll_goes_first_with_the_difference() {
    let mut play = Play::of(GAME, &[2, 5]);
    assert_eq!(play.next_decision(), (CS, "action".to_owned()));
    assert_eq!(play.state().points.any, 3);
    play.take(CS, "train");
    assert_eq!(play.state().points.any, 2);
    play.take(CS, "end-actions");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!(play.state().points.any, 3, "he has as many, whatever the other spent");
}

/// §4.1.3: a difference of 1 is a point for each theater.
#[test]
fn s4_1_3_a_difference_of_one_is_a_point_for_each_theater() {
    let mut play = Play::of(GAME, &[5, 4]);
    assert_eq!((play.state().points.any, play.state().points.theaters), (0, [1; 3]));
    assert!(!play.lists(US, "train"));
    play.take(US, "train W");
    assert_eq!(play.state().points.theaters, [1, 0, 1]);
    assert!(!play.lists(US, "train W") && play.lists(US, "train TM"));
}

/// §4.1.2, §18.2: doubles bring both a card, and a hand of more than five is cut down before the dice are rolled again.
#[test]
fn s4_1_2_doubles_bring_a_card_each() {
    let play = Play::of(GAME, &[3, 3, 6, 1]);
    assert_eq!([Side::Us, Side::Cs].map(|side| play.state().hand(side)), [4, 4]);
    assert_eq!(play.state().points.any, 5);
    let mut play = Play::of(GAME, &[3, 3, 1, 1, 2, 2, 6, 1]);
    assert_eq!(play.next_decision(), (US, "discard".to_owned()));
    assert_eq!(play.view(US).turn.phase, "initiative");
    let first = play.ids(US)[0].clone();
    play.take(US, &first);
    assert_eq!(play.next_decision(), (CS, "discard".to_owned()));
    let first = play.ids(CS)[0].clone();
    play.take(CS, &first);
    assert_eq!([Side::Us, Side::Cs].map(|side| play.state().hand(side)), [5, 5]);
    assert_eq!(play.state().points.any, 5, "then they roll again");
}

/// §18.2: who discards what he has drawn for the turn is in the Reinforcement Phase; what comes after it hasn't been yet.
#[test]
fn s18_2_cards_of_the_turn_are_discarded_among_the_reinforcements() {
    let facts = [("benchmarks", no_benchmark(4)), ("cards", muster_contract::Value::Number(5))];
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40));
    let mut play = Play::from(&changed(GAME, &facts), dice);
    play.until("discard");
    assert_eq!(play.view(US).turn.phase, "reinforcements");
}

/// §17.3: seven points train an SP, in this phase or later.
#[test]
fn s17_3_seven_points_train_an_sp() {
    let mut play = Play::of(GAME, &[1, 4, 1, 4, 1, 4]);
    for trained in [3, 6] {
        play.take(CS, "train").take(CS, "train").take(CS, "train");
        assert_eq!(play.state().training, [0, trained]);
        play.take_ending(CS, "end-actions").take_ending(US, "end-actions");
    }
    play.take(CS, "train");
    assert_eq!(play.next_decision(), (CS, "trained".to_owned()));
    let richmond = play.state().world.find("2245").unwrap();
    let before = play.state().sps(Side::Cs, richmond);
    play.take(CS, "trained 2245");
    assert_eq!((play.state().training, play.state().sps(Side::Cs, richmond)), ([0, 0], before + 1));
}

/// §4.2, §10.1.2: an Entrenchment costs a point and needs an own state.
#[test]
fn s10_1_2_an_entrenchment_costs_a_point() {
    let mut play = Play::of(GAME, &[6, 4]);
    assert!(play.lists(US, "entrench 2224"), "{:?}", play.ids_from(US, "entrench"));
    assert!(!play.lists(US, "entrench 1747"), "Alexandria lies in Virginia");
    play.take(US, "entrench 2224");
    assert_eq!(play.state().points.any, 1);
    assert!(!play.lists(US, "entrench 2224"), "10.2.4");
}

/// §4.1.4, C4: with a difference of 4 or 5 the last point goes toward Richmond, or an SP is lost.
#[test]
fn s4_1_4_the_last_point_goes_on_to_richmond() {
    let mut play = Play::of(GAME, &[6, 1]);
    for _ in 0..4 {
        play.take(US, "train");
    }
    assert!(!play.lists(US, "train") && play.lists(US, "activate us-1747"), "Alexandria lies near enough");
    assert!(!play.lists(US, "activate us-grant"), "Cairo doesn't");
    let near = "McClellan is cautious, and every such hex near him is defended (7.7)";
    assert!(play.lists(US, "activate us-banks") && !play.lists(US, "activate us-mcclellan"), "{near}");
    play.take(US, "end-actions");
    assert_eq!(play.next_decision(), (US, "sacrifice".to_owned()));
    let before = play.state().laid().map(|(_, spot)| u32::from(spot.sps(Side::Us))).sum::<u32>();
    play.take(US, "sacrifice 1647");
    let after = play.state().laid().map(|(_, spot)| u32::from(spot.sps(Side::Us))).sum::<u32>();
    assert_eq!(before - after, 1);
}

/// §4.1.4, C4, §13.2.1: foragers march an MP less, so that from farther away they can't go on to Richmond.
#[test]
fn s4_1_4_foragers_who_fall_short_do_not_go_on_to_richmond() {
    let go_on = |at: &str, foraging: bool| {
        let mut position = set_up(GAME);
        let unit = position
            .roster
            .iter_mut()
            .find(|unit| {
                unit.side == "us"
                    && unit.kind == "sp"
                    && unit.place.as_ref().is_some_and(|place| place.space == "1747")
            })
            .unwrap();
        unit.place = Some(muster_sdk::place(at));
        if foraging {
            unit.attributes.push(Attribute { name: "foraging".to_owned(), value: Value::Flag(true) });
        }
        let mut play = Play::from(&position, Arranged::else_highest().with("Initiative", &[6, 1]));
        for _ in 0..4 {
            play.take(US, "train");
        }
        play.lists(US, &format!("activate us-{at}"))
    };
    assert_eq!([false, true].map(|foraging| go_on("1748", foraging)), [true, false], "3 MPs away");
    assert_eq!([false, true].map(|foraging| go_on("1543", foraging)), [true, true], "next to one");
}

/// §7.8: a point transfers two Generals of one or two stars, none of the cavalry, to where own SPs are; they don't move besides.
#[test]
fn s7_8_a_point_transfers_two_generals() {
    let mut play = Play::of(GAME, &[6, 4]);
    assert!(play.lists(US, "transfer us-burnside") && !play.lists(US, "transfer us-buell"), "three stars");
    play.take(US, "transfer us-burnside");
    assert_eq!(play.next_decision(), (US, "transfer".to_owned()));
    assert!(!play.lists(US, "transfer-to hatteras-inlet"), "he is there");
    assert!(!play.lists(US, "transfer-to 1746") && !play.lists(US, "transfer-to 1337"), "none of his SPs is");
    play.all(US, "transfer-to 1647, transfer us-thomas, transfer-to 2316");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!([play.stands("us-burnside"), play.stands("us-thomas")], ["1647", "2316"]);
    assert_eq!(play.state().points.any, 1);
    for moved in ["activate us-burnside", "activate us-thomas", "transfer us-thomas"] {
        assert!(!play.lists(US, moved), "{moved}");
    }
    play.take(US, "end-actions");
    assert_eq!(play.next_decision(), (CS, "action".to_owned()));
    assert!(play.lists(CS, "transfer cs-hardee") && !play.lists(CS, "transfer cs-forrest"), "cavalry");
}

/// §7.8: nobody is transferred where no other own SP is that isn't Isolated.
#[test]
fn s7_8_nobody_is_transferred_without_a_place_to_go() {
    let mut position = set_up(GAME);
    position.roster.retain(|unit| {
        let at = unit.place.as_ref().map(|place| place.space.as_str());
        unit.side != "us" || unit.kind != "sp" || matches!(at, Some("1647" | "1712"))
    });
    let both = Play::from(&position, Arranged::else_highest().with("Initiative", &[5, 2]));
    position.roster.retain(|unit| {
        let at = unit.place.as_ref().map(|place| place.space.as_str());
        unit.side != "us" || unit.kind != "sp" || at == Some("1647")
    });
    let one = Play::from(&position, Arranged::else_highest().with("Initiative", &[5, 2]));
    let listed = |play: &Play, at: &str| {
        let state = play.state();
        let here = state.world.find(at).unwrap();
        let generals =
            state.generals_in(Side::Us, here).map(|general| state.world.general(general).id.clone());
        generals.filter(|id| play.lists(US, &format!("transfer {id}"))).count()
    };
    assert!(listed(&both, "1647") > 0);
    assert_eq!(listed(&one, "1647"), 0);
}

/// §19.3.2, §10.1.1: glory doesn't fade while the Confederacy has a fortification in the North, which is as good as a Control marker.
#[test]
fn s19_3_2_glory_fades_where_no_marker_and_no_work_is_left_in_the_north() {
    let left = |works: Works| {
        let mut field = Field::of(&["0304 PA town"]);
        let at = field.space("0304");
        field.game.spot_mut(at).works = works;
        (field.game.invasion, field.game.cycle) = (4, 4);
        (field.game.first, field.game.phasing) = (Side::Us, Side::Cs);
        field.game.frames.next(Step::Actions);
        field.run(|game, resolution| game.apply(CS, Choice::EndActions, resolution));
        field.game.invasion
    };
    assert_eq!([left(Works::None), left(Works::Fort(Side::Cs, 1))], [3, 4]);
}
