//! What hooks tell rules, and what rules make of it.

use crate::house_rules::play::*;
use crate::house_rules::stone_wall::assaulted;

#[test]
fn an_assault_and_a_bombardment_tell_rules_which_locale_is_attacked() {
    let text = r#"
        rule(#{ title: "Test", modules: ["bull-run"], text: "A test.", citation: "house rule" });
        on("assault", "say");
        on("bombard", "say");
        fn say(facts) { note(`${facts.side} against ${facts.locale} over ${facts.boundary}`); }
    "#;
    let mut play = Play::begin(text, "in-contact");
    play.remove("cs-09");
    assert!(assaulted(&mut play, "us-02", "cs-02").contains("us against 7 over 2/7"));
    play.flag("us-09", "ranging");
    play.take("us-09");
    let events = play.take_id("bombard 2/7");
    assert!(events.iter().any(|event| event.text == "us against 7 over 2/7"), "{events:?}");
}

#[test]
fn hooks_change_points_and_outcomes() {
    let text = r#"
        rule(#{ title: "Test", modules: ["bull-run"], text: "A test.", citation: "house rule" });
        on("command-points", "slow");
        on("turn", "begin_turn");
        on("assault", "yell");
        on("bombard", "smoke");
        fn slow(facts) { if facts.side == "us" { modify("points", -2); } }
        fn begin_turn(facts) { if facts.side == "cs" { edit(#{ fact: "us-morale", value: 9 }); } }
        fn yell(facts) { modify("outcome", -9); }
        fn smoke(facts) { modify("outcome", -1); }
    "#;
    let mut play = Play::begin(text, "in-contact");
    play.take("0");
    let points = play.game.view(None).panels[0].rows[0].left;
    assert_eq!(points, 2);
    play.take("us-02");
    let ids: Vec<String> = play.game.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect();
    let assault = ids.iter().find(|id| id.starts_with("assault")).expect("it can assault").clone();
    play.take_id(&assault);
    play.take("none");
    assert!(play.game.decisions()[0].kind != "lead-defense");
    let us = play.game.view(Some(0)).units.into_iter().find(|unit| unit.id == "us-02").unwrap();
    assert_eq!(us.place.edge, None, "an outcome of -9 drives it back into reserve");
    while play.game.decisions()[0].seat == 0 {
        let kind = play.game.decisions()[0].kind.clone();
        play.take(match kind.as_str() {
            "field-command" => "end-field",
            "staff-command" => "end-staff",
            _ => "end-turn",
        });
    }
    assert_eq!(play.morale()[0], 9, "the rule has set it as the Confederate turn began");
}

#[test]
fn a_bombardment_is_changed_by_a_rule() {
    let text = r#"
        rule(#{ title: "Test", modules: ["bull-run"], text: "A test.", citation: "house rule" });
        on("bombard", "smoke");
        fn smoke(facts) { modify("outcome", -1); }
    "#;
    let harmless =
        "rule(#{ title: \"Test\", modules: [\"bull-run\"], text: \"A test.\", citation: \"house rule\" });";
    let strengths = |text: &str| {
        let mut play = Play::begin(text, "in-contact");
        let view = play.game.view(Some(0));
        let gun = view.units.iter().find(|unit| {
            unit.face.as_ref().is_some_and(|face| face.symbol == "artillery")
                && unit.side.as_deref() == Some("us")
        });
        let (gun, at) = gun.map(|gun| (gun.id.clone(), gun.place.clone())).expect("the Union has artillery");
        let place =
            muster_contract::Place { edge: Some("2/7".to_owned()), slot: None, ..muster_sdk::place("2") };
        let ranging = muster_contract::Attribute {
            name: "ranging".to_owned(),
            value: muster_contract::Value::Flag(true),
        };
        // No enemy artillery answers it.
        let changes = [
            muster_contract::Change::Remove("cs-09".to_owned()),
            muster_contract::Change::Place((gun.clone(), place)),
            muster_contract::Change::Set((gun.clone(), ranging)),
        ];
        play.game.edit(&changes).unwrap_or_else(|refusal| panic!("{gun} at {at:?}: {}", refusal.reason));
        while play.game.decisions()[0].kind != "field-command" {
            let ids: Vec<String> =
                play.game.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect();
            let id = ids.iter().find(|id| id.starts_with("end-") || id.starts_with("play")).unwrap();
            play.take_id(id);
        }
        play.take_id(&format!("pick {gun}"));
        play.take_id("bombard 2/7");
        while play.game.decisions()[0].kind == "apply-losses" {
            play.take_id(&play.ids()[0].clone());
        }
        play.morale()[1]
    };
    assert_eq!(strengths(text), strengths(harmless) + 1, "one less is hit");
}

#[test]
fn an_army_that_a_rule_demoralizes_has_lost() {
    let text = r#"
        rule(#{ title: "Test", modules: ["bull-run"], text: "A test.", citation: "house rule" });
        on("turn", "begin_turn");
        fn begin_turn(facts) { edit(#{ fact: "cs-morale", value: 0 }); }
    "#;
    let play = Play::begin(text, "in-contact");
    assert!(play.game.outcome().is_some() && play.game.decisions().is_empty());
}
