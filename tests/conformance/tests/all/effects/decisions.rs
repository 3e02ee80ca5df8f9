//! Forbidding, adding and offering.

use brigade::Brigade;
use muster_contract::Target;
use muster_sdk::Saves as _;

use super::play::{Play, says};

#[test]
fn forbid_takes_choices_out_and_explains_why() {
    let rule = r#"on("decision", "closed");
        fn closed(facts) {
            if facts.kind == "choose-unit" { forbid("move us-miller*", "Miller has no orders."); }
        }"#;
    let mut play = Play::brigade(rule, &[("pips", 6)]);
    play.take(0, "roll");
    play.lists(0, "move us-peabody", true);
    play.lists(0, "move us-miller", false);
    let why = play.explained(0, &Target::Unit("us-miller".into()));
    assert_eq!(why, "Miller has no orders.");
    let refused = play.game.apply(0, "move us-miller", &mut play.dice).unwrap();
    assert!(refused.is_err());
    // The bots' short way counts the same choices.
    let count = play.ids(0).len();
    assert_eq!(play.game.choice_count(0).unwrap() as usize, count);
    assert_eq!(play.game.weights(0, "regular").unwrap().len(), count);
}

#[test]
fn the_last_way_out_cannot_be_forbidden() {
    let rule = r#"on("decision", "closed"); fn closed(facts) { forbid("*", "Never."); }"#;
    let mut play = Play::brigade(rule, &[]);
    play.lists(0, "roll", true);
    play.take(0, "roll");
    let ids = play.ids(0);
    assert!(
        ids.contains(&"end-moves".to_owned()) && !ids.iter().any(|id| id.starts_with("move ")),
        "{ids:?}"
    );
}

