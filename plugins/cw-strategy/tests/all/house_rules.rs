//! Optional and house rules in Rhai: those of section 19, with the tests that it names.

use cw_strategy::{CwStrategy, Side};
use muster_conformance::{Scale, rule_text, suite};
use muster_contract::{Position, Value};
use muster_sdk::Native;

use crate::conformance::facts::Hidden;
use play::{Play, chosen, owned, placed, under};

mod play;

const BLOCKADE: &str = include_str!("../../../../scripts/blockade-bites.rhai");
const RAILS: &str = include_str!("../../../../scripts/rails-must-connect.rhai");
const BORDER: &str = include_str!("../../../../scripts/border-states.rhai");
const FOG: &str = include_str!("../../../../scripts/fog-of-war.rhai");
const DICE: &str = include_str!("../../../../scripts/milder-dice.rhai");

fn all() -> Position {
    under(&[
        rule_text("blockade-bites", BLOCKADE, &[]),
        rule_text("rails-must-connect", RAILS, &[]),
        rule_text("border-states", BORDER, &[]),
        rule_text("fog-of-war", FOG, &[]),
        rule_text("milder-dice", DICE, &[]),
    ])
}

/// Rules take their time, and there is only so much to see.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 3, positions: scale.positions / 4, covered: scale.covered / 3, ..scale }
}

suite!(war, Native::<CwStrategy>::new("cw-strategy"), all(), Hidden::default(), scale());

/// A rule that nobody tested would be left out above.
#[test]
fn every_rule_for_this_game_is_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
    let of_this_game = texts.filter(|text| text.contains("modules: [\"cw-strategy\"]"));
    assert_eq!(of_this_game.count(), all().setup.rules.len());
}

/// 19 A: the Union's fleet at New Orleans takes its 25 from an income of 341.
#[test]
fn a_blockaded_port_pays_nothing() {
    for (texts, income) in [(vec![], 341), (vec![rule_text("blockade-bites", BLOCKADE, &[])], 316)] {
        let mut position = under(&texts);
        placed(&mut position, "us-fleet", "new-orleans");
        let mut play = Play::begin(&position);
        play.carry_out();
        assert_eq!(play.power(Side::Cs).income, income);
    }
    // A port without the enemy's fleet pays.
    let mut play = Play::begin(&under(&[rule_text("blockade-bites", BLOCKADE, &[])]));
    play.carry_out();
    assert_eq!(play.power(Side::Cs).income, 341);
}

/// Where Johnston's army of Richmond can go by train.
fn by_train(texts: &[muster_contract::RuleText], atlanta: &str) -> Vec<String> {
    let mut position = under(texts);
    owned(&mut position, "atlanta", atlanta);
    // A train takes less where there are fewer cities (7.2).
    chosen(&mut position, "realism", Value::Flag(false));
    let mut play = Play::begin(&position);
    play.take(1, "rail cs-1");
    play.ids(1)
}

/// 19 B: Richmond to Vicksburg works at the start and fails once Atlanta is lost.
#[test]
fn a_train_needs_a_line() {
    let rails = [rule_text("rails-must-connect", RAILS, &[])];
    let has = |ids: Vec<String>, city: &str| ids.contains(&format!("to {city}"));
    assert!(has(by_train(&rails, "cs"), "vicksburg"));
    assert!(!has(by_train(&rails, "us"), "vicksburg"));
    assert!(has(by_train(&[], "us"), "vicksburg"), "the usual rule asks for no line");
    // East of Atlanta trains go on, and one may always think better of it.
    let left = by_train(&rails, "us");
    assert!(has(left.clone(), "wilmington") && left.iter().any(|id| id == "back"));
}

/// The Confederacy's points after McClellan has gone to Louisville, and whose Kentucky is.
fn kentucky(texts: &[muster_contract::RuleText]) -> (i32, [Option<Side>; 3], Play) {
    let mut play = Play::begin(&under(texts));
    play.take(0, "move us-2 louisville");
    play.carry_out();
    let owners = ["louisville", "lexington", "paducah"].map(|city| play.owner(play.world(), city));
    (play.power(Side::Cs).points, owners, play)
}

/// 19 C: who takes a city of Kentucky first drives the others to the enemy, who gains 10 points.
#[test]
fn a_border_state_takes_sides() {
    let (usual, owners, _) = kentucky(&[]);
    assert_eq!(owners, [Some(Side::Us), None, None]);
    let (points, owners, mut play) = kentucky(&[rule_text("border-states", BORDER, &[])]);
    assert_eq!(owners, [Some(Side::Us), Some(Side::Cs), Some(Side::Cs)]);
    assert!(play.says("Kentucky is outraged"));
    // 11.9: of 10 points 8 are left at the end of the turn.
    assert_eq!(points, usual + 8);
    // What isn't neutral any more drives nobody: Kentucky takes sides once.
    play.take(0, "move us-2 lexington");
    play.carry_out();
    assert_eq!(play.owner(play.world(), "lexington"), Some(Side::Us));
    assert!(!play.says("outraged"));
}

/// A state whose only neutral city is taken has nothing left to give.
#[test]
fn a_lone_city_drives_nobody() {
    let mut play = Play::begin(&under(&[rule_text("border-states", BORDER, &[])]));
    play.take(0, "move us-4 jefferson-city");
    play.carry_out();
    assert_eq!(play.owner(play.world(), "jefferson-city"), Some(Side::Us));
    assert!(!play.says("outraged"));
}

