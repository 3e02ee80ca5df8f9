//! Settings: what is read of what is given, and how what can't be read is refused.

use muster_sdk::attribute;
use muster_sdk::contract::{Attribute, Value, ValueType};
use muster_sdk::setting::{Choice, Flag, Number, Text, Word, of_unit};

const YEAR: Number = Number::fact("year", 1861, 1865, "4.2", "The first year").required();
const QUARTER: Number =
    Number::fact("quarter", 1, 4, "4.2", "The first quarter").otherwise("1 unless given, 2 in 1861");
const STEPS: Number = Number::fact("steps", 2, 4, "3", "The most steps").of(&["leader"]).required();
const ONE_YEAR: Flag = Flag::fact("one-year", "4.61", "Whether the game is over after one year");
const TIE: Word = Word::fact("tie", &["us", "cs"], "4.61", "Who wins a tie; nobody unless given");
const DATE: Text = Text::fact("date", "4", "What the date is called");
const FREE: Choice = Choice::off("free", "Free deployment", "Both sides exchange units.", "4.22");
const TIES: Choice = Choice::off("ties", "Ties", "Who has the first move.", "8").one_of(&["chance", "union"]);

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn given(name: &str, value: Value) -> [Attribute; 1] {
    [attribute(name, value)]
}

#[test]
fn what_is_required_must_be_given() {
    let refusal = YEAR.read(&[]).unwrap_err();
    assert_eq!(refusal.reason, "the scenario must give the fact \"year\"");
    assert_eq!(refusal.citation.as_deref(), Some("4.2"));
    assert_eq!(STEPS.read(&[]).unwrap_err().reason, "it must have \"steps\"");
    assert_eq!(YEAR.info().text, "The first year, 1861 to 1865.");
    assert!(YEAR.info().required && STEPS.info().required && !QUARTER.info().required);
    assert_eq!(STEPS.info().kinds, ["leader"]);
}

#[test]
fn a_number_may_depend_on_others() {
    assert_eq!(QUARTER.info().text, "The first quarter, 1 to 4; 1 unless given, 2 in 1861.");
    assert_eq!(QUARTER.given(&[]), Ok(None));
    let three = given("quarter", Value::Number(3));
    assert_eq!(QUARTER.given(&three), Ok(Some(3)));
    let refusal = QUARTER.given_within(&three, 1..=2).unwrap_err();
    assert_eq!(refusal.reason, "\"quarter\" is 3; it goes from 1 to 2");
    let refusal = QUARTER.given(&given("quarter", text("spring"))).unwrap_err();
    assert_eq!(refusal.reason, "\"quarter\" is \"spring\"; it goes from 1 to 4");
}

#[test]
fn flags_words_and_texts() {
    assert_eq!((ONE_YEAR.read(&[]), ONE_YEAR.given(&[])), (Ok(false), Ok(None)));
    assert_eq!(ONE_YEAR.read(&given("one-year", Value::Flag(true))), Ok(true));
    let refusal = ONE_YEAR.read(&given("one-year", Value::Number(1))).unwrap_err();
    assert_eq!(refusal.reason, "\"one-year\" is 1; it must be true or false");
    assert_eq!(TIE.given(&given("tie", text("cs"))), Ok(Some(1)));
    let refusal = TIE.given(&given("tie", text("gb"))).unwrap_err();
    assert_eq!(refusal.reason, "\"tie\" is \"gb\"; it may be \"us\" or \"cs\"");
    assert_eq!((TIE.info().type_of, TIE.info().words), (ValueType::Text, vec!["us".into(), "cs".into()]));
    assert_eq!(DATE.given(&given("date", text("July"))), Ok(Some("July")));
    assert!(DATE.given(&given("date", Value::Flag(true))).is_err());
}

#[test]
fn options_hold_what_the_table_set() {
    assert!(!FREE.is_on(&[]) && FREE.on().is_on(&[]));
    assert!(
        FREE.is_on(&given("free", Value::Flag(true))) && !FREE.on().is_on(&given("free", Value::Flag(false)))
    );
    assert_eq!(FREE.info().default, Value::Flag(false));
    assert_eq!((TIES.chosen(&[]), TIES.chosen(&given("ties", text("union")))), (0, 1));
    assert_eq!(TIES.info().values, [text("chance"), text("union")]);
}

#[test]
fn a_refusal_names_its_unit() {
    let unit = muster_sdk::contract::Unit {
        id: "us-grant".to_owned(),
        name: String::new(),
        side: "us".to_owned(),
        kind: "leader".to_owned(),
        formation: String::new(),
        place: None,
        attributes: Vec::new(),
    };
    let refusal = of_unit(&unit, STEPS.read(&unit.attributes)).unwrap_err();
    assert_eq!(refusal.reason, "us-grant: it must have \"steps\"");
}
