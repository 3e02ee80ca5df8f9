//! Variables, numbers, notes, dice, questions, changes of the position, seats, and what only the module knows.

use brigade::Brigade;
use muster_contract::{Audience, Change, EventKind, Place};
use muster_sdk::Saves as _;

use super::play::{Play, says, texts};

#[test]
fn set_gives_a_variable_a_value_that_stays_in_the_state() {
    let mut play = Play::brigade(
        r#"variable("turns", 0, "Turns");
        on("activation", "next");
        fn next(facts) { if facts.first { set("turns", get("turns") + 1); } }"#,
        &[],
    );
    assert_eq!(play.shown("Turns").as_deref(), Some("1"));
    let (schema, save) = (Brigade::STATE_SCHEMA, play.game.save().unwrap());
    let mut again = play.game.load(schema, &save).unwrap().unwrap();
    assert_eq!(again.view(None).unwrap().panels, play.view(None).panels);
    assert_eq!(again.save().unwrap(), save);
}

#[test]
fn modify_changes_the_number_that_the_hook_asks_about() {
    let rule = r#"on("pips", "less"); fn less(facts) { modify("pips", -2); }"#;
    let mut play = Play::brigade(rule, &[("pips", 5)]);
    play.take(0, "roll");
    let points = play.view(None).panels.into_iter().find_map(|panel| {
        let row = panel.rows.into_iter().find(|row| row.title.contains("Prentiss"))?;
        Some(row.left)
    });
    assert_eq!(points, Some(3), "five rolled, two less");
}

/// The first chances that come up while somebody plays on.
fn chances(rule: &str) -> muster_contract::OddsTable {
    let mut play = Play::brigade(rule, &[("pips", 6)]);
    for _ in 0..200 {
        let seat = play.deciders()[0].0;
        let ids = play.ids(seat);
        for id in &ids {
            if let Some(table) = play.game.odds(seat, id).unwrap().into_iter().next() {
                return table;
            }
        }
        play.take(seat, &ids[ids.len() / 3].clone());
    }
    panic!("no chances in two hundred choices")
}

