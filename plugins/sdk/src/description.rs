//! Short ways to write a module's description.

use std::ops::RangeInclusive;

use muster_contract::{
    Attribute, AttributeInfo, ChangeInfo, DatumType, DecisionKind, EffectKind, FactInfo, HookInfo,
    NumberSpan, OverlayInfo, Phase, Policy, QueryInfo, Refusal, Side, UnitKind, Value, ValueType,
};

use crate::refuse;

/// A side, with the livery that it wears ("us" or "cs") and what it has to do.
pub fn side(id: &str, name: &str, livery: &str, aim: &str) -> Side {
    Side { id: id.to_owned(), name: name.to_owned(), livery: livery.to_owned(), aim: aim.to_owned() }
}

/// A way of choosing beside "regular", and the option, if there is one, that the table sets to the side which is played so.
pub fn policy(id: &str, title: &str, note: &str, told: Option<&str>) -> Policy {
    Policy {
        id: id.to_owned(),
        title: title.to_owned(),
        note: note.to_owned(),
        told: told.map(str::to_owned),
    }
}

/// A phase of the sequence of play, at this depth within others.
pub fn phase(id: &str, title: &str, citation: &str, depth: u8) -> Phase {
    Phase { id: id.to_owned(), title: title.to_owned(), citation: citation.to_owned(), depth }
}

/// A kind of unit, with the symbol on its counters.
pub fn unit_kind(id: &str, title: &str, symbol: &str) -> UnitKind {
    UnitKind { id: id.to_owned(), title: title.to_owned(), symbol: symbol.to_owned() }
}

/// A value that boards may give to spaces or edges, or scenarios to units of these kinds, or to the game if no kind is named. It is only
/// described here; a [`setting`](crate::setting) is one that the game also reads.
pub fn says(name: &str, type_of: ValueType, kinds: &[&str], text: &str) -> AttributeInfo {
    AttributeInfo {
        name: name.to_owned(),
        type_of,
        kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        required: false,
        span: None,
        words: Vec::new(),
        text: text.to_owned(),
    }
}

/// A number that goes from the first to the last of these; a scenario that gives another is refused with its line.
pub fn within(range: RangeInclusive<i32>, info: AttributeInfo) -> AttributeInfo {
    AttributeInfo { span: Some(NumberSpan { least: *range.start(), most: *range.end() }), ..info }
}

/// A text that is one of these.
pub fn one_of(words: &[&str], info: AttributeInfo) -> AttributeInfo {
    AttributeInfo { words: words.iter().map(|&word| word.to_owned()).collect(), ..info }
}

/// An overlay, switched by this key.
pub fn overlay(id: &str, title: &str, key: &str, needs_focus: bool) -> OverlayInfo {
    OverlayInfo { id: id.to_owned(), title: title.to_owned(), key: key.to_owned(), needs_focus }
}

/// A kind of decision.
pub fn decision(id: &str, title: &str, text: &str) -> DecisionKind {
    DecisionKind { id: id.to_owned(), title: title.to_owned(), text: text.to_owned() }
}

/// A fact that a hook tells every rule, or that a question needs.
pub fn fact(name: &str, type_of: DatumType, text: &str) -> FactInfo {
    FactInfo { name: name.to_owned(), type_of, hidden: false, text: text.to_owned() }
}

/// A fact that a hook tells only rules that see what is hidden.
pub fn hidden_fact(name: &str, type_of: DatumType, text: &str) -> FactInfo {
    FactInfo { hidden: true, ..fact(name, type_of, text) }
}

/// A moment at which rules may do everything that they can do in any game.
pub fn hook(id: &str, text: &str, citation: &str, facts: Vec<FactInfo>, example: &str) -> HookInfo {
    use EffectKind::{Ask, Draw, Edit, Note, Offer, Roll, Set};
    HookInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        citation: citation.to_owned(),
        facts,
        numbers: Vec::new(),
        effects: vec![Set, Note, Roll, Ask, Offer, Draw, Edit],
        example: example.to_owned(),
    }
}

