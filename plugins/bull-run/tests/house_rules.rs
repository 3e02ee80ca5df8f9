//! Optional and house rules in Rhai: the morale bid of the rulebook's sidebar, and the hooks.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use bull_run::BullRun;
use muster_conformance::scenario;
use muster_contract::{Dice, Position, RuleText, Rulebook as _};
use muster_scripts::rules::Rhai;
use muster_sdk::{Hosted, Native};

struct First;

impl Dice for First {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; count.into()]
    }
}

fn under(text: &str, name: &str) -> Position {
    let module = Native::<BullRun>::new("bull-run");
    let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name);
    let texts = [RuleText { id: "rule".to_owned(), text: text.to_owned(), settings: Vec::new() }];
    position.in_force = Rhai.compile(&module, &texts).unwrap_or_else(|problem| panic!("{problem}"));
    position.setup.rules = vec!["rule".to_owned()];
    position
}

struct Play(Hosted<BullRun>);

impl Play {
    fn begin(text: &str, name: &str) -> Self {
        let mut play =
            Self(Hosted::create(&under(text, name)).unwrap_or_else(|refusal| panic!("{}", refusal.reason)));
        play.take("begin");
        play
    }

    /// Takes the choice whose id ends so.
    #[track_caller]
    fn take(&mut self, end: &str) {
        let decisions = self.0.decisions();
        let decision = &decisions[0];
        let ids: Vec<&str> = decision.choices.iter().map(|choice| choice.id.as_str()).collect();
        let id = ids.iter().find(|id| id.split([' ', ':']).next_back() == Some(end));
        let id = id.unwrap_or_else(|| panic!("no {end} in {ids:?}"));
        self.0.apply(decision.seat, id, &mut First).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        assert!(self.0.take_failure().is_none());
    }

    fn morale(&self) -> [i32; 2] {
        let tracks = self.0.view(None).tracks;
        let marks = &tracks.iter().find(|track| track.id == "morale").unwrap().marks;
        [marks[0].value, marks[1].value]
    }
}

const BID: &str = include_str!("rhai/morale-bid.rhai");

#[test]
fn the_higher_bid_takes_the_army_and_pays_from_its_morale() {
    let mut play = Play::begin(BID, "ten-locales");
    assert_eq!(play.0.decisions()[0].seat, 0);
    play.take("cs-1");
    assert_eq!(play.0.decisions()[0].seat, 1, "the other bids more or passes");
    play.take("3");
    play.take("pass");
    assert_eq!(play.0.seats(), ["us", "cs"], "seat 1 has bid more for the Confederacy, which it has already");
    assert_eq!(play.morale(), [14, 12 - 3]);
    let mut play = Play::begin(BID, "ten-locales");
    play.take("cs-2");
    play.take("pass");
    assert_eq!((play.0.seats(), play.morale()), (vec!["cs".to_owned(), "us".to_owned()], [14, 10]));
    assert_eq!(play.0.decisions()[0].seat, 0, "who has the Confederacy now lays its cubes first");
    assert_eq!(play.0.decisions()[0].kind, "place-cube");
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
    let points = play.0.view(None).panels[0].rows[0].left;
    assert_eq!(points, 2);
    play.take("us-02");
    let ids: Vec<String> = play.0.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect();
    let assault = ids.iter().find(|id| id.starts_with("assault")).expect("it can assault").clone();
    play.0.apply(0, &assault, &mut First).unwrap();
    play.take("none");
    assert!(play.0.decisions()[0].kind != "lead-defense");
    let us = play.0.view(Some(0)).units.into_iter().find(|unit| unit.id == "us-02").unwrap();
    assert_eq!(us.place.edge, None, "an outcome of -9 drives it back into reserve");
    while play.0.decisions()[0].seat == 0 {
        let kind = play.0.decisions()[0].kind.clone();
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
        let view = play.0.view(Some(0));
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
        play.0.edit(&changes).unwrap_or_else(|refusal| panic!("{gun} at {at:?}: {}", refusal.reason));
        while play.0.decisions()[0].kind != "field-command" {
            let ids: Vec<String> =
                play.0.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect();
            let id = ids.iter().find(|id| id.starts_with("end-") || id.starts_with("play")).unwrap();
            play.0.apply(0, id, &mut First).unwrap();
        }
        play.0.apply(0, &format!("pick {gun}"), &mut First).unwrap();
        play.0.apply(0, "bombard 2/7", &mut First).unwrap();
        while play.0.decisions()[0].kind == "apply-losses" {
            let decision = &play.0.decisions()[0];
            let (seat, id) = (decision.seat, decision.choices[0].id.clone());
            play.0.apply(seat, &id, &mut First).unwrap();
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
    assert!(play.0.outcome().is_some() && play.0.decisions().is_empty());
}

#[test]
fn whole_games_are_played_under_rules() {
    for seed in 0..4 {
        let mut game = Hosted::<BullRun>::create(&under(BID, "ten-locales")).unwrap().fork(seed);
        let result = game.playout("random", seed, 20_000);
        assert!(result.ended && game.take_failure().is_none());
    }
}