#[test]
fn add_puts_a_choice_into_the_games_own_decision() {
    let rule = r#"variable("shouts", 0, "Shouts");
        on("decision", "more");
        fn more(facts) {
            if facts.kind == "choose-unit" && get("shouts") < 2 {
                add(#{ id: "shout", label: "Shout", text: "It helps.", then: "shouted", data: #{ by: 1 } });
            }
        }
        fn shouted(facts) { set("shouts", get("shouts") + facts.by); note(`${facts.side} shouts.`); }"#;
    let mut play = Play::brigade(rule, &[("pips", 6)]);
    play.take(0, "roll");
    let details = play.game.details(0, &["test:shout".to_owned()]).unwrap();
    assert_eq!((details[0].label.as_str(), details[0].consequences[0].text.as_str()), ("Shout", "It helps."));
    let events = play.take(0, "test:shout");
    says(&events, "us shouts.");
    assert_eq!(play.shown("Shouts").as_deref(), Some("1"));
    play.lists(0, "move us-peabody", true);
    play.take(0, "test:shout");
    play.lists(0, "test:shout", false);
}

/// The hook is called after each choice of a draft too: what a rule counts there would tell of the draft.
#[test]
fn a_rule_keeps_nothing_of_decisions_that_are_made_in_secret() {
    let rule = |what: &str| {
        format!(r#"variable("calls", 0, "Calls"); on("decision", "seen"); fn seen(facts) {{ {what} }}"#)
    };
    let count = r#"set("calls", get("calls") + 1);"#;
    let why = Play::parley(&rule(count), &[]).fails(0, "begin").to_string();
    assert!(why.contains("made in secret") && why.contains("forbid, add and ask"), "{why}");
    let mut play = Play::parley(&rule(r#"if facts.kind == "bid" { forbid("bid 2", "Too dear."); }"#), &[]);
    play.take(0, "begin");
    play.lists(0, "bid 1", true);
    play.lists(0, "bid 2", false);
    let mut play = Play::parley_seeing(&rule(count), &[]);
    play.take(0, "begin");
    assert_eq!(play.shown("Calls").as_deref(), Some("2"), "the lobby has warned of such a rule");
}

/// Dice would show before the secret is told.
#[test]
fn what_a_rule_adds_to_a_secret_decision_shows_nothing() {
    let rule = r#"on("decision", "more");
        fn more(facts) {
            if facts.kind == "bid" { add(#{ id: `spy-${facts.side}`, label: "A spy", then: "spied" }); }
        }
        fn spied(facts) { DOES; }
        fn seen(facts) { }"#;
    let does = [
        r#"roll(1, 6, "a spy", "seen")"#,
        r#"offer(facts.side, #{ prompt: "Well?", choices: ["yes", "no"], then: "seen" })"#,
    ];
    for does in does {
        let mut play = Play::parley(&rule.replace("DOES", does), &[]);
        play.take(0, "begin");
        let spy = play.ids(0).into_iter().find(|id| id.starts_with("test:spy")).unwrap();
        let why = play.fails(0, &spy).to_string();
        assert!(why.contains("chosen in secret can't roll") && why.contains("spied"), "{why}");
    }
}

const OFFER: &str = r#"on("entered", "near");
    fn near(facts) {
        offer("cs", #{ prompt: "Cheer?", choices: [#{ id: "yes", label: "Cheer", weight: 7 }, "no"], then: "done", data: #{ at: facts.hex } });
    }
    fn done(facts) { note(`${facts.side} says ${facts.choice} at ${facts.at}.`); }"#;

#[test]
fn offer_asks_one_side_in_the_middle_of_the_others_command() {
    let mut play = Play::brigade(OFFER, &[("pips", 6)]);
    play.take(0, "roll");
    play.take(0, "move us-hickenlooper");
    play.take(0, "to 0504");
    assert_eq!(play.deciders(), [(1, "house-rule".to_owned())]);
    let decision = &play.game.decisions().unwrap()[0];
    assert_eq!((decision.prompt.as_str(), decision.side.as_str()), ("Cheer?", "cs"));
    assert_eq!(decision.frame.last().map(String::as_str), Some("Test"));
    assert_eq!(play.ids(0), Vec::<String>::new(), "the march waits");
    assert!(play.explained(0, &Target::Unit("us-miller".into())).contains("Cheer?"));
    assert_eq!(play.game.weights(1, "regular").unwrap(), [7, 1]);
    let events = play.take(1, "test:yes");
    says(&events, "cs says yes at 0504.");
    assert_eq!(play.deciders(), [(0, "march".to_owned())], "and goes on");
}

#[test]
fn an_offer_survives_save_fork_and_sample() {
    let mut play = Play::brigade(OFFER, &[("pips", 6)]);
    play.take(0, "roll");
    play.take(0, "move us-hickenlooper");
    play.take(0, "to 0504");
    let (asked, save) = (play.deciders(), play.game.save().unwrap());
    for mut other in [
        play.game.fork(1).unwrap(),
        play.game.sample(0, 1).unwrap(),
        play.game.load(Brigade::STATE_SCHEMA, &save).unwrap().unwrap(),
    ] {
        let decisions = other.decisions().unwrap();
        let seats: Vec<_> = decisions.iter().map(|one| (one.seat, one.kind.clone())).collect();
        assert_eq!(seats, asked);
        let mut dice = super::play::Arranged::default();
        other.apply(1, "test:no", &mut dice).unwrap().unwrap();
        assert!(other.decisions().unwrap().iter().any(|decision| decision.kind == "march"));
    }
    let result = play.game.fork(2).unwrap().playout("regular", 3, 40).unwrap();
    assert_eq!(result.choices, 40);
}

#[test]
fn offers_together_are_secret_until_all_are_in() {
    let rule = r#"variable("bids", [], "Bids");
        on("begin", "bid");
        fn bid(facts) {
            for side in facts.sides { offer(side, #{ prompt: "Bid?", choices: ["1", "2"], together: "bid", then: "open" }); }
        }
        fn open(facts) { set("bids", facts.choices); }"#;
    let mut play = Play::parley(rule, &[]);
    play.take(0, "begin");
    let decisions = play.game.decisions().unwrap();
    assert!(
        decisions
            .iter()
            .all(|decision| decision.secret.as_ref().is_some_and(|group| group.name == "test:bid"))
    );
    assert_eq!(play.deciders(), [(0, "house-rule".to_owned()), (1, "house-rule".to_owned())]);
    let events = play.take(0, "test:2");
    assert!(events.is_empty(), "nobody learns of it: {events:?}");
    assert_eq!(play.deciders(), [(1, "house-rule".to_owned())]);
    play.take(1, "test:1");
    assert_eq!(play.shown("Bids").as_deref(), Some("2, 1"));
    assert_eq!(play.deciders().first().map(|(_, kind)| kind.as_str()), Some("bid"), "then the game begins");
}