/// A rule makes the Union's what these are, in Baltimore's capture, while Johnston goes by train from Richmond to Wilmington.
fn lost(cities: &[&str]) -> Play {
    let edits: Vec<String> =
        cities.iter().map(|city| format!("#{{ fact: \"owner-{city}\", value: \"us\" }}")).collect();
    let text = format!(
        "rule(#{{ title: \"Lost\", modules: [\"cw-strategy\"], text: \"Cities are lost.\" }});\n\
         on(\"capture\", \"taken\");\n\
         fn taken(facts) {{ if facts.city == \"baltimore\" {{ edit([{}]); }} }}",
        edits.join(", ")
    );
    let mut position = under(&[rule_text("lost", &text, &[])]);
    placed(&mut position, "us-fleet", "baltimore");
    chosen(&mut position, "realism", Value::Flag(false));
    // Nobody else is there whose city couldn't be given away.
    for unit in position.roster.iter_mut().filter(|unit| unit.side == "cs" && unit.id != "cs-1") {
        unit.place = None;
    }
    let mut play = Play::begin(&position);
    play.take(0, "invade");
    play.take(1, "rail cs-1");
    play.take(1, "to wilmington");
    play.carry_out();
    play
}

/// 7.6: what a train is going to has become the enemy's.
#[test]
fn a_train_is_turned_back() {
    let turned = lost(&["wilmington"]);
    assert_eq!(turned.owner(turned.world(), "wilmington"), Some(Side::Us));
    assert_eq!(turned.seen(1, "cs-1").place.space, "richmond", "back where it came from");
    assert!(turned.says("finds the enemy in Wilmington, and the train ends in Richmond"));
    // Richmond is lost as well: to the nearest own city, by links.
    let stranded = lost(&["wilmington", "richmond"]);
    assert_eq!(stranded.seen(1, "cs-1").place.space, "fredericksburg");
    assert!(stranded.says("the train ends in Fredericksburg"));
}

/// 7.6: no city is left.
#[test]
fn an_army_whose_train_has_nowhere_to_go_is_lost() {
    let position = under(&[]);
    let cities = position.boards[0].spaces.iter().filter(|space| {
        space.values.iter().any(|value| value.name == "owner" && value.value == Value::Text("cs".to_owned()))
    });
    let play = lost(&cities.map(|city| city.id.as_str()).collect::<Vec<_>>());
    assert!(play.power(Side::Cs).armies[0].is_none());
    assert!(play.says("army is no more: 25 points for the Union."));
}

/// Whether a seat sees how large an army is.
fn sized(play: &Play, seat: u8, unit: &str) -> bool {
    let face = play.seen(seat, unit).face.expect("there is an army, whatever its size");
    face.attributes.iter().any(|given| given.name == "size" && matches!(given.value, Value::Number(_)))
}

/// 19 D: sizes show in and next to one's own cities and off one's fleet; elsewhere there is "an army".
#[test]
fn far_armies_have_no_size() {
    let mut position = under(&[rule_text("fog-of-war", FOG, &[])]);
    let play = Play::begin(&position);
    // Washington is next to Manassas, Harpers Ferry to Front Royal; Cincinnati is next to nothing of the South's.
    assert!(sized(&play, 1, "us-1") && sized(&play, 1, "us-3") && !sized(&play, 1, "us-2"));
    // Front Royal is next to Harpers Ferry, Richmond and Vicksburg to nothing of the Union's.
    assert!(sized(&play, 0, "cs-2") && !sized(&play, 0, "cs-1") && !sized(&play, 0, "cs-4"));
    for unit in ["us-1", "us-2", "us-3", "us-4", "us-5"] {
        assert!(sized(&play, 0, unit), "one's own are known");
    }
    // A fleet off the port sees what stands there.
    placed(&mut position, "us-fleet", "new-orleans");
    placed(&mut position, "cs-4", "new-orleans");
    assert!(sized(&Play::begin(&position), 0, "cs-4"));
    // Without the rule everything is shown.
    let play = Play::begin(&under(&[]));
    assert!(sized(&play, 1, "us-2") && sized(&play, 0, "cs-1"));
}

/// The attacker's chance when McDowell attacks Joseph Johnston, 6 against 8 (16.1).
fn chance_of_six_against_eight(texts: &[muster_contract::RuleText]) -> (u64, u64) {
    let mut position = under(texts);
    chosen(&mut position, "realism", Value::Flag(false));
    placed(&mut position, "cs-1", "manassas");
    let mut play = Play::begin(&position);
    play.take(0, "move us-1 manassas");
    play.carry_out();
    let battle = play.battle();
    let strength = battle.rows.iter().find(|row| row.title == "strength").unwrap();
    assert_eq!(strength.figures, ["6", "8"]);
    (battle.chances[0].of, battle.chances[0].out_of)
}

/// 19 E: 6 against 8 has 3 chances in 7, to the nearest ten-thousandth, where the usual rule gives 13 in 98.
#[test]
fn six_against_eight_has_three_chances_in_seven() {
    let (of, out_of) = chance_of_six_against_eight(&[rule_text("milder-dice", DICE, &[])]);
    assert_eq!(of * 10_000 / out_of, 4286, "3/7 = 0.42857");
    let (of, out_of) = chance_of_six_against_eight(&[]);
    assert_eq!(of * 98, 13 * out_of);
}