/// The same in the midst of a command: rules may modify these numbers among its facts, but nobody is asked, and nothing
/// is moved.
pub fn modifies(numbers: &[&str], hook: HookInfo) -> HookInfo {
    use EffectKind::{Ask, Modify, Note, Roll, Set};
    HookInfo {
        numbers: numbers.iter().map(|&number| number.to_owned()).collect(),
        effects: vec![Set, Note, Roll, Ask, Modify],
        ..hook
    }
}

/// A question that any rule may ask.
pub fn query(id: &str, text: &str, facts: Vec<FactInfo>, answer: DatumType, example: &str) -> QueryInfo {
    QueryInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        facts,
        answer,
        hidden: false,
        example: example.to_owned(),
    }
}

/// A change by hand, as a script writes it.
pub fn change(usage: &str, text: &str) -> ChangeInfo {
    ChangeInfo { usage: usage.to_owned(), text: text.to_owned() }
}

/// The refusal of an attribute that can be changed, though not of this unit: another kind has it. The described `changes` say
/// whose it is.
///
/// ```
/// use muster_sdk::description::{change, of_others};
///
/// let changes = [change("#{ set: general, attribute: \"pips\", value: 2 }", "His activation points, 0 to 12.")];
/// let refusal = of_others(&changes, "us-a", "pips");
/// assert_eq!(refusal.reason, "us-a has no \"pips\"; it is of a general (His activation points, 0 to 12.)");
/// ```
pub fn of_others(changes: &[ChangeInfo], unit: &str, name: &str) -> Refusal {
    let quoted = format!("\"{name}\"");
    let about = |change: &&ChangeInfo| change.usage.contains(&quoted) || change.text.contains(&quoted);
    let described = changes.iter().filter(|change| change.usage.contains("attribute: \"")).find(about);
    let whose = described.map(|described| {
        let kind = described.usage.split_once("set: ").and_then(|(_, rest)| rest.split([',', ' ']).next());
        let of = kind.filter(|kind| *kind != "unit").map(|kind| format!("; it is of a {kind}"));
        format!("{} ({})", of.unwrap_or_default(), described.text)
    });
    refuse(format!("{unit} has no {quoted}{}", whose.unwrap_or_default()), "")
}

/// The refusal of a value that a unit's attribute can't have, or a fact where there is no unit: with what the described
/// `changes` say of it, or with what can be changed where none of them is about it.
///
/// ```
/// use muster_contract::Value;
/// use muster_sdk::attribute;
/// use muster_sdk::description::{change, unchangeable};
///
/// let changes = [change("#{ set: general, attribute: \"pips\", value: 2 }", "His activation points, 0 to 12.")];
/// let refusal = unchangeable(&changes, Some("us-grant"), &attribute("pips", Value::Number(99)));
/// assert_eq!(refusal.reason, "\"pips\" of us-grant can't become 99 (His activation points, 0 to 12.)");
/// let refusal = unchangeable(&changes, Some("us-grant"), &attribute("pisp", Value::Number(2)));
/// assert_eq!(refusal.reason, "us-grant has no attribute \"pisp\" that can be changed; what can be is \"pips\"");
/// ```
pub fn unchangeable(changes: &[ChangeInfo], unit: Option<&str>, attribute: &Attribute) -> Refusal {
    let form = if unit.is_some() { "attribute: \"" } else { "fact: \"" };
    let quoted = format!("\"{}\"", attribute.name);
    let of_form = changes.iter().filter(|change| change.usage.contains(form));
    let about = |change: &&ChangeInfo| change.usage.contains(&quoted) || change.text.contains(&quoted);
    if let Some(described) = of_form.clone().find(about) {
        let of = unit.map_or_else(String::new, |unit| format!(" of {unit}"));
        let value = match &attribute.value {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) => format!("{text:?}"),
        };
        return refuse(format!("{quoted}{of} can't become {value} ({})", described.text), "");
    }
    let what = match unit {
        Some(unit) => format!("{unit} has no attribute {quoted} that can be changed"),
        None => format!("{quoted} is no fact that can be changed"),
    };
    let names: Vec<String> = of_form
        .filter_map(|change| change.usage.split_once(form)?.1.split_once('"'))
        .map(|(name, _)| format!("\"{name}\""))
        .collect();
    let can = if names.is_empty() { String::new() } else { format!("; what can be is {}", names.join(", ")) };
    refuse(format!("{what}{can}"), "")
}