#[test]
fn chances_say_that_a_rule_may_change_them() {
    let plain = chances(r#"on("activation", "quiet"); fn quiet(facts) { }"#);
    assert!(!plain.note.contains("may change"), "{}", plain.note);
    let under = chances(r#"on("fire", "less"); fn less(facts) { modify("dice", -1); }"#);
    assert!(under.note.ends_with("Test may change them"), "{}", under.note);
}

#[test]
fn what_one_rule_makes_of_a_number_the_next_is_told() {
    let rule = r#"on("pips", "less");
        fn less(facts) { modify("pips", -1); roll(1, 6, "again", "more"); }
        fn more(facts) { modify("pips", -1); note("twice"); }"#;
    let mut play = Play::brigade(rule, &[("pips", 5)]);
    let events = play.take(0, "roll");
    says(&events, "twice");
    let left =
        |panel: muster_contract::Panel| panel.rows.into_iter().find(|row| row.title.contains("Prentiss"));
    assert_eq!(play.view(None).panels.into_iter().find_map(left).map(|row| row.left), Some(3));
}

#[test]
fn note_writes_for_everyone_or_for_a_side() {
    let rule = r#"on("orders", "tell"); fn tell(facts) { note("For all."); note("cs", "For one."); }"#;
    let mut play = Play::brigade(rule, &[]);
    let events = play.take(0, "roll");
    let audience = |text: &str| events.iter().find(|event| event.text == text).map(|event| &event.audience);
    assert_eq!(audience("For all."), Some(&Audience::Everyone));
    assert_eq!(audience("For one."), Some(&Audience::Seats(vec![1])));
    assert!(events.iter().any(|event| event.citation.as_deref() == Some("house rule")));
}

#[test]
fn roll_goes_on_with_what_came_up() {
    let rule = r#"variable("sum", 0, "Sum");
        on("orders", "toss");
        fn toss(facts) {
            roll(#{ count: 3, sides: 6, reason: "luck", hit: 4, then: "fell", data: #{ more: 10 } });
        }
        fn fell(facts) { set("sum", facts.total + facts.more + facts.faces.len()); }"#;
    let mut play = Play::brigade(rule, &[("luck", 4)]);
    let events = play.take(0, "roll");
    assert_eq!(play.shown("Sum").as_deref(), Some("25"), "three fours, ten, three dice");
    let rolled = events.iter().find_map(|event| match &event.kind {
        EventKind::Rolled(roll) if roll.reason == "luck" => Some(roll.clone()),
        _ => None,
    });
    assert!(rolled.expect("everyone sees the dice").dice.iter().all(|die| die.counts));
    assert_eq!(play.dice.rolled.last(), Some(&("luck".to_owned(), 3)));
}

#[test]
fn ask_goes_on_with_the_answer() {
    let rule = r#"on("orders", "who");
        fn who(facts) { ask("generals", #{ side: "cs" }, "told", #{ word: "Here is" }); }
        fn told(facts) { note(`${facts.word} ${facts.answer[0]}.`); }"#;
    let events = Play::brigade(rule, &[]).take(0, "roll");
    says(&events, "Here is cs-hardee.");
}

#[test]
fn edit_changes_the_position_and_says_so() {
    let rule = r#"on("orders", "away");
        fn away(facts) { edit([#{ place: "cs-wood", at: "0307", facing: "N" }, #{ set: "us-prentiss", attribute: "pips", value: 9 }]); }"#;
    let mut play = Play::brigade(rule, &[]);
    let events = play.take(0, "roll");
    let edited = |event: &muster_contract::Event| matches!(&event.kind, EventKind::Custom(custom) if custom.name == "edited");
    assert!(events.iter().any(edited), "a table has to know: {:?}", texts(&events));
    let wood = play.view(None).units.into_iter().find(|unit| unit.id == "cs-wood").unwrap();
    assert_eq!((wood.place.space.as_str(), wood.place.facing), ("0307", Some(0)));
}

/// Peabody, who goes in a line behind Miller, comes beside Wood; Miller doesn't.
#[test]
fn who_enters_a_hex_tells_whom_all_of_its_line_came_up_to() {
    let rule =
        r#"on("entered", "seen"); fn seen(facts) { for unit in facts.contact { note(`near ${unit}`); } }"#;
    let mut play = Play::brigade(rule, &[("pips", 6)]);
    let place = |unit: &str, hex: &str| {
        let place = Place { space: hex.into(), edge: None, facing: Some(6), slot: None, carrier: None };
        Change::Place((unit.to_owned(), place))
    };
    play.game.edit(&[place("us-miller", "0503"), place("cs-wood", "0405")]).unwrap().unwrap();
    play.take(0, "roll");
    play.take(0, "move line us-miller 2");
    let events = play.take(0, "to 0504");
    assert!(events.iter().any(|event| event.text == "near cs-wood"), "{events:?}");
}

#[test]
fn an_edit_that_is_refused_changes_nothing_and_is_told() {
    let rule = r#"on("orders", "away");
        fn away(facts) { edit([#{ place: "cs-wood", at: "0307" }, #{ place: "cs-wood", at: "9999" }]); }"#;
    let mut play = Play::brigade(rule, &[]);
    let events = play.take(0, "roll");
    let told = |text: &str| events.iter().find(|event| event.text == text).map(|event| &event.audience);
    let words = "Test changes the position where it can.";
    assert_eq!(told(words), Some(&Audience::Everyone), "{:?}", texts(&events));
    let why = "test.rhai:3: Test can't be carried out in away: there is no hex \"9999\".";
    assert_eq!(told(why), Some(&Audience::Seats(vec![])), "the reason may tell what is hidden");
    let wood = play.view(None).units.into_iter().find(|unit| unit.id == "cs-wood").unwrap();
    assert_eq!(wood.place.space, "0306", "all or none");
}

#[test]
fn seat_moves_seats_between_sides_before_the_set_up() {
    let rule = r#"on("begin", "swap"); fn swap(facts) { seat(0, "south"); }"#;
    let mut play = Play::parley(rule, &[]);
    assert_eq!(play.game.seats().unwrap(), ["north", "south"]);
    play.take(0, "begin");
    assert_eq!(play.game.seats().unwrap(), ["south", "north"]);
}

#[test]
fn custom_does_what_only_the_module_can() {
    let rule = r#"on("set-up", "pay"); fn pay(facts) { custom("score", #{ side: "south", points: 3 }); }"#;
    let mut play = Play::parley(rule, &[]);
    play.take(0, "begin");
    for seat in 0..2 {
        play.take(seat, "bid 1");
        play.take(seat, "seal-bid");
    }
    assert_eq!(play.view(None).tracks[0].marks[1].value, 3);
}

#[test]
fn hidden_facts_are_told_only_to_rules_that_asked_for_them() {
    let told = |hidden: bool| {
        let text = format!(
            r#"rule(#{{ title: "Test", modules: ["parley"], hidden: {hidden} }});
            variable("told", 0, "Told");
            on("entered", "seen");
            fn seen(facts) {{ set("told", facts.len()); }}"#
        );
        let text = muster_contract::RuleText { id: "test".into(), text, settings: Vec::new() };
        let module = muster_sdk::Native::<parley::Parley>::new("parley");
        let position = muster_conformance::under_rules(&module, parley::position(), &[text]);
        let mut game = muster_contract::Module::create(&module, &position).unwrap().unwrap();
        let mut dice = super::play::Arranged::default();
        let mut luck = muster_sdk::Random::new(5);
        // Play on at random until a block has entered a space.
        for _ in 0..4_000 {
            let panels = game.view(None).unwrap().panels;
            let told =
                panels.iter().find(|panel| panel.id == "house-rule:test").unwrap().rows[0].figure.clone();
            if told != "0" {
                return told;
            }
            let decisions = game.decisions().unwrap();
            let decision =
                decisions.iter().find(|decision| decision.waits).expect("a block moves before the end");
            let choice = &decision.choices[luck.below(decision.choices.len() as u32) as usize].id;
            game.apply(decision.seat, choice, &mut dice).unwrap().unwrap();
        }
        panic!("no block ever moved")
    };
    assert_eq!((told(false), told(true)), ("2".to_owned(), "3".to_owned()));
}
