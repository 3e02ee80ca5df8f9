//! §22: optional rules in Rhai that come with Muster for this game.

use muster_conformance::{Scale, rule_text, suite, under_rules};
use muster_contract::{Attribute, Position, RuleText, Value};
use muster_sdk::{Native, Saves as _};
use us_civil_war::UsCivilWar;

use crate::conformance::facts::Hidden;
use crate::rules::position;

mod maneuver;
mod political;
mod reinforcing;
mod salt;

const MANEUVER: &str = include_str!("../../../../scripts/maneuver-reaction.rhai");
const POLITICAL: &str = include_str!("../../../../scripts/political-restrictions.rhai");
const SALT: &str = include_str!("../../../../scripts/salt.rhai");
const REINFORCING: &str = include_str!("../../../../scripts/reinforce-under-attack.rhai");

/// A position under one rule.
#[track_caller]
fn under(position: Position, text: &str) -> Position {
    under_rules(&Native::<UsCivilWar>::new("us-civil-war"), position, &[rule_text("rule", text, &[])])
}

/// All of them.
fn rules() -> Vec<RuleText> {
    let all = [
        ("maneuver-reaction", MANEUVER),
        ("political-restrictions", POLITICAL),
        ("salt", SALT),
        ("reinforce-under-attack", REINFORCING),
    ];
    all.map(|(id, text)| rule_text(id, text, &[])).to_vec()
}

/// 1862 under all of them and army morale, of which the first turn is played.
fn all() -> Position {
    let mut position = position::set_up("us-civil-war-1862");
    position.setup.options.push(Attribute { name: "army-morale".to_owned(), value: Value::Flag(true) });
    let fact = |name: &str| position.setup.facts.iter().position(|fact| fact.name == name).unwrap();
    let (turn, last) = (fact("turn"), fact("last"));
    position.setup.facts[last].value = position.setup.facts[turn].value.clone();
    under_rules(&Native::<UsCivilWar>::new("us-civil-war"), position, &rules())
}

/// Rules take their time, and a game has thousands of choices.
fn scale() -> Scale {
    match Scale::from_environment() {
        Scale::QUICK => {
            Scale { games: 1, longest: 20_000, positions: 20, samples: 1, covered: 1, coverage: 1_000 }
        }
        full => Scale { games: 4, positions: 300, covered: 4, ..full },
    }
}

suite!(second_year, Native::<UsCivilWar>::new("us-civil-war"), all(), Hidden::default(), scale());

/// A rule that nobody tested would be left out.
#[test]
fn every_rule_for_this_game_is_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
    let of_this_game = texts.filter(|text| text.contains("modules: [\"us-civil-war\"]"));
    assert_eq!(of_this_game.count(), rules().len());
}

/// Under all of them armies come to the table, whatever is listed can be taken, and what is saved can be loaded.
#[test]
fn games_under_all_of_them_go_on() {
    let position = all();
    let mut random = 7u64;
    let mut below = |count: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % count
    };
    let mut play = position::Play::from(
        &position,
        position::Arranged::else_on(4).with("Initiative", &[5, 3].repeat(99)),
    );
    let mut armies = 0;
    for step in 0..1_500 {
        let decisions = play.game.decisions();
        if decisions.is_empty() {
            break;
        }
        let decision = &decisions[below(decisions.len())];
        let (seat, id) = (decision.seat, decision.choices[below(decision.choices.len())].id.clone());
        play.take(seat, &id);
        armies = armies.max(play.state().armies.len());
        if step % 100 == 0 {
            let saved = play.game.save();
            play.game.load_another(UsCivilWar::STATE_SCHEMA, &saved).expect("a save can be loaded");
        }
    }
    assert!(armies >= 3, "{armies}");
}
